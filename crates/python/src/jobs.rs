//! Jobs: one question, asked of many positions one after the other, with tables that stay warm.
//!
//! The goal and its prover are those of a root. Jobs ask the same of other positions, without history, each within a budget.
//!
//! **Why one table serves all of them.** Entries are facts about positions: they lean on no line. Verdicts that do are kept
//! for their line, whose code begins with the root of its job, so that no job takes those of another for its own; they
//! may be tried out on other lines, as ever. Notes of forced wins hold lengths, which are facts, as long as there is
//! no history. A table that has misled a search (its certificate failed), or has no room left, is thrown away.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use pnyx_game::{Goal, InputError};
use pnyx_search::pn::forced_win;
use pnyx_search::pn::{KnownChildren, known_children, noted_children};
use pnyx_search::table::Table;
use pnyx_search::{Limit, Limits, Problem, Verdict};
use pyo3::prelude::*;

use crate::errors::{bad_input, read};
use crate::leash;
use crate::order::{Algorithm, Order};
use crate::position::{Position, Texts, limits};
use crate::session::{Asked, Opened, Playable, Session};
use crate::solution::Solution;
use crate::watch::{StopFlag, Watch};
use crate::wording::{Wording, claim};

/// The memory of jobs that are given no other limit.
const MEMORY: usize = 1 << 30;

/// Where jobs are done.
pub(crate) trait Desk: Send + Sync {
    fn prover(&self) -> String;
    /// How the question is asked of a position of the same game.
    fn question(&self, at: &dyn Session) -> PyResult<Option<Wording>>;
    fn solve(
        &self,
        py: Python<'_>,
        at: &dyn Session,
        limits: Limits,
        stop: &Arc<AtomicBool>,
    ) -> PyResult<Solution>;
}

/// The desk of one game type.
struct DeskOf<G: Playable> {
    /// The root, in the game that judges the ends for the goal.
    aimed: Opened<G>,
    goal: Goal,
    /// What all jobs have in common, with what they remember.
    order: Order,
    /// All jobs are one question to the game: its positions are known by what tables know them by.
    _asked: Asked<G>,
}

impl<G: Playable> Opened<G> {
    /// A desk for jobs with an order's goal.
    pub fn open_desk(&self, mut order: Order) -> PyResult<Box<dyn Desk>> {
        self.accept(&order)?;
        let (aimed, goal) = self.aimed_for_facts(&order.goal)?;
        let _asked = self.begin(&mut order);
        Ok(Box::new(DeskOf { aimed, goal, order, _asked }))
    }
}

impl<G: Playable> DeskOf<G> {
    /// A position in the game that judges the ends for the goal.
    fn place(&self, at: &dyn Session) -> PyResult<Opened<G>> {
        let given: &Opened<G> = Opened::of(at)?;
        Ok(self.aimed.at(read(self.aimed.game.enter(given.root.clone()))?))
    }

    /// A table that never forgets must leave the next search enough room.
    fn make_room(&self) {
        let most = self.order.limits.memory.unwrap_or(MEMORY) / 2;
        let full = |bytes: usize| bytes > most;
        if self
            .order
            .look(|memory| memory.is_some_and(|memory| memory.grows() && full(memory.memory_bytes())))
        {
            self.order.forget();
        }
    }

    /// What is remembered of the positions after that of a job.
    fn children(&self, problem: &Problem<'_, G>) -> Result<Option<KnownChildren<G::Move>>, G::Error> {
        let order = &self.order;
        let init = order.algorithm.init();
        let noted = || {
            let notes = order.notes(forced_win::winner(problem.goal).prover);
            noted_children(problem, &notes)
        };
        let tabled =
            || order.look(|memory| memory.map(|memory| known_children(problem, &init, memory)).transpose());
        match order.algorithm {
            Algorithm::ForcedWin(_) => noted().map(Some),
            Algorithm::Auto if self.aimed.mates(&order.goal) => {
                let mut children = noted()?;
                // df-pn can tell what goes round.
                for (child, known) in children.iter_mut().zip(tabled()?.into_iter().flatten()) {
                    if known.is_decided() {
                        *child = known;
                    }
                }
                Ok(Some(children))
            }
            _ if order.algorithm.remembers() => tabled(),
            _ => Ok(None),
        }
    }

    /// Forget what cannot be used again.
    fn tidy(&self, verdict: &Verdict) {
        if !self.order.algorithm.remembers()
            || matches!(verdict, Verdict::Unknown(Limit::Memory | Limit::Certificate(_) | Limit::Rules(_)))
        {
            self.order.forget();
        }
    }
}

impl<G: Playable> Desk for DeskOf<G> {
    fn prover(&self) -> String {
        self.aimed.prover(self.goal)
    }

    fn question(&self, at: &dyn Session) -> PyResult<Option<Wording>> {
        self.place(at)?.wording(&self.order.goal, self.goal)
    }

