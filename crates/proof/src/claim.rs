//! What a certificate is asked, and what a checker answers.

use std::fmt;

use pnyx_game::Objective;

/// What a certificate claims to answer.
pub struct Claim<'a, P, M> {
    /// The root.
    pub root: &'a P,
    /// The positions before the root that a repetition can go back to.
    pub history: &'a [P],
    /// The goal.
    pub goal: Objective,
    /// The only move considered at the root, if not all are. No file can say so: it is for questions about
    /// single moves within a process.
    pub only_move: Option<M>,
    /// The prover, who is on move at the root, may make this many moves, in a game that does not count them itself. Then
    /// the graph is about the game [`Within`](pnyx_game::Within) so many.
    pub within: Option<u32>,
}

/// What the checker has established.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// Nodes in the graph.
    pub nodes: u32,
    /// Nodes that a reference points to.
    pub shared: u32,
    /// The longest line of an acyclic graph, in plies.
    pub plies: Option<u32>,
    /// The largest number of the prover's moves on a line of an acyclic proof.
    pub moves_to_win: Option<u32>,
}

/// Why a certificate was not accepted.
#[derive(Debug)]
pub enum CheckError<E> {
    /// The certificate is wrong: how and where.
    Rejected(String),
    /// The game's own rules failed.
    Game(E),
    /// The rules, asked again, do not stand by what they said: how and where. A graph then shows nothing.
    Rules(String),
    /// The check was broken off.
    Stopped,
}

impl<E> From<E> for CheckError<E> {
    fn from(error: E) -> CheckError<E> {
        CheckError::Game(error)
    }
}

impl<E: fmt::Display> fmt::Display for CheckError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::Rejected(why) => f.write_str(why),
            CheckError::Game(error) => error.fmt(f),
            CheckError::Rules(why) => write!(f, "rules: {why}"),
            CheckError::Stopped => f.write_str("stopped"),
        }
    }
}
