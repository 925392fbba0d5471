//! How the shared table makes room: it doubles, and when it cannot any more, it collects small trees.
//!
//! One thread does either while the others go on. `state` is twice the doublings done, and 1 more while one is under
//! way: then a position can be in its bucket of before or in its bucket of after. A thread that missed the change can
//! look or put where nobody will look again. That is one more way to forget.

#[cfg(all(test, loom))]
use loom::thread;
#[cfg(not(all(test, loom)))]
use std::thread;

use super::record::{WORTHS, checksum, tag, tag_of, worth};
use super::*;

/// One record in this many goes in a collection.
const COLLECTED: usize = 4;

impl Shared {
    /// Double or collect, if it is time to and no other thread is at it; returns whether there may be room now.
    #[cold]
    pub(super) fn make_room(&self, hash: u64) -> bool {
        let state = self.state.load(Relaxed);
        if doubling(state) {
            // The thread that doubles may have lost its processor to this one.
            thread::yield_now();
            return true;
        }
        if state / 2 < self.most_doublings {
            // A bucket can be full by chance.
            return self.len() * 8 >= (self.first << (state / 2)) * PLACES * 3 && self.double(state);
        }
        let section = self.section(hash);
        let places = self.buckets() / self.sections.len() * PLACES;
        let crowded = section.taken.load(Relaxed).max(0) as usize * 8 >= places * 7;
        let mine = crowded && section.collecting.compare_exchange(false, true, Relaxed, Relaxed).is_ok();
        if mine {
            self.collect(hash as usize % self.sections.len());
            section.collecting.store(false, Relaxed);
        }
        mine
    }

    /// What is known, with what is known in the bucket that the position had before this doubling. There it goes.
    #[cold]
    pub(super) fn take_along(&self, key: u64, known: Known, doublings: u32) -> Known {
        let hash = mix(key);
        let bucket = self.bucket_of(hash, doublings);
        candidates(bucket, hash).fold(known, |known, place| {
            let Some(before) = found(bucket, place, key) else { return known };
            self.clear(hash, bucket, place);
            known.and(before)
        })
    }

    /// What was in bucket `b` stays there or moves as many buckets up as there were.
    fn double(&self, state: u32) -> bool {
        let (doublings, buckets) = (state / 2, self.first << (state / 2));
        if self.state.compare_exchange(state, state + 1, Relaxed, Relaxed).is_err() {
            return false;
        }
        for index in 0..buckets {
            let old = self.bucket(index);
            for place in 0..PLACES {
                let [facts, numbers, check] = read(old, place);
                let key = checksum(check, numbers, facts);
                let hash = mix(key);
                // A torn record gives back any key.
                if facts == 0 || tag_of(facts) != tag(hash) || self.index(hash, doublings) != index {
                    continue;
                }
                if hash >> doublings & 1 != 0 {
                    let new = self.bucket(index + buckets);
                    let (to, there) = least(new, hash);
                    write(new, to, [facts, numbers, check]);
                    old[FACTS][place].store(0, Relaxed);
                    self.section(hash).taken.fetch_sub(isize::from(there != 0), Relaxed);
                }
            }
        }
        self.state.store(state + 2, Relaxed);
        true
    }

    /// Drop the records of a section that are worth least.
    fn collect(&self, number: usize) {
        let section = &self.sections[number];
        // The lowest bits of a hash choose the section and, with more of them, a run of buckets.
        let runs = (number..1 << self.most_doublings).step_by(self.sections.len());
        let buckets = || {
            let indices = runs.clone().flat_map(|run| run * self.first..(run + 1) * self.first);
            indices.map(|index| self.bucket(index))
        };
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
        let before = section.taken.load(Relaxed);
        let (mut kept, mut dropped) = (0, 0);
        for bucket in buckets() {
            for (place, check) in bucket[FACTS].iter().zip(&bucket[CHECKSUMS]) {
                let facts = place.load(Relaxed);
                let worth = worth(facts) as usize;
                let chosen = || mix(check.load(Relaxed) ^ salt) >> 32 < share;
                if facts != 0 && (worth < last || worth == last && chosen()) {
                    place.store(0, Relaxed);
                    dropped += 1;
                } else {
                    kept += isize::from(facts != 0);
                }
            }
        }
        // What others have stored meanwhile is in their count; without it, the sweep has counted all.
        if section.taken.compare_exchange(before, kept, Relaxed, Relaxed).is_err() {
            section.taken.fetch_sub(dropped, Relaxed);
        }
    }
}
