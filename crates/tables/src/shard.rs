//! One of the 256 parts of the index: its positions in the order of their discovery, and how they are found.
//!
//! Three bytes say which position has a hash: the lowest bits are its number plus one, the others are more bits of the
//! hash, so that few records are read in vain. At most 87 of 100 places are taken, and at least 75 after growing: a
//! position takes 3.4 to 4 bytes here. Looking for a place goes upwards from where the hash points (linear probing).

use crate::Packs;
use crate::block::{Block, Log, Pieces, SPARE};
use crate::cell::Cell;
use crate::index::{HEAD, Key, Wanted};

const SLOT: usize = 3;
const SLOT_BITS: u32 = 24;
const EMPTY: u32 = 0;
const _: () = assert!(SPARE >= HEAD);

/// Positions that are looked for at once.
pub(crate) const AT_ONCE: usize = 32;
/// No number of a position.
pub(crate) const UNKNOWN: u32 = u32::MAX;

/// A part of the index.
#[derive(Default)]
pub(crate) struct Shard {
    /// Three bytes each, and one more byte so that four can be read anywhere.
    slots: Block,
    places: u32,
    /// Positions before the places become more.
    room: u32,
    /// The bits of a slot that are a position's number plus one.
    number_bits: u32,
    records: Pieces,
    /// The cells, as bytes.
    cells: Pieces,
    /// Positions that have been expanded, or are about to be.
    pub expanded: u32,
    /// The edges into this shard.
    pub edges: Log,
}

impl Shard {
    pub fn len(&self) -> u32 {
        self.records.len()
    }

    /// Bytes of a record.
    pub fn width(&self) -> usize {
        self.records.width()
    }

    /// Bytes of all this.
    pub fn memory(&self) -> usize {
        self.slots.memory(self.slots.len())
            + self.records.memory()
            + self.cells.memory()
            + self.edges.memory()
    }

    /// The numbers of positions that are here, of at most [`AT_ONCE`]. What is read from memory that is far away is read for
    /// all of them at a time, which takes little longer than for one. Few that are here stay [`UNKNOWN`].
    pub fn find_known(&self, wanted: &[Wanted], packs: &Packs) -> [u32; AT_ONCE] {
        let mut found = [UNKNOWN; AT_ONCE];
        if self.len() == 0 {
            return found;
        }
        let (mut slots, mut heads) = ([EMPTY; AT_ONCE], [0; AT_ONCE]);
        for (slot, wanted) in slots.iter_mut().zip(wanted) {
            *slot = self.slot(self.first_place(wanted.hash));
        }
        for ((slot, found), wanted) in slots.into_iter().zip(&mut found).zip(wanted) {
            *found = self.first_with_tag(slot, wanted.hash);
        }
        for (head, &found) in heads.iter_mut().zip(&found[..wanted.len()]) {
            // Some record must be read; the first one is never far away.
            *head = self.head(if found == UNKNOWN { 0 } else { found });
        }
        let (mask, is_long) = (self.head_mask(), self.width() > HEAD);
        for ((head, found), wanted) in heads.into_iter().zip(&mut found).zip(wanted) {
            let same = (head ^ wanted.head) & mask == 0;
            if !same
                || is_long
                    && *found != UNKNOWN
                    && !self.has_tail(*found, wanted.key(packs.get(wanted.at as usize)).tail)
            {
                *found = UNKNOWN;
            }
        }
        found
    }

    /// The number of a position, which is new if it was not there; `None` if there is no number left.
    #[inline]
    pub fn find_or_insert(&mut self, bytes: &[u8], key: &Key<'_>) -> Option<u32> {
        if bytes.len().max(1) > self.width() {
            self.widen(bytes.len().max(1));
        }
        if self.len() == self.room {
            self.grow()?;
        }
        let tag = self.tag(key.hash);
        let number_mask = (1 << self.number_bits) - 1;
        let mut place = self.first_place(key.hash);
        loop {
            let slot = self.slot(place);
            if slot == EMPTY {
                break;
            }
            if slot >> self.number_bits == tag {
                let number = (slot & number_mask) - 1;
                if self.holds(number, key) {
                    return Some(number);
                }
            }
            place = self.after(place);
        }
        let number = self.len();
        self.set_slot(place, tag << self.number_bits | (number + 1));
        self.records.push(bytes);
        self.cells.push(&[]);
        Some(number)
    }

