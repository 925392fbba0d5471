//! Searches that settle yes-or-no questions about positions, and the certificates they leave.

pub mod algorithm;
pub mod alpha_beta;
pub mod bounds;
mod budget;
pub mod checkpoint;
mod drivers;
pub mod exact;
mod extract;
pub mod minimax;
mod observer;
pub mod options;
mod ordering;
mod path;
pub mod pn;
mod result;
mod solve;
pub mod table;
mod tree;

pub use budget::{Budget, Limit, Limits};
pub use drivers::Driver;
pub use extract::{ErasedSearch, Evidence, Lines, Poll, Solved, Undecided, Visit, Whole};
pub use observer::{Observer, Silent, Snapshot, Trace, TraceEntry};
pub use ordering::OrderingOptions;
pub use path::Path;
pub use result::{Problem, SearchVerdict, Searched, Simulation, Stats};
pub use solve::{CheckedProof, CheckedResult, solve, solve_with};
pub use tree::{Node, Tree};