    fn solve(
        &self,
        py: Python<'_>,
        at: &dyn Session,
        limits: Limits,
        stop: &Arc<AtomicBool>,
    ) -> PyResult<Solution> {
        let (here, goal, order) = (self.place(at)?, self.goal, &self.order);
        let Some(wording) = here.wording(&order.goal, goal)? else {
            return Err(bad_input(format!(
                "no certificate can say whether {} reaches {} where the other side is on move: expand the position",
                self.prover(),
                InputError::quote(&order.goal)
            )));
        };
        self.make_room();
        let limits = Limits { memory: order.limits.memory, ..limits };
        let mut budget = here.limited(limits, stop);
        let _held = leash::hold(limits, stop);
        let mut watch = Watch::silent(&here.game, &here.root, &order.goal);
        let problem = Problem { game: &here.game, root: &here.root, history: &[], goal, only_move: None };
        let searched = here.run(py, || {
            let answer = here.search(order, &problem, &mut budget, &mut watch)?;
            let open = matches!(answer.verdict, Verdict::Unknown(_));
            let children = if open { self.children(&problem)? } else { None };
            self.tidy(&answer.verdict);
            Ok((answer, children))
        });
        let (answer, children) = here.trusted(Opened::<G>::say(searched))?;
        if let Some(error) = watch.signals.error {
            return Err(error);
        }
        let seconds = answer.time.as_secs_f64();
        let mut solution =
            here.solution(py, (order, goal), &claim(&wording, goal), answer, None, (seconds, None))?;
        if let Some(children) = children {
            let named = children.into_iter().map(|child| {
                let name = Opened::<G>::say(here.game.notation(&here.root, child.mv))?;
                Ok((name, child.proof, child.disproof))
            });
            solution.children = Some(named.collect::<PyResult<_>>()?);
        }
        Ok(solution)
    }
}

/// One worker's desk: searches of many positions that share a goal, its prover and their tables.
#[pyclass(module = "pnyx._core", frozen)]
pub(crate) struct Jobs {
    root: Position,
    goal: String,
    algorithm: String,
    options: Texts,
    memory: usize,
    now: Mutex<Arc<Now>>,
}

/// A desk, with a position of the very game that its tables are about.
struct Now {
    family: Position,
    desk: Box<dyn Desk>,
}

impl Jobs {
    fn begin(
        py: Python<'_>,
        root: &Position,
        (goal, algorithm, options): (&str, &str, &Texts),
        memory: usize,
    ) -> PyResult<Arc<Now>> {
        let family = root.anew(py)?;
        let algorithm = Algorithm::read(algorithm, options)?;
        let order =
            Order::new(goal.to_string(), algorithm, Limits { memory: Some(memory), ..Limits::default() }, 1);
        let desk = family.session().desk(order)?;
        Ok(Arc::new(Now { family, desk }))
    }

    /// The desk. A Python game may have positions that it cannot give up, so that now and then it has to begin anew, and
    /// everything with it.
    fn now(&self, py: Python<'_>) -> PyResult<Arc<Now>> {
        let current =
            || self.now.lock().map(|now| Arc::clone(&now)).map_err(|_| bad_input("a job has failed"));
        let now = current()?;
        if now.family.python().is_none_or(|game| game.memory_bytes() <= self.memory / 8 * 5) {
            return Ok(now);
        }
        let words = (self.goal.as_str(), self.algorithm.as_str(), &self.options);
        let new = Jobs::begin(py, &self.root, words, self.memory)?;
        if let Ok(mut now) = self.now.lock() {
            *now = new;
        }
        current()
    }
}

#[pymethods]
impl Jobs {
    #[new]
    #[pyo3(signature = (root, goal, algorithm, options, *, max_memory=None))]
    fn new(
        py: Python<'_>,
        root: &Position,
        goal: String,
        algorithm: String,
        options: Texts,
        max_memory: Option<usize>,
    ) -> PyResult<Jobs> {
        if root.session().has_history() {
            return Err(bad_input("the root of jobs has no history: leave the moves before it out"));
        }
        let memory = max_memory.unwrap_or(MEMORY);
        let now = Jobs::begin(py, root, (&goal, &algorithm, &options), memory)?;
        let root = root.anew(py)?;
        Ok(Jobs { root, goal, algorithm, options, memory, now: Mutex::new(now) })
    }

    #[getter]
    fn prover(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.now(py)?.desk.prover())
    }

    fn question(&self, py: Python<'_>, position: &Position) -> PyResult<Option<Wording>> {
        let now = self.now(py)?;
        now.desk.question(position.of_the_game(py, &now.family)?.as_ref())
    }

    #[pyo3(signature = (position, *, max_nodes, max_seconds=None, stop=None))]
    fn solve(
        &self,
        py: Python<'_>,
        position: &Position,
        max_nodes: u64,
        max_seconds: Option<f64>,
        stop: Option<PyRef<'_, StopFlag>>,
    ) -> PyResult<Solution> {
        let limits = limits(Some(max_nodes), max_seconds, None)?;
        let stop = stop.map(|stop| stop.clone()).unwrap_or_default();
        let now = self.now(py)?;
        now.desk.solve(py, position.of_the_game(py, &now.family)?.as_ref(), limits, &stop.0)
    }
}
