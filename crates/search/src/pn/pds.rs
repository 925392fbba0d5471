//! `pds`: proof-number and disproof-number search, depth first, with a threshold for each of the two.
//!
//! **Source.** Winands, Uiterwijk and van den Herik, "PDS-PN: A New Proof-Number Search Algorithm" (2003), Section 3.3
//! and the appendix (after Nagai 1999); the part of it that makes it [PDS-PN](super::pds_pn) is left out unless asked
//! for. The functions here have the appendix's names; its recursion is a stack of [frames](super::frame), because lines
//! may be very long.
//!
//! **Answers.** Whether the prover can force the goal, for every repetition rule. What is done about the
//! [history](super::depth_first) is an option; the paper does nothing ([`Ghi::Ignore`]).
//!
//! **Errata.** The brace that ends `else` is lost after the terminal test, where storing and returning are for all
//! terminal nodes. `proof_child` and `disproof_child` in MID are set by nobody: here they are the chosen child's own
//! numbers, as they are when one of them is raised. A node's `proof` and `disproof` are its thresholds when MID
//! begins and its numbers when it ends; here they are two pairs. The `proof` that MID looks up and hands to selectChild
//! is the largest that the node's own number has been, this time: here `floor`.
//!
//! **Deviations.** Nothing is stored "to avoid cycles" on the way down: the path tells repetitions, when moves are
//! generated. Where the appendix looks all children up again after every search of one of them, here a node looks them
//! up when it is begun, and each again before it is searched. Numbers are proof and disproof numbers, not those of the
//! player on move, since movers need not alternate. Where play goes round, thresholds are controlled as in
//! [`df_pn`](super::df_pn), unless history is ignored, and sums grow only up to a limit, see [`Frame::count`]. A number
//! that cannot be raised any more ends the search as unknown.
//!
//! **A node** is a call of MID, and whether a position is terminal is tested there. Positions that were played to are
//! counted apart, as often as they were.
//!
//! [`Frame::count`]: super::frame::Frame::count

use pnyx_game::{Estimator, Game};

use super::depth_first::{Ghi, Ground};
use super::frame::{Child, Numbers};
use super::memory::Memory;
use super::pds_pn::Second;
use crate::extract::Remembered;
use crate::{Budget, Limit, Observer, Problem, Searched, Verdict};

/// Run the search. What its table forgets is searched again by df-pn, with this estimator.
pub fn search<G: Game, E: Estimator<G> + Clone>(
    problem: &Problem<'_, G>,
    estimator: &E,
    ghi: Ghi,
    memory: Memory,
    budget: &mut Budget<'_>,
    observer: &mut dyn Observer<G>,
) -> Result<Searched<Remembered<G, E>>, G::Error> {
    let mut search = Search { ground: Ground::delayed(problem, ghi, memory)?, second: None };
    let verdict = search.nega_pds(budget, observer)?;
    Ok(search.ground.searched(verdict, estimator))
}

/// A search that is under way.
pub(super) struct Search<'a, G: Game, E> {
    pub ground: Ground<'a, G, E>,
    /// What searches new positions in `pds-pn`.
    pub second: Option<Second<'a, G, E>>,
}

impl<G: Game, E: Estimator<G>> Search<'_, G, E> {
    /// NegaPDS: iterative deepening at the root.
    pub fn nega_pds(
        &mut self,
        budget: &mut Budget<'_>,
        observer: &mut dyn Observer<G>,
    ) -> Result<Verdict, G::Error> {
        let mut root = Numbers::UNIT;
        let mut thresholds = root;
        loop {
            root = self.mid(root, thresholds, budget, observer)?;
            if root.solved().is_some() || self.ground.limit_hit(budget, observer) {
                return Ok(self.ground.answer(root));
            }
            let Some(raised) = root.raised(root.proof <= root.disproof) else {
                return Ok(self.ground.answer(root));
            };
            thresholds = raised;
        }
    }

    /// MID, for the root and everything below it.
    fn mid(
        &mut self,
        known: Numbers,
        thresholds: Numbers,
        budget: &mut Budget<'_>,
        observer: &mut dyn Observer<G>,
    ) -> Result<Numbers, G::Error> {
        let key = self.ground.key(self.ground.path.position())?;
        self.enter(key, known, thresholds, false)?;
        while self.ground.goes_on() {
            let frame = self.ground.last();
            if frame.numbers.solved().is_some() || frame.numbers.reach(frame.thresholds) {
                if let Some(root) = self.ground.leave() {
                    return Ok(root);
                }
            } else if !self.ground.resources_exhausted(budget, observer) {
                self.descend(budget, observer)?;
            }
        }
        Ok(self.ground.broken_off())
    }

    /// Begin a node that has these numbers so far. With `control`, its thresholds may have to rise.
    fn enter(
        &mut self,
        key: u64,
        known: Numbers,
        thresholds: Numbers,
        control: bool,
    ) -> Result<(), G::Error> {
        self.ground.enter(key, thresholds)?;
        if self.ground.ghi != Ghi::Ignore {
            self.ground.control_thresholds(control);
        }
        let frame = self.ground.last_mut();
        frame.floor = known.seen_by(frame.is_or).0;
        Ok(())
    }

    /// Go on with a child, unless more is known of it by now.
    fn descend(&mut self, budget: &mut Budget<'_>, observer: &mut dyn Observer<G>) -> Result<(), G::Error> {
        let frame = self.ground.last_mut();
        frame.floor = frame.floor.max(frame.numbers.seen_by(frame.is_or).0);
        let child = self.select_child();
        if self.ground.look_up_again(child) {
            return Ok(());
        }
        let Child { numbers: known, fresh, .. } = self.ground.last().children[child];
        let Some(thresholds) = self.raised(known) else {
            self.ground.limit = Some(Limit::Numbers);
            return Ok(());
        };
        let control = std::mem::take(&mut self.ground.last_mut().control);
        let key = self.ground.play(child)?;
        // This is the PDS-PN part.
        if let Some(second) = self.second.as_mut().filter(|_| fresh)
            && self.ground.problem.game.outcome(self.ground.path.position())?.is_none()
        {
            return second.search(&mut self.ground, key, budget, observer);
        }
        self.enter(key, known, thresholds, control)
    }

    /// The thresholds of a child with these numbers: one of them is raised, the one that seems easier to finish, unless
    /// the node's own threshold for it is reached.
    fn raised(&self, child: Numbers) -> Option<Numbers> {
        let frame = self.ground.last();
        let (threshold, threshold_sum) = frame.thresholds.seen_by(frame.is_or);
        let (minimum, sum) = frame.numbers.seen_by(frame.is_or);
        let (number, summand) = child.seen_by(frame.is_or);
        let raise_summand = threshold_sum > sum && (summand <= number || threshold <= minimum);
        child.raised(raise_summand != frame.is_or)
    }

    /// selectChild: of the children whose numbers are smallest, or below what the node's own has been, the one with the
    /// smallest summand.
    fn select_child(&self) -> usize {
        let frame = self.ground.last();
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