    /// The record with this number.
    pub fn record(&self, number: u32) -> &[u8] {
        self.records.get(number)
    }

    pub fn cell(&self, number: u32) -> Cell {
        Cell(u32::from_le_bytes(self.cells.get(number).try_into().expect("4 bytes")))
    }

    pub fn set_cell(&mut self, number: u32, cell: Cell) {
        self.cells.get_mut(number).copy_from_slice(&cell.0.to_le_bytes());
    }

    /// The first position that may have this hash, where the slot at its first place is known.
    #[inline]
    fn first_with_tag(&self, mut slot: u32, hash: u64) -> u32 {
        let tag = self.tag(hash);
        let mut place = self.first_place(hash);
        while slot != EMPTY {
            if slot >> self.number_bits == tag {
                return (slot & ((1 << self.number_bits) - 1)) - 1;
            }
            place = self.after(place);
            slot = self.slot(place);
        }
        UNKNOWN
    }

    /// The first 16 bytes of a record, and what follows a shorter one.
    #[inline]
    fn head(&self, number: u32) -> u128 {
        let record = self.records.get_long(number, HEAD);
        u128::from_le_bytes(record.try_into().expect("16 bytes"))
    }

    /// The bits of a head that are in the record.
    #[inline]
    fn head_mask(&self) -> u128 {
        u128::MAX >> (8 * (HEAD - self.width().min(HEAD)))
    }

    /// Whether a record of more than 16 bytes goes on like this.
    fn has_tail(&self, number: u32, tail: &[u8]) -> bool {
        let own = &self.records.get(number)[HEAD..];
        own.starts_with(tail) && own[tail.len()..].iter().all(|&byte| byte == 0)
    }

    #[inline]
    fn holds(&self, number: u32, key: &Key<'_>) -> bool {
        (self.head(number) ^ key.head) & self.head_mask() == 0
            && (self.width() <= HEAD || self.has_tail(number, key.tail))
    }

    fn tag(&self, hash: u64) -> u32 {
        (hash >> 8) as u32 & ((1 << (SLOT_BITS - self.number_bits)) - 1)
    }

    fn first_place(&self, hash: u64) -> u32 {
        (((hash >> 32) * u64::from(self.places)) >> 32) as u32
    }

    fn after(&self, place: u32) -> u32 {
        if place + 1 == self.places { 0 } else { place + 1 }
    }

    #[inline]
    fn slot(&self, place: u32) -> u32 {
        let at = place as usize * SLOT;
        u32::from_le_bytes(self.slots[at..at + 4].try_into().expect("4 bytes")) & ((1 << SLOT_BITS) - 1)
    }

    fn set_slot(&mut self, place: u32, slot: u32) {
        self.slots[place as usize * SLOT..][..SLOT].copy_from_slice(&slot.to_le_bytes()[..SLOT]);
    }

    /// More places; every position gets a new one. `None` if there cannot be more positions.
    #[cold]
    fn grow(&mut self) -> Option<()> {
        let places = (u64::from(self.len()) * 100 / 75 + 16) as u32;
        let room = (u64::from(places) * 87 / 100) as u32;
        // The largest number plus one must fit.
        let number_bits = u32::BITS - room.leading_zeros();
        if number_bits > SLOT_BITS {
            return None;
        }
        self.slots = Block::default();
        self.slots = Block::new(places as usize * SLOT + 1);
        (self.places, self.room, self.number_bits) = (places, room, number_bits);
        for number in 0..self.len() {
            let hash = Key::new(self.record(number)).hash;
            let mut place = self.first_place(hash);
            while self.slot(place) != EMPTY {
                place = self.after(place);
            }
            self.set_slot(place, self.tag(hash) << number_bits | (number + 1));
        }
        Some(())
    }

