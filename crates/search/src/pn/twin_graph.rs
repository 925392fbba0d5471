//! The graph of the base-twin algorithm, in one vector.
//!
//! The first node of a position is its base node, every later one a twin. The subtree hangs below the base
//! node alone; base and twins have numbers of their own, because they have histories of their own. The
//! children of a node lie side by side, in the order of the game's moves.

use std::collections::HashMap;
use std::ops::Range;

use crate::bounds::{ProofNumbers, has_proof_numbers};
use crate::path::KeyState;

/// No depth: not marked, or not on the path.
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub struct TwinNode<M> {
    pub proof: u32,
    pub disproof: u32,
    /// The base node of this position; its own number if this is the one.
    base: u32,
    first_child: u32,
    children: u32,
    /// The depth of the position that a possible draw goes back to.
    possible_draw: u32,
    /// Of a base node: the depth at which its position stands on the current path.
    depth: u32,
    /// The move that leads here. The root, which no move leads to, has none.
    pub mv: Option<M>,
    /// Whether the attacker is on move.
    pub is_or: bool,
}

impl<M> TwinNode<M> {
    fn leaf(base: u32, mv: Option<M>) -> TwinNode<M> {
        const { assert!(size_of::<TwinNode<M>>() <= 40, "a node has at most 40 bytes") };
        let (possible_draw, depth) = (NONE, NONE);
        let (proof, disproof, first_child, children) = (1, 1, 0, 0);
        TwinNode { proof, disproof, base, first_child, children, possible_draw, depth, mv, is_or: false }
    }

    /// Whether it has children, which only base nodes have.
    #[inline]
    pub fn expanded(&self) -> bool {
        self.children > 0
    }

    /// The possible-draw depth, if the node is marked as a possible draw.
    #[inline]
    pub fn possible_draw(&self) -> Option<u32> {
        (self.possible_draw != NONE).then_some(self.possible_draw)
    }

    /// Mark the node as a possible draw that goes back to this depth.
    pub fn mark_as_possible_draw(&mut self, depth: u32) {
        self.possible_draw = depth;
    }

    #[inline]
    pub fn unmark_as_possible_draw(&mut self) {
        self.possible_draw = NONE;
    }

    /// Of a base node: the depth at which its position stands on the current path.
    #[inline]
    pub fn depth(&self) -> Option<u32> {
        (self.depth != NONE).then_some(self.depth)
    }

    /// Put the position of a base node on the path, or take it off.
    #[inline]
    pub fn set_depth(&mut self, depth: Option<u32>) {
        self.depth = depth.unwrap_or(NONE);
    }
}

has_proof_numbers!(TwinNode<M>, M);

pub struct TwinGraph<M> {
    nodes: Vec<TwinNode<M>>,
    /// The base node of each position, by its key.
    bases: HashMap<u64, u32, KeyState>,
}

impl<M: Copy> TwinGraph<M> {
    pub const ROOT: u32 = 0;

    /// A graph of one node, for the position with this key.
    pub fn new(root: u64) -> TwinGraph<M> {
        let bases = HashMap::from_iter([(root, Self::ROOT)]);
        TwinGraph { nodes: vec![TwinNode::leaf(Self::ROOT, None)], bases }
    }

    /// The number of nodes, twins too.
    pub(crate) fn count(&self) -> usize {
        self.nodes.len()
    }

    #[inline]
    pub fn node(&self, node: u32) -> &TwinNode<M> {
        &self.nodes[node as usize]
    }

    #[inline]
    pub fn node_mut(&mut self, node: u32) -> &mut TwinNode<M> {
        &mut self.nodes[node as usize]
    }

    /// The base node of a node, which may be the node itself.
    #[inline]
    pub fn base(&self, node: u32) -> u32 {
        self.node(node).base
    }

    /// The numbers of a base node's children.
    #[inline]
    pub fn children(&self, base: u32) -> Range<u32> {
        let n = self.node(base);
        n.first_child..n.first_child + n.children
    }

    #[inline]
    pub fn child_nodes(&self, base: u32) -> &[TwinNode<M>] {
        let Range { start, end } = self.children(base);
        &self.nodes[start as usize..end as usize]
    }

    #[inline]
    pub fn child_nodes_mut(&mut self, base: u32) -> &mut [TwinNode<M>] {
        let Range { start, end } = self.children(base);
        &mut self.nodes[start as usize..end as usize]
    }

    /// Give a base node its children, one for each move with the key of the position after it; at least one.
    /// Returns how many of them are base nodes, or `None` if numbers run out.
    pub fn add_children(&mut self, base: u32, moves: impl ExactSizeIterator<Item = (M, u64)>) -> Option<u64> {
        let first = u32::try_from(self.nodes.len()).ok()?;
        let count = u32::try_from(moves.len()).ok()?;
        first.checked_add(count)?;
        let known = self.bases.len();
        for (child, (mv, key)) in (first..).zip(moves) {
            let base = *self.bases.entry(key).or_insert(child);
            self.nodes.push(TwinNode::leaf(base, Some(mv)));
        }
        let n = self.node_mut(base);
        (n.first_child, n.children) = (first, count);
        Some((self.bases.len() - known) as u64)
    }

    #[inline]
    pub fn memory_bytes(&self) -> usize {
        self.nodes.len() * size_of::<TwinNode<M>>() + table_bytes(self.bases.capacity())
    }

    /// The most bytes in use while N children are added: a table that grows is there twice.
    pub fn memory_bytes_with(&self, children: usize) -> usize {
        let grows = self.bases.len() + children > self.bases.capacity();
        let grown = if grows { table_bytes(2 * self.bases.capacity()) } else { 0 };
        self.memory_bytes() + children * size_of::<TwinNode<M>>() + grown
    }
}

/// What a hash table with room for N keys takes: at most 7 of 8 buckets are filled, each with a byte beside its entry.
fn table_bytes(capacity: usize) -> usize {
    (capacity * 8).div_ceil(7).next_power_of_two() * (size_of::<(u64, u32)>() + 1)
}
