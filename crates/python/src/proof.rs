//! A certificate that was accepted, to be walked through.

use std::time::{Duration, Instant};

use pnyx_proof::{CertificateFile, LARGEST_BODY};
use pyo3::prelude::*;

use crate::errors::{bad_input, rejected};
use crate::finding::Search;
use crate::position::{Position, subject};
use crate::solution::Report;
use crate::walking::{ProofPlace, Walk};
use crate::watch::StopFlag;

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
        let file = CertificateFile::open(data, max_body.unwrap_or(LARGEST_BODY))
            .map_err(|error| rejected(error.to_string()))?;
        let position = subject(py, &file.header, game, syzygy)?;
        let (report, walk) = position.get().session().prove(py, &file)?;
        Ok(Proof { position, report: Py::new(py, report)?, walk })
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
        self.walk.at(&line)
    }

    fn main_line(&self, line: Vec<String>, most: usize) -> PyResult<Vec<String>> {
        self.walk.main_line(&line, most)
    }

    #[pyo3(signature = (text, below, most, seconds=None, stop=None))]
    fn find(
        &self,
        py: Python<'_>,
        text: &str,
        below: Vec<String>,
        most: usize,
        seconds: Option<f64>,
        stop: Option<PyRef<'_, StopFlag>>,
    ) -> PyResult<(Vec<Vec<String>>, bool)> {
        let time = |seconds: f64| {
            let time = Duration::try_from_secs_f64(seconds).ok();
            time.ok_or_else(|| bad_input(format!("{seconds} seconds is no time limit")))
        };
        // A time beyond all clocks is none.
        let deadline = seconds.map(time).transpose()?.and_then(|time| Instant::now().checked_add(time));
        let stop = stop.map(|stop| stop.clone()).unwrap_or_default();
        self.walk.find(py, &below, &Search { text, most, deadline, stop: &stop.0 })
    }
}
