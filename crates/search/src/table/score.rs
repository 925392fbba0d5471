//! A position's score at a depth, as tables hold it.

use super::NO_MOVE;

/// What is known about a position's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
    /// The plies that were searched below the position.
    pub depth: u32,
    /// The place of the best move among the game's moves, or [`NO_MOVE`].
    pub best: u16,
    /// What the search stores beside it, 0 if nothing.
    pub tag: u16,
}

impl Score {
    /// Nothing but the best move, which is known at no depth.
    pub fn best_only(best: u16) -> Score {
        Score { lower: i32::MIN, upper: i32::MAX, depth: u32::MAX, best, tag: 0 }
    }

    /// Whether it is the value of a leaf: these have no best move.
    #[inline]
    pub fn is_leaf(&self) -> bool {
        self.best == NO_MOVE && self.lower == self.upper
    }
}
