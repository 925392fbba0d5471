//! One search for a yes or a no by one algorithm, with the check of what it has found.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use pnyx_game::{Counted, Game, Objective, Repetition, Within};
use pnyx_proof::Claim;
use pnyx_search::algorithm::{ErasedResult, Run};
use pnyx_search::checkpoint::Spent;
use pnyx_search::{Budget, CheckedResult, Limit, Poll, Problem, SearchVerdict, Stats, solve_with};

use crate::held::limits;
use crate::host::Signals;
use crate::opened::{Opened, Playable};
use crate::prepared::{Prepared, Support};
use crate::register::Algorithm;
use crate::watch::Watch;

/// What is searched, and how.
pub(crate) struct ProofSearch<'a, G: Game> {
    /// The position, in the game that judges the ends for the goal.
    pub here: &'a Opened<G>,
    pub prepared: &'a Prepared,
    pub problem: Problem<'a, G>,
    /// The enumeration of the whole game is not given up early.
    pub patient: bool,
}

impl<'a, G: Playable> ProofSearch<'a, G> {
    /// A search for a goal, by all moves or by one.
    pub fn new(
        here: &'a Opened<G>,
        prepared: &'a Prepared,
        goal: Objective,
        only_move: Option<G::Move>,
    ) -> ProofSearch<'a, G> {
        let (game, root, history) = (&here.game, &here.root, &here.history);
        ProofSearch {
            here,
            prepared,
            problem: Problem { game, root, history, goal, only_move },
            patient: false,
        }
    }

    /// The game in which the prover has N moves to win, and its root.
    pub fn counting(&self, moves: u32) -> (Within<Arc<G>>, Counted<G::Position>) {
        let Problem { game, root, history, goal, .. } = self.problem;
        let counting = Within::new(Arc::new(game.clone()), goal.prover, moves, history);
        let root = counting.root(root);
        (counting, root)
    }

    /// A search with one algorithm. Where repeating is illegal and several positions count as one, what a search has
    /// stored may mislead it, as [`Ghi`](pnyx_search::pn::Ghi)'s file says, and now and then it makes no solution:
    /// then there is no certificate, and a safer form of the algorithm is asked.
    pub fn run(
        &self,
        algorithm: &Algorithm,
        budget: &mut Budget<'_>,
        watch: &mut Watch<'_, G>,
    ) -> Result<CheckedResult<G::Move>, G::Error> {
        let first = match (self.here.within, algorithm) {
            (Some(moves), Algorithm::ForcedWin(forced_win)) => {
                let Problem { goal, only_move, .. } = self.problem;
                let (counting, root) = self.counting(moves);
                let counted = Problem { game: &counting, root: &root, history: &[], goal, only_move };
                self.searched(&counted, budget, watch, |run, support| {
                    forced_win.search_within(moves, run, support)
                })
            }
            (Some(_), _) => unreachable!("only forced-win is asked to count moves"),
            (None, _) => {
                self.searched(&self.problem, budget, watch, |run, support| algorithm.search(run, support))
            }
        }?;
        let misled = matches!(first.verdict, SearchVerdict::Unknown(Limit::Certificate(_)));
        let retries = misled && self.here.game.repetition() == Repetition::Illegal;
        let Some(safer) = algorithm.safer().filter(|_| retries) else { return Ok(first) };
        let second = self.run(&safer, &mut budget.share(first.stats.nodes, 1), watch)?;
        let (stats, time) = (first.stats.and_then(second.stats), first.time + second.time);
        Ok(CheckedResult { stats, time, ..second })
    }

    /// One search with its check, and with its checkpoints. The certificate is about `certified`: the game that was searched,
    /// or the same with its moves counted.
    fn searched<H: Game<Move = G::Move, Error = G::Error>>(
        &self,
        certified: &Problem<'_, H>,
        budget: &mut Budget<'_>,
        watch: &mut Watch<'_, G>,
        search: impl FnOnce(Run<'_, '_, G>, &mut Support<'_>) -> ErasedResult<H>,
    ) -> Result<CheckedResult<G::Move>, G::Error> {
        let (prepared, problem) = (self.prepared, &self.problem);
        watch.seen = Stats::default();
        let saves = prepared.checkpoints.save.is_some();
        // Turns before this one count as well.
        let before = Spent {
            nodes: prepared.resumed.nodes + watch.spent,
            seconds: prepared.resumed.seconds + budget.elapsed().as_secs_f64(),
        };
        let keeper = saves.then(|| {
            self.here.keeper(watch.signals.host, (&prepared.checkpoints, &prepared.goal.to_string()), before)
        });
        let mut support = Support { prepared, keeper };
        let answer = self.checked(certified, budget, watch, |budget, watch| {
            search(Run { problem, budget, observer: watch }, &mut support)
        });
        if let Some(error) = support.keeper.and_then(|keeper| keeper.error) {
            watch.signals.error = Some(error);
        }
        answer
    }

    /// What a search returns, with its certificate made and checked.
    pub fn checked<H: Game<Move = G::Move, Error = G::Error>>(
        &self,
        certified: &Problem<'_, H>,
        budget: &mut Budget<'_>,
        watch: &mut Watch<'_, G>,
        search: impl FnOnce(&mut Budget<'_>, &mut Watch<'_, G>) -> ErasedResult<H>,
    ) -> Result<CheckedResult<G::Move>, G::Error> {
        let mut signals = Signals::new(watch.signals.host);
        let (stop, begun) = (budget.stop_flag(), budget.elapsed());
        let mut checker = |question: &Claim<'_, _, _>, verdict, body: &[u8], poll: Poll<'_>| {
            self.here.check_afresh((question.goal, question.only_move), verdict, body.into(), poll)
        };
        let search = |budget: &mut Budget<'_>| search(budget, watch);
        let answer = solve_with(certified, budget, search, &mut checker, &mut || {
            if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { signals.poll() }
        });
        if let Some(error) = signals.error {
            watch.signals.error = Some(error);
        }
        answer.or_else(|error| {
            let verdict = SearchVerdict::Unknown(limits::hit().ok_or(error)?);
            let (stats, time) = (watch.seen, budget.elapsed() - begun);
            Ok(CheckedResult { verdict, stats, time, found: None, memory: None })
        })
    }
}
