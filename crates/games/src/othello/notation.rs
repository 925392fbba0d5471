//! Positions and moves as text.

use pnyx_game::{InputError, input_error};

use super::{Move, PASS, Position};
use crate::spec::{PLAYERS, player_of};

const SYMBOLS: [char; 2] = ['X', 'O'];
const EXAMPLE: &str = "-----OX--XO----- X";

/// A move: a square, or a pass.
pub(super) fn square(mv: Move) -> String {
    match mv {
        PASS => "pass".into(),
        square => format!("{}{}", (b'a' + square % 8) as char, square / 8 + 1),
    }
}

/// A position of a board of this size.
pub(super) fn write(size: usize, position: &Position) -> String {
    let discs = position.discs();
    let mut text = String::with_capacity(size * size + 2);
    for square in (0..size * size).map(|i| 8 * (i / size) + i % size) {
        let owner = PLAYERS.iter().find(|player| discs[player.index()] >> square & 1 == 1);
        text.push(owner.map_or('-', |player| SYMBOLS[player.index()]));
    }
    text.push(' ');
    text.push(SYMBOLS[position.turn.index()]);
    text
}

/// The size of a board, and the position on it. Every colouring is accepted: problems have odd ones.
pub(super) fn read(text: &str) -> Result<(usize, Position), InputError> {
    let bad = |what: String| {
        input_error!(
            "{what} in {}; a position has the squares row by row from a1, and the side to move, like '{EXAMPLE}'",
            InputError::quote(text)
        )
    };
    let blank = |c: char| c.is_ascii_whitespace();
    let symbols = text.trim_start_matches(blank);
    // Columns count from 1 in the text as it was given; blanks are single bytes.
    let first = text.len() - symbols.len() + 1;
    let (board, rest) = symbols.split_at(symbols.find(blank).unwrap_or(symbols.len()));
    let owner_of = |symbol: char| SYMBOLS.iter().position(|s| *s == symbol.to_ascii_uppercase());
    if let Some((at, symbol)) =
        board.chars().enumerate().find(|&(_, c)| owner_of(c).is_none() && !['-', '.'].contains(&c))
    {
        let symbol = InputError::quote(&symbol.to_string());
        return Err(bad(format!("{symbol} (column {}) is not one of X O -", first + at)));
    }
    let size = match board.len() {
        16 => 4,
        36 => 6,
        64 => 8,
        other => {
            let end = first + other;
            return Err(bad(format!("expected 16, 36 or 64 squares, not {other} (before column {end})")));
        }
    };
    let mut discs = [0, 0];
    for (i, symbol) in board.chars().enumerate() {
        if let Some(player) = owner_of(symbol) {
            discs[player] |= 1 << (8 * (i / size) + i % size);
        }
    }
    let mover = rest.trim_start_matches(blank);
    let column = text.len() - mover.len() + 1;
    let mover = mover.trim_end_matches(blank);
    let turn = player_of(["x", "o"], mover).ok_or_else(|| {
        let shown = InputError::quote(mover);
        bad(format!("the side to move (column {column}) must be X or O, not {shown}"))
    })?;
    Ok((size, Position::new(discs, turn)))
}
