//! The table that threads share: of fixed size, without locks. It forgets what cost least.
//!
//! An array of buckets of 8 places. A record is three words ([`record`]), which lie in the three rows of a bucket, each
//! row one cache line:
//!
//! ```text
//! bucket   facts of each place, 0 in an empty one | numbers of each place | seal of each place
//! ```
//!
//! The facts begin with a part of the key's hash, so looking for a key that is not there reads a single line as a rule,
//! and so does choosing the record that must go. All words are read and written with relaxed atomic operations. A record
//! is found only if its seal gives back the key, so words of different records beside each other are never taken for one.
//!
//! All memory is reserved at once, but the system gives it when it is first written to. A size need not be a power of
//! two.
//!
//! **Merging.** What is put down for a position that is known keeps the shorter win, the longer hold and the larger
//! effort of the two: numbers never overwrite a verdict.
//!
//! **Replacement.** If the bucket is full, the record in it that is worth least goes, among equals one that the new key
//! chooses. A position is worth its effort, and twice that if a length is known. The new position always gets its place.
//!
//! **Collection of small trees.** The array has up to 64 sections. When a bucket is full and 7 of 8 places of its section
//! are taken, a quarter of the section's records goes first: those that are worth least, and of the last such worth no
//! more than are needed, chosen by a hash that differs from one collection to the next. One thread does this while the
//! others go on.
//!
//! None of this can make an answer wrong: a position that is forgotten is searched again. Threads that put something down
//! in the same place at the same moment may lose what one of them put, or both. With a single thread nothing is lost but
//! by replacement and collection, and the same calls always leave the same table.

mod record;
#[cfg(test)]
mod tests;

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicU64, Ordering::Relaxed};

use zerocopy::FromZeros;

use self::record::{WORTHS, pack, seal, tag, tag_of, unpack, worth};
use super::buckets::mix;

pub use self::record::{Known, NEVER};

const PLACES: usize = 8;

/// Words of a cache line.
const LINE: usize = 8;

/// Words of a bucket.
const BUCKET: usize = 3 * PLACES;

/// The array has so many sections at most,
const MOST_SECTIONS: usize = 64;

/// and each has so many buckets at least, unless it is the only one.
const LEAST_SECTION: usize = 1024;

/// One record in this many goes in a collection.
const COLLECTED: usize = 4;

/// The rows of a bucket.
const FACTS: usize = 0;
const NUMBERS: usize = 1;
const SEALS: usize = 2;
type Bucket = [[AtomicU64; PLACES]; 3];

/// See the module.
pub struct Shared {
    words: Box<[AtomicU64]>,
    /// The first word on a border of cache lines.
    start: usize,
    buckets: usize,
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
    /// A table of at most so many bytes, though never less than one bucket, which is below 1 KiB with all around it. If
    /// the system refuses to reserve as much, the table is smaller.
    #[must_use]
    pub fn new(bytes: usize) -> Shared {
        let fixed = size_of::<Shared>() + LINE * size_of::<u64>() + MOST_SECTIONS * size_of::<Section>();
        let mut buckets = bytes.saturating_sub(fixed) / (BUCKET * size_of::<u64>());
        loop {
            let sections = (buckets / LEAST_SECTION).clamp(1, MOST_SECTIONS);
            buckets = (buckets / sections).max(1) * sections;
            if let Some(words) = zeros(buckets * BUCKET + LINE) {
                let start = words.as_ptr().align_offset(LINE * size_of::<u64>()).min(LINE);
                let sections = (0..sections).map(|_| Section::default()).collect();
                return Shared { words, start, buckets, sections };
            }
            assert!(buckets > 1, "no memory for a single bucket");
            buckets /= 2;
        }
    }

    /// What is known of a position.
    #[inline]
    #[must_use]
    pub fn get(&self, key: u64) -> Option<Known> {
        let hash = mix(key);
        let bucket = self.bucket(self.index(hash));
        places(hash).find_map(|place| found(bucket, place, key, tag(hash)))
    }

    /// Put down what is known of a position now. Lengths that were known already stay if they are better.
    #[inline]
    pub fn put(&self, key: u64, known: Known) {
        let hash = mix(key);
        let bucket = self.bucket(self.index(hash));
        let (mut known, mut home) = (known, None);
        for place in places(hash) {
            let Some(before) = found(bucket, place, key, tag(hash)) else { continue };
            known = known.and(before);
            if home.is_none() {
                home = Some(place);
            } else {
                // Two threads did not see each other.
                self.clear(hash, bucket, place);
            }
        }
        let place = home.unwrap_or_else(|| self.place_for_new(hash, bucket));
        let [numbers, facts] = pack(tag(hash), known);
        bucket[SEALS][place].store(seal(key, numbers, facts), Relaxed);
        bucket[NUMBERS][place].store(numbers, Relaxed);
        bucket[FACTS][place].store(facts, Relaxed);
    }

    /// Tell the processor that a position will be asked for soon. The instruction made for this cannot be called from
    /// safe Rust. A word that is read and not used does nearly the same: later work does not wait for it.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        let hash = mix(key);
        black_box(self.bucket(self.index(hash))[FACTS][0].load(Relaxed));
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

