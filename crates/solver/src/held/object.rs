//! A held object, and what the rules have answered about it.

use std::sync::atomic::{AtomicBool, AtomicU32};
use std::sync::{Arc, Mutex, MutexGuard};

use pnyx_game::{Estimate, Outcome, Player};

use super::{ALLOCATION, Holdable};

/// What the numbers of [`RuleAnswers::estimates`] take.
pub(super) const ESTIMATES: usize = size_of::<[Option<Estimate>; 2]>() + ALLOCATION;

/// A position or what the repetition rule compares of one.
pub struct HeldObject<H: Holdable> {
    /// The object.
    pub object: H::Object,
    /// What tables find it by.
    pub key: u64,
    /// It has no contents, or one that has none follows it.
    pub(super) is_pinned: AtomicBool,
    /// When it was used last.
    pub(super) used: AtomicU32,
    pub(super) bytes: u32,
    pub(super) answers: Mutex<RuleAnswers<H>>,
}

/// What the rules have answered about a position, as far as they were asked.
pub struct RuleAnswers<H: Holdable> {
    /// The player on move.
    pub turn: Option<Player>,
    /// The outcome, if it was asked for.
    pub outcome: Option<Option<Outcome>>,
    /// The number of moves.
    pub replies: Option<u32>,
    /// Its evaluation, or its score if it is final.
    pub value: Option<i32>,
    /// What the repetition rule compares.
    pub repetition_key: Option<Arc<HeldObject<H>>>,
    /// First proof and disproof numbers, by prover. Only searches that ask for them pay for them.
    pub estimates: Option<Box<[Option<Estimate>; 2]>>,
    /// What can be asked for again.
    pub(super) moves: Option<Box<MoveAnswers<H>>>,
}

/// The moves of a position.
pub(super) struct MoveAnswers<H: Holdable> {
    /// A move's own number is its place there: moves of different positions may compare equal and still be different things.
    pub moves: H::Moves,
    /// Positions after those moves that were played.
    pub after: Box<[Option<Arc<HeldObject<H>>>]>,
    /// What the history heuristic finds the moves by.
    pub history_keys: Box<[u32]>,
    pub bytes: usize,
}

impl<H: Holdable> Default for RuleAnswers<H> {
    fn default() -> Self {
        RuleAnswers {
            turn: None,
            outcome: None,
            replies: None,
            value: None,
            repetition_key: None,
            estimates: None,
            moves: None,
        }
    }
}

impl<H: Holdable> HeldObject<H> {
    pub(super) fn answers(&self) -> MutexGuard<'_, RuleAnswers<H>> {
        self.answers.lock().expect("never poisoned")
    }

    /// Bytes it takes, with its answers.
    pub(super) fn bytes(&self) -> usize {
        let answers = self.answers();
        let estimates = answers.estimates.as_ref().map_or(0, |_| ESTIMATES);
        self.bytes as usize + estimates + answers.moves.as_ref().map_or(0, |moves| moves.bytes)
    }

    /// Read what was said.
    pub fn read<T>(&self, read: impl FnOnce(&RuleAnswers<H>) -> T) -> T {
        read(&self.answers())
    }

    /// Store what was said. What counts for memory has methods of its own in [`HeldPositions`](super::HeldPositions).
    pub fn store<T>(&self, store: impl FnOnce(&mut RuleAnswers<H>) -> T) -> T {
        store(&mut self.answers())
    }
}
