//! The value of a position by a depth-limited or exact search: what is asked, the search, and the answer.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use pnyx_game::{BoundsTable, Evaluator, Even, Exact, ExactMemory, ExactTask, Goal, Player, Repetition, WIN};
use pnyx_search::exact::{self, Best};
use pnyx_search::minimax::{self, Bound, Progress, ValueOptions, ValueProblem, ValueResult, Watcher};
use pnyx_search::{Budget, Driver};

use crate::answer::{CountsRow, MeasureAnswer, SearchAnswer};
use crate::error::{Result, bad_input};
use crate::held::limits as held;
use crate::host::{Host, Progress as Told, SIGNALS, Signals, Stop};
use crate::opened::{Opened, Playable};
use crate::prepared::table_bytes;
use crate::question::{MeasureQuestion, SearchQuestion};
use crate::register::ValueSearch;
use crate::watch::notations;

/// A question with its options read.
struct SearchOrder<'q> {
    question: &'q SearchQuestion,
    algorithm: ValueSearch,
    options: ValueOptions,
}

impl SearchOrder<'_> {
    fn read(question: &SearchQuestion) -> Result<SearchOrder<'_>> {
        let (algorithm, options) = ValueSearch::read(&question.algorithm, &question.options)?;
        let SearchQuestion { until_end, all_best, .. } = *question;
        Ok(SearchOrder { question, algorithm, options: ValueOptions { until_end, all_best, ..options } })
    }

    /// The driver of the game's own tests, to be used if it has them.
    fn own(&self) -> Option<Driver> {
        self.algorithm.driver().filter(|_| self.options.own && self.question.depth.is_none())
    }
}

fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

/// Watches a search for a host.
struct HostWatcher<'a> {
    signals: Signals<'a>,
    /// What the search had counted at the last check.
    seen: Progress,
}

impl<'a> HostWatcher<'a> {
    fn new(host: &'a dyn Host) -> HostWatcher<'a> {
        let seen = Progress { nodes: 0, depth: None, value: None, memory_bytes: 0 };
        HostWatcher { signals: Signals::new(host), seen }
    }
}

impl Watcher for HostWatcher<'_> {
    fn tick(&mut self, progress: &Progress, elapsed: Duration) -> ControlFlow<()> {
        self.seen = *progress;
        self.signals.report(elapsed, || {
            let Progress { nodes, depth, value, memory_bytes } = *progress;
            let (value, bound) = value.map(|(value, kind)| (value, bound(kind))).unzip();
            let seconds = elapsed.as_secs_f64();
            Ok(Told::Searching { nodes, seconds, memory_bytes, depth, value, bound })
        })?;
        self.signals.poll()
    }
}

/// Searches of this depth and less need no stack of their own.
const SHALLOW: u32 = 64;
/// Room for lines of [`minimax::MOST_PLIES`].
const STACK: usize = 512 << 20;

/// Questions about the value of a position.
pub trait SearchValue {
    /// The value of the position, by a search that looks some plies ahead or to the end.
    fn search(&self, host: &dyn Host, question: &SearchQuestion, stop: &Stop) -> Result<SearchAnswer>;
    /// How small a search could be; or the limit that was hit.
    fn measure(
        &self,
        host: &dyn Host,
        question: &MeasureQuestion,
        stop: &Stop,
    ) -> Result<Result<MeasureAnswer, String>>;
}

impl<G: Playable> SearchValue for Opened<G> {
    fn search(&self, host: &dyn Host, question: &SearchQuestion, stop: &Stop) -> Result<SearchAnswer> {
        let order = &SearchOrder::read(question)?;
        self.asking(question.limits, || {
            self.refuse(question.depth)?;
            if let Some(driver) = order.own()
                && let Some(answer) = G::with_exact(ExactSearch { opened: self, host, order, driver, stop })
            {
                return answer;
            }
            let ValueOptions { evaluator, quiescence, .. } = order.options;
            match (evaluator && question.depth.is_some(), quiescence) {
                (false, _) => self.search_with(host, order, stop, &Even),
                (true, false) => self.search_with(host, order, stop, &G::Evaluator::default()),
                (true, true) => self.search_with(host, order, stop, &G::Quiet::default()),
            }
        })
    }

    fn measure(
        &self,
        host: &dyn Host,
        question: &MeasureQuestion,
        stop: &Stop,
    ) -> Result<Result<MeasureAnswer, String>> {
        let MeasureQuestion { depth, minimaxed, quiescence, limits } = *question;
        let (quiet, any) = (G::Quiet::default(), G::Evaluator::default());
        let evaluator: &(dyn Evaluator<G> + Sync) = if quiescence { &quiet } else { &any };
        let problem = self.value_problem(Some(depth), evaluator);
        self.asking(limits, || {
            self.refuse(Some(depth))?;
            let mut budget = self.limited(limits, stop);
            let mut watcher = HostWatcher::new(host);
            watcher.signals.reports = false;
            let _held = held::hold(limits, stop);
            let measured =
                self.run(host, || minimax::measure(&problem, minimaxed, &mut budget, &mut watcher));
            let measured = measured.or_else(|error| held::hit().map(Err).ok_or(error));
            watcher.signals.end()?;
            Ok(Self::say(measured)?.map_err(|limit| limit.to_string()).map(|measures| MeasureAnswer {
                value: measures.value,
                may_hide_repetition: measures.may_hide_repetition,
                searched: row(measures.searched),
                cuts: measures.quality.cuts,
                tree: row(measures.tree),
                graph: row(measures.graph),
                graph_etc: row(measures.graph_etc),
                cheap: measures.cheap.map(row),
                cheap_etc: measures.cheap_etc.map(row),
            }))
        })
    }
}

