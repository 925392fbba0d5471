//! What a depth-first search remembers, and what is added to it when parts were forgotten.

use std::collections::HashSet;
use std::sync::Arc;

use super::{Bounded, Entry, Exact, Table, Twin, TwoBig};
use crate::path::KeyState;

/// Any of the tables, so that a search is compiled once for all.
enum AnyTable {
    Exact(Exact),
    Bounded(Arc<Bounded>),
    TwoBig(TwoBig),
}

/// The same call for each of them.
macro_rules! each {
    ($any:expr, $table:ident => $call:expr) => {
        match $any {
            AnyTable::Exact($table) => $call,
            AnyTable::Bounded($table) => $call,
            AnyTable::TwoBig($table) => $call,
        }
    };
}

/// The table of a search.
pub struct Memory {
    table: AnyTable,
    /// Found again, beside the table.
    patch: Option<Patch>,
}

/// What was found again, and forgets nothing.
#[derive(Default)]
struct Patch {
    found: Exact,
    /// Positions whose verdicts are not to be used until they are found again.
    distrusted: HashSet<u64, KeyState>,
    /// Nothing in the table is to be used.
    alone: bool,
}

impl Memory {
    /// A memory that keeps everything.
    #[must_use]
    pub fn exact() -> Memory {
        Memory { table: AnyTable::Exact(Exact::default()), patch: None }
    }

    /// A memory of at most N bytes.
    #[must_use]
    pub fn bounded(bytes: usize) -> Memory {
        Memory { table: AnyTable::Bounded(Arc::new(Bounded::new(bytes))), patch: None }
    }

    /// A memory for N positions, of which the largest and the latest stay.
    #[must_use]
    pub fn two_big(positions: usize) -> Memory {
        Memory { table: AnyTable::TwoBig(TwoBig::new(positions)), patch: None }
    }

    /// The same memory for another searcher: only bounded tables can be shared.
    #[must_use]
    pub(crate) fn shared(&self) -> Memory {
        match (&self.table, &self.patch) {
            (AnyTable::Bounded(table), None) => {
                Memory { table: AnyTable::Bounded(Arc::clone(table)), patch: None }
            }
            _ => panic!("searchers need a bounded table"),
        }
    }

    /// Whether it grows with what is stored, and forgets nothing.
    #[must_use]
    pub fn grows(&self) -> bool {
        matches!(self.table, AnyTable::Exact(_))
    }

    /// What the next search of the same question may begin with.
    pub(crate) fn handed_on(mut self) -> Memory {
        self.patch = None;
        self
    }

    /// From now on, what is found is kept beside the table and not forgotten.
    pub(crate) fn patch(&mut self) {
        self.patch.get_or_insert_default();
    }

    /// From now on, use nothing that is known.
    pub(crate) fn begin_anew(&mut self) {
        self.patch = Some(Patch { alone: true, ..Patch::default() });
    }

    /// Take no verdict on these positions for granted until it is found again.
    pub(crate) fn distrust(&mut self, keys: impl IntoIterator<Item = u64>) {
        self.patch.get_or_insert_default().distrusted.extend(keys);
    }
}

impl Default for Memory {
    fn default() -> Memory {
        Memory::exact()
    }
}

impl Table for Memory {
    #[inline]
    fn get(&self, key: u64) -> Option<Entry> {
        let Some(patch) = &self.patch else { return each!(&self.table, table => table.get(key)) };
        if patch.distrusted.contains(&key) {
            // Numbers still count, or search would begin anew each time.
            return patch.found.get(key).filter(|entry| entry.verdict().is_none());
        }
        let found = patch.found.get(key);
        if found.is_some() || patch.alone { found } else { each!(&self.table, table => table.get(key)) }
    }

    fn put(&mut self, key: u64, entry: Entry) {
        match &mut self.patch {
            None => each!(&mut self.table, table => table.put(key, entry)),
            Some(patch) => {
                if entry.verdict().is_some() {
                    patch.distrusted.remove(&key);
                }
                patch.found.put(key, entry);
            }
        }
    }

    fn forget(&mut self, key: u64) {
        match &mut self.patch {
            None => each!(&mut self.table, table => table.forget(key)),
            Some(patch) => patch.found.forget(key),
        }
    }

    fn twin(&self, key: u64, code: u64) -> Option<Twin> {
        let Some(patch) = &self.patch else { return each!(&self.table, table => table.twin(key, code)) };
        if patch.distrusted.contains(&key) {
            return None;
        }
        let found = patch.found.twin(key, code);
        if found.is_some() || patch.alone {
            found
        } else {
            each!(&self.table, table => table.twin(key, code))
        }
    }

    fn twins(&self, key: u64, out: &mut Vec<Twin>) {
        let Some(patch) = &self.patch else { return each!(&self.table, table => table.twins(key, out)) };
        if !patch.distrusted.contains(&key) {
            if !patch.alone {
                each!(&self.table, table => table.twins(key, out));
            }
            patch.found.twins(key, out);
        }
    }

    fn put_twin(&mut self, key: u64, twin: Twin) {
        match &mut self.patch {
            None => each!(&mut self.table, table => table.put_twin(key, twin)),
            Some(patch) => {
                patch.distrusted.remove(&key);
                patch.found.put_twin(key, twin);
            }
        }
    }

    fn keep_proofs(&mut self) {
        self.patch = None;
        each!(&mut self.table, table => table.keep_proofs());
    }

    fn positions(&self) -> usize {
        each!(&self.table, table => table.positions())
    }

    fn memory_bytes(&self) -> usize {
        each!(&self.table, table => table.memory_bytes())
            + self.patch.as_ref().map_or(0, |patch| patch.found.memory_bytes())
    }
}
