//! What an unfinished position looks like.

use std::convert::Infallible;

use pnyx_game::Evaluator;

use super::{Othello, Position, board};

/// Moves that can be chosen from, corners that nobody can take back, and near the end the discs themselves.
///
/// Discs count for nothing as long as they turn over easily; once the last squares are being filled, the
/// weight of a disc grows with every one of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct OthelloEvaluator;

const MOVE: i32 = 4;
const CORNER: i32 = 40;
/// Discs count when fewer than this many of 64 squares are empty.
const LATE: i32 = 12;
const CELLS: i32 = 64;

impl Evaluator<Othello> for OthelloEvaluator {
    fn largest(&self, _game: &Othello) -> i32 {
        // Nobody has more than 64 moves, 64 discs, or 4 corners, nor a disc more weight than LATE.
        MOVE * CELLS + CORNER * 4 + LATE * CELLS
    }

    fn step(&self, _game: &Othello) -> i32 {
        4 * MOVE
    }

    fn value(&self, game: &Othello, position: &Position) -> Result<i32, Infallible> {
        let [black, white] = position.discs();
        let difference = |black: u64, white: u64| black.count_ones() as i32 - white.count_ones() as i32;
        let moves = difference(
            board::mobility(black, white, game.squares),
            board::mobility(white, black, game.squares),
        );
        let edge = 1 | 1 << (game.size - 1);
        let corners = edge | edge << (8 * (game.size - 1));
        let cells = game.squares.count_ones() as i32;
        let empty = cells - (black | white).count_ones() as i32;
        let weight = (LATE * cells / CELLS - empty).max(0);
        Ok(MOVE * moves
            + CORNER * difference(black & corners, white & corners)
            + weight * difference(black, white))
    }
}
