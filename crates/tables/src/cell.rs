//! What is known of a position while its table is made: 32 bits.
//!
//! ```text
//! bit 31       settled: outcome and distance are known
//! bit 30       whose turn it is
//! bits 29, 28  if settled: won by the first player, won by the second, drawn
//! bits 27..0   if settled: the distance, or for a draw the wave that told it; otherwise moves that may still help
//! ```

use pnyx_game::{Outcome, Player};

use crate::{Entry, Value};

/// The cell of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell(pub u32);

const SETTLED: u32 = 1 << 31;
const SECOND_TO_MOVE: u32 = 1 << 30;
const RESULT: u32 = 3 << 28;
const WON_BY_SECOND: u32 = 1 << 28;
const DRAWN: u32 = 2 << 28;
const NUMBER: u32 = (1 << 28) - 1;

/// The largest distance, and the largest number of moves.
pub(crate) const LARGEST: u32 = NUMBER;

/// How a settled position ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Result {
    Won(Player),
    Drawn,
}

impl Cell {
    /// A position with moves, none of them known.
    pub fn open(turn: Player, moves: u32) -> Cell {
        debug_assert!((1..=LARGEST).contains(&moves));
        Cell(turn_bit(turn) | moves)
    }

    /// A final position.
    pub fn end(turn: Player, outcome: Outcome) -> Cell {
        let result = match outcome {
            Outcome::Win(winner) => Result::Won(winner),
            Outcome::Draw => Result::Drawn,
        };
        Cell(turn_bit(turn)).settled(result, 0)
    }

    pub fn is_settled(self) -> bool {
        self.0 & SETTLED != 0
    }

    pub fn turn(self) -> Player {
        if self.0 & SECOND_TO_MOVE == 0 { Player::First } else { Player::Second }
    }

    /// How a settled position ends.
    pub fn result(self) -> Result {
        match self.0 & RESULT {
            0 => Result::Won(Player::First),
            WON_BY_SECOND => Result::Won(Player::Second),
            _ => Result::Drawn,
        }
    }

    /// Distance, wave or moves left.
    pub fn number(self) -> u32 {
        self.0 & NUMBER
    }

    /// The same position, settled.
    pub fn settled(self, result: Result, distance: u32) -> Cell {
        let result = match result {
            Result::Won(Player::First) => 0,
            Result::Won(Player::Second) => WON_BY_SECOND,
            Result::Drawn => DRAWN,
        };
        Cell(self.0 & SECOND_TO_MOVE | SETTLED | result | distance)
    }

    /// What one more move says that leads to a position with this result, which is to be told in the given wave. The
    /// position must not be settled.
    #[inline]
    pub fn told(self, result: Result, distance: u32) -> Cell {
        if result == Result::Won(self.turn()) || self.number() == 1 {
            self.settled(result, distance)
        } else {
            Cell(self.0 - 1)
        }
    }

    /// Whether the position is to tell its predecessors in this wave, of wins or of draws.
    #[inline]
    pub fn tells(self, of_draws: bool, wave: u32) -> bool {
        self.0 & (SETTLED | NUMBER) == SETTLED | wave && (self.0 & DRAWN != 0) == of_draws
    }

    /// What the table says when nothing more can be told: what is not settled is a draw.
    pub fn entry(self) -> Entry {
        let turn = self.turn();
        match self.result() {
            Result::Won(winner) if self.is_settled() => Entry::won_by(turn, winner, self.number()),
            _ => Entry { turn, value: Value::Draw },
        }
    }
}

fn turn_bit(turn: Player) -> u32 {
    match turn {
        Player::First => 0,
        Player::Second => SECOND_TO_MOVE,
    }
}
