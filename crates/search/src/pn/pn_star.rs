//! `pn-star`: depth-first search with a threshold for the proof number alone (PN*).
//!
//! **Source.** Seo 1995, Seo, Iida and Uiterwijk, "The PN*-search algorithm: Application to tsume-shogi", Artificial
//! Intelligence 129 (2001) 253-277, as Winands et al. (2003), Section 3.3, describe it; none of them prints it as it is
//! written here.
//!
//! **Answers.** Whether the prover can force the goal, for every repetition rule. What is done about the
//! [history](super::ghi) is an option. A node is disproved when nothing is left to try: disproof numbers are
//! counted, but guide nothing.
//!
//! **Deviations.** The root's threshold is 2 at first, and doubled whenever it is reached, or made larger than the
//! number that has reached it. An AND node searches the first of its children with the smallest proof number, until it
//! is proved (on chess mates that is better than the largest, or the first). Where positions repeat, thresholds are
//! controlled as in
//! [`df_pn`](super::df_pn), and sums grow only up to a limit, see [`Frame::count`](super::frame::Frame::count).
//! Positions that are not in the table have the proof number 1.
//!
//! **A node** is a call of MID, and whether a position is terminal is tested there. Positions that were played to are
//! counted apart, as often as they were.

use pnyx_game::{Estimator, Game, Init, InputError};

use super::depth_first::DepthFirstContext;
use super::df_pn::TableEvidence;
use super::frame::Numbers;
use super::options::DelayedOptions;
use crate::SearchVerdict;
use crate::algorithm::{AlgorithmSpec, ErasedResult, ProofAlgorithm, Run, SearchSupport, Searchable};
use crate::bounds::{INFINITY, LARGEST};
use crate::options::ParsedOptions;

/// The algorithm with its options.
pub struct PnStar(DelayedOptions);

impl ProofAlgorithm for PnStar {
    const SPEC: &'static AlgorithmSpec = &AlgorithmSpec {
        name: "pn-star",
        description: "depth-first search by proof numbers alone, with a table",
        source: "Seo 1995; Seo, Iida and Uiterwijk 2001",
        parallel: false,
        options: DelayedOptions::SPECS,
    };

    fn read(options: &ParsedOptions<'_>) -> Result<PnStar, InputError> {
        DelayedOptions::read(options).map(PnStar)
    }

    /// Every new position has the same numbers.
    fn init(&self) -> Init {
        Init::Unit
    }

    fn remembers(&self) -> bool {
        true
    }

    fn safer(&self) -> Option<PnStar> {
        self.0.safer().map(PnStar)
    }

    /// What its table forgets is searched again by df-pn.
    fn search<G: Searchable>(
        &self,
        mut run: Run<'_, '_, G>,
        support: &mut dyn SearchSupport,
    ) -> ErasedResult<G> {
        let DelayedOptions { ghi, table } = self.0;
        let memory = support.table(run.problem.goal, table);
        let mut search = PnStarSearch { context: DepthFirstContext::delayed(run.problem, ghi, memory)? };
        let verdict = search.pn_star(&mut run)?;
        Ok(TableEvidence::searched(search.context, verdict, &Init::Mobility).erased())
    }
}

struct PnStarSearch<'a, G: Game, E> {
    context: DepthFirstContext<'a, G, E>,
}

impl<G: Game, E: Estimator<G>> PnStarSearch<'_, G, E> {
    /// Iterative deepening at the root.
    fn pn_star(&mut self, run: &mut Run<'_, '_, G>) -> Result<SearchVerdict, G::Error> {
        let mut threshold = 2u32;
        loop {
            let root = self.mid(threshold, run)?;
            if root.solved().is_some() || self.context.limit.is_some() || threshold == LARGEST {
                return Ok(self.context.answer(root));
            }
            threshold = threshold.saturating_mul(2).max(root.proof + 1).min(LARGEST);
        }
    }

    /// MID, for the root and everything below it.
    fn mid(&mut self, threshold: u32, run: &mut Run<'_, '_, G>) -> Result<Numbers, G::Error> {
        let key = self.context.key(self.context.path.position())?;
        self.enter(key, threshold, false)?;
        while self.context.goes_on() {
            let frame = self.context.last();
            if frame.numbers.below(frame.thresholds) {
                if !self.context.resources_exhausted(run) {
                    self.descend()?;
                }
            } else if let Some(root) = self.context.leave() {
                return Ok(root);
            }
        }
        Ok(self.context.broken_off())
    }

    /// Begin a node. With `control`, its threshold may have to rise.
    fn enter(&mut self, key: u64, threshold: u32, control: bool) -> Result<(), G::Error> {
        self.context.enter(key, Numbers { proof: threshold, disproof: INFINITY })?;
        self.context.control_thresholds(control);
        Ok(())
    }

    /// Go on with a child, unless more is known of it by now.
    fn descend(&mut self) -> Result<(), G::Error> {
        let (child, threshold) = self.select_child();
        if self.context.look_up_again(child) {
            return Ok(());
        }
        let control = std::mem::take(&mut self.context.last_mut().control);
        let key = self.context.play(child)?;
        self.enter(key, threshold, control)
    }

    /// A child, and its threshold.
    fn select_child(&self) -> (usize, u32) {
        let frame = self.context.last();
        let threshold = frame.thresholds.proof;
        if frame.is_or {
            let (best, second) = frame.best_and_second();
            return (best, second.saturating_add(1).min(threshold));
        }
        let unproved = frame.children.iter().enumerate().filter(|(_, child)| child.numbers.proof > 0);
        let (easiest, _) = unproved.min_by_key(|(_, child)| child.numbers.proof).expect("not all are proved");
        (easiest, frame.room(easiest, threshold, self.context.sum))
    }
}
