//! The trait [`Rules`] and its small vocabulary: what can be played.

use std::fmt;
use std::hash::Hash;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The player who moves first in the game's usual start (White in chess).
    First,
    /// The other one.
    Second,
}

impl Player {
    /// The other player.
    #[must_use]
    pub fn opponent(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// 0 for the first player, 1 for the second.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This player has won.
    Win(Player),
    /// Nobody has won.
    Draw,
}

impl Outcome {
    /// 1, 0 or -1 for a win, a draw and a loss of the first player.
    #[must_use]
    pub fn points(self) -> i32 {
        match self {
            Outcome::Win(Player::First) => 1,
            Outcome::Draw => 0,
            Outcome::Win(Player::Second) => -1,
        }
    }
}

/// What it means when a position is repeated on a line of play. Declared by the rules, handled once,
/// in the search and in the checker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Positions cannot be repeated. A cycle is a mistake in the declaration and reported as such.
    Impossible,
    /// The first repetition is a draw.
    Draw,
    /// A move that would bring a position back is illegal (super-ko).
    Illegal,
}

impl Repetition {
    /// The word for it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Repetition::Impossible => "impossible",
            Repetition::Draw => "draw",
            Repetition::Illegal => "illegal",
        }
    }
}

/// Text that does not describe what it should: a bad position, move or option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError(String);

impl InputError {
    /// An error with its message: what was expected, what was given, where, and what to do.
    pub fn new(message: impl Into<String>) -> InputError {
        InputError(message.into())
    }

    /// The given text, shortened for use in a message.
    #[must_use]
    pub fn quote(text: &str) -> String {
        const SHOWN: usize = 60;
        // Unicode has two characters that end a line without being control characters.
        let breaks = |c: char| c.is_control() || ['\u{2028}', '\u{2029}'].contains(&c);
        let clean: String = text.chars().take(SHOWN).map(|c| if breaks(c) { ' ' } else { c }).collect();
        if text.chars().nth(SHOWN).is_some() { format!("'{clean}…'") } else { format!("'{clean}'") }
    }

    /// The column, counted from 1, where a part of a text begins. The part is a slice of the text.
    #[must_use]
    pub fn column(text: &str, part: &str) -> usize {
        let bytes = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        text.get(..bytes).map_or(0, |before| before.chars().count()) + 1
    }
}

/// An [`InputError`] with a message that is written as for `format!`.
#[macro_export]
macro_rules! input_error {
    ($($message:tt)*) => { $crate::InputError::new(format!($($message)*)) };
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for InputError {}

/// What [`Rules::evaluate`] finds: the outcome, if there is one, and the number of legal moves.
pub type Evaluation = (Option<Outcome>, u32);

/// The rules of a two-player game with perfect information.
///
/// # Contract
///
/// - A position holds everything that matters for the future, apart from the history that the
///   declared [`Repetition`] speaks of. `==` on positions means: the same future.
/// - Every method is a function of its arguments: asked twice, it answers the same. The **order of
///   [`moves`](Rules::moves)** is part of this: searches break ties by it, so node counts depend on it.
/// - A position has an [`outcome`](Rules::outcome) or at least one move. What
///   [`moves`](Rules::moves) gives for a position with an outcome does not matter.
/// - Players need not alternate: [`turn`](Rules::turn) says who moves.
/// - Equal positions have equal [`key`](Rules::key)s. Different positions may collide, but should not.
/// - [`repetition_key`](Rules::repetition_key) is what the repetition rule compares. Where a repetition is
///   a draw, positions with equal repetition keys have the same outcome and the same moves in the same
///   order, leading to positions with equal repetition keys: they differ only in what the rule does not
///   see and the outcome does not need. Where it is illegal, they may differ in anything (Go counts passes in the
///   position, not in the key), but two positions that differ have different [`key`](Rules::key)s.
/// - [`notation`](Notation::notation) is unique among the moves of a position, and `parse(text(p)) == p`
///   for games that have a notation.
///
/// [`check_game`](crate::check_game) tests all of this by random play.
///
/// # Errors
///
/// Rules written in Rust cannot fail, and use [`Infallible`](std::convert::Infallible), which costs
/// nothing. Rules written in Python can, and their exception travels through the search unchanged.
pub trait Rules {
    /// What is on the board, and whose turn it is.
    type Position: Clone + Eq;

    /// A move; it has a meaning only together with the position it was generated for.
    type Move: Copy + Eq + Hash;

    /// What can go wrong while rules are applied.
    type Error;

    /// The player on move.
    fn turn(&self, position: &Self::Position) -> Result<Player, Self::Error>;

    /// How the game has ended, by the rules and without regard to history; `None` while it goes on.
    fn outcome(&self, position: &Self::Position) -> Result<Option<Outcome>, Self::Error>;

    /// Append the legal moves to `out`, always in the same order.
    fn moves(&self, position: &Self::Position, out: &mut Vec<Self::Move>) -> Result<(), Self::Error>;

    /// Make a move that [`moves`](Rules::moves) gave for this position.
    fn play(&self, position: &mut Self::Position, mv: Self::Move) -> Result<(), Self::Error>;

    /// A number for tables: equal positions have equal keys.
    fn key(&self, position: &Self::Position) -> Result<u64, Self::Error>;

    /// What the repetition rule compares; by default the whole position.
    fn repetition_key(&self, position: &Self::Position) -> Result<u64, Self::Error> {
        self.key(position)
    }

    /// What a repetition means.
    fn repetition(&self) -> Repetition;

    /// Outcome and number of legal moves together: what a search asks of every position it
    /// generates. The number does not matter when there is an outcome.
    fn evaluate(
        &self,
        position: &Self::Position,
        scratch: &mut Vec<Self::Move>,
    ) -> Result<Evaluation, Self::Error> {
        if let Some(outcome) = self.outcome(position)? {
            return Ok((Some(outcome), 0));
        }
        scratch.clear();
        self.moves(position, scratch)?;
        Ok((None, u32::try_from(scratch.len()).unwrap_or(u32::MAX)))
    }

    /// A move as it is remembered in other positions, where searches that order moves try first what was good
    /// elsewhere; by default the move itself.
    fn history_key(&self, _position: &Self::Position, mv: Self::Move) -> Result<Self::Move, Self::Error> {
        Ok(mv)
    }

    /// Whether no position before this move can be repeated after it. Saying `false` is always right.
    fn is_irreversible(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// Whether the rule against repeating leaves this move alone, whatever it brings back (a pass in Go).
    /// Asked only where repeating is illegal.
    fn may_repeat(&self, _position: &Self::Position, _mv: Self::Move) -> Result<bool, Self::Error> {
        Ok(false)
    }

    /// Whether two positions count as the same for the repetition rule; the exact form of
    /// [`repetition_key`](Rules::repetition_key), for checkers, which trust no hash.
    fn repeats(&self, a: &Self::Position, b: &Self::Position) -> Result<bool, Self::Error> {
        Ok(a == b)
    }

    /// Moves without choice or meaning that the rules still have after the end, and that tables of counts
    /// include: Othello is over when nobody can move, but its last two passes are plies.
    fn closing_plies(&self) -> u32 {
        0
    }

    /// Whether an outcome may be known before play is over, as from tables of endings: lines then say nothing of how
    /// long a win takes.
    fn ends_early(&self) -> bool {
        false
    }
}
