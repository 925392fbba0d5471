//! `ghi=nagai`: repetitions without results for lines.
//!
//! **Source.** Kishimoto and Müller 2005, Section 2.2.4, after Nagai 2002. A repetition has a number too large to go
//! on with, which no table keeps; a node whose threshold is `large` and whose number is larger is searched again,
//! counting as decided itself, unless it was a repetition of a node above it that stopped it (or else a line of n
//! forced moves takes 2^n searches).

use pnyx_game::{Estimator, Game, Outcome};

use super::depth_first::DepthFirstContext;
use super::frame::{Child, Frame, Numbers};
use super::ghi::Ghi;
use crate::bounds::LARGEST;
use crate::path::PATH_INDEPENDENT;
use crate::table::Table;

impl<G: Game, E: Estimator<G>> DepthFirstContext<'_, G, E> {
    /// A child that repeats this ply's position is decided if that is assumed decided or before the root; else almost.
    pub(super) fn repeat_softly(&self, child: &mut Child<G::Move>, numbers: Numbers, ply: u32) {
        let frame = ply.checked_sub(self.path.ply() + 1 - self.frames.len() as u32);
        match frame.and_then(|place| self.frames.get(place as usize)) {
            Some(frame) if frame.assumed_from.is_none() => child.settle(numbers.softened(), ply),
            _ => child.settle(numbers, PATH_INDEPENDENT),
        }
    }

    /// A node whose number has become too large is searched again, as if it were decided.
    pub fn assume_decided(&mut self) -> Result<bool, G::Error> {
        let frame = self.last();
        if frame.assumed_from.is_some()
            || frame.numbers.solved().is_some()
            || !self.too_large(frame.numbers)
            || !self.too_large(frame.thresholds)
            || self.stopped_by(frame) < self.path.ply()
        {
            return Ok(false);
        }
        let first = self.assumed.len();
        self.assumptions += 1;
        self.open -= self.last().children.len();
        let frame = self.last_mut();
        frame.assumed_from = Some(first);
        frame.thresholds = Numbers { proof: LARGEST, disproof: LARGEST };
        frame.children.clear();
        self.expand()?;
        Ok(true)
    }

    /// What a node with too large a number passes to the one above it: the numbers, and what they depend on. They rest
    /// on a repetition, so they are true on this line only. If not assumed to be decided, the node may be tried again.
    pub(super) fn cut_down(&self, frame: &Frame<G::Move>) -> (Numbers, u32) {
        let stopped_by = self.depends_above(self.stopped_by(frame));
        let again = frame.assumed_from.is_none() && stopped_by == PATH_INDEPENDENT;
        (self.with_large(frame.numbers, if again { self.large } else { LARGEST }), stopped_by)
    }

    /// The smallest ply of the repetitions that have made a node's number too large; where one child is enough, of the
    /// one that goes back least. To assume that a node is decided helps only against repetitions of itself.
    fn stopped_by(&self, frame: &Frame<G::Move>) -> u32 {
        let plies = frame
            .children
            .iter()
            .filter(|child| self.too_large(child.numbers))
            .map(|child| child.depends_on_ply);
        let all = frame.is_or != self.problem.goal.reached(Outcome::Draw);
        if all { plies.min() } else { plies.max() }.unwrap_or(PATH_INDEPENDENT)
    }

    /// Whether the number that a repetition makes infinite is too large to go on with.
    pub(super) fn too_large(&self, numbers: Numbers) -> bool {
        let reached = self.problem.goal.reached(Outcome::Draw);
        self.ghi == Ghi::Nagai && numbers.against(reached) >= self.large
    }

    /// The same with another value for that number. The other one may be large and honest.
    pub(super) fn with_large(&self, numbers: Numbers, value: u32) -> Numbers {
        let reached = self.problem.goal.reached(Outcome::Draw);
        if reached { Numbers { disproof: value, ..numbers } } else { Numbers { proof: value, ..numbers } }
    }

    /// End of a node that was assumed to be decided: what was found below it counts if it is what was assumed.
    pub(super) fn end_assumption(&mut self, first: usize, right: bool) {
        self.assumptions -= 1;
        if !right {
            self.forget_assumed(first);
        } else if self.assumptions == 0 {
            self.assumed.clear();
        }
    }

    pub(super) fn forget_assumed(&mut self, first: usize) {
        for key in self.assumed.drain(first..) {
            self.memory.forget(key);
        }
    }
}
