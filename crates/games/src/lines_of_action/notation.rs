//! Positions and moves as text.

use pnyx_game::{InputError, Player, input_error};

use super::{Move, Position, SPEC};
use crate::spec::player_of;

const NAMES: [&str; 2] = ["black", "white"];
const SYMBOLS: [char; 2] = ['x', 'o'];
const MOST: u32 = 12;

/// A move as `a2-c4`, a capture as `c1xa3`.
pub(super) fn write_move(mv: Move) -> String {
    if mv == Move::PASS {
        return "pass".into();
    }
    let name = |square: u16| [b'a' + (square / 8) as u8, b'1' + (square % 8) as u8].map(char::from);
    let ([a, b], [c, d]) = (name(mv.from()), name(mv.to()));
    [a, b, if mv.captures() { 'x' } else { '-' }, c, d].iter().collect()
}

/// The ranks from the eighth down, empty squares counted, then the side to move.
pub(super) fn write(position: &Position) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            match position.stones.iter().position(|stones| stones >> (file * 8 + rank) & 1 == 1) {
                Some(owner) => {
                    push_number(&mut text, empty);
                    text.push(SYMBOLS[owner]);
                    empty = 0;
                }
                None => empty += 1,
            }
        }
        push_number(&mut text, empty);
        text.push(if rank > 0 { '/' } else { ' ' });
    }
    text.push(if position.turn == Player::First { 'b' } else { 'w' });
    text
}

fn push_number(text: &mut String, empty: u32) {
    text.extend((empty > 0).then(|| char::from_digit(empty, 10)).flatten());
}

/// Read what [`write`] writes; dots may stand for empty squares, and capitals for small letters.
pub(super) fn read(text: &str) -> Result<Position, InputError> {
    let bad = |what: String| {
        input_error!("{what} in {}; a position looks like '{}'", InputError::quote(text), SPEC.start)
    };
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let count = || bad(format!("expected a board and the side to move, got {} words", fields.len()));
    let board = *fields.first().ok_or_else(count)?;
    let start = InputError::column(text, board) - 1;
    let mut stones = [0; 2];
    let (mut rank, mut file) = (7, 0);
    for (at, symbol) in board.chars().enumerate() {
        let column = start + at + 1;
        let squares = match symbol.to_ascii_lowercase() {
            '/' if file == 8 && rank > 0 => {
                (rank, file) = (rank - 1, 0);
                continue;
            }
            '/' if file == 8 => return Err(bad(format!("expected 8 ranks, got more (column {column})"))),
            '/' => {
                return Err(bad(format!(
                    "expected 8 squares on rank {}, got {file} (column {column})",
                    rank + 1
                )));
            }
            'x' | 'o' | '.' => 1,
            digit @ '1'..='8' => digit as usize - '0' as usize,
            _ => {
                let symbol = InputError::quote(&symbol.to_string());
                return Err(bad(format!("expected x, o, ., / or 1 to 8, got {symbol} (column {column})")));
            }
        };
        if file + squares > 8 {
            return Err(bad(format!("expected 8 squares on rank {}, got more (column {column})", rank + 1)));
        }
        if let Some(owner) = SYMBOLS.iter().position(|&own| own == symbol.to_ascii_lowercase()) {
            stones[owner] |= 1 << (file * 8 + rank);
        }
        file += squares;
    }
    let end = start + board.chars().count() + 1;
    if rank > 0 {
        return Err(bad(format!("expected 8 ranks, got {} (column {end})", 8 - rank)));
    }
    if file < 8 {
        return Err(bad(format!("expected 8 squares on rank 1, got {file} (column {end})")));
    }
    // Not before: a foreign character on the board may be why there are not two words.
    let [_, turn] = fields[..] else { return Err(count()) };
    let turn = player_of(["b", "w"], turn).ok_or_else(|| {
        let (shown, column) = (InputError::quote(turn), InputError::column(text, turn));
        bad(format!("expected b or w as the side to move, got {shown} (column {column})"))
    })?;
    let reasons = wrong_numbers(stones);
    if reasons.is_empty() { Ok(Position { stones, turn }) } else { Err(bad(reasons.join("; and "))) }
}

/// Every reason why there cannot be these stones.
pub(super) fn wrong_numbers(stones: [u64; 2]) -> Vec<String> {
    (NAMES.iter().zip(stones.map(u64::count_ones)))
        .filter(|(_, count)| !(1..=MOST).contains(count))
        .map(|(name, count)| format!("expected 1 to {MOST} stones of {name}, got {count}"))
        .collect()
}
