//! What objects of Python weigh.
//!
//! An object weighs what `sys.getsizeof` says, and its share in everything it refers to: what two hold, each holds half
//! of. So the parts that positions have in common (rows of a board that did not change, tables of the rules, small
//! numbers) are counted once for all of them together.

use std::collections::HashSet;

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyList;

/// Objects within one that are examined.
const MOST_PARTS: usize = 1 << 14;
/// A smaller share of a part does not count.
const LEAST_SHARE: f64 = 1.0 / 256.0;
/// The size of an object that does not say it.
const UNKNOWN: f64 = 64.0;
/// Memory comes in multiples of this.
const GRAIN: f64 = 16.0;

/// Python's own functions, looked up once.
pub struct Scales {
    size: Py<PyAny>,
    holders: Py<PyAny>,
    referents: Py<PyAny>,
    /// What `holders` says of an object that one list holds, and nobody else.
    alone: usize,
}

impl Scales {
    pub fn new(py: Python<'_>) -> PyResult<Scales> {
        let sys = py.import("sys")?;
        let mut scales = Scales {
            size: sys.getattr("getsizeof")?.unbind(),
            holders: sys.getattr("getrefcount")?.unbind(),
            referents: py.import("gc")?.getattr("get_referents")?.unbind(),
            alone: 0,
        };
        let single = PyList::new(py, [PyList::empty(py)])?;
        scales.alone = scales.count(&single.get_item(0)?)?;
        Ok(scales)
    }

    fn count(&self, part: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.holders.bind(part.py()).call1((part,))?.extract()
    }

    /// How many hold a part of something, which we have got from a list, a tuple or the like.
    pub fn holders(&self, part: &Bound<'_, PyAny>) -> PyResult<usize> {
        Ok((self.count(part)? + 1).saturating_sub(self.alone).max(1))
    }

    /// What an object says of its own size. It may have a method for that, which may fail.
    fn size(&self, part: &Bound<'_, PyAny>) -> PyResult<f64> {
        let py = part.py();
        let size = self.size.bind(py).call1((part, 0)).and_then(|size| size.extract::<f64>());
        size.or_else(|error| if error.is_instance_of::<PyException>(py) { Ok(UNKNOWN) } else { Err(error) })
    }

    /// Bytes of an object with its share in all it refers to.
    pub fn weigh(&self, object: &Bound<'_, PyAny>) -> PyResult<usize> {
        let py = object.py();
        let (mut total, mut seen) = (0.0, HashSet::from([object.as_ptr() as usize]));
        let mut waiting = vec![(object.clone(), 1.0)];
        while let Some((part, share)) = waiting.pop() {
            total += share * (self.size(&part)? / GRAIN).ceil() * GRAIN;
            for part in self.referents.bind(py).call1((part,))?.cast_into::<PyList>()?.iter() {
                // Classes and functions are no part of what is made with them.
                if seen.len() >= MOST_PARTS || part.is_callable() || !seen.insert(part.as_ptr() as usize) {
                    continue;
                }
                // The list holds it as well.
                let share = share / self.holders(&part)?.saturating_sub(1).max(1) as f64;
                if share >= LEAST_SHARE {
                    waiting.push((part, share));
                }
            }
        }
        Ok(total as usize)
    }
}
