//! The table that threads share: of fixed size, without locks. It forgets what cost least.
//!
//! An [array of buckets](super::sealed) of 8 places. A record is what is known about a position: three words, of which the
//! kind of [`Record`] says what stands in two. A record is found only by its whole key.
//!
//! **Merging.** What is stored for a position that is known is merged with that ([`Record::and`]): numbers never overwrite a
//! verdict. The facts of a record show its verdict, so that a thread which has read numbers does not overwrite a verdict
//! that came meanwhile: it reads again. Two threads that store a new position at once may leave it twice; the next one that
//! stores it makes it one again.
//!
//! **Growth.** When a new position finds the 8 places of its bucket taken, and 3 of 8 places of the array, the array
//! doubles in place.
//!
//! **Replacement.** If the bucket is still full, the record in it that is worth least goes, among equals one that the
//! new key chooses. A position is worth its effort, and twice that if its record says so. The new position always gets
//! its place.
//!
//! **Collection of small trees.** The array has up to 64 sections, chosen by the lowest bits of the hash. If it cannot
//! double any more and 7 of 8 places of the bucket's section are taken, a quarter of the section's records goes first:
//! those that are worth least, and of the last such worth no more than are needed, chosen by a hash that differs from
//! one collection to the next. One thread does this while the others go on.
//!
//! None of this can make an answer wrong: a position that is forgotten is searched again. With a single thread nothing is
//! lost but by replacement and collection, and the same calls always leave the same table.

#[cfg(all(test, loom))]
mod models;
mod record;
mod room;
mod saving;
#[cfg(all(test, not(loom)))]
mod tests;

use std::hint::black_box;
use std::marker::PhantomData;
use std::sync::atomic::Ordering::Relaxed;

use super::buckets::mix;
use super::sealed::{
    BODY, BUSY, Bucket, CHECKSUMS, FACTS, Sealed, TRIES, candidates, doubling, key_of, places, read, seal,
};

pub use self::record::{Known, NEVER};

/// Models of threads ([`models`]) have small buckets, because every order of events is tried.
const PLACES: usize = if cfg!(all(test, loom)) { 2 } else { 8 };

/// What a table stores about a position, in a word of facts and another one.
pub trait Record: Copy {
    /// Classes of worth, for collections.
    const CLASSES: usize;

    /// The body, and the facts without their tag. Whether there is a verdict shows in the facts.
    fn pack(self) -> [u64; 2];

    /// What was packed.
    fn unpack(body: u64, facts: u64) -> Self;

    /// What a record with these facts is worth: above 0 and below [`u64::MAX`].
    fn worth(facts: u64) -> u64;

    /// The class of a worth, which grows with it.
    fn class(worth: u64) -> usize;

    /// The same and what was known before.
    #[must_use]
    fn and(self, before: Self) -> Self;
}

/// See the module.
pub struct Shared<K = Known> {
    array: Sealed<PLACES>,
    records: PhantomData<fn() -> K>,
}

impl<K: Record> Shared<K> {
    /// A table of at most N bytes, though never less than one bucket, which is below 1 KiB with all around it. If
    /// the system refuses to reserve as much, the table is smaller.
    #[must_use]
    pub fn new(bytes: usize) -> Shared<K> {
        Shared { array: Sealed::new(bytes), records: PhantomData }
    }

    /// A table of at most N buckets.
    #[cfg(test)]
    fn of_buckets(buckets: usize) -> Shared<K> {
        Shared { array: Sealed::of_buckets(buckets), records: PhantomData }
    }

    /// What is known about a position.
    #[inline]
    #[must_use]
    pub fn get(&self, key: u64) -> Option<K> {
        let hash = mix(key);
        let state = self.array.state.load(Relaxed);
        let found = look(self.array.bucket_of(hash, state.div_ceil(2)), key, hash);
        if found.is_none() && doubling(state) {
            return look(self.array.bucket_of(hash, state / 2), key, hash);
        }
        found
    }

    /// Store what is known about a position now, together with what was known of it before.
    #[inline]
    pub fn put(&self, key: u64, known: K) {
        self.update(key, |before| before.map_or(known, |before| known.and(before)));
    }

