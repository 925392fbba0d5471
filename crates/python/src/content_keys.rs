//! What objects of Python are made of, as numbers: the keys of positions.
//!
//! A key outlives its position: a table still has it when the position was given up, and when it is met again it has to get
//! the same key, or one that nobody had. (`hash()` is neither: it is another one in every process, and the same for -1 and -2.)
//! So a key is made of the object's contents: numbers and texts as they are, containers of what they contain, and other objects
//! of what they would be pickled as. A class with a `__getstate__` of its own may leave things out that its `==` compares, so
//! there the attributes count as well. A `__reduce__` of its own is taken to tell what the object is.
//!
//! **Objects that equal only themselves** (they have no `__eq__` of their own) are not what they contain. As a part of a
//! position such an object is known by a number, and held from then on, if others hold it, too: a board that all positions
//! refer to, a class, a member of an enumeration. A position that is such an object, or has one that is nobody
//! else's, has no contents; neither have positions that cannot be pickled. Their keys are numbers that are used once, and they
//! have to stay for as long as there are tables.
//!
//! Positions that are equal and have different contents share a key while one of them is there. Once that one was given up
//! another may get another key, and finds nothing: [`interned`](crate::interned) gives up none where there are such.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::{Mutex, OnceLock};

use pnyx_game::spread;
use pyo3::exceptions::PyException;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{
    PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PyIterator, PyList, PySet, PyString, PyTuple, PyType,
};

use crate::weighing::Scales;

/// Objects within each other, and objects altogether, of which contents are made.
const DEEPEST: u32 = 100;
const MOST_PARTS: u32 = 1 << 20;
/// Objects that equal only themselves, of which so many are held.
const MOST_SINGLES: usize = 1 << 12;

/// Python's own classes whose objects are what they contain.
const OWN: [&str; 9] = ["int", "str", "tuple", "bytes", "float", "list", "frozenset", "set", "dict"];

/// Makes keys.
pub(crate) struct ContentKeys {
    object_eq: Py<PyAny>,
    /// Those classes, and how they compare.
    own: Vec<(Py<PyAny>, Py<PyAny>)>,
    enumeration: Py<PyAny>,
    slot_names: Py<PyAny>,
    /// The methods that tell what an object is made of, as all objects have them.
    telling: Vec<(String, Option<Py<PyAny>>)>,
    singles: Mutex<Singles>,
}

/// Objects that equal only themselves, by their addresses, which are their own for as long as they are held.
#[derive(Default)]
struct Singles {
    known: HashMap<usize, (Py<PyAny>, u64)>,
    /// The names of those that have one; a name counts once.
    names: HashMap<u64, usize>,
}

/// Why there are no contents: because of the object, or because somebody has pressed Ctrl-C meanwhile.
enum Without {
    Contents,
    Rest(PyErr),
}

type Made = Result<u64, Without>;

impl From<PyErr> for Without {
    fn from(error: PyErr) -> Without {
        let usual = Python::attach(|py| error.is_instance_of::<PyException>(py));
        if usual { Without::Contents } else { Without::Rest(error) }
    }
}

/// A number that belongs to this process, for keys that mean nothing elsewhere.
fn salt() -> u64 {
    static SALT: OnceLock<u64> = OnceLock::new();
    *SALT.get_or_init(|| RandomState::new().build_hasher().finish())
}

/// A key that nobody has, for a number that is used once.
pub(crate) fn unique(number: u64) -> u64 {
    spread(salt() ^ number)
}

/// A number made of numbers, in their order.
struct Mixed(u64);

impl Mixed {
    /// Things of different kinds begin differently.
    fn new(kind: u8) -> Mixed {
        Mixed(spread(u64::from(kind)))
    }

    fn add(&mut self, number: u64) {
        self.0 = spread(self.0 ^ number);
    }

    fn bytes(kind: u8, bytes: &[u8]) -> u64 {
        let mut mixed = Mixed::new(kind);
        mixed.add(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            mixed.add(u64::from_le_bytes(word));
        }
        mixed.0
    }
}

/// An object whose contents are being made.
struct Maker<'a> {
    contents: &'a ContentKeys,
    scales: &'a Scales,
    left: u32,
}

impl ContentKeys {
    pub fn new(py: Python<'_>) -> PyResult<ContentKeys> {
        let builtins = py.import("builtins")?;
        let object = builtins.getattr("object")?;
        let class = |name: &str| {
            let class = builtins.getattr(name)?;
            let eq = class.getattr("__eq__")?.unbind();
            Ok::<_, PyErr>((class.unbind(), eq))
        };
        Ok(ContentKeys {
            object_eq: class("object")?.1,
            own: OWN.into_iter().map(class).collect::<PyResult<_>>()?,
            enumeration: py.import("enum")?.getattr("Enum")?.unbind(),
            slot_names: py.import("copyreg")?.getattr("_slotnames")?.unbind(),
            telling: ["__getstate__"]
                .into_iter()
                .map(|name| Ok((name.into(), object.getattr_opt(name)?.map(Bound::unbind))))
                .collect::<PyResult<_>>()?,
            singles: Mutex::default(),
        })
    }

