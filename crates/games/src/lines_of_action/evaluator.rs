//! An evaluator: stones close together, in solid shapes and free to move are good.

use std::convert::Infallible;

use pnyx_game::Evaluator;

use super::tables::RANK_1;
use super::{LinesOfAction, Position};
use crate::spec::bits;

/// Points for each square of mean distance from the centre of one's stones (concentration).
const DISTANCE: i32 = -100;
/// Points for each two by two squares with three or four own stones (quads): shapes hard to break up.
const QUAD: i32 = 20;
/// Points for each move one could make if it were one's turn (mobility).
const MOBILITY: i32 = 2;

/// Concentration, quads and mobility; Black's less White's.
///
/// Distances are those of a king, at most 7. A stone belongs to at most four quads, and a quad that counts
/// needs three stones, so twelve stones make at most sixteen. A stone has at most eight moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shape;

impl Evaluator<LinesOfAction> for Shape {
    fn largest(&self, _game: &LinesOfAction) -> i32 {
        7 * DISTANCE.abs() + 16 * QUAD + 12 * 8 * MOBILITY
    }

    fn step(&self, _game: &LinesOfAction) -> i32 {
        2 * QUAD
    }

    fn value(&self, game: &LinesOfAction, position: &Position) -> Result<i32, Infallible> {
        let side = |own: u64, other: u64| {
            let moves = game.counts.count(own, other) as i32;
            distance(own) + QUAD * quads(own).count_ones() as i32 + MOBILITY * moves
        };
        let [black, white] = position.stones;
        Ok(side(black, white) - side(white, black))
    }
}

/// [`DISTANCE`] times the mean distance of the stones from their centre.
fn distance(stones: u64) -> i32 {
    let count = stones.count_ones() as i32;
    let places = || bits(stones).map(|square| (square as i32 / 8, square as i32 % 8));
    let centre = places().fold((0, 0), |sum, place| (sum.0 + place.0, sum.1 + place.1));
    // Everything `count` times as large, so that the centre lies on whole numbers.
    let from_centre =
        places().map(|(file, rank)| (count * file - centre.0).abs().max((count * rank - centre.1).abs()));
    DISTANCE * from_centre.sum::<i32>() / (count * count)
}

/// The lower left squares of the quads with three or four stones.
fn quads(stones: u64) -> u64 {
    let (up, right) = ((stones & !RANK_1) >> 1, stones >> 8);
    let across = up >> 8;
    stones & up & (right | across) | right & across & (stones | up)
}
