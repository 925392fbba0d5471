//! Objects of Python that are held, as `pnyx_solver::held` needs them.

use pnyx_solver::held::Holdable;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::content_keys::ContentKeys;
use crate::weighing::Scales;

/// How objects of Python are compared, weighed and hashed.
pub struct PyObjects {
    scales: Scales,
    keys: ContentKeys,
    /// The numbers of moves, by their own equality.
    history_keys: Py<PyDict>,
}

impl PyObjects {
    pub fn new(py: Python<'_>) -> PyResult<PyObjects> {
        Ok(PyObjects {
            scales: Scales::new(py)?,
            keys: ContentKeys::new(py)?,
            history_keys: PyDict::new(py).unbind(),
        })
    }
}

impl Holdable for PyObjects {
    type Object = Py<PyAny>;
    type Moves = Py<PyTuple>;
    type Error = PyErr;

    fn share(&self, object: &Py<PyAny>) -> Py<PyAny> {
        Python::attach(|py| object.clone_ref(py))
    }

    fn is(&self, one: &Py<PyAny>, other: &Py<PyAny>) -> bool {
        one.is(other)
    }

    fn hash(&self, object: &Py<PyAny>) -> PyResult<isize> {
        Python::attach(|py| object.bind(py).hash())
    }

    fn equal(&self, one: &Py<PyAny>, other: &Py<PyAny>) -> PyResult<bool> {
        if one.is(other) { Ok(true) } else { Python::attach(|py| one.bind(py).eq(other)) }
    }

    fn key(&self, object: &Py<PyAny>) -> PyResult<Option<u64>> {
        Python::attach(|py| self.keys.key(&self.scales, object.bind(py)))
    }

    fn weigh(&self, object: &Py<PyAny>) -> PyResult<usize> {
        Python::attach(|py| self.scales.weigh(object.bind(py)))
    }

    fn weigh_moves(&self, moves: &Py<PyTuple>) -> PyResult<usize> {
        self.weigh(moves.as_any())
    }

    fn count(&self, moves: &Py<PyTuple>) -> u32 {
        Python::attach(|py| moves.bind(py).len() as u32)
    }

    fn history_key(&self, mv: &Py<PyAny>) -> PyResult<Option<u32>> {
        Python::attach(|py| self.history_keys.bind(py).get_item(mv)?.map(|key| key.extract()).transpose())
    }

    fn add_history_key(&self, mv: &Py<PyAny>, number: u32) -> PyResult<u32> {
        // Comparing may run Python, and so another thread: the first one gives the number.
        Python::attach(|py| self.history_keys.bind(py).call_method1("setdefault", (mv, number))?.extract())
    }

    fn clear_history_keys(&self) {
        Python::attach(|py| self.history_keys.bind(py).clear());
    }
}
