//! The current line: its positions, its moves, and which positions it has seen.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use pnyx_game::{Game, Repetition};

/// Keys are hashes already.
#[derive(Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("only keys are hashed");
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

pub(crate) type KeyState = BuildHasherDefault<KeyHasher>;

/// A line of play from the root.
pub struct Path<G: Game> {
    positions: Vec<G::Position>,
    moves: Vec<G::Move>,
    /// The repetition key each position added to `seen`, if it was the first there.
    keys: Vec<Option<u64>>,
    /// Repetition keys of the history and of all positions on the line.
    seen: HashSet<u64, KeyState>,
    repetition: Repetition,
}

impl<G: Game> Path<G> {
    /// A line that consists of the root, with the positions before it.
    pub fn new(game: &G, root: &G::Position, history: &[G::Position]) -> Result<Path<G>, G::Error> {
        let mut seen = HashSet::default();
        for position in history {
            seen.insert(game.repetition_key(position)?);
        }
        let key = game.repetition_key(root)?;
        let key = seen.insert(key).then_some(key);
        let repetition = game.repetition();
        Ok(Path { positions: vec![root.clone()], moves: Vec::new(), keys: vec![key], seen, repetition })
    }

    /// The last position.
    #[inline]
    #[must_use]
    pub fn position(&self) -> &G::Position {
        &self.positions[self.positions.len() - 1]
    }

    /// The moves made.
    #[inline]
    #[must_use]
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The number of moves made.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether no move has been made.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Make a move. Gives whether the position after it is new on this line; where repeating is illegal
    /// that does not matter, because only exempt moves bring a position back.
    pub fn push(&mut self, game: &G, mv: G::Move) -> Result<bool, G::Error> {
        let mut position = self.position().clone();
        game.play(&mut position, mv)?;
        let key = game.repetition_key(&position)?;
        let new = self.seen.insert(key);
        self.positions.push(position);
        self.moves.push(mv);
        self.keys.push(new.then_some(key));
        Ok(new || self.repetition == Repetition::Illegal)
    }

    /// Take the last move back.
    pub fn pop(&mut self) {
        self.moves.pop();
        self.positions.pop();
        if let Some(Some(key)) = self.keys.pop() {
            self.seen.remove(&key);
        }
    }

    /// Whether `next`, reached from the last position by `mv`, has been seen and ends the game by that.
    #[inline]
    pub fn repeats(&self, game: &G, mv: G::Move, next: &G::Position) -> Result<bool, G::Error> {
        Ok(self.repetition == Repetition::Draw && self.brings_back(game, mv, next)?)
    }

    /// Whether the rules forbid `mv` here, because it would bring a position back.
    pub fn bars(&self, game: &G, mv: G::Move) -> Result<bool, G::Error> {
        if self.repetition != Repetition::Illegal || game.may_repeat(self.position(), mv)? {
            return Ok(false);
        }
        let mut next = self.position().clone();
        game.play(&mut next, mv)?;
        self.brings_back(game, mv, &next)
    }

    #[inline]
    fn brings_back(&self, game: &G, mv: G::Move, next: &G::Position) -> Result<bool, G::Error> {
        Ok(!game.is_irreversible(self.position(), mv) && self.seen.contains(&game.repetition_key(next)?))
    }
}
