//! Jobs of Python: one question, asked of many positions one after the other, and one certificate from theirs.

use std::sync::{Arc, Mutex};

use pnyx_search::Limits;
use pnyx_solver::jobs;
use pnyx_solver::merge::{Piece, What};
use pnyx_solver::question::{DEFAULT_MEMORY, Texts, limits};
use pnyx_solver::{Error, Question};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyIterator, PyString};

use crate::position::Position;
use crate::records::Solution;
use crate::watch::{Interpreter, StopFlag, flag};
use pnyx_python_games::{Raise, bad_input};

/// Searches of many positions that share a goal, its prover and their tables.
#[pyclass(module = "pnyx._core", frozen)]
pub(crate) struct Jobs {
    root: Position,
    question: Question,
    memory: usize,
    now: Mutex<Arc<Now>>,
}

/// Jobs, with a position of the very game that their tables are about.
struct Now {
    family: Position,
    jobs: Box<dyn jobs::Jobs>,
}

impl Jobs {
    fn begin(py: Python<'_>, root: &Position, question: &Question) -> PyResult<Arc<Now>> {
        let family = root.anew(py)?;
        let jobs = family.session.jobs(question).raise()?;
        Ok(Arc::new(Now { family, jobs }))
    }

    /// The jobs. A Python game may have positions that it cannot drop, so that now and then it has to begin anew, and
    /// everything with it.
    fn now(&self, py: Python<'_>) -> PyResult<Arc<Now>> {
        let current =
            || self.now.lock().map(|now| Arc::clone(&now)).map_err(|_| bad_input("a job has failed"));
        let now = current()?;
        if now.family.python.as_ref().is_none_or(|game| game.positions.bytes() <= self.memory / 8 * 5) {
            return Ok(now);
        }
        let new = Jobs::begin(py, &self.root, &self.question)?;
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
        goal: &str,
        algorithm: &str,
        options: Texts,
        max_memory: Option<usize>,
    ) -> PyResult<Jobs> {
        if root.session.has_history() {
            return Err(bad_input("the root of jobs has no history: leave the moves before it out"));
        }
        let memory = max_memory.unwrap_or(DEFAULT_MEMORY);
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        let question = Question { options, limits, ..Question::new(goal, algorithm) };
        let now = Jobs::begin(py, root, &question)?;
        Ok(Jobs { root: root.anew(py)?, question, memory, now: Mutex::new(now) })
    }

    #[getter]
    fn prover(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.now(py)?.jobs.prover())
    }

    fn question(&self, py: Python<'_>, position: &Position) -> PyResult<Option<(String, bool)>> {
        let now = self.now(py)?;
        let wording = now.jobs.question(position.of_the_game(py, &now.family)?.as_ref()).raise()?;
        Ok(wording.map(|wording| (wording.goal.to_string(), wording.negated)))
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
        let limits = limits(Some(max_nodes), max_seconds, None).raise()?;
        let now = self.now(py)?;
        let at = position.of_the_game(py, &now.family)?;
        now.jobs.solve(&Interpreter::default(), at.as_ref(), limits, &flag(stop)).raise().map(Solution)
    }
}

#[pyfunction]
pub(crate) fn merge(
    py: Python<'_>,
    root: &Position,
    goal: &str,
    proven: bool,
    pieces: &Bound<'_, PyAny>,
) -> PyResult<Py<PyBytes>> {
    if root.session.has_history() {
        return Err(bad_input("the root of a merged proof has no history: leave the moves before it out"));
    }
    let mut pieces = pieces.try_iter()?;
    let next = &mut || next_piece(py, root, &mut pieces).map_err(|error| Error::Interrupted(error.into()));
    let bytes = root.session.merge(&Interpreter::default(), goal, proven, next).raise()?;
    Ok(PyBytes::new(py, &bytes).unbind())
}

fn next_piece(
    py: Python<'_>,
    root: &Position,
    pieces: &mut Bound<'_, PyIterator>,
) -> PyResult<Option<Piece>> {
    let Some(piece) = pieces.next() else { return Ok(None) };
    let (at, what): (PyRef<'_, Position>, Bound<'_, PyAny>) = piece?.extract()?;
    let what = if what.is_none() {
        What::Answered
    } else if let Ok(text) = what.cast::<PyString>() {
        What::Plays(text.to_str()?.to_string())
    } else {
        What::Shown(Box::new(what.extract::<PyBackedBytes>()?))
    };
    Ok(Some(Piece { at: at.of_the_game(py, root)?, what }))
}
