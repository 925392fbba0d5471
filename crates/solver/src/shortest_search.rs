//! The search for the shortest win: `forced-win` with ever fewer moves, and with `auto` in turns with the enumeration of the
//! whole game, whose table has the distance of the end.
//!
//! A table counts plies. Its distance says how many moves the winner makes because players take turns in the games that have
//! goals within N moves; where a game breaks that, the certificates are refused, and the searches do without the table.

use pnyx_search::pn::forced_win::{self, ForcedWinOptions, Shortest};
use pnyx_search::table::LengthTable;
use pnyx_search::{Budget, Limit, Stats};

use crate::enumerated::WholeGame;
use crate::opened::Playable;
use crate::proof_search::ProofSearch;
use crate::table_evidence::length;
use crate::watch::Watch;
use crate::whole_game::{SHARE, Share, in_sight};

/// The nodes of the first turn, and by how much turns grow.
const FIRST_TURN: u64 = 1 << 14;
const LONGER: u64 = 4;

/// What was found about the shortest win.
pub(crate) struct Found {
    pub shortest: Shortest,
    pub stats: Stats,
    /// Whether a table says so.
    pub by_table: bool,
}

impl<G: Playable> ProofSearch<'_, G> {
    /// The shortest win of the goal's prover.
    pub fn shortest(
        &self,
        options: ForcedWinOptions,
        lengths: &LengthTable,
        budget: &Budget<'_>,
        watch: &mut Watch<'_, G>,
        keep: forced_win::Keep<'_>,
    ) -> Result<Found, G::Error> {
        let Some(mut whole) = self.whole_game() else {
            let (shortest, stats) =
                forced_win::shortest(&self.problem, options, lengths, budget, watch, keep)?;
            return Ok(Found { shortest, stats, by_table: false });
        };
        let found = self.in_turns(&mut whole, (options, lengths), budget, watch, keep);
        self.keep_whole_game(whole);
        found
    }

    fn in_turns(
        &self,
        whole: &mut WholeGame,
        (options, lengths): (ForcedWinOptions, &LengthTable),
        budget: &Budget<'_>,
        watch: &mut Watch<'_, G>,
        keep: forced_win::Keep<'_>,
    ) -> Result<Found, G::Error> {
        let (mut stats, mut others, mut enumerated) = (Stats::default(), 0_u64, 0);
        let (mut turn, mut longest) = (FIRST_TURN, u64::MAX);
        let mut known = Shortest { win: None, no_win_within: 0, limit: None };
        loop {
            let left = budget.nodes().map_or(u64::MAX, |nodes| nodes.saturating_sub(stats.nodes));
            let most = if whole.is_given_up() { left } else { turn.min(longest).min(left) };
            let (before, share) = (stats.nodes, budget.with_nodes(Some(most)));
            watch.spent = before;
            let mut keep = |lengths: &LengthTable, nodes| keep(lengths, before + nodes);
            let (found, spent) =
                forced_win::shortest(&self.problem, options, lengths, &share, watch, &mut keep)?;
            // A later turn may end before it is where an earlier one was.
            let shortest = Shortest {
                win: known.win.into_iter().chain(found.win).min(),
                no_win_within: known.no_win_within.max(found.no_win_within),
                limit: found.limit,
            };
            others += spent.nodes;
            stats = stats.and_then(spent);
            watch.spent = stats.nodes;
            let rest = |stats: Stats| budget.nodes().is_none_or(|all| stats.nodes < all);
            if shortest.limit != Some(Limit::Nodes) || !rest(stats) || watch.signals.error.is_some() {
                watch.spent = 0;
                return Ok(Found { shortest, stats, by_table: false });
            }
            turn = turn.saturating_mul(LONGER);
            let left = budget.nodes().map_or(u64::MAX, |nodes| nodes.saturating_sub(stats.nodes));
            let mut most = (others / SHARE).saturating_sub(enumerated);
            let mut share = Share::default();
            let missing = loop {
                let before = share.stats.nodes;
                let missing = self.advance(whole, most.min(left - before), &mut share, budget, watch);
                most = in_sight(missing, others, enumerated + share.stats.nodes);
                if most == 0 || share.stats.nodes == before || share.stats.nodes >= left {
                    break missing;
                }
            };
            longest = missing.map_or(u64::MAX, |nodes| nodes.saturating_mul(SHARE).max(FIRST_TURN));
            enumerated += share.stats.nodes;
            stats = stats.and_then(share.stats);
            if let Some(entries) = self.entries(whole) {
                let entry = entries(self.problem.root)?;
                let win = entry.and_then(|entry| length(entry, self.problem.goal.prover));
                let no_win_within = win.map_or(u32::MAX, |win| win.saturating_sub(1));
                watch.spent = 0;
                return Ok(Found {
                    shortest: Shortest { win, no_win_within, limit: None },
                    stats,
                    by_table: true,
                });
            }
            if !rest(stats) || watch.signals.error.is_some() {
                watch.spent = 0;
                return Ok(Found { shortest, stats, by_table: false });
            }
            known = shortest;
        }
    }
}
