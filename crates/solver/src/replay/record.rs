//! What a check has remembered of the nodes of a certificate: what the replay compares with.

use std::sync::Arc;

use pnyx_game::{BoxError, Erased, Outcome, Place, Player, Rules};
use pnyx_proof::{Kind, Length, Listener, Shape};

use super::content_of_all;
use super::rules::FreshRules;
use crate::contents::Content;

/// The nodes whose positions are held.
const HELD: usize = 1_000;

/// What was remembered of the position of a node, when it was checked.
pub(super) struct NodeRecord {
    /// Positions are large, and needed only to say what differs: those of the first nodes.
    pub position: Option<Place>,
    pub outcome: Option<Outcome>,
    pub turn: Option<Player>,
    /// The content of its moves, in their order.
    pub moves: Option<Content>,
    /// What the repetition rule compares, if it was asked.
    pub repetition_key: Option<Place>,
}

/// Records the shape of a checked graph, and what is remembered of its positions.
pub(super) struct Recorder<'a, R> {
    pub game: &'a Erased,
    pub rules: &'a R,
    /// Repeating is illegal.
    pub illegal: bool,
    pub shape: Shape,
    pub nodes: Vec<NodeRecord>,
    pub error: Option<BoxError>,
}

impl<R: FreshRules> Recorder<'_, R> {
    fn record(&self, position: &Place) -> Result<NodeRecord, BoxError> {
        let outcome = self.game.outcome(position)?;
        let (mut turn, mut moves) = (None, None);
        if outcome.is_none() {
            turn = Some(self.game.turn(position)?);
            let held = self.rules.held_moves(position).map_err(Into::into)?;
            moves = Some(content_of_all(self.rules, &held).map_err(Into::into)?);
        }
        // The check has asked for it wherever it decides something.
        let repetition_key = match self.illegal {
            true => self.rules.held_repetition_key(position, outcome.is_some()).map_err(Into::into)?,
            false => None,
        };
        let position = (self.nodes.len() < HELD).then(|| position.clone());
        Ok(NodeRecord { position, outcome, turn, moves, repetition_key })
    }
}

impl<R: FreshRules> Listener<Place> for Recorder<'_, R> {
    fn follow(&mut self, index: u32) {
        Listener::<Place>::follow(&mut self.shape, index);
    }

    fn begin(&mut self, position: &Place, kind: Kind) -> Result<(), &'static str> {
        match self.record(position) {
            Ok(record) => self.nodes.push(record),
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
        Listener::<Place>::memory_bytes(&self.shape) + self.nodes.len() * size_of::<NodeRecord>()
    }
}

/// What distinguishes a place from others, for as long as it is held.
pub(super) fn address(place: &Place) -> usize {
    match place {
        Place::Held(held) => Arc::as_ptr(held).cast::<()>() as usize,
        Place::Number(number) => *number as usize,
    }
}

/// Which nodes are asked several times: `wanted` of them, each as likely as any other.
pub(super) fn sample(nodes: usize, wanted: usize) -> Vec<(u32, bool)> {
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
