//! The native module `pnyx._core`: its classes and functions.

mod catalogue;
mod jobs;
mod position;
mod proof;
mod records;
mod tables;
mod watch;

use pyo3::prelude::*;

/// Rules, searches and the Rust checker.
#[pymodule]
#[pyo3(name = "_core")]
fn core(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add("DEFAULT_MEMORY", pnyx_solver::question::DEFAULT_MEMORY)?;
    m.add_class::<position::Position>()?;
    m.add_class::<position::Question>()?;
    m.add_class::<records::Goal>()?;
    m.add_class::<records::Solution>()?;
    m.add_class::<records::Report>()?;
    m.add_class::<proof::Proof>()?;
    m.add_class::<records::ProofPlace>()?;
    m.add_class::<records::ShortestResult>()?;
    m.add_class::<records::SearchResult>()?;
    m.add_class::<records::MeasureResult>()?;
    m.add_class::<watch::StopFlag>()?;
    m.add_class::<pnyx_python_games::Contents>()?;
    m.add_class::<jobs::Jobs>()?;
    m.add_class::<records::TableReport>()?;
    m.add_class::<pnyx_python_games::TableRules>()?;
    m.add_class::<tables::Table>()?;
    m.add_function(wrap_pyfunction!(position::position, m)?)?;
    m.add_function(wrap_pyfunction!(position::python_position, m)?)?;
    m.add_function(wrap_pyfunction!(position::goal, m)?)?;
    m.add_function(wrap_pyfunction!(position::solve, m)?)?;
    m.add_function(wrap_pyfunction!(position::value, m)?)?;
    m.add_function(wrap_pyfunction!(position::shortest, m)?)?;
    m.add_function(wrap_pyfunction!(position::search, m)?)?;
    m.add_function(wrap_pyfunction!(position::measure, m)?)?;
    m.add_function(wrap_pyfunction!(position::check, m)?)?;
    m.add_function(wrap_pyfunction!(jobs::merge, m)?)?;
    m.add_function(wrap_pyfunction!(tables::tabulate, m)?)?;
    m.add_function(wrap_pyfunction!(tables::check_table, m)?)?;
    m.add_function(wrap_pyfunction!(tables::expect_table, m)?)?;
    m.add_function(wrap_pyfunction!(tables::table_answer, m)?)?;
    m.add_function(wrap_pyfunction!(position::check_game, m)?)?;
    m.add_function(wrap_pyfunction!(catalogue::games, m)?)?;
    m.add_function(wrap_pyfunction!(catalogue::algorithms, m)?)?;
    m.add_function(wrap_pyfunction!(catalogue::searches, m)?)?;
    m.add_function(wrap_pyfunction!(catalogue::preset, m)?)?;
    m.add_function(wrap_pyfunction!(records::records, m)?)?;
    Ok(())
}
