//! Positions of games written in Python as bytes, and back: how whole-game tables hold them.
//!
//! Numbers, texts, bytes, tuples and frozen sets are written as they are, objects of other classes as what they would be
//! pickled as. Different positions have different bytes, and equal positions the same ones, as far as they are made of
//! these: `1`, `True` and `1.0` are one number, and a set is written in one order. Positions that are equal in another way
//! may have several forms; a table then holds each of them, with the same value.
//!
//! The bytes of an object end by themselves, so that zeros may follow. A byte says what comes:
//!
//! | byte | what follows |
//! |---|---|
//! | 1 | nothing: `None` |
//! | 2 | a whole number: its size in bytes, and these, the least first, as two's complement |
//! | 3 | a number that is not whole: 8 bytes |
//! | 4, 5 | a text, bytes: the size, and these |
//! | 6, 7 | a tuple, a frozen set: the number of items, and these; those of a set in the order of their bytes |
//! | 8 | a dictionary: the number of items, and key and value of each, in the order of their bytes |
//! | 9 | a member of an enumeration: its class, and its name as a text |
//! | 10, 11 | an object: its class, the tuple of the arguments that make it, and its state; by `__new__`, or by a call |
//! | from 64 | nothing: the whole number that is this byte less 96 |
//!
//! Sizes are LEB128. A class is four bytes, a hash of its module and name. Reading looks it up among the classes that
//! were written before and those in the modules of the game: no file says what is imported.

use std::collections::HashMap;
use std::sync::Mutex;

use pnyx_game::InputError;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PyString, PyTuple, PyType};

use crate::errors::{bad_input, contract, shown};

const NONE: u8 = 1;
const WHOLE: u8 = 2;
const FLOAT: u8 = 3;
const TEXT: u8 = 4;
const BYTES: u8 = 5;
const TUPLE: u8 = 6;
const FROZEN_SET: u8 = 7;
const DICT: u8 = 8;
const MEMBER: u8 = 9;
const MADE: u8 = 10;
const CALLED: u8 = 11;
/// The first byte that is a number, and the number that it is.
const SMALL: u8 = 64;
const LEAST: i64 = -32;

/// Objects may be nested this deep.
const DEEPEST: usize = 200;

/// Packs the positions of one game.
pub struct Packer {
    enumeration: Py<PyAny>,
    newobj: Py<PyAny>,
    cached_property: Py<PyAny>,
    /// The modules in which the game's classes stand.
    modules: Vec<Py<PyAny>>,
    /// The classes that were met, by the hashes of their names.
    classes: Mutex<HashMap<u32, Py<PyType>>>,
}

impl Packer {
    pub fn new(game: &Bound<'_, PyAny>) -> PyResult<Packer> {
        let py = game.py();
        let modules = py.import("sys")?.getattr("modules")?;
        let mut homes = Vec::new();
        for class in game.get_type().mro() {
            if let Ok(name) = class.getattr("__module__")
                && name.extract::<String>().is_ok_and(|name| name != "builtins")
                && let Ok(module) = modules.get_item(name)
            {
                homes.push(module.unbind());
            }
        }
        Ok(Packer {
            enumeration: py.import("enum")?.getattr("Enum")?.unbind(),
            newobj: py.import("copyreg")?.getattr("__newobj__")?.unbind(),
            cached_property: py.import("functools")?.getattr("cached_property")?.unbind(),
            modules: homes,
            classes: Mutex::default(),
        })
    }

    /// Append the bytes of an object.
    pub fn pack(&self, object: &Bound<'_, PyAny>, out: &mut Vec<u8>) -> PyResult<()> {
        self.write(object, 0, out)
    }

