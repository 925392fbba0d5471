//! What a search for values is: its name and options, and one iteration of it.
//!
//! Each implements [`ValueAlgorithm`] in its own file. The solver's register has one line for each.

use pnyx_game::{Game, InputError, Rules};

use super::node::Spot;
use super::search_context::SearchContext;
use super::value::{Found, Halt};
use crate::Driver;
use crate::algorithm::AlgorithmSpec;
use crate::options::ParsedOptions;

/// What one iteration searches.
pub struct ValueRun<'r, 'a, 'b, G: Game> {
    /// Counts, table and line.
    pub(super) context: &'r mut SearchContext<'a, 'b, G>,
    /// The position.
    pub(super) root: &'r Spot<G::Position>,
    /// The plies to look ahead.
    pub(super) depth: u32,
    /// What the value may be, as earlier iterations have it.
    pub(super) guess: i32,
}

/// What an iteration found, unless it was ended.
pub type Iterated<G> = Result<Found, Halt<<G as Rules>::Error>>;

/// A search for values; a value of the type is the algorithm with the options that it alone has. Those that several
/// have are in [`ValueOptions`](super::ValueOptions).
pub trait ValueAlgorithm: Default {
    /// How users see it.
    const SPEC: &'static AlgorithmSpec;

    /// The driver of the tests that a game has of its own ([`exact`](crate::exact)), which the option `own` turns on.
    const DRIVER: Option<Driver> = None;

    /// The algorithm with its own options, where it has some.
    fn read(_options: &ParsedOptions<'_>) -> Result<Self, InputError> {
        Ok(Self::default())
    }

    /// One iteration.
    fn iterate<G: Game>(&self, run: ValueRun<'_, '_, '_, G>) -> Iterated<G>;
}
