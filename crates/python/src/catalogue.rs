//! What can be asked for: games, algorithms, presets.

use std::collections::BTreeMap;

use pnyx_games::{GOAL_MATE, SPECS};
use pyo3::prelude::*;

use crate::errors::bad_input;
use crate::searches::SEARCHES;

pub(crate) type OptionRow = (&'static str, &'static str, &'static str);

/// An algorithm as the user sees it.
pub(crate) struct AlgorithmSpec {
    pub name: &'static str,
    pub description: &'static str,
    pub source: &'static str,
    pub parallel: bool,
    pub options: &'static [OptionRow],
    pub presets: &'static [Preset],
}

/// Options that belong together, by a name.
pub(crate) struct Preset {
    name: &'static str,
    options: &'static [(&'static str, &'static str)],
    /// What is asked when no goal is given, in games that have this goal.
    goal: Option<&'static str>,
    game_options: &'static [(&'static str, &'static str)],
    nodes: Option<u64>,
}

const INIT: OptionRow = (
    "init",
    "mobility",
    "first numbers of a leaf: mobility (replies), unit (1 and 1) or custom (what the game's method estimate says)",
);

const GHI: OptionRow =
    ("ghi", "full", "verdicts that hold on some lines only: full, sim, dup (kept by line), ignore (wrong)");

const STORED: OptionRow =
    ("stored", "1000000", "with table=two-big, the number of positions it has room for");

const TABLE: OptionRow = (
    "table",
    "bounded",
    "bounded: as large as the memory limit; exact: forgets nothing; two-big: of two levels; or a number of bytes",
);

/// How the counts of Breuker et al. 2001 were made, by the searches on graphs.
const BREUKER_2001: Preset = Preset {
    name: "breuker-2001",
    options: &[("init", "mobility")],
    goal: Some(GOAL_MATE),
    game_options: &[("chess.order", "papers"), ("chess.en-passant", "always")],
    nodes: Some(500_000),
};

/// Every algorithm.
pub(crate) const ALGORITHMS: &[AlgorithmSpec] = &[
    AlgorithmSpec {
        name: "pn",
        description: "proof-number search: best first, the whole tree in memory",
        source: "Breuker, Allis and van den Herik 1994",
        parallel: false,
        options: &[
            (
                "evaluation",
                "immediate",
                "when a position is evaluated: immediate (when generated) or delayed (when selected)",
            ),
            (
                "init",
                "mobility",
                "first numbers of a leaf: mobility (replies), unit (1 and 1) or custom (what the game's method estimate says); \
                 delayed evaluation takes unit",
            ),
            (
                "recycle",
                "off",
                "on: give back the parts of solved subtrees that the certificate does not need",
            ),
            (
                "stored",
                "memory",
                "the most nodes held, those given back not counted; memory: as many as the memory limit allows",
            ),
        ],
        presets: &[Preset {
            name: "breuker-2001",
            options: &[("evaluation", "immediate"), ("init", "mobility"), ("recycle", "off")],
            goal: Some(GOAL_MATE),
            game_options: &[("chess.order", "papers"), ("chess.en-passant", "always")],
            nodes: Some(500_000),
        }],
    },
    AlgorithmSpec {
        name: "pn-dag",
        description: "proof-number search that joins transpositions where no cycle can come of it",
        source: "Schijf 1993; Breuker et al. 2001",
        parallel: false,
        options: &[INIT],
        presets: &[BREUKER_2001],
    },
    AlgorithmSpec {
        name: "pn-dcg",
        description: "proof-number search that joins all transpositions; unsafe: may see a repetition where there is none",
        source: "Schijf, Allis and Uiterwijk 1994; Breuker et al. 2001",
        parallel: false,
        options: &[
            INIT,
            (
                "unsafe",
                "off",
                "on: try the verdicts that may be wrong; off: they are unknown, for the reason unsafe",
            ),
        ],
        presets: &[BREUKER_2001],
    },
    AlgorithmSpec {
        name: "pn-bta",
        description: "proof-number search on graphs with cycles, by base and twin nodes",
        source: "Breuker, van den Herik, Uiterwijk and Allis 2001",
        parallel: false,
        options: &[
            INIT,
            ("selections", "10000000", "the most steps of selection from one expansion to the next"),
        ],
        presets: &[BREUKER_2001],
    },
    AlgorithmSpec {
        name: "pn2",
        description: "proof-number search in two levels: each leaf is evaluated by a search of its own",
        source: "Allis 1994; Winands, Uiterwijk and van den Herik 2003",
        parallel: false,
        options: &[
            INIT,
            (
                "a",
                "1800000",
                "the number of nodes of the first level at which the second may have half as many",
            ),
            ("b", "240000", "how slowly the second level grows around that"),
            (
                "stored",
                "memory",
                "the most nodes held at both levels; memory: as many as the memory limit allows, 1000000 without one",
            ),
            ("recycle", "on", "give back solved subtrees; they are searched again for the certificate"),
        ],
        presets: &[],
    },
    AlgorithmSpec {
        name: "df-pn",
        description: "depth-first proof-number search with a table, safe where play goes round",
        source: "Nagai 2002; Kishimoto and Müller 2005",
        parallel: false,
        options: &[
            INIT,
            (
                "ghi",
                "full",
                "verdicts that hold on some lines only: full, sim, dup (kept by line), nagai (not kept), ignore (wrong)",
            ),
            (
                "epsilon",
                "0.5",
                "how far a best child may go beyond the second best before it is left, as a share of its number",
            ),
            ("tca", "on", "threshold control: raise thresholds where a shorter line has been"),
            (
                "sum-limit",
                "65536",
                "up to here numbers are added; beyond it only the largest counts, and 1 for each other",
            ),
            ("large", "1048576", "with ghi=nagai, the number from which a position counts as decided"),
            (
                "table",
                "bounded",
                "bounded: as large as the memory limit; exact: forgets nothing; or a number of bytes",
            ),
        ],
        presets: &[],
    },
    AlgorithmSpec {
        name: "pn-star",
        description: "depth-first search by proof numbers alone, with a table",
        source: "Seo 1995; Seo, Iida and Uiterwijk 2001",
        parallel: false,
        options: &[GHI, TABLE, STORED],
        presets: &[],
    },
    AlgorithmSpec {
        name: "pds",
        description: "depth-first search by proof and disproof numbers, with a table",
        source: "Nagai 1999; Winands, Uiterwijk and van den Herik 2003",
        parallel: false,
        options: &[GHI, TABLE, STORED],
        presets: &[],
    },
    AlgorithmSpec {
        name: "pds-pn",
        description: "pds whose new positions are searched by pn",
        source: "Winands, Uiterwijk and van den Herik 2003",
        parallel: false,
        options: &[
            INIT,
            GHI,
            ("a", "450000", "the positions in the table at which a search by pn may have half as many nodes"),
            ("b", "300000", "how slowly that share grows"),
            ("stored", "1000000", "the most positions in the table, and nodes of a search by pn, together"),
            (
                "table",
                "two-big",
                "two-big: of two levels, for as many positions as stored says; exact: forgets nothing",
            ),
        ],
        presets: &[],
    },
    AlgorithmSpec {
        name: "alpha-beta",
        description: "iterative deepening with alpha-beta and a table: what proof-number search is compared with",
        source: "Breuker 1998; Winands, Uiterwijk and van den Herik 2003",
        parallel: false,
        options: &[
            (
                "table",
                "two-deep",
                "scores kept: two-deep (of each pair the deepest search and the newest), exact (all) or off",
            ),
            (
                "stored",
                "memory",
                "the most positions of a two-deep table; memory: as many as the memory limit allows",
            ),
            ("killers", "on", "off: do not try the last two good moves of a ply early"),
            ("history", "on", "off: do not order moves by how often they were good"),
            ("evaluator", "on", "off: all positions at the horizon are worth the same"),
        ],
        presets: &[],
    },
    AlgorithmSpec {
        name: "forced-win",
        description: "depth-first proof-number search for forced wins, with lengths; the fastest for chess mates",
        source: "after Nagai 2002, Ueda et al. 2008 and Kaneko 2010",
        parallel: true,
        options: &[
            (
                "epsilon",
                "0.25",
                "how far a best child may go beyond the second best before it is left, as a share of its number",
            ),
            (
                "others",
                "64",
                "how much the smaller proof numbers of a sum count beside the largest, in 256ths",
            ),
        ],
        presets: &[],
    },
    AlgorithmSpec {
        name: "auto",
        description: "what suits the game and the goal: forced-win for mates, then df-pn for what goes round; df-pn elsewhere",
        source: "chosen by measurement",
        parallel: true,
        options: &[],
        presets: &[],
    },
];

/// An algorithm by its name.
pub(crate) fn algorithm(name: &str) -> PyResult<&'static AlgorithmSpec> {
    named(ALGORITHMS, name)
}

