//! The table of fixed size: the record whose search cost least is replaced.
//!
//! Of the bytes given, an eighth is for [verdicts on single lines](super::by_line) and the rest for positions. Both are
//! arrays of buckets that start small and double in place ([`super::buckets`]) until they have their share. A position
//! has a record of 24 bytes. Its three words lie in the three rows of a bucket; bytes and bits are counted from the
//! lowest of each word:
//!
//! ```text
//! bytes  0-7   key
//!        8-11  proof number
//!       12-15  disproof number
//!       16-19  bits 0-30: effort + 1, at most 2^31 - 1; bit 31: whether there may be verdicts on lines
//!       20-21  best
//!       22-23  ply
//! ```
//!
//! Bytes 16-23 are all 0 in an empty place alone, so every key can be used.
//!
//! **Worth.** A position is worth its effort + 1, and twice that if it is solved or may have verdicts on lines.
//!
//! **Growth.** When a new position finds the 8 places of its bucket taken, and 3 of 8 places of the array, the array
//! doubles.
//!
//! **Replacement.** If the bucket is still full, the record in it that is worth least goes, among equals one that the
//! new key chooses. The new position always gets its place.
//!
//! **Collection of small trees.** If the array cannot double any more and 7 of 8 places are taken, a third of the
//! records goes first: those of the least worth by powers of two, and of the last such class no more than are needed,
//! chosen by a hash that differs from one collection to the next.
//!
//! None of this can make an answer wrong. A record is found only by its whole key (and code), and goes as a whole. A
//! position that is forgotten is searched again; a verdict on a line is true on that line whether or not anything else
//! is known of its position. The same calls always leave the same table.

use super::buckets::{Bucket, Buckets, mix, write};
use super::by_line::ByLine;
use super::{Entry, Table, Twin};

const PLACES: usize = 8;

/// Verdicts on lines get one part in this many.
const TWIN_SHARE: usize = 8;

/// One record in this many goes in a collection.
const COLLECTED: usize = 3;

/// Bits of the last word of a position.
const EFFORT: u64 = 0x7fff_ffff;
const TWINS: u64 = 1 << 31;

/// See the module.
pub struct Bounded {
    entries: Buckets<PLACES>,
    twins: ByLine,
    collections: u64,
    replaced: u64,
}

impl Bounded {
    const FIXED: usize = size_of::<Bounded>() + Buckets::<PLACES>::FIXED + ByLine::FIXED;

    /// A table of at most N bytes, though never less than one bucket of each kind, which is below 1 KiB. If the
    /// system refuses to reserve as much, the table is smaller.
    #[must_use]
    pub fn new(bytes: usize) -> Bounded {
        let bytes = bytes.saturating_sub(Self::FIXED);
        let twins = (bytes / TWIN_SHARE).max(ByLine::LEAST);
        let entries = bytes.saturating_sub(twins);
        Bounded { entries: Buckets::new(entries), twins: ByLine::new(twins), collections: 0, replaced: 0 }
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
        self.entries.most_places()
    }

    /// How often small trees were collected.
    #[must_use]
    pub fn collections(&self) -> u64 {
        self.collections
    }

    /// How many positions gave their places to others.
    #[must_use]
    pub fn replaced(&self) -> u64 {
        self.replaced
    }

    /// Store a position that is not known.
    fn add(&mut self, key: u64, entry: Entry) {
        let hash = mix(key);
        let mut place = least(self.entries.bucket(hash), hash);
        if self.entries.bucket(hash)[2][place] != 0 {
            self.make_room();
            place = least(self.entries.bucket(hash), hash);
        }
        let replaces = self.entries.put(hash, place, pack(key, entry));
        self.replaced += u64::from(replaces);
    }

    /// Double or collect, if it is time to.
    #[cold]
    fn make_room(&mut self) {
        if self.entries.can_double() {
            self.entries.double_if_crowded();
        } else if self.entries.len() * 8 >= self.entries.places() * 7 {
            self.collect();
        }
    }

