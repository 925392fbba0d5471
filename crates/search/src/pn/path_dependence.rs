//! What the verdicts of a tree depend on.

use std::ops::Range;

use pnyx_proof::Verdict;

use crate::path::PATH_INDEPENDENT;
use crate::tree::{KEPT, Tree};

/// For each node of a tree the smallest ply of a position on its line that its verdict depends on; as long as it has
/// none, that of the positions that its forbidden moves would repeat.
pub(crate) struct PathDependence {
    plies: Vec<u32>,
    /// Whether a repetition is illegal.
    illegal: bool,
}

impl PathDependence {
    pub fn new(illegal: bool) -> PathDependence {
        PathDependence { plies: vec![PATH_INDEPENDENT], illegal }
    }

    /// Begin anew with one node, in the same room as before unless that is far more than `most` nodes need.
    pub fn clear(&mut self, most: usize) {
        if self.plies.len() > KEPT && self.plies.len() / 4 > most {
            self.plies.truncate(1);
            self.plies.shrink_to(most);
        }
        self.plies[0] = PATH_INDEPENDENT;
    }

    /// New nodes depend on nothing yet.
    #[inline]
    pub fn begin(&mut self, nodes: Range<u32>) {
        let (first, end) = (nodes.start as usize, nodes.end as usize);
        if self.plies.len() < end {
            self.plies.resize(end, PATH_INDEPENDENT);
        }
        self.plies[first..end].fill(PATH_INDEPENDENT);
    }

    /// A node depends on this, too.
    pub fn add(&mut self, node: u32, ply: u32) {
        let known = &mut self.plies[node as usize];
        *known = ply.min(*known);
    }

    #[inline]
    pub fn of(&self, node: u32) -> u32 {
        self.plies[node as usize]
    }

    /// Store what the verdict on a node, whose position has this ply, depends on for those above it. Where a repetition
    /// is a draw, what depends on nothing above the node depends on nothing.
    pub fn settle<M: Copy>(&mut self, tree: &Tree<M>, node: u32, ply: u32) {
        let depends_on_ply = match self.decides(tree, node) {
            Some(child) => self.of(child),
            None => tree.children(node).map(|child| self.of(child)).fold(self.of(node), u32::min),
        };
        let own = !self.illegal && depends_on_ply >= ply;
        self.plies[node as usize] = if own { PATH_INDEPENDENT } else { depends_on_ply };
    }

    /// Where one child is enough for the verdict on a node: the one that depends least on the path.
    pub fn decides<M: Copy>(&self, tree: &Tree<M>, node: u32) -> Option<u32> {
        let proved = tree.node(node).proof == 0;
        if tree.node(node).is_or != proved {
            return None;
        }
        let verdict = if proved { Verdict::Proven } else { Verdict::Disproven };
        let deciding = tree.children(node).filter(|&child| tree.agrees(child, verdict));
        deciding.reduce(|best, child| if self.of(child) > self.of(best) { child } else { best })
    }

    #[inline]
    pub fn memory_bytes(&self) -> usize {
        self.plies.len() * size_of::<u32>()
    }
}
