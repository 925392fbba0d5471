//! PDN: positions and moves as text.

use std::fmt::Write;

use pnyx_game::{InputError, Player, input_error};

use super::{CROWNING, Path, Position, Squares, step};
use crate::spec::bits;

/// The most pieces a side can have.
pub(super) const PIECES: u32 = 12;
/// Room for the longest move: 13 squares, and a sign between two of them.
const LONGEST: usize = 38;
const LETTERS: [char; 2] = ['B', 'W'];
const NAMES: [&str; 2] = ["black", "white"];

/// The number people give to the square of a bit.
fn number(bit: u32) -> u32 {
    bit - bit / 9 + 1
}

/// The square with this number.
fn square(number: u32) -> Squares {
    1 << (number - 1 + (number - 1) / 8)
}

/// A move as text, filled up with zeros; they sort before every sign, so the bytes sort like the text.
pub(super) fn letters(mv: Path) -> [u8; LONGEST] {
    let mut text = [0; LONGEST];
    let mut length = 0;
    let mut put = |letter| {
        text[length] = letter;
        length += 1;
    };
    let mut put_square = |before: Option<u8>, square: Squares| {
        before.map(&mut put);
        let number = number(square.trailing_zeros()) as u8;
        if number >= 10 {
            put(b'0' + number / 10);
        }
        put(b'0' + number % 10);
    };
    let mut at = mv.from();
    put_square(None, at);
    for direction in mv.directions() {
        at = step(at, direction);
        if mv.is_capture() {
            at = step(at, direction);
        }
        put_square(Some(if mv.is_capture() { b'x' } else { b'-' }), at);
    }
    text
}

pub(super) fn move_text(mv: Path) -> String {
    letters(mv).into_iter().take_while(|&letter| letter != 0).map(char::from).collect()
}

pub(super) fn write(position: &Position) -> String {
    let mut text = LETTERS[position.turn.index()].to_string();
    for player in [Player::Second, Player::First] {
        let pieces = position.pieces[player.index()];
        let _ = write!(text, ":{}", LETTERS[player.index()]);
        let men = bits(pieces & !position.kings).map(|bit| number(bit).to_string());
        let kings = bits(pieces & position.kings).map(|bit| format!("K{}", number(bit)));
        text.push_str(&men.chain(kings).collect::<Vec<_>>().join(","));
    }
    text
}

pub(super) fn read(text: &str) -> Result<Position, InputError> {
    Reader { rest: text, column: 1 }.position().map_err(|what| {
        input_error!(
            "{what} in {}; a position in PDN looks like 'B:W18,24,K10:B12,16,K22'",
            InputError::quote(text)
        )
    })
}

/// What is left of the text, and the column where that begins.
struct Reader<'a> {
    rest: &'a str,
    column: usize,
}

impl Reader<'_> {
    fn position(&mut self) -> Result<Position, String> {
        let turn = self.colour("the side to move")?;
        let mut position = Position { pieces: [0, 0], kings: 0, turn };
        let mut twice = 0;
        let mut lists = [false; 2];
        for _ in 0..2 {
            if !self.take(':') {
                return Err(self.expected("':' and the squares of a side"));
            }
            let column = self.peek_column();
            let player = self.colour("the colour of a list")?;
            if std::mem::replace(&mut lists[player.index()], true) {
                return Err(format!("a second list for {} (column {column})", NAMES[player.index()]));
            }
            self.list(&mut position, player, &mut twice)?;
        }
        self.take('.');
        if self.peek().is_some() {
            return Err(self.expected("the end"));
        }
        let reasons = impossibilities(&position, twice);
        if reasons.is_empty() { Ok(position) } else { Err(reasons.join("; and ")) }
    }

    /// Squares with commas between them, or none.
    fn list(&mut self, position: &mut Position, player: Player, twice: &mut Squares) -> Result<(), String> {
        if matches!(self.peek(), None | Some(':' | '.')) {
            return Ok(());
        }
        loop {
            let king = self.take('K') || self.take('k');
            let first = self.square()?;
            let column = self.column;
            let last = if self.take('-') { self.square()? } else { first };
            if last < first {
                return Err(format!("the range {first}-{last} runs backwards (column {column})"));
            }
            for number in first..=last {
                let square = square(number);
                *twice |= square & (position.pieces[0] | position.pieces[1]);
                position.pieces[player.index()] |= square;
                if king {
                    position.kings |= square;
                }
            }
            if !self.take(',') {
                return Ok(());
            }
        }
    }

    fn colour(&mut self, what: &str) -> Result<Player, String> {
        if self.take('B') || self.take('b') {
            Ok(Player::First)
        } else if self.take('W') || self.take('w') {
            Ok(Player::Second)
        } else {
            Err(self.expected(&format!("{what}, B or W")))
        }
    }

    fn square(&mut self) -> Result<u32, String> {
        let column = self.peek_column();
        let length = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        if length == 0 {
            return Err(self.expected("a square"));
        }
        let (digits, rest) = self.rest.split_at(length);
        (self.rest, self.column) = (rest, column + length);
        match digits.parse() {
            Ok(number @ 1..=32) if length <= 2 => Ok(number),
            _ => Err(format!(
                "expected a square from 1 to 32, got {} (column {column})",
                InputError::quote(digits)
            )),
        }
    }

    /// The next sign that is not a blank.
    fn peek(&mut self) -> Option<char> {
        let next = self.rest.trim_start_matches([' ', '\t', '\r', '\n']);
        self.column += self.rest.len() - next.len();
        self.rest = next;
        next.chars().next()
    }

    fn peek_column(&mut self) -> usize {
        self.peek();
        self.column
    }

    fn take(&mut self, sign: char) -> bool {
        let found = self.peek() == Some(sign);
        if found {
            self.rest = &self.rest[sign.len_utf8()..];
            self.column += 1;
        }
        found
    }

    fn expected(&mut self, what: &str) -> String {
        let given = self.peek().map_or("the end".into(), |sign| InputError::quote(&sign.to_string()));
        format!("expected {what}, got {given} (column {})", self.column)
    }
}

/// Every reason why there is no such position.
pub(super) fn impossibilities(position: &Position, twice: Squares) -> Vec<String> {
    let mut reasons = Vec::new();
    let list = |squares| bits(squares).map(|bit| number(bit).to_string()).collect::<Vec<_>>().join(", ");
    if twice != 0 {
        reasons.push(format!("expected every square once, got more pieces on {}", list(twice)));
    }
    for (player, name) in NAMES.iter().enumerate() {
        let pieces = position.pieces[player];
        let uncrowned = pieces & !position.kings & CROWNING[player];
        if uncrowned != 0 {
            reasons.push(format!(
                "expected kings on the last row, got men of {name} on {} (a king is written like K{})",
                list(uncrowned),
                number(uncrowned.trailing_zeros())
            ));
        }
        if pieces.count_ones() > PIECES {
            reasons.push(format!("expected at most {PIECES} pieces of {name}, got {}", pieces.count_ones()));
        }
    }
    reasons
}
