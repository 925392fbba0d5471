//! What a search leaves behind that joins transpositions.

use pnyx_game::Game;
use pnyx_proof::Verdict;

use super::{Evidence, Visit};
use crate::Problem;
use crate::pn::Graph;

impl<G: Game> Evidence<G> for Graph<G::Move> {
    fn positions(
        &mut self,
        problem: &Problem<'_, G>,
        verdict: Verdict,
        cycles: bool,
        visit: &mut Visit<'_, G>,
    ) -> Result<(), G::Error> {
        let known = &*self;
        // With cut-off leaves, which may stand for nodes that are not decided, only a look at all positions that the
        // other side has not won can tell whether the verdict holds.
        let all = cycles && known.cut_offs() > 0;
        let proven = verdict == Verdict::Proven;
        let targets = |node: u32| {
            let one = cycles && !all && known.node(node).is_or == proven;
            let matter = known.edges(node).iter().filter(move |edge| {
                let (proof, disproof) = known.numbers(edge);
                let (agrees, opposes) = if proven { (proof, disproof) } else { (disproof, proof) };
                agrees == 0 || (all && opposes != 0)
            });
            matter.take(if one { 1 } else { usize::MAX })
        };
        let mut stack = Vec::new();
        if visit(problem.root)? {
            stack.push((problem.root.clone(), targets(Self::ROOT)));
        }
        while let Some((position, waiting)) = stack.last_mut() {
            let Some(edge) = waiting.next() else {
                stack.pop();
                continue;
            };
            if known.node(edge.child).expanded() {
                let mut next = position.clone();
                problem.game.play(&mut next, edge.mv)?;
                if visit(&next)? {
                    stack.push((next, targets(edge.child)));
                }
            }
        }
        Ok(())
    }
}
