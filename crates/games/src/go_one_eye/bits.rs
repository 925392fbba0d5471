//! Sets of points as bits, one word for small boards and six for the largest.

use std::ops::{BitAnd, BitAndAssign, BitOr, Not};

use crate::spec::bits;

/// A set of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    pub const EMPTY: Bits<W> = Bits([0; W]);

    /// The set of one point.
    pub fn point(point: u32) -> Bits<W> {
        let mut bits = Bits::EMPTY;
        bits.insert(point);
        bits
    }

    pub fn insert(&mut self, point: u32) {
        self.0[point as usize / 64] |= 1 << (point % 64);
    }

    pub fn contains(&self, point: u32) -> bool {
        self.0[point as usize / 64] >> (point % 64) & 1 == 1
    }

    pub fn is_empty(self) -> bool {
        self == Bits::EMPTY
    }

    pub fn meets(self, other: Bits<W>) -> bool {
        !(self & other).is_empty()
    }

    pub fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The points of the set, ascending.
    pub fn points(self) -> impl Iterator<Item = u32> {
        (0..W).flat_map(move |at| bits(self.0[at]).map(move |bit| at as u32 * 64 + bit))
    }

    /// The least point of the set as a set; the empty set if there is none.
    pub fn first(self) -> Bits<W> {
        let mut first = Bits::EMPTY;
        if let Some(at) = self.0.iter().position(|word| *word != 0) {
            first.0[at] = self.0[at] & self.0[at].wrapping_neg();
        }
        first
    }

    /// Every point moved up by `by`, which is 1 to 63.
    pub fn up(self, by: u32) -> Bits<W> {
        Bits(std::array::from_fn(|at| {
            let carried = if at > 0 { self.0[at - 1] >> (64 - by) } else { 0 };
            self.0[at] << by | carried
        }))
    }

    /// Every point moved down by `by`, which is 1 to 63.
    pub fn down(self, by: u32) -> Bits<W> {
        Bits(std::array::from_fn(|at| {
            let carried = if at + 1 < W { self.0[at + 1] << (64 - by) } else { 0 };
            self.0[at] >> by | carried
        }))
    }
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Bits<W>;

    fn bitand(self, other: Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Bits<W>;

    fn bitor(self, other: Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Bits<W>;

    fn not(self) -> Bits<W> {
        Bits(self.0.map(|word| !word))
    }
}

impl<const W: usize> BitAndAssign for Bits<W> {
    fn bitand_assign(&mut self, other: Bits<W>) {
        *self = *self & other;
    }
}
