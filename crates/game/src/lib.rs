//! The seam between rules and searches.
//!
//! A [`Game`] says what can be played. A [`Goal`] turns a position into a yes-or-no question. This
//! crate depends on nothing, and everything else depends on it: rules never know about searches,
//! searches never know a game's name.

mod contract;
mod erased;
mod exact;
mod forcing;
mod game;
mod goal;
mod heuristics;
mod perft;

pub use contract::{ContractReport, check_game};
pub use erased::{BoxError, Erased, Numbered, Own, Place, spread};
pub use exact::{Exact, Pause};
pub use forcing::{Forcing, Prospect, play_prospects};
pub use game::{Game, InputError, Outcome, Player, Repetition};
pub use goal::{Goal, RepetitionEffect, Threshold};
pub use heuristics::{Custom, Estimate, Estimator, Evaluator, Even, Init, Mobility, Unit, Valued};
pub use perft::perft;
