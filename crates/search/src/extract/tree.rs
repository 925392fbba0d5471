//! What a tree search leaves behind.

use pnyx_game::Game;
use pnyx_proof::Verdict;

use super::{Evidence, Visit};
use crate::Problem;
use crate::pn::Tree;

impl<M: Copy> Tree<M> {
    /// Whether a node's value is the verdict's.
    pub(super) fn agrees(&self, node: u32, verdict: Verdict) -> bool {
        let n = self.node(node);
        if verdict == Verdict::Proven { n.proof == 0 } else { n.disproof == 0 }
    }
}

impl<G: Game> Evidence<G> for Tree<G::Move> {
    fn positions(
        &self,
        problem: &Problem<'_, G>,
        verdict: Verdict,
        cycles: bool,
        visit: &mut Visit<'_, G>,
    ) -> Result<(), G::Error> {
        // The children of a node that matter: where one suffices, the first one is a solution.
        let children = |node: u32| {
            let one = cycles && self.node(node).is_or == (verdict == Verdict::Proven);
            let agreeing = self.children(node).filter(move |&child| self.agrees(child, verdict));
            agreeing.take(if one { 1 } else { usize::MAX })
        };
        let mut stack = Vec::new();
        if visit(problem.root)? {
            stack.push((problem.root.clone(), children(Self::ROOT)));
        }
        while let Some((position, waiting)) = stack.last_mut() {
            let Some(child) = waiting.next() else {
                stack.pop();
                continue;
            };
            if self.node(child).expanded() {
                let mut next = position.clone();
                problem.game.play(&mut next, self.node(child).mv.expect("a child has a move"))?;
                if visit(&next)? {
                    stack.push((next, children(child)));
                }
            }
        }
        Ok(())
    }

    fn tree(&self) -> Option<&Tree<G::Move>> {
        Some(self)
    }
}
