//! The functions of the native module, and the position they are about.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use pnyx_game::{Erased, InputError, RepetitionEffect};
use pnyx_games::{GOAL_DRAW, GOAL_WIN, SPECS, chess, for_built_in, graph};
use pnyx_proof::{CertificateFile, Header, LARGEST_BODY};
use pnyx_search::Limits;
use pyo3::prelude::*;

use crate::errors::{bad_input, read, rejected};
use crate::keeping::Checkpoints;
use crate::order::{Algorithm, Order};
use crate::python_game::PythonGame;
use crate::searching::{MeasureResult, SearchOrder, SearchResult};
use crate::session::{About, Opened, Session};
use crate::shortest::ShortestResult;
use crate::solution::{Report, Solution};
use crate::watch::StopFlag;

#[pyclass(module = "pnyx._core", frozen)]
pub(crate) struct Position {
    session: Box<dyn Session>,
    /// The rules behind a Python game.
    python: Option<Arc<PythonGame>>,
}

impl From<Box<dyn Session>> for Position {
    fn from(session: Box<dyn Session>) -> Position {
        Position { session, python: None }
    }
}

impl Position {
    pub fn session(&self) -> &dyn Session {
        self.session.as_ref()
    }

    /// The rules behind a Python game.
    pub fn python(&self) -> Option<&PythonGame> {
        self.python.as_deref()
    }

    /// The same position of a Python game whose rules have been asked nothing yet; of a built-in game, the same one.
    pub fn anew(&self, py: Python<'_>) -> PyResult<Position> {
        match (&self.python, self.session.python_number()) {
            (Some(game), Some(place)) => {
                python_position(game.rules_object(py), game.object(py, &place).bind(py))
            }
            _ => Ok(self.session.at_text(&self.session.identity()?)?.into()),
        }
    }

