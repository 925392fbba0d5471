//! An array of buckets that threads share without locks, for records of three words. It doubles in place.
//!
//! ```text
//! bucket   facts of each place, 0 in an empty one | body of each place | checksum of each place
//! facts    bits  0-51  the record's own
//!               52-63  tag: a part of the key's hash, 0 in no record
//! body                 the record's own
//! checksum             key ^ body * A ^ (facts * B rotated by 32)
//! ```
//!
//! With 8 places a row is one cache line. Looking for a key that is not there reads the facts alone as a rule, because of
//! the tags, and so does choosing the record that must go.
//!
//! **What may tear.** A thread that writes first claims the place: it exchanges the facts that it has read for [`BUSY`],
//! which fails if anybody has written there since. Then it stores body and checksum, and last the facts. So no two
//! threads write one place at once. A reader takes the three words one by one and may find words of different records
//! beside each other. It believes them only if the checksum gives back the key it looks for; a mixture does so by chance
//! alone, once in 2^64. Whatever has to be safe against others must show in the facts: a record whose facts have changed is
//! not overwritten by who has not seen that.
//!
//! **Source.** Hyatt and Mann, "A lock-less transposition-table implementation for parallel search", ICGA Journal 25
//! (2002) 36-39.
//!
//! **Deviations.** There nobody claims a place, and the checksum is key ^ body ^ facts. Of two records of one key that is safe:
//! a mixture that fits is one of the two. But three records of one key can be mixed so that small changes of the body make
//! up for small changes of the facts. With the products a mixture fits by no more than chance.
//!
//! **Growth.** All memory is reserved at once, but the system gives it when it is first written to, and only a prefix is in
//! use: `first * 2^doublings` buckets. The high half of a key's hash chooses among `first`, the low bits among
//! `2^doublings`. What was in bucket `b` stays there or moves to `b + first * 2^doublings`. A small search stays in the
//! processor's cache, and a size need not be a power of two. One thread doubles while the others go on. `state` is twice the
//! doublings done, and 1 more while one is under way: then a record can be in its bucket of before or in its bucket of
//! after. A thread that missed the change can look or write where nobody will look again. That is one more way to forget.

use std::hint::spin_loop;

#[cfg(all(test, loom))]
use loom::sync::atomic::{AtomicBool, AtomicIsize, AtomicU32, AtomicU64};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
#[cfg(not(all(test, loom)))]
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicU32, AtomicU64};

use super::buckets::mix;

/// Words of a cache line.
const LINE: usize = 8;

/// At most twice as many buckets are in use at first; a rest of less than a part in as many is left alone.
pub(super) const FIRST: usize = if cfg!(all(test, loom)) { 1 } else { 128 };

/// Sections are 2 to this power at most.
pub(super) const SECTIONS: u32 = 6;

/// The rows of a bucket.
pub(super) const FACTS: usize = 0;
pub(super) const BODY: usize = 1;
pub(super) const CHECKSUMS: usize = 2;
pub(super) type Bucket<const PLACES: usize> = [[AtomicU64; PLACES]; 3];

pub(super) const TAG_AT: u32 = 52;

/// The facts of a place in which a thread is writing: the tag is that of no record.
pub(super) const BUSY: u64 = 1;

/// How often a place that others write to is tried. Models of threads try every order of events.
pub(super) const TRIES: usize = if cfg!(all(test, loom)) { 2 } else { 64 };

const A: u64 = 0x9e37_79b9_7f4a_7c15;
const B: u64 = 0xd6e8_feb8_6659_fd93;

/// See the module.
pub(super) struct Sealed<const PLACES: usize> {
    words: Box<[AtomicU64]>,
    /// The first word on a border of cache lines.
    start: usize,
    /// Buckets in use before any doubling.
    pub first: usize,
    pub most_doublings: u32,
    /// Twice the doublings done, and 1 more while one is under way.
    pub state: AtomicU32,
    pub sections: Box<[Section]>,
}

/// What is counted of a part of the array, chosen by the lowest bits of the hash. Each is alone on its cache lines.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct Section {
    /// Places taken.
    pub taken: AtomicIsize,
    pub collecting: AtomicBool,
    pub collections: AtomicU64,
    /// Records that gave their places to others.
    pub replaced: AtomicU64,
}

impl<const PLACES: usize> Sealed<PLACES> {
    /// Words of a bucket.
    const BUCKET: usize = 3 * PLACES;

    /// Bytes of an array of one bucket.
    pub const LEAST: usize =
        size_of::<Self>() + (LINE + Self::BUCKET) * size_of::<u64>() + size_of::<Section>();

