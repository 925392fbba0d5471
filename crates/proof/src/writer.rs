//! Writing the graph of a certificate in the order of its first visits.

use crate::leb128;

/// Records a graph as it is walked; the shared nodes are known only at the end.
///
/// The caller walks depth first and calls, for each node in turn, [`choose`](Self::choose) if the
/// chooser is on move, and before every edge [`new_node`](Self::new_node) or [`link`](Self::link).
#[derive(Default)]
pub struct GraphWriter {
    tokens: Vec<Token>,
    nodes: u32,
}

enum Token {
    Index(u32),
    New,
    Link(u32),
}

impl GraphWriter {
    /// A writer that has begun the record of the root, node 0.
    #[must_use]
    pub fn new() -> GraphWriter {
        GraphWriter { tokens: Vec::new(), nodes: 1 }
    }

    /// The move of the chooser, as an index into the moves sorted by notation.
    pub fn choose(&mut self, index: u32) {
        self.tokens.push(Token::Index(index));
    }

    /// An edge to a new node, whose record begins; gives its number.
    pub fn new_node(&mut self) -> u32 {
        self.tokens.push(Token::New);
        self.nodes += 1;
        self.nodes - 1
    }

    /// An edge to a node that has begun before.
    pub fn link(&mut self, node: u32) {
        self.tokens.push(Token::Link(node));
    }

    /// The number of nodes so far.
    #[must_use]
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// The uncompressed body.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        let mut shared: Vec<u32> = self
            .tokens
            .iter()
            .filter_map(|t| if let Token::Link(node) = t { Some(*node) } else { None })
            .collect();
        shared.sort_unstable();
        shared.dedup();
        let mut body = Vec::with_capacity(self.tokens.len() + 2 * shared.len() + 5);
        leb128::write(&mut body, shared.len() as u32);
        let mut last = 0;
        for &node in &shared {
            leb128::write(&mut body, node - last);
            last = node;
        }
        for token in &self.tokens {
            match *token {
                Token::Index(index) => leb128::write(&mut body, index),
                Token::New => leb128::write(&mut body, 0),
                Token::Link(node) => {
                    let place = shared.binary_search(&node).expect("collected above");
                    leb128::write(&mut body, place as u32 + 1);
                }
            }
        }
        body
    }
}
