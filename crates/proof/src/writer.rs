//! Writing the graph of a certificate in the order of its first visits.

use crate::leb128;

/// Records a graph as it is walked; the shared nodes are known only at the end.
///
/// The caller walks depth first and calls, for each node in turn, [`choose`](Self::choose) if the
/// chooser is on move, and before every edge [`new_node`](Self::new_node) or [`link`](Self::link). Where
/// repeating is illegal, the root and the edges of the history part are marked by
/// [`root`](Self::root) and [`step`](Self::step), [`step_link`](Self::step_link) instead.
#[derive(Default)]
pub struct GraphWriter {
    tokens: Vec<Token>,
    nodes: u32,
    limited: bool,
}

enum Token {
    Number(u32),
    /// A node, and the code of the first shared one.
    Link(u32, u32),
}

impl GraphWriter {
    /// A writer that has begun the record of the root, node 0.
    #[must_use]
    pub fn new() -> GraphWriter {
        GraphWriter { tokens: Vec::new(), nodes: 1, limited: false }
    }

    /// The same for a goal that limits the prover's moves, if it does.
    #[must_use]
    pub fn limited(self, limited: bool) -> GraphWriter {
        GraphWriter { limited, ..self }
    }

    /// The move of the chooser, as an index into the moves sorted by notation.
    pub fn choose(&mut self, index: u32) {
        self.tokens.push(Token::Number(index));
    }

    /// The part to which the root belongs, where repeating is illegal.
    pub fn root(&mut self, free: bool) {
        self.tokens.push(Token::Number(u32::from(free)));
    }

    /// An edge from the history part to a new node of either part; returns its number.
    pub fn step(&mut self, free: bool) -> u32 {
        self.tokens.push(Token::Number(u32::from(free)));
        self.nodes += 1;
        self.nodes - 1
    }

    /// An edge from the history part to a node of the free part that has begun before.
    pub fn step_link(&mut self, node: u32) {
        self.tokens.push(Token::Link(node, 2));
    }

    /// An edge to a new node, whose record begins; returns its number.
    pub fn new_node(&mut self) -> u32 {
        self.step(false)
    }

    /// An edge to a node that has begun before.
    pub fn link(&mut self, node: u32) {
        self.tokens.push(Token::Link(node, if self.limited { 2 } else { 1 }));
    }

    /// As [`new_node`](Self::new_node), where the goal limits the prover's moves: the node has N more of them left in a
    /// disproof, and N fewer in a proof, than the edge arrives with.
    pub fn shifted_node(&mut self, by: u32) -> u32 {
        if by > 0 {
            self.tokens.extend([Token::Number(1), Token::Number(by)]);
            self.nodes += 1;
            return self.nodes - 1;
        }
        self.new_node()
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
            .filter_map(|t| if let Token::Link(node, _) = t { Some(*node) } else { None })
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
                Token::Number(number) => leb128::write(&mut body, number),
                Token::Link(node, first) => {
                    let place = shared.binary_search(&node).expect("collected above");
                    leb128::write(&mut body, place as u32 + first);
                }
            }
        }
        body
    }
}
