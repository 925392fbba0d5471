//! Objects of Python and their numbers.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use pnyx_game::{Outcome, Player};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// Numbers for objects, by the objects' own equality: Python's dictionary compares them.
pub(crate) struct Interner {
    numbers: Py<PyDict>,
    /// The dictionary's own method, looked up once.
    set_default: Py<PyAny>,
    next: AtomicU32,
}

impl Interner {
    pub fn new(py: Python<'_>) -> PyResult<Interner> {
        let numbers = PyDict::new(py);
        let set_default = numbers.getattr("setdefault")?.unbind();
        Ok(Interner { numbers: numbers.unbind(), set_default, next: AtomicU32::new(0) })
    }

    /// The number of an object.
    pub fn number(&self, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        self.number_or(object, || Ok(self.next.fetch_add(1, Ordering::Relaxed)))
    }

    /// The number of an object; `next` gives one to an object that has none, and never the same one twice.
    fn number_or(&self, object: &Bound<'_, PyAny>, next: impl FnOnce() -> PyResult<u32>) -> PyResult<u32> {
        let py = object.py();
        if let Some(number) = self.numbers.bind(py).get_item(object)? {
            return number.extract();
        }
        // Comparing may run Python, and so another thread: whoever is first gives the number.
        self.set_default.bind(py).call1((object, next()?))?.extract()
    }
}

/// The position after a move that was not made yet.
pub(crate) const NOT_YET: u32 = u32::MAX;

/// Roughly what an interned position costs with its dictionary entry.
const BYTES_PER_OBJECT: usize = 250;

/// A position, and what is known of it.
pub(crate) struct Known {
    pub object: Py<PyAny>,
    pub turn: Option<Player>,
    pub outcome: Option<Option<Outcome>>,
    /// Its moves. A move's own number is its place there: moves of different positions may compare equal and still be
    /// different things.
    pub moves: Option<Py<PyTuple>>,
    /// Positions after those moves that were made.
    pub after: Option<Box<[u32]>>,
    /// What the moves are remembered by.
    pub habits: Option<Box<[u32]>>,
    pub class: Option<u32>,
    /// What it looks like, or what it is worth if it is final.
    pub value: Option<i32>,
}

/// Positions by their numbers.
pub(crate) struct Positions {
    numbers: Interner,
    /// Never locked while Python runs, which could switch threads.
    known: Mutex<Vec<Known>>,
}

impl Positions {
    pub fn new(py: Python<'_>) -> PyResult<Positions> {
        Ok(Positions { numbers: Interner::new(py)?, known: Mutex::new(Vec::new()) })
    }

    /// The number of a position.
    pub fn number(&self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        self.numbers.number_or(position, || {
            let mut known = self.known.lock().expect("never poisoned");
            let number = u32::try_from(known.len()).ok().filter(|&number| number != NOT_YET);
            let number = number.ok_or_else(|| PyValueError::new_err("too many positions"))?;
            known.push(Known {
                object: position.clone().unbind(),
                turn: None,
                outcome: None,
                moves: None,
                after: None,
                habits: None,
                class: None,
                value: None,
            });
            Ok(number)
        })
    }

    /// The position with this number.
    pub fn object(&self, py: Python<'_>, number: u32) -> Py<PyAny> {
        self.look(number, |known| known.object.clone_ref(py))
    }

    pub fn look<T>(&self, number: u32, look: impl FnOnce(&Known) -> T) -> T {
        look(&self.known.lock().expect("never poisoned")[number as usize])
    }

    pub fn learn<T>(&self, number: u32, what: impl FnOnce(&mut Known) -> T) -> T {
        what(&mut self.known.lock().expect("never poisoned")[number as usize])
    }

    pub fn memory_bytes(&self) -> usize {
        let known = self.known.lock().expect("never poisoned").len();
        known * (size_of::<Known>() + BYTES_PER_OBJECT)
    }
}
