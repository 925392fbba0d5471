//! What an object of Python is made of, told apart without asking the object's own `==`.
//!
//! Numbers, texts and containers are taken as they are. Any other object is its type, its attributes and slots, and what
//! `__reduce_ex__` tells of it, as when it is pickled or copied. The order of a set or of a dictionary does not count. A value
//! that `functools.cached_property` keeps counts only if it is not what the property returns when it is asked afresh.
//!
//! **Sharing.** `[a, a]` and `[a, b]` are different things where `a` and `b` can be told apart by `is` or by changing one of
//! them. So objects are numbered as they are first met, and met again they count by their number; this also ends
//! cycles, and looks at each object once. Tuples, frozen sets, frozen dataclasses and the like are not numbered: whether two of them
//! are one object is an accident. Where numbers are taken by their value, as `==` takes them, only those objects are
//! numbered that equal only themselves.
//!
//! An object that is nested more than [`DEEPEST`] levels deep counts by its own `==`, and so does one without attributes that
//! tells nothing of itself, such as a function. An object that has more than [`MOST_PARTS`] parts is an error.
//!
//! Contents are 128 bits of a hash. Types are kept apart, so that `True` is not `1`, unless numbers are to be taken by
//! their value.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyException;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PySet, PyString, PyTuple, PyType,
};

use crate::errors::{contract, shown};
pub(crate) use crate::lanes::Content;
use crate::lanes::{Lanes, Tag, feed_content, feed_int};

/// How many levels are looked into.
const DEEPEST: usize = 100;
/// How many parts are looked at.
const MOST_PARTS: usize = 1 << 20;
/// How many objects within each other are looked into when the members of a set are put in order.
const DEEPEST_RANK: usize = 3;

/// Tells what objects are made of. Its answers can be compared with each other, not with those of another one.
#[pyclass(module = "pnyx._core", frozen)]
pub(crate) struct Contents {
    /// Take numbers by their value, as `==` does.
    by_value: bool,
    enumeration: Py<PyAny>,
    number: Py<PyAny>,
    cached_property: Py<PyAny>,
    slot_names: Py<PyAny>,
    object: Py<PyAny>,
    /// The game, to which positions may refer, and which keeps what it likes.
    game: Option<Py<PyAny>>,
    /// The types that were met, by their addresses, which are their own for as long as they are held.
    kinds: Mutex<HashMap<usize, Arc<Kind>>>,
    /// What cannot be looked into.
    opaque: Py<PyDict>,
    unequal: AtomicU32,
}

/// What there is to know of a type.
struct Kind {
    held: Py<PyType>,
    /// Its objects are numbered.
    is_numbered: bool,
    slots: Vec<Py<PyString>>,
    has_cached: bool,
}

/// Why an object was not looked into any further.
enum Broken {
    /// It has too many parts.
    TooLarge,
    /// It does not tell what it is made of.
    Silent,
    /// Something that is nobody's mistake, such as Ctrl-C.
    Raised(PyErr),
}

impl From<PyErr> for Broken {
    fn from(error: PyErr) -> Broken {
        let mistake = Python::attach(|py| error.is_instance_of::<PyException>(py));
        if mistake { Broken::Silent } else { Broken::Raised(error) }
    }
}

#[pymethods]
impl Contents {
    #[new]
    #[pyo3(signature = (*, by_value))]
    fn begin(py: Python<'_>, by_value: bool) -> PyResult<Contents> {
        Contents::new(py, by_value)
    }

    /// What an object is made of, as 16 bytes.
    fn content<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let Content(one, other) = self.of(object)?;
        Ok(PyBytes::new(object.py(), &[one.to_le_bytes(), other.to_le_bytes()].concat()))
    }
}

/// What is known of an object that was met before.
#[derive(Clone, Copy)]
enum Seen {
    /// It is being looked at, at this level.
    Open(usize),
    Number(u32),
    Whole(Content),
}

/// What was met on the way from the whole to the part that is looked at.
#[derive(Default)]
struct Way<'py> {
    /// By address, which is an object's own for as long as it is held.
    seen: HashMap<usize, Seen>,
    held: Vec<Bound<'py, PyAny>>,
    level: usize,
    parts: usize,
    numbered: u32,
    /// How often an object was numbered, or met again.
    met: usize,
    /// Something was met that could change.
    may_change: bool,
    /// Only for an order: how many objects within each other to look into.
    rank: Option<usize>,
}

