//! Any of the tables, so that a search is compiled once for all.

use super::{Bounded, Entry, Exact, Table, Twin, TwoBig};

/// A table chosen at run time.
pub enum AnyTable {
    /// The one that forgets nothing.
    Exact(Exact),
    /// The one of fixed size.
    Bounded(Bounded),
    /// The one of two levels.
    TwoBig(TwoBig),
}

impl Table for AnyTable {
    #[inline]
    fn get(&self, key: u64) -> Option<Entry> {
        match self {
            AnyTable::Exact(table) => table.get(key),
            AnyTable::Bounded(table) => table.get(key),
            AnyTable::TwoBig(table) => table.get(key),
        }
    }

    #[inline]
    fn put(&mut self, key: u64, entry: Entry) {
        match self {
            AnyTable::Exact(table) => table.put(key, entry),
            AnyTable::Bounded(table) => table.put(key, entry),
            AnyTable::TwoBig(table) => table.put(key, entry),
        }
    }

    #[inline]
    fn twin(&self, key: u64, code: u64) -> Option<Twin> {
        match self {
            AnyTable::Exact(table) => table.twin(key, code),
            AnyTable::Bounded(table) => table.twin(key, code),
            AnyTable::TwoBig(table) => table.twin(key, code),
        }
    }

    #[inline]
    fn twins(&self, key: u64, out: &mut Vec<Twin>) {
        match self {
            AnyTable::Exact(table) => table.twins(key, out),
            AnyTable::Bounded(table) => table.twins(key, out),
            AnyTable::TwoBig(table) => table.twins(key, out),
        }
    }

    #[inline]
    fn put_twin(&mut self, key: u64, twin: Twin) {
        match self {
            AnyTable::Exact(table) => table.put_twin(key, twin),
            AnyTable::Bounded(table) => table.put_twin(key, twin),
            AnyTable::TwoBig(table) => table.put_twin(key, twin),
        }
    }

    fn keep_proofs(&mut self) {
        match self {
            AnyTable::Exact(table) => table.keep_proofs(),
            AnyTable::Bounded(table) => table.keep_proofs(),
            AnyTable::TwoBig(table) => table.keep_proofs(),
        }
    }

    fn positions(&self) -> usize {
        match self {
            AnyTable::Exact(table) => table.positions(),
            AnyTable::Bounded(table) => table.positions(),
            AnyTable::TwoBig(table) => table.positions(),
        }
    }

    fn memory_bytes(&self) -> usize {
        match self {
            AnyTable::Exact(table) => table.memory_bytes(),
            AnyTable::Bounded(table) => table.memory_bytes(),
            AnyTable::TwoBig(table) => table.memory_bytes(),
        }
    }
}
