//! One compiled form for all games whose speed does not pay for a form of their own.
//!
//! Explicit graphs and games written in Python number their positions and moves; searches then see
//! a single type, [`Erased`], and are compiled once for all of them.

use std::any::Any;
use std::sync::Arc;

use crate::game::sort_by_notation;
use crate::{Estimate, Evaluator, Forcing, Game, InputError, Outcome, Player, Repetition, Valued};

/// Any error a numbered game may give.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// A game whose positions and moves are numbers. The methods mean what those of [`Game`] mean.
#[allow(missing_docs)]
pub trait Numbered: Any + Send + Sync {
    fn turn(&self, position: u32) -> Result<Player, BoxError>;
    fn outcome(&self, position: u32) -> Result<Option<Outcome>, BoxError>;
    fn moves(&self, position: u32, out: &mut Vec<u32>) -> Result<(), BoxError>;
    fn play(&self, position: u32, mv: u32) -> Result<u32, BoxError>;
    fn repetition(&self) -> Repetition;
    fn notation(&self, position: u32, mv: u32) -> Result<String, BoxError>;
    fn text(&self, position: u32) -> Result<String, BoxError>;
    fn mentions(&self, position: u32, text: &str) -> Result<bool, BoxError> {
        Ok(self.text(position)?.contains(text))
    }
    fn has_notation(&self) -> bool {
        true
    }
    fn parse(&self, text: &str) -> Result<u32, InputError>;
    fn player_names(&self) -> [String; 2];
    fn reply_count(&self, position: u32) -> Result<u32, BoxError>;

    /// The moves sorted by notation, if the game has them at hand.
    fn sorted_moves(&self, _position: u32) -> Option<&[u32]> {
        None
    }

    /// Positions with equal numbers here are the same for the repetition rule.
    fn repetition_class(&self, position: u32) -> Result<u32, BoxError> {
        Ok(position)
    }

    fn may_repeat(&self, _position: u32, _mv: u32) -> Result<bool, BoxError> {
        Ok(false)
    }

    fn habit(&self, _position: u32, mv: u32) -> Result<u32, BoxError> {
        Ok(mv)
    }

    fn has_estimate(&self) -> bool {
        false
    }

    fn estimate(&self, _position: u32, _prover: Player) -> Result<Estimate, BoxError> {
        Ok(Estimate { proof: 1, disproof: 1 })
    }

    fn payoff(&self, _position: u32, outcome: Outcome) -> Result<i32, BoxError> {
        Ok(outcome.points())
    }

    fn largest_payoff(&self) -> i32 {
        1
    }

    /// What [`Evaluator::value`] means; nothing unless a game has opinions.
    fn value(&self, _position: u32) -> Result<i32, BoxError> {
        Ok(0)
    }

    fn largest_value(&self) -> i32 {
        0
    }

    fn memory_bytes(&self) -> usize {
        0
    }
}

/// A [`Numbered`] game as a [`Game`].
#[derive(Clone)]
pub struct Erased(pub Arc<dyn Numbered>);

/// Spread consecutive numbers over all 64 bits (the finalizer of SplitMix64).
fn spread(number: u32) -> u64 {
    let mut z = u64::from(number).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Forcing for Erased {}

impl Valued for Erased {
    type Evaluator = Own;
    type Quiet = Own;
}

/// What the game itself thinks of its positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Own;

impl Evaluator<Erased> for Own {
    fn largest(&self, game: &Erased) -> i32 {
        game.0.largest_value()
    }

    fn value(&self, game: &Erased, position: &u32) -> Result<i32, BoxError> {
        game.0.value(*position)
    }
}

impl Game for Erased {
    type Position = u32;
    type Move = u32;
    type Error = BoxError;

    fn turn(&self, position: &u32) -> Result<Player, BoxError> {
        self.0.turn(*position)
    }

    fn outcome(&self, position: &u32) -> Result<Option<Outcome>, BoxError> {
        self.0.outcome(*position)
    }

    fn moves(&self, position: &u32, out: &mut Vec<u32>) -> Result<(), BoxError> {
        self.0.moves(*position, out)
    }

    fn play(&self, position: &mut u32, mv: u32) -> Result<(), BoxError> {
        *position = self.0.play(*position, mv)?;
        Ok(())
    }

    fn key(&self, position: &u32) -> Result<u64, BoxError> {
        Ok(spread(*position))
    }

    fn repetition_key(&self, position: &u32) -> Result<u64, BoxError> {
        Ok(spread(self.0.repetition_class(*position)?))
    }

    fn repetition(&self) -> Repetition {
        self.0.repetition()
    }

    fn notation(&self, position: &u32, mv: u32) -> Result<String, BoxError> {
        self.0.notation(*position, mv)
    }

    fn text(&self, position: &u32) -> Result<String, BoxError> {
        self.0.text(*position)
    }

    fn mentions(&self, position: &u32, text: &str) -> Result<bool, BoxError> {
        self.0.mentions(*position, text)
    }

    fn has_notation(&self) -> bool {
        self.0.has_notation()
    }

    fn parse(&self, text: &str) -> Result<u32, InputError> {
        self.0.parse(text)
    }

    fn player_names(&self) -> [String; 2] {
        self.0.player_names()
    }

    fn evaluate(&self, position: &u32, _scratch: &mut Vec<u32>) -> Result<(Option<Outcome>, u32), BoxError> {
        match self.0.outcome(*position)? {
            Some(outcome) => Ok((Some(outcome), 0)),
            None => Ok((None, self.0.reply_count(*position)?)),
        }
    }

    fn moves_by_notation(&self, position: &u32, out: &mut Vec<u32>) -> Result<(), BoxError> {
        match self.0.sorted_moves(*position) {
            Some(moves) => {
                out.clear();
                out.extend_from_slice(moves);
                Ok(())
            }
            None => sort_by_notation(self, position, out),
        }
    }

    fn repeats(&self, a: &u32, b: &u32) -> Result<bool, BoxError> {
        Ok(self.0.repetition_class(*a)? == self.0.repetition_class(*b)?)
    }

    fn may_repeat(&self, position: &u32, mv: u32) -> Result<bool, BoxError> {
        self.0.may_repeat(*position, mv)
    }

    fn habit(&self, position: &u32, mv: u32) -> Result<u32, BoxError> {
        self.0.habit(*position, mv)
    }

    fn has_estimate(&self) -> bool {
        self.0.has_estimate()
    }

    fn estimate(&self, position: &u32, prover: Player) -> Result<Estimate, BoxError> {
        self.0.estimate(*position, prover)
    }

    fn payoff(&self, position: &u32, outcome: Outcome) -> Result<i32, BoxError> {
        self.0.payoff(*position, outcome)
    }

    fn largest_payoff(&self) -> i32 {
        self.0.largest_payoff()
    }

    fn memory_bytes(&self) -> usize {
        self.0.memory_bytes()
    }
}
