//! `pds`: proof-number and disproof-number search, depth first, with a threshold for each of the two.
//!
//! **Source.** Winands, Uiterwijk and van den Herik, "PDS-PN: A New Proof-Number Search Algorithm" (2003), Section 3.3
//! and the appendix (after Nagai 1999); the part of it that makes it [PDS-PN](super::pds_pn) is left out unless asked
//! for. The functions here have the appendix's names; its recursion is a stack of [frames](super::frame), because lines
//! may be very long.
//!
//! **Answers.** Whether the prover can force the goal, for every repetition rule. What is done about the
//! [history](super::ghi) is an option; the paper does nothing ([`Ghi::Ignore`]).
//!
//! **Errata.** The brace that ends `else` is lost after the terminal test, where storing and returning are for all
//! terminal nodes. `proof_child` and `disproof_child` in MID are set by nobody: here they are the chosen child's own
//! numbers, as they are when one of them is raised. A node's `proof` and `disproof` are its thresholds when MID
//! begins and its numbers when it ends; here they are two pairs. The `proof` that MID looks up and hands to selectChild
//! is the largest that the node's own number has been, this time: here `floor`.
//!
//! **Deviations.** Nothing is stored "to avoid cycles" on the way down: the path shows repetitions, when moves are
//! generated. Where the appendix looks all children up again after every search of one of them, here a node looks them
//! up when it is begun, and each again before it is searched. Numbers are proof and disproof numbers, not those of the
//! player on move, since movers need not alternate. Where positions repeat, thresholds are controlled as in
//! [`df_pn`](super::df_pn), unless history is ignored, and sums grow only up to a limit, see [`Frame::count`]. A number
//! that cannot be raised any more ends the search as unknown.
//!
//! **A node** is a call of MID, and whether a position is terminal is tested there. Positions that were played to are
//! counted apart, as often as they were.
//!
//! [`Frame::count`]: super::frame::Frame::count

use std::ops::ControlFlow;

use pnyx_game::{Estimator, Game, Init, InputError};

use super::depth_first::DepthFirstContext;
use super::df_pn::TableEvidence;
use super::frame::{Child, Numbers};
use super::ghi::Ghi;
use super::growth::Growth;
use super::options::DelayedOptions;
use super::second_level::{SecondLevel, SecondLevelLimits};
use crate::algorithm::{AlgorithmSpec, ErasedResult, ProofAlgorithm, Run, SearchSupport, Searchable};
use crate::options::ParsedOptions;
use crate::table::{Memory, Table};
use crate::{Limit, SearchVerdict, Searched};

/// The algorithm with its options.
pub struct Pds(DelayedOptions);

impl ProofAlgorithm for Pds {
    const SPEC: &'static AlgorithmSpec = &AlgorithmSpec {
        name: "pds",
        description: "depth-first search by proof and disproof numbers, with a table",
        source: "Nagai 1999; Winands, Uiterwijk and van den Herik 2003",
        parallel: false,
        options: DelayedOptions::SPECS,
    };

    fn read(options: &ParsedOptions<'_>) -> Result<Pds, InputError> {
        DelayedOptions::read(options).map(Pds)
    }

    /// Every new position has the same numbers.
    fn init(&self) -> Init {
        Init::Unit
    }

    fn remembers(&self) -> bool {
        true
    }

    fn safer(&self) -> Option<Pds> {
        self.0.safer().map(Pds)
    }

    fn search<G: Searchable>(&self, run: Run<'_, '_, G>, support: &mut dyn SearchSupport) -> ErasedResult<G> {
        let table = support.table(run.problem.goal, self.0.table);
        Ok(search(self.0.ghi, &Init::Mobility, table, run)?.erased())
    }
}

/// Run the search. What its table forgets is searched again by df-pn, with this estimator.
pub fn search<G: Game, E: Estimator<G> + Clone>(
    ghi: Ghi,
    estimator: &E,
    memory: Memory,
    mut run: Run<'_, '_, G>,
) -> Result<Searched<TableEvidence<G, E>>, G::Error> {
    let problem = run.problem;
    let mut search = PdsSearch { context: DepthFirstContext::delayed(problem, ghi, memory)?, second: None };
    let verdict = search.nega_pds(&mut run)?;
    Ok(TableEvidence::searched(search.context, verdict, estimator))
}

pub(super) struct PdsSearch<'a, G: Game, E> {
    pub context: DepthFirstContext<'a, G, E>,
    /// What searches new positions in `pds-pn`.
    pub second: Option<Second<'a, G, E>>,
}

