//! Questions about a position: what is asked, the searches that answer, and the answer for Python.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Duration;

use pnyx_game::{Goal, Init, InputError, Repetition, Threshold};
use pnyx_games::chess::GOAL_PROMOTE;
use pnyx_proof::{Certificate, Header, Question};
use pnyx_search::minimax::alpha_beta;
use pnyx_search::pn::{self, Ghi, Notes, bta, dag, dcg, df_pn, forced_win, pds, pds_pn, pn_star, pn2};
use pnyx_search::{
    Answer, Budget, Evidence, Limit, Poll, Problem, Searched, Stats, Trace, Verdict, solve_with,
};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{bad_input, read};
use crate::leash;
use crate::order::{AGAIN, Algorithm, Order, Room};
use crate::session::{Opened, Playable, Session};
use crate::solution::Solution;
use crate::watch::{Signals, Watch, notations};

/// With `auto`, the nodes after which `df-pn` gets its first turn, by how much turns grow, and what share of nodes `df-pn` has
/// (each generates some 30 positions).
const FIRST_TURN: u64 = 1 << 14;
const LONGER: u64 = 4;
const DF_PN_SHARE: u64 = 128;

/// Where nobody set a limit, what each further first move may take: so many times the nodes of the answer, and at least
/// so many, or so many in a game written in Python, which is slower. Where positions come back, some moves are never settled.
const TIMES_THE_ANSWER: u64 = 10;
const LEAST_FOR_A_MOVE: u64 = 1_000_000;
const LEAST_IN_PYTHON: u64 = 100_000;

/// Which first moves reach the goal.
pub(crate) struct FirstMoves {
    pub winning: Vec<String>,
    /// Those about which nothing was found.
    pub unsettled: Vec<String>,
    /// The nodes that each of them could take, where nobody set a limit.
    pub nodes_each: Option<u64>,
}

/// What a certificate says was asked, in the words of the position it is about.
pub(crate) struct Claim<'a> {
    pub goal: &'a str,
    pub asked: Goal,
    /// The question is the opposite of the one that was searched.
    pub negated: bool,
    /// The position is written without what does not matter for its future.
    pub timeless: bool,
}

impl<G: Playable> Opened<G> {
    /// The goal of this name, and the game that judges its ends.
    fn goal(&self, name: &str) -> PyResult<(G, Goal)> {
        let prover = self.game.prover(name, Self::say(self.game.turn(&self.root))?);
        if let Some(game) = read(self.game.aim(name, prover))? {
            return Ok((game, Goal { prover, threshold: Threshold::Win }));
        }
        match pnyx_games::goal(name).filter(|_| self.about.goals.contains(&name)) {
            Some(threshold) => Ok((self.game.clone(), Goal { prover, threshold })),
            None => Err(bad_input(format!(
                "{} has no goal {} (it has: {})",
                self.about.name,
                InputError::quote(name),
                self.about.goals.join(", ")
            ))),
        }
    }

    /// This position in the game that judges the ends for a goal.
    pub fn aimed(&self, name: &str) -> PyResult<(Opened<G>, Goal)> {
        let (game, goal) = self.goal(name)?;
        Ok((self.enter(game)?, goal))
    }

    pub fn prover(&self, goal: Goal) -> String {
        self.game.player_names()[goal.prover.index()].clone()
    }

    /// The header of a certificate for a question that was answered with `proven` or not.
    pub fn header(&self, claim: &Claim<'_>, proven: bool, nodes: u32) -> PyResult<Header> {
        Ok(Header {
            game: self.about.name.clone(),
            options: pnyx_games::options_to_json(&self.about.rules),
            position: if claim.timeless { self.identity()? } else { self.text()? },
            goal: claim.goal.to_string(),
            prover: self.prover(claim.asked),
            repetition: claim.asked.repetition_effect(self.game.repetition()),
            verdict: match proven != claim.negated {
                true => pnyx_proof::Verdict::Proven,
                false => pnyx_proof::Verdict::Disproven,
            },
            nodes,
        })
    }

