//! Few empty squares: no table, no order but that of parity.
//!
//! Where a quadrant has an odd number of empty squares, the player who moves there first is likely to move there last.

use super::flips::flips;
use super::{NOTHING, Test};
use crate::othello::board;

/// At most N empty squares are few.
pub(super) const FEW: i32 = 7;

/// The quarters of a board; sets of them are numbers of four bits.
pub(super) struct Quadrants {
    quadrants: [u64; 4],
    /// The quadrant of a square, as a set.
    of: [u8; 64],
    /// The squares of a set.
    squares: [u64; 16],
}

impl Quadrants {
    pub(super) fn new(size: usize) -> Quadrants {
        let half = size / 2;
        let index = |square: usize| 2 * usize::from(square / 8 >= half) + usize::from(square % 8 >= half);
        let all = board::squares(size);
        let mut quadrants = [0; 4];
        for square in (0..64).filter(|square| all >> square & 1 == 1) {
            quadrants[index(square)] |= 1 << square;
        }
        let members = |set: usize| (0..4).filter(move |i| set >> i & 1 == 1);
        let squares = std::array::from_fn(|set| members(set).fold(0, |squares, i| squares | quadrants[i]));
        Quadrants { quadrants, of: std::array::from_fn(|square| 1 << index(square)), squares }
    }

    /// The set of quadrants with an odd number of these squares.
    #[inline]
    pub(super) fn odd_ones(&self, squares: u64) -> usize {
        let odd = |i: usize| ((squares & self.quadrants[i]).count_ones() as usize & 1) << i;
        odd(0) | odd(1) | odd(2) | odd(3)
    }

    /// The set of the quadrant that a square is in.
    #[inline]
    fn of(&self, square: u8) -> usize {
        usize::from(self.of[usize::from(square & 63)])
    }

    /// The squares of a set, and the others.
    #[inline]
    pub(super) fn split(&self, squares: u64, set: usize) -> [u64; 2] {
        let inside = self.squares[set & 15];
        [squares & inside, squares & !inside]
    }

    /// Four squares, those of a set first.
    #[inline]
    fn four(&self, squares: u64, set: usize) -> [u8; 4] {
        let mut order = [0; 4];
        let mut count = 0;
        for mut part in self.split(squares, set) {
            while part != 0 {
                order[count & 3] = part.trailing_zeros() as u8;
                count += 1;
                part &= part - 1;
            }
        }
        order
    }
}

impl Test<'_> {
    /// Whether a position with few empty squares is worth `bound` or more; `odd` are the quadrants with an odd number
    /// of them.
    pub(super) fn few(&mut self, mover: u64, other: u64, empty: i32, odd: usize, bound: i32) -> i32 {
        self.memory.nodes += 1;
        let moves = board::mobility(mover, other, self.squares);
        if moves == 0 {
            return if board::mobility(other, mover, self.squares) == 0 {
                self.final_score(mover, other)
            } else {
                -self.few(other, mover, empty, odd, 1 - bound)
            };
        }
        let mut best = NOTHING;
        for mut part in self.quadrants.split(moves, odd) {
            while part != 0 {
                let square = part.trailing_zeros() as u8;
                part &= part - 1;
                let flips = flips(mover, other, square);
                let (next, last) = (other & !flips, mover | flips | 1 << square);
                let odd = odd ^ self.quadrants.of(square);
                let value = if empty == 5 {
                    let order = self.quadrants.four(self.squares & !(next | last), odd);
                    -self.last_4(next, last, order, 1 - bound)
                } else {
                    -self.few(next, last, empty - 1, odd, 1 - bound)
                };
                best = best.max(value);
                if best >= bound {
                    return best;
                }
            }
        }
        best
    }
}
