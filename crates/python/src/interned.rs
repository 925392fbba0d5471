//! Objects of Python that are known: positions, and what is known of them.
//!
//! A position is interned by its own equality: as long as it is [`Known`], every object that equals it is it. Whoever works
//! with it has a share in it (an `Arc`, inside a [`Place`](pnyx_game::Place)): a line, a certificate, a check, a user.
//!
//! **Giving up.** Games in Python meet far more positions than they can hold. What a search knows stands in its table,
//! under the position's [key](crate::content_keys), so a position itself is needed while somebody has a share in it and
//! otherwise kept for speed alone: making it again takes a call of `play`. When there is [too much](Interned::memory_beside),
//! those that were not used lately lose what they remember of their moves, then they go themselves; then the
//! same for all others. A position in which somebody has a share stays, so two that are there are never equal, whatever
//! went and came back before; lines compare positions that are there, and tables compare keys. A position that comes back
//! gets its old key, and finds its old facts.
//!
//! Positions without contents have keys that are never used again, and stay, with the way to them, until the question is
//! answered. So do all others, without the way to them, once two positions were met that are equal and made of different
//! things: there a position that comes back may get another key. What it finds under that is true; but a search would
//! take a position that it knows for a new one.
//!
//! **Threads.** No lock here is held while Python runs, which could switch threads. Positions are given up by threads that
//! have Python's own lock, and so has everybody who works with them: nobody gets a share in one that is just going.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};
use std::mem::take;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};

use pnyx_game::{Estimate, Outcome, Player, spread};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::content_keys::{ContentKeys, unique};
use crate::weighing::{Average, Scales};

/// What a game may always hold, and what it may hold between two questions: positions that are met again are not made again.
const ALWAYS: usize = 4 << 20;
/// Beyond that, so many times what the search itself holds: some hundred bytes for each position in its table.
const TIMES: usize = 3;
/// What goes beside an allocation, and the place of a position in the map.
const BESIDE: usize = 16;
const PLACE: usize = 48;
/// Of the first equal objects each is compared with the one that is known, then one of so many.
const ALL_OF_THE_FIRST: u32 = 1 << 12;
const ONE_OF: u32 = 8;
const ESTIMATES: usize = size_of::<[Option<Estimate>; 2]>() + BESIDE;

/// An object, and what is known of it.
pub(crate) struct Known {
    pub object: Py<PyAny>,
    /// What tables know it by.
    pub key: u64,
    /// It has no contents, or one that has none follows it.
    stays: AtomicBool,
    /// When it was used last.
    used: AtomicU32,
    bytes: u32,
    facts: Mutex<Facts>,
}

/// What the rules have said of a position.
#[derive(Default)]
pub(crate) struct Facts {
    pub turn: Option<Player>,
    pub outcome: Option<Option<Outcome>>,
    /// The number of moves.
    pub replies: Option<u32>,
    /// What it looks like, or what it is worth if it is final.
    pub value: Option<i32>,
    /// What the repetition rule compares.
    pub class: Option<Arc<Known>>,
    /// First numbers, by prover. Only searches that ask for them pay for them.
    pub estimates: Option<Box<[Option<Estimate>; 2]>>,
    /// What can be asked again.
    pub kept: Option<Box<Kept>>,
}

/// The moves of a position.
pub(crate) struct Kept {
    /// A move's own number is its place there: moves of different positions may compare equal and still be different things.
    pub moves: Py<PyTuple>,
    /// Positions after those moves that were made.
    pub after: Box<[Option<Arc<Known>>]>,
    /// What the moves are remembered by.
    pub habits: Box<[u32]>,
    bytes: usize,
}

impl Known {
    fn facts(&self) -> MutexGuard<'_, Facts> {
        self.facts.lock().expect("never poisoned")
    }

    /// Bytes it takes, with what it remembers.
    fn bytes(&self) -> usize {
        let of_estimates = |facts: &Facts| if facts.estimates.is_some() { ESTIMATES } else { 0 };
        let of_moves = |facts: &Facts| facts.kept.as_ref().map_or(0, |kept| kept.bytes);
        self.bytes as usize + self.look(|facts| of_estimates(facts) + of_moves(facts))
    }

    pub fn look<T>(&self, look: impl FnOnce(&Facts) -> T) -> T {
        look(&self.facts())
    }

    /// Note what was said. What [`Interned`] weighs is noted by its own methods.
    pub fn learn<T>(&self, what: impl FnOnce(&mut Facts) -> T) -> T {
        what(&mut self.facts())
    }
}

/// Objects with the same hash: one, as a rule.
#[derive(Clone)]
enum Alike {
    One(Arc<Known>),
    #[allow(clippy::box_collection)] // rare, and a place is as small as can be
    Many(Box<Vec<Arc<Known>>>),
}

