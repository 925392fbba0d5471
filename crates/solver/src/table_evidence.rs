//! From a table of the whole game to an ordinary certificate: the positions on which the verdict about a root rests.
//!
//! The side that has what it needs chooses one move: that of a [strategy](Strategy) of few positions, if there is one; or else
//! a win with the least distance, or any move into what the other side cannot win, best one into a position that is in the
//! solution already, or else one that resists longest. The other side has all moves. What is made of this is checked like every certificate, so that nothing rests on the table being right.
//!
//! Where the goal limits the moves, a position is won if the distance fits. Distances are plies, and players take turns in the
//! games that have such goals.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::BuildHasherDefault;
use std::sync::Arc;

use pnyx_game::{Objective, Player, SpreadHasher, Threshold};
use pnyx_proof::Verdict;
use pnyx_search::{Evidence, Problem, Solved, Visit};
use pnyx_tables::{Entry, Strategy};

use crate::opened::Playable;

/// What a table says of packed positions.
pub(crate) type Lookup = Arc<dyn Fn(&[u8]) -> Option<Entry> + Send + Sync>;

/// Positions by their keys.
type Keys = HashSet<u64, BuildHasherDefault<SpreadHasher>>;

/// What the solution has so far.
struct Met<M> {
    /// Its positions, by their keys.
    keys: Keys,
    /// The moves that were chosen, and how often.
    moves: HashMap<M, u32>,
}

/// A table, and the game whose positions stand in it.
pub(crate) struct TableEvidence<G> {
    pub table: Lookup,
    pub game: G,
    /// What to choose, where that is known.
    pub strategy: Option<Strategy>,
}

impl<G: Playable> TableEvidence<G> {
    /// What the table says of a problem: whether the goal is reached. `None` if it does not say.
    pub fn verdict(&self, problem: &Problem<'_, G>) -> Result<Option<Verdict>, G::Error> {
        let mut position = problem.root.clone();
        if let Some(mv) = problem.only_move {
            problem.game.play(&mut position, mv)?;
        }
        let is_reached = match problem.game.outcome(&position)? {
            Some(outcome) => Some(problem.goal.reached(outcome)),
            None => self.is_reached(problem, &position)?,
        };
        Ok(is_reached.map(|reached| if reached { Verdict::Proven } else { Verdict::Disproven }))
    }

    /// The prover's moves that the shortest win from here takes, if it is one. Players take turns.
    pub fn length(&self, position: &G::Position, prover: Player) -> Result<Option<u32>, G::Error> {
        let won = self.entry(position)?.filter(|entry| entry.winner() == Some(prover));
        Ok(won.map(|entry| own_moves(entry, prover)))
    }

    fn packed(&self, position: &G::Position) -> Result<Vec<u8>, G::Error> {
        let mut bytes = Vec::new();
        self.game.pack_canonical(position, &mut bytes)?;
        Ok(bytes)
    }

    fn entry(&self, position: &G::Position) -> Result<Option<Entry>, G::Error> {
        Ok((self.table)(&self.packed(position)?))
    }

    /// The position that the strategy leads to; `None` if it says nothing, or nothing that is possible.
    fn planned(
        &self,
        problem: &Problem<'_, G>,
        position: &G::Position,
        moves: &[G::Move],
        met: &Keys,
    ) -> Result<Option<G::Position>, G::Error> {
        let Some(strategy) = &self.strategy else { return Ok(None) };
        let bytes = self.packed(position)?;
        if !strategy.knows(&bytes) {
            return Ok(None);
        }
        // Several moves lead there if it stands for symmetric positions.
        let mut planned = None;
        for &mv in moves {
            let mut next = position.clone();
            problem.game.play(&mut next, mv)?;
            if strategy.leads(&bytes, &self.packed(&next)?) {
                let is_seen = !self.game.has_symmetry() || met.contains(&problem.game.repetition_key(&next)?);
                planned.get_or_insert_with(|| next.clone());
                if is_seen {
                    return Ok(Some(next));
                }
            }
        }
        Ok(planned)
    }

    /// Whether the goal is reached from a position where the game is not over.
    fn is_reached(&self, problem: &Problem<'_, G>, position: &G::Position) -> Result<Option<bool>, G::Error> {
        let left = problem.game.moves_left(position);
        Ok(self.entry(position)?.map(|entry| reaches(entry, problem.goal, left)))
    }

