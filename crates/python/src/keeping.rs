//! Checkpoints of a search: when to write them, and how to begin with one.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pnyx_game::Goal;
use pnyx_search::checkpoint::{self, Question, Spent};
use pnyx_search::pn::Notes;
use pnyx_search::pn::forced_win;
use pyo3::prelude::*;

use crate::errors::{bad_input, tell};
use crate::order::{Algorithm, Order};
use crate::session::{Opened, Playable, Session};

/// Where checkpoints are written and how often, and where to begin.
#[derive(Clone, Debug, Default)]
pub(crate) struct Checkpoints {
    pub save: Option<(PathBuf, Duration)>,
    pub resume: Option<PathBuf>,
    /// Why the last checkpoint could not be written.
    trouble: Arc<Mutex<Option<String>>>,
}

impl Checkpoints {
    pub fn new(save: Option<(PathBuf, Duration)>, resume: Option<PathBuf>) -> Checkpoints {
        Checkpoints { save, resume, trouble: Arc::default() }
    }

    /// Why the last checkpoint could not be written, if it could not.
    pub fn trouble(&self) -> Option<String> {
        self.trouble.lock().ok().and_then(|trouble| trouble.clone())
    }

    /// Note how a checkpoint went; whether that is news.
    fn note(&self, trouble: Option<String>) -> bool {
        let Ok(mut before) = self.trouble.lock() else { return true };
        std::mem::replace(&mut *before, trouble) != *before
    }
}

/// Writes checkpoints while a search goes on.
pub(crate) struct Keeper {
    to: Checkpoints,
    question: Question,
    before: Spent,
    begun: Instant,
    last: Instant,
    /// What Python raised when it was told of a checkpoint that could not be written.
    pub error: Option<PyErr>,
}

impl Keeper {
    /// Write a checkpoint if it is time to. Breaks off only if Python says so.
    pub fn keep(&mut self, notes: &Notes, nodes: u64) -> ControlFlow<()> {
        if self.to.save.as_ref().is_some_and(|(_, every)| self.last.elapsed() >= *every) {
            self.write(notes, nodes);
        }
        if self.error.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Write a checkpoint. If that fails the search goes on, the user is told, once for each reason, and the next time
    /// it is tried again.
    pub fn write(&mut self, notes: &Notes, nodes: u64) {
        let Some((path, _)) = self.to.save.as_ref().filter(|_| self.error.is_none()) else { return };
        let seconds = self.before.seconds + self.begun.elapsed().as_secs_f64();
        let spent = Spent { nodes: self.before.nodes + nodes, seconds };
        let failed = checkpoint::save(path, &self.question, spent, notes.table()).err();
        let trouble = failed.map(|error| {
            format!("the checkpoint {} could not be written: {}", path.display(), reason(&error))
        });
        if self.to.note(trouble.clone())
            && let Some(text) = trouble
        {
            self.error = tell(&format!("{text}; the search goes on without it")).err();
        }
        self.last = Instant::now();
    }
}

/// What the system says, without its number.
fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_string()
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
        let Checkpoints { save, resume, .. } = &order.checkpoints;
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
                tell(&why)?;
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
        let mut to = order.checkpoints.clone();
        to.save = to.save.filter(|_| !question.text.is_empty());
        Keeper { to, question, before: order.resumed, begun: now, last: now, error: None }
    }
}
