//! `pn-star`: depth-first search with a threshold for the proof number alone (PN*).
//!
//! **Source.** Seo 1995, Seo, Iida and Uiterwijk, "The PN*-search algorithm: Application to tsume-shogi", Artificial
//! Intelligence 129 (2001) 253-277, as Winands et al. (2003), Section 3.3, describe it; none of them prints it as it is
//! written here.
//!
//! **Answers.** Whether the prover can force the goal, for every repetition rule. What is done about the
//! [history](super::depth_first) is an option. A node is disproved when nothing is left to try: disproof numbers are
//! counted, but guide nothing.
//!
//! **Deviations.** The root's threshold is 2 at first, and doubled whenever it is reached, or made larger than the number
//! that has reached it. An AND node searches the first of its children with the smallest proof number, until it is proved
//! (on chess mates that is better than the largest, or the first). Where play goes round, thresholds are controlled as in
//! [`df_pn`](super::df_pn), and sums grow only up to a limit, see [`Frame::count`](super::frame::Frame::count). Positions
//! that are not in the table have the proof number 1.
//!
//! **A node** is a call of MID, and whether a position is terminal is tested there. Positions that were played to are
//! counted apart, as often as they were.

use pnyx_game::{Estimator, Game};

use super::depth_first::{Ghi, Ground};
use super::frame::Numbers;
use super::memory::Memory;
use crate::bounds::{INFINITY, LARGEST};
use crate::extract::Remembered;
use crate::{Budget, Observer, Problem, Searched, Verdict};

/// Run the search. What its table forgets is searched again by df-pn, with this estimator.
pub fn search<G: Game, E: Estimator<G> + Clone>(
    problem: &Problem<'_, G>,
    estimator: &E,
    ghi: Ghi,
    memory: Memory,
    budget: &mut Budget<'_>,
    observer: &mut dyn Observer<G>,
) -> Result<Searched<Remembered<G, E>>, G::Error> {
    let mut search = Search { ground: Ground::delayed(problem, ghi, memory)? };
    let verdict = search.pn_star(budget, observer)?;
    Ok(search.ground.searched(verdict, estimator))
}

struct Search<'a, G: Game, E> {
    ground: Ground<'a, G, E>,
}

impl<G: Game, E: Estimator<G>> Search<'_, G, E> {
    /// Iterative deepening at the root.
    fn pn_star(
        &mut self,
        budget: &mut Budget<'_>,
        observer: &mut dyn Observer<G>,
    ) -> Result<Verdict, G::Error> {
        let mut threshold = 2u32;
        loop {
            let root = self.mid(threshold, budget, observer)?;
            if root.solved().is_some() || self.ground.limit.is_some() || threshold == LARGEST {
                return Ok(self.ground.answer(root));
            }
            threshold = threshold.saturating_mul(2).max(root.proof + 1).min(LARGEST);
        }
    }

    /// MID, for the root and everything below it.
    fn mid(
        &mut self,
        threshold: u32,
        budget: &mut Budget<'_>,
        observer: &mut dyn Observer<G>,
    ) -> Result<Numbers, G::Error> {
        let key = self.ground.key(self.ground.path.position())?;
        self.enter(key, threshold, false)?;
        while self.ground.goes_on() {
            let frame = self.ground.last();
            if frame.numbers.below(frame.thresholds) {
                if !self.ground.resources_exhausted(budget, observer) {
                    self.descend()?;
                }
            } else if let Some(root) = self.ground.leave() {
                return Ok(root);
            }
        }
        Ok(self.ground.broken_off())
    }

    /// Begin a node. With `control`, its threshold may have to rise.
    fn enter(&mut self, key: u64, threshold: u32, control: bool) -> Result<(), G::Error> {
        self.ground.enter(key, Numbers { proof: threshold, disproof: INFINITY })?;
        self.ground.control_thresholds(control);
        Ok(())
    }

    /// Go on with a child, unless more is known of it by now.
    fn descend(&mut self) -> Result<(), G::Error> {
        let (child, threshold) = self.select_child();
        if self.ground.look_up_again(child) {
            return Ok(());
        }
        let control = std::mem::take(&mut self.ground.last_mut().control);
        let key = self.ground.play(child)?;
        self.enter(key, threshold, control)
    }

    /// A child, and its threshold.
    fn select_child(&self) -> (usize, u32) {
        let frame = self.ground.last();
        let threshold = frame.thresholds.proof;
        if frame.is_or {
            let (best, second) = frame.best_and_second();
            return (best, second.saturating_add(1).min(threshold));
        }
        let unproved = frame.children.iter().enumerate().filter(|(_, child)| child.numbers.proof > 0);
        let (easiest, _) = unproved.min_by_key(|(_, child)| child.numbers.proof).expect("not all are proved");
        (easiest, frame.room(easiest, threshold, self.ground.sum))
    }
}
