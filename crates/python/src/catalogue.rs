//! What can be asked for: games, algorithms, presets.

use std::collections::BTreeMap;

use pnyx_game::GoalSpec;
use pnyx_games::SPECS;
use pnyx_search::algorithm::AlgorithmSpec;
use pnyx_solver::catalogue;
use pnyx_solver::presets::presets_of;
use pyo3::prelude::*;

use pnyx_python_games::Raise;

/// An option: its name, default and meaning.
type OptionRow = (&'static str, &'static str, &'static str);

#[pyfunction]
#[allow(clippy::type_complexity)]
pub(crate) fn games() -> Vec<(&'static str, &'static str, &'static str, Vec<String>, Vec<OptionRow>)> {
    SPECS
        .iter()
        .map(|spec| {
            let options = spec.options.iter().map(|o| (o.name, o.default, o.meaning)).collect();
            let goals = spec.goals.iter().map(GoalSpec::label).collect();
            (spec.name, spec.description, spec.start, goals, options)
        })
        .collect()
}

type AlgorithmRow = (&'static str, &'static str, &'static str, bool, Vec<OptionRow>, Vec<&'static str>);

#[pyfunction]
pub(crate) fn algorithms() -> Vec<AlgorithmRow> {
    rows(catalogue::algorithms())
}

#[pyfunction]
pub(crate) fn searches() -> Vec<AlgorithmRow> {
    rows(catalogue::searches())
}

fn rows(among: Vec<&'static AlgorithmSpec>) -> Vec<AlgorithmRow> {
    let row = |a: &'static AlgorithmSpec| {
        let presets = presets_of(a.name).iter().map(|p| p.name).collect();
        let options = a.options.iter().map(|o| (o.name, o.default, o.meaning)).collect();
        (a.name, a.description, a.source, a.parallel, options, presets)
    };
    among.into_iter().map(row).collect()
}

type Words = BTreeMap<&'static str, &'static str>;

#[pyfunction]
#[pyo3(signature = (algorithm, name))]
#[allow(clippy::type_complexity)]
pub(crate) fn preset(
    algorithm: &str,
    name: &str,
) -> PyResult<(Words, Words, Option<&'static str>, Option<u64>)> {
    let preset = catalogue::preset(algorithm, name).raise()?;
    let words = |pairs: &[(&'static str, &'static str)]| pairs.iter().copied().collect();
    Ok((words(preset.options), words(preset.game_options), preset.goal, preset.nodes))
}
