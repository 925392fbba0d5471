//! The functions of the native module, and the position they are about.

use std::path::PathBuf;
use std::sync::Arc;

use pnyx_game::{Erased, GoalSpec, Goals, InputError};
use pnyx_proof::{CertificateFile, LARGEST_BODY};
use pnyx_solver::question::{Texts, duration, limits};
use pnyx_solver::{About, GameFacts, MeasureQuestion, Opened, SearchQuestion, Session, goals, open};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::records::{Goal, MeasureResult, Report, SearchResult, ShortestResult, Solution};
use crate::watch::{Interpreter, StopFlag, flag};
use pnyx_python_games::{PythonGame, RulesHere, held};
use pnyx_python_games::{Raise, bad_input, rejected};

#[pyclass(module = "pnyx._core", frozen)]
pub(crate) struct Position {
    pub session: Box<dyn Session>,
    /// The rules behind a Python game.
    pub python: Option<Arc<PythonGame>>,
}

impl From<Box<dyn Session>> for Position {
    fn from(session: Box<dyn Session>) -> Position {
        Position { session, python: None }
    }
}

impl Position {
    /// A Python game and its position.
    fn in_python<'py>(&self, py: Python<'py>) -> Option<(&PythonGame, Bound<'py, PyAny>)> {
        let game = self.python.as_deref()?;
        let opened = Opened::<Erased>::of(self.session.as_ref()).ok()?;
        Some((game, held(&opened.root).object.bind(py).clone()))
    }

    /// The same position of a Python game whose rules have been asked nothing yet; of a built-in game, the same one.
    pub fn anew(&self, py: Python<'_>) -> PyResult<Position> {
        match self.in_python(py) {
            Some((game, position)) => python_position(game.game.bind(py), &position),
            None => Ok(self.session.identity().and_then(|text| self.session.at_text(&text)).raise()?.into()),
        }
    }

    /// This position as one of the game behind another one: positions of a Python game, and of graphs, have numbers
    /// that mean nothing elsewhere.
    pub fn of_the_game(&self, py: Python<'_>, other: &Position) -> PyResult<Box<dyn Session>> {
        let (ours, theirs) = (self.session.about(), other.session.about());
        if ours.name != theirs.name
            || ours.rules != theirs.rules
            || self.python.is_some() != other.python.is_some()
        {
            return Err(bad_input(format!(
                "expected a position of {} with the options {}, not of {} with {}",
                theirs.name,
                pnyx_games::options_to_json(&theirs.rules),
                ours.name,
                pnyx_games::options_to_json(&ours.rules)
            )));
        }
        if self.session.has_history() {
            return Err(bad_input("expected a position without a history: leave the moves before it out"));
        }
        match (self.in_python(py), &other.python) {
            (Some((game, position)), Some(family)) => {
                let (ours, theirs) = (game.game.bind(py), family.game.bind(py));
                if !ours.get_type().is(theirs.get_type()) {
                    let names = (ours.get_type().name()?, theirs.get_type().name()?);
                    return Err(bad_input(format!("expected a position of {}, not of {}", names.1, names.0)));
                }
                open::numbered_at(other.session.as_ref(), family.number(&position)?).raise()
            }
            _ => self.session.identity().and_then(|text| other.session.at_text(&text)).raise(),
        }
    }
}

#[pymethods]
impl Position {
    #[getter]
    fn game(&self) -> &str {
        &self.session.about().name
    }

    #[getter]
    fn options(&self) -> Texts {
        self.session.about().options.clone()
    }

    #[getter]
    fn rules(&self) -> Texts {
        self.session.about().rules.clone()
    }

    #[getter]
    fn text(&self) -> PyResult<String> {
        self.session.text().raise()
    }

    #[getter]
    fn board(&self) -> PyResult<String> {
        self.session.board().raise()
    }

    #[getter]
    fn identity(&self) -> PyResult<String> {
        self.session.identity().raise()
    }

    #[getter]
    fn turn(&self) -> PyResult<String> {
        self.session.turn().raise()
    }

    #[getter]
    fn players(&self) -> (String, String) {
        self.session.players().into()
    }

    #[getter]
    fn outcome(&self) -> PyResult<Option<String>> {
        self.session.outcome().raise()
    }

    #[getter]
    fn goals(&self) -> Vec<String> {
        self.session.about().goals.iter().map(GoalSpec::label).collect()
    }

