//! What an object of Python consists of, told apart without asking the object's own `==`.
//!
//! Numbers, texts and containers are taken as they are. Any other object is its type, its attributes and slots, and what
//! `__reduce_ex__` says of it, as when it is pickled or copied. The order of a set or of a dictionary does not count. A value
//! that `functools.cached_property` keeps counts only if the property returns something else when it is called again. The walk
//! through an object, and what sharing means, are in `pnyx_solver::contents`.
//!
//! Where numbers are taken by their value, as `==` takes them, only those objects are numbered that equal only themselves.
//! Elsewhere types are kept apart, so that `True` is not `1`.
//!
//! An object that is nested too deep counts by its own `==`, and so does one without attributes that says nothing of
//! itself, such as a function. An object with too many parts is an error.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use pnyx_solver::contents::{Content, Hash, Identity, MOST_PARTS, Mixer, Objects, Part, Parts, Unread, read};
use pyo3::exceptions::PyException;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFrozenSet, PyList, PySet, PyString, PyTuple, PyType};

use crate::errors::{contract, shown};
use crate::objects::{Builtins, FROZEN_SET, SET, TUPLE, Unreadable, items, unread};

/// Reads what objects consist of. Its answers can be compared with each other, not with those of another one.
#[pyclass(module = "pnyx._core", frozen)]
pub struct Contents {
    /// Take numbers by their value, as `==` does.
    by_value: bool,
    builtins: Builtins,
    number: Py<PyAny>,
    cached_property: Py<PyAny>,
    /// The game, to which positions may refer, and which keeps what it likes.
    game: Option<Py<PyAny>>,
    /// The types that were met, by their addresses, which are their own for as long as they are held.
    classes: Mutex<HashMap<usize, Arc<Class>>>,
    /// Objects that count by their own equality, with their numbers.
    opaque: Py<PyDict>,
    unequal: AtomicU64,
}

/// A type.
struct Class {
    held: Py<PyType>,
    /// Its objects are numbered.
    is_numbered: bool,
    /// Its objects are containers of Python's own, or members of an enumeration.
    is_container: bool,
    slots: Vec<Py<PyString>>,
    has_cached: bool,
}

type PyParts<'py> = Vec<Part<Bound<'py, PyAny>, 2>>;

#[pymethods]
impl Contents {
    #[new]
    #[pyo3(signature = (*, by_value))]
    fn begin(py: Python<'_>, by_value: bool) -> PyResult<Contents> {
        Contents::new(py, None, by_value)
    }

    /// What an object consists of, as 16 bytes.
    fn content<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let words = self.read(object)?.0;
        Ok(PyBytes::new(object.py(), words.map(u64::to_le_bytes).as_flattened()))
    }
}

impl Contents {
    /// For the positions of a game, which is no part of them.
    pub fn new(py: Python<'_>, game: Option<Py<PyAny>>, by_value: bool) -> PyResult<Contents> {
        Ok(Contents {
            by_value,
            builtins: Builtins::new(py)?,
            number: py.import("numbers")?.getattr("Number")?.unbind(),
            cached_property: py.import("functools")?.getattr("cached_property")?.unbind(),
            game,
            classes: Mutex::default(),
            opaque: PyDict::new(py).unbind(),
            unequal: AtomicU64::new(0),
        })
    }

    /// What an object consists of, and whether that could change. An error is not the object's fault, such as Ctrl-C, or says
    /// that the object is too large.
    pub fn read(&self, object: &Bound<'_, PyAny>) -> PyResult<(Content, bool)> {
        match read(&Reader(self, PhantomData), object) {
            Ok(content) => Ok(content),
            Err(Unread::Raised(error)) => Err(error),
            Err(Unread::TooLarge) => Err(contract(format!(
                "a position or a move must be made of no more than {MOST_PARTS} parts, but {} is made of more",
                shown(object)
            ))),
            Err(Unread::Silent) => Ok((self.unequal(), true)),
        }
    }

    /// Whether an object has no equality of its own.
    pub fn equals_itself_only(&self, object: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.builtins.equals_itself_only(object)
    }

