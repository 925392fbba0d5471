//! The native module `pnyx._core`: the only crate that knows Python.

mod afresh;
mod asking;
mod catalogue;
mod checking;
mod content_keys;
mod contents;
mod errors;
mod estimates;
mod finding;
mod given;
mod interned;
mod jobs;
mod keeping;
mod lanes;
mod leash;
mod merging;
mod order;
mod position;
mod proof;
mod python_game;
mod questions;
mod remembered;
mod replay;
mod searches;
mod searching;
mod session;
mod shortest;
mod solution;
mod value;
mod values;
mod walking;
mod watch;
mod weighing;
mod wording;

use pyo3::prelude::*;

/// Rules, searches and the Rust checker.
#[pymodule]
#[pyo3(name = "_core")]
fn core(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add_class::<position::Position>()?;
    m.add_class::<solution::Solution>()?;
    m.add_class::<solution::Report>()?;
    m.add_class::<proof::Proof>()?;
    m.add_class::<walking::ProofPlace>()?;
    m.add_class::<shortest::ShortestResult>()?;
    m.add_class::<searching::SearchResult>()?;
    m.add_class::<searching::MeasureResult>()?;
    m.add_class::<watch::StopFlag>()?;
    m.add_class::<contents::Contents>()?;
    m.add_class::<jobs::Jobs>()?;
    m.add_function(wrap_pyfunction!(position::position, m)?)?;
    m.add_function(wrap_pyfunction!(position::python_position, m)?)?;
    m.add_function(wrap_pyfunction!(position::solve, m)?)?;
    m.add_function(wrap_pyfunction!(position::value, m)?)?;
    m.add_function(wrap_pyfunction!(position::shortest, m)?)?;
    m.add_function(wrap_pyfunction!(position::search, m)?)?;
    m.add_function(wrap_pyfunction!(position::measure, m)?)?;
    m.add_function(wrap_pyfunction!(position::check, m)?)?;
    m.add_function(wrap_pyfunction!(merging::merge, m)?)?;
    m.add_function(wrap_pyfunction!(position::check_game, m)?)?;
    m.add_function(wrap_pyfunction!(catalogue::games, m)?)?;
    m.add_function(wrap_pyfunction!(catalogue::algorithms, m)?)?;
    m.add_function(wrap_pyfunction!(catalogue::searches, m)?)?;
    m.add_function(wrap_pyfunction!(catalogue::preset, m)?)?;
    Ok(())
}
