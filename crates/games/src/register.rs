//! The register of built-in games: their names, and how each is opened.

use std::collections::BTreeMap;

use pnyx_game::{Erased, InputError, Notation, Place, Rules, input_error};

use crate::either::Either::{self, First, Second};
use crate::spec::{GameOptions, GameSpec};
use crate::{checkers, chess, connect_four, go_one_eye, graph, lines_of_action, othello, tic_tac_toe};

/// Every built-in game.
#[rustfmt::skip] // one line a game
pub const SPECS: &[&GameSpec] = &[
    &tic_tac_toe::SPEC,
    &chess::SPEC,
    &connect_four::SPEC,
    &othello::SPEC,
    &lines_of_action::SPEC,
    &checkers::SPEC,
    &go_one_eye::SPEC,
    &chess::variants::ANTICHESS,
    &chess::variants::ATOMIC,
    &chess::variants::THREE_CHECK,
    &chess::variants::KING_OF_THE_HILL,
    &chess::variants::RACING_KINGS,
    &chess::variants::HORDE,
    &chess::variants::CRAZYHOUSE,
    &graph::SPEC,
];

/// Games for which searches are compiled once, because a build that compiles them three times takes longer than it is worth.
pub type Together = Either<Either<tic_tac_toe::TicTacToe, checkers::Checkers>, go_one_eye::AnyOneEye>;

/// A game together with a position of it.
#[allow(clippy::large_enum_variant)] // made once and taken apart at once
pub enum BuiltIn {
    /// Tic-tac-toe and other m,n,k games, English checkers, and one-eye problems of Go.
    Together(Together, <Together as Rules>::Position),
    /// Chess on the fast board.
    Chess(chess::Chess, chess::Position),
    /// Variants of chess, and its positions that the fast board does not hold: too many pieces, impossible checks.
    OnShakmaty(chess::OnShakmaty, <chess::OnShakmaty as Rules>::Position),
    /// Connect Four on boards of several sizes.
    ConnectFour(connect_four::ConnectFour, connect_four::Position),
    /// Othello on one of three boards.
    Othello(othello::Othello, othello::Position),
    /// Lines of Action.
    LinesOfAction(lines_of_action::LinesOfAction, lines_of_action::Position),
    /// Explicit graphs.
    Graph(Erased, Place),
}

impl BuiltIn {
    /// The options it was opened with, in the form certificates give them.
    #[must_use]
    pub fn canonical(&self, options: &BTreeMap<String, String>) -> BTreeMap<String, String> {
        match self {
            BuiltIn::Chess(game, _) => game.0.canonical(options),
            BuiltIn::OnShakmaty(First(game), _) => game.0.canonical(options),
            _ => options.clone(),
        }
    }
}

/// Do the same thing with a game of whatever type: `for_built_in!(opened, |game, root| ...)`.
#[macro_export]
#[rustfmt::skip] // one line a game
macro_rules! for_built_in {
    ($opened:expr, |$game:ident, $root:ident| $body:expr) => {
        match $opened {
            $crate::BuiltIn::Together($game, $root) => $body,
            $crate::BuiltIn::Chess($game, $root) => $body,
            $crate::BuiltIn::OnShakmaty($game, $root) => $body,
            $crate::BuiltIn::ConnectFour($game, $root) => $body,
            $crate::BuiltIn::Othello($game, $root) => $body,
            $crate::BuiltIn::LinesOfAction($game, $root) => $body,
            $crate::BuiltIn::Graph($game, $root) => $body,
        }
    };
}

/// Open a game by its name, with a position of it (no text: its start).
pub fn open(
    name: &str,
    text: Option<&str>,
    options: BTreeMap<String, String>,
) -> Result<BuiltIn, InputError> {
    let spec = SPECS.iter().find(|spec| spec.name == name).ok_or_else(|| {
        let known: Vec<_> = SPECS.iter().map(|spec| spec.name).collect();
        input_error!("there is no game {} (there are: {})", InputError::quote(name), known.join(", "))
    })?;
    let options = GameOptions::new(spec, options)?;
    let or_start = text.unwrap_or(spec.start);
    match spec.name {
        "tic-tac-toe" => tic_tac_toe::TicTacToe::open(text, &options)
            .map(|(g, p)| BuiltIn::Together(First(First(g)), First(First(p)))),
        "chess" => Ok(match chess::open(or_start, &options)? {
            First((g, p)) => BuiltIn::Chess(g, p),
            Second((g, p)) => BuiltIn::OnShakmaty(First(g), First(p)),
        }),
        "connect-four" => connect_four::open(text, &options).map(|(g, p)| BuiltIn::ConnectFour(g, p)),
        "othello" => othello::Othello::open(text, &options).map(|(g, p)| BuiltIn::Othello(g, p)),
        "lines-of-action" => {
            let game = lines_of_action::LinesOfAction::default();
            Ok(BuiltIn::LinesOfAction(game, game.parse(or_start)?))
        }
        "checkers" => {
            let position = checkers::Checkers.parse(or_start)?;
            Ok(BuiltIn::Together(First(Second(checkers::Checkers)), First(Second(position))))
        }
        "go-one-eye" => go_one_eye::open(or_start).map(|(g, p)| BuiltIn::Together(Second(g), Second(p))),
        "graph" => graph::open(or_start).map(|(g, p)| BuiltIn::Graph(g, p)),
        variant => {
            let game =
                chess::OnShakmaty::Second(chess::ChessVariant::named(variant).expect("others are variants"));
            Ok(BuiltIn::OnShakmaty(game, game.parse(or_start)?))
        }
    }
}
