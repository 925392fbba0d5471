//! Which graphs are played through once more: those of games written in Python, as [`replay`](crate::replay) says.

use std::any::Any;

use pnyx_game::{Erased, Game, Goal, Place};
use pnyx_proof::{Body, CheckError, Question, Report, Verdict, check};
use pnyx_search::Poll;
use pyo3::prelude::*;

use crate::python_game::PythonGame;
use crate::replay::replay;
use crate::session::{Opened, Playable};

/// The Python game behind a game, if there is one.
fn python_game<G: Game + 'static>(game: &G) -> Option<(&Erased, &PythonGame)> {
    let erased = (game as &dyn Any).downcast_ref::<Erased>()?;
    let numbered: &dyn Any = &*erased.0;
    Some((erased, numbered.downcast_ref()?))
}

/// What is known to be of the same type, though the compiler cannot know it.
fn the_same<T: Any + Clone, U: Any>(given: &U) -> T {
    (given as &dyn Any).downcast_ref::<T>().expect("of this game").clone()
}

impl<G: Playable> Opened<G> {
    /// Check a graph about this position. That of a Python game is played through once more, as this file says.
    pub fn check_afresh(
        &self,
        (goal, only_move): (Goal, Option<G::Move>),
        verdict: Verdict,
        body: Body<'_>,
        poll: Poll<'_>,
    ) -> Result<Report, CheckError<G::Error>> {
        let Some((erased, game)) = python_game(&self.game) else {
            let question = Question { root: &self.root, history: &self.history, goal, only_move };
            return check(&self.game, &question, verdict, body, poll);
        };
        let root: Place = the_same(&self.root);
        let only_move: Option<u32> = the_same(&only_move);
        let question = Question { root: &root, history: &[], goal, only_move };
        Python::attach(|py| replay(py, (erased, game), &question, verdict, body, poll)).map_err(|error| {
            match error {
                CheckError::Rejected(why) => CheckError::Rejected(why),
                CheckError::Rules(why) => CheckError::Rules(why),
                CheckError::Stopped => CheckError::Stopped,
                CheckError::Game(error) => {
                    let error: Box<dyn Any> = Box::new(error);
                    CheckError::Game(*error.downcast().expect("of this game"))
                }
            }
        })
    }
}
