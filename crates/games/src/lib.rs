//! The rules of the built-in games, each with its notation, its goals and its options.

mod boards;
pub mod checkers;
pub mod chess;
pub mod connect_four;
mod either;
mod exact;
pub mod go_one_eye;
pub mod graph;
pub mod lines_of_action;
pub mod othello;
mod register;
mod spec;
pub mod tic_tac_toe;
mod valued;

pub use either::Either;
pub use register::{BuiltIn, SPECS, open};
pub use spec::{GameOptions, GameSpec, OptionSpec, options_from_json, options_to_json};
