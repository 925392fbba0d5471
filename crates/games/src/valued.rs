//! The evaluators that each game comes with, and games whose moves are judged by making them.

use pnyx_game::{Even, Forcing, Valued};

use crate::{checkers, chess, connect_four, go_one_eye, lines_of_action, othello, tic_tac_toe};

impl Valued for checkers::Checkers {
    type Evaluator = checkers::CheckersEvaluator;
    type Quiet = checkers::CheckersEvaluator;
}

// What quiescence looks at is not counted, so a search that counts its nodes has to do without.
impl Valued for chess::Chess {
    type Evaluator = chess::Placement;
    type Quiet = chess::Quiescence;
}

impl Valued for connect_four::ConnectFour {
    type Evaluator = connect_four::Threats;
    type Quiet = connect_four::Threats;
}

impl Valued for lines_of_action::LinesOfAction {
    type Evaluator = lines_of_action::Shape;
    type Quiet = lines_of_action::Shape;
}

impl Valued for othello::Othello {
    type Evaluator = othello::OthelloEvaluator;
    type Quiet = othello::OthelloEvaluator;
}

impl Valued for chess::ChessVariant {
    type Evaluator = Even;
    type Quiet = Even;
}

impl Valued for chess::Composed {
    type Evaluator = Even;
    type Quiet = Even;
}

impl<const WORDS: usize> Valued for go_one_eye::OneEye<WORDS> {
    type Evaluator = Even;
    type Quiet = Even;
}

impl Valued for tic_tac_toe::TicTacToe {
    type Evaluator = Even;
    type Quiet = Even;
}

impl Forcing for checkers::Checkers {}
impl Forcing for connect_four::ConnectFour {}
impl Forcing for lines_of_action::LinesOfAction {}
impl Forcing for othello::Othello {}
impl Forcing for chess::ChessVariant {}
impl<const WORDS: usize> Forcing for go_one_eye::OneEye<WORDS> {}
impl Forcing for tic_tac_toe::TicTacToe {}