impl Alike {
    fn all(&self) -> &[Arc<Known>] {
        match self {
            Alike::One(known) => std::slice::from_ref(known),
            Alike::Many(all) => all,
        }
    }
}

/// Python's hashes of numbers are these numbers.
#[derive(Default)]
struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("only hashes are hashed");
    }

    fn write_isize(&mut self, hash: isize) {
        self.0 = spread(hash as u64);
    }
}

type Map = HashMap<isize, Alike, BuildHasherDefault<Spread>>;

/// Objects of one kind, by their own equality.
#[derive(Default)]
struct Interner {
    map: Mutex<Map>,
    average: Average,
}

impl Interner {
    fn map(&self) -> MutexGuard<'_, Map> {
        self.map.lock().expect("never poisoned")
    }

    /// The one that equals an object; `make` makes it, if there is none.
    fn get(
        &self,
        object: &Bound<'_, PyAny>,
        make: impl Fn() -> PyResult<Known>,
    ) -> PyResult<(Arc<Known>, bool)> {
        let py = object.py();
        let hash = object.hash()?;
        let mut new = None;
        loop {
            let seen = self.map().get(&hash).cloned();
            let seen = seen.as_ref().map_or(&[][..], Alike::all);
            for known in seen {
                let other = known.object.bind(py);
                if other.is(object) || other.eq(object)? {
                    return Ok((known.clone(), false));
                }
            }
            let known = match new.take() {
                Some(known) => known,
                None => Arc::new(make()?),
            };
            let mut map = self.map();
            match map.entry(hash) {
                Entry::Vacant(place) => {
                    place.insert(Alike::One(known.clone()));
                }
                Entry::Occupied(mut place) => {
                    // Another thread may have been here while objects were compared.
                    let met = |one: &Arc<Known>| seen.iter().any(|other| Arc::ptr_eq(one, other));
                    if !place.get().all().iter().all(met) {
                        new = Some(known);
                        continue;
                    }
                    let mut all = place.get().all().to_vec();
                    all.push(known.clone());
                    place.insert(Alike::Many(Box::new(all)));
                }
            }
            return Ok((known, true));
        }
    }

    /// Take out what nobody has a share in, and what `goes` agrees to.
    fn take_out(&self, mut goes: impl FnMut(&Known) -> bool) -> Vec<Arc<Known>> {
        let mut gone = Vec::new();
        let mut alone = |known: &Arc<Known>| Arc::strong_count(known) == 1 && goes(known);
        self.map().retain(|_, alike| match alike {
            Alike::One(known) => {
                let goes = alone(known);
                if goes {
                    gone.push(known.clone());
                }
                !goes
            }
            Alike::Many(all) => {
                gone.extend(all.extract_if(.., |known| alone(known)));
                !all.is_empty()
            }
        });
        gone
    }

    /// Look at each of them, while nobody can get a share.
    fn each(&self, mut look: impl FnMut(&Known)) {
        for alike in self.map().values() {
            alike.all().iter().for_each(|known| look(known));
        }
    }

    fn shrink(&self) {
        self.map().shrink_to_fit();
    }
}

/// Numbers for moves by their own equality, wherever they are made. No number is used twice.
struct Habits {
    numbers: Py<PyDict>,
    next: AtomicU32,
    average: Average,
    bytes: AtomicUsize,
}

/// All that is known of a game's positions, within bounds.
pub(crate) struct Interned {
    positions: Interner,
    classes: Interner,
    habits: Habits,
    moves: Average,
    scales: Scales,
    contents: ContentKeys,
    /// For keys that are used once.
    next: AtomicU64,
    /// Equal positions were seen that are made of different things; and how many equal ones were compared.
    mixed: AtomicBool,
    compared: AtomicU32,
    /// Counts the times that something was given up.
    now: AtomicU32,
    bytes: AtomicUsize,
    /// What was left when something was given up last.
    left: AtomicUsize,
    /// What may be held now.
    share: AtomicUsize,
    /// The memory of the question, and how many are being asked.
    memory: Mutex<(Option<usize>, u32)>,
}

impl Interned {
    pub fn new(py: Python<'_>) -> PyResult<Interned> {
        Ok(Interned {
            positions: Interner::default(),
            classes: Interner::default(),
            habits: Habits {
                numbers: PyDict::new(py).unbind(),
                next: AtomicU32::new(0),
                average: Average::default(),
                bytes: AtomicUsize::new(0),
            },
            moves: Average::default(),
            scales: Scales::new(py)?,
            contents: ContentKeys::new(py)?,
            next: AtomicU64::new(0),
            mixed: AtomicBool::new(false),
            compared: AtomicU32::new(0),
            now: AtomicU32::new(0),
            bytes: AtomicUsize::new(0),
            left: AtomicUsize::new(0),
            share: AtomicUsize::new(ALWAYS),
            memory: Mutex::new((None, 0)),
        })
    }

