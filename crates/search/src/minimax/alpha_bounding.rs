//! `alpha-bounding`: null windows at the root, in search of the best move.
//!
//! **Source.** Schaeffer (1986), as described in Plaat, *Research Re: search & Re-search* (1996), Section 3.3.2; no
//! pseudo-code is printed there. In a pass all moves still in question are tested with one bound. If none reaches it,
//! it was too high, and the largest value that was returned is the next; if one does, it is best; if several do, only they
//! stay in question, and the bound rises above the largest of their lower bounds.

use pnyx_game::Game;

use super::algorithm::{Iterated, ValueAlgorithm, ValueRun};
use super::mtd_best::contest;
use super::options::{spec, tabled};
use crate::algorithm::AlgorithmSpec;

/// The algorithm.
#[derive(Default)]
pub struct AlphaBounding;

impl ValueAlgorithm for AlphaBounding {
    const SPEC: &'static AlgorithmSpec = &spec(
        "alpha-bounding",
        "tests of the root's moves with one bound at a time, until one is known to be best",
        tabled!(; DEEPENING, ONE_BOUND; GUESS, SHIFT),
    );

    /// Find the best move of the root: `root_best` of the context.
    fn iterate<G: Game>(&self, run: ValueRun<'_, '_, '_, G>) -> Iterated<G> {
        let guess = run.guess;
        contest(run, |contenders, test| {
            let mut bound = guess;
            let mut in_question: Vec<usize> = (0..contenders.len()).collect();
            // The best of those that reached an earlier bound.
            let mut best = None;
            loop {
                for &which in &in_question {
                    test(contenders, which, bound)?;
                }
                let reached: Vec<usize> =
                    in_question.iter().copied().filter(|&which| contenders[which].lower >= bound).collect();
                let highest = |among: &[usize], of: &dyn Fn(usize) -> i32| {
                    among
                        .iter()
                        .copied()
                        .reduce(|best, which| if of(which) > of(best) { which } else { best })
                };
                match (reached.as_slice(), best) {
                    ([], Some(best)) => return Ok(best),
                    ([], None) => {
                        let which = highest(&in_question, &|which| contenders[which].upper);
                        bound = contenders[which.expect("a root has moves")].upper;
                    }
                    ([only], _) => return Ok(*only),
                    (several, _) => {
                        best = highest(several, &|which| contenders[which].lower);
                        bound = contenders[best.expect("there are several")].lower + 1;
                        in_question = reached;
                    }
                }
            }
        })
    }
}
