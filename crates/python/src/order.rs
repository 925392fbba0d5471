//! What a user asks a search to do.

use std::collections::BTreeMap;
use std::sync::Mutex;

use pnyx_game::{Goal, Init, InputError, Repetition, Threshold};
use pnyx_search::Limits;
use pnyx_search::bounds::LARGEST;
use pnyx_search::pn::df_pn::{self, Ghi};
use pnyx_search::pn::{self, Evaluation, Memory, bta, dcg, pn2};
use pnyx_search::table::Table;
use pyo3::prelude::*;

use crate::catalogue;
use crate::errors::bad_input;

/// What a user asks a search to do.
pub(crate) struct Order {
    pub goal: String,
    pub algorithm: Algorithm,
    pub limits: Limits,
    pub all_moves: bool,
    pub trace: bool,
    pub on_progress: Option<Py<PyAny>>,
    pub table: Mutex<Option<(Goal, Memory)>>,
}

impl Order {
    /// The table for a search with this goal: what an earlier one has left, as far as it holds, or a new one.
    pub fn table(&self, goal: Goal, room: Room) -> Memory {
        let left = self.table.lock().ok().and_then(|mut table| table.take());
        match left {
            Some((before, memory)) if before == goal => memory,
            // Whoever wins does not lose.
            Some((Goal { prover, threshold: Threshold::Win }, mut memory)) if prover == goal.prover => {
                memory.keep_proofs();
                memory
            }
            _ => match (room, self.limits.memory) {
                (Room::Bytes(bytes), _) => Memory::bounded(bytes),
                (Room::Bounded, Some(bytes)) => Memory::bounded(table_bytes(bytes)),
                _ => Memory::exact(),
            },
        }
    }

    /// Leave a table to the next search.
    pub fn leave(&self, goal: Goal, memory: Option<Memory>) {
        if let Ok(mut table) = self.table.lock() {
            *table = memory.map(|memory| (goal, memory));
        }
    }
}

/// The part of a search's memory that its table gets: the rest is for the line it is on.
fn table_bytes(memory: usize) -> usize {
    memory - (memory / 16).clamp(16 << 10, 16 << 20).min(memory / 2)
}

/// An algorithm with its options.
pub(crate) enum Algorithm {
    Pn(pn::Options, Init),
    PnDag(Init),
    PnDcg(dcg::Options, Init),
    PnBta(bta::Options, Init),
    Pn2(pn2::Options, Init),
    DfPn(df_pn::Options, Init, Room),
}

/// Which table a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Room {
    /// As large as the memory allows; what matters least gives way.
    Bounded,
    /// Everything is kept.
    Exact,
    /// Of so many bytes.
    Bytes(usize),
}

impl Algorithm {
    /// The algorithm of this name, with options from their texts.
    pub fn read(name: &str, options: &BTreeMap<String, String>) -> PyResult<Algorithm> {
        let given = Given::new(name, options)?;
        match name {
            "pn" => read_pn(&given),
            "pn-dag" => Ok(Algorithm::PnDag(given.init()?)),
            "pn-dcg" => {
                let options = dcg::Options { unsafe_verdicts: given.switch("unsafe", false)? };
                Ok(Algorithm::PnDcg(options, given.init()?))
            }
            "pn-bta" => {
                let options = bta::Options {
                    selections: given.count("selections", bta::Options::default().selections)?,
                };
                Ok(Algorithm::PnBta(options, given.init()?))
            }
            "pn2" => read_pn2(&given),
            "df-pn" => read_df_pn(&given),
            other => unreachable!("{other} is in the catalogue and cannot be run"),
        }
    }

    /// Where the first numbers of leaves come from.
    pub fn init(&self) -> Init {
        match self {
            Algorithm::Pn(_, init)
            | Algorithm::PnDag(init)
            | Algorithm::PnDcg(_, init)
            | Algorithm::PnBta(_, init)
            | Algorithm::Pn2(_, init)
            | Algorithm::DfPn(_, init, _) => *init,
        }
    }

    /// Why the algorithm cannot search games with this repetition rule, if it cannot.
    pub fn refuses(&self, rule: Repetition) -> Option<&'static str> {
        match self {
            Algorithm::PnDag(_) | Algorithm::PnDcg(..) if rule == Repetition::Illegal => Some(
                "pn-dag and pn-dcg cannot search games in which repeating a position is illegal: whether a move is \
                 legal depends on the way to it, and they join ways; use pn",
            ),
            Algorithm::PnBta(..) if rule == Repetition::Illegal => Some(
                "pn-bta cannot search games in which repeating a position is illegal: it settles lines that go round \
                 as draws; use pn",
            ),
            Algorithm::DfPn(df_pn::Options { ghi: Ghi::Nagai, .. }, ..) if rule == Repetition::Illegal => {
                Some(
                    "df-pn with ghi=nagai cannot search games in which repeating a position is illegal: whether a move is \
                 legal depends on the way to it, and it keeps no results for ways; use ghi=full",
                )
            }
            _ => None,
        }
    }
}

