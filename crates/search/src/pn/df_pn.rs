//! `df-pn`: depth-first proof-number search by thresholds, with a table, safe where positions repeat.
//!
//! **Source.** Kishimoto and Müller, "A solution to the GHI problem for depth-first proof-number search",
//! Information Sciences 175 (2005) 296-314: Figure 2 (after Nagai 2002) and Section 3. The functions here have the
//! figure's names; its recursion is a stack of [frames](super::frame), because lines may be very long.
//!
//! **Answers.** Whether the prover can force the goal, for every repetition rule; with [`Ghi::Full`] exactly, but for
//! games in which several positions count as one. [`Ghi::Ignore`] may be wrong both ways, and certificates then fail.
//!
//! **The graph-history interaction** is dealt with as [`ghi`](super::ghi) says,
//! and with [`Ghi::Nagai`] in [`nagai`](super::nagai).
//!
//! **Errata.** Figure 2 has lost its subscripts: the child's thresholds are n.δ + φ_c - ΦSum(n) and
//! min(n.φ, δ_2 + 1), with δ_2 at first infinite. Its root test is inverted. The root's thresholds are
//! infinity - 1 (Section 3.5), and here nothing is stored on the way down: the path itself shows repetitions.
//!
//! **Deviations.** The figure looks all children up again after every search of one of them; here a node looks
//! them up when it is begun, and each again before it is searched, which saves a third of the time. Numbers are proof
//! and disproof numbers, not φ and δ, since movers need not alternate. Codes of lines chain a mixer over positions
//! (Section 3.2 adds up numbers of moves and plies). δ_2 may be stretched (1 + ε trick, Pawlewicz and Lew 2007).
//! Thresholds are raised at nodes with a child that a shorter line has reached (threshold control, Kishimoto 2010),
//! against endless turns without progress. Sums grow only up to a limit ([`DfPnOptions::sum`]).
//!
//! **Several searchers** on one table, as [threads or in turns](worker_threads), search the same root. Children on which
//! others are at work look harder than they are, and each looks now and then what others have decided.
//!
//! **A node** is a call of MID. Positions that were played to are counted apart, as often as they were.

mod evidence;
mod lines;
mod worker_threads;

use pnyx_game::{Estimator, Game, Init, InputError, Repetition};

pub use self::evidence::TableEvidence;
use super::depth_first::DepthFirstContext;
use super::frame::Numbers;
pub use super::ghi::Ghi;
use super::options::{INIT, ghi, init};
use crate::algorithm::{AlgorithmSpec, ErasedResult, ProofAlgorithm, Run, SearchSupport, Searchable};
use crate::bounds::LARGEST;
use crate::options::{OptionKind, OptionSpec, ParsedOptions};
use crate::path::Path;
use crate::table::{Memory, TableSize};
use crate::{Problem, SearchVerdict, Searched};

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct DfPnOptions {
    /// What is done about verdicts that hold on some lines only.
    pub ghi: Ghi,
    /// How far the threshold of the best child goes beyond the number of the second best: by this share of it.
    pub epsilon: f64,
    /// Raise thresholds where a shorter line has been.
    pub threshold_control: bool,
    /// Up to here numbers are added; beyond it only the largest counts, and 1 for each other.
    pub sum: u32,
    /// With [`Ghi::Nagai`], the root's threshold.
    pub large: u32,
    /// Searchers that take turns of one node in each thread.
    pub searchers: u32,
    /// The moves of each position are shuffled by this number, if there is one.
    pub shuffle: Option<u64>,
}

impl Default for DfPnOptions {
    fn default() -> DfPnOptions {
        DfPn::with_defaults().options
    }
}

/// The algorithm with its options.
pub struct DfPn {
    /// How to search.
    pub options: DfPnOptions,
    /// Where the first numbers of leaves come from.
    pub init: Init,
    /// The table.
    pub table: TableSize,
}

