//! All first moves that reach a goal: one search for each.

use pnyx_game::Objective;
use pnyx_search::{Budget, SearchVerdict, Stats};

use crate::error::Result;
use crate::opened::{Opened, Playable};
use crate::prepared::Prepared;
use crate::proof_search::ProofSearch;
use crate::watch::Watch;

/// Where nobody set a limit, what each further first move may take: a multiple of the nodes of the answer, and at least
/// so large a number, smaller where the rules are slow. Where positions can be repeated, some moves are never settled.
const TIMES_THE_ANSWER: u64 = 10;
const LEAST_FOR_A_MOVE: u64 = 1_000_000;
const LEAST_IF_SLOW: u64 = 100_000;

/// Which first moves reach the goal.
#[derive(Default)]
pub(crate) struct FirstMoves {
    pub winning: Vec<String>,
    /// Those about which nothing was found.
    pub unsettled: Vec<String>,
    /// The nodes that each of them could take, where nobody set a limit.
    pub nodes_each: Option<u64>,
}

impl<G: Playable> Opened<G> {
    /// Which moves at the root win, and which could not be settled. `proved` is known to win.
    pub(crate) fn winning_moves(
        &self,
        prepared: &Prepared,
        goal: Objective,
        budget: &Budget<'_>,
        (stats, proved): (&mut Stats, Option<G::Move>),
        watch: &mut Watch<'_, G>,
    ) -> Result<FirstMoves, G::Error> {
        let (mut winning, mut unsettled, mut moves) = (Vec::new(), Vec::new(), Vec::new());
        let least = if self.about.facts.slow { LEAST_IF_SLOW } else { LEAST_FOR_A_MOVE };
        let nodes_each = budget.is_open().then(|| stats.nodes.saturating_mul(TIMES_THE_ANSWER).max(least));
        if self.game.outcome(&self.root)?.is_none() {
            self.game.moves(&self.root, &mut moves)?;
        }
        let asked_after = watch.spent;
        let mut searches = moves.iter().filter(|&&mv| proved != Some(mv)).count() as u32;
        for mv in moves {
            let name = self.game.notation(&self.root, mv)?;
            if proved == Some(mv) {
                winning.push(name);
                continue;
            }
            let mut share = match nodes_each {
                Some(nodes) => budget.with_nodes(Some(nodes)),
                None => budget.share(stats.nodes, searches),
            };
            watch.spent = asked_after + stats.nodes;
            let answer = ProofSearch::new(self, prepared, goal, Some(mv)).search(&mut share, watch)?;
            searches -= 1;
            // The numbers are those of the question about all moves.
            *stats = Stats { proof: stats.proof, disproof: stats.disproof, ..stats.and_then(answer.stats) };
            match answer.verdict {
                SearchVerdict::Proven => winning.push(name),
                SearchVerdict::Unknown(_) => unsettled.push(name),
                SearchVerdict::Disproven => {}
            }
        }
        Ok(FirstMoves { winning, unsettled, nodes_each })
    }
}
