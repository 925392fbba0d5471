//! The value of a position by a depth-limited or exact search: what is asked, the search, and the answer for Python.

use std::any::Any;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use pnyx_game::{Evaluator, Even, Exact, InputError, Player, Repetition};
use pnyx_games::GOAL_WIN;
use pnyx_games::connect_four::ConnectFour;
use pnyx_games::othello::Othello;
use pnyx_search::exact::{self, Best, Driver};
use pnyx_search::minimax::OrderingOptions;
use pnyx_search::mt::{self, Algorithm, Bound, Found, Progress, Question, Stored, Watcher};
use pnyx_search::table::{Scores, TwoDeep};
use pnyx_search::{Budget, Limit, Limits};
use pyo3::prelude::*;

use crate::catalogue;
use crate::errors::{bad_input, read};
use crate::given::Given;
use crate::leash;
use crate::order::{Scoring, table_bytes};
use crate::session::{Opened, Playable};
use crate::watch::{PROGRESS, SIGNALS, Signals, notations};

/// What a user asks such a search to do.
pub(crate) struct SearchOrder {
    pub depth: Option<u32>,
    pub options: mt::Options,
    pub scoring: Scoring,
    /// Use the game's own tests, if it has them.
    pub own: Option<Driver>,
    pub evaluator: bool,
    pub quiescence: bool,
    /// The widths that the game chooses.
    pub auto_stride: bool,
    pub limits: Limits,
    pub trace: bool,
    pub on_progress: Option<Py<PyAny>>,
}

/// Values a user may give: no larger than what a search can tell apart.
const LARGEST: i32 = mt::INFINITY - 1;

impl SearchOrder {
    /// The search of this name, with options from their texts.
    pub fn read(
        name: &str,
        texts: &BTreeMap<String, String>,
        (depth, until_end): (Option<u32>, bool),
        all_best: bool,
        limits: Limits,
    ) -> PyResult<SearchOrder> {
        let given = Given::new(catalogue::search(name)?, texts)?;
        let algorithm = match name {
            "minimax" => Algorithm::Minimax,
            "alpha-beta" | "alpha-beta-tt" => Algorithm::AlphaBeta,
            "aspiration" => Algorithm::Aspiration,
            "nega-scout" => Algorithm::NegaScout,
            "aspiration-nega-scout" => Algorithm::AspirationNegaScout,
            "sss-star" => Algorithm::SssStar,
            "dual-star" => Algorithm::DualStar,
            "mt" => Algorithm::Mt(given.signed("bound", 0, LARGEST)?),
            "mt-sss" => Algorithm::MtSss,
            "mt-dual" => Algorithm::MtDual,
            "mtd-f" => Algorithm::MtdF,
            "mtd-bi" => Algorithm::MtdBi,
            "mtd-step" => Algorithm::MtdStep,
            "mtd-double" => Algorithm::MtdDouble,
            "mtd-best" => Algorithm::MtdBest,
            "alpha-bounding" => Algorithm::AlphaBounding,
            other => unreachable!("{other} is in the catalogue and cannot be run"),
        };
        let default = |option: &str| given.default(option);
        let switch = |option: &str| given.switch(option, default(option) == Some("on"));
        let deepening = match given.text("deepening").or(default("deepening")) {
            Some("1") => 1,
            Some("2") => 2,
            Some("off") | None => 0,
            Some(other) => {
                let other = InputError::quote(other);
                return Err(bad_input(format!("option deepening must be off, 1 or 2, not {other}")));
            }
        };
        let etc = match given.text("etc") {
            None | Some("off") => None,
            Some(_) => Some(given.signed("etc", 0, 1_000)?.max(0) as u32),
        };
        let auto = |option: &str| given.text(option).is_none_or(|text| text == "auto");
        let width = |option: &str| -> PyResult<Option<i32>> {
            if auto(option) { Ok(None) } else { Ok(Some(given.signed(option, 0, i32::MAX)?.max(0))) }
        };
        let options = mt::Options {
            algorithm,
            ordering: OrderingOptions { killers: switch("killers")?, history: switch("history")? },
            best: switch("best")?,
            transpositions: true,
            stored: match given.text("bounds").or(default("bounds")) {
                Some("one") => Stored::One,
                Some("two") | None => Stored::Two,
                Some(other) => {
                    let other = InputError::quote(other);
                    return Err(bad_input(format!("option bounds must be one or two, not {other}")));
                }
            },
            leaves: switch("leaves")?,
            etc,
            etc_first: switch("etc-first")?,
            deepening,
            guess: given.up_to("guess", 1, 2)? as u32,
            shift: given.signed("shift", 0, LARGEST)?,
            window: width("window")?,
            stride: width("stride")?.unwrap_or(1),
            until_end,
            all_best,
        };
        Ok(SearchOrder {
            depth,
            options,
            own: match Driver::NAMES.iter().find(|(known, _)| *known == name) {
                Some((_, driver)) if depth.is_none() && switch("own")? => Some(*driver),
                _ => None,
            },
            scoring: if default("table").is_some() { given.scoring()? } else { Scoring::Off },
            evaluator: given.switch("evaluator", true)?,
            quiescence: given.switch("quiescence", false)?,
            auto_stride: auto("stride"),
            limits,
            trace: false,
            on_progress: None,
        })
    }

