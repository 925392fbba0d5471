//! Every error of the core, as the exception Python users see.

use pnyx_game::InputError;
use pnyx_solver::Error;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// What the solver returned, with its error as an exception. A Python game's exception comes out as it went in.
pub trait Raise<T> {
    /// What is inside, or the exception.
    fn raise(self) -> PyResult<T>;
}

impl<T> Raise<T> for Result<T, Error> {
    fn raise(self) -> PyResult<T> {
        self.map_err(|error| match error {
            Error::Input(why) => named("InputError", why),
            Error::Contract(why) => contract(why),
            Error::Certificate(why) => rejected(why),
            Error::Rules(error) | Error::Interrupted(error) => match error.downcast::<PyErr>() {
                Ok(exception) => *exception,
                Err(other) => PyRuntimeError::new_err(other.to_string()),
            },
        })
    }
}

/// An exception of `pnyx.errors` by its name.
fn named(name: &str, message: String) -> PyErr {
    Python::attach(|py| {
        let class = py.import("pnyx.errors").and_then(|module| module.getattr(name));
        match class.and_then(|class| class.call1((message,))) {
            Ok(exception) => PyErr::from_value(exception),
            Err(error) => error,
        }
    })
}

/// Bad input, described.
pub fn bad_input(message: impl Into<String>) -> PyErr {
    named("InputError", message.into())
}

/// A certificate that was not accepted.
pub fn rejected(why: String) -> PyErr {
    named("CertificateError", why)
}

/// A game that breaks its contract.
pub fn contract(why: String) -> PyErr {
    named("ContractError", why)
}

/// Whether an error says that a game breaks its contract.
pub fn is_contract(error: &PyErr) -> bool {
    Python::attach(|py| {
        let class = py.import("pnyx.errors").and_then(|module| module.getattr("ContractError"));
        class.is_ok_and(|class| error.value(py).is_instance(&class).unwrap_or(false))
    })
}

/// An object of Python's in a message, as Python writes it.
pub fn shown(object: &Bound<'_, PyAny>) -> String {
    let written = object.repr().map(|repr| InputError::quote(&repr.to_string_lossy()));
    // As Python writes it, a text has quotation marks already.
    written.map_or_else(|_| "an object".into(), |quoted| quoted[1..quoted.len() - 1].to_string())
}
