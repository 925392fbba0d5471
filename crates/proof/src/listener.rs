//! The trait [`Listener`]: it is told of every node and edge of a graph while the checker reads it.

use pnyx_game::Counted;

/// How far it is from a node to the end of its longest line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Length {
    /// In moves of both sides.
    pub plies: u32,
    /// The largest number of the prover's moves on a line, which need not be the longest.
    pub prover_moves: u32,
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The chooser is on move: one edge.
    Choice,
    /// The other side is on move: an edge for every move that the rules leave it.
    Replies,
    /// The game is over.
    Final,
    /// A position of the root's history was repeated.
    History,
}

/// Hears of every node and edge in the order of the file. What was heard of a graph that is rejected is worth nothing.
pub trait Listener<P> {
    /// A move is followed, the one at this place of the moves sorted by notation. Where it leads is reported next.
    fn follow(&mut self, index: u32);

    /// A new node begins; they are numbered in this order. An error says why the graph is to be rejected.
    fn begin(&mut self, position: &P, kind: Kind) -> Result<(), &'static str>;

    /// The node is one that has begun before.
    fn refer(&mut self, node: u32);

    /// The last of the nodes that have begun and not ended ends. Its length means nothing in a graph with cycles.
    fn end(&mut self, length: Length);

    /// What the listener holds, which counts as memory of the check.
    fn memory_bytes(&self) -> usize;
}

/// Hears of positions without the moves that are left.
pub(crate) struct Uncounted<'a, P>(pub &'a mut dyn Listener<P>);

impl<P> Listener<Counted<P>> for Uncounted<'_, P> {
    fn follow(&mut self, index: u32) {
        self.0.follow(index);
    }

    fn begin(&mut self, at: &Counted<P>, kind: Kind) -> Result<(), &'static str> {
        self.0.begin(&at.position, kind)
    }

    fn refer(&mut self, node: u32) {
        self.0.refer(node);
    }

    fn end(&mut self, length: Length) {
        self.0.end(length);
    }

    fn memory_bytes(&self) -> usize {
        self.0.memory_bytes()
    }
}
