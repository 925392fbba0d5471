//! A proof-number search that evaluates a leaf of another search: the second level of `pn2` and `pds-pn`.
//!
//! **Source.** Winands, Uiterwijk and van den Herik, "PDS-PN: A New Proof-Number Search Algorithm" (2003), Section 3.2:
//! the search of [`pn`](super::pn) with immediate evaluation, stopped once it stores more nodes than it may. At least
//! one node, the root, is expanded.
//!
//! **Answers.** The numbers of the position at the end of the other search's line, and those of the positions after it.
//! All that was played on that line, and before it, counts as played. A verdict may be true on this line only; so it
//! comes with the smallest ply of a position above it that it depends on, by the rules that [`df_pn`](super::df_pn)'s
//! head states.
//!
//! **A node** is a generated child. The root is a node of the first level, so it is not counted here, neither among the
//! nodes stored nor among those generated. Solved subtrees are given back, with `recycle`, and are then not stored.

use std::ops::ControlFlow;
use std::time::Duration;

use pnyx_game::{Estimator, Game, Repetition};

use super::frame::Numbers;
use super::path_dependence::PathDependence;
use super::pn::{End, Evaluation, Kept, PnSearch};
use crate::algorithm::Run;
use crate::bounds::ProofNumbers;
use crate::path::{PATH_INDEPENDENT, Path};
use crate::table::NO_MOVE;
use crate::tree::{Node, Tree};
use crate::{Limit, Observer, Problem, Snapshot, Stats};

/// The room for one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SecondLevelLimits {
    /// The number of nodes after which it stops.
    pub nodes: u64,
    /// Bytes that the first level holds.
    pub elsewhere: usize,
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SecondLevelResult {
    pub numbers: Numbers,
    /// Of a solved position, the place of the deciding move, if one decides.
    pub best: u16,
    /// Of a solved position, the smallest ply of an earlier position that the verdict depends on.
    pub depends_on_ply: u32,
}

/// The search, with room that is used again and again.
pub(crate) struct SecondLevel<'a, G: Game, E> {
    problem: &'a Problem<'a, G>,
    pn: PnSearch<'a, G, E>,
    moves: Vec<G::Move>,
}

impl<'a, G: Game, E: Estimator<G>> SecondLevel<'a, G, E> {
    const ROOT: u32 = Tree::<G::Move>::ROOT;

    pub fn new(problem: &'a Problem<'a, G>, estimator: &'a E, recycle: bool) -> SecondLevel<'a, G, E> {
        let kept = if recycle { Kept::Nothing } else { Kept::Everything };
        let mut pn = PnSearch::new(problem, estimator, Evaluation::Immediate, kept, Path::nowhere());
        pn.path_dependence = Some(PathDependence::new(problem.game.repetition() == Repetition::Illegal));
        SecondLevel { problem, pn, moves: Vec::new() }
    }

    /// Search the position at the end of a path, which is neither final nor a repetition. Breaks off at a limit of the
    /// budget. What it counts is added to `stats`, whose proof and disproof numbers are those of the first level.
    pub fn search(
        &mut self,
        path: &mut Path<G>,
        room: SecondLevelLimits,
        stats: &mut Stats,
        run: &mut Run<'_, '_, G>,
    ) -> Result<ControlFlow<Limit, SecondLevelResult>, G::Error> {
        let length = path.len();
        let mut above = Above { proof: stats.proof, disproof: stats.disproof, observer: &mut *run.observer };
        let mut run = Run { problem: self.problem, budget: &mut *run.budget, observer: &mut above };
        std::mem::swap(&mut self.pn.path, path);
        std::mem::swap(&mut self.pn.stats, stats);
        let end = self.run(room, &mut run);
        std::mem::swap(&mut self.pn.stats, stats);
        std::mem::swap(&mut self.pn.path, path);
        for _ in length..path.len() {
            path.pop();
        }
        Ok(match end? {
            // Numbers that cannot grow any more are for the first level to judge.
            End::Solved | End::Full | End::Limit(Limit::Numbers) => ControlFlow::Continue(self.found(path)?),
            End::Limit(limit) => ControlFlow::Break(limit),
        })
    }

    fn run(&mut self, room: SecondLevelLimits, run: &mut Run<'_, '_, G>) -> Result<End, G::Error> {
        let game = self.problem.game;
        self.pn.clear(room.nodes);
        self.pn.elsewhere = room.elsewhere;
        let is_or = game.turn(self.pn.path.position())? == self.problem.goal.prover;
        self.pn.tree.node_mut(Self::ROOT).is_or = is_or;
        // The root is in the tree, and does not count.
        self.pn.proof_number_search(room.nodes.saturating_add(2), run)
    }

    /// What the tree says now about the position at the end of the path.
    fn found(&mut self, path: &Path<G>) -> Result<SecondLevelResult, G::Error> {
        let root = self.pn.tree.node(Self::ROOT);
        let numbers = Numbers { proof: root.proof, disproof: root.disproof };
        if !root.solved() {
            return Ok(SecondLevelResult { numbers, best: NO_MOVE, depends_on_ply: PATH_INDEPENDENT });
        }
        let path_dependence = self.pn.path_dependence.as_ref().expect("asked for by new");
        let (depends_on_ply, decides) =
            (path_dependence.of(Self::ROOT), path_dependence.decides(&self.pn.tree, Self::ROOT));
        let best = match decides {
            Some(child) => self.place(path, child)?,
            None => NO_MOVE,
        };
        Ok(SecondLevelResult { numbers, best, depends_on_ply })
    }

    /// The place of the move to a child of the root among the game's moves, of which forbidden ones have no child.
    fn place(&mut self, path: &Path<G>, child: u32) -> Result<u16, G::Error> {
        self.moves.clear();
        self.problem.game.moves(path.position(), &mut self.moves)?;
        let mv = self.pn.tree.node(child).mv;
        let place = self.moves.iter().position(|&other| Some(other) == mv);
        Ok(place.and_then(|place| u16::try_from(place).ok()).unwrap_or(NO_MOVE))
    }

    /// The positions after the one that was searched, with what is known about them; forbidden moves have none.
    pub fn children(&self) -> &[Node<G::Move>] {
        self.pn.tree.child_nodes(Self::ROOT)
    }

    pub fn memory_bytes(&self) -> usize {
        self.pn.memory_bytes()
    }
}

/// Bytes of a node, which are more than one of a first level takes.
pub(crate) fn node_bytes<G: Game>() -> usize {
    size_of::<Node<G::Move>>() + size_of::<u32>()
}

/// Shows an observer the first level's numbers, and no iterations of the second.
struct Above<'a, G: Game> {
    proof: u32,
    disproof: u32,
    observer: &'a mut dyn Observer<G>,
}

impl<G: Game> Observer<G> for Above<'_, G> {
    fn tick(&mut self, snapshot: &Snapshot<'_, G>, elapsed: Duration) -> ControlFlow<()> {
        let Snapshot { nodes, memory_bytes, line, .. } = *snapshot;
        let above = Snapshot { nodes, proof: self.proof, disproof: self.disproof, memory_bytes, line };
        self.observer.tick(&above, elapsed)
    }
}

#[cfg(test)]
mod tests;
