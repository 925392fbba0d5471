//! What the searches of trees and graphs leave behind to make certificates from: see [`Evidence`](crate::Evidence).
//! What [`df_pn`](super::df_pn) and [`forced_win`](super::forced_win) leave is beside them, as it searches again.

mod two_levels;

use std::ops::ControlFlow;
use std::time::Duration;

use pnyx_game::{Game, RepetitionEffect};
use pnyx_proof::Verdict;

use super::graph::{Edge, Graph};
use super::twin_graph::TwinGraph;
use crate::extract::{Evidence, Lines, Poll, Solved, Visit, Whole, depth_first};
use crate::tree::Tree;
use crate::{Observer, Snapshot};

pub use two_levels::TwoLevelEvidence;

impl<G: Game> Evidence<G> for Tree<G::Move> {
    fn positions(&mut self, solved: &Solved<'_, G>, visit: &mut Visit<'_, G>) -> Result<(), G::Error> {
        let known = &*self;
        // The children of a node that matter: where one suffices, the first one is a solution.
        let children = |node: u32| {
            let one = solved.cycles && solved.chooses(known.node(node).is_or);
            let agreeing = known.children(node).filter(move |&child| known.agrees(child, solved.verdict));
            agreeing.take(if one { 1 } else { usize::MAX })
        };
        let children_below = |child: u32| {
            let node = known.node(child);
            node.expanded().then(|| (node.mv.expect("a child has a move"), children(child)))
        };
        depth_first(solved.problem, children(Self::ROOT), children_below, visit)
    }

    fn lines(
        &mut self,
        _: &Solved<'_, G>,
        _: &Whole<'_>,
        _: Poll<'_>,
    ) -> Result<Option<Lines<'_, G::Move>>, G::Error> {
        Ok(Some(Lines { tree: self, cut: None }))
    }
}

impl<G: Game> Evidence<G> for Graph<G::Move> {
    fn positions(&mut self, solved: &Solved<'_, G>, visit: &mut Visit<'_, G>) -> Result<(), G::Error> {
        let known = &*self;
        // With cut-off leaves, which may stand for nodes that are not decided, only a pass over all positions that the
        // other side has not won shows whether the verdict holds.
        let all = solved.cycles && known.cut_offs > 0;
        let proven = solved.verdict == Verdict::Proven;
        let targets = |node: u32| {
            let one = solved.cycles && !all && solved.chooses(known.node(node).is_or);
            let matter = known.edges(node).iter().filter(move |edge| {
                let (proof, disproof) = known.numbers(edge);
                let (agrees, opposes) = if proven { (proof, disproof) } else { (disproof, proof) };
                agrees == 0 || (all && opposes != 0)
            });
            matter.take(if one { 1 } else { usize::MAX })
        };
        let targets_below =
            |edge: &Edge<G::Move>| known.node(edge.child).expanded().then(|| (edge.mv, targets(edge.child)));
        depth_first(solved.problem, targets(Self::ROOT), targets_below, visit)
    }
}

impl<G: Game> Evidence<G> for TwinGraph<G::Move> {
    fn positions(&mut self, solved: &Solved<'_, G>, visit: &mut Visit<'_, G>) -> Result<(), G::Error> {
        let (problem, proven) = (solved.problem, solved.verdict == Verdict::Proven);
        // The search asks about the side that a repetition does not suit.
        let succeeds = proven != (problem.repetition_effect() == RepetitionEffect::Satisfies);
        // A real draw rests on positions that are no draws by themselves: all that are not proved may matter.
        let matters = |base: u32| {
            let n = self.node(base);
            n.expanded()
                && match (succeeds, solved.cycles) {
                    (true, _) => n.proof == 0,
                    (false, true) => n.proof != 0,
                    (false, false) => n.disproof == 0,
                }
        };
        let mut seen = vec![false; self.count()];
        seen[Self::ROOT as usize] = true;
        let children_below = |child: u32| {
            let base = self.base(child);
            let is_new = matters(base) && !std::mem::replace(&mut seen[base as usize], true);
            is_new.then(|| (self.node(child).mv.expect("a child has a move"), self.children(base)))
        };
        depth_first(problem, self.children(Self::ROOT), children_below, visit)
    }
}

/// An observer that asks whether to go on.
pub(super) struct Polled<'a>(pub Poll<'a>);

impl<G: Game> Observer<G> for Polled<'_> {
    fn tick(&mut self, _: &Snapshot<'_, G>, _: Duration) -> ControlFlow<()> {
        (self.0)()
    }
}
