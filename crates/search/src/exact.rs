//! Exact scores of games that end, by tests with null windows.
//!
//! Source: A. Plaat, *Research Re: search & Re-search* (1996), §3.2: a loop around a test that remembers. The test is
//! the game's own ([`Exact`]); the bounds that it tests come from a [`Driver`].
//! Answers: the score of the player on move, and moves that reach it.
//! Deviations: the bounds in the beginning are those of the game, not infinite; so `mt-sss` begins with the largest
//! score that there can be.
//! A node is whatever the game counts as one.

use std::ops::ControlFlow;

use pnyx_game::{BoundsTable, Exact, ExactMemory};

use crate::drivers::{Driver, Passes, stride};
use crate::minimax::{Progress, Watcher};
use crate::{Budget, Limit};

/// What to find, and how.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExactOptions {
    /// The order of the tests.
    pub driver: Driver,
    /// Where `mtd-double` and `mtd-f` begin.
    pub guess: i32,
    /// The stride of drivers that have one, if it was asked for.
    pub stride: Option<i32>,
    /// Which moves to find after the score.
    pub best: Best,
}

/// Which best moves to find; each takes one more test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Best {
    /// None of them.
    None,
    /// One.
    #[default]
    One,
    /// All.
    All,
}

/// One test of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// What the score was compared with.
    pub bound: i32,
    /// What the test gave.
    pub result: i32,
    /// The nodes it took.
    pub nodes: u64,
}

/// What a search for a score has found.
#[derive(Clone, Debug)]
pub struct ExactResult<M> {
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
    /// Moves that reach the score, in the game's order; empty if not asked for, the position is over, or time ran out.
    pub best: Vec<M>,
    /// The tests of the root, in their order.
    pub passes: Vec<Pass>,
    /// Nodes of all tests.
    pub nodes: u64,
    /// Why it ended before everything was found.
    pub limit: Option<Limit>,
}

impl<M> ExactResult<M> {
    /// The score of the player on move, if it is known.
    #[must_use]
    pub fn score(&self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// Find the score of a position. The memory may have served other positions of the same game before.
pub fn search<G: Exact>(
    game: &G,
    root: &G::Position,
    options: ExactOptions,
    memory: &mut ExactMemory<G>,
    budget: &mut Budget<'_>,
    watcher: &mut dyn Watcher,
) -> ExactResult<G::Move> {
    let begun = memory.nodes;
    let range = game.score_range(root);
    let mut known = Passes::new(options.guess, range, range, stride(options.stride, None));
    let mut tests = Tests { game, begun, budget, watcher, limit: None };
    let mut passes = Vec::new();
    while !known.is_done() {
        known.bound = options.driver.bound(&known);
        let before = memory.nodes;
        let Some(result) = tests.test(root, known.bound, memory) else { break };
        passes.push(Pass { bound: known.bound, result, nodes: memory.nodes - before });
        known.add(result);
    }
    let Passes { lower, upper, .. } = known;
    let mut found = ExactResult { lower, upper, best: Vec::new(), passes, nodes: 0, limit: None };
    if let Some(score) = found.score() {
        found.best = tests.best(root, score, options.best, memory);
    }
    found.nodes = memory.nodes - begun;
    found.limit = tests.limit;
    found
}

/// A line of best play that begins with a move, when the score is known: as far as the budget allows.
pub fn line<G: Exact>(
    game: &G,
    root: &G::Position,
    (mut score, first): (i32, G::Move),
    memory: &mut ExactMemory<G>,
    budget: &mut Budget<'_>,
    watcher: &mut dyn Watcher,
) -> Vec<G::Move> {
    let mut tests = Tests { game, begun: memory.nodes, budget, watcher, limit: None };
    let (mut line, mut position, mut next) = (Vec::new(), root.clone(), Some(first));
    while let Some(mv) = next {
        line.push(mv);
        let Ok(before) = game.turn(&position);
        let Ok(()) = game.play(&mut position, mv);
        let Ok(turn) = game.turn(&position);
        score = if turn == before { score } else { -score };
        next = tests.best(&position, score, Best::One, memory).first().copied();
    }
    line
}

struct Tests<'a, 'b, G> {
    game: &'a G,
    /// The nodes of the memory before this search.
    begun: u64,
    budget: &'a mut Budget<'b>,
    watcher: &'a mut dyn Watcher,
    /// The limit that was hit.
    limit: Option<Limit>,
}

impl<G: Exact> Tests<'_, '_, G> {
    fn test(&mut self, position: &G::Position, bound: i32, memory: &mut ExactMemory<G>) -> Option<i32> {
        let bytes = memory.table.bytes();
        self.game.test(position, bound, memory, &mut |nodes| {
            self.limit = self.budget.exceeded(nodes - self.begun, bytes);
            if self.limit.is_none() && self.budget.due() {
                let nodes = nodes - self.begun;
                let progress = Progress { nodes, depth: None, value: None, memory_bytes: bytes };
                let told = self.watcher.tick(&progress, self.budget.elapsed());
                self.limit = if told.is_break() { Some(Limit::Stopped) } else { self.budget.overdue() };
            }
            if self.limit.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    }

    fn best(
        &mut self,
        root: &G::Position,
        score: i32,
        wanted: Best,
        memory: &mut ExactMemory<G>,
    ) -> Vec<G::Move> {
        let game = self.game;
        let Ok(outcome) = game.outcome(root);
        let mut best = Vec::new();
        if wanted == Best::None || outcome.is_some() {
            return best;
        }
        let mut moves = Vec::new();
        let Ok(()) = game.moves(root, &mut moves);
        if wanted == Best::One {
            game.order(root, &memory.table, &mut moves);
        }
        let Ok(mover) = game.turn(root);
        for &mv in &moves {
            let mut child = root.clone();
            let Ok(()) = game.play(&mut child, mv);
            let Ok(turn) = game.turn(&child);
            let reaches = if turn == mover {
                self.test(&child, score, memory).map(|result| result >= score)
            } else {
                self.test(&child, 1 - score, memory).map(|result| result <= -score)
            };
            match reaches {
                None => return Vec::new(),
                Some(true) => best.push(mv),
                Some(false) => {}
            }
            if wanted == Best::One && !best.is_empty() {
                break;
            }
        }
        best
    }
}
