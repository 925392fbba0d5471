//! Search, then certificate, then check: no answer leaves without one.

use std::ops::ControlFlow;
use std::time::Duration;

use pnyx_game::{Game, Rules};
use pnyx_proof::{CheckError, Claim, Report, check};

use crate::algorithm::ErasedResult;
use crate::extract::{Extraction, extract};
use crate::table::Memory;
use crate::{Budget, Evidence, Limit, Poll, Problem, SearchVerdict, Searched, Stats};

/// What is known about a problem after a search.
pub struct CheckedResult<M> {
    /// The verdict; proven and disproven ones have been checked.
    pub verdict: SearchVerdict,
    /// What the search counted.
    pub stats: Stats,
    /// How long the search took, certificate and check aside.
    pub time: Duration,
    /// What comes with a verdict.
    pub found: Option<CheckedProof<M>>,
    /// What another search may begin with.
    pub memory: Option<Memory>,
}

/// What comes with a verdict.
pub struct CheckedProof<M> {
    /// The certificate's graph.
    pub body: Vec<u8>,
    /// What the checker established.
    pub report: Report,
    /// The main line.
    pub line: Vec<M>,
}

/// A certificate may always take this long beyond the limit of time.
const LEAST_GRACE: Duration = Duration::from_secs(1);

/// Run a search, and have what it found checked. A verdict whose certificate is not accepted is reported as unknown.
pub fn solve<G: Game, E: Evidence<G> + 'static>(
    problem: &Problem<'_, G>,
    budget: &mut Budget<'_>,
    search: impl FnOnce(&mut Budget<'_>) -> Result<Searched<E>, G::Error>,
    poll: Poll<'_>,
) -> Result<CheckedResult<G::Move>, G::Error> {
    let mut checker = |claim: &Claim<'_, _, _>, claimed, body: &[u8], poll: Poll<'_>| {
        check(problem.game, claim, claimed, body, poll)
    };
    solve_with(problem, budget, |budget| search(budget).map(Searched::erased), &mut checker, poll)
}

/// Checks the graph of a certificate.
type Checker<'a, G> = dyn FnMut(
        &Claim<'_, <G as Rules>::Position, <G as Rules>::Move>,
        pnyx_proof::Verdict,
        &[u8],
        Poll<'_>,
    ) -> Result<Report, CheckError<<G as Rules>::Error>>
    + 'a;

/// The same with a checker that asks for more than [`check`] does, but for nothing less.
pub fn solve_with<G: Game>(
    problem: &Problem<'_, G>,
    budget: &mut Budget<'_>,
    search: impl FnOnce(&mut Budget<'_>) -> ErasedResult<G>,
    checker: &mut Checker<'_, G>,
    poll: Poll<'_>,
) -> Result<CheckedResult<G::Move>, G::Error> {
    let begun = budget.elapsed();
    let Searched { verdict, stats, mut evidence } = search(budget)?;
    let time = budget.elapsed() - begun;
    let claimed = match verdict {
        SearchVerdict::Proven => pnyx_proof::Verdict::Proven,
        SearchVerdict::Disproven => pnyx_proof::Verdict::Disproven,
        SearchVerdict::Unknown(_) => {
            return Ok(CheckedResult { verdict, stats, time, found: None, memory: evidence.into_memory() });
        }
    };
    let mut poll = Grace { budget, grace: time.max(LEAST_GRACE), late: false, poll };
    let extracted = extract(problem, &mut *evidence, claimed, &mut || poll.poll())?;
    // What the evidence holds beside the memory goes before the check.
    let memory = evidence.into_memory();
    let (verdict, found) = certified(problem, (verdict, claimed), extracted, checker, &mut poll)?;
    Ok(CheckedResult { verdict, stats, time, found, memory })
}

/// An answer that was found in time may take as long again to be shown.
struct Grace<'a, 'b> {
    budget: &'a Budget<'b>,
    grace: Duration,
    late: bool,
    poll: Poll<'a>,
}

impl Grace<'_, '_> {
    fn poll(&mut self) -> ControlFlow<()> {
        self.late = self.budget.overdue_by(self.grace);
        if self.late { ControlFlow::Break(()) } else { (self.poll)() }
    }

    /// Why it was broken off.
    fn stopped(&self) -> Limit {
        if self.late { Limit::Seconds } else { Limit::Stopped }
    }
}

/// The verdict that is left after the check, with what comes with it.
#[allow(clippy::type_complexity)]
fn certified<G: Game>(
    problem: &Problem<'_, G>,
    (verdict, claimed): (SearchVerdict, pnyx_proof::Verdict),
    extracted: Extraction<G::Move>,
    checker: &mut Checker<'_, G>,
    poll: &mut Grace<'_, '_>,
) -> Result<(SearchVerdict, Option<CheckedProof<G::Move>>), G::Error> {
    let unknown = |limit| Ok((SearchVerdict::Unknown(limit), None));
    let (body, line) = match extracted {
        Extraction::Done { body, line } => (body, line),
        Extraction::Stopped => return unknown(poll.stopped()),
        Extraction::Failed(why) => return unknown(Limit::Certificate(why.to_string())),
    };
    let Problem { root, history, goal, only_move, .. } = *problem;
    let claim = Claim { root, history, goal, only_move, within: None };
    match checker(&claim, claimed, &body, &mut || poll.poll()) {
        Ok(report) => Ok((verdict, Some(CheckedProof { body, report, line }))),
        Err(CheckError::Rejected(why)) => unknown(Limit::Certificate(why)),
        Err(CheckError::Rules(why)) => unknown(Limit::Rules(why)),
        Err(CheckError::Stopped) => unknown(poll.stopped()),
        Err(CheckError::Game(error)) => Err(error),
    }
}
