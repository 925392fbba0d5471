//! What an interrupted search knows of the positions after the root: where a larger search may go on.
//!
//! Numbers steer and prove nothing, and neither do the verdicts among them: they come without certificates.

use pnyx_game::{Estimate, Estimator, Forcing, Game};

use super::forced_win;
use crate::Problem;
use crate::bounds::{of_value, turned};
use crate::table::{LengthTable, Memory, Table, table_key};

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

/// What a table knows of the root's children, in the order of the game's moves; the estimator gives numbers to those
/// that it does not know. Verdicts that hold on one line only do not count.
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
        let entry = memory.get(table_key(game, &next)?).filter(|entry| !entry.blank());
        let (proof, disproof) = match (entry, game.evaluate(&next, &mut scratch)?) {
            (_, (Some(outcome), _)) => of_value(goal.reached(outcome)),
            (Some(entry), _) => (entry.proof, entry.disproof),
            (None, (None, replies)) => {
                let is_or = game.turn(&next)? == goal.prover;
                let Estimate { proof, disproof } = estimator.estimate(game, &next, is_or, replies)?;
                (proof, disproof)
            }
        };
        children.push(KnownChild { mv, proof, disproof });
    }
    Ok(children)
}

/// The same by the length table of a search for forced wins, in the order of the game's moves.
pub fn known_children_by_length<G: Forcing>(
    problem: &Problem<'_, G>,
    length_table: &LengthTable,
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
        let numbers = match game.outcome(&next)? {
            Some(outcome) => of_value(winner.reached(outcome)),
            None => {
                let prospect = prospects.iter().find(|prospect| prospect.mv == mv);
                let first = prospect.map_or((1, 1), |prospect| (prospect.proof, prospect.disproof));
                let key = game.board_key(&next)?;
                forced_win::stored_numbers(length_table, key, first, game.wins_on_own_move())
            }
        };
        let (proof, disproof) = turned(winner == goal, numbers);
        children.push(KnownChild { mv, proof, disproof });
    }
    Ok(children)
}
