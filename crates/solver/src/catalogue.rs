//! What can be asked for: algorithms for yes-or-no questions, searches that give values, presets.

use pnyx_search::algorithm::AlgorithmSpec;

use crate::error::{Result, bad_input};
use crate::presets::{Preset, presets_of};
use crate::register::{REGISTER, VALUES, named};

/// The choice among algorithms, as users see it.
static AUTO: AlgorithmSpec = AlgorithmSpec {
    name: "auto",
    description: "what suits the game and the goal: forced-win for mates, df-pn, and the whole game where it is small",
    source: "chosen by measurement",
    parallel: true,
    options: &[],
};

/// Every algorithm that answers yes-or-no questions.
#[must_use]
pub fn algorithms() -> Vec<&'static AlgorithmSpec> {
    REGISTER.iter().copied().chain([&AUTO]).collect()
}

/// Every algorithm that finds values.
#[must_use]
pub fn searches() -> Vec<&'static AlgorithmSpec> {
    VALUES.to_vec()
}

/// A preset of an algorithm, by its name.
pub fn preset(algorithm: &str, name: &str) -> Result<&'static Preset> {
    let presets = presets_of(named(&algorithms(), algorithm)?.name);
    presets.iter().find(|p| p.name == name).ok_or_else(|| {
        let known: Vec<_> = presets.iter().map(|p| p.name).collect();
        bad_input(format!("{algorithm} has no preset '{name}' (it has: {})", known.join(", ")))
    })
}