    /// A key made of the contents of a position, if it has any.
    pub fn key(&self, scales: &Scales, position: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
        let whole = |position| match self.equals_itself_only(position)? {
            true => Err(Without::Contents),
            false => Maker { contents: self, scales, left: MOST_PARTS }.make(position, 0),
        };
        match whole(position) {
            Ok(key) => Ok(Some(key)),
            Err(Without::Contents) => Ok(None),
            Err(Without::Rest(error)) => Err(error),
        }
    }

    /// Whether a class has its own way of telling what its objects are made of.
    fn tells_by_itself(&self, object: &Bound<'_, PyAny>) -> PyResult<bool> {
        let kind = object.get_type();
        for (name, usual) in &self.telling {
            let own = kind.getattr_opt(name.as_str())?;
            if own.is_some_and(|own| usual.as_ref().is_none_or(|usual| !own.is(usual))) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn equals_itself_only(&self, object: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(object.get_type().getattr(intern!(object.py(), "__eq__"))?.is(&self.object_eq))
    }

    /// Whether an object is compared as one of Python's own classes compares. That is what counts: 1 equals True and 1.0,
    /// and a named tuple a tuple.
    fn compares_as(&self, which: usize, object: &Bound<'_, PyAny>) -> bool {
        let ((class, eq), kind) = (&self.own[which], object.get_type());
        kind.is(class) || kind.getattr(intern!(object.py(), "__eq__")).is_ok_and(|own| own.is(eq))
    }

    /// The number of an object that equals only itself.
    fn single(&self, scales: &Scales, object: &Bound<'_, PyAny>) -> Made {
        let address = object.as_ptr() as usize;
        if let Some((_, number)) = self.singles.lock().expect("never poisoned").known.get(&address) {
            return Ok(*number);
        }
        // The one we have got it from, and somebody else.
        if scales.holders(object)? < 2 {
            return Err(Without::Contents);
        }
        let name = self.name(object)?;
        let mut singles = self.singles.lock().expect("never poisoned");
        let Singles { known, names } = &mut *singles;
        if known.len() >= MOST_SINGLES {
            return Err(Without::Contents);
        }
        let named = name.filter(|name| *names.entry(*name).or_insert(address) == address);
        let number = named.unwrap_or_else(|| unique(!(known.len() as u64)));
        Ok(known.entry(address).or_insert_with(|| (object.clone().unbind(), number)).1)
    }

    /// The name of a class, a function or a member of an enumeration: it means the same in another process.
    fn name(&self, object: &Bound<'_, PyAny>) -> Result<Option<u64>, Without> {
        let py = object.py();
        let (class, member) = if object.is_instance(self.enumeration.bind(py))? {
            (object.get_type().into_any(), object.getattr("name")?.to_string())
        } else if object.is_instance_of::<PyType>() || object.is_callable() {
            (object.clone(), String::new())
        } else {
            return Ok(None);
        };
        let text = |name: &str| Ok::<_, Without>(class.getattr_opt(name)?.map(|text| text.to_string()));
        let (Some(module), Some(name)) = (text("__module__")?, text("__qualname__")?) else {
            return Ok(None);
        };
        Ok(Some(Mixed::bytes(b'n', format!("{module}:{name}:{member}").as_bytes())))
    }
}

impl Maker<'_> {
    fn make(&mut self, object: &Bound<'_, PyAny>, depth: u32) -> Made {
        self.left = self.left.checked_sub(1).ok_or(Without::Contents)?;
        if depth > DEEPEST {
            return Err(Without::Contents);
        }
        if object.is_none() {
            return Ok(Mixed::new(b'0').0);
        }
        let contents = self.contents;
        let compares = |which: usize| contents.compares_as(which, object);
        if let Ok(number) = object.cast::<PyInt>()
            && compares(0)
        {
            whole(number.as_any())
        } else if let Ok(text) = object.cast::<PyString>()
            && compares(1)
        {
            match text.to_str() {
                Ok(text) => Ok(Mixed::bytes(b's', text.as_bytes())),
                Err(_) => {
                    let bytes = text.call_method1("encode", ("utf-8", "surrogatepass"))?;
                    Ok(Mixed::bytes(b's', bytes.cast::<PyBytes>().map_err(|_| Without::Contents)?.as_bytes()))
                }
            }
        } else if let Ok(tuple) = object.cast::<PyTuple>()
            && compares(2)
        {
            self.in_order(b't', tuple.iter(), depth)
        } else if let Ok(bytes) = object.cast::<PyBytes>()
            && compares(3)
        {
            Ok(Mixed::bytes(b'y', bytes.as_bytes()))
        } else if let Ok(number) = object.cast::<PyFloat>()
            && compares(4)
        {
            let value = number.value();
            if value.is_finite() && value.fract() == 0.0 {
                return whole(&number.call_method0("__int__")?);
            }
            Ok(Mixed::bytes(b'f', &value.to_bits().to_le_bytes()))
        } else if let Ok(list) = object.cast::<PyList>()
            && compares(5)
        {
            self.in_order(b'l', list.iter(), depth)
        } else if let Ok(set) = object.cast::<PyFrozenSet>()
            && compares(6)
        {
            self.in_any_order(b'z', set.iter(), depth)
        } else if let Ok(set) = object.cast::<PySet>()
            && compares(7)
        {
            self.in_any_order(b'z', set.iter(), depth)
        } else if let Ok(dictionary) = object.cast::<PyDict>()
            && compares(8)
        {
            self.in_any_order(b'd', dictionary.items().iter(), depth)
        } else if contents.equals_itself_only(object)? {
            contents.single(self.scales, object)
        } else {
            self.reduced(object, depth)
        }
    }

    /// What an object would be pickled as.
    fn reduced(&mut self, object: &Bound<'_, PyAny>, depth: u32) -> Made {
        let reduced = object.call_method1("__reduce_ex__", (2,))?;
        let Ok(reduced) = reduced.cast_exact::<PyTuple>() else {
            // The name of something that the class's module has.
            let mut mixed = Mixed::new(b'g');
            mixed.add(self.make(object.get_type().as_any(), depth + 1)?);
            mixed.add(self.make(&reduced, depth + 1)?);
            return Ok(mixed.0);
        };
        let mut mixed = Mixed::new(b'o');
        mixed.add(self.make(object.get_type().as_any(), depth + 1)?);
        if self.contents.tells_by_itself(object)? {
            // It may leave out what its equality compares.
            let py = object.py();
            if let Some(attributes) = object.getattr_opt(intern!(py, "__dict__"))? {
                mixed.add(self.make(&attributes, depth + 1)?);
            }
            for name in self.contents.slot_names.bind(py).call1((object.get_type(),))?.try_iter()? {
                if let Some(value) = object.getattr_opt(name?.cast::<PyString>().map_err(PyErr::from)?)? {
                    mixed.add(self.make(&value, depth + 1)?);
                }
            }
        }
        for part in reduced.iter() {
            mixed.add(match part.cast::<PyIterator>() {
                Ok(items) => {
                    let items =
                        items.try_iter()?.take(self.left as usize + 1).collect::<PyResult<Vec<_>>>()?;
                    self.in_order(b'r', items.into_iter(), depth)?
                }
                Err(_) => self.make(&part, depth + 1)?,
            });
        }
        Ok(mixed.0)
    }

    fn in_order<'py>(
        &mut self,
        kind: u8,
        parts: impl ExactSizeIterator<Item = Bound<'py, PyAny>>,
        depth: u32,
    ) -> Made {
        let mut mixed = Mixed::new(kind);
        mixed.add(parts.len() as u64);
        for part in parts {
            mixed.add(self.make(&part, depth + 1)?);
        }
        Ok(mixed.0)
    }

    fn in_any_order<'py>(
        &mut self,
        kind: u8,
        parts: impl ExactSizeIterator<Item = Bound<'py, PyAny>>,
        depth: u32,
    ) -> Made {
        let mut mixed = Mixed::new(kind);
        mixed.add(parts.len() as u64);
        let mut sum = 0u64;
        for part in parts {
            sum = sum.wrapping_add(spread(self.make(&part, depth + 1)?));
        }
        mixed.add(sum);
        Ok(mixed.0)
    }
}

/// A whole number of any size.
fn whole(number: &Bound<'_, PyAny>) -> Made {
    if let Ok(small) = number.extract::<i64>() {
        let mut mixed = Mixed::new(b'i');
        mixed.add(small as u64);
        return Ok(mixed.0);
    }
    let bits: usize = number.call_method0("bit_length")?.extract()?;
    let signed = PyDict::new(number.py());
    signed.set_item("signed", true)?;
    let bytes = number.call_method("to_bytes", (bits / 8 + 1, "little"), Some(&signed))?;
    Ok(Mixed::bytes(b'i', bytes.cast::<PyBytes>().map_err(|_| Without::Contents)?.as_bytes()))
}
