//! TwoDeep: two places for positions that share a hash, one for the deepest search and one for the newest.
//!
//! **Source.** Breuker, Uiterwijk and van den Herik, "Replacement schemes for transposition tables", ICCA Journal 17
//! (1994) 183-193: of the seven schemes the best that goes by depth.
//!
//! The array of pairs starts small and doubles in place ([`super::buckets`]) until it has the size it was given. A
//! record has 24 bytes. Its three words lie in the three rows of a pair; bytes are counted from the lowest of each
//! word:
//!
//! ```text
//! bytes  0-7   key
//!        8-11  lower bound
//!       12-15  upper bound
//!       16-19  depth + 1
//!       20-21  best
//!       22-23  tag
//! ```
//!
//! Bytes 16-23 are all 0 in an empty place alone, so every key can be used.
//!
//! **Replacement.** The first place of a pair is for the deepest search. A position at least as deep as the one there
//! takes its place, and that one moves to the second; any other goes to the second place. What was in the second place
//! is lost. A position that is in the pair already never has two records: it moves to the first place as others do, or
//! is overwritten where it stands.
//!
//! **Growth.** When both places are taken by others, and 3 of 8 places of the array, the array doubles.

use super::buckets::{Bucket, Buckets, mix, write};
use super::score::Score;

const PLACES: usize = 2;
const DEEP: usize = 0;
const NEW: usize = 1;

/// See the module.
pub struct TwoDeep(Buckets<PLACES>);

impl TwoDeep {
    /// Bytes of one record.
    pub const RECORD: usize = Buckets::<PLACES>::LEAST / PLACES;

    /// A table of at most N bytes, but of one pair at least. If the system refuses as much, it is smaller.
    pub fn new(bytes: usize) -> TwoDeep {
        TwoDeep(Buckets::new(bytes.saturating_sub(Buckets::<PLACES>::FIXED)))
    }

    /// A table for at most N positions, but for two at least.
    pub fn for_positions(positions: usize) -> TwoDeep {
        TwoDeep(Buckets::new(positions.saturating_mul(Self::RECORD)))
    }

    pub fn memory_bytes(&self) -> usize {
        self.0.memory_bytes()
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<Score> {
        let pair = self.0.bucket(mix(key));
        find(pair, key).map(|place| unpack(pair[1][place], pair[2][place]))
    }

    #[inline]
    pub fn put(&mut self, key: u64, score: Score) {
        let hash = mix(key);
        let record = pack(key, score);
        let known = find(self.0.bucket(hash), key);
        if known.is_none() && self.0.bucket(hash)[2].iter().all(|&word| word != 0) {
            self.0.double_if_crowded();
        }
        let pair = self.0.bucket(hash);
        let deepest = [pair[0][DEEP], pair[1][DEEP], pair[2][DEEP]];
        if known == Some(DEEP) {
            write(self.0.bucket_mut(hash), DEEP, record);
        } else if depth(record[2]) < depth(deepest[2]) {
            self.0.put(hash, NEW, record);
        } else {
            if deepest[2] != 0 {
                self.0.put(hash, NEW, deepest);
            }
            self.0.put(hash, DEEP, record);
        }
    }
}

fn pack(key: u64, score: Score) -> [u64; 3] {
    let bounds = u64::from(score.lower as u32) | u64::from(score.upper as u32) << 32;
    [
        key,
        bounds,
        u64::from(score.depth.saturating_add(1)) | u64::from(score.best) << 32 | u64::from(score.tag) << 48,
    ]
}

fn unpack(bounds: u64, last: u64) -> Score {
    Score {
        lower: bounds as u32 as i32,
        upper: (bounds >> 32) as u32 as i32,
        depth: depth(last) - 1,
        best: (last >> 32) as u16,
        tag: (last >> 48) as u16,
    }
}

/// The depth of a record and 1 more; 0 if there is none.
#[inline]
fn depth(last: u64) -> u32 {
    last as u32
}

#[inline]
fn find(pair: &Bucket<PLACES>, key: u64) -> Option<usize> {
    (0..PLACES).find(|&place| pair[0][place] == key && pair[2][place] != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::NO_MOVE;

    fn score(depth: u32, value: i32) -> Score {
        Score { lower: value, upper: value + 1, depth, best: NO_MOVE, tag: 0 }
    }

    #[test]
    fn what_is_found_was_put_there() {
        let mut table = TwoDeep::for_positions(1_000);
        let known = Score { lower: i32::MIN, upper: -1, depth: 7, best: 65_534, tag: 65_535 };
        table.put(0, known);
        assert_eq!((table.get(0), table.get(1)), (Some(known), None));
        table.put(0, score(3, 5));
        assert_eq!((table.get(0), table.0.len()), (Some(score(3, 5)), 1));
    }

    #[test]
    fn the_deepest_stays_and_the_newest_has_the_other_place() {
        let mut table = TwoDeep::for_positions(2);
        assert_eq!(table.0.most_places(), 2);
        table.put(1, score(5, 1));
        table.put(2, score(3, 2));
        table.put(3, score(4, 3));
        assert_eq!([1, 2, 3].map(|key| table.get(key).is_some()), [true, false, true]);
        // As deep as the deepest: that one becomes the newest.
        table.put(4, score(5, 4));
        assert_eq!([1, 3, 4].map(|key| table.get(key).is_some()), [true, false, true]);
        table.put(5, score(0, 5));
        assert_eq!([1, 4, 5].map(|key| table.get(key).is_some()), [false, true, true]);
        // The newest, searched more deeply, becomes the deepest.
        table.put(5, score(9, 5));
        table.put(6, score(0, 6));
        assert_eq!([4, 5, 6].map(|key| table.get(key)), [None, Some(score(9, 5)), Some(score(0, 6))]);
        assert_eq!(table.0.len(), 2);
    }

    #[test]
    fn it_grows_to_its_size_and_no_further() {
        let mut table = TwoDeep::new(1 << 20);
        let before = table.memory_bytes();
        for key in 0..100_000 {
            table.put(key, score(key as u32 % 9, 0));
        }
        assert!(before < 1 << 14 && table.memory_bytes() <= 1 << 20);
        assert!(table.0.len() * 10 > table.0.most_places() * 9 && table.0.len() <= table.0.most_places());
        let found = (0..100_000).filter(|&key| table.get(key).is_some()).count();
        assert_eq!(found, table.0.len(), "no position is there twice");
    }
}
