//! Connect Four on boards of several sizes: stones fall to the bottom of their column, four in a row win,
//! and a full board without them is a draw.
//!
//! # The board as bits
//!
//! A column takes `rows + 1` bits, the bottom square lowest; its uppermost bit is always empty. With this
//! fence a step in any direction from a square ends on its neighbour, on a fence, or outside the number, so
//! that shifted boards never connect stones across an edge. The fence also makes room for the carry when a
//! stone is dropped: adding the bottom bit of a column to the taken squares gives its lowest empty one.

mod evaluator;
mod exact;
mod notation;
#[cfg(test)]
mod tests;

use std::convert::Infallible;

use pnyx_game::{
    DRAW_OR_BETTER, Evaluation, Goal, GoalSpec, Goals, InputError, Notation, Outcome, Packed, Player,
    Repetition, Resources, Rules, Scored, WIN, WIN_IN, bad_bytes, input_error, packed_within,
};

pub use evaluator::Threats;

use crate::spec::{GameOptions, GameSpec, OptionSpec, score_goal};

/// Connect Four as the user sees it.
pub const SPEC: GameSpec = GameSpec {
    name: "connect-four",
    description: "four in a row with stones that fall; a drawn board, or the columns played as in 44455",
    start: "......./......./......./......./......./....... x",
    goals: &goals(6 * 7),
    options: &[
        OptionSpec::new("rows", "6", "rows of the board, 1 to 9; rows or columns are 4 or more"),
        OptionSpec::new("columns", "7", "columns of the board, 1 to 9; (rows + 1) x columns is at most 64"),
    ],
};

/// The goals on a board with N squares. The score is Pons': the number of stones that the winner had left before the
/// last one, negative for the loser and 0 for a draw.
const fn goals(squares: i32) -> [GoalSpec; 4] {
    let meaning =
        "the player on move scores at least N: the stones that the winner has left at the end, and one";
    [WIN, DRAW_OR_BETTER, WIN_IN, score_goal(meaning, squares / 2)]
}

const LARGEST: usize = 9;
const BITS: usize = 64;

/// The rules for one size of board.
#[derive(Clone, Debug)]
pub struct ConnectFour {
    rows: u32,
    columns: u32,
    /// The lowest square of every column.
    bottom: u64,
    /// Every square.
    board: u64,
    /// Who must reach which score, when that is the goal.
    aim: Option<(Player, i32)>,
}

/// Squares that are taken, and those of the player on move. Whose turn it is follows from their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    mover: u64,
    taken: u64,
}

/// A column, 0 at the left.
pub type Move = u8;

impl Position {
    /// The empty board.
    const START: Position = Position { mover: 0, taken: 0 };

    #[inline]
    fn turn(&self) -> Player {
        if self.taken.count_ones().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    /// A number that no other position has: n stones in a column make 2^n - 1, and adding those of the mover leaves
    /// the sum below the 2^(n + 1) - 1 where the sums of n + 1 stones begin.
    #[inline]
    fn number(&self) -> u64 {
        self.mover + self.taken
    }

    /// The stones of the first and of the second player.
    #[inline]
    fn stones(&self) -> [u64; 2] {
        let other = self.mover ^ self.taken;
        if self.turn() == Player::First { [self.mover, other] } else { [other, self.mover] }
    }
}

impl ConnectFour {
    /// The rules for a board of this size.
    #[must_use]
    pub fn new(rows: usize, columns: usize) -> ConnectFour {
        assert!((1..=LARGEST).contains(&rows) && (1..=LARGEST).contains(&columns));
        assert!(rows.max(columns) >= 4 && (rows + 1) * columns <= BITS);
        let bottom = (0..columns).fold(0, |bits, column| bits | 1 << (column * (rows + 1)));
        let board = bottom * ((1 << rows) - 1);
        ConnectFour { rows: rows as u32, columns: columns as u32, bottom, board, aim: None }
    }

