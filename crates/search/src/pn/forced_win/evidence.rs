//! What a search for forced wins leaves behind to make a certificate from: its length table.
//!
//! A position that is won within w moves has a move to one that is won within w - 1, and a position without a win
//! within N moves has a reply to another one. Following these moves lengths fall, so there are no cycles. Tables
//! forget: where a move is not known any more, the position is searched again, with as many moves left as it needs.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use pnyx_game::{Forcing, Objective};
use pnyx_proof::Verdict;

use super::{ForcedWinOptions, ForcedWinSearch, UNLIMITED, history_keys, left};
use crate::extract::{Evidence, Poll, Solved, Undecided, Visit};
use crate::path::KeyState;
use crate::table::LengthTable;
use crate::table::{Known, NEVER};
use crate::{Limit, Problem};

/// Nodes that may always be spent on parts that were forgotten.
const LEAST_NODES: u64 = 1_000_000;

/// Positions that are examined below holes, in one round.
const MOST_BELOW: usize = 1_000_000;

/// Nodes between two checks whether to go on.
const POLLED: u64 = 64;

/// A length table, with what it takes to fill its gaps.
pub struct LengthEvidence<G: Forcing> {
    /// What was searched for: a win of the prover, or of the other side if the prover only has to hold a draw.
    goal: Objective,
    length_table: Arc<LengthTable>,
    options: ForcedWinOptions,
    /// Nodes that may still be spent.
    nodes: u64,
    /// What was found again, by board key. It is not forgotten.
    again: HashMap<u64, Known, KeyState>,
    /// Positions whose move is not known, with the length that it must be good for.
    holes: Vec<(G::Position, u32)>,
}

impl<G: Forcing> LengthEvidence<G> {
    /// What is left by a search of N nodes.
    pub(crate) fn new(
        goal: Objective,
        length_table: Arc<LengthTable>,
        options: ForcedWinOptions,
        nodes: u64,
    ) -> LengthEvidence<G> {
        let options = ForcedWinOptions { threads: 1, ..options };
        let nodes = nodes.max(LEAST_NODES);
        LengthEvidence { goal, length_table, options, nodes, again: HashMap::default(), holes: Vec::new() }
    }

    /// The question that was searched, and its answer.
    fn asked<'a>(&self, solved: &Solved<'a, G>) -> (Problem<'a, G>, Verdict) {
        let &Solved { problem, verdict, .. } = solved;
        let same = problem.goal == self.goal;
        let proven = (verdict == Verdict::Proven) == same;
        let verdict = if proven { Verdict::Proven } else { Verdict::Disproven };
        (Problem { goal: self.goal, ..*problem }, verdict)
    }

    /// What is known about a position, if it is decided for this length.
    fn known(&self, key: u64, verdict: Verdict, length: u32) -> Option<Known> {
        let fits = |known: &Known| match verdict {
            Verdict::Proven => known.win != NEVER && known.win <= length,
            Verdict::Disproven => known.no_win_within >= length,
        };
        let again = self.again.get(&key).copied().filter(fits);
        again.or_else(|| self.length_table.get(key).filter(fits))
    }

    /// The positions to go to from one that is decided for this length, with the lengths they must be decided for.
    fn next(
        &mut self,
        problem: &Problem<'_, G>,
        verdict: Verdict,
        position: &G::Position,
        length: u32,
        is_root: bool,
    ) -> Result<Vec<(G::Position, u32)>, G::Error> {
        let (game, prover) = (problem.game, problem.goal.prover);
        let is_or = game.turn(position)? == prover;
        let mut prospects = Vec::new();
        let key = game.board_key(position)?;
        game.prospects(position, key, prover, &mut prospects)?;
        let mut length = length;
        if let Some(only) = problem.only_move.filter(|_| is_root) {
            prospects.retain(|prospect| prospect.mv == only);
        } else if is_or == (verdict == Verdict::Proven) {
            let Some(known) = self.known(key, verdict, length) else {
                self.holes.push((position.clone(), length));
                return Ok(Vec::new());
            };
            prospects = prospects.get(usize::from(known.best)).into_iter().copied().collect();
            if verdict == Verdict::Proven {
                length = known.win;
            }
        }
        let after = if is_or && length != UNLIMITED { length.saturating_sub(1) } else { length };
        let mut next = Vec::with_capacity(prospects.len());
        for prospect in prospects {
            let mut position = position.clone();
            game.play(&mut position, prospect.mv)?;
            next.push((position, after));
        }
        Ok(next)
    }
}

