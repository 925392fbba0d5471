//! A game written in Python, as a numbered game.
//!
//! Positions are [interned](crate::interned), and what the rules have answered is kept beside them, as long as
//! there is room: of a position that is [given up](crate::interned) they are asked again.

use std::sync::Arc;

use pnyx_game::{BoxError, Estimate, InputError, Numbered, Outcome, Place, Player, Repetition};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::asking::{Rules, is_unhashable, unhashable};
use crate::errors::{bad_input, contract, shown};
use crate::estimates;
use crate::interned::{Interned, Known};
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
    interned: Interned,
}

/// The position behind a place.
///
/// # Panics
///
/// If it is a position of another kind of game.
fn known(place: &Place) -> &Known {
    match place {
        Place::Held(held) => held.downcast_ref().expect("a position of a game in Python"),
        Place::Number(_) => panic!("a position of a game in Python is not a number"),
    }
}

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
            interned: Interned::new(py)?,
            rules,
            game: game.clone().unbind(),
        })
    }

    /// The place of a position.
    pub fn number(&self, position: &Bound<'_, PyAny>) -> PyResult<Place> {
        Ok(Place::Held(self.known(position)?))
    }

    fn known(&self, position: &Bound<'_, PyAny>) -> PyResult<Arc<Known>> {
        self.interned.position(position).map_err(|error| match is_unhashable(position) {
            true => unhashable("position", position),
            false => error,
        })
    }

    /// The position at a place.
    pub fn object(&self, py: Python<'_>, place: &Place) -> Py<PyAny> {
        known(place).object.clone_ref(py)
    }

    /// Bytes held for positions.
    pub fn memory_bytes(&self) -> usize {
        self.interned.bytes()
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
    fn ask<'py>(&self, py: Python<'py>, method: &Py<PyAny>, position: &Known) -> PyResult<Bound<'py, PyAny>> {
        method.bind(py).call1((&position.object,))
    }

    fn show(&self, py: Python<'_>, position: &Known) -> String {
        shown(position.object.bind(py))
    }

    fn ask_turn(&self, py: Python<'_>, position: &Known) -> PyResult<Player> {
        self.rules.turn(position.object.bind(py))
    }

    fn ask_outcome(&self, py: Python<'_>, position: &Known) -> PyResult<Option<Outcome>> {
        self.rules.outcome(position.object.bind(py))
    }

    /// The moves of a position.
    fn moves_of<'py>(&self, py: Python<'py>, position: &Known) -> PyResult<Bound<'py, PyTuple>> {
        if let Some(moves) = self.interned.moves(py, position) {
            return Ok(moves.into_bound(py));
        }
        let moves = self.rules.moves(position.object.bind(py))?;
        if position.look(|facts| facts.replies).is_some_and(|replies| replies as usize != moves.len()) {
            let place = self.show(py, position);
            return Err(contract(format!(
                "moves() must give the same moves whenever it is asked, but their number has changed, at {place}"
            )));
        }
        Ok(self.interned.keep_moves(position, moves)?.into_bound(py))
    }

    fn move_object<'py>(&self, py: Python<'py>, position: &Known, mv: u32) -> PyResult<Bound<'py, PyAny>> {
        self.move_number(&self.moves_of(py, position)?, mv as usize, position)
    }

    /// A move that gives back the very position it was made in must have left it alone.
    fn expect_unchanged(&self, py: Python<'_>, position: &Known) -> PyResult<()> {
        let (turn, outcome) = position.look(|facts| (facts.turn, facts.outcome));
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
    fn number_of(&self, position: &Known, method: &Method) -> Result<i32, BoxError> {
        if let Some(value) = position.look(|facts| facts.value) {
            return Ok(value);
        }
        let value = Python::attach(|py| {
            let answer = self.ask(py, &method.call, position)?;
            self.values.read(&answer, method.name, || self.show(py, position))
        })?;
        position.learn(|facts| facts.value = Some(value));
        Ok(value)
    }

    fn count_moves(&self, position: &Known) -> Result<u32, BoxError> {
        if let Some(replies) = position.look(|facts| facts.replies) {
            return Ok(replies);
        }
        Ok(Python::attach(|py| self.moves_of(py, position).map(|moves| moves.len()))? as u32)
    }

    /// What the moves of a position are remembered by.
    fn ask_habits(&self, position: &Known) -> Result<Box<[u32]>, BoxError> {
        let number = |mv: Bound<'_, PyAny>| self.interned.habit(&mv);
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

    /// A move by its number: moves that were given up are asked for again, and must be the same.
    fn move_number<'py>(
        &self,
        moves: &Bound<'py, PyTuple>,
        number: usize,
        position: &Known,
    ) -> PyResult<Bound<'py, PyAny>> {
        moves.get_item(number).map_err(|_| {
            let place = self.place(position.object.bind(moves.py()));
            contract(format!("moves() returned fewer moves when asked again at {place}"))
        })
    }

    /// What the repetition rule compares.
    fn class_of(&self, position: &Known) -> Result<Arc<Known>, BoxError> {
        if let Some(class) = position.look(|facts| facts.class.clone()) {
            return Ok(class);
        }
        let class = Python::attach(|py| self.interned.class(&self.key_of(position.object.bind(py))?))?;
        position.learn(|facts| facts.class = Some(class.clone()));
        Ok(class)
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

    /// The moves of the position at a place.
    pub fn moves_at<'py>(&self, py: Python<'py>, place: &Place) -> PyResult<Bound<'py, PyTuple>> {
        self.moves_of(py, known(place))
    }

    /// Who is on move, if that is remembered.
    pub fn known_turn(&self, position: &Place) -> Option<Player> {
        known(position).look(|facts| facts.turn)
    }

    /// What the repetition rule knows a position by: its class, or the position itself.
    pub fn repetition_class(&self, position: &Place) -> Result<Place, BoxError> {
        if self.has_repetition_key {
            Ok(Place::Held(self.class_of(known(position))?))
        } else {
            Ok(position.clone())
        }
    }

    /// The same, if it is remembered.
    pub fn known_class(&self, position: &Place) -> Option<Place> {
        if !self.has_repetition_key {
            return Some(position.clone());
        }
        known(position).look(|facts| facts.class.clone()).map(|class| Place::Held(class))
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
    fn turn(&self, position: &Place) -> Result<Player, BoxError> {
        let position = known(position);
        if let Some(turn) = position.look(|facts| facts.turn) {
            return Ok(turn);
        }
        let turn = Python::attach(|py| self.ask_turn(py, position))?;
        position.learn(|facts| facts.turn = Some(turn));
        Ok(turn)
    }

    fn outcome(&self, position: &Place) -> Result<Option<Outcome>, BoxError> {
        let position = known(position);
        if let Some(outcome) = position.look(|facts| facts.outcome) {
            return Ok(outcome);
        }
        let outcome = Python::attach(|py| self.ask_outcome(py, position))?;
        position.learn(|facts| facts.outcome = Some(outcome));
        Ok(outcome)
    }

    fn moves(&self, position: &Place, out: &mut Vec<u32>) -> Result<(), BoxError> {
        out.extend(0..self.count_moves(known(position))?);
        Ok(())
    }

    fn play(&self, position: &Place, mv: u32) -> Result<Place, BoxError> {
        let (position, place) = (known(position), mv as usize);
        if let Some(after) = self.interned.after(position, place) {
            return Ok(Place::Held(after));
        }
        let played = |py: Python<'_>| {
            let moves = self.moves_of(py, position)?;
            let before = position.object.bind(py);
            let after = self.rules.play(before, &self.move_number(&moves, place, position)?)?;
            if after.is(before) {
                self.expect_unchanged(py, position)?;
            }
            let after = self.known(&after)?;
            self.interned.keep_after(position, (place, moves.len()), &after);
            Ok::<_, PyErr>(after)
        };
        Ok(Place::Held(Python::attach(played)?))
    }

    fn key(&self, position: &Place) -> Result<u64, BoxError> {
        Ok(known(position).key)
    }

    fn repetition_key(&self, position: &Place) -> Result<u64, BoxError> {
        if self.has_repetition_key { Ok(self.class_of(known(position))?.key) } else { self.key(position) }
    }

    fn repeats(&self, a: &Place, b: &Place) -> Result<bool, BoxError> {
        if !self.has_repetition_key {
            return Ok(a == b);
        }
        Ok(Arc::ptr_eq(&self.class_of(known(a))?, &self.class_of(known(b))?))
    }

    fn repetition(&self) -> Repetition {
        self.repetition
    }

    fn notation(&self, position: &Place, mv: u32) -> Result<String, BoxError> {
        let position = known(position);
        let name =
            |py: Python<'_>| self.name_of(position.object.bind(py), &self.move_object(py, position, mv)?);
        Ok(Python::attach(name)?)
    }

    fn text(&self, position: &Place) -> Result<String, BoxError> {
        let text = Python::attach(|py| self.text_of(known(position).object.bind(py)))?;
        Ok(one_line("position_text()", text)?)
    }

    fn has_notation(&self) -> bool {
        self.has_parse && self.has_position_text
    }

    fn parse(&self, text: &str) -> Result<Place, InputError> {
        Python::attach(|py| self.number(&self.parse_object(py, text)?)).map_err(|error| {
            InputError::new(format!("parse() did not read {}: {error}", InputError::quote(text)))
        })
    }

    fn player_names(&self) -> [String; 2] {
        self.players.clone()
    }

    fn reply_count(&self, position: &Place) -> Result<u32, BoxError> {
        self.count_moves(known(position))
    }

    fn may_repeat(&self, position: &Place, mv: u32) -> Result<bool, BoxError> {
        if !self.has_may_repeat {
            return Ok(false);
        }
        let position = known(position);
        let answer =
            |py: Python<'_>| self.is_exempt(position.object.bind(py), &self.move_object(py, position, mv)?);
        Ok(Python::attach(answer)?)
    }

    fn habit(&self, position: &Place, mv: u32) -> Result<u32, BoxError> {
        let (position, place) = (known(position), mv as usize);
        let kept = position.look(|facts| facts.kept.as_ref()?.habits.get(place).copied());
        if let Some(habit) = kept {
            return Ok(habit);
        }
        let habits = self.ask_habits(position)?;
        let habit = habits.get(place).copied().unwrap_or(mv);
        self.interned.keep_habits(position, habits);
        Ok(habit)
    }

    fn has_estimate(&self) -> bool {
        self.has_estimate
    }

    fn estimate(&self, position: &Place, prover: Player) -> Result<Estimate, BoxError> {
        let position = known(position);
        let kept = position.look(|facts| facts.estimates.as_ref().and_then(|both| both[prover.index()]));
        if let Some(estimate) = kept {
            return Ok(estimate);
        }
        let estimate = Python::attach(|py| {
            let answer = self.game.bind(py).call_method1("estimate", (&position.object, prover.index()))?;
            estimates::read(&answer, || self.show(py, position))
        })?;
        Ok(self.interned.keep_estimate(position, prover, estimate))
    }

    fn payoff(&self, position: &Place, outcome: Outcome) -> Result<i32, BoxError> {
        let Some(score) = &self.values.score else { return Ok(outcome.points() * self.values.win) };
        let position = known(position);
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

    fn value(&self, position: &Place) -> Result<i32, BoxError> {
        self.values.evaluate.as_ref().map_or(Ok(0), |evaluate| self.number_of(known(position), evaluate))
    }

    fn largest_value(&self) -> i32 {
        if self.values.evaluate.is_some() { self.values.largest } else { 0 }
    }

    fn hold_within(&self, memory: Option<usize>) {
        self.interned.hold_within(memory);
    }

    fn let_go(&self) {
        Python::attach(|py| self.interned.let_go(py));
    }

    fn memory_beside(&self, own: usize) -> usize {
        Python::attach(|py| self.interned.memory_beside(py, own))
    }
}