    /// The parts of an object of a class: its attributes, and what it would be pickled as.
    fn object_parts<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<PyParts<'py>> {
        let class = self.class(&object.get_type())?;
        let mut parts = vec![self.type_part(&object.get_type())?];
        let attributes = self.add_attributes(object, &class, &mut parts)?;
        let pickled = match object.call_method1(intern!(object.py(), "__reduce_ex__"), (2,)) {
            Ok(pickled) => pickled.cast_into::<PyTuple>().ok(),
            Err(error) if error.is_instance_of::<PyException>(object.py()) => None,
            Err(error) => return Err(error),
        };
        // Functions are silent, and named by their module.
        let Some(pickled) = pickled else {
            if attributes.is_none() && class.slots.is_empty() || object.is_callable() {
                parts.push(Part::Known(self.opaque(object)?));
            }
            return Ok(parts);
        };
        parts.push(Part::Number(pickled.len() as u64));
        for (place, part) in pickled.iter().enumerate() {
            match place {
                // How it is made, which as a rule its type says as well.
                0 => parts.push(Part::Known(self.opaque(&part)?)),
                2 => self.add_state(part, &class, attributes.as_ref(), &mut parts)?,
                // Iterators over the items of lists and dictionaries.
                3 | 4 if !part.is_none() => parts.push(Part::Group(b'r', items(&part)?)),
                _ => parts.push(Part::Object(part)),
            }
        }
        Ok(parts)
    }

    /// The attributes and the slots of an object, whatever it is pickled as; returns the dictionary of its attributes.
    fn add_attributes<'py>(
        &self,
        object: &Bound<'py, PyAny>,
        class: &Class,
        parts: &mut PyParts<'py>,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let attributes = object.getattr_opt(intern!(object.py(), "__dict__"))?;
        let attributes = attributes.and_then(|attributes| attributes.cast_into_exact::<PyDict>().ok());
        if let Some(attributes) = &attributes {
            parts.push(self.dict_part(attributes, |name, value| {
                let Some(property) = self.cached(class, name)? else { return Ok(true) };
                let again = property.getattr("func").and_then(|func| func.call1((object,)));
                Ok(match again {
                    Ok(again) => self.read(&again)?.0 != self.read(value)?.0,
                    Err(_) => true,
                })
            })?);
            parts.push(Part::Skipped(attributes.clone().into_any()));
        }
        for name in &class.slots {
            parts.push(object.getattr_opt(name)?.map_or(Part::Number(0), Part::Object));
        }
        Ok(attributes)
    }

    /// The attributes that an object is pickled with: a dictionary, or a pair of one and the slots. What properties keep was
    /// read before.
    fn add_state<'py>(
        &self,
        state: Bound<'py, PyAny>,
        class: &Class,
        attributes: Option<&Bound<'py, PyDict>>,
        parts: &mut PyParts<'py>,
    ) -> PyResult<()> {
        let all = match state.cast_exact::<PyTuple>() {
            Ok(pair) if pair.len() == 2 => pair.iter().collect(),
            _ => vec![state],
        };
        for part in all {
            parts.push(match part.cast_exact::<PyDict>() {
                Ok(dict) if attributes.is_none_or(|attributes| !attributes.is(dict)) => {
                    self.dict_part(dict, |name, _| Ok(self.cached(class, name)?.is_none()))?
                }
                _ => Part::Object(part),
            });
        }
        Ok(())
    }

    /// The property that keeps its values under a name, if there is one.
    fn cached<'py>(&self, class: &Class, name: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(name) = name.cast::<PyString>().ok().filter(|_| class.has_cached) else { return Ok(None) };
        let Some(found) = class.held.bind(name.py()).getattr_opt(name)? else { return Ok(None) };
        Ok(found.is_instance(self.cached_property.bind(name.py()))?.then_some(found))
    }

    /// A dictionary in any order, with those items that count.
    fn dict_part<'py>(
        &self,
        dict: &Bound<'py, PyDict>,
        counts: impl Fn(&Bound<'py, PyAny>, &Bound<'py, PyAny>) -> PyResult<bool>,
    ) -> PyResult<Part<Bound<'py, PyAny>, 2>> {
        let mut counted = Vec::with_capacity(dict.len());
        // Calling a property may add to it.
        for (key, value) in dict.iter().collect::<Vec<_>>() {
            if counts(&key, &value)? {
                counted.push((key, Some(value)));
            }
        }
        Ok(Part::Sorted(counted))
    }

    fn set_parts<'py>(&self, set: &Bound<'py, PyAny>) -> PyResult<PyParts<'py>> {
        // A subclass may have an iterator of its own.
        let own = set.py().get_type::<PyFrozenSet>().call1((set,));
        let members = own.as_ref().unwrap_or(set).try_iter()?.map(|member| Ok((member?, None)));
        let mut parts =
            vec![self.type_part(&set.get_type())?, Part::Sorted(members.collect::<PyResult<_>>()?)];
        if !self.builtins.is_exactly(SET, set) && !self.builtins.is_exactly(FROZEN_SET, set) {
            self.add_attributes(set, &*self.class(&set.get_type())?, &mut parts)?;
        }
        Ok(parts)
    }

    fn class(&self, class: &Bound<'_, PyType>) -> PyResult<Arc<Class>> {
        let address = class.as_ptr() as usize;
        if let Some(class) = self.classes.lock().expect("never poisoned").get(&address) {
            return Ok(class.clone());
        }
        let py = class.py();
        let object = self.builtins.object.bind(py);
        let own = |name: &str| Ok::<_, PyErr>(!class.getattr(name)?.is(&object.getattr(name)?));
        let is_subclass = |of: &Py<PyAny>| class.is_subclass(of.bind(py));
        let slots = self.builtins.slots(class).unwrap_or_default();
        let has_attributes = class.getattr("__dictoffset__")?.extract::<isize>()? != 0 || !slots.is_empty();
        let can_be_set = !own("__setattr__")? && !is_subclass(&self.number)?;
        let can_change = class.getattr("__hash__")?.is_none() || can_be_set && has_attributes;
        let is_enumeration = is_subclass(&self.builtins.enumeration)?;
        let mut has_cached = false;
        for base in class.mro() {
            for value in base.getattr("__dict__")?.call_method0("values")?.try_iter()? {
                has_cached |= value?.is_instance(self.cached_property.bind(py))?;
            }
        }
        let made = Arc::new(Class {
            held: class.clone().unbind(),
            is_numbered: !is_enumeration && (!own("__eq__")? || !self.by_value && can_change),
            is_container: is_enumeration || self.builtins.is_container(class)?,
            slots,
            has_cached,
        });
        Ok(self.classes.lock().expect("never poisoned").entry(address).or_insert(made).clone())
    }

    fn type_part<O>(&self, class: &Bound<'_, PyType>) -> PyResult<Part<O, 2>> {
        // It is held from now on.
        self.class(class)?;
        Ok(Part::Number(class.as_ptr() as u64))
    }

    /// An object by its own equality; one that cannot be compared is like no other.
    fn opaque(&self, object: &Bound<'_, PyAny>) -> PyResult<Content> {
        let numbers = self.opaque.bind(object.py());
        match numbers.call_method1("setdefault", (object, numbers.len())).and_then(|number| number.extract())
        {
            Ok(number) => Ok(Mixer::number(b'#', number)),
            Err(error) if error.is_instance_of::<PyException>(object.py()) => Ok(self.unequal()),
            Err(error) => Err(error),
        }
    }

    fn unequal(&self) -> Content {
        Mixer::number(b'!', self.unequal.fetch_add(1, Ordering::Relaxed))
    }
}