impl<G: Playable> Opened<G> {
    fn refuse(&self, depth: Option<u32>) -> Result<()> {
        // Options that bind one side have no meaning where nobody has a goal.
        self.game.aim(&Goal::from(WIN), Player::First)?;
        let name = &self.about.name;
        match self.game.repetition() {
            Repetition::Illegal => Err(bad_input(format!(
                "{name} cannot be searched for a value: repeating a position is illegal there, so that the moves of a \
                 position depend on the way to it; ask a yes-or-no question with solve"
            ))),
            Repetition::Draw if depth.is_none() => Err(bad_input(format!(
                "{name} cannot be searched to the end: positions may be repeated, and lines need not end; give a depth, \
                 or ask for win, draw or loss with solve{}",
                self.about.facts.endless
            ))),
            _ => Ok(()),
        }
    }

    fn value_problem<'a>(
        &'a self,
        depth: Option<u32>,
        evaluator: &'a (dyn Evaluator<G> + Sync),
    ) -> ValueProblem<'a, G> {
        let (game, root, history) = (&self.game, &self.root, &self.history);
        ValueProblem { game, root, history, depth, evaluator }
    }

    fn search_with(
        &self,
        host: &dyn Host,
        order: &SearchOrder<'_>,
        stop: &Stop,
        evaluator: &(dyn Evaluator<G> + Sync),
    ) -> Result<SearchAnswer> {
        let SearchOrder {
            question: &SearchQuestion { depth, limits, trace, .. },
            ref algorithm,
            ref options,
        } = *order;
        let largest_estimate = if depth.is_some() { evaluator.largest(&self.game) } else { 0 };
        if largest_estimate.saturating_add(self.game.largest_payoff()) >= minimax::INFINITY {
            return Err(bad_input(format!("values must be less than {} here", minimax::INFINITY)));
        }
        let mut budget = self.limited(limits, stop);
        let mut watcher = HostWatcher::new(host);
        let problem = self.value_problem(depth, evaluator);
        let room = limits.memory.map(|memory| table_bytes(memory, self.about.facts.holds_positions, 1));
        let started = std::time::Instant::now();
        let mut work = || {
            // Here, because limits hold for a thread.
            let _held = held::hold(limits, stop);
            let (budget, watcher, scores) = (&mut budget, &mut watcher, options.table.table(room));
            minimax::search(&problem, &|run| algorithm.iterate(run), options, scores, budget, watcher, trace)
                .map_or_else(|error| held::hit().map(Err).ok_or(error), |found| Ok(Ok(found)))
        };
        let found = if depth.is_some_and(|depth| depth <= SHALLOW) {
            self.run(host, &mut work)
        } else {
            let locked = self.about.facts.locked;
            on_deep_stack(host, stop, move || {
                if !locked {
                    return work();
                }
                let mut found = None;
                host.attached(&mut || found = Some(work()));
                found.expect("the host runs what it is given")
            })?
        };
        let found = Self::say(found)?;
        let seconds = started.elapsed().as_secs_f64();
        watcher.signals.end()?;
        match found {
            Ok(found) => self.search_result(found, seconds, largest_estimate),
            // It ended in the midst of a method of the game.
            Err(limit) => Ok(SearchAnswer {
                reason: Some(limit.to_string()),
                interior_nodes: watcher.seen.nodes,
                seconds,
                memory_bytes: watcher.seen.memory_bytes,
                largest_estimate,
                ..SearchAnswer::default()
            }),
        }
    }

    fn search_result(
        &self,
        found: ValueResult<G::Move>,
        seconds: f64,
        largest_estimate: i32,
    ) -> Result<SearchAnswer> {
        let name = |mv: G::Move| Self::say(self.game.notation(&self.root, mv));
        let line = |line: &[G::Move]| Self::say(notations(&self.game, &self.root, line));
        let iterations = found.iterations.iter().map(|iteration| {
            let minimax::NodeCounts { leaf, interior, transposition } = iteration.counts;
            let (value, kind, time) = (iteration.value, bound(iteration.bound), iteration.time.as_secs_f64());
            let (best, hides) = (iteration.best.map(name).transpose()?, iteration.may_hide_repetition);
            Ok((
                iteration.depth,
                value,
                kind,
                best,
                iteration.passes,
                leaf,
                interior,
                transposition,
                time,
                hides,
            ))
        });
        let trace = found.trace.map(|rows| {
            let rows = rows.into_iter().map(|row| Ok((line(&row.line)?, row.alpha, row.beta, row.g)));
            rows.collect::<Result<_>>()
        });
        let state = |(way, is_solved, merit): (Vec<G::Move>, bool, i32)| Ok((line(&way)?, is_solved, merit));
        let open = found.open.map(|rows| {
            let rows = rows.into_iter().map(|row| {
                let open = row.open.into_iter().map(state).collect::<Result<_>>()?;
                Ok((row.operator, line(&row.line)?, open))
            });
            rows.collect::<Result<_>>()
        });
        Ok(SearchAnswer {
            reason: found.limit.map(|limit| limit.to_string()),
            best_moves: found.best.iter().map(|&mv| name(mv)).collect::<Result<_>>()?,
            line: line(&found.line)?,
            may_hide_repetition: found.may_hide_repetition,
            leaf_nodes: found.counts.leaf,
            interior_nodes: found.counts.interior,
            transposition_nodes: found.counts.transposition,
            iterations: iterations.collect::<Result<_>>()?,
            cuts: found.quality.cuts,
            seconds,
            memory_bytes: found.memory_bytes,
            largest_estimate,
            trace: trace.transpose()?,
            open: open.transpose()?,
        })
    }
}