    /// Store what becomes of what is known about a position.
    #[inline]
    pub fn update(&self, key: u64, change: impl Fn(Option<K>) -> K) {
        let hash = mix(key);
        let mut before = None;
        for _ in 0..TRIES {
            let state = self.array.state.load(Relaxed);
            let bucket = self.array.bucket_of(hash, state.div_ceil(2));
            let mut home = None;
            for place in candidates(bucket, hash) {
                let Some((known, facts)) = found::<K>(bucket, place, key) else { continue };
                if home.is_none() {
                    // What was taken along in an earlier try is not there any more.
                    before = Some(before.map_or(known, |before: K| known.and(before)));
                    home = Some((bucket, (place, facts)));
                } else if self.array.clear(hash, bucket, (place, facts)) {
                    // Two threads did not see each other.
                    before = before.map(|first: K| first.and(known));
                }
            }
            if home.is_none() && doubling(state) {
                before = self.take_along(key, before, state / 2);
            }
            let (bucket, place) = home.unwrap_or_else(|| self.place_for_new(hash));
            if self.array.write(hash, bucket, place, seal(key, change(before).pack())) {
                return;
            }
        }
    }

    /// Tell the processor that a position will be asked for soon. The instruction made for this cannot be called from
    /// safe Rust. A word that is read and not used does nearly the same: later work does not wait for it.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        black_box(self.array.bucket_now(mix(key))[FACTS][0].load(Relaxed));
    }

    /// Positions known, nearly: while threads are at work, what they do at the same moment may be counted wrongly.
    #[must_use]
    pub fn len(&self) -> usize {
        self.array.len()
    }

    /// Whether no position is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Positions there is room for when the array has its whole size.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.array.capacity()
    }

    /// Bytes in use.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.array.memory_bytes()
    }

    /// How often small trees were collected in a section.
    #[must_use]
    pub fn collections(&self) -> u64 {
        self.array.sections.iter().map(|section| section.collections.load(Relaxed)).sum()
    }

    /// How many positions gave their places to others.
    #[must_use]
    pub fn replaced(&self) -> u64 {
        self.array.sections.iter().map(|section| section.replaced.load(Relaxed)).sum()
    }

    /// The [`least`] place, after making room if need be, with the facts there.
    #[inline]
    fn place_for_new(&self, hash: u64) -> (&Bucket<PLACES>, (usize, u64)) {
        let mut bucket = self.array.bucket_now(hash);
        let (mut place, mut facts) = least::<K>(bucket, hash);
        if facts != 0 && self.make_room(hash) {
            bucket = self.array.bucket_now(hash);
            (place, facts) = least::<K>(bucket, hash);
        }
        if facts != 0 {
            self.array.section(hash).replaced.fetch_add(1, Relaxed);
        }
        (bucket, (place, facts))
    }
}

/// What is known about a key in this bucket. If threads that did not see each other have stored it twice, the first record
/// hides the other until the key is stored again.
#[inline]
fn look<K: Record>(bucket: &Bucket<PLACES>, key: u64, hash: u64) -> Option<K> {
    candidates(bucket, hash).find_map(|place| found(bucket, place, key)).map(|(known, _)| known)
}

/// The record in this place, if it is the key's, and its facts.
#[inline]
fn found<K: Record>(bucket: &Bucket<PLACES>, place: usize, key: u64) -> Option<(K, u64)> {
    let record = read(bucket, place);
    (key_of(record) == key).then(|| (K::unpack(record[BODY], record[FACTS]), record[FACTS]))
}

/// The place that is worth least, an empty one if there is one, and the facts there; among equals the first.
#[inline]
fn least<K: Record>(bucket: &Bucket<PLACES>, hash: u64) -> (usize, u64) {
    let records = places::<PLACES>(hash).map(|place| (place, bucket[FACTS][place].load(Relaxed)));
    records.min_by_key(|&(_, facts)| worth::<K>(facts)).expect("there are places")
}

/// What stands in a place is worth: nothing if it is empty, more than anything while a thread writes there.
#[inline]
fn worth<K: Record>(facts: u64) -> u64 {
    match facts {
        0 => 0,
        BUSY => u64::MAX,
        _ => K::worth(facts),
    }
}
