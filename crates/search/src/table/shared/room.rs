//! How the shared table makes room: it doubles, and when it cannot any more, it collects small trees.

use std::sync::atomic::Ordering::Relaxed;

use super::*;

/// One record in this many goes in a collection.
const COLLECTED: usize = 4;

impl<K: Record> Shared<K> {
    /// Double or collect, if it is time to and no other thread is at it; returns whether there may be room now.
    #[cold]
    pub(super) fn make_room(&self, hash: u64) -> bool {
        if self.array.can_double(self.array.state.load(Relaxed)) {
            return self.array.double_if_crowded(least::<K>);
        }
        let sections = self.array.sections.len();
        let section = self.array.section(hash);
        let places = self.array.buckets() / sections * PLACES;
        let crowded = section.taken.load(Relaxed).max(0) as usize * 8 >= places * 7;
        let mine = crowded && section.collecting.compare_exchange(false, true, Relaxed, Relaxed).is_ok();
        if mine {
            self.collect(hash as usize % sections);
            section.collecting.store(false, Relaxed);
        }
        mine
    }

    /// What is known, with what is known in the bucket that the position had before this doubling. There it goes.
    #[cold]
    pub(super) fn take_along(&self, key: u64, known: Option<K>, doublings: u32) -> Option<K> {
        let hash = mix(key);
        let bucket = self.array.bucket_of(hash, doublings);
        candidates(bucket, hash).fold(known, |known, place| match found::<K>(bucket, place, key) {
            Some((before, facts)) if self.array.clear(hash, bucket, (place, facts)) => {
                Some(known.map_or(before, |known| known.and(before)))
            }
            _ => known,
        })
    }

    /// Drop the records of a section that are worth least.
    fn collect(&self, number: usize) {
        let section = &self.array.sections[number];
        // The lowest bits of a hash choose the section and, with more of them, a run of buckets.
        let runs = (number..1 << self.array.most_doublings).step_by(self.array.sections.len());
        let first = self.array.first;
        let buckets = || {
            let indices = runs.clone().flat_map(|run| run * first..(run + 1) * first);
            indices.map(|index| self.array.bucket(index))
        };
        let is_record = |facts: u64| facts != 0 && facts != BUSY;
        let mut sizes = vec![0usize; K::CLASSES];
        for facts in buckets().flat_map(|bucket| &bucket[FACTS]).map(|facts| facts.load(Relaxed)) {
            if is_record(facts) {
                sizes[K::class(K::worth(facts))] += 1;
            }
        }
        let taken: usize = sizes.iter().sum();
        // All classes below `last`, and `share` of 2^32 of it.
        let (mut wanted, mut last) = (taken.div_ceil(COLLECTED), 0);
        while sizes[last] < wanted {
            wanted -= sizes[last];
            last += 1;
        }
        let share = ((wanted as u64) << 32) / (sizes[last] as u64).max(1);
        let salt = mix(section.collections.fetch_add(1, Relaxed));
        for bucket in buckets() {
            for place in 0..PLACES {
                let facts = bucket[FACTS][place].load(Relaxed);
                if !is_record(facts) {
                    continue;
                }
                let class = K::class(K::worth(facts));
                let chosen = || mix(bucket[CHECKSUMS][place].load(Relaxed) ^ salt) >> 32 < share;
                if class < last || class == last && chosen() {
                    self.array.clear(number as u64, bucket, (place, facts));
                }
            }
        }
    }

    /// Drop the records that are not wanted.
    pub fn keep_if(&self, wanted: impl Fn(K) -> bool) {
        for index in 0..self.array.buckets_now() {
            let bucket = self.array.bucket(index);
            for place in 0..PLACES {
                let record = read(bucket, place);
                let facts = record[FACTS];
                if facts != 0 && facts != BUSY && !wanted(K::unpack(record[BODY], facts)) {
                    self.array.clear(mix(key_of(record)), bucket, (place, facts));
                }
            }
        }
    }
}
