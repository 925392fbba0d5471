//! Tables of whole games: built from positions, asked about positions, and checked by the rules.

use std::path::PathBuf;

use pnyx_game::{BoxError, InputError};
use pnyx_search::Limits;
use pnyx_tables::{
    BuildError, CheckError, Checked, Description, Ended, Fault, File, Growth, Limits as Bounds, Portion,
    RulesExpander, Run, build_file, refusal,
};

use crate::error::{Error, Result, bad_input, rejected};
use crate::host::{Host, Progress, Signals, Stop};
use crate::opened::{Opened, Playable};
use crate::position::Describe;
pub use crate::rulebook::Rulebook;
use crate::rulebook::{Asked, Own};

/// What a table is to be made of, and where it is written.
#[derive(Clone, Debug)]
pub struct TableQuestion {
    /// The file.
    pub file: PathBuf,
    /// What the starts are called in it.
    pub starts: String,
    /// Positions, time and memory.
    pub limits: Limits,
    /// Threads.
    pub threads: usize,
}

record! { ($) table_fields =>
    /// How far a table has come.
    pub struct TableReport {
        /// Why it is not complete, if it is not.
        pub reason: Option<String>,
        /// Positions.
        pub positions: u64,
        /// Moves between them.
        pub edges: u64,
        /// Positions by the plies of the shortest way from a start; of a complete table that was there before, nothing.
        pub by_ply: Vec<u64>,
        /// The most bytes that the work took.
        pub memory_bytes: usize,
        /// Seconds.
        pub seconds: f64,
    }
}

/// The bytes of positions, one after the other, each when it is wanted.
pub type Starts<'a> = dyn Iterator<Item = Result<Vec<u8>, BoxError>> + Send + 'a;

/// What tables have to do with a position.
pub trait Tabulate {
    /// The bytes of the position's representative, as tables know it.
    fn packed(&self) -> Result<Vec<u8>>;
    /// Make a table of all that can be reached from the starts. `rules` are asked instead of the game's own.
    fn tabulate(
        &self,
        host: &dyn Host,
        question: &TableQuestion,
        rules: Option<&Rulebook<'_>>,
        starts: &mut Starts<'_>,
        stop: &Stop,
    ) -> Result<TableReport>;
    /// Whether a table is about this game, with its options.
    fn expect_table(&self, table: &File) -> Result<()>;
    /// Examine a table by the rules.
    fn check_table(
        &self,
        host: &dyn Host,
        table: &File,
        rules: Option<&Rulebook<'_>>,
        examined: (&[Vec<u8>], Portion),
        threads: usize,
        stop: &Stop,
    ) -> Result<Checked>;
}

impl<G: Playable> Tabulate for Opened<G> {
    fn packed(&self) -> Result<Vec<u8>> {
        Self::say(RulesExpander(&self.game).pack(&self.root))
    }

    fn tabulate(
        &self,
        host: &dyn Host,
        question: &TableQuestion,
        rules: Option<&Rulebook<'_>>,
        starts: &mut Starts<'_>,
        stop: &Stop,
    ) -> Result<TableReport> {
        if let Some(why) = refusal(&self.game) {
            return Err(bad_input(format!("there is no table of {}: {why}", self.about.name)));
        }
        let own = Own(RulesExpander(&self.game));
        let description = self.table_description(&question.starts);
        let work = Work { host, limits: question.limits, threads: question.threads, stop };
        self.trusted(work.build(question, &description, rules.unwrap_or(&own), starts))
    }

    fn expect_table(&self, table: &File) -> Result<()> {
        let (theirs, ours) = (&table.header().description, self.table_description(""));
        if (&theirs.game, &theirs.options, theirs.repetition, theirs.symmetry)
            == (&ours.game, &ours.options, ours.repetition, ours.symmetry)
        {
            if !self.game.comes_in_sizes()
                || theirs.starts.rsplit("; ").any(|text| self.game.parse(text).is_ok())
            {
                return Ok(());
            }
            return Err(bad_input(format!(
                "{} is a table of another board than {}: it has {}",
                table.path().display(),
                InputError::quote(&self.board()?),
                theirs.starts
            )));
        }
        let said = |of: &Description| {
            let symmetry = if of.symmetry { ", symmetric positions joined" } else { "" };
            format!(
                "{} with the options {}, repetition {}{symmetry}",
                of.game,
                of.options,
                of.repetition.as_str()
            )
        };
        Err(bad_input(format!(
            "{} is a table of {}, not of {}",
            table.path().display(),
            said(theirs),
            said(&ours)
        )))
    }

    fn check_table(
        &self,
        host: &dyn Host,
        table: &File,
        rules: Option<&Rulebook<'_>>,
        (starts, portion): (&[Vec<u8>], Portion),
        threads: usize,
        stop: &Stop,
    ) -> Result<Checked> {
        self.expect_table(table)?;
        let own = Own(RulesExpander(&self.game));
        let work = Work { host, limits: Limits::default(), threads, stop };
        match work.check(table, rules.unwrap_or(&own), starts, portion)? {
            Ok(checked) => self.trusted(Ok(checked)),
            Err(fault) => {
                Err(rejected(format!("{} is wrong: {}", table.path().display(), self.words(&fault))))
            }
        }
    }
}

