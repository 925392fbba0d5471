//! A game written in Python, as a numbered game.
//!
//! Positions are interned: each gets a number the first time it is seen, by the object's own
//! equality. (`hash()` alone is no key: it differs from process to process, and collides.) What the
//! rules have answered once is not asked again.

use std::sync::atomic::{AtomicUsize, Ordering};

use pnyx_game::{BoxError, Estimate, InputError, Numbered, Outcome, Player, Repetition};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::asking::{Rules, unhashable};
use crate::errors::{bad_input, contract, shown};
use crate::estimates::{self, Estimates};
use crate::interned::{Interner, NOT_YET, Positions};
use crate::values::{Method, Values};

pub(crate) struct PythonGame {
    game: Py<PyAny>,
    rules: Rules,
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
    positions: Positions,
    classes: Interner,
    /// Moves by their own equality, wherever they are made.
    habits: Interner,
    estimates: Estimates,
    /// Moves kept, of all positions together.
    move_count: AtomicUsize,
}

/// Roughly what a move of an interned position costs.
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
        let rules = Rules::of(game)?;
        let name = match game.getattr_opt("name")? {
            Some(name) => one_line("name", name.extract()?)?,
            None => game.get_type().name()?.to_string(),
        };
        let players = match game.getattr_opt("players")? {
            Some(players) => {
                let both =
                    players.extract::<Vec<String>>().ok().and_then(|both| <[String; 2]>::try_from(both).ok());
                let Some([first, second]) = both else {
                    return Err(contract(format!(
                        "players must be a tuple of two names, not {}",
                        shown(&players)
                    )));
                };
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
            positions: Positions::new(py)?,
            classes: Interner::new(py)?,
            habits: Interner::new(py)?,
            estimates: Estimates::default(),
            move_count: AtomicUsize::new(0),
            rules,
            game: game.clone().unbind(),
        })
    }

    /// The number of a position.
    pub fn number(&self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        self.positions.number(position).map_err(|error| match position.hash() {
            Ok(_) => error,
            Err(_) => unhashable("position", position),
        })
    }

    /// The position with this number.
    pub fn object(&self, py: Python<'_>, number: u32) -> Py<PyAny> {
        self.positions.object(py, number)
    }

    /// The object whose methods are the rules.
    pub fn rules_object<'py>(&self, py: Python<'py>) -> &Bound<'py, PyAny> {
        self.game.bind(py)
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

    /// Call one of the game's methods on a position.
    fn ask<'py>(&self, py: Python<'py>, method: &Py<PyAny>, position: u32) -> PyResult<Bound<'py, PyAny>> {
        method.bind(py).call1((self.object(py, position),))
    }

    fn show(&self, py: Python<'_>, position: u32) -> String {
        shown(self.object(py, position).bind(py))
    }

    fn ask_turn(&self, py: Python<'_>, position: u32) -> PyResult<Player> {
        self.rules.turn(self.object(py, position).bind(py))
    }

    fn ask_outcome(&self, py: Python<'_>, position: u32) -> PyResult<Option<Outcome>> {
        self.rules.outcome(self.object(py, position).bind(py))
    }

    /// The moves of a position.
    pub fn moves_of<'py>(&self, py: Python<'py>, position: u32) -> PyResult<Bound<'py, PyTuple>> {
        let known = self.positions.look(position, |k| k.moves.as_ref().map(|moves| moves.clone_ref(py)));
        if let Some(moves) = known {
            return Ok(moves.into_bound(py));
        }
        let moves = self.rules.moves(self.object(py, position).bind(py))?;
        // Another thread may have asked meanwhile: the first answer stays.
        let kept = self.positions.learn(position, |k| k.moves.get_or_insert(moves.unbind()).clone_ref(py));
        let kept = kept.into_bound(py);
        self.move_count.fetch_add(kept.len(), Ordering::Relaxed);
        Ok(kept)
    }

    fn move_object<'py>(&self, py: Python<'py>, position: u32, mv: u32) -> PyResult<Bound<'py, PyAny>> {
        self.moves_of(py, position)?.get_item(mv as usize)
    }

    /// A move that gives back the very position it was made in must have left it alone.
    fn expect_unchanged(&self, py: Python<'_>, position: u32) -> PyResult<()> {
        let (turn, outcome) = self.positions.look(position, |k| (k.turn, k.outcome));
        let same = turn.is_none_or(|turn| self.ask_turn(py, position).is_ok_and(|now| now == turn))
            && outcome.is_none_or(|outcome| self.ask_outcome(py, position).is_ok_and(|now| now == outcome));
        if same {
            return Ok(());
        }
        let place = self.show(py, position);
        Err(contract(format!(
            "play() must return a new position, but it has changed its argument, now {place}"
        )))
    }

    /// What one of the methods that give numbers says; a position is either final or not, and has one of them.
    fn number_of(&self, position: u32, method: &Method) -> Result<i32, BoxError> {
        if let Some(value) = self.positions.look(position, |k| k.value) {
            return Ok(value);
        }
        let value = Python::attach(|py| {
            let answer = self.ask(py, &method.call, position)?;
            self.values.read(&answer, method.name, || self.show(py, position))
        })?;
        self.positions.learn(position, |k| k.value = Some(value));
        Ok(value)
    }

    fn count_moves(&self, position: u32) -> Result<u32, BoxError> {
        Ok(Python::attach(|py| self.moves_of(py, position).map(|moves| moves.len()))? as u32)
    }

    /// What the moves of a position are remembered by.
    fn ask_habits(&self, position: u32) -> Result<Box<[u32]>, BoxError> {
        let number = |mv: Bound<'_, PyAny>| self.habits.number(&mv);
        let habits =
            |py: Python<'_>| self.moves_of(py, position)?.iter().map(number).collect::<PyResult<_>>();
        Ok(Python::attach(habits)?)
    }

    /// A move in the game's notation.
    pub fn name_of(&self, at: &Bound<'_, PyAny>, mv: &Bound<'_, PyAny>) -> PyResult<String> {
        if !self.has_move_text {
            return Ok(mv.repr()?.to_string_lossy().into_owned());
        }
        read_text("move_text", &self.game.bind(at.py()).call_method1("move_text", (at, mv))?)
    }

    /// A position in the game's notation.
    fn text_of(&self, at: &Bound<'_, PyAny>) -> PyResult<String> {
        if !self.has_position_text {
            return Ok(at.repr()?.to_string_lossy().into_owned());
        }
        read_text("position_text", &self.game.bind(at.py()).call_method1("position_text", (at,))?)
    }

    /// A position in a message.
    pub fn place(&self, at: &Bound<'_, PyAny>) -> String {
        match self.text_of(at) {
            Ok(text) if self.has_position_text => InputError::quote(&text),
            _ => shown(at),
        }
    }

    /// The rules, which remember nothing.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Who is on move, if that is remembered.
    pub fn known_turn(&self, position: u32) -> Option<Player> {
        self.positions.look(position, |k| k.turn)
    }

    /// What [`repetition_class`](Numbered::repetition_class) gives, if that is remembered.
    pub fn known_class(&self, position: u32) -> Option<u32> {
        if self.has_repetition_key { self.positions.look(position, |k| k.class) } else { Some(position) }
    }

    pub fn has_repetition_key(&self) -> bool {
        self.has_repetition_key
    }

    /// What the repetition rule compares of a position.
    pub fn key_of<'py>(&self, at: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        match self.has_repetition_key {
            true => self.game.bind(at.py()).call_method1("repetition_key", (at,)),
            false => Ok(at.clone()),
        }
    }

    /// Whether the rule against repeating leaves a move alone.
    pub fn is_exempt(&self, at: &Bound<'_, PyAny>, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.has_may_repeat
            && self.game.bind(at.py()).call_method1("may_repeat", (at, mv))?.is_truthy()?)
    }
}