    #[getter]
    fn repetition(&self) -> &str {
        self.session.repetition().as_str()
    }

    #[getter]
    fn object<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.in_python(py).map(|(_, position)| position)
    }

    fn moves(&self) -> PyResult<Vec<String>> {
        self.session.moves().raise()
    }

    fn play(&self, r#move: &str) -> PyResult<Position> {
        Ok(Position { session: self.session.play(r#move).raise()?, python: self.python.clone() })
    }

    /// The bytes of the position's representative in tables.
    fn packed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.session.packed().raise()?))
    }

    /// The position of the same game with these bytes.
    fn unpacked(&self, packed: &[u8]) -> PyResult<Position> {
        Ok(Position { session: self.session.unpacked(packed).raise()?, python: self.python.clone() })
    }

    fn perft(&self, depth: u32) -> PyResult<u64> {
        self.session.perft(&Interpreter::default(), depth).raise()
    }
}

#[pyfunction]
#[pyo3(signature = (game, text=None, options=None))]
pub(crate) fn position(game: &str, text: Option<&str>, options: Option<Texts>) -> PyResult<Position> {
    Ok(open::open(game, text, options.unwrap_or_default()).raise()?.into())
}

#[pyfunction]
#[pyo3(signature = (text, position=None))]
pub(crate) fn goal(text: &str, position: Option<&Position>) -> PyResult<Option<Goal>> {
    let goals = position.map_or_else(goals::all, |position| position.session.about().goals.clone());
    Ok(goals::find(text, &goals).raise()?.map(Goal))
}

#[pyfunction]
pub(crate) fn python_position(game: &Bound<'_, PyAny>, position: &Bound<'_, PyAny>) -> PyResult<Position> {
    let python = Arc::new(PythonGame::new(game)?);
    let number = python.number(position)?;
    let about = About {
        name: python.name.clone(),
        goals: Erased(python.clone()).goals(),
        options: Texts::new(),
        rules: Texts::new(),
        facts: GameFacts {
            locked: true,
            slow: true,
            holds_positions: true,
            no_estimate: Some("write a method estimate(position, prover), or use init=mobility or init=unit"),
            endless: " (a game in which positions are never repeated declares this by repetition = \"impossible\")",
        },
    };
    let rulebook = Arc::new(RulesHere::new(python.clone(), position));
    let session = open::numbered(about, python.clone(), number, python.clone(), Some(rulebook));
    Ok(Position { session, python: Some(python) })
}

/// A question about a position.
#[pyclass(module = "pnyx._core", frozen)]
pub(crate) struct Question(pnyx_solver::Question);

#[pymethods]
impl Question {
    #[new]
    #[pyo3(signature = (goal, algorithm, options, *, max_nodes=None, max_seconds=None, max_memory=None, threads=1,
                        checkpoint=None, every=60.0, resume=None, all_moves=false, trace=false))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        goal: String,
        algorithm: String,
        options: Texts,
        max_nodes: Option<u64>,
        max_seconds: Option<f64>,
        max_memory: Option<usize>,
        threads: usize,
        checkpoint: Option<PathBuf>,
        every: f64,
        resume: Option<PathBuf>,
        all_moves: bool,
        trace: bool,
    ) -> PyResult<Question> {
        let limits = limits(max_nodes, max_seconds, max_memory).raise()?;
        let every = duration(every, "time between checkpoints").raise()?;
        let checkpoint = checkpoint.map(|path| (path, every));
        Ok(Question(pnyx_solver::Question {
            goal,
            algorithm,
            options,
            limits,
            threads,
            all_moves,
            trace,
            checkpoint,
            resume,
        }))
    }
}

#[pyfunction]
#[pyo3(signature = (position, question, *, stop=None, on_progress=None))]
pub(crate) fn solve(
    position: &Position,
    question: &Question,
    stop: Option<PyRef<'_, StopFlag>>,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<Solution> {
    position.session.solve(&Interpreter { on_progress }, &question.0, &flag(stop)).raise().map(Solution)
}

#[pyfunction]
#[pyo3(signature = (position, question, *, stop=None, on_progress=None))]
pub(crate) fn value(
    position: &Position,
    question: &Question,
    stop: Option<PyRef<'_, StopFlag>>,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<Vec<(String, Solution)>> {
    let answers = position.session.value(&Interpreter { on_progress }, &question.0, &flag(stop)).raise()?;
    Ok(answers.into_iter().map(|(goal, answer)| (goal, Solution(answer))).collect())
}

