//! The contents of objects, as hashes: one walk through an object and its parts.
//!
//! What an object consists of is up to [`Objects`]. Two kinds of hashes are made here:
//!
//! - **Keys** agree wherever two objects are equal. They have one word, and mean the same in another process.
//! - **Contents** distinguish what `==` may call equal. They have two words, and are compared within one process only.
//!
//! **Sharing.** `[a, a]` and `[a, b]` have different contents where `a` and `b` can be told apart by identity, or by
//! changing one of them. So objects are numbered when they are first met, and count by their number when they are met
//! again. This also ends cycles, and reads each object once. Frozen objects are not numbered: whether two of them are
//! one object is an accident.

use std::collections::HashMap;

use pnyx_game::spread;

/// Levels of nested objects that are read.
const MOST_LEVELS: usize = 100;
/// Parts that are read.
pub const MOST_PARTS: usize = 1 << 20;
/// Levels of objects that are read to sort the members of a set.
const RANK_LEVELS: usize = 3;

/// A hash of `N` words.
pub type Hash<const N: usize> = [u64; N];
/// What an object consists of.
pub type Content = Hash<2>;

/// Makes a hash of numbers, in their order.
#[derive(Clone, Copy)]
pub struct Mixer<const N: usize>(Hash<N>);

impl<const N: usize> Mixer<N> {
    /// Objects of different kinds begin differently.
    #[must_use]
    pub fn new(kind: u8) -> Mixer<N> {
        Mixer(std::array::from_fn(|word| spread(u64::from(kind) | (word as u64) << 8)))
    }

    /// Add a number.
    pub fn add(&mut self, number: u64) {
        for (index, word) in self.0.iter_mut().enumerate() {
            *word = spread(*word ^ number.rotate_left(32 * index as u32));
        }
    }

    fn add_hash(&mut self, hash: Hash<N>) {
        for (word, part) in self.0.iter_mut().zip(hash) {
            *word = spread(*word ^ part);
        }
    }

    /// The hash.
    #[must_use]
    pub fn hash(self) -> Hash<N> {
        self.0
    }

    /// The hash of one number.
    #[must_use]
    pub fn number(kind: u8, number: u64) -> Hash<N> {
        let mut mixer = Mixer::new(kind);
        mixer.add(number);
        mixer.0
    }

    /// The hash of bytes.
    #[must_use]
    pub fn bytes(kind: u8, bytes: &[u8]) -> Hash<N> {
        let mut mixer = Mixer::new(kind);
        mixer.add(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            mixer.add(u64::from_le_bytes(word));
        }
        mixer.0
    }

    /// The hash of hashes, in their order.
    pub fn all(kind: u8, hashes: impl IntoIterator<Item = Hash<N>>) -> Hash<N> {
        let mut mixer = Mixer::new(kind);
        let mut count = 0;
        for hash in hashes {
            mixer.add_hash(hash);
            count += 1;
        }
        mixer.add(count);
        mixer.0
    }
}

/// Why an object has no hash.
#[derive(Debug, PartialEq)]
pub enum Unread<E> {
    /// It has more than [`MOST_PARTS`] parts.
    TooLarge,
    /// It does not say what it consists of.
    Silent,
    /// Something that is not the object's fault, such as an interrupt.
    Raised(E),
}

/// A part of an object.
#[derive(Clone, Debug)]
pub enum Part<O, const N: usize> {
    /// An object.
    Object(O),
    /// A hash that is known already.
    Known(Hash<N>),
    /// A number, such as that of the parts that follow.
    Number(u64),
    /// Objects in their order, as one part of this kind.
    Group(u8, Vec<O>),
    /// Objects in any order. Only for objects that are never numbered.
    AnyOrder(Vec<O>),
    /// Objects with or without values, sorted by what they consist of.
    Sorted(Vec<(O, Option<O>)>),
    /// An object that counts as nothing from here on, because its own parts were given.
    Skipped(O),
}

