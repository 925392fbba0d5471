//! The shape of a checked graph: what follows what, how much stands below, how long the lines are.
//!
//! It holds 21 bytes a node and 8 bytes an edge, and no positions: a walk through the graph plays the moves.

use crate::listener::{Kind, Length, Listener};

/// The nodes and edges of a graph, as a check has found them.
#[derive(Default)]
pub struct Shape {
    nodes: Vec<Node>,
    kinds: Vec<Kind>,
    /// The edges of each node together, in the order of the moves.
    edges: Vec<Target>,
    /// The nodes whose records have not ended, and where the edges of each begin among those that wait.
    open: Vec<(u32, usize)>,
    waiting: Vec<Target>,
    followed: u32,
}

/// The limit of memory keeps all of these far below 2^32.
#[derive(Clone, Copy, Default)]
struct Node {
    /// Nodes whose records lie within this one's, itself included.
    size: u32,
    length: Length,
    first_edge: u32,
    edges: u32,
}

#[derive(Clone, Copy)]
struct Target {
    index: u32,
    node: u32,
}

/// An edge, seen from the node it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The place of the move among all moves of the position, sorted by notation.
    pub index: u32,
    /// The node it leads to.
    pub node: u32,
    /// Whether it is a reference: the record of that node stands elsewhere.
    pub shared: bool,
}

impl Shape {
    /// The number of nodes.
    #[must_use]
    pub fn nodes(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// What a node is.
    #[must_use]
    pub fn kind(&self, node: u32) -> Kind {
        self.kinds[node as usize]
    }

    /// How many nodes have their records within the record of this one, itself included.
    #[must_use]
    pub fn size(&self, node: u32) -> u32 {
        self.nodes[node as usize].size
    }

    /// How far it is to the end; means nothing in a graph with cycles.
    #[must_use]
    pub fn length(&self, node: u32) -> Length {
        self.nodes[node as usize].length
    }

    /// The edges of a node, in the order of the moves.
    pub fn edges(&self, node: u32) -> impl ExactSizeIterator<Item = Edge> + '_ {
        let Node { first_edge, edges, .. } = self.nodes[node as usize];
        // Records follow one another, so a node that is new here is the one after the last new one's record.
        let mut next = node + 1;
        self.edges[first_edge as usize..][..edges as usize].iter().map(move |target| {
            let shared = target.node != next;
            if !shared {
                next += self.size(target.node);
            }
            Edge { index: target.index, node: target.node, shared }
        })
    }

    /// Give back memory that was set aside for more nodes.
    pub fn shrink(&mut self) {
        self.nodes.shrink_to_fit();
        self.kinds.shrink_to_fit();
        self.edges.shrink_to_fit();
        (self.open, self.waiting) = Default::default();
    }

    fn leads_to(&mut self, node: u32) {
        if !self.open.is_empty() {
            self.waiting.push(Target { index: self.followed, node });
        }
    }
}

impl<P> Listener<P> for Shape {
    fn follow(&mut self, index: u32) {
        self.followed = index;
    }

    fn begin(&mut self, _position: &P, kind: Kind) -> Result<(), &'static str> {
        let number = self.nodes();
        self.leads_to(number);
        self.open.push((number, self.waiting.len()));
        self.nodes.push(Node::default());
        self.kinds.push(kind);
        Ok(())
    }

    fn refer(&mut self, node: u32) {
        self.leads_to(node);
    }

    fn end(&mut self, length: Length) {
        let (number, first) = self.open.pop().expect("what ends has begun");
        self.nodes[number as usize] = Node {
            size: self.nodes() - number,
            length,
            first_edge: self.edges.len() as u32,
            edges: (self.waiting.len() - first) as u32,
        };
        self.edges.extend(self.waiting.drain(first..));
    }

    fn memory_bytes(&self) -> usize {
        self.nodes.len() * (size_of::<Node>() + size_of::<Kind>())
            + (self.edges.len() + self.waiting.len()) * size_of::<Target>()
            + self.open.len() * size_of::<(u32, usize)>()
    }
}

#[cfg(test)]
#[path = "shape_tests.rs"]
mod tests;
