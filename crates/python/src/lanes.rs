//! Contents as hashes: what [`contents`](crate::contents) feeds the parts of an object to.

use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher;

use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// What something is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Content(pub u64, pub u64);

/// Two hashes of the same bytes.
pub(crate) struct Lanes(DefaultHasher, DefaultHasher);

impl Lanes {
    pub fn new() -> Lanes {
        let mut other = DefaultHasher::new();
        other.write_u64(0x9e37_79b9_7f4a_7c15);
        Lanes(DefaultHasher::new(), other)
    }

    pub fn number(&mut self, number: u64) {
        self.0.write_u64(number);
        self.1.write_u64(number);
    }

    pub fn bytes(&mut self, tag: Tag, bytes: &[u8]) {
        self.tag(tag, bytes.len());
        self.0.write(bytes);
        self.1.write(bytes);
    }

    pub fn tag(&mut self, tag: Tag, length: usize) {
        self.number(tag as u64);
        self.number(length as u64);
    }

    pub fn content(&self) -> Content {
        Content(self.0.finish(), self.1.finish())
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Tag {
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
    Again,
    Game,
    Slot,
    Rank,
}

/// A part that was looked at.
pub(crate) fn feed_content(content: Content, lanes: &mut Lanes) {
    lanes.number(content.0);
    lanes.number(content.1);
}

/// A whole number of any size.
pub(crate) fn feed_int(int: &Bound<'_, PyAny>, lanes: &mut Lanes) -> PyResult<()> {
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
