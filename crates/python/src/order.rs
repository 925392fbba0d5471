//! What a user asks a search to do.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use pnyx_game::{Game, Goal, Init, InputError, Player, Repetition, Threshold};
use pnyx_search::Limits;
use pnyx_search::bounds::LARGEST;
use pnyx_search::checkpoint::Spent;
use pnyx_search::minimax::{OrderingOptions, alpha_beta};
use pnyx_search::pn::{
    self, Evaluation, Ghi, Growth, Memory, Notes, bta, dcg, df_pn, forced_win, pds_pn, pn2,
};
use pnyx_search::table::{Scores, Table, TwoBig, TwoDeep};
use pyo3::prelude::*;

use crate::catalogue;
use crate::errors::bad_input;
use crate::given::Given;
use crate::keeping::Checkpoints;

/// What a user asks a search to do.
pub(crate) struct Order {
    pub goal: String,
    pub algorithm: Algorithm,
    pub limits: Limits,
    pub all_moves: bool,
    pub trace: bool,
    pub on_progress: Option<Py<PyAny>>,
    pub threads: usize,
    pub table: Mutex<Option<(Goal, Memory)>>,
    pub notes: Mutex<Option<(Player, Arc<Notes>)>>,
    pub checkpoints: Checkpoints,
    /// What was spent before a checkpoint that is taken up.
    pub resumed: Spent,
    /// The game is written in Python, and holds positions beside what the search holds.
    pub python: bool,
}

impl Order {
    /// An order for one question, that nobody watches.
    pub fn new(goal: String, algorithm: Algorithm, limits: Limits, threads: usize) -> Order {
        Order {
            goal,
            algorithm,
            limits,
            all_moves: false,
            trace: false,
            on_progress: None,
            threads,
            table: Mutex::default(),
            notes: Mutex::default(),
            checkpoints: Checkpoints::default(),
            resumed: Spent::default(),
            python: false,
        }
    }

    /// What tables may take of the memory.
    fn room(&self) -> Option<usize> {
        self.limits.memory.map(|memory| table_bytes(memory, self.python))
    }

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
            _ => match (room, self.room()) {
                (Room::Bytes(bytes), _) => Memory::bounded(bytes),
                (Room::Bounded, Some(bytes)) => Memory::bounded(bytes),
                (Room::TwoBig(positions), limit) => {
                    let most = limit.map_or(usize::MAX, |bytes| bytes / TwoBig::BYTES_EACH);
                    Memory::two_big(positions.min(most))
                }
                _ => Memory::exact(),
            },
        }
    }

    /// How large notes may be.
    pub fn notes_bytes(&self) -> usize {
        let bytes = self.room().unwrap_or(1 << 30);
        if matches!(self.algorithm, Algorithm::Auto) { bytes - self.df_pn_bytes() } else { bytes }
    }

    /// What `auto` gives `df-pn` beside `forced-win`.
    pub fn df_pn_bytes(&self) -> usize {
        (self.room().unwrap_or(1 << 30) / 8).min(16 << 20)
    }

    /// The notes for searches of this player's wins: those of an earlier one, or new ones.
    pub fn notes(&self, prover: Player) -> Arc<Notes> {
        let new = || Arc::new(Notes::new(self.notes_bytes()));
        let Ok(mut left) = self.notes.lock() else { return new() };
        match &*left {
            Some((before, notes)) if *before == prover => Arc::clone(notes),
            _ => Arc::clone(&left.insert((prover, new())).1),
        }
    }

    /// What `pds-pn` may use of the memory: with its table, which may be exact.
    pub fn two_levels<G: Game>(&self, options: pds_pn::Options, exact: bool) -> (pds_pn::Options, Room) {
        if exact {
            return (options, Room::Exact);
        }
        let options = self.room().map_or(options, |bytes| options.within::<G>(bytes));
        (options, Room::TwoBig(usize::try_from(options.growth.stored).unwrap_or(usize::MAX)))
    }

    /// The tables of a search by alpha-beta: scores, and verdicts for the certificate, each with half of the room. Where
    /// scores are not forgotten nobody knows what they will take, so verdicts reserve nothing beside them.
    pub fn scores(&self, goal: Goal, room: Scoring) -> (Scores, Memory) {
        let half = self.room().map(|bytes| bytes / 2);
        let verdicts = half.filter(|_| room != Scoring::Exact).map_or(Room::Exact, Room::Bytes);
        let scores = match (room, half) {
            (Scoring::Off, _) => Scores::off(),
            (Scoring::Stored(positions), _) => {
                let fits = half.map_or(usize::MAX, |bytes| bytes / TwoDeep::RECORD);
                Scores::two_deep(TwoDeep::for_positions(positions.min(fits)))
            }
            (Scoring::TwoDeep, Some(bytes)) => Scores::two_deep(TwoDeep::new(bytes)),
            (Scoring::Exact | Scoring::TwoDeep, _) => Scores::exact(),
        };
        (scores, self.table(goal, verdicts))
    }

    /// What is remembered, for a look. It is not locked meanwhile: rules in Python may switch threads.
    pub fn look<T>(&self, look: impl FnOnce(Option<&Memory>) -> T) -> T {
        let left = self.table.lock().ok().and_then(|mut table| table.take());
        let seen = look(left.as_ref().map(|(_, memory)| memory));
        if let (Some(left), Ok(mut table)) = (left, self.table.lock()) {
            table.get_or_insert(left);
        }
        seen
    }

    /// The next search begins with nothing.
    pub fn forget(&self) {
        if let (Ok(mut table), Ok(mut notes)) = (self.table.lock(), self.notes.lock()) {
            (*table, *notes) = (None, None);
        }
    }

    /// Leave a table to the next search.
    pub fn leave(&self, goal: Goal, memory: Option<Memory>) {
        if let Ok(mut table) = self.table.lock() {
            *table = memory.map(|memory| (goal, memory));
        }
    }
}

