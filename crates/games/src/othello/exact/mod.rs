//! Exact scores of Othello's endings.
//!
//! Source: what programs that play endings to the last disc have in common; see REFERENCES.md.
//! Answers: whether the score of the player on move reaches a bound; empty squares count for the winner.
//! A node is a position that was examined, whether it was searched, or served to put moves in order, or was one of
//! the last few of a line.
//!
//! The search is fail-soft Alpha-Beta with a null window. It recurses, because there are at most 60 moves, and a pass
//! between two of them. From many empty squares to few:
//! - While there are few discs, positions are entered in the table together with their reflections.
//! - Discs that can never turn over again bound the score.
//! - The table has both bounds of a position and the best move. It is asked for the positions after each move as well,
//!   since any of them may settle the matter (enhanced transposition cut-offs).
//! - Moves that leave the opponent few replies go first (`order.rs`); with many empty squares, what a few plies more
//!   show is added.
//! - With few empty squares (`few.rs`), there is no table, and moves into quadrants with an odd number of them go
//!   first.
//! - The last four empty squares have a function each (`last.rs`).

mod few;
mod flips;
mod last;
mod order;
mod stable;
mod table;
#[cfg(test)]
mod tests;

use pnyx_game::{Exact, ExactMemory, Pause, Rules};

use super::{Move, Othello, PASS, Position, board};
use crate::boards;
use crate::exact::Pacing;
use few::{FEW, Quadrants};
use order::{Candidate, Weights};
use table::{Known, Table};

/// Nodes between two questions whether to go on, more or less: nobody asks in the last plies.
const STRIDE: u64 = 1 << 13;
/// Positions with at most N discs are examined from a side that all their reflections share.
const EARLY: i32 = 18;
/// With more empty squares than this, the table is asked about all positions after a move.
const ASK_CHILDREN: i32 = 10;
/// Below every score.
const NOTHING: i32 = -100;

type Memory = ExactMemory<Othello>;

/// A test on its way.
struct Test<'a> {
    size: usize,
    squares: u64,
    /// The number of squares.
    cells: i32,
    quadrants: Quadrants,
    weights: Weights,
    /// The moves of all positions on the line.
    candidates: Vec<Candidate>,
    memory: &'a mut Memory,
    pacing: Pacing<'a, STRIDE>,
}

/// Discs of the player on move and of the other.
#[derive(Clone, Copy)]
struct Board {
    mover: u64,
    other: u64,
}

