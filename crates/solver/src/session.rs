//! A position with its game, behind one type for all games: everything that can be asked.

use crate::check::Check;
use crate::error::Result;
use crate::jobs::StartJobs;
use crate::merge::MergePieces;
use crate::opened::{About, AnyPosition, Opened, Playable};
use crate::position::Describe;
use crate::shortest::ShortestWin;
use crate::solve::Solve;
use crate::table_answer::AnswerByTable;
use crate::tables::Tabulate;
use crate::value::FindValue;
use crate::value_search::SearchValue;

/// A position with its game. What can be asked is in the file of its subject, as a trait.
pub trait Session:
    AnyPosition
    + Describe
    + Solve
    + FindValue
    + ShortestWin
    + SearchValue
    + Check
    + StartJobs
    + MergePieces
    + Tabulate
    + AnswerByTable
{
    /// What holds for all positions of the game.
    fn about(&self) -> &About;
    /// The position after a move, without a history.
    fn play(&self, mv: &str) -> Result<Box<dyn Session>>;
    /// The position after moves, with them as its history.
    fn history(&self, moves: &[&str]) -> Result<Box<dyn Session>>;
    /// The position of the same game that has this text.
    fn at_text(&self, text: &str) -> Result<Box<dyn Session>>;
    /// The position of the same game that tables hold as these bytes.
    fn unpacked(&self, bytes: &[u8]) -> Result<Box<dyn Session>>;
}

impl<G: Playable> Session for Opened<G> {
    fn about(&self) -> &About {
        &self.about
    }

    fn play(&self, mv: &str) -> Result<Box<dyn Session>> {
        let mv = self.find_move(&self.root, mv)?;
        let mut root = self.root.clone();
        Self::say(self.game.play(&mut root, mv))?;
        Ok(Box::new(self.at(root)))
    }

    fn history(&self, moves: &[&str]) -> Result<Box<dyn Session>> {
        Ok(Box::new(self.with_history(moves)?))
    }

    fn at_text(&self, text: &str) -> Result<Box<dyn Session>> {
        Ok(Box::new(self.at(self.game.parse(text)?)))
    }

    fn unpacked(&self, bytes: &[u8]) -> Result<Box<dyn Session>> {
        Ok(Box::new(self.at(self.game.unpack(bytes)?)))
    }
}
