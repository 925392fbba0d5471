//! The first proof and disproof numbers of leaves (`init`), and evaluators. They steer searches and are never part of the
//! rules.

use crate::{Estimate, ExactTask, Game};

/// Returns the first proof and disproof numbers of a leaf whose value is unknown. Both are at least 1.
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
    fn estimate(&self, _: &G, _: &G::Position, _: bool, _: u32) -> Result<Estimate, G::Error> {
        Ok(Estimate { proof: 1, disproof: 1 })
    }
}

/// The numbers the leaf would have after an expansion that settles nothing: an OR node has as many
/// children to disprove as there are moves, an AND node as many to prove.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

impl<G: Game> Estimator<G> for Mobility {
    #[inline]
    fn estimate(&self, _: &G, _: &G::Position, is_or: bool, replies: u32) -> Result<Estimate, G::Error> {
        Ok(if is_or {
            Estimate { proof: 1, disproof: replies }
        } else {
            Estimate { proof: replies, disproof: 1 }
        })
    }
}

/// What the game itself says; see [`estimate`](crate::Scored::estimate).
#[derive(Clone, Copy, Debug, Default)]
pub struct Custom;

impl<G: Game> Estimator<G> for Custom {
    #[inline]
    fn estimate(&self, game: &G, position: &G::Position, is_or: bool, _: u32) -> Result<Estimate, G::Error> {
        let turn = game.turn(position)?;
        let Estimate { proof, disproof } =
            game.estimate(position, if is_or { turn } else { turn.opponent() })?;
        // An estimate must not look like a verdict: 0 would be one.
        Ok(Estimate { proof: proof.clamp(1, Estimate::MOST), disproof: disproof.clamp(1, Estimate::MOST) })
    }
}

/// First numbers by a name: one form for searches whose speed does not depend on the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Init {
    /// [`Mobility`].
    Mobility,
    /// [`Unit`].
    Unit,
    /// [`Custom`].
    Custom,
}

impl<G: Game> Estimator<G> for Init {
    #[inline]
    fn estimate(&self, game: &G, at: &G::Position, is_or: bool, replies: u32) -> Result<Estimate, G::Error> {
        match self {
            Init::Mobility => Mobility.estimate(game, at, is_or, replies),
            Init::Unit => Unit.estimate(game, at, is_or, replies),
            Init::Custom => Custom.estimate(game, at, is_or, replies),
        }
    }
}

/// Gives a number to a position that is not final, for depth-limited searches.
pub trait Evaluator<G: Game> {
    /// No value is larger than this, to either player.
    fn largest(&self, game: &G) -> i32;

    /// A small advantage: how far values usually move when a search looks one ply further.
    fn step(&self, _game: &G) -> i32 {
        1
    }

    /// The value of a position, seen from the first player.
    fn value(&self, game: &G, position: &G::Position) -> Result<i32, G::Error>;
}

/// No evaluator: all positions that are not final are worth the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct Even;

impl<G: Game> Evaluator<G> for Even {
    fn largest(&self, _game: &G) -> i32 {
        0
    }

    #[inline]
    fn value(&self, _game: &G, _position: &G::Position) -> Result<i32, G::Error> {
        Ok(0)
    }
}

/// A game that comes with evaluators: its own, or [`Even`] if it has none; and perhaps with tests of scores.
pub trait Valued: Game + Sized {
    /// The evaluator that depth-limited searches of this game use.
    type Evaluator: Evaluator<Self> + Default + Sync;
    /// One that first plays out what cannot wait, such as captures; the same where a game has none.
    type Quiet: Evaluator<Self> + Default + Sync;

    /// Run a task that needs the game's own tests. A game that is [`Exact`](crate::Exact) writes `Some(task.run())`.
    fn with_exact<T: ExactTask<Self>>(_task: T) -> Option<T::Output> {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{BoxError, Erased, InputError, Numbered, Outcome, Place, Player, Repetition};

    /// The first player moves at even positions. Numbers are given by prover.
    struct WithEstimates([Estimate; 2]);

    impl Numbered for WithEstimates {
        fn turn(&self, position: &Place) -> Result<Player, BoxError> {
            Ok(if position.number().is_multiple_of(2) { Player::First } else { Player::Second })
        }
        fn outcome(&self, _position: &Place) -> Result<Option<Outcome>, BoxError> {
            Ok(None)
        }
        fn moves(&self, _position: &Place, out: &mut Vec<u32>) -> Result<(), BoxError> {
            out.push(0);
            Ok(())
        }
        fn play(&self, position: &Place, _mv: u32) -> Result<Place, BoxError> {
            Ok((position.number() + 1).into())
        }
        fn repetition(&self) -> Repetition {
            Repetition::Impossible
        }
        fn notation(&self, _position: &Place, _mv: u32) -> Result<String, BoxError> {
            Ok("on".into())
        }
        fn text(&self, position: &Place) -> Result<String, BoxError> {
            Ok(position.number().to_string())
        }
        fn parse(&self, text: &str) -> Result<Place, InputError> {
            let number = text.parse::<u32>().map_err(|_| InputError::new("a number was expected"))?;
            Ok(number.into())
        }
        fn player_names(&self) -> [String; 2] {
            ["first".into(), "second".into()]
        }
        fn reply_count(&self, _position: &Place) -> Result<u32, BoxError> {
            Ok(1)
        }
        fn has_estimate(&self) -> bool {
            true
        }
        fn estimate(&self, _position: &Place, prover: Player) -> Result<Estimate, BoxError> {
            Ok(self.0[prover.index()])
        }
    }

    fn with_estimates(first: (u32, u32), second: (u32, u32)) -> Erased {
        let numbers = |(proof, disproof)| Estimate { proof, disproof };
        Erased(Arc::new(WithEstimates([numbers(first), numbers(second)])))
    }

    fn asked(game: &Erased, position: u32, is_or: bool) -> (u32, u32) {
        let Estimate { proof, disproof } =
            Init::Custom.estimate(game, &position.into(), is_or, 1).expect("an estimate");
        (proof, disproof)
    }

    #[test]
    fn the_game_is_asked_for_the_prover_with_either_side_on_move() {
        let game = with_estimates((2, 3), (5, 7));
        assert_eq!([asked(&game, 0, true), asked(&game, 1, false)], [(2, 3); 2]);
        assert_eq!([asked(&game, 1, true), asked(&game, 0, false)], [(5, 7); 2]);
    }

    #[test]
    fn no_estimate_looks_like_a_verdict() {
        let game = with_estimates((0, u32::MAX), (1, 1));
        assert_eq!(asked(&game, 0, true), (1, Estimate::MOST));
    }

    #[test]
    fn numbers_out_of_bounds_break_the_contract() {
        let check = |game: &Erased| {
            crate::check_game(game, &0.into(), 1, 3, 0, &mut || std::ops::ControlFlow::Continue(()))
        };
        assert!(check(&with_estimates((1, Estimate::MOST), (3, 1))).is_ok());
        for wrong in [(0, 1), (1, 0), (1, Estimate::MOST + 1)] {
            for game in [with_estimates(wrong, (1, 1)), with_estimates((1, 1), wrong)] {
                assert!(
                    check(&game)
                        .unwrap_err()
                        .contains("estimate returns a number that is not from 1 to 65536"),
                    "{wrong:?}"
                );
            }
        }
    }
}