    /// An array of at most N bytes, though never less than one bucket. If the system refuses to reserve as much, it is
    /// smaller.
    pub fn new(bytes: usize) -> Self {
        let each = Self::BUCKET * size_of::<u64>();
        let bytes = bytes.saturating_sub(size_of::<Self>() + LINE * size_of::<u64>());
        let sections = (bytes / (FIRST * each)).clamp(1, 1 << SECTIONS) * size_of::<Section>();
        Self::of_buckets(bytes.saturating_sub(sections) / each)
    }

    /// An array of at most N buckets.
    pub fn of_buckets(buckets: usize) -> Self {
        let mut buckets = buckets.max(1);
        loop {
            let most_doublings = (buckets / FIRST).checked_ilog2().unwrap_or(0);
            let first = buckets >> most_doublings;
            if let Some(words) = zeros((first << most_doublings) * Self::BUCKET + LINE) {
                let start = words.as_ptr().align_offset(LINE * size_of::<u64>()).min(LINE);
                let sections = (0..1 << most_doublings.min(SECTIONS)).map(|_| Section::default()).collect();
                return Sealed { words, start, first, most_doublings, state: AtomicU32::new(0), sections };
            }
            assert!(buckets > 1, "no memory for a single bucket");
            buckets /= 2;
        }
    }

    /// Places taken, nearly: while threads are at work, what they do at the same moment may be counted wrongly.
    pub fn len(&self) -> usize {
        let taken = |section: &Section| section.taken.load(Relaxed).max(0) as usize;
        self.sections.iter().map(taken).sum::<usize>().min(self.capacity())
    }

    /// Places when all doublings are done.
    pub fn capacity(&self) -> usize {
        self.buckets() * PLACES
    }

    /// Bytes in use.
    pub fn memory_bytes(&self) -> usize {
        let words = self.buckets_now() * Self::BUCKET + LINE;
        size_of::<Self>() + words * size_of::<u64>() + size_of_val(&self.sections[..])
    }

    /// Buckets when all doublings are done.
    pub fn buckets(&self) -> usize {
        self.first << self.most_doublings
    }

    /// Buckets in use, those to come of a doubling that is under way included.
    pub fn buckets_now(&self) -> usize {
        self.first << self.state.load(Relaxed).div_ceil(2)
    }

    /// The bucket of keys with this hash, after N doublings.
    #[inline]
    pub fn bucket_of(&self, hash: u64, doublings: u32) -> &Bucket<PLACES> {
        self.bucket(self.index(hash, doublings))
    }

    /// The bucket for keys with this hash now.
    #[inline]
    pub fn bucket_now(&self, hash: u64) -> &Bucket<PLACES> {
        self.bucket_of(hash, self.state.load(Relaxed).div_ceil(2))
    }

    #[inline]
    pub fn index(&self, hash: u64, doublings: u32) -> usize {
        let low = hash as usize & ((1 << doublings) - 1);
        let high = ((hash >> 32) * self.first as u64) >> 32;
        low * self.first + high as usize
    }

    #[inline]
    pub fn bucket(&self, index: usize) -> &Bucket<PLACES> {
        let begin = self.start + index * Self::BUCKET;
        self.words[begin..begin + Self::BUCKET].as_chunks().0.first_chunk().expect("three rows")
    }

    #[inline]
    pub fn section(&self, hash: u64) -> &Section {
        &self.sections[hash as usize & (self.sections.len() - 1)]
    }

    /// Write a record into a place that had these facts; `false` if somebody else has written there meanwhile.
    #[inline]
    pub fn write(
        &self,
        hash: u64,
        bucket: &Bucket<PLACES>,
        (place, before): (usize, u64),
        record: [u64; 3],
    ) -> bool {
        if !replace(bucket, (place, before), record) {
            return false;
        }
        if before == 0 {
            self.section(hash).taken.fetch_add(1, Relaxed);
        }
        true
    }

    /// Empty a place that had these facts, unless somebody else has written there meanwhile.
    pub fn clear(&self, hash: u64, bucket: &Bucket<PLACES>, (place, before): (usize, u64)) -> bool {
        let cleared = bucket[FACTS][place].compare_exchange(before, 0, Release, Relaxed).is_ok();
        if cleared {
            self.section(hash).taken.fetch_sub(1, Relaxed);
        }
        cleared
    }

    /// Double, if a bucket is not full just by chance (3 of 8 places are taken) and no other thread is at it; returns
    /// whether there may be room now. `least` chooses the place for a record with some hash.
    #[cold]
    pub fn double_if_crowded(&self, least: impl Fn(&Bucket<PLACES>, u64) -> (usize, u64)) -> bool {
        let state = self.state.load(Relaxed);
        if doubling(state) {
            // The thread that doubles may have lost its processor to this one.
            yield_now();
            return true;
        }
        self.can_double(state)
            && self.len() * 8 >= (self.first << (state / 2)) * PLACES * 3
            && self.double(state, least)
    }

    /// Whether the array is not as large as it can be.
    pub fn can_double(&self, state: u32) -> bool {
        doubling(state) || state / 2 < self.most_doublings
    }

