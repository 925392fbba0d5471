//! `pn-dcg`: proof-number search that joins all transpositions, and can go wrong.
//!
//! **Source.** M. Schijf, L. V. Allis and J. W. H. M. Uiterwijk, "Proof-Number Search and Transpositions" (1994), as
//! described and measured by Breuker, van den Herik, Uiterwijk and Allis, "A solution to the GHI problem for best-first
//! search" (2001), Sections 3 and 6. The loop, with the names of the figures of `pn`, is in `graph_search.rs`.
//!
//! **Answers.** Whether the prover can force the goal, for every repetition rule but "illegal"; **not exact** where
//! repetitions decide. A child that is an ancestor by any chain of parents counts as a repetition on all lines to it,
//! also on those where it is none. So where a repetition fails the prover a disproof may be wrong, and where it
//! satisfies the prover a proof; the other verdict is right. A verdict that may be wrong is given as unknown, for the
//! reason "unsafe", unless [`Options::unsafe_verdicts`] asks for it. One that is reached without any such leaf is right.
//!
//! **Errata.** Section 7 of the later paper says that k208, k215, k216 and r281 are wrongly disproved. Here, as in its
//! own table, the search runs out of nodes at r281, k208 and k216 (k215 was not at hand); with a larger limit it proves
//! the mate of r281, after 798,636.
//!
//! **Deviations.** What the paper does not say, and its counts depend on: the ancestor may be reached through solved
//! nodes; a cut-off leaf is counted and not stored; when the ancestor is proved, the leaf becomes proved as well. (Where
//! a repetition satisfies the prover: disproved.) Such a leaf is an edge marked as cut off, so the graph has no
//! cycles. See also `graph_search.rs`.
//!
//! **A node** is the root or a generated child, cut-off leaves included, unless the child is linked to a node that
//! exists; the whole last expansion is included. The limit is tested before each expansion, against nodes and links
//! together.

use pnyx_game::{Estimator, Game, Outcome, Repetition};

use super::Graph;
use super::graph_search::{Joining, Search};
use crate::{Budget, Limit, Observer, Problem, Searched, Verdict};

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Give verdicts that may be wrong as they are. Their certificates tell right from wrong.
    pub unsafe_verdicts: bool,
}

/// Run the search.
pub fn search<G: Game, E: Estimator<G>>(
    problem: &Problem<'_, G>,
    estimator: &E,
    options: Options,
    budget: &mut Budget<'_>,
    observer: &mut dyn Observer<G>,
) -> Result<Searched<Graph<G::Move>>, G::Error> {
    let mut search = Search::new(problem, estimator, Dcg)?;
    let mut verdict = search.proof_number_search(budget, observer)?;
    let doubtful = if problem.goal.reached(Outcome::Draw) { Verdict::Proven } else { Verdict::Disproven };
    if verdict == doubtful && search.graph.cut_offs() > 0 && !options.unsafe_verdicts {
        let claim = if verdict == Verdict::Proven { "proven" } else { "disproven" };
        verdict = Verdict::Unknown(Limit::Unsafe(claim));
    }
    Ok(Searched { verdict, stats: search.stats, evidence: search.graph })
}

struct Dcg;

impl Joining for Dcg {
    #[inline]
    fn looks_up<G: Game>(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> bool {
        true
    }

    fn cuts_off(&self, rule: Repetition) -> bool {
        rule == Repetition::Draw
    }
}