impl<G: Game, E: Estimator<G>> PdsSearch<'_, G, E> {
    /// NegaPDS: iterative deepening at the root.
    pub fn nega_pds(&mut self, run: &mut Run<'_, '_, G>) -> Result<SearchVerdict, G::Error> {
        let mut root = Numbers::UNIT;
        let mut thresholds = root;
        loop {
            root = self.mid(root, thresholds, run)?;
            if root.solved().is_some() || self.context.limit_hit(run) {
                return Ok(self.context.answer(root));
            }
            let Some(raised) = root.raised(root.proof <= root.disproof) else {
                return Ok(self.context.answer(root));
            };
            thresholds = raised;
        }
    }

    /// MID, for the root and everything below it.
    fn mid(
        &mut self,
        known: Numbers,
        thresholds: Numbers,
        run: &mut Run<'_, '_, G>,
    ) -> Result<Numbers, G::Error> {
        let key = self.context.key(self.context.path.position())?;
        self.enter(key, known, thresholds, false)?;
        while self.context.goes_on() {
            let frame = self.context.last();
            if frame.numbers.solved().is_some() || frame.numbers.reach(frame.thresholds) {
                if let Some(root) = self.context.leave() {
                    return Ok(root);
                }
            } else if !self.context.resources_exhausted(run) {
                self.descend(run)?;
            }
        }
        Ok(self.context.broken_off())
    }

    /// Begin a node that has these numbers so far. With `control`, its thresholds may have to rise.
    fn enter(
        &mut self,
        key: u64,
        known: Numbers,
        thresholds: Numbers,
        control: bool,
    ) -> Result<(), G::Error> {
        self.context.enter(key, thresholds)?;
        if self.context.ghi != Ghi::Ignore {
            self.context.control_thresholds(control);
        }
        let frame = self.context.last_mut();
        frame.floor = known.seen_by(frame.is_or).0;
        Ok(())
    }

    /// Go on with a child, unless more is known of it by now.
    fn descend(&mut self, run: &mut Run<'_, '_, G>) -> Result<(), G::Error> {
        let frame = self.context.last_mut();
        frame.floor = frame.floor.max(frame.numbers.seen_by(frame.is_or).0);
        let child = self.select_child();
        if self.context.look_up_again(child) {
            return Ok(());
        }
        let Child { numbers: known, fresh, .. } = self.context.last().children[child];
        let Some(thresholds) = self.raised(known) else {
            self.context.limit = Some(Limit::Numbers);
            return Ok(());
        };
        let control = std::mem::take(&mut self.context.last_mut().control);
        let key = self.context.play(child)?;
        // This is the PDS-PN part.
        if let Some(second) = self.second.as_mut().filter(|_| fresh)
            && self.context.problem.game.outcome(self.context.path.position())?.is_none()
        {
            return second.search(&mut self.context, key, run);
        }
        self.enter(key, known, thresholds, control)
    }

    /// The thresholds of a child with these numbers: one of them is raised, the one that seems easier to finish, unless
    /// the node's own threshold for it is reached.
    fn raised(&self, child: Numbers) -> Option<Numbers> {
        let frame = self.context.last();
        let (threshold, threshold_sum) = frame.thresholds.seen_by(frame.is_or);
        let (minimum, sum) = frame.numbers.seen_by(frame.is_or);
        let (number, summand) = child.seen_by(frame.is_or);
        let raise_summand = threshold_sum > sum && (summand <= number || threshold <= minimum);
        child.raised(raise_summand != frame.is_or)
    }

    /// selectChild: of the children with the smallest number, or one below `floor`, that with the smallest summand.
    fn select_child(&self) -> usize {
        let frame = self.context.last();
        let (mut best, mut least) = (0, None);
        for (i, child) in frame.children.iter().enumerate() {
            let (number, summand) = child.numbers.seen_by(frame.is_or);
            let rank = (number.max(frame.floor), summand);
            if least.is_none_or(|least| rank < least) {
                (best, least) = (i, Some(rank));
            }
        }
        best
    }
}

/// The second level of [PDS-PN](super::pds_pn), with its size.
pub(super) struct Second<'a, G: Game, E> {
    pub level: SecondLevel<'a, G, E>,
    pub growth: Growth,
}

impl<'a, G: Game, E: Estimator<G>> Second<'a, G, E> {
    /// PN, and putInTT: search the position at the end of the path, a child of the last node.
    pub fn search(
        &mut self,
        context: &mut DepthFirstContext<'a, G, E>,
        key: u64,
        run: &mut Run<'_, '_, G>,
    ) -> Result<(), G::Error> {
        context.stats.nodes += 1;
        let before = context.stats.nodes;
        let room = SecondLevelLimits {
            nodes: self.growth.second_level(context.memory.positions() as u64),
            elsewhere: context.memory_bytes() - context.elsewhere,
        };
        match self.level.search(&mut context.path, room, &mut context.stats, run)? {
            ControlFlow::Continue(found) => {
                let spent = (context.stats.nodes - before + 1).min(u64::from(u32::MAX)) as u32;
                context.leave_found(key, found, spent);
            }
            ControlFlow::Break(limit) => context.limit = Some(limit),
        }
        context.elsewhere = self.level.memory_bytes();
        Ok(())
    }
}
