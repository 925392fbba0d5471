//! Random games with cycles, and a slow solver of them that knows nothing of counters or waves.

use std::convert::Infallible;

use pnyx_game::{Outcome, Player};
use pnyx_tables::{Entry, Expanded, Expander, Packs, Records, Value};

use super::Random;

pub struct Graph {
    pub nodes: Vec<Node>,
    /// The representative of each node.
    pub representative: Vec<usize>,
    width: usize,
}

#[derive(Clone)]
pub struct Node {
    pub turn: Player,
    pub outcome: Option<Outcome>,
    pub moves: Vec<usize>,
}

/// What a random game is like.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub nodes: usize,
    pub alternates: bool,
    /// Moves lead to nodes with larger numbers only.
    pub acyclic: bool,
    /// Half of the nodes are the mirror images of the others.
    pub mirrored: bool,
}

impl Graph {
    pub fn random(random: &mut Random, shape: Shape) -> Graph {
        let count = shape.nodes;
        let (most_moves, ends, draws) = (1 + random.below(4), 5 + random.below(40), random.below(60));
        let mut nodes: Vec<Node> = (0..count)
            .map(|number| {
                let first = if shape.alternates { number % 2 == 0 } else { random.chance(50) };
                let turn = if first { Player::First } else { Player::Second };
                let last = shape.acyclic && number + 3 > count;
                let outcome = (last || random.chance(ends)).then(|| match random.below(100) {
                    value if value < draws => Outcome::Draw,
                    value if value % 2 == 0 => Outcome::Win(Player::First),
                    _ => Outcome::Win(Player::Second),
                });
                Node { turn, outcome, moves: Vec::new() }
            })
            .collect();
        for (number, node) in nodes.iter_mut().enumerate() {
            if node.outcome.is_some() {
                continue;
            }
            for _ in 0..=random.below(most_moves) {
                let low = if shape.acyclic { number + 1 } else { 0 };
                let mut to = low + random.below(count - low);
                if shape.alternates && to % 2 == number % 2 {
                    to = if to + 1 < count { to + 1 } else { to - 1 };
                }
                node.moves.push(to);
            }
        }
        let mut graph = Graph { representative: (0..count).collect(), nodes, width: 1 + random.below(20) };
        if shape.mirrored {
            graph.mirror(random);
        }
        graph
    }

    /// A mirror image of every node, where every move leads to one of the two images.
    fn mirror(&mut self, random: &mut Random) {
        let count = self.nodes.len();
        let images = self.nodes.clone().into_iter().map(|node| Node {
            moves: node.moves.iter().map(|&to| if random.chance(50) { to } else { to + count }).collect(),
            ..node
        });
        let images: Vec<Node> = images.collect();
        for node in &mut self.nodes {
            for to in &mut node.moves {
                if random.chance(50) {
                    *to += count;
                }
            }
        }
        self.nodes.extend(images);
        self.representative.extend(0..count);
    }

    /// A node as bytes: of different lengths, and none begins another.
    pub fn pack(&self, number: usize) -> Vec<u8> {
        let mut bytes = vec![number as u8 | 1, (number >> 8) as u8, (number % 2) as u8];
        bytes.extend(vec![7; number % self.width]);
        bytes.push(9);
        bytes
    }

    /// The node with these bytes.
    pub fn unpack(bytes: &[u8]) -> usize {
        bytes[0] as usize & !1 | (bytes[1] as usize) << 8 | bytes[2] as usize
    }

    /// The nodes that can be reached from these, as representatives.
    pub fn reachable(&self, starts: &[usize]) -> Vec<usize> {
        let mut seen = vec![false; self.nodes.len()];
        let mut open: Vec<usize> = starts.iter().map(|&start| self.representative[start]).collect();
        while let Some(number) = open.pop() {
            if !std::mem::replace(&mut seen[number], true) && self.nodes[number].outcome.is_none() {
                open.extend(self.nodes[number].moves.iter().map(|&to| self.representative[to]));
            }
        }
        (0..self.nodes.len()).filter(|&number| seen[number]).collect()
    }

    /// Values of all nodes by brute force: who can force a win within N plies, for N = 0, 1, 2, ...
    pub fn values(&self) -> Vec<Entry> {
        let count = self.nodes.len();
        let mut within: Vec<Option<(Player, u32)>> = (0..count)
            .map(|number| match self.nodes[number].outcome {
                Some(Outcome::Win(winner)) => Some((winner, 0)),
                _ => None,
            })
            .collect();
        for plies in 1..=count as u32 + 1 {
            let before = within.clone();
            for (node, known) in self.nodes.iter().zip(&mut within) {
                if known.is_some() || node.outcome.is_some() {
                    continue;
                }
                let won_by = |winner: Player| {
                    let before = &before;
                    move |&to: &usize| before[to].is_some_and(|(by, _)| by == winner)
                };
                let (own, other) = (node.turn, node.turn.opponent());
                if node.moves.iter().any(won_by(own)) {
                    *known = Some((own, plies));
                } else if node.moves.iter().all(won_by(other)) {
                    *known = Some((other, plies));
                }
            }
        }
        let entry = |(node, known): (&Node, &Option<(Player, u32)>)| match *known {
            Some((winner, plies)) => Entry::won_by(node.turn, winner, plies),
            None => Entry { turn: node.turn, value: Value::Draw },
        };
        self.nodes.iter().zip(&within).map(entry).collect()
    }
}

impl Expander for Graph {
    type Error = Infallible;

    fn expand(&self, batch: &Records<'_>, out: &mut Expanded) -> Result<(), Infallible> {
        for record in batch.iter() {
            let node = &self.nodes[Graph::unpack(record)];
            out.position(node.turn, node.outcome);
            if node.outcome.is_none() {
                for &to in &node.moves {
                    out.successor(&self.pack(self.representative[to]));
                }
            }
        }
        Ok(())
    }

    fn represent(&self, batch: &Records<'_>, out: &mut Packs) -> Result<(), Infallible> {
        for record in batch.iter() {
            out.push(&self.pack(self.representative[Graph::unpack(record)]));
        }
        Ok(())
    }

    fn batch(&self) -> usize {
        7
    }
}
