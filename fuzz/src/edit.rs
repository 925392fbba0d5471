//! Edits that turn something valid into something nearly valid.

use std::collections::BTreeMap;

use bolero::{TypeGenerator, ValueGenerator, produce};

use crate::Row;

/// A few of something: many edits leave nothing of what they edit.
pub fn few<T: TypeGenerator + 'static>() -> impl ValueGenerator<Output = Vec<T>> {
    produce::<Vec<T>>().with().len(0usize..4)
}

/// A change to some bytes. Places count from the front, modulo the length.
#[derive(Clone, Debug, TypeGenerator)]
pub enum ByteEdit {
    /// Another byte here.
    Set(u16, u8),
    /// Another small number here: most numbers of a certificate are.
    SetSmall(u16, #[generator(0..8)] u8),
    /// One bit.
    Flip(u16, #[generator(0..8)] u8),
    /// A small number in between.
    Insert(u16, #[generator(0..8)] u8),
    /// A few bytes less.
    Delete(u16, #[generator(1..5)] u8),
    /// Two bytes exchanged.
    Swap(u16, u16),
    /// The bytes from here to there once more.
    Repeat(u16, #[generator(1..9)] u8),
    /// Nothing after this.
    Cut(u16),
}

/// The bytes after some edits.
#[must_use]
pub fn edit_bytes(bytes: &[u8], edits: &[ByteEdit]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for edit in edits {
        let length = bytes.len();
        let place = |at: u16| usize::from(at) % length.max(1);
        match *edit {
            ByteEdit::Insert(at, byte) => bytes.insert(place(at), byte),
            _ if length == 0 => {}
            ByteEdit::Set(at, byte) | ByteEdit::SetSmall(at, byte) => bytes[place(at)] = byte,
            ByteEdit::Flip(at, bit) => bytes[place(at)] ^= 1 << bit,
            ByteEdit::Delete(at, count) => {
                let end = (place(at) + usize::from(count)).min(length);
                bytes.drain(place(at)..end);
            }
            ByteEdit::Swap(a, b) => bytes.swap(place(a), place(b)),
            ByteEdit::Repeat(at, count) => {
                let end = (place(at) + usize::from(count)).min(length);
                let again = bytes[place(at)..end].to_vec();
                bytes.splice(end..end, again);
            }
            ByteEdit::Cut(at) => bytes.truncate(place(at)),
        }
    }
    bytes
}

/// A piece of text: a word that means something, or anything.
#[derive(Clone, Debug, TypeGenerator)]
pub enum Scrap {
    /// A word from the list of the test.
    Word(u8),
    /// Two of them.
    Words(u8, u8),
    /// Any printable character of ASCII.
    Ascii(#[generator(32..127)] u8),
    /// Any character at all.
    Any(char),
}

impl Scrap {
    fn write(&self, words: &[&str], out: &mut String) {
        let word = |i: u8| words[usize::from(i) % words.len()];
        match *self {
            Scrap::Word(i) => out.push_str(word(i)),
            Scrap::Words(i, j) => [i, j].into_iter().for_each(|i| out.push_str(word(i))),
            Scrap::Ascii(byte) => out.push(byte.into()),
            Scrap::Any(c) => out.push(c),
        }
    }
}

/// The scraps in a row.
#[must_use]
pub fn join(scraps: &[Scrap], words: &[&str]) -> String {
    let mut text = String::new();
    scraps.iter().for_each(|scrap| scrap.write(words, &mut text));
    text
}

/// A change to a text: from this place on, N characters are replaced.
#[derive(Clone, Debug, TypeGenerator)]
pub struct TextEdit {
    at: u16,
    #[generator(0..4)]
    removed: u8,
    put: Option<Scrap>,
}

/// The text after some edits.
#[must_use]
pub fn edit_text(text: &str, edits: &[TextEdit], words: &[&str]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for edit in edits {
        let begin = usize::from(edit.at) % (text.len() + 1);
        let end = (begin + usize::from(edit.removed)).min(text.len());
        let mut put = String::new();
        edit.put.iter().for_each(|scrap| scrap.write(words, &mut put));
        text.splice(begin..end, put.chars());
    }
    text.into_iter().collect()
}

/// A text out of scraps, or a good one with changes.
#[derive(Clone, Debug, TypeGenerator)]
pub enum Text {
    /// Scraps, and the sample whose options go with them.
    Scraps(u8, Vec<Scrap>),
    /// A sample with changes.
    Edited {
        /// Its number.
        sample: u8,
        /// The changes.
        #[generator(few())]
        edits: Vec<TextEdit>,
    },
}

impl Text {
    /// The options and the text for a game.
    #[must_use]
    pub fn write(&self, row: &Row) -> (BTreeMap<String, String>, String) {
        match self {
            Text::Scraps(sample, scraps) => (row.sample(*sample).0, join(scraps, row.words)),
            Text::Edited { sample, edits } => {
                let (options, text) = row.sample(*sample);
                (options, edit_text(text, edits, row.words))
            }
        }
    }
}
