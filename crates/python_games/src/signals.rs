//! Signals, such as Ctrl-C, where Python's rules run for long.

use pyo3::prelude::*;

/// Handle signals, and let other threads have their turn, where a Python game keeps the interpreter's lock.
pub fn signals() -> PyResult<()> {
    Python::attach(|py| {
        py.detach(|| ());
        py.check_signals()
    })
}
