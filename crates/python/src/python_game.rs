//! A game written in Python, as a numbered game.
//!
//! Positions are [interned](crate::interned), and what the rules have answered is kept beside them, as long as
//! there is room: of a position that is [given up](crate::interned) they are asked again.

use std::sync::Arc;

use pnyx_game::{BoxError, Estimate, InputError, Numbered, Outcome, Place, Player, Repetition};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyList, PySet, PyString, PyTuple};

use crate::errors::{bad_input, contract, shown};
use crate::estimates;
use crate::interned::{Interned, Known};
use crate::values::{Method, Values};

/// The methods that every search calls, looked up once.
struct Rules {
    turn: Py<PyAny>,
    outcome: Py<PyAny>,
    moves: Py<PyAny>,
    play: Py<PyAny>,
}

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

/// What is said about an object that cannot be looked up.
fn unhashable(what: &str, object: &Bound<'_, PyAny>) -> PyErr {
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

impl PythonGame {
    pub fn new(game: &Bound<'_, PyAny>) -> PyResult<PythonGame> {
        let py = game.py();
        let rule = |method: &str| match game.getattr_opt(method)? {
            Some(rule) => Ok(rule.unbind()),
            None => Err(bad_input(format!(
                "a game needs the methods start, turn, outcome, moves and play; {} has no {method}",
                game.get_type().name()?
            ))),
        };
        let rules = Rules {
            turn: rule("turn")?,
            outcome: rule("outcome")?,
            moves: rule("moves")?,
            play: rule("play")?,
        };
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
        self.interned.position(position).map_err(|error| match position.hash() {
            Err(why) if why.is_instance_of::<PyTypeError>(position.py()) => unhashable("position", position),
            _ => error,
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
        let answer = self.ask(py, &self.rules.turn, position)?;
        let number = if answer.is_instance_of::<PyBool>() { None } else { answer.extract::<i64>().ok() };
        match number {
            Some(0) => Ok(Player::First),
            Some(1) => Ok(Player::Second),
            _ => Err(contract(format!(
                "turn() must return 0 or 1, not {}, at {}",
                shown(&answer),
                self.show(py, position)
            ))),
        }
    }

    fn ask_outcome(&self, py: Python<'_>, position: &Known) -> PyResult<Option<Outcome>> {
        let answer = self.ask(py, &self.rules.outcome, position)?;
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
            self.show(py, position)
        )))
    }

    /// Ask for the moves of a position.
    fn ask_moves<'py>(&self, py: Python<'py>, position: &Known) -> PyResult<Bound<'py, PyTuple>> {
        let answer = self.ask(py, &self.rules.moves, position)?;
        let moves = if let Ok(list) = answer.cast_exact::<PyList>() {
            list.to_tuple()
        } else if let Ok(tuple) = answer.cast_exact::<PyTuple>() {
            tuple.clone()
        } else {
            if answer.try_iter().is_err_and(|error| error.is_instance_of::<PyTypeError>(py)) {
                let place = self.show(py, position);
                let given = shown(&answer);
                return Err(contract(format!(
                    "moves() must return a list of moves, not {given}, at {place}"
                )));
            }
            py.get_type::<PyTuple>().call1((answer,))?.cast_into()?
        };
        if moves.is_empty() {
            let place = self.show(py, position);
            return Err(contract(format!(
                "a position must have an outcome or a move, but moves() gives none and outcome() is None, at {place}"
            )));
        }
        let different = py.get_type::<PySet>().call1((&moves,)).map_err(|error| {
            let cannot =
                |mv: &Bound<'_, PyAny>| mv.hash().is_err_and(|why| why.is_instance_of::<PyTypeError>(py));
            let without = moves.iter().find(cannot);
            without.map_or(error, |mv| unhashable("move", &mv))
        })?;
        if different.len()? == moves.len() {
            return Ok(moves);
        }
        let seen = PySet::empty(py)?;
        for mv in &moves {
            if seen.contains(&mv)? {
                return Err(contract(format!(
                    "moves() gives {} twice, at {}",
                    shown(&mv),
                    self.show(py, position)
                )));
            }
            seen.add(mv)?;
        }
        Ok(moves)
    }

    /// The moves of a position.
    fn moves_of<'py>(&self, py: Python<'py>, position: &Known) -> PyResult<Bound<'py, PyTuple>> {
        if let Some(moves) = self.interned.moves(py, position) {
            return Ok(moves.into_bound(py));
        }
        let moves = self.ask_moves(py, position)?;
        if position.look(|facts| facts.replies).is_some_and(|replies| replies as usize != moves.len()) {
            let place = self.show(py, position);
            return Err(contract(format!(
                "moves() must give the same moves whenever it is asked, but their number has changed, at {place}"
            )));
        }
        Ok(self.interned.keep_moves(position, moves).into_bound(py))
    }

    fn move_object<'py>(&self, py: Python<'py>, position: &Known, mv: u32) -> PyResult<Bound<'py, PyAny>> {
        self.moves_of(py, position)?.get_item(mv as usize)
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

    fn text_of(
        &self,
        py: Python<'_>,
        method: &str,
        has: bool,
        position: &Known,
        mv: Option<u32>,
    ) -> PyResult<String> {
        let place = position.object.bind(py).clone();
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

    /// What the repetition rule compares.
    fn class_of(&self, position: &Known) -> Result<Arc<Known>, BoxError> {
        if let Some(class) = position.look(|facts| facts.class.clone()) {
            return Ok(class);
        }
        let class = Python::attach(|py| {
            let key = self.game.bind(py).call_method1("repetition_key", (&position.object,))?;
            self.interned.class(&key)
        })?;
        position.learn(|facts| facts.class = Some(class.clone()));
        Ok(class)
    }
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
            let before = &position.object;
            let after = self.rules.play.bind(py).call1((before, moves.get_item(place)?))?;
            if after.is(before) {
                self.expect_unchanged(py, position)?;
            }
            if after.is_none() {
                let place = self.show(py, position);
                return Err(contract(format!("play() must return the next position, not None, at {place}")));
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
        let text =
            |py: Python<'_>| self.text_of(py, "move_text", self.has_move_text, known(position), Some(mv));
        Ok(Python::attach(text)?)
    }

    fn text(&self, position: &Place) -> Result<String, BoxError> {
        let text =
            |py: Python<'_>| self.text_of(py, "position_text", self.has_position_text, known(position), None);
        let text = Python::attach(text)?;
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
        let answer = |py: Python<'_>| {
            let mv = self.move_object(py, position, mv)?;
            self.game.bind(py).call_method1("may_repeat", (&position.object, mv))?.is_truthy()
        };
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
