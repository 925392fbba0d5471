//! One compiled form for all games whose speed does not pay for a form of their own.
//!
//! Explicit graphs and games written in Python number their positions and moves; searches then see
//! a single type, [`Erased`], and are compiled once for all of them.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::game::sort_by_notation;
use crate::{Estimate, Evaluator, Forcing, Game, InputError, Outcome, Player, Repetition, Valued};

/// Any error a numbered game may give.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// A position of a numbered game. Games that cannot hold all their positions for ever hand out a share in one instead of a
/// number: as long as anybody has a share in it, it is there, and equal positions are one.
#[derive(Clone)]
pub enum Place {
    /// The position with this number.
    Number(u32),
    /// A share in a position.
    Held(Arc<dyn Any + Send + Sync>),
}

impl Place {
    /// The number.
    ///
    /// # Panics
    ///
    /// If this is a position of a game that hands out shares.
    #[inline]
    #[must_use]
    pub fn number(&self) -> u32 {
        match self {
            Place::Number(number) => *number,
            Place::Held(_) => panic!("a position of another game"),
        }
    }
}

impl From<u32> for Place {
    fn from(number: u32) -> Place {
        Place::Number(number)
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Place) -> bool {
        match (self, other) {
            (Place::Number(a), Place::Number(b)) => a == b,
            (Place::Held(a), Place::Held(b)) => std::ptr::addr_eq(Arc::as_ptr(a), Arc::as_ptr(b)),
            _ => false,
        }
    }
}

impl Eq for Place {}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Number(number) => number.fmt(f),
            Place::Held(held) => write!(f, "{:p}", Arc::as_ptr(held)),
        }
    }
}

/// A game whose moves are numbers, and its positions [places](Place). The methods mean what those of [`Game`] mean.
#[allow(missing_docs)]
pub trait Numbered: Any + Send + Sync {
    fn turn(&self, position: &Place) -> Result<Player, BoxError>;
    fn outcome(&self, position: &Place) -> Result<Option<Outcome>, BoxError>;
    fn moves(&self, position: &Place, out: &mut Vec<u32>) -> Result<(), BoxError>;
    fn play(&self, position: &Place, mv: u32) -> Result<Place, BoxError>;
    fn repetition(&self) -> Repetition;
    fn notation(&self, position: &Place, mv: u32) -> Result<String, BoxError>;
    fn text(&self, position: &Place) -> Result<String, BoxError>;
    fn mentions(&self, position: &Place, text: &str) -> Result<bool, BoxError> {
        Ok(self.text(position)?.contains(text))
    }
    fn has_notation(&self) -> bool {
        true
    }
    fn parse(&self, text: &str) -> Result<Place, InputError>;
    fn player_names(&self) -> [String; 2];
    fn reply_count(&self, position: &Place) -> Result<u32, BoxError>;

    /// The moves sorted by notation, if the game has them at hand.
    fn sorted_moves(&self, _position: &Place) -> Option<&[u32]> {
        None
    }

    /// As [`Game::key`]; numbers that follow each other are spread over all 64 bits.
    fn key(&self, position: &Place) -> Result<u64, BoxError> {
        Ok(spread(u64::from(position.number())))
    }

    fn repetition_key(&self, position: &Place) -> Result<u64, BoxError> {
        self.key(position)
    }

    fn repeats(&self, a: &Place, b: &Place) -> Result<bool, BoxError> {
        Ok(a == b)
    }

    fn may_repeat(&self, _position: &Place, _mv: u32) -> Result<bool, BoxError> {
        Ok(false)
    }

    fn habit(&self, _position: &Place, mv: u32) -> Result<u32, BoxError> {
        Ok(mv)
    }

    fn has_estimate(&self) -> bool {
        false
    }

    fn estimate(&self, _position: &Place, _prover: Player) -> Result<Estimate, BoxError> {
        Ok(Estimate { proof: 1, disproof: 1 })
    }

    fn payoff(&self, _position: &Place, outcome: Outcome) -> Result<i32, BoxError> {
        Ok(outcome.points())
    }

    fn largest_payoff(&self) -> i32 {
        1
    }

