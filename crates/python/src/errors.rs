//! Every error of the core, as the exception Python users see.

use std::convert::Infallible;

use pnyx_game::{BoxError, InputError};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Errors of rules. A Python game's exception comes out as it went in.
pub(crate) trait RulesError: std::fmt::Display + 'static {
    fn into_py(self) -> PyErr;
}

impl RulesError for Infallible {
    fn into_py(self) -> PyErr {
        match self {}
    }
}

impl RulesError for BoxError {
    fn into_py(self) -> PyErr {
        match self.downcast::<PyErr>() {
            Ok(exception) => *exception,
            Err(other) => PyRuntimeError::new_err(other.to_string()),
        }
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

/// Bad input.
pub(crate) fn input(error: InputError) -> PyErr {
    named("InputError", error.to_string())
}

/// Bad input, described.
pub(crate) fn bad_input(message: impl Into<String>) -> PyErr {
    named("InputError", message.into())
}

/// A certificate that was not accepted.
pub(crate) fn rejected(why: String) -> PyErr {
    named("CertificateError", why)
}

/// A game that breaks its contract.
pub(crate) fn contract(why: String) -> PyErr {
    named("ContractError", why)
}

/// Warn Python's user of what went wrong but cost no answer.
pub(crate) fn tell(message: &str) -> PyResult<()> {
    Python::attach(|py| py.import("pnyx.telling")?.getattr("tell")?.call1((message,)).map(drop))
}

/// Whether an error says that a game breaks its contract.
pub(crate) fn is_contract(error: &PyErr) -> bool {
    Python::attach(|py| {
        let class = py.import("pnyx.errors").and_then(|module| module.getattr("ContractError"));
        class.is_ok_and(|class| error.value(py).is_instance(&class).unwrap_or(false))
    })
}

/// An object of Python's in a message, as Python writes it.
pub(crate) fn shown(object: &Bound<'_, PyAny>) -> String {
    let written = object.repr().map(|repr| InputError::quote(&repr.to_string_lossy()));
    // As Python writes it, a text has quotation marks already.
    written.map_or_else(|_| "an object".into(), |quoted| quoted[1..quoted.len() - 1].to_string())
}

/// What is wrong with text, as an exception.
pub(crate) fn read<T>(result: Result<T, InputError>) -> PyResult<T> {
    result.map_err(input)
}