    /// The object with these bytes, and how many of them are its own.
    pub fn unpack<'py>(&self, py: Python<'py>, bytes: &[u8]) -> PyResult<(Bound<'py, PyAny>, usize)> {
        let mut reader = Reader { packer: self, py, bytes, at: 0 };
        let object = reader.object(0)?;
        Ok((object, reader.at))
    }

    fn write(&self, object: &Bound<'_, PyAny>, depth: usize, out: &mut Vec<u8>) -> PyResult<()> {
        if depth > DEEPEST {
            return Err(contract(format!(
                "a position in a table must not be nested deeper than {DEEPEST} levels, but this one is: {}",
                shown(object)
            )));
        }
        if let Ok(tuple) = object.cast_exact::<PyTuple>() {
            out.push(TUPLE);
            write_size(tuple.len(), out);
            return tuple.iter().try_for_each(|item| self.write(&item, depth + 1, out));
        }
        if object.is_exact_instance_of::<PyInt>() || object.is_exact_instance_of::<pyo3::types::PyBool>() {
            return write_whole(object, out);
        }
        if object.is_none() {
            out.push(NONE);
        } else if let Ok(text) = object.cast_exact::<PyString>() {
            match text.to_str() {
                Ok(text) => write_bytes(TEXT, text.as_bytes(), out),
                // Half a character.
                Err(_) => {
                    let bytes = text.call_method1("encode", ("utf-8", "surrogatepass"))?;
                    write_bytes(TEXT, bytes.cast::<PyBytes>()?.as_bytes(), out);
                }
            }
        } else if let Ok(bytes) = object.cast_exact::<PyBytes>() {
            write_bytes(BYTES, bytes.as_bytes(), out);
        } else if let Ok(set) = object.cast_exact::<PyFrozenSet>() {
            self.write_sorted(FROZEN_SET, set.iter().map(|item| vec![item]).collect(), depth, out)?;
        } else if let Ok(float) = object.cast_exact::<PyFloat>() {
            let value = float.value();
            if value.is_nan() {
                return Err(contract(
                    "a position in a table must not hold a number that is none (NaN)".into(),
                ));
            }
            if value.is_finite() && value.fract() == 0.0 {
                return write_whole(&float.call_method0("__int__")?, out);
            }
            out.push(FLOAT);
            out.extend(value.to_le_bytes());
        } else {
            return self.write_object(object, depth, out);
        }
        Ok(())
    }

    /// Groups of objects, in the order of their bytes.
    fn write_sorted(
        &self,
        kind: u8,
        groups: Vec<Vec<Bound<'_, PyAny>>>,
        depth: usize,
        out: &mut Vec<u8>,
    ) -> PyResult<()> {
        let mut packed = Vec::with_capacity(groups.len());
        for group in &groups {
            let mut bytes = Vec::new();
            group.iter().try_for_each(|object| self.write(object, depth + 1, &mut bytes))?;
            packed.push(bytes);
        }
        packed.sort_unstable();
        out.push(kind);
        write_size(packed.len(), out);
        packed.iter().for_each(|bytes| out.extend(bytes));
        Ok(())
    }

    /// An object of a class that is not one of Python's own plain ones.
    fn write_object(&self, object: &Bound<'_, PyAny>, depth: usize, out: &mut Vec<u8>) -> PyResult<()> {
        let py = object.py();
        let class = object.get_type();
        if object.is_instance(self.enumeration.bind(py))? {
            let name = object.getattr(intern!(py, "name"))?;
            // A combination of flags may have no name.
            if let Ok(name) = name.cast::<PyString>() {
                out.push(MEMBER);
                self.write_class(&class, out)?;
                return self.write(name.as_any(), depth, out);
            }
        }
        let cannot = |why: &str| {
            contract(format!(
                "a position in a table must be made of numbers, texts, tuples, frozen sets and objects that can be \
                 pickled; {} {why}: {}",
                class.name().map_or_else(|_| "this object".into(), |name| format!("a {name}")),
                shown(object)
            ))
        };
        let reduced = object.call_method1(intern!(py, "__reduce_ex__"), (2,)).map_err(|error| {
            if error.is_instance_of::<PyTypeError>(py) { cannot("cannot be") } else { error }
        })?;
        let Ok(reduced) = reduced.cast_exact::<PyTuple>() else { return Err(cannot("has only a name")) };
        let part = |place: usize| reduced.get_item(place).ok().filter(|part| !part.is_none());
        if part(3).is_some() || part(4).is_some() {
            return Err(cannot("is a container of a kind of its own"));
        }
        let (maker, given) = (reduced.get_item(0)?, reduced.get_item(1)?.cast_into::<PyTuple>()?);
        let given = if maker.is(&self.newobj) {
            out.push(MADE);
            given.get_slice(1, given.len())
        } else if maker.is(&class) {
            out.push(CALLED);
            given
        } else {
            return Err(cannot("is made by a function"));
        };
        self.write_class(&class, out)?;
        self.write(given.as_any(), depth + 1, out)?;
        match part(2) {
            None => out.push(NONE),
            Some(state) => self.write_state(&state, &class, depth, out)?,
        }
        Ok(())
    }

    /// What `__setstate__` is given, or the attributes of an object, or a tuple of these and its slots.
    fn write_state(
        &self,
        state: &Bound<'_, PyAny>,
        class: &Bound<'_, PyType>,
        depth: usize,
        out: &mut Vec<u8>,
    ) -> PyResult<()> {
        if let Ok(attributes) = state.cast_exact::<PyDict>() {
            let mut items = Vec::with_capacity(attributes.len());
            for (name, value) in attributes {
                // What such a property has computed is no part of the object.
                let known =
                    name.cast::<PyString>().ok().and_then(|name| class.getattr_opt(name).ok().flatten());
                let kept = known.is_some_and(|kept| {
                    kept.is_instance(self.cached_property.bind(class.py())).unwrap_or(false)
                });
                if !kept {
                    items.push(vec![name, value]);
                }
            }
            return self.write_sorted(DICT, items, depth, out);
        }
        if let Ok(both) = state.cast_exact::<PyTuple>() {
            out.push(TUPLE);
            write_size(both.len(), out);
            return both.iter().try_for_each(|part| self.write_state(&part, class, depth + 1, out));
        }
        if let Ok(list) = state.cast_exact::<PyList>() {
            return self.write(list.to_tuple().as_any(), depth + 1, out);
        }
        self.write(state, depth + 1, out)
    }

    fn write_class(&self, class: &Bound<'_, PyType>, out: &mut Vec<u8>) -> PyResult<()> {
        let number = hash_of(class)?;
        let mut classes = self.classes.lock().expect("never poisoned");
        let known = classes.entry(number).or_insert_with(|| class.clone().unbind());
        if !known.is(class) {
            return Err(contract(format!(
                "positions in a table must not be of two classes of one name, {}",
                class.qualname()?
            )));
        }
        out.extend(number.to_le_bytes());
        Ok(())
    }

    /// The class whose name has this hash.
    fn class<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyType>> {
        if let Some(class) = self.classes.lock().expect("never poisoned").get(&number) {
            return Ok(class.clone_ref(py).into_bound(py));
        }
        for module in &self.modules {
            let module = module.bind(py);
            let name = module.getattr("__name__")?;
            let Ok(names) = module.getattr("__dict__")?.cast_into::<PyDict>() else { continue };
            for object in names.values() {
                // What the module has imported is not its own.
                if let Ok(class) = object.cast_into::<PyType>()
                    && class.module().is_ok_and(|home| home.as_any().eq(&name).unwrap_or(false))
                    && hash_of(&class).is_ok_and(|hash| hash == number)
                {
                    let mut classes = self.classes.lock().expect("never poisoned");
                    classes.insert(number, class.clone().unbind());
                    return Ok(class);
                }
            }
        }
        Err(bad_input(
            "these bytes hold a position of a class that is unknown here: define it at the top of the game's module",
        ))
    }
}

