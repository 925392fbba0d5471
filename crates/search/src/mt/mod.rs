//! Searches for the value of a position, looking some plies ahead or to the end of the game; one file each.
//!
//! All of them stand on [`ground`]; [`search`] runs the one that the [`Options`] name, deeper and deeper if they say so.

mod alpha_beta;
mod alpha_bounding;
mod confirm;
mod counts;
mod ground;
mod line;
mod measures;
mod minimax;
#[allow(clippy::module_inception)] // the algorithm's name
mod mt;
mod mtd;
mod mtd_best;
mod nega_scout;
mod node;
mod returns;
mod rounds;
mod search;
mod sss_star;

pub use counts::{Counts, OrderQuality, Progress, Row, Watcher};
pub use ground::{INFINITY, MOST_PLIES};
pub use measures::{Measures, measure};
pub use search::{Bound, Found, Iteration, Question, search};
pub use sss_star::OpenRow;

use crate::minimax::OrderingOptions;

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Every line.
    Minimax,
    /// With a window; with or without a table.
    AlphaBeta,
    /// Alpha-beta with a small window around a guess.
    Aspiration,
    /// Null windows for all moves but the first.
    NegaScout,
    /// The same with a small window around a guess.
    AspirationNegaScout,
    /// Stockman's list.
    SssStar,
    /// The same with the players exchanged.
    DualStar,
    /// One test against a bound.
    Mt(i32),
    /// Tests from above.
    MtSss,
    /// Tests from below.
    MtDual,
    /// Tests from a guess.
    MtdF,
    /// Tests in the middle.
    MtdBi,
    /// Tests from above in strides.
    MtdStep,
    /// Tests from a guess in strides that double.
    MtdDouble,
    /// Tests of moves.
    MtdBest,
    /// Tests of moves with one bound.
    AlphaBounding,
}

/// How many bounds the table keeps of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// What was found last.
    One,
    /// The best lower and the best upper bound.
    Two,
}

/// How to search, with which enhancements.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// How moves are ordered, after the table's.
    pub ordering: OrderingOptions,
    /// Try the best move of the table first.
    pub best: bool,
    /// Use what the table knows of values; off: only its best moves.
    pub transpositions: bool,
    /// How many bounds are kept.
    pub stored: Stored,
    /// Keep leaves in the table too.
    pub leaves: bool,
    /// Enhanced transposition cut-offs at nodes with more plies to the horizon than this.
    pub etc: Option<u32>,
    /// Without such a cut-off, try the move first that would be one at another depth.
    pub etc_first: bool,
    /// The plies that each iteration looks further; 0: one iteration.
    pub deepening: u32,
    /// The first guess is the value of so many iterations ago.
    pub guess: u32,
    /// What is added to it.
    pub shift: i32,
    /// Half the width of aspiration windows; the evaluator's step if there is none.
    pub window: Option<i32>,
    /// The strides of [`Algorithm::MtdStep`].
    pub stride: i32,
    /// End with the first iteration that asks the evaluator nothing.
    pub until_end: bool,
    /// Find all moves as good as the best.
    pub all_best: bool,
}

impl Options {
    /// An algorithm without enhancements.
    #[must_use]
    pub fn plain(algorithm: Algorithm) -> Options {
        Options {
            algorithm,
            ordering: OrderingOptions { killers: false, history: false },
            best: true,
            transpositions: true,
            stored: Stored::Two,
            leaves: true,
            etc: None,
            etc_first: false,
            deepening: 0,
            guess: 1,
            shift: 0,
            window: None,
            stride: 1,
            until_end: false,
            all_best: false,
        }
    }
}
