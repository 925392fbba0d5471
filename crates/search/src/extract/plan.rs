//! Which moves the graph of a certificate has, where a repetition is a draw or cannot occur.
//!
//! A search knows positions to be decided, whatever line led it there. So the chooser may play **any** legal
//! move into such a position, not only the one the search happened to follow.
//!
//! Where cycles are forbidden, the shortest way through the decided positions is taken, found backwards from the
//! ends: lengths then fall along every edge, which makes the graph acyclic, and "wins in at most N" is as small
//! as the positions at hand allow. Where they are allowed, the chooser only has to stay among positions
//! from which the other side cannot get out.

use pnyx_game::Game;
use pnyx_proof::Verdict;

use super::collection::{Collection, Target, UNKNOWN};
use super::{Edge, Evidence, Poll, Solved};

/// The positions that may stand in the graph, and how long they take.
pub(super) struct Plan<'a, G: Game> {
    solved: &'a Solved<'a, G>,
    found: Collection<G::Move>,
    /// Plies to the end of the longest line; 1 where lines need not end; unknown for what cannot be in the graph.
    plies: Vec<u32>,
    /// For limited goals: which of the positions that are the same but for the moves left stands for the others.
    strongest: Vec<u32>,
}

impl<'a, G: Game> Plan<'a, G> {
    /// `None` if `poll` breaks it off.
    pub fn new(
        solved: &'a Solved<'a, G>,
        evidence: &mut dyn Evidence<G>,
        poll: Poll<'_>,
    ) -> Result<Option<Plan<'a, G>>, G::Error> {
        loop {
            let mut found = Collection::new(solved.verdict == Verdict::Disproven);
            let mut stopped = false;
            evidence.positions(solved, &mut |position| {
                stopped |= found.len().is_multiple_of(1024) && poll().is_break();
                if stopped || solved.problem.game.outcome(position)?.is_some() {
                    return Ok(false);
                }
                let is_root = found.len() == 0;
                solved.discover(&mut found, position, is_root, |position| solved.key(position))
            })?;
            if stopped {
                return Ok(None);
            }
            found.resolve();
            let mut plies =
                if solved.cycles && !solved.limited { Vec::new() } else { found.lengths(&mut |_| true) };
            if solved.cycles && plies.first().is_none_or(|&root| root == UNKNOWN) {
                plies = found.closure();
            }
            let strongest = found.strongest(|position| plies[position as usize] != UNKNOWN);
            let plan = Plan { solved, found, plies, strongest };
            let undecided = |key: u64| {
                plan.found.find(key, None).is_some_and(|position| plan.plies[position as usize] == UNKNOWN)
            };
            if plan.shows_root() || !evidence.mend(solved, &undecided, poll)? {
                return Ok(Some(plan));
            }
        }
    }

    /// Whether the root is decided by the positions at hand.
    pub fn shows_root(&self) -> bool {
        self.plies.first() != Some(&UNKNOWN)
    }

    /// The root's number in the plan; `None` if it is final.
    pub fn root(&self) -> Option<u32> {
        (self.found.len() > 0).then_some(0)
    }

    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// A position with the moves left that its node has, and by how many they differ.
    pub fn shifted(&self, name: u32, position: G::Position) -> (G::Position, u32) {
        let game = self.solved.problem.game;
        match (self.found.left(name), game.moves_left(&position)) {
            (Some(shown), Some(needed)) if shown != needed => {
                (game.with_moves_left(&position, shown), shown.abs_diff(needed))
            }
            _ => (position, 0),
        }
    }

    pub fn chooses(&self, name: u32) -> bool {
        self.found.chooses[name as usize]
    }

    /// The chosen edge, or all of them, sorted by notation.
    pub fn edges(&self, name: u32, position: &G::Position) -> Result<Vec<Edge<G>>, G::Error> {
        let mut by_notation = Vec::new();
        self.solved.problem.game.moves_by_notation(position, &mut by_notation)?;
        let mut edges = Vec::new();
        for (place, mv) in by_notation.into_iter().enumerate() {
            // Where one move is in question, the root has no other.
            let Some(found) = self.found.target(name, mv) else { continue };
            let (ends, found) = (found == Target::End, found.position());
            let length = found.map_or(0, |i| self.plies[i as usize]);
            let target = found.map(|i| self.strongest.get(i as usize).copied().unwrap_or(i));
            let edge = Edge { mv, place: place as u32, target, length };
            if !self.chooses(name) {
                edges.push(edge);
            } else if ends || (target.is_some() && length.checked_add(1) == Some(self.plies[name as usize])) {
                return Ok(vec![edge]);
            } else if self.solved.cycles && target.is_some() && length != UNKNOWN && edges.is_empty() {
                // Staying will do, unless a later move ends the game.
                edges.push(edge);
            }
        }
        Ok(edges)
    }
}
