//! A game written in Python, as a numbered game.
//!
//! Positions are interned: each gets a number the first time it is seen, by the object's own
//! equality. (`hash()` alone is no key: it differs from process to process, and collides.) What the
//! rules have answered once is not asked again.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use pnyx_game::{BoxError, Estimate, InputError, Numbered, Outcome, Player, Repetition};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString};

use crate::errors::{bad_input, contract};
use crate::estimates::{self, Estimates};
use crate::values::Values;

/// Objects and their numbers. Python's dictionary compares them; the list finds them again.
struct Interner {
    numbers: Py<PyDict>,
    objects: Py<PyList>,
}

impl Interner {
    fn new(py: Python<'_>) -> Interner {
        Interner { numbers: PyDict::new(py).unbind(), objects: PyList::empty(py).unbind() }
    }

    fn number(&self, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = object.py();
        let numbers = self.numbers.bind(py);
        if let Some(number) = numbers.get_item(object)? {
            return number.extract();
        }
        let objects = self.objects.bind(py);
        objects.append(object)?;
        let number =
            u32::try_from(objects.len() - 1).map_err(|_| PyValueError::new_err("too many positions"))?;
        // Comparing may run Python, and so another thread: whoever is first gives the number.
        numbers.call_method1("setdefault", (object, number))?.extract()
    }

    fn object<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyAny>> {
        self.objects.bind(py).get_item(number as usize)
    }
}

/// What is known of a position.
#[derive(Clone, Default)]
struct Known {
    turn: Option<Player>,
    outcome: Option<Option<Outcome>>,
    /// The number of moves.
    moves: Option<u32>,
    /// Positions after those moves that were made.
    after: Option<Box<[u32]>>,
    class: Option<u32>,
    /// What it looks like, or what it is worth if it is final.
    value: Option<i32>,
}

const NOT_YET: u32 = u32::MAX;

pub(crate) struct PythonGame {
    game: Py<PyAny>,
    pub name: String,
    players: [String; 2],
    repetition: Repetition,
    has_repetition_key: bool,
    has_may_repeat: bool,
    has_move_text: bool,
    has_position_text: bool,
    has_parse: bool,
    has_estimate: bool,
    values: Values,
    positions: Interner,
    /// The moves of each position, by its number. A move's own number is its place there: moves of different
    /// positions may compare equal and still be different things.
    moves: Py<PyDict>,
    classes: Interner,
    estimates: Estimates,
    /// Moves kept, of all positions together.
    move_count: AtomicUsize,
    /// By number of the position. Never locked while Python runs, which could switch threads.
    known: Mutex<Vec<Known>>,
}

/// Roughly what an interned Python position costs with its dictionary entry.
const BYTES_PER_OBJECT: usize = 250;
/// Roughly what one of its moves costs.
const BYTES_PER_MOVE: usize = 80;

/// A text that a certificate's header, which has one line for it, can hold.
fn one_line(what: &str, text: String) -> PyResult<String> {
    if text.is_empty() {
        return Err(contract(format!("{what} must not be an empty text")));
    }
    match text.chars().find(|c| c.is_control()) {
        Some(control) => Err(contract(format!(
            "{what} must give text without control characters such as {control:?}, not {}",
            InputError::quote(&text)
        ))),
        None => Ok(text),
    }
}

