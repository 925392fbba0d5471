//! The table of fixed size, for one thread and for many: the record whose search cost least is replaced.
//!
//! Of the bytes given, an eighth is for [verdicts on single lines](super::by_line) and the rest for positions, in a
//! [table that threads share](super::shared). The words of a record, bits counted from the lowest:
//!
//! ```text
//! body     bits  0-31  proof number
//!               32-63  disproof number
//! facts    bits  0-15  best
//!               16-31  ply
//!                  32  whether there may be verdicts on lines
//!                  33  whether there is a verdict on all lines
//!               34-51  effort: see `effort_code`
//!               52-63  the tag
//! ```
//!
//! **Worth.** A position is worth its effort + 1, and twice that if it is solved or may have verdicts on lines.
//!
//! **Threads.** A verdict on all lines is never overwritten by numbers: they are merged with it, and a thread that
//! read before the verdict came reads again. What can be lost between threads is a record as a whole, and with it the bit
//! which says that there may be verdicts on lines. They are not looked for then, until another is stored for the position:
//! that costs a search which comes to the same again, and no more, because the node above is told a verdict by the
//! search and not by the table.
//!
//! None of this can make an answer wrong. A verdict on a line is true on that line whether or not anything else is known
//! of its position.

use std::sync::Arc;

use super::by_line::ByLine;
use super::shared::{Record, Shared};
use super::{Entry, Table, Twin};

/// Verdicts on lines get one part in this many.
const TWIN_SHARE: usize = 8;

/// The places of the parts of the facts.
const PLY_AT: u32 = 16;
const TWINS: u64 = 1 << 32;
const SOLVED: u64 = 1 << 33;
const EFFORT_AT: u32 = 34;

/// Bits of the fraction of an effort's code.
const FRACTION: u32 = 13;
const EFFORT: u64 = (1 << (FRACTION + 5)) - 1;

/// A doubling of worth, and classes of worth to a doubling.
const DOUBLED: u64 = 1 << FRACTION;
const CLASSES: u64 = 8;

/// See the module.
pub struct Bounded {
    entries: Shared<Entry>,
    twins: ByLine,
}

impl Bounded {
    /// A table of at most N bytes, though never less than one bucket of each kind, which is below 2 KiB. If the
    /// system refuses to reserve as much, the table is smaller.
    #[must_use]
    pub fn new(bytes: usize) -> Bounded {
        let twins = (bytes / TWIN_SHARE).max(ByLine::LEAST);
        Bounded { entries: Shared::new(bytes.saturating_sub(twins)), twins: ByLine::new(twins) }
    }

    /// Positions known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no position is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Verdicts on lines known.
    #[cfg(test)]
    pub fn twins_len(&self) -> usize {
        self.twins.len()
    }

    /// Positions there is room for.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.entries.capacity()
    }

    /// How often small trees were collected.
    #[must_use]
    pub fn collections(&self) -> u64 {
        self.entries.collections()
    }

    /// How many positions gave their places to others.
    #[must_use]
    pub fn replaced(&self) -> u64 {
        self.entries.replaced()
    }
}

/// Threads share it.
impl Table for Arc<Bounded> {
    #[inline]
    fn get(&self, key: u64) -> Option<Entry> {
        self.entries.get(key)
    }

    #[inline]
    fn put(&mut self, key: u64, entry: Entry) {
        self.entries.put(key, Entry { twins: false, ..entry });
    }

    fn forget(&mut self, key: u64) {
        self.entries.update(key, |before| Entry {
            twins: before.is_some_and(|before| before.twins),
            ..Entry::default()
        });
    }

    fn twin(&self, key: u64, code: u64) -> Option<Twin> {
        self.twins.get(key, code)
    }

    fn twins(&self, key: u64, out: &mut Vec<Twin>) {
        self.twins.all(key, out);
    }

    fn put_twin(&mut self, key: u64, twin: Twin) {
        self.entries.update(key, |before| before.unwrap_or_default().with_twins());
        self.twins.put(key, twin);
    }

    fn keep_proofs(&mut self) {
        self.entries.keep_if(|entry| entry.verdict() == Some(true));
        self.twins.clear();
    }

    fn positions(&self) -> usize {
        self.len()
    }

    fn memory_bytes(&self) -> usize {
        self.entries.memory_bytes() + self.twins.memory_bytes()
    }
}

impl Record for Entry {
    const CLASSES: usize = ((EFFORT + 1 + DOUBLED) * CLASSES / DOUBLED) as usize + 1;

    #[inline]
    fn pack(self) -> [u64; 2] {
        let twins = if self.twins { TWINS } else { 0 };
        let solved = if self.verdict().is_some() { SOLVED } else { 0 };
        let places = u64::from(self.best) | u64::from(self.ply) << PLY_AT;
        let numbers = u64::from(self.proof) | u64::from(self.disproof) << 32;
        [numbers, places | twins | solved | effort_code(self.effort) << EFFORT_AT]
    }

    #[inline]
    fn unpack(numbers: u64, facts: u64) -> Entry {
        Entry {
            proof: numbers as u32,
            disproof: (numbers >> 32) as u32,
            effort: effort_of(facts >> EFFORT_AT & EFFORT),
            best: facts as u16,
            ply: (facts >> PLY_AT) as u16,
            twins: facts & TWINS != 0,
        }
    }

    #[inline]
    fn worth(facts: u64) -> u64 {
        (facts >> EFFORT_AT & EFFORT) + 1 + if facts & (TWINS | SOLVED) != 0 { DOUBLED } else { 0 }
    }

    #[inline]
    fn class(worth: u64) -> usize {
        (worth * CLASSES / DOUBLED) as usize
    }

    /// Of two verdicts the earlier one stays, with its move: what it rests on was decided before it, so that moves do not
    /// lead into a cycle.
    #[inline]
    fn and(self, before: Entry) -> Entry {
        let kept = if before.verdict().is_some() { before } else { self };
        Entry { effort: self.effort, ply: self.ply, twins: self.twins || before.twins, ..kept }
    }
}

/// A small number that stands for an effort: the logarithm of effort + 1 with 13 bits of its fraction, so that efforts
/// below 2^14 are exact and others are rounded down by less than a part in 2^13.
#[inline]
pub(super) fn effort_code(effort: u32) -> u64 {
    let effort = u64::from(effort) + 1;
    let log = effort.ilog2().min(31);
    let fraction = (effort.min(u64::from(u32::MAX)) << FRACTION >> log) & (DOUBLED - 1);
    u64::from(log) << FRACTION | fraction
}

/// The least effort with this code.
#[inline]
pub(super) fn effort_of(code: u64) -> u32 {
    let mantissa = DOUBLED | code & (DOUBLED - 1);
    ((mantissa << (code >> FRACTION)).div_ceil(DOUBLED) - 1) as u32
}
