//! What a search in two levels leaves behind.
//!
//! The tree of the first level has solved leaves that a second level has solved, whose tree is gone. Where one of
//! them is needed, it is searched again, on its line and without a limit of its own: every step below a node depends
//! on what is below it alone, so this takes as many nodes as the first time. All of them together take no more than
//! the whole search did.

use std::sync::atomic::AtomicBool;

use pnyx_game::{Estimator, Game};

use super::Polled;
use crate::algorithm::Run;
use crate::extract::{Evidence, Lines, Poll, Solved, Undecided, Visit, Whole};
use crate::path::Path;
use crate::pn::pn::{End, Evaluation, Kept, PnSearch};
use crate::tree::Tree;
use crate::{Budget, Limits, Problem};

/// The tree of a first level, with what it takes to find the rest again.
pub struct TwoLevelEvidence<G: Game, E> {
    tree: Tree<G::Move>,
    estimator: E,
    /// Nodes that may still be spent.
    nodes: u64,
    /// Solved leaves that have to be searched again, with the lines to them.
    holes: Vec<(u32, Vec<G::Move>)>,
}

impl<G: Game, E: Estimator<G>> TwoLevelEvidence<G, E> {
    /// What is left by a search of N nodes.
    pub(crate) fn new(tree: Tree<G::Move>, estimator: E, nodes: u64) -> TwoLevelEvidence<G, E> {
        TwoLevelEvidence { tree, estimator, nodes, holes: Vec::new() }
    }

    /// Search the holes again; returns whether they are filled.
    fn fill(&mut self, problem: &Problem<'_, G>, poll: Poll<'_>) -> Result<bool, G::Error> {
        let stop = AtomicBool::new(false);
        let mut path = Path::new(problem.game, problem.root, problem.history)?;
        for (hole, line) in std::mem::take(&mut self.holes) {
            let common = path.moves().iter().zip(&line).take_while(|(a, b)| a == b).count();
            for _ in common..path.len() {
                path.pop();
            }
            for &mv in &line[common..] {
                path.push(problem.game, mv)?;
            }
            let mut search =
                PnSearch::new(problem, &self.estimator, Evaluation::Immediate, Kept::Solution, path);
            search.tree = std::mem::take(&mut self.tree);
            search.root = hole;
            search.stats.nodes = 0;
            let node = search.tree.node_mut(hole);
            (node.proof, node.disproof) = (1, 1);
            let budget = &mut Budget::new(Limits { nodes: Some(self.nodes), ..Limits::default() }, &stop);
            let mut run = Run { problem, budget, observer: &mut Polled(poll) };
            let end = search.proof_number_search(u64::MAX, &mut run)?;
            self.nodes = self.nodes.saturating_sub(search.stats.nodes);
            (self.tree, path) = (search.tree, search.path);
            if !matches!(end, End::Solved) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl<G: Game, E: Estimator<G>> Evidence<G> for TwoLevelEvidence<G, E> {
    /// One solution is enough: what others there are would have to be searched again, too.
    fn positions(&mut self, solved: &Solved<'_, G>, visit: &mut Visit<'_, G>) -> Result<(), G::Error> {
        let (problem, verdict) = (solved.problem, solved.verdict);
        let Self { tree, holes, .. } = self;
        holes.clear();
        let children = |node: u32| {
            let one = solved.chooses(tree.node(node).is_or);
            let agreeing = tree.children(node).filter(|&child| tree.agrees(child, verdict));
            agreeing.take(if one { 1 } else { usize::MAX })
        };
        let mut path = Path::new(problem.game, problem.root, problem.history)?;
        let mut stack = Vec::new();
        let mut next = Some(Tree::<G::Move>::ROOT);
        while let Some(node) = next {
            if visit(path.position())? {
                if !tree.node(node).expanded() && problem.game.outcome(path.position())?.is_none() {
                    holes.push((node, path.moves().to_vec()));
                }
                stack.push(children(node));
            } else {
                path.pop();
            }
            // Depth first; what repeats a position is a leaf.
            next = loop {
                let Some(waiting) = stack.last_mut() else { break None };
                let Some(child) = waiting.next() else {
                    stack.pop();
                    path.pop();
                    continue;
                };
                if path.push(problem.game, tree.node(child).mv.expect("a child has a move"))? {
                    break Some(child);
                }
                path.pop();
            };
        }
        Ok(())
    }

    fn mend(&mut self, solved: &Solved<'_, G>, _: &Undecided<'_>, poll: Poll<'_>) -> Result<bool, G::Error> {
        Ok(!self.holes.is_empty() && self.fill(solved.problem, poll)?)
    }

    fn lines(
        &mut self,
        solved: &Solved<'_, G>,
        _: &Whole<'_>,
        poll: Poll<'_>,
    ) -> Result<Option<Lines<'_, G::Move>>, G::Error> {
        let mut seen = 0u32;
        self.positions(solved, &mut |_| {
            seen = seen.wrapping_add(1);
            Ok(!seen.is_multiple_of(1024) || poll().is_continue())
        })?;
        Ok(self.fill(solved.problem, poll)?.then_some(Lines { tree: &self.tree, cut: None }))
    }
}