    /// What was in bucket `b` stays there or moves as many buckets up as there were.
    fn double(&self, state: u32, least: impl Fn(&Bucket<PLACES>, u64) -> (usize, u64)) -> bool {
        let (doublings, buckets) = (state / 2, self.first << (state / 2));
        if self.state.compare_exchange(state, state + 1, Acquire, Relaxed).is_err() {
            return false;
        }
        for index in 0..buckets {
            let (old, new) = (self.bucket(index), self.bucket(index + buckets));
            for place in 0..PLACES {
                for _ in 0..TRIES {
                    let record = read(old, place);
                    let hash = mix(key_of(record));
                    if record[FACTS] == BUSY {
                        spin_loop();
                        continue;
                    }
                    if record[FACTS] == 0 {
                        break;
                    }
                    // A torn record gives back any key.
                    if tag_of(record[FACTS]) != tag(hash) || self.index(hash, doublings) != index {
                        spin_loop();
                        continue;
                    }
                    if hash >> doublings & 1 == 0 {
                        break;
                    }
                    // It keeps its place if nobody has taken that. First there, then away here: it can be found all the time.
                    let is_free = new[FACTS][place].load(Relaxed) == 0;
                    let to = if is_free { (place, 0) } else { least(new, hash) };
                    if self.write(hash, new, to, record) && self.clear(hash, old, (place, record[FACTS])) {
                        break;
                    }
                }
            }
        }
        self.state.store(state + 2, Release);
        true
    }
}

/// Whether the array doubles in this state.
#[inline]
pub(super) fn doubling(state: u32) -> bool {
    !state.is_multiple_of(2)
}

/// The checksum of a key's record; the key of a record with this checksum.
#[inline]
pub(super) fn checksum(key_or_checksum: u64, body: u64, facts: u64) -> u64 {
    key_or_checksum ^ body.wrapping_mul(A) ^ facts.wrapping_mul(B).rotate_left(32)
}

/// The key that the checksum of these words gives back.
#[inline]
pub(super) fn key_of([facts, body, check]: [u64; 3]) -> u64 {
    checksum(check, body, facts)
}

/// The three words of a record, in the order of rows.
#[inline]
pub(super) fn seal(key: u64, [body, facts]: [u64; 2]) -> [u64; 3] {
    let facts = facts | tag(mix(key)) << TAG_AT;
    [facts, body, checksum(key, body, facts)]
}

/// The tag of keys with this hash.
#[inline]
pub(super) fn tag(hash: u64) -> u64 {
    // Bits that have hardly any part in choosing the bucket.
    (hash >> 32 & 0xfff).max(1)
}

/// The tag of a record; 0 in an empty place and in a busy one.
#[inline]
pub(super) fn tag_of(facts: u64) -> u64 {
    facts >> TAG_AT
}

/// The places of a bucket in the order in which a key with this hash takes them.
#[inline]
pub(super) fn places<const PLACES: usize>(hash: u64) -> impl Iterator<Item = usize> {
    // These bits choose buckets in the largest tables alone.
    let first = (hash >> 29) as usize % PLACES;
    (0..PLACES).map(move |step| step ^ first)
}

/// The places of a bucket whose records have the tag of this hash.
#[inline]
pub(super) fn candidates<const PLACES: usize>(
    bucket: &Bucket<PLACES>,
    hash: u64,
) -> impl Iterator<Item = usize> {
    let tag = tag(hash);
    (0..PLACES).filter(move |&place| tag_of(bucket[FACTS][place].load(Relaxed)) == tag)
}

/// The words in a place, in the order of rows.
#[inline]
pub(super) fn read<const PLACES: usize>(bucket: &Bucket<PLACES>, place: usize) -> [u64; 3] {
    // Who sees the facts of a record sees the rest of it as well, or what came later.
    let facts = bucket[FACTS][place].load(Acquire);
    [facts, bucket[BODY][place].load(Relaxed), bucket[CHECKSUMS][place].load(Relaxed)]
}

/// Write a record into a place that had these facts; `false` if somebody else has written there meanwhile.
#[inline]
fn replace<const PLACES: usize>(
    bucket: &Bucket<PLACES>,
    (place, before): (usize, u64),
    record: [u64; 3],
) -> bool {
    let [facts, body, check] = record;
    if before == BUSY || bucket[FACTS][place].compare_exchange(before, BUSY, Acquire, Relaxed).is_err() {
        return false;
    }
    bucket[BODY][place].store(body, Relaxed);
    bucket[CHECKSUMS][place].store(check, Relaxed);
    bucket[FACTS][place].store(facts, Release);
    true
}

#[cfg(not(all(test, loom)))]
fn yield_now() {
    std::thread::yield_now();
}

#[cfg(all(test, loom))]
fn yield_now() {
    loom::thread::yield_now();
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
