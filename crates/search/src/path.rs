//! The current line: its positions, its moves, and which positions it has seen.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
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

/// The ply of positions before the root. The root's own is 1.
pub const HISTORY: u32 = 0;

/// A line of play from the root.
pub struct Path<G: Game> {
    positions: Vec<G::Position>,
    moves: Vec<G::Move>,
    /// The repetition key each position added to `seen`, if it was the first there.
    keys: Vec<Option<u64>>,
    /// Repetition keys of the history and of all positions on the line, with the plies they were first seen at.
    seen: Seen,
    /// A number for the line up to each position.
    codes: Vec<u64>,
    repetition: Repetition,
}

impl<G: Game> Path<G> {
    /// A line that consists of the root, with the positions before it.
    pub fn new(game: &G, root: &G::Position, history: &[G::Position]) -> Result<Path<G>, G::Error> {
        let mut seen = Seen::new();
        for position in history {
            seen.add(game.repetition_key(position)?, HISTORY);
        }
        let key = game.repetition_key(root)?;
        let key = seen.add(key, HISTORY + 1).then_some(key);
        Ok(Path {
            positions: vec![root.clone()],
            moves: Vec::new(),
            keys: vec![key],
            seen,
            codes: vec![game.repetition_key(root)?],
            repetition: game.repetition(),
        })
    }

    /// No line at all, to stand where one is taken away for a while.
    pub(crate) fn nowhere() -> Path<G> {
        Path {
            positions: Vec::new(),
            moves: Vec::new(),
            keys: Vec::new(),
            seen: Seen::new(),
            codes: Vec::new(),
            repetition: Repetition::Impossible,
        }
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

    /// The ply of the last position, counted from 1 at the root.
    #[inline]
    #[must_use]
    pub fn ply(&self) -> u32 {
        HISTORY + self.positions.len() as u32
    }

    /// A number for the line, to tell it from others with the same root. It is made from the positions the
    /// line goes through, in their order.
    #[inline]
    #[must_use]
    pub fn code(&self) -> u64 {
        self.codes[self.codes.len() - 1]
    }

    /// The code of this line with one more position, given by its repetition key.
    #[inline]
    #[must_use]
    pub fn code_after(&self, key: u64) -> u64 {
        let mut code = (self.code() ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        code = (code ^ (code >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        code ^ (code >> 32)
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
        Ok(self.push_played(mv, position, key))
    }

    /// The same for a move that has been made elsewhere, with the repetition key of the position after it.
    pub(crate) fn push_played(&mut self, mv: G::Move, position: G::Position, key: u64) -> bool {
        let ply = self.ply() + 1;
        let new = self.seen.add(key, ply);
        self.positions.push(position);
        self.moves.push(mv);
        self.keys.push(new.then_some(key));
        self.codes.push(self.code_after(key));
        new || self.repetition == Repetition::Illegal
    }

    /// Take the last move back.
    pub fn pop(&mut self) {
        self.moves.pop();
        self.positions.pop();
        self.codes.pop();
        if let Some(Some(key)) = self.keys.pop() {
            self.seen.remove(key);
        }
    }

    /// The ply of the position that `next`, reached from the last one by `mv`, repeats, if that ends the game.
    #[inline]
    pub fn repeats(&self, game: &G, mv: G::Move, next: &G::Position) -> Result<Option<u32>, G::Error> {
        if self.repetition == Repetition::Draw { self.brings_back(game, mv, next) } else { Ok(None) }
    }

    /// The ply of the position that `mv` would bring back, if the rules forbid it here because of that.
    pub fn bars(&self, game: &G, mv: G::Move) -> Result<Option<u32>, G::Error> {
        if self.repetition != Repetition::Illegal || game.may_repeat(self.position(), mv)? {
            return Ok(None);
        }
        let mut next = self.position().clone();
        game.play(&mut next, mv)?;
        self.brings_back(game, mv, &next)
    }

    /// The ply of the position that `mv` would bring back, where the repetition rule minds that; `key` is the
    /// repetition key of the position after it.
    #[inline]
    pub fn returns_to(&self, game: &G, mv: G::Move, key: u64) -> Result<Option<u32>, G::Error> {
        if game.is_irreversible(self.position(), mv) {
            return Ok(None);
        }
        let ply = self.seen.get(key);
        Ok(match self.repetition {
            Repetition::Illegal if ply.is_some() && game.may_repeat(self.position(), mv)? => None,
            _ => ply,
        })
    }

    #[inline]
    fn brings_back(&self, game: &G, mv: G::Move, next: &G::Position) -> Result<Option<u32>, G::Error> {
        if game.is_irreversible(self.position(), mv) {
            return Ok(None);
        }
        Ok(self.seen.get(game.repetition_key(next)?))
    }
}

/// Keys with the plies they were first seen at. Most questions are about keys that are not there, so the number of keys
/// with the same last bits is asked first.
struct Seen {
    plies: HashMap<u64, u32, KeyState>,
    alike: Box<[u32; ALIKE]>,
}

const ALIKE: usize = 256;

impl Seen {
    fn new() -> Seen {
        Seen { plies: HashMap::default(), alike: Box::new([0; ALIKE]) }
    }

    #[inline]
    fn get(&self, key: u64) -> Option<u32> {
        if self.alike[key as usize % ALIKE] == 0 { None } else { self.plies.get(&key).copied() }
    }

    /// Note a key, unless it was seen before; gives whether it is new.
    #[inline]
    fn add(&mut self, key: u64, ply: u32) -> bool {
        match self.plies.entry(key) {
            Entry::Occupied(_) => false,
            Entry::Vacant(place) => {
                place.insert(ply);
                self.alike[key as usize % ALIKE] += 1;
                true
            }
        }
    }

    fn remove(&mut self, key: u64) {
        if self.plies.remove(&key).is_some() {
            self.alike[key as usize % ALIKE] -= 1;
        }
    }
}
