//! [`Within`]: any game, played for a win within N of the winner's own moves: `win-in N`.
//!
//! The moves that the prover has left are part of the position. Where the prover is to make a move and has none left, the
//! game is over, and a draw. Moves of the other side are not counted, also where a player moves several times in a row: a
//! win that comes with a move of the other side after the prover's last one is a win.
//!
//! What a repetition means stays as it is, but only moves of the other side can repeat a position together with the moves
//! left. Where a repetition is a draw, a position of the history is one too, whatever is left. Nothing is lost by this
//! reading: on the lines of a shortest win no position is repeated.

use std::ops::Deref;

use crate::{
    Forcing, Goals, InputError, Notation, Outcome, Packed, Player, Prospect, Repetition, Resources, Rules,
    Scored, spread,
};

/// A game in which one player has N moves to win; `R` refers to the game.
#[derive(Clone)]
pub struct Within<R: Deref<Target: Rules>> {
    game: R,
    prover: Player,
    moves: u32,
    /// What was played before: the positions that are a draw when they are repeated.
    before: Vec<<R::Target as Rules>::Position>,
}

/// A position, and the moves that the prover has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted<P> {
    /// The position of the game.
    pub position: P,
    /// The prover's moves left.
    pub left: u32,
}

type PositionOf<R> = <<R as Deref>::Target as Rules>::Position;
type MoveOf<R> = <<R as Deref>::Target as Rules>::Move;
type ErrorOf<R> = <<R as Deref>::Target as Rules>::Error;

impl<R: Deref<Target: Rules>> Within<R> {
    /// The game in which `prover`, who is on move, has N moves to win, after these positions.
    pub fn new(game: R, prover: Player, moves: u32, history: &[PositionOf<R>]) -> Within<R> {
        let draws = game.repetition() == Repetition::Draw;
        let before = if draws { history.to_vec() } else { Vec::new() };
        Within { game, prover, moves, before }
    }

    /// A position of the game as the first one of this game.
    pub fn root(&self, position: &PositionOf<R>) -> Counted<PositionOf<R>> {
        Counted { position: position.clone(), left: self.moves }
    }

    /// Whether a position repeats one that came before the root. With all moves left it is the root itself.
    fn repeats_history(&self, at: &Counted<PositionOf<R>>) -> Result<bool, ErrorOf<R>> {
        if at.left < self.moves {
            for before in &self.before {
                if self.game.repeats(before, &at.position)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// A key and the moves left as one key. Games make keys of small numbers in the same way, which must not meet these.
    fn with_left(key: u64, left: u32) -> u64 {
        key ^ spread(u64::from(left) | 1 << 63)
    }
}

impl<R: Deref<Target: Rules>> Rules for Within<R> {
    type Position = Counted<PositionOf<R>>;
    type Move = MoveOf<R>;
    type Error = ErrorOf<R>;

    fn turn(&self, at: &Self::Position) -> Result<Player, Self::Error> {
        self.game.turn(&at.position)
    }

    fn outcome(&self, at: &Self::Position) -> Result<Option<Outcome>, Self::Error> {
        if let Some(outcome) = self.game.outcome(&at.position)? {
            return Ok(Some(outcome));
        }
        let is_over =
            at.left == 0 && self.game.turn(&at.position)? == self.prover || self.repeats_history(at)?;
        Ok(is_over.then_some(Outcome::Draw))
    }

    fn moves(&self, at: &Self::Position, out: &mut Vec<Self::Move>) -> Result<(), Self::Error> {
        self.game.moves(&at.position, out)
    }

    fn play(&self, at: &mut Self::Position, mv: Self::Move) -> Result<(), Self::Error> {
        let counts = self.game.turn(&at.position)? == self.prover;
        self.game.play(&mut at.position, mv)?;
        at.left = at.left.saturating_sub(u32::from(counts));
        Ok(())
    }

    fn key(&self, at: &Self::Position) -> Result<u64, Self::Error> {
        Ok(Self::with_left(self.game.key(&at.position)?, at.left))
    }

    fn repetition_key(&self, at: &Self::Position) -> Result<u64, Self::Error> {
        Ok(Self::with_left(self.game.repetition_key(&at.position)?, at.left))
    }

    fn repetition(&self) -> Repetition {
        self.game.repetition()
    }

    fn history_key(&self, at: &Self::Position, mv: Self::Move) -> Result<Self::Move, Self::Error> {
        self.game.history_key(&at.position, mv)
    }

    fn is_irreversible(&self, at: &Self::Position, mv: Self::Move) -> bool {
        self.game.is_irreversible(&at.position, mv)
    }

    fn may_repeat(&self, at: &Self::Position, mv: Self::Move) -> Result<bool, Self::Error> {
        self.game.may_repeat(&at.position, mv)
    }

    fn repeats(&self, a: &Self::Position, b: &Self::Position) -> Result<bool, Self::Error> {
        Ok(a.left == b.left && self.game.repeats(&a.position, &b.position)?)
    }

    fn ends_early(&self) -> bool {
        self.game.ends_early()
    }
}

impl<R: Deref<Target: Notation>> Notation for Within<R> {
    fn notation(&self, at: &Self::Position, mv: Self::Move) -> Result<String, Self::Error> {
        self.game.notation(&at.position, mv)
    }

    fn text(&self, at: &Self::Position) -> Result<String, Self::Error> {
        self.game.text(&at.position)
    }

    /// Positions are read by the game itself: the moves left have no text.
    fn has_notation(&self) -> bool {
        false
    }

    fn parse(&self, text: &str) -> Result<Self::Position, InputError> {
        Ok(self.root(&self.game.parse(text)?))
    }

    fn player_names(&self) -> [String; 2] {
        self.game.player_names()
    }

    fn moves_by_notation(&self, at: &Self::Position, out: &mut Vec<Self::Move>) -> Result<(), Self::Error> {
        self.game.moves_by_notation(&at.position, out)
    }
}

impl<R: Deref<Target: Notation>> Packed for Within<R> {}

impl<R: Deref<Target: Rules>> Scored for Within<R> {}

impl<R: Deref<Target: Rules>> Goals for Within<R> {
    fn moves_left(&self, at: &Self::Position) -> Option<u32> {
        Some(at.left)
    }

    fn with_moves_left(&self, at: &Self::Position, left: u32) -> Self::Position {
        Counted { left, ..at.clone() }
    }
}

impl<R: Deref<Target: Rules + Resources>> Resources for Within<R> {
    fn io_error(&self) -> Option<String> {
        self.game.io_error()
    }

    fn memory_beside(&self, own: usize) -> usize {
        self.game.memory_beside(own)
    }
}

/// For games that do not count the moves left themselves.
impl<R: Deref<Target: Forcing>> Forcing for Within<R> {
    fn board_key(&self, at: &Self::Position) -> Result<u64, Self::Error> {
        self.game.board_key(&at.position)
    }

    fn judges_unplayed(&self) -> bool {
        self.game.judges_unplayed()
    }

    fn prospects(
        &self,
        at: &Self::Position,
        key: u64,
        prover: Player,
        out: &mut Vec<Prospect<Self::Move>>,
    ) -> Result<Option<Outcome>, Self::Error> {
        if let Some(outcome) = self.outcome(at)? {
            out.clear();
            return Ok(Some(outcome));
        }
        self.game.prospects(&at.position, key, prover, out)
    }
}

#[cfg(test)]
#[path = "within_tests.rs"]
mod tests;
