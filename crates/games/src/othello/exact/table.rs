//! What is known about positions with more than a few empty squares.
//!
//! An entry has the whole position, so that none is ever taken for another.

use pnyx_game::BoundsTable;

use super::PASS;

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    mover: u64,
    other: u64,
    lower: i8,
    upper: i8,
    /// The move that was best last time.
    best: u8,
    /// Empty squares; 0 for an entry that is not in use.
    empty: u8,
}

const UNUSED: Entry = Entry { mover: 0, other: 0, lower: 0, upper: 0, best: PASS, empty: 0 };

/// The bounds of a score, and the move that was best last time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) lower: i32,
    pub(super) upper: i32,
    pub(super) best: u8,
}

/// Pairs of entries, where the one with fewer empty squares makes room. The table grows while it fills, up to its
/// limit.
pub struct Table {
    entries: Vec<Entry>,
    /// How many bits of the key are the place.
    place_bits: u32,
    most_bits: u32,
    used: usize,
}

const LEAST_BITS: u32 = 8;

impl BoundsTable for Table {
    /// An empty table of at most N bytes, but of at least 6 kB.
    fn new(bytes: usize) -> Table {
        let most_bits = (bytes / size_of::<Entry>()).max(1).ilog2().max(LEAST_BITS);
        Table { entries: vec![UNUSED; 1 << LEAST_BITS], place_bits: LEAST_BITS, most_bits, used: 0 }
    }

    fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry>()
    }
}

impl Table {
    #[inline]
    fn place(&self, mover: u64, other: u64) -> usize {
        let other = other.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ 0xa076_1d64_78bd_642f;
        let product = u128::from(mover ^ 0x9e37_79b9_7f4a_7c15) * u128::from(other);
        let key = (product as u64 ^ (product >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (key >> (64 - self.place_bits)) as usize
    }

    /// What is known about a position.
    #[inline]
    pub(super) fn get(&self, mover: u64, other: u64) -> Option<Known> {
        let place = self.place(mover, other);
        let is_it = |entry: &Entry| entry.mover == mover && entry.other == other && entry.empty != 0;
        let entry = [place, place ^ 1].into_iter().map(|place| self.entries[place]).find(is_it)?;
        Some(Known { lower: entry.lower.into(), upper: entry.upper.into(), best: entry.best })
    }

    /// Store what is known about a position with N empty squares, at least one.
    pub(super) fn put(&mut self, [mover, other]: [u64; 2], empty: i32, known: Known) {
        let Known { lower, upper, best } = known;
        self.enter(Entry { mover, other, lower: lower as i8, upper: upper as i8, best, empty: empty as u8 });
        if self.used > self.entries.len() / 2 && self.place_bits < self.most_bits {
            self.grow();
        }
    }

    fn enter(&mut self, new: Entry) {
        let place = self.place(new.mover, new.other);
        let pair = [place, place ^ 1];
        let is_it = |entry: Entry| entry.mover == new.mover && entry.other == new.other;
        let place = match pair.into_iter().find(|&place| is_it(self.entries[place])) {
            Some(place) => place,
            None if self.entries[pair[0]].empty <= self.entries[pair[1]].empty => pair[0],
            None => pair[1],
        };
        self.used += usize::from(self.entries[place].empty == 0);
        self.entries[place] = new;
    }

    /// Make the table twice as large. Places double, and pairs go where nothing is any more, if those at the end go
    /// first.
    #[cold]
    fn grow(&mut self) {
        let places = self.entries.len();
        self.entries.reserve_exact(places);
        self.entries.resize(2 * places, UNUSED);
        self.place_bits += 1;
        self.used = 0;
        for first in (0..places).step_by(2).rev() {
            let pair = [first, first + 1].map(|place| std::mem::replace(&mut self.entries[place], UNUSED));
            for entry in pair.into_iter().filter(|entry| entry.empty != 0) {
                self.enter(entry);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_is_what_was_put_down() {
        for (bytes, least) in [(0, 230), (1 << 20, 20_000), (1 << 24, 40_000)] {
            let mut table = Table::new(bytes);
            let positions = (1..50_001u64).map(|i| [i.wrapping_mul(0x2545_f491_4f6c_dd1d), i]);
            let known = |[a, b]: [u64; 2]| Known {
                lower: -((a % 65) as i32),
                upper: (a / 65 % 65) as i32,
                best: (b % 64) as u8,
            };
            for position in positions.clone() {
                table.put(position, 9, Known { lower: -64, ..known(position) });
                table.put(position, 9, known(position));
                assert_eq!(
                    table.get(position[0], position[1]),
                    Some(known(position)),
                    "{bytes:?}, {least:?}, {position:?}"
                );
                assert_eq!(
                    table.get(position[0], position[1] ^ 1 << 63),
                    None,
                    "{bytes:?}, {least:?}, {position:?}"
                );
            }
            let found = positions.filter(|&position| {
                let found = table.get(position[0], position[1]);
                found.inspect(|&found| assert_eq!(found, known(position), "{bytes:?}, {least:?}")).is_some()
            });
            let found = found.count();
            assert!(found >= least, "{found} of {bytes}");
            assert!(table.bytes() <= bytes.max(256 * size_of::<Entry>()), "{bytes:?}, {least:?}");
        }
    }

    #[test]
    fn many_empty_squares_stay() {
        let mut table = Table::new(0);
        let known = Known { lower: 0, upper: 0, best: PASS };
        table.put([1, 2], 30, known);
        for i in 0..100_000 {
            table.put([i, !i], 9, known);
        }
        assert_eq!(table.get(1, 2), Some(known));
    }
}
