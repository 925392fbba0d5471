//! The portfolio of `auto`: `df-pn`, or for mates `forced-win` and some `df-pn`; and where positions can repeat, an
//! enumeration of the whole game.
//!
//! - Mates: `forced-win` in turns of 16,384 nodes and then always four times as many, each followed by a turn of `df-pn`
//!   with 1/128 of them. `forced-win` cannot say no where play can repeat: that is why `df-pn` gets its turns, and all the rest
//!   when `forced-win` is at its end. Its share is small because each of its nodes generates some 30 positions; what counts is
//!   what was played to.
//! - Other goals: `df-pn`, in such turns only while the enumeration goes on beside it.
//! - After each round of turns the enumeration has a quarter of the nodes that the others have had, as `whole_game` says. If the
//!   space closes, the answer comes from its table. If its end is in sight, turns are not longer than what it takes to get
//!   there.

use std::time::Duration;

use pnyx_game::Repetition;
use pnyx_search::algorithm::ProofAlgorithm;
use pnyx_search::pn::df_pn::DfPn;
use pnyx_search::pn::forced_win::{ForcedWin, ForcedWinOptions};
use pnyx_search::table::TableSize;
use pnyx_search::{Budget, CheckedResult, Limit, SearchVerdict, Stats};

use crate::enumerated::WholeGame;
use crate::error::Result;
use crate::opened::Playable;
use crate::proof_search::ProofSearch;
use crate::register::Algorithm;
use crate::watch::Watch;
use crate::whole_game::{SHARE, Share, Turn, in_sight};

