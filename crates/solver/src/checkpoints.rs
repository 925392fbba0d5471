//! Checkpoints of a search: when to write them, and how to begin with one.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pnyx_game::BoxError;
use pnyx_search::checkpoint::{self, RunDescription, Spent};
use pnyx_search::table::LengthTable;

use crate::error::Result;
use crate::host::Host;
use crate::opened::{Opened, Playable};
use crate::position::Describe;

/// Where checkpoints are written and how often, and where to begin.
#[derive(Clone, Debug, Default)]
pub(crate) struct Checkpoints {
    pub save: Option<(PathBuf, Duration)>,
    pub resume: Option<PathBuf>,
    /// Why the last checkpoint could not be written.
    io_error: Arc<Mutex<Option<String>>>,
}

impl Checkpoints {
    pub fn new(save: Option<(PathBuf, Duration)>, resume: Option<PathBuf>) -> Checkpoints {
        Checkpoints { save, resume, io_error: Arc::default() }
    }

    /// Why the last checkpoint could not be written, if it could not.
    pub fn io_error(&self) -> Option<String> {
        self.io_error.lock().ok().and_then(|io_error| io_error.clone())
    }

    /// Note how a checkpoint went; whether that is news.
    fn note(&self, io_error: Option<String>) -> bool {
        let Ok(mut before) = self.io_error.lock() else { return true };
        std::mem::replace(&mut *before, io_error) != *before
    }
}

/// Writes checkpoints while a search goes on.
pub(crate) struct Keeper<'a> {
    host: &'a dyn Host,
    to: Checkpoints,
    question: RunDescription,
    before: Spent,
    begun: Instant,
    last: Instant,
    /// The host's error when it heard of a checkpoint that could not be written.
    pub error: Option<BoxError>,
}

impl Keeper<'_> {
    /// Write a checkpoint if it is time to. Breaks off only if the host says so.
    pub fn keep(&mut self, lengths: &LengthTable, nodes: u64) -> ControlFlow<()> {
        if self.to.save.as_ref().is_some_and(|(_, every)| self.last.elapsed() >= *every) {
            self.write(lengths, nodes);
        }
        if self.error.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Write a checkpoint. If that fails the search goes on, the user is warned, once for each reason, and the next
    /// time it is tried again.
    pub fn write(&mut self, lengths: &LengthTable, nodes: u64) {
        let Some((path, _)) = self.to.save.as_ref().filter(|_| self.error.is_none()) else { return };
        let seconds = self.before.seconds + self.begun.elapsed().as_secs_f64();
        let spent = Spent { nodes: self.before.nodes + nodes, seconds };
        let failed = checkpoint::save(path, &self.question, spent, lengths.table()).err();
        let io_error = failed.map(|error| {
            format!("the checkpoint {} could not be written: {}", path.display(), reason(&error))
        });
        if self.to.note(io_error.clone())
            && let Some(text) = io_error
        {
            self.error = self.host.warn(&format!("{text}; the search goes on without it")).err();
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
    /// What writes the checkpoints of a run that had spent something `before`. It writes none of a run that cannot be
    /// described.
    pub(crate) fn keeper<'a>(
        &self,
        host: &'a dyn Host,
        (to, asked): (&Checkpoints, &str),
        before: Spent,
    ) -> Keeper<'a> {
        let (now, described) = (Instant::now(), self.run_description(asked));
        let mut to = to.clone();
        to.save = to.save.filter(|_| described.is_ok());
        let question = described.unwrap_or(RunDescription { text: String::new() });
        Keeper { host, to, question, before, begun: now, last: now, error: None }
    }

    /// What a checkpoint is about: everything that gives the length table its meaning.
    pub(crate) fn run_description(&self, asked: &str) -> Result<RunDescription> {
        let options = pnyx_games::options_to_json(&self.about.rules);
        let text = format!(
            "game: {}\noptions: {options}\nposition: {}\ngoal: {asked}\n",
            self.about.name,
            self.text()?
        );
        Ok(RunDescription { text })
    }
}