/// Reads one object.
struct Reader<'a, 'py>(&'a Contents, PhantomData<Python<'py>>);

impl<'py> Objects<2> for Reader<'_, 'py> {
    type Object = Bound<'py, PyAny>;
    type Error = PyErr;

    fn address(&self, object: &Bound<'py, PyAny>) -> usize {
        object.as_ptr() as usize
    }

    fn leaf(&self, object: &Bound<'py, PyAny>) -> Result<Option<Hash<2>>, Unreadable> {
        let Contents { by_value, builtins, game, .. } = self.0;
        if let Ok(truth) = object.cast_exact::<PyBool>() {
            let kind = if *by_value { b'i' } else { b'b' };
            return Ok(Some(Mixer::number(kind, u64::from(truth.is_true()))));
        }
        if let Ok(class) = object.cast::<PyType>() {
            self.0.class(class).map_err(unread)?;
            return Ok(Some(Mixer::number(b'T', class.as_ptr() as u64)));
        }
        if game.as_ref().is_some_and(|game| game.is(object)) {
            return Ok(Some(Mixer::new(b'G').hash()));
        }
        builtins.leaf(object, *by_value, |which| builtins.is_exactly(which, object)).map_err(unread)
    }

    fn parts(&self, object: &Bound<'py, PyAny>) -> Result<Parts<Bound<'py, PyAny>, 2>, Unreadable> {
        let contents = self.0;
        if let Ok(tuple) = object.cast_exact::<PyTuple>() {
            return Ok(Parts::Ordered(b't', tuple.iter().collect()));
        } else if let Ok(list) = object.cast_exact::<PyList>() {
            return Ok(Parts::Ordered(b'l', list.iter().collect()));
        }
        let parts = || {
            if let Ok(dict) = object.cast_exact::<PyDict>() {
                Ok(Parts::Of(b'd', vec![contents.dict_part(dict, |_, _| Ok(true))?]))
            } else if contents.builtins.is_enumeration(object)? {
                let [name, value] = [object.getattr("_name_")?, object.getattr("_value_")?].map(Part::Object);
                Ok(Parts::Of(b'e', vec![contents.type_part(&object.get_type())?, name, value]))
            } else if object.is_instance_of::<PySet>() || object.is_instance_of::<PyFrozenSet>() {
                Ok(Parts::Of(b'z', contents.set_parts(object)?))
            } else {
                Ok(Parts::Of(b'o', contents.object_parts(object)?))
            }
        };
        parts().map_err(unread)
    }

    fn identity(&self, object: &Bound<'py, PyAny>) -> Result<Option<Identity>, Unreadable> {
        let is_exactly = |which| self.0.builtins.is_exactly(which, object);
        if is_exactly(TUPLE) || is_exactly(FROZEN_SET) {
            return Ok(Some(Identity { is_frozen: true, is_numbered: false, class: None }));
        }
        let class = self.0.class(&object.get_type()).map_err(unread)?;
        let number = (!class.is_container).then(|| object.get_type().as_ptr() as u64);
        Ok(Some(Identity { is_frozen: false, is_numbered: class.is_numbered, class: number }))
    }

    fn too_deep(&self, object: &Bound<'py, PyAny>) -> Result<Hash<2>, Unreadable> {
        self.0.opaque(object).map_err(unread)
    }
}
