//! `pn-dag`: proof-number search that joins transpositions where this makes no cycles.
//!
//! **Source.** M. Schijf, "Proof-Number Search and Transpositions" (1993), as described and measured by Breuker, van
//! den Herik, Uiterwijk and Allis, "A solution to the GHI problem for best-first search" (2001), Sections 3 and 6. The
//! loop, with the names of the figures of `pn`, is in `graph_search.rs`.
//!
//! **Answers.** Whether the prover can force the goal, for every repetition rule but "illegal"; exact. A position
//! just reached by an irreversible move has no past that could be repeated, so its value is the same on all
//! lines. Where positions cannot repeat at all, every move is such a move.
//!
//! **Errata.** The proof and disproof numbers are upper bounds of the true ones, because what two children share is
//! added twice, and the node selected need not be a most-proving one; verdicts are not affected.
//!
//! **Deviations.** What the paper does not say, and its counts depend on: a position is looked up, and stored, only if
//! an irreversible move has just led to it; a repetition on the line is a new leaf. See also `graph_search.rs`.
//!
//! **A node** is the root or a generated child, unless the child is linked to a node that exists; the whole last
//! expansion is included. The limit is tested before each expansion, against nodes and links together.

use pnyx_game::{Estimator, Game, Init, InputError, Repetition};

use super::graph::Graph;
use super::graph_search::{GraphSearch, Joining, refuses};
use super::options::{INIT, init};
use crate::Searched;
use crate::algorithm::{AlgorithmSpec, ErasedResult, ProofAlgorithm, Run, SearchSupport, Searchable};
use crate::options::ParsedOptions;

/// The algorithm with its options.
pub struct PnDag {
    init: Init,
}

impl ProofAlgorithm for PnDag {
    const SPEC: &'static AlgorithmSpec = &AlgorithmSpec {
        name: "pn-dag",
        description: "proof-number search that joins transpositions unless that could make a cycle",
        source: "Schijf 1993; Breuker et al. 2001",
        parallel: false,
        options: &[INIT],
    };

    fn read(options: &ParsedOptions<'_>) -> Result<PnDag, InputError> {
        Ok(PnDag { init: init(options)? })
    }

    fn refuses(&self, rule: Repetition) -> Option<&'static str> {
        refuses(rule)
    }

    fn init(&self) -> Init {
        self.init
    }

    fn search<G: Searchable>(&self, run: Run<'_, '_, G>, _: &mut dyn SearchSupport) -> ErasedResult<G> {
        Ok(search(&self.init, run)?.erased())
    }
}

/// Run the search.
pub fn search<G: Game, E: Estimator<G>>(
    estimator: &E,
    mut run: Run<'_, '_, G>,
) -> Result<Searched<Graph<G::Move>>, G::Error> {
    let mut search = GraphSearch::new(run.problem, estimator, Joining::Irreversible)?;
    let verdict = search.proof_number_search(&mut run)?;
    Ok(Searched { verdict, stats: search.stats, evidence: search.graph })
}
