//! What a search with a table leaves behind to make a certificate from.
//!
//! Every position on which the verdict rests had an entry when it was decided, and the entry names the deciding
//! move. Following all the moves that any line has for a position gives more positions than one solution, which
//! does no harm: what can be shown is found among them. Tables forget, though. Where a move is not known any more,
//! the position is searched again. And where an entry has been replaced and found again by way of positions that
//! rest on it, moves may lead into a cycle: then one of these positions is searched again, while the
//! verdicts of all of them count for nothing. If nothing of this helps, the root is searched again, from nothing.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use pnyx_game::{Estimator, Game};
use pnyx_proof::Verdict;

use super::{DfPnOptions, DfPnSearch};
use crate::algorithm::Run;
use crate::extract::{Evidence, Lines, Poll, Solved, Undecided, Visit, Whole};
use crate::path::{KeyState, Path};
use crate::pn::depth_first::DepthFirstContext;
use crate::pn::evidence::Polled;
use crate::pn::ghi::Ghi;
use crate::table::{Memory, NO_MOVE, Table, table_key};
use crate::tree::Tree;
use crate::{Budget, Limits, Problem, SearchVerdict, Searched};

/// Nodes that may always be spent on parts that were forgotten.
const LEAST_NODES: u64 = 100_000;

/// A table with what it takes to fill its gaps.
pub struct TableEvidence<G: Game, E> {
    pub(super) memory: Memory,
    pub(super) estimator: E,
    pub(super) options: DfPnOptions,
    /// Nodes that may still be spent.
    pub(super) nodes: u64,
    /// Lines to positions whose deciding move is not known.
    holes: Vec<Vec<G::Move>>,
    /// Positions of cycles that were searched again.
    broken: HashSet<u64, KeyState>,
    /// Whether the root was searched again from nothing.
    anew: bool,
    /// What games in which repeating is illegal need, see [`lines`](super::lines).
    pub(super) tree: Tree<G::Move>,
    pub(super) cut: HashSet<u32>,
}

impl<G: Game, E: Estimator<G> + Clone> TableEvidence<G, E> {
    /// What is left by a search of N nodes.
    pub(crate) fn new(memory: Memory, estimator: E, options: DfPnOptions, nodes: u64) -> TableEvidence<G, E> {
        // What ignores the history has to be shown as it was found, or it would look better than it is.
        let nodes = if options.ghi == Ghi::Ignore { 0 } else { nodes.max(LEAST_NODES) };
        // What is searched again has to be right.
        let options = DfPnOptions { ghi: Ghi::Full, ..options };
        TableEvidence {
            memory,
            estimator,
            options,
            nodes,
            holes: Vec::new(),
            broken: HashSet::default(),
            anew: false,
            tree: Tree::new(),
            cut: HashSet::new(),
        }
    }

    /// What a depth-first search of the whole problem leaves. What its table forgets is searched again by df-pn.
    pub(crate) fn searched(
        context: DepthFirstContext<'_, G, E>,
        verdict: SearchVerdict,
        estimator: &E,
    ) -> Searched<TableEvidence<G, E>> {
        let DepthFirstContext { ghi, memory, stats, .. } = context;
        let options = DfPnOptions { ghi, ..DfPnOptions::default() };
        Searched {
            verdict,
            stats,
            evidence: TableEvidence::new(memory, estimator.clone(), options, stats.nodes),
        }
    }

    /// The places of the moves that decide a position, on any line.
    fn deciding(&self, key: u64, proven: bool) -> Vec<u16> {
        let mut places = Vec::new();
        let entry = self.memory.get(key);
        places.extend(entry.filter(|entry| entry.verdict() == Some(proven)).map(|entry| entry.best));
        if entry.is_some_and(|entry| entry.twins) {
            let mut twins = Vec::new();
            self.memory.twins(key, &mut twins);
            places.extend(twins.iter().filter(|twin| twin.proven == proven).map(|twin| twin.best));
        }
        places.retain(|&place| place != NO_MOVE);
        places.sort_unstable();
        places.dedup();
        places
    }

    /// Search the position at the end of a path again; returns whether it is decided as the verdict says.
    pub(super) fn search_again(
        &mut self,
        problem: &Problem<'_, G>,
        path: Path<G>,
        verdict: Verdict,
        poll: Poll<'_>,
    ) -> Result<(bool, Path<G>), G::Error> {
        let stop = AtomicBool::new(false);
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let estimator = self.estimator.clone();
        let memory = std::mem::take(&mut self.memory);
        let mut search = DfPnSearch::new(problem, &estimator, self.options, memory, path);
        let budget = &mut Budget::new(limits, &stop);
        let answer = search.df_pn(&mut Run { problem, budget, observer: &mut Polled(poll) })?;
        let (memory, path, nodes) = search.context.into_parts();
        self.memory = memory;
        self.nodes = self.nodes.saturating_sub(nodes);
        let proven = verdict == Verdict::Proven;
        Ok((answer == if proven { SearchVerdict::Proven } else { SearchVerdict::Disproven }, path))
    }

    /// Search the position at the end of a path again; returns whether the deciding move is known now. Of very many
    /// moves the table cannot name the last ones.
    fn decide_again(
        &mut self,
        problem: &Problem<'_, G>,
        path: Path<G>,
        verdict: Verdict,
        poll: Poll<'_>,
    ) -> Result<bool, G::Error> {
        let key = table_key(problem.game, path.position())?;
        let decided = self.search_again(problem, path, verdict, poll)?.0;
        Ok(decided && !self.deciding(key, verdict == Verdict::Proven).is_empty())
    }

