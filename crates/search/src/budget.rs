//! How long a search may go on.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use pnyx_game::Game;

use crate::{Observer, Snapshot};

/// Why a search ended without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The number of nodes.
    Nodes,
    /// The time.
    Seconds,
    /// The memory.
    Memory,
    /// The stop flag was set.
    Stopped,
    /// Proof or disproof numbers grew beyond what can be told apart.
    Numbers,
    /// Steps of a selection that finds nothing new.
    Selections,
    /// The length of a line.
    Plies,
    /// A position was repeated in a game that says this is impossible.
    Misdeclared,
    /// The search claims this, `proven` or `disproven`, but is known to be wrong about it at times.
    Unsafe(&'static str),
    /// An answer was found, but its certificate was not accepted.
    Certificate(String),
    /// An answer was found, but the rules contradict themselves: the method and the position.
    Rules(String),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Nodes => f.write_str("nodes"),
            Limit::Seconds => f.write_str("seconds"),
            Limit::Memory => f.write_str("memory"),
            Limit::Stopped => f.write_str("stopped"),
            Limit::Numbers => f.write_str("numbers"),
            Limit::Selections => f.write_str("selections"),
            Limit::Plies => f.write_str("plies"),
            Limit::Misdeclared => f.write_str("misdeclared"),
            Limit::Unsafe(claim) => write!(f, "unsafe: {claim}"),
            Limit::Certificate(why) => write!(f, "certificate failed: {why}"),
            Limit::Rules(why) => write!(f, "rules: {why}"),
        }
    }
}

/// The limits a user sets; `None` is no limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Nodes, as the algorithm counts them.
    pub nodes: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Bytes of the search's own data.
    pub memory: Option<usize>,
}

/// How long a check of the clock may be put off.
const GLANCE: Duration = Duration::from_millis(5);
/// Who checks the clock every time does no more than that so soon after the last time.
const HASTE: Duration = Duration::from_micros(200);

/// Limits, and what has been used of them.
pub struct Budget<'a> {
    limits: Limits,
    stop: &'a AtomicBool,
    started: Instant,
    /// Calls between two checks of the clock, adapted to the speed of the search.
    stride: u32,
    longest_stride: u32,
    countdown: u32,
    last_look: Instant,
}

impl<'a> Budget<'a> {
    /// A budget that begins now.
    #[must_use]
    pub fn new(limits: Limits, stop: &'a AtomicBool) -> Budget<'a> {
        let now = Instant::now();
        Budget {
            limits,
            stop,
            started: now,
            stride: 1,
            longest_stride: 1 << 14,
            countdown: 1,
            last_look: now.checked_sub(HASTE).unwrap_or(now),
        }
    }

    /// An equal share of what is left, when some nodes have been used and `searches` are still to come.
    #[must_use]
    pub fn share(&self, nodes: u64, searches: u32) -> Budget<'a> {
        let elapsed = self.elapsed();
        let limits = Limits {
            nodes: self.limits.nodes.map(|most| most.saturating_sub(nodes) / u64::from(searches)),
            time: self.limits.time.map(|most| elapsed + most.saturating_sub(elapsed) / searches),
            ..self.limits
        };
        Budget { limits, stride: 1, countdown: 1, ..*self }
    }

    /// The same with another number of nodes, which are counted from here.
    #[must_use]
    pub fn with_nodes(&self, nodes: Option<u64>) -> Budget<'a> {
        Budget { limits: Limits { nodes, ..self.limits }, stride: 1, countdown: 1, ..*self }
    }

    /// The most nodes.
    #[must_use]
    pub fn nodes(&self) -> Option<u64> {
        self.limits.nodes
    }

    /// Whether it has a limit neither of nodes nor of time.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.limits.nodes.is_none() && self.limits.time.is_none()
    }

    /// Check the clock every time: right for rules so slow, or so uneven, that a check costs nothing.
    #[must_use]
    pub fn vigilant(self) -> Budget<'a> {
        Budget { longest_stride: 1, ..self }
    }

    /// The flag that stops it.
    #[must_use]
    pub fn stop_flag(&self) -> &'a AtomicBool {
        self.stop
    }

    /// The limit of memory, in bytes.
    #[must_use]
    pub fn memory(&self) -> Option<usize> {
        self.limits.memory
    }

    /// Time used.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The limit that is hit with this use, of those that cost nothing to test.
    #[inline]
    pub fn exceeded(&self, nodes: u64, memory: usize) -> Option<Limit> {
        if self.limits.nodes.is_some_and(|most| nodes >= most) {
            Some(Limit::Nodes)
        } else if self.limits.memory.is_some_and(|most| memory >= most) {
            Some(Limit::Memory)
        } else {
            None
        }
    }

    /// The limit that is hit with this use, or [now](Self::impatient).
    #[inline]
    pub fn exhausted<'s, G: Game<Move: 's>>(
        &mut self,
        nodes: u64,
        memory: usize,
        observer: &mut dyn Observer<G>,
        snapshot: impl FnOnce() -> Snapshot<'s, G>,
    ) -> Option<Limit> {
        self.exceeded(nodes, memory).or_else(|| self.impatient(observer, snapshot))
    }

    /// When it is time to, report to an observer; returns the limit that is hit then.
    #[inline]
    pub fn impatient<'s, G: Game<Move: 's>>(
        &mut self,
        observer: &mut dyn Observer<G>,
        snapshot: impl FnOnce() -> Snapshot<'s, G>,
    ) -> Option<Limit> {
        if !self.due() {
            return None;
        }
        if observer.tick(&snapshot(), self.elapsed()).is_break() {
            return Some(Limit::Stopped);
        }
        self.overdue()
    }

    /// Whether it is time to check the clock and the stop flag, and to report to an observer.
    #[inline]
    pub fn due(&mut self) -> bool {
        self.countdown -= 1;
        if self.countdown > 0 {
            return false;
        }
        let now = Instant::now();
        let gap = now - self.last_look;
        if self.longest_stride == 1 && gap < HASTE {
            self.countdown = 1;
            return false;
        }
        self.last_look = now;
        if gap < GLANCE / 2 {
            self.stride = (self.stride * 2).min(self.longest_stride);
        } else if gap > GLANCE {
            self.stride = (self.stride / 2).max(1);
        }
        self.countdown = self.stride;
        true
    }

    /// Whether the time limit was passed by this much.
    pub(crate) fn overdue_by(&self, grace: Duration) -> bool {
        self.limits.time.is_some_and(|most| self.elapsed() >= most + grace)
    }

    /// The limit that is hit now, of those that [`due`](Self::due) is for.
    pub fn overdue(&self) -> Option<Limit> {
        if self.stop.load(Ordering::Relaxed) {
            Some(Limit::Stopped)
        } else if self.limits.time.is_some_and(|most| self.elapsed() >= most) {
            Some(Limit::Seconds)
        } else {
            None
        }
    }
}
