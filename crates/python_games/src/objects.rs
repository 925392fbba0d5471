//! Objects of Python, read: numbers, texts and bytes, and the types of Python's that say what other objects consist of.

use pnyx_solver::contents::{Hash, MOST_PARTS, Mixer, Unread};
use pyo3::exceptions::PyException;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFloat, PyInt, PyString, PyType};

/// Python's own classes whose objects are what they contain.
const OWN: [&str; 9] = ["int", "str", "bytes", "float", "tuple", "list", "frozenset", "set", "dict"];
const INT: usize = 0;
const TEXT: usize = 1;
const BYTES: usize = 2;
const FLOAT: usize = 3;
pub const TUPLE: usize = 4;
pub const LIST: usize = 5;
pub const FROZEN_SET: usize = 6;
pub const SET: usize = 7;
pub const DICT: usize = 8;

pub type Unreadable = Unread<PyErr>;

/// An error while an object is read: the object is silent, unless it is somebody else's error, such as Ctrl-C.
pub fn unread(error: PyErr) -> Unreadable {
    let mistake = Python::attach(|py| error.is_instance_of::<PyException>(py));
    if mistake { Unread::Silent } else { Unread::Raised(error) }
}

/// Types and functions of Python's, looked up once.
pub struct Builtins {
    pub object: Py<PyAny>,
    object_eq: Py<PyAny>,
    /// [`OWN`], and how they compare.
    own: Vec<(Py<PyAny>, Py<PyAny>)>,
    pub enumeration: Py<PyAny>,
    slot_names: Py<PyAny>,
}

impl Builtins {
    pub fn new(py: Python<'_>) -> PyResult<Builtins> {
        let builtins = py.import("builtins")?;
        let class = |name: &str| {
            let class = builtins.getattr(name)?;
            let eq = class.getattr("__eq__")?.unbind();
            Ok::<_, PyErr>((class.unbind(), eq))
        };
        let (object, object_eq) = class("object")?;
        Ok(Builtins {
            object,
            object_eq,
            own: OWN.into_iter().map(class).collect::<PyResult<_>>()?,
            enumeration: py.import("enum")?.getattr("Enum")?.unbind(),
            slot_names: py.import("copyreg")?.getattr("_slotnames")?.unbind(),
        })
    }

    /// Whether an object is of one of Python's own classes.
    pub fn is_exactly(&self, which: usize, object: &Bound<'_, PyAny>) -> bool {
        object.get_type().is(&self.own[which].0)
    }

    /// Whether a class is a list or a dictionary, or one of sets.
    pub fn is_container(&self, class: &Bound<'_, PyType>) -> PyResult<bool> {
        let is_set = |which: usize| class.is_subclass(self.own[which].0.bind(class.py()));
        Ok(class.is(&self.own[LIST].0) || class.is(&self.own[DICT].0) || is_set(SET)? || is_set(FROZEN_SET)?)
    }

    /// Whether an object is compared as one of Python's own classes compares: 1 equals True and 1.0, and a named tuple a tuple.
    pub fn compares_as(&self, which: usize, object: &Bound<'_, PyAny>) -> bool {
        let own_eq = |eq: Bound<'_, PyAny>| eq.is(&self.own[which].1);
        self.is_exactly(which, object)
            || object.get_type().getattr(intern!(object.py(), "__eq__")).is_ok_and(own_eq)
    }

    /// Whether an object equals only itself: it has no `__eq__` of its own.
    pub fn equals_itself_only(&self, object: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(object.get_type().getattr(intern!(object.py(), "__eq__"))?.is(&self.object_eq))
    }

    pub fn is_enumeration(&self, object: &Bound<'_, PyAny>) -> PyResult<bool> {
        object.is_instance(self.enumeration.bind(object.py()))
    }

    /// The names of the slots of a class.
    pub fn slots(&self, class: &Bound<'_, PyAny>) -> PyResult<Vec<Py<PyString>>> {
        self.slot_names.bind(class.py()).call1((class,))?.extract()
    }

    /// The hash of a number, a text or bytes, if an object `is` one: whole floats are numbers if they are taken by their value.
    pub fn leaf<const N: usize>(
        &self,
        object: &Bound<'_, PyAny>,
        by_value: bool,
        is: impl Fn(usize) -> bool,
    ) -> PyResult<Option<Hash<N>>> {
        Ok(Some(if object.is_none() {
            Mixer::new(b'0').hash()
        } else if object.is_instance_of::<PyInt>() && is(INT) {
            whole(object)?
        } else if let Ok(text) = object.cast::<PyString>()
            && is(TEXT)
        {
            match text.to_str() {
                Ok(text) => Mixer::bytes(b's', text.as_bytes()),
                // Half a character.
                Err(_) => {
                    let bytes = text.call_method1("encode", ("utf-8", "surrogatepass"))?;
                    Mixer::bytes(b's', bytes.cast::<PyBytes>()?.as_bytes())
                }
            }
        } else if let Ok(bytes) = object.cast::<PyBytes>()
            && is(BYTES)
        {
            Mixer::bytes(b'y', bytes.as_bytes())
        } else if let Ok(float) = object.cast::<PyFloat>()
            && is(FLOAT)
        {
            let value = float.value();
            match by_value && value.is_finite() && value.fract() == 0.0 {
                true => whole(&float.call_method0("__int__")?)?,
                false => Mixer::bytes(b'f', &value.to_bits().to_le_bytes()),
            }
        } else {
            return Ok(None);
        }))
    }
}

/// A whole number of any size.
fn whole<const N: usize>(number: &Bound<'_, PyAny>) -> PyResult<Hash<N>> {
    if let Ok(small) = number.extract::<i64>() {
        return Ok(Mixer::number(b'i', small as u64));
    }
    let bits: usize = number.call_method0("bit_length")?.extract()?;
    let signed = PyDict::new(number.py());
    signed.set_item("signed", true)?;
    let bytes = number.call_method("to_bytes", (bits / 8 + 1, "little"), Some(&signed))?;
    Ok(Mixer::bytes(b'i', bytes.cast::<PyBytes>()?.as_bytes()))
}

/// The items of an iterator, which may have no end: what is more than can be read is left out, except for one.
pub fn items<'py>(iterable: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    iterable.try_iter()?.take(MOST_PARTS + 1).collect()
}
