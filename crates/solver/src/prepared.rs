//! A question with its options read, the memory split between the game's positions, tables and lines, and the tables that its
//! searches share.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use pnyx_game::{Goal, Init, Objective, Player, Repetition, Threshold};
use pnyx_search::Limits;
use pnyx_search::algorithm::SearchSupport;
use pnyx_search::checkpoint::{self, Spent};
use pnyx_search::options::ParsedOptions;
use pnyx_search::pn::forced_win;
use pnyx_search::table::{LengthTable, Memory, Table, TableSize, TwoBig};

use crate::catalogue;
use crate::checkpoints::{Checkpoints, Keeper};
use crate::enumerated::WholeGame;
use crate::error::{Error, Result, bad_input};
use crate::host::Host;
use crate::opened::{Opened, Playable};
use crate::question::{DEFAULT_MEMORY, Question};
use crate::register::{self, Algorithm};

/// A question with its options read, and what its searches have left.
pub(crate) struct Prepared {
    pub goal: Goal,
    /// What suits the game and the goal, unless there is one: `auto`.
    pub algorithm: Option<Algorithm>,
    pub limits: Limits,
    pub all_moves: bool,
    pub trace: bool,
    pub threads: usize,
    pub table: Mutex<Option<(Objective, Memory)>>,
    pub length_table: Mutex<Option<(Player, Arc<LengthTable>)>>,
    pub checkpoints: Checkpoints,
    /// What was spent before a checkpoint that is taken up.
    pub resumed: Spent,
    /// The game holds positions beside what the search holds.
    pub holds_positions: bool,
    /// Some of the memory is for all positions of the game.
    pub may_enumerate: bool,
    pub whole_game: Mutex<Option<WholeGame>>,
}

impl Prepared {
    /// Read the options of a question.
    pub fn new(question: &Question, goal: Goal, holds_positions: bool) -> Result<Prepared> {
        let (name, texts) = (&question.algorithm, &question.options);
        let algorithm = Algorithm::read(name, texts)?;
        if algorithm.is_none() {
            let auto = register::named(&catalogue::algorithms(), name)?;
            ParsedOptions::new(name, auto.options, texts)?;
        }
        Ok(Prepared {
            goal,
            algorithm,
            limits: question.limits,
            all_moves: question.all_moves,
            trace: question.trace,
            threads: question.threads,
            table: Mutex::default(),
            length_table: Mutex::default(),
            checkpoints: Checkpoints::new(question.checkpoint.clone(), question.resume.clone()),
            resumed: Spent::default(),
            holds_positions,
            may_enumerate: false,
            whole_game: Mutex::default(),
        })
    }

    /// Where the first numbers of leaves come from.
    pub fn init(&self) -> Init {
        self.algorithm.as_ref().map_or(Init::Mobility, Algorithm::init)
    }

    /// Whether several searchers use one table.
    fn shares_table(&self) -> bool {
        self.threads > 1 || self.algorithm.as_ref().is_some_and(Algorithm::searches_in_turns)
    }

    /// Whether what its searches store are facts about positions, of use to a search of another root.
    pub fn remembers(&self) -> bool {
        self.algorithm.as_ref().is_none_or(Algorithm::remembers)
    }

    /// What tables may take of the memory.
    fn room(&self) -> Option<usize> {
        let bytes =
            |memory| table_bytes(memory, self.holds_positions, self.threads) - self.whole_game_bytes();
        self.limits.memory.map(bytes)
    }

    /// What `auto` gives the enumeration of the whole game.
    pub fn whole_game_bytes(&self) -> usize {
        let memory = self.limits.memory.unwrap_or(DEFAULT_MEMORY);
        let bytes = table_bytes(memory, self.holds_positions, self.threads);
        if self.may_enumerate { bytes / 4 } else { 0 }
    }

    /// The limits within which the game holds positions: beside the search and the enumeration.
    pub fn limits_beside(&self) -> Limits {
        let memory = self.limits.memory.map(|memory| memory - self.whole_game_bytes());
        Limits { memory, ..self.limits }
    }

    /// How large a length table may be.
    pub fn length_bytes(&self) -> usize {
        let bytes = self.room().unwrap_or(DEFAULT_MEMORY);
        if self.algorithm.is_none() { bytes - self.df_pn_bytes() } else { bytes }
    }

