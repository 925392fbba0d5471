//! Positions as text: a drawn board, which is how they are written, or the columns played from the empty
//! board, as Pascal Pons' test sets have them.

use pnyx_game::{InputError, Player, Rules, input_error};

use super::{ConnectFour, LARGEST, Position, SPEC};
use crate::spec::{bits, player_of, wrong_numbers};

const SYMBOLS: [char; 2] = ['X', 'O'];

fn bad(text: &str, what: &str) -> InputError {
    input_error!("{what} in {}; a position looks like '{}' or '44455'", InputError::quote(text), SPEC.start)
}

fn foreign(text: &str, symbol: char, column: usize) -> InputError {
    let symbol = InputError::quote(&symbol.to_string());
    bad(text, &format!("{symbol} (column {column}) is not one of X O . /"))
}

/// Whether a text is a list of columns: drawn boards have no digits.
fn is_columns(trimmed: &str) -> bool {
    trimmed.starts_with(|first: char| first.is_ascii_digit())
}

/// Rows and columns of the board that a text is about. A drawn board shows them, and options must agree.
pub(super) fn size(text: &str, given: [Option<usize>; 2]) -> Result<[usize; 2], InputError> {
    let board = text.trim_ascii().split(|c: char| c.is_ascii_whitespace()).next().unwrap_or("");
    if is_columns(board) {
        return Ok([given[0].unwrap_or(6), given[1].unwrap_or(7)]);
    }
    // A foreign character may be why the size seems wrong, and is reported first.
    if let Some((at, symbol)) = board.char_indices().find(|&(_, symbol)| !"XxOo.-/".contains(symbol)) {
        return Err(foreign(text, symbol, InputError::column(text, &board[at..])));
    }
    let seen = [board.split('/').count(), board.split('/').next().map_or(0, |row| row.chars().count())];
    for (name, given, seen) in [("rows", given[0], seen[0]), ("columns", given[1], seen[1])] {
        if !(1..=LARGEST).contains(&seen) {
            return Err(bad(text, &format!("the board has {seen} {name}, not 1 to {LARGEST},")));
        }
        if let Some(given) = given.filter(|&given| given != seen) {
            return Err(input_error!(
                "option {name} is {given}, but the position has {seen}: leave the option out"
            ));
        }
    }
    Ok(seen)
}

/// The drawn board and the side to move.
pub(super) fn write(game: &ConnectFour, position: &Position) -> String {
    let stones = position.stones();
    let mut text = String::with_capacity(80);
    for row in (0..game.rows).rev() {
        for column in 0..game.columns {
            let square = 1 << (column * (game.rows + 1) + row);
            let owner = stones.iter().position(|stones| stones & square != 0);
            text.push(owner.map_or('.', |player| SYMBOLS[player]));
        }
        text.push(if row > 0 { '/' } else { ' ' });
    }
    text.push(SYMBOLS[position.turn().index()].to_ascii_lowercase());
    text
}

/// The position that a text describes.
pub(super) fn read(game: &ConnectFour, text: &str) -> Result<Position, InputError> {
    let inner = text.trim_ascii();
    if is_columns(inner) { read_columns(game, text, inner) } else { read_board(game, text, inner) }
}

fn read_columns(game: &ConnectFour, text: &str, inner: &str) -> Result<Position, InputError> {
    let mut position = Position::START;
    for (at, symbol) in (InputError::column(text, inner)..).zip(inner.chars()) {
        let shown = InputError::quote(&symbol.to_string());
        let refuse = |why: &str| Err(bad(text, &format!("{shown} (column {at}) {why}")));
        let column = symbol.to_digit(10).unwrap_or(0);
        if !(1..=game.columns).contains(&column) {
            return refuse(&format!("is not one of the columns of the board, 1 to {},", game.columns));
        }
        if game.has_four(position.mover ^ position.taken) {
            let winner = SYMBOLS[position.turn().opponent().index()];
            return refuse(&format!("cannot be played, because {winner} has won already,"));
        }
        let Ok(()) = game.play(&mut position, (column - 1) as u8);
        if position.taken & !game.board != 0 {
            return refuse(&format!(
                "cannot be played, because this column of the board (rows: {}) is full,",
                game.rows
            ));
        }
    }
    Ok(position)
}

fn read_board(game: &ConnectFour, text: &str, inner: &str) -> Result<Position, InputError> {
    let (rows, columns) = (game.rows, game.columns);
    let end = inner.find(|c: char| c.is_ascii_whitespace()).unwrap_or(inner.len());
    let (board, turn) = (&inner[..end], inner[end..].trim_ascii());
    let mut stones = [0u64; 2];
    let (mut row, mut column) = (0, 0);
    for (here, symbol) in (InputError::column(text, inner)..).zip(board.chars()) {
        if symbol == '/' {
            if column < columns {
                let what =
                    format!("row {} ends after {column} squares, not {columns}, (column {here})", row + 1);
                return Err(bad(text, &what));
            }
            (row, column) = (row + 1, 0);
            continue;
        }
        let owner = match symbol {
            'X' | 'x' => Some(0),
            'O' | 'o' => Some(1),
            '.' | '-' => None,
            _ => return Err(foreign(text, symbol, here)),
        };
        if column == columns || row == rows {
            return Err(bad(text, &format!("too many squares (column {here})")));
        }
        if let Some(owner) = owner {
            stones[owner] |= 1 << (column * (rows + 1) + rows - 1 - row);
        }
        column += 1;
    }
    if row + 1 != rows || column != columns {
        return Err(bad(text, &format!("the board is not {rows} rows of {columns}")));
    }
    let turn = player_of(["x", "o"], turn).ok_or_else(|| {
        let (given, column) = (InputError::quote(turn), InputError::column(text, turn));
        bad(text, &format!("the side to move must be x or o, not {given} (column {column}),"))
    })?;
    let reasons = impossibilities(game, stones, turn);
    if reasons.is_empty() {
        Ok(Position { mover: stones[turn.index()], taken: stones[0] | stones[1] })
    } else {
        Err(bad(text, &reasons.join("; and ")))
    }
}

/// Every reason why such a board cannot be. Whether a game leads to it is not asked beyond that.
pub(super) fn impossibilities(game: &ConnectFour, stones: [u64; 2], turn: Player) -> Vec<String> {
    let mut reasons = Vec::new();
    let taken = stones[0] | stones[1];
    // A stone floats when the square below it is empty; the fence below a bottom square counts as taken.
    let floating = taken & !(taken << 1 | game.bottom);
    for column in 0..game.columns {
        let here = floating >> (column * (game.rows + 1)) & ((1 << game.rows) - 1);
        if here != 0 {
            let row = here.trailing_zeros() + 1;
            reasons.push(format!("the stone in column {}, row {row} from the bottom, floats", column + 1));
        }
    }
    reasons.extend(wrong_numbers(stones.map(u64::count_ones), turn));
    let fours = stones.map(|stones| game.has_four(stones));
    if fours[0] && fours[1] {
        reasons.push("both sides have four in a row".into());
    } else if fours[turn.index()] {
        let symbol = SYMBOLS[turn.index()];
        reasons.push(format!("{symbol} has four in a row and is still to move"));
    } else if fours[turn.opponent().index()] && floating == 0 {
        let (winner, symbol) = (stones[turn.opponent().index()], SYMBOLS[turn.opponent().index()]);
        // The uppermost stones: only air or the fence above them.
        let mut tops = bits(winner & !(taken >> 1));
        if tops.all(|last| game.has_four(winner ^ 1 << last)) {
            reasons.push(format!("{symbol} has several fours, and no last stone made them all"));
        }
    }
    reasons
}
