//! The current line: its positions, its moves, and which positions it has seen.

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

/// The ply of a result that depends on no position of the path.
pub(crate) const PATH_INDEPENDENT: u32 = u32::MAX;

/// The code of a line without any position. With none, the lines A B and B A would have the same code: from different
/// roots both can be played.
const ROOT_CODE: u64 = 0xa076_1d64_78bd_642f;

/// The code of a line after one more position.
#[inline]
fn chained(code: u64, key: u64) -> u64 {
    let mut code = (code ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    code = (code ^ (code >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    code ^ (code >> 32)
}

/// A line of play from the root. What is taken back stays behind its end: the next line often begins with the same
/// moves, which need not be made again then.
pub struct Path<G: Game> {
    steps: Vec<Step<G::Position>>,
    moves: Vec<G::Move>,
    /// The number of moves made.
    len: usize,
    /// Repetition keys of the history and of all positions on the line, with the plies they were first seen at.
    seen: Seen,
    repetition: Repetition,
}

struct Step<P> {
    position: P,
    /// Its repetition key, and whether it was the first to add that to `seen`.
    key: u64,
    first: bool,
    /// A number for the line up to here.
    code: u64,
}

impl<G: Game> Path<G> {
    /// A line that consists of the root, with the positions before it.
    pub fn new(game: &G, root: &G::Position, history: &[G::Position]) -> Result<Path<G>, G::Error> {
        let mut seen = Seen::new();
        for position in history {
            seen.add(game.repetition_key(position)?, HISTORY);
        }
        let key = game.repetition_key(root)?;
        let first = seen.add(key, HISTORY + 1);
        let steps = vec![Step { position: root.clone(), key, first, code: chained(ROOT_CODE, key) }];
        Ok(Path { steps, moves: Vec::new(), len: 0, seen, repetition: game.repetition() })
    }

    /// No line at all, to stand where one is taken away for a while.
    pub(crate) fn nowhere() -> Path<G> {
        Path {
            steps: Vec::new(),
            moves: Vec::new(),
            len: 0,
            seen: Seen::new(),
            repetition: Repetition::Impossible,
        }
    }

    #[inline]
    fn last(&self) -> &Step<G::Position> {
        &self.steps[self.len]
    }

    /// The last position.
    #[inline]
    pub fn position(&self) -> &G::Position {
        &self.last().position
    }

    /// The moves made.
    #[inline]
    pub fn moves(&self) -> &[G::Move] {
        &self.moves[..self.len]
    }

    /// The number of moves made.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// The ply of the last position, counted from 1 at the root.
    #[inline]
    pub fn ply(&self) -> u32 {
        HISTORY + 1 + self.len as u32
    }

    /// A number for the line, to distinguish it from all others, also of other roots. It is made from the positions the
    /// line goes through, the root among them, in their order.
    #[inline]
    pub fn code(&self) -> u64 {
        self.last().code
    }

    /// The code of the beginning of this line that has N moves.
    pub(crate) fn code_at(&self, moves: usize) -> u64 {
        self.steps[moves].code
    }

    /// The code of this line with one more position, given by its repetition key.
    #[inline]
    pub fn code_after(&self, key: u64) -> u64 {
        chained(self.code(), key)
    }

    /// Whether no move has been made.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Make a move. Returns whether the position after it is new on this line; where repeating is illegal
    /// that does not matter, because only exempt moves repeat a position.
    pub fn push(&mut self, game: &G, mv: G::Move) -> Result<bool, G::Error> {
        if self.moves.get(self.len) == Some(&mv) {
            return Ok(self.advance());
        }
        let mut position = self.position().clone();
        game.play(&mut position, mv)?;
        let key = game.repetition_key(&position)?;
        Ok(self.push_played(mv, position, key))
    }

    /// The same for a move that has been made elsewhere, with the repetition key of the position after it.
    pub(crate) fn push_played(&mut self, mv: G::Move, position: G::Position, key: u64) -> bool {
        let code = self.code_after(key);
        self.moves.truncate(self.len);
        self.steps.truncate(self.len + 1);
        self.moves.push(mv);
        self.steps.push(Step { position, key, first: false, code });
        self.advance()
    }

    /// Go on to the step behind the end.
    #[inline]
    fn advance(&mut self) -> bool {
        self.len += 1;
        let ply = self.ply();
        let step = &mut self.steps[self.len];
        step.first = self.seen.add(step.key, ply);
        step.first || self.repetition == Repetition::Illegal
    }

    /// Take the last move back, if there is one.
    pub fn pop(&mut self) {
        let Some(before) = self.len.checked_sub(1) else { return };
        let Step { key, first, .. } = self.steps[self.len];
        self.len = before;
        if first {
            self.seen.remove(key);
        }
    }

    /// The ply of the position that `next`, reached from the last one by `mv`, repeats, if that ends the game.
    #[inline]
    pub fn repeats(&self, game: &G, mv: G::Move, next: &G::Position) -> Result<Option<u32>, G::Error> {
        if self.repetition == Repetition::Draw { self.brings_back(game, mv, next) } else { Ok(None) }
    }

    /// The ply of the position that `mv` would repeat, if the rules forbid it here because of that.
    pub fn bars(&self, game: &G, mv: G::Move) -> Result<Option<u32>, G::Error> {
        if self.repetition != Repetition::Illegal || game.may_repeat(self.position(), mv)? {
            return Ok(None);
        }
        let mut next = self.position().clone();
        game.play(&mut next, mv)?;
        self.brings_back(game, mv, &next)
    }

    /// The ply of the position that `mv` would repeat, where the repetition rule minds that; `key` is the
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

/// Keys with the plies they were first seen at, in a table with linear probing. The latest key is always the first to
/// go, so it ends whatever run of places it stands in, and its place can simply be emptied. Most questions are about
/// keys that are not there, so the number of keys with the same last bits is asked first.
struct Seen {
    /// A power of two of places, at most half of them taken: a key, and its ply plus one; 0 in an empty place.
    places: Vec<(u64, u32)>,
    taken: usize,
    alike: Box<[u32; ALIKE]>,
}

const ALIKE: usize = 256;

impl Seen {
    fn new() -> Seen {
        Seen { places: vec![(0, 0); 256], taken: 0, alike: Box::new([0; ALIKE]) }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.places.len() - 1;
        let mut place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.places[place].1 != 0 && self.places[place].0 != key {
            place = (place + 1) & mask;
        }
        place
    }

    #[inline]
    fn get(&self, key: u64) -> Option<u32> {
        if self.alike[key as usize % ALIKE] == 0 {
            None
        } else {
            self.places[self.place(key)].1.checked_sub(1)
        }
    }

    /// Add a key, unless it was seen before; returns whether it is new.
    #[inline]
    fn add(&mut self, key: u64, ply: u32) -> bool {
        let place = self.place(key);
        if self.places[place].1 != 0 {
            return false;
        }
        self.places[place] = (key, ply + 1);
        self.taken += 1;
        self.alike[key as usize % ALIKE] += 1;
        if self.taken > self.places.len() / 2 {
            self.grow();
        }
        true
    }

    /// Forget the key that was added last.
    #[inline]
    fn remove(&mut self, key: u64) {
        let place = self.place(key);
        self.places[place].1 = 0;
        self.taken -= 1;
        self.alike[key as usize % ALIKE] -= 1;
    }

    /// Double the places; keys go into them in the order in which they were added.
    #[cold]
    fn grow(&mut self) {
        let empty = vec![(0, 0); 2 * self.places.len()];
        let mut noted = std::mem::replace(&mut self.places, empty);
        noted.retain(|&(_, ply)| ply != 0);
        noted.sort_by_key(|&(_, ply)| ply);
        for (key, ply) in noted {
            let place = self.place(key);
            self.places[place] = (key, ply);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// All lines through three positions, from each of them, end in different codes: with those of other roots in a
    /// table, a line must not be taken for one that went the same positions in another order.
    #[test]
    fn lines_of_different_roots_have_different_codes() {
        let text = "root A; A max: B C; B max: A C; C max: A B";
        let (game, _) = pnyx_games::graph::open(text).expect("a graph");
        let mut codes = std::collections::HashSet::new();
        for line in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0u32]] {
            let mut path = Path::new(&game, &line[0].into(), &[]).expect("a root");
            for mv in &line[1..] {
                path.push(&game, *mv).expect("a move");
                codes.insert((path.len(), path.code()));
            }
        }
        assert_eq!(codes.len(), 12);
    }

    #[test]
    fn what_was_noted_last_goes_first_and_nothing_else_is_lost() {
        let mut seen = Seen::new();
        let (mut known, mut line) = (HashMap::new(), Vec::new());
        let mut random = 1u64;
        for round in 0..200_000u64 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            // Few keys, so that many are met again, and lines that grow and shrink.
            let key = ((random >> 40) % 3_000) << 20;
            if (round / 5_000).is_multiple_of(2) || (random >> 33) % 10 < 4 {
                let ply = line.len() as u32 + 1;
                let new = seen.add(key, ply);
                assert_eq!(new, !known.contains_key(&key), "{round:?}");
                line.push(new.then_some(key));
                known.entry(key).or_insert(ply);
            } else if let Some(Some(last)) = line.pop() {
                seen.remove(last);
                known.remove(&last);
            }
            assert_eq!(seen.get(key), known.get(&key).copied(), "{round:?}");
        }
        assert!(seen.places.len() > 1_000, "it has grown");
    }
}
