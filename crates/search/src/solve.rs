//! Search, then certificate, then check: no answer leaves without one.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::Duration;

use pnyx_game::Game;
use pnyx_proof::{CheckError, Question, Report, check};

use crate::pn::Memory;
use crate::{
    Budget, Evidence, Extracted, Extraction, Limit, Poll, Problem, Searched, Stats, Verdict, extract,
};

/// What is known about a problem after a search.
pub struct Answer<M> {
    /// The verdict; proven and disproven ones have been checked.
    pub verdict: Verdict,
    /// What the search counted.
    pub stats: Stats,
    /// How long the search took, certificate and check aside.
    pub time: Duration,
    /// What comes with a verdict.
    pub found: Option<Found<M>>,
    /// What another search may begin with.
    pub memory: Option<Memory>,
}

/// What comes with a verdict.
pub struct Found<M> {
    /// The certificate's graph.
    pub body: Vec<u8>,
    /// What the checker established.
    pub report: Report,
    /// The main line.
    pub line: Vec<M>,
}

/// A certificate may always take this long beyond the limit of time.
const LEAST_GRACE: Duration = Duration::from_secs(1);

/// Run a search, and have what it found checked. A verdict whose certificate is not accepted is
/// reported as unknown.
pub fn solve<G: Game, E: Evidence<G>>(
    problem: &Problem<'_, G>,
    budget: &mut Budget<'_>,
    search: impl FnOnce(&mut Budget<'_>) -> Result<Searched<E>, G::Error>,
    poll: Poll<'_>,
) -> Result<Answer<G::Move>, G::Error> {
    let checker = |question: &Question<'_, _, _>, claim, body: &[u8], poll: Poll<'_>| {
        check(problem.game, question, claim, body, poll)
    };
    solve_with(problem, budget, search, checker, poll)
}

/// The same with a checker that asks for more than [`check`] does, but for nothing less.
pub fn solve_with<G: Game, E: Evidence<G>>(
    problem: &Problem<'_, G>,
    budget: &mut Budget<'_>,
    search: impl FnOnce(&mut Budget<'_>) -> Result<Searched<E>, G::Error>,
    checker: impl FnOnce(
        &Question<'_, G::Position, G::Move>,
        pnyx_proof::Verdict,
        &[u8],
        Poll<'_>,
    ) -> Result<Report, CheckError<G::Error>>,
    poll: Poll<'_>,
) -> Result<Answer<G::Move>, G::Error> {
    let begun = budget.elapsed();
    let Searched { verdict, stats, mut evidence } = search(budget)?;
    let time = budget.elapsed() - begun;
    let claim = match verdict {
        Verdict::Proven => pnyx_proof::Verdict::Proven,
        Verdict::Disproven => pnyx_proof::Verdict::Disproven,
        Verdict::Unknown(_) => {
            return Ok(Answer { verdict, stats, time, found: None, memory: evidence.into_memory() });
        }
    };
    // An answer that was found in time may take as long again to be shown.
    let (grace, late) = (time.max(LEAST_GRACE), Cell::new(false));
    let poll = &mut || {
        late.set(budget.overdue_by(grace));
        if late.get() { ControlFlow::Break(()) } else { poll() }
    };
    let stopped = || if late.get() { Limit::Seconds } else { Limit::Stopped };
    let extracted = extract(problem, &mut evidence, claim, poll)?;
    let memory = evidence.into_memory();
    let unknown =
        |limit, memory| Answer { verdict: Verdict::Unknown(limit), stats, time, found: None, memory };
    let Extracted { body, line, .. } = match extracted {
        Extraction::Done(extracted) => extracted,
        Extraction::Stopped => return Ok(unknown(stopped(), memory)),
        Extraction::Failed(why) => return Ok(unknown(Limit::Certificate(why.to_string()), memory)),
    };
    let Problem { root, history, goal, only_move, .. } = *problem;
    let question = Question { root, history, goal, only_move };
    match checker(&question, claim, &body, poll) {
        Ok(report) => Ok(Answer { verdict, stats, time, found: Some(Found { body, report, line }), memory }),
        Err(CheckError::Rejected(why)) => Ok(unknown(Limit::Certificate(why), memory)),
        Err(CheckError::Rules(why)) => Ok(unknown(Limit::Rules(why), memory)),
        Err(CheckError::Stopped) => Ok(unknown(stopped(), memory)),
        Err(CheckError::Game(error)) => Err(error),
    }
}
