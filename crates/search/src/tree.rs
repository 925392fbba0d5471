//! The search tree, in one vector: at most 32 bytes a node.
//!
//! The children of a node lie side by side, in the order of the game's moves, so a node needs to
//! know only its first child and their number. A node also holds the move that leads to it: walking
//! down the tree then needs no move generation.

use pnyx_proof::Verdict;

use crate::bounds::{ProofNumbers, has_proof_numbers};

/// A node of the tree.
#[derive(Clone, Copy, Debug)]
pub struct Node<M> {
    /// Proof number.
    pub proof: u32,
    /// Disproof number.
    pub disproof: u32,
    /// The node above; the root is its own parent.
    pub parent: u32,
    first_child: u32,
    children: u32,
    /// The move that leads here. The root, which no move leads to, has none.
    pub mv: Option<M>,
    /// Whether the prover is on move.
    pub is_or: bool,
}

impl<M> Node<M> {
    /// A new leaf.
    pub fn leaf(parent: u32, mv: Option<M>) -> Node<M> {
        const { assert!(size_of::<Node<M>>() <= 32, "a node has at most 32 bytes") };
        Node { proof: 1, disproof: 1, parent, first_child: 0, children: 0, mv, is_or: false }
    }

    /// Whether it has children.
    #[inline]
    #[must_use]
    pub fn expanded(&self) -> bool {
        self.children > 0
    }
}

has_proof_numbers!(Node<M>, M);

/// The tree.
pub struct Tree<M> {
    nodes: Vec<Node<M>>,
    /// Blocks of siblings that were given back, by their size.
    free: Vec<Vec<u32>>,
    /// The number of nodes in them.
    unused: usize,
    /// The most nodes there were before the tree was begun anew.
    before: usize,
    /// Nodes whose children are being given back.
    waiting: Vec<u32>,
}

/// Nodes for which room is kept when a tree is begun anew.
pub(crate) const KEPT: usize = 1 << 16;

impl<M: Copy> Tree<M> {
    /// A tree of one node.
    pub fn new() -> Tree<M> {
        Tree { nodes: vec![Node::leaf(0, None)], free: Vec::new(), unused: 0, before: 0, waiting: Vec::new() }
    }

    /// Begin anew with one node, in the same room as before unless that is far more than `most` nodes need.
    pub(crate) fn clear(&mut self, most: usize) {
        self.before = self.before.max(self.nodes.len());
        self.nodes.clear();
        self.nodes.push(Node::leaf(0, None));
        if self.unused > 0 {
            self.free.iter_mut().for_each(Vec::clear);
            self.unused = 0;
        }
        if self.before > KEPT && self.before / 4 > most {
            self.nodes.shrink_to(most);
            self.before = 0;
        }
    }

    /// The root.
    pub const ROOT: u32 = 0;

    /// A node by its number.
    #[inline]
    #[must_use]
    pub fn node(&self, node: u32) -> &Node<M> {
        &self.nodes[node as usize]
    }

    /// A node by its number, to be changed.
    #[inline]
    pub fn node_mut(&mut self, node: u32) -> &mut Node<M> {
        &mut self.nodes[node as usize]
    }

    /// The numbers of a node's children.
    #[inline]
    #[must_use]
    pub fn children(&self, node: u32) -> std::ops::Range<u32> {
        let n = self.node(node);
        n.first_child..n.first_child + n.children
    }

    pub(crate) fn agrees(&self, node: u32, verdict: Verdict) -> bool {
        let n = self.node(node);
        if verdict == Verdict::Proven { n.proof == 0 } else { n.disproof == 0 }
    }

    #[inline]
    pub(crate) fn child_nodes(&self, node: u32) -> &[Node<M>] {
        let range = self.children(node);
        &self.nodes[range.start as usize..range.end as usize]
    }

    /// Give a leaf its children, one for each move; at least one. `None` if numbers run out.
    pub fn add_children(&mut self, node: u32, moves: &[M]) -> Option<std::ops::Range<u32>> {
        self.add(node, moves.iter().map(|&mv| Node::leaf(node, Some(mv))))
    }

    /// Give a leaf the children of a node of another tree, without what is below them. `None` if numbers run out.
    pub(crate) fn adopt(&mut self, node: u32, children: &[Node<M>]) -> Option<std::ops::Range<u32>> {
        self.add(node, children.iter().map(|child| Node { parent: node, children: 0, ..*child }))
    }

    fn add(
        &mut self,
        node: u32,
        children: impl ExactSizeIterator<Item = Node<M>>,
    ) -> Option<std::ops::Range<u32>> {
        let count = children.len();
        let first = match self.take_block(count) {
            Some(first) => {
                for (place, child) in self.nodes[first as usize..].iter_mut().zip(children) {
                    *place = child;
                }
                first
            }
            None => {
                let first = u32::try_from(self.nodes.len()).ok()?;
                first.checked_add(u32::try_from(count).ok()?)?;
                self.nodes.extend(children);
                first
            }
        };
        let n = self.node_mut(node);
        (n.first_child, n.children) = (first, count as u32);
        Some(self.children(node))
    }

    /// The number of nodes, without those that were given back.
    #[inline]
    pub(crate) fn stored(&self) -> u64 {
        (self.nodes.len() - self.unused) as u64
    }

    /// Bytes in use.
    #[inline]
    pub fn memory_bytes(&self) -> usize {
        self.nodes.len().max(self.before) * size_of::<Node<M>>() + self.free.len() * size_of::<Vec<u32>>()
    }

    /// Give back everything below a solved node that its certificate does not need: where one child
    /// settles the node, all that lies below the others.
    pub(crate) fn recycle(&mut self, node: u32) {
        let n = *self.node(node);
        let proved = n.proof == 0;
        if n.is_or != proved {
            return;
        }
        let mut kept = false;
        for child in self.children(node) {
            let c = self.node(child);
            let settles = if proved { c.proof == 0 } else { c.disproof == 0 };
            if settles && !kept {
                kept = true;
            } else if c.expanded() {
                self.forget(child);
                // Whatever it was, it can no longer be shown.
                let c = self.node_mut(child);
                (c.proof, c.disproof) = (1, 1);
            }
        }
    }

    /// Give back everything below a node, which becomes a leaf and keeps its numbers.
    pub(crate) fn forget(&mut self, node: u32) {
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.push(node);
        while let Some(node) = waiting.pop() {
            let children = self.children(node);
            waiting.extend(children.clone().filter(|&c| self.node(c).expanded()));
            self.give_block(children.start, children.len());
            self.node_mut(node).children = 0;
        }
        self.waiting = waiting;
    }

    fn give_block(&mut self, first: u32, count: usize) {
        if count == 0 {
            return;
        }
        if self.free.len() <= count {
            self.free.resize_with(count + 1, Vec::new);
        }
        self.free[count].push(first);
        self.unused += count;
    }

    /// The smallest free block that is large enough; what is left of it stays free.
    fn take_block(&mut self, count: usize) -> Option<u32> {
        let size = (count..self.free.len()).find(|&size| !self.free[size].is_empty())?;
        let first = self.free[size].pop()?;
        self.unused -= size;
        self.give_block(first + count as u32, size - count);
        Some(first)
    }
}

impl<M: Copy> Default for Tree<M> {
    fn default() -> Tree<M> {
        Tree::new()
    }
}
