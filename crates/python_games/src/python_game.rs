//! A game written in Python, as a numbered game.
//!
//! Positions are held (`pnyx_solver::held`), and what the rules have answered is stored beside them, as long as there is
//! room: about a position that was evicted they are asked again.

use std::sync::Arc;

use pnyx_game::{BoxError, Estimate, InputError, Numbered, Outcome, Place, Player, Repetition};
use pnyx_solver::held::{HeldObject, HeldPositions, RuleAnswers};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::{bad_input, contract, shown};
use crate::held_objects::PyObjects;
use crate::packing::Packer;
use crate::rules::{Rules, is_unhashable, unhashable};
use crate::values::{Method, Values, read_estimate};

/// A position, with what the rules have said of it.
type HeldPosition = HeldObject<PyObjects>;

/// A game written in Python.
pub struct PythonGame {
    /// The object whose methods are the rules.
    pub game: Py<PyAny>,
    /// The rules, which remember nothing.
    pub rules: Rules,
    /// The game's name.
    pub name: String,
    players: [String; 2],
    repetition: Repetition,
    /// Whether the repetition rule compares less than the whole position.
    pub has_repetition_key: bool,
    has_may_repeat: bool,
    move_text: Option<Py<PyAny>>,
    has_position_text: bool,
    has_parse: bool,
    has_estimate: bool,
    has_canonical: bool,
    packer: Packer,
    values: Values,
    /// The positions that are held.
    pub positions: HeldPositions<PyObjects>,
}

/// The position behind a place of a game in Python.
pub fn held(place: &Place) -> &HeldPosition {
    match place {
        Place::Held(held) => held.downcast_ref().expect("a position of a game in Python"),
        Place::Number(_) => panic!("a position of a game in Python is not a number"),
    }
}

/// An answer of the rules about a position: the stored one, or else a new one, which is stored from now on.
fn once<T: Clone>(
    position: &HeldPosition,
    answer: impl Fn(&mut RuleAnswers<PyObjects>) -> &mut Option<T>,
    ask: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>,
) -> PyResult<T> {
    if let Some(known) = position.store(|answers| answer(answers).clone()) {
        return Ok(known);
    }
    let said = Python::attach(|py| ask(position.object.bind(py)))?;
    position.store(|answers| *answer(answers) = Some(said.clone()));
    Ok(said)
}

/// A text that a certificate's header, which has one line for it, can hold.
fn one_line(what: &str, text: String) -> PyResult<String> {
    if text.is_empty() {
        return Err(contract(format!("{what} must not be an empty text")));
    }
    match text.chars().find(|c| c.is_control()) {
        Some(control) => Err(contract(format!(
            "{what} must be text without control characters such as {control:?}, not {}",
            InputError::quote(&text)
        ))),
        None => Ok(text),
    }
}

