//! A first look that costs little: whether a position can be in a table at all.
//!
//! Most positions that a search asks its table for are not there, and each such question reads a line of memory that no
//! cache has. Two arrays of bits stay in the caches instead: a bit is set for each position put down. The small one
//! serves until it is crowded, then the large one, and when that is crowded too, every answer is yes.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::buckets::mix;

/// Words of the arrays, 64 KiB and 1 MiB.
const SMALL: usize = 1 << 13;
const LARGE: usize = 1 << 17;

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
    /// Bytes that a filter takes.
    pub const BYTES: usize = (SMALL + LARGE) * size_of::<u64>();

    pub fn new() -> Filter {
        let words = |number| std::iter::repeat_with(|| AtomicU64::new(0)).take(number).collect();
        Filter { small: words(SMALL), large: words(LARGE), set: AtomicUsize::new(0) }
    }

    /// A filter for a table of which nothing is known: every answer is yes.
    pub fn without_doubt() -> Filter {
        Filter { set: AtomicUsize::new(LARGE * 64), ..Filter::new() }
    }

    /// Whether a position may have been put down.
    #[inline]
    pub fn may_have(&self, key: u64) -> bool {
        let set = self.set.load(Relaxed);
        let words = if set < SMALL * 64 / CROWDED {
            &self.small
        } else if set < LARGE * 64 / CROWDED {
            &self.large
        } else {
            return true;
        };
        let (word, bit) = place(words, key);
        words[word].load(Relaxed) & bit != 0
    }

    /// A position is put down.
    #[inline]
    pub fn add(&self, key: u64) {
        if self.set.load(Relaxed) >= LARGE * 64 / CROWDED {
            return;
        }
        for words in [&self.small, &self.large] {
            let (word, bit) = place(words, key);
            if words[word].load(Relaxed) & bit == 0 {
                words[word].fetch_or(bit, Relaxed);
                if words.len() == LARGE {
                    self.set.fetch_add(1, Relaxed);
                }
            }
        }
    }
}

#[inline]
fn place(words: &[AtomicU64], key: u64) -> (usize, u64) {
    let hash = mix(key);
    ((hash >> 6) as usize & (words.len() - 1), 1 << (hash & 63))
}
