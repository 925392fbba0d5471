//! The trait [`Game`] and its small vocabulary.

use std::fmt;
use std::hash::Hash;

use crate::Estimate;

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

/// What it means when a position comes back on a line of play. Declared by the rules, handled once,
/// in the search and in the checker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Positions cannot come back. A cycle is a mistake in the declaration and reported as such.
    Impossible,
    /// The first repetition is a draw.
    Draw,
    /// A move that would bring a position back is illegal (super-ko).
    Illegal,
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

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for InputError {}

/// The rules of a two-player game with perfect information.
///
/// # Contract
///
/// - A position holds everything that matters for the future, apart from the history that the
///   declared [`Repetition`] speaks of. `==` on positions means: the same future.
/// - Every method is a function of its arguments: asked twice, it answers the same. The **order of
///   [`moves`](Game::moves)** is part of this: searches break ties by it, so node counts depend on it.
/// - A position has an [`outcome`](Game::outcome) or at least one move. What
///   [`moves`](Game::moves) gives for a position with an outcome does not matter.
/// - Players need not alternate: [`turn`](Game::turn) says who moves.
/// - Equal positions have equal [`key`](Game::key)s. Different positions may collide, but should not.
/// - [`repetition_key`](Game::repetition_key) is what the repetition rule compares. Where a repetition is
///   a draw, positions with equal repetition keys have the same outcome and the same moves in the same
///   order, leading to positions with equal repetition keys: they differ only in what the rule does not
///   see and the outcome does not need. Where it is illegal, they may differ in anything (Go counts passes in the
///   position, not in the key), but two positions that differ have different [`key`](Game::key)s.
/// - [`notation`](Game::notation) is unique among the moves of a position, and `parse(text(p)) == p`
///   for games that have a notation.
///
/// [`check_game`](crate::check_game) tests all of this by random play.
///
/// # Errors
///
/// Rules written in Rust cannot fail, and use [`Infallible`](std::convert::Infallible), which costs
/// nothing. Rules written in Python can, and their exception travels through the search unchanged.
pub trait Game {
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

    /// Make a move that [`moves`](Game::moves) gave for this position.
    fn play(&self, position: &mut Self::Position, mv: Self::Move) -> Result<(), Self::Error>;

    /// A number for tables: equal positions have equal keys.
    fn key(&self, position: &Self::Position) -> Result<u64, Self::Error>;

    /// What the repetition rule compares; by default the whole position.
    fn repetition_key(&self, position: &Self::Position) -> Result<u64, Self::Error> {
        self.key(position)
    }

    /// What a repetition means.
    fn repetition(&self) -> Repetition;

    /// A move in the notation people of this game use.
    fn notation(&self, position: &Self::Position, mv: Self::Move) -> Result<String, Self::Error>;

    /// The position in the notation people of this game use, on one line.
    fn text(&self, position: &Self::Position) -> Result<String, Self::Error>;

    /// The text of a position without what does not matter for its future, such as the number of the move in chess:
    /// equal positions have the same, and [`parse`](Game::parse) gives the position back.
    fn identity(&self, position: &Self::Position) -> Result<String, Self::Error> {
        self.text(position)
    }

    /// Whether people write a move so: in its notation, or in another that is usual (`Nf3` in chess).
    fn is_written(&self, position: &Self::Position, mv: Self::Move, text: &str) -> Result<bool, Self::Error> {
        Ok(self.notation(position, mv)? == text)
    }

    /// Whether some text stands in a position's own: what is looked for in proofs.
    fn mentions(&self, position: &Self::Position, text: &str) -> Result<bool, Self::Error> {
        Ok(self.text(position)?.contains(text))
    }

    /// Whether positions can be written and read; `parse` fails where this is `false`.
    fn has_notation(&self) -> bool {
        true
    }

    /// Read a position.
    fn parse(&self, text: &str) -> Result<Self::Position, InputError>;

    /// The names of the two players.
    fn player_names(&self) -> [String; 2] {
        ["first".into(), "second".into()]
    }

    /// Outcome and number of legal moves together: what a search asks of every position it
    /// generates. The number does not matter when there is an outcome.
    fn evaluate(
        &self,
        position: &Self::Position,
        scratch: &mut Vec<Self::Move>,
    ) -> Result<(Option<Outcome>, u32), Self::Error> {
        if let Some(outcome) = self.outcome(position)? {
            return Ok((Some(outcome), 0));
        }
        scratch.clear();
        self.moves(position, scratch)?;
        Ok((None, u32::try_from(scratch.len()).unwrap_or(u32::MAX)))
    }

