//! Tables of whole games: made, read and checked.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use pnyx_game::BoxError;
use pnyx_solver::question::limits;
use pnyx_solver::tables::{Rulebook, TableQuestion};
use pnyx_tables::{Entry, File, Portion};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator};

use crate::position::Position;
use crate::records::{Solution, TableReport};
use crate::watch::{Interpreter, StopFlag, flag};
use pnyx_python_games::PythonRules;
use pnyx_python_games::{Raise, bad_input};

/// An entry: the number of the player on move, the value, the distance.
type EntryRow = (usize, &'static str, Option<u32>);

fn row(entry: Entry) -> EntryRow {
    (entry.turn.index(), entry.value.as_str(), entry.value.distance())
}

/// Positions of one player on move: wins and losses by distance, draws, a longest win and a longest loss.
type CountsRow = (Vec<u64>, Vec<u64>, u64, Option<Py<PyBytes>>, Option<Py<PyBytes>>);

/// The file of a table.
#[pyclass(module = "pnyx._core", frozen)]
pub(crate) struct Table(Arc<File>);

#[pymethods]
impl Table {
    #[new]
    fn open(path: PathBuf) -> PyResult<Table> {
        File::open(path).map(|file| Table(Arc::new(file))).map_err(|error| bad_input(error.to_string()))
    }

    #[getter]
    fn game(&self) -> &str {
        &self.0.header().description.game
    }

    #[getter]
    fn options(&self) -> &str {
        &self.0.header().description.options
    }

    #[getter]
    fn starts(&self) -> &str {
        &self.0.header().description.starts
    }

    #[getter]
    fn repetition(&self) -> &str {
        self.0.header().description.repetition.as_str()
    }

    #[getter]
    fn symmetry(&self) -> bool {
        self.0.header().description.symmetry
    }

    #[getter]
    fn edges(&self) -> u64 {
        self.0.header().edges
    }

    #[getter]
    fn plies(&self) -> u64 {
        self.0.header().plies
    }

    #[getter]
    fn longest(&self) -> u32 {
        self.0.header().longest
    }

    /// Wins, draws and losses of the player on move.
    #[getter]
    fn values(&self) -> (u64, u64, u64) {
        let header = self.0.header();
        (header.wins, header.draws, header.losses)
    }

    #[getter]
    fn record_bytes(&self) -> usize {
        self.0.header().record
    }

    fn __len__(&self) -> usize {
        self.0.len() as usize
    }

    /// What is known of the position with these bytes.
    fn get(&self, packed: &[u8]) -> PyResult<Option<EntryRow>> {
        self.0.get(packed).map(|entry| entry.map(row)).map_err(|error| bad_input(error.to_string()))
    }

    /// A position by its number, with what is known of it.
    fn at(&self, py: Python<'_>, number: u64) -> PyResult<(Py<PyBytes>, EntryRow)> {
        let (record, entry) = self.0.position(number).map_err(|error| bad_input(error.to_string()))?;
        Ok((PyBytes::new(py, record).unbind(), row(entry)))
    }

    /// Counts by value and distance, of both players.
    fn counts(&self, py: Python<'_>) -> PyResult<Vec<CountsRow>> {
        let counted = py.detach(|| self.0.statistics()).map_err(|error| bad_input(error.to_string()))?;
        let bytes = |record: Option<Vec<u8>>| record.map(|record| PyBytes::new(py, &record).unbind());
        let rows = counted.by_turn.into_iter().map(|counts| {
            (counts.wins, counts.losses, counts.draws, bytes(counts.longest_win), bytes(counts.longest_loss))
        });
        Ok(rows.collect())
    }
}

/// Rules to be asked instead of the position's own.
fn rulebook(rules: Option<Vec<Py<PyAny>>>) -> Option<PythonRules> {
    rules.map(PythonRules::new)
}

#[pyfunction]
#[pyo3(signature = (position, file, starts, name, *, rules=None, max_positions=None, max_seconds=None, max_memory=None,
                    threads=1, stop=None, on_progress=None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn tabulate(
    position: &Position,
    file: PathBuf,
    starts: &Bound<'_, PyAny>,
    name: String,
    rules: Option<Vec<Py<PyAny>>>,
    max_positions: Option<u64>,
    max_seconds: Option<f64>,
    max_memory: Option<usize>,
    threads: usize,
    stop: Option<PyRef<'_, StopFlag>>,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<TableReport> {
    let limits = limits(max_positions, max_seconds, max_memory).raise()?;
    let question = TableQuestion { file, starts: name, limits, threads };
    let rules = rulebook(rules);
    let rules = rules.as_ref().map(|rules| rules as &Rulebook<'_>);
    let host = Interpreter { on_progress };
    let mut starts = Iterated { rest: starts.try_iter()?.unbind(), ready: VecDeque::new() };
    position.session.tabulate(&host, &question, rules, &mut starts, &flag(stop)).raise().map(TableReport)
}

/// What an iterator of Python gives, some at a time, taken in a thread that does not hold the lock.
struct Iterated {
    rest: Py<PyIterator>,
    ready: VecDeque<Vec<u8>>,
}

/// How many are taken at once: less than a moment's work, so that others get the lock.
const TAKEN: usize = 64;

impl Iterator for Iterated {
    type Item = Result<Vec<u8>, BoxError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ready.is_empty() {
            let taken = Python::attach(|py| {
                let some = self.rest.bind(py).clone().take(TAKEN);
                some.map(|each| each?.extract()).collect::<PyResult<VecDeque<Vec<u8>>>>()
            });
            match taken {
                Ok(taken) => self.ready = taken,
                Err(error) => return Some(Err(error.into())),
            }
        }
        self.ready.pop_front().map(Ok)
    }
}

/// Examine a table: how many positions, moves and starts are right. Without a sample, all of it.
#[pyfunction]
#[pyo3(signature = (position, table, starts, *, rules=None, sample=None, seed=0, threads=1, stop=None, on_progress=None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn check_table(
    position: &Position,
    table: &Table,
    starts: Vec<Vec<u8>>,
    rules: Option<Vec<Py<PyAny>>>,
    sample: Option<u64>,
    seed: u64,
    threads: usize,
    stop: Option<PyRef<'_, StopFlag>>,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<(u64, u64, u64)> {
    let rules = rulebook(rules);
    let rules = rules.as_ref().map(|rules| rules as &Rulebook<'_>);
    let portion = sample.map_or(Portion::All, |count| Portion::Sample(count, seed));
    let host = Interpreter { on_progress };
    let checked = position
        .session
        .check_table(&host, &table.0, rules, (&starts, portion), threads, &flag(stop))
        .raise()?;
    Ok((checked.positions, checked.edges, checked.starts))
}

/// Raise an error where a table is not about this position's game.
#[pyfunction]
pub(crate) fn expect_table(position: &Position, table: &Table) -> PyResult<()> {
    position.session.expect_table(&table.0).raise()
}

/// Whether a goal is reached from a position, as a table knows.
#[pyfunction]
#[pyo3(signature = (position, table, goal, *, max_seconds=None, max_memory=None, stop=None))]
pub(crate) fn table_answer(
    position: &Position,
    table: &Table,
    goal: &str,
    max_seconds: Option<f64>,
    max_memory: Option<usize>,
    stop: Option<PyRef<'_, StopFlag>>,
) -> PyResult<Solution> {
    let limits = limits(None, max_seconds, max_memory).raise()?;
    let host = Interpreter::default();
    position.session.answer_by_table(&host, &table.0, goal, limits, &flag(stop)).raise().map(Solution)
}
