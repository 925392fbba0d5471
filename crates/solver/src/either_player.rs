//! One question about a player, asked of positions where either player is on move.
//!
//! A certificate's goal is that of the player on move (or, for some goals, of the other one). So "does white win?" is
//! asked of a position with Black on move as "does Black hold a draw?", and answered with the opposite. The graph is the
//! same: who proves that one side wins is who refutes that the other does not lose.

use pnyx_game::{Goal, InputError, Objective, Repetition, Wording};
use pnyx_proof::{Header, VERSION};

use crate::error::{Result, bad_input};
use crate::opened::{Opened, Playable};
use crate::position::Describe;

/// What a certificate says was asked, in the words of the position it is about.
pub(crate) struct Statement {
    pub goal: Goal,
    pub asked: Objective,
    /// The question is the opposite of the one that was searched.
    pub negated: bool,
    /// The position is written without what does not matter for its future.
    pub timeless: bool,
}

impl Statement {
    /// What a certificate in these words says, whatever was before its position.
    pub fn in_words(wording: Wording, goal: Objective) -> Statement {
        let Wording { goal: words, negated } = wording;
        let asked = if negated { goal.opposite() } else { goal };
        Statement { goal: words, asked, negated, timeless: true }
    }
}

impl<G: Playable> Opened<G> {
    /// This position in the game that judges the ends for a goal, if answers about its positions stand by themselves: they
    /// must not depend on what was played before.
    pub(crate) fn aimed_for_jobs(&self, asked: &Goal) -> Result<(Opened<G>, Objective)> {
        let (aimed, goal) = self.aimed(asked)?;
        let why = if !self.history.is_empty() {
            "the root has a history; leave out the moves before it"
        } else if aimed.game.repetition() == Repetition::Illegal {
            "where repeating a position is illegal, the verdict on a position depends on the path to it; solve it in \
             one search"
        } else if aimed.within.is_some() || aimed.game.moves_left(&aimed.root).is_some() {
            &format!("the goal counts moves from the root; ask for {}", asked.name)
        } else if asked.needs_last_move {
            &format!("the goal {asked} is about the move before a position; solve it in one search")
        } else if aimed.game.has_root_rules() {
            "some of its rules hold at the root only; solve it in one search"
        } else {
            return Ok((aimed, goal));
        };
        Err(bad_input(format!("{} cannot be split into jobs: {why}", InputError::quote(&asked.to_string()))))
    }

    /// How the question is asked of this position, which stands in the game that judges the ends for it.
    pub(crate) fn wording(&self, asked: &Goal, goal: Objective) -> Result<Option<Wording>> {
        let provers_turn = Self::say(self.game.turn(&self.root))? == goal.prover;
        Ok(asked.asked_of(provers_turn).filter(|asked| {
            asked.goal.is_among(&self.game.goals()) && self.game.aim(&asked.goal, goal.prover).is_ok()
        }))
    }

    /// The header of a certificate for a question that was answered with `proven` or not.
    pub(crate) fn header(&self, statement: &Statement, proven: bool, nodes: u32) -> Result<Header> {
        Ok(Header {
            version: VERSION,
            game: self.about.name.clone(),
            options: pnyx_games::options_to_json(&self.about.rules),
            position: if statement.timeless { self.identity()? } else { self.text()? },
            goal: statement.goal.to_string(),
            prover: self.prover(statement.asked),
            repetition: statement.asked.repetition_effect(self.game.repetition()),
            verdict: match proven != statement.negated {
                true => pnyx_proof::Verdict::Proven,
                false => pnyx_proof::Verdict::Disproven,
            },
            nodes,
        })
    }
}
