//! The rules of the built-in games, each with its notation, its goals and its options.

pub mod checkers;
pub mod chess;
pub mod connect_four;
pub mod go_one_eye;
pub mod graph;
pub mod lines_of_action;
pub mod othello;
mod spec;
pub mod tic_tac_toe;
mod valued;

pub use spec::{
    BuiltIn, GOAL_DRAW, GOAL_MATE, GOAL_WIN, GameSpec, OptionSpec, Options, SPECS, goal, open,
    options_from_json, options_to_json,
};
