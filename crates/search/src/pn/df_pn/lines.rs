//! The lines of a solution, from a table, where repeating is illegal.
//!
//! A line is walked move by move, as the search walked it, so that the verdicts for single lines are found under
//! its code. Where one is missing (it was replaced, or came from another line) the position is searched again, on
//! this line. What is decided without repetition is walked once, wherever it is met first.

use std::collections::HashSet;

use pnyx_game::{Estimator, Game};
use pnyx_proof::Verdict;

use super::evidence::TableEvidence;
use crate::Problem;
use crate::bounds::ProofNumbers;
use crate::extract::{Poll, Solved, Whole};
use crate::path::{KeyState, PATH_INDEPENDENT, Path};
use crate::table::{NO_MOVE, Table};
use crate::tree::Tree;

/// Nodes of a solution that is still written down line by line.
const MOST_NODES: u32 = 20_000_000;

/// How the last position of a line is decided.
struct Decided<M> {
    /// The move that decides, or all that can be made.
    moves: Vec<M>,
    is_or: bool,
    /// Whether it is decided without repetition.
    free: bool,
}

/// What came of writing lines down.
enum WalkResult {
    /// All of them.
    Whole,
    /// The line through positions with these keys is not decided as they say.
    Misled(Vec<u64>),
    /// It was broken off, or there is too much.
    Stopped,
}

impl<G: Game, E: Estimator<G> + Clone> TableEvidence<G, E> {
    /// Write down the lines of the solution; `false` if that is not possible.
    pub(super) fn grow(
        &mut self,
        solved: &Solved<'_, G>,
        whole: &Whole<'_>,
        poll: Poll<'_>,
    ) -> Result<bool, G::Error> {
        loop {
            match self.try_to_grow(solved, whole, poll)? {
                WalkResult::Whole => return Ok(true),
                // What was decided without repetition, by way of positions that this line has been through: none of
                // its verdicts counts until it is found again.
                WalkResult::Misled(line) if self.nodes > 0 => self.memory.distrust(line),
                WalkResult::Misled(_) | WalkResult::Stopped => return Ok(false),
            }
        }
    }

    fn try_to_grow(
        &mut self,
        solved: &Solved<'_, G>,
        whole: &Whole<'_>,
        poll: Poll<'_>,
    ) -> Result<WalkResult, G::Error> {
        let &Solved { problem, verdict, .. } = solved;
        let game = problem.game;
        (self.tree, self.cut) = (Tree::new(), HashSet::new());
        let mut walked: HashSet<u64, KeyState> = HashSet::default();
        let mut path = Path::new(game, problem.root, problem.history)?;
        let mut stack: Vec<(u64, std::ops::Range<u32>)> = Vec::new();
        let mut node = Tree::<G::Move>::ROOT;
        loop {
            self.tree.node_mut(node).set_value(verdict == Verdict::Proven);
            let key = game.key(path.position())?;
            let mut children = 0..0;
            if game.outcome(path.position())?.is_none() {
                let (decided, back) = self.decided(problem, path, verdict, poll)?;
                path = back;
                let Some(Decided { moves, is_or, free }) = decided else {
                    if poll().is_break() {
                        return Ok(WalkResult::Stopped);
                    }
                    return Ok(WalkResult::Misled(
                        stack.into_iter().map(|(key, _)| key).chain([key]).collect(),
                    ));
                };
                self.tree.node_mut(node).is_or = is_or;
                if free && !walked.insert(key) && !whole(key) {
                    self.cut.insert(node);
                } else if !moves.is_empty() {
                    match self.tree.add_children(node, &moves) {
                        Some(added) if added.end < MOST_NODES => children = added,
                        _ => return Ok(WalkResult::Stopped),
                    }
                }
            }
            stack.push((key, children));
            // The next node, depth first.
            node = loop {
                let Some((_, waiting)) = stack.last_mut() else { return Ok(WalkResult::Whole) };
                if let Some(next) = waiting.next() {
                    path.push(game, self.tree.node(next).mv.expect("a child has a move"))?;
                    break next;
                }
                stack.pop();
                path.pop();
            };
            if node.is_multiple_of(1024) && poll().is_break() {
                return Ok(WalkResult::Stopped);
            }
        }
    }

    /// How the last position of a line is decided, found again if that is forgotten.
    #[allow(clippy::type_complexity)]
    fn decided(
        &mut self,
        problem: &Problem<'_, G>,
        mut path: Path<G>,
        verdict: Verdict,
        poll: Poll<'_>,
    ) -> Result<(Option<Decided<G::Move>>, Path<G>), G::Error> {
        let within = Problem { only_move: problem.only_move.filter(|_| path.is_empty()), ..*problem };
        let mut known = self.known(&within, &path, verdict)?;
        if known.is_none() {
            self.memory.distrust([problem.game.key(path.position())?]);
            let right;
            (right, path) = self.search_again(&within, path, verdict, poll)?;
            known = self.known(&within, &path, verdict)?;
            if right && known.is_none() {
                // Of very many moves the table cannot name the last ones, and no search again will change that.
                self.nodes = 0;
            }
        }
        Ok((known, path))
    }

    /// How the last position of a line is decided, as far as the table knows.
    fn known(
        &mut self,
        problem: &Problem<'_, G>,
        path: &Path<G>,
        verdict: Verdict,
    ) -> Result<Option<Decided<G::Move>>, G::Error> {
        let game = problem.game;
        let proven = verdict == Verdict::Proven;
        let key = game.key(path.position())?;
        let (best, free) = if problem.only_move.is_some() {
            // The table knows the position with all its moves.
            (NO_MOVE, false)
        } else {
            let Some(entry) = self.memory.get(key) else { return Ok(None) };
            if entry.verdict() == Some(proven) {
                (entry.best, true)
            } else if let Some(twin) = self.memory.twin(key, path.code()).filter(|twin| twin.proven == proven)
            {
                (twin.best, twin.depends_on_ply == PATH_INDEPENDENT)
            } else {
                return Ok(None);
            }
        };
        let mut moves = Vec::new();
        problem.moves(path.position(), true, &mut moves)?;
        let is_or = game.turn(path.position())? == problem.goal.prover;
        if is_or == proven && problem.only_move.is_none() {
            let mv = moves.get(best as usize).copied().filter(|_| best != NO_MOVE);
            moves.clear();
            moves.extend(mv);
        }
        let mut allowed = Vec::new();
        for mv in moves {
            if path.bars(game, mv)?.is_none() {
                allowed.push(mv);
            }
        }
        if is_or == proven && allowed.is_empty() {
            // The move is not known, or forbidden here: the verdict came by another line.
            return Ok(None);
        }
        Ok(Some(Decided { moves: allowed, is_or, free }))
    }
}
