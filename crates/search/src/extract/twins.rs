//! What the base-twin algorithm leaves behind.

use pnyx_game::{Game, RepetitionEffect};
use pnyx_proof::Verdict;

use super::{Evidence, Visit};
use crate::Problem;
use crate::pn::TwinGraph;

impl<G: Game> Evidence<G> for TwinGraph<G::Move> {
    fn positions(
        &mut self,
        problem: &Problem<'_, G>,
        verdict: Verdict,
        cycles: bool,
        visit: &mut Visit<'_, G>,
    ) -> Result<(), G::Error> {
        // The search asks about the side that a repetition does not suit.
        let succeeds =
            (verdict == Verdict::Proven) != (problem.repetition_effect() == RepetitionEffect::Satisfies);
        // A real draw rests on positions that are no draws by themselves: all that are not proved may matter.
        let matters = |base: u32| {
            let n = self.node(base);
            n.expanded()
                && match (succeeds, cycles) {
                    (true, _) => n.proof == 0,
                    (false, true) => n.proof != 0,
                    (false, false) => n.disproof == 0,
                }
        };
        let mut seen = vec![false; self.count()];
        seen[Self::ROOT as usize] = true;
        let mut stack = Vec::new();
        if visit(problem.root)? {
            stack.push((problem.root.clone(), self.children(Self::ROOT)));
        }
        while let Some((position, waiting)) = stack.last_mut() {
            let Some(child) = waiting.next() else {
                stack.pop();
                continue;
            };
            let base = self.base(child);
            if matters(base) && !std::mem::replace(&mut seen[base as usize], true) {
                let mut next = position.clone();
                problem.game.play(&mut next, self.node(child).mv.expect("a child has a move"))?;
                if visit(&next)? {
                    stack.push((next, self.children(base)));
                }
            }
        }
        Ok(())
    }
}
