//! What searches for forced wins remember, one or several at a time.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use crate::table::{Filter, Known, NEVER, Shared};

/// Places for marks of positions in work.
const MARKS: usize = 1 << 14;

/// A table with a first look in front of it, and marks of the positions that threads are at work on.
///
/// What is known of lengths is true on all lines and stays true for as long as the question has the same prover, rules and
/// positions before its root, however many moves are allowed.
pub struct Notes {
    table: Shared,
    filter: Filter,
    marks: Box<[AtomicU8]>,
}

impl Notes {
    /// Notes that take at most so many bytes; very few are rounded up.
    #[must_use]
    pub fn new(bytes: usize) -> Notes {
        let filter = Filter::new(bytes);
        let table = Shared::new(bytes.saturating_sub(filter.bytes() + MARKS));
        Notes { table, filter, marks: marks() }
    }

    /// Notes that begin with a table.
    #[must_use]
    pub fn with(table: Shared) -> Notes {
        Notes { table, filter: Filter::without_doubt(), marks: marks() }
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &Shared {
        &self.table
    }

    /// Bytes that are in use.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.filter.bytes() + MARKS + self.table.memory_bytes()
    }

    /// What is known of a position: its lengths.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Known> {
        if self.filter.may_have(key) { self.table.get(key) } else { None }
    }

    /// What is known of a position with so many moves left: its numbers.
    #[inline]
    pub(super) fn numbers(&self, key: u64, left: u32) -> Option<Known> {
        self.get(with_left(key, left))
    }

    /// A position will be asked for soon.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        if self.filter.may_have(key) {
            self.table.prefetch(key);
        }
    }

    /// Put down lengths, with the numbers of a search without a limit.
    #[inline]
    pub(super) fn put(&self, key: u64, known: Known) {
        self.filter.add(key);
        self.table.put(key, known);
    }

    /// Put down the numbers of a position with so many moves left.
    #[inline]
    pub(super) fn put_numbers(&self, key: u64, left: u32, known: Known) {
        self.put(with_left(key, left), known);
    }

    /// A thread begins to work on a position.
    pub(super) fn mark(&self, key: u64, left: u32) {
        self.marks[place(key, left)].fetch_add(1, Relaxed);
    }

    /// A thread leaves a position.
    pub(super) fn unmark(&self, key: u64, left: u32) {
        self.marks[place(key, left)].fetch_sub(1, Relaxed);
    }

    /// How many threads are at work on a position, or on another one with the same mark.
    #[inline]
    pub(super) fn marked(&self, key: u64, left: u32) -> u32 {
        u32::from(self.marks[place(key, left)].load(Relaxed))
    }
}

fn marks() -> Box<[AtomicU8]> {
    (0..MARKS).map(|_| AtomicU8::new(0)).collect()
}

/// Numbers of searches with different limits are kept apart.
#[inline]
fn with_left(key: u64, left: u32) -> u64 {
    if left == NEVER { key } else { key ^ (u64::from(left) + 1).wrapping_mul(0xd6e8_feb8_6659_fd93) }
}

#[inline]
fn place(key: u64, left: u32) -> usize {
    (with_left(key, left).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % MARKS
}