    /// The move of the side that has what it needs: the position after it, with its key; `None` if nothing need follow.
    fn choose(
        &self,
        solved: &Solved<'_, G>,
        (position, chooser): (&G::Position, Player),
        moves: &[G::Move],
        met: &mut Met<G::Move>,
    ) -> Result<Option<(u64, G::Position)>, G::Error> {
        let problem = solved.problem;
        if let Some(next) = self.planned(problem, position, moves, &met.keys)? {
            return match problem.game.outcome(&next)? {
                Some(_) => Ok(None),
                None => Ok(Some((problem.game.repetition_key(&next)?, next))),
            };
        }
        let proven = solved.verdict == Verdict::Proven;
        // A win is won by distances that fall, even where a draw would do. A question about one move is not about the others.
        let wins =
            moves.len() > 1 && self.entry(position)?.is_some_and(|entry| entry.winner() == Some(chooser));
        let (mut best, mut rank, mut chosen) = (None, None, None);
        for &mv in moves {
            let mut next = position.clone();
            problem.game.play(&mut next, mv)?;
            if let Some(outcome) = problem.game.outcome(&next)? {
                if problem.goal.reached(outcome) == proven {
                    return Ok(None);
                }
                continue;
            }
            let key = problem.game.repetition_key(&next)?;
            let is_seen = met.keys.contains(&key);
            let Some(entry) = self.entry(&next)? else { continue };
            let left = problem.game.moves_left(&next);
            let distance = entry.value.distance().unwrap_or(u32::MAX);
            let count = met.moves.get(&mv).copied().unwrap_or(0);
            // A solution that comes to the same positions again, far from the end and by the same moves, needs few.
            let new = match wins {
                true if entry.winner() == Some(chooser) => {
                    Some((u32::MAX - distance, u32::from(is_seen), count))
                }
                false if reaches(entry, problem.goal, left) == proven => {
                    Some((u32::from(is_seen), distance, count))
                }
                _ => None,
            };
            if new > rank {
                (best, rank, chosen) = (Some((key, next)), new, Some(mv));
            }
        }
        if let Some(mv) = chosen {
            *met.moves.entry(mv).or_insert(0) += 1;
        }
        Ok(best)
    }
}

/// Whether a position with this entry reaches the goal, within the prover's moves that are left if they are limited.
fn reaches(entry: Entry, goal: Objective, left: Option<u32>) -> bool {
    let winner = entry.winner();
    match goal.threshold {
        Threshold::Draw => winner != Some(goal.prover.opponent()),
        Threshold::Win => {
            winner == Some(goal.prover) && left.is_none_or(|left| own_moves(entry, goal.prover) <= left)
        }
    }
}

/// The winner's moves to the end.
fn own_moves(entry: Entry, winner: Player) -> u32 {
    let plies = entry.value.distance().unwrap_or(0);
    if entry.turn == winner { plies.div_ceil(2) } else { plies / 2 }
}

impl<G: Playable> Evidence<G> for TableEvidence<G> {
    fn positions(&mut self, solved: &Solved<'_, G>, visit: &mut Visit<'_, G>) -> Result<(), G::Error> {
        let problem = solved.problem;
        let prover = problem.goal.prover;
        let chooser = if solved.verdict == Verdict::Proven { prover } else { prover.opponent() };
        let root = problem.root.clone();
        let mut met = Met { keys: HashSet::default(), moves: HashMap::new() };
        met.keys.insert(problem.game.repetition_key(&root)?);
        let (mut waiting, mut is_root, mut moves) = (VecDeque::from([root]), true, Vec::new());
        while let Some(position) = waiting.pop_front() {
            if visit(&position)? {
                moves.clear();
                match problem.only_move {
                    Some(only) if is_root => moves.push(only),
                    _ => problem.game.moves(&position, &mut moves)?,
                }
                if problem.game.turn(&position)? == chooser {
                    let chosen = self.choose(solved, (&position, chooser), &moves, &mut met)?;
                    waiting.extend(chosen.filter(|(key, _)| met.keys.insert(*key)).map(|(_, next)| next));
                } else {
                    for &mv in &moves {
                        let mut next = position.clone();
                        problem.game.play(&mut next, mv)?;
                        if met.keys.insert(problem.game.repetition_key(&next)?) {
                            waiting.push_back(next);
                        }
                    }
                }
            }
            is_root = false;
        }
        Ok(())
    }
}
