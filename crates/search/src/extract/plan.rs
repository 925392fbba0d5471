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

use super::collection::{Collection, UNKNOWN};
use super::{Edge, Evidence, Poll, Solved};

/// The positions that may stand in the graph, and how long they take.
pub(super) struct Plan<'a, G: Game> {
    solved: &'a Solved<'a, G>,
    found: Collection,
    /// Plies to the end of the longest line; 1 where lines need not end. Unknown for positions that cannot stand in
    /// the graph.
    plies: Vec<u32>,
}

impl<'a, G: Game> Plan<'a, G> {
    /// `None` if `poll` breaks it off.
    pub fn new(
        solved: &'a Solved<'a, G>,
        evidence: &mut impl Evidence<G>,
        poll: Poll<'_>,
    ) -> Result<Option<Plan<'a, G>>, G::Error> {
        loop {
            let mut found = Collection::default();
            let mut stopped = false;
            evidence.positions(solved.problem, solved.verdict, solved.cycles, &mut |position| {
                stopped |= found.len().is_multiple_of(1024) && poll().is_break();
                Ok(!stopped && discover(solved, &mut found, position)?)
            })?;
            if stopped {
                return Ok(None);
            }
            let plies = if solved.cycles { found.closure() } else { found.lengths(&mut |_| true) };
            let plan = Plan { solved, found, plies };
            let undecided = |key: u64| {
                plan.found.index.get(&key).is_some_and(|&position| plan.plies[position as usize] == UNKNOWN)
            };
            if plan.shows_root()
                || !evidence.mend(solved.problem, solved.verdict, solved.cycles, &undecided, poll)?
            {
                return Ok(Some(plan));
            }
        }
    }

    /// Whether the root is decided by the positions at hand.
    pub fn shows_root(&self) -> bool {
        self.plies.first() != Some(&UNKNOWN)
    }

    /// What the plan knows the root by; `None` if it is final.
    pub fn root(&self) -> Option<u32> {
        (self.found.len() > 0).then_some(0)
    }

    /// Whether a move is chosen here.
    pub fn chooses(&self, name: u32) -> bool {
        self.found.chooses[name as usize]
    }

    /// The chosen edge, or all of them, sorted by notation.
    pub fn edges(&self, name: u32, position: &G::Position) -> Result<Vec<Edge<G>>, G::Error> {
        let mut by_notation = Vec::new();
        self.solved.problem.game.moves_by_notation(position, &mut by_notation)?;
        let mut edges = Vec::new();
        for (place, mv) in by_notation.into_iter().enumerate() {
            if name == 0 && self.solved.problem.only_move.is_some_and(|only| only != mv) {
                continue;
            }
            let next = self.solved.after(position, mv)?;
            let key = self.solved.key(&next)?;
            let ends = self.solved.suits(&next)?;
            let target = if ends { None } else { self.found.index.get(&key).copied() };
            let length = target.map_or(0, |i| self.plies[i as usize]);
            let edge = Edge { mv, place: place as u32, position: next, key, target, length };
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

/// Take in a position with its successors; `false` if it is known, or final.
fn discover<G: Game>(
    solved: &Solved<'_, G>,
    found: &mut Collection,
    position: &G::Position,
) -> Result<bool, G::Error> {
    let game = solved.problem.game;
    let is_root = found.len() == 0;
    if game.outcome(position)?.is_some() || !found.add(solved.key(position)?) {
        return Ok(false);
    }
    let mut moves = Vec::new();
    match solved.problem.only_move {
        Some(only) if is_root => moves.push(only),
        _ => game.moves(position, &mut moves)?,
    }
    let mut ends = false;
    for mv in moves {
        let next = solved.after(position, mv)?;
        if solved.suits(&next)? {
            ends = true;
        } else {
            found.successors.push(solved.key(&next)?);
        }
    }
    found.ends.push(ends);
    found.chooses.push(solved.chooses(game.turn(position)? == solved.problem.goal.prover));
    Ok(true)
}