    fn scores(&self, python: bool) -> Scores {
        let room = self.limits.memory.map(|memory| table_bytes(memory, python));
        match (self.scoring, room) {
            (Scoring::Off, _) => Scores::off(),
            (Scoring::Stored(positions), _) => {
                let fits = room.map_or(usize::MAX, |bytes| bytes / TwoDeep::RECORD);
                Scores::two_deep(TwoDeep::for_positions(positions.min(fits)))
            }
            (Scoring::TwoDeep, Some(bytes)) => Scores::two_deep(TwoDeep::new(bytes)),
            (Scoring::Exact | Scoring::TwoDeep, _) => Scores::exact(),
        }
    }
}

/// One iteration: depth, value, bound, best move, passes, leaf, interior and transposition nodes, seconds, and whether a
/// draw by repetition may be hidden.
type IterationRow = (Option<u32>, i32, &'static str, Option<String>, u32, u64, u64, u64, f64, bool);

/// A step: the line, the window, the value so far.
type TraceRow = (Vec<String>, i32, i32, i32);

/// A step of a search with a list: operator, node, and the list, each state a line, whether it is solved, its merit.
type OpenRow = (u8, Vec<String>, Vec<(Vec<String>, bool, i32)>);

#[pyclass(module = "pnyx._core", frozen, get_all)]
pub(crate) struct SearchResult {
    pub reason: Option<String>,
    pub best_moves: Vec<String>,
    pub line: Vec<String>,
    pub may_hide_repetition: bool,
    pub leaf_nodes: u64,
    pub interior_nodes: u64,
    pub transposition_nodes: u64,
    pub iterations: Vec<IterationRow>,
    pub cuts: Vec<(u64, u64)>,
    pub seconds: f64,
    pub memory_bytes: usize,
    /// Values beyond this are wins and losses.
    pub largest_opinion: i32,
    pub trace: Option<Vec<TraceRow>>,
    pub open: Option<Vec<OpenRow>>,
}

impl SearchResult {
    /// What there is to say of a search that ended in the midst of a method of the game.
    fn broken_off(limit: &Limit, seen: Progress, seconds: f64, largest_opinion: i32) -> SearchResult {
        SearchResult {
            reason: Some(limit.to_string()),
            best_moves: Vec::new(),
            line: Vec::new(),
            may_hide_repetition: false,
            leaf_nodes: 0,
            interior_nodes: seen.nodes,
            transposition_nodes: 0,
            iterations: Vec::new(),
            cuts: Vec::new(),
            seconds,
            memory_bytes: seen.memory_bytes,
            largest_opinion,
            trace: None,
            open: None,
        }
    }
}

fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

/// Watches a search for Python.
struct PythonWatcher<'a> {
    signals: Signals,
    on_progress: Option<&'a Py<PyAny>>,
    last_progress: Duration,
    /// What the search had counted when it was last looked at.
    seen: Progress,
}