impl Contents {
    pub fn new(py: Python<'_>, by_value: bool) -> PyResult<Contents> {
        Ok(Contents {
            by_value,
            enumeration: py.import("enum")?.getattr("Enum")?.unbind(),
            number: py.import("numbers")?.getattr("Number")?.unbind(),
            cached_property: py.import("functools")?.getattr("cached_property")?.unbind(),
            slot_names: py.import("copyreg")?.getattr("_slotnames")?.unbind(),
            object: py.import("builtins")?.getattr("object")?.unbind(),
            game: None,
            kinds: Mutex::default(),
            opaque: PyDict::new(py).unbind(),
            unequal: AtomicU32::new(0),
        })
    }

    /// For the positions of a game, which is no part of them.
    pub fn of_game(game: &Bound<'_, PyAny>, by_value: bool) -> PyResult<Contents> {
        Ok(Contents { game: Some(game.clone().unbind()), ..Contents::new(game.py(), by_value)? })
    }

    /// What an object is made of. An error is nobody's mistake, such as Ctrl-C, or that the object is too large.
    pub fn of(&self, object: &Bound<'_, PyAny>) -> PyResult<Content> {
        Ok(self.look(object)?.0)
    }

    /// What an object is made of, and whether that could change.
    pub fn look(&self, object: &Bound<'_, PyAny>) -> PyResult<(Content, bool)> {
        let (mut lanes, mut way) = (Lanes::new(), Way::default());
        match self.feed(object, &mut lanes, &mut way) {
            Ok(()) => Ok((lanes.content(), way.may_change)),
            Err(Broken::Raised(error)) => Err(error),
            Err(Broken::TooLarge) => Err(contract(format!(
                "a position or a move must be made of no more than {MOST_PARTS} parts, but {} is made of more",
                shown(object)
            ))),
            Err(Broken::Silent) => {
                let mut lanes = Lanes::new();
                self.feed_unequal(&mut lanes);
                Ok((lanes.content(), true))
            }
        }
    }

    /// What several objects are made of, in their order.
    pub fn of_all(&self, objects: &Bound<'_, PyTuple>) -> PyResult<Content> {
        let mut lanes = Lanes::new();
        for object in objects {
            feed_content(self.of(&object)?, &mut lanes);
        }
        Ok(lanes.content())
    }

