//! What a search must show: which player reaches at least which outcome.

use crate::{Outcome, Player, Repetition};

/// What must be reached at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threshold {
    /// A won game.
    Win,
    /// A game that is not lost.
    Draw,
}

impl Threshold {
    /// What the other player must reach to prevent it.
    #[must_use]
    pub fn opposite(self) -> Threshold {
        match self {
            Threshold::Win => Threshold::Draw,
            Threshold::Draw => Threshold::Win,
        }
    }
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

/// What a search must show: that the **prover** can, or cannot, force at least the **threshold**.
///
/// The other side is the **refuter**. The prover moves at OR nodes, the refuter at AND nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objective {
    /// The side that must reach the threshold.
    pub prover: Player,
    /// What it must reach.
    pub threshold: Threshold,
}

impl Objective {
    /// What the refuter must reach: it is reached where this one is not.
    #[must_use]
    pub fn opposite(&self) -> Objective {
        Objective { prover: self.prover.opponent(), threshold: self.threshold.opposite() }
    }

    /// Whether a game that ended like this has reached it.
    #[must_use]
    pub fn reached(&self, outcome: Outcome) -> bool {
        match outcome {
            Outcome::Win(winner) => winner == self.prover,
            Outcome::Draw => self.threshold == Threshold::Draw,
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
        let win = Objective { prover: me, threshold: Threshold::Win };
        let draw = Objective { prover: me, threshold: Threshold::Draw };
        assert!(win.reached(Outcome::Win(me)) && draw.reached(Outcome::Win(me)));
        assert!(!win.reached(Outcome::Draw) && draw.reached(Outcome::Draw));
        assert!(!win.reached(Outcome::Win(you)) && !draw.reached(Outcome::Win(you)));
        assert_eq!(win.repetition_effect(Repetition::Draw), RepetitionEffect::Fails);
        assert_eq!(draw.repetition_effect(Repetition::Draw), RepetitionEffect::Satisfies);
        assert_eq!(win.repetition_effect(Repetition::Illegal), RepetitionEffect::Illegal);
        assert_eq!(draw.repetition_effect(Repetition::Impossible), RepetitionEffect::Impossible);
    }
}
