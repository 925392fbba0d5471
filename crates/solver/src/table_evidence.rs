//! From a table of the whole game to an ordinary certificate: the positions on which the verdict about a root rests.
//!
//! The side that has what it needs chooses one move: that of a [strategy](Strategy) of few positions, if there is one; or else
//! a win with the least distance, or any move into what the other side cannot win, best one into a position that is in the
//! solution already, or else one that resists longest. The other side has all moves. What is made of this is checked like
//! every certificate, so that nothing rests on the table being right.
//!
//! Where the goal limits the moves, a position is won if the distance fits. Distances are plies, and players take turns in the
//! games that have such goals.

use std::collections::{HashMap, VecDeque};
use std::hash::BuildHasherDefault;
use std::sync::Arc;

use pnyx_game::{Game, Objective, Player, Rules, SpreadHasher, Threshold};
use pnyx_proof::Verdict;
use pnyx_search::{Evidence, Problem, Solved, Visit};
use pnyx_tables::{Entry, Strategy};

/// What a table says of positions; `None` of those that are not in it.
pub(crate) type Entries<G> =
    Arc<dyn Fn(&<G as Rules>::Position) -> Result<Option<Entry>, <G as Rules>::Error> + Send + Sync>;

/// The bytes by which a table knows a position.
pub(crate) type Packer<G> =
    Arc<dyn Fn(&<G as Rules>::Position) -> Result<Vec<u8>, <G as Rules>::Error> + Send + Sync>;

/// A table, for questions about this game.
pub(crate) struct TableEvidence<G: Game> {
    pub entries: Entries<G>,
    /// What to choose, where that is known.
    pub plan: Option<Plan<G>>,
}

/// A strategy of few positions, of a game in which no moves are counted.
pub(crate) struct Plan<G: Game> {
    pub strategy: Strategy,
    pub pack: Packer<G>,
    /// Whether its positions stand for symmetric ones as well.
    pub has_symmetry: bool,
}

impl<G: Game> Plan<G> {
    /// The position that the strategy leads to; `None` if it says nothing, or nothing that is possible.
    fn next(
        &self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        met: &Met<G::Move>,
    ) -> Result<Option<G::Position>, G::Error> {
        let bytes = (self.pack)(position)?;
        if !self.strategy.knows(&bytes) {
            return Ok(None);
        }
        // Several moves lead there if it stands for symmetric positions.
        let mut planned = None;
        for &mv in moves {
            let mut next = position.clone();
            game.play(&mut next, mv)?;
            if self.strategy.leads(&bytes, &(self.pack)(&next)?) {
                let is_seen = !self.has_symmetry || met.serves((game.repetition_key(&next)?, 0));
                planned.get_or_insert_with(|| next.clone());
                if is_seen {
                    return Ok(Some(next));
                }
            }
        }
        Ok(planned)
    }
}

/// What a position of the solution is known by: its key, and the prover's moves left where the goal limits them.
type Place = (u64, u32);

/// What the solution has so far.
struct Met<M> {
    /// Its positions, by their keys, with the prover's moves left where the goal limits them.
    left: HashMap<u64, u32, BuildHasherDefault<SpreadHasher>>,
    /// The moves that were chosen, and how often.
    moves: HashMap<M, u32>,
}

impl<M> Met<M> {
    /// Whether a position stands in the solution, with enough moves left for this.
    fn serves(&self, (key, left): Place) -> bool {
        self.left.get(&key).is_some_and(|&shown| shown >= left)
    }

    /// Take a position in, if it does not.
    fn add(&mut self, (key, left): Place) -> bool {
        let is_new = !self.serves((key, left));
        if is_new {
            self.left.insert(key, left);
        }
        is_new
    }
}

impl<G: Game> TableEvidence<G> {
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

    /// Whether the goal is reached from a position where the game is not over.
    fn is_reached(&self, problem: &Problem<'_, G>, position: &G::Position) -> Result<Option<bool>, G::Error> {
        let left = problem.game.moves_left(position);
        Ok((self.entries)(position)?.map(|entry| reaches(entry, problem.goal, left)))
    }

    /// What a position of the solution is known by, and the prover's moves that it needs. In a proof these are the moves of the
    /// shortest win, whatever is left: then a position stands in it once.
    fn place(
        &self,
        solved: &Solved<'_, G>,
        position: &mut G::Position,
        entry: impl FnOnce(&G::Position) -> Result<Option<Entry>, G::Error>,
    ) -> Result<Place, G::Error> {
        let Problem { game, goal, .. } = *solved.problem;
        let Some(mut left) = game.moves_left(position) else {
            return Ok((game.repetition_key(position)?, 0));
        };
        if solved.verdict == Verdict::Proven
            && let Some(entry) = entry(position)?
        {
            left = left.min(own_moves(entry, goal.prover));
            *position = game.with_moves_left(position, left);
        }
        Ok((game.repetition_key(&game.with_moves_left(position, 0))?, left))
    }