    /// This position as one of the game behind another one: positions of a Python game, and of graphs, have numbers that
    /// mean nothing elsewhere.
    pub fn of_the_game(&self, py: Python<'_>, other: &Position) -> PyResult<Box<dyn Session>> {
        let (ours, theirs) = (self.session.about(), other.session.about());
        if ours.name != theirs.name || ours.rules != theirs.rules || ours.python != theirs.python {
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
        match (&self.python, &other.python, self.session.python_number()) {
            (Some(game), Some(family), Some(place)) => {
                let (ours, theirs) = (game.rules_object(py), family.rules_object(py));
                if !ours.get_type().is(theirs.get_type()) {
                    let names = (ours.get_type().name()?, theirs.get_type().name()?);
                    return Err(bad_input(format!("expected a position of {}, not of {}", names.1, names.0)));
                }
                other.session.at_number(family.number(game.object(py, &place).bind(py))?)
            }
            _ => other.session.at_text(&self.session.identity()?),
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
    fn options(&self) -> BTreeMap<String, String> {
        self.session.about().options.clone()
    }

    #[getter]
    fn rules(&self) -> BTreeMap<String, String> {
        self.session.about().rules.clone()
    }

    #[getter]
    fn text(&self) -> PyResult<String> {
        self.session.text()
    }

    #[getter]
    fn board(&self) -> PyResult<String> {
        self.session.board()
    }

    #[getter]
    fn identity(&self) -> PyResult<String> {
        self.session.identity()
    }

    #[getter]
    fn turn(&self) -> PyResult<String> {
        self.session.turn()
    }

    #[getter]
    fn players(&self) -> (String, String) {
        self.session.players().into()
    }

    #[getter]
    fn outcome(&self) -> PyResult<Option<String>> {
        self.session.outcome()
    }

    #[getter]
    fn goals(&self) -> Vec<&'static str> {
        self.session.about().goals.clone()
    }

    #[getter]
    fn object(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match (&self.python, self.session.python_number()) {
            (Some(game), Some(place)) => Ok(game.object(py, &place)),
            _ => Ok(py.None()),
        }
    }

    fn moves(&self) -> PyResult<Vec<String>> {
        self.session.moves()
    }

    fn play(&self, r#move: &str) -> PyResult<Position> {
        Ok(Position { session: self.session.play(r#move)?, python: self.python.clone() })
    }

    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        self.session.perft(py, depth)
    }
}

pub(crate) type Texts = BTreeMap<String, String>;

/// A game's facts, with the options that differ from their defaults.
fn about(name: &str, given: &Texts) -> About {
    let spec = SPECS.iter().find(|spec| spec.name == name).expect("opened by this name");
    let default = |key: &str| spec.options.iter().find(|o| o.name == key).map(|o| o.default);
    // Switches may be given as true and false; certificates know them as on and off.
    let plain = |value: &str| match value {
        "true" => "on".to_string(),
        "false" => "off".to_string(),
        other => other.to_string(),
    };
    let options: Texts = (given.iter().map(|(k, v)| (k.clone(), plain(v))))
        .filter(|(k, v)| default(k) != Some(v.as_str()))
        .collect();
    let named = |key: &str| spec.options.iter().any(|o| o.name == key && o.in_certificate);
    let rules = options.iter().filter(|(k, _)| named(k)).map(|(k, v)| (k.clone(), v.clone()));
    About {
        name: name.to_string(),
        goals: spec.goals.to_vec(),
        rules: rules.collect(),
        options,
        python: false,
    }
}

/// A built-in game with a position that may have a history: `TEXT moves m1 m2 ...`.
fn open(game: &str, text: Option<&str>, options: Texts) -> PyResult<Box<dyn Session>> {
    // Comments may speak of moves.
    let plain = text.filter(|_| game == "graph").map(graph::without_comments);
    let (board, moves) = match plain.as_deref().or(text) {
        Some(text) => split_history(text)?,
        None => (None, Vec::new()),
    };
    let opened = read(pnyx_games::open(game, board, options.clone()))?;
    let about = about(game, &opened.canonical(&options));
    let session = for_built_in!(opened, |g, p| Box::new(Opened::new(about, g, p)) as Box<dyn Session>);
    if moves.is_empty() {
        return Ok(session);
    }
    if session.about().options.get("en-passant").is_some_and(|value| value == "always") {
        // The history would repeat by one notion of the same position and not by the other.
        return Err(bad_input(
            "en-passant=always knows no history: leave out the moves, or take en-passant=legal",
        ));
    }
    session.history(&moves)
}

fn split_history(text: &str) -> PyResult<(Option<&str>, Vec<&str>)> {
    let word = text.match_indices("moves").find(|(at, word)| {
        text[..*at].ends_with(char::is_whitespace)
            && text[at + word.len()..].chars().next().is_none_or(char::is_whitespace)
    });
    let Some((at, word)) = word else { return Ok((Some(text), Vec::new())) };
    let moves: Vec<&str> = text[at + word.len()..].split_whitespace().collect();
    if moves.is_empty() {
        return Err(bad_input("expected moves after the word 'moves', got none: leave the word out"));
    }
    Ok((Some(text[..at].trim_end()), moves))
}

#[pyfunction]
#[pyo3(signature = (game, text=None, options=None))]
pub(crate) fn position(game: &str, text: Option<&str>, options: Option<Texts>) -> PyResult<Position> {
    Ok(open(game, text, options.unwrap_or_default())?.into())
}

#[pyfunction]
pub(crate) fn python_position(game: &Bound<'_, PyAny>, position: &Bound<'_, PyAny>) -> PyResult<Position> {
    let python = Arc::new(PythonGame::new(game)?);
    let number = python.number(position)?;
    let about = About {
        name: python.name.clone(),
        goals: vec![GOAL_WIN, GOAL_DRAW],
        options: Texts::new(),
        rules: Texts::new(),
        python: true,
    };
    let session = Box::new(Opened::new(about, Erased(python.clone()), number));
    Ok(Position { session, python: Some(python) })
}

#[pyfunction]
#[pyo3(signature = (position, goal, algorithm, options, *, max_nodes=None, max_seconds=None, max_memory=None,
                    threads=1, checkpoint=None, every=60.0, resume=None, all_moves=false, trace=false, stop=None, on_progress=None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn solve(
    py: Python<'_>,
    position: &Position,
    goal: String,
    algorithm: &str,
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
    stop: Option<PyRef<'_, StopFlag>>,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<Solution> {
    let algorithm = Algorithm::read(algorithm, &options)?;
    let limits = limits(max_nodes, max_seconds, max_memory)?;
    let checkpoints = checkpoints(checkpoint, every, resume)?;
    let order =
        Order { all_moves, trace, on_progress, checkpoints, ..Order::new(goal, algorithm, limits, threads) };
    let stop = stop.map(|stop| stop.clone()).unwrap_or_default();
    position.session.solve(py, order, &stop.0)
}

#[pyfunction]
#[pyo3(signature = (position, algorithm, options, *, max_nodes=None, max_seconds=None, max_memory=None,
                    threads=1, all_moves=false, stop=None, on_progress=None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn value(
    py: Python<'_>,
    position: &Position,
    algorithm: &str,
    options: Texts,
    max_nodes: Option<u64>,
    max_seconds: Option<f64>,
    max_memory: Option<usize>,
    threads: usize,
    all_moves: bool,
    stop: Option<PyRef<'_, StopFlag>>,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<Vec<(String, Solution)>> {
    let algorithm = Algorithm::read(algorithm, &options)?;
    let limits = limits(max_nodes, max_seconds, max_memory)?;
    let order = Order { all_moves, on_progress, ..Order::new(String::new(), algorithm, limits, threads) };
    let stop = stop.map(|stop| stop.clone()).unwrap_or_default();
    position.session.value(py, order, &stop.0)
}

#[pyfunction]
#[pyo3(signature = (position, goal, algorithm, options, *, max_nodes=None, max_seconds=None, max_memory=None,
                    threads=1, checkpoint=None, every=60.0, resume=None, stop=None, on_progress=None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn shortest(
    py: Python<'_>,
    position: &Position,
    goal: String,
    algorithm: &str,
    options: Texts,
    max_nodes: Option<u64>,
    max_seconds: Option<f64>,
    max_memory: Option<usize>,
    threads: usize,
    checkpoint: Option<PathBuf>,
    every: f64,
    resume: Option<PathBuf>,
    stop: Option<PyRef<'_, StopFlag>>,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<ShortestResult> {
    let algorithm = Algorithm::read(algorithm, &options)?;
    let limits = limits(max_nodes, max_seconds, max_memory)?;
    let checkpoints = checkpoints(checkpoint, every, resume)?;
    let order = Order { on_progress, checkpoints, ..Order::new(goal, algorithm, limits, threads) };
    let stop = stop.map(|stop| stop.clone()).unwrap_or_default();
    position.session.shortest(py, order, &stop.0)
}

#[pyfunction]
#[pyo3(signature = (position, algorithm, options, *, depth=None, until_end=false, all_best=false, max_nodes=None,
                    max_seconds=None, max_memory=None, trace=false, stop=None, on_progress=None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn search(
    py: Python<'_>,
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
    let limits = limits(max_nodes, max_seconds, max_memory)?;
    let order = SearchOrder::read(algorithm, &options, (depth, until_end), all_best, limits)?;
    let stop = stop.map(|stop| stop.clone()).unwrap_or_default();
    position.session.search(py, SearchOrder { trace, on_progress, ..order }, &stop.0)
}

#[pyfunction]
#[pyo3(signature = (position, depth, *, minimaxed=0, quiescence=false, max_nodes=None, max_seconds=None,
                    max_memory=None, stop=None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn measure(
    py: Python<'_>,
    position: &Position,
    depth: u32,
    minimaxed: u32,
    quiescence: bool,
    max_nodes: Option<u64>,
    max_seconds: Option<f64>,
    max_memory: Option<usize>,
    stop: Option<PyRef<'_, StopFlag>>,
) -> PyResult<(Option<MeasureResult>, Option<String>)> {
    let limits = limits(max_nodes, max_seconds, max_memory)?;
    let stop = stop.map(|stop| stop.clone()).unwrap_or_default();
    match position.session.measure(py, (depth, minimaxed), quiescence, limits, &stop.0)? {
        Ok(measured) => Ok((Some(measured), None)),
        Err(limit) => Ok((None, Some(limit))),
    }
}

fn checkpoints(save: Option<PathBuf>, every: f64, resume: Option<PathBuf>) -> PyResult<Checkpoints> {
    let every = Duration::try_from_secs_f64(every)
        .map_err(|_| bad_input(format!("{every} seconds is no time between checkpoints")))?;
    Ok(Checkpoints::new(save.map(|path| (path, every)), resume))
}

pub(crate) fn limits(nodes: Option<u64>, seconds: Option<f64>, memory: Option<usize>) -> PyResult<Limits> {
    let time = seconds
        .map(|s| {
            Duration::try_from_secs_f64(s).map_err(|_| bad_input(format!("{s} seconds is no time limit")))
        })
        .transpose()?;
    Ok(Limits { nodes, time, memory })
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
    let file = CertificateFile::open(data, max_body.unwrap_or(LARGEST_BODY))
        .map_err(|error| rejected(error.to_string()))?;
    subject(py, &file.header, game, syzygy)?.get().session.check(py, &file)
}

/// The position that a certificate speaks of: one that was given with it, or what its header says.
pub(crate) fn subject(
    py: Python<'_>,
    header: &Header,
    game: Option<&Bound<'_, PyAny>>,
    syzygy: Option<&str>,
) -> PyResult<Py<Position>> {
    if let Some(position) = game.and_then(|game| game.cast::<Position>().ok()) {
        return Ok(position.clone().unbind());
    }
    let refuse = |error: PyErr| rejected(error.value(py).to_string());
    if let Some(game) = game {
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
        return Py::new(py, python_position(game, &root)?);
    }
    let options = read(pnyx_games::options_from_json(&header.options)).map_err(refuse)?;
    let Some(spec) = SPECS.iter().find(|spec| spec.name == header.game) else {
        return Err(rejected(format!(
            "the certificate is about '{}', which is not built in: a game written in Python must be given with it",
            header.game
        )));
    };
    // Nobody's file says which directories of ours to look into.
    if let Some(o) = spec.options.iter().find(|o| !o.in_certificate && options.contains_key(o.name)) {
        return Err(rejected(format!("options should not hold {}, which does not change the rules", o.name)));
    }
    let options = read(chess::Tables::find(spec.name, options, syzygy))?;
    let session = open(&header.game, Some(&header.position), options).map_err(refuse)?;
    if header.repetition == RepetitionEffect::Impossible && !split_history(&header.position)?.1.is_empty() {
        return Err(rejected("a history has no meaning where positions cannot repeat".into()));
    }
    Py::new(py, Position::from(session))
}

#[pyfunction]
pub(crate) fn check_game(
    py: Python<'_>,
    position: &Position,
    playouts: u32,
    max_plies: u32,
    seed: u64,
) -> PyResult<(u64, u64)> {
    position.session.check_game(py, playouts, max_plies, seed)
}
