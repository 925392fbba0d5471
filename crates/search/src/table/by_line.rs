//! Verdicts on single lines, in a room of fixed size that threads share.
//!
//! They lie in an [array of buckets](super::sealed) of 16 places. The words of a record, bits counted from the lowest:
//!
//! ```text
//! body     code of the line
//! facts    bits  0-23  what the verdict depends on, all bits set if on nothing
//!               24-39  best
//!                  40  whether the goal is reached
//!               41-50  stamp
//!                  51  set
//!               52-63  the tag
//! ```
//!
//! The checksum seals the key of the position together with the code and the verdict: a verdict is found for its own line
//! alone, or not at all.
//!
//! All for one position are in one bucket. A stamp is one more than the latest in the bucket, so stamps tell the order; they
//! begin anew after the largest one, which is far more than what one thread leaves in a bucket can be apart. If none of the
//! 16 places is empty and the array need not or cannot double, the oldest of the bucket goes, whichever position it is for.
//! Verdicts stay when their position is forgotten: they are not looked for then, and found again once another is stored for
//! it. Threads that store verdicts in one bucket at once may give them the same stamp, or lose one of them.

use std::sync::atomic::Ordering::Relaxed;

use super::Twin;
use super::buckets::mix;
use super::sealed::{BODY, BUSY, Bucket, FACTS, Sealed, TRIES, candidates, doubling, key_of, read, seal};
use crate::path::PATH_INDEPENDENT;

const PLACES: usize = 16;

/// What depends on nothing, in as many bits.
const INDEPENDENT: u32 = (1 << 24) - 1;

const BEST_AT: u32 = 24;
const PROVEN: u64 = 1 << 40;
const STAMP_AT: u32 = 41;
const STAMPS: u64 = 1 << 10;
const TAKEN: u64 = 1 << 51;

/// See the module.
pub(super) struct ByLine(Sealed<PLACES>);

impl ByLine {
    /// What it takes at least, with one bucket.
    pub(super) const LEAST: usize = Sealed::<PLACES>::LEAST;

