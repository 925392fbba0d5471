//! `df-pn`: depth-first proof-number search with a table, safe where play goes round.
//!
//! **Source.** Kishimoto and Müller, "A solution to the GHI problem for depth-first proof-number search",
//! Information Sciences 175 (2005) 296-314: Figure 2 (after Nagai 2002) and Section 3. The functions here have the
//! figure's names; its recursion is a stack of [frames](super::frame), because lines may be very long.
//!
//! **Answers.** Whether the prover can force the goal, for every repetition rule; with [`Ghi::Full`] exactly, but for
//! games in which several positions count as one. [`Ghi::Ignore`] may be wrong both ways, and certificates then fail.
//!
//! **The graph-history interaction** is dealt with in [`depth_first`](super::depth_first), whose head says all of it, and
//! with [`Ghi::Nagai`] in [`nagai`](super::nagai).
//!
//! **Errata.** Figure 2 has lost its subscripts: the child's thresholds are n.δ + φ_c - ΦSum(n) and
//! min(n.φ, δ_2 + 1), with δ_2 at first infinite. Its root test is inverted. The root's thresholds are
//! infinity - 1 (Section 3.5), and here nothing is stored on the way down: the path itself tells repetitions.
//!
//! **Deviations.** The figure looks all children up again after every search of one of them; here a node looks
//! them up when it is begun, and each again before it is searched, which saves a third of the time. Numbers are proof
//! and disproof numbers, not φ and δ, since movers need not alternate. Codes of lines chain a mixer over positions
//! (Section 3.2 adds up numbers of moves and plies). δ_2 may be stretched (1 + ε trick, Pawlewicz and Lew 2007).
//! Thresholds are raised at nodes with a child that a shorter line has reached (threshold control, Kishimoto 2010),
//! against endless turns without progress. Sums grow only up to a limit ([`Options::sum`]).
//!
//! **A node** is a call of MID. Positions that were played to are counted apart, as often as they were.

use pnyx_game::{Estimator, Game};

pub use super::depth_first::Ghi;
use super::depth_first::Ground;
use super::frame::Numbers;
use super::memory::Memory;
use crate::bounds::LARGEST;
use crate::extract::Remembered;
use crate::{Budget, Observer, Path, Problem, Searched, Verdict};

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Options {
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
}

impl Default for Options {
    fn default() -> Options {
        Options { ghi: Ghi::Full, epsilon: 0.5, threshold_control: true, sum: 1 << 16, large: 1 << 20 }
    }
}

/// Run the search.
pub fn search<G: Game, E: Estimator<G> + Clone>(
    problem: &Problem<'_, G>,
    estimator: &E,
    options: Options,
    memory: Memory,
    budget: &mut Budget<'_>,
    observer: &mut dyn Observer<G>,
) -> Result<Searched<Remembered<G, E>>, G::Error> {
    let path = Path::new(problem.game, problem.root, problem.history)?;
    let mut search = Search::new(problem, estimator, options, memory, path);
    let verdict = search.df_pn(budget, observer)?;
    let stats = search.ground.stats;
    let evidence = Remembered::new(search.ground.memory, estimator.clone(), options, stats.nodes);
    Ok(Searched { verdict, stats, evidence })
}

/// A search that is under way.
pub(crate) struct Search<'a, G: Game, E> {
    pub ground: Ground<'a, G, E>,
    options: Options,
}

impl<'a, G: Game, E: Estimator<G>> Search<'a, G, E> {
    /// A search that begins at the end of a path.
    pub fn new(
        problem: &'a Problem<'a, G>,
        estimator: &'a E,
        options: Options,
        memory: Memory,
        path: Path<G>,
    ) -> Search<'a, G, E> {
        let mut ground = Ground::new(problem, Some(estimator), options.ghi, memory, path);
        (ground.sum, ground.large) = (options.sum, options.large);
        Search { ground, options }
    }

    /// Figure 2, Df-pn: the verdict on the position at the end of the path.
    pub fn df_pn(
        &mut self,
        budget: &mut Budget<'_>,
        observer: &mut dyn Observer<G>,
    ) -> Result<Verdict, G::Error> {
        let problem = self.ground.problem;
        let numbers = match problem.game.outcome(self.ground.path.position())? {
            Some(outcome) => Numbers::verdict(problem.goal.reached(outcome)),
            None => self.mid(budget, observer)?,
        };
        Ok(self.ground.answer(numbers))
    }

    /// Figure 2, MID, for the position at the end of the path and everything below it.
    fn mid(&mut self, budget: &mut Budget<'_>, observer: &mut dyn Observer<G>) -> Result<Numbers, G::Error> {
        let key = self.ground.key(self.ground.path.position())?;
        let thresholds = Numbers { proof: LARGEST, disproof: LARGEST };
        let thresholds = match self.options.ghi {
            Ghi::Nagai => self.ground.with_large(thresholds, self.options.large),
            _ => thresholds,
        };
        self.enter(key, thresholds, false)?;
        while self.ground.goes_on() {
            let frame = self.ground.last();
            if frame.numbers.below(frame.thresholds) {
                if !self.ground.resources_exhausted(budget, observer) {
                    self.descend()?;
                }
            } else if !self.ground.seal()?
                && let Some(root) = self.ground.leave()
            {
                return Ok(root);
            }
        }
        Ok(self.ground.broken_off())
    }

    /// Go on with the most promising child, unless more is known of it by now.
    fn descend(&mut self) -> Result<(), G::Error> {
        let (child, thresholds) = self.select_child();
        if self.ground.look_up_again(child) {
            return Ok(());
        }
        let control = std::mem::take(&mut self.ground.last_mut().control);
        let key = self.ground.play(child)?;
        self.enter(key, thresholds, control)
    }

    /// Begin a node, the position at the end of the path. With `control`, thresholds may have to rise.
    fn enter(&mut self, key: u64, thresholds: Numbers, control: bool) -> Result<(), G::Error> {
        self.ground.enter(key, thresholds)?;
        if self.options.threshold_control {
            self.ground.control_thresholds(control);
        }
        Ok(())
    }

    /// Figure 2, SelectChild: the most promising child, and its thresholds.
    fn select_child(&self) -> (usize, Numbers) {
        let frame = self.ground.last();
        let (best, second) = frame.best_and_second();
        let (most, most_rest) = frame.thresholds.seen_by(frame.is_or);
        let stretched = (f64::from(second) * (1.0 + self.options.epsilon)) as u32;
        let cost = stretched.max(second.saturating_add(1)).min(most);
        (best, Numbers::from_view(frame.is_or, cost, frame.room(best, most_rest, self.options.sum)))
    }
}
