//! What games that are not plain come with: evaluators, and moves that are judged by making them.

use pnyx_game::{Even, ExactTask, Forcing, Valued};

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
    chess::OnShakmaty: Even;
    connect_four::ConnectFour: connect_four::Threats, exact;
    go_one_eye::AnyOneEye: Even;
    othello::Othello: othello::OthelloEvaluator, exact;
}

impl Forcing for connect_four::ConnectFour {}
impl Forcing for othello::Othello {}
impl Forcing for chess::ChessVariant {}
impl<const WORDS: usize> Forcing for go_one_eye::OneEye<WORDS> {}