/// What an object consists of.
#[derive(Clone, Debug)]
pub enum Parts<O, const N: usize> {
    /// Its hash is known already.
    Known(Hash<N>),
    /// Its kind, and objects in their order.
    Ordered(u8, Vec<O>),
    /// Its kind, and parts of all sorts.
    Of(u8, Vec<Part<O, N>>),
}

/// Whether an object can be told from another one with the same parts.
#[derive(Clone, Copy, Debug)]
pub struct Identity {
    /// It consists of the same parts forever.
    pub is_frozen: bool,
    /// It is numbered.
    pub is_numbered: bool,
    /// The number of its type, if it is an object of a class rather than a container.
    pub class: Option<u64>,
}

/// Objects that can be read.
pub trait Objects<const N: usize> {
    /// An object. As long as it is held, no other one has its address.
    type Object: Clone;
    /// What reading may raise.
    type Error;

    /// The address of an object.
    fn address(&self, object: &Self::Object) -> usize;

    /// The hash of an object without parts.
    fn leaf(&self, object: &Self::Object) -> Result<Option<Hash<N>>, Unread<Self::Error>>;

    /// What an object with parts consists of.
    fn parts(&self, object: &Self::Object) -> Result<Parts<Self::Object, N>, Unread<Self::Error>>;

    /// Whether the object itself matters, beside its parts; nothing where it never does.
    fn identity(&self, _object: &Self::Object) -> Result<Option<Identity>, Unread<Self::Error>> {
        Ok(None)
    }

    /// The hash of an object that is too deep within others to be read.
    fn too_deep(&self, _object: &Self::Object) -> Result<Hash<N>, Unread<Self::Error>> {
        Err(Unread::Silent)
    }
}

/// The hash of an object, and whether it could change.
pub fn read<L: Objects<N>, const N: usize>(
    objects: &L,
    object: &L::Object,
) -> Result<(Hash<N>, bool), Unread<L::Error>> {
    let mut walk = Walk::new(objects);
    Ok((walk.read(object)?, walk.may_change))
}

/// An object that was met before.
#[derive(Clone, Copy)]
enum Seen<const N: usize> {
    /// Its parts are being read, at this level.
    Open(usize),
    Number(u64),
    Read(Hash<N>),
}

/// The walk from an object to its parts.
struct Walk<'a, L: Objects<N>, const N: usize> {
    objects: &'a L,
    /// By address.
    seen: HashMap<usize, Seen<N>>,
    held: Vec<L::Object>,
    level: usize,
    parts: usize,
    numbered: u64,
    /// How often an object was numbered, or met again.
    met: usize,
    may_change: bool,
    /// Only to sort: the levels of objects left to read.
    rank: Option<usize>,
}

impl<'a, L: Objects<N>, const N: usize> Walk<'a, L, N> {
    fn new(objects: &'a L) -> Walk<'a, L, N> {
        Walk {
            objects,
            seen: HashMap::new(),
            held: Vec::new(),
            level: 0,
            parts: 0,
            numbered: 0,
            met: 0,
            may_change: false,
            rank: None,
        }
    }

    fn read(&mut self, object: &L::Object) -> Result<Hash<N>, Unread<L::Error>> {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return Err(Unread::TooLarge);
        }
        if let Some(leaf) = self.objects.leaf(object)? {
            return Ok(leaf);
        }
        let address = self.objects.address(object);
        if let Some(seen) = self.seen.get(&address).copied() {
            self.met += usize::from(!matches!(seen, Seen::Read(_)));
            return Ok(match seen {
                Seen::Read(hash) => hash,
                Seen::Number(number) => Mixer::number(b'&', number),
                Seen::Open(level) => Mixer::number(b'^', (self.level - level) as u64),
            });
        }
        if self.level >= MOST_LEVELS {
            self.may_change = true;
            return self.objects.too_deep(object);
        }
        let Some(identity) = self.objects.identity(object)? else { return self.read_parts(object) };
        self.may_change |= !identity.is_frozen;
        // Temporary objects must stay: another one could get their address.
        self.held.push(object.clone());
        let before = self.met;
        if identity.is_numbered {
            self.seen.insert(address, Seen::Number(self.numbered));
            self.numbered += 1;
            self.met += 1;
        } else {
            self.seen.insert(address, Seen::Open(self.level));
        }
        let hash = match (self.rank, identity.class) {
            (Some(0), Some(class)) => Mixer::number(b'?', class),
            (Some(left), Some(_)) => {
                self.rank = Some(left - 1);
                let hash = self.read_parts(object);
                self.rank = Some(left);
                hash?
            }
            _ => self.read_parts(object)?,
        };
        if !identity.is_numbered && self.met == before {
            self.seen.insert(address, Seen::Read(hash));
        } else if !identity.is_numbered {
            self.seen.remove(&address);
        }
        Ok(hash)
    }

