//! The trait [`Notation`]: positions, moves and players as text.

use crate::{InputError, Rules};

/// How people of a game write its positions and moves.
pub trait Notation: Rules {
    /// A move in the notation people of this game use.
    fn notation(&self, position: &Self::Position, mv: Self::Move) -> Result<String, Self::Error>;

    /// The position in the notation people of this game use, on one line.
    fn text(&self, position: &Self::Position) -> Result<String, Self::Error>;

    /// The text of a position without what does not matter for its future, such as the number of the move in chess:
    /// equal positions have the same, and [`parse`](Notation::parse) gives the position back.
    fn identity(&self, position: &Self::Position) -> Result<String, Self::Error> {
        self.text(position)
    }

    /// Whether people write a move so: in its notation, or in another that is usual (`Nf3` in chess).
    fn is_written(&self, position: &Self::Position, mv: Self::Move, text: &str) -> Result<bool, Self::Error> {
        Ok(self.notation(position, mv)? == text)
    }

    /// Whether some text stands in a position's own: what is looked for in proofs.
    fn mentions(&self, position: &Self::Position, text: &str) -> Result<bool, Self::Error> {
        Ok(self.text(position)?.contains(text))
    }

    /// Whether positions can be written and read; `parse` fails where this is `false`.
    fn has_notation(&self) -> bool {
        true
    }

    /// Read a position.
    fn parse(&self, text: &str) -> Result<Self::Position, InputError>;

    /// The names of the two players.
    fn player_names(&self) -> [String; 2] {
        ["first".into(), "second".into()]
    }

    /// Put the legal moves, sorted by their notation, into `out`, instead of what was there: the
    /// order certificates use.
    fn moves_by_notation(
        &self,
        position: &Self::Position,
        out: &mut Vec<Self::Move>,
    ) -> Result<(), Self::Error> {
        sort_by_notation(self, position, out)
    }
}

/// What [`Notation::moves_by_notation`] does unless a game knows better.
pub(crate) fn sort_by_notation<G: Notation + ?Sized>(
    game: &G,
    position: &G::Position,
    out: &mut Vec<G::Move>,
) -> Result<(), G::Error> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves)?;
    let mut names = Vec::with_capacity(moves.len());
    for (&mv, place) in moves.iter().zip(0..) {
        names.push((game.notation(position, mv)?, place));
    }
    sort_names(&mut names);
    out.clear();
    out.extend(names.into_iter().map(|(_, place): (_, usize)| moves[place]));
    Ok(())
}

/// Compiled once for all games, whatever their moves are.
#[inline(never)]
fn sort_names(names: &mut [(String, usize)]) {
    names.sort();
}