/// The part of a search's memory that its table gets: the rest is for the line it is on. A game written in Python gets half of
/// the memory for its positions.
pub(crate) fn table_bytes(memory: usize, python: bool) -> usize {
    let memory = if python { memory / 2 } else { memory };
    memory - (memory / 16).clamp(16 << 10, 16 << 20).min(memory / 2)
}

/// What gives the first numbers when df-pn searches again what another search has forgotten.
pub(crate) const AGAIN: Init = Init::Mobility;

/// An algorithm with its options.
pub(crate) enum Algorithm {
    Pn(pn::Options, Init),
    PnDag(Init),
    PnDcg(dcg::Options, Init),
    PnBta(bta::Options, Init),
    Pn2(pn2::Options, Init),
    DfPn(df_pn::Options, Init, Room),
    Pds(Ghi, Room),
    PnStar(Ghi, Room),
    /// In a table that forgets nothing, or in one of two levels.
    PdsPn(pds_pn::Options, Init, bool),
    AlphaBeta(alpha_beta::Options, Scoring),
    ForcedWin(forced_win::Options),
    /// What suits the game and the goal.
    Auto,
}

/// Which table of scores a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scoring {
    /// None.
    Off,
    /// Everything is kept.
    Exact,
    /// As large as the memory allows.
    TwoDeep,
    /// For so many positions.
    Stored(usize),
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
    /// For so many positions, of which the largest and the latest stay.
    TwoBig(usize),
}

/// What `pds` and its relatives can do about verdicts that hold on some lines only.
const GHI: [&str; 4] = ["full", "sim", "dup", "ignore"];

/// Tables that they can use.
const ROOMS: [&str; 3] = ["bounded", "exact", "two-big"];

/// Positions in a table of two levels.
const STORED: u64 = 1_000_000;

impl Algorithm {
    /// The algorithm of this name, with options from their texts.
    pub fn read(name: &str, options: &BTreeMap<String, String>) -> PyResult<Algorithm> {
        let given = Given::new(catalogue::algorithm(name)?, options)?;
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
            "pds" => Ok(Algorithm::Pds(given.ghi(&GHI)?, given.room(&ROOMS)?)),
            "pn-star" => Ok(Algorithm::PnStar(given.ghi(&GHI)?, given.room(&ROOMS)?)),
            "pds-pn" => read_pds_pn(&given),
            "alpha-beta" => read_alpha_beta(&given),
            "forced-win" => {
                let default = forced_win::Options::default();
                let epsilon = given.share("epsilon", default.epsilon)?;
                let others_proof = given.up_to("others", u64::from(default.others_proof), 256)? as u32;
                Ok(Algorithm::ForcedWin(forced_win::Options { epsilon, others_proof, ..default }))
            }
            "auto" => Ok(Algorithm::Auto),
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
            | Algorithm::DfPn(_, init, _)
            | Algorithm::PdsPn(_, init, _) => *init,
            // Every new position has the same numbers.
            Algorithm::Pds(..) | Algorithm::PnStar(..) => Init::Unit,
            Algorithm::AlphaBeta(..) | Algorithm::ForcedWin(..) | Algorithm::Auto => Init::Mobility,
        }
    }

    /// Whether what it leaves behind are facts about positions, of use to a search of another root.
    pub fn remembers(&self) -> bool {
        match self {
            Algorithm::DfPn(..)
            | Algorithm::Pds(..)
            | Algorithm::PnStar(..)
            | Algorithm::PdsPn(..)
            | Algorithm::ForcedWin(..)
            | Algorithm::Auto => true,
            Algorithm::Pn(..)
            | Algorithm::PnDag(..)
            | Algorithm::PnDcg(..)
            | Algorithm::PnBta(..)
            | Algorithm::Pn2(..)
            | Algorithm::AlphaBeta(..) => false,
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
            Algorithm::AlphaBeta(..) if rule == Repetition::Illegal => Some(
                "alpha-beta cannot search games in which repeating a position is illegal: whether a move is legal \
                 depends on the way to it, and its table joins ways; use df-pn or pn",
            ),
            Algorithm::ForcedWin(..) if rule == Repetition::Illegal => Some(
                "forced-win cannot search games in which repeating a position is illegal: whether a move is legal \
                 depends on the way to it, and what it knows counts on all ways; use df-pn or pn",
            ),
            _ => None,
        }
    }
}

