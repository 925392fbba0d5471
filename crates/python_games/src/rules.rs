//! The rules of a game written in Python: its methods are called, and what they return is validated.

use pnyx_game::{Outcome, Player};
use pnyx_solver::held::limits::{Glances, Look};
use pnyx_solver::question::DEFAULT_MEMORY;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyList, PySet, PyString, PyTuple};

use crate::errors::{bad_input, contract, shown};
use crate::signals::signals;

/// The methods that every search calls, looked up once. Nothing is remembered here.
pub struct Rules {
    turn: Py<PyAny>,
    outcome: Py<PyAny>,
    moves: Py<PyAny>,
    play: Py<PyAny>,
}

/// Whether an object has no hash; one whose `__hash__` fails in another way has its own error.
pub fn is_unhashable(object: &Bound<'_, PyAny>) -> bool {
    object.hash().is_err_and(|why| why.is_instance_of::<PyTypeError>(object.py()))
}

/// What is said about an object that cannot be looked up.
pub fn unhashable(what: &str, object: &Bound<'_, PyAny>) -> PyErr {
    let kind = object.get_type().name().map_or_else(|_| "object".into(), |name| name.to_string());
    let instead = match kind.as_str() {
        "list" => "give a tuple",
        "set" => "give a frozenset",
        "dict" => "give a tuple of its items",
        _ => {
            if object.get_type().getattr("__hash__").is_ok_and(|hash| hash.is_none()) {
                return contract(format!(
                    "a {what} needs __hash__ beside __eq__, but {} is a {kind}, which defines __eq__ alone: give it a \
                     __hash__ that is the same for equal objects, or use a tuple or a frozen dataclass",
                    shown(object)
                ));
            }
            "give it __hash__ and __eq__, or use a tuple or a frozen dataclass"
        }
    };
    contract(format!("a {what} must be hashable, but {} is a {kind}: {instead}", shown(object)))
}

impl Rules {
    pub fn of(game: &Bound<'_, PyAny>) -> PyResult<Rules> {
        let rule = |method: &str| match game.getattr_opt(method)? {
            Some(rule) => Ok(rule.unbind()),
            None => Err(bad_input(format!(
                "a game needs the methods start, turn, outcome, moves and play; {} has no {method}",
                game.get_type().name()?
            ))),
        };
        Ok(Rules {
            turn: rule("turn")?,
            outcome: rule("outcome")?,
            moves: rule("moves")?,
            play: rule("play")?,
        })
    }

    pub fn turn(&self, at: &Bound<'_, PyAny>) -> PyResult<Player> {
        let answer = self.turn.bind(at.py()).call1((at,))?;
        let number = if answer.is_instance_of::<PyBool>() { None } else { answer.extract::<i64>().ok() };
        match number {
            Some(0) => Ok(Player::First),
            Some(1) => Ok(Player::Second),
            _ => {
                Err(contract(format!("turn() must return 0 or 1, not {}, at {}", shown(&answer), shown(at))))
            }
        }
    }

    pub fn outcome(&self, at: &Bound<'_, PyAny>) -> PyResult<Option<Outcome>> {
        let answer = self.outcome.bind(at.py()).call1((at,))?;
        if answer.is_none() {
            return Ok(None);
        }
        if answer.is_instance_of::<PyInt>() && !answer.is_instance_of::<PyBool>() {
            match answer.extract::<i64>() {
                Ok(0) => return Ok(Some(Outcome::Win(Player::First))),
                Ok(1) => return Ok(Some(Outcome::Win(Player::Second))),
                _ => {}
            }
        } else if let Ok(text) = answer.cast::<PyString>()
            && text.to_string_lossy() == "draw"
        {
            return Ok(Some(Outcome::Draw));
        }
        Err(contract(format!(
            "outcome() must return None, 0, 1 or 'draw', not {}, at {}",
            shown(&answer),
            shown(at)
        )))
    }

    /// The moves of a position without an outcome.
    pub fn moves<'py>(&self, at: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let py = at.py();
        let answer = self.moves.bind(py).call1((at,))?;
        let moves = if let Ok(list) = answer.cast_exact::<PyList>() {
            list.to_tuple()
        } else if let Ok(tuple) = answer.cast_exact::<PyTuple>() {
            tuple.clone()
        } else {
            return drawn(at, &answer);
        };
        if moves.is_empty() {
            return Err(no_moves(at));
        }
        let different = py
            .get_type::<PySet>()
            .call1((&moves,))
            .map_err(|error| moves.iter().find(is_unhashable).map_or(error, |mv| unhashable("move", &mv)))?;
        if different.len()? == moves.len() {
            return Ok(moves);
        }
        let seen = PySet::empty(py)?;
        for mv in &moves {
            if seen.contains(&mv)? {
                return Err(twice(&mv, at));
            }
            seen.add(mv)?;
        }
        Ok(moves)
    }

    /// The position after a move.
    pub fn play<'py>(&self, at: &Bound<'py, PyAny>, mv: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let after = self.play.bind(at.py()).call1((at, mv))?;
        if after.is_none() {
            return Err(contract(format!(
                "play() must return the next position, not None, at {}",
                shown(at)
            )));
        }
        Ok(after)
    }
}

/// Moves drawn from an iterator, which may have no end: signals and limits are checked between two of them.
fn drawn<'py>(at: &Bound<'py, PyAny>, answer: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    let py = at.py();
    let iterator = answer.try_iter().map_err(|error| match error.is_instance_of::<PyTypeError>(py) {
        true => {
            contract(format!("moves() must return a list of moves, not {}, at {}", shown(answer), shown(at)))
        }
        false => error,
    })?;
    let (seen, mut moves) = (PySet::empty(py)?, Vec::new());
    let (mut weight, mut glances) = (0, Glances::default());
    for mv in iterator {
        let mv = mv?;
        let known = seen.contains(&mv).map_err(|error| match is_unhashable(&mv) {
            true => unhashable("move", &mv),
            false => error,
        })?;
        if known {
            return Err(twice(&mv, at));
        }
        seen.add(&mv)?;
        weight += weigh(&mv);
        moves.push(mv);
        match glances.look(weight, signals)? {
            Look::Fine => {}
            Look::Hit(limit) => {
                let words = format!("a limit was hit while moves were drawn: {limit}");
                return Err(PyRuntimeError::new_err(words));
            }
            Look::TooMuch => {
                return Err(contract(format!(
                    "moves() must come to an end, but {} moves take {} MiB already, at {}",
                    moves.len(),
                    DEFAULT_MEMORY >> 20,
                    shown(at)
                )));
            }
        }
    }
    if moves.is_empty() { Err(no_moves(at)) } else { PyTuple::new(py, moves) }
}

fn no_moves(at: &Bound<'_, PyAny>) -> PyErr {
    contract(format!(
        "a position must have an outcome or a move, but moves() returns none and outcome() is None, at {}",
        shown(at)
    ))
}

fn twice(mv: &Bound<'_, PyAny>, at: &Bound<'_, PyAny>) -> PyErr {
    contract(format!("moves() returns {} twice, at {}", shown(mv), shown(at)))
}

/// Roughly what a move takes, with its places in a list and in a set.
fn weigh(mv: &Bound<'_, PyAny>) -> usize {
    const PLACES: usize = 8 + 32;
    let own = |object: &Bound<'_, PyAny>| {
        object.call_method0("__sizeof__").and_then(|bytes| bytes.extract::<usize>()).unwrap_or(64)
    };
    let parts = mv.cast::<PyTuple>().map_or(0, |tuple| tuple.iter().map(|part| own(&part)).sum());
    PLACES + own(mv) + parts
}
