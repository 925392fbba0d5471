//! One graph from many: certificates of single positions, and moves between them, become a certificate of the root.
//!
//! Who settles a large question in pieces has graphs that overlap, and a position may be answered differently in two of
//! them. Here the **first** answer that is stored for a position counts, wherever the position stands.
//!
//! **Why there are no cycles where there must be none.** Let cycles be forbidden, and let each piece depend only on
//! itself and on pieces before it. After a chooser's move that a piece was the first to store, the chooser's next
//! positions stand in the same piece or are answered by earlier ones; so their moves are this piece's, or older. A line
//! that has come to the moves of older pieces stays among them, and as long as it follows one piece it cannot repeat a
//! position, because that has no cycles. (The other side cannot make a cycle by its own moves alone, or a piece would.)
//! Where cycles are allowed any order will do: the chooser stays among positions that some piece answers.
//!
//! Positions are known by their repetition keys alone, because they are many: some 20 bytes for each of them. Should
//! two share a key, or should the pieces be in a wrong order, the merged graph is wrong; so it has to be checked like
//! any other.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::ops::ControlFlow;

use pnyx_game::{Game, Objective, RepetitionEffect, Rules, SpreadHasher};

use crate::listener::{Kind, Length, Listener};
use crate::{Body, CheckError, Claim, GraphWriter, Verdict, check_and_report};

/// Nodes between two polls.
const POLLED: u32 = 1024;

/// What pieces have answered so far.
pub struct Merge<'a, G: Game> {
    game: &'a G,
    goal: Objective,
    verdict: Verdict,
    answers: MergedNodes,
}

/// What is known about a position.
#[derive(Clone, Copy)]
struct MergedNode {
    /// The chooser's move, as an index into the moves sorted by notation; [`NONE`] if the other side is on move.
    choice: u32,
    /// The number of its node in the merged graph; [`NONE`] as long as it has none.
    node: u32,
}

const NONE: u32 = u32::MAX;

type MergedNodes = HashMap<u64, MergedNode, BuildHasherDefault<SpreadHasher>>;

type Merged<T, G> = Result<T, CheckError<<G as Rules>::Error>>;