impl<'a> PythonWatcher<'a> {
    fn new(on_progress: Option<&'a Py<PyAny>>) -> PythonWatcher<'a> {
        let seen = Progress { nodes: 0, depth: None, value: None, memory_bytes: 0 };
        PythonWatcher { signals: Signals::new(), on_progress, last_progress: Duration::ZERO, seen }
    }
}

impl Watcher for PythonWatcher<'_> {
    fn tick(&mut self, progress: &Progress, elapsed: Duration) -> ControlFlow<()> {
        self.seen = *progress;
        if let Some(callback) = self.on_progress
            && elapsed.saturating_sub(self.last_progress) >= PROGRESS
        {
            self.last_progress = elapsed;
            let Progress { nodes, depth, value, memory_bytes } = *progress;
            let (value, kind) = value.map(|(value, kind)| (value, bound(kind))).unzip();
            let row = (nodes, elapsed.as_secs_f64(), memory_bytes, depth, value, kind);
            let called = Python::attach(|py| callback.call1(py, row).map(drop));
            self.signals.keep(called)?;
        }
        self.signals.poll()
    }
}

/// Searches of this depth and less need no stack of their own.
const SHALLOW: u32 = 64;
/// Room for lines of [`mt::MOST_PLIES`].
const STACK: usize = 512 << 20;

impl<G: Playable> Opened<G> {
    pub fn answer_search(
        &self,
        py: Python<'_>,
        order: &SearchOrder,
        stop: &Arc<AtomicBool>,
    ) -> PyResult<SearchResult> {
        self.refuse(order.depth)?;
        if let Some(driver) = order.own {
            // The two games that have tests of their own.
            let any: &dyn Any = self;
            if let Some(opened) = any.downcast_ref::<Opened<ConnectFour>>() {
                return opened.answer_exact(py, order, driver, stop);
            }
            if let Some(opened) = any.downcast_ref::<Opened<Othello>>() {
                return opened.answer_exact(py, order, driver, stop);
            }
        }
        match (order.evaluator && order.depth.is_some(), order.quiescence) {
            (false, _) => self.search_with(py, order, stop, &Even),
            (true, false) => self.search_with(py, order, stop, &G::Evaluator::default()),
            (true, true) => self.search_with(py, order, stop, &G::Quiet::default()),
        }
    }

    /// Options that bind one side have no meaning where nobody has a goal.
    fn refuse_bound(&self) -> PyResult<()> {
        read(self.game.aim(GOAL_WIN, Player::First)).map(|_| ())
    }

    fn refuse(&self, depth: Option<u32>) -> PyResult<()> {
        self.refuse_bound()?;
        let name = &self.about.name;
        match self.game.repetition() {
            Repetition::Illegal => Err(bad_input(format!(
                "{name} cannot be searched for a value: repeating a position is illegal there, so that the moves of a \
                 position depend on the way to it; ask a yes-or-no question with solve"
            ))),
            Repetition::Draw if depth.is_none() => Err(bad_input(format!(
                "{name} cannot be searched to the end: positions may come back, and lines need not end; give a depth, \
                 or ask for win, draw or loss with solve{}",
                if self.about.python {
                    " (a game in which positions never come back says so by repetition = \"impossible\")"
                } else if name == "graph" {
                    " (a graph without cycles says so by: repetition impossible)"
                } else {
                    ""
                }
            ))),
            _ => Ok(()),
        }
    }

    fn search_with<V: Evaluator<G> + Sync>(
        &self,
        py: Python<'_>,
        order: &SearchOrder,
        stop: &Arc<AtomicBool>,
        evaluator: &V,
    ) -> PyResult<SearchResult> {
        let largest_opinion = if order.depth.is_some() { evaluator.largest(&self.game) } else { 0 };
        if largest_opinion.saturating_add(self.game.largest_payoff()) > LARGEST {
            return Err(bad_input(format!("values must be less than {} here", mt::INFINITY)));
        }
        let mut options = order.options;
        if order.auto_stride {
            options.stride = evaluator.step();
        }
        let budget = Budget::new(order.limits, stop);
        let mut budget = if self.about.python { budget.vigilant() } else { budget };
        let mut watcher = PythonWatcher::new(order.on_progress.as_ref());
        let question =
            Question { game: &self.game, root: &self.root, history: &self.history, depth: order.depth };
        let started = std::time::Instant::now();
        let mut work = || {
            // Here, because limits hold for a thread.
            let _held = leash::hold(order.limits, stop);
            mt::search(
                &question,
                evaluator,
                &options,
                order.scores(self.about.python),
                &mut budget,
                &mut watcher,
                order.trace,
            )
            .map_or_else(|error| leash::hit().map(Err).ok_or(error), |found| Ok(Ok(found)))
        };
        let found = if order.depth.is_some_and(|depth| depth <= SHALLOW) {
            self.run(py, &mut work)
        } else {
            let python = self.about.python;
            on_deep_stack(py, stop, move || if python { Python::attach(|_| work()) } else { work() })?
        };
        let found = Self::say(found)?;
        let seconds = started.elapsed().as_secs_f64();
        match watcher.signals.error {
            Some(error) => Err(error),
            None => match found {
                Ok(found) => self.search_result(found, seconds, largest_opinion),
                Err(limit) => Ok(SearchResult::broken_off(&limit, watcher.seen, seconds, largest_opinion)),
            },
        }
    }

