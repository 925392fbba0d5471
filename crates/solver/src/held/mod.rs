//! Positions that are held within a memory limit, and what the rules have said of them.
//!
//! A position is interned by its own equality: as long as it is held, every object that equals it is it. Everybody who
//! works with it has a share in it (an `Arc`, inside a [`Place`](pnyx_game::Place)): a line, a certificate, a check, a
//! user.
//!
//! **Eviction.** Slow games meet far more positions than they can hold. What a search finds out is in its table, under
//! the position's key, so a position itself is needed while somebody has a share in it and otherwise held for speed
//! alone: making it again takes a call of `play`. When there is [too much](HeldPositions::memory_beside), those that
//! were not used lately lose their moves, then they are evicted themselves; then the same for all others. A position in
//! which somebody has a share stays, so two that are held are never equal, whatever was evicted and made again before;
//! lines compare positions that are held, and tables compare keys. A position that is made again gets its old key, and
//! finds its old entries.
//!
//! Positions without contents have keys that are never used again. They are pinned, with the way to them, until the
//! question is answered. So are all others, without the way to them, once two positions were met that are equal and
//! consist of different things: there a position that is made again may get another key. What it finds under that is
//! true; but a search would take a position that it knows for a new one.
//!
//! **Threads.** No lock here is held while a method of [`Holdable`] runs, which could switch threads. Where objects need a lock
//! of their own, as Python's do, those who evict positions have it, and so has everybody who works with them: nobody gets a
//! share in one that is being evicted.

mod average;
mod interner;
pub mod limits;
mod object;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};

use pnyx_game::{Estimate, Player, spread};

use average::Average;
use interner::Interner;
use object::{ESTIMATES, MoveAnswers};
pub use object::{HeldObject, RuleAnswers};

/// What a game may always hold, also between two questions: positions that are met again are not made again.
const ALWAYS: usize = 4 << 20;
/// Beyond that, as many times what the search itself holds: some hundred bytes for each position in its table.
const TIMES: usize = 3;
/// What an allocation takes beside its bytes, and what an entry of a map takes.
const ALLOCATION: usize = 16;
const ENTRY: usize = 48;
/// Of the first equal objects each is compared with the one that is held, then one of every [`ONE_OF`].
const ALL_OF_THE_FIRST: u32 = 1 << 12;
const ONE_OF: u32 = 8;

/// Objects that can be held.
pub trait Holdable {
    /// A position, a move or what the repetition rule compares.
    type Object;
    /// The moves of a position.
    type Moves;
    /// What methods may fail with.
    type Error;

    /// Another handle of an object.
    fn share(&self, object: &Self::Object) -> Self::Object;
    /// Whether two handles are of one object.
    fn is(&self, one: &Self::Object, other: &Self::Object) -> bool;
    /// The hash of an object: the same for equal objects.
    fn hash(&self, object: &Self::Object) -> Result<isize, Self::Error>;
    /// Whether two objects are one, or equal.
    fn equal(&self, one: &Self::Object, other: &Self::Object) -> Result<bool, Self::Error>;
    /// The key of an object that has contents: the same whenever and wherever it is made.
    fn key(&self, object: &Self::Object) -> Result<Option<u64>, Self::Error>;
    /// Bytes of an object.
    fn weigh(&self, object: &Self::Object) -> Result<usize, Self::Error>;
    /// Bytes of moves.
    fn weigh_moves(&self, moves: &Self::Moves) -> Result<usize, Self::Error>;
    /// The number of moves.
    fn count(&self, moves: &Self::Moves) -> u32;

    /// What the history heuristic finds a move by, if there is a number for it.
    fn history_key(&self, mv: &Self::Object) -> Result<Option<u32>, Self::Error>;
    /// Give a move a number, unless another thread has done so meanwhile; returns the move's number.
    fn add_history_key(&self, mv: &Self::Object, number: u32) -> Result<u32, Self::Error>;
    /// Forget these numbers.
    fn clear_history_keys(&self);
}

