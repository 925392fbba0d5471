//! Opinions about positions. They steer searches and are never part of the rules.

use crate::Game;

/// First numbers of an unsolved leaf: how much work a proof and a disproof look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The proof number.
    pub proof: u32,
    /// The disproof number.
    pub disproof: u32,
}

/// Gives the first proof and disproof numbers of a leaf whose value is unknown. Both are at least 1.
pub trait Estimator<G: Game> {
    /// The numbers of `position`, where the prover is on move at an OR node and `replies` moves are legal.
    fn estimate(
        &self,
        game: &G,
        position: &G::Position,
        is_or: bool,
        replies: u32,
    ) -> Result<Estimate, G::Error>;
}

/// One and one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unit;

impl<G: Game> Estimator<G> for Unit {
    #[inline]
    fn estimate(
        &self,
        _game: &G,
        _position: &G::Position,
        _is_or: bool,
        _replies: u32,
    ) -> Result<Estimate, G::Error> {
        Ok(Estimate { proof: 1, disproof: 1 })
    }
}

/// The numbers the leaf would have after an expansion that settles nothing: an OR node has as many
/// children to disprove as there are moves, an AND node as many to prove.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

impl<G: Game> Estimator<G> for Mobility {
    #[inline]
    fn estimate(
        &self,
        _game: &G,
        _position: &G::Position,
        is_or: bool,
        replies: u32,
    ) -> Result<Estimate, G::Error> {
        Ok(if is_or {
            Estimate { proof: 1, disproof: replies }
        } else {
            Estimate { proof: replies, disproof: 1 }
        })
    }
}

/// First numbers by a name: one form for searches whose speed does not depend on the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Init {
    /// [`Mobility`].
    Mobility,
    /// [`Unit`].
    Unit,
}

impl<G: Game> Estimator<G> for Init {
    #[inline]
    fn estimate(
        &self,
        game: &G,
        position: &G::Position,
        is_or: bool,
        replies: u32,
    ) -> Result<Estimate, G::Error> {
        match self {
            Init::Mobility => Mobility.estimate(game, position, is_or, replies),
            Init::Unit => Unit.estimate(game, position, is_or, replies),
        }
    }
}

/// Gives a number to a position that is not final, for depth-limited searches.
pub trait Evaluator<G: Game> {
    /// The smallest and the largest value this evaluator can give.
    fn range(&self) -> (i32, i32);

    /// The value of a position, seen from the first player.
    fn value(&self, game: &G, position: &G::Position) -> Result<i32, G::Error>;
}
