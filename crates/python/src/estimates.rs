//! What a game written in Python says of its positions for `init=custom`, read.

use pnyx_game::Estimate;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyTuple};

use crate::errors::{contract, shown};

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