#[pyfunction]
#[pyo3(signature = (position, question, *, stop=None, on_progress=None))]
pub(crate) fn shortest(
    position: &Position,
    question: &Question,
    stop: Option<PyRef<'_, StopFlag>>,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<ShortestResult> {
    let found = position.session.shortest(&Interpreter { on_progress }, &question.0, &flag(stop));
    found.raise().map(ShortestResult)
}

#[pyfunction]
#[pyo3(signature = (position, algorithm, options, *, depth=None, until_end=false, all_best=false, max_nodes=None,
                    max_seconds=None, max_memory=None, trace=false, stop=None, on_progress=None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn search(
    position: &Position,
    algorithm: &str,
    options: Texts,
    depth: Option<u32>,
    until_end: bool,
    all_best: bool,
    max_nodes: Option<u64>,
    max_seconds: Option<f64>,
    max_memory: Option<usize>,
    trace: bool,
    stop: Option<PyRef<'_, StopFlag>>,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<SearchResult> {
    let limits = limits(max_nodes, max_seconds, max_memory).raise()?;
    let algorithm = algorithm.to_string();
    let question = SearchQuestion { algorithm, options, depth, until_end, all_best, limits, trace };
    position.session.search(&Interpreter { on_progress }, &question, &flag(stop)).raise().map(SearchResult)
}

#[pyfunction]
#[pyo3(signature = (position, depth, *, minimaxed=0, quiescence=false, max_nodes=None, max_seconds=None,
                    max_memory=None, stop=None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn measure(
    position: &Position,
    depth: u32,
    minimaxed: u32,
    quiescence: bool,
    max_nodes: Option<u64>,
    max_seconds: Option<f64>,
    max_memory: Option<usize>,
    stop: Option<PyRef<'_, StopFlag>>,
) -> PyResult<(Option<MeasureResult>, Option<String>)> {
    let limits = limits(max_nodes, max_seconds, max_memory).raise()?;
    let question = MeasureQuestion { depth, minimaxed, quiescence, limits };
    match position.session.measure(&Interpreter::default(), &question, &flag(stop)).raise()? {
        Ok(measured) => Ok((Some(MeasureResult(measured)), None)),
        Err(limit) => Ok((None, Some(limit))),
    }
}

#[pyfunction]
#[pyo3(signature = (data, game=None, max_body=None, syzygy=None))]
pub(crate) fn check(
    py: Python<'_>,
    data: &[u8],
    game: Option<&Bound<'_, PyAny>>,
    max_body: Option<usize>,
    syzygy: Option<&str>,
) -> PyResult<Report> {
    let (file, subject) = subject(py, data, game, max_body, syzygy)?;
    subject.get().session.check(&Interpreter::default(), &file).raise().map(Report)
}

/// A certificate's file, and the position that it speaks of: one that was given with it, or what its header says.
pub(crate) fn subject<'a>(
    py: Python<'_>,
    data: &'a [u8],
    game: Option<&Bound<'_, PyAny>>,
    max_body: Option<usize>,
    syzygy: Option<&str>,
) -> PyResult<(CertificateFile<'a>, Py<Position>)> {
    let file = CertificateFile::open(data, max_body.unwrap_or(LARGEST_BODY))
        .map_err(|error| rejected(error.to_string()))?;
    let header = &file.header;
    if let Some(position) = game.and_then(|game| game.cast::<Position>().ok()) {
        return Ok((file, position.clone().unbind()));
    }
    let position = if let Some(game) = game {
        let python = PythonGame::new(game)?;
        if python.name != header.game {
            return Err(rejected(format!(
                "the certificate is about {}, not about {}",
                header.game, python.name
            )));
        }
        let root = python.parse_object(py, &header.position).map_err(|error| {
            let text = InputError::quote(&header.position);
            rejected(format!("{} cannot read the position {text}: {}", python.name, error.value(py)))
        })?;
        python_position(game, &root)?
    } else {
        open::subject(header, syzygy).raise()?.into()
    };
    Ok((file, Py::new(py, position)?))
}

#[pyfunction]
pub(crate) fn check_game(
    position: &Position,
    playouts: u32,
    max_plies: u32,
    seed: u64,
) -> PyResult<(u64, u64)> {
    position.session.check_game(&Interpreter::default(), playouts, max_plies, seed).raise()
}
