//! The table of two levels, TwoBig: in each bucket the position with the largest search below it, and the latest.
//!
//! **Source.** Breuker, Uiterwijk and van den Herik, "Replacement schemes and two-level tables" (1996); used for PDS by
//! Winands et al. (2003).
//!
//! There is room for a number of positions, in buckets of two records, and beside them for an eighth as many [verdicts on
//! single lines](super::by_line). A record has 24 bytes, in three words; bytes and bits are counted from the lowest of each:
//!
//! ```text
//! bytes  0-7   key
//!        8-11  proof number
//!       12-15  disproof number
//!       16-19  bits 0-30: effort + 1, at most 2^31 - 1, 0 in an empty place; bit 31: may have verdicts on lines
//!       20-21  best
//!       22-23  ply
//! ```
//!
//! **Replacement.** The size of the search below a position is its effort. A new position whose effort is at least that
//! of the first record takes the first place, and the record that had it moves to the second; any other new position
//! takes the second place. What stood in the second place is forgotten. If the second record becomes the larger one,
//! the two change places.
//!
//! What a [verdict on a line](Twin) took is not part of the effort, and neither it is in [`Bounded`](super::Bounded):
//! it serves that line, while the record is kept or not for what serves all lines. The searches before it, which left
//! numbers, still count. A verdict that outlives its record costs no more than the look that does not find it.
//!
//! All memory is reserved at once, but the system gives it when it is first written to.

use super::buckets::{could_reserve, mix};
use super::by_line::ByLine;
use super::{Entry, Table, Twin};

/// Words of a record.
const RECORD: usize = 3;

/// One verdict on a line for as many positions.
const TWIN_SHARE: usize = 8;

/// Bits of the last word of a record.
const EFFORT: u64 = 0x7fff_ffff;
const TWINS: u64 = 1 << 31;

/// See the module.
pub struct TwoBig {
    /// The records of all buckets, the first of each bucket before the second.
    words: Vec<u64>,
    twins: ByLine,
    len: usize,
}

impl TwoBig {
    /// Bytes for each position there is room for, verdicts on lines included.
    pub const BYTES_EACH: usize = RECORD * size_of::<u64>() * (TWIN_SHARE + 1) / TWIN_SHARE;

    /// A table for N positions, but two at least. If the system refuses as much, it is asked for half, and so on.
    #[must_use]
    pub fn new(positions: usize) -> TwoBig {
        let mut buckets = (positions / 2).max(1);
        while buckets > 1 && !could_reserve(buckets.saturating_mul(2 * RECORD)) {
            buckets /= 2;
        }
        let twins = buckets * 2 * RECORD * size_of::<u64>() / TWIN_SHARE;
        TwoBig { words: vec![0; buckets * 2 * RECORD], twins: ByLine::new(twins), len: 0 }
    }

    /// The places of the bucket of a key: where their records begin.
    #[inline]
    fn places(&self, key: u64) -> [usize; 2] {
        let buckets = self.words.len() / (2 * RECORD);
        let bucket = ((u128::from(mix(key)) * buckets as u128) >> 64) as usize;
        [bucket * 2 * RECORD, bucket * 2 * RECORD + RECORD]
    }

    #[inline]
    fn record(&self, place: usize) -> [u64; RECORD] {
        [self.words[place], self.words[place + 1], self.words[place + 2]]
    }

    #[inline]
    fn write(&mut self, place: usize, record: [u64; RECORD]) {
        self.words[place..place + RECORD].copy_from_slice(&record);
    }

    #[inline]
    fn is_empty(&self, place: usize) -> bool {
        self.words[place + 2] == 0
    }

    /// The place of a known position.
    #[inline]
    fn find(&self, key: u64) -> Option<usize> {
        self.places(key).into_iter().find(|&place| self.words[place] == key && !self.is_empty(place))
    }

    #[inline]
    fn entry(&self, place: usize) -> Entry {
        unpack(self.words[place + 1], self.words[place + 2])
    }

    /// Store a position, given where it is if it is known.
    fn store(&mut self, key: u64, known: Option<usize>, entry: Entry) {
        let [first, second] = self.places(key);
        let record = pack(key, entry);
        if known == Some(first) || known.is_none() && self.is_empty(first) {
            self.len += usize::from(known.is_none());
            return self.write(first, record);
        }
        self.len += usize::from(self.is_empty(second));
        if entry.effort >= self.entry(first).effort {
            self.write(second, self.record(first));
            self.write(first, record);
        } else {
            self.write(second, record);
        }
    }
}

impl Table for TwoBig {
    #[inline]
    fn get(&self, key: u64) -> Option<Entry> {
        self.find(key).map(|place| self.entry(place))
    }

    fn put(&mut self, key: u64, entry: Entry) {
        let known = self.find(key);
        let before = known.map_or_else(Entry::default, |place| self.entry(place));
        self.store(key, known, entry.over(before));
    }

    fn forget(&mut self, key: u64) {
        let known = self.find(key);
        let twins = known.is_some_and(|place| self.entry(place).twins);
        self.store(key, known, Entry { twins, ..Entry::default() });
    }

    fn twin(&self, key: u64, code: u64) -> Option<Twin> {
        self.twins.get(key, code)
    }

    fn twins(&self, key: u64, out: &mut Vec<Twin>) {
        self.twins.all(key, out);
    }

