//! Explicit graphs: positions are named nodes, moves are edges, cycles are allowed. For figures of
//! papers, for tests, and for anyone who has a small game on paper.
//!
//! The notation is in [`notation`]. The position is a node; a position's text is the whole graph with
//! its root set to that node, so a graph travels in a certificate like any other position.

use std::sync::Arc;

use pnyx_game::{BoxError, Erased, InputError, Numbered, Outcome, Place, Player, Repetition};

use crate::spec::{GOAL_DRAW, GOAL_WIN, GameSpec};

mod notation;

pub use notation::without_comments;

/// Explicit graphs as the user sees them.
pub const SPEC: GameSpec = GameSpec {
    name: "graph",
    description: "an explicit graph of named nodes, as text or JSON; cycles allowed",
    start: "root A; repetition draw; A max: B C; B min: A D; C min: D E; D = win; E = draw",
    goals: &[GOAL_WIN, GOAL_DRAW],
    options: &[],
};

/// The longest text of a graph: what the header of a certificate holds, with room for its other lines.
pub const LONGEST_TEXT: usize = 15 << 20;

/// The most nodes a graph may have.
pub const MOST_NODES: usize = 1_000_000;

/// A game given by its graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    nodes: Vec<Node>,
    repetition: Repetition,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    name: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// `sorted` holds the moves in the order of their names: a node may have very many.
    Inner {
        turn: Player,
        moves: Vec<u32>,
        sorted: Vec<u32>,
    },
    Leaf(Value),
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
        return Err(InputError::new(format!(
            "a graph's text has at most {LONGEST_TEXT} bytes: shorten the names"
        )));
    }
    Ok((Erased(Arc::new(graph)), root.into()))
}

impl Graph {
    fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }
}

impl Numbered for Graph {
    fn turn(&self, position: &Place) -> Result<Player, BoxError> {
        Ok(match &self.node(position.number()).kind {
            Kind::Inner { turn, .. } => *turn,
            Kind::Leaf(_) => Player::First,
        })
    }

    fn outcome(&self, position: &Place) -> Result<Option<Outcome>, BoxError> {
        Ok(match self.node(position.number()).kind {
            Kind::Inner { .. } => None,
            Kind::Leaf(value) => Some(value.outcome()),
        })
    }

    fn moves(&self, position: &Place, out: &mut Vec<u32>) -> Result<(), BoxError> {
        if let Kind::Inner { moves, .. } = &self.node(position.number()).kind {
            out.extend_from_slice(moves);
        }
        Ok(())
    }

    fn play(&self, _position: &Place, mv: u32) -> Result<Place, BoxError> {
        Ok(mv.into())
    }

    fn repetition(&self) -> Repetition {
        self.repetition
    }

    fn sorted_moves(&self, position: &Place) -> Option<&[u32]> {
        match &self.node(position.number()).kind {
            Kind::Inner { sorted, .. } => Some(sorted),
            Kind::Leaf(_) => Some(&[]),
        }
    }

    fn notation(&self, _position: &Place, mv: u32) -> Result<String, BoxError> {
        Ok(self.node(mv).name.clone())
    }

    fn text(&self, position: &Place) -> Result<String, BoxError> {
        Ok(self.write(position.number()))
    }

    /// Every position's text holds the whole graph: only the name is its own.
    fn mentions(&self, position: &Place, text: &str) -> Result<bool, BoxError> {
        Ok(self.node(position.number()).name.contains(text))
    }

    fn parse(&self, text: &str) -> Result<Place, InputError> {
        let (other, root) = Graph::read(text)?;
        if other == *self {
            Ok(root.into())
        } else {
            Err(InputError::new("this is a position of another graph"))
        }
    }

    fn player_names(&self) -> [String; 2] {
        ["max".into(), "min".into()]
    }

    fn payoff(&self, position: &Place, outcome: Outcome) -> Result<i32, BoxError> {
        Ok(match self.node(position.number()).kind {
            Kind::Inner { .. } => outcome.points(),
            Kind::Leaf(value) => value.points(),
        })
    }

    fn largest_payoff(&self) -> i32 {
        let leaves = self.nodes.iter().filter_map(|node| match node.kind {
            Kind::Inner { .. } => None,
            Kind::Leaf(value) => Some(value.points().saturating_abs()),
        });
        leaves.max().unwrap_or(0)
    }

    fn reply_count(&self, position: &Place) -> Result<u32, BoxError> {
        Ok(match &self.node(position.number()).kind {
            Kind::Inner { moves, .. } => moves.len() as u32,
            Kind::Leaf(_) => 0,
        })
    }
}
