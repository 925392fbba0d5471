//! Options that several searches for values share; those of a single one stand in its file.

use pnyx_game::InputError;

use super::value::INFINITY;
use crate::algorithm::AlgorithmSpec;
use crate::options::{OptionKind, OptionSpec, ParsedOptions};
use crate::ordering::OrderingOptions;
use crate::table::ScoreTableSize;

/// Values a user may give: no larger than what a search can distinguish.
pub(super) const VALUE: OptionKind = OptionKind::Signed(INFINITY - 1);

const fn switch(name: &'static str, default: &'static str, meaning: &'static str) -> OptionSpec {
    OptionSpec::new(name, OptionKind::Switch, default, meaning)
}

const fn deepening(default: &'static str, meaning: &'static str) -> OptionSpec {
    OptionSpec::new("deepening", OptionKind::Choice(&["off", "1", "2"]), default, meaning)
}

const fn bounds(default: &'static str, meaning: &'static str) -> OptionSpec {
    OptionSpec::new("bounds", OptionKind::Choice(&["one", "two"]), default, meaning)
}

const fn width(name: &'static str, meaning: &'static str) -> OptionSpec {
    OptionSpec::new(name, OptionKind::SignedOr("auto", i32::MAX), "auto", meaning)
}

pub(super) const EVALUATOR: OptionSpec =
    switch("evaluator", "on", "off: all positions at the horizon are worth the same");
pub(super) const QUIESCENCE: OptionSpec =
    switch("quiescence", "off", "on: captures at the horizon are played out first, where the game has that");
pub(super) const DEEPENING: OptionSpec =
    deepening("1", "the plies each iteration looks further, 1 or 2; off: one iteration");
pub(super) const NO_DEEPENING: OptionSpec =
    deepening("off", "off: one iteration; 1 or 2: the plies each iteration looks further");
pub(super) const NO_KILLERS: OptionSpec =
    switch("killers", "off", "on: try the last two good moves of a ply early");
pub(super) const NO_HISTORY: OptionSpec =
    switch("history", "off", "on: order moves by how often they were good");
pub(super) const TABLE: OptionSpec = OptionSpec::new(
    "table",
    ScoreTableSize::TABLE,
    "two-deep",
    "values kept: two-deep (of each pair the deepest search and the newest), exact (all) or off",
);
pub(super) const BEST: OptionSpec = switch("best", "on", "off: do not try the best move of the table first");
pub(super) const TWO_BOUNDS: OptionSpec =
    bounds("two", "the bounds kept of a position: two, or one, the last found");
pub(super) const ONE_BOUND: OptionSpec =
    bounds("one", "the bounds kept of a position: one, the last found, or two");
pub(super) const LEAVES: OptionSpec = switch("leaves", "on", "off: do not keep leaves in the table");
pub(super) const ETC: OptionSpec = OptionSpec::new(
    "etc",
    OptionKind::SignedOr("off", 1_000),
    "off",
    "enhanced transposition cut-offs; N: none in the last N plies",
);
pub(super) const ETC_FIRST: OptionSpec =
    switch("etc-first", "off", "on: without a cut-off, first try a move that would cut off at another depth");
pub(super) const GUESS: OptionSpec = OptionSpec::new(
    "guess",
    OptionKind::Count(2),
    "1",
    "the first guess is the value of 1 or 2 iterations ago",
);
pub(super) const SHIFT: OptionSpec = OptionSpec::new("shift", VALUE, "0", "what is added to the first guess");
pub(super) const WINDOW: OptionSpec =
    width("window", "half the width of the first window; auto: a small advantage in this game");
pub(super) const STRIDE: OptionSpec =
    width("stride", "how far bounds come down at a time; auto: a small advantage in this game");
pub(super) const OWN: OptionSpec = switch(
    "own",
    "on",
    "off: in searches to the end, do not use the tests that a game has of its own (Connect Four, Othello)",
);

