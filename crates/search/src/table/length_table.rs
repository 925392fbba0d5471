//! The length table: what searches for forced wins store, one or several of them at a time.

use super::{Filter, Known, Marks, NEVER, Shared};

/// A table with a first look in front of it, and marks of the positions that threads are at work on.
///
/// What is known about lengths is true on all lines and stays true for as long as the question has the same prover,
/// rules and positions before its root, however many moves are allowed.
pub struct LengthTable {
    table: Shared,
    filter: Filter,
    marks: Marks,
}

impl LengthTable {
    /// A table of at most N bytes; a very small N is rounded up.
    #[must_use]
    pub fn new(bytes: usize) -> LengthTable {
        let filter = Filter::new(bytes);
        let table = Shared::new(bytes.saturating_sub(filter.bytes() + Marks::BYTES));
        LengthTable { table, filter, marks: Marks::new() }
    }

    /// One that begins with these records.
    #[must_use]
    pub fn with(table: Shared) -> LengthTable {
        LengthTable { table, filter: Filter::new(0), marks: Marks::new() }
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &Shared {
        &self.table
    }

    /// Bytes that are in use.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.filter.bytes() + Marks::BYTES + self.table.memory_bytes()
    }

    /// What is known about a position: its lengths.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Known> {
        if self.filter.may_have(key) { self.table.get(key) } else { None }
    }

    /// What is known about a position with N moves left: its numbers.
    #[inline]
    pub(crate) fn numbers(&self, key: u64, left: u32) -> Option<Known> {
        self.get(with_left(key, left))
    }

    /// A position will be asked for soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        if self.filter.may_have(key) {
            self.table.prefetch(key);
        }
    }

    /// Store lengths, with the numbers of a search without a limit.
    #[inline]
    pub(crate) fn put(&self, key: u64, known: Known) {
        self.filter.add(key);
        self.table.put(key, known);
    }

    /// Store the numbers of a position with N moves left.
    #[inline]
    pub(crate) fn put_numbers(&self, key: u64, left: u32, known: Known) {
        self.put(with_left(key, left), known);
    }

    pub(crate) fn mark(&self, key: u64, left: u32) {
        self.marks.add(with_left(key, left));
    }

    pub(crate) fn unmark(&self, key: u64, left: u32) {
        self.marks.remove(with_left(key, left));
    }

    /// How many threads are at work on a position, or on another one with the same mark.
    #[inline]
    pub(crate) fn marked(&self, key: u64, left: u32) -> u32 {
        self.marks.count(with_left(key, left))
    }
}

/// Numbers of searches with different limits are kept apart.
#[inline]
fn with_left(key: u64, left: u32) -> u64 {
    if left == NEVER { key } else { key ^ (u64::from(left) + 1).wrapping_mul(0xd6e8_feb8_6659_fd93) }
}
