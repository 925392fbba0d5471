//! Tic-tac-toe and its relatives, the m,n,k games: put k stones in a row on a board of any size up
//! to 8 by 8. The game to copy when adding another.
//!
//! Notation: the rows from the top, `/` between them, then the side to move: `X.O/.X./..O x`.
//! Moves are squares as in chess: `a1` is the bottom left one.

use std::convert::Infallible;
use std::fmt::Write;

use pnyx_game::{
    InputError, Notation, Outcome, Packed, Player, Repetition, Rules, bad_bytes, input_error, plain_game,
};

use crate::boards;
use crate::spec::{GameOptions, GameSpec, OptionSpec, PLAYERS, WIN_OR_DRAW, player_of, wrong_numbers};

/// Tic-tac-toe as the user sees it.
pub const SPEC: GameSpec = GameSpec {
    name: "tic-tac-toe",
    description: "k in a row on a board of rows x columns (m,n,k games)",
    start: ".../.../... x",
    goals: WIN_OR_DRAW,
    options: &[
        OptionSpec::new("rows", "3", "rows of the board, 1 to 8"),
        OptionSpec::new("columns", "3", "columns of the board, 1 to 8"),
        OptionSpec::new("k", "3", "stones in a row that win, 1 to 8").in_certificates(),
    ],
};

const LARGEST: usize = 8;
const SYMBOLS: [char; 2] = ['X', 'O'];

/// The rules for one size of board.
#[derive(Clone, Debug)]
pub struct TicTacToe {
    rows: usize,
    columns: usize,
    k: usize,
    /// Every k squares in a row.
    lines: Vec<u64>,
}

/// Stones of the two players; bit `row * columns + column`, rows counted from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    stones: [u64; 2],
    turn: Player,
}

/// The index of a square.
pub type Move = u32;

fn bad(text: &str, what: &str) -> InputError {
    input_error!("{what} in {}; a position looks like '{}'", InputError::quote(text), SPEC.start)
}

/// The board and what follows it. A character that cannot be on a board is reported before everything else: what
/// else seems wrong may come from it.
fn words(text: &str) -> Result<(&str, &str), InputError> {
    let trimmed = text.trim();
    let (board, rest) = trimmed.split_at(trimmed.find(char::is_whitespace).unwrap_or(trimmed.len()));
    if let Some((at, symbol)) = board.char_indices().find(|&(_, symbol)| !"XxOo.-/".contains(symbol)) {
        let column = InputError::column(text, &board[at..]);
        let symbol = InputError::quote(&symbol.to_string());
        return Err(bad(text, &format!("{symbol} (column {column}) is not one of X O . /")));
    }
    Ok((board, rest.trim()))
}

impl TicTacToe {
    /// The rules for a board of this size.
    #[must_use]
    pub fn new(rows: usize, columns: usize, k: usize) -> TicTacToe {
        assert!((1..=LARGEST).contains(&rows) && (1..=LARGEST).contains(&columns) && k >= 1);
        let mut lines = Vec::new();
        for row in 0..rows as isize {
            for column in 0..columns as isize {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let squares: Option<Vec<usize>> = (0..k as isize)
                        .map(|i| {
                            let (r, c) = (row + i * down, column + i * right);
                            let inside = r < rows as isize && (0..columns as isize).contains(&c);
                            inside.then(|| r as usize * columns + c as usize)
                        })
                        .collect();
                    if let Some(squares) = squares {
                        lines.push(squares.iter().fold(0, |mask, s| mask | 1 << s));
                    }
                }
            }
        }
        lines.sort_unstable();
        lines.dedup();
        TicTacToe { rows, columns, k, lines }
    }

    /// The rules and the position that a text and some options describe.
    pub fn open(text: Option<&str>, options: &GameOptions) -> Result<(TicTacToe, Position), InputError> {
        let mut rows = options.number("rows", 1, LARGEST)?;
        let mut columns = options.number("columns", 1, LARGEST)?;
        let k = options.number("k", 1, LARGEST)?.unwrap_or(3);
        if let Some(text) = text {
            let (board, _) = words(text)?;
            let seen_rows = board.split('/').count();
            let seen_columns = board.split('/').next().map_or(0, |row| row.chars().count());
            for (name, seen) in [("rows", seen_rows), ("columns", seen_columns)] {
                if !(1..=LARGEST).contains(&seen) {
                    return Err(input_error!(
                        "a board has 1 to {LARGEST} {name}, not {seen}: {}; \
                         write rows from the top and the side to move, like '{}'",
                        InputError::quote(text),
                        SPEC.start
                    ));
                }
            }
            for (name, given, seen) in [("rows", rows, seen_rows), ("columns", columns, seen_columns)] {
                if let Some(given) = given.filter(|&given| given != seen) {
                    return Err(input_error!(
                        "option {name} is {given}, but the position has {seen}: leave the option out"
                    ));
                }
            }
            (rows, columns) = (Some(seen_rows), Some(seen_columns));
        }
        let game = TicTacToe::new(rows.unwrap_or(3), columns.unwrap_or(3), k);
        let position = match text {
            Some(text) => game.parse(text)?,
            None => Position { stones: [0, 0], turn: Player::First },
        };
        Ok((game, position))
    }

    fn squares(&self) -> usize {
        self.rows * self.columns
    }

    fn has_line(&self, stones: u64) -> bool {
        self.lines.iter().any(|line| stones & line == *line)
    }

    /// Every reason why no game leads to this position.
    fn impossibilities(&self, position: &Position) -> Vec<String> {
        let mut reasons = Vec::from_iter(wrong_numbers(position.stones.map(u64::count_ones), position.turn));
        if self.has_line(position.stones[position.turn.index()]) {
            let symbol = SYMBOLS[position.turn.index()];
            reasons.push(format!("{symbol} has {} in a row and is still to move", self.k));
        }
        reasons
    }
}