impl ProofAlgorithm for DfPn {
    const SPEC: &'static AlgorithmSpec = &AlgorithmSpec {
        name: "df-pn",
        description: "depth-first proof-number search with a table, safe with cycles",
        source: "Nagai 2002; Kishimoto and Müller 2005",
        parallel: true,
        options: &[
            INIT,
            OptionSpec::new(
                "ghi",
                OptionKind::Choice(&["full", "sim", "dup", "ignore", "nagai"]),
                "full",
                "path-dependent verdicts: full, sim, dup (kept by line), nagai (not kept), ignore (wrong)",
            ),
            OptionSpec::new(
                "epsilon",
                OptionKind::Share,
                "0.5",
                "epsilon of the 1 + epsilon trick: margin over the second-best child before switching",
            ),
            OptionSpec::new(
                "tca",
                OptionKind::Switch,
                "on",
                "threshold control: raise thresholds where a shorter line has been",
            ),
            OptionSpec::new(
                "sum-limit",
                OptionKind::Count(LARGEST as u64),
                "65536",
                "children's numbers are summed up to this; beyond it, the largest plus 1 per other child",
            ),
            OptionSpec::new(
                "large",
                OptionKind::Count(LARGEST as u64),
                "1048576",
                "with ghi=nagai, the number from which a position counts as decided",
            ),
            OptionSpec::new(
                "searchers",
                OptionKind::Count(MOST_SEARCHERS),
                "1",
                "searchers that take turns of one node in one thread, as threads would, but repeatably: to measure and to test",
            ),
            OptionSpec::new(
                "shuffle",
                OptionKind::CountOr("off"),
                "off",
                "another order of moves for each number: to see how much depends on the order",
            ),
            OptionSpec::new(
                "table",
                OptionKind::BytesOr(&["bounded", "exact"]),
                "bounded",
                "bounded: as large as the memory limit; exact: forgets nothing; or a number of bytes",
            ),
        ],
    };

    fn read(options: &ParsedOptions<'_>) -> Result<DfPn, InputError> {
        let how = DfPnOptions {
            ghi: ghi(options)?,
            epsilon: options.share("epsilon")?,
            threshold_control: options.switch("tca")?,
            sum: options.count("sum-limit")? as u32,
            large: options.count("large")? as u32,
            searchers: options.count("searchers")? as u32,
            shuffle: options.count_or("shuffle")?,
        };
        let algorithm = DfPn { options: how, init: init(options)?, table: TableSize::read(options)? };
        let one = DfPn { options: DfPnOptions { searchers: 1, ..how }, ..algorithm };
        match one.refuses_threads() {
            Some(why) if how.searchers > 1 => {
                Err(InputError::new(format!("option searchers must be 1 here: {why}")))
            }
            _ => Ok(algorithm),
        }
    }

    fn refuses(&self, rule: Repetition) -> Option<&'static str> {
        (rule == Repetition::Illegal && self.options.ghi == Ghi::Nagai).then_some(
            "df-pn with ghi=nagai cannot search games in which repeating a position is illegal: whether a move is \
             legal depends on the way to it, and it keeps no results for ways; use ghi=full",
        )
    }

    fn refuses_threads(&self) -> Option<&'static str> {
        if self.options.ghi == Ghi::Nagai {
            Some("with ghi=nagai, df-pn stores assumptions and takes them back, so others must not see them")
        } else if self.table == TableSize::Exact {
            Some("the exact table cannot be shared; use table=bounded")
        } else if self.options.searchers > 1 {
            Some("searchers take turns in one thread; leave the option searchers out, or the threads")
        } else {
            None
        }
    }

    fn searches_in_turns(&self) -> bool {
        self.options.searchers > 1
    }

    fn init(&self) -> Init {
        self.init
    }

    fn remembers(&self) -> bool {
        true
    }

    fn safer(&self) -> Option<DfPn> {
        let options = DfPnOptions { ghi: self.options.ghi.safer()?, ..self.options };
        Some(DfPn { options, ..*self })
    }

    fn search<G: Searchable>(&self, run: Run<'_, '_, G>, support: &mut dyn SearchSupport) -> ErasedResult<G> {
        let table = support.table(run.problem.goal, self.table);
        Ok(match support.threads() {
            1 => search(self.options, &self.init, table, run)?.erased(),
            threads => worker_threads::search(threads, self.options, &self.init, table, run)?.erased(),
        })
    }
}

/// Searchers in one thread at most.
const MOST_SEARCHERS: u64 = 256;

/// Run the search in one thread.
pub fn search<G: Game, E: Estimator<G> + Clone>(
    options: DfPnOptions,
    estimator: &E,
    memory: Memory,
    mut run: Run<'_, '_, G>,
) -> Result<Searched<TableEvidence<G, E>>, G::Error> {
    let (verdict, stats, memory) = if options.searchers > 1 {
        worker_threads::in_turns(options, estimator, memory, &mut run)?
    } else {
        let problem = run.problem;
        let path = Path::new(problem.game, problem.root, problem.history)?;
        let mut search = DfPnSearch::new(problem, estimator, options, memory, path);
        (search.df_pn(&mut run)?, search.context.stats, search.context.memory)
    };
    let evidence = TableEvidence::new(memory, estimator.clone(), options, stats.nodes);
    Ok(Searched { verdict, stats, evidence })
}