impl Test<'_> {
    /// The board as it is entered in the table.
    #[inline]
    fn seen(board: Board, size: usize, discs: i32) -> Board {
        if discs > EARLY {
            return board;
        }
        let [mover, other] = boards::canonical([board.mover, board.other], size, size);
        Board { mover, other }
    }

    /// Count a node, and ask now and then whether to go on; returns whether not.
    #[inline]
    fn count_node(&mut self) -> bool {
        self.memory.nodes += 1;
        self.pacing.asks(self.memory.nodes)
    }

    /// Whether a position with N empty squares is worth `bound` or more.
    fn search(&mut self, board: Board, empty: i32, bound: i32) -> i32 {
        let Board { mover, other } = Test::seen(board, self.size, self.cells - empty);
        if empty <= FEW {
            return self.few(
                mover,
                other,
                empty,
                self.quadrants.odd_ones(self.squares & !(mover | other)),
                bound,
            );
        }
        if self.count_node() {
            return 0;
        }
        let (mut lower, mut upper) = (-self.cells, self.cells);
        // Discs that are sure to stay are counted only where they are likely to be enough.
        if bound > 0 && bound > 2 * (empty - 3) {
            upper -= 2 * stable::stable(other, mover, self.squares).count_ones() as i32;
            if upper < bound {
                return upper;
            }
        }
        let moves = board::mobility(mover, other, self.squares);
        if moves == 0 {
            return if board::mobility(other, mover, self.squares) == 0 {
                self.final_score(mover, other)
            } else {
                -self.search(Board { mover: other, other: mover }, empty, 1 - bound)
            };
        }
        let mut first = PASS;
        if let Some(known) = self.memory.table.get(mover, other) {
            lower = known.lower;
            upper = upper.min(known.upper);
            first = known.best;
            if lower >= bound {
                return lower;
            }
            if upper < bound {
                return upper;
            }
        }
        let begin = self.candidates.len();
        self.generate(Board { mover, other }, moves, empty, first);
        let (best, mv) = match self.known_child(begin, empty, bound) {
            Some(found) => found,
            None => self.best(begin, empty, bound),
        };
        self.candidates.truncate(begin);
        if self.pacing.stopped {
            return 0;
        }
        *(if best >= bound { &mut lower } else { &mut upper }) = best;
        self.memory.table.put([mover, other], empty, Known { lower, upper, best: mv });
        best
    }

    /// A move that the table knows to reach the bound, with its value.
    fn known_child(&self, begin: usize, empty: i32, bound: i32) -> Option<(i32, Move)> {
        if empty <= ASK_CHILDREN {
            return None;
        }
        self.candidates[begin..].iter().find_map(|candidate| {
            let Board { mover, other } = Test::seen(candidate.child, self.size, self.cells - empty + 1);
            let known = self.memory.table.get(mover, other)?;
            (-known.upper >= bound).then_some((-known.upper, candidate.square))
        })
    }

    /// The largest value of the moves that begin there, or the first that reaches the bound, with its move.
    fn best(&mut self, begin: usize, empty: i32, bound: i32) -> (i32, Move) {
        let mut best = (NOTHING, PASS);
        for next in begin..self.candidates.len() {
            let candidate = self.take_best(next);
            let value = -self.search(candidate.child, empty - 1, 1 - bound);
            if value > best.0 {
                best = (value, candidate.square);
            }
            if value >= bound || self.pacing.stopped {
                break;
            }
        }
        best
    }

    /// The score when nobody can move any more.
    #[inline]
    fn final_score(&self, mover: u64, other: u64) -> i32 {
        let [mover, other] = [mover, other].map(|discs| discs.count_ones() as i32);
        let margin = mover - other;
        margin + margin.signum() * (self.cells - mover - other)
    }
}

impl Exact for Othello {
    type Table = Table;

    fn score_range(&self, position: &Position) -> (i32, i32) {
        let Ok(outcome) = self.outcome(position);
        if outcome.is_some() {
            let score = self.score(position, position.turn);
            return (score, score);
        }
        let cells = self.squares.count_ones() as i32;
        (-cells, cells)
    }

    fn test(&self, position: &Position, bound: i32, memory: &mut Memory, pause: Pause<'_>) -> Option<i32> {
        let &Position { mover, other, .. } = position;
        let pacing = Pacing::new(pause, memory.nodes);
        let mut test = Test {
            size: self.size,
            squares: self.squares,
            cells: self.squares.count_ones() as i32,
            quadrants: Quadrants::new(self.size),
            weights: Weights::new(self.size),
            candidates: Vec::with_capacity(1024),
            memory,
            pacing,
        };
        let empty = (self.squares & !(mover | other)).count_ones() as i32;
        let value = test.search(Board { mover, other }, empty, bound);
        (!test.pacing.stopped).then_some(value)
    }

    /// Moves to positions that the table knows to be bad for the opponent first.
    fn order(&self, position: &Position, known: &Table, moves: &mut [Move]) {
        moves.sort_by_key(|&mv| {
            let mut child = *position;
            let Ok(()) = self.play(&mut child, mv);
            let discs = (child.mover | child.other).count_ones() as i32;
            let board = Board { mover: child.mover, other: child.other };
            let Board { mover, other } = Test::seen(board, self.size, discs);
            known.get(mover, other).map_or(-NOTHING, |known| known.upper)
        });
    }
}
