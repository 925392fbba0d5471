//! Objects of one kind, each held once, by their own equality.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::BuildHasherDefault;
use std::mem::take;
use std::sync::{Arc, Mutex, MutexGuard};

use pnyx_game::SpreadHasher;

use super::Holdable;
use super::average::Average;
use super::object::HeldObject;

/// Objects with the same hash: one, as a rule.
enum SameHash<H: Holdable> {
    One(Arc<HeldObject<H>>),
    #[allow(clippy::box_collection)] // rare, and an entry is as small as can be
    Many(Box<Vec<Arc<HeldObject<H>>>>),
}

impl<H: Holdable> Clone for SameHash<H> {
    fn clone(&self) -> Self {
        match self {
            SameHash::One(held) => SameHash::One(held.clone()),
            SameHash::Many(all) => SameHash::Many(all.clone()),
        }
    }
}

impl<H: Holdable> SameHash<H> {
    fn all(&self) -> &[Arc<HeldObject<H>>] {
        match self {
            SameHash::One(held) => std::slice::from_ref(held),
            SameHash::Many(all) => all,
        }
    }
}

type Map<H> = HashMap<isize, SameHash<H>, BuildHasherDefault<SpreadHasher>>;

pub(super) struct Interner<H: Holdable> {
    map: Mutex<Map<H>>,
    pub average: Average,
}

impl<H: Holdable> Default for Interner<H> {
    fn default() -> Self {
        Interner { map: Mutex::default(), average: Average::default() }
    }
}

impl<H: Holdable> Interner<H> {
    fn map(&self) -> MutexGuard<'_, Map<H>> {
        self.map.lock().expect("never poisoned")
    }

    /// The one that equals an object, and whether it is new; `make` makes it, if there is none.
    pub fn get(
        &self,
        objects: &H,
        object: &H::Object,
        make: impl Fn() -> Result<HeldObject<H>, H::Error>,
    ) -> Result<(Arc<HeldObject<H>>, bool), H::Error> {
        let hash = objects.hash(object)?;
        let mut new = None;
        loop {
            let seen = self.map().get(&hash).cloned();
            let seen = seen.as_ref().map_or(&[][..], SameHash::all);
            for held in seen {
                if objects.equal(&held.object, object)? {
                    return Ok((held.clone(), false));
                }
            }
            let held = match new.take() {
                Some(held) => held,
                None => Arc::new(make()?),
            };
            let mut map = self.map();
            match map.entry(hash) {
                Entry::Vacant(entry) => {
                    entry.insert(SameHash::One(held.clone()));
                }
                Entry::Occupied(mut entry) => {
                    // Another thread may have been here while objects were compared.
                    let met = |one: &Arc<HeldObject<H>>| seen.iter().any(|other| Arc::ptr_eq(one, other));
                    if !entry.get().all().iter().all(met) {
                        new = Some(held);
                        continue;
                    }
                    let mut all = entry.get().all().to_vec();
                    all.push(held.clone());
                    entry.insert(SameHash::Many(Box::new(all)));
                }
            }
            return Ok((held, true));
        }
    }

    /// Remove what nobody else has a share in, and what `goes` agrees to.
    pub fn remove(&self, mut goes: impl FnMut(&HeldObject<H>) -> bool) -> Vec<Arc<HeldObject<H>>> {
        let mut removed = Vec::new();
        let mut unshared = |held: &Arc<HeldObject<H>>| Arc::strong_count(held) == 1 && goes(held);
        self.map().retain(|_, same| match same {
            SameHash::One(held) => {
                let goes = unshared(held);
                if goes {
                    removed.push(held.clone());
                }
                !goes
            }
            SameHash::Many(all) => {
                removed.extend(all.extract_if(.., |held| unshared(held)));
                !all.is_empty()
            }
        });
        removed
    }

    /// Visit each of them, while nobody can get a share.
    pub fn each(&self, mut look: impl FnMut(&HeldObject<H>)) {
        for same in self.map().values() {
            same.all().iter().for_each(|held| look(held));
        }
    }

    pub fn shrink(&self) {
        self.map().shrink_to_fit();
    }

    /// Remove them all.
    pub fn clear(&self) {
        // They are dropped when nothing is locked.
        let map = take(&mut *self.map());
        drop(map);
    }
}
