//! Searches that settle yes-or-no questions about positions, and the certificates they leave.

pub mod bounds;
mod budget;
pub mod checkpoint;
pub mod exact;
mod extract;
pub mod minimax;
pub mod mt;
mod observer;
mod path;
pub mod pn;
mod result;
mod solve;
pub mod table;

pub use budget::{Budget, Limit, Limits};
pub use extract::{
    Evidence, Extracted, Extraction, Lengths, Lines, Poll, Remembered, TwoLevels, Undecided, Visit, Whole,
    extract,
};
pub use observer::{Observer, Silent, Snapshot, Trace, TraceEntry};
pub use path::Path;
pub use result::{Problem, Searched, Simulation, Stats, Verdict};
pub use solve::{Answer, Found, solve, solve_with};
