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
//! `first * 2^doublings` buckets. The high half of a key's hash chooses among `first`, the low bits among `2^doublings`.
//! Doubling looks at one more bit: what was in bucket `b` stays there or moves to `b + first * 2^doublings`, so it
//! needs no memory beside the array. A small search stays in the processor's cache, and a size need not be a power of
//! two.

use std::hint::black_box;

/// Bytes of a record.
const RECORD: usize = 3 * size_of::<u64>();

/// Words of a cache line.
const LINE: usize = 8;

/// At most twice as many buckets are in use at first; what does not fit into whole doublings, less than a part in as
/// many, is left alone.
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
pub(super) fn mix(key: u64) -> u64 {
    let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ (hash >> 32)
}

impl<const PLACES: usize> Buckets<PLACES> {
    /// What an array takes apart from its buckets, to begin on a border of cache lines.
    pub(super) const FIXED: usize = LINE * size_of::<u64>();

    /// Bytes of one bucket.
    pub(super) const LEAST: usize = PLACES * RECORD;

    /// As many buckets as the bytes allow, but one at least. If the system refuses as much, it is asked for half, and
    /// so on.
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
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Places in use, taken or not.
    #[inline]
    pub(super) fn places(&self) -> usize {
        (self.first << self.doublings) * PLACES
    }

    /// Places when all doublings are done.
    pub(super) fn most_places(&self) -> usize {
        (self.first << self.most_doublings) * PLACES
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
        self.at_mut(self.index(hash))
    }

    /// Write to an empty place in the bucket of this hash.
    #[inline]
    pub(super) fn fill(&mut self, hash: u64, place: usize, record: [u64; 3]) {
        self.len += 1;
        let bucket = self.bucket_mut(hash);
        debug_assert!(bucket[2][place] == 0 && record[2] != 0);
        write(bucket, place, record);
    }

    /// Whether no place is empty in the bucket of this hash.
    #[inline]
    pub(super) fn full(&self, hash: u64) -> bool {
        self.bucket(hash)[2].iter().all(|&word| word != 0)
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

    /// Records stay in their order within a bucket, without gaps.
    fn double(&mut self) {
        let buckets = self.first << self.doublings;
        for index in 0..buckets {
            let records = std::mem::replace(self.at_mut(index), [[0; PLACES]; 3]);
            let mut taken = [0, 0];
            for place in (0..PLACES).filter(|&place| records[2][place] != 0) {
                let side = (mix(records[0][place]) >> self.doublings & 1) as usize;
                let record = [records[0][place], records[1][place], records[2][place]];
                write(self.at_mut(index + side * buckets), taken[side], record);
                taken[side] += 1;
            }
        }
        self.doublings += 1;
    }

    /// All records: the three words of each.
    pub(super) fn records(&self) -> impl Iterator<Item = [u64; 3]> {
        let words = &self.words[self.start..self.begin(self.first << self.doublings)];
        words.chunks_exact(PLACES * 3).map(rows).flat_map(|bucket: &Bucket<PLACES>| {
            let record = |place: usize| [bucket[0][place], bucket[1][place], bucket[2][place]];
            (0..PLACES).map(record).filter(|record| record[2] != 0)
        })
    }

    /// Empty the places of some records.
    pub(super) fn drop_if(&mut self, mut unwanted: impl FnMut([u64; 3]) -> bool) {
        for index in 0..self.first << self.doublings {
            for place in 0..PLACES {
                let bucket = self.at_mut(index);
                let record = [bucket[0][place], bucket[1][place], bucket[2][place]];
                if record[2] != 0 && unwanted(record) {
                    write(bucket, place, [0; 3]);
                    self.len -= 1;
                }
            }
        }
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

    #[inline]
    fn at_mut(&mut self, index: usize) -> &mut Bucket<PLACES> {
        let begin = self.begin(index);
        let (rows, _) = self.words[begin..begin + PLACES * 3].as_chunks_mut();
        rows.first_chunk_mut().expect("three rows")
    }
}

/// The rows of a bucket.
#[inline]
fn rows<const PLACES: usize>(words: &[u64]) -> &Bucket<PLACES> {
    words.as_chunks().0.first_chunk().expect("three rows")
}

/// Write a record.
#[inline]
pub(super) fn write<const PLACES: usize>(bucket: &mut Bucket<PLACES>, place: usize, record: [u64; 3]) {
    for (row, word) in bucket.iter_mut().zip(record) {
        row[place] = word;
    }
}

/// Whether the system would give as many words. Asking is not writing.
fn could_reserve(words: usize) -> bool {
    let mut probe = Vec::<u64>::new();
    let given = probe.try_reserve_exact(words).is_ok();
    // Memory that nobody looks at need not be asked for at all.
    black_box(probe);
    given
}
