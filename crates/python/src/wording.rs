//! One question about a player, asked of positions where either player is on move.
//!
//! A certificate's goal is a matter of the player on move (or, for `mated`, of the other one). So "does white win?" is
//! asked of a position with Black on move as "does Black hold a draw?", and answered with the opposite. The graph is the
//! same: who proves that one side wins is who refutes that the other does not lose.

use pnyx_game::{Goal, InputError, Repetition, Threshold};
use pnyx_games::chess::{GOAL_MATED, GOAL_PROMOTE};
use pnyx_games::{GOAL_DRAW, GOAL_MATE, GOAL_WIN};
use pyo3::prelude::*;

use crate::errors::bad_input;
use crate::questions::Claim;
use crate::session::{Opened, Playable};

/// The goal by which a question is asked, and whether the answer is the opposite one.
pub(crate) type Wording = (String, bool);

/// How to ask whether the prover of a goal reaches it, from a position where the prover is on move or is not. `None` if
/// there are no words for it.
fn wording(goal: &str, provers_turn: bool) -> Option<Wording> {
    if [GOAL_MATE, GOAL_MATED].contains(&goal) {
        return Some((if provers_turn { GOAL_MATE } else { GOAL_MATED }.to_string(), false));
    }
    if provers_turn {
        return Some((goal.to_string(), false));
    }
    let opposite = match goal {
        GOAL_WIN => GOAL_DRAW.to_string(),
        GOAL_DRAW => GOAL_WIN.to_string(),
        // Who does not get N leaves the other side 1 - N or more.
        _ => format!("score {}", 1 - goal.strip_prefix("score ")?.parse::<i32>().ok()?),
    };
    Some((opposite, true))
}

impl<G: Playable> Opened<G> {
    /// This position in the game that judges the ends for a goal, if answers about its positions stand by themselves: they
    /// must not depend on what was played before.
    pub fn aimed_for_facts(&self, name: &str) -> PyResult<(Opened<G>, Goal)> {
        let (aimed, goal) = self.aimed(name)?;
        let why = if !self.history.is_empty() {
            "the root has a history, which its positions would have to know: leave the moves before it out"
        } else if aimed.game.repetition() == Repetition::Illegal {
            "where repeating a position is illegal, what is true of a position depends on the way to it: solve it in one \
             search"
        } else if aimed.game.moves_left(&aimed.root).is_some() {
            "the goal counts moves from the root: ask for mate or mated"
        } else if name == GOAL_PROMOTE {
            "the goal promote is about the move before a position: solve it in one search"
        } else if self.about.rules.contains_key("exclude") {
            "the option exclude is about the root only: solve it in one search"
        } else {
            return Ok((aimed, goal));
        };
        Err(bad_input(format!("{} cannot be settled in pieces: {why}", InputError::quote(name))))
    }

    /// How the question is asked of this position, which stands in the game that judges the ends for it.
    pub fn wording(&self, name: &str, goal: Goal) -> PyResult<Option<Wording>> {
        let provers_turn = Self::say(self.game.turn(&self.root))? == goal.prover;
        let known = |(name, _): &Wording| {
            let spoken = self.about.goals.contains(&name.as_str()) || name.starts_with("score ");
            spoken && self.game.aim(name, goal.prover).is_ok()
        };
        Ok(wording(name, provers_turn).filter(known))
    }
}

/// What a certificate in these words claims.
pub(crate) fn claim(wording: &Wording, goal: Goal) -> Claim<'_> {
    let (name, negated) = wording;
    let opposite = Goal {
        prover: goal.prover.opponent(),
        threshold: match goal.threshold {
            Threshold::Win => Threshold::Draw,
            Threshold::Draw => Threshold::Win,
        },
    };
    let asked = if *negated { opposite } else { goal };
    Claim { goal: name, asked, negated: *negated, timeless: true }
}