    fn search_result(
        &self,
        found: Found<G::Move>,
        seconds: f64,
        largest_opinion: i32,
    ) -> PyResult<SearchResult> {
        let name = |mv: G::Move| Self::say(self.game.notation(&self.root, mv));
        let line = |line: &[G::Move]| Self::say(notations(&self.game, &self.root, line));
        let mut iterations = Vec::new();
        for iteration in &found.iterations {
            let mt::Counts { leaf, interior, transposition } = iteration.counts;
            let best = iteration.best.map(name).transpose()?;
            let (value, kind) = (iteration.value, bound(iteration.bound));
            let time = iteration.time.as_secs_f64();
            iterations.push((
                iteration.depth,
                value,
                kind,
                best,
                iteration.passes,
                leaf,
                interior,
                transposition,
                time,
                iteration.may_hide_repetition,
            ));
        }
        let trace = found.trace.map(|rows| {
            rows.into_iter()
                .map(|row| Ok((line(&row.line)?, row.alpha, row.beta, row.g)))
                .collect::<PyResult<_>>()
        });
        let open = found.open.map(|rows| {
            let state =
                |(way, is_solved, merit): (Vec<G::Move>, bool, i32)| Ok((line(&way)?, is_solved, merit));
            rows.into_iter()
                .map(|row| {
                    let open: PyResult<Vec<_>> = row.open.into_iter().map(state).collect();
                    Ok((row.operator, line(&row.line)?, open?))
                })
                .collect::<PyResult<_>>()
        });
        Ok(SearchResult {
            reason: found.limit.map(|limit| limit.to_string()),
            best_moves: found.best.iter().map(|&mv| name(mv)).collect::<PyResult<_>>()?,
            line: line(&found.line)?,
            may_hide_repetition: found.may_hide_repetition,
            leaf_nodes: found.counts.leaf,
            interior_nodes: found.counts.interior,
            transposition_nodes: found.counts.transposition,
            iterations,
            cuts: found.quality.cuts,
            seconds,
            memory_bytes: found.memory_bytes,
            largest_opinion,
            trace: trace.transpose()?,
            open: open.transpose()?,
        })
    }
}

impl<G: Playable + Exact<Memory: Send>> Opened<G> {
    /// The score, by the game's own tests. Their nodes are all counted as interior.
    fn answer_exact(
        &self,
        py: Python<'_>,
        order: &SearchOrder,
        driver: Driver,
        stop: &AtomicBool,
    ) -> PyResult<SearchResult> {
        let mut budget = Budget::new(order.limits, stop);
        let mut watcher = PythonWatcher::new(order.on_progress.as_ref());
        let started = std::time::Instant::now();
        let (found, line, bytes, searched) = self.run(py, || {
            let (game, root) = (&self.game, &self.root);
            let mut memory =
                game.memory(order.limits.memory.map_or(1 << 30, |memory| table_bytes(memory, false)));
            let best = if order.options.all_best { Best::All } else { Best::One };
            let options = exact::Options { driver, guess: order.options.shift, best };
            let found = exact::search(game, root, options, &mut memory, &mut budget, &mut watcher);
            let searched = started.elapsed();
            let line = match (found.score(), found.best.first()) {
                (Some(score), Some(&first)) => {
                    let mut rest = budget.share(found.nodes, 1);
                    exact::line(game, root, (score, first), &mut memory, &mut rest, &mut watcher)
                }
                _ => Vec::new(),
            };
            let bytes = G::bytes(&memory);
            (found, line, bytes, searched)
        });
        if let Some(error) = watcher.signals.error {
            return Err(error);
        }
        let name = |mv: G::Move| Self::say(self.game.notation(&self.root, mv));
        let best: Vec<String> = found.best.iter().map(|&mv| name(mv)).collect::<PyResult<_>>()?;
        let passes = found.passes.len() as u32;
        let (first, time) = (best.first().cloned(), searched.as_secs_f64());
        let iteration =
            |score| (None, score, bound(Bound::Exact), first, passes, 0, found.nodes, 0, time, false);
        Ok(SearchResult {
            reason: found.limit.as_ref().map(ToString::to_string),
            line: Self::say(notations(&self.game, &self.root, &line))?,
            may_hide_repetition: false,
            leaf_nodes: 0,
            interior_nodes: found.nodes,
            transposition_nodes: 0,
            iterations: found.score().map(iteration).into_iter().collect(),
            best_moves: best,
            cuts: Vec::new(),
            seconds: started.elapsed().as_secs_f64(),
            memory_bytes: bytes,
            largest_opinion: 0,
            trace: None,
            open: None,
        })
    }
}