/// What was seen below the holes of one round.
struct Below {
    history: HashSet<u64, KeyState>,
    seen: HashSet<u64, KeyState>,
}

impl<G: Forcing> LengthEvidence<G> {
    /// Find the holes below one that was filled. A long line may have many of them, one below the other, and a walk
    /// from the root for each would take time that grows with the square of its length.
    fn look_below(
        &mut self,
        problem: &Problem<'_, G>,
        verdict: Verdict,
        (position, length): (G::Position, u32),
        below: &mut Below,
        poll: Poll<'_>,
    ) -> Result<(), G::Error> {
        let game = problem.game;
        let mut waiting = self.next(problem, verdict, &position, length, false)?;
        while let Some((position, length)) = waiting.pop() {
            let key = game.board_key(&position)?;
            let full = below.seen.len() >= MOST_BELOW;
            if full || below.seen.len().is_multiple_of(1024) && poll().is_break() {
                return Ok(());
            }
            if game.outcome(&position)?.is_none() && !below.history.contains(&key) && below.seen.insert(key) {
                waiting.extend(self.next(problem, verdict, &position, length, false)?);
            }
        }
        Ok(())
    }
}

impl<G: Forcing> Evidence<G> for LengthEvidence<G> {
    fn positions(&mut self, solved: &Solved<'_, G>, visit: &mut Visit<'_, G>) -> Result<(), G::Error> {
        let (problem, verdict) = self.asked(solved);
        let problem = &problem;
        let game = problem.game;
        self.holes.clear();
        let history = history_keys(problem)?;
        let root = (problem.root.clone(), left(game, problem.root));
        let (mut waiting, mut is_root) = (vec![root], true);
        while let Some((position, length)) = waiting.pop() {
            let before = !is_root && history.contains(&game.board_key(&position)?);
            if !before && visit(&position)? {
                waiting.extend(self.next(problem, verdict, &position, length, is_root)?);
            }
            is_root = false;
        }
        Ok(())
    }

    fn mend(&mut self, solved: &Solved<'_, G>, _: &Undecided<'_>, poll: Poll<'_>) -> Result<bool, G::Error> {
        let (problem, verdict) = self.asked(solved);
        let within = Problem { only_move: None, ..problem };
        let mut filled = false;
        let mut below = Below { history: history_keys(&problem)?, seen: HashSet::default() };
        let mut holes: VecDeque<_> = std::mem::take(&mut self.holes).into();
        while let Some((position, length)) = holes.pop_front() {
            let mut search = ForcedWinSearch::new(&within, self.options, &self.length_table)?;
            let (most, mut next) = (self.nodes, 0);
            search.run(&position, length, &mut |snapshot| {
                let due = snapshot.nodes >= next;
                next = if due { snapshot.nodes + POLLED } else { next };
                (snapshot.nodes >= most || due && poll().is_break()).then_some(Limit::Nodes)
            })?;
            self.nodes = self.nodes.saturating_sub(search.stats.nodes);
            let key = problem.game.board_key(&position)?;
            if let Some(known) = self.known(key, verdict, length) {
                self.again.insert(key, known);
                filled = true;
                self.look_below(&within, verdict, (position, length), &mut below, poll)?;
                holes.extend(self.holes.drain(..));
            }
            if self.nodes == 0 {
                return Ok(false);
            }
        }
        Ok(filled)
    }
}
