//! [`Erased`]: one type for all games that would not be faster with a search compiled for them alone.
//!
//! Explicit graphs and games written in Python number their positions and moves; searches then see
//! a single type, [`Erased`], and are compiled once for all of them.

use std::any::Any;
use std::hash::Hasher;
use std::sync::Arc;

use crate::notation::sort_by_notation;
use crate::packed::{pack_text, unpack_text};
use crate::{
    Estimate, Evaluation, Evaluator, Forcing, Goals, InputError, Notation, Outcome, Packed, Player,
    Repetition, Resources, Rules, Scored, Valued,
};

/// Any error a numbered game may give.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// A position of a numbered game. Games that cannot hold all their positions forever hand out a share in one instead of
/// a number: as long as anybody has a share in it, it is there, and equal positions are one.
#[derive(Clone, Debug)]
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

    /// As [`key`](crate::Rules::key); numbers that follow each other are spread over all 64 bits.
    fn key(&self, position: &Place) -> Result<u64, BoxError> {
        Ok(spread(u64::from(position.number())))
    }

    fn pack(&self, position: &Place, out: &mut Vec<u8>) -> Result<(), BoxError> {
        pack_text(&self.text(position)?, out);
        Ok(())
    }

    fn unpack(&self, bytes: &[u8]) -> Result<Place, InputError> {
        unpack_text(bytes, |text| self.parse(text), |position, own| self.pack(position, own))
    }

    fn canonical(&self, position: &Place) -> Result<Place, BoxError> {
        Ok(position.clone())
    }

    fn has_symmetry(&self) -> bool {
        false
    }

    fn has_exact_bytes(&self) -> bool {
        self.has_notation()
    }

    fn refuses_table(&self) -> Option<String> {
        None
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

    fn history_key(&self, _position: &Place, mv: u32) -> Result<u32, BoxError> {
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

    /// What [`Evaluator::value`] means; nothing unless a game has evaluations.
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
#[inline]
#[must_use]
pub const fn spread(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Hashes whole numbers by [`spread`]: hashes of a kind may be small numbers, and all bits have to matter.
#[derive(Clone, Copy, Debug, Default)]
pub struct SpreadHasher(u64);

impl Hasher for SpreadHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("only whole numbers are hashed");
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = spread(number);
    }

    fn write_isize(&mut self, number: isize) {
        self.0 = spread(number as u64);
    }
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

/// Methods that hand on to the numbered game.
macro_rules! hand_on {
    ($($name:ident($($given:ident: $of:ty),*) $(-> $gives:ty)?;)*) => {
        $(fn $name(&self, $($given: $of),*) $(-> $gives)? {
            self.0.$name($($given),*)
        })*
    };
}

impl Rules for Erased {
    type Position = Place;
    type Move = u32;
    type Error = BoxError;

    hand_on! {
        turn(position: &Place) -> Result<Player, BoxError>;
        outcome(position: &Place) -> Result<Option<Outcome>, BoxError>;
        moves(position: &Place, out: &mut Vec<u32>) -> Result<(), BoxError>;
        key(position: &Place) -> Result<u64, BoxError>;
        repetition_key(position: &Place) -> Result<u64, BoxError>;
        repetition() -> Repetition;
        repeats(a: &Place, b: &Place) -> Result<bool, BoxError>;
        may_repeat(position: &Place, mv: u32) -> Result<bool, BoxError>;
        history_key(position: &Place, mv: u32) -> Result<u32, BoxError>;
    }

    fn play(&self, position: &mut Place, mv: u32) -> Result<(), BoxError> {
        *position = self.0.play(position, mv)?;
        Ok(())
    }

    fn evaluate(&self, position: &Place, _scratch: &mut Vec<u32>) -> Result<Evaluation, BoxError> {
        match self.0.outcome(position)? {
            Some(outcome) => Ok((Some(outcome), 0)),
            None => Ok((None, self.0.reply_count(position)?)),
        }
    }
}

impl Notation for Erased {
    hand_on! {
        notation(position: &Place, mv: u32) -> Result<String, BoxError>;
        text(position: &Place) -> Result<String, BoxError>;
        mentions(position: &Place, text: &str) -> Result<bool, BoxError>;
        has_notation() -> bool;
        parse(text: &str) -> Result<Place, InputError>;
        player_names() -> [String; 2];
    }

    fn moves_by_notation(&self, position: &Place, out: &mut Vec<u32>) -> Result<(), BoxError> {
        match self.0.sorted_moves(position) {
            Some(moves) => {
                moves.clone_into(out);
                Ok(())
            }
            None => sort_by_notation(self, position, out),
        }
    }
}

impl Packed for Erased {
    hand_on! {
        pack(position: &Place, out: &mut Vec<u8>) -> Result<(), BoxError>;
        unpack(bytes: &[u8]) -> Result<Place, InputError>;
        canonical(position: &Place) -> Result<Place, BoxError>;
        has_symmetry() -> bool;
        has_exact_bytes() -> bool;
        refuses_table() -> Option<String>;
    }
}

impl Scored for Erased {
    hand_on! {
        has_estimate() -> bool;
        estimate(position: &Place, prover: Player) -> Result<Estimate, BoxError>;
        payoff(position: &Place, outcome: Outcome) -> Result<i32, BoxError>;
        largest_payoff() -> i32;
    }
}

impl Resources for Erased {
    hand_on! {
        hold_within(memory: Option<usize>);
        let_go();
        memory_beside(own: usize) -> usize;
    }
}

impl Goals for Erased {}