fn read_df_pn(given: &Given<'_>) -> PyResult<Algorithm> {
    let default = df_pn::Options::default();
    let ghi = match given.choice("ghi", &["full", "sim", "dup", "ignore", "nagai"])? {
        "sim" => Ghi::Sim,
        "dup" => Ghi::Dup,
        "ignore" => Ghi::Ignore,
        "nagai" => Ghi::Nagai,
        _ => Ghi::Full,
    };
    let options = df_pn::Options {
        ghi,
        epsilon: given.share("epsilon", default.epsilon)?,
        threshold_control: given.switch("tca", default.threshold_control)?,
        sum: given.number("sum-limit", default.sum)?,
        large: given.number("large", default.large)?,
    };
    let room = match given.0.get("table").map(|text| text.parse()) {
        Some(Ok(bytes)) => Room::Bytes(bytes),
        _ => match given.choice("table", &["bounded", "exact", "a number of bytes"])? {
            "exact" => Room::Exact,
            "bounded" => Room::Bounded,
            _ => {
                return Err(bad_input(
                    "option table must be bounded, exact or a number of bytes, like 1048576",
                ));
            }
        },
    };
    Ok(Algorithm::DfPn(options, given.init()?, room))
}

fn read_pn(given: &Given<'_>) -> PyResult<Algorithm> {
    let delayed = given.choice("evaluation", &["immediate", "delayed"])? == "delayed";
    let init = if delayed && !given.has("init") { Init::Unit } else { given.init()? };
    let asks = match init {
        Init::Mobility => Some("mobility counts the moves of positions"),
        Init::Custom => Some("custom asks the game about positions"),
        Init::Unit => None,
    };
    if let Some(asks) = asks.filter(|_| delayed) {
        return Err(bad_input(format!("delayed evaluation needs init=unit: {asks}, which delaying avoids")));
    }
    let evaluation = if delayed { Evaluation::Delayed } else { Evaluation::Immediate };
    let stored = given.stored()?.unwrap_or(u64::MAX);
    Ok(Algorithm::Pn(pn::Options { evaluation, recycle: given.switch("recycle", false)?, stored }, init))
}

fn read_pn2(given: &Given<'_>) -> PyResult<Algorithm> {
    let default = pn2::Options::default();
    let options = pn2::Options {
        a: given.count("a", default.a as u64)? as f64,
        b: given.count("b", default.b as u64)? as f64,
        stored: given.stored()?,
        recycle: given.switch("recycle", default.recycle)?,
    };
    Ok(Algorithm::Pn2(options, given.init()?))
}

/// Options as the user gave them, all of them known by name.
struct Given<'a>(&'a BTreeMap<String, String>);

impl Given<'_> {
    fn new<'a>(algorithm: &str, options: &'a BTreeMap<String, String>) -> PyResult<Given<'a>> {
        let spec = catalogue::algorithm(algorithm)?;
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
        Ok(Given(options))
    }

    fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// One of some words; the first is the default.
    fn choice(&self, name: &str, words: &[&'static str]) -> PyResult<&'static str> {
        let Some(given) = self.0.get(name) else { return Ok(words[0]) };
        words.iter().copied().find(|word| word == given).ok_or_else(|| {
            bad_input(format!(
                "option {name} must be {}, not {}",
                words.join(" or "),
                InputError::quote(given)
            ))
        })
    }

    /// On or off; true and false will do too.
    fn switch(&self, name: &str, default: bool) -> PyResult<bool> {
        match self.0.get(name).map(String::as_str) {
            None => Ok(default),
            Some("off" | "false") => Ok(false),
            Some("on" | "true") => Ok(true),
            Some(other) => {
                Err(bad_input(format!("option {name} must be on or off, not {}", InputError::quote(other))))
            }
        }
    }

    /// A whole number from 1 on.
    fn count(&self, name: &str, default: u64) -> PyResult<u64> {
        self.up_to(name, default, u64::MAX)
    }

    /// A proof or disproof number that is finite.
    fn number(&self, name: &str, default: u32) -> PyResult<u32> {
        Ok(self.up_to(name, u64::from(default), u64::from(LARGEST))? as u32)
    }

    fn up_to(&self, name: &str, default: u64, most: u64) -> PyResult<u64> {
        let Some(given) = self.0.get(name) else { return Ok(default) };
        given.parse().ok().filter(|count| (1..=most).contains(count)).ok_or_else(|| {
            bad_input(format!(
                "option {name} must be a whole number from 1 to {most}, not {}",
                InputError::quote(given)
            ))
        })
    }

    /// The most nodes held, if that is not left to the limit of memory.
    fn stored(&self) -> PyResult<Option<u64>> {
        match self.0.get("stored").map(String::as_str) {
            None | Some("memory") => Ok(None),
            Some(_) => self.count("stored", 0).map(Some),
        }
    }

    /// A number that is not negative.
    fn share(&self, name: &str, default: f64) -> PyResult<f64> {
        let Some(given) = self.0.get(name) else { return Ok(default) };
        given.parse().ok().filter(|share| (0.0..=1e6).contains(share)).ok_or_else(|| {
            bad_input(format!(
                "option {name} must be a number from 0 to 1000000, like 0.25, not {}",
                InputError::quote(given)
            ))
        })
    }

    fn init(&self) -> PyResult<Init> {
        Ok(match self.choice("init", &["mobility", "unit", "custom"])? {
            "unit" => Init::Unit,
            "custom" => Init::Custom,
            _ => Init::Mobility,
        })
    }
}
