//! Numbers that a game written in Python gives its positions: `evaluate` and `score`, in whole steps.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt};

use crate::errors::{bad_input, contract, shown};

/// Steps to the largest value, unless the game says otherwise.
const LARGEST: f64 = 1e6;
/// The most steps a game may have.
const MOST: f64 = 5e8;
/// How far from a whole number of steps a float may be.
const TOLERANCE: f64 = 1e-4;

/// A method that gives numbers.
pub(crate) struct Method {
    pub name: &'static str,
    pub call: Py<PyAny>,
}

/// What a game says about its numbers.
pub(crate) struct Values {
    pub evaluate: Option<Method>,
    pub score: Option<Method>,
    /// All numbers are whole multiples of this.
    smallest: f64,
    stated: bool,
    /// The largest, in these steps.
    pub largest: i32,
    /// What a win is worth in a game without scores: 1, or what is nearest to it.
    pub win: i32,
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
            number
                .map(Some)
                .ok_or_else(|| bad_input(format!("{name} must be a number above 0, not {}", shown(&given))))
        };
        let stated = positive("smallest_difference")?;
        let smallest = stated.unwrap_or(1.0);
        let largest = positive("largest_value")?.map_or(LARGEST, |largest| largest / smallest);
        if !(1.0..=MOST).contains(&largest.round()) {
            return Err(bad_input(format!(
                "largest_value must be 1 to {MOST:.0} times smallest_difference, not {largest} times"
            )));
        }
        Ok(Values {
            evaluate: method("evaluate")?,
            score: method("score")?,
            smallest,
            stated: stated.is_some(),
            largest: largest.round() as i32,
            win: (1.0 / smallest).round().clamp(1.0, largest.round()) as i32,
        })
    }

    /// What a method returned at a place, in steps.
    pub fn read(
        &self,
        answer: &Bound<'_, PyAny>,
        method: &str,
        place: impl FnOnce() -> String,
    ) -> PyResult<i32> {
        let wrong = |why: String, place: String| {
            contract(format!("{method}() {why}, not {}, at {place}", shown(answer)))
        };
        let Some(number) = real(answer).filter(|number| !number.is_nan()) else {
            return Err(wrong("must return a number".into(), place()));
        };
        let steps = number / self.smallest;
        if (steps - steps.round()).abs() > TOLERANCE {
            let why = if self.stated {
                format!("must return a multiple of smallest_difference, {}", self.smallest)
            } else {
                "must return a whole number unless the game states its smallest_difference".into()
            };
            return Err(wrong(why, place()));
        }
        if steps.round().abs() > f64::from(self.largest) {
            let most = self.number(self.largest);
            return Err(wrong(
                format!("must return a number from -{most} to {most} (largest_value)"),
                place(),
            ));
        }
        Ok(steps.round() as i32)
    }

    /// So many steps as one of the game's numbers.
    pub fn number(&self, steps: i32) -> f64 {
        f64::from(steps) * self.smallest
    }
}

/// A number, if it is one.
fn real(given: &Bound<'_, PyAny>) -> Option<f64> {
    if given.is_instance_of::<PyBool>() {
        return None;
    }
    if let Ok(int) = given.cast::<PyInt>() {
        // An int that is too large for a float is infinite here.
        return int
            .extract()
            .ok()
            .or_else(|| Some(if given.gt(0).ok()? { f64::INFINITY } else { f64::NEG_INFINITY }));
    }
    if given.is_instance_of::<PyFloat>() || given.hasattr("__float__").ok()? {
        return given.extract().ok();
    }
    None
}