    /// Whether a move of the side that keeps the other from a win in time ends the game so, or leads to a position of the
    /// solution. No entry need be looked up for that.
    fn has_end_or_seen(
        &self,
        solved: &Solved<'_, G>,
        position: &G::Position,
        moves: &[G::Move],
        met: &Met<G::Move>,
    ) -> Result<bool, G::Error> {
        let problem = solved.problem;
        for &mv in moves {
            let mut next = position.clone();
            problem.game.play(&mut next, mv)?;
            let suits = match problem.game.outcome(&next)? {
                Some(outcome) => !problem.goal.reached(outcome),
                None => met.serves(self.place(solved, &mut next, |_| Ok(None))?),
            };
            if suits {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The move of the side that has what it needs: the position after it, with its place; `None` if nothing need follow.
    fn choose(
        &self,
        solved: &Solved<'_, G>,
        (position, chooser): (&G::Position, Player),
        moves: &[G::Move],
        met: &mut Met<G::Move>,
    ) -> Result<Option<(Place, G::Position)>, G::Error> {
        let problem = solved.problem;
        if let Some(plan) = &self.plan
            && let Some(next) = plan.next(problem.game, position, moves, met)?
        {
            return Ok(match problem.game.outcome(&next)? {
                Some(_) => None,
                None => Some(((problem.game.repetition_key(&next)?, 0), next)),
            });
        }
        let proven = solved.verdict == Verdict::Proven;
        if solved.limited && !proven && self.has_end_or_seen(solved, position, moves, met)? {
            return Ok(None);
        }
        // A win is won by distances that fall, even where a draw would do. A question about one move is not about the others.
        let wins =
            moves.len() > 1 && (self.entries)(position)?.is_some_and(|entry| entry.winner() == Some(chooser));
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
            let Some(entry) = (self.entries)(&next)? else { continue };
            let reaches = reaches(entry, problem.goal, problem.game.moves_left(&next));
            let place = self.place(solved, &mut next, |_| Ok(Some(entry)))?;
            let is_seen = met.serves(place);
            let distance = entry.value.distance().unwrap_or(u32::MAX);
            let count = met.moves.get(&mv).copied().unwrap_or(0);
            // A solution that comes to the same positions again, far from the end and by the same moves, needs few.
            let new = match wins {
                true if entry.winner() == Some(chooser) => {
                    Some((u32::MAX - distance, u32::from(is_seen), count))
                }
                false if reaches == proven => Some((u32::from(is_seen), distance, count)),
                _ => None,
            };
            if new > rank {
                (best, rank, chosen) = (Some((place, next)), new, Some(mv));
            }
        }
        if let Some(mv) = chosen {
            *met.moves.entry(mv).or_insert(0) += 1;
        }
        Ok(best)
    }
}

/// The winner's moves of the shortest win, if it is one of this player. Players take turns.
pub(crate) fn length(entry: Entry, prover: Player) -> Option<u32> {
    (entry.winner() == Some(prover)).then(|| own_moves(entry, prover))
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

impl<G: Game> Evidence<G> for TableEvidence<G> {
    fn positions(&mut self, solved: &Solved<'_, G>, visit: &mut Visit<'_, G>) -> Result<(), G::Error> {
        let Problem { game, goal, only_move, .. } = *solved.problem;
        let chooser = if solved.verdict == Verdict::Proven { goal.prover } else { goal.prover.opponent() };
        let mut root = solved.problem.root.clone();
        let mut met = Met { left: HashMap::default(), moves: HashMap::new() };
        let place = self.place(solved, &mut root, |_| Ok(None))?;
        met.add(place);
        // Positions with one move of the prover less left come later: those with most show most, where there is no win.
        let (mut waiting, mut later) = (VecDeque::from([(place, root)]), VecDeque::new());
        let (mut is_root, mut moves) = (true, Vec::new());
        loop {
            let Some(((key, left), position)) = waiting.pop_front() else {
                if later.is_empty() {
                    return Ok(());
                }
                std::mem::swap(&mut waiting, &mut later);
                continue;
            };
            let is_weaker = met.left.get(&key).is_some_and(|&shown| shown > left);
            if !is_weaker && visit(&position)? {
                moves.clear();
                match only_move {
                    Some(only) if is_root => moves.push(only),
                    _ => game.moves(&position, &mut moves)?,
                }
                let turn = game.turn(&position)?;
                let queue = if solved.limited && turn == goal.prover { &mut later } else { &mut waiting };
                if turn == chooser {
                    let chosen = self.choose(solved, (&position, chooser), &moves, &mut met)?;
                    queue.extend(chosen.filter(|(place, _)| met.add(*place)));
                } else {
                    for &mv in &moves {
                        let mut next = position.clone();
                        game.play(&mut next, mv)?;
                        let place = self.place(solved, &mut next, |next| (self.entries)(next))?;
                        if met.add(place) {
                            queue.push_back((place, next));
                        }
                    }
                }
            }
            is_root = false;
        }
    }
}