/// A hash of the module and the name of a class: FNV-1a.
fn hash_of(class: &Bound<'_, PyType>) -> PyResult<u32> {
    let name = format!("{}:{}", class.module()?, class.qualname()?);
    Ok(name.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)))
}

fn write_size(size: usize, out: &mut Vec<u8>) {
    let mut rest = size;
    while rest >= 0x80 {
        out.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
}

fn write_bytes(kind: u8, bytes: &[u8], out: &mut Vec<u8>) {
    out.push(kind);
    write_size(bytes.len(), out);
    out.extend(bytes);
}

fn write_whole(number: &Bound<'_, PyAny>, out: &mut Vec<u8>) -> PyResult<()> {
    if let Ok(small) = number.extract::<i64>() {
        let place = small.checked_sub(LEAST).and_then(|place| u8::try_from(place).ok());
        if let Some(byte) = place.and_then(|place| place.checked_add(SMALL)) {
            out.push(byte);
            return Ok(());
        }
        let bytes = small.to_le_bytes();
        // As few bytes as hold the sign.
        let mut size = 8;
        while size > 1 && small << (64 - 8 * (size - 1)) >> (64 - 8 * (size - 1)) == small {
            size -= 1;
        }
        write_bytes(WHOLE, &bytes[..size], out);
        return Ok(());
    }
    let bits: usize = number.call_method0("bit_length")?.extract()?;
    let signed = PyDict::new(number.py());
    signed.set_item("signed", true)?;
    let bytes = number.call_method("to_bytes", (bits / 8 + 1, "little"), Some(&signed))?;
    write_bytes(WHOLE, bytes.cast::<PyBytes>()?.as_bytes(), out);
    Ok(())
}

/// Reads one object. The bytes come from files: whatever they are, it ends, with an object or with an error.
struct Reader<'a, 'py> {
    packer: &'a Packer,
    py: Python<'py>,
    bytes: &'a [u8],
    at: usize,
}

impl<'a, 'py> Reader<'a, 'py> {
    fn take(&mut self, size: usize) -> PyResult<&'a [u8]> {
        let end = self.at.checked_add(size).filter(|&end| end <= self.bytes.len());
        let end = end.ok_or_else(|| wrong("they end too early"))?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn byte(&mut self) -> PyResult<u8> {
        Ok(self.take(1)?[0])
    }

    fn size(&mut self) -> PyResult<usize> {
        let mut size = 0usize;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            size |= usize::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(size);
            }
        }
        Err(wrong("a size is too large"))
    }

    /// A number of items, each of which takes a byte at least.
    fn count(&mut self) -> PyResult<usize> {
        let count = self.size()?;
        if count > self.bytes.len() - self.at { Err(wrong("they end too early")) } else { Ok(count) }
    }

    fn text(&mut self) -> PyResult<Bound<'py, PyAny>> {
        let size = self.size()?;
        let bytes = self.take(size)?;
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(PyString::new(self.py, text).into_any()),
            Err(_) => PyBytes::new(self.py, bytes).call_method1("decode", ("utf-8", "surrogatepass")),
        }
    }

    fn items(&mut self, depth: usize) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let count = self.count()?;
        (0..count).map(|_| self.object(depth + 1)).collect()
    }

    fn class(&mut self) -> PyResult<Bound<'py, PyType>> {
        let number = self.take(4)?.try_into().expect("four bytes");
        self.packer.class(self.py, u32::from_le_bytes(number))
    }

    fn object(&mut self, depth: usize) -> PyResult<Bound<'py, PyAny>> {
        if depth > DEEPEST + 8 {
            return Err(wrong("they are nested too deep"));
        }
        let py = self.py;
        Ok(match self.byte()? {
            NONE => py.None().into_bound(py),
            small @ SMALL.. => (i64::from(small - SMALL) + LEAST).into_pyobject(py)?.into_any(),
            WHOLE => {
                let size = self.size()?;
                let bytes = self.take(size)?;
                if let (1..=8, Some(last)) = (size, bytes.last()) {
                    let mut all = [if last & 0x80 == 0 { 0 } else { 0xff }; 8];
                    all[..size].copy_from_slice(bytes);
                    return Ok(i64::from_le_bytes(all).into_pyobject(py)?.into_any());
                }
                let signed = PyDict::new(py);
                signed.set_item("signed", true)?;
                py.get_type::<PyInt>().call_method(
                    "from_bytes",
                    (PyBytes::new(py, bytes), "little"),
                    Some(&signed),
                )?
            }
            FLOAT => {
                let bytes = self.take(8)?.try_into().expect("eight bytes");
                PyFloat::new(py, f64::from_le_bytes(bytes)).into_any()
            }
            TEXT => self.text()?,
            BYTES => {
                let size = self.size()?;
                PyBytes::new(py, self.take(size)?).into_any()
            }
            TUPLE => PyTuple::new(py, self.items(depth)?)?.into_any(),
            FROZEN_SET => PyFrozenSet::new(py, self.items(depth)?)?.into_any(),
            DICT => {
                let dict = PyDict::new(py);
                for _ in 0..self.count()? {
                    let name = self.object(depth + 1)?;
                    dict.set_item(name, self.object(depth + 1)?)?;
                }
                dict.into_any()
            }
            MEMBER => {
                let class = self.class()?;
                let name = self.object(depth + 1)?;
                class.getattr(intern!(py, "__members__"))?.get_item(name)?
            }
            kind @ (MADE | CALLED) => {
                let class = self.class()?;
                let given = self.object(depth + 1)?.cast_into::<PyTuple>()?;
                let object = match kind {
                    CALLED => class.call1(given)?,
                    _ => self.packer.newobj.bind(py).call1(joined(&class, &given)?)?,
                };
                let state = self.object(depth + 1)?;
                if !state.is_none() {
                    set_state(&object, &state)?;
                }
                object
            }
            _ => return Err(wrong("a byte means nothing")),
        })
    }
}

