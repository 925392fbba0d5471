//! Checkpoints of a search: when to write them, and how to begin with one.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pnyx_game::Goal;
use pnyx_search::checkpoint::{self, Question, Spent};
use pnyx_search::pn::Notes;
use pnyx_search::pn::forced_win;
use pyo3::exceptions::{PyOSError, PyUserWarning};
use pyo3::prelude::*;

use crate::errors::bad_input;
use crate::order::{Algorithm, Order};
use crate::session::{Opened, Playable, Session};

/// Where checkpoints are written and how often, and where to begin.
#[derive(Clone, Debug, Default)]
pub(crate) struct Checkpoints {
    pub save: Option<(PathBuf, Duration)>,
    pub resume: Option<PathBuf>,
}

/// Writes checkpoints while a search goes on.
pub(crate) struct Keeper {
    to: Option<(PathBuf, Duration)>,
    question: Question,
    before: Spent,
    begun: Instant,
    last: Instant,
    pub error: Option<PyErr>,
}

impl Keeper {
    /// Write a checkpoint if it is time to. Breaks off if that fails.
    pub fn keep(&mut self, notes: &Notes, nodes: u64) -> ControlFlow<()> {
        if self.to.as_ref().is_some_and(|(_, every)| self.last.elapsed() >= *every) {
            self.write(notes, nodes);
        }
        if self.error.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Write a checkpoint.
    pub fn write(&mut self, notes: &Notes, nodes: u64) {
        let Some((path, _)) = self.to.as_ref().filter(|_| self.error.is_none()) else { return };
        let seconds = self.before.seconds + self.begun.elapsed().as_secs_f64();
        let spent = Spent { nodes: self.before.nodes + nodes, seconds };
        if let Err(error) = checkpoint::save(path, &self.question, spent, notes.table()) {
            let text = format!("the checkpoint {} could not be written: {error}", path.display());
            self.error = Some(PyOSError::new_err(text));
        }
        self.last = Instant::now();
    }
}

impl<G: Playable> Opened<G> {
    /// What a checkpoint is about: everything that gives the notes their meaning.
    fn question(&self, goal: &str) -> PyResult<Question> {
        let options = pnyx_games::options_to_json(&self.about.rules);
        let text = format!(
            "game: {}\noptions: {options}\nposition: {}\ngoal: {goal}\n",
            self.about.name,
            self.text()?
        );
        Ok(Question { text })
    }

    /// Begin with a checkpoint, if the order says so, and see whether one may be written.
    pub fn take_up(&self, py: Python<'_>, order: &mut Order, goal: Goal) -> PyResult<()> {
        let Checkpoints { save, resume } = &order.checkpoints;
        if save.is_none() && resume.is_none() {
            return Ok(());
        }
        if !matches!(order.algorithm, Algorithm::ForcedWin(_) | Algorithm::Auto) {
            return Err(bad_input("checkpoints are written and taken up by algorithms auto and forced-win"));
        }
        let question = self.question(&order.goal)?;
        if let Some((path, _)) = save {
            checkpoint::may_save(path, &question).map_err(|error| bad_input(error.to_string()))?;
        }
        if let Some(path) = resume {
            let bytes = order.notes_bytes();
            let resumed = py.detach(|| checkpoint::resume(path, &question, bytes));
            let resumed = resumed.map_err(|error| bad_input(error.to_string()))?;
            if let Some(why) = resumed.fell_back {
                PyErr::warn(py, &py.get_type::<PyUserWarning>(), &std::ffi::CString::new(why)?, 2)?;
            }
            order.resumed = resumed.spent;
            let prover = forced_win::winner(goal).prover;
            if let Ok(mut notes) = order.notes.lock() {
                *notes = Some((prover, Arc::new(Notes::with(resumed.table))));
            }
        }
        Ok(())
    }

    /// What writes the checkpoints of an order.
    pub fn keeper(&self, order: &Order) -> Keeper {
        let now = Instant::now();
        let question = self.question(&order.goal).unwrap_or(Question { text: String::new() });
        let to = order.checkpoints.save.clone().filter(|_| !question.text.is_empty());
        Keeper { to, question, before: order.resumed, begun: now, last: now, error: None }
    }
}
