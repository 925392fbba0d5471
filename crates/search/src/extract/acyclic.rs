//! Graphs that must not go round.
//!
//! Every position of the solved tree is known to be decided, whatever line led the search there. So the
//! chooser may play **any** legal move into such a position, not only the one the search happened to
//! follow. The shortest way through all of them is found backwards from the final positions, in the manner of
//! endgame tables: lengths then fall along every edge, which makes the graph acyclic, and "wins in at
//! most N" is as small as the positions at hand allow.

use std::collections::HashMap;

use pnyx_game::Game;

use super::{Edge, Poll, Solved};
use crate::path::KeyState;

/// Longer than any line.
const UNKNOWN: u32 = u32::MAX;

/// The decided positions and how long they take.
pub(super) struct Plan<'a, G: Game> {
    solved: &'a Solved<'a, G>,
    index: HashMap<u64, u32, KeyState>,
    chooses: Vec<bool>,
    /// Plies to the end of the longest line.
    plies: Vec<u32>,
}

/// A tree node whose children are still to be visited.
struct Frame<P> {
    position: P,
    waiting: std::ops::Range<u32>,
}

/// The decided positions with the keys of their successors.
struct Collection {
    /// Where each position's successors begin.
    first: Vec<usize>,
    successors: Vec<u64>,
    /// Positions with a move that ends the game.
    ends: Vec<bool>,
}

impl<'a, G: Game> Plan<'a, G> {
    /// `None` if `poll` breaks it off.
    pub fn new(solved: &'a Solved<'a, G>, poll: Poll<'_>) -> Result<Option<Plan<'a, G>>, G::Error> {
        let mut plan = Plan { solved, index: HashMap::default(), chooses: Vec::new(), plies: Vec::new() };
        let Some(collection) = plan.collect(poll)? else { return Ok(None) };
        plan.measure(&collection);
        Ok(Some(plan))
    }

    /// Find the decided positions, each at the first tree node that holds it.
    fn collect(&mut self, poll: Poll<'_>) -> Result<Option<Collection>, G::Error> {
        let tree = self.solved.tree;
        let mut found = Collection { first: Vec::new(), successors: Vec::new(), ends: Vec::new() };
        let mut stack = Vec::new();
        self.discover(&mut found, &mut stack, Solved::<G>::ROOT, self.solved.problem.root.clone())?;
        while let Some(frame) = stack.last_mut() {
            let Some(child) = frame.waiting.next() else {
                stack.pop();
                continue;
            };
            if self.solved.agrees(child) && tree.node(child).expanded() {
                let mv = tree.node(child).mv.expect("a child has a move");
                let position = self.solved.after(&frame.position, mv)?;
                if self.chooses.len().is_multiple_of(1024) && poll().is_break() {
                    return Ok(None);
                }
                self.discover(&mut found, &mut stack, child, position)?;
            }
        }
        found.first.push(found.successors.len());
        Ok(Some(found))
    }

    /// Take in a position, unless it is known, and go on with its children.
    fn discover(
        &mut self,
        found: &mut Collection,
        stack: &mut Vec<Frame<G::Position>>,
        node: u32,
        position: G::Position,
    ) -> Result<(), G::Error> {
        let tree = self.solved.tree;
        let key = self.solved.key(&position)?;
        let next = self.chooses.len() as u32;
        if !tree.node(node).expanded() || *self.index.entry(key).or_insert(next) != next {
            return Ok(());
        }
        found.first.push(found.successors.len());
        let mut ends = false;
        for child in tree.children(node) {
            let c = tree.node(child);
            if self.solved.agrees(child) && !c.expanded() {
                ends = true;
            } else {
                let mv = c.mv.expect("a child has a move");
                found.successors.push(self.solved.key(&self.solved.after(&position, mv)?)?);
            }
        }
        found.ends.push(ends);
        self.chooses.push(self.solved.chooses(tree.node(node).is_or));
        stack.push(Frame { position, waiting: tree.children(node) });
        Ok(())
    }

    /// Lengths, from the ends backwards: one choice suffices for the chooser, the other side has all.
    fn measure(&mut self, found: &Collection) {
        let count = self.chooses.len();
        // Predecessors of each position, side by side.
        let mut begin = vec![0usize; count + 1];
        let known = |key: &u64| self.index.get(key).map(|&i| i as usize);
        for successor in found.successors.iter().filter_map(known) {
            begin[successor + 1] += 1;
        }
        for i in 0..count {
            begin[i + 1] += begin[i];
        }
        let mut cursor = begin.clone();
        let mut predecessors = vec![0u32; begin[count]];
        for position in 0..count {
            for successor in
                found.successors[found.first[position]..found.first[position + 1]].iter().filter_map(known)
            {
                predecessors[cursor[successor]] = position as u32;
                cursor[successor] += 1;
            }
        }
        let mut waiting: Vec<usize> = found.first.windows(2).map(|pair| pair[1] - pair[0]).collect();
        self.plies = vec![UNKNOWN; count];
        let mut queue: Vec<u32> = Vec::with_capacity(count);
        for (position, &ends) in found.ends.iter().enumerate() {
            if ends && (self.chooses[position] || waiting[position] == 0) {
                self.plies[position] = 1;
                queue.push(position as u32);
            }
        }
        let mut done = 0;
        while let Some(&position) = queue.get(done) {
            done += 1;
            let position = position as usize;
            for &before in &predecessors[begin[position]..begin[position + 1]] {
                let b = before as usize;
                waiting[b] -= 1;
                if self.plies[b] == UNKNOWN && (self.chooses[b] || waiting[b] == 0) {
                    self.plies[b] = self.plies[position] + 1;
                    queue.push(before);
                }
            }
        }
    }
}

impl<G: Game> super::Plan<G> for Plan<'_, G> {
    type Name = u32;

    fn root(&self) -> Option<u32> {
        self.solved.tree.node(Solved::<G>::ROOT).expanded().then_some(0)
    }

    fn chooses(&self, name: u32) -> bool {
        self.chooses[name as usize]
    }

    fn edges(&self, name: u32, position: &G::Position) -> Result<Vec<Edge<G, u32>>, G::Error> {
        let game = self.solved.problem.game;
        let mut by_notation = Vec::new();
        game.moves_by_notation(position, &mut by_notation)?;
        let mut edges = Vec::new();
        for (place, mv) in by_notation.into_iter().enumerate() {
            if name == 0 && self.solved.problem.only_move.is_some_and(|only| only != mv) {
                continue;
            }
            let next = self.solved.after(position, mv)?;
            let key = self.solved.key(&next)?;
            let target = self.index.get(&key).copied();
            let length = target.map_or(0, |i| self.plies[i as usize]);
            let edge = Edge { mv, place: place as u32, position: next, key, target, length };
            if !self.chooses(name) {
                edges.push(edge);
            } else if length.checked_add(1) == Some(self.plies[name as usize])
                && (target.is_some() || self.suits(&edge.position)?)
            {
                return Ok(vec![edge]);
            }
        }
        Ok(edges)
    }
}

impl<G: Game> Plan<'_, G> {
    /// Whether the game ends here as the verdict says.
    fn suits(&self, position: &G::Position) -> Result<bool, G::Error> {
        let outcome = self.solved.problem.game.outcome(position)?;
        let proven = self.solved.verdict == pnyx_proof::Verdict::Proven;
        Ok(outcome.is_some_and(|outcome| self.solved.problem.goal.reached(outcome) == proven))
    }
}
