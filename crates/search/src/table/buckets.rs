//! An array of buckets that doubles in place, for records of three words.
//!
//! ```text
//! bucket   word 0 of each place | word 1 of each place | word 2 of each place
//! record   word 0  the key      | word 1  its user's   | word 2  its user's, not 0; 0 in an empty place
//! ```
//!
//! With 8 places a row is one cache line, so looking for a key that is not there reads a single line, and finding one
//! reads three at most. (Measured against records side by side, in buckets of 4, 5 and 8, and against 16 places: no
//! other was clearly faster, and buckets of 4 or 5 overflow more.)
//!
//! All memory is reserved at once, but the system gives it when it is first written to, and only a prefix is in use:
//! `first * 2^doublings` buckets. The high half of a key's hash chooses among `first`, the low bits among
//! `2^doublings`. Doubling examines one more bit: what was in bucket `b` stays there or moves to `b + first *
//! 2^doublings`, so it needs no memory beside the array. A small search stays in the processor's cache, and a size need
//! not be a power of two.

use std::hint::black_box;

/// Bytes of a record.
const RECORD: usize = 3 * size_of::<u64>();

/// Words of a cache line.
const LINE: usize = 8;

/// At most twice as many buckets are in use at first; a rest of less than a part in as many is left alone.
const FIRST: usize = 128;

/// The three rows of a bucket.
pub(super) type Bucket<const PLACES: usize> = [[u64; PLACES]; 3];

/// See the module.
pub(super) struct Buckets<const PLACES: usize> {
    words: Vec<u64>,
    /// The first word on a border of cache lines.
    start: usize,
    /// Buckets in use before any doubling.
    first: usize,
    doublings: u32,
    most_doublings: u32,
    /// Places taken.
    len: usize,
}

/// Spread a key over all bits. Most keys are hashes already, but some games just number their positions.
#[inline]
pub(crate) fn mix(key: u64) -> u64 {
    let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ (hash >> 32)
}

impl<const PLACES: usize> Buckets<PLACES> {
    /// What an array takes apart from its buckets, to begin on a border of cache lines.
    pub(super) const FIXED: usize = LINE * size_of::<u64>();

    pub(super) const LEAST: usize = PLACES * RECORD;

    /// As many buckets as the bytes allow, one at least. If the system refuses, it is asked for half, and so on.
    pub(super) fn new(bytes: usize) -> Buckets<PLACES> {
        let mut buckets = (bytes / Self::LEAST).max(1);
        let words = |buckets: usize| buckets * PLACES * 3 + LINE;
        while buckets > 1 && !could_reserve(words(buckets)) {
            buckets /= 2;
        }
        let most_doublings = (buckets / FIRST).checked_ilog2().unwrap_or(0);
        let first = buckets >> most_doublings;
        // This asks for memory that is zero already and does not write to it.
        let words = vec![0u64; words(first << most_doublings)];
        let start = words.as_ptr().align_offset(LINE * size_of::<u64>()).min(LINE);
        Buckets { words, start, first, doublings: 0, most_doublings, len: 0 }
    }

    /// Places taken.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Places when all doublings are done.
    #[cfg(test)]
    pub(super) fn most_places(&self) -> usize {
        (self.first << self.most_doublings) * PLACES
    }

    /// Places in use, taken or not.
    #[inline]
    pub(super) fn places(&self) -> usize {
        (self.first << self.doublings) * PLACES
    }

    /// Bytes of the prefix in use, and of the fixed part.
    pub(super) fn memory_bytes(&self) -> usize {
        self.places() * RECORD + Self::FIXED
    }

    /// The only bucket in which a key with this hash can be.
    #[inline]
    pub(super) fn bucket(&self, hash: u64) -> &Bucket<PLACES> {
        let begin = self.begin(self.index(hash));
        rows(&self.words[begin..begin + PLACES * 3])
    }

    /// The same, to change records.
    #[inline]
    pub(super) fn bucket_mut(&mut self, hash: u64) -> &mut Bucket<PLACES> {
        let begin = self.begin(self.index(hash));
        rows_mut(&mut self.words[begin..begin + PLACES * 3])
    }

    /// Write a record to a place in the bucket of this hash; returns whether another had to go.
    #[inline]
    pub(super) fn put(&mut self, hash: u64, place: usize, record: [u64; 3]) -> bool {
        let bucket = self.bucket_mut(hash);
        let replaces = bucket[2][place] != 0;
        write(bucket, place, record);
        self.len += usize::from(!replaces);
        replaces
    }

    /// Whether the array can still double.
    pub(super) fn can_double(&self) -> bool {
        self.doublings < self.most_doublings
    }

    /// Double, if a bucket is not full just by chance: not before 3 of 8 places are taken.
    pub(super) fn double_if_crowded(&mut self) {
        if self.can_double() && self.len * 8 >= self.places() * 3 {
            self.double();
        }
    }

    /// Records keep their places, in one bucket or the other.
    fn double(&mut self) {
        let buckets = self.first << self.doublings;
        let (old, new) = self.words[self.start..].split_at_mut(buckets * PLACES * 3);
        for (old, new) in old.chunks_exact_mut(PLACES * 3).zip(new.chunks_exact_mut(PLACES * 3)) {
            let (old, new): (&mut Bucket<PLACES>, &mut Bucket<PLACES>) = (rows_mut(old), rows_mut(new));
            for place in 0..PLACES {
                let record = read(old, place);
                if record[2] != 0 && mix(record[0]) >> self.doublings & 1 != 0 {
                    write(new, place, record);
                    write(old, place, [0; 3]);
                }
            }
        }
        self.doublings += 1;
    }

    #[inline]
    fn index(&self, hash: u64) -> usize {
        let low = hash as usize & ((1 << self.doublings) - 1);
        let high = ((hash >> 32) * self.first as u64) >> 32;
        low * self.first + high as usize
    }

    #[inline]
    fn begin(&self, index: usize) -> usize {
        self.start + index * PLACES * 3
    }
}

#[inline]
fn rows<const PLACES: usize>(words: &[u64]) -> &Bucket<PLACES> {
    words.as_chunks().0.first_chunk().expect("three rows")
}

#[inline]
fn rows_mut<const PLACES: usize>(words: &mut [u64]) -> &mut Bucket<PLACES> {
    words.as_chunks_mut().0.first_chunk_mut().expect("three rows")
}

#[inline]
fn read<const PLACES: usize>(bucket: &Bucket<PLACES>, place: usize) -> [u64; 3] {
    [bucket[0][place], bucket[1][place], bucket[2][place]]
}

#[inline]
pub(super) fn write<const PLACES: usize>(bucket: &mut Bucket<PLACES>, place: usize, record: [u64; 3]) {
    for (row, word) in bucket.iter_mut().zip(record) {
        row[place] = word;
    }
}

/// Whether the system would give as many words. Asking is not writing.
pub(super) fn could_reserve(words: usize) -> bool {
    let mut probe = Vec::<u64>::new();
    let given = probe.try_reserve_exact(words).is_ok();
    // Without a use of it the compiler may leave out the asking.
    black_box(probe);
    given
}
