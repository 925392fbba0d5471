//! [`Goal`]: what is asked of a position. Every game declares its goals as data, and this is the only parser of their
//! texts (`reference/expected.py` turns other ways of writing them, such as `#3`, into these).
//!
//! A goal has a name, and beside it at most one argument: a limit of moves (`NAME-in 3`) or a number (`NAME 10`). The
//! names belong to the games, apart from [`WIN`] and [`DRAW_OR_BETTER`], which nearly all of them have.

use std::fmt;
use std::str::FromStr;

use crate::{InputError, Objective, Player, Threshold, input_error};

/// Winning.
pub const WIN: GoalSpec = GoalSpec {
    turned: Turned::Opposite("draw-or-better"),
    ..GoalSpec::new("win", "the player on move wins", Threshold::Win)
};
/// Winning within a number of own moves: those of the other side are not counted, also where a player moves several times
/// in a row. Games need not know of it: the solver and the checkers count, as [`Within`](crate::Within) says.
pub const WIN_IN: GoalSpec = GoalSpec {
    meaning: "the player on move wins with at most N own moves",
    argument: Argument::Moves,
    ..WIN
};
/// Not losing.
pub const DRAW_OR_BETTER: GoalSpec = GoalSpec {
    turned: Turned::Opposite("win"),
    ..GoalSpec::new("draw-or-better", "the player on move does not lose", Threshold::Draw)
};

/// No larger limit of moves can be asked for.
pub const MOST_MOVES: u32 = 1_000_000;
/// The same number as people read it.
const MOST_MOVES_TEXT: &str = "1,000,000";

/// Who must reach a goal, seen from the position that is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The player on move.
    OnMove,
    /// The other player.
    Other,
}

/// What stands after the name of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Nothing.
    None,
    /// A limit of the prover's moves, from 1 to [`MOST_MOVES`].
    Moves,
    /// A whole number between these two.
    Number(i32, i32),
}

impl Argument {
    /// Whether a goal with this argument may have this limit of moves and this number.
    fn takes(self, limit: Option<u32>, number: Option<i32>) -> bool {
        match (self, limit, number) {
            (Argument::None, None, None) => true,
            (Argument::Moves, Some(moves), None) => (1..=MOST_MOVES).contains(&moves),
            (Argument::Number(least, most), None, Some(number)) => (least..=most).contains(&number),
            _ => false,
        }
    }
}

/// How a question about one player is asked where the other player is on move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turned {
    /// There is no goal for it.
    Never,
    /// By the goal of this name, which is about the other side. The answer is the same.
    Same(&'static str),
    /// By the goal of this name. The answer is the opposite one: who wins is who keeps the other from not losing. A
    /// goal that is its own opposite belongs to a game without draws.
    Opposite(&'static str),
    /// By the same goal with another number, and the answer is the opposite one: who does not get N leaves the other side
    /// 1 - N or more.
    OppositeNumber,
}

/// A goal as a game declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoalSpec {
    /// What the user types, without the argument.
    pub name: &'static str,
    /// One line of explanation.
    pub meaning: &'static str,
    /// What stands after the name.
    pub argument: Argument,
    /// Who must reach it.
    pub side: Side,
    /// What that player must reach, in the game that [`aim`](crate::Goals::aim) gives.
    pub threshold: Threshold,
    /// The same question where the other player is on move.
    pub turned: Turned,
    /// The goal is about the move that led to a position, so the position alone does not say whether it is reached.
    pub needs_last_move: bool,
}

impl GoalSpec {
    /// A goal of the player on move, without argument, and without a way to ask it where the other player is on move.
    #[must_use]
    pub const fn new(name: &'static str, meaning: &'static str, threshold: Threshold) -> GoalSpec {
        GoalSpec {
            name,
            meaning,
            argument: Argument::None,
            side: Side::OnMove,
            threshold,
            turned: Turned::Never,
            needs_last_move: false,
        }
    }

