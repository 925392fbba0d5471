//! A first look that costs little: whether a position can be in a table at all.
//!
//! Most positions that a search asks its table for are not there, and each such question reads a line of memory that no
//! cache has. Two arrays of bits stay in the caches instead: a bit is set for each position stored. The small one
//! serves until it is crowded, then the large one, and when that is crowded too, every answer is yes. A filter takes a
//! small part of the memory of its table, and beside a very small table there is none.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::buckets::mix;

/// Words of the arrays at most, 64 KiB and 1 MiB.
const SMALL: usize = 1 << 13;
const LARGE: usize = 1 << 17;

/// The large array is at most one part in this many of the memory.
const SHARE: usize = 16;

/// An array is crowded when more than one bit of this many is set.
const CROWDED: usize = 6;

/// See the module.
pub(crate) struct Filter {
    small: Box<[AtomicU64]>,
    large: Box<[AtomicU64]>,
    /// Bits set in the large array, nearly.
    set: AtomicUsize,
}

impl Filter {
    /// A filter for a table that has N bytes together with it. With 0 every answer is yes.
    pub fn new(bytes: usize) -> Filter {
        let most = (bytes / SHARE / size_of::<u64>()).checked_ilog2().map_or(0, |log| 1 << log);
        let large = most.min(LARGE);
        let words = |number| std::iter::repeat_with(|| AtomicU64::new(0)).take(number).collect();
        Filter { small: words(large.min(SMALL)), large: words(large), set: AtomicUsize::new(0) }
    }

    pub fn bytes(&self) -> usize {
        (self.small.len() + self.large.len()) * size_of::<u64>()
    }

    /// Bits set at which an array is crowded.
    fn crowded(words: &[AtomicU64]) -> usize {
        words.len() * u64::BITS as usize / CROWDED
    }

    /// Whether a position may have been stored.
    #[inline]
    pub fn may_have(&self, key: u64) -> bool {
        let set = self.set.load(Relaxed);
        let words = if set < Self::crowded(&self.small) {
            &self.small
        } else if set < Self::crowded(&self.large) {
            &self.large
        } else {
            return true;
        };
        let (word, bit) = place(words, key);
        words[word].load(Relaxed) & bit != 0
    }

    /// A position is stored.
    #[inline]
    pub fn add(&self, key: u64) {
        if self.set.load(Relaxed) >= Self::crowded(&self.large) {
            return;
        }
        for words in [&self.small, &self.large] {
            let (word, bit) = place(words, key);
            if words[word].load(Relaxed) & bit == 0 {
                words[word].fetch_or(bit, Relaxed);
                let large = std::ptr::eq(words, &self.large);
                self.set.fetch_add(usize::from(large), Relaxed);
            }
        }
    }
}

#[inline]
fn place(words: &[AtomicU64], key: u64) -> (usize, u64) {
    let hash = mix(key);
    ((hash >> 6) as usize & (words.len() - 1), 1 << (hash & 63))
}