impl PythonGame {
    pub fn new(game: &Bound<'_, PyAny>) -> PyResult<PythonGame> {
        let py = game.py();
        for method in ["turn", "outcome", "moves", "play"] {
            if !game.hasattr(method)? {
                return Err(bad_input(format!(
                    "a game needs the methods start, turn, outcome, moves and play; {} has no {method}",
                    game.get_type().name()?
                )));
            }
        }
        let name = match game.getattr_opt("name")? {
            Some(name) => one_line("name", name.extract()?)?,
            None => game.get_type().name()?.to_string(),
        };
        let players = match game.getattr_opt("players")? {
            Some(players) => {
                let (first, second): (String, String) = players.extract()?;
                [one_line("players", first)?, one_line("players", second)?]
            }
            None => ["first".into(), "second".into()],
        };
        let repetition = match game.getattr_opt("repetition")? {
            None => Repetition::Draw,
            Some(rule) => match rule.extract::<String>()?.as_str() {
                "draw" => Repetition::Draw,
                "impossible" => Repetition::Impossible,
                "illegal" => Repetition::Illegal,
                other => {
                    return Err(bad_input(format!(
                        "repetition must be 'draw', 'impossible' or 'illegal', not {}",
                        InputError::quote(other)
                    )));
                }
            },
        };
        Ok(PythonGame {
            name,
            players,
            repetition,
            has_repetition_key: repetition != Repetition::Impossible && game.hasattr("repetition_key")?,
            has_may_repeat: repetition == Repetition::Illegal && game.hasattr("may_repeat")?,
            has_move_text: game.hasattr("move_text")?,
            has_position_text: game.hasattr("position_text")?,
            has_parse: game.hasattr("parse")?,
            has_estimate: game.getattr_opt("estimate")?.is_some_and(|method| method.is_callable()),
            values: Values::new(game)?,
            positions: Interner::new(py),
            moves: PyDict::new(py).unbind(),
            classes: Interner::new(py),
            estimates: Estimates::default(),
            move_count: AtomicUsize::new(0),
            known: Mutex::new(Vec::new()),
            game: game.clone().unbind(),
        })
    }

    /// The number of a position.
    pub fn number(&self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        let number = self.positions.number(position)?;
        let mut known = self.known.lock().expect("never poisoned");
        if known.len() <= number as usize {
            known.resize(number as usize + 1, Known::default());
        }
        Ok(number)
    }

    /// The position with this number.
    pub fn object(&self, py: Python<'_>, number: u32) -> PyResult<Py<PyAny>> {
        self.positions.object(py, number).map(Bound::unbind)
    }

