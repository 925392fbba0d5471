//! Verdicts on single lines, in a room of fixed size.
//!
//! They lie in an array of buckets that starts small and doubles in place ([`super::buckets`]). A verdict has a record
//! of 24 bytes, in three words; bytes and bits are counted from the lowest of each word:
//!
//! ```text
//! bytes  0-7   key of the position
//!        8-15  code of the line
//!       16-19  depends on
//!       20-21  best
//!       22-23  bit 0: whether the goal is reached; bit 15: set
//! ```
//!
//! All for one position are in one bucket, the oldest first. If none of the 16 places is empty and the array need not
//! or cannot double, the oldest of the bucket goes, whichever position it is for. Verdicts stay when their position is
//! forgotten: they are not looked for then, and found again once another is stored for it.

use super::Twin;
use super::buckets::{Bucket, Buckets, mix, write};

const PLACES: usize = 16;

/// Bits of the last word of a verdict on a line.
const PROVEN: u64 = 1 << 48;
const TAKEN: u64 = 1 << 63;

/// See the module.
pub(super) struct ByLine(Buckets<PLACES>);

impl ByLine {
    /// What it takes apart from its buckets.
    pub(super) const FIXED: usize = Buckets::<PLACES>::FIXED;

    pub(super) const LEAST: usize = Buckets::<PLACES>::LEAST;

    /// A room of N bytes, or of one bucket.
    pub(super) fn new(bytes: usize) -> ByLine {
        ByLine(Buckets::new(bytes))
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn get(&self, key: u64, code: u64) -> Option<Twin> {
        let bucket = self.0.bucket(mix(key));
        find(bucket, key, code).map(|place| unpack(code, bucket[2][place]))
    }

    /// Append all for a position, the latest last.
    pub(super) fn all(&self, key: u64, out: &mut Vec<Twin>) {
        let bucket = self.0.bucket(mix(key));
        let places = (0..PLACES).filter(|&place| bucket[0][place] == key && bucket[2][place] != 0);
        out.extend(places.map(|place| unpack(bucket[1][place], bucket[2][place])));
    }

    pub(super) fn put(&mut self, key: u64, twin: Twin) {
        let hash = mix(key);
        let bucket = self.0.bucket_mut(hash);
        if let Some(place) = find(bucket, key, twin.code) {
            return write(bucket, place, pack(key, twin));
        }
        if empty(bucket).is_none() {
            self.0.double_if_crowded();
        }
        // The latest comes last; the others close up over an empty place or the oldest.
        let bucket = self.0.bucket_mut(hash);
        let gap = empty(bucket).unwrap_or(0);
        bucket.iter_mut().for_each(|row| row[gap..].rotate_left(1));
        self.0.put(hash, PLACES - 1, pack(key, twin));
    }

    pub(super) fn clear(&mut self) {
        self.0.drop_if(|_| true);
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.0.memory_bytes()
    }
}

fn pack(key: u64, twin: Twin) -> [u64; 3] {
    let proven = if twin.proven { PROVEN } else { 0 };
    [key, twin.code, u64::from(twin.depends_on_ply) | u64::from(twin.best) << 32 | proven | TAKEN]
}

fn unpack(code: u64, last: u64) -> Twin {
    Twin { code, proven: last & PROVEN != 0, best: (last >> 32) as u16, depends_on_ply: last as u32 }
}

fn find(bucket: &Bucket<PLACES>, key: u64, code: u64) -> Option<usize> {
    let found = |&place: &usize| bucket[0][place] == key && bucket[1][place] == code && bucket[2][place] != 0;
    (0..PLACES).find(found)
}

fn empty(bucket: &Bucket<PLACES>) -> Option<usize> {
    bucket[2].iter().position(|&word| word == 0)
}