    /// Longer records.
    #[cold]
    fn widen(&mut self, width: usize) {
        self.records = self.records.widened(width);
        if self.cells.width() == 0 {
            self.cells = Pieces::new(size_of::<Cell>());
        }
    }

    /// Positions will not be looked for any more.
    pub fn forget_slots(&mut self) {
        self.slots = Block::default();
        self.room = self.len();
    }

    /// The cells are somewhere else now.
    pub fn forget_cells(&mut self) {
        self.cells = Pieces::default();
    }

    /// The records, all of this width, which are somewhere else from now on.
    pub fn take_records(&mut self, width: usize) -> Pieces {
        if self.width() < width {
            self.widen(width);
        }
        std::mem::take(self).records
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records that differ in any one byte.
    fn similar(width: usize) -> Vec<Vec<u8>> {
        let ones = vec![1; width];
        let changed = (0..width).map(|at| (0..width).map(|byte| 1 + u8::from(byte == at)).collect());
        let shorter = (1..width).map(|length| vec![1; length]);
        [ones].into_iter().chain(changed).chain(shorter).collect()
    }

    #[test]
    fn positions_with_the_same_hash_are_told_apart() {
        for width in [1, 3, 8, 15, 16, 17, 25] {
            // Few enough that the places do not become more, for then true hashes count.
            for others in similar(width)[1..].chunks(10) {
                let records = [&[vec![1; width]], others].concat();
                tell_apart(&records);
            }
        }
        tell_apart(&[vec![1]]);
    }

    fn tell_apart(records: &[Vec<u8>]) {
        let key = |record: usize| Key { hash: 12345, ..Key::new(&records[record]) };
        let (mut shard, mut packs) = (Shard::default(), Packs::default());
        for (number, record) in records.iter().enumerate() {
            packs.push(record);
            let known = shard.find_known(&[key(number).wanted(number as u32)], &packs)[0];
            assert_eq!(known, UNKNOWN, "{record:?}");
            assert_eq!(shard.find_or_insert(record, &key(number)), Some(number as u32), "{record:?}");
        }
        for (number, record) in records.iter().enumerate() {
            assert_eq!(shard.find_or_insert(record, &key(number)), Some(number as u32), "{record:?}");
            let known = shard.find_known(&[key(number).wanted(number as u32)], &packs)[0];
            // Only the first one with a hash is known at once.
            assert_eq!(known, if number == 0 { 0 } else { UNKNOWN }, "{record:?}");
        }
        assert_eq!(shard.len() as usize, records.len());
    }

    #[test]
    fn a_group_finds_what_is_there() {
        let (mut shard, mut packs, mut wanted) = (Shard::default(), Packs::default(), Vec::new());
        for number in 0..3000_u32 {
            let bytes = [number.to_le_bytes(), [7; 4], [9; 4], [1; 4], [2; 4]].concat();
            let key = Key::new(&bytes);
            wanted.push(key.wanted(number));
            packs.push(&bytes);
            if number % 2 == 0 {
                assert_eq!(shard.find_or_insert(&bytes, &key), Some(number / 2), "{number}");
            }
        }
        let mut missed = 0;
        for wanted in wanted.chunks(AT_ONCE) {
            for (wanted, known) in wanted.iter().zip(shard.find_known(wanted, &packs)) {
                missed += u32::from(wanted.at % 2 == 0 && known == UNKNOWN);
                assert!(known == UNKNOWN || wanted.at == 2 * known, "{known} at {}", wanted.at);
            }
        }
        assert!(missed < 50, "{missed} of 1500");
    }
}
