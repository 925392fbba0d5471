//! Options of an algorithm, read from their texts.

use std::collections::BTreeMap;

use pnyx_game::InputError;
use pyo3::prelude::*;

use crate::catalogue::AlgorithmSpec;
use crate::errors::bad_input;

/// Options as the user gave them, all of them known by name.
pub(crate) struct Given<'a> {
    spec: &'static AlgorithmSpec,
    texts: &'a BTreeMap<String, String>,
}

impl Given<'_> {
    pub fn new<'a>(
        spec: &'static AlgorithmSpec,
        options: &'a BTreeMap<String, String>,
    ) -> PyResult<Given<'a>> {
        let algorithm = spec.name;
        for name in options.keys() {
            if !spec.options.iter().any(|(known, ..)| known == name) {
                let known: Vec<_> = spec.options.iter().map(|(name, ..)| *name).collect();
                return Err(bad_input(format!(
                    "{algorithm} has no option {} (it has: {})",
                    InputError::quote(name),
                    known.join(", ")
                )));
            }
        }
        Ok(Given { spec, texts: options })
    }

    /// What was given for an option.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts.get(name).map(String::as_str)
    }

    /// What an option is if nothing was given; `None` if there is no such option.
    pub fn default(&self, name: &str) -> Option<&'static str> {
        self.spec.options.iter().find(|(known, ..)| *known == name).map(|(_, default, _)| *default)
    }

    pub fn has(&self, name: &str) -> bool {
        self.texts.contains_key(name)
    }

    /// One of some words; the first is the default.
    pub fn choice(&self, name: &str, words: &[&'static str]) -> PyResult<&'static str> {
        let Some(given) = self.texts.get(name) else { return Ok(words[0]) };
        words.iter().copied().find(|word| word == given).ok_or_else(|| {
            bad_input(format!(
                "option {name} must be {}, not {}",
                words.join(" or "),
                InputError::quote(given)
            ))
        })
    }

    /// On or off; true and false will do too.
    pub fn switch(&self, name: &str, default: bool) -> PyResult<bool> {
        match self.texts.get(name).map(String::as_str) {
            None => Ok(default),
            Some("off" | "false") => Ok(false),
            Some("on" | "true") => Ok(true),
            Some(other) => {
                Err(bad_input(format!("option {name} must be on or off, not {}", InputError::quote(other))))
            }
        }
    }

    /// A whole number from 1 on.
    pub fn count(&self, name: &str, default: u64) -> PyResult<u64> {
        self.up_to(name, default, u64::MAX)
    }

    pub fn up_to(&self, name: &str, default: u64, most: u64) -> PyResult<u64> {
        let Some(given) = self.texts.get(name) else { return Ok(default) };
        given.parse().ok().filter(|count| (1..=most).contains(count)).ok_or_else(|| {
            bad_input(format!(
                "option {name} must be a whole number from 1 to {most}, not {}",
                InputError::quote(given)
            ))
        })
    }

    /// A whole number, which may be negative.
    pub fn signed(&self, name: &str, default: i32, most: i32) -> PyResult<i32> {
        let Some(given) = self.text(name) else { return Ok(default) };
        given.parse().ok().filter(|number: &i32| (-most..=most).contains(number)).ok_or_else(|| {
            bad_input(format!(
                "option {name} must be a whole number from -{most} to {most}, not {}",
                InputError::quote(given)
            ))
        })
    }

    /// The most nodes held, if that is not left to the limit of memory.
    pub fn stored(&self) -> PyResult<Option<u64>> {
        match self.texts.get("stored").map(String::as_str) {
            None | Some("memory") => Ok(None),
            Some(_) => self.count("stored", 0).map(Some),
        }
    }

    /// A number that is not negative.
    pub fn share(&self, name: &str, default: f64) -> PyResult<f64> {
        let Some(given) = self.texts.get(name) else { return Ok(default) };
        given.parse().ok().filter(|share| (0.0..=1e6).contains(share)).ok_or_else(|| {
            bad_input(format!(
                "option {name} must be a number from 0 to 1000000, like 0.25, not {}",
                InputError::quote(given)
            ))
        })
    }
}