/// A key that nobody has, for a number that is used once. It means nothing in another process.
#[must_use]
pub fn unique_key(number: u64) -> u64 {
    static SALT: OnceLock<u64> = OnceLock::new();
    spread(SALT.get_or_init(|| RandomState::new().build_hasher().finish()) ^ number)
}

/// A game's positions.
pub struct HeldPositions<H: Holdable> {
    objects: H,
    positions: Interner<H>,
    repetition_keys: Interner<H>,
    moves: Average,
    history: History,
    /// For keys that are used once.
    next: AtomicU64,
    /// Equal positions were seen that consist of different things; and how many equal ones were compared.
    is_ambiguous: AtomicBool,
    compared: AtomicU32,
    /// Counts evictions.
    now: AtomicU32,
    bytes: AtomicUsize,
    /// What was left after the last eviction.
    left: AtomicUsize,
    /// What may be held now.
    allowed: AtomicUsize,
    /// The memory of the question, and how many are being asked.
    memory: Mutex<(Option<usize>, u32)>,
}

/// Numbers for moves by their own equality, in all positions. No number is used twice.
#[derive(Default)]
struct History {
    next: AtomicU32,
    average: Average,
    bytes: AtomicUsize,
}

impl<H: Holdable> HeldPositions<H> {
    /// No positions yet.
    pub fn new(objects: H) -> HeldPositions<H> {
        HeldPositions {
            objects,
            positions: Interner::default(),
            repetition_keys: Interner::default(),
            moves: Average::default(),
            history: History::default(),
            next: AtomicU64::new(0),
            is_ambiguous: AtomicBool::new(false),
            compared: AtomicU32::new(0),
            now: AtomicU32::new(0),
            bytes: AtomicUsize::new(0),
            left: AtomicUsize::new(0),
            allowed: AtomicUsize::new(ALWAYS),
            memory: Mutex::new((None, 0)),
        }
    }

    /// A position.
    pub fn position(&self, object: &H::Object) -> Result<Arc<HeldObject<H>>, H::Error> {
        let held = self.get(&self.positions, object)?;
        self.keep_within();
        Ok(held)
    }

    /// What the repetition rule compares.
    pub fn repetition_key(&self, object: &H::Object) -> Result<Arc<HeldObject<H>>, H::Error> {
        self.get(&self.repetition_keys, object)
    }

    fn get(&self, interner: &Interner<H>, object: &H::Object) -> Result<Arc<HeldObject<H>>, H::Error> {
        let objects = &self.objects;
        let (held, is_new) = interner.get(objects, object, || {
            let key = objects.key(object)?;
            let weight = interner.average.take(|| objects.weigh(object))?;
            let bytes = weight + size_of::<HeldObject<H>>() + 2 * ALLOCATION + ENTRY;
            Ok(HeldObject {
                object: objects.share(object),
                key: key.unwrap_or_else(|| unique_key(self.next.fetch_add(1, Relaxed))),
                is_pinned: AtomicBool::new(key.is_none()),
                used: AtomicU32::new(0),
                bytes: u32::try_from(bytes).unwrap_or(u32::MAX),
                answers: Mutex::default(),
            })
        })?;
        if is_new {
            self.bytes.fetch_add(held.bytes as usize, Relaxed);
        } else if !objects.is(&held.object, object) && self.compares() {
            let differs = objects.key(object)?.is_some_and(|key| key != held.key);
            if differs && !held.is_pinned.load(Relaxed) {
                self.is_ambiguous.store(true, Relaxed);
            }
        }
        self.touch(&held);
        Ok(held)
    }

    /// Whether to compare the contents of two equal objects: always at first, then now and then.
    fn compares(&self) -> bool {
        let before = self.compared.fetch_add(1, Relaxed);
        before < ALL_OF_THE_FIRST || before.is_multiple_of(ONE_OF)
    }

    fn touch(&self, held: &HeldObject<H>) {
        held.used.store(self.now.load(Relaxed), Relaxed);
    }

