//! The goals `mate-in N`, `mated` and `mated-in N`: mates of a limited length, and mates of the side to move.
//!
//! Who plays for a mate of limited length has so many moves. They are part of the position, so positions cannot come
//! back; when none is left and there is no mate, the game is a draw. A FEN says nothing about them: at the start of a
//! game all are left, and later they stand after the six fields, as `left=2`.

use pnyx_game::{InputError, Player};

use super::Rules;
use crate::spec::GOAL_MATE;

/// The goal that the side to move is mated.
pub const GOAL_MATED: &str = "mated";

/// No mate longer than this can be asked for.
pub const MOST_MOVES: u32 = 1_000_000;

/// How many moves the prover has left, plus one; 0 for a goal without a limit.
pub(super) type Left = u32;

/// The prover has no move left.
pub(super) const SPENT: Left = 1;

/// What keeps keys of positions apart that differ in the moves left only.
pub(super) const KEY: u64 = 0xd6e8_feb8_6659_fd93;

/// Whether a goal is the mate of the side to move: `mated` or `mated-in N`.
pub(super) fn is_of_the_mover(goal: &str) -> bool {
    goal == GOAL_MATED || goal.split(' ').next() == Some("mated-in")
}

/// The number of a goal `mate-in N` or `mated-in N`, if this is one.
pub(super) fn length(goal: &str) -> Result<Option<u32>, InputError> {
    let Some(word @ ("mate-in" | "mated-in")) = goal.split(' ').next() else { return Ok(None) };
    let number = goal.strip_prefix(word).and_then(|rest| rest.strip_prefix(' ')).unwrap_or("");
    match number.parse() {
        Ok(n) if (1..=MOST_MOVES).contains(&n) && n.to_string() == number => Ok(Some(n)),
        _ => Err(InputError::new(format!(
            "the goal {word} needs a number of moves from 1 to 1,000,000, like '{word} 3', not {}",
            InputError::quote(goal)
        ))),
    }
}

/// What is asked of a mate beside being one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mating {
    /// Who must mate.
    pub prover: Player,
    /// With at most so many moves.
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

impl Rules {
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
        match word.strip_prefix("left=").unwrap_or("").parse::<Left>() {
            Ok(n) if n < most && word == format!("left={n}") => Ok((fen, n + 1)),
            _ => Err(InputError::new(format!(
                "after the six fields of a FEN the moves left for {GOAL_MATE} are expected, as left=2 and at most {}, \
                 not {} (column {})",
                most - 1,
                InputError::quote(word),
                InputError::column(text, word)
            ))),
        }
    }

    /// The moves left as they are written after a FEN.
    pub(super) fn left_text(&self, left: Left) -> String {
        if left == self.all_left() { String::new() } else { format!(" left={}", left - 1) }
    }
}
