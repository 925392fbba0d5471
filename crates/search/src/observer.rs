//! Watching a search from outside.

use std::ops::ControlFlow;
use std::time::Duration;

use pnyx_game::Game;

/// A search at one moment.
pub struct Snapshot<'a, G: Game> {
    /// Nodes so far.
    pub nodes: u64,
    /// The root's proof number.
    pub proof: u32,
    /// The root's disproof number.
    pub disproof: u32,
    /// Bytes of the search's own data.
    pub memory_bytes: usize,
    /// The moves from the root to the node that was just worked on.
    pub line: &'a [G::Move],
}

/// An observer of a search. Both methods do nothing unless written.
pub trait Observer<G: Game> {
    /// After every iteration of the search.
    fn iteration(&mut self, _snapshot: &Snapshot<'_, G>) {}

    /// A few hundred times a second. Breaking stops the search.
    fn tick(&mut self, _snapshot: &Snapshot<'_, G>, _elapsed: Duration) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// No observer.
pub struct Silent;

impl<G: Game> Observer<G> for Silent {}

/// One iteration of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceEntry<M> {
    /// The moves from the root to the selected node.
    pub line: Vec<M>,
    /// The root's proof number after the update.
    pub proof: u32,
    /// The root's disproof number after the update.
    pub disproof: u32,
    /// Nodes after the iteration.
    pub nodes: u64,
}

/// Writes down every iteration.
pub struct Trace<M>(pub Vec<TraceEntry<M>>);

impl<G: Game> Observer<G> for Trace<G::Move> {
    fn iteration(&mut self, snapshot: &Snapshot<'_, G>) {
        self.0.push(TraceEntry {
            line: snapshot.line.to_vec(),
            proof: snapshot.proof,
            disproof: snapshot.disproof,
            nodes: snapshot.nodes,
        });
    }
}