    /// A move as it is remembered in other positions, where searches that order moves try first what was good
    /// elsewhere; by default the move itself.
    fn habit(&self, _position: &Self::Position, mv: Self::Move) -> Result<Self::Move, Self::Error> {
        Ok(mv)
    }

    /// Whether the game has first numbers of its own, which [`estimate`](Game::estimate) gives.
    fn has_estimate(&self) -> bool {
        false
    }

    /// How much work it looks like to prove, and to disprove, that `prover` reaches its goal from a position
    /// without an outcome: two numbers from 1 to [`Estimate::MOST`]. They steer the search and decide nothing.
    fn estimate(&self, _position: &Self::Position, _prover: Player) -> Result<Estimate, Self::Error> {
        Ok(Estimate { proof: 1, disproof: 1 })
    }

    /// What a final position is worth to the first player, in points: by default 1 for a win. An outcome with a winner
    /// has a payoff of that player's sign, a draw has none.
    fn payoff(&self, _position: &Self::Position, outcome: Outcome) -> Result<i32, Self::Error> {
        Ok(outcome.points())
    }

    /// No payoff is larger than this, to either player.
    fn largest_payoff(&self) -> i32 {
        1
    }

    /// Whether no position before this move can come back after it. Saying `false` is always right.
    fn is_irreversible(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// Whether the rule against repeating leaves this move alone, whatever it brings back (a pass in Go).
    /// Asked only where repeating is illegal.
    fn may_repeat(&self, _position: &Self::Position, _mv: Self::Move) -> Result<bool, Self::Error> {
        Ok(false)
    }

    /// Who must reach a goal of this name where `turn` is on move: by default whoever is on move.
    fn prover(&self, _goal: &str, turn: Player) -> Player {
        turn
    }

    /// The same game, its ends judged for a goal of its own, if it has a goal of this name: a final position
    /// is then won by `prover` if the goal is reached there, and not won by `prover` otherwise.
    /// `score 10` in Othello is such a goal; winning and not losing are not, because all games have them.
    fn aim(&self, _goal: &str, _prover: Player) -> Result<Option<Self>, InputError>
    where
        Self: Sized,
    {
        Ok(None)
    }

    /// A position of the game without a goal, as the first one of this game, which [`aim`](Game::aim) gave: what
    /// the goal counts begins here. An error says what the game asks of its first position.
    fn enter(&self, position: Self::Position) -> Result<Self::Position, InputError> {
        Ok(position)
    }

    /// Whether two positions count as the same for the repetition rule; the exact form of
    /// [`repetition_key`](Game::repetition_key), for checkers, which trust no hash.
    fn repeats(&self, a: &Self::Position, b: &Self::Position) -> Result<bool, Self::Error> {
        Ok(a == b)
    }

    /// Put the legal moves, sorted by their notation, into `out`, instead of what was there: the
    /// order certificates use.
    fn moves_by_notation(
        &self,
        position: &Self::Position,
        out: &mut Vec<Self::Move>,
    ) -> Result<(), Self::Error> {
        sort_by_notation(self, position, out)
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

    /// What went wrong outside the rules, which had to answer as if it had not: whatever was found is to be thrown away.
    fn trouble(&self) -> Option<String> {
        None
    }

    /// A question begins, and its search may take so many bytes, with what the game itself holds for the positions it is
    /// asked about (games that intern them).
    fn hold_within(&self, _memory: Option<usize>) {}

    /// The question has been answered: what nobody needs is given up.
    fn let_go(&self) {}

    /// Bytes the game itself holds for the positions it was asked about, beside `own` bytes that the search holds. Where this
    /// would be too much, the game first gives up what nobody needs.
    fn memory_beside(&self, _own: usize) -> usize {
        0
    }
}

/// What [`Game::moves_by_notation`] does unless a game knows better.
pub(crate) fn sort_by_notation<G: Game + ?Sized>(
    game: &G,
    position: &G::Position,
    out: &mut Vec<G::Move>,
) -> Result<(), G::Error> {
    out.clear();
    game.moves(position, out)?;
    let mut named = Vec::with_capacity(out.len());
    for &mv in out.iter() {
        named.push((game.notation(position, mv)?, mv));
    }
    named.sort_by(|a, b| a.0.cmp(&b.0));
    out.clear();
    out.extend(named.into_iter().map(|(_, mv)| mv));
    Ok(())
}
