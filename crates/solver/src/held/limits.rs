//! The limits of a search, where one call of a game's method may use them up.
//!
//! A search checks its limits between nodes. Moves that are drawn from an iterator without end never get it there: so
//! the solver leaves the limits here, for the thread that runs the search, and they are checked between two moves.
//!
//! A limit that is hit ends the call with an error, which travels through the search as every error of a game does.
//! [`hit`] distinguishes it from the game's own, and the answer is unknown.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use pnyx_search::{Limit, Limits};

use crate::host::{SIGNALS, Stop};
use crate::question::DEFAULT_MEMORY;

/// How often clock and stop flag are checked.
const GLANCE: Duration = Duration::from_millis(5);

struct Thread {
    deadline: Option<Instant>,
    memory: Option<usize>,
    stop: Stop,
}

thread_local! {
    static LIMITS: RefCell<Vec<Thread>> = const { RefCell::new(Vec::new()) };
    static HIT: Cell<Option<Limit>> = const { Cell::new(None) };
}

/// While this lives, limits hold for the calls that this thread makes.
pub struct Held(());

/// Let these limits hold from now on; the time begins now.
pub fn hold(limits: Limits, stop: &Stop) -> Held {
    // A time beyond all clocks is none.
    let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
    let thread = Thread { deadline, memory: limits.memory, stop: Arc::clone(stop) };
    LIMITS.with_borrow_mut(|limits| limits.push(thread));
    HIT.set(None);
    Held(())
}

impl Drop for Held {
    fn drop(&mut self) {
        LIMITS.with_borrow_mut(Vec::pop);
    }
}

/// The limit that has ended a call; told once.
pub fn hit() -> Option<Limit> {
    HIT.take()
}

/// Whether a limit has ended a call.
pub fn is_hit() -> bool {
    let limit = HIT.take();
    let is_hit = limit.is_some();
    HIT.set(limit);
    is_hit
}

/// What a check of the limits says.
#[derive(Debug, PartialEq, Eq)]
pub enum Look {
    /// Go on.
    Fine,
    /// This limit is hit: the call must end with an error.
    Hit(Limit),
    /// More than [`DEFAULT_MEMORY`] is held, where no limit of memory is set.
    TooMuch,
}

/// Checks the limits while something is drawn.
pub struct Glances {
    glanced: Instant,
    signalled: Instant,
}

impl Default for Glances {
    fn default() -> Glances {
        let now = Instant::now();
        Glances { glanced: now, signalled: now }
    }
}

impl Glances {
    /// Look, when it is time to; `bytes` are held. `signals` lets the host handle its signals.
    pub fn look<E>(&mut self, bytes: usize, signals: impl FnOnce() -> Result<(), E>) -> Result<Look, E> {
        let most = LIMITS.with_borrow(|limits| limits.last().map(|thread| thread.memory));
        if bytes >= most.flatten().unwrap_or(DEFAULT_MEMORY) {
            return Ok(match most {
                Some(Some(_)) => ended(Limit::Memory),
                _ => Look::TooMuch,
            });
        }
        let now = Instant::now();
        if now - self.glanced < GLANCE {
            return Ok(Look::Fine);
        }
        self.glanced = now;
        if now - self.signalled >= SIGNALS {
            self.signalled = now;
            signals()?;
        }
        let limit = LIMITS.with_borrow(|limits| {
            let thread = limits.last()?;
            if thread.stop.load(Ordering::Relaxed) {
                Some(Limit::Stopped)
            } else {
                thread.deadline.filter(|&deadline| now >= deadline).map(|_| Limit::Seconds)
            }
        });
        Ok(limit.map_or(Look::Fine, ended))
    }
}

fn ended(limit: Limit) -> Look {
    HIT.set(Some(limit.clone()));
    Look::Hit(limit)
}
