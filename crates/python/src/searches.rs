//! The searches that give values, as the user sees them.

use crate::catalogue::{AlgorithmSpec, OptionRow};

const PLAAT: &str = "Plaat 1996";
const OURS: &str = "ours, after Plaat 1996";

const EVALUATOR: OptionRow = ("evaluator", "on", "off: all positions at the horizon are worth the same");
const QUIESCENCE: OptionRow =
    ("quiescence", "off", "on: captures at the horizon are played out first, where the game has that");
const DEEPENING: OptionRow =
    ("deepening", "1", "the plies each iteration looks further, 1 or 2; off: one iteration");
const NO_DEEPENING: OptionRow =
    ("deepening", "off", "off: one iteration; 1 or 2: the plies each iteration looks further");
const KILLERS: OptionRow = ("killers", "on", "off: do not try the last two good moves of a ply early");
const HISTORY: OptionRow = ("history", "on", "off: do not order moves by how often they were good");
const NO_KILLERS: OptionRow = ("killers", "off", "on: try the last two good moves of a ply early");
const NO_HISTORY: OptionRow = ("history", "off", "on: order moves by how often they were good");
const TABLE: OptionRow = (
    "table",
    "two-deep",
    "values kept: two-deep (of each pair the deepest search and the newest), exact (all) or off",
);
const STORED: OptionRow = (
    "stored",
    "memory",
    "the most positions of a two-deep table; memory: as many as the memory limit allows",
);
const BEST: OptionRow = ("best", "on", "off: do not try the best move of the table first");
const TWO_BOUNDS: OptionRow = ("bounds", "two", "the bounds kept of a position: two, or one, the last found");
const ONE_BOUND: OptionRow = ("bounds", "one", "the bounds kept of a position: one, the last found, or two");
const LEAVES: OptionRow = ("leaves", "on", "off: do not keep leaves in the table");
const ETC: OptionRow = (
    "etc",
    "off",
    "enhanced transposition cut-offs: a number, the plies nearest to the horizon that go without them",
);
const ETC_FIRST: OptionRow =
    ("etc-first", "off", "on: without such a cut-off, try the move first that is one at another depth");
const GUESS: OptionRow = ("guess", "1", "the first guess is the value of 1 or 2 iterations ago");
const SHIFT: OptionRow = ("shift", "0", "what is added to the first guess");
const WINDOW: OptionRow =
    ("window", "auto", "half the width of the first window; auto: a small advantage in this game");
const STRIDE: OptionRow =
    ("stride", "auto", "how far bounds come down at a time; auto: a small advantage in this game");
const OWN: OptionRow = (
    "own",
    "on",
    "off: in searches to the end, do not use the tests that a game has of its own (Connect Four, Othello)",
);
const BOUND: OptionRow = ("bound", "0", "the value to test: is the position worth at least this?");

const fn spec(name: &'static str, description: &'static str, options: &'static [OptionRow]) -> AlgorithmSpec {
    AlgorithmSpec { name, description, source: PLAAT, parallel: false, options, presets: &[] }
}

const TEXTBOOK: &[OptionRow] = &[EVALUATOR, QUIESCENCE, NO_DEEPENING, NO_KILLERS, NO_HISTORY];
const LIST: &[OptionRow] = &[EVALUATOR, QUIESCENCE, NO_DEEPENING];

#[rustfmt::skip] // the same order everywhere
const TABLED: &[OptionRow] =
    &[EVALUATOR, QUIESCENCE, DEEPENING, TABLE, STORED, BEST, TWO_BOUNDS, LEAVES, KILLERS, HISTORY, ETC, ETC_FIRST];
#[rustfmt::skip]
const GUESSED: &[OptionRow] = &[
    EVALUATOR, QUIESCENCE, DEEPENING, TABLE, STORED, BEST, TWO_BOUNDS, LEAVES, KILLERS, HISTORY, ETC, ETC_FIRST, WINDOW,
    GUESS, SHIFT,
];
#[rustfmt::skip]
const TEST: &[OptionRow] = &[
    BOUND, EVALUATOR, QUIESCENCE, NO_DEEPENING, TABLE, STORED, BEST, ONE_BOUND, LEAVES, KILLERS, HISTORY, ETC, ETC_FIRST,
];
#[rustfmt::skip]
const STRIDING: &[OptionRow] =
    &[EVALUATOR, QUIESCENCE, DEEPENING, TABLE, STORED, BEST, ONE_BOUND, LEAVES, KILLERS, HISTORY, ETC, ETC_FIRST, STRIDE];
#[rustfmt::skip]
const DOUBLING: &[OptionRow] = &[
    EVALUATOR, QUIESCENCE, DEEPENING, TABLE, STORED, BEST, ONE_BOUND, LEAVES, KILLERS, HISTORY, ETC, ETC_FIRST, STRIDE,
    GUESS, SHIFT, OWN,
];
#[rustfmt::skip]
const TESTS: &[OptionRow] = &[
    EVALUATOR, QUIESCENCE, DEEPENING, TABLE, STORED, BEST, ONE_BOUND, LEAVES, KILLERS, HISTORY, ETC, ETC_FIRST, OWN,
];
#[rustfmt::skip]
const TESTS_FROM_GUESS: &[OptionRow] = &[
    EVALUATOR, QUIESCENCE, DEEPENING, TABLE, STORED, BEST, ONE_BOUND, LEAVES, KILLERS, HISTORY, ETC, ETC_FIRST, GUESS,
    SHIFT, OWN,
];
#[rustfmt::skip]
const FROM_GUESS: &[OptionRow] = &[
    EVALUATOR, QUIESCENCE, DEEPENING, TABLE, STORED, BEST, ONE_BOUND, LEAVES, KILLERS, HISTORY, ETC, ETC_FIRST, GUESS, SHIFT,
];

/// Every search that gives a value.
#[rustfmt::skip] // one line each
pub(crate) const SEARCHES: &[AlgorithmSpec] = &[
    spec("minimax", "every line to the horizon", LIST),
    spec("alpha-beta", "the textbook's, without a table", TEXTBOOK),
    spec("alpha-beta-tt", "alpha-beta with a table", TABLED),
    spec("aspiration", "alpha-beta with a small window around a guess", GUESSED),
    spec("nega-scout", "null windows for all moves but the first", TABLED),
    spec("aspiration-nega-scout", "nega-scout with a small window around a guess", GUESSED),
    spec("sss-star", "Stockman's best-first search with a list of states", LIST),
    spec("dual-star", "sss-star with the players exchanged", LIST),
    spec("mt", "one memory-enhanced test: is the position worth at least the bound?", TEST),
    spec("mt-sss", "tests from above: sss-star by null windows and a table", TESTS),
    spec("mt-dual", "tests from below: dual-star by null windows and a table", TESTS),
    spec("mtd-f", "tests from a guess", TESTS_FROM_GUESS),
    spec("mtd-bi", "tests in the middle of what is possible", TESTS),
    AlgorithmSpec { source: OURS, ..spec("mtd-double", "tests from a guess in strides that double, then in the middle", DOUBLING) },
    spec("mtd-step", "tests from above in strides", STRIDING),
    spec("mtd-best", "tests of the root's moves until one is known to be best; its value may be a bound", FROM_GUESS),
    spec("alpha-bounding", "tests of the root's moves with one bound at a time, until one is known to be best", FROM_GUESS),
];