impl<'a, G: Game> Merge<'a, G> {
    /// Nothing yet, for this answer to questions with this goal. Where repeating is illegal there is none: what is true
    /// of a position on one line may be false on another.
    #[must_use]
    pub fn new(game: &'a G, goal: Objective, verdict: Verdict) -> Option<Merge<'a, G>> {
        let effect = goal.repetition_effect(game.repetition());
        let holds = effect != RepetitionEffect::Illegal;
        holds.then(|| Merge { game, goal, verdict, answers: MergedNodes::default() })
    }

    /// Whether the chooser is on move.
    pub fn chooses(&self, position: &G::Position) -> Result<bool, G::Error> {
        Ok((self.game.turn(position)? == self.goal.prover) == (self.verdict == Verdict::Proven))
    }

    /// The number of positions with an answer of the chooser.
    #[must_use]
    pub fn answers(&self) -> usize {
        self.answers.len()
    }

    /// Take in the graph of a certificate about a position without a history; it is checked on the way.
    pub fn add_graph<'b>(
        &mut self,
        position: &G::Position,
        body: impl Into<Body<'b>>,
        poll: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Merged<(), G> {
        let claim = Claim { root: position, history: &[], goal: self.goal, only_move: None, within: None };
        let (game, verdict) = (self.game, self.verdict);
        let mut gatherer = Gatherer { game, answers: &mut self.answers, open: Vec::new(), error: None };
        let checked = check_and_report(game, &claim, verdict, body.into(), Some(&mut gatherer), poll);
        match gatherer.error {
            Some(error) => Err(CheckError::Game(error)),
            None => checked.map(drop),
        }
    }

    /// The chooser's move at a position, as an index into its moves sorted by notation.
    pub fn add_choice(&mut self, position: &G::Position, index: u32) -> Result<(), G::Error> {
        let key = self.game.repetition_key(position)?;
        self.answers.entry(key).or_insert(MergedNode { choice: index, node: NONE });
        Ok(())
    }

    /// The graph of the root, and its number of nodes. Nobody has checked it yet.
    pub fn write(
        mut self,
        root: &G::Position,
        poll: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Merged<(Vec<u8>, u32), G> {
        let mut graph = GraphWriter::new();
        // The nodes on the way, each with the place of its next move; the moves of all of them together.
        let (mut stack, mut moves): (Vec<Step<G::Position>>, Vec<G::Move>) = (Vec::new(), Vec::new());
        let mut sorted = Vec::new();
        let mut entered = Some((root.clone(), 0));
        loop {
            if let Some((position, node)) = entered.take()
                && self.game.outcome(&position)?.is_none()
            {
                let first = moves.len();
                self.game.moves_by_notation(&position, &mut sorted)?;
                match self.visit(&position, node)? {
                    NONE => moves.extend_from_slice(&sorted),
                    choice => {
                        let chosen = sorted.get(choice as usize).copied();
                        moves.push(chosen.ok_or_else(|| self.confused(&position))?);
                        graph.choose(choice);
                    }
                }
                stack.push(Step { position, first, next: first });
            }
            let Some(step) = stack.last_mut() else {
                let nodes = graph.nodes();
                return Ok((graph.finish(), nodes));
            };
            if step.next == moves.len() {
                moves.truncate(step.first);
                stack.pop();
                continue;
            }
            let mut position = step.position.clone();
            self.game.play(&mut position, moves[step.next])?;
            step.next += 1;
            if graph.nodes().is_multiple_of(POLLED) && poll().is_break() {
                return Err(CheckError::Stopped);
            }
            let key = self.game.repetition_key(&position)?;
            match self.answers.get(&key).filter(|answer| answer.node != NONE) {
                Some(answer) => graph.link(answer.node),
                None => entered = Some((position, graph.new_node())),
            }
        }
    }

    /// A position gets its node; returns the chooser's move there, or [`NONE`].
    fn visit(&mut self, position: &G::Position, node: u32) -> Merged<u32, G> {
        let key = self.game.repetition_key(position)?;
        let chooses = self.chooses(position)?;
        let unknown = MergedNode { choice: NONE, node: NONE };
        let answer = self.answers.entry(key).or_insert(unknown);
        answer.node = node;
        match (chooses, answer.choice) {
            (true, NONE) => Err(self.rejected("none of the pieces has a move for", position)),
            (false, choice) if choice != NONE => Err(self.confused(position)),
            (_, choice) => Ok(choice),
        }
    }

    fn confused(&self, position: &G::Position) -> CheckError<G::Error> {
        self.rejected("two positions have the same key, and one of them is", position)
    }

    fn rejected(&self, what: &str, position: &G::Position) -> CheckError<G::Error> {
        match self.game.text(position) {
            Ok(text) => CheckError::Rejected(format!("{what} '{text}'")),
            Err(error) => CheckError::Game(error),
        }
    }
}

/// A node whose edges are being written.
struct Step<P> {
    position: P,
    first: usize,
    next: usize,
}

/// Stores the chooser's moves as the nodes of a checked graph end.
struct Gatherer<'a, G: Game> {
    game: &'a G,
    answers: &'a mut MergedNodes,
    /// The nodes that have not ended: the key of those at which the chooser moves, and its move.
    open: Vec<(Option<u64>, u32)>,
    error: Option<G::Error>,
}

impl<G: Game> Listener<G::Position> for Gatherer<'_, G> {
    fn follow(&mut self, index: u32) {
        if let Some((_, followed)) = self.open.last_mut() {
            *followed = index;
        }
    }

    fn begin(&mut self, position: &G::Position, kind: Kind) -> Result<(), &'static str> {
        let key = match kind {
            Kind::Choice => Some(self.game.repetition_key(position).map_err(|error| {
                self.error = Some(error);
                "the game has failed"
            })?),
            _ => None,
        };
        self.open.push((key, NONE));
        Ok(())
    }

    fn refer(&mut self, _node: u32) {}

    fn end(&mut self, _length: Length) {
        if let Some((Some(key), choice)) = self.open.pop() {
            self.answers.entry(key).or_insert(MergedNode { choice, node: NONE });
        }
    }

    fn memory_bytes(&self) -> usize {
        self.answers.capacity() * (size_of::<(u64, MergedNode)>() + 1)
            + self.open.len() * size_of::<(Option<u64>, u32)>()
    }
}

#[cfg(test)]
#[path = "merge_tests.rs"]
mod tests;
