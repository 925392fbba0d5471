//! Searches for the value of a position, looking some plies ahead or to the end of the game; one file each.
//!
//! Each is a [`ValueAlgorithm`] and stands on [`search_context`]; [`search`] runs it, deepening if the options say so.

mod algorithm;
pub mod alpha_beta;
pub mod alpha_bounding;
pub mod aspiration;
mod confirm;
mod counts;
mod cycles;
mod hidden_repetition;
mod line;
mod measures;
#[allow(clippy::module_inception)] // the algorithm's name
pub mod minimax;
pub mod mt;
pub mod mtd;
pub mod mtd_best;
pub mod nega_scout;
mod node;
mod options;
mod result;
mod search;
mod search_context;
pub mod sss_star;
mod value;

pub use algorithm::{Iterated, ValueAlgorithm, ValueRun};
pub use counts::{NodeCounts, OpenRow, OrderQuality, Progress, Row, Watcher};
pub use measures::{Measures, measure};
pub use options::ValueOptions;
pub use result::{Iteration, ValueProblem, ValueResult};
pub use search::search;
pub use search_context::MOST_PLIES;
pub use value::{Bound, INFINITY};
