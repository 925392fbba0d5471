//! The seam between rules and searches.
//!
//! A [`Game`] says what can be played: its [`Rules`], its [`Notation`], and what else it has of its own. A [`Goal`] turns a
//! position into a yes-or-no question, and an [`Objective`] is what is left of it for a search. This crate depends on
//! nothing, and everything else depends on it: rules never know about searches, searches never know a game's name.

mod contract;
mod erased;
mod exact;
mod forcing;
mod game;
mod goal;
mod heuristics;
mod notation;
mod objective;
mod packed;
mod perft;
mod plain;
mod rules;
mod within;

pub use contract::{ContractReport, Random, check_game};
pub use erased::{BoxError, Erased, Numbered, Own, Place, SpreadHasher, spread};
pub use exact::{BoundsTable, Exact, ExactMemory, ExactTask, Pause};
pub use forcing::{Forcing, Prospect, play_prospects};
pub use game::{Estimate, Game, Goals, Resources, Scored};
pub use goal::{
    Argument, DRAW_OR_BETTER, Goal, GoalSpec, MOST_MOVES, Side, Turned, WIN, WIN_IN, Wording, read_number,
};
pub use heuristics::{Custom, Estimator, Evaluator, Even, Init, Mobility, Unit, Valued};
pub use notation::Notation;
pub use objective::{Objective, RepetitionEffect, Threshold};
pub use packed::{Packed, bad_bytes, pack_text, packed_text, packed_within};
pub use perft::perft;
pub use rules::{Evaluation, InputError, Outcome, Player, Repetition, Rules};
pub use within::{Counted, Within};
