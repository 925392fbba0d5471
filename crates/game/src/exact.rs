//! The trait [`Exact`]: games that test with a search of their own whether a score reaches a bound.

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::Game;

/// What a search is asked, now and then, with the number of nodes so far: whether to go on.
pub type Pause<'a> = &'a mut dyn FnMut(u64) -> ControlFlow<()>;

/// A table of positions and what is known about their scores.
pub trait BoundsTable: Send {
    /// An empty table of at most N bytes; very small ones are rounded up.
    fn new(bytes: usize) -> Self;

    /// Bytes that it takes.
    fn bytes(&self) -> usize;
}

/// What the tests of an [`Exact`] game remember.
pub struct ExactMemory<G: Exact> {
    /// What is known.
    pub table: G::Table,
    /// Nodes of all tests with it.
    pub nodes: u64,
}

impl<G: Exact> ExactMemory<G> {
    /// Nothing yet, in a table of at most N bytes.
    #[must_use]
    pub fn new(bytes: usize) -> ExactMemory<G> {
        ExactMemory { table: G::Table::new(bytes), nodes: 0 }
    }
}

/// A game that ends, and that can test by means of its own whether the score of a position reaches a bound.
///
/// The test is the inner part of a search for the exact score: which bounds are tested, and in which order, is
/// for others to say. What it finds out it may put into its memory, where later tests, of any position and with
/// any bound, find it again.
///
/// # Contract
///
/// - A score belongs to the player on move; the opponent's is its negative. That of a position that is over is its
///   [`payoff`](crate::Scored::payoff), for any other it is what best play leads to. Goals ([`aim`](crate::Goals::aim))
///   change nothing.
/// - [`test`](Exact::test) knows all positions of the game, those that are over as well, and its answers are true
///   whatever the memory holds, however small it is.
/// - A test that was broken off leaves nothing untrue behind.
pub trait Exact: Game<Error = Infallible> + Sized {
    /// Where it is remembered from one test to the next.
    type Table: BoundsTable;

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
        memory: &mut ExactMemory<Self>,
        pause: Pause<'_>,
    ) -> Option<i32>;

    /// Put the moves of a position into the order in which they are likely to be good.
    fn order(&self, _position: &Self::Position, _known: &Self::Table, _moves: &mut [Self::Move]) {}
}

/// Work that needs a game's own tests; [`Valued::with_exact`](crate::Valued::with_exact) runs it if the game has them.
pub trait ExactTask<G: Game> {
    /// What the work gives.
    type Output;

    /// Do it.
    fn run(self) -> Self::Output
    where
        G: Exact;
}
