//! What an object of Python is made of, told apart without asking the object's own `==`.
//!
//! Numbers, texts and containers are taken as they are, all other objects by what `__reduce_ex__` tells of them, as when
//! they are pickled or copied: the attributes, as a rule. The order of a set or of a dictionary does not count, nor does
//! what `functools.cached_property` keeps. An object that tells nothing of itself, that is nested more than
//! [`DEEPEST`] levels deep, or that is made of more than [`MOST_PARTS`] parts, counts by its own `==`.
//!
//! Contents are 128 bits of a hash. Types are kept apart, so that `True` is not `1`, unless numbers are to be taken by
//! their value.

use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher;
use std::sync::atomic::{AtomicU32, Ordering};

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PySet, PyString, PyTuple, PyType,
};

/// How many levels are looked into.
const DEEPEST: usize = 100;
/// How many parts are looked at.
const MOST_PARTS: usize = 1 << 20;

/// What something is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Content(u64, u64);

/// Tells what objects are made of. Its answers can be compared with each other, not with those of another one.
#[pyclass(module = "pnyx._core", frozen)]
pub(crate) struct Contents {
    /// Take numbers by their value, as `==` does.
    by_value: bool,
    enumeration: Py<PyAny>,
    cached_property: Py<PyAny>,
    /// What cannot be looked into.
    opaque: Py<PyDict>,
    unequal: AtomicU32,
}

/// Two hashes of the same bytes.
struct Lanes(DefaultHasher, DefaultHasher);

impl Lanes {
    fn new() -> Lanes {
        let mut other = DefaultHasher::new();
        other.write_u64(0x9e37_79b9_7f4a_7c15);
        Lanes(DefaultHasher::new(), other)
    }

    fn number(&mut self, number: u64) {
        self.0.write_u64(number);
        self.1.write_u64(number);
    }

    fn bytes(&mut self, tag: Tag, bytes: &[u8]) {
        self.tag(tag, bytes.len());
        self.0.write(bytes);
        self.1.write(bytes);
    }

    fn tag(&mut self, tag: Tag, length: usize) {
        self.number(tag as u64);
        self.number(length as u64);
    }

    fn content(&self) -> Content {
        Content(self.0.finish(), self.1.finish())
    }
}

#[derive(Clone, Copy)]
enum Tag {
    Nothing,
    Truth,
    Int,
    LongInt,
    Float,
    Text,
    OddText,
    Bytes,
    Tuple,
    List,
    Dict,
    Set,
    Enum,
    Object,
    Type,
    Opaque,
    Unequal,
    Above,
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

/// The way from the whole to the part that is looked at.
struct Way {
    above: Vec<usize>,
    parts: usize,
}

impl Contents {
    pub fn new(py: Python<'_>, by_value: bool) -> PyResult<Contents> {
        Ok(Contents {
            by_value,
            enumeration: py.import("enum")?.getattr("Enum")?.unbind(),
            cached_property: py.import("functools")?.getattr("cached_property")?.unbind(),
            opaque: PyDict::new(py).unbind(),
            unequal: AtomicU32::new(0),
        })
    }

    /// What an object is made of. An error is nobody's mistake, such as Ctrl-C.
    pub fn of(&self, object: &Bound<'_, PyAny>) -> PyResult<Content> {
        let (mut lanes, mut way) = (Lanes::new(), Way { above: Vec::new(), parts: 0 });
        match self.feed(object, &mut lanes, &mut way) {
            Ok(()) => Ok(lanes.content()),
            Err(Broken::Raised(error)) => Err(error),
            Err(Broken::TooLarge | Broken::Silent) => {
                let mut lanes = Lanes::new();
                self.feed_opaque(object, &mut lanes)?;
                Ok(lanes.content())
            }
        }
    }

    /// What several objects are made of, in their order.
    pub fn of_all(&self, objects: &Bound<'_, PyTuple>) -> PyResult<Content> {
        let mut lanes = Lanes::new();
        for object in objects {
            let Content(one, other) = self.of(&object)?;
            lanes.number(one);
            lanes.number(other);
        }
        Ok(lanes.content())
    }

    fn feed(&self, object: &Bound<'_, PyAny>, lanes: &mut Lanes, way: &mut Way) -> Result<(), Broken> {
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
            feed_type(kind, lanes);
        } else {
            return self.feed_nested(object, lanes, way);
        }
        Ok(())
    }

    /// What may hold other objects, and itself.
    fn feed_nested(&self, object: &Bound<'_, PyAny>, lanes: &mut Lanes, way: &mut Way) -> Result<(), Broken> {
        let place = object.as_ptr() as usize;
        if let Some(levels) = way.above.iter().rev().position(|&above| above == place) {
            lanes.tag(Tag::Above, levels);
            return Ok(());
        }
        if way.above.len() >= DEEPEST {
            return Ok(self.feed_opaque(object, lanes)?);
        }
        way.above.push(place);
        let fed = self.feed_parts(object, lanes, way);
        way.above.pop();
        fed
    }

