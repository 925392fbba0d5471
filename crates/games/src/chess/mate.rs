//! The goals `mate-in N`, `mated` and `mated-in N`: mates of a limited length, and mates of the side to move.
//!
//! Who plays for a mate of limited length has N moves. They are part of the position, so positions cannot be repeated;
//! when none is left and there is no mate, the game is a draw. A FEN says nothing about them: at the start of a game
//! all are left, and later they stand after the six fields, as `left=2`.

use pnyx_game::{
    Argument, Goal, GoalSpec, InputError, Player, Side, Threshold, Turned, input_error, read_number,
};

use super::ChessRules;

pub(super) const MATE: GoalSpec = GoalSpec {
    turned: Turned::Same("mated"),
    ..GoalSpec::new("mate", "the side to move forces checkmate", Threshold::Win)
};
pub(super) const MATE_IN: GoalSpec = GoalSpec {
    meaning: "the side to move forces checkmate with at most N moves",
    argument: Argument::Moves,
    ..MATE
};
pub(super) const MATED: GoalSpec = GoalSpec {
    side: Side::Other,
    turned: Turned::Same("mate"),
    ..GoalSpec::new("mated", "the other side forces checkmate of the side to move", Threshold::Win)
};
pub(super) const MATED_IN: GoalSpec = GoalSpec {
    meaning: "the other side forces checkmate with at most N moves",
    argument: Argument::Moves,
    ..MATED
};

/// How many moves the prover has left, plus one; 0 for a goal without a limit.
pub(super) type Left = u32;

/// The prover has no move left.
pub(super) const SPENT: Left = 1;

/// What keeps keys of positions apart that differ in the moves left only.
pub(super) const KEY: u64 = 0xd6e8_feb8_6659_fd93;

/// Whether a goal is a mate, of either side.
pub(super) fn is_mate(goal: &Goal) -> bool {
    [MATE.name, MATED.name].contains(&goal.name)
}

/// What is asked of a mate beside being one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mating {
    /// Who must mate.
    pub prover: Player,
    /// With at most N moves.
    pub moves: Option<u32>,
    /// The options `attack` and `exclude` bind the prover.
    pub bound: bool,
}

impl Mating {
    /// What the prover has left after a move of this player.
    #[inline]
    pub(super) fn left_after(&self, left: Left, mover: Player) -> Left {
        left - Left::from(self.prover == mover && left > SPENT)
    }
}

impl ChessRules {
    /// What the prover has left at the start.
    pub(super) fn all_left(&self) -> Left {
        self.mating.and_then(|mating| mating.moves).map_or(0, |moves| moves + 1)
    }

    /// Split the moves left off a text, if there can be any.
    pub(super) fn split_left<'a>(&self, text: &'a str) -> Result<(&'a str, Left), InputError> {
        let most = self.all_left();
        if most == 0 || text.split_whitespace().count() != 7 {
            return Ok((text, most));
        }
        let (fen, word) = text.trim_end().rsplit_once(char::is_whitespace).unwrap_or((text, ""));
        match word.strip_prefix("left=").and_then(|left| read_number(left, 0, most - 1)) {
            Some(left) => Ok((fen, left + 1)),
            None => Err(input_error!(
                "after the six fields of a FEN the moves left for {} are expected, as left=2 and at most {}, \
                 not {} (column {})",
                MATE.name,
                most - 1,
                InputError::quote(word),
                InputError::column(text, word)
            )),
        }
    }

    /// The moves left as they are written after a FEN.
    pub(super) fn left_text(&self, left: Left) -> String {
        if left == self.all_left() { String::new() } else { format!(" left={}", left - 1) }
    }
}
