//! From a [`Question`] about a position to an [`Answer`] with its certificate. Nothing here knows Python.
//!
//! The modules are layers, each of which uses those before it:
//!
//! 1. What goes in and out: `question`, `answer`, `error`, `goals`; `host`, the caller, with its signals and its progress
//!    (`watch`). `rulebook`, how tables ask rules, and
//!    `enumerated`, how far a table has come. Games whose rules must be asked again: `contents`, `held`, `replay`, `value_steps`.
//! 2. `opened`: a position with its game; `position`: its texts, moves and history.
//! 3. A question, read: `register`, `presets` and `catalogue` have the algorithms, `prepared` their options and tables,
//!    `checkpoints` what long runs save.
//! 4. Answers. `proof_search` runs one algorithm and checks what it found, `whole_game` values all positions, `automatic`
//!    chooses. From these: `solve`,
//!    `value`, `all_moves`, `shortest`, `jobs`. `value_search` finds scores. `check`, `walk` and `merge` read certificates;
//!    `either_player` says what these claim.
//! 5. [`Session`]: all of it, behind one type for all games. [`open`](open::open) makes one from a text.

#[macro_use]
pub mod record;

mod all_moves;
pub mod answer;
mod automatic;
pub mod catalogue;
mod check;
mod checkpoints;
pub mod contents;
mod either_player;
mod enumerated;
pub mod error;
pub mod goals;
#[cfg(test)]
mod guide;
pub mod held;
pub mod host;
pub mod jobs;
pub mod merge;
pub mod open;
mod opened;
mod position;
mod prepared;
pub mod presets;
mod proof_search;
pub mod question;
mod register;
pub mod replay;
mod rulebook;
pub mod session;
mod shortest;
mod shortest_search;
mod solve;
pub mod table_answer;
mod table_evidence;
pub mod tables;
mod value;
mod value_search;
pub mod value_steps;
pub mod walk;
mod watch;
mod whole_game;

pub use answer::{Answer, CheckReport, Verdict};
pub use error::Error;
pub use host::{Alone, Host, Progress, Stop};
pub use opened::{About, AnyPosition, GameFacts, Opened, Playable, Recheck};
pub use question::{MeasureQuestion, Question, SearchQuestion};
pub use session::Session;
