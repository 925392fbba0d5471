//! The table that threads share: of fixed size, without locks. It forgets what cost least.
//!
//! An array of buckets of 8 places. A record is three words ([`record`]), which lie in the three rows of a bucket, each
//! row one cache line:
//!
//! ```text
//! bucket   facts of each place, 0 in an empty one | numbers of each place | checksum of each place
//! ```
//!
//! The facts begin with a part of the key's hash, so looking for a key that is not there reads a single line as a rule,
//! and so does choosing the record that must go. All words are read and written with relaxed atomic operations. A
//! record is found only if its checksum gives back the key, so words of different records beside each other are never
//! taken for one.
//!
//! All memory is reserved at once, but the system gives it when it is first written to, and only a prefix is in use:
//! `first * 2^doublings` buckets. The high half of a key's hash chooses among `first`, the low bits among
//! `2^doublings`. A small search stays in the processor's cache, and a size need not be a power of two.
//!
//! **Merging.** What is stored for a position that is known keeps the shorter win, the longer "no win within" and the
//! larger effort of the two: numbers never overwrite a verdict.
//!
//! **Growth.** When a new position finds the 8 places of its bucket taken, and 3 of 8 places of the array, the array
//! doubles in place ([`room`]).
//!
//! **Replacement.** If the bucket is still full, the record in it that is worth least goes, among equals one that the
//! new key chooses. A position is worth its effort, and twice that if a length is known. The new position always gets
//! its place.
//!
//! **Collection of small trees.** The array has up to 64 sections, chosen by the lowest bits of the hash. If it cannot
//! double any more and 7 of 8 places of the bucket's section are taken, a quarter of the section's records goes first:
//! those that are worth least, and of the last such worth no more than are needed, chosen by a hash that differs from
//! one collection to the next. One thread does this while the others go on.
//!
//! None of this can make an answer wrong: a position that is forgotten is searched again. Threads that put something
//! down in the same place at the same moment may lose what one of them put, or both. With a single thread nothing is
//! lost but by replacement and collection, and the same calls always leave the same table.

#[cfg(all(test, loom))]
mod models;
mod record;
mod room;
mod saving;
#[cfg(all(test, not(loom)))]
mod tests;

use std::hint::black_box;

#[cfg(all(test, loom))]
use loom::sync::atomic::{AtomicBool, AtomicIsize, AtomicU32, AtomicU64, Ordering::Relaxed};
#[cfg(not(all(test, loom)))]
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicU32, AtomicU64, Ordering::Relaxed};

use self::record::{checksum, pack, tag, tag_of, unpack, worth};
use super::buckets::mix;

pub use self::record::{Known, NEVER};

/// Models of threads ([`models`]) have small buckets, because every order of events is tried.
const PLACES: usize = if cfg!(all(test, loom)) { 2 } else { 8 };

/// Words of a cache line.
const LINE: usize = 8;

/// Words of a bucket.
const BUCKET: usize = 3 * PLACES;

/// At most twice as many buckets are in use at first; a rest of less than a part in as many is left alone.
const FIRST: usize = if cfg!(all(test, loom)) { 1 } else { 128 };

/// Sections are 2 to this power at most.
const SECTIONS: u32 = 6;

/// The rows of a bucket.
const FACTS: usize = 0;
const CHECKSUMS: usize = 2;
type Bucket = [[AtomicU64; PLACES]; 3];

/// See the module.
pub struct Shared {
    words: Box<[AtomicU64]>,
    /// The first word on a border of cache lines.
    start: usize,
    /// Buckets in use before any doubling.
    first: usize,
    most_doublings: u32,
    /// Twice the doublings done, and 1 more while one is under way.
    state: AtomicU32,
    sections: Box<[Section]>,
}

/// What is counted of a part of the array. Each is alone on its cache lines.
#[derive(Default)]
#[repr(align(128))]
struct Section {
    /// Places taken. Threads that take one place together count it twice, until the next collection.
    taken: AtomicIsize,
    collecting: AtomicBool,
    collections: AtomicU64,
}

