//! Yes-or-no questions about a position: what is asked, the searches that answer, and the answer.

use pnyx_game::{InputError, Objective};
use pnyx_proof::Certificate;
use pnyx_search::{Budget, CheckedResult, SearchVerdict, Trace};

use crate::all_moves::FirstMoves;
use crate::answer::{Answer, Verdict};
use crate::either_player::Statement;
use crate::error::{Result, bad_input};
use crate::held::limits;
use crate::host::{Host, Stop};
use crate::opened::{Opened, Playable};
use crate::prepared::Prepared;
use crate::proof_search::ProofSearch;
use crate::question::Question;
use crate::record::Bytes;
use crate::register::Algorithm;
use crate::watch::{Watch, notations};

/// Yes-or-no questions about a position.
pub trait Solve {
    fn solve(&self, host: &dyn Host, question: &Question, stop: &Stop) -> Result<Answer>;
}

impl<G: Playable> Solve for Opened<G> {
    fn solve(&self, host: &dyn Host, question: &Question, stop: &Stop) -> Result<Answer> {
        let mut prepared = self.prepare(question)?;
        let budget = self.limited(prepared.limits, stop);
        let _asked = self.asked(prepared.limits_beside());
        let _held = limits::hold(prepared.limits, stop);
        let (aimed, goal) = self.aimed(&prepared.goal)?;
        let asked = prepared.goal.to_string();
        aimed.expect_checkpoints(&prepared)?;
        aimed.take_up(host, &mut prepared, (&asked, goal))?;
        if prepared.all_moves && Self::say(aimed.game.turn(&aimed.root))? != goal.prover {
            return Err(bad_input(format!(
                "all moves that reach the goal {} cannot be listed: the other side is on move",
                InputError::quote(&asked)
            )));
        }
        self.trusted(aimed.answer(host, &prepared, goal, (budget, 0)))
    }
}

impl<G: Playable> Opened<G> {
    pub(crate) fn as_answer(
        &self,
        (prepared, goal): (&Prepared, Objective),
        statement: &Statement,
        answer: CheckedResult<G::Move>,
    ) -> Result<Answer> {
        let (verdict, reason) = match &answer.verdict {
            SearchVerdict::Proven => (Verdict::Proven, None),
            SearchVerdict::Disproven => (Verdict::Disproven, None),
            SearchVerdict::Unknown(limit) => (Verdict::Unknown, Some(limit.to_string())),
        };
        let mut said = Answer {
            prover: self.prover(goal),
            verdict,
            reason,
            nodes: answer.stats.nodes,
            resumed_nodes: prepared.resumed.nodes,
            checkpoint_error: prepared.checkpoints.io_error(),
            seconds: answer.time.as_secs_f64(),
            memory_bytes: answer.stats.memory_bytes,
            proof: answer.stats.proof,
            disproof: answer.stats.disproof,
            expansions: answer.stats.expansions,
            generated: answer.stats.generated,
            simulation_calls: answer.stats.simulation.calls,
            simulation_failed: answer.stats.simulation.failed,
            simulation_nodes: answer.stats.simulation.nodes,
            max_depth: answer.stats.max_depth,
            ..Answer::default()
        };
        if let Some(found) = answer.found {
            let nodes = found.report.nodes;
            said.line = Self::say(notations(&self.game, &self.root, &found.line))?;
            said.moves_to_win = found.report.moves_to_win;
            said.plies = found.report.plies;
            said.certificate_nodes = Some(nodes);
            let header = self.header(statement, answer.verdict == SearchVerdict::Proven, nodes)?;
            said.certificate = Some(Bytes(Certificate { header, body: found.body }.to_bytes()));
        }
        Ok(said)
    }

    /// Answer the question; `self` judges the ends for the goal. `spent` nodes went before it.
    pub(crate) fn answer(
        &self,
        host: &dyn Host,
        prepared: &Prepared,
        goal: Objective,
        (mut budget, spent): (Budget<'_>, u64),
    ) -> Result<Answer> {
        if self.within.is_some() && !matches!(prepared.algorithm, None | Some(Algorithm::ForcedWin(_))) {
            return Err(bad_input(format!(
                "the goal {} counts moves, which only auto and forced-win do in {}: use one of them, or ask for {}",
                InputError::quote(&prepared.goal.to_string()),
                self.about.name,
                prepared.goal.name
            )));
        }
        let mut watch = Watch::new(host, &self.game, &self.root, &prepared.goal);
        watch.trace = prepared.trace.then(|| Trace(Vec::new()));
        watch.spent = spent;
        let search = ProofSearch::new(self, prepared, goal, None);
        let begun = budget.elapsed();
        let searched = self.run(host, || {
            let mut answer = search.search(&mut budget, &mut watch)?;
            let trace = watch.trace.take();
            let mut moves = None;
            if prepared.all_moves && answer.verdict == SearchVerdict::Disproven {
                moves = Some(FirstMoves::default());
            } else if prepared.all_moves && watch.signals.error.is_none() {
                let mut stats = answer.stats;
                let found = answer.found.as_ref().filter(|_| answer.verdict == SearchVerdict::Proven);
                let proved = found.and_then(|found| found.line.first().copied());
                match self.winning_moves(prepared, goal, &budget, (&mut stats, proved), &mut watch) {
                    Ok(listed) => moves = Some(listed),
                    // The moves to be listed have no end.
                    Err(error) => drop(limits::hit().ok_or(error)?),
                }
                answer.stats = stats;
                answer.time = budget.elapsed() - begun;
            }
            Ok((answer, moves, trace))
        });
        let (answer, moves, trace) = Self::say(searched)?;
        watch.signals.end()?;
        let statement = Statement { goal: prepared.goal, asked: goal, negated: false, timeless: false };
        let mut said = self.as_answer((prepared, goal), &statement, answer)?;
        if let Some(FirstMoves { winning, unsettled, nodes_each }) = moves {
            (said.winning_moves, said.unsettled_moves) = (Some(winning), Some(unsettled));
            said.nodes_per_move = nodes_each;
        }
        if let Some(Trace(entries)) = trace {
            let rows = entries.into_iter().map(|entry| {
                let line = Self::say(notations(&self.game, &self.root, &entry.line))?;
                Ok((line, entry.proof, entry.disproof, entry.nodes))
            });
            said.trace = Some(rows.collect::<Result<_>>()?);
        }
        Ok(said)
    }
}
