//! Graphs that must not go round.
//!
//! Every position of the solved tree is known to be decided, whatever line led the search there. So the
//! chooser may play **any** legal move into such a position, not only the one the search happened to
//! follow. The shortest way through all of them is found backwards from the final positions, in the manner of
//! endgame tables: lengths then fall along every edge, which makes the graph acyclic, and "wins in at
//! most N" is as small as the positions at hand allow.

use pnyx_game::Game;

use super::lengths::Collection;
use super::{Edge, Poll, Solved};

/// The decided positions and how long they take.
pub(super) struct Plan<'a, G: Game> {
    solved: &'a Solved<'a, G>,
    found: Collection,
    /// Plies to the end of the longest line.
    plies: Vec<u32>,
}

/// A tree node whose children are still to be visited.
struct Frame<P> {
    position: P,
    waiting: std::ops::Range<u32>,
}

impl<'a, G: Game> Plan<'a, G> {
    /// `None` if `poll` breaks it off.
    pub fn new(solved: &'a Solved<'a, G>, poll: Poll<'_>) -> Result<Option<Plan<'a, G>>, G::Error> {
        let mut plan = Plan { solved, found: Collection::default(), plies: Vec::new() };
        if !plan.collect(poll)? {
            return Ok(None);
        }
        plan.plies = plan.found.lengths(&mut |_| true);
        Ok(Some(plan))
    }

    /// Find the decided positions, each at the first tree node that holds it; `false` if `poll` breaks it off.
    fn collect(&mut self, poll: Poll<'_>) -> Result<bool, G::Error> {
        let tree = self.solved.tree;
        let mut stack = Vec::new();
        self.discover(&mut stack, Solved::<G>::ROOT, self.solved.problem.root.clone())?;
        while let Some(frame) = stack.last_mut() {
            let Some(child) = frame.waiting.next() else {
                stack.pop();
                continue;
            };
            if self.solved.agrees(child) && tree.node(child).expanded() {
                let mv = tree.node(child).mv.expect("a child has a move");
                let position = self.solved.after(&frame.position, mv)?;
                if self.found.chooses.len().is_multiple_of(1024) && poll().is_break() {
                    return Ok(false);
                }
                self.discover(&mut stack, child, position)?;
            }
        }
        Ok(true)
    }

    /// Take in a position, unless it is known, and go on with its children.
    fn discover(
        &mut self,
        stack: &mut Vec<Frame<G::Position>>,
        node: u32,
        position: G::Position,
    ) -> Result<(), G::Error> {
        let tree = self.solved.tree;
        let key = self.solved.key(&position)?;
        let found = &mut self.found;
        let next = found.chooses.len() as u32;
        if !tree.node(node).expanded() || *found.index.entry(key).or_insert(next) != next {
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
        found.chooses.push(self.solved.chooses(tree.node(node).is_or));
        stack.push(Frame { position, waiting: tree.children(node) });
        Ok(())
    }
}

impl<G: Game> super::Plan<G> for Plan<'_, G> {
    type Name = u32;

    fn root(&self) -> Option<u32> {
        self.solved.tree.node(Solved::<G>::ROOT).expanded().then_some(0)
    }

    fn chooses(&self, name: u32) -> bool {
        self.found.chooses[name as usize]
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
            let target = self.found.index.get(&key).copied();
            let length = target.map_or(0, |i| self.plies[i as usize]);
            let edge = Edge { mv, place: place as u32, position: next, key, target, length };
            if !self.chooses(name) {
                edges.push(edge);
            } else if length.checked_add(1) == Some(self.plies[name as usize])
                && (target.is_some() || self.solved.suits(&edge.position)?)
            {
                return Ok(vec![edge]);
            }
        }
        Ok(edges)
    }
}
