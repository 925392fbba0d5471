//! The trait [`Exact`]: games with a way of their own to find scores.

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::Game;

/// What a search is asked, now and then, with the number of nodes so far: whether to go on.
pub type Pause<'a> = &'a mut dyn FnMut(u64) -> ControlFlow<()>;

/// A game that ends, and that can test by means of its own whether the score of a position reaches a bound.
///
/// The test is the inner part of a search for the exact score: which bounds are tested, and in which order, is
/// for others to say. What it finds out it may put into its memory, where later tests, of any position and with
/// any bound, find it again.
///
/// # Contract
///
/// - A score belongs to the player on move; the opponent's is its negative. That of a position that is over is its
///   [`payoff`](Game::payoff), for any other it is what best play leads to. Goals ([`aim`](Game::aim)) change nothing.
/// - [`test`](Exact::test) knows all positions of the game, those that are over as well, and its answers are true
///   whatever the memory holds, however small it is.
/// - A test that was broken off leaves nothing untrue behind.
pub trait Exact: Game<Error = Infallible> {
    /// What is remembered from one test to the next, and how many nodes there were.
    type Memory;

    /// A new memory of at most so many bytes; very small ones are rounded up.
    fn memory(&self, bytes: usize) -> Self::Memory;

    /// Bytes that a memory takes.
    fn bytes(memory: &Self::Memory) -> usize;

    /// Nodes of all tests with this memory.
    fn nodes(memory: &Self::Memory) -> u64;

    /// The least and the largest score that a position can have, found without searching.
    fn score_range(&self, position: &Self::Position) -> (i32, i32);

    /// Whether the score of the player on move reaches `bound`: a result of at least `bound` says that the score is
    /// not below the result, and a smaller one that it is not above it. `None`: `pause` broke it off.
    ///
    /// `pause` is asked every few thousand nodes.
    fn test(
        &self,
        position: &Self::Position,
        bound: i32,
        memory: &mut Self::Memory,
        pause: Pause<'_>,
    ) -> Option<i32>;

    /// Put the moves of a position into the order in which they are likely to be good.
    fn order(&self, _position: &Self::Position, _memory: &Self::Memory, _moves: &mut [Self::Move]) {}
}
