//! The trait [`Expander`]: rules as a table sees them, from packed positions to packed positions. [`RulesExpander`] is
//! the one for games in Rust.

use std::fmt;

use pnyx_game::{InputError, Outcome, Packed, Player};

/// Tells what follows packed positions. Several threads ask at the same time.
pub trait Expander: Sync {
    /// What can go wrong.
    type Error: Send;

    /// For each position of the batch, in order: [`position`](Expanded::position), and unless it is final
    /// [`successor`](Expanded::successor) for every move: the bytes of the representative of the position after it. Two
    /// moves may have the same successor.
    fn expand(&self, batch: &Records<'_>, out: &mut Expanded) -> Result<(), Self::Error>;

    /// The bytes of the representative of each position; by default those given. Only checks ask for it.
    fn represent(&self, batch: &Records<'_>, out: &mut Packs) -> Result<(), Self::Error> {
        for record in batch.iter() {
            out.push(record);
        }
        Ok(())
    }

    /// How many positions are asked about at once, at most. Fewer positions than this are not shared among threads.
    fn batch(&self) -> usize {
        1024
    }
}

/// Packed positions, padded with zeros to one width.
#[derive(Clone, Copy, Debug)]
pub struct Records<'a> {
    bytes: &'a [u8],
    width: usize,
}

impl<'a> Records<'a> {
    /// Records of this width, one after the other.
    #[must_use]
    pub fn new(bytes: &'a [u8], width: usize) -> Records<'a> {
        assert!(width > 0 && bytes.len().is_multiple_of(width));
        Records { bytes, width }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len() / self.width
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The record with this number.
    #[must_use]
    pub fn get(&self, number: usize) -> &'a [u8] {
        &self.bytes[number * self.width..][..self.width]
    }

    /// All, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'a [u8]> + use<'a> {
        self.bytes.chunks_exact(self.width)
    }
}

/// Packed positions of any lengths, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Packs {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Packs {
    /// Append a position's bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.ends.push(self.bytes.len());
    }

    /// Append what a function appends to the bytes.
    #[inline]
    pub fn push_with<E>(&mut self, pack: impl FnOnce(&mut Vec<u8>) -> Result<(), E>) -> Result<(), E> {
        pack(&mut self.bytes)?;
        self.ends.push(self.bytes.len());
        Ok(())
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The bytes with this number.
    #[inline]
    #[must_use]
    pub fn get(&self, number: usize) -> &[u8] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.bytes[start..self.ends[number]]
    }

    /// All, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        (0..self.len()).map(|number| self.get(number))
    }

    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    pub(crate) fn memory(&self) -> usize {
        self.bytes.capacity() + 8 * self.ends.capacity()
    }
}

/// What follows the positions of a batch.
#[derive(Clone, Debug, Default)]
pub struct Expanded {
    heads: Vec<Head>,
    pub(crate) successors: Packs,
}

/// One position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    pub turn: Player,
    pub outcome: Option<Outcome>,
    /// The number of its first successor.
    pub first: usize,
}

impl Expanded {
    /// The next position of the batch: who is on move, and the outcome if it is final.
    pub fn position(&mut self, turn: Player, outcome: Option<Outcome>) {
        self.heads.push(Head { turn, outcome, first: self.successors.len() });
    }

    /// The bytes after a move of the position that came last.
    pub fn successor(&mut self, bytes: &[u8]) {
        self.successors.push(bytes);
    }

    /// The same, appended by a function.
    #[inline]
    pub fn successor_with<E>(&mut self, pack: impl FnOnce(&mut Vec<u8>) -> Result<(), E>) -> Result<(), E> {
        self.successors.push_with(pack)
    }

    /// Each position with the numbers of its successors.
    pub(crate) fn positions(&self) -> impl ExactSizeIterator<Item = (Head, std::ops::Range<usize>)> {
        (0..self.heads.len()).map(|at| {
            let end = self.heads.get(at + 1).map_or(self.successors.len(), |next| next.first);
            (self.heads[at], self.heads[at].first..end)
        })
    }

    pub(crate) fn clear(&mut self) {
        self.heads.clear();
        self.successors.clear();
    }

    pub(crate) fn memory(&self) -> usize {
        self.heads.capacity() * size_of::<Head>() + self.successors.memory()
    }
}

/// The rules of a game in Rust as an [`Expander`].
#[derive(Clone, Copy, Debug)]
pub struct RulesExpander<'g, G>(pub &'g G);

/// Why a game in Rust could not be asked.
#[derive(Debug)]
pub enum ExpandError<E> {
    /// What the rules said.
    Rules(E),
    /// Bytes are no position: those of a damaged file, or the game does not read what it packed.
    Bytes(InputError),
}

impl<E: fmt::Display> fmt::Display for ExpandError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExpandError::Rules(error) => error.fmt(f),
            ExpandError::Bytes(error) => error.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for ExpandError<E> {}

impl<G: Packed> RulesExpander<'_, G> {
    /// The bytes that a position has in a table: those of its representative.
    pub fn pack(&self, position: &G::Position) -> Result<Vec<u8>, G::Error> {
        let mut bytes = Vec::new();
        self.0.pack_canonical(position, &mut bytes)?;
        Ok(bytes)
    }
}

impl<G: Packed<Error: Send> + Sync> Expander for RulesExpander<'_, G> {
    type Error = ExpandError<G::Error>;

    fn expand(&self, batch: &Records<'_>, out: &mut Expanded) -> Result<(), Self::Error> {
        let mut moves = Vec::new();
        for record in batch.iter() {
            let position = self.0.unpack(record).map_err(ExpandError::Bytes)?;
            expand_position(self.0, &position, &mut moves, out).map_err(ExpandError::Rules)?;
        }
        Ok(())
    }

    fn represent(&self, batch: &Records<'_>, out: &mut Packs) -> Result<(), Self::Error> {
        for record in batch.iter() {
            let position = self.0.unpack(record).map_err(ExpandError::Bytes)?;
            out.push_with(|bytes| self.0.pack_canonical(&position, bytes)).map_err(ExpandError::Rules)?;
        }
        Ok(())
    }
}

fn expand_position<G: Packed>(
    game: &G,
    position: &G::Position,
    moves: &mut Vec<G::Move>,
    out: &mut Expanded,
) -> Result<(), G::Error> {
    let outcome = game.outcome(position)?;
    out.position(game.turn(position)?, outcome);
    if outcome.is_some() {
        return Ok(());
    }
    moves.clear();
    game.moves(position, moves)?;
    for &mv in moves.iter() {
        let mut next = position.clone();
        game.play(&mut next, mv)?;
        out.successor_with(|bytes| game.pack_canonical(&next, bytes))?;
    }
    Ok(())
}