/// What [`measure`](mt::measure) gives: leaf, interior and transposition nodes of each.
#[pyclass(module = "pnyx._core", frozen, get_all)]
pub(crate) struct MeasureResult {
    pub value: i32,
    pub may_hide_repetition: bool,
    pub searched: CountsRow,
    pub cuts: Vec<(u64, u64)>,
    pub tree: CountsRow,
    pub graph: CountsRow,
    pub graph_etc: CountsRow,
    pub cheap: Option<CountsRow>,
    pub cheap_etc: Option<CountsRow>,
}

type CountsRow = (u64, u64, u64);

fn row(counts: mt::Counts) -> CountsRow {
    (counts.leaf, counts.interior, counts.transposition)
}

impl<G: Playable> Opened<G> {
    /// Measure how small a search of this depth could be; `None` and the limit if one was hit.
    pub fn answer_measure(
        &self,
        py: Python<'_>,
        (depth, minimaxed): (u32, u32),
        quiescence: bool,
        limits: Limits,
        stop: &Arc<AtomicBool>,
    ) -> PyResult<Result<MeasureResult, String>> {
        self.refuse_bound()?;
        if quiescence {
            self.measure_with(py, (depth, minimaxed), limits, stop, &G::Quiet::default())
        } else {
            self.measure_with(py, (depth, minimaxed), limits, stop, &G::Evaluator::default())
        }
    }

    fn measure_with<V: Evaluator<G> + Sync>(
        &self,
        py: Python<'_>,
        (depth, minimaxed): (u32, u32),
        limits: Limits,
        stop: &Arc<AtomicBool>,
        evaluator: &V,
    ) -> PyResult<Result<MeasureResult, String>> {
        self.refuse(Some(depth))?;
        let question =
            Question { game: &self.game, root: &self.root, history: &self.history, depth: Some(depth) };
        let budget = Budget::new(limits, stop);
        let mut budget = if self.about.python { budget.vigilant() } else { budget };
        let mut watcher = PythonWatcher::new(None);
        let _held = leash::hold(limits, stop);
        let measured =
            self.run(py, || mt::measure(&question, evaluator, minimaxed, &mut budget, &mut watcher));
        let measured = measured.or_else(|error| leash::hit().map(Err).ok_or(error));
        if let Some(error) = watcher.signals.error {
            return Err(error);
        }
        Ok(Self::say(measured)?.map_err(|limit| limit.to_string()).map(|measures| MeasureResult {
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
    }
}

/// Run something that calls itself very deeply, on a stack of its own. Signals are handled here meanwhile; one that
/// raises an exception stops the work.
fn on_deep_stack<T: Send>(py: Python<'_>, stop: &AtomicBool, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let mut signals = Signals::new();
    let found = py.detach(|| {
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
            Ok(thread.join())
        })
    });
    if let Some(error) = signals.error {
        return Err(error);
    }
    match found {
        Ok(Ok(found)) => Ok(found),
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(error) => {
            let error: std::io::Error = error;
            Err(bad_input(format!("no stack for a search of this depth: {error}")))
        }
    }
}
