//! Who asks: the host lets signals through, hears of progress and of warnings, and can release a lock while we work.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use pnyx_game::BoxError;

use crate::error::{Error, Result};

/// How often a host gets to see its signals.
pub const SIGNALS: Duration = Duration::from_millis(50);
/// How often progress is reported.
const PROGRESS: Duration = Duration::from_millis(100);

/// Set from any thread, it stops a search.
pub type Stop = Arc<AtomicBool>;

/// The caller. Every method does nothing unless written; an error ends the work and comes out as it is.
pub trait Host: Sync {
    /// Handle signals; called some twenty times a second.
    fn poll(&self) -> Result<(), BoxError> {
        Ok(())
    }

    /// Whether [`progress`](Host::progress) does anything.
    fn wants_progress(&self) -> bool {
        false
    }

    /// A search goes on; called some ten times a second.
    fn progress(&self, _progress: &Progress<'_>) -> Result<(), BoxError> {
        Ok(())
    }

    /// Something went wrong that cost no answer.
    fn warn(&self, _message: &str) -> Result<(), BoxError> {
        Ok(())
    }

    /// Whether an error of the rules is the host's way to end everything, such as a signal that came while they ran.
    fn is_interruption(&self, _error: &BoxError) -> bool {
        false
    }

    /// Run something long without the host's lock, if it has one.
    fn detached(&self, work: &mut (dyn FnMut() + Send)) {
        work();
    }

    /// Run something with the host's lock, in a thread that does not have it.
    fn attached(&self, work: &mut dyn FnMut()) {
        work();
    }
}

impl dyn Host + '_ {
    /// What something long gives, without the host's lock.
    pub(crate) fn unlocked<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let (mut work, mut found) = (Some(work), None);
        self.detached(&mut || found = work.take().map(|work| work()));
        found.expect("the host runs what it is given")
    }
}

/// Nobody listens.
pub struct Alone;

impl Host for Alone {}

/// How a search goes: its nodes and seconds so far, and the bytes of its own data.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Progress<'a> {
    /// A search for a yes or a no: the root's numbers, and the line that is examined. Nodes of questions before it count as well.
    Solving {
        nodes: u64,
        seconds: f64,
        memory_bytes: usize,
        proof: u32,
        disproof: u32,
        line: Vec<String>,
        goal: &'a str,
    },
    /// A search for a value: depth and value of the last iteration that is complete, and whether that is `exact`, or a `lower`
    /// or an `upper` bound.
    Searching {
        nodes: u64,
        seconds: f64,
        memory_bytes: usize,
        depth: Option<u32>,
        value: Option<i32>,
        bound: Option<&'static str>,
    },
    /// A table is made: its phase, positions found and done with, the ply and how many positions it has, positions a second.
    Tabulating {
        phase: &'static str,
        positions: u64,
        done: u64,
        ply: u64,
        frontier: u64,
        memory_bytes: usize,
        seconds: f64,
        rate: f64,
    },
}

/// Lets the host handle signals and hear of progress now and then, and keeps the error it gives.
pub(crate) struct Signals<'a> {
    pub host: &'a dyn Host,
    last: Instant,
    /// Whether the host hears of progress, and when it last did.
    pub reports: bool,
    reported: Duration,
    pub error: Option<BoxError>,
}

impl<'a> Signals<'a> {
    pub fn new(host: &'a dyn Host) -> Signals<'a> {
        let reports = host.wants_progress();
        Signals { host, last: Instant::now(), reports, reported: Duration::ZERO, error: None }
    }

    /// Tell the host how a search goes, if it is time to.
    pub fn report<'p>(
        &mut self,
        elapsed: Duration,
        progress: impl FnOnce() -> Result<Progress<'p>, BoxError>,
    ) -> ControlFlow<()> {
        if !self.reports || elapsed.saturating_sub(self.reported) < PROGRESS {
            return ControlFlow::Continue(());
        }
        self.reported = elapsed;
        self.keep(progress().and_then(|progress| self.host.progress(&progress)))
    }

    pub fn poll(&mut self) -> ControlFlow<()> {
        if self.error.is_some() {
            return ControlFlow::Break(());
        }
        let now = Instant::now();
        if now - self.last < SIGNALS {
            return ControlFlow::Continue(());
        }
        self.last = now;
        self.keep(self.host.poll())
    }

    fn keep(&mut self, result: Result<(), BoxError>) -> ControlFlow<()> {
        let Err(error) = result else { return ControlFlow::Continue(()) };
        self.error = Some(error);
        ControlFlow::Break(())
    }

    /// The error that the host gave, if it did.
    pub fn end(self) -> Result<()> {
        self.error.map_or(Ok(()), |error| Err(Error::Interrupted(error)))
    }
}