    /// Read the moves of a position, if they are stored.
    pub fn moves<T>(&self, held: &HeldObject<H>, read: impl FnOnce(&H::Moves) -> T) -> Option<T> {
        self.touch(held);
        held.read(|answers| answers.moves.as_ref().map(|stored| read(&stored.moves)))
    }

    /// Store the moves of a position, and read those that are stored: another thread may have asked meanwhile, and the first
    /// answer stays.
    pub fn store_moves<T>(
        &self,
        held: &HeldObject<H>,
        moves: H::Moves,
        read: impl FnOnce(&H::Moves) -> T,
    ) -> Result<T, H::Error> {
        let weight = self.moves.take(|| self.objects.weigh_moves(&moves))?;
        let bytes = weight + size_of::<MoveAnswers<H>>() + ALLOCATION;
        Ok(held.store(|answers| {
            let stored = answers.moves.get_or_insert_with(|| {
                self.bytes.fetch_add(bytes, Relaxed);
                Box::new(MoveAnswers { moves, after: Box::default(), history_keys: Box::default(), bytes })
            });
            answers.replies = Some(self.objects.count(&stored.moves));
            read(&stored.moves)
        }))
    }

    /// The position after a move, if it is stored.
    pub fn after(&self, held: &HeldObject<H>, place: usize) -> Option<Arc<HeldObject<H>>> {
        let after = held.read(|answers| answers.moves.as_ref()?.after.get(place).cloned().flatten())?;
        self.touch(held);
        self.touch(&after);
        Some(after)
    }

    /// Store the position after one of `moves` moves, if the moves are still stored.
    pub fn store_after(
        &self,
        held: &HeldObject<H>,
        (place, moves): (usize, usize),
        after: &Arc<HeldObject<H>>,
    ) {
        if after.is_pinned.load(Relaxed) {
            held.is_pinned.store(true, Relaxed);
        }
        let mut answers = held.answers();
        let Some(stored) = answers.moves.as_mut().filter(|_| place < moves) else { return };
        if stored.after.is_empty() {
            stored.after = vec![None; moves].into();
            let bytes = size_of_val(&*stored.after) + ALLOCATION;
            stored.bytes += bytes;
            self.bytes.fetch_add(bytes, Relaxed);
        }
        stored.after[place] = Some(after.clone());
    }

    /// What the history heuristic finds a move of a position by; `moves` are all of them, if they are needed.
    pub fn history_key(
        &self,
        held: &HeldObject<H>,
        place: usize,
        moves: impl FnOnce() -> Result<Vec<H::Object>, H::Error>,
    ) -> Result<Option<u32>, H::Error> {
        let key = held.read(|answers| answers.moves.as_ref()?.history_keys.get(place).copied());
        if key.is_some() {
            return Ok(key);
        }
        let keys = moves()?.iter().map(|mv| self.move_key(mv)).collect::<Result<Box<[u32]>, _>>()?;
        let key = keys.get(place).copied();
        if let Some(stored) = held.answers().moves.as_mut().filter(|stored| stored.history_keys.is_empty()) {
            let bytes = size_of_val(&*keys) + ALLOCATION;
            stored.bytes += bytes;
            stored.history_keys = keys;
            self.bytes.fetch_add(bytes, Relaxed);
        }
        Ok(key)
    }

    fn move_key(&self, mv: &H::Object) -> Result<u32, H::Error> {
        if let Some(key) = self.objects.history_key(mv)? {
            return Ok(key);
        }
        let bytes = self.history.average.take(|| self.objects.weigh(mv))? + 2 * ENTRY;
        self.history.bytes.fetch_add(bytes, Relaxed);
        self.bytes.fetch_add(bytes, Relaxed);
        self.objects.add_history_key(mv, self.history.next.fetch_add(1, Relaxed))
    }

