//! The bytes in use, and the most that ever were.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Counts what is allocated and freed, by any thread.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    now: AtomicUsize,
    peak: AtomicUsize,
}

/// What the allocator adds to each block.
pub(crate) const HEAP_BLOCK: usize = 16;

impl Meter {
    pub fn add(&self, bytes: usize) {
        let now = self.now.fetch_add(bytes, Relaxed) + bytes;
        self.peak.fetch_max(now, Relaxed);
    }

    pub fn sub(&self, bytes: usize) {
        self.now.fetch_sub(bytes, Relaxed);
    }

    /// What took `before` bytes takes `after` bytes.
    pub fn change(&self, before: usize, after: usize) {
        if after > before {
            self.add(after - before);
        } else if after < before {
            self.sub(before - after);
        }
    }

    pub fn now(&self) -> usize {
        self.now.load(Relaxed)
    }

    pub fn peak(&self) -> usize {
        self.peak.load(Relaxed)
    }
}
