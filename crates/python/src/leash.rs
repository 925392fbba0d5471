//! The limits of a search, where one call of a game's method may use them up.
//!
//! A search looks at its limits between nodes. Moves that are drawn from an iterator without end never get it there: so
//! whoever runs a search leaves its limits here, for the thread that runs it, and they are looked at between two moves.
//!
//! A limit that is hit ends the call with an exception, which travels through the search as every exception of a game does.
//! [`hit`] tells it from the game's own, and the answer is unknown.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use pnyx_search::{Limit, Limits};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::watch::SIGNALS;

/// How often clock and stop flag are looked at.
const GLANCE: Duration = Duration::from_millis(5);

/// What the moves of one position may take where no limit says otherwise.
pub(crate) const DEFAULT_MEMORY: usize = 1 << 30;

struct Leash {
    deadline: Option<Instant>,
    memory: Option<usize>,
    stop: Arc<AtomicBool>,
}

thread_local! {
    static LEASHES: RefCell<Vec<Leash>> = const { RefCell::new(Vec::new()) };
    static HIT: Cell<Option<Limit>> = const { Cell::new(None) };
}

/// While this lives, limits hold for the calls that this thread makes.
pub(crate) struct Held(());

/// Let these limits hold from now on; the time begins now.
pub(crate) fn hold(limits: Limits, stop: &Arc<AtomicBool>) -> Held {
    // A time beyond all clocks is none.
    let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
    let leash = Leash { deadline, memory: limits.memory, stop: Arc::clone(stop) };
    LEASHES.with_borrow_mut(|leashes| leashes.push(leash));
    HIT.set(None);
    Held(())
}

impl Drop for Held {
    fn drop(&mut self) {
        LEASHES.with_borrow_mut(Vec::pop);
    }
}

/// The limit that has ended a call; told once.
pub(crate) fn hit() -> Option<Limit> {
    HIT.take()
}

/// Whether a limit has ended a call.
pub(crate) fn is_hit() -> bool {
    let limit = HIT.take();
    let is_hit = limit.is_some();
    HIT.set(limit);
    is_hit
}

/// Looks at the limits while something is drawn.
pub(crate) struct Glances {
    glanced: Instant,
    signalled: Instant,
}

impl Glances {
    pub fn new() -> Glances {
        let now = Instant::now();
        Glances { glanced: now, signalled: now }
    }

    /// Look, when it is time to. `weight` bytes are held; what is over without any limit is told by the caller.
    pub fn look(&mut self, py: Python<'_>, weight: usize) -> PyResult<Option<usize>> {
        let most = LEASHES.with_borrow(|leashes| leashes.last().map(|leash| leash.memory));
        if weight >= most.flatten().unwrap_or(DEFAULT_MEMORY) {
            return match most {
                Some(Some(_)) => Err(ended(Limit::Memory)),
                _ => Ok(Some(DEFAULT_MEMORY)),
            };
        }
        let now = Instant::now();
        if now - self.glanced < GLANCE {
            return Ok(None);
        }
        self.glanced = now;
        if now - self.signalled >= SIGNALS {
            self.signalled = now;
            // Other threads get their turn too.
            py.detach(|| ());
            py.check_signals()?;
        }
        let limit = LEASHES.with_borrow(|leashes| {
            let leash = leashes.last()?;
            if leash.stop.load(Ordering::Relaxed) {
                Some(Limit::Stopped)
            } else {
                leash.deadline.filter(|&deadline| now >= deadline).map(|_| Limit::Seconds)
            }
        });
        limit.map_or(Ok(None), |limit| Err(ended(limit)))
    }
}

fn ended(limit: Limit) -> PyErr {
    let words = format!("a limit was hit while moves were drawn: {limit}");
    HIT.set(Some(limit));
    PyRuntimeError::new_err(words)
}
