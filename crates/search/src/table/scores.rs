//! Scores of depth-limited searches, which hold for the depth they were searched to.

use std::collections::HashMap;

use super::{NO_MOVE, TwoDeep, map_bytes};
use crate::path::KeyState;

/// What is known of a position's score.
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
    /// What the search notes beside it, 0 if nothing.
    pub note: u16,
}

impl Score {
    /// Nothing but the best move, which is known at no depth.
    #[must_use]
    pub fn best_only(best: u16) -> Score {
        Score { lower: i32::MIN, upper: i32::MAX, depth: u32::MAX, best, note: 0 }
    }

    /// Whether it is the value of a leaf: these have no best move.
    #[inline]
    #[must_use]
    pub fn is_leaf(&self) -> bool {
        self.best == NO_MOVE && self.lower == self.upper
    }
}

/// A table of scores chosen at run time.
pub struct Scores(Kind);

enum Kind {
    Off,
    Exact(HashMap<u64, Score, KeyState>),
    TwoDeep(TwoDeep),
}

impl Scores {
    /// No table.
    #[must_use]
    pub fn off() -> Scores {
        Scores(Kind::Off)
    }

    /// A table that forgets nothing.
    #[must_use]
    pub fn exact() -> Scores {
        Scores(Kind::Exact(HashMap::default()))
    }

    /// A table of fixed size.
    #[must_use]
    pub fn two_deep(table: TwoDeep) -> Scores {
        Scores(Kind::TwoDeep(table))
    }

    /// Whether nothing is kept.
    #[inline]
    #[must_use]
    pub fn is_off(&self) -> bool {
        matches!(self.0, Kind::Off)
    }

    /// What is known of a position.
    #[inline]
    #[must_use]
    pub fn get(&self, key: u64) -> Option<Score> {
        match &self.0 {
            Kind::Off => None,
            Kind::Exact(table) => table.get(&key).copied(),
            Kind::TwoDeep(table) => table.get(key),
        }
    }

    /// Put down what is known of a position now.
    #[inline]
    pub fn put(&mut self, key: u64, score: Score) {
        match &mut self.0 {
            Kind::Off => {}
            Kind::Exact(table) => {
                table.insert(key, score);
            }
            Kind::TwoDeep(table) => table.put(key, score),
        }
    }

    /// Keep only the best moves. Of a table of fixed size, nothing is kept.
    pub fn forget_bounds(&mut self) {
        match &mut self.0 {
            Kind::Off => {}
            Kind::Exact(table) => table.values_mut().for_each(|score| *score = Score::best_only(score.best)),
            Kind::TwoDeep(_) => self.0 = Kind::Off,
        }
    }

    /// Bytes in use.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        match &self.0 {
            Kind::Off => 0,
            Kind::Exact(table) => map_bytes(table),
            Kind::TwoDeep(table) => table.memory_bytes(),
        }
    }
}
