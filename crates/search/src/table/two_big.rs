//! The table of two levels, TwoBig: in each bucket the position with the largest search below it, and the latest.
//!
//! **Source.** Breuker, Uiterwijk and van den Herik, "Replacement schemes for transposition tables" (1994), and
//! "Replacement schemes and two-level tables" (1996); used for PDS by Winands et al. (2003).
//!
//! There is room for a number of positions, in buckets of two records of 24 bytes, which are those of
//! [`Bounded`](super::Bounded), and beside them for an eighth as many [verdicts on single lines](super::by_line).
//!
//! **Replacement.** The size of the search below a position is its effort. A new position whose effort is at least that
//! of the first record takes the first place, and the record that had it moves to the second; any other new position
//! takes the second place. What stood in the second place is forgotten. If the second record becomes the larger one,
//! the two change places.
//!
//! All memory is reserved at once, but the system gives it when it is first written to.

use super::bounded::{pack, unpack};
use super::buckets::{could_reserve, mix};
use super::by_line::ByLine;
use super::{Entry, Table, Twin};

/// Words of a record.
const RECORD: usize = 3;

/// One verdict on a line for as many positions.
const TWIN_SHARE: usize = 8;

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

    /// A table for so many positions, but two at least. If the system refuses as much, it is asked for half, and so on.
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

    /// Put down a position, given where it is if it is known.
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
        let twins = known.is_some_and(|place| self.entry(place).twins);
        self.store(key, known, Entry { twins, ..entry });
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