fn read_df_pn(given: &Given<'_>) -> PyResult<Algorithm> {
    let default = df_pn::Options::default();
    let options = df_pn::Options {
        ghi: given.ghi(&["full", "sim", "dup", "ignore", "nagai"])?,
        epsilon: given.share("epsilon", default.epsilon)?,
        threshold_control: given.switch("tca", default.threshold_control)?,
        sum: given.number("sum-limit", default.sum)?,
        large: given.number("large", default.large)?,
    };
    Ok(Algorithm::DfPn(options, given.init()?, given.room(&["bounded", "exact"])?))
}

fn read_pds_pn(given: &Given<'_>) -> PyResult<Algorithm> {
    let Growth { a, b, .. } = pds_pn::Options::default().growth;
    let growth = Growth {
        a: given.count("a", a as u64)? as f64,
        b: given.count("b", b as u64)? as f64,
        stored: given.count("stored", STORED)?,
    };
    let exact = given.choice("table", &["two-big", "exact"])? == "exact";
    Ok(Algorithm::PdsPn(pds_pn::Options { ghi: given.ghi(&GHI)?, growth }, given.init()?, exact))
}

fn read_alpha_beta(given: &Given<'_>) -> PyResult<Algorithm> {
    let default = alpha_beta::Options::default();
    let ordering = OrderingOptions {
        killers: given.switch("killers", default.ordering.killers)?,
        history: given.switch("history", default.ordering.history)?,
    };
    let options = alpha_beta::Options { ordering, evaluator: given.switch("evaluator", default.evaluator)? };
    Ok(Algorithm::AlphaBeta(options, given.scoring()?))
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

impl Given<'_> {
    /// Which table of scores to use.
    pub fn scoring(&self) -> PyResult<Scoring> {
        match (self.choice("table", &["two-deep", "exact", "off"])?, self.stored()?) {
            ("two-deep", Some(positions)) => Ok(Scoring::Stored(positions.min(1 << 40) as usize)),
            ("two-deep", None) => Ok(Scoring::TwoDeep),
            (_, Some(_)) => Err(bad_input("option stored is the size of table=two-deep: leave it out")),
            ("exact", None) => Ok(Scoring::Exact),
            _ => Ok(Scoring::Off),
        }
    }

    /// A proof or disproof number that is finite.
    fn number(&self, name: &str, default: u32) -> PyResult<u32> {
        Ok(self.up_to(name, u64::from(default), u64::from(LARGEST))? as u32)
    }

    /// What to do about verdicts that hold on some lines only.
    fn ghi(&self, words: &[&'static str]) -> PyResult<Ghi> {
        Ok(match self.choice("ghi", words)? {
            "sim" => Ghi::Sim,
            "dup" => Ghi::Dup,
            "ignore" => Ghi::Ignore,
            "nagai" => Ghi::Nagai,
            _ => Ghi::Full,
        })
    }

    /// Which table to use: one of some words, or a number of bytes.
    fn room(&self, words: &[&'static str]) -> PyResult<Room> {
        let given = self.text("table").unwrap_or(words[0]);
        if given != "two-big" && self.has("stored") {
            return Err(bad_input(
                "option stored is the size of table=two-big: leave it out, or ask for that table",
            ));
        }
        if let Ok(bytes) = given.parse() {
            return Ok(Room::Bytes(bytes));
        }
        match words.iter().find(|&&word| word == given) {
            Some(&"exact") => Ok(Room::Exact),
            Some(&"two-big") => {
                let stored = self.count("stored", STORED)?;
                Ok(Room::TwoBig(usize::try_from(stored).unwrap_or(usize::MAX)))
            }
            Some(_) => Ok(Room::Bounded),
            None => Err(bad_input(format!(
                "option table must be {} or a number of bytes, like 1048576, not {}",
                words.join(", "),
                InputError::quote(given)
            ))),
        }
    }

    fn init(&self) -> PyResult<Init> {
        Ok(match self.choice("init", &["mobility", "unit", "custom"])? {
            "unit" => Init::Unit,
            "custom" => Init::Custom,
            _ => Init::Mobility,
        })
    }
}
