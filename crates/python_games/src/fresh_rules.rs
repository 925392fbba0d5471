//! The rules of a game written in Python, asked again: how the certificate of such a game is replayed (`pnyx_solver::replay`).

use pnyx_game::{BoxError, Erased, Outcome, Place, Player};
use pnyx_proof::{Body, CheckError, Claim, Report, Verdict};
use pnyx_search::Poll;
use pnyx_solver::Recheck;
use pnyx_solver::contents::Content;
use pnyx_solver::held::limits;
use pnyx_solver::replay::{Fault, FreshRules, replay};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::contents::Contents;
use crate::errors::{is_contract, shown};
use crate::python_game::{PythonGame, held};

/// A game, with what its objects consist of.
struct FreshGame<'a, 'py> {
    py: Python<'py>,
    game: &'a PythonGame,
    contents: Contents,
    by_value: Contents,
}

impl Recheck<Erased> for PythonGame {
    fn check(
        &self,
        game: &Erased,
        question: &Claim<'_, Place, u32>,
        verdict: Verdict,
        body: Body<'_>,
        poll: Poll<'_>,
    ) -> Result<Report, CheckError<BoxError>> {
        let question = Claim { history: &[], ..*question };
        Python::attach(|py| {
            let contents = |by_value| {
                let contents = Contents::new(py, Some(self.game.clone_ref(py)), by_value);
                contents.map_err(|error| CheckError::Game(error.into()))
            };
            let rules = FreshGame { py, game: self, contents: contents(false)?, by_value: contents(true)? };
            replay(&rules, game, &question, verdict, body, poll)
        })
    }
}

impl<'py> FreshRules for FreshGame<'_, 'py> {
    type Object = Bound<'py, PyAny>;
    type Error = PyErr;

    fn outcome(&self, at: &Self::Object) -> PyResult<Option<Outcome>> {
        self.game.rules.outcome(at)
    }

    fn turn(&self, at: &Self::Object) -> PyResult<Player> {
        self.game.rules.turn(at)
    }

    fn moves(&self, at: &Self::Object) -> PyResult<Vec<Self::Object>> {
        Ok(self.game.rules.moves(at)?.iter().collect())
    }

    fn play(&self, at: &Self::Object, mv: &Self::Object) -> PyResult<Self::Object> {
        self.game.rules.play(at, mv)
    }

    fn move_text(&self, at: &Self::Object, mv: &Self::Object) -> PyResult<String> {
        self.game.name_of(at, mv)
    }

    fn has_repetition_key(&self) -> bool {
        self.game.has_repetition_key
    }

    fn repetition_key(&self, at: &Self::Object) -> PyResult<Self::Object> {
        self.game.key_of(at)
    }

    fn may_repeat(&self, at: &Self::Object, mv: &Self::Object) -> PyResult<bool> {
        self.game.is_exempt(at, mv)
    }

    fn content(&self, object: &Self::Object) -> PyResult<(Content, bool)> {
        self.contents.read(object)
    }

    fn content_by_value(&self, object: &Self::Object) -> PyResult<Content> {
        Ok(self.by_value.read(object)?.0)
    }

    fn copy(&self, object: &Self::Object) -> PyResult<Option<Self::Object>> {
        let game = self.game.game.bind(self.py);
        let memo = PyDict::new(self.py);
        memo.set_item(game.as_ptr() as usize, game)?;
        let copied = self.py.import("copy")?.getattr("deepcopy")?.call1((object, memo));
        copied.map(Some).or_else(|error| unless_exception(self.py, error, None))
    }

    fn equal(&self, one: &Self::Object, other: &Self::Object) -> PyResult<bool> {
        if one.is(other) {
            return Ok(true);
        }
        one.eq(other).or_else(|error| unless_exception(self.py, error, false))
    }

    fn equals_itself_only(&self, object: &Self::Object) -> PyResult<bool> {
        self.contents.equals_itself_only(object)
    }

    fn show(&self, object: &Self::Object) -> String {
        shown(object)
    }

    fn show_position(&self, at: &Self::Object) -> String {
        self.game.place(at)
    }

    fn held_position(&self, place: &Place) -> Self::Object {
        held(place).object.bind(self.py).clone()
    }

    fn held_moves(&self, place: &Place) -> PyResult<Vec<Self::Object>> {
        Ok(self.game.moves_of(self.py, held(place))?.iter().collect())
    }

    fn held_turn(&self, place: &Place) -> Option<Player> {
        held(place).read(|answers| answers.turn)
    }

    fn held_repetition_key(&self, place: &Place, is_over: bool) -> PyResult<Option<Place>> {
        self.game.held_repetition_key(place, is_over)
    }

    fn fault(&self, error: PyErr) -> Fault<PyErr> {
        if limits::is_hit() || !error.is_instance_of::<PyException>(self.py) {
            return Fault::Outside(error);
        }
        let message = error.value(self.py).to_string();
        if is_contract(&error) {
            return Fault::Contract(message);
        }
        let kind = error.get_type(self.py);
        let kind = kind.name().map_or_else(|_| "an exception".into(), |name| name.to_string());
        Fault::Exception { kind, message, error }
    }
}

/// A value where Python code has failed; what is not its fault, such as Ctrl-C, stays an error.
fn unless_exception<T>(py: Python<'_>, error: PyErr, value: T) -> PyResult<T> {
    if error.is_instance_of::<PyException>(py) { Ok(value) } else { Err(error) }
}