    /// What [`Evaluator::value`] means; nothing unless a game has opinions.
    fn value(&self, _position: &Place) -> Result<i32, BoxError> {
        Ok(0)
    }

    fn largest_value(&self) -> i32 {
        0
    }

    fn hold_within(&self, _memory: Option<usize>) {}

    fn let_go(&self) {}

    fn memory_beside(&self, _own: usize) -> usize {
        0
    }
}

/// A [`Numbered`] game as a [`Game`].
#[derive(Clone)]
pub struct Erased(pub Arc<dyn Numbered>);

/// Spread consecutive numbers over all 64 bits (the finalizer of SplitMix64).
#[must_use]
pub fn spread(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
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

    fn value(&self, game: &Erased, position: &Place) -> Result<i32, BoxError> {
        game.0.value(position)
    }
}

impl Game for Erased {
    type Position = Place;
    type Move = u32;
    type Error = BoxError;

    fn turn(&self, position: &Place) -> Result<Player, BoxError> {
        self.0.turn(position)
    }

    fn outcome(&self, position: &Place) -> Result<Option<Outcome>, BoxError> {
        self.0.outcome(position)
    }

    fn moves(&self, position: &Place, out: &mut Vec<u32>) -> Result<(), BoxError> {
        self.0.moves(position, out)
    }

    fn play(&self, position: &mut Place, mv: u32) -> Result<(), BoxError> {
        *position = self.0.play(position, mv)?;
        Ok(())
    }

    fn key(&self, position: &Place) -> Result<u64, BoxError> {
        self.0.key(position)
    }

    fn repetition_key(&self, position: &Place) -> Result<u64, BoxError> {
        self.0.repetition_key(position)
    }

    fn repetition(&self) -> Repetition {
        self.0.repetition()
    }

    fn notation(&self, position: &Place, mv: u32) -> Result<String, BoxError> {
        self.0.notation(position, mv)
    }

    fn text(&self, position: &Place) -> Result<String, BoxError> {
        self.0.text(position)
    }

    fn mentions(&self, position: &Place, text: &str) -> Result<bool, BoxError> {
        self.0.mentions(position, text)
    }

    fn has_notation(&self) -> bool {
        self.0.has_notation()
    }

    fn parse(&self, text: &str) -> Result<Place, InputError> {
        self.0.parse(text)
    }

    fn player_names(&self) -> [String; 2] {
        self.0.player_names()
    }

    fn evaluate(
        &self,
        position: &Place,
        _scratch: &mut Vec<u32>,
    ) -> Result<(Option<Outcome>, u32), BoxError> {
        match self.0.outcome(position)? {
            Some(outcome) => Ok((Some(outcome), 0)),
            None => Ok((None, self.0.reply_count(position)?)),
        }
    }

    fn moves_by_notation(&self, position: &Place, out: &mut Vec<u32>) -> Result<(), BoxError> {
        match self.0.sorted_moves(position) {
            Some(moves) => {
                out.clear();
                out.extend_from_slice(moves);
                Ok(())
            }
            None => sort_by_notation(self, position, out),
        }
    }

    fn repeats(&self, a: &Place, b: &Place) -> Result<bool, BoxError> {
        self.0.repeats(a, b)
    }

    fn may_repeat(&self, position: &Place, mv: u32) -> Result<bool, BoxError> {
        self.0.may_repeat(position, mv)
    }

    fn habit(&self, position: &Place, mv: u32) -> Result<u32, BoxError> {
        self.0.habit(position, mv)
    }

    fn has_estimate(&self) -> bool {
        self.0.has_estimate()
    }

    fn estimate(&self, position: &Place, prover: Player) -> Result<Estimate, BoxError> {
        self.0.estimate(position, prover)
    }

    fn payoff(&self, position: &Place, outcome: Outcome) -> Result<i32, BoxError> {
        self.0.payoff(position, outcome)
    }

    fn largest_payoff(&self) -> i32 {
        self.0.largest_payoff()
    }

    fn hold_within(&self, memory: Option<usize>) {
        self.0.hold_within(memory);
    }

    fn let_go(&self) {
        self.0.let_go();
    }

    fn memory_beside(&self, own: usize) -> usize {
        self.0.memory_beside(own)
    }
}
