//! The order in which moves are tried: fewest replies first.
//!
//! The numbers are chosen by hand and tried on problems 33 to 44 of the Fédération Française d'Othello, among which are
//! those of the bench; none is the result of training.

use super::flips::flips;
use super::{Board, Test};
use crate::othello::{Move, board};

/// With N empty squares or more, a move's value has the value of a search in it ...
const LOOK_AHEAD: i32 = 12;
/// ... which is one ply deeper for every N more.
const A_PLY_MORE: i32 = 3;
/// But no further than this: a position with very many empty squares is not solved in any case, and nobody waits for it.
const FURTHEST: i32 = 6;

/// What a reply of the opponent's takes away; a reply in a corner counts twice.
const REPLY: i32 = 64;
/// What a move into a quadrant with an odd number of empty squares has more.
const ODD: i32 = 8;
/// How much the value of a search counts.
const VALUE_WEIGHT: i32 = 4;

// What an estimate consists of: for each side, its moves, empty squares beside discs of the other side, corners, and
// discs diagonally beside an empty corner.
const MOVE: i32 = 16;
const FRONTIER: i32 = 6;
const CORNER: i32 = 64;
const GIVEN_CORNER: i32 = -24;
/// What a disc more is worth at the end of a game: more than an estimate.
const FINAL: i32 = 100;

/// A move, and what it is worth to try it.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) child: Board,
    pub(super) square: Move,
    value: i32,
}

/// What the squares of a board mean.
pub(super) struct Weights {
    squares: [i32; 64],
    corners: u64,
    /// The squares diagonally beside the corners.
    inside_corners: u64,
}

impl Weights {
    pub(super) fn new(size: usize) -> Weights {
        /// By the distances to the nearest edges.
        const VALUES: [[i32; 4]; 4] = [[18, 4, 16, 12], [4, 2, 6, 8], [16, 6, 16, 10], [12, 8, 10, 10]];
        let distance = |place: usize| place.min((size - 1).saturating_sub(place));
        let squares = std::array::from_fn(|square| VALUES[distance(square / 8)][distance(square % 8)]);
        let four = |near: usize| {
            let far = size - 1 - near;
            1 << (9 * near) | 1 << (8 * near + far) | 1 << (8 * far + near) | 1 << (9 * far)
        };
        Weights { squares, corners: four(0), inside_corners: four(1) }
    }
}

/// The squares, and all beside them.
fn spread(squares: u64) -> u64 {
    const LEFT: u64 = 0x0101_0101_0101_0101;
    let sideways = squares | (squares & !(LEFT << 7)) << 1 | (squares & !LEFT) >> 1;
    sideways | sideways << 8 | sideways >> 8
}

impl Test<'_> {
    /// Append the moves to the candidates, `first` as the best.
    #[inline]
    pub(super) fn generate(&mut self, board: Board, mut moves: u64, empty: i32, first: Move) {
        let Board { mover, other } = board;
        let [odd, _] = self.quadrants.split(moves, self.quadrants.odd_ones(self.squares & !(mover | other)));
        while moves != 0 {
            let square = moves.trailing_zeros() as Move;
            moves &= moves - 1;
            let flips = flips(mover, other, square);
            let child = Board { mover: other & !flips, other: mover | flips | 1 << square };
            let value = if square == first {
                i32::MAX
            } else {
                let place = self.weights.squares[usize::from(square & 63)] + ODD * (odd >> square & 1) as i32;
                place + self.value(child, empty)
            };
            self.candidates.push(Candidate { child, square, value });
        }
    }

    /// What a position is worth to the player who moved there.
    #[inline]
    fn value(&mut self, child: Board, empty: i32) -> i32 {
        let replies = board::mobility(child.mover, child.other, self.squares);
        let value = -REPLY * (replies.count_ones() + (replies & self.weights.corners).count_ones()) as i32;
        if empty < LOOK_AHEAD {
            return value;
        }
        let depth = ((empty - LOOK_AHEAD) / A_PLY_MORE).min(FURTHEST);
        value - VALUE_WEIGHT * self.look_ahead(child, depth, -i32::MAX, i32::MAX)
    }

    /// Bring the best of the candidates from a place on to that place.
    #[inline]
    pub(super) fn take_best(&mut self, place: usize) -> Candidate {
        let mut best = place;
        for i in place + 1..self.candidates.len() {
            if self.candidates[i].value > self.candidates[best].value {
                best = i;
            }
        }
        self.candidates.swap(place, best);
        self.candidates[place]
    }

    /// Alpha-Beta to a depth, with evaluations at the leaves.
    fn look_ahead(&mut self, board: Board, depth: i32, mut low: i32, high: i32) -> i32 {
        if self.count_node() {
            return 0;
        }
        let Board { mover, other } = board;
        if depth == 0 {
            return self.evaluation(board);
        }
        let mut moves = board::mobility(mover, other, self.squares);
        if moves == 0 {
            return if board::mobility(other, mover, self.squares) == 0 {
                FINAL * self.final_score(mover, other)
            } else {
                -self.look_ahead(Board { mover: other, other: mover }, depth, -high, -low)
            };
        }
        let mut best = -i32::MAX;
        while moves != 0 && best < high {
            let square = moves.trailing_zeros() as Move;
            moves &= moves - 1;
            let flips = flips(mover, other, square);
            let child = Board { mover: other & !flips, other: mover | flips | 1 << square };
            best = best.max(-self.look_ahead(child, depth - 1, -high, -low));
            low = low.max(best);
        }
        best
    }

    /// What a position looks like to the player on move.
    fn evaluation(&self, board: Board) -> i32 {
        let Board { mover, other } = board;
        let difference = |a: u64, b: u64| a.count_ones() as i32 - b.count_ones() as i32;
        let (mine, theirs) =
            (board::mobility(mover, other, self.squares), board::mobility(other, mover, self.squares));
        let empty = self.squares & !(mover | other);
        let corners = self.weights.corners;
        let given = spread(corners & empty) & self.weights.inside_corners;
        MOVE * (difference(mine, theirs) + difference(mine & corners, theirs & corners))
            + FRONTIER * difference(spread(other) & empty, spread(mover) & empty)
            + CORNER * difference(mover & corners, other & corners)
            + GIVEN_CORNER * difference(mover & given, other & given)
    }
}