    /// The form in which the goal is listed: `NAME`, `NAME-in N` or `NAME N`.
    #[must_use]
    pub fn label(&self) -> String {
        match self.argument {
            Argument::None => self.name.to_string(),
            Argument::Moves | Argument::Number(..) => format!("{} N", self.word()),
        }
    }

    /// The first word of its texts.
    fn word(&self) -> String {
        match self.argument {
            Argument::Moves => format!("{}-in", self.name),
            Argument::None | Argument::Number(..) => self.name.to_string(),
        }
    }

    /// The goal that a text names, if it is this one.
    fn read(&self, text: &str) -> Result<Option<Goal>, InputError> {
        let (word, goal) = (self.word(), Goal::from(*self));
        let (first, given) = text.split_once(' ').unwrap_or((text, ""));
        let (found, expected) = match self.argument {
            Argument::None => return Ok((text == word).then_some(goal)),
            _ if first != word => return Ok(None),
            Argument::Moves => (
                read_number(given, 1, MOST_MOVES).map(|moves| goal.within(moves)),
                format!("a number of moves from 1 to {MOST_MOVES_TEXT}, like '{word} 3'"),
            ),
            Argument::Number(least, most) => (
                read_number(given, least, most).map(|number| Goal { number: Some(number), ..goal }),
                format!("a whole number from {least} to {most} on this board, like '{word} 1'"),
            ),
        };
        let shown = InputError::quote(text);
        found.map(Some).ok_or_else(|| input_error!("the goal {word} needs {expected}, not {shown}"))
    }
}

/// A number between two bounds, in the form in which it is written.
pub fn read_number<N: FromStr + ToString + PartialOrd>(text: &str, least: N, most: N) -> Option<N> {
    text.parse().ok().filter(|number| (least..=most).contains(number) && number.to_string() == text)
}

/// What is asked: who must reach what, and within how many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The name that the game gave it.
    pub name: &'static str,
    /// Who must reach it, seen from the position that is asked about.
    pub side: Side,
    /// What must be reached, in the game that [`aim`](crate::Goals::aim) gives.
    pub threshold: Threshold,
    turned: Turned,
    /// Whether it is about the move that led to a position.
    pub needs_last_move: bool,
    /// The most moves that the prover may take.
    pub limit: Option<u32>,
    /// The number after the name.
    pub number: Option<i32>,
}

/// A question in the words of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wording {
    /// The goal that is asked of it.
    pub goal: Goal,
    /// Whether the answer is the opposite one.
    pub negated: bool,
}

impl Goal {
    /// Read a goal of a game with these goals. The error of an unknown goal names the game.
    pub fn parse(text: &str, game: &str, goals: &[GoalSpec]) -> Result<Goal, InputError> {
        Goal::find(text, goals)?.ok_or_else(|| Goal::unknown(text, game, goals))
    }

    /// Read one of these goals; `None` if the text names another one. An error says what is wrong with its argument.
    pub fn find(text: &str, goals: &[GoalSpec]) -> Result<Option<Goal>, InputError> {
        for spec in goals {
            if let Some(goal) = spec.read(text)? {
                return Ok(Some(goal));
            }
        }
        Goal::refuse_moves(text, goals).map(|()| None)
    }

    /// The error of a number of moves after a goal that has none.
    fn refuse_moves(text: &str, goals: &[GoalSpec]) -> Result<(), InputError> {
        let first = text.split_whitespace().next().unwrap_or("");
        let named = |spec: &&GoalSpec| first.strip_suffix("-in") == Some(spec.name);
        let Some(spec) = goals.iter().find(named) else { return Ok(()) };
        if goals.iter().filter(named).any(|spec| spec.argument == Argument::Moves) {
            return Ok(());
        }
        let why = if spec.name == WIN.name {
            "moves are counted only where a position repeated is a draw, or none can be; where repeating is illegal, what \
             a move is good for depends on the way to it"
        } else if spec.name == DRAW_OR_BETTER.name {
            "who does not lose need not come to an end"
        } else {
            return Ok(());
        };
        let (text, name) = (InputError::quote(text), spec.name);
        Err(input_error!(
            "there is no goal {text}: {name} takes no number of moves, because {why}; ask for {name}"
        ))
    }