    /// A position.
    pub fn position(&self, object: &Bound<'_, PyAny>) -> PyResult<Arc<Known>> {
        let known = self.get(&self.positions, object)?;
        self.keep_to_share(object.py());
        Ok(known)
    }

    /// What the repetition rule compares.
    pub fn class(&self, object: &Bound<'_, PyAny>) -> PyResult<Arc<Known>> {
        self.get(&self.classes, object)
    }

    fn get(&self, interner: &Interner, object: &Bound<'_, PyAny>) -> PyResult<Arc<Known>> {
        let (known, new) = interner.get(object, || {
            let key = self.contents.key(&self.scales, object)?;
            let bytes =
                interner.average.take(&self.scales, object)? + size_of::<Known>() + 2 * BESIDE + PLACE;
            Ok(Known {
                object: object.clone().unbind(),
                key: key.unwrap_or_else(|| unique(self.next.fetch_add(1, Relaxed))),
                stays: AtomicBool::new(key.is_none()),
                used: AtomicU32::new(0),
                bytes: u32::try_from(bytes).unwrap_or(u32::MAX),
                facts: Mutex::default(),
            })
        })?;
        if new {
            self.bytes.fetch_add(known.bytes as usize, Relaxed);
        } else if !known.object.is(object) && self.compares() {
            let differs = self.contents.key(&self.scales, object)?.is_some_and(|key| key != known.key);
            if differs && !known.stays.load(Relaxed) {
                self.mixed.store(true, Relaxed);
            }
        }
        self.touch(&known);
        Ok(known)
    }

    /// Whether to compare the contents of two equal objects: always at first, then now and then.
    fn compares(&self) -> bool {
        let before = self.compared.fetch_add(1, Relaxed);
        before < ALL_OF_THE_FIRST || before.is_multiple_of(ONE_OF)
    }

    fn touch(&self, known: &Known) {
        known.used.store(self.now.load(Relaxed), Relaxed);
    }

    /// The moves of a position, if they are remembered.
    pub fn moves(&self, py: Python<'_>, known: &Known) -> Option<Py<PyTuple>> {
        self.touch(known);
        known.look(|facts| facts.kept.as_ref().map(|kept| kept.moves.clone_ref(py)))
    }

    /// Remember the moves of a position. Another thread may have asked meanwhile: the first answer stays.
    pub fn keep_moves(&self, known: &Known, moves: Bound<'_, PyTuple>) -> PyResult<Py<PyTuple>> {
        let py = moves.py();
        let bytes = self.moves.take(&self.scales, moves.as_any())? + size_of::<Kept>() + BESIDE;
        Ok(known.learn(|facts| {
            let kept = facts.kept.get_or_insert_with(|| {
                self.bytes.fetch_add(bytes, Relaxed);
                Box::new(Kept { moves: moves.unbind(), after: Box::default(), habits: Box::default(), bytes })
            });
            let moves = kept.moves.clone_ref(py);
            facts.replies = Some(moves.bind(py).len() as u32);
            moves
        }))
    }

    /// The position after a move, if it is remembered.
    pub fn after(&self, known: &Known, place: usize) -> Option<Arc<Known>> {
        let after = known.look(|facts| facts.kept.as_ref()?.after.get(place).cloned().flatten())?;
        self.touch(known);
        self.touch(&after);
        Some(after)
    }

    /// Remember the position after a move, of so many, if the moves are still remembered.
    pub fn keep_after(&self, known: &Known, (place, moves): (usize, usize), after: &Arc<Known>) {
        if after.stays.load(Relaxed) {
            known.stays.store(true, Relaxed);
        }
        let bytes = known.learn(|facts| {
            let kept = facts.kept.as_mut().filter(|_| place < moves)?;
            let mut bytes = None;
            if kept.after.is_empty() {
                kept.after = vec![None; moves].into();
                bytes = Some(size_of_val(&*kept.after) + BESIDE);
                kept.bytes += bytes.unwrap_or(0);
            }
            kept.after[place] = Some(after.clone());
            bytes
        });
        self.bytes.fetch_add(bytes.unwrap_or(0), Relaxed);
    }

    /// What a move is remembered by.
    pub fn habit(&self, mv: &Bound<'_, PyAny>) -> PyResult<u32> {
        let numbers = self.habits.numbers.bind(mv.py());
        if let Some(number) = numbers.get_item(mv)? {
            return number.extract();
        }
        let bytes = self.habits.average.take(&self.scales, mv)? + 2 * PLACE;
        self.habits.bytes.fetch_add(bytes, Relaxed);
        self.bytes.fetch_add(bytes, Relaxed);
        let next = self.habits.next.fetch_add(1, Relaxed);
        // Comparing may run Python, and so another thread: whoever is first gives the number.
        numbers.call_method1("setdefault", (mv, next))?.extract()
    }