pub(crate) struct DfPnSearch<'a, G: Game, E> {
    pub context: DepthFirstContext<'a, G, E>,
    options: DfPnOptions,
}

impl<'a, G: Game, E: Estimator<G>> DfPnSearch<'a, G, E> {
    /// A search that begins at the end of a path.
    pub fn new(
        problem: &'a Problem<'a, G>,
        estimator: &'a E,
        options: DfPnOptions,
        memory: Memory,
        path: Path<G>,
    ) -> DfPnSearch<'a, G, E> {
        let mut context = DepthFirstContext::new(problem, Some(estimator), options.ghi, memory, path);
        (context.sum, context.large, context.shuffle) = (options.sum, options.large, options.shuffle);
        DfPnSearch { context, options }
    }

    /// Figure 2, Df-pn: the verdict on the position at the end of the path.
    pub fn df_pn(&mut self, run: &mut Run<'_, '_, G>) -> Result<SearchVerdict, G::Error> {
        let mut root = self.begin()?;
        loop {
            match root {
                Some(numbers) => return Ok(self.context.answer(numbers)),
                None => root = self.step(run)?,
            }
        }
    }

    /// Begin at the position at the end of the path. Returns its numbers if nothing is to be searched.
    fn begin(&mut self) -> Result<Option<Numbers>, G::Error> {
        let problem = self.context.problem;
        if let Some(outcome) = problem.game.outcome(self.context.path.position())? {
            return Ok(Some(Numbers::verdict(problem.goal.reached(outcome))));
        }
        let key = self.context.key(self.context.path.position())?;
        let thresholds = Numbers { proof: LARGEST, disproof: LARGEST };
        let thresholds = match self.options.ghi {
            Ghi::Nagai => self.context.with_large(thresholds, self.options.large),
            _ => thresholds,
        };
        self.enter(key, thresholds, false)?;
        Ok(None)
    }

    /// Figure 2, MID, with a stack: go on to a child, or leave the last node. Returns the root's numbers when it has been
    /// left, or a limit was hit.
    fn step(&mut self, run: &mut Run<'_, '_, G>) -> Result<Option<Numbers>, G::Error> {
        if !self.context.goes_on() {
            return Ok(Some(self.context.broken_off()));
        }
        self.context.notice_others();
        let frame = self.context.last();
        if frame.numbers.below(frame.thresholds) {
            if !self.context.resources_exhausted(run) {
                self.descend()?;
            }
            Ok(None)
        } else if self.context.assume_decided()? {
            Ok(None)
        } else {
            Ok(self.context.leave())
        }
    }

    /// Go on with the most promising child, unless more is known of it by now.
    fn descend(&mut self) -> Result<(), G::Error> {
        let (child, thresholds) = self.select_child();
        if self.context.look_up_again(child) {
            return Ok(());
        }
        let control = std::mem::take(&mut self.context.last_mut().control);
        let key = self.context.play(child)?;
        self.enter(key, thresholds, control)
    }

    /// Begin a node, the position at the end of the path. With `control`, thresholds may have to rise.
    fn enter(&mut self, key: u64, thresholds: Numbers, control: bool) -> Result<(), G::Error> {
        self.context.enter(key, thresholds)?;
        if self.options.threshold_control {
            self.context.control_thresholds(control);
        }
        Ok(())
    }

    /// Figure 2, SelectChild: the most promising child, and its thresholds.
    fn select_child(&self) -> (usize, Numbers) {
        let frame = self.context.last();
        let (most, most_rest) = frame.thresholds.seen_by(frame.is_or);
        let (best, second) = match &self.context.others {
            None => frame.best_and_second(),
            Some(others) => frame.best_and_second_beside(most, |key| others.at(key)),
        };
        let stretched = (f64::from(second) * (1.0 + self.options.epsilon)) as u32;
        let cost = stretched.max(second.saturating_add(1)).min(most);
        (best, Numbers::from_view(frame.is_or, cost, frame.room(best, most_rest, self.options.sum)))
    }
}