/// The options of searches without a table and without an order of moves.
pub(super) const LIST: &[OptionSpec] = &[EVALUATOR, QUIESCENCE, NO_DEEPENING];

/// The options of searches with a table, in the same order everywhere.
macro_rules! tabled {
    ($($first:ident)?; $deepening:ident, $bounds:ident; $($last:ident),*) => {{
        use $crate::minimax::options::*;
        &[
            $($first,)? EVALUATOR, QUIESCENCE, $deepening, TABLE, $crate::table::ScoreTableSize::STORED, BEST, $bounds,
            LEAVES, $crate::OrderingOptions::KILLERS, $crate::OrderingOptions::HISTORY, ETC, ETC_FIRST, $($last,)*
        ]
    }};
}
pub(super) use tabled;

/// How users see an algorithm of Plaat's thesis.
pub(super) const fn spec(
    name: &'static str,
    description: &'static str,
    options: &'static [OptionSpec],
) -> AlgorithmSpec {
    AlgorithmSpec { name, description, source: "Plaat 1996", parallel: false, options }
}

/// How to search, with which enhancements. Evaluator and table are the caller's to bring.
#[derive(Clone, Copy, Debug, Default)]
pub struct ValueOptions {
    /// Ask the evaluator at the horizon.
    pub evaluator: bool,
    /// Play captures out first there.
    pub quiescence: bool,
    /// The plies that each iteration looks further; 0: one iteration.
    pub deepening: u32,
    /// Which table it is.
    pub table: ScoreTableSize,
    /// Try the best move of the table first.
    pub best: bool,
    /// Use only the best moves of the table, nothing that it knows of values.
    pub only_best: bool,
    /// Of a position keep the last bound, not the best lower and the best upper one.
    pub one_bound: bool,
    /// Keep leaves in the table too.
    pub leaves: bool,
    /// How moves are ordered, after the table's.
    pub ordering: OrderingOptions,
    /// Enhanced transposition cut-offs at nodes with more plies to the horizon than this.
    pub etc: Option<u32>,
    /// Without such a cut-off, first try a move that would cut off at another depth.
    pub etc_first: bool,
    /// The first guess is the value of N iterations ago.
    pub guess: u32,
    /// What is added to it.
    pub shift: i32,
    /// Half the width of aspiration windows, if it was asked for.
    pub window: Option<i32>,
    /// The stride of drivers, if it was asked for.
    pub stride: Option<i32>,
    /// Use the tests that a game has of its own.
    pub own: bool,
    /// End with the first iteration that asks the evaluator nothing.
    pub until_end: bool,
    /// Find all moves as good as the best.
    pub all_best: bool,
}

impl ValueOptions {
    /// What was given; options that an algorithm does not declare are as if they were off.
    pub fn read(given: &ParsedOptions<'_>) -> Result<ValueOptions, InputError> {
        let has = |name: &str| given.declares(name);
        let switch = |name: &str| if has(name) { given.switch(name) } else { Ok(false) };
        let number = |name: &str| if has(name) { given.signed_or(name) } else { Ok(None) };
        Ok(ValueOptions {
            evaluator: switch("evaluator")?,
            quiescence: switch("quiescence")?,
            deepening: given.choice("deepening")?.parse().unwrap_or(0),
            table: if has("table") { ScoreTableSize::read(given)? } else { ScoreTableSize::Off },
            best: switch("best")?,
            one_bound: has("bounds") && given.choice("bounds")? == "one",
            leaves: switch("leaves")?,
            ordering: OrderingOptions { killers: switch("killers")?, history: switch("history")? },
            etc: number("etc")?.map(|plies| plies.max(0) as u32),
            etc_first: switch("etc-first")?,
            guess: if has("guess") { given.count("guess")? as u32 } else { 1 },
            shift: if has("shift") { given.signed("shift")? } else { 0 },
            window: number("window")?.map(|width| width.max(0)),
            stride: number("stride")?.map(|width| width.max(0)),
            own: switch("own")?,
            ..ValueOptions::default()
        })
    }
}