    /// The first of these goals by which the value of a position is found: that the player on move wins, or does not lose.
    #[must_use]
    pub fn of_value(threshold: Threshold, goals: &[GoalSpec]) -> Option<Goal> {
        let settles = |spec: &&GoalSpec| {
            spec.argument == Argument::None
                && (spec.side, spec.threshold) == (Side::OnMove, threshold)
                && !spec.needs_last_move
        };
        goals.iter().find(settles).map(|spec| Goal::from(*spec))
    }

    /// The error of a goal that a game does not have.
    #[must_use]
    pub fn unknown(text: &str, game: &str, goals: &[GoalSpec]) -> InputError {
        let known: Vec<_> = goals.iter().map(GoalSpec::label).collect();
        let text = InputError::quote(text);
        input_error!("{game} has no goal {text} (it has: {})", known.join(", "))
    }

    /// Who must reach it where `turn` is on move.
    #[must_use]
    pub fn prover(&self, turn: Player) -> Player {
        match self.side {
            Side::OnMove => turn,
            Side::Other => turn.opponent(),
        }
    }

    /// What a search must show where `turn` is on move.
    #[must_use]
    pub fn objective(&self, turn: Player) -> Objective {
        Objective { prover: self.prover(turn), threshold: self.threshold }
    }

    /// The same goal within this many moves. Not every game can be asked for it: see [`is_among`](Goal::is_among).
    #[must_use]
    pub fn within(self, moves: u32) -> Goal {
        Goal { limit: Some(moves), ..self }
    }

    /// Whether a game with these goals can be asked for it.
    #[must_use]
    pub fn is_among(&self, goals: &[GoalSpec]) -> bool {
        let plain = Goal { limit: None, number: None, ..*self };
        goals.iter().any(|spec| plain == Goal::from(*spec) && spec.argument.takes(self.limit, self.number))
    }

    /// The same question where the other player is on move; `None` if there is no goal for it.
    #[must_use]
    pub fn opposite(&self) -> Option<Wording> {
        match self.turned {
            Turned::Never => None,
            Turned::Same(name) => {
                let side = if self.side == Side::OnMove { Side::Other } else { Side::OnMove };
                let goal = Goal { name, side, turned: Turned::Same(self.name), ..*self };
                Some(Wording { goal, negated: false })
            }
            // It is unknown by whose moves a refutation takes that long.
            Turned::Opposite(_) | Turned::OppositeNumber if self.limit.is_some() => None,
            Turned::Opposite(name) => {
                let threshold = if name == self.name { self.threshold } else { self.threshold.opposite() };
                let goal = Goal { name, threshold, turned: Turned::Opposite(self.name), ..*self };
                Some(Wording { goal, negated: true })
            }
            Turned::OppositeNumber => {
                let number = Some(1_i32.checked_sub(self.number?)?);
                Some(Wording { goal: Goal { number, ..*self }, negated: true })
            }
        }
    }

    /// How to ask whether the prover reaches the goal from a position where the prover is on move, or is not.
    #[must_use]
    pub fn asked_of(&self, provers_turn: bool) -> Option<Wording> {
        match (self.side, provers_turn) {
            (Side::OnMove, true) | (Side::Other, false) => Some(Wording { goal: *self, negated: false }),
            _ => self.opposite(),
        }
    }
}

impl From<GoalSpec> for Goal {
    /// A goal without its argument, if it takes one.
    fn from(spec: GoalSpec) -> Goal {
        let GoalSpec { name, side, threshold, turned, needs_last_move, .. } = spec;
        Goal { name, side, threshold, turned, needs_last_move, limit: None, number: None }
    }
}

/// The goal as it is written; [`parse`](Goal::parse) reads it.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        if let Some(moves) = self.limit {
            write!(f, "-in {moves}")?;
        }
        match self.number {
            Some(number) => write!(f, " {number}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
#[path = "goal_tests.rs"]
mod tests;
