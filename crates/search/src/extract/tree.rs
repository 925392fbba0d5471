//! What a tree search leaves behind.

use pnyx_game::Game;
use pnyx_proof::Verdict;

use super::{Evidence, Lines, Poll, Visit, Whole};
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
        &mut self,
        problem: &Problem<'_, G>,
        verdict: Verdict,
        cycles: bool,
        visit: &mut Visit<'_, G>,
    ) -> Result<(), G::Error> {
        let known = &*self;
        // The children of a node that matter: where one suffices, the first one is a solution.
        let children = |node: u32| {
            let one = cycles && known.node(node).is_or == (verdict == Verdict::Proven);
            let agreeing = known.children(node).filter(move |&child| known.agrees(child, verdict));
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
            if known.node(child).expanded() {
                let mut next = position.clone();
                problem.game.play(&mut next, known.node(child).mv.expect("a child has a move"))?;
                if visit(&next)? {
                    stack.push((next, children(child)));
                }
            }
        }
        Ok(())
    }

    fn lines(
        &mut self,
        _problem: &Problem<'_, G>,
        _verdict: Verdict,
        _whole: &Whole<'_>,
        _poll: Poll<'_>,
    ) -> Result<Option<Lines<'_, G::Move>>, G::Error> {
        Ok(Some(Lines { tree: self, cut: None }))
    }
}