    /// The distance in bits between neighbours: upwards, to the right, and along both diagonals.
    #[inline]
    fn directions(&self) -> [u32; 4] {
        [1, self.rows, self.rows + 1, self.rows + 2]
    }

    #[inline]
    fn has_four(&self, stones: u64) -> bool {
        let four = self.directions().into_iter().fold(0, |found, step| {
            let pairs = stones & stones >> step;
            found | pairs & pairs >> (2 * step)
        });
        four != 0
    }

    /// The uppermost squares that are still empty: one for every column that can be played.
    #[inline]
    fn open_columns(&self, position: &Position) -> u64 {
        !position.taken & self.bottom << (self.rows - 1)
    }

    /// A set of squares, or a position's number, with the columns from right to left.
    #[inline]
    fn mirrored(&self, mut squares: u64) -> u64 {
        let height = self.rows + 1;
        let mut mirrored = 0;
        for _ in 0..self.columns {
            mirrored = mirrored << height | squares & ((1 << height) - 1);
            squares >>= height;
        }
        mirrored
    }

    /// The position with this number, if each column has one.
    fn numbered(&self, number: u64) -> Option<Position> {
        let height = self.rows + 1;
        let mut taken = 0;
        for at in (0..self.columns).map(|column| column * height) {
            let column = number >> at & ((1 << height) - 1);
            let stones = (column + 1).ilog2();
            if stones > self.rows {
                return None;
            }
            taken |= ((1 << stones) - 1) << at;
        }
        Some(Position { mover: number - taken, taken })
    }

    /// The bytes of a position's number.
    fn bytes(&self) -> usize {
        ((self.rows + 1) * self.columns).div_ceil(8) as usize
    }

    /// How a game that ended in this position counts: as it is, or by the score that is the goal.
    fn judge(&self, position: &Position, outcome: Outcome) -> Outcome {
        let Some((prover, least)) = self.aim else { return outcome };
        let score = self.score(position, outcome);
        let score = if prover == Player::First { score } else { -score };
        Outcome::Win(if score >= least { prover } else { prover.opponent() })
    }

    /// Pons' score for the first player: the stones the winner had left before the last one.
    fn score(&self, position: &Position, outcome: Outcome) -> i32 {
        let left = (self.board.count_ones() - position.taken.count_ones()) as i32;
        outcome.points() * (left / 2 + 1)
    }
}

/// The rules and the position that a text and some options describe.
pub fn open(text: Option<&str>, options: &GameOptions) -> Result<(ConnectFour, Position), InputError> {
    let given = [options.number("rows", 1, LARGEST)?, options.number("columns", 1, LARGEST)?];
    let [rows, columns] = match text {
        Some(text) => notation::size(text, given)?,
        None => [given[0].unwrap_or(6), given[1].unwrap_or(7)],
    };
    let size = format!("a board of {rows} rows and {columns} columns");
    if rows.max(columns) < 4 {
        return Err(input_error!("{size} has no room for four in a row: make one of them 4 or more"));
    }
    if (rows + 1) * columns > BITS {
        return Err(input_error!("{size} is too large: (rows + 1) x columns must be at most {BITS}"));
    }
    let game = ConnectFour::new(rows, columns);
    let position = text.map_or(Ok(Position::START), |text| game.parse(text))?;
    Ok((game, position))
}

impl Rules for ConnectFour {
    type Position = Position;
    type Move = Move;
    type Error = Infallible;

    #[inline]
    fn turn(&self, position: &Position) -> Result<Player, Infallible> {
        Ok(position.turn())
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, Infallible> {
        // Only the player who has just moved can have made four.
        Ok(if self.has_four(position.mover ^ position.taken) {
            Some(self.judge(position, Outcome::Win(position.turn().opponent())))
        } else if position.taken == self.board {
            Some(self.judge(position, Outcome::Draw))
        } else {
            None
        })
    }

    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) -> Result<(), Infallible> {
        let open = self.open_columns(position) >> (self.rows - 1);
        out.extend((0..self.columns as Move).filter(|&c| open >> (u32::from(c) * (self.rows + 1)) & 1 == 1));
        Ok(())
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) -> Result<(), Infallible> {
        position.mover ^= position.taken;
        position.taken |= position.taken + (1 << (u32::from(mv) * (self.rows + 1)));
        Ok(())
    }