    /// One search, with its check.
    pub fn search(
        &self,
        order: &Order,
        problem: &Problem<'_, G>,
        budget: &mut Budget<'_>,
        watch: &mut Watch<'_, G>,
    ) -> Result<Answer<G::Move>, G::Error> {
        let answer = match &order.algorithm {
            Algorithm::Pn(options, init) => self.checked(problem, budget, watch, |budget, watch| {
                pn::search(problem, init, *options, budget, watch)
            }),
            Algorithm::PnDag(init) => self
                .checked(problem, budget, watch, |budget, watch| dag::search(problem, init, budget, watch)),
            Algorithm::PnDcg(options, init) => self.checked(problem, budget, watch, |budget, watch| {
                dcg::search(problem, init, *options, budget, watch)
            }),
            Algorithm::PnBta(options, init) => self.checked(problem, budget, watch, |budget, watch| {
                bta::search(problem, init, *options, budget, watch)
            }),
            Algorithm::Pn2(options, init) => self.checked(problem, budget, watch, |budget, watch| {
                pn2::search(problem, init, *options, budget, watch)
            }),
            Algorithm::DfPn(options, init, room) => {
                self.by_table(problem, options.ghi, budget, watch, |ghi, budget, watch| {
                    let options = df_pn::Options { ghi, ..*options };
                    df_pn::search(problem, init, options, order.table(problem.goal, *room), budget, watch)
                })
            }
            Algorithm::Pds(ghi, room) => self.by_table(problem, *ghi, budget, watch, |ghi, budget, watch| {
                pds::search(problem, &AGAIN, ghi, order.table(problem.goal, *room), budget, watch)
            }),
            Algorithm::PnStar(ghi, room) => {
                self.by_table(problem, *ghi, budget, watch, |ghi, budget, watch| {
                    pn_star::search(problem, &AGAIN, ghi, order.table(problem.goal, *room), budget, watch)
                })
            }
            Algorithm::PdsPn(options, init, exact) => {
                let (options, room) = order.two_levels::<G>(*options, *exact);
                self.by_table(problem, options.ghi, budget, watch, |ghi, budget, watch| {
                    let options = pds_pn::Options { ghi, ..options };
                    pds_pn::search(problem, init, options, order.table(problem.goal, room), budget, watch)
                })
            }
            Algorithm::AlphaBeta(options, scoring) => {
                self.checked(problem, budget, watch, |budget, watch| {
                    let tables = order.scores(problem.goal, *scoring);
                    alpha_beta::search(problem, &G::Evaluator::default(), *options, tables, budget, watch)
                })
            }
            Algorithm::ForcedWin(options) => self.forced_win(order, *options, problem, budget, watch),
            Algorithm::Auto => self.automatic(order, problem, budget, watch),
        };
        let mut answer = answer?;
        // Where repeating is illegal, the root's verdict may be false on a line that comes back to it.
        let memory = answer.memory.take().filter(|_| self.game.repetition() != Repetition::Illegal);
        order.leave(problem.goal, memory);
        Ok(answer)
    }

    /// A search for a forced win.
    fn forced_win(
        &self,
        order: &Order,
        options: forced_win::Options,
        problem: &Problem<'_, G>,
        budget: &mut Budget<'_>,
        watch: &mut Watch<'_, G>,
    ) -> Result<Answer<G::Move>, G::Error> {
        let options = forced_win::Options { threads: order.threads, ..options };
        let notes = order.notes(forced_win::winner(problem.goal).prover);
        let mut keeper = self.keeper(order);
        let answer = self.checked(problem, budget, watch, |budget, watch| {
            let keep = &mut |notes: &Notes, nodes| keeper.keep(notes, nodes);
            let searched = forced_win::search(problem, options, &notes, budget, watch, keep)?;
            keeper.write(&notes, searched.stats.nodes);
            Ok(searched)
        });
        if let Some(error) = keeper.error {
            watch.signals.error = Some(error);
        }
        answer
    }