    /// A room of N bytes, or of one bucket.
    pub(super) fn new(bytes: usize) -> ByLine {
        ByLine(Sealed::new(bytes))
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn get(&self, key: u64, code: u64) -> Option<Twin> {
        self.look(key, |bucket, hash| find(bucket, hash, key, code).map(|(_, facts)| unpack(code, facts)))
    }

    /// Append all for a position, the latest last.
    pub(super) fn all(&self, key: u64, out: &mut Vec<Twin>) {
        self.look(key, |bucket, hash| {
            let mut found: Vec<[u64; 3]> = of_key(bucket, hash, key).map(|(_, record)| record).collect();
            let first = found.first()?[FACTS];
            found.sort_by_key(|record| later(record[FACTS], first));
            out.extend(found.iter().map(|record| unpack(record[BODY], record[FACTS])));
            Some(())
        });
    }

    pub(super) fn put(&self, key: u64, twin: Twin) {
        let hash = mix(key);
        for number in 0..TRIES {
            let bucket = self.0.bucket_now(hash);
            let (place, stamp) = match find(bucket, hash, key, twin.code) {
                Some((place, facts)) => ((place, facts), stamp(facts)),
                None => {
                    let bucket_is_full = bucket[FACTS].iter().all(|facts| facts.load(Relaxed) != 0);
                    // While another thread doubles, the oldest goes.
                    if number == 0 && bucket_is_full && self.0.double_if_crowded(oldest) {
                        continue;
                    }
                    (oldest(bucket, hash), next_stamp(bucket))
                }
            };
            if self.0.write(hash, bucket, place, seal(key, pack(twin, stamp))) {
                return;
            }
        }
    }

    pub(super) fn clear(&self) {
        for index in 0..self.0.buckets_now() {
            let bucket = self.0.bucket(index);
            for place in 0..PLACES {
                let record = read(bucket, place);
                if record[FACTS] & TAKEN != 0 {
                    self.0.clear(mix(key_of(record)), bucket, (place, record[FACTS]));
                }
            }
        }
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.0.memory_bytes()
    }

    /// Look in the bucket of a key, and while the array doubles in the one of before as well.
    fn look<T>(&self, key: u64, mut look: impl FnMut(&Bucket<PLACES>, u64) -> Option<T>) -> Option<T> {
        let hash = mix(key);
        let state = self.0.state.load(Relaxed);
        let found = look(self.0.bucket_of(hash, state.div_ceil(2)), hash);
        if found.is_none() && doubling(state) { look(self.0.bucket_of(hash, state / 2), hash) } else { found }
    }
}

fn pack(twin: Twin, stamp: u64) -> [u64; 2] {
    let proven = if twin.proven { PROVEN } else { 0 };
    let depends_on_ply = match twin.depends_on_ply {
        PATH_INDEPENDENT => INDEPENDENT,
        // A smaller ply says less.
        ply => ply.min(INDEPENDENT - 1),
    };
    [
        twin.code,
        u64::from(depends_on_ply) | u64::from(twin.best) << BEST_AT | proven | stamp << STAMP_AT | TAKEN,
    ]
}

fn unpack(code: u64, facts: u64) -> Twin {
    let depends_on_ply = match facts as u32 & INDEPENDENT {
        INDEPENDENT => PATH_INDEPENDENT,
        ply => ply,
    };
    Twin { code, proven: facts & PROVEN != 0, best: (facts >> BEST_AT) as u16, depends_on_ply }
}

fn stamp(facts: u64) -> u64 {
    facts >> STAMP_AT & (STAMPS - 1)
}

/// By how many stamps a record is later than another one.
fn later(facts: u64, other: u64) -> i64 {
    let steps = (stamp(facts) + STAMPS - stamp(other) + STAMPS / 2) % STAMPS;
    steps as i64 - (STAMPS / 2) as i64
}

/// The stamp after the latest one of a bucket.
fn next_stamp(bucket: &Bucket<PLACES>) -> u64 {
    let Some((_, first)) = records(bucket).next() else { return 0 };
    let steps = records(bucket).map(|(_, facts)| later(facts, first)).max().unwrap_or(0);
    (stamp(first) as i64 + steps + 1) as u64 % STAMPS
}

/// The facts of the records of a bucket, with their places.
fn records(bucket: &Bucket<PLACES>) -> impl Iterator<Item = (usize, u64)> {
    let all = bucket[FACTS].iter().map(|facts| facts.load(Relaxed)).enumerate();
    all.filter(|&(_, facts)| facts & TAKEN != 0)
}

/// The place of the oldest record, or an empty one, and the facts there.
fn oldest(bucket: &Bucket<PLACES>, _hash: u64) -> (usize, u64) {
    if let Some(place) = bucket[FACTS].iter().position(|facts| facts.load(Relaxed) == 0) {
        return (place, 0);
    }
    let Some((_, first)) = records(bucket).next() else { return (0, BUSY) };
    records(bucket).min_by_key(|&(_, facts)| later(facts, first)).unwrap_or((0, BUSY))
}

/// The records of a position, with their places.
fn of_key(bucket: &Bucket<PLACES>, hash: u64, key: u64) -> impl Iterator<Item = (usize, [u64; 3])> {
    let records = candidates(bucket, hash).map(|place| (place, read(bucket, place)));
    records.filter(move |(_, record)| key_of(*record) == key)
}

/// The place and the facts of the verdict on a line.
fn find(bucket: &Bucket<PLACES>, hash: u64, key: u64, code: u64) -> Option<(usize, u64)> {
    let mut records = of_key(bucket, hash, key);
    records.find(|(_, record)| record[BODY] == code).map(|(place, record)| (place, record[FACTS]))
}
