//! What a search that was broken off knows of the positions after the root: where a larger search may go on.
//!
//! Numbers steer and prove nothing, and neither do the verdicts among them: they come without certificates.

use pnyx_game::{Estimate, Estimator, Forcing, Game};

use super::depth_first::identity;
use super::forced_win;
use super::frame::Numbers;
use super::memory::Memory;
use super::notes::Notes;
use crate::Problem;
use crate::table::Table;

/// A move at the root, with the proof and the disproof number of the position after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownChild<M> {
    /// The move.
    pub mv: M,
    /// The proof number.
    pub proof: u32,
    /// The disproof number.
    pub disproof: u32,
}

impl<M> KnownChild<M> {
    /// Whether one of the numbers says that the position is decided.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// All moves at the root, in the order of the game.
pub type KnownChildren<M> = Vec<KnownChild<M>>;

/// What a table knows of the root's children, in the order of the game's moves; the estimator gives numbers to those that
/// it does not know. Verdicts that hold on one line only do not count.
pub fn known_children<G: Game, E: Estimator<G>>(
    problem: &Problem<'_, G>,
    estimator: &E,
    memory: &Memory,
) -> Result<KnownChildren<G::Move>, G::Error> {
    let Problem { game, goal, .. } = *problem;
    let (mut moves, mut scratch) = (Vec::new(), Vec::new());
    if game.outcome(problem.root)?.is_none() {
        game.moves(problem.root, &mut moves)?;
    }
    let mut children = Vec::with_capacity(moves.len());
    for mv in moves {
        let mut next = problem.root.clone();
        game.play(&mut next, mv)?;
        let entry = memory.get(identity(game, &next)?).filter(|entry| !entry.blank());
        let numbers = match (entry, game.evaluate(&next, &mut scratch)?) {
            (_, (Some(outcome), _)) => Numbers::verdict(goal.reached(outcome)),
            (Some(entry), _) => Numbers { proof: entry.proof, disproof: entry.disproof },
            (None, (None, replies)) => {
                let is_or = game.turn(&next)? == goal.prover;
                let Estimate { proof, disproof } = estimator.estimate(game, &next, is_or, replies)?;
                Numbers { proof, disproof }
            }
        };
        children.push(KnownChild { mv, proof: numbers.proof, disproof: numbers.disproof });
    }
    Ok(children)
}

/// The same by the notes of a search for forced wins, in the order of the game's moves.
pub fn noted_children<G: Forcing>(
    problem: &Problem<'_, G>,
    notes: &Notes,
) -> Result<KnownChildren<G::Move>, G::Error> {
    let Problem { game, goal, root, .. } = *problem;
    let winner = forced_win::winner(goal);
    let (mut prospects, mut moves) = (Vec::new(), Vec::new());
    if game.prospects(root, game.board_key(root)?, winner.prover, &mut prospects)?.is_none() {
        game.moves(root, &mut moves)?;
    }
    let mut children = Vec::with_capacity(moves.len());
    for mv in moves {
        let mut next = root.clone();
        game.play(&mut next, mv)?;
        let (proof, disproof) = match game.outcome(&next)? {
            Some(outcome) => {
                let Numbers { proof, disproof } = Numbers::verdict(winner.reached(outcome));
                (proof, disproof)
            }
            None => {
                let prospect = prospects.iter().find(|prospect| prospect.mv == mv);
                let first = prospect.map_or((1, 1), |prospect| (prospect.proof, prospect.disproof));
                forced_win::noted_numbers(notes, game.board_key(&next)?, first, game.wins_on_own_move())
            }
        };
        let same = winner == goal;
        let (proof, disproof) = if same { (proof, disproof) } else { (disproof, proof) };
        children.push(KnownChild { mv, proof, disproof });
    }
    Ok(children)
}
