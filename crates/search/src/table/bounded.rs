//! The table of fixed size: it forgets what cost least.
//!
//! Of the bytes given, an eighth is for verdicts on single lines and the rest for positions. Both are arrays of buckets
//! that start small and double in place ([`super::buckets`]) until they have their share. A position has a record of 24
//! bytes, a verdict on a line another 24. Its three words lie in the three rows of a bucket; bytes and bits are counted
//! from the lowest of each word:
//!
//! ```text
//! position   bytes  0-7   key
//!                   8-11  proof number
//!                  12-15  disproof number
//!                  16-19  bits 0-30: effort + 1, at most 2^31 - 1; bit 31: whether there may be verdicts on lines
//!                  20-21  best
//!                  22-23  ply
//!
//! line       bytes  0-7   key of the position
//!                   8-15  code of the line
//!                  16-19  leans on
//!                  20-21  best
//!                  22-23  bit 0: whether the goal is reached; bit 15: set
//! ```
//!
//! Bytes 16-23 are all 0 in an empty place alone, so every key can be used.
//!
//! **Worth.** A position is worth its effort + 1, and twice that if it is solved or may have verdicts on lines.
//!
//! **Growth.** When a new position finds the 8 places of its bucket taken, and 3 of 8 places of the array, the array
//! doubles.
//!
//! **Replacement.** If the bucket is still full, the record in it that is worth least goes, among equals one that the new
//! key chooses. The new position always gets its place.
//!
//! **Collection of small trees.** If the array cannot double any more and 7 of 8 places are taken, a third of the
//! records goes first: those of the least worth by powers of two, and of the last such class no more than are needed,
//! chosen by a hash that differs from one collection to the next.
//!
//! **Verdicts on lines.** All for one position are in one bucket, the oldest first. If none of the 16 places is empty and
//! the array need not or cannot double, the oldest of the bucket goes, whichever position it is for. Verdicts stay when
//! their position is forgotten: they are not looked for then, and found again once another is put down for it.
//!
//! None of this can make an answer wrong. A record is found only by its whole key (and code), and goes as a whole. A
//! position that is forgotten is searched again; a verdict on a line is true on that line whether or not anything else
//! is known of its position. The same calls always leave the same table.

use super::buckets::{Bucket, Buckets, mix, write};
use super::{Entry, Table, Twin};

const PLACES: usize = 8;
const TWIN_PLACES: usize = 16;

/// Verdicts on lines get one part in this many.
const TWIN_SHARE: usize = 8;

/// One record in this many goes in a collection.
const COLLECTED: usize = 3;

/// Bits of the last word of a position.
const EFFORT: u64 = 0x7fff_ffff;
const TWINS: u64 = 1 << 31;

/// Bits of the last word of a verdict on a line.
const PROVEN: u64 = 1 << 48;
const TAKEN: u64 = 1 << 63;

/// See the module.
pub struct Bounded {
    entries: Buckets<PLACES>,
    twins: Buckets<TWIN_PLACES>,
    collections: u64,
    replaced: u64,
}

impl Bounded {
    const FIXED: usize = size_of::<Bounded>() + Buckets::<PLACES>::FIXED + Buckets::<TWIN_PLACES>::FIXED;

    /// A table of at most so many bytes, though never less than one bucket of each kind, which is below 1 KiB. If the
    /// system refuses to reserve as much, the table is smaller.
    #[must_use]
    pub fn new(bytes: usize) -> Bounded {
        let bytes = bytes.saturating_sub(Self::FIXED);
        let twins = (bytes / TWIN_SHARE).max(Buckets::<TWIN_PLACES>::LEAST);
        let entries = bytes.saturating_sub(twins);
        Bounded { entries: Buckets::new(entries), twins: Buckets::new(twins), collections: 0, replaced: 0 }
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
    #[must_use]
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

    /// Put down a position that is not known.
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
        let bucket = self.twins.bucket(mix(key));
        find_twin(bucket, key, code).map(|place| unpack_twin(code, bucket[2][place]))
    }

    fn twins(&self, key: u64, out: &mut Vec<Twin>) {
        let bucket = self.twins.bucket(mix(key));
        let places = (0..TWIN_PLACES).filter(|&place| bucket[0][place] == key && bucket[2][place] != 0);
        out.extend(places.map(|place| unpack_twin(bucket[1][place], bucket[2][place])));
    }

    fn put_twin(&mut self, key: u64, twin: Twin) {
        let hash = mix(key);
        let bucket = self.entries.bucket_mut(hash);
        match find(bucket, hash, key) {
            Some(place) => {
                let mut entry = unpack(bucket[1][place], bucket[2][place]);
                if entry.verdict().is_none() {
                    (entry.proof, entry.disproof) = (0, 0);
                }
                write(bucket, place, pack(key, Entry { twins: true, ..entry }));
            }
            None => self.add(key, Entry { twins: true, ..Entry::default() }),
        }

        let bucket = self.twins.bucket_mut(hash);
        if let Some(place) = find_twin(bucket, key, twin.code) {
            return write(bucket, place, pack_twin(key, twin));
        }
        if empty(bucket).is_none() {
            self.twins.double_if_crowded();
        }
        // The latest comes last; the others close up over an empty place or the oldest.
        let bucket = self.twins.bucket_mut(hash);
        let gap = empty(bucket).unwrap_or(0);
        bucket.iter_mut().for_each(|row| row[gap..].rotate_left(1));
        self.twins.put(hash, TWIN_PLACES - 1, pack_twin(key, twin));
    }

    fn keep_proofs(&mut self) {
        self.entries.drop_if(|[_, numbers, last]| unpack(numbers, last).verdict() != Some(true));
        self.twins.drop_if(|_| true);
    }

    fn memory_bytes(&self) -> usize {
        size_of::<Bounded>() + self.entries.memory_bytes() + self.twins.memory_bytes()
    }
}

fn pack(key: u64, entry: Entry) -> [u64; 3] {
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

fn pack_twin(key: u64, twin: Twin) -> [u64; 3] {
    let proven = if twin.proven { PROVEN } else { 0 };
    [key, twin.code, u64::from(twin.leans_on) | u64::from(twin.best) << 32 | proven | TAKEN]
}

fn unpack_twin(code: u64, last: u64) -> Twin {
    Twin { code, proven: last & PROVEN != 0, best: (last >> 32) as u16, leans_on: last as u32 }
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

fn find_twin(bucket: &Bucket<TWIN_PLACES>, key: u64, code: u64) -> Option<usize> {
    let found = |&place: &usize| bucket[0][place] == key && bucket[1][place] == code && bucket[2][place] != 0;
    (0..TWIN_PLACES).find(found)
}

fn empty(bucket: &Bucket<TWIN_PLACES>) -> Option<usize> {
    bucket[2].iter().position(|&word| word == 0)
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
