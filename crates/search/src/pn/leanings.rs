//! What the verdicts of a tree lean on.

use std::ops::Range;

use super::frame::NOTHING;
use super::tree::{KEPT, Tree};

/// For each node of a tree the smallest ply of a position on its line that its verdict leans on; as long as it has
/// none, that of the positions that its forbidden moves would bring back.
pub(crate) struct Leanings {
    plies: Vec<u32>,
    /// Whether a repetition is illegal.
    illegal: bool,
}

impl Leanings {
    pub fn new(illegal: bool) -> Leanings {
        Leanings { plies: vec![NOTHING], illegal }
    }

    /// Begin anew with one node, in the same room as before unless that is far more than `most` nodes need.
    pub fn clear(&mut self, most: usize) {
        if self.plies.len() > KEPT && self.plies.len() / 4 > most {
            self.plies.truncate(1);
            self.plies.shrink_to(most);
        }
        self.plies[0] = NOTHING;
    }

    /// New nodes lean on nothing yet.
    #[inline]
    pub fn begin(&mut self, nodes: Range<u32>) {
        let (first, end) = (nodes.start as usize, nodes.end as usize);
        if self.plies.len() < end {
            self.plies.resize(end, NOTHING);
        }
        self.plies[first..end].fill(NOTHING);
    }

    /// A node leans on this, too.
    pub fn add(&mut self, node: u32, ply: u32) {
        let known = &mut self.plies[node as usize];
        *known = ply.min(*known);
    }

    /// What a node leans on.
    #[inline]
    pub fn of(&self, node: u32) -> u32 {
        self.plies[node as usize]
    }

    /// Put down what the verdict on a node, whose position has this ply, leans on for those above it. Where a repetition
    /// is a draw, what leans on nothing above the node leans on nothing.
    pub fn settle<M: Copy>(&mut self, tree: &Tree<M>, node: u32, ply: u32) {
        let leans_on = match self.decides(tree, node) {
            Some(child) => self.of(child),
            None => tree.children(node).map(|child| self.of(child)).fold(self.of(node), u32::min),
        };
        let own = !self.illegal && leans_on >= ply;
        self.plies[node as usize] = if own { NOTHING } else { leans_on };
    }

    /// Where one child is enough for the verdict on a node: the one that leans least on the line.
    pub fn decides<M: Copy>(&self, tree: &Tree<M>, node: u32) -> Option<u32> {
        let proved = tree.node(node).proof == 0;
        if tree.node(node).is_or != proved {
            return None;
        }
        let mut best: Option<u32> = None;
        for child in tree.children(node) {
            let c = tree.node(child);
            let decides = if proved { c.proof == 0 } else { c.disproof == 0 };
            if decides && best.is_none_or(|known| self.of(child) > self.of(known)) {
                best = Some(child);
            }
        }
        best
    }

    /// Bytes in use.
    #[inline]
    pub fn memory_bytes(&self) -> usize {
        self.plies.len() * size_of::<u32>()
    }
}
