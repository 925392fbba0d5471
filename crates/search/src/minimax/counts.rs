//! What a search counts, traces and reports.

use std::ops::ControlFlow;
use std::time::Duration;

use super::value::Bound;

/// Nodes, by what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeCounts {
    /// Positions that were valued.
    pub leaf: u64,
    /// Positions whose moves were searched.
    pub interior: u64,
    /// Positions that the table answered.
    pub transposition: u64,
}

impl NodeCounts {
    /// All nodes.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.leaf + self.interior + self.transposition
    }

    pub(crate) fn since(&self, before: &NodeCounts) -> NodeCounts {
        NodeCounts {
            leaf: self.leaf - before.leaf,
            interior: self.interior - before.interior,
            transposition: self.transposition - before.transposition,
        }
    }
}

/// How often the first move was enough, by plies to the horizon.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderQuality {
    /// Nodes that were cut, by plies from the root, and those of them that were cut by the first move.
    pub cuts: Vec<(u64, u64)>,
}

/// One step of a search: the node, its window and its value so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row<M> {
    /// The moves from the root.
    pub line: Vec<M>,
    /// The window.
    pub alpha: i32,
    /// Its other end.
    pub beta: i32,
    /// The value so far.
    pub g: i32,
}

/// The operators, and the list after each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenRow<M> {
    /// Which of the six.
    pub operator: u8,
    /// The moves to the node it was applied to.
    pub line: Vec<M>,
    /// The list: moves to the node, whether it is solved, and its merit, seen from the player whose list it is.
    pub open: Vec<(Vec<M>, bool, i32)>,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Nodes of all kinds.
    pub nodes: u64,
    /// The depth that is being searched; `None` to the end of the game.
    pub depth: Option<u32>,
    /// The value of the last iteration that was finished, or what bound of it.
    pub value: Option<(i32, Bound)>,
    /// Bytes of the search's own data.
    pub memory_bytes: usize,
}

/// An observer, called a few hundred times a second. Breaking stops the search.
pub trait Watcher {
    /// See [`Watcher`].
    fn tick(&mut self, progress: &Progress, elapsed: Duration) -> ControlFlow<()>;
}

impl Watcher for () {
    fn tick(&mut self, _progress: &Progress, _elapsed: Duration) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