impl Rules for TicTacToe {
    type Position = Position;
    type Move = Move;
    type Error = Infallible;

    fn turn(&self, position: &Position) -> Result<Player, Infallible> {
        Ok(position.turn)
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, Infallible> {
        let last = position.turn.opponent();
        Ok(if self.has_line(position.stones[last.index()]) {
            Some(Outcome::Win(last))
        } else if (position.stones[0] | position.stones[1]).count_ones() as usize == self.squares() {
            Some(Outcome::Draw)
        } else {
            None
        })
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) -> Result<(), Infallible> {
        let taken = position.stones[0] | position.stones[1];
        out.extend((0..self.squares() as Move).filter(|square| taken >> square & 1 == 0));
        Ok(())
    }

    fn play(&self, position: &mut Position, mv: Move) -> Result<(), Infallible> {
        position.stones[position.turn.index()] |= 1 << mv;
        position.turn = position.turn.opponent();
        Ok(())
    }

    fn key(&self, position: &Position) -> Result<u64, Infallible> {
        // Multiply and fold, twice for each word: once leaves the highest bits where a second word can cancel
        // them. The turn follows from the stones.
        let mut key = 0x9e37_79b9_7f4a_7c15_u64;
        for stones in position.stones {
            key ^= stones;
            for _ in 0..2 {
                key = key.wrapping_mul(0xd6e8_feb8_6659_fd93);
                key ^= key >> 32;
            }
        }
        Ok(key)
    }

    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }
}

impl Notation for TicTacToe {
    fn notation(&self, _position: &Position, mv: Move) -> Result<String, Infallible> {
        let (row, column) = (mv as usize / self.columns, mv as usize % self.columns);
        Ok(format!("{}{}", (b'a' + column as u8) as char, self.rows - row))
    }

    fn text(&self, position: &Position) -> Result<String, Infallible> {
        let mut text = String::new();
        for square in 0..self.squares() {
            if square > 0 && square % self.columns == 0 {
                text.push('/');
            }
            let owner = PLAYERS.iter().find(|p| position.stones[p.index()] >> square & 1 == 1);
            text.push(owner.map_or('.', |p| SYMBOLS[p.index()]));
        }
        let _ = write!(text, " {}", SYMBOLS[position.turn.index()].to_ascii_lowercase());
        Ok(text)
    }

