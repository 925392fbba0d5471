//! Jobs: one question, asked of many positions one after the other, with tables that stay warm.
//!
//! The goal and its prover are those of a root. Jobs ask the same of other positions, without history, each within a
//! budget.
//!
//! **Why one table serves all of them.** Entries are facts about positions: they depend on no line. Verdicts that do
//! are kept for their line, whose code begins with the root of its job, so that no job takes those of another for its
//! own; they may be tried out on other lines, as ever. Length tables hold lengths of forced wins, which are facts, as
//! long as there is no history. A table that has misled a search (its certificate failed), or has no room left, is thrown away.

use pnyx_game::{InputError, Objective, Wording};
use pnyx_search::pn::forced_win;
use pnyx_search::pn::{KnownChildren, known_children, known_children_by_length};
use pnyx_search::table::{Memory, Table};
use pnyx_search::{Limit, Limits, Problem, SearchVerdict};

use crate::answer::Answer;
use crate::either_player::Statement;
use crate::error::{Result, bad_input};
use crate::held::limits;
use crate::host::{Host, Stop};
use crate::opened::{AnyPosition, Asked, Opened, Playable};
use crate::prepared::Prepared;
use crate::proof_search::ProofSearch;
use crate::question::{DEFAULT_MEMORY, Question};
use crate::register::Algorithm;
use crate::watch::Watch;

/// Searches of many positions that share a goal, its prover and their tables.
pub trait Jobs: Send + Sync {
    /// The name of the prover.
    fn prover(&self) -> String;
    /// How the question is asked of a position of the same game.
    fn question(&self, at: &dyn AnyPosition) -> Result<Option<Wording>>;
    /// Whether the prover reaches the goal from a position.
    fn solve(&self, host: &dyn Host, at: &dyn AnyPosition, limits: Limits, stop: &Stop) -> Result<Answer>;
}

/// The jobs of one game type.
struct JobsOf<G: Playable> {
    /// The root, in the game that judges the ends for the goal.
    aimed: Opened<G>,
    goal: Objective,
    /// What all jobs have in common, with what they remember.
    prepared: Prepared,
    /// All jobs are one question to the game: its positions are known by the keys of tables.
    _asked: Asked<G>,
}

/// Searches of the positions of a game.
pub trait StartJobs {
    /// Jobs with the goal of a question.
    fn jobs(&self, question: &Question) -> Result<Box<dyn Jobs>>;
}

impl<G: Playable> StartJobs for Opened<G> {
    fn jobs(&self, question: &Question) -> Result<Box<dyn Jobs>> {
        let mut prepared = self.prepare(question)?;
        // Each job would enumerate again.
        prepared.may_enumerate = false;
        let (aimed, goal) = self.aimed_for_jobs(&prepared.goal)?;
        let _asked = self.asked(prepared.limits);
        Ok(Box::new(JobsOf { aimed, goal, prepared, _asked }))
    }
}

impl<G: Playable> JobsOf<G> {
    /// A position in the game that judges the ends for the goal.
    fn place(&self, at: &dyn AnyPosition) -> Result<Opened<G>> {
        let given: &Opened<G> = Opened::of(at)?;
        Ok(self.aimed.at(self.aimed.game.enter(given.root.clone())?))
    }

    /// A table that never forgets must leave the next search enough room.
    fn make_room(&self) {
        let most = self.prepared.limits.memory.unwrap_or(DEFAULT_MEMORY) / 2;
        let is_full = |memory: &Memory| memory.grows() && memory.memory_bytes() > most;
        if self.prepared.look(|memory| memory.is_some_and(is_full)) {
            self.prepared.forget();
        }
    }

    /// What is remembered of the positions after that of a job.
    fn children(&self, problem: &Problem<'_, G>) -> Result<Option<KnownChildren<G::Move>>, G::Error> {
        let prepared = &self.prepared;
        let init = prepared.init();
        let by_length = || {
            let lengths = prepared.length_table(forced_win::winner(problem.goal).prover);
            known_children_by_length(problem, &lengths)
        };
        let tabled = || {
            prepared.look(|memory| memory.map(|memory| known_children(problem, &init, memory)).transpose())
        };
        match prepared.algorithm {
            Some(Algorithm::ForcedWin(_)) => by_length().map(Some),
            None if self.aimed.game.suits_forced_win() => {
                let mut children = by_length()?;
                // df-pn can decide cycles.
                for (child, known) in children.iter_mut().zip(tabled()?.into_iter().flatten()) {
                    if known.is_decided() {
                        *child = known;
                    }
                }
                Ok(Some(children))
            }
            _ if prepared.remembers() => tabled(),
            _ => Ok(None),
        }
    }
}

impl<G: Playable> Jobs for JobsOf<G> {
    fn prover(&self) -> String {
        self.aimed.prover(self.goal)
    }

    fn question(&self, at: &dyn AnyPosition) -> Result<Option<Wording>> {
        self.place(at)?.wording(&self.prepared.goal, self.goal)
    }

    fn solve(&self, host: &dyn Host, at: &dyn AnyPosition, limits: Limits, stop: &Stop) -> Result<Answer> {
        let (here, goal, prepared) = (self.place(at)?, self.goal, &self.prepared);
        let Some(wording) = here.wording(&prepared.goal, goal)? else {
            return Err(bad_input(format!(
                "no certificate can say whether {} reaches {} where the other side is on move: expand the position",
                self.prover(),
                InputError::quote(&prepared.goal.to_string())
            )));
        };
        self.make_room();
        let limits = Limits { memory: prepared.limits.memory, ..limits };
        let mut budget = here.limited(limits, stop);
        let _held = limits::hold(limits, stop);
        let mut watch = Watch::new(host, &here.game, &here.root, &prepared.goal);
        watch.signals.reports = false;
        let search = ProofSearch::new(&here, prepared, goal, None);
        let searched = here.run(host, || {
            let answer = search.search(&mut budget, &mut watch)?;
            let (mut children, mut is_spoilt) = (None, false);
            if let SearchVerdict::Unknown(limit) = &answer.verdict {
                children = self.children(&search.problem)?;
                is_spoilt = matches!(limit, Limit::Memory | Limit::Certificate(_) | Limit::Rules(_));
            }
            if is_spoilt || !prepared.remembers() {
                prepared.forget();
            }
            Ok((answer, children))
        });
        let (answer, children) = here.trusted(Opened::<G>::say(searched))?;
        watch.signals.end()?;
        let mut solution = here.as_answer((prepared, goal), &Statement::in_words(wording, goal), answer)?;
        if let Some(children) = children {
            let named = children.into_iter().map(|child| {
                let name = Opened::<G>::say(here.game.notation(&here.root, child.mv))?;
                Ok((name, child.proof, child.disproof))
            });
            solution.children = Some(named.collect::<Result<_>>()?);
        }
        Ok(solution)
    }
}
