//! Bounds of scores, one position a word.
//!
//! ```text
//! bit 63                        14 13     7 6      0
//!     | what is left of the key   | upper  | lower  |
//! ```
//!
//! The key is spread over 64 bits by steps that can be undone. Its uppermost bits are the place in the table, the
//! others stand in the entry, so that place and entry together are the whole key: no position is ever taken for
//! another. For this the place must have as many bits as the two bounds.

use pnyx_game::BoundsTable;

const BOUND_BITS: u32 = 7;
const BOUND: u64 = (1 << BOUND_BITS) - 1;
const BOUNDS_BITS: u32 = 2 * BOUND_BITS;
/// Added to a bound to make it positive. Scores are from -32 to 32, so no entry that is in use is 0.
const OFFSET: i32 = 64;

/// A table that grows while it fills, up to its limit, and from then on forgets.
pub struct Table {
    entries: Vec<u64>,
    /// How many of the key's bits are the place.
    place_bits: u32,
    most_bits: u32,
    used: usize,
}

impl BoundsTable for Table {
    /// An empty table of at most N bytes, but of at least 128 kB.
    fn new(bytes: usize) -> Table {
        let most_bits = (bytes / size_of::<u64>()).max(1).ilog2().max(BOUNDS_BITS);
        Table { entries: vec![0; 1 << BOUNDS_BITS], place_bits: BOUNDS_BITS, most_bits, used: 0 }
    }

    fn bytes(&self) -> usize {
        self.entries.len() * size_of::<u64>()
    }
}

impl Table {
    #[inline]
    fn spread(key: u64) -> u64 {
        let key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (key ^ key >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    /// A position's lower and upper bound, if they are known.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<(i32, i32)> {
        let key = Table::spread(key);
        let entry = self.entries[(key >> (64 - self.place_bits)) as usize];
        let bound = |shift: u32| (entry >> shift & BOUND) as i32 - OFFSET;
        (entry != 0 && entry >> BOUNDS_BITS == key << BOUNDS_BITS >> BOUNDS_BITS)
            .then(|| (bound(0), bound(BOUND_BITS)))
    }

    /// Store a position's bounds.
    #[inline]
    pub(super) fn put(&mut self, key: u64, lower: i32, upper: i32) {
        let key = Table::spread(key);
        let entry = &mut self.entries[(key >> (64 - self.place_bits)) as usize];
        self.used += usize::from(*entry == 0);
        let bound = |bound: i32| (bound + OFFSET) as u64;
        *entry = key << BOUNDS_BITS | bound(upper) << BOUND_BITS | bound(lower);
        if self.used > self.entries.len() / 2 && self.place_bits < self.most_bits {
            self.grow();
        }
    }

    /// Make the table twice as large. The next bit of the key, which an entry has, becomes the last bit of its place;
    /// from the end on, entries move to where nothing is any more.
    #[cold]
    fn grow(&mut self) {
        let places = self.entries.len();
        self.entries.reserve_exact(places);
        self.entries.resize(2 * places, 0);
        for place in (0..places).rev() {
            let entry = std::mem::take(&mut self.entries[place]);
            let next = entry >> (63 - self.place_bits + BOUNDS_BITS) & 1;
            self.entries[place << 1 | next as usize] = entry;
        }
        self.place_bits += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(key: u64) -> (i32, i32) {
        (-((key % 33) as i32), (key / 33 % 33) as i32)
    }

    #[test]
    fn what_is_found_is_what_was_put_down() {
        let mut table = Table::new(1 << 20);
        let keys = (0..200_000).map(|i| u64::wrapping_mul(i, 0x2545_f491_4f6c_dd1d));
        for key in keys.clone() {
            let (lower, upper) = bounds(key);
            table.put(key, lower, upper);
            assert_eq!(table.get(key), Some((lower, upper)), "{key:?}");
        }
        let known =
            keys.filter(|&key| table.get(key).inspect(|&found| assert_eq!(found, bounds(key))).is_some());
        assert!((50_000..=131_072).contains(&known.count()));
        assert_eq!(table.bytes(), 1 << 20);
    }

    #[test]
    fn keys_at_the_same_place_are_told_apart() {
        // With spreading undone, these keys differ in one bit each, below and above the border between place and rest.
        let unspread = |key: u64| {
            let inverse =
                |odd: u64| (0..6).fold(odd, |x, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x))));
            let key = key.wrapping_mul(inverse(0xd6e8_feb8_6659_fd93));
            (key ^ key >> 32).wrapping_mul(inverse(0x9e37_79b9_7f4a_7c15))
        };
        for bit in 0..64 {
            let mut table = Table::new(0);
            assert_eq!(Table::spread(unspread(1 << bit)), 1 << bit, "{bit:?}");
            table.put(unspread(0), -3, 5);
            assert_eq!(table.get(unspread(1 << bit)), None, "bit {bit}");
        }
    }
}