impl Shared {
    /// A table of at most N bytes, though never less than one bucket, which is below 1 KiB with all around it. If
    /// the system refuses to reserve as much, the table is smaller.
    #[must_use]
    pub fn new(bytes: usize) -> Shared {
        let each = BUCKET * size_of::<u64>();
        let bytes = bytes.saturating_sub(size_of::<Shared>() + LINE * size_of::<u64>());
        let sections = (bytes / (FIRST * each)).clamp(1, 1 << SECTIONS) * size_of::<Section>();
        Shared::of_buckets(bytes.saturating_sub(sections) / each)
    }

    /// A table of at most N buckets.
    fn of_buckets(buckets: usize) -> Shared {
        let mut buckets = buckets.max(1);
        loop {
            let most_doublings = (buckets / FIRST).checked_ilog2().unwrap_or(0);
            let first = buckets >> most_doublings;
            if let Some(words) = zeros((first << most_doublings) * BUCKET + LINE) {
                let start = words.as_ptr().align_offset(LINE * size_of::<u64>()).min(LINE);
                let sections = (0..1 << most_doublings.min(SECTIONS)).map(|_| Section::default()).collect();
                return Shared { words, start, first, most_doublings, state: AtomicU32::new(0), sections };
            }
            assert!(buckets > 1, "no memory for a single bucket");
            buckets /= 2;
        }
    }

    /// What is known about a position.
    #[inline]
    #[must_use]
    pub fn get(&self, key: u64) -> Option<Known> {
        let hash = mix(key);
        let state = self.state.load(Relaxed);
        let found = look(self.bucket_of(hash, state.div_ceil(2)), key, hash);
        if found.is_none() && doubling(state) {
            return look(self.bucket_of(hash, state / 2), key, hash);
        }
        found
    }

    /// Store what is known about a position now. Lengths that were known already stay if they are better.
    #[inline]
    pub fn put(&self, key: u64, known: Known) {
        let hash = mix(key);
        let state = self.state.load(Relaxed);
        let bucket = self.bucket_of(hash, state.div_ceil(2));
        let (mut known, mut home) = (known, None);
        for place in candidates(bucket, hash) {
            let Some(before) = found(bucket, place, key) else { continue };
            known = known.and(before);
            if home.is_none() {
                home = Some(place);
            } else {
                // Two threads did not see each other.
                self.clear(hash, bucket, place);
            }
        }
        if home.is_none() && doubling(state) {
            known = self.take_along(key, known, state / 2);
        }
        let (bucket, place) = home.map_or_else(|| self.place_for_new(hash), |place| (bucket, place));
        let [numbers, facts] = pack(tag(hash), known);
        write(bucket, place, [facts, numbers, checksum(key, numbers, facts)]);
    }