    fn read_parts(&mut self, object: &L::Object) -> Result<Hash<N>, Unread<L::Error>> {
        self.level += 1;
        let hash = match self.objects.parts(object)? {
            Parts::Known(hash) => hash,
            Parts::Ordered(kind, objects) => self.read_group(kind, &objects)?,
            Parts::Of(kind, parts) => {
                let mut mixer = Mixer::new(kind);
                for part in parts {
                    self.add(part, &mut mixer)?;
                }
                mixer.hash()
            }
        };
        self.level -= 1;
        Ok(hash)
    }

    fn read_group(&mut self, kind: u8, objects: &[L::Object]) -> Result<Hash<N>, Unread<L::Error>> {
        let mut mixer = Mixer::new(kind);
        mixer.add(objects.len() as u64);
        for object in objects {
            mixer.add_hash(self.read(object)?);
        }
        Ok(mixer.hash())
    }

    fn add(&mut self, part: Part<L::Object, N>, mixer: &mut Mixer<N>) -> Result<(), Unread<L::Error>> {
        match part {
            Part::Object(object) => mixer.add_hash(self.read(&object)?),
            Part::Known(hash) => mixer.add_hash(hash),
            Part::Number(number) => mixer.add(number),
            Part::Group(kind, objects) => mixer.add_hash(self.read_group(kind, &objects)?),
            Part::AnyOrder(objects) => {
                let mut sum = [0u64; N];
                for object in &objects {
                    for (sum, word) in sum.iter_mut().zip(self.read(object)?) {
                        *sum = sum.wrapping_add(spread(word));
                    }
                }
                mixer.add_hash(sum);
            }
            Part::Sorted(objects) => {
                mixer.add(objects.len() as u64);
                let mut ranked = Vec::with_capacity(objects.len());
                for (object, value) in objects {
                    ranked.push((self.rank(&object)?, object, value));
                }
                ranked.sort_by_key(|ranked| ranked.0);
                for (_, object, value) in ranked {
                    mixer.add_hash(self.read(&object)?);
                    if let Some(value) = value {
                        mixer.add_hash(self.read(&value)?);
                    }
                }
            }
            Part::Skipped(object) => {
                self.seen.insert(self.objects.address(&object), Seen::Read([0; N]));
                self.held.push(object);
            }
        }
        Ok(())
    }

    /// What an object is sorted by: all of it, as far as it consists of containers and leaves, and a few levels of the
    /// rest.
    fn rank(&mut self, object: &L::Object) -> Result<Hash<N>, Unread<L::Error>> {
        let mut walk = Walk {
            level: self.level,
            parts: self.parts,
            rank: Some(self.rank.unwrap_or(RANK_LEVELS)),
            ..Walk::new(self.objects)
        };
        let rank = walk.read(object);
        self.parts = walk.parts;
        rank
    }
}

#[cfg(test)]
#[path = "contents_tests.rs"]
mod tests;
