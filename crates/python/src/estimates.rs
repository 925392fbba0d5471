//! What a game written in Python says of its positions for `init=custom`: read, and kept.

use std::collections::HashMap;
use std::sync::Mutex;

use pnyx_game::{BoxError, Estimate, Player};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyTuple};

use crate::errors::{contract, shown};

/// The numbers of positions, by prover. Only searches that ask for them pay for them.
#[derive(Default)]
pub(crate) struct Estimates(Mutex<HashMap<(u32, usize), Estimate>>);

/// Roughly what a kept estimate costs in the map.
const BYTES_PER_ESTIMATE: usize = 48;

impl Estimates {
    /// The numbers of a position; asked for unless they are known.
    pub fn get(
        &self,
        position: u32,
        prover: Player,
        ask: impl FnOnce() -> Result<Estimate, BoxError>,
    ) -> Result<Estimate, BoxError> {
        let key = (position, prover.index());
        // Not locked while Python runs, which could switch threads.
        let known = self.0.lock().expect("never poisoned").get(&key).copied();
        if let Some(estimate) = known {
            return Ok(estimate);
        }
        let estimate = ask()?;
        // Another thread may have asked meanwhile: the first answer stays.
        Ok(*self.0.lock().expect("never poisoned").entry(key).or_insert(estimate))
    }

    pub fn memory_bytes(&self) -> usize {
        self.0.lock().expect("never poisoned").len() * BYTES_PER_ESTIMATE
    }
}

/// What `estimate()` returned at a place, as numbers.
pub(crate) fn read(answer: &Bound<'_, PyAny>, place: impl FnOnce() -> String) -> PyResult<Estimate> {
    if let Ok(pair) = answer.cast::<PyTuple>()
        && pair.len() == 2
        && let Some(proof) = number(&pair.get_item(0)?)?
        && let Some(disproof) = number(&pair.get_item(1)?)?
    {
        return Ok(Estimate { proof, disproof });
    }
    Err(contract(format!(
        "estimate() must return two whole numbers from 1 on, as a tuple (proof, disproof), not {}, at {}",
        shown(answer),
        place()
    )))
}

/// A whole number from 1 on, cut down to what counts.
fn number(given: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    if !given.is_instance_of::<PyInt>() || given.is_instance_of::<PyBool>() || given.lt(1)? {
        return Ok(None);
    }
    Ok(Some(given.extract().map_or(Estimate::MOST, |number: u32| number.min(Estimate::MOST))))
}
