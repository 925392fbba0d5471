//! What can go wrong on the way from a question to an answer.

use std::fmt;

use pnyx_game::{BoxError, InputError};

/// Why there is no answer. Running out of a limit is none of these: then the answer is unknown.
#[derive(Debug)]
pub enum Error {
    /// The question, the position or an option cannot be read, or cannot be asked.
    Input(String),
    /// A game breaks its contract.
    Contract(String),
    /// A certificate was not accepted.
    Certificate(String),
    /// The rules of a game failed; the error is the game's own.
    Rules(BoxError),
    /// The host broke the work off; the error is its own.
    Interrupted(BoxError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Input(why) | Error::Contract(why) | Error::Certificate(why) => f.write_str(why),
            Error::Rules(error) | Error::Interrupted(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<InputError> for Error {
    fn from(error: InputError) -> Error {
        Error::Input(error.to_string())
    }
}

/// Shorthand for results of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

pub(crate) fn bad_input(message: impl Into<String>) -> Error {
    Error::Input(message.into())
}

pub(crate) fn rejected(why: String) -> Error {
    Error::Certificate(why)
}