    fn put_twin(&mut self, key: u64, twin: Twin) {
        let known = self.find(key);
        let entry = known.map_or_else(Entry::default, |place| self.entry(place));
        self.store(key, known, entry.with_twins());
        self.twins.put(key, twin);
    }

    fn keep_proofs(&mut self) {
        for record in self.words.chunks_exact_mut(RECORD) {
            if record[2] != 0 && unpack(record[1], record[2]).verdict() != Some(true) {
                record.fill(0);
                self.len -= 1;
            }
        }
        self.twins.clear();
    }

    fn positions(&self) -> usize {
        self.len
    }

    fn memory_bytes(&self) -> usize {
        size_of::<TwoBig>() + size_of_val(&self.words[..]) + self.twins.memory_bytes()
    }
}

fn pack(key: u64, entry: Entry) -> [u64; RECORD] {
    let effort = (u64::from(entry.effort) + 1).min(EFFORT);
    let twins = if entry.twins { TWINS } else { 0 };
    let last = effort | twins | u64::from(entry.best) << 32 | u64::from(entry.ply) << 48;
    [key, u64::from(entry.proof) | u64::from(entry.disproof) << 32, last]
}

fn unpack(numbers: u64, last: u64) -> Entry {
    Entry {
        proof: numbers as u32,
        disproof: (numbers >> 32) as u32,
        effort: (last & EFFORT) as u32 - 1,
        best: (last >> 32) as u16,
        ply: (last >> 48) as u16,
        twins: last & TWINS != 0,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::table::Exact;

    fn entry(effort: u32) -> Entry {
        Entry { proof: 3, disproof: 4, effort, best: 2, ply: 5, twins: false }
    }

    fn twin(code: u64) -> Twin {
        Twin { code, proven: code.is_multiple_of(2), best: 7, depends_on_ply: 9 }
    }

    fn efforts(table: &TwoBig, keys: &[u64]) -> Vec<Option<u32>> {
        keys.iter().map(|&key| table.get(key).map(|entry| entry.effort)).collect()
    }

    #[test]
    fn the_largest_and_the_latest_stay() {
        let mut table = TwoBig::new(2);
        for (key, effort) in [(1, 10), (2, 5), (3, 4)] {
            table.put(key, entry(effort));
        }
        assert_eq!(efforts(&table, &[1, 2, 3]), [Some(10), None, Some(4)]);
        table.put(4, entry(11));
        assert_eq!(efforts(&table, &[1, 3, 4]), [Some(10), None, Some(11)]);
        assert_eq!(table.positions(), 2);
    }

    #[test]
    fn the_second_becomes_the_first_when_it_has_grown() {
        let mut table = TwoBig::new(2);
        table.put(1, entry(10));
        table.put(2, entry(5));
        table.put(2, entry(12));
        table.put(3, entry(1));
        assert_eq!(efforts(&table, &[1, 2, 3]), [None, Some(12), Some(1)]);
    }

    #[test]
    fn proofs_can_be_kept_alone() {
        let mut table = TwoBig::new(100);
        table.put(1, entry(10));
        table.put(2, Entry { proof: 0, disproof: u32::MAX, ..entry(3) });
        table.put_twin(3, twin(1));
        table.keep_proofs();
        assert_eq!(table.positions(), 1);
        assert_eq!(efforts(&table, &[1, 2, 3]), [None, Some(3), None]);
        assert_eq!(table.twin(3, 1), None);
    }

    #[test]
    fn a_size_beyond_all_memory_gives_a_smaller_table() {
        let mut table = TwoBig::new(usize::MAX / 1000);
        table.put(1, entry(1));
        assert_eq!(efforts(&table, &[1]), [Some(1)]);
    }

    #[test]
    fn bytes_are_as_told() {
        let table = TwoBig::new(100_000);
        // The verdicts on lines start small.
        assert!(table.memory_bytes() <= 100_000 * TwoBig::BYTES_EACH + 200);
        assert!(table.memory_bytes() >= 100_000 * 24);
    }

    proptest! {
        #[test]
        fn what_is_found_was_put_there(
            positions in 0..200usize,
            calls in prop::collection::vec((0..60u64, 0..50u32, any::<bool>()), 1..200),
        ) {
            let (mut table, mut exact) = (TwoBig::new(positions), Exact::default());
            for (key, effort, on_line) in calls {
                if on_line {
                    // A table that has forgotten the position begins again.
                    let known = table.get(key);
                    table.put_twin(key, twin(u64::from(effort)));
                    exact.put(key, known.unwrap_or_default());
                    exact.put_twin(key, twin(u64::from(effort)));
                } else {
                    table.put(key, entry(effort));
                    exact.put(key, entry(effort));
                }
                let (found, whole) = (table.get(key).expect("just put"), exact.get(key).expect("too"));
                prop_assert_eq!(Entry { twins: whole.twins, ..found }, whole);
            }
            let known: Vec<u64> = (0..60).filter(|&key| table.get(key).is_some()).collect();
            prop_assert_eq!(known.len(), table.positions());
            for key in known {
                let (found, whole) = (table.get(key).expect("known"), exact.get(key).expect("put"));
                prop_assert_eq!(Entry { twins: whole.twins, ..found }, whole);
            }
        }
    }
}
