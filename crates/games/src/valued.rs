//! What games that are not plain come with: evaluators, and moves that are judged by making them.

use pnyx_game::{Evaluator, Even, ExactTask, Forcing, Game, Rules, Valued};

use crate::either::Either::{self, First, Second};
use crate::{chess, connect_four, go_one_eye, othello};

// What quiescence examines is not counted, so a search that counts its nodes has to do without.
impl Valued for chess::Chess {
    type Evaluator = chess::Placement;
    type Quiet = chess::Quiescence;
}

/// Games with one evaluator, and with tests of scores of their own where `exact` says so.
macro_rules! valued {
    ($($game:ty: $evaluator:ty $(, $exact:ident)?;)*) => {
        $(impl Valued for $game {
            type Evaluator = $evaluator;
            type Quiet = $evaluator;
            $(valued! { @$exact })?
        })*
    };
    (@exact) => {
        fn with_exact<T: ExactTask<Self>>(task: T) -> Option<T::Output> {
            Some(task.run())
        }
    };
}

valued! {
    chess::ChessVariant: Even;
    chess::Composed: Even;
    connect_four::ConnectFour: connect_four::Threats, exact;
    othello::Othello: othello::OthelloEvaluator, exact;
}

impl<const WORDS: usize> Valued for go_one_eye::OneEye<WORDS> {
    type Evaluator = Even;
    type Quiet = Even;
}

/// The evaluators of two games.
#[derive(Clone, Copy, Debug, Default)]
pub struct OfEither<A, B>(A, B);

impl<A, B, E, F> Evaluator<Either<A, B>> for OfEither<E, F>
where
    A: Game,
    B: Game<Move = A::Move, Error = A::Error>,
    E: Evaluator<A>,
    F: Evaluator<B>,
{
    fn largest(&self, game: &Either<A, B>) -> i32 {
        match game {
            First(game) => self.0.largest(game),
            Second(game) => self.1.largest(game),
        }
    }

    fn step(&self, game: &Either<A, B>) -> i32 {
        match game {
            First(game) => self.0.step(game),
            Second(game) => self.1.step(game),
        }
    }

    fn value(
        &self,
        game: &Either<A, B>,
        position: &<Either<A, B> as Rules>::Position,
    ) -> Result<i32, A::Error> {
        match (game, position) {
            (First(game), First(at)) => self.0.value(game, at),
            (Second(game), Second(at)) => self.1.value(game, at),
            _ => unreachable!("a position of another game"),
        }
    }
}

impl<A: Valued, B: Valued<Move = A::Move, Error = A::Error>> Valued for Either<A, B> {
    type Evaluator = OfEither<A::Evaluator, B::Evaluator>;
    type Quiet = OfEither<A::Quiet, B::Quiet>;
}

impl Forcing for connect_four::ConnectFour {}
impl Forcing for othello::Othello {}
impl Forcing for chess::ChessVariant {}
impl<const WORDS: usize> Forcing for go_one_eye::OneEye<WORDS> {}
