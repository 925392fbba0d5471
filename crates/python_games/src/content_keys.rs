//! The keys of positions: hashes of what objects of Python consist of, which agree wherever `==` says equal.
//!
//! A key outlives its position: a table still has it when the position was evicted, and when the position is met again it must get
//! the same key, or one that nobody had. (`hash()` is neither: it differs from process to process, and is the same for -1 and -2.)
//! So a key is made of the object's contents: numbers and texts as they are, containers of what they contain, and other objects
//! of what they would be pickled as. A class with a `__getstate__` of its own may leave out what its `==` compares, so
//! there the attributes count as well. A `__reduce__` of its own is taken to say what the object is.
//!
//! **Objects that equal only themselves** (they have no `__eq__` of their own) are not what they contain. As a part of a
//! position such an object has a number, and is held from then on, if others hold it, too: a board that all positions
//! refer to, a class, a member of an enumeration. A position that is such an object, or has one that nobody else holds, has no
//! contents; neither have positions that cannot be pickled. Their keys are numbers that are used once, and they
//! must be held for as long as there are tables.
//!
//! Positions that are equal and have different contents share a key while one of them is held. Once that one was evicted
//! another may get another key, and finds nothing: where there are such positions, none are evicted.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::Mutex;

use pnyx_solver::contents::{Hash, Mixer, Objects, Part, Parts, Unread, read};
use pnyx_solver::held::unique_key;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyIterator, PyList, PySet, PyTuple, PyType};

use crate::objects::{Builtins, DICT, FROZEN_SET, LIST, SET, TUPLE, Unreadable, items, unread};
use crate::weighing::Scales;

/// The objects that equal only themselves and are held.
const MOST_SINGLES: usize = 1 << 12;

/// Makes keys.
pub struct ContentKeys {
    builtins: Builtins,
    /// `object.__getstate__`, where Python has it.
    getstate: Option<Py<PyAny>>,
    singles: Mutex<Singles>,
}

/// Objects that equal only themselves, by their addresses, which are their own for as long as they are held.
#[derive(Default)]
struct Singles {
    numbers: HashMap<usize, (Py<PyAny>, u64)>,
    /// The names of those that have one; a name counts once.
    names: HashMap<u64, usize>,
}

impl ContentKeys {
    pub fn new(py: Python<'_>) -> PyResult<ContentKeys> {
        let builtins = Builtins::new(py)?;
        let getstate = builtins.object.bind(py).getattr_opt("__getstate__")?.map(Bound::unbind);
        Ok(ContentKeys { builtins, getstate, singles: Mutex::default() })
    }

    /// A key made of the contents of a position, if it has any.
    pub fn key(&self, scales: &Scales, position: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
        let whole = || match self.builtins.equals_itself_only(position).map_err(unread)? {
            true => Err(Unread::Silent),
            false => read(&Reader { keys: self, scales, python: PhantomData }, position),
        };
        match whole() {
            Ok(([key], _)) => Ok(Some(key)),
            Err(Unread::TooLarge | Unread::Silent) => Ok(None),
            Err(Unread::Raised(error)) => Err(error),
        }
    }

    /// The number of an object that equals only itself.
    fn single(&self, scales: &Scales, object: &Bound<'_, PyAny>) -> Result<u64, Unreadable> {
        let address = object.as_ptr() as usize;
        if let Some((_, number)) = self.singles.lock().expect("never poisoned").numbers.get(&address) {
            return Ok(*number);
        }
        // The one we have got it from, and somebody else.
        if scales.holders(object).map_err(unread)? < 2 {
            return Err(Unread::Silent);
        }
        let name = self.name(object).map_err(unread)?;
        let mut singles = self.singles.lock().expect("never poisoned");
        let Singles { numbers, names } = &mut *singles;
        if numbers.len() >= MOST_SINGLES {
            return Err(Unread::Silent);
        }
        let named = name.filter(|name| *names.entry(*name).or_insert(address) == address);
        let number = named.unwrap_or_else(|| unique_key(!(numbers.len() as u64)));
        Ok(numbers.entry(address).or_insert_with(|| (object.clone().unbind(), number)).1)
    }