    /// What `auto` gives `df-pn` beside `forced-win`.
    pub fn df_pn_bytes(&self) -> usize {
        (self.room().unwrap_or(DEFAULT_MEMORY) / 8).min(16 << 20)
    }

    /// The length table for searches of this player's wins: that of an earlier one, or a new one.
    pub fn length_table(&self, prover: Player) -> Arc<LengthTable> {
        let new = || Arc::new(LengthTable::new(self.length_bytes()));
        let Ok(mut left) = self.length_table.lock() else { return new() };
        match &*left {
            Some((before, lengths)) if *before == prover => Arc::clone(lengths),
            _ => Arc::clone(&left.insert((prover, new())).1),
        }
    }

    /// What is remembered, for a look. It is not locked meanwhile: rules that are called back may switch threads.
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
        if let (Ok(mut table), Ok(mut lengths)) = (self.table.lock(), self.length_table.lock()) {
            (*table, *lengths) = (None, None);
        }
    }

    /// Leave a table to the next search.
    pub fn leave(&self, goal: Objective, memory: Option<Memory>) {
        if let Ok(mut table) = self.table.lock() {
            *table = memory.map(|memory| (goal, memory));
        }
    }
}

/// The part of a search's memory that its table gets: the rest is for the lines that its threads are on. A game that holds
/// positions gets half of the memory for them.
pub fn table_bytes(memory: usize, holds_positions: bool, threads: usize) -> usize {
    let memory = if holds_positions { memory / 2 } else { memory };
    let line = (memory / 16).clamp(16 << 10, 16 << 20);
    let most = if threads == 1 { memory / 2 } else { memory - memory / 4 };
    memory - line.saturating_mul(threads).min(most)
}

impl<G: Playable> Opened<G> {
    /// A question with its goal and its options read; an error where its algorithm cannot search this game.
    pub(crate) fn prepare(&self, question: &Question) -> Result<Prepared> {
        self.prepare_for(question, self.goal(&question.goal)?)
    }

    /// The same for this goal, whatever the question's own is.
    pub(crate) fn prepare_for(&self, question: &Question, goal: Goal) -> Result<Prepared> {
        let mut prepared = Prepared::new(question, goal, self.about.facts.holds_positions)?;
        prepared.may_enumerate = prepared.algorithm.is_none()
            && self.history.is_empty()
            && self.game.repetition() == Repetition::Draw
            && self.game.refuses_table().is_none();
        if let Some(why) = prepared.algorithm.as_ref().and_then(|one| one.refuses(self.game.repetition())) {
            return Err(bad_input(why));
        }
        let refusal = prepared.algorithm.as_ref().and_then(Algorithm::refuses_threads);
        if let Some(why) = refusal.filter(|_| prepared.threads > 1) {
            return Err(bad_input(format!("threads must be 1 here: {why}")));
        }
        if prepared.init() == Init::Custom && !self.game.has_estimate() {
            let way_out = self.about.facts.no_estimate.unwrap_or("use init=mobility or init=unit");
            let name = &self.about.name;
            return Err(bad_input(format!(
                "init=custom needs a game with its own first numbers, and {name} has none: {way_out}"
            )));
        }
        Ok(prepared)
    }

    /// An error where a question has checkpoints and its search writes none. `self` judges the ends for the goal.
    pub(crate) fn expect_checkpoints(&self, prepared: &Prepared) -> Result<()> {
        let Checkpoints { save, resume, .. } = &prepared.checkpoints;
        match prepared.algorithm {
            _ if save.is_none() && resume.is_none() => Ok(()),
            Some(Algorithm::ForcedWin(_)) => Ok(()),
            None if self.within.is_some() || self.game.suits_forced_win() => Ok(()),
            None => Err(bad_input(format!(
                "auto can write or resume checkpoints only where it runs forced-win, which it does not for the goal {} of \
                 {}: use the algorithm forced-win",
                prepared.goal, self.about.name
            ))),
            Some(_) => Err(bad_input("only auto and forced-win can write or resume checkpoints")),
        }
    }