/// An algorithm that gives values, by its name.
pub(crate) fn search(name: &str) -> PyResult<&'static AlgorithmSpec> {
    named(SEARCHES, name)
}

fn named(among: &'static [AlgorithmSpec], name: &str) -> PyResult<&'static AlgorithmSpec> {
    among.iter().find(|a| a.name == name).ok_or_else(|| {
        let known: Vec<_> = among.iter().map(|a| a.name).collect();
        bad_input(format!("there is no algorithm '{name}' (there are: {})", known.join(", ")))
    })
}

#[pyfunction]
#[allow(clippy::type_complexity)]
pub(crate) fn games() -> Vec<(&'static str, &'static str, &'static str, Vec<&'static str>, Vec<OptionRow>)> {
    SPECS
        .iter()
        .map(|spec| {
            let options = spec.options.iter().map(|o| (o.name, o.default, o.meaning)).collect();
            (spec.name, spec.description, spec.start, spec.goals.to_vec(), options)
        })
        .collect()
}

type AlgorithmRow = (&'static str, &'static str, &'static str, bool, Vec<OptionRow>, Vec<&'static str>);

#[pyfunction]
pub(crate) fn algorithms() -> Vec<AlgorithmRow> {
    rows(ALGORITHMS)
}

#[pyfunction]
pub(crate) fn searches() -> Vec<AlgorithmRow> {
    rows(SEARCHES)
}

fn rows(among: &'static [AlgorithmSpec]) -> Vec<AlgorithmRow> {
    among
        .iter()
        .map(|a| {
            let presets = a.presets.iter().map(|p| p.name).collect();
            (a.name, a.description, a.source, a.parallel, a.options.to_vec(), presets)
        })
        .collect()
}

type Texts = BTreeMap<&'static str, &'static str>;

#[pyfunction]
#[pyo3(signature = (algorithm, name))]
#[allow(clippy::type_complexity)]
pub(crate) fn preset(
    algorithm: &str,
    name: &str,
) -> PyResult<(Texts, Texts, Option<&'static str>, Option<u64>)> {
    let spec = self::algorithm(algorithm)?;
    let preset = spec.presets.iter().find(|p| p.name == name).ok_or_else(|| {
        let known: Vec<_> = spec.presets.iter().map(|p| p.name).collect();
        bad_input(format!("{algorithm} has no preset '{name}' (it has: {})", known.join(", ")))
    })?;
    let texts = |pairs: &[(&'static str, &'static str)]| pairs.iter().copied().collect();
    Ok((texts(preset.options), texts(preset.game_options), preset.goal, preset.nodes))
}