    fn parse(&self, text: &str) -> Result<Position, InputError> {
        let mut position = Position { stones: [0, 0], turn: Player::First };
        let (mut row, mut column) = (0, 0);
        let (board, turn) = words(text)?;
        for (symbol, at) in board.chars().zip(InputError::column(text, board)..) {
            match symbol {
                '/' if column == self.columns => (row, column) = (row + 1, 0),
                '/' => {
                    let (row, columns) = (row + 1, self.columns);
                    return Err(bad(
                        text,
                        &format!("row {row} has {column} squares, not {columns} (column {at})"),
                    ));
                }
                _ if column == self.columns || row == self.rows => {
                    return Err(bad(text, &format!("too many squares (column {at})")));
                }
                'X' | 'x' => position.stones[0] |= 1 << (row * self.columns + column),
                'O' | 'o' => position.stones[1] |= 1 << (row * self.columns + column),
                _ => {}
            }
            if symbol != '/' {
                column += 1;
            }
        }
        if row + 1 != self.rows || column != self.columns {
            return Err(bad(text, &format!("the board is not {} rows of {}", self.rows, self.columns)));
        }
        position.turn = player_of(["x", "o"], turn).ok_or_else(|| {
            let (given, column) = (InputError::quote(turn), InputError::column(text, turn));
            bad(text, &format!("the side to move must be x or o, not {given} (column {column})"))
        })?;
        let reasons = self.impossibilities(&position);
        if reasons.is_empty() { Ok(position) } else { Err(bad(text, &reasons.join("; and "))) }
    }

    fn player_names(&self) -> [String; 2] {
        ["x".into(), "o".into()]
    }
}

impl Packed for TicTacToe {
    fn pack(&self, position: &Position, out: &mut Vec<u8>) -> Result<(), Infallible> {
        // The turn follows from the stones.
        boards::pack(position.stones.map(u128::from), self.squares() as u32, out);
        Ok(())
    }

    fn unpack(&self, bytes: &[u8]) -> Result<Position, InputError> {
        let stones = boards::unpack(bytes, self.squares() as u32)?.map(|stones| stones as u64);
        let turn =
            if stones[0].count_ones() == stones[1].count_ones() { Player::First } else { Player::Second };
        let position = Position { stones, turn };
        let reasons = self.impossibilities(&position);
        if reasons.is_empty() { Ok(position) } else { Err(bad_bytes(&reasons.join("; and "), bytes)) }
    }

    #[inline]
    fn canonical(&self, position: &Position) -> Result<Position, Infallible> {
        let (rows, columns) = (self.rows, self.columns);
        let stones = position.stones.map(|stones| boards::spread(stones, rows, columns));
        let least = boards::canonical(stones, rows, columns);
        let stones = least.map(|stones| boards::gather(stones, rows, columns));
        Ok(Position { stones, turn: position.turn })
    }

    fn has_symmetry(&self) -> bool {
        true
    }

    fn comes_in_sizes(&self) -> bool {
        true
    }
}

plain_game!(TicTacToe, packed: own);

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use pnyx_game::{check_game, perft};
    use proptest::prelude::*;

    use super::*;

    fn start(game: &TicTacToe) -> Position {
        let row = ".".repeat(game.columns);
        game.parse(&format!("{} x", vec![row; game.rows].join("/"))).unwrap()
    }

    #[test]
    fn perft_in_full() {
        let game = TicTacToe::new(3, 3, 3);
        let known = [1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872];
        for (depth, known) in known.into_iter().enumerate() {
            assert_eq!(
                perft(&game, &start(&game), depth as u32, &mut || ControlFlow::Continue(())),
                Ok(Some(known)),
                "{depth:?}"
            );
        }
    }

    #[test]
    fn keeps_the_contract() {
        for (rows, columns, k) in [(3, 3, 3), (1, 1, 1), (4, 5, 4), (8, 8, 5), (2, 7, 3)] {
            let game = TicTacToe::new(rows, columns, k);
            check_game(&game, &start(&game), 30, 70, 1, &mut || ControlFlow::Continue(())).unwrap();
        }
    }

    #[test]
    fn impossible_positions_are_refused_with_every_reason() {
        let game = TicTacToe::new(3, 3, 3);
        let error = game.parse("XXX/.../... x").unwrap_err().to_string();
        assert!(error.contains("as many X as O") && error.contains("3 in a row"), "{error}");
        for text in ["", "x", "... x", ".../.../...", ".../.../... z", "..../..../.... x", ".../..?/... x"] {
            assert!(game.parse(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC*", board in "[XO./ xo-]{0,40}") {
            for text in [text, board] {
                if let Ok((game, position)) = TicTacToe::open(Some(&text), &GameOptions::default()) {
                    let written = game.text(&position).unwrap();
                    prop_assert_eq!(game.parse(&written), Ok(position));
                }
            }
        }
    }
}
