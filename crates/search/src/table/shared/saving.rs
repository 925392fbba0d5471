//! The records of a shared table, one after the other, for files. Words are written with their lowest byte first.
//!
//! ```text
//! about how many records follow | key, numbers, facts | key, numbers, facts | ...
//! ```

use std::io::{self, ErrorKind, Read, Write};

use super::super::sealed::{tag, tag_of};
use super::*;

/// Bytes of a record without its checksum.
const SAVED: usize = 3 * size_of::<u64>();

impl Shared<Known> {
    /// Write all records down. Other threads may go on: what they put meanwhile is written or not.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&(self.len() as u64).to_le_bytes())?;
        // If the array doubles meanwhile, records move to buckets that are still to come.
        let mut index = 0;
        while index < self.array.buckets_now() {
            for place in 0..PLACES {
                let record = read(self.array.bucket(index), place);
                let ([facts, numbers, _], key) = (record, key_of(record));
                if facts != 0 && self.belongs(key, facts, index) {
                    let words = [key, numbers, facts].map(u64::to_le_bytes);
                    out.write_all(words.as_flattened())?;
                }
            }
            index += 1;
        }
        Ok(())
    }

    /// A table of at most N bytes with the records that follow. If it is too small, those that cost least are left out.
    pub fn load(bytes: usize, from: &mut dyn Read) -> io::Result<Shared> {
        let table = Shared::new(bytes);
        let mut head = [0; size_of::<u64>()];
        from.read_exact(&mut head)?;
        // They come in the order of buckets, so the array must not have to grow on their way. After a doubling 3 of 16
        // places are taken, so a table of the same size has as many buckets again.
        let crowded = |doublings| {
            ((table.array.first << doublings) * PLACES) as u64 * 3
                < u64::from_le_bytes(head).saturating_mul(16)
        };
        let doublings = (0..table.array.most_doublings).take_while(|&doublings| crowded(doublings)).count();
        table.array.state.store(2 * doublings as u32, Relaxed);
        while let Some(record) = next(from)? {
            let [key, numbers, facts] = record;
            let known = Known::unpack(numbers, facts);
            let same =
                |[facts_again, numbers_again, _]: [u64; 3]| [numbers_again, facts_again] == [numbers, facts];
            if !known.consistent() || !same(seal(key, known.pack())) {
                return Err(io::Error::new(ErrorKind::InvalidData, "a record that cannot be"));
            }
            table.put(key, known);
        }
        Ok(table)
    }

    /// Whether a record with this key and these facts can be in this bucket. Of torn records hardly one in a million
    /// can; what that one says is about a position that nobody will ask for.
    pub(super) fn belongs(&self, key: u64, facts: u64, index: usize) -> bool {
        let (hash, state) = (mix(key), self.array.state.load(Relaxed));
        let here = |doublings| self.array.index(hash, doublings) == index;
        tag_of(facts) == tag(hash) && (here(state / 2) || here(state.div_ceil(2)))
    }
}

/// The next record; nothing at the end.
fn next(from: &mut dyn Read) -> io::Result<Option<[u64; 3]>> {
    let mut bytes = [0; SAVED];
    let mut filled = 0;
    while filled < SAVED {
        match from.read(&mut bytes[filled..]) {
            Ok(0) if filled == 0 => return Ok(None),
            Ok(0) => return Err(io::Error::new(ErrorKind::InvalidData, "a part of a record")),
            Ok(more) => filled += more,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let (words, _) = bytes.as_chunks();
    Ok(Some([0, 1, 2].map(|word| u64::from_le_bytes(words[word]))))
}
