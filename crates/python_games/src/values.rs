//! The numbers that a game written in Python gives its positions: `evaluate`, `score` and `estimate`.

use pnyx_game::Estimate;
use pnyx_solver::value_steps::ValueSteps;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyTuple};

use crate::errors::{bad_input, contract, shown};

/// A method that returns numbers.
pub struct Method {
    pub name: &'static str,
    pub call: Py<PyAny>,
}

/// What a game says about its numbers.
pub struct Values {
    pub evaluate: Option<Method>,
    pub score: Option<Method>,
    pub steps: ValueSteps,
}

impl Values {
    pub fn new(game: &Bound<'_, PyAny>) -> PyResult<Values> {
        let method = |name: &'static str| -> PyResult<Option<Method>> {
            let found = game.getattr_opt(name)?.filter(|method| method.is_callable());
            Ok(found.map(|method| Method { name, call: method.unbind() }))
        };
        let positive = |name: &str| -> PyResult<Option<f64>> {
            let Some(given) = game.getattr_opt(name)? else { return Ok(None) };
            let number = real(&given).filter(|number| *number > 0.0 && number.is_finite());
            let wrong = || bad_input(format!("{name} must be a number above 0, not {}", shown(&given)));
            number.map(Some).ok_or_else(wrong)
        };
        let steps = ValueSteps::new(positive("smallest_difference")?, positive("largest_value")?);
        Ok(Values {
            evaluate: method("evaluate")?,
            score: method("score")?,
            steps: steps.map_err(bad_input)?,
        })
    }

    /// What a method returned at a position, in steps.
    pub fn read(
        &self,
        answer: &Bound<'_, PyAny>,
        method: &str,
        position: impl FnOnce() -> String,
    ) -> PyResult<i32> {
        self.steps
            .steps(real(answer))
            .map_err(|why| contract(format!("{method}() {why}, not {}, at {}", shown(answer), position())))
    }
}

/// A number, if it is one.
fn real(given: &Bound<'_, PyAny>) -> Option<f64> {
    if given.is_instance_of::<PyBool>() {
        return None;
    }
    if let Ok(int) = given.cast::<PyInt>() {
        // An int that is too large for a float is infinite here.
        let infinite = || Some(if given.gt(0).ok()? { f64::INFINITY } else { f64::NEG_INFINITY });
        return int.extract().ok().or_else(infinite);
    }
    if given.is_instance_of::<PyFloat>() || given.hasattr("__float__").ok()? {
        return given.extract().ok();
    }
    None
}

/// What `estimate()` returned at a position, as first numbers.
pub fn read_estimate(answer: &Bound<'_, PyAny>, position: impl FnOnce() -> String) -> PyResult<Estimate> {
    if let Ok(pair) = answer.cast::<PyTuple>()
        && pair.len() == 2
        && let Some(proof) = first_number(&pair.get_item(0)?)?
        && let Some(disproof) = first_number(&pair.get_item(1)?)?
    {
        return Ok(Estimate { proof, disproof });
    }
    Err(contract(format!(
        "estimate() must return two whole numbers from 1 on, as a tuple (proof, disproof), not {}, at {}",
        shown(answer),
        position()
    )))
}

/// A whole number from 1 on, cut down to what counts.
fn first_number(given: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    if !given.is_instance_of::<PyInt>() || given.is_instance_of::<PyBool>() || given.lt(1)? {
        return Ok(None);
    }
    Ok(Some(given.extract().map_or(Estimate::MOST, |number: u32| number.min(Estimate::MOST))))
}