    /// Tell the processor that a position will be asked for soon. The instruction made for this cannot be called from
    /// safe Rust. A word that is read and not used does nearly the same: later work does not wait for it.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        black_box(self.bucket_now(mix(key))[FACTS][0].load(Relaxed));
    }

    /// Positions known, nearly: while threads are at work, what they do at the same moment may be counted wrongly.
    #[must_use]
    pub fn len(&self) -> usize {
        let taken = |section: &Section| section.taken.load(Relaxed).max(0) as usize;
        self.sections.iter().map(taken).sum::<usize>().min(self.capacity())
    }

    /// Whether no position is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Positions there is room for when the array has its whole size.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.buckets() * PLACES
    }

    /// Bytes in use.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let words = (self.first << self.state.load(Relaxed).div_ceil(2)) * BUCKET + LINE;
        size_of::<Shared>() + words * size_of::<u64>() + size_of_val(&self.sections[..])
    }

    /// How often small trees were collected in a section.
    #[must_use]
    pub fn collections(&self) -> u64 {
        self.sections.iter().map(|section| section.collections.load(Relaxed)).sum()
    }

    /// The [`least`] place, after making room if need be. Counts it as taken.
    #[inline]
    fn place_for_new(&self, hash: u64) -> (&Bucket, usize) {
        let mut bucket = self.bucket_now(hash);
        let (mut place, mut facts) = least(bucket, hash);
        if facts != 0 && self.make_room(hash) {
            bucket = self.bucket_now(hash);
            (place, facts) = least(bucket, hash);
        }
        if facts == 0 {
            self.section(hash).taken.fetch_add(1, Relaxed);
        }
        (bucket, place)
    }

    fn clear(&self, hash: u64, bucket: &Bucket, place: usize) {
        bucket[FACTS][place].store(0, Relaxed);
        self.section(hash).taken.fetch_sub(1, Relaxed);
    }

    /// Buckets when all doublings are done.
    fn buckets(&self) -> usize {
        self.first << self.most_doublings
    }

    /// The bucket of keys with this hash, after N doublings.
    #[inline]
    fn bucket_of(&self, hash: u64, doublings: u32) -> &Bucket {
        self.bucket(self.index(hash, doublings))
    }

    /// The bucket for keys with this hash now.
    #[inline]
    fn bucket_now(&self, hash: u64) -> &Bucket {
        self.bucket_of(hash, self.state.load(Relaxed).div_ceil(2))
    }

    #[inline]
    fn index(&self, hash: u64, doublings: u32) -> usize {
        let low = hash as usize & ((1 << doublings) - 1);
        let high = ((hash >> 32) * self.first as u64) >> 32;
        low * self.first + high as usize
    }

    #[inline]
    fn bucket(&self, index: usize) -> &Bucket {
        let begin = self.start + index * BUCKET;
        self.words[begin..begin + BUCKET].as_chunks().0.first_chunk().expect("three rows")
    }

    #[inline]
    fn section(&self, hash: u64) -> &Section {
        &self.sections[hash as usize & (self.sections.len() - 1)]
    }
}

/// Whether the array doubles in this state.
#[inline]
fn doubling(state: u32) -> bool {
    !state.is_multiple_of(2)
}

/// What is known about a key in this bucket.
#[inline]
fn look(bucket: &Bucket, key: u64, hash: u64) -> Option<Known> {
    candidates(bucket, hash).find_map(|place| found(bucket, place, key))
}

/// The places of a bucket in the order in which a key with this hash takes them and is looked for.
#[inline]
fn places(hash: u64) -> impl Iterator<Item = usize> {
    // These bits choose buckets in the largest tables alone.
    let first = (hash >> 29) as usize % PLACES;
    (0..PLACES).map(move |step| step ^ first)
}

/// The places of a bucket whose records have the tag of this hash.
#[inline]
fn candidates(bucket: &Bucket, hash: u64) -> impl Iterator<Item = usize> {
    let tag = tag(hash);
    places(hash).filter(move |&place| tag_of(bucket[FACTS][place].load(Relaxed)) == tag)
}

/// The record in this place, if it is the key's.
#[inline]
fn found(bucket: &Bucket, place: usize, key: u64) -> Option<Known> {
    let [facts, numbers, check] = read(bucket, place);
    (checksum(check, numbers, facts) == key).then(|| unpack(numbers, facts))
}

/// The place that is worth least, an empty one if there is one, and the facts there; among equals the first.
#[inline]
fn least(bucket: &Bucket, hash: u64) -> (usize, u64) {
    let records = places(hash).map(|place| (place, bucket[FACTS][place].load(Relaxed)));
    records.min_by_key(|&(_, facts)| worth(facts)).expect("there are places")
}

/// The words in a place, in the order of rows.
#[inline]
fn read(bucket: &Bucket, place: usize) -> [u64; 3] {
    bucket.each_ref().map(|row| row[place].load(Relaxed))
}

/// Write a record, in the order of rows.
#[inline]
fn write(bucket: &Bucket, place: usize, record: [u64; 3]) {
    for (row, word) in bucket.iter().zip(record) {
        row[place].store(word, Relaxed);
    }
}

/// N words of 0. The system is asked for memory that is zero already, and nothing is written to it.
#[cfg(not(all(test, loom)))]
fn zeros(words: usize) -> Option<Box<[AtomicU64]>> {
    zerocopy::FromZeros::new_box_zeroed_with_elems(words).ok()
}

#[cfg(all(test, loom))]
fn zeros(words: usize) -> Option<Box<[AtomicU64]>> {
    Some((0..words).map(|_| AtomicU64::new(0)).collect())
}
