//! The goal `promote`: a pawn of the prover becomes a queen that cannot be captured at once.
//!
//! A position right after such a promotion is final; the other side may promote as it likes. What makes it so is the move, not the board, so the
//! position carries a mark: the queen's square, written after the six fields of the FEN, as `d8=Q`.
//! Games that are not played for this goal know no marks, and a queen that can be captured gets none.

use pnyx_game::{GoalSpec, InputError, Outcome, Player, Threshold, input_error};

use super::ChessRules;

pub(super) const PROMOTE: GoalSpec = GoalSpec {
    needs_last_move: true,
    ..GoalSpec::new(
        "promote",
        "a pawn of the side to move becomes a queen that cannot be captured at once",
        Threshold::Win,
    )
};

/// The square of a queen that has just been made and cannot be captured, plus one; 0 for none.
pub(super) type Mark = u8;

impl ChessRules {
    /// How a game for the goal ends: `mark` is the position's, `over` whether ordinary chess ends here.
    pub(super) fn promoted(prover: Player, mark: Mark, over: bool) -> Option<Outcome> {
        match mark {
            0 => over.then_some(Outcome::Win(prover.opponent())),
            _ => Some(Outcome::Win(prover)),
        }
    }

    /// Split the mark off a text, if there can be one.
    pub(super) fn split_mark<'a>(&self, text: &'a str) -> Result<(&'a str, Mark), InputError> {
        if self.promote.is_none() || text.split_whitespace().count() != 7 {
            return Ok((text, 0));
        }
        let (fen, word) = text.trim_end().rsplit_once(char::is_whitespace).unwrap_or((text, ""));
        match word.strip_suffix("=Q").unwrap_or("").as_bytes() {
            [file @ b'a'..=b'h', rank @ (b'1' | b'8')] => Ok((fen, (rank - b'1') * 8 + (file - b'a') + 1)),
            _ => Err(input_error!(
                "after the six fields of a FEN the square of a new queen is expected, as d8=Q, not {} (column {})",
                InputError::quote(word),
                InputError::column(text, word)
            )),
        }
    }
}

/// The mark as it is written after a FEN.
pub(super) fn mark_text(mark: Mark) -> String {
    match mark.checked_sub(1) {
        None => String::new(),
        Some(square) => format!(" {}{}=Q", (b'a' + square % 8) as char, square / 8 + 1),
    }
}

/// What is wrong with a mark that does not fit its position.
pub(super) fn unfit_mark(text: &str) -> InputError {
    input_error!(
        "the last field of {} must name a queen of the prover, who is not to move, on its last rank, \
         which cannot be captured: leave it out",
        InputError::quote(text.trim())
    )
}