    /// Drop the records of least worth.
    fn collect(&mut self) {
        let mut sizes = [0usize; u64::BITS as usize + 1];
        for record in self.entries.records() {
            sizes[class(record)] += 1;
        }
        // All classes below `last`, and `share` of 2^32 in it.
        let (mut wanted, mut last) = (self.entries.len().div_ceil(COLLECTED), 0);
        while sizes[last] < wanted {
            wanted -= sizes[last];
            last += 1;
        }
        let share = ((wanted as u64) << 32) / sizes[last] as u64;
        self.collections += 1;
        let salt = mix(self.collections);
        self.entries.drop_if(|record| {
            let class = class(record);
            class < last || class == last && mix(record[0] ^ salt) >> 32 < share
        });
    }
}

impl Table for Bounded {
    #[inline]
    fn get(&self, key: u64) -> Option<Entry> {
        let hash = mix(key);
        let bucket = self.entries.bucket(hash);
        find(bucket, hash, key).map(|place| unpack(bucket[1][place], bucket[2][place]))
    }

    #[inline]
    fn put(&mut self, key: u64, entry: Entry) {
        let hash = mix(key);
        let bucket = self.entries.bucket_mut(hash);
        match find(bucket, hash, key) {
            Some(place) => {
                let twins = bucket[2][place] & TWINS != 0;
                write(bucket, place, pack(key, Entry { twins, ..entry }));
            }
            None => self.add(key, Entry { twins: false, ..entry }),
        }
    }

    fn twin(&self, key: u64, code: u64) -> Option<Twin> {
        self.twins.get(key, code)
    }

    fn twins(&self, key: u64, out: &mut Vec<Twin>) {
        self.twins.all(key, out);
    }

    fn put_twin(&mut self, key: u64, twin: Twin) {
        let hash = mix(key);
        let bucket = self.entries.bucket_mut(hash);
        match find(bucket, hash, key) {
            Some(place) => {
                let entry = unpack(bucket[1][place], bucket[2][place]);
                write(bucket, place, pack(key, entry.with_twins()));
            }
            None => self.add(key, Entry { twins: true, ..Entry::default() }),
        }
        self.twins.put(key, twin);
    }

    fn keep_proofs(&mut self) {
        self.entries.drop_if(|[_, numbers, last]| unpack(numbers, last).verdict() != Some(true));
        self.twins.clear();
    }

    fn positions(&self) -> usize {
        self.len()
    }

    fn memory_bytes(&self) -> usize {
        size_of::<Bounded>() + self.entries.memory_bytes() + self.twins.memory_bytes()
    }
}

pub(super) fn pack(key: u64, entry: Entry) -> [u64; 3] {
    let effort = (u64::from(entry.effort) + 1).min(EFFORT);
    let twins = if entry.twins { TWINS } else { 0 };
    let last = effort | twins | u64::from(entry.best) << 32 | u64::from(entry.ply) << 48;
    [key, u64::from(entry.proof) | u64::from(entry.disproof) << 32, last]
}

pub(super) fn unpack(numbers: u64, last: u64) -> Entry {
    Entry {
        proof: numbers as u32,
        disproof: (numbers >> 32) as u32,
        effort: (last & EFFORT) as u32 - 1,
        best: (last >> 32) as u16,
        ply: (last >> 48) as u16,
        twins: last & TWINS != 0,
    }
}

/// The first place of a key's own.
#[inline]
fn turn(hash: u64) -> usize {
    // These bits choose buckets in the largest tables alone.
    (hash >> 29) as usize % PLACES
}

#[inline]
fn find(bucket: &Bucket<PLACES>, hash: u64, key: u64) -> Option<usize> {
    let turn = turn(hash);
    (0..PLACES).map(|step| step ^ turn).find(|&place| bucket[0][place] == key && bucket[2][place] != 0)
}

/// What a position is worth; nothing if the place is empty.
#[inline]
fn worth(numbers: u64, last: u64) -> u64 {
    let solved = (numbers as u32 == 0) != (numbers >> 32 == 0);
    (last & EFFORT) << u32::from(solved || last & TWINS != 0)
}

/// The power of two of a worth.
fn class([_, numbers, last]: [u64; 3]) -> usize {
    (u64::BITS - worth(numbers, last).leading_zeros()) as usize
}

/// The place that is worth least, an empty one if there is one; among equals the one a search for the key meets first.
#[inline]
fn least(bucket: &Bucket<PLACES>, hash: u64) -> usize {
    let turn = turn(hash);
    let ranks =
        (0..PLACES).map(|place| worth(bucket[1][place], bucket[2][place]) << 3 | (place ^ turn) as u64);
    (ranks.min().expect("there are places") % PLACES as u64) as usize ^ turn
}