    #[inline]
    fn evaluate(&self, position: &Position, _scratch: &mut Vec<Move>) -> Result<Evaluation, Infallible> {
        Ok((self.outcome(position)?, self.open_columns(position).count_ones()))
    }

    #[inline]
    fn key(&self, position: &Position) -> Result<u64, Infallible> {
        // What follows spreads the number over all bits and can be undone, so that no two positions share a key.
        let mut key = position.number();
        key = (key ^ key >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        key = (key ^ key >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        Ok(key ^ key >> 32)
    }

    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }
}

impl Notation for ConnectFour {
    fn notation(&self, _position: &Position, mv: Move) -> Result<String, Infallible> {
        Ok(char::from(b'1' + mv).to_string())
    }

    fn text(&self, position: &Position) -> Result<String, Infallible> {
        Ok(notation::write(self, position))
    }

    fn parse(&self, text: &str) -> Result<Position, InputError> {
        notation::read(self, text)
    }

    fn player_names(&self) -> [String; 2] {
        ["x".into(), "o".into()]
    }

    fn moves_by_notation(&self, position: &Position, out: &mut Vec<Move>) -> Result<(), Infallible> {
        // Columns from the left are in the order of their digits already.
        out.clear();
        self.moves(position, out)
    }
}

impl Packed for ConnectFour {
    #[inline]
    fn pack(&self, position: &Position, out: &mut Vec<u8>) -> Result<(), Infallible> {
        out.extend_from_slice(&position.number().to_le_bytes()[..self.bytes()]);
        Ok(())
    }

    fn unpack(&self, bytes: &[u8]) -> Result<Position, InputError> {
        let mut number = [0; 8];
        number[..self.bytes()].copy_from_slice(packed_within(bytes, self.bytes())?);
        let number = u64::from_le_bytes(number);
        let used = (self.rows + 1) * self.columns;
        let position = self.numbered(number).filter(|_| used == BITS as u32 || number >> used == 0);
        let position = position.ok_or_else(|| bad_bytes("no columns have this number", bytes))?;
        let reasons = notation::impossibilities(self, position.stones(), position.turn());
        if reasons.is_empty() { Ok(position) } else { Err(bad_bytes(&reasons.join("; and "), bytes)) }
    }

    #[inline]
    fn canonical(&self, position: &Position) -> Result<Position, Infallible> {
        let number = position.number();
        Ok(if number <= self.mirrored(number) {
            *position
        } else {
            Position { mover: self.mirrored(position.mover), taken: self.mirrored(position.taken) }
        })
    }

    fn has_symmetry(&self) -> bool {
        true
    }

    fn comes_in_sizes(&self) -> bool {
        true
    }
}

impl Scored for ConnectFour {
    fn payoff(&self, position: &Position, outcome: Outcome) -> Result<i32, Infallible> {
        Ok(if self.aim.is_some() { outcome.points() } else { self.score(position, outcome) })
    }

    fn largest_payoff(&self) -> i32 {
        (self.board.count_ones() as i32 + 1) / 2
    }
}

impl Goals for ConnectFour {
    fn goals(&self) -> Vec<GoalSpec> {
        goals(self.board.count_ones() as i32).to_vec()
    }

    fn aim(&self, goal: &Goal, prover: Player) -> Result<Option<ConnectFour>, InputError> {
        Ok(goal.number.map(|least| ConnectFour { aim: Some((prover, least)), ..self.clone() }))
    }
}

impl Resources for ConnectFour {}
