//! Values, what is known about them, and why a search may end without one.

use super::hidden_repetition::Doubt;
use crate::Limit;

/// Larger than every value.
pub const INFINITY: i32 = 1 << 30;

/// The window that every value is in.
pub(super) const WHOLE: (i32, i32) = (-INFINITY, INFINITY);

/// The depth of a search to the end of the game. Tables store one more.
pub(super) const FULL: u32 = u32::MAX - 1;

pub(super) fn below(depth: u32) -> u32 {
    if depth == FULL { FULL } else { depth - 1 }
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value.
    Exact,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
}

/// A value, the earliest ply of the line that it depends on, whether it is a leaf's, and what is doubtful about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub score: i32,
    pub depends_on_ply: u32,
    pub is_leaf: bool,
    pub doubt: Doubt,
}

impl Value {
    pub fn leaf(score: i32, depends_on_ply: u32) -> Value {
        Value { score, depends_on_ply, is_leaf: true, doubt: Doubt::NONE }
    }
}

/// What an iteration found: a value, what it is, the passes it took, and what is doubtful about it.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    pub(super) value: i32,
    pub(super) bound: Bound,
    pub(super) passes: u32,
    pub(super) doubt: Doubt,
}

impl From<Value> for Found {
    /// The value itself, after one pass.
    fn from(value: Value) -> Found {
        Found { value: value.score, bound: Bound::Exact, passes: 1, doubt: value.doubt }
    }
}

/// Why a search ended before its time.
#[derive(Debug)]
pub enum Halt<E> {
    Limit(Limit),
    Error(E),
}

impl<E> From<E> for Halt<E> {
    fn from(error: E) -> Halt<E> {
        Halt::Error(error)
    }
}