    /// Whether a goal is a mate, which `forced-win` looks for best.
    pub fn mates(&self, goal: &str) -> bool {
        self.game.wins_on_own_move() && goal != GOAL_PROMOTE
    }

    /// What suits the game and the goal. A mate is looked for by `forced-win`, which cannot say no where play goes round:
    /// after a while `df-pn` gets a turn, and all the rest when `forced-win` is at its end.
    fn automatic(
        &self,
        order: &Order,
        problem: &Problem<'_, G>,
        budget: &mut Budget<'_>,
        watch: &mut Watch<'_, G>,
    ) -> Result<Answer<G::Move>, G::Error> {
        let mates = self.mates(&order.goal);
        let df_pn = |budget: &mut Budget<'_>, watch: &mut Watch<'_, G>| {
            let options = df_pn::Options::default();
            let room = if mates { Room::Bytes(order.df_pn_bytes()) } else { Room::Bounded };
            self.by_table(problem, options.ghi, budget, watch, |ghi, budget, watch| {
                let options = df_pn::Options { ghi, ..options };
                df_pn::search(
                    problem,
                    &Init::Mobility,
                    options,
                    order.table(problem.goal, room),
                    budget,
                    watch,
                )
            })
        };
        if !mates {
            return df_pn(budget, watch);
        }
        let asked_after = watch.spent;
        let mut sum: Option<Answer<G::Move>> = None;
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
                let mut answer = if by_df_pn {
                    let mut answer = df_pn(&mut share, watch)?;
                    // What counts here is what was played to.
                    answer.stats.nodes = answer.stats.generated;
                    answer
                } else {
                    let options = forced_win::Options { from_below: true, ..forced_win::Options::default() };
                    self.forced_win(order, options, problem, &mut share, watch)?
                };
                let numbers = matches!(answer.verdict, Verdict::Unknown(Limit::Numbers | Limit::Plies));
                stuck |= numbers && !by_df_pn;
                if let Some(before) = sum {
                    answer.stats = before.stats.and_then(answer.stats);
                    answer.time += before.time;
                }
                let rest = budget.nodes().is_none_or(|all| answer.stats.nodes < all);
                let goes_on = rest
                    && (answer.verdict == Verdict::Unknown(Limit::Nodes) || numbers && !by_df_pn)
                    && watch.signals.error.is_none();
                if !goes_on {
                    watch.spent = asked_after;
                    return Ok(answer);
                }
                sum = Some(answer);
            }
            turn = turn.saturating_mul(LONGER);
        }
    }

    /// A search with a table. Where repeating is illegal and several positions count as one, `full` may be misled, as
    /// [`Ghi`]'s file says, and now and then what it remembers does not make a solution: then there is no certificate,
    /// and `sim` has to do it.
    fn by_table<E: Evidence<G>>(
        &self,
        problem: &Problem<'_, G>,
        ghi: Ghi,
        budget: &mut Budget<'_>,
        watch: &mut Watch<'_, G>,
        search: impl Fn(Ghi, &mut Budget<'_>, &mut Watch<'_, G>) -> Result<Searched<E>, G::Error>,
    ) -> Result<Answer<G::Move>, G::Error> {
        let first = self.checked(problem, budget, watch, |budget, watch| search(ghi, budget, watch))?;
        let misled = matches!(first.verdict, Verdict::Unknown(Limit::Certificate(_)));
        if !misled || ghi != Ghi::Full || self.game.repetition() != Repetition::Illegal {
            return Ok(first);
        }
        let mut rest = budget.share(first.stats.nodes, 1);
        let second =
            self.checked(problem, &mut rest, watch, |budget, watch| search(Ghi::Sim, budget, watch))?;
        let (stats, time) = (first.stats.and_then(second.stats), first.time + second.time);
        Ok(Answer { stats, time, ..second })
    }

    /// Run a search and have its answer checked.
    fn checked<E: Evidence<G>>(
        &self,
        problem: &Problem<'_, G>,
        budget: &mut Budget<'_>,
        watch: &mut Watch<'_, G>,
        search: impl FnOnce(&mut Budget<'_>, &mut Watch<'_, G>) -> Result<Searched<E>, G::Error>,
    ) -> Result<Answer<G::Move>, G::Error> {
        let mut signals = Signals::new();
        let stop = budget.stop_flag();
        let begun = budget.elapsed();
        let checker = |question: &Question<'_, _, _>, verdict, body: &[u8], poll: Poll<'_>| {
            self.check_afresh((question.goal, question.only_move), verdict, body.into(), poll)
        };
        watch.seen = Stats::default();
        let answer = solve_with(problem, budget, |budget| search(budget, watch), checker, &mut || {
            if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { signals.poll() }
        });
        if let Some(error) = signals.error {
            watch.signals.error = Some(error);
        }
        answer.or_else(|error| {
            let limit = leash::hit().ok_or(error)?;
            let time = budget.elapsed() - begun;
            Ok(Answer {
                verdict: Verdict::Unknown(limit),
                stats: watch.seen,
                time,
                found: None,
                memory: None,
            })
        })
    }

    /// What each further first move may take after an answer that took so many nodes, where nobody set a limit.
    fn nodes_for_a_move(&self, answer: u64, budget: &Budget<'_>) -> Option<u64> {
        let least = if self.about.python { LEAST_IN_PYTHON } else { LEAST_FOR_A_MOVE };
        budget.is_open().then(|| answer.saturating_mul(TIMES_THE_ANSWER).max(least))
    }

    /// Which moves at the root win, and which could not be settled. `proved` is known to win.
    fn winning_moves(
        &self,
        order: &Order,
        goal: Goal,
        budget: &Budget<'_>,
        (stats, proved): (&mut Stats, Option<G::Move>),
        watch: &mut Watch<'_, G>,
    ) -> Result<FirstMoves, G::Error> {
        let (mut winning, mut unsettled, mut moves) = (Vec::new(), Vec::new(), Vec::new());
        let nodes_each = self.nodes_for_a_move(stats.nodes, budget);
        if self.game.outcome(&self.root)?.is_none() {
            self.game.moves(&self.root, &mut moves)?;
        }
        let mut searches = moves.iter().filter(|&&mv| proved != Some(mv)).count() as u32;
        for mv in moves {
            let name = self.game.notation(&self.root, mv)?;
            if proved == Some(mv) {
                winning.push(name);
                continue;
            }
            let problem = Problem {
                game: &self.game,
                root: &self.root,
                history: &self.history,
                goal,
                only_move: Some(mv),
            };
            let mut share = match nodes_each {
                Some(nodes) => budget.with_nodes(Some(nodes)),
                None => budget.share(stats.nodes, searches),
            };
            let answer = self.search(order, &problem, &mut share, watch)?;
            searches -= 1;
            // The numbers are those of the question about all moves.
            *stats = Stats { proof: stats.proof, disproof: stats.disproof, ..stats.and_then(answer.stats) };
            match answer.verdict {
                Verdict::Proven => winning.push(name),
                Verdict::Unknown(_) => unsettled.push(name),
                Verdict::Disproven => {}
            }
        }
        Ok(FirstMoves { winning, unsettled, nodes_each })
    }

    pub fn solution(
        &self,
        py: Python<'_>,
        (order, goal): (&Order, Goal),
        claim: &Claim<'_>,
        answer: Answer<G::Move>,
        moves: Option<FirstMoves>,
        (seconds, trace): (f64, Option<Trace<G::Move>>),
    ) -> PyResult<Solution> {
        let (verdict, reason) = match &answer.verdict {
            Verdict::Proven => ("proven", None),
            Verdict::Disproven => ("disproven", None),
            Verdict::Unknown(limit) => ("unknown", Some(limit.to_string())),
        };
        let nodes_per_move = moves.as_ref().and_then(|moves| moves.nodes_each);
        let (winning_moves, unsettled_moves) = moves.map(|moves| (moves.winning, moves.unsettled)).unzip();
        let mut solution = Solution {
            prover: self.prover(goal),
            verdict,
            reason,
            nodes: answer.stats.nodes,
            resumed_nodes: order.resumed.nodes,
            checkpoint_error: order.checkpoints.trouble(),
            seconds,
            memory_bytes: answer.stats.memory_bytes,
            proof: answer.stats.proof,
            disproof: answer.stats.disproof,
            expansions: answer.stats.expansions,
            generated: answer.stats.generated,
            simulation_calls: answer.stats.simulation.calls,
            simulation_failed: answer.stats.simulation.failed,
            simulation_nodes: answer.stats.simulation.nodes,
            max_depth: answer.stats.max_depth,
            line: Vec::new(),
            moves_to_win: None,
            plies: None,
            certificate: None,
            certificate_nodes: None,
            winning_moves,
            unsettled_moves,
            nodes_per_move,
            children: None,
            trace: None,
        };
        if let Some(found) = answer.found {
            let nodes = found.report.nodes;
            solution.line = Self::say(notations(&self.game, &self.root, &found.line))?;
            solution.moves_to_win = found.report.moves_to_win;
            solution.plies = found.report.plies;
            solution.certificate_nodes = Some(nodes);
            let header = self.header(claim, answer.verdict == Verdict::Proven, nodes)?;
            let bytes = Certificate { header, body: found.body }.to_bytes();
            solution.certificate = Some(PyBytes::new(py, &bytes).unbind());
        }
        if let Some(Trace(entries)) = trace {
            let rows = entries.into_iter().map(|entry| {
                let line = Self::say(notations(&self.game, &self.root, &entry.line))?;
                Ok((line, entry.proof, entry.disproof, entry.nodes))
            });
            solution.trace = Some(rows.collect::<PyResult<_>>()?);
        }
        Ok(solution)
    }

    /// Answer the question; `self` judges the ends for the goal. `spent` nodes went before it.
    pub fn answer(
        &self,
        py: Python<'_>,
        order: &Order,
        goal: Goal,
        (mut budget, spent): (Budget<'_>, u64),
    ) -> PyResult<Solution> {
        let mut watch = Watch {
            signals: Signals::new(),
            trace: order.trace.then(|| Trace(Vec::new())),
            game: &self.game,
            root: &self.root,
            on_progress: order.on_progress.as_ref(),
            last_progress: Duration::ZERO,
            goal: &order.goal,
            spent,
            seen: Stats::default(),
        };
        let problem =
            Problem { game: &self.game, root: &self.root, history: &self.history, goal, only_move: None };
        let begun = budget.elapsed();
        let searched = self.run(py, || {
            let mut answer = self.search(order, &problem, &mut budget, &mut watch)?;
            let trace = watch.trace.take();
            let mut moves = None;
            let mut seconds = answer.time.as_secs_f64();
            if order.all_moves && answer.verdict == Verdict::Disproven {
                moves = Some(FirstMoves { winning: Vec::new(), unsettled: Vec::new(), nodes_each: None });
            } else if order.all_moves && watch.signals.error.is_none() {
                let mut stats = answer.stats;
                let found = answer.found.as_ref().filter(|_| answer.verdict == Verdict::Proven);
                let proved = found.and_then(|found| found.line.first().copied());
                match self.winning_moves(order, goal, &budget, (&mut stats, proved), &mut watch) {
                    Ok(listed) => moves = Some(listed),
                    // The moves to be listed have no end.
                    Err(error) => drop(leash::hit().ok_or(error)?),
                }
                answer.stats = stats;
                seconds = (budget.elapsed() - begun).as_secs_f64();
            }
            Ok((answer, moves, seconds, trace))
        });
        let (answer, moves, seconds, trace) = Self::say(searched)?;
        match watch.signals.error {
            Some(error) => Err(error),
            None => {
                let claim = Claim { goal: &order.goal, asked: goal, negated: false, timeless: false };
                self.solution(py, (order, goal), &claim, answer, moves, (seconds, trace))
            }
        }
    }
}
