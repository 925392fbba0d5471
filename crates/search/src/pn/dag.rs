//! `pn-dag`: proof-number search that joins transpositions where this makes no cycles.
//!
//! **Source.** M. Schijf, "Proof-Number Search and Transpositions" (1993), as described and measured by Breuker, van
//! den Herik, Uiterwijk and Allis, "A solution to the GHI problem for best-first search" (2001), Sections 3 and 6. The
//! loop, with the names of the figures of `pn`, is in `graph_search.rs`.
//!
//! **Answers.** Whether the prover can force the goal, for every repetition rule but "illegal"; exact. A position
//! just reached by an irreversible move has no past that could come back, so its value is the same on all
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

use pnyx_game::{Estimator, Game, Repetition};

use super::Graph;
use super::graph_search::{Joining, Search};
use crate::{Budget, Observer, Problem, Searched};

/// Run the search.
pub fn search<G: Game, E: Estimator<G>>(
    problem: &Problem<'_, G>,
    estimator: &E,
    budget: &mut Budget<'_>,
    observer: &mut dyn Observer<G>,
) -> Result<Searched<Graph<G::Move>>, G::Error> {
    let mut search = Search::new(problem, estimator, Dag)?;
    let verdict = search.proof_number_search(budget, observer)?;
    Ok(Searched { verdict, stats: search.stats, evidence: search.graph })
}

struct Dag;

impl Joining for Dag {
    #[inline]
    fn looks_up<G: Game>(&self, game: &G, position: &G::Position, mv: G::Move) -> bool {
        game.repetition() == Repetition::Impossible || game.is_irreversible(position, mv)
    }

    fn cuts_off(&self, _rule: Repetition) -> bool {
        false
    }
}
