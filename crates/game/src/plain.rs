//! The macro [`plain_game`](crate::plain_game): games that have rules and a notation, and nothing else of their own.

/// Makes a type with [`Rules`](crate::Rules) and [`Notation`](crate::Notation) a game that all searches take.
///
/// [`Packed`](crate::Packed), [`Scored`](crate::Scored), [`Goals`](crate::Goals), [`Resources`](crate::Resources),
/// [`Forcing`](crate::Forcing) and [`Valued`](crate::Valued) are as they are by default, with [`Even`](crate::Even) or the
/// given evaluator. A game that packs its positions in its own way says so.
///
/// `plain_game!(Nim)`, `plain_game!(TicTacToe, packed: own)`, `plain_game!(Checkers, CheckersEvaluator, packed: own)`
#[macro_export]
macro_rules! plain_game {
    ($game:ty $(, $evaluator:ty)?) => {
        impl $crate::Packed for $game {}
        $crate::plain_game!($game $(, $evaluator)?, packed: own);
    };
    ($game:ty, packed: own) => {
        $crate::plain_game!($game, $crate::Even, packed: own);
    };
    ($game:ty, $evaluator:ty, packed: own) => {
        impl $crate::Scored for $game {}
        impl $crate::Goals for $game {}
        impl $crate::Resources for $game {}
        impl $crate::Forcing for $game {}
        impl $crate::Valued for $game {
            type Evaluator = $evaluator;
            type Quiet = $evaluator;
        }
    };
}
