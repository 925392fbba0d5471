//! How long a build may go on, and what it tells meanwhile.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Why a build ended without a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The number of positions.
    Positions,
    /// The time.
    Seconds,
    /// The memory.
    Memory,
    /// The stop flag was set.
    Stopped,
    /// More positions than the index can number, about four thousand million.
    Capacity,
    /// A distance of 2^28 plies or more.
    Plies,
    /// The rules say that positions cannot be repeated, but the position with these bytes (among others) lies on a
    /// cycle or leads into one.
    Misdeclared(Vec<u8>),
    /// The position with these bytes has neither an outcome nor a move.
    Stuck(Vec<u8>),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Positions => "positions",
            Limit::Seconds => "seconds",
            Limit::Memory => "memory",
            Limit::Stopped => "stopped",
            Limit::Capacity => "capacity",
            Limit::Plies => "plies",
            Limit::Misdeclared(_) => "misdeclared",
            Limit::Stuck(_) => "rules: a position has neither an outcome nor a move",
        })
    }
}

/// The limits a user sets; `None` is no limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Positions in the table. They are counted after each batch, so there may be a few more.
    pub positions: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Bytes of the table that is being made.
    pub memory: Option<usize>,
}

/// What a build is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It looks for positions.
    Enumerating,
    /// It turns moves around.
    Linking,
    /// It values positions backwards.
    Valuing,
    /// It sorts positions.
    Sorting,
    /// It writes the file.
    Writing,
}

impl Phase {
    /// The word for it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Phase::Enumerating => "enumerating",
            Phase::Linking => "linking",
            Phase::Valuing => "valuing",
            Phase::Sorting => "sorting",
            Phase::Writing => "writing",
        }
    }
}

/// How far a build has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What it is doing.
    pub phase: Phase,
    /// Positions found.
    pub positions: u64,
    /// Positions this phase has done with.
    pub done: u64,
    /// Plies from the starts, or plies to the end while positions are valued.
    pub ply: u64,
    /// Positions of this ply.
    pub frontier: u64,
    /// Bytes in use.
    pub memory: usize,
    /// Seconds since the beginning.
    pub seconds: f64,
    /// Positions found or done with in a second, over the whole phase.
    pub rate: f64,
}

/// How to go about a build: threads, limits, and whom to tell.
pub struct Run<'a> {
    /// Threads that work. One needs no other.
    pub threads: usize,
    pub(crate) bounds: Bounds<'a>,
    progress: &'a mut dyn FnMut(&Progress),
    last: Instant,
    phase_began: (Phase, Instant, u64),
}

/// The time between two reports.
const REPORT: Duration = Duration::from_millis(100);

impl<'a> Run<'a> {
    /// The clock starts now. `progress` is called from the calling thread several times a second.
    pub fn new(
        threads: usize,
        limits: Limits,
        stop: &'a AtomicBool,
        progress: &'a mut dyn FnMut(&Progress),
    ) -> Run<'a> {
        let now = Instant::now();
        let phase_began = (Phase::Enumerating, now, 0);
        let bounds = Bounds { limits, started: now, stop };
        Run { threads: threads.max(1), bounds, progress, last: now, phase_began }
    }

    /// Tell the caller, if it is time.
    pub(crate) fn report(&mut self, what: impl FnOnce() -> Progress) {
        let now = Instant::now();
        if now - self.last < REPORT {
            return;
        }
        self.last = now;
        let mut progress = what();
        if self.phase_began.0 != progress.phase {
            self.phase_began = (progress.phase, now, progress.done);
        }
        progress.seconds = self.bounds.started.elapsed().as_secs_f64();
        let (_, began, done) = self.phase_began;
        let seconds = (now - began).as_secs_f64();
        let new = progress.done.saturating_sub(done);
        progress.rate = if seconds > 0.0 { new as f64 / seconds } else { 0.0 };
        (self.progress)(&progress);
    }
}

/// What may end a build, for all threads.
#[derive(Clone, Copy)]
pub(crate) struct Bounds<'a> {
    pub limits: Limits,
    started: Instant,
    stop: &'a AtomicBool,
}

impl Bounds<'_> {
    /// The limit that is reached with these numbers of positions and bytes, if one is.
    pub fn reached(&self, positions: u64, bytes: usize) -> Option<Limit> {
        let Limits { positions: most, time, memory } = self.limits;
        if self.stop.load(Relaxed) {
            Some(Limit::Stopped)
        } else if most.is_some_and(|most| positions > most) {
            Some(Limit::Positions)
        } else if memory.is_some_and(|most| bytes > most) {
            Some(Limit::Memory)
        } else if time.is_some_and(|most| self.started.elapsed() >= most) {
            Some(Limit::Seconds)
        } else {
            None
        }
    }

    /// The same where neither positions nor bytes become more.
    pub fn interrupted(&self) -> Option<Limit> {
        self.reached(0, 0)
    }
}
