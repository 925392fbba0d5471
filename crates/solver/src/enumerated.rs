//! How far the enumeration of a whole game has come, as one question leaves it to the next.

use std::sync::Arc;

use pnyx_game::Goal;
use pnyx_tables::{Enumeration, Moves, Table};

/// How far the enumeration has come.
pub(crate) enum Stage {
    /// Positions are being found.
    Open(Box<Enumeration>),
    /// All of them are valued; their moves are there if there is room for them.
    Closed(Arc<Table>, Option<Moves>),
    /// The others must do without.
    GivenUp,
}

/// An enumeration, with what it is about: the packed root, and the goal that the ends are judged for if that is not the game's
/// own way.
pub(crate) struct WholeGame {
    pub about: (Vec<u8>, Option<Goal>),
    pub stage: Stage,
}

impl WholeGame {
    /// Whether every question about the root can be answered.
    pub fn is_closed(&self) -> bool {
        matches!(self.stage, Stage::Closed(..))
    }

    /// Whether there will be no answer.
    pub fn is_given_up(&self) -> bool {
        matches!(self.stage, Stage::GivenUp)
    }
}