/// A search by the game's own tests.
struct ExactSearch<'a, G: Playable> {
    opened: &'a Opened<G>,
    host: &'a dyn Host,
    order: &'a SearchOrder<'a>,
    driver: Driver,
    stop: &'a AtomicBool,
}

impl<G: Playable> ExactTask<G> for ExactSearch<'_, G> {
    type Output = Result<SearchAnswer>;

    /// The score, by the game's own tests. Their nodes are all counted as interior.
    fn run(self) -> Result<SearchAnswer>
    where
        G: Exact,
    {
        let ExactSearch { opened, host, order, driver, stop } = self;
        let (game, root, limits) = (&opened.game, &opened.root, order.question.limits);
        let mut budget = Budget::new(limits, stop);
        let mut watcher = HostWatcher::new(host);
        let started = std::time::Instant::now();
        let (found, line, memory_bytes, searched) = opened.run(host, || {
            let mut memory =
                ExactMemory::new(limits.memory.map_or(1 << 30, |memory| table_bytes(memory, false, 1)));
            let best = if order.options.all_best { Best::All } else { Best::One };
            let ValueOptions { shift: guess, stride, .. } = order.options;
            let options = exact::ExactOptions { driver, guess, stride, best };
            let found = exact::search(game, root, options, &mut memory, &mut budget, &mut watcher);
            let searched = started.elapsed();
            let line = match (found.score(), found.best.first()) {
                (Some(score), Some(&first)) => {
                    let mut rest = budget.share(found.nodes, 1);
                    exact::line(game, root, (score, first), &mut memory, &mut rest, &mut watcher)
                }
                _ => Vec::new(),
            };
            (found, line, memory.table.bytes(), searched)
        });
        watcher.signals.end()?;
        let name = |&mv: &G::Move| Opened::<G>::say(game.notation(root, mv));
        let best_moves = found.best.iter().map(name).collect::<Result<Vec<_>>>()?;
        let passes = found.passes.len() as u32;
        let (first, time) = (best_moves.first().cloned(), searched.as_secs_f64());
        let iteration =
            |score| (None, score, bound(Bound::Exact), first, passes, 0, found.nodes, 0, time, false);
        Ok(SearchAnswer {
            reason: found.limit.as_ref().map(ToString::to_string),
            line: Opened::<G>::say(notations(game, root, &line))?,
            interior_nodes: found.nodes,
            iterations: found.score().map(iteration).into_iter().collect(),
            best_moves,
            seconds: started.elapsed().as_secs_f64(),
            memory_bytes,
            ..SearchAnswer::default()
        })
    }
}

fn row(counts: minimax::NodeCounts) -> CountsRow {
    (counts.leaf, counts.interior, counts.transposition)
}

/// Run something that calls itself very deeply, on a stack of its own. Signals are handled here meanwhile; one that
/// raises an exception stops the work.
fn on_deep_stack<T: Send>(host: &dyn Host, stop: &AtomicBool, work: impl FnOnce() -> T + Send) -> Result<T> {
    let mut signals = Signals::new(host);
    let found = host.unlocked(|| {
        std::thread::scope(|scope| {
            let (done, wait) = mpsc::channel();
            let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                let found = work();
                // Nobody waits any more if the scope is being left by a panic.
                let _ = done.send(());
                found
            })?;
            while wait.recv_timeout(SIGNALS) == Err(mpsc::RecvTimeoutError::Timeout) {
                if signals.poll().is_break() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            Ok::<_, std::io::Error>(thread.join())
        })
    });
    signals.end()?;
    let found = found.map_err(|error| bad_input(format!("no stack for a search of this depth: {error}")))?;
    found.or_else(|panic| std::panic::resume_unwind(panic))
}
