//! [`Problem`], which a search is given, and [`Searched`], which it returns: verdict, counts, evidence.
//!
//! What counts as a **node** differs between algorithms and is said in each one's file; a number of
//! nodes without that means nothing.

use pnyx_game::{Game, Objective, RepetitionEffect};

use crate::{Limit, Snapshot};

/// The answer of a search. Running out is an answer of its own and never looks like a no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchVerdict {
    /// The prover reaches the goal.
    Proven,
    /// The refuter prevents it.
    Disproven,
    /// A limit was hit first.
    Unknown(Limit),
}

/// A yes-or-no question about a position.
pub struct Problem<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position asked about.
    pub root: &'a G::Position,
    /// Positions before it, which a repetition can go back to.
    pub history: &'a [G::Position],
    /// What must be reached.
    pub goal: Objective,
    /// Consider only this move at the root.
    pub only_move: Option<G::Move>,
}

impl<G: Game> Problem<'_, G> {
    /// What a repetition means here.
    #[must_use]
    pub fn repetition_effect(&self) -> RepetitionEffect {
        self.goal.repetition_effect(self.game.repetition())
    }

    /// List the moves of a position: at the root only the one that is to be considered, if there is one.
    #[inline]
    pub(crate) fn moves(
        &self,
        position: &G::Position,
        is_root: bool,
        moves: &mut Vec<G::Move>,
    ) -> Result<(), G::Error> {
        moves.clear();
        match self.only_move {
            Some(only) if is_root => moves.push(only),
            _ => self.game.moves(position, moves)?,
        }
        Ok(())
    }
}

/// What a search returns.
pub struct Searched<E> {
    /// The answer, not yet checked.
    pub verdict: SearchVerdict,
    /// What was counted.
    pub stats: Stats,
    /// What the certificate is made from.
    pub evidence: E,
}

/// What a search counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes, as the algorithm counts them.
    pub nodes: u64,
    /// Nodes that were expanded.
    pub expansions: u64,
    /// Positions that were played to, as often as they were.
    pub generated: u64,
    /// The longest line examined, in plies.
    pub max_depth: u32,
    /// The most bytes the search's own data took.
    pub memory_bytes: usize,
    /// The root's proof number at the end.
    pub proof: u32,
    /// The root's disproof number at the end.
    pub disproof: u32,
    /// What was spent on verdicts of other lines.
    pub simulation: Simulation,
}

impl Stats {
    /// The search's own data take N bytes now. Returns what they take together with those of the game.
    #[inline]
    pub fn take_memory<G: Game>(&mut self, game: &G, own: usize) -> usize {
        let memory = own + game.memory_beside(own);
        self.memory_bytes = self.memory_bytes.max(memory);
        memory
    }

    /// The search at this moment, when its root has these numbers and it is at the end of a line.
    #[inline]
    pub fn snapshot<'a, G: Game>(
        &self,
        (proof, disproof): (u32, u32),
        line: &'a [G::Move],
    ) -> Snapshot<'a, G> {
        Snapshot { nodes: self.nodes, proof, disproof, memory_bytes: self.memory_bytes, line }
    }

    /// The same with what a later search counted; the root's numbers are the later ones.
    #[must_use]
    pub fn and_then(self, later: Stats) -> Stats {
        Stats {
            nodes: self.nodes + later.nodes,
            expansions: self.expansions + later.expansions,
            generated: self.generated + later.generated,
            max_depth: self.max_depth.max(later.max_depth),
            memory_bytes: self.memory_bytes.max(later.memory_bytes),
            simulation: Simulation {
                calls: self.simulation.calls + later.simulation.calls,
                failed: self.simulation.failed + later.simulation.failed,
                nodes: self.simulation.nodes + later.simulation.nodes,
            },
            ..later
        }
    }
}

/// What a search spent on trying whether the verdict of one line holds on another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Simulation {
    /// Tries.
    pub calls: u64,
    /// Tries without success.
    pub failed: u64,
    /// Positions whose moves were examined.
    pub nodes: u64,
}
