//! What a user can ask for: the games by name, their goals and their options.

use std::collections::BTreeMap;

use pnyx_game::{Erased, InputError, Place, Player, Threshold};

use crate::checkers;
use crate::chess;
use crate::connect_four;
use crate::go_one_eye;
use crate::graph;
use crate::lines_of_action;
use crate::othello;
use crate::tic_tac_toe;

/// The goal of winning.
pub const GOAL_WIN: &str = "win";
/// The goal of checkmate: winning, as chess players say it.
pub const GOAL_MATE: &str = "mate";
/// The goal of not losing.
pub const GOAL_DRAW: &str = "draw-or-better";

/// An option of a game.
#[derive(Debug)]
pub struct OptionSpec {
    /// What the user types.
    pub name: &'static str,
    /// The value it has otherwise.
    pub default: &'static str,
    /// One line of explanation.
    pub meaning: &'static str,
    /// Whether certificates name it: it changes the rules, and the position's text does not show it.
    pub in_certificate: bool,
}

/// A built-in game as the user sees it.
#[derive(Debug)]
pub struct GameSpec {
    /// What the user types.
    pub name: &'static str,
    /// One line of explanation.
    pub description: &'static str,
    /// The position a game begins with.
    pub start: &'static str,
    /// The goals, the default first.
    pub goals: &'static [&'static str],
    /// The options.
    pub options: &'static [OptionSpec],
}

/// Options as the user gave them: names are known, values are not checked yet.
#[derive(Clone, Debug, Default)]
pub struct Options(BTreeMap<String, String>);

impl Options {
    /// Take what the user gave, if the game knows all the names.
    pub fn new(spec: &GameSpec, given: BTreeMap<String, String>) -> Result<Options, InputError> {
        for name in given.keys() {
            if !spec.options.iter().any(|o| o.name == name) {
                let known: Vec<_> = spec.options.iter().map(|o| o.name).collect();
                let known = if known.is_empty() { "none".to_string() } else { known.join(", ") };
                return Err(InputError::new(format!(
                    "{} has no option {} (it has: {known})",
                    spec.name,
                    InputError::quote(name)
                )));
            }
        }
        Ok(Options(given))
    }

    /// The value the user gave.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// A number between two bounds.
    pub fn number(&self, name: &str, least: usize, most: usize) -> Result<Option<usize>, InputError> {
        let Some(text) = self.get(name) else { return Ok(None) };
        match text.parse() {
            Ok(n) if (least..=most).contains(&n) && n.to_string() == text => Ok(Some(n)),
            _ => Err(InputError::new(format!(
                "option {name} must be a number from {least} to {most}, not {}",
                InputError::quote(text)
            ))),
        }
    }

    /// On or off, off by default; true and false will do too.
    pub fn switch(&self, name: &str) -> Result<bool, InputError> {
        Ok(["on", "true"].contains(&self.choice(name, &["off", "on", "true", "false"])?))
    }

