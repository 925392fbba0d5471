//! An evaluator for searches that look only some moves ahead.

use std::convert::Infallible;

use pnyx_game::{Evaluator, Player};

use super::notation::PIECES;
use super::{Checkers, Position, Squares};

const MAN: i32 = 100;
const KING: i32 = 140;
/// For every row a man has advanced.
const ROW: i32 = 3;
/// For every man that still keeps the opponent from crowning.
const BACK_RANK: i32 = 8;
/// For being on move.
const TEMPO: i32 = 4;

/// Rows of a whole board, from the top.
const ROWS: [Squares; 8] = [0xf, 0xf << 4, 0xf << 9, 0xf << 13, 0xf << 18, 0xf << 22, 0xf << 27, 0xf << 31];

/// Material first: a king is worth a man and a bit. Then what men have on the way: rows they have advanced, or
/// the back rank they guard. The side on move gets a little for its tempo.
///
/// In hundredths of a man, black's pieces less white's.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckersEvaluator;

impl Evaluator<Checkers> for CheckersEvaluator {
    fn largest(&self, _game: &Checkers) -> i32 {
        // No piece counts less than nothing, or more than a king.
        const { assert!(MAN + 6 * ROW <= KING && MAN + BACK_RANK <= KING) };
        PIECES as i32 * KING + TEMPO
    }

    fn step(&self, _game: &Checkers) -> i32 {
        MAN / 2
    }

    fn value(&self, _game: &Checkers, position: &Position) -> Result<i32, Infallible> {
        let tempo = if position.turn == Player::First { TEMPO } else { -TEMPO };
        Ok(side(position, Player::First) - side(position, Player::Second) + tempo)
    }
}

/// What the pieces of one player are worth.
fn side(position: &Position, player: Player) -> i32 {
    let pieces = position.pieces[player.index()];
    let men = pieces & !position.kings;
    let count = |squares: Squares| squares.count_ones() as i32;
    let advanced: i32 = (ROWS.iter().enumerate())
        .map(|(row, squares)| {
            let rows = if player == Player::First { row } else { 7 - row };
            rows as i32 * count(men & squares)
        })
        .sum();
    let home = ROWS[if player == Player::First { 0 } else { 7 }];
    MAN * count(men) + KING * count(pieces & position.kings) + ROW * advanced + BACK_RANK * count(men & home)
}