    /// Positions there is room for.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.buckets * PLACES
    }

    /// Bytes reserved.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        size_of::<Shared>() + size_of_val(&self.words[..]) + size_of_val(&self.sections[..])
    }

    /// How often small trees were collected in a section.
    #[must_use]
    pub fn collections(&self) -> u64 {
        self.sections.iter().map(|section| section.collections.load(Relaxed)).sum()
    }

    /// The place that is worth least, an empty one if there is one; among equals the one a search for the key meets
    /// first. Counts it as taken.
    #[inline]
    fn place_for_new(&self, hash: u64, bucket: &Bucket) -> usize {
        let (mut place, mut facts) = least(bucket, hash);
        if facts != 0 && self.collect_if_crowded(hash) {
            (place, facts) = least(bucket, hash);
        }
        if facts == 0 {
            self.sections[self.section(hash)].taken.fetch_add(1, Relaxed);
        }
        place
    }

    fn clear(&self, hash: u64, bucket: &Bucket, place: usize) {
        bucket[FACTS][place].store(0, Relaxed);
        self.sections[self.section(hash)].taken.fetch_sub(1, Relaxed);
    }

    /// Collect, if it is time to and no other thread is at it; gives whether this was done.
    #[cold]
    fn collect_if_crowded(&self, hash: u64) -> bool {
        let index = self.section(hash);
        let section = &self.sections[index];
        let places = self.buckets / self.sections.len() * PLACES;
        let crowded = section.taken.load(Relaxed).max(0) as usize * 8 >= places * 7;
        let mine = crowded && section.collecting.compare_exchange(false, true, Relaxed, Relaxed).is_ok();
        if mine {
            self.collect(index);
            section.collecting.store(false, Relaxed);
        }
        mine
    }

    /// Drop the records of a section that are worth least.
    fn collect(&self, index: usize) {
        let section = &self.sections[index];
        let each = self.buckets / self.sections.len();
        let buckets = || (index * each..(index + 1) * each).map(|index| self.bucket(index));
        let mut sizes = [0usize; WORTHS];
        for facts in buckets().flat_map(|bucket| &bucket[FACTS]) {
            sizes[worth(facts.load(Relaxed)) as usize] += 1;
        }
        let taken: usize = sizes[1..].iter().sum();
        // All worths below `last`, and `share` of 2^32 of it.
        let (mut wanted, mut last) = (taken.div_ceil(COLLECTED), 1);
        while sizes[last] < wanted {
            wanted -= sizes[last];
            last += 1;
        }
        let share = ((wanted as u64) << 32) / (sizes[last] as u64).max(1);
        let salt = mix(section.collections.fetch_add(1, Relaxed));
        let mut kept = 0;
        for bucket in buckets() {
            for (place, sealed) in bucket[FACTS].iter().zip(&bucket[SEALS]) {
                let facts = place.load(Relaxed);
                let worth = worth(facts) as usize;
                let chosen = || mix(sealed.load(Relaxed) ^ salt) >> 32 < share;
                if facts != 0 && (worth < last || worth == last && chosen()) {
                    place.store(0, Relaxed);
                } else {
                    kept += isize::from(facts != 0);
                }
            }
        }
        section.taken.store(kept, Relaxed);
    }

    /// The only bucket in which a key with this hash can be.
    #[inline]
    fn index(&self, hash: u64) -> usize {
        scale(hash, self.buckets)
    }

    /// The section of this bucket, because every section has as many buckets.
    #[inline]
    fn section(&self, hash: u64) -> usize {
        scale(hash, self.sections.len())
    }

    #[inline]
    fn bucket(&self, index: usize) -> &Bucket {
        let begin = self.start + index * BUCKET;
        self.words[begin..begin + BUCKET].as_chunks().0.first_chunk().expect("three rows")
    }
}

/// The part of a hash's range that it lies in, of so many.
#[inline]
fn scale(hash: u64, parts: usize) -> usize {
    ((u128::from(hash) * parts as u128) >> u64::BITS) as usize
}

/// The places of a bucket in the order in which a key with this hash is looked for.
#[inline]
fn places(hash: u64) -> impl Iterator<Item = usize> {
    // Bits beside those of the tag. They choose buckets in the largest tables alone.
    let first = (hash >> 12) as usize % PLACES;
    (0..PLACES).map(move |step| step ^ first)
}

/// The record in this place, if it is the key's.
#[inline]
fn found(bucket: &Bucket, place: usize, key: u64, tag: u64) -> Option<Known> {
    let facts = bucket[FACTS][place].load(Relaxed);
    if tag_of(facts) != tag {
        return None;
    }
    let numbers = bucket[NUMBERS][place].load(Relaxed);
    let sealed = bucket[SEALS][place].load(Relaxed);
    (seal(sealed, numbers, facts) == key).then(|| unpack(numbers, facts))
}

/// The place that is worth least and what is there.
#[inline]
fn least(bucket: &Bucket, hash: u64) -> (usize, u64) {
    let records = places(hash).map(|place| (place, bucket[FACTS][place].load(Relaxed)));
    records.min_by_key(|&(_, facts)| worth(facts)).expect("there are places")
}

/// So many words of 0. The system is asked for memory that is zero already, and nothing is written to it.
fn zeros(words: usize) -> Option<Box<[AtomicU64]>> {
    <[AtomicU64]>::new_box_zeroed_with_elems(words).ok()
}