    /// Read a position by the game's own method.
    pub fn parse_object<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        if !self.has_parse {
            return Err(bad_input(format!(
                "{} has no method parse(text), so it cannot read positions",
                self.name
            )));
        }
        self.game.bind(py).call_method1("parse", (text,))
    }

    fn known<T>(&self, position: u32, look: impl FnOnce(&Known) -> Option<T>) -> Option<T> {
        look(&self.known.lock().expect("never poisoned")[position as usize])
    }

    fn learn(&self, position: u32, what: impl FnOnce(&mut Known)) {
        what(&mut self.known.lock().expect("never poisoned")[position as usize]);
    }

    /// Call one of the game's methods on a position.
    fn ask<'py>(&self, py: Python<'py>, method: &str, position: u32) -> PyResult<Bound<'py, PyAny>> {
        self.game.bind(py).call_method1(method, (self.positions.object(py, position)?,))
    }

    fn show(&self, py: Python<'_>, position: u32) -> String {
        let shown = self.positions.object(py, position).and_then(|p| p.repr());
        shown.map_or_else(|_| "a position".into(), |repr| InputError::quote(&repr.to_string_lossy()))
    }

    fn ask_turn(&self, py: Python<'_>, position: u32) -> PyResult<Player> {
        let answer = self.ask(py, "turn", position)?;
        let number = if answer.is_instance_of::<PyBool>() { None } else { answer.extract::<i64>().ok() };
        match number {
            Some(0) => Ok(Player::First),
            Some(1) => Ok(Player::Second),
            _ => Err(contract(format!(
                "turn() must return 0 or 1, not {}, at {}",
                InputError::quote(&answer.repr()?.to_string_lossy()),
                self.show(py, position)
            ))),
        }
    }

    fn ask_outcome(&self, py: Python<'_>, position: u32) -> PyResult<Option<Outcome>> {
        let answer = self.ask(py, "outcome", position)?;
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
            InputError::quote(&answer.repr()?.to_string_lossy()),
            self.show(py, position)
        )))
    }

    /// Ask for the moves of a position and keep them; gives their number.
    fn ask_moves(&self, py: Python<'_>, position: u32) -> PyResult<u32> {
        let moves = PyList::empty(py);
        let seen = PyDict::new(py);
        for mv in self.ask(py, "moves", position)?.try_iter()? {
            let mv = mv?;
            if seen.contains(&mv)? {
                return Err(contract(format!(
                    "moves() gives {} twice, at {}",
                    InputError::quote(&mv.repr()?.to_string_lossy()),
                    self.show(py, position)
                )));
            }
            seen.set_item(&mv, true)?;
            moves.append(mv)?;
        }
        if moves.is_empty() {
            let place = self.show(py, position);
            return Err(contract(format!(
                "a position must have an outcome or a move, but moves() gives none and outcome() is None, at {place}"
            )));
        }
        // Another thread may have asked meanwhile: the first answer stays.
        let kept = self.moves.bind(py).call_method1("setdefault", (position, moves))?;
        let count = kept.len()? as u32;
        self.move_count.fetch_add(count as usize, Ordering::Relaxed);
        Ok(count)
    }

    fn move_object<'py>(&self, py: Python<'py>, position: u32, mv: u32) -> PyResult<Bound<'py, PyAny>> {
        match self.moves.bind(py).get_item(position)? {
            Some(moves) => moves.get_item(mv),
            None => Err(PyValueError::new_err("this move does not belong to this position")),
        }
    }

    /// What one of the methods that give numbers says; a position is either final or not, and has one of them.
    fn number_of(&self, position: u32, method: &str) -> Result<i32, BoxError> {
        if let Some(value) = self.known(position, |k| k.value) {
            return Ok(value);
        }
        let value = Python::attach(|py| {
            let answer = self.ask(py, method, position)?;
            self.values.read(&answer, method, || self.show(py, position))
        })?;
        self.learn(position, |k| k.value = Some(value));
        Ok(value)
    }

    fn count_moves(&self, position: u32) -> Result<u32, BoxError> {
        if let Some(count) = self.known(position, |k| k.moves) {
            return Ok(count);
        }
        let count = Python::attach(|py| self.ask_moves(py, position))?;
        self.learn(position, |k| k.moves = Some(count));
        Ok(count)
    }

    fn text_of(
        &self,
        py: Python<'_>,
        method: &str,
        has: bool,
        position: u32,
        mv: Option<u32>,
    ) -> PyResult<String> {
        let place = self.positions.object(py, position)?;
        let object = match mv {
            Some(mv) => self.move_object(py, position, mv)?,
            None => place.clone(),
        };
        if !has {
            return Ok(object.repr()?.to_string_lossy().into_owned());
        }
        let game = self.game.bind(py);
        let text = match mv {
            Some(_) => game.call_method1(method, (place, object))?,
            None => game.call_method1(method, (place,))?,
        };
        text.extract::<String>().map_err(|_| PyTypeError::new_err(format!("{method}() must return a str")))
    }
}

impl Numbered for PythonGame {
    fn turn(&self, position: u32) -> Result<Player, BoxError> {
        if let Some(turn) = self.known(position, |k| k.turn) {
            return Ok(turn);
        }
        let turn = Python::attach(|py| self.ask_turn(py, position))?;
        self.learn(position, |k| k.turn = Some(turn));
        Ok(turn)
    }

    fn outcome(&self, position: u32) -> Result<Option<Outcome>, BoxError> {
        if let Some(outcome) = self.known(position, |k| k.outcome) {
            return Ok(outcome);
        }
        let outcome = Python::attach(|py| self.ask_outcome(py, position))?;
        self.learn(position, |k| k.outcome = Some(outcome));
        Ok(outcome)
    }

    fn moves(&self, position: u32, out: &mut Vec<u32>) -> Result<(), BoxError> {
        out.extend(0..self.count_moves(position)?);
        Ok(())
    }

