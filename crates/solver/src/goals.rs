//! Goals without a position: the fields of a goal that some game declares.

use pnyx_game::{Argument, DRAW_OR_BETTER, Goal, GoalSpec, MOST_MOVES, Side, Threshold, WIN, WIN_IN};
use pnyx_games::SPECS;

use crate::error::Result;

record! { ($) goal_fields =>
    /// What is asked of a position, as games declare it.
    pub struct GoalFields {
        /// The goal as it is written.
        pub text: String,
        /// The name, without the limit or the number.
        pub name: &'static str,
        /// The limit of the prover's moves.
        pub moves: Option<u32>,
        /// The number that must be reached.
        pub number: Option<i32>,
        /// win or draw: the least result that reaches it, in the game played for it.
        pub threshold: &'static str,
        /// Whether the prover is the player who is not on move.
        pub of_other: bool,
        /// Whether it is about the move that led to a position.
        pub needs_last_move: bool,
        /// The same question where the other player is on move, and whether the answer is the opposite one.
        pub opposite: Option<(String, bool)>,
    }
}

impl From<Goal> for GoalFields {
    fn from(goal: Goal) -> GoalFields {
        GoalFields {
            text: goal.to_string(),
            name: goal.name,
            moves: goal.limit,
            number: goal.number,
            threshold: if goal.threshold == Threshold::Win { "win" } else { "draw" },
            of_other: goal.side == Side::Other,
            needs_last_move: goal.needs_last_move,
            opposite: goal.opposite().map(|asked| (asked.goal.to_string(), asked.negated)),
        }
    }
}

/// The goals of all games, with any number: which ones a board allows is for its game to say.
#[must_use]
pub fn all() -> Vec<GoalSpec> {
    let most = MOST_MOVES.cast_signed();
    let any_number = |spec: &GoalSpec| match spec.argument {
        Argument::Number(..) => GoalSpec { argument: Argument::Number(-most, most), ..*spec },
        Argument::None | Argument::Moves => *spec,
    };
    [WIN, DRAW_OR_BETTER, WIN_IN]
        .iter()
        .chain(SPECS.iter().flat_map(|game| game.goals))
        .map(any_number)
        .collect()
}

/// Read one of these goals; `None` if there is no such goal.
pub fn find(text: &str, goals: &[GoalSpec]) -> Result<Option<GoalFields>> {
    Ok(Goal::find(text, goals)?.map(GoalFields::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_of_all_games_are_read() {
        let read = |text| find(text, &all()).unwrap().unwrap();
        assert_eq!(read("win").opposite, Some(("draw-or-better".into(), true)));
        assert_eq!(read("score -300").number, Some(-300));
        let mate = read("mate-in 3");
        assert_eq!((mate.name, mate.moves, mate.threshold), ("mate", Some(3), "win"));
        assert_eq!(mate.opposite, Some(("mated-in 3".into(), false)));
        assert!(find("nothing", &all()).unwrap().is_none());
        assert!(find("mate-in 0", &all()).is_err());
    }
}
