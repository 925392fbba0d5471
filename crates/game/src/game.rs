//! The trait [`Game`]: all that a search needs. What it has beside its rules and notation: [`Scored`], what positions are
//! worth beyond a win, a draw or a loss; [`Goals`], what it can be asked for; [`Resources`], its memory and files.

use crate::{
    DRAW_OR_BETTER, Goal, GoalSpec, InputError, Outcome, Packed, Player, Repetition, Rules, WIN, WIN_IN,
};

/// A game as searches and checkers take it: [`Rules`] and [`Notation`](crate::Notation), which a game must write, and
/// [`Packed`], [`Scored`], [`Goals`] and [`Resources`], whose methods all have a default. Every type that has the six is a
/// game.
pub trait Game: Packed + Scored + Goals + Resources {}

impl<G: Packed + Scored + Goals + Resources> Game for G {}

/// First numbers of an unsolved leaf: how much work a proof and a disproof look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The proof number.
    pub proof: u32,
    /// The disproof number.
    pub disproof: u32,
}

impl Estimate {
    /// The most that a game's own numbers count for. They are added up over a whole search, and larger ones would
    /// soon take the sums to where these stop.
    pub const MOST: u32 = 1 << 16;
}

/// Numbers of a game's own: points at the end, and how much work a proof looks like before it.
pub trait Scored: Rules {
    /// Whether the game has first numbers of its own, which [`estimate`](Scored::estimate) gives.
    fn has_estimate(&self) -> bool {
        false
    }

    /// How much work it looks like to prove, and to disprove, that `prover` reaches its goal from a position
    /// without an outcome: two numbers from 1 to [`Estimate::MOST`]. They steer the search and decide nothing.
    fn estimate(&self, _position: &Self::Position, _prover: Player) -> Result<Estimate, Self::Error> {
        Ok(Estimate { proof: 1, disproof: 1 })
    }

    /// What a final position is worth to the first player, in points: by default 1 for a win. An outcome with a winner
    /// has a payoff of that player's sign, a draw has none.
    fn payoff(&self, _position: &Self::Position, outcome: Outcome) -> Result<i32, Self::Error> {
        Ok(outcome.points())
    }

    /// No payoff is larger than this, to either player.
    fn largest_payoff(&self) -> i32 {
        1
    }
}

/// The goals of a game, and the game played for one of them. By default these are winning, not losing, and winning within
/// N moves, which the solver counts.
pub trait Goals: Rules {
    /// What can be asked of a position, the default first.
    fn goals(&self) -> Vec<GoalSpec> {
        let mut goals = vec![WIN, DRAW_OR_BETTER];
        goals.extend((self.repetition() != Repetition::Illegal).then_some(WIN_IN));
        goals
    }

    /// The same game, its ends judged for a goal that needs it, one of [`goals`](Goals::goals): a final position is then won
    /// by `prover` if the goal is reached there, and not won by `prover` otherwise. `score 10` in Othello is such a goal. `None`:
    /// the game is judged as it is, which is enough for winning and not losing.
    fn aim(&self, _goal: &Goal, _prover: Player) -> Result<Option<Self>, InputError>
    where
        Self: Sized,
    {
        Ok(None)
    }

    /// How many moves the prover has left, where the goal limits them and the game counts: one less after each move of the
    /// prover. Where it does not, others count: [`Within`](crate::Within).
    fn moves_left(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// The same position with another number of moves left, where the game counts them.
    fn with_moves_left(&self, position: &Self::Position, _left: u32) -> Self::Position {
        position.clone()
    }

    /// Whether something is allowed or forbidden at the first position only, as the first moves that a problem excludes. An
    /// answer about another position then says nothing about lines from the first one.
    fn has_root_rules(&self) -> bool {
        false
    }

    /// A position of the game without a goal, as the first one of this game, which [`aim`](Goals::aim) gave: what
    /// the goal counts begins here. An error says what the game asks of its first position.
    fn enter(&self, position: Self::Position) -> Result<Self::Position, InputError> {
        Ok(position)
    }
}

/// For games that hold the positions they are asked about, or that read files. Others have nothing to say here.
pub trait Resources {
    /// What failed outside the rules, such as reading a file. The rules answered as if it had not, so all answers of the search
    /// are to be thrown away.
    fn io_error(&self) -> Option<String> {
        None
    }

    /// A question begins. Its search and the positions that the game holds (games that intern them) may take this many bytes
    /// together.
    fn hold_within(&self, _memory: Option<usize>) {}

    /// The question has been answered: positions that are no longer needed are dropped.
    fn let_go(&self) {}

    /// Bytes of the positions that the game holds, beside `own` bytes of the search. Where this would be too much, the game first
    /// drops those that are no longer needed.
    fn memory_beside(&self, _own: usize) -> usize {
        0
    }
}
