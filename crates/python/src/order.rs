//! What a user asks a search to do.

use std::collections::BTreeMap;

use pnyx_game::InputError;
use pnyx_search::Limits;
use pnyx_search::pn::{self, Evaluation};
use pyo3::prelude::*;

use crate::errors::bad_input;

/// What a user asks a search to do.
pub(crate) struct Order {
    pub goal: String,
    pub pn: pn::Options,
    pub unit: bool,
    pub limits: Limits,
    pub all_moves: bool,
    pub trace: bool,
    pub on_progress: Option<Py<PyAny>>,
}

/// The options of `pn` from their texts.
pub(crate) fn pn_options(options: &BTreeMap<String, String>) -> PyResult<(pn::Options, bool)> {
    let spec = crate::catalogue::algorithm("pn")?;
    for name in options.keys() {
        if !spec.options.iter().any(|(known, ..)| known == name) {
            let known: Vec<_> = spec.options.iter().map(|(name, ..)| *name).collect();
            return Err(bad_input(format!(
                "pn has no option {} (it has: {})",
                InputError::quote(name),
                known.join(", ")
            )));
        }
    }
    let choice = |name: &str, words: [&'static str; 2], default: &'static str| -> PyResult<&'static str> {
        let Some(given) = options.get(name) else { return Ok(default) };
        words.into_iter().find(|word| word == given).ok_or_else(|| {
            bad_input(format!(
                "option {name} must be {} or {}, not {}",
                words[0],
                words[1],
                InputError::quote(given)
            ))
        })
    };
    let delayed = choice("evaluation", ["immediate", "delayed"], "immediate")? == "delayed";
    let unit = choice("init", ["mobility", "unit"], if delayed { "unit" } else { "mobility" })? == "unit";
    if delayed && !unit {
        return Err(bad_input(
            "delayed evaluation needs init=unit: mobility counts the moves of positions, which delaying avoids",
        ));
    }
    let recycle = match options.get("recycle").map(String::as_str) {
        None | Some("off" | "false") => false,
        Some("on" | "true") => true,
        Some(other) => {
            return Err(bad_input(format!(
                "option recycle must be on or off, not {}",
                InputError::quote(other)
            )));
        }
    };
    let evaluation = if delayed { Evaluation::Delayed } else { Evaluation::Immediate };
    Ok((pn::Options { evaluation, recycle }, unit))
}