    fn feed<'py>(
        &self,
        object: &Bound<'py, PyAny>,
        lanes: &mut Lanes,
        way: &mut Way<'py>,
    ) -> Result<(), Broken> {
        way.parts += 1;
        if way.parts > MOST_PARTS {
            return Err(Broken::TooLarge);
        }
        if object.is_none() {
            lanes.tag(Tag::Nothing, 0);
        } else if let Ok(truth) = object.cast_exact::<PyBool>() {
            lanes.tag(if self.by_value { Tag::Int } else { Tag::Truth }, 0);
            lanes.number(u64::from(truth.is_true()));
        } else if object.is_exact_instance_of::<PyInt>() {
            feed_int(object, lanes)?;
        } else if let Ok(float) = object.cast_exact::<PyFloat>() {
            let is_whole = self.by_value && float.call_method0("is_integer")?.is_truthy()?;
            if is_whole {
                feed_int(&float.call_method0("__int__")?, lanes)?;
            } else {
                lanes.tag(Tag::Float, 0);
                lanes.number(float.value().to_bits());
            }
        } else if let Ok(text) = object.cast_exact::<PyString>() {
            match text.to_str() {
                Ok(text) => lanes.bytes(Tag::Text, text.as_bytes()),
                // Half a character: Python has a way of writing it.
                Err(_) => lanes.bytes(Tag::OddText, text.repr()?.to_str()?.as_bytes()),
            }
        } else if let Ok(bytes) = object.cast_exact::<PyBytes>() {
            lanes.bytes(Tag::Bytes, bytes.as_bytes());
        } else if let Ok(kind) = object.cast::<PyType>() {
            self.feed_type(kind, lanes)?;
        } else {
            return self.feed_nested(object, lanes, way);
        }
        Ok(())
    }

    /// What may hold other objects, and itself.
    fn feed_nested<'py>(
        &self,
        object: &Bound<'py, PyAny>,
        lanes: &mut Lanes,
        way: &mut Way<'py>,
    ) -> Result<(), Broken> {
        let place = object.as_ptr() as usize;
        if self.game.as_ref().is_some_and(|game| game.is(object)) {
            lanes.tag(Tag::Game, 0);
            return Ok(());
        }
        if let Some(seen) = way.seen.get(&place).copied() {
            match seen {
                Seen::Whole(content) => feed_content(content, lanes),
                Seen::Number(number) => lanes.tag(Tag::Again, number as usize),
                Seen::Open(level) => lanes.tag(Tag::Above, way.level - level),
            }
            way.met += usize::from(!matches!(seen, Seen::Whole(_)));
            return Ok(());
        }
        if way.level >= DEEPEST {
            way.may_change = true;
            return Ok(self.feed_opaque(object, lanes)?);
        }
        let frozen = object.is_exact_instance_of::<PyTuple>() || object.is_exact_instance_of::<PyFrozenSet>();
        way.may_change |= !frozen;
        let is_numbered = !frozen && self.kind(&object.get_type())?.is_numbered;
        // Temporary objects must not go either: another one could get their address.
        way.held.push(object.clone());
        let before = way.met;
        if is_numbered {
            way.seen.insert(place, Seen::Number(way.numbered));
            way.numbered += 1;
            way.met += 1;
        } else {
            way.seen.insert(place, Seen::Open(way.level));
        }
        let mut own = Lanes::new();
        way.level += 1;
        let fed = self.feed_parts(object, &mut own, way);
        way.level -= 1;
        fed?;
        feed_content(own.content(), lanes);
        if !is_numbered && way.met == before {
            way.seen.insert(place, Seen::Whole(own.content()));
        } else if !is_numbered {
            way.seen.remove(&place);
        }
        Ok(())
    }

    fn feed_parts<'py>(
        &self,
        object: &Bound<'py, PyAny>,
        lanes: &mut Lanes,
        way: &mut Way<'py>,
    ) -> Result<(), Broken> {
        if let Ok(tuple) = object.cast_exact::<PyTuple>() {
            lanes.tag(Tag::Tuple, tuple.len());
            for part in tuple {
                self.feed(&part, lanes, way)?;
            }
        } else if let Ok(list) = object.cast_exact::<PyList>() {
            lanes.tag(Tag::List, list.len());
            for part in list {
                self.feed(&part, lanes, way)?;
            }
        } else if let Ok(dict) = object.cast_exact::<PyDict>() {
            self.feed_dict(dict, None, lanes, way)?;
        } else if object.is_instance(self.enumeration.bind(object.py()))? {
            lanes.tag(Tag::Enum, 0);
            self.feed_type(&object.get_type(), lanes)?;
            self.feed(&object.getattr("_name_")?, lanes, way)?;
            self.feed(&object.getattr("_value_")?, lanes, way)?;
        } else if object.is_instance_of::<PySet>() || object.is_instance_of::<PyFrozenSet>() {
            self.feed_set(object, lanes, way)?;
            if !(object.is_exact_instance_of::<PySet>() || object.is_exact_instance_of::<PyFrozenSet>()) {
                self.feed_attributes(object, lanes, way)?;
            }
        } else {
            return self.feed_object(object, lanes, way);
        }
        Ok(())
    }

    /// A set, in an order that its members are in wherever they are.
    fn feed_set<'py>(
        &self,
        set: &Bound<'py, PyAny>,
        lanes: &mut Lanes,
        way: &mut Way<'py>,
    ) -> Result<(), Broken> {
        let mut parts = Vec::new();
        // A subclass may have an iterator of its own.
        let own = set.py().get_type::<PyFrozenSet>().call1((set,));
        for part in own.as_ref().unwrap_or(set).try_iter()? {
            let part = part?;
            parts.push((self.rank(&part, way)?, part));
        }
        parts.sort_by_key(|part| part.0);
        lanes.tag(Tag::Set, parts.len());
        self.feed_type(&set.get_type(), lanes)?;
        for (_, part) in parts {
            self.feed(&part, lanes, way)?;
        }
        Ok(())
    }

    /// What puts an object in order: all of it, as far as it is made of numbers, texts and tuples, and a few levels of the rest.
    fn rank<'py>(&self, object: &Bound<'py, PyAny>, way: &mut Way<'py>) -> Result<Content, Broken> {
        let mut lanes = Lanes::new();
        let mut own = Way {
            level: way.level,
            parts: way.parts,
            rank: Some(way.rank.unwrap_or(DEEPEST_RANK)),
            ..Way::default()
        };
        let fed = self.feed(object, &mut lanes, &mut own);
        // Most members are plain, and looking at them once more costs as much.
        way.parts = own.parts;
        fed.map(|()| lanes.content())
    }

    /// An object of any other type: its attributes, and what it tells of itself.
    fn feed_object<'py>(
        &self,
        object: &Bound<'py, PyAny>,
        lanes: &mut Lanes,
        way: &mut Way<'py>,
    ) -> Result<(), Broken> {
        let kind = object.get_type();
        self.feed_type(&kind, lanes)?;
        if let Some(rank) = way.rank {
            if rank == 0 {
                lanes.tag(Tag::Rank, 0);
                return Ok(());
            }
            way.rank = Some(rank - 1);
            let fed = self.feed_told(object, &kind, lanes, way);
            way.rank = Some(rank);
            return fed;
        }
        self.feed_told(object, &kind, lanes, way)
    }

    fn feed_told<'py>(
        &self,
        object: &Bound<'py, PyAny>,
        kind: &Bound<'py, PyType>,
        lanes: &mut Lanes,
        way: &mut Way<'py>,
    ) -> Result<(), Broken> {
        let has_attributes = self.feed_attributes(object, lanes, way)?;
        let told = match object.call_method1(intern!(object.py(), "__reduce_ex__"), (2,)) {
            Ok(told) => told.cast_into::<PyTuple>().ok(),
            Err(error) => match Broken::from(error) {
                Broken::Raised(error) => return Err(Broken::Raised(error)),
                _ => None,
            },
        };
        // Functions are silent, and named by their module.
        let Some(told) = told else {
            if !has_attributes || object.is_callable() {
                self.feed_opaque(object, lanes)?;
            }
            return Ok(());
        };
        lanes.tag(Tag::Object, told.len());
        for (place, part) in told.iter().enumerate() {
            match place {
                // How it is made, which its type tells as well, as a rule.
                0 => self.feed_opaque(&part, lanes)?,
                2 => self.feed_state(&part, kind, lanes, way)?,
                // Iterators over the items of lists and dictionaries.
                3 | 4 if !part.is_none() => {
                    let mut count = 0;
                    for item in part.try_iter()? {
                        self.feed(&item?, lanes, way)?;
                        count += 1;
                    }
                    lanes.number(count);
                }
                _ => self.feed(&part, lanes, way)?,
            }
        }
        Ok(())
    }

    /// The attributes and the slots of an object, whatever it tells of them; whether it has any.
    fn feed_attributes<'py>(
        &self,
        object: &Bound<'py, PyAny>,
        lanes: &mut Lanes,
        way: &mut Way<'py>,
    ) -> Result<bool, Broken> {
        let kind = self.kind(&object.get_type())?;
        let mut any = !kind.slots.is_empty();
        if let Some(attributes) = object.getattr_opt(intern!(object.py(), "__dict__"))?
            && let Ok(attributes) = attributes.cast_into_exact::<PyDict>()
        {
            any = true;
            self.feed_dict(&attributes, Some((&kind, object)), lanes, way)?;
            // Told once more, it is not looked at again.
            way.seen.insert(attributes.as_ptr() as usize, Seen::Whole(Content(0, 0)));
            way.held.push(attributes.into_any());
        }
        for name in &kind.slots {
            match object.getattr_opt(name)? {
                Some(value) => self.feed(&value, lanes, way)?,
                None => lanes.tag(Tag::Slot, 0),
            }
        }
        Ok(any)
    }

    /// The attributes that an object tells: a dictionary, or a pair of one and the slots.
    fn feed_state<'py>(
        &self,
        state: &Bound<'py, PyAny>,
        kind: &Bound<'py, PyType>,
        lanes: &mut Lanes,
        way: &mut Way<'py>,
    ) -> Result<(), Broken> {
        if let Ok(attributes) = state.cast_exact::<PyDict>() {
            return self.feed_told_dict(attributes, kind, lanes, way);
        }
        if let Ok(pair) = state.cast_exact::<PyTuple>()
            && pair.len() == 2
        {
            for part in pair {
                match part.cast_exact::<PyDict>() {
                    Ok(attributes) => self.feed_told_dict(attributes, kind, lanes, way)?,
                    Err(_) => self.feed(&part, lanes, way)?,
                }
            }
            return Ok(());
        }
        self.feed(state, lanes, way)
    }

    /// Told attributes, without what properties keep: that was looked at before.
    fn feed_told_dict<'py>(
        &self,
        dict: &Bound<'py, PyDict>,
        kind: &Bound<'py, PyType>,
        lanes: &mut Lanes,
        way: &mut Way<'py>,
    ) -> Result<(), Broken> {
        if way.seen.contains_key(&(dict.as_ptr() as usize)) {
            return self.feed(dict.as_any(), lanes, way);
        }
        let mut told = dict.clone();
        if self.kind(kind)?.has_cached {
            told = dict.copy()?;
            for name in dict.keys() {
                if self.cached(kind, &name)?.is_some() {
                    told.del_item(&name)?;
                }
            }
        }
        self.feed_dict(&told, None, lanes, way)
    }

    /// The property that keeps its values under a name, if there is one.
    fn cached<'py>(
        &self,
        kind: &Bound<'py, PyType>,
        name: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Ok(name) = name.cast::<PyString>() else { return Ok(None) };
        let Some(found) = kind.getattr_opt(name)? else { return Ok(None) };
        Ok(found.is_instance(self.cached_property.bind(kind.py()))?.then_some(found))
    }

    /// A dictionary in whatever order. As the attributes of an object, it is without what properties keep of what they have
    /// computed, if they return the same afresh.
    fn feed_dict<'py>(
        &self,
        dict: &Bound<'py, PyDict>,
        of: Option<(&Kind, &Bound<'py, PyAny>)>,
        lanes: &mut Lanes,
        way: &mut Way<'py>,
    ) -> Result<(), Broken> {
        // Asking a property may add to it.
        let items: Vec<_> = dict.iter().collect();
        let mut parts = Vec::with_capacity(items.len());
        for (key, value) in items {
            if let Some((kind, object)) = of
                && kind.has_cached
                && let Some(property) = self.cached(kind.held.bind(dict.py()), &key)?
                && let Ok(afresh) = property.getattr("func").and_then(|func| func.call1((object,)))
                && self.of(&afresh)? == self.of(&value)?
            {
                continue;
            }
            parts.push((self.rank(&key, way)?, key, value));
        }
        parts.sort_by_key(|part| part.0);
        lanes.tag(Tag::Dict, parts.len());
        for (_, key, value) in parts {
            self.feed(&key, lanes, way)?;
            self.feed(&value, lanes, way)?;
        }
        Ok(())
    }

    /// What there is to know of a type.
    fn kind(&self, kind: &Bound<'_, PyType>) -> PyResult<Arc<Kind>> {
        let place = kind.as_ptr() as usize;
        if let Some(known) = self.kinds.lock().expect("never poisoned").get(&place) {
            return Ok(known.clone());
        }
        let py = kind.py();
        let object = self.object.bind(py);
        let own = |name: &str| Ok::<_, PyErr>(!kind.getattr(name)?.is(&object.getattr(name)?));
        let equals_only_itself = !own("__eq__")?;
        let can_be_set = !own("__setattr__")? && !kind.is_subclass(self.number.bind(py))?;
        let can_change = kind.getattr("__hash__")?.is_none() || can_be_set && self.has_attributes(kind)?;
        let is_enumeration = kind.is_subclass(self.enumeration.bind(py))?;
        let mut has_cached = false;
        for class in kind.mro() {
            let values = class.getattr("__dict__")?.call_method0("values")?;
            for value in values.try_iter()? {
                has_cached |= value?.is_instance(self.cached_property.bind(py))?;
            }
        }
        let slots =
            self.slot_names.bind(py).call1((kind,)).and_then(|names| names.extract::<Vec<Py<PyString>>>());
        let known = Arc::new(Kind {
            held: kind.clone().unbind(),
            is_numbered: !is_enumeration && (equals_only_itself || !self.by_value && can_change),
            slots: slots.unwrap_or_default(),
            has_cached,
        });
        Ok(self.kinds.lock().expect("never poisoned").entry(place).or_insert(known).clone())
    }

    /// Whether objects of a type have attributes or slots of their own.
    fn has_attributes(&self, kind: &Bound<'_, PyType>) -> PyResult<bool> {
        let slots = self.slot_names.bind(kind.py()).call1((kind,))?.len()? > 0;
        let offset: isize = kind.getattr("__dictoffset__")?.extract()?;
        Ok(slots || offset != 0)
    }

    fn feed_type(&self, kind: &Bound<'_, PyType>, lanes: &mut Lanes) -> PyResult<()> {
        // It is held from now on.
        self.kind(kind)?;
        lanes.tag(Tag::Type, kind.as_ptr() as usize);
        Ok(())
    }

    /// The number of an object by its own equality.
    fn number(&self, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        let numbers = self.opaque.bind(object.py());
        numbers.call_method1("setdefault", (object, numbers.len()))?.extract()
    }

    /// An object by its own equality; one that cannot be compared is like no other.
    fn feed_opaque(&self, object: &Bound<'_, PyAny>, lanes: &mut Lanes) -> PyResult<()> {
        match self.number(object) {
            Ok(number) => lanes.tag(Tag::Opaque, number as usize),
            Err(error) if error.is_instance_of::<PyException>(object.py()) => self.feed_unequal(lanes),
            Err(error) => return Err(error),
        }
        Ok(())
    }

    fn feed_unequal(&self, lanes: &mut Lanes) {
        lanes.tag(Tag::Unequal, self.unequal.fetch_add(1, Ordering::Relaxed) as usize);
    }
}
