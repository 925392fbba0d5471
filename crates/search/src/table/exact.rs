//! The table that forgets nothing and grows without bound: for traces, and to see that a search is right.

use std::collections::HashMap;

use super::{Entry, Table, Twin, map_bytes};
use crate::path::KeyState;

/// See the module.
#[derive(Default)]
pub struct Exact {
    entries: HashMap<u64, Entry, KeyState>,
    /// The verdicts for single lines, by position.
    twins: HashMap<u64, Vec<Twin>, KeyState>,
    /// Their places in these lists, by position and line.
    places: HashMap<u64, u32, KeyState>,
}

/// One number for a position on a line.
fn together(key: u64, code: u64) -> u64 {
    key.rotate_left(32).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ code
}

impl Table for Exact {
    fn get(&self, key: u64) -> Option<Entry> {
        self.entries.get(&key).copied()
    }

    fn put(&mut self, key: u64, entry: Entry) {
        let known = self.entries.entry(key).or_default();
        *known = entry.over(*known);
    }

    fn forget(&mut self, key: u64) {
        let known = self.entries.entry(key).or_default();
        *known = Entry { twins: known.twins, ..Entry::default() };
    }

    fn twin(&self, key: u64, code: u64) -> Option<Twin> {
        let place = *self.places.get(&together(key, code))?;
        self.twins.get(&key)?.get(place as usize).copied().filter(|twin| twin.code == code)
    }

    fn twins(&self, key: u64, out: &mut Vec<Twin>) {
        out.extend(self.twins.get(&key).into_iter().flatten());
    }

    fn put_twin(&mut self, key: u64, twin: Twin) {
        let entry = self.entries.entry(key).or_default();
        *entry = entry.with_twins();
        let twins = self.twins.entry(key).or_default();
        let place = *self.places.entry(together(key, twin.code)).or_insert(twins.len() as u32) as usize;
        match twins.get_mut(place) {
            Some(known) => *known = twin,
            None => twins.push(twin),
        }
    }

    fn keep_proofs(&mut self) {
        self.entries.retain(|_, entry| entry.verdict() == Some(true));
        for entry in self.entries.values_mut() {
            entry.twins = false;
        }
        self.twins.clear();
        self.places.clear();
    }

    fn positions(&self) -> usize {
        self.entries.len()
    }

    fn memory_bytes(&self) -> usize {
        map_bytes(&self.entries)
            + map_bytes(&self.twins)
            + map_bytes(&self.places)
            // The lists are up to half empty.
            + self.places.len() * size_of::<Twin>() * 2
    }
}
