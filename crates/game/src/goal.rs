//! Who must reach at least what: a position becomes a yes-or-no question.

use crate::{Outcome, Player, Repetition};

/// What must be reached at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threshold {
    /// A won game.
    Win,
    /// A game that is not lost.
    Draw,
}

/// What a repeated position means for the prover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepetitionEffect {
    /// It cannot happen.
    Impossible,
    /// The prover has failed.
    Fails,
    /// The prover has succeeded.
    Satisfies,
    /// The move that repeats is illegal.
    Illegal,
}

/// A question: can the **prover** force at least the **threshold**?
///
/// The other side is the **refuter**. The prover moves at OR nodes, the refuter at AND nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The side that must reach the threshold.
    pub prover: Player,
    /// What it must reach.
    pub threshold: Threshold,
}

impl Goal {
    /// Whether a game that ended like this has reached the goal.
    #[must_use]
    pub fn reached(&self, outcome: Outcome) -> bool {
        match (self.threshold, outcome) {
            (Threshold::Win, Outcome::Win(winner)) => winner == self.prover,
            (Threshold::Win, Outcome::Draw) => false,
            (Threshold::Draw, Outcome::Win(winner)) => winner == self.prover,
            (Threshold::Draw, Outcome::Draw) => true,
        }
    }

    /// What a repetition means for this question under the rules' declaration.
    #[must_use]
    pub fn repetition_effect(&self, rule: Repetition) -> RepetitionEffect {
        match rule {
            Repetition::Impossible => RepetitionEffect::Impossible,
            Repetition::Illegal => RepetitionEffect::Illegal,
            Repetition::Draw if self.reached(Outcome::Draw) => RepetitionEffect::Satisfies,
            Repetition::Draw => RepetitionEffect::Fails,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_and_repetitions_against_both_thresholds() {
        let (me, you) = (Player::Second, Player::First);
        let win = Goal { prover: me, threshold: Threshold::Win };
        let draw = Goal { prover: me, threshold: Threshold::Draw };
        assert!(win.reached(Outcome::Win(me)) && draw.reached(Outcome::Win(me)));
        assert!(!win.reached(Outcome::Draw) && draw.reached(Outcome::Draw));
        assert!(!win.reached(Outcome::Win(you)) && !draw.reached(Outcome::Win(you)));
        assert_eq!(win.repetition_effect(Repetition::Draw), RepetitionEffect::Fails);
        assert_eq!(draw.repetition_effect(Repetition::Draw), RepetitionEffect::Satisfies);
        assert_eq!(win.repetition_effect(Repetition::Illegal), RepetitionEffect::Illegal);
        assert_eq!(draw.repetition_effect(Repetition::Impossible), RepetitionEffect::Impossible);
    }
}