    /// Begin with a checkpoint of the run that is `asked`, if the question says so, and see whether one may be written.
    /// `self` judges the ends for the goal.
    pub(crate) fn take_up(
        &self,
        host: &dyn Host,
        prepared: &mut Prepared,
        (asked, goal): (&str, Objective),
    ) -> Result<()> {
        let Checkpoints { save, resume, .. } = &prepared.checkpoints;
        if save.is_none() && resume.is_none() {
            return Ok(());
        }
        let question = self.run_description(asked)?;
        if let Some((path, _)) = save {
            checkpoint::may_save(path, &question).map_err(|error| bad_input(error.to_string()))?;
        }
        if let Some(path) = resume {
            let bytes = prepared.length_bytes();
            let resumed = host.unlocked(|| checkpoint::resume(path, &question, bytes));
            let resumed = resumed.map_err(|error| bad_input(error.to_string()))?;
            if let Some(why) = resumed.fell_back {
                host.warn(&why).map_err(Error::Interrupted)?;
            }
            prepared.resumed = resumed.spent;
            let prover = forced_win::winner(goal).prover;
            if let Ok(mut lengths) = prepared.length_table.lock() {
                *lengths = Some((prover, Arc::new(LengthTable::with(resumed.table))));
            }
        }
        Ok(())
    }
}

/// What a question provides its searches with.
pub(crate) struct Support<'a> {
    pub prepared: &'a Prepared,
    /// What writes checkpoints, if they are asked for.
    pub keeper: Option<Keeper<'a>>,
}

impl SearchSupport for Support<'_> {
    fn threads(&self) -> usize {
        self.prepared.threads
    }

    fn table_bytes(&self) -> Option<usize> {
        self.prepared.room()
    }

    /// What an earlier search has left, as far as it holds, or a new table.
    fn table(&self, goal: Objective, size: TableSize) -> Memory {
        let left = self.prepared.table.lock().ok().and_then(|mut table| table.take());
        match left {
            Some((before, memory)) if before == goal => memory,
            // A winner does not lose.
            Some((Objective { prover, threshold: Threshold::Win }, mut memory)) if prover == goal.prover => {
                memory.keep_proofs();
                memory
            }
            _ => match (size, self.prepared.room()) {
                (TableSize::Bytes(bytes), _) => Memory::bounded(bytes),
                (TableSize::Bounded, Some(bytes)) => Memory::bounded(bytes),
                // Searchers cannot share what grows without bound.
                (TableSize::Bounded, None) if self.prepared.shares_table() => Memory::bounded(DEFAULT_MEMORY),
                (TableSize::TwoBig(positions), limit) => {
                    let most = limit.map_or(usize::MAX, |bytes| bytes / TwoBig::BYTES_EACH);
                    Memory::two_big(positions.min(most))
                }
                _ => Memory::exact(),
            },
        }
    }

    fn length_table(&self, prover: Player) -> Arc<LengthTable> {
        self.prepared.length_table(prover)
    }

    fn may_save(&mut self, lengths: &LengthTable, nodes: u64) -> ControlFlow<()> {
        self.keeper.as_mut().map_or(ControlFlow::Continue(()), |keeper| keeper.keep(lengths, nodes))
    }

    fn save(&mut self, lengths: &LengthTable, nodes: u64) {
        if let Some(keeper) = &mut self.keeper {
            keeper.write(lengths, nodes);
        }
    }
}

#[cfg(test)]
mod tests {
    use pnyx_game::WIN;

    use super::*;

    /// The parts of a memory never exceed it, whatever its size: too large ones for a test that fills them.
    #[test]
    fn the_parts_of_a_memory_do_not_exceed_it() {
        let sizes = (0..usize::BITS).flat_map(|bits| [1 << bits, (1 << bits) + 1, (1 << bits) - 1]);
        for memory in sizes.chain([usize::MAX]) {
            for (algorithm, holds) in
                [("auto", false), ("auto", true), ("forced-win", false), ("df-pn", true)]
            {
                let mut question = Question::new("win", algorithm);
                question.limits.memory = Some(memory);
                let mut prepared = Prepared::new(&question, WIN.into(), holds).unwrap();
                prepared.may_enumerate = algorithm == "auto";
                let room = table_bytes(memory, holds, 1);
                let most = if holds { memory / 2 } else { memory };
                assert!(room <= most && room >= most / 2, "{room} of {memory}, {algorithm}, {holds}");
                let beside = if algorithm == "auto" { prepared.df_pn_bytes() } else { 0 };
                let parts = prepared.length_bytes() + beside + prepared.whole_game_bytes();
                assert_eq!(parts, room, "{memory}, {algorithm}, {holds}");
            }
        }
    }
}