/// The nodes of the first turn, by how much turns grow, and `df-pn`'s share of them.
const FIRST_TURN: u64 = 1 << 14;
const FIRST_TURN_IF_SLOW: u64 = 1 << 11;
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
        let mut whole = self.whole_game();
        let answer = self.rounds(&mut whole, budget, watch);
        if let Some(whole) = whole {
            self.keep_whole_game(whole);
        }
        answer
    }

    fn rounds(
        &self,
        whole: &mut Option<WholeGame>,
        budget: &mut Budget<'_>,
        watch: &mut Watch<'_, G>,
    ) -> Result<CheckedResult<G::Move>, G::Error> {
        // With its moves counted, a win is found or excluded whatever repeats: then df-pn is not asked.
        let counts = self.here.within.is_some();
        let mates = counts || self.here.game.suits_forced_win();
        if counts && whole.is_none() {
            return self.run(&Algorithm::ForcedWin(ForcedWin::with_defaults()), budget, watch);
        }
        let df_pn = |table| Algorithm::DfPn(DfPn { table, ..DfPn::with_defaults() });
        if whole.is_none() && !mates {
            return self.run(&df_pn(TableSize::Bounded), budget, watch);
        }
        let df_pn = match mates {
            true => df_pn(TableSize::Bytes(self.prepared.df_pn_bytes())),
            false => df_pn(TableSize::Bounded),
        };
        let options = ForcedWinOptions { from_below: !counts, ..ForcedWinOptions::default() };
        let forced_win = Algorithm::ForcedWin(ForcedWin { options });
        let asked_after = watch.spent;
        let mut sum: Option<CheckedResult<G::Move>> = None;
        // Nodes of the others and of the enumeration, and the bytes of that.
        let (mut others, mut enumerated, mut beside) = (0_u64, 0, 0);
        // Where rules are slow and positions perhaps few, the enumeration begins early.
        let slow = whole.is_some() && self.here.about.facts.slow;
        let first = if slow { FIRST_TURN_IF_SLOW } else { FIRST_TURN };
        let (mut turn, mut longest, mut stuck) = (first, u64::MAX, !mates);
        let mut given_up = false;
        loop {
            let closed = !given_up && whole.as_ref().is_some_and(WholeGame::is_closed);
            for by_df_pn in [false, true] {
                if closed || by_df_pn && counts || stuck && !by_df_pn {
                    continue;
                }
                let spent = sum.as_ref().map_or(0, |sum| sum.stats.nodes);
                watch.spent = asked_after + spent;
                let left = budget.nodes().map_or(u64::MAX, |nodes| nodes.saturating_sub(spent));
                let most = turn.min(longest);
                let most = if by_df_pn && !stuck { most / DF_PN_SHARE } else { most };
                let mut share = budget.with_nodes(Some(most.min(left)));
                let algorithm = if by_df_pn { &df_pn } else { &forced_win };
                let mut answer = self.run(algorithm, &mut share, watch)?;
                if by_df_pn && mates {
                    // What counts here is what was played to.
                    answer.stats.nodes = answer.stats.generated;
                }
                others += answer.stats.nodes;
                answer.stats.memory_bytes += beside;
                let numbers = matches!(answer.verdict, SearchVerdict::Unknown(Limit::Numbers | Limit::Plies));
                stuck |= numbers && !by_df_pn;
                if let Some(before) = sum {
                    answer.stats = before.stats.and_then(answer.stats);
                    answer.time += before.time;
                }
                let rest = budget.nodes().is_none_or(|all| answer.stats.nodes < all);
                let goes_on = rest
                    && (answer.verdict == SearchVerdict::Unknown(Limit::Nodes)
                        || numbers && !by_df_pn && !counts)
                    && watch.signals.error.is_none();
                if !goes_on {
                    watch.spent = asked_after;
                    if numbers && !by_df_pn && !rest {
                        // df-pn could go on.
                        answer.verdict = SearchVerdict::Unknown(Limit::Nodes);
                    }
                    return Ok(answer);
                }
                if !mates {
                    // The next turn goes on from here.
                    self.prepared.leave(self.problem.goal, answer.memory.take());
                }
                sum = Some(answer);
            }
            turn = turn.saturating_mul(LONGER);
            let Some(enumeration) = whole.as_mut().filter(|_| !given_up) else { continue };
            let mut all = sum.take().unwrap_or_else(nothing);
            watch.spent = asked_after + all.stats.nodes;
            let left = budget.nodes().map_or(u64::MAX, |nodes| nodes.saturating_sub(all.stats.nodes));
            let others = others.max(FIRST_TURN);
            let mut share = Share::default();
            let mut most = (others / SHARE).saturating_sub(enumerated);
            let turned = loop {
                let before = share.stats.nodes;
                let turned =
                    self.by_whole_game(enumeration, most.min(left - before), &mut share, budget, watch)?;
                let Turn::Open(missing) = turned else { break turned };
                most = in_sight(missing, others, enumerated + share.stats.nodes);
                if most == 0 || share.stats.nodes == before || share.stats.nodes >= left {
                    break turned;
                }
            };
            (enumerated, beside) = (enumerated + share.stats.nodes, share.stats.memory_bytes);
            let Stats { proof, disproof, .. } = all.stats;
            all.stats = Stats { proof, disproof, ..all.stats.and_then(share.stats) };
            all.time += share.time;
            match turned {
                Turn::Answered(mut answer) => {
                    watch.spent = asked_after;
                    let Stats { proof, disproof, .. } = answer.stats;
                    let nodes = all.stats.nodes.max(1);
                    answer.stats = Stats { nodes, proof, disproof, ..all.stats };
                    answer.time = all.time;
                    return Ok(*answer);
                }
                Turn::Open(missing) => {
                    longest = missing.map_or(u64::MAX, |nodes| nodes.saturating_mul(SHARE).max(FIRST_TURN));
                }
                // df-pn may take all the rest at once.
                Turn::GivenUp => {
                    (given_up, longest) = (true, u64::MAX);
                    turn = if mates { turn } else { u64::MAX };
                }
            }
            if budget.nodes().is_some_and(|most| all.stats.nodes >= most) || watch.signals.error.is_some() {
                watch.spent = asked_after;
                return Ok(all);
            }
            sum = Some(all);
        }
    }
}

/// No search yet.
fn nothing<M>() -> CheckedResult<M> {
    let (stats, time) = (Stats::default(), Duration::ZERO);
    CheckedResult { verdict: SearchVerdict::Unknown(Limit::Nodes), stats, time, found: None, memory: None }
}