    /// Remember what the moves of a position are remembered by.
    pub fn keep_habits(&self, known: &Known, habits: Box<[u32]>) {
        let bytes = known.learn(|facts| {
            let kept = facts.kept.as_mut().filter(|kept| kept.habits.is_empty())?;
            kept.habits = habits;
            let bytes = size_of_val(&*kept.habits) + BESIDE;
            kept.bytes += bytes;
            Some(bytes)
        });
        self.bytes.fetch_add(bytes.unwrap_or(0), Relaxed);
    }

    /// Remember first numbers. Another thread may have asked meanwhile: the first answer stays.
    pub fn keep_estimate(&self, known: &Known, prover: Player, estimate: Estimate) -> Estimate {
        known.learn(|facts| {
            let estimates = facts.estimates.get_or_insert_with(|| {
                self.bytes.fetch_add(ESTIMATES, Relaxed);
                Box::default()
            });
            *estimates[prover.index()].get_or_insert(estimate)
        })
    }

    /// A question begins; as long as any is asked, positions stay that have to.
    pub fn hold_within(&self, memory: Option<usize>) {
        let mut asked = self.memory.lock().expect("never poisoned");
        *asked = (memory, asked.1 + 1);
        self.share.store(memory.map_or(usize::MAX, |memory| ALWAYS.min(memory / 2)), Relaxed);
    }

    /// A question has been answered.
    pub fn let_go(&self, py: Python<'_>) {
        let mut asked = self.memory.lock().expect("never poisoned");
        asked.1 -= 1;
        if asked.1 > 0 {
            return;
        }
        asked.0 = None;
        drop(asked);
        self.share.store(ALWAYS, Relaxed);
        self.give_up(py, 0, true);
        self.positions.shrink();
        self.classes.shrink();
    }

    /// Bytes held, beside `own` bytes of the search. Of the memory of a question the game has a half at most, and what the
    /// search leaves; a little is for what is being looked at.
    pub fn memory_beside(&self, py: Python<'_>, own: usize) -> usize {
        let (memory, asked) = *self.memory.lock().expect("never poisoned");
        let share = match memory {
            Some(memory) => {
                let most = (memory / 2).min(memory.saturating_sub(own)).max(memory / 16);
                own.saturating_mul(TIMES).saturating_add(ALWAYS).min(most)
            }
            None if asked > 0 => usize::MAX,
            None => ALWAYS,
        };
        self.share.store(share, Relaxed);
        self.keep_to_share(py);
        self.bytes()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    fn keep_to_share(&self, py: Python<'_>) {
        let (bytes, share, left) = (self.bytes(), self.share.load(Relaxed), self.left.load(Relaxed));
        // What has to stay may be more than the share: looking through all of it has to pay.
        if bytes > share && bytes > left + left / 16 {
            self.give_up(py, share - share / 4, false);
        }
    }

    /// Give up what nobody needs, until so many bytes are left. When the question is answered, nobody needs keys.
    fn give_up(&self, py: Python<'_>, target: usize, answered: bool) {
        let now = self.now.load(Relaxed);
        if self.habits.bytes.load(Relaxed) > target / 4 {
            self.bytes.fetch_sub(self.habits.bytes.swap(0, Relaxed), Relaxed);
            self.habits.numbers.bind(py).clear();
        }
        for all in [false, true] {
            let goes = |known: &Known| {
                self.bytes() > target
                    && (all || known.used.load(Relaxed) != now)
                    && (answered || !known.stays.load(Relaxed))
            };
            let mut moves = Vec::new();
            self.positions.each(|known| {
                if goes(known) {
                    moves.extend(self.forget_moves(known));
                }
            });
            drop(moves);
            let lose = |known: &Known| {
                let goes = goes(known) && (answered || !self.mixed.load(Relaxed));
                if goes {
                    self.bytes.fetch_sub(known.bytes(), Relaxed);
                }
                goes
            };
            drop(self.positions.take_out(lose));
            drop(self.classes.take_out(lose));
        }
        self.now.store(now.wrapping_add(1), Relaxed);
        self.left.store(self.bytes(), Relaxed);
    }

    /// What a position remembers of its moves; it is dropped when nothing is locked.
    fn forget_moves(&self, known: &Known) -> Option<Box<Kept>> {
        let kept = known.learn(|facts| facts.kept.take())?;
        self.bytes.fetch_sub(kept.bytes, Relaxed);
        Some(kept)
    }
}

impl Drop for Interned {
    /// Positions may refer to each other in a circle.
    fn drop(&mut self) {
        let mut moves = Vec::new();
        self.positions.each(|known| moves.extend(self.forget_moves(known)));
        drop(moves);
        drop(take(&mut *self.positions.map()));
    }
}