    /// One of some words; the first is the default.
    pub fn choice(&self, name: &str, words: &[&'static str]) -> Result<&'static str, InputError> {
        let Some(text) = self.get(name) else { return Ok(words[0]) };
        words.iter().copied().find(|word| *word == text).ok_or_else(|| {
            InputError::new(format!(
                "option {name} must be one of {}, not {}",
                words.join(", "),
                InputError::quote(text)
            ))
        })
    }
}

/// Read options from the JSON object in a certificate.
pub fn options_from_json(text: &str) -> Result<BTreeMap<String, String>, InputError> {
    serde_json::from_str(text).map_err(|_| {
        InputError::new(format!("options must be a JSON object of texts, not {}", InputError::quote(text)))
    })
}

/// Write options as the JSON object for a certificate: keys sorted, no spaces.
#[must_use]
pub fn options_to_json(options: &BTreeMap<String, String>) -> String {
    serde_json::to_string(options).expect("texts can be written")
}

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

/// A game together with a position of it.
#[allow(clippy::large_enum_variant)] // made once and taken apart at once
pub enum BuiltIn {
    /// Tic-tac-toe and other m,n,k games.
    TicTacToe(tic_tac_toe::TicTacToe, tic_tac_toe::Position),
    /// Chess on the fast board.
    Chess(chess::Chess, chess::Position),
    /// Chess positions the fast board does not hold: too many pieces, impossible checks.
    Composed(chess::Composed, chess::ComposedPosition),
    /// Connect Four on boards of several sizes.
    ConnectFour(connect_four::ConnectFour, connect_four::Position),
    /// Othello on one of three boards.
    Othello(othello::Othello, othello::Position),
    /// Lines of Action.
    LinesOfAction(lines_of_action::LinesOfAction, lines_of_action::Position),
    /// English checkers.
    Checkers(checkers::Checkers, checkers::Position),
    /// One-eye problems of Go that fit into one word.
    OneEye(go_one_eye::OneEye<{ go_one_eye::SMALL }>, go_one_eye::Position<{ go_one_eye::SMALL }>),
    /// One-eye problems of Go on boards of any size.
    LargeOneEye(go_one_eye::OneEye<{ go_one_eye::LARGE }>, go_one_eye::Position<{ go_one_eye::LARGE }>),
    /// The variants of chess.
    ChessVariant(chess::ChessVariant, chess::VariantPosition),
    /// Explicit graphs.
    Graph(Erased, Place),
}

impl BuiltIn {
    /// The options it was opened with, in the form certificates give them.
    #[must_use]
    pub fn canonical(&self, options: &BTreeMap<String, String>) -> BTreeMap<String, String> {
        match self {
            BuiltIn::Chess(game, _) => game.0.canonical(options),
            BuiltIn::Composed(game, _) => game.0.canonical(options),
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
            $crate::BuiltIn::TicTacToe($game, $root) => $body,
            $crate::BuiltIn::Chess($game, $root) => $body,
            $crate::BuiltIn::Composed($game, $root) => $body,
            $crate::BuiltIn::ChessVariant($game, $root) => $body,
            $crate::BuiltIn::ConnectFour($game, $root) => $body,
            $crate::BuiltIn::Othello($game, $root) => $body,
            $crate::BuiltIn::Checkers($game, $root) => $body,
            $crate::BuiltIn::LinesOfAction($game, $root) => $body,
            $crate::BuiltIn::OneEye($game, $root) => $body,
            $crate::BuiltIn::LargeOneEye($game, $root) => $body,
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
        InputError::new(format!(
            "there is no game {} (there are: {})",
            InputError::quote(name),
            known.join(", ")
        ))
    })?;
    let options = Options::new(spec, options)?;
    match spec.name {
        "tic-tac-toe" => tic_tac_toe::TicTacToe::open(text, &options).map(|(g, p)| BuiltIn::TicTacToe(g, p)),
        "chess" => chess::open(text.unwrap_or(spec.start), &options),
        "connect-four" => connect_four::open(text, &options).map(|(g, p)| BuiltIn::ConnectFour(g, p)),
        "othello" => othello::Othello::open(text, &options).map(|(g, p)| BuiltIn::Othello(g, p)),
        "lines-of-action" => lines_of_action::open(text).map(|(g, p)| BuiltIn::LinesOfAction(g, p)),
        "checkers" => checkers::open(text.unwrap_or(spec.start)).map(|(g, p)| BuiltIn::Checkers(g, p)),
        "go-one-eye" => go_one_eye::open(text.unwrap_or(spec.start), &options),
        "antichess" | "atomic" | "three-check" | "king-of-the-hill" | "racing-kings" | "horde"
        | "crazyhouse" => chess::variants::open(spec.name, text.unwrap_or(spec.start)),
        "graph" => graph::open(text.unwrap_or(spec.start)).map(|(g, p)| BuiltIn::Graph(g, p)),
        other => unreachable!("{other} is in the register and cannot be opened"),
    }
}

/// What a goal that all games share asks for; [`Game::aim`](pnyx_game::Game::aim) knows the others.
#[must_use]
pub fn goal(name: &str) -> Option<Threshold> {
    match name {
        GOAL_WIN | GOAL_MATE => Some(Threshold::Win),
        GOAL_DRAW => Some(Threshold::Draw),
        _ => None,
    }
}

/// The number of a goal `score N`, if this is one; `most` is the highest score there is.
pub(crate) fn score_goal(goal: &str, most: i32) -> Result<Option<i32>, InputError> {
    if goal.split(' ').next() != Some("score") {
        return Ok(None);
    }
    let number = goal.strip_prefix("score ").unwrap_or("");
    match number.parse() {
        Ok(n) if (-most..=most).contains(&n) && n.to_string() == number => Ok(Some(n)),
        _ => Err(InputError::new(format!(
            "the goal score needs a whole number from -{most} to {most} on this board, like 'score 1', not {}",
            InputError::quote(goal)
        ))),
    }
}

/// The first or second player by index, for tables of two.
pub(crate) const PLAYERS: [Player; 2] = [Player::First, Player::Second];