    /// Store first numbers. Another thread may have asked meanwhile: the first answer stays.
    pub fn store_estimate(&self, held: &HeldObject<H>, prover: Player, estimate: Estimate) -> Estimate {
        held.store(|answers| {
            let estimates = answers.estimates.get_or_insert_with(|| {
                self.bytes.fetch_add(ESTIMATES, Relaxed);
                Box::default()
            });
            *estimates[prover.index()].get_or_insert(estimate)
        })
    }

    /// A question begins; as long as any is asked, pinned positions stay.
    pub fn begin_question(&self, memory: Option<usize>) {
        let mut asked = self.memory.lock().expect("never poisoned");
        *asked = (memory, asked.1 + 1);
        self.allowed.store(memory.map_or(usize::MAX, |memory| ALWAYS.min(memory / 2)), Relaxed);
    }

    /// A question was answered.
    pub fn end_question(&self) {
        let mut asked = self.memory.lock().expect("never poisoned");
        asked.1 -= 1;
        if asked.1 > 0 {
            return;
        }
        asked.0 = None;
        drop(asked);
        self.allowed.store(ALWAYS, Relaxed);
        self.evict(0, true);
        self.positions.shrink();
        self.repetition_keys.shrink();
    }

    /// Bytes held, beside `own` bytes of the search. Of the memory of a question the game has a half at most, and what the
    /// search leaves; a little is for what is being examined.
    pub fn memory_beside(&self, own: usize) -> usize {
        let (memory, asked) = *self.memory.lock().expect("never poisoned");
        let allowed = match memory {
            Some(memory) => {
                let most = (memory / 2).min(memory.saturating_sub(own)).max(memory / 16);
                own.saturating_mul(TIMES).saturating_add(ALWAYS).min(most)
            }
            None if asked > 0 => usize::MAX,
            None => ALWAYS,
        };
        self.allowed.store(allowed, Relaxed);
        self.keep_within();
        self.bytes()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    fn keep_within(&self) {
        let (bytes, allowed, left) = (self.bytes(), self.allowed.load(Relaxed), self.left.load(Relaxed));
        // What has to stay may be more than that: looking through all of it has to pay.
        if bytes > allowed && bytes > left + left / 16 {
            self.evict(allowed - allowed / 4, false);
        }
    }

    /// Evict what nobody needs, until `target` bytes are left. When the question is answered, nobody needs keys.
    fn evict(&self, target: usize, answered: bool) {
        let now = self.now.load(Relaxed);
        if self.history.bytes.load(Relaxed) > target / 4 {
            self.bytes.fetch_sub(self.history.bytes.swap(0, Relaxed), Relaxed);
            self.objects.clear_history_keys();
        }
        for all in [false, true] {
            let goes = |held: &HeldObject<H>| {
                self.bytes() > target
                    && (all || held.used.load(Relaxed) != now)
                    && (answered || !held.is_pinned.load(Relaxed))
            };
            let mut moves = Vec::new();
            self.positions.each(|held| {
                if goes(held) {
                    moves.extend(self.forget_moves(held));
                }
            });
            drop(moves);
            let lose = |held: &HeldObject<H>| {
                let goes = goes(held) && (answered || !self.is_ambiguous.load(Relaxed));
                if goes {
                    self.bytes.fetch_sub(held.bytes(), Relaxed);
                }
                goes
            };
            drop(self.positions.remove(lose));
            drop(self.repetition_keys.remove(lose));
        }
        self.now.store(now.wrapping_add(1), Relaxed);
        self.left.store(self.bytes(), Relaxed);
    }

    /// The moves of a position, taken from it; they are dropped when nothing is locked.
    fn forget_moves(&self, held: &HeldObject<H>) -> Option<Box<MoveAnswers<H>>> {
        let moves = held.store(|answers| answers.moves.take())?;
        self.bytes.fetch_sub(moves.bytes, Relaxed);
        Some(moves)
    }
}

impl<H: Holdable> Drop for HeldPositions<H> {
    /// Positions may refer to each other in a circle.
    fn drop(&mut self) {
        let mut moves = Vec::new();
        self.positions.each(|held| moves.extend(self.forget_moves(held)));
        drop(moves);
        self.positions.clear();
    }
}
