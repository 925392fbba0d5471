//! `pn-dcg`: proof-number search that joins all transpositions, and can go wrong.
//!
//! **Source.** M. Schijf, L. V. Allis and J. W. H. M. Uiterwijk, "Proof-Number Search and Transpositions" (1994), as
//! described and measured by Breuker, van den Herik, Uiterwijk and Allis, "A solution to the GHI problem for best-first
//! search" (2001), Sections 3 and 6. The loop, with the names of the figures of `pn`, is in `graph_search.rs`.
//!
//! **Answers.** Whether the prover can force the goal, for every repetition rule but "illegal"; **not exact** where
//! repetitions decide. A child that is an ancestor by any chain of parents counts as a repetition on all lines to it,
//! also on those where it is none. So where a repetition fails the prover a disproof may be wrong, and where it
//! satisfies the prover a proof; the other verdict is right. A verdict that may be wrong is reported as unknown, for
//! the reason "unsafe", unless [`PnDcgOptions::unsafe_verdicts`] asks for it. One that is reached without any such leaf
//! is right.
//!
//! **Errata.** Section 7 of the later paper says that k208, k215, k216 and r281 are wrongly disproved. Here, as in its
//! own table, the search runs out of nodes at r281, k208 and k216 (k215 was not at hand); with a larger limit it proves
//! the mate of r281, after 798,636.
//!
//! **Deviations.** What the paper does not say, and its counts depend on: the ancestor may be reached through solved
//! nodes; a cut-off leaf is counted and not stored; when the ancestor is proved, the leaf becomes proved as well.
//! (Where a repetition satisfies the prover: disproved.) Such a leaf is an edge marked as cut off, so the graph has no
//! cycles. See also `graph_search.rs`.
//!
//! **A node** is the root or a generated child, cut-off leaves included, unless the child is linked to a node that
//! exists; the whole last expansion is included. The limit is tested before each expansion, against nodes and links
//! together.

use pnyx_game::{Estimator, Game, Init, InputError, Outcome, Repetition};

use super::graph::Graph;
use super::graph_search::{GraphSearch, Joining, refuses};
use super::options::{INIT, init};
use crate::algorithm::{AlgorithmSpec, ErasedResult, ProofAlgorithm, Run, SearchSupport, Searchable};
use crate::options::{OptionKind, OptionSpec, ParsedOptions};
use crate::{Limit, SearchVerdict, Searched};

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct PnDcgOptions {
    /// Return verdicts that may be wrong as they are. Their certificates show which are right.
    pub unsafe_verdicts: bool,
}

/// The algorithm with its options.
pub struct PnDcg {
    options: PnDcgOptions,
    init: Init,
}

impl ProofAlgorithm for PnDcg {
    const SPEC: &'static AlgorithmSpec = &AlgorithmSpec {
        name: "pn-dcg",
        description: "proof-number search that joins all transpositions; unsafe: may see a repetition where there is none",
        source: "Schijf, Allis and Uiterwijk 1994; Breuker et al. 2001",
        parallel: false,
        options: &[
            INIT,
            OptionSpec::new(
                "unsafe",
                OptionKind::Switch,
                "off",
                "on: try the verdicts that may be wrong; off: they are unknown, for the reason unsafe",
            ),
        ],
    };

    fn read(options: &ParsedOptions<'_>) -> Result<PnDcg, InputError> {
        let unsafe_verdicts = options.switch("unsafe")?;
        Ok(PnDcg { options: PnDcgOptions { unsafe_verdicts }, init: init(options)? })
    }

    fn refuses(&self, rule: Repetition) -> Option<&'static str> {
        refuses(rule)
    }

    fn init(&self) -> Init {
        self.init
    }

    fn search<G: Searchable>(&self, run: Run<'_, '_, G>, _: &mut dyn SearchSupport) -> ErasedResult<G> {
        Ok(search(self.options, &self.init, run)?.erased())
    }
}

/// Run the search.
pub fn search<G: Game, E: Estimator<G>>(
    options: PnDcgOptions,
    estimator: &E,
    mut run: Run<'_, '_, G>,
) -> Result<Searched<Graph<G::Move>>, G::Error> {
    let problem = run.problem;
    let mut search = GraphSearch::new(problem, estimator, Joining::All)?;
    let mut verdict = search.proof_number_search(&mut run)?;
    let doubtful =
        if problem.goal.reached(Outcome::Draw) { SearchVerdict::Proven } else { SearchVerdict::Disproven };
    if verdict == doubtful && search.graph.cut_offs > 0 && !options.unsafe_verdicts {
        let claim = if verdict == SearchVerdict::Proven { "proven" } else { "disproven" };
        verdict = SearchVerdict::Unknown(Limit::Unsafe(claim));
    }
    Ok(Searched { verdict, stats: search.stats, evidence: search.graph })
}