    fn play(&self, position: u32, mv: u32) -> Result<u32, BoxError> {
        let place = mv as usize;
        let done = self.known(position, |k| k.after.as_ref().and_then(|after| after.get(place).copied()));
        if let Some(after) = done.filter(|&after| after != NOT_YET) {
            return Ok(after);
        }
        let count = self.count_moves(position)? as usize;
        let after = Python::attach(|py| {
            let (from, mv) = (self.positions.object(py, position)?, self.move_object(py, position, mv)?);
            let after = self.game.bind(py).call_method1("play", (from, mv))?;
            self.number(&after)
        })?;
        self.learn(position, |k| {
            k.after.get_or_insert_with(|| vec![NOT_YET; count].into())[place] = after;
        });
        Ok(after)
    }

    fn repetition(&self) -> Repetition {
        self.repetition
    }

    fn notation(&self, position: u32, mv: u32) -> Result<String, BoxError> {
        let text = |py: Python<'_>| self.text_of(py, "move_text", self.has_move_text, position, Some(mv));
        Ok(Python::attach(text)?)
    }

    fn text(&self, position: u32) -> Result<String, BoxError> {
        let text = |py: Python<'_>| self.text_of(py, "position_text", self.has_position_text, position, None);
        let text = Python::attach(text)?;
        Ok(one_line("position_text()", text)?)
    }

    fn has_notation(&self) -> bool {
        self.has_parse && self.has_position_text
    }

    fn parse(&self, text: &str) -> Result<u32, InputError> {
        Python::attach(|py| self.number(&self.parse_object(py, text)?)).map_err(|error| {
            InputError::new(format!("parse() did not read {}: {error}", InputError::quote(text)))
        })
    }

    fn player_names(&self) -> [String; 2] {
        self.players.clone()
    }

    fn reply_count(&self, position: u32) -> Result<u32, BoxError> {
        self.count_moves(position)
    }

    fn repetition_class(&self, position: u32) -> Result<u32, BoxError> {
        if !self.has_repetition_key {
            return Ok(position);
        }
        if let Some(class) = self.known(position, |k| k.class) {
            return Ok(class);
        }
        let class = Python::attach(|py| self.classes.number(&self.ask(py, "repetition_key", position)?))?;
        self.learn(position, |k| k.class = Some(class));
        Ok(class)
    }

    fn may_repeat(&self, position: u32, mv: u32) -> Result<bool, BoxError> {
        if !self.has_may_repeat {
            return Ok(false);
        }
        let answer = |py: Python<'_>| {
            let (place, mv) = (self.positions.object(py, position)?, self.move_object(py, position, mv)?);
            self.game.bind(py).call_method1("may_repeat", (place, mv))?.is_truthy()
        };
        Ok(Python::attach(answer)?)
    }

    fn has_estimate(&self) -> bool {
        self.has_estimate
    }

    fn estimate(&self, position: u32, prover: Player) -> Result<Estimate, BoxError> {
        self.estimates.get(position, prover, || {
            let answer = |py: Python<'_>| {
                let place = self.positions.object(py, position)?;
                let answer = self.game.bind(py).call_method1("estimate", (place, prover.index()))?;
                estimates::read(&answer, || self.show(py, position))
            };
            Ok(Python::attach(answer)?)
        })
    }

    fn payoff(&self, position: u32, outcome: Outcome) -> Result<i32, BoxError> {
        if self.values.has_score { self.number_of(position, "score") } else { Ok(outcome.points()) }
    }

    fn largest_payoff(&self) -> i32 {
        if self.values.has_score { self.values.largest } else { 1 }
    }

    fn value(&self, position: u32) -> Result<i32, BoxError> {
        if self.values.has_evaluate { self.number_of(position, "evaluate") } else { Ok(0) }
    }

    fn largest_value(&self) -> i32 {
        if self.values.has_evaluate { self.values.largest } else { 0 }
    }

    fn memory_bytes(&self) -> usize {
        let positions = self.known.lock().expect("never poisoned").len();
        positions * (size_of::<Known>() + BYTES_PER_OBJECT)
            + self.move_count.load(Ordering::Relaxed) * BYTES_PER_MOVE
            + self.estimates.memory_bytes()
    }
}
