//! A certificate that was accepted, to be walked through.

use std::time::Instant;

use pnyx_solver::question::duration;
use pnyx_solver::walk::{Search, Walk};
use pyo3::prelude::*;

use crate::position::{Position, subject};
use crate::records::{ProofPlace, Report};
use crate::watch::{Interpreter, StopFlag, flag};
use pnyx_python_games::Raise;

#[pyclass(module = "pnyx._core", frozen)]
pub(crate) struct Proof {
    position: Py<Position>,
    report: Py<Report>,
    walk: Box<dyn Walk>,
}

#[pymethods]
impl Proof {
    #[new]
    #[pyo3(signature = (data, game=None, max_body=None, syzygy=None))]
    fn new(
        py: Python<'_>,
        data: &[u8],
        game: Option<&Bound<'_, PyAny>>,
        max_body: Option<usize>,
        syzygy: Option<&str>,
    ) -> PyResult<Proof> {
        let (file, position) = subject(py, data, game, max_body, syzygy)?;
        let (report, walk) = position.get().session.prove(&Interpreter::default(), &file).raise()?;
        Ok(Proof { position, report: Py::new(py, Report(report))?, walk })
    }

    #[getter]
    fn position(&self, py: Python<'_>) -> Py<Position> {
        self.position.clone_ref(py)
    }

    #[getter]
    fn report(&self, py: Python<'_>) -> Py<Report> {
        self.report.clone_ref(py)
    }

    fn at(&self, line: Vec<String>) -> PyResult<ProofPlace> {
        self.walk.at(&line).raise().map(ProofPlace)
    }

    fn main_line(&self, line: Vec<String>, most: usize) -> PyResult<Vec<String>> {
        self.walk.main_line(&line, most).raise()
    }

    #[pyo3(signature = (text, below, most, seconds=None, stop=None))]
    fn find(
        &self,
        text: &str,
        below: Vec<String>,
        most: usize,
        seconds: Option<f64>,
        stop: Option<PyRef<'_, StopFlag>>,
    ) -> PyResult<(Vec<Vec<String>>, bool)> {
        // A time beyond all clocks is none.
        let time = seconds.map(|seconds| duration(seconds, "time limit")).transpose().raise()?;
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        let search = Search { text, most, deadline, stop: &flag(stop) };
        self.walk.find(&Interpreter::default(), &below, &search).raise()
    }
}
