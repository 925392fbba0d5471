//! `ghi=nagai`: repetitions without results for lines.
//!
//! **Source.** Kishimoto and Müller 2005, Section 2.2.4, after Nagai 2002. A repetition gives a number too large to go
//! on with, which no table keeps; a node whose threshold is `large` and whose number is larger is searched again,
//! counting as decided itself, unless it was a repetition of a node above it that stopped it (or else a line of n
//! forced moves takes 2^n searches).

use pnyx_game::{Estimator, Game, Outcome};

use super::depth_first::{Ghi, Ground};
use super::frame::{Child, Frame, NOTHING, Numbers};
use crate::bounds::LARGEST;
use crate::table::{Entry, Table};

impl<G: Game, E: Estimator<G>> Ground<'_, G, E> {
    /// A child that repeats the position of this ply is decided if that is sealed or before the root, and else almost.
    pub(super) fn repeat_softly(&self, child: &mut Child<G::Move>, numbers: Numbers, ply: u32) {
        let frame = ply.checked_sub(self.path.ply() + 1 - self.frames.len() as u32);
        match frame.and_then(|place| self.frames.get(place as usize)) {
            Some(frame) if frame.sealed.is_none() => child.settle(numbers.softened(), ply),
            _ => child.settle(numbers, NOTHING),
        }
    }

    /// A node whose number has become too large is searched again, as if it were decided.
    pub fn seal(&mut self) -> Result<bool, G::Error> {
        let frame = self.last();
        if frame.sealed.is_some()
            || frame.numbers.solved().is_some()
            || !self.too_large(frame.numbers)
            || !self.too_large(frame.thresholds)
            || self.stopped_by(frame) < self.path.ply()
        {
            return Ok(false);
        }
        let first = self.assumed.len();
        self.seals += 1;
        self.open -= self.last().children.len();
        let frame = self.last_mut();
        frame.sealed = Some(first);
        frame.thresholds = Numbers { proof: LARGEST, disproof: LARGEST };
        frame.children.clear();
        self.expand()?;
        Ok(true)
    }

    /// What a node with too large a number tells the one above it: the numbers, and what they lean on. They rest on a
    /// repetition, so they are true on this line only. Sealed, the node may be tried again.
    pub(super) fn cut_down(&self, frame: &Frame<G::Move>) -> (Numbers, u32) {
        let stopped_by = self.leans_above(self.stopped_by(frame));
        let again = frame.sealed.is_none() && stopped_by == NOTHING;
        (self.with_large(frame.numbers, if again { self.large } else { LARGEST }), stopped_by)
    }

    /// The smallest ply of the repetitions that have made a node's number too large; where one child is enough for that,
    /// of the child that goes back least. To seal a node helps only against repetitions of itself.
    fn stopped_by(&self, frame: &Frame<G::Move>) -> u32 {
        let plies =
            frame.children.iter().filter(|child| self.too_large(child.numbers)).map(|child| child.leans_on);
        let all = frame.is_or != self.problem.goal.reached(Outcome::Draw);
        if all { plies.min() } else { plies.max() }.unwrap_or(NOTHING)
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

    /// End of a sealed node: what was found below it counts if it is what was assumed.
    pub(super) fn unseal(&mut self, first: usize, right: bool) {
        self.seals -= 1;
        if !right {
            self.forget_assumed(first);
        } else if self.seals == 0 {
            self.assumed.clear();
        }
    }

    pub(super) fn forget_assumed(&mut self, first: usize) {
        for key in self.assumed.drain(first..) {
            self.memory.put(key, Entry::default());
        }
    }
}