impl<G: Playable> Opened<G> {
    fn table_description(&self, starts: &str) -> Description {
        Description {
            game: self.about.name.clone(),
            options: pnyx_games::options_to_json(&self.about.rules),
            starts: starts.into(),
            repetition: self.game.repetition(),
            symmetry: self.game.has_symmetry(),
        }
    }

    /// What is wrong with a table, its positions in the game's notation.
    fn words(&self, fault: &Fault) -> String {
        let text = |record: &[u8]| {
            let position = self.game.unpack(record).ok();
            let text = position.and_then(|position| self.game.text(&position).ok());
            text.unwrap_or_else(|| record.iter().map(|byte| format!("{byte:02x}")).collect())
        };
        match fault {
            Fault::MissingStart(start) => format!("the start {} is missing", text(start)),
            Fault::NoRepresentative(record) => {
                format!("{} does not represent the positions symmetric to it", text(record))
            }
            Fault::Stuck(record) => format!("{} has neither an outcome nor a move", text(record)),
            Fault::MissingSuccessor { of, successor } => {
                format!("{}, to which a move from {} leads, is missing", text(successor), text(of))
            }
            Fault::Entry { of, found, expected } => {
                let value = |entry: &pnyx_tables::Entry| match entry.value.distance() {
                    Some(distance) => format!("a {} in {distance} plies", entry.value.as_str()),
                    None => "a draw".into(),
                };
                format!("{} is {}, not {}", text(of), value(expected), value(found))
            }
            Fault::Order(record) => format!("{} does not stand where it belongs", text(record)),
            Fault::Header(line, found, expected) => {
                format!("its header says '{line}: {found}', and it should be {expected}")
            }
        }
    }
}

/// How a table is worked on. Compiled once for all games.
struct Work<'a> {
    host: &'a dyn Host,
    limits: Limits,
    threads: usize,
    stop: &'a Stop,
}

impl Work<'_> {
    /// Do something long with the clock running. Rules that need the host's lock take it themselves.
    fn run<T: Send>(&self, work: impl FnOnce(&mut Run<'_>) -> T + Send) -> Result<T> {
        let bounds =
            Bounds { positions: self.limits.nodes, time: self.limits.time, memory: self.limits.memory };
        // A host that breaks the work off sets a flag of ours, not the caller's.
        let halt = Stop::default();
        let (done, error) = self.host.unlocked(|| {
            let mut signals = Signals::new(self.host);
            let mut tell = |now: &pnyx_tables::Progress| {
                let told = || {
                    Ok(Progress::Tabulating {
                        phase: now.phase.as_str(),
                        positions: now.positions,
                        done: now.done,
                        ply: now.ply,
                        frontier: now.frontier,
                        memory_bytes: now.memory,
                        seconds: now.seconds,
                        rate: now.rate,
                    })
                };
                let ended = self.stop.load(std::sync::atomic::Ordering::Relaxed)
                    || signals.poll().is_break()
                    || signals.report(std::time::Duration::from_secs_f64(now.seconds), told).is_break();
                if ended {
                    halt.store(true, std::sync::atomic::Ordering::Relaxed);
                }
            };
            let done = work(&mut Run::new(self.threads, bounds, &halt, &mut tell));
            (done, signals.error)
        });
        error.map_or(Ok(done), |error| Err(Error::Interrupted(error)))
    }

    fn build(
        &self,
        question: &TableQuestion,
        description: &Description,
        rules: &Rulebook<'_>,
        starts: &mut Starts<'_>,
    ) -> Result<TableReport> {
        let begun = std::time::Instant::now();
        let built = self.run(|run| build_file(&question.file, description, &Asked(rules), starts, run))?;
        let seconds = begun.elapsed().as_secs_f64();
        match built {
            Ok(Ended::Complete(file)) => Ok(TableReport {
                positions: file.len(),
                edges: file.header().edges,
                seconds,
                ..TableReport::default()
            }),
            Ok(Ended::Incomplete(limit, growth)) => {
                let Growth { positions, edges, sizes, peak_memory, .. } = growth;
                Ok(TableReport {
                    reason: Some(limit.to_string()),
                    positions,
                    edges,
                    by_ply: sizes,
                    memory_bytes: peak_memory,
                    seconds,
                })
            }
            Err(BuildError::Rules(error)) => Err(Error::Rules(error)),
            Err(other) => Err(bad_input(other.to_string())),
        }
    }

    fn check(
        &self,
        table: &File,
        rules: &Rulebook<'_>,
        starts: &[Vec<u8>],
        portion: Portion,
    ) -> Result<Result<Checked, Fault>> {
        match self.run(|run| pnyx_tables::check(table, &Asked(rules), starts, portion, run))? {
            Ok(checked) => Ok(Ok(checked)),
            Err(CheckError::Fault(fault)) => Ok(Err(fault)),
            // The bytes of a record are no position: that is the table's fault, and not the rules'.
            Err(CheckError::Rules(error)) if error.is::<InputError>() => {
                Err(rejected(format!("{} is wrong: {error}", table.path().display())))
            }
            Err(CheckError::Rules(error)) => Err(Error::Rules(error)),
            Err(CheckError::File(error)) => Err(bad_input(error.to_string())),
            Err(CheckError::Limit(limit)) => Err(bad_input(format!("the check ended early: {limit}"))),
        }
    }
}
