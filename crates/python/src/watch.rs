//! Signals, progress and traces while a search runs without the interpreter's lock.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use pnyx_game::Game;
use pnyx_search::{Observer, Snapshot, Stats, Trace};
use pyo3::prelude::*;

use crate::errors::RulesError;

/// How often Python gets to see its signals.
pub(crate) const SIGNALS: Duration = Duration::from_millis(50);
/// How often progress is reported.
pub(crate) const PROGRESS: Duration = Duration::from_millis(100);

/// Stops a running search from another thread or a signal handler.
///
/// >>> import pnyx
/// >>> stop = pnyx.StopFlag()
/// >>> stop.set()
/// >>> pnyx.solve(".../.../... x", "win", stop=stop).reason
/// 'stopped'
#[pyclass(module = "pnyx._core", frozen)]
#[derive(Clone, Default)]
pub(crate) struct StopFlag(pub Arc<AtomicBool>);

#[pymethods]
impl StopFlag {
    #[new]
    fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Ask every search that was given this flag to stop.
    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is set.
    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Lets Python handle signals now and then, and keeps the exception it raises.
pub(crate) struct Signals {
    last: Instant,
    pub error: Option<PyErr>,
}

impl Signals {
    pub fn new() -> Signals {
        Signals { last: Instant::now(), error: None }
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
        // Other threads get their turn too, where a Python game keeps the interpreter's lock.
        self.keep(Python::attach(|py| {
            py.detach(|| ());
            py.check_signals()
        }))
    }

    pub fn keep(&mut self, result: PyResult<()>) -> ControlFlow<()> {
        match result {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

/// The observer of searches that Python asked for.
pub(crate) struct Watch<'a, G: Game> {
    pub signals: Signals,
    pub trace: Option<Trace<G::Move>>,
    pub game: &'a G,
    pub root: &'a G::Position,
    pub on_progress: Option<&'a Py<PyAny>>,
    pub last_progress: Duration,
    /// What is asked.
    pub goal: &'a str,
    /// The nodes of questions before this one.
    pub spent: u64,
    /// What the search had counted when it was last looked at.
    pub seen: Stats,
}

impl<'a, G: Game> Watch<'a, G> {
    /// Watches for signals alone.
    pub fn silent(game: &'a G, root: &'a G::Position, goal: &'a str) -> Watch<'a, G> {
        Watch {
            signals: Signals::new(),
            trace: None,
            game,
            root,
            on_progress: None,
            last_progress: Duration::ZERO,
            goal,
            spent: 0,
            seen: Stats::default(),
        }
    }
}

impl<G: Game<Error: RulesError>> Watch<'_, G> {
    fn report(&self, snapshot: &Snapshot<'_, G>, elapsed: Duration) -> PyResult<()> {
        let Some(callback) = self.on_progress else { return Ok(()) };
        let line = notations(self.game, self.root, snapshot.line).map_err(RulesError::into_py)?;
        let Snapshot { memory_bytes, proof, disproof, .. } = *snapshot;
        let (nodes, seconds) = (self.spent + snapshot.nodes, elapsed.as_secs_f64());
        Python::attach(|py| {
            callback.call1(py, (nodes, seconds, memory_bytes, proof, disproof, line, self.goal)).map(drop)
        })
    }
}

impl<G: Game<Error: RulesError>> Observer<G> for Watch<'_, G> {
    fn iteration(&mut self, snapshot: &Snapshot<'_, G>) {
        if let Some(trace) = &mut self.trace {
            Observer::<G>::iteration(trace, snapshot);
        }
    }

    fn tick(&mut self, snapshot: &Snapshot<'_, G>, elapsed: Duration) -> ControlFlow<()> {
        let Snapshot { nodes, memory_bytes, proof, disproof, .. } = *snapshot;
        self.seen = Stats { nodes, memory_bytes, proof, disproof, ..Stats::default() };
        if self.on_progress.is_some() && elapsed.saturating_sub(self.last_progress) >= PROGRESS {
            self.last_progress = elapsed;
            let reported = self.report(snapshot, elapsed);
            self.signals.keep(reported)?;
        }
        // What is found from now on will be thrown away.
        if self.game.trouble().is_some() {
            return ControlFlow::Break(());
        }
        self.signals.poll()
    }
}

/// The notations of a line of moves.
pub(crate) fn notations<G: Game>(
    game: &G,
    root: &G::Position,
    line: &[G::Move],
) -> Result<Vec<String>, G::Error> {
    let mut position = root.clone();
    let mut names = Vec::with_capacity(line.len());
    for &mv in line {
        names.push(game.notation(&position, mv)?);
        game.play(&mut position, mv)?;
    }
    Ok(names)
}