    /// Of the undecided positions, their keys in the table; and of those at which a move is chosen, and which were
    /// not searched again before, the one with the least work behind its verdict.
    #[allow(clippy::type_complexity)]
    fn undecided(
        &mut self,
        solved: &Solved<'_, G>,
        undecided: &Undecided<'_>,
    ) -> Result<(HashSet<u64, KeyState>, Option<G::Position>), G::Error> {
        let (problem, game) = (solved.problem, solved.problem.game);
        let (mut seen, mut keys) = (HashSet::<u64, KeyState>::default(), HashSet::default());
        let mut choosers = Vec::new();
        self.positions(solved, &mut |position| {
            let key = table_key(game, position)?;
            if game.outcome(position)?.is_some() || !seen.insert(key) {
                return Ok(false);
            }
            // The root with one of its moves alone is never taken from the table.
            let part = seen.len() == 1 && problem.only_move.is_some();
            if !part && undecided(game.repetition_key(position)?) {
                keys.insert(key);
                if solved.chooses(game.turn(position)? == problem.goal.prover) {
                    choosers.push((key, position.clone()));
                }
            }
            Ok(true)
        })?;
        let effort = |key: u64| self.memory.get(key).map_or(0, |entry| entry.effort);
        let new = choosers.into_iter().filter(|(key, _)| !self.broken.contains(key));
        let cheapest = new.min_by_key(|&(key, _)| effort(key));
        Ok((keys, cheapest.map(|(_, position)| position)))
    }

    /// The moves to follow from the end of a path.
    fn moves(&mut self, solved: &Solved<'_, G>, path: &Path<G>) -> Result<Vec<G::Move>, G::Error> {
        let (problem, game) = (solved.problem, solved.problem.game);
        let mut moves = Vec::new();
        problem.moves(path.position(), path.is_empty(), &mut moves)?;
        let chooses = solved.chooses(game.turn(path.position())? == problem.goal.prover);
        if chooses && moves.len() > 1 {
            let places = self.deciding(table_key(game, path.position())?, solved.verdict == Verdict::Proven);
            if places.is_empty() {
                self.holes.push(path.moves().to_vec());
            }
            moves = places.iter().filter_map(|&place| moves.get(place as usize).copied()).collect();
        }
        Ok(moves)
    }
}

impl<G: Game, E: Estimator<G> + Clone> Evidence<G> for TableEvidence<G, E> {
    fn positions(&mut self, solved: &Solved<'_, G>, visit: &mut Visit<'_, G>) -> Result<(), G::Error> {
        let problem = solved.problem;
        self.holes.clear();
        let mut path = Path::new(problem.game, problem.root, &[])?;
        let mut stack = Vec::new();
        if visit(problem.root)? {
            stack.push(self.moves(solved, &path)?);
        }
        while let Some(waiting) = stack.last_mut() {
            let Some(mv) = waiting.pop() else {
                stack.pop();
                path.pop();
                continue;
            };
            path.push(problem.game, mv)?;
            if visit(path.position())? {
                stack.push(self.moves(solved, &path)?);
            } else {
                path.pop();
            }
        }
        Ok(())
    }

    fn mend(
        &mut self,
        solved: &Solved<'_, G>,
        undecided: &Undecided<'_>,
        poll: Poll<'_>,
    ) -> Result<bool, G::Error> {
        if self.nodes == 0 {
            return Ok(false);
        }
        let &Solved { problem, verdict, cycles, .. } = solved;
        self.memory.patch();
        let within = Problem { only_move: None, ..*problem };
        let holes = std::mem::take(&mut self.holes);
        let mut filled = false;
        for line in &holes {
            let mut path = Path::new(problem.game, problem.root, problem.history)?;
            for &mv in line {
                path.push(problem.game, mv)?;
            }
            if !cycles {
                // A verdict that never depends on the line: the line is no part of the question.
                path = Path::new(problem.game, path.position(), problem.history)?;
            }
            filled |= self.decide_again(&within, path, verdict, poll)?;
            if self.nodes == 0 {
                return Ok(false);
            }
        }
        if filled {
            return Ok(true);
        }
        if !cycles && let (keys, Some(position)) = self.undecided(solved, undecided)? {
            self.broken.insert(table_key(problem.game, &position)?);
            self.memory.distrust(keys);
            let path = Path::new(problem.game, &position, problem.history)?;
            return self.decide_again(&within, path, verdict, poll);
        }
        // What is not distrusted may rest on what is, so that there are ever new cycles; or a gap was met on another
        // line than the one on which its position is decided.
        if std::mem::replace(&mut self.anew, true) {
            return Ok(false);
        }
        let path = Path::new(problem.game, problem.root, problem.history)?;
        self.broken.clear();
        self.memory.begin_anew();
        Ok(self.search_again(problem, path, verdict, poll)?.0)
    }

    fn into_memory(self: Box<Self>) -> Option<Memory> {
        Some(self.memory.handed_on())
    }

    fn lines(
        &mut self,
        solved: &Solved<'_, G>,
        whole: &Whole<'_>,
        poll: Poll<'_>,
    ) -> Result<Option<Lines<'_, G::Move>>, G::Error> {
        Ok(self.grow(solved, whole, poll)?.then_some(Lines { tree: &self.tree, cut: Some(&self.cut) }))
    }
}
