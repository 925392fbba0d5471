//! The trait [`Forcing`]: games whose moves can be judged before they are made, and whether `auto` begins with `forced-win`.

use crate::{Game, Outcome, Player, Repetition};

/// A move, and what it leads to as far as can be told without making it.
#[derive(Clone, Copy, Debug)]
pub struct Prospect<M> {
    /// The move.
    pub mv: M,
    /// The [board key](Forcing::board_key) of the position after it.
    pub key: u64,
    /// How much work a proof looks like there: an estimate, at least 1.
    pub proof: u32,
    /// The same for a disproof.
    pub disproof: u32,
    /// Whether the prover may have won right after it. Saying `true` is always right; asked only where the
    /// [winner moves last](Forcing::wins_on_own_move).
    pub may_end: bool,
}

/// A game for searches that make a move only when they go into it.
///
/// # Contract
///
/// - [`prospects`](Forcing::prospects) gives the same moves as [`moves`](crate::Rules::moves), in any order, but the
///   same one each time.
/// - Equal positions have equal board keys, and so have positions that differ in the moves left only.
/// - A position with fewer moves left for the prover is no better for the prover, and no worse with more.
pub trait Forcing: Game + Sized {
    /// A number for tables that does not depend on the moves left. Where a repetition is a draw, positions that the
    /// rule does not distinguish are the same.
    fn board_key(&self, position: &Self::Position) -> Result<u64, Self::Error> {
        if self.repetition() == Repetition::Draw { self.repetition_key(position) } else { self.key(position) }
    }

    /// Whether a win always comes right after a move of the winner, as a mate does. A game that says so counts the moves
    /// of its limited goals itself: when the last one is made without a win, it is over.
    fn wins_on_own_move(&self) -> bool {
        false
    }

    /// Whether a search for forced wins is the first choice for the goal of this game. It is made for wins that
    /// [come on an own move](Forcing::wins_on_own_move).
    fn suits_forced_win(&self) -> bool {
        self.wins_on_own_move()
    }

    /// Whether [`prospects`](Forcing::prospects) judges moves without making them. What is played to counts as a node.
    fn judges_unplayed(&self) -> bool {
        false
    }

    /// Put the moves of a position, whose board key is known, into `out`, instead of what was there, or give the
    /// outcome if the game is over.
    fn prospects(
        &self,
        position: &Self::Position,
        _key: u64,
        _prover: Player,
        out: &mut Vec<Prospect<Self::Move>>,
    ) -> Result<Option<Outcome>, Self::Error> {
        play_prospects(self, position, out)
    }
}

/// What [`Forcing::prospects`] does unless a game knows better: make every move, and think all of them alike.
pub fn play_prospects<G: Forcing>(
    game: &G,
    position: &G::Position,
    out: &mut Vec<Prospect<G::Move>>,
) -> Result<Option<Outcome>, G::Error> {
    out.clear();
    if let Some(outcome) = game.outcome(position)? {
        return Ok(Some(outcome));
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves)?;
    for mv in moves {
        let mut next = position.clone();
        game.play(&mut next, mv)?;
        out.push(Prospect { mv, key: game.board_key(&next)?, proof: 1, disproof: 1, may_end: true });
    }
    Ok(None)
}