/// A class and what it is given, as the arguments of `copyreg.__newobj__`.
fn joined<'py>(class: &Bound<'py, PyType>, given: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyTuple>> {
    let all = std::iter::once(class.clone().into_any()).chain(given.iter());
    PyTuple::new(class.py(), all.collect::<Vec<_>>())
}

/// As unpickling does.
fn set_state(object: &Bound<'_, PyAny>, state: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = object.py();
    if let Some(method) = object.getattr_opt(intern!(py, "__setstate__"))? {
        method.call1((state,))?;
        return Ok(());
    }
    let both = state.cast_exact::<PyTuple>().ok().filter(|both| both.len() == 2);
    let (attributes, slots) = match both {
        Some(both) => (both.get_item(0)?, Some(both.get_item(1)?)),
        None => (state.clone(), None),
    };
    if !attributes.is_none() {
        object.getattr(intern!(py, "__dict__"))?.call_method1("update", (attributes,))?;
    }
    if let Some(slots) = slots.filter(|slots| !slots.is_none()) {
        // Frozen objects refuse it otherwise.
        let set = py.import("builtins")?.getattr("object")?.getattr("__setattr__")?;
        for (name, value) in slots.cast::<PyDict>()? {
            set.call1((object, name, value))?;
        }
    }
    Ok(())
}

#[cold]
fn wrong(why: &str) -> PyErr {
    bad_input(InputError::new(format!("these bytes are not a packed position: {why}")).to_string())
}
