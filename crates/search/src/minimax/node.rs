//! A position while its moves are searched, and the values that are returned.

use super::hidden_repetition::Doubt;
use super::value::{INFINITY, Value};
use crate::ordering::Placed;
use crate::path::PATH_INDEPENDENT;

pub(super) struct Spot<P> {
    pub position: P,
    pub key: u64,
}

pub(super) struct Node<M> {
    pub key: u64,
    pub is_max: bool,
    pub depth: u32,
    /// The window its moves are searched with at first.
    pub alpha: i32,
    pub beta: i32,
    pub g: i32,
    pub best: Option<Placed<M>>,
    pub moves: Vec<Placed<M>>,
    pub tried: usize,
    pub depends_on_ply: u32,
    /// What is doubtful about the bounds that made the window smaller, about the best move, and about any move.
    window_doubt: Doubt,
    best_doubt: Doubt,
    any_doubt: Doubt,
}

impl<M: Copy> Node<M> {
    /// A node none of whose moves has been searched. `doubt` is that of the bounds that made the window smaller.
    pub fn new(
        key: u64,
        is_max: bool,
        depth: u32,
        (alpha, beta): (i32, i32),
        moves: Vec<Placed<M>>,
        doubt: Doubt,
    ) -> Node<M> {
        Node {
            key,
            is_max,
            depth,
            alpha,
            beta,
            g: if is_max { -INFINITY } else { INFINITY },
            best: None,
            moves,
            tried: 0,
            depends_on_ply: PATH_INDEPENDENT,
            window_doubt: doubt,
            best_doubt: Doubt::NONE,
            any_doubt: Doubt::NONE,
        }
    }

    /// What a child's value has to lie between to matter.
    pub fn window(&self) -> (i32, i32) {
        if self.is_max { (self.alpha.max(self.g), self.beta) } else { (self.alpha, self.beta.min(self.g)) }
    }

    /// Whether the node's value cannot matter any more, or no move is left.
    pub fn is_done(&self) -> bool {
        self.is_cut() || self.tried == self.moves.len()
    }

    /// Whether one move was enough.
    pub fn is_cut(&self) -> bool {
        if self.is_max { self.g >= self.beta } else { self.g <= self.alpha }
    }

    /// The value of the move that was tried last.
    pub fn take(&mut self, child: Value) {
        if self.best.is_none() || if self.is_max { child.score > self.g } else { child.score < self.g } {
            self.best = Some(self.moves[self.tried - 1]);
            self.g = child.score;
            self.best_doubt = child.doubt;
        }
        self.any_doubt |= child.doubt;
        self.depends_on_ply = self.depends_on_ply.min(child.depends_on_ply);
    }

    /// What is doubtful about the node's value: where one move was enough, the others do not matter.
    pub fn doubt(&self) -> Doubt {
        self.window_doubt | if self.is_cut() { self.best_doubt } else { self.any_doubt }
    }
}

/// What visiting a position leads to.
pub(super) enum Begun<M> {
    /// Its value is known.
    Answered(Value),
    /// Its moves have to be searched.
    Open(Node<M>),
}

/// What playing a move leads to.
pub(super) enum Child<P> {
    /// A repetition.
    Value(Value),
    /// A position, now the end of the line. [`SearchContext::back`] takes the move back.
    Position(Spot<P>),
}
