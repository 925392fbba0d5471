//! An evaluator for positions that are not over: threats, and lines that can still become one.

use std::convert::Infallible;

use pnyx_game::Evaluator;

use super::{BITS, ConnectFour, Position};

/// Counts for both sides and takes the difference. A side has
/// - 16 for every **threat**, an empty square where one more stone makes four in a row, and
/// - 1 for every stone in every **open line**, four squares in a row without a stone of the opponent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats;

const THREAT: u32 = 16;

impl Threats {
    fn count(game: &ConnectFour, own: u64, other: u64) -> u32 {
        let free = game.board & !other;
        let (mut threats, mut in_lines) = (0, 0);
        for step in game.directions() {
            let (after, before) = (own << step, own >> step);
            let (two_after, two_before) = (after & own << (2 * step), before & own >> (2 * step));
            // The empty square is the last, the third, the second or the first of the four.
            threats |= two_after & (own << (3 * step) | before) | two_before & (own >> (3 * step) | after);
            let pairs = free & free >> step;
            let lines = pairs & pairs >> (2 * step);
            for place in 0..4 {
                in_lines += (lines & own >> (place * step)).count_ones();
            }
        }
        THREAT * (threats & free & !own).count_ones() + in_lines
    }
}

impl Evaluator<ConnectFour> for Threats {
    /// A side has at most 64 squares with a threat, and at most 64 lines of four stones in each of the four
    /// directions: the value is between 0 and 64 x 16 + 64 x 4 x 4 for each.
    fn largest(&self, _game: &ConnectFour) -> i32 {
        BITS as i32 * (THREAT as i32 + 4 * 4)
    }

    fn step(&self, _game: &ConnectFour) -> i32 {
        THREAT as i32
    }

    fn value(&self, game: &ConnectFour, position: &Position) -> Result<i32, Infallible> {
        let [first, second] = position.stones();
        let [x, o] = [Threats::count(game, first, second), Threats::count(game, second, first)];
        Ok(x as i32 - o as i32)
    }
}