    /// The name of a class, a function or a member of an enumeration: it means the same in another process.
    fn name(&self, object: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
        let (class, member) = if self.builtins.is_enumeration(object)? {
            (object.get_type().into_any(), object.getattr("name")?.to_string())
        } else if object.is_instance_of::<PyType>() || object.is_callable() {
            (object.clone(), String::new())
        } else {
            return Ok(None);
        };
        let text = |name: &str| Ok::<_, PyErr>(class.getattr_opt(name)?.map(|text| text.to_string()));
        let (Some(module), Some(name)) = (text("__module__")?, text("__qualname__")?) else {
            return Ok(None);
        };
        let [name] = Mixer::bytes(b'n', format!("{module}:{name}:{member}").as_bytes());
        Ok(Some(name))
    }

    /// What an object would be pickled as.
    fn pickled<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Parts<Bound<'py, PyAny>, 1>> {
        let (py, class) = (object.py(), object.get_type());
        let mut parts = vec![Part::Object(class.clone().into_any())];
        let pickled = object.call_method1(intern!(py, "__reduce_ex__"), (2,))?;
        let Ok(pickled) = pickled.cast_exact::<PyTuple>() else {
            // The name of something that the class's module has.
            parts.push(Part::Object(pickled));
            return Ok(Parts::Of(b'g', parts));
        };
        let own = class.getattr_opt("__getstate__")?;
        if own.is_some_and(|own| self.getstate.as_ref().is_none_or(|usual| !own.is(usual))) {
            // It may leave out what its equality compares.
            parts.extend(object.getattr_opt(intern!(py, "__dict__"))?.map(Part::Object));
            for name in self.builtins.slots(&class)? {
                parts.extend(object.getattr_opt(&name)?.map(Part::Object));
            }
        }
        // Code that counts the holders of a part counts this one.
        parts.push(Part::Skipped(pickled.clone().into_any()));
        for part in pickled {
            parts.push(match part.cast::<PyIterator>() {
                Ok(iterator) => Part::Group(b'r', items(iterator)?),
                Err(_) => Part::Object(part),
            });
        }
        Ok(Parts::Of(b'o', parts))
    }
}

/// Reads one object.
struct Reader<'a, 'py> {
    keys: &'a ContentKeys,
    scales: &'a Scales,
    python: PhantomData<Python<'py>>,
}

impl<'py> Objects<1> for Reader<'_, 'py> {
    type Object = Bound<'py, PyAny>;
    type Error = PyErr;

    fn address(&self, object: &Bound<'py, PyAny>) -> usize {
        object.as_ptr() as usize
    }

    fn leaf(&self, object: &Bound<'py, PyAny>) -> Result<Option<Hash<1>>, Unreadable> {
        let builtins = &self.keys.builtins;
        builtins.leaf(object, true, |which| builtins.compares_as(which, object)).map_err(unread)
    }

    fn parts(&self, object: &Bound<'py, PyAny>) -> Result<Parts<Bound<'py, PyAny>, 1>, Unreadable> {
        let builtins = &self.keys.builtins;
        let is = |which| builtins.compares_as(which, object);
        let in_any_order = |kind, objects: Vec<_>| {
            Ok(Parts::Of(kind, vec![Part::Number(objects.len() as u64), Part::AnyOrder(objects)]))
        };
        if let Ok(tuple) = object.cast::<PyTuple>()
            && is(TUPLE)
        {
            Ok(Parts::Ordered(b't', tuple.iter().collect()))
        } else if let Ok(list) = object.cast::<PyList>()
            && is(LIST)
        {
            Ok(Parts::Ordered(b'l', list.iter().collect()))
        } else if let Ok(set) = object.cast::<PyFrozenSet>()
            && is(FROZEN_SET)
        {
            in_any_order(b'z', set.iter().collect())
        } else if let Ok(set) = object.cast::<PySet>()
            && is(SET)
        {
            in_any_order(b'z', set.iter().collect())
        } else if let Ok(dict) = object.cast::<PyDict>()
            && is(DICT)
        {
            in_any_order(b'd', dict.items().iter().collect())
        } else if builtins.equals_itself_only(object).map_err(unread)? {
            Ok(Parts::Known([self.keys.single(self.scales, object)?]))
        } else {
            self.keys.pickled(object).map_err(unread)
        }
    }
}
