//! What is asked of a search for values, and what it answers.

use std::time::Duration;

use pnyx_game::{Evaluator, Game};

use super::counts::{NodeCounts, OpenRow, OrderQuality, Row};
use super::value::Bound;
use crate::Limit;
use crate::table::Scores;

/// A question about the value of a position.
pub struct ValueProblem<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position asked about.
    pub root: &'a G::Position,
    /// Positions before it, which a repetition can go back to.
    pub history: &'a [G::Position],
    /// The plies to look ahead; `None`: to the end of the game.
    pub depth: Option<u32>,
    /// What values positions at the horizon.
    pub evaluator: &'a (dyn Evaluator<G> + Sync),
}

/// What one iteration found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration<M> {
    /// Plies looked ahead; `None`: to the end of the game.
    pub depth: Option<u32>,
    /// The value, seen from the player on move.
    pub value: i32,
    /// Whether it is that.
    pub bound: Bound,
    /// Whether the table may have hidden a draw by repetition that would change it.
    pub may_hide_repetition: bool,
    /// The best move.
    pub best: Option<M>,
    /// Passes from the root.
    pub passes: u32,
    /// Nodes of this iteration.
    pub counts: NodeCounts,
    /// Time since the search began.
    pub time: Duration,
}

/// What a search found.
pub struct ValueResult<M> {
    /// The last iteration that was finished is the answer.
    pub iterations: Vec<Iteration<M>>,
    /// The limit that ended the search before its time.
    pub limit: Option<Limit>,
    /// The best move, and if it was asked for, those as good.
    pub best: Vec<M>,
    /// Best play for both.
    pub line: Vec<M>,
    /// Whether the table may have hidden a draw by repetition, which would change the value or the best moves.
    pub may_hide_repetition: bool,
    /// Nodes of all iterations, those that were not finished included.
    pub counts: NodeCounts,
    /// How good the order of moves was in the last iteration.
    pub quality: OrderQuality,
    /// The most bytes the search's own data took.
    pub memory_bytes: usize,
    /// Every step, if that was asked for.
    pub trace: Option<Vec<Row<M>>>,
    /// Every step of a search with a list.
    pub open: Option<Vec<OpenRow<M>>>,
    /// The table.
    pub scores: Scores,
}