    fn feed_parts(&self, object: &Bound<'_, PyAny>, lanes: &mut Lanes, way: &mut Way) -> Result<(), Broken> {
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
        } else if object.is_instance_of::<PySet>() || object.is_instance_of::<PyFrozenSet>() {
            let mut parts = Vec::new();
            for part in object.try_iter()? {
                parts.push(self.apart(&part?, way)?);
            }
            parts.sort_unstable();
            lanes.tag(Tag::Set, parts.len());
            feed_type(&object.get_type(), lanes);
            parts.into_iter().for_each(|part| feed_content(part, lanes));
            if let Some(state) = object.getattr_opt("__dict__")?.filter(|state| !state.is_none()) {
                self.feed(&state, lanes, way)?;
            }
        } else if object.is_instance(self.enumeration.bind(object.py()))? {
            lanes.tag(Tag::Enum, 0);
            feed_type(&object.get_type(), lanes);
            self.feed(&object.getattr("_name_")?, lanes, way)?;
            self.feed(&object.getattr("_value_")?, lanes, way)?;
        } else {
            return self.feed_object(object, lanes, way);
        }
        Ok(())
    }

    /// An object of any other type, by what it tells of itself.
    fn feed_object(&self, object: &Bound<'_, PyAny>, lanes: &mut Lanes, way: &mut Way) -> Result<(), Broken> {
        let told = object.call_method1("__reduce_ex__", (2,));
        let told = match told {
            Ok(told) => told,
            // In the midst of others it may be silent: functions are.
            Err(error) => {
                return match Broken::from(error) {
                    Broken::Raised(error) => Err(Broken::Raised(error)),
                    _ => Ok(self.feed_opaque(object, lanes)?),
                };
            }
        };
        let Ok(told) = told.cast_into::<PyTuple>() else { return Ok(self.feed_opaque(object, lanes)?) };
        let kind = object.get_type();
        lanes.tag(Tag::Object, told.len());
        feed_type(&kind, lanes);
        for (place, part) in told.iter().enumerate() {
            match place {
                // How it is made, which its type tells as well, as a rule.
                0 => self.feed_opaque(&part, lanes)?,
                2 => self.feed_state(&part, &kind, lanes, way)?,
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

    /// The attributes of an object: a dictionary, or a pair of one and the slots.
    fn feed_state(
        &self,
        state: &Bound<'_, PyAny>,
        kind: &Bound<'_, PyType>,
        lanes: &mut Lanes,
        way: &mut Way,
    ) -> Result<(), Broken> {
        if let Ok(attributes) = state.cast_exact::<PyDict>() {
            return self.feed_dict(attributes, Some(kind), lanes, way);
        }
        if let Ok(pair) = state.cast_exact::<PyTuple>()
            && pair.len() == 2
            && let Ok(attributes) = pair.get_item(0)?.cast_exact::<PyDict>()
        {
            self.feed_dict(attributes, Some(kind), lanes, way)?;
            return self.feed(&pair.get_item(1)?, lanes, way);
        }
        self.feed(state, lanes, way)
    }

    /// A dictionary in whatever order; as the attributes of an object, without what it keeps of what it has computed.
    fn feed_dict(
        &self,
        dict: &Bound<'_, PyDict>,
        kind: Option<&Bound<'_, PyType>>,
        lanes: &mut Lanes,
        way: &mut Way,
    ) -> Result<(), Broken> {
        let mut parts = Vec::with_capacity(dict.len());
        for (key, value) in dict {
            if let Some(kind) = kind
                && let Ok(name) = key.cast::<PyString>()
                && let Some(attribute) = kind.getattr_opt(name)?
                && attribute.is_instance(self.cached_property.bind(dict.py()))?
            {
                continue;
            }
            parts.push((self.apart(&key, way)?, self.apart(&value, way)?));
        }
        parts.sort_unstable();
        lanes.tag(Tag::Dict, parts.len());
        for (key, value) in parts {
            feed_content(key, lanes);
            feed_content(value, lanes);
        }
        Ok(())
    }

    /// What a part is made of, by itself.
    fn apart(&self, part: &Bound<'_, PyAny>, way: &mut Way) -> Result<Content, Broken> {
        let mut lanes = Lanes::new();
        self.feed(part, &mut lanes, way)?;
        Ok(lanes.content())
    }

    /// An object by its own equality; one that cannot be compared is like no other.
    /// The number of an object by its own equality.
    fn number(&self, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        let numbers = self.opaque.bind(object.py());
        numbers.call_method1("setdefault", (object, numbers.len()))?.extract()
    }

    fn feed_opaque(&self, object: &Bound<'_, PyAny>, lanes: &mut Lanes) -> PyResult<()> {
        match self.number(object) {
            Ok(number) => lanes.tag(Tag::Opaque, number as usize),
            Err(error) if error.is_instance_of::<PyException>(object.py()) => {
                lanes.tag(Tag::Unequal, self.unequal.fetch_add(1, Ordering::Relaxed) as usize);
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

fn feed_content(content: Content, lanes: &mut Lanes) {
    lanes.number(content.0);
    lanes.number(content.1);
}

fn feed_type(kind: &Bound<'_, PyType>, lanes: &mut Lanes) {
    lanes.tag(Tag::Type, kind.as_ptr() as usize);
}

fn feed_int(int: &Bound<'_, PyAny>, lanes: &mut Lanes) -> PyResult<()> {
    if let Ok(small) = int.extract::<i64>() {
        lanes.tag(Tag::Int, 0);
        lanes.number(small as u64);
    } else {
        let bits: usize = int.call_method0("bit_length")?.extract()?;
        let bytes = int.call_method1("to_bytes", (bits / 8 + 1, "little"));
        // Below 0, a sign has to be asked for: the opposite number tells the same.
        let (tag, bytes) = match bytes {
            Ok(bytes) => (Tag::LongInt, bytes),
            Err(_) => (Tag::Int, int.neg()?.call_method1("to_bytes", (bits / 8 + 1, "little"))?),
        };
        lanes.bytes(tag, bytes.cast::<PyBytes>()?.as_bytes());
    }
    Ok(())
}
