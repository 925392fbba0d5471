//! Explicit graphs: positions are named nodes, moves are edges, cycles are allowed. For figures of
//! papers, for tests, and for anyone who has a small game on paper.
//!
//! The notation is in [`notation`]. The position is a node; a position's text is the whole graph with
//! its root set to that node, so a graph travels in a certificate like any other position.

use std::sync::Arc;

use pnyx_game::{
    BoxError, Erased, InputError, Numbered, Outcome, Place, Player, Repetition, bad_bytes, input_error,
    packed_within,
};

use crate::spec::{GameSpec, WIN_OR_DRAW};

mod notation;

pub use notation::without_comments;

/// Explicit graphs as the user sees them.
pub const SPEC: GameSpec = GameSpec {
    name: "graph",
    description: "an explicit graph of named nodes, as text or JSON; cycles allowed",
    start: "root A; repetition draw; A max: B C; B min: A D; C min: D E; D = win; E = draw",
    goals: WIN_OR_DRAW,
    options: &[],
};

/// The longest text of a graph: what the header of a certificate holds, with room for its other lines.
pub const LONGEST_TEXT: usize = 15 << 20;

/// The most nodes a graph may have.
pub const MOST_NODES: usize = 1_000_000;

/// Bytes of the number of a node.
const NUMBER_BYTES: usize = 3;
const _: () = assert!(MOST_NODES <= 1 << (8 * NUMBER_BYTES));

/// A game given by its graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    nodes: Vec<Node>,
    repetition: Repetition,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    name: String,
    turn: Player,
    moves: Vec<u32>,
    /// The moves in the order of their names: a node may have very many.
    sorted: Vec<u32>,
    /// The value of a leaf, which has no moves.
    value: Option<Value>,
}

/// A leaf's value, seen from max, the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Win,
    Draw,
    Loss,
    Number(i32),
}

impl Value {
    fn points(self) -> i32 {
        match self {
            Value::Number(n) => n,
            other => other.outcome().points(),
        }
    }

    fn outcome(self) -> Outcome {
        match self {
            Value::Win => Outcome::Win(Player::First),
            Value::Loss => Outcome::Win(Player::Second),
            Value::Draw | Value::Number(0) => Outcome::Draw,
            Value::Number(n) if n > 0 => Outcome::Win(Player::First),
            Value::Number(_) => Outcome::Win(Player::Second),
        }
    }
}

/// Read a graph, and the node that is its root.
pub fn open(text: &str) -> Result<(Erased, Place), InputError> {
    let (graph, root) = Graph::read(text)?;
    if text.len() > LONGEST_TEXT / 2 && graph.write(root).len() > LONGEST_TEXT {
        return Err(input_error!("a graph's text has at most {LONGEST_TEXT} bytes: shorten the names"));
    }
    Ok((Erased(Arc::new(graph)), root.into()))
}

impl Graph {
    fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    fn at(&self, position: &Place) -> &Node {
        self.node(position.number())
    }
}

impl Numbered for Graph {
    fn turn(&self, position: &Place) -> Result<Player, BoxError> {
        Ok(self.at(position).turn)
    }

    fn outcome(&self, position: &Place) -> Result<Option<Outcome>, BoxError> {
        Ok(self.at(position).value.map(Value::outcome))
    }

    fn moves(&self, position: &Place, out: &mut Vec<u32>) -> Result<(), BoxError> {
        out.extend_from_slice(&self.at(position).moves);
        Ok(())
    }

    fn play(&self, _position: &Place, mv: u32) -> Result<Place, BoxError> {
        Ok(mv.into())
    }

    fn repetition(&self) -> Repetition {
        self.repetition
    }

    fn sorted_moves(&self, position: &Place) -> Option<&[u32]> {
        Some(&self.at(position).sorted)
    }

    fn notation(&self, _position: &Place, mv: u32) -> Result<String, BoxError> {
        Ok(self.node(mv).name.clone())
    }

    fn text(&self, position: &Place) -> Result<String, BoxError> {
        Ok(self.write(position.number()))
    }

    /// Every position's text holds the whole graph: only the name is its own.
    fn mentions(&self, position: &Place, text: &str) -> Result<bool, BoxError> {
        Ok(self.at(position).name.contains(text))
    }

    fn parse(&self, text: &str) -> Result<Place, InputError> {
        let (other, root) = Graph::read(text)?;
        if other == *self {
            Ok(root.into())
        } else {
            Err(InputError::new("this is a position of another graph"))
        }
    }

    fn pack(&self, position: &Place, out: &mut Vec<u8>) -> Result<(), BoxError> {
        out.extend_from_slice(&position.number().to_le_bytes()[..NUMBER_BYTES]);
        Ok(())
    }

    fn unpack(&self, bytes: &[u8]) -> Result<Place, InputError> {
        let mut number = [0; 4];
        number[..NUMBER_BYTES].copy_from_slice(packed_within(bytes, NUMBER_BYTES)?);
        let number = u32::from_le_bytes(number);
        if number as usize >= self.nodes.len() {
            return Err(bad_bytes(&format!("the graph has {} nodes", self.nodes.len()), bytes));
        }
        Ok(number.into())
    }

    fn player_names(&self) -> [String; 2] {
        ["max".into(), "min".into()]
    }

    fn payoff(&self, position: &Place, outcome: Outcome) -> Result<i32, BoxError> {
        Ok(self.at(position).value.map_or(outcome.points(), Value::points))
    }

    fn largest_payoff(&self) -> i32 {
        let values = self.nodes.iter().filter_map(|node| node.value);
        values.map(|value| value.points().saturating_abs()).max().unwrap_or(0)
    }

    fn reply_count(&self, position: &Place) -> Result<u32, BoxError> {
        Ok(self.at(position).moves.len() as u32)
    }
}
