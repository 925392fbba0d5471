//! What an algorithm that answers yes-or-no questions is: its name and options, what it refuses, and its search.
//!
//! Each algorithm implements [`ProofAlgorithm`] in its own file. The solver's register has one line for each.

use std::ops::ControlFlow;
use std::sync::Arc;

use pnyx_game::{Forcing, Game, Init, InputError, Objective, Player, Repetition, Rules, Valued};

use crate::options::{OptionSpec, ParsedOptions};
use crate::table::{LengthTable, Memory, TableSize};
use crate::{Budget, ErasedSearch, Observer, Problem};

/// An algorithm as the user sees it.
#[derive(Clone, Copy, Debug)]
pub struct AlgorithmSpec {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one line.
    pub description: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// Whether it can use several threads.
    pub parallel: bool,
    /// Its options, in the order in which they are shown.
    pub options: &'static [OptionSpec],
}

/// What is searched, how long, and who watches.
pub struct Run<'r, 'b, G: Game> {
    /// The question.
    pub problem: &'r Problem<'r, G>,
    /// The limits.
    pub budget: &'r mut Budget<'b>,
    /// The observer.
    pub observer: &'r mut dyn Observer<G>,
}

/// What every algorithm returns, or an error of the rules.
pub type ErasedResult<G> = Result<ErasedSearch<G>, <G as Rules>::Error>;

/// A game that several threads can search.
pub trait Threaded: Forcing<Position: Send + Sync, Move: Send + Sync, Error: Send> + Sync {}

impl<G> Threaded for G where G: Forcing<Position: Send + Sync, Move: Send + Sync, Error: Send> + Sync {}

/// A game that all algorithms can search.
pub trait Searchable: Threaded + Valued + 'static {}

impl<G> Searchable for G where G: Threaded + Valued + 'static {}

/// An algorithm that answers yes-or-no questions; a value of the type is the algorithm with its options read.
pub trait ProofAlgorithm: Sized {
    /// How users see it.
    const SPEC: &'static AlgorithmSpec;

    /// The algorithm with these options.
    fn read(options: &ParsedOptions<'_>) -> Result<Self, InputError>;

    /// The algorithm with its default options. Not to be overridden.
    #[must_use]
    fn with_defaults() -> Self {
        match Self::read(&ParsedOptions::defaults(Self::SPEC.options)) {
            Ok(algorithm) => algorithm,
            Err(error) => panic!("{}: {error}", Self::SPEC.name),
        }
    }

    /// Why it cannot search games with this repetition rule, if it cannot.
    fn refuses(&self, _rule: Repetition) -> Option<&'static str> {
        None
    }

    /// Why it cannot use several threads with these options, though its form allows them.
    fn refuses_threads(&self) -> Option<&'static str> {
        None
    }

    /// Whether several searchers take turns on one table.
    fn searches_in_turns(&self) -> bool {
        false
    }

    /// Where the first numbers of leaves come from.
    fn init(&self) -> Init {
        Init::Mobility
    }

    /// Whether what it stores are facts about positions, of use to a search of another root.
    fn remembers(&self) -> bool {
        false
    }

    /// Where repeating is illegal, what to search with if what this search has stored makes no certificate.
    fn safer(&self) -> Option<Self> {
        None
    }

    /// Run the search.
    fn search<G: Searchable>(&self, run: Run<'_, '_, G>, support: &mut dyn SearchSupport) -> ErasedResult<G>;
}

/// What a search is provided with: threads, tables within the memory limit, and checkpoints.
pub trait SearchSupport {
    /// Threads to search with.
    fn threads(&self) -> usize;

    /// What tables may take of the memory, if that is limited.
    fn table_bytes(&self) -> Option<usize>;

    /// The table for a goal: what an earlier search has left, as far as it is true for this goal, or a new one.
    fn table(&self, goal: Objective, size: TableSize) -> Memory;

    /// The length table for a player's wins: that of an earlier search, or a new one.
    fn length_table(&self, prover: Player) -> Arc<LengthTable>;

    /// A moment at which a checkpoint may be written, after N nodes. Breaking stops the search.
    fn may_save(&mut self, lengths: &LengthTable, nodes: u64) -> ControlFlow<()>;

    /// The search has ended, after N nodes.
    fn save(&mut self, lengths: &LengthTable, nodes: u64);
}
