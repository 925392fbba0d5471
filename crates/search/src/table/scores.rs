//! Scores of depth-limited searches, which hold for the depth they were searched to.

use std::collections::HashMap;

use super::map_bytes;
use super::score::Score;
use super::two_deep::TwoDeep;
use crate::path::KeyState;

/// A table of scores chosen at run time.
pub struct Scores(Kind);

enum Kind {
    Off,
    Exact(HashMap<u64, Score, KeyState>),
    TwoDeep(TwoDeep),
}

impl Scores {
    pub(crate) fn off() -> Scores {
        Scores(Kind::Off)
    }

    /// A table that forgets nothing.
    pub(crate) fn exact() -> Scores {
        Scores(Kind::Exact(HashMap::default()))
    }

    /// A table of fixed size.
    pub(crate) fn two_deep(table: TwoDeep) -> Scores {
        Scores(Kind::TwoDeep(table))
    }

    #[inline]
    pub(crate) fn is_off(&self) -> bool {
        matches!(self.0, Kind::Off)
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Score> {
        match &self.0 {
            Kind::Off => None,
            Kind::Exact(table) => table.get(&key).copied(),
            Kind::TwoDeep(table) => table.get(key),
        }
    }

    #[inline]
    pub(crate) fn put(&mut self, key: u64, score: Score) {
        match &mut self.0 {
            Kind::Off => {}
            Kind::Exact(table) => {
                table.insert(key, score);
            }
            Kind::TwoDeep(table) => table.put(key, score),
        }
    }

    /// Keep only the best moves. Of a table of fixed size, nothing is kept.
    pub(crate) fn forget_bounds(&mut self) {
        match &mut self.0 {
            Kind::Off => {}
            Kind::Exact(table) => table.values_mut().for_each(|score| *score = Score::best_only(score.best)),
            Kind::TwoDeep(_) => self.0 = Kind::Off,
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        match &self.0 {
            Kind::Off => 0,
            Kind::Exact(table) => map_bytes(table),
            Kind::TwoDeep(table) => table.memory_bytes(),
        }
    }
}