impl PythonGame {
    /// The game of an object with the five methods.
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
            move_text: game.getattr_opt("move_text")?.map(Bound::unbind),
            has_position_text: game.hasattr("position_text")?,
            has_parse: game.hasattr("parse")?,
            has_estimate: game.getattr_opt("estimate")?.is_some_and(|method| method.is_callable()),
            packer: Packer::new(game)?,
            has_canonical: game.getattr_opt("canonical")?.is_some_and(|method| method.is_callable()),
            values: Values::new(game)?,
            positions: HeldPositions::new(PyObjects::new(py)?),
            rules,
            game: game.clone().unbind(),
        })
    }

    /// The place of a position.
    pub fn number(&self, position: &Bound<'_, PyAny>) -> PyResult<Place> {
        Ok(Place::Held(self.hold(position)?))
    }

    fn hold(&self, position: &Bound<'_, PyAny>) -> PyResult<Arc<HeldPosition>> {
        self.positions.position(position.as_unbound()).map_err(|error| match is_unhashable(position) {
            true => unhashable("position", position),
            false => error,
        })
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

    /// The moves of a position.
    pub fn moves_of<'py>(&self, py: Python<'py>, position: &HeldPosition) -> PyResult<Bound<'py, PyTuple>> {
        let bound = |moves: &Py<PyTuple>| moves.clone_ref(py).into_bound(py);
        if let Some(moves) = self.positions.moves(position, bound) {
            return Ok(moves);
        }
        let at = position.object.bind(py);
        let moves = self.rules.moves(at)?;
        if position.read(|answers| answers.replies).is_some_and(|replies| replies as usize != moves.len()) {
            let place = shown(at);
            return Err(contract(format!(
                "moves() must return the same moves whenever it is asked, but their number has changed, at {place}"
            )));
        }
        self.positions.store_moves(position, moves.unbind(), bound)
    }

    fn move_object<'py>(
        &self,
        py: Python<'py>,
        position: &HeldPosition,
        mv: u32,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.move_number(&self.moves_of(py, position)?, mv as usize, position)
    }

    /// A move that gives back the very position it was made in must have left it alone.
    fn expect_unchanged(&self, py: Python<'_>, position: &HeldPosition) -> PyResult<()> {
        let at = position.object.bind(py);
        let (turn, outcome) = position.read(|answers| (answers.turn, answers.outcome));
        let same = turn.is_none_or(|turn| self.rules.turn(at).is_ok_and(|now| now == turn))
            && outcome.is_none_or(|outcome| self.rules.outcome(at).is_ok_and(|now| now == outcome));
        if same {
            return Ok(());
        }
        Err(contract(format!(
            "play() must return a new position, but it has changed its argument, now {}",
            shown(at)
        )))
    }

    /// What one of the methods that give numbers says; a position is either final or not, and has one of them.
    fn number_of(&self, position: &HeldPosition, method: &Method) -> Result<i32, BoxError> {
        let ask = |at: &Bound<'_, PyAny>| {
            self.values.read(&method.call.bind(at.py()).call1((at,))?, method.name, || shown(at))
        };
        Ok(once(position, |answers| &mut answers.value, ask)?)
    }

    fn count_moves(&self, position: &HeldPosition) -> Result<u32, BoxError> {
        if let Some(replies) = position.read(|answers| answers.replies) {
            return Ok(replies);
        }
        Ok(Python::attach(|py| self.moves_of(py, position).map(|moves| moves.len()))? as u32)
    }

    /// A move in the game's notation.
    pub fn name_of(&self, at: &Bound<'_, PyAny>, mv: &Bound<'_, PyAny>) -> PyResult<String> {
        match &self.move_text {
            Some(move_text) => read_text("move_text", &move_text.bind(at.py()).call1((at, mv))?),
            None => Ok(mv.repr()?.to_string_lossy().into_owned()),
        }
    }

    /// A move by its number: moves that were dropped are asked for again, and must be the same.
    fn move_number<'py>(
        &self,
        moves: &Bound<'py, PyTuple>,
        number: usize,
        position: &HeldPosition,
    ) -> PyResult<Bound<'py, PyAny>> {
        moves.get_item(number).map_err(|_| {
            let place = self.place(position.object.bind(moves.py()));
            contract(format!("moves() returned fewer moves when asked again at {place}"))
        })
    }

    /// What the repetition rule compares.
    fn class_of(&self, position: &HeldPosition) -> PyResult<Arc<HeldPosition>> {
        let ask = |at: &Bound<'_, PyAny>| self.positions.repetition_key(self.key_of(at)?.as_unbound());
        once(position, |answers| &mut answers.repetition_key, ask)
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

    /// What the repetition rule compares at a place, the place itself or a key; if the game is over, only if it is
    /// remembered.
    pub fn held_repetition_key(&self, place: &Place, is_over: bool) -> PyResult<Option<Place>> {
        if !self.has_repetition_key {
            return Ok(Some(place.clone()));
        }
        let position = held(place);
        let class = match is_over {
            true => position.read(|answers| answers.repetition_key.clone()),
            false => Some(self.class_of(position)?),
        };
        Ok(class.map(|class| Place::Held(class)))
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
        Ok(once(held(position), |answers| &mut answers.turn, |at| self.rules.turn(at))?)
    }

    fn outcome(&self, position: &Place) -> Result<Option<Outcome>, BoxError> {
        Ok(once(held(position), |answers| &mut answers.outcome, |at| self.rules.outcome(at))?)
    }

    fn moves(&self, position: &Place, out: &mut Vec<u32>) -> Result<(), BoxError> {
        out.extend(0..self.count_moves(held(position))?);
        Ok(())
    }

    fn play(&self, position: &Place, mv: u32) -> Result<Place, BoxError> {
        let (position, place) = (held(position), mv as usize);
        if let Some(after) = self.positions.after(position, place) {
            return Ok(Place::Held(after));
        }
        let played = |py: Python<'_>| {
            let moves = self.moves_of(py, position)?;
            let before = position.object.bind(py);
            let after = self.rules.play(before, &self.move_number(&moves, place, position)?)?;
            if after.is(before) {
                self.expect_unchanged(py, position)?;
            }
            let after = self.hold(&after)?;
            self.positions.store_after(position, (place, moves.len()), &after);
            Ok::<_, PyErr>(after)
        };
        Ok(Place::Held(Python::attach(played)?))
    }

    fn key(&self, position: &Place) -> Result<u64, BoxError> {
        Ok(held(position).key)
    }

    fn repetition_key(&self, position: &Place) -> Result<u64, BoxError> {
        if self.has_repetition_key { Ok(self.class_of(held(position))?.key) } else { self.key(position) }
    }

    fn repeats(&self, a: &Place, b: &Place) -> Result<bool, BoxError> {
        if !self.has_repetition_key {
            return Ok(a == b);
        }
        Ok(Arc::ptr_eq(&self.class_of(held(a))?, &self.class_of(held(b))?))
    }

    fn repetition(&self) -> Repetition {
        self.repetition
    }

    fn notation(&self, position: &Place, mv: u32) -> Result<String, BoxError> {
        let position = held(position);
        let name =
            |py: Python<'_>| self.name_of(position.object.bind(py), &self.move_object(py, position, mv)?);
        Ok(Python::attach(name)?)
    }

    fn text(&self, position: &Place) -> Result<String, BoxError> {
        let text = Python::attach(|py| self.text_of(held(position).object.bind(py)))?;
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

    fn pack(&self, position: &Place, out: &mut Vec<u8>) -> Result<(), BoxError> {
        Ok(Python::attach(|py| self.packer.pack(held(position).object.bind(py), out))?)
    }

    fn unpack(&self, bytes: &[u8]) -> Result<Place, InputError> {
        let read = |py: Python<'_>| {
            let (position, size) = self.packer.unpack(py, bytes)?;
            if bytes[size..].iter().any(|&byte| byte != 0) {
                return Err(bad_input("something other than zeros follows the bytes of a packed position"));
            }
            self.number(&position)
        };
        Python::attach(read).map_err(|error| InputError::new(error.to_string()))
    }

    fn canonical(&self, position: &Place) -> Result<Place, BoxError> {
        if !self.has_canonical {
            return Ok(position.clone());
        }
        let ask = |py: Python<'_>| {
            let at = held(position).object.bind(py);
            let canonical = self.game.bind(py).call_method1("canonical", (at,))?;
            if canonical.is_none() {
                return Err(contract(format!(
                    "canonical() must return a position, but it returned None, at {}",
                    shown(at)
                )));
            }
            self.number(&canonical)
        };
        Ok(Python::attach(ask)?)
    }

    fn has_exact_bytes(&self) -> bool {
        false
    }

    fn has_symmetry(&self) -> bool {
        self.has_canonical
    }

    fn player_names(&self) -> [String; 2] {
        self.players.clone()
    }

    fn reply_count(&self, position: &Place) -> Result<u32, BoxError> {
        self.count_moves(held(position))
    }

    fn may_repeat(&self, position: &Place, mv: u32) -> Result<bool, BoxError> {
        if !self.has_may_repeat {
            return Ok(false);
        }
        let position = held(position);
        let answer =
            |py: Python<'_>| self.is_exempt(position.object.bind(py), &self.move_object(py, position, mv)?);
        Ok(Python::attach(answer)?)
    }

    fn history_key(&self, position: &Place, mv: u32) -> Result<u32, BoxError> {
        let (position, place) = (held(position), mv as usize);
        let moves =
            || Python::attach(|py| Ok(self.moves_of(py, position)?.iter().map(Bound::unbind).collect()));
        Ok(self.positions.history_key(position, place, moves)?.unwrap_or(mv))
    }

    fn has_estimate(&self) -> bool {
        self.has_estimate
    }

    fn estimate(&self, position: &Place, prover: Player) -> Result<Estimate, BoxError> {
        let position = held(position);
        let kept = position.read(|answers| answers.estimates.as_ref().and_then(|both| both[prover.index()]));
        if let Some(estimate) = kept {
            return Ok(estimate);
        }
        let estimate = Python::attach(|py| {
            let at = position.object.bind(py);
            let answer = self.game.bind(py).call_method1("estimate", (at, prover.index()))?;
            read_estimate(&answer, || shown(at))
        })?;
        Ok(self.positions.store_estimate(position, prover, estimate))
    }

    fn payoff(&self, position: &Place, outcome: Outcome) -> Result<i32, BoxError> {
        let Some(score) = &self.values.score else { return Ok(outcome.points() * self.values.steps.win) };
        let position = held(position);
        let payoff = self.number_of(position, score)?;
        if payoff.signum() == outcome.points() {
            return Ok(payoff);
        }
        let place = Python::attach(|py| shown(position.object.bind(py)));
        Err(contract(format!(
            "score() must return a number above 0 where player 0 has won, below 0 where player 1 has won and 0 for a \
             draw, not {}, at {place}",
            self.values.steps.number(payoff)
        ))
        .into())
    }

    fn largest_payoff(&self) -> i32 {
        if self.values.score.is_some() { self.values.steps.largest } else { self.values.steps.win }
    }

    fn value(&self, position: &Place) -> Result<i32, BoxError> {
        self.values.evaluate.as_ref().map_or(Ok(0), |evaluate| self.number_of(held(position), evaluate))
    }

    fn largest_value(&self) -> i32 {
        if self.values.evaluate.is_some() { self.values.steps.largest } else { 0 }
    }

    fn hold_within(&self, memory: Option<usize>) {
        self.positions.begin_question(memory);
    }

    fn let_go(&self) {
        // What is evicted needs Python's lock.
        Python::attach(|_| self.positions.end_question());
    }

    fn memory_beside(&self, own: usize) -> usize {
        Python::attach(|_| self.positions.memory_beside(own))
    }
}
