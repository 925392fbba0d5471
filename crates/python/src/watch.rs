//! Python as the host of the solver: signals, progress, warnings, the interpreter's lock; and the flag that stops searches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pnyx_game::BoxError;
use pnyx_python_games::signals;
use pnyx_solver::{Host, Progress};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

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

/// The flag that was given, or one that is never set.
pub(crate) fn flag(stop: Option<PyRef<'_, StopFlag>>) -> Arc<AtomicBool> {
    stop.map(|stop| stop.0.clone()).unwrap_or_default()
}

/// The interpreter, and who hears of progress.
#[derive(Default)]
pub(crate) struct Interpreter {
    pub on_progress: Option<Py<PyAny>>,
}

impl Host for Interpreter {
    fn poll(&self) -> Result<(), BoxError> {
        Ok(signals()?)
    }

    fn wants_progress(&self) -> bool {
        self.on_progress.is_some()
    }

    fn progress(&self, progress: &Progress<'_>) -> Result<(), BoxError> {
        let Some(callback) = &self.on_progress else { return Ok(()) };
        Python::attach(|py| match progress {
            Progress::Solving { nodes, seconds, memory_bytes, proof, disproof, line, goal } => {
                callback.call1(py, (nodes, seconds, memory_bytes, proof, disproof, line, goal))
            }
            Progress::Searching { nodes, seconds, memory_bytes, depth, value, bound } => {
                callback.call1(py, (nodes, seconds, memory_bytes, depth, value, bound))
            }
            Progress::Tabulating { phase, positions, done, ply, frontier, memory_bytes, seconds, rate } => {
                callback.call1(py, (phase, positions, done, ply, frontier, memory_bytes, seconds, rate))
            }
        })?;
        Ok(())
    }

    fn warn(&self, message: &str) -> Result<(), BoxError> {
        Python::attach(|py| py.import("pnyx._util.warn")?.getattr("tell")?.call1((message,)).map(drop))?;
        Ok(())
    }

    fn is_interruption(&self, error: &BoxError) -> bool {
        let error = error.downcast_ref::<PyErr>();
        error.is_some_and(|error| Python::attach(|py| !error.is_instance_of::<PyException>(py)))
    }

    fn detached(&self, work: &mut (dyn FnMut() + Send)) {
        Python::attach(|py| py.detach(work));
    }

    fn attached(&self, work: &mut dyn FnMut()) {
        Python::attach(|_| work());
    }
}
