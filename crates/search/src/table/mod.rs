//! Tables: what a search remembers about positions it is not looking at.
//!
//! A position has one [`Entry`], true for every line that leads to it. A verdict that depends on the line (it
//! repeats a position of the path, or would) is a [`Twin`]: it holds on that line alone, which is known by its code.

mod bounded;
mod buckets;
mod by_line;
mod exact;
mod filter;
mod length_table;
mod marks;
mod memory;
mod score;
mod scores;
mod sealed;
mod shared;
mod size;
#[cfg(test)]
mod tests;
mod two_big;
mod two_deep;

use std::collections::HashMap;

use pnyx_game::{Game, Repetition};

use crate::path::KeyState;

pub use bounded::Bounded;
pub(crate) use buckets::mix;
pub use exact::Exact;
pub(crate) use filter::Filter;
pub use length_table::LengthTable;
pub(crate) use marks::Marks;
pub use memory::Memory;
pub(crate) use score::Score;
pub use scores::Scores;
pub use shared::{Known, NEVER, Shared};
pub use size::{ScoreTableSize, TableSize};
pub use two_big::TwoBig;
use two_deep::TwoDeep;

/// The move that decides is not known.
pub const NO_MOVE: u16 = u16::MAX;

/// The key of a position in tables. Where a repetition is a draw, positions that the rule does not distinguish have the
/// same future.
pub(crate) fn table_key<G: Game>(game: &G, position: &G::Position) -> Result<u64, G::Error> {
    if game.repetition() == Repetition::Draw { game.repetition_key(position) } else { game.key(position) }
}

/// Insertions that may come between two checks of the memory.
const NEAR: usize = 64;

/// Bytes of a map. Near its next growth they are those of the old and the new one together, because both will be there.
pub(crate) fn map_bytes<V>(map: &HashMap<u64, V, KeyState>) -> usize {
    // A map keeps at most 7 of 8 places full, and a byte a place beside them.
    let bytes = map.capacity() * 8 / 7 * (size_of::<(u64, V)>() + 1);
    if map.capacity() - map.len() < NEAR { 3 * bytes } else { bytes }
}

/// What is known about a position on all lines. Both numbers are 0 as long as nothing is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The proof number.
    pub proof: u32,
    /// The disproof number.
    pub disproof: u32,
    /// Nodes spent on the position, as far as known.
    pub effort: u32,
    /// The place of the deciding move among the game's moves, of a solved position whose player has one;
    /// [`NO_MOVE`] if it is not known or too far back.
    pub best: u16,
    /// The plies of the shortest line on which the position was searched.
    pub ply: u16,
    /// Whether there may be verdicts for single lines.
    pub twins: bool,
}

impl Entry {
    /// Whether nothing is known.
    #[inline]
    #[must_use]
    pub fn blank(&self) -> bool {
        self.proof == 0 && self.disproof == 0
    }

    /// The verdict, if there is one: whether the goal is reached.
    #[inline]
    #[must_use]
    pub fn verdict(&self) -> Option<bool> {
        match (self.proof, self.disproof) {
            (0, 0) => None,
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }

    /// The same after something else was known: numbers do not overwrite a verdict.
    #[inline]
    fn over(self, before: Entry) -> Entry {
        let kept = if self.verdict().is_none() && before.verdict().is_some() { before } else { self };
        Entry { effort: self.effort, ply: self.ply, twins: before.twins, ..kept }
    }

    /// The same when there is a verdict for a line: the numbers become blank, unless they are a verdict.
    fn with_twins(self) -> Entry {
        if self.verdict().is_some() {
            return Entry { twins: true, ..self };
        }
        Entry { proof: 0, disproof: 0, twins: true, ..self }
    }
}

/// A verdict on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Twin {
    /// The code of the line.
    pub code: u64,
    /// Whether the goal is reached.
    pub proven: bool,
    /// As in [`Entry::best`].
    pub best: u16,
    /// The smallest ply of an earlier position on the line that the verdict depends on.
    pub depends_on_ply: u32,
}

/// A memory for positions and lines. Forgetting is allowed, inventing is not: what is found was put there.
pub trait Table {
    /// What is known about a position.
    fn get(&self, key: u64) -> Option<Entry>;

    /// Store what is known about a position now. Numbers do not overwrite a verdict, and [`Entry::twins`] stays as it was.
    fn put(&mut self, key: u64, entry: Entry);

    /// Whatever is known about a position on all lines is not known any more.
    fn forget(&mut self, key: u64);

    /// The verdict for a line.
    fn twin(&self, key: u64, code: u64) -> Option<Twin>;

    /// Append the verdicts for all lines that are still known, the latest last.
    fn twins(&self, key: u64, out: &mut Vec<Twin>);

    /// Store a verdict for a line; the numbers of the position become blank again, unless they are a verdict.
    fn put_twin(&mut self, key: u64, twin: Twin);

    /// Forget everything but proofs that hold on all lines.
    fn keep_proofs(&mut self);

    /// The number of positions known.
    fn positions(&self) -> usize;

    /// Bytes in use.
    fn memory_bytes(&self) -> usize;
}
