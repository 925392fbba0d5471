//! The last four empty squares.
//!
//! Most of the time is spent here. Squares are tried in the order they are given.

use super::flips::{flips_if_near, last_flips};
use super::{NOTHING, Test};
use crate::othello::board;

impl Test<'_> {
    /// One empty square: the score.
    #[inline]
    fn last_1(&mut self, mover: u64, square: u8) -> i32 {
        self.memory.nodes += 1;
        let margin = 2 * mover.count_ones() as i32 - self.cells;
        let flips = last_flips(mover, square);
        if flips > 0 {
            return margin + 2 + 2 * flips;
        }
        let other = self.squares & !(mover | 1 << square);
        let flips = last_flips(other, square);
        if flips > 0 || margin + 1 < 0 { margin - 2 * flips } else { margin + 2 }
    }

    /// Two empty squares.
    #[inline]
    fn last_2(&mut self, mover: u64, other: u64, [a, b]: [u8; 2], bound: i32) -> i32 {
        self.memory.nodes += 1;
        let mut best = NOTHING;
        for (to, left) in [(a, b), (b, a)] {
            let flips = flips_if_near(mover, other, to);
            if flips != 0 {
                best = best.max(-self.last_1(other & !flips, left));
                if best >= bound {
                    return best;
                }
            }
        }
        if best != NOTHING {
            return best;
        }
        let mut best = -NOTHING;
        for (to, left) in [(a, b), (b, a)] {
            let flips = flips_if_near(other, mover, to);
            if flips != 0 {
                best = best.min(self.last_1(mover & !flips, left));
                if best < bound {
                    return best;
                }
            }
        }
        if best == -NOTHING { self.final_score(mover, other) } else { best }
    }

    /// Three empty squares.
    fn last_3(&mut self, mover: u64, other: u64, [a, b, c]: [u8; 3], bound: i32) -> i32 {
        self.memory.nodes += 1;
        let mut best = NOTHING;
        for (to, left) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            let flips = flips_if_near(mover, other, to);
            if flips != 0 {
                best = best.max(-self.last_2(other & !flips, mover | flips | 1 << to, left, 1 - bound));
                if best >= bound {
                    return best;
                }
            }
        }
        if best != NOTHING {
            best
        } else if board::mobility(other, mover, self.squares) != 0 {
            -self.last_3(other, mover, [a, b, c], 1 - bound)
        } else {
            self.final_score(mover, other)
        }
    }

    /// Four empty squares.
    pub(super) fn last_4(&mut self, mover: u64, other: u64, [a, b, c, d]: [u8; 4], bound: i32) -> i32 {
        self.memory.nodes += 1;
        let mut best = NOTHING;
        for (to, left) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
            let flips = flips_if_near(mover, other, to);
            if flips != 0 {
                best = best.max(-self.last_3(other & !flips, mover | flips | 1 << to, left, 1 - bound));
                if best >= bound {
                    return best;
                }
            }
        }
        if best != NOTHING {
            best
        } else if board::mobility(other, mover, self.squares) != 0 {
            -self.last_4(other, mover, [a, b, c, d], 1 - bound)
        } else {
            self.final_score(mover, other)
        }
    }
}
