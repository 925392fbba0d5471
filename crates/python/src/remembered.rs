//! What a check has remembered of the nodes of a certificate: what [`replay`](crate::replay) compares with.

use std::sync::Arc;

use pnyx_game::{BoxError, Numbered, Outcome, Place, Player};
use pnyx_proof::{Kind, Length, Listener, Shape};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

use crate::contents::{Content, Contents};
use crate::python_game::PythonGame;

/// The nodes whose positions are held.
const HELD: usize = 1_000;

/// What was remembered of the position of a node, when it was checked.
pub(crate) struct Remembered {
    /// Positions are large, and needed only to say what differs: those of the first nodes.
    pub position: Option<Place>,
    pub outcome: Option<Outcome>,
    pub turn: Option<Player>,
    /// The content of its moves, in their order.
    pub moves: Option<Content>,
    /// What the repetition rule knows it by, if it was asked.
    pub class: Option<Place>,
}

/// Hears what a checked graph looks like and what is remembered of its positions.
pub(crate) struct Heard<'a> {
    pub game: &'a PythonGame,
    pub contents: &'a Contents,
    pub illegal: bool,
    pub shape: Shape,
    pub nodes: Vec<Remembered>,
    pub error: Option<BoxError>,
}

impl Heard<'_> {
    fn remember(&self, position: &Place) -> Result<Remembered, BoxError> {
        let outcome = self.game.outcome(position)?;
        let (mut turn, mut moves) = (None, None);
        if outcome.is_none() {
            turn = Some(self.game.turn(position)?);
            let content = Python::attach(|py| self.contents.of_all(&self.game.moves_at(py, position)?))?;
            moves = Some(content);
        }
        // The check has asked for it wherever it decides something.
        let class = match self.illegal {
            true if outcome.is_none() => Some(self.game.repetition_class(position)?),
            true => self.game.known_class(position),
            false => None,
        };
        let position = (self.nodes.len() < HELD).then(|| position.clone());
        Ok(Remembered { position, outcome, turn, moves, class })
    }
}

impl Listener<Place> for Heard<'_> {
    fn follow(&mut self, index: u32) {
        Listener::<Place>::follow(&mut self.shape, index);
    }

    fn begin(&mut self, position: &Place, kind: Kind) -> Result<(), &'static str> {
        match self.remember(position) {
            Ok(remembered) => self.nodes.push(remembered),
            Err(error) => {
                self.error = Some(error);
                return Err("the rules failed");
            }
        }
        self.shape.begin(position, kind)
    }

    fn refer(&mut self, node: u32) {
        Listener::<Place>::refer(&mut self.shape, node);
    }

    fn end(&mut self, length: Length) {
        Listener::<Place>::end(&mut self.shape, length);
    }

    fn memory_bytes(&self) -> usize {
        Listener::<Place>::memory_bytes(&self.shape) + self.nodes.len() * size_of::<Remembered>()
    }
}

/// What tells a class from others, for as long as somebody has a share in it.
pub(crate) fn address(class: &Place) -> usize {
    match class {
        Place::Held(held) => Arc::as_ptr(held).cast::<()>() as usize,
        Place::Number(number) => *number as usize,
    }
}

/// What is wrong where repeating is illegal and equal positions differ.
pub(crate) fn left_out(place: &str) -> String {
    format!(
        "__eq__ leaves out what a position is made of, at {place}: where repeating is illegal, repetition_key() must \
         say what counts"
    )
}

/// Whether two objects are the same to Python.
pub(crate) fn same(one: &Bound<'_, PyAny>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
    one.eq(other).or_else(|error| match error.is_instance_of::<PyException>(one.py()) {
        true => Ok(false),
        false => Err(error),
    })
}

/// Whether an object has no `__eq__` of its own.
pub(crate) fn equals_only_itself(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let own = object.get_type().getattr("__eq__")?;
    Ok(own.is(&object.py().import("builtins")?.getattr("object")?.getattr("__eq__")?))
}

/// Which nodes are asked several times: `wanted` of them, each as likely as any other.
pub(crate) fn sample(nodes: usize, wanted: usize) -> Vec<(u32, bool)> {
    let (mut left, mut wanted, mut state) = (nodes, wanted.min(nodes), 0x9e37_79b9_7f4a_7c15_u64);
    let chosen = |_| {
        // xorshift64: chance enough, and the same every time.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let takes = ((u128::from(state) * left as u128) >> 64) < wanted as u128;
        left -= 1;
        wanted -= usize::from(takes);
        (0, takes)
    };
    (0..nodes).map(chosen).collect()
}
