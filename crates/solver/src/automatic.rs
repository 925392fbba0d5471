//! The portfolio of `auto` is `df-pn` alone, or for mates `forced-win` in turns of 16,384 nodes and then always four times as
//! many, each followed by a turn of `df-pn` with 1/128 of them.
//!
//! `forced-win` cannot say no where play can repeat: that is why `df-pn` gets its turns, and all the rest when `forced-win` is at
//! its end. Its share is small because each of its nodes generates some 30 positions; what counts is what was played to.

use pnyx_game::Repetition;
use pnyx_search::algorithm::ProofAlgorithm;
use pnyx_search::pn::df_pn::DfPn;
use pnyx_search::pn::forced_win::{ForcedWin, ForcedWinOptions};
use pnyx_search::table::TableSize;
use pnyx_search::{Budget, CheckedResult, Limit, SearchVerdict};

use crate::error::Result;
use crate::opened::Playable;
use crate::proof_search::ProofSearch;
use crate::register::Algorithm;
use crate::watch::Watch;

/// The nodes of the first turn, by how much turns grow, and `df-pn`'s share of them.
const FIRST_TURN: u64 = 1 << 14;
const LONGER: u64 = 4;
const DF_PN_SHARE: u64 = 128;

impl<G: Playable> ProofSearch<'_, G> {
    /// The search that the question asks for, with its check.
    pub fn search(
        &self,
        budget: &mut Budget<'_>,
        watch: &mut Watch<'_, G>,
    ) -> Result<CheckedResult<G::Move>, G::Error> {
        let mut answer = match &self.prepared.algorithm {
            Some(algorithm) => self.run(algorithm, budget, watch),
            // With its moves counted, a win is found or excluded whatever repeats.
            None if self.here.within.is_some() => {
                self.run(&Algorithm::ForcedWin(ForcedWin::with_defaults()), budget, watch)
            }
            None => self.automatic(budget, watch),
        }?;
        // Where repeating is illegal, the root's verdict may be false on a line that comes back to it.
        let memory = answer.memory.take().filter(|_| self.here.game.repetition() != Repetition::Illegal);
        self.prepared.leave(self.problem.goal, memory);
        Ok(answer)
    }

    /// The portfolio.
    fn automatic(
        &self,
        budget: &mut Budget<'_>,
        watch: &mut Watch<'_, G>,
    ) -> Result<CheckedResult<G::Move>, G::Error> {
        let df_pn = |table| Algorithm::DfPn(DfPn { table, ..DfPn::with_defaults() });
        if !self.here.game.suits_forced_win() {
            return self.run(&df_pn(TableSize::Bounded), budget, watch);
        }
        let df_pn = df_pn(TableSize::Bytes(self.prepared.df_pn_bytes()));
        let options = ForcedWinOptions { from_below: true, ..ForcedWinOptions::default() };
        let forced_win = Algorithm::ForcedWin(ForcedWin { options });
        let asked_after = watch.spent;
        let mut sum: Option<CheckedResult<G::Move>> = None;
        let (mut turn, mut stuck) = (FIRST_TURN, false);
        loop {
            for by_df_pn in [false, true] {
                if stuck && !by_df_pn {
                    continue;
                }
                let spent = sum.as_ref().map_or(0, |sum| sum.stats.nodes);
                watch.spent = asked_after + spent;
                let left = budget.nodes().map_or(u64::MAX, |nodes| nodes.saturating_sub(spent));
                let most = if by_df_pn && !stuck { turn / DF_PN_SHARE } else { turn };
                let mut share = budget.with_nodes(Some(most.min(left)));
                let algorithm = if by_df_pn { &df_pn } else { &forced_win };
                let mut answer = self.run(algorithm, &mut share, watch)?;
                if by_df_pn {
                    // What counts here is what was played to.
                    answer.stats.nodes = answer.stats.generated;
                }
                let numbers = matches!(answer.verdict, SearchVerdict::Unknown(Limit::Numbers | Limit::Plies));
                stuck |= numbers && !by_df_pn;
                if let Some(before) = sum {
                    answer.stats = before.stats.and_then(answer.stats);
                    answer.time += before.time;
                }
                let rest = budget.nodes().is_none_or(|all| answer.stats.nodes < all);
                let goes_on = rest
                    && (answer.verdict == SearchVerdict::Unknown(Limit::Nodes) || numbers && !by_df_pn)
                    && watch.signals.error.is_none();
                if !goes_on {
                    watch.spent = asked_after;
                    if numbers && !by_df_pn && !rest {
                        // df-pn could go on.
                        answer.verdict = SearchVerdict::Unknown(Limit::Nodes);
                    }
                    return Ok(answer);
                }
                sum = Some(answer);
            }
            turn = turn.saturating_mul(LONGER);
        }
    }
}