fn read_text(method: &str, text: &Bound<'_, PyAny>) -> PyResult<String> {
    text.extract::<String>().map_err(|_| PyTypeError::new_err(format!("{method}() must return a str")))
}

impl Numbered for PythonGame {
    fn turn(&self, position: u32) -> Result<Player, BoxError> {
        if let Some(turn) = self.positions.look(position, |k| k.turn) {
            return Ok(turn);
        }
        let turn = Python::attach(|py| self.ask_turn(py, position))?;
        self.positions.learn(position, |k| k.turn = Some(turn));
        Ok(turn)
    }

    fn outcome(&self, position: u32) -> Result<Option<Outcome>, BoxError> {
        if let Some(outcome) = self.positions.look(position, |k| k.outcome) {
            return Ok(outcome);
        }
        let outcome = Python::attach(|py| self.ask_outcome(py, position))?;
        self.positions.learn(position, |k| k.outcome = Some(outcome));
        Ok(outcome)
    }

    fn moves(&self, position: u32, out: &mut Vec<u32>) -> Result<(), BoxError> {
        out.extend(0..self.count_moves(position)?);
        Ok(())
    }

    fn play(&self, position: u32, mv: u32) -> Result<u32, BoxError> {
        let place = mv as usize;
        let done =
            self.positions.look(position, |k| k.after.as_ref().and_then(|after| after.get(place).copied()));
        if let Some(after) = done.filter(|&after| after != NOT_YET) {
            return Ok(after);
        }
        let played = |py: Python<'_>| {
            let moves = self.moves_of(py, position)?;
            let mv = moves.get_item(place)?;
            let before = self.object(py, position).into_bound(py);
            let after = self.rules.play(&before, &mv)?;
            if after.is(&before) {
                self.expect_unchanged(py, position)?;
            }
            let after = self.number(&after)?;
            self.positions.learn(position, |k| {
                k.after.get_or_insert_with(|| vec![NOT_YET; moves.len()].into())[place] = after;
            });
            Ok::<u32, PyErr>(after)
        };
        Ok(Python::attach(played)?)
    }

    fn repetition(&self) -> Repetition {
        self.repetition
    }

    fn notation(&self, position: u32, mv: u32) -> Result<String, BoxError> {
        let name = |py: Python<'_>| {
            self.name_of(self.object(py, position).bind(py), &self.move_object(py, position, mv)?)
        };
        Ok(Python::attach(name)?)
    }

    fn text(&self, position: u32) -> Result<String, BoxError> {
        let text = Python::attach(|py| self.text_of(self.object(py, position).bind(py)))?;
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
        if let Some(class) = self.positions.look(position, |k| k.class) {
            return Ok(class);
        }
        let class =
            Python::attach(|py| self.classes.number(&self.key_of(self.object(py, position).bind(py))?))?;
        self.positions.learn(position, |k| k.class = Some(class));
        Ok(class)
    }

    fn may_repeat(&self, position: u32, mv: u32) -> Result<bool, BoxError> {
        if !self.has_may_repeat {
            return Ok(false);
        }
        let answer = |py: Python<'_>| {
            self.is_exempt(self.object(py, position).bind(py), &self.move_object(py, position, mv)?)
        };
        Ok(Python::attach(answer)?)
    }

    fn habit(&self, position: u32, mv: u32) -> Result<u32, BoxError> {
        let place = mv as usize;
        if let Some(habit) = self.positions.look(position, |k| k.habits.as_ref().map(|habits| habits[place]))
        {
            return Ok(habit);
        }
        let habits = self.ask_habits(position)?;
        let habit = habits[place];
        self.positions.learn(position, |k| k.habits = Some(habits));
        Ok(habit)
    }

    fn has_estimate(&self) -> bool {
        self.has_estimate
    }

    fn estimate(&self, position: u32, prover: Player) -> Result<Estimate, BoxError> {
        self.estimates.get(position, prover, || {
            let answer = |py: Python<'_>| {
                let place = self.object(py, position);
                let answer = self.game.bind(py).call_method1("estimate", (place, prover.index()))?;
                estimates::read(&answer, || self.show(py, position))
            };
            Ok(Python::attach(answer)?)
        })
    }

    fn payoff(&self, position: u32, outcome: Outcome) -> Result<i32, BoxError> {
        let Some(score) = &self.values.score else { return Ok(outcome.points() * self.values.win) };
        let payoff = self.number_of(position, score)?;
        if payoff.signum() == outcome.points() {
            return Ok(payoff);
        }
        let place = Python::attach(|py| self.show(py, position));
        Err(contract(format!(
            "score() must return a number above 0 where player 0 has won, below 0 where player 1 has won and 0 for a \
             draw, not {}, at {place}",
            self.values.number(payoff)
        ))
        .into())
    }

    fn largest_payoff(&self) -> i32 {
        if self.values.score.is_some() { self.values.largest } else { self.values.win }
    }

    fn value(&self, position: u32) -> Result<i32, BoxError> {
        self.values.evaluate.as_ref().map_or(Ok(0), |evaluate| self.number_of(position, evaluate))
    }

    fn largest_value(&self) -> i32 {
        if self.values.evaluate.is_some() { self.values.largest } else { 0 }
    }

    fn memory_bytes(&self) -> usize {
        self.positions.memory_bytes()
            + self.move_count.load(Ordering::Relaxed) * BYTES_PER_MOVE
            + self.estimates.memory_bytes()
    }
}
