//! Marks of the positions that searchers are at work on, so that others find the same child less attractive.

use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

/// Places for marks; positions share them by chance.
const PLACES: usize = 1 << 13;

/// How many searchers are at work on a position, or on another one in the same place.
pub(crate) struct Marks(Box<[AtomicU16]>);

impl Marks {
    /// What they take.
    pub const BYTES: usize = PLACES * size_of::<AtomicU16>();

    pub fn new() -> Marks {
        Marks((0..PLACES).map(|_| AtomicU16::new(0)).collect())
    }

    pub fn add(&self, key: u64) {
        self.place(key).fetch_add(1, Relaxed);
    }

    pub fn remove(&self, key: u64) {
        self.place(key).fetch_sub(1, Relaxed);
    }

    #[inline]
    pub fn count(&self, key: u64) -> u32 {
        u32::from(self.place(key).load(Relaxed))
    }

    #[inline]
    fn place(&self, key: u64) -> &AtomicU16 {
        &self.0[(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % PLACES]
    }
}
