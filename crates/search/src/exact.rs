//! Exact scores of games that end, by tests with null windows.
//!
//! Source: A. Plaat, *Research Re: search & Re-search* (1996), §3.2: a loop around a test that remembers. A driver is
//! where the loop begins and where it goes from there; the test is the game's own ([`Exact`]).
//! The driver `mtd-double` is not in the thesis: it is ours.
//! Answers: the score of the player on move, and moves that reach it.
//! Deviations: the bounds in the beginning are those of the game, not infinite; so `mt-sss` begins with the largest
//! score that there can be.
//! A node is whatever the game counts as one.

use std::ops::ControlFlow;

use pnyx_game::Exact;

use crate::mt::{Progress, Watcher};
use crate::{Budget, Limit};

/// Which bound is tested first, and which next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Driver {
    /// From a guess, in steps that double as long as they go the same way, then in the middle. In Connect Four and in
    /// Othello's endings it takes at most a tenth more nodes than the best of the others;
    /// the bench compares them.
    #[default]
    MtdDouble,
    /// From a guess, then always just beyond what the last test found.
    MtdF,
    /// Always in the middle of what is possible.
    MtdBi,
    /// From above.
    MtSss,
    /// From below.
    MtDual,
}

impl Driver {
    /// All of them, with the names that users know.
    pub const NAMES: [(&'static str, Driver); 5] = [
        ("mtd-double", Driver::MtdDouble),
        ("mtd-f", Driver::MtdF),
        ("mtd-bi", Driver::MtdBi),
        ("mt-sss", Driver::MtSss),
        ("mt-dual", Driver::MtDual),
    ];

    /// The first bound, and the next ones: `last` is what the last test gave, before the first one the guess.
    fn bound(self, state: &Bounds, last: i32) -> i32 {
        /// The first step of `mtd-double`.
        const STEP: i32 = 8;
        let &Bounds { lower, upper, tests, raised, lowered } = state;
        let middle = lower + (upper - lower + 1) / 2;
        let step = STEP << tests.saturating_sub(1).min(16);
        let bound = match self {
            _ if tests == 0 && matches!(self, Driver::MtdDouble | Driver::MtdF) => last,
            Driver::MtdDouble if !lowered => middle.min(last + step),
            Driver::MtdDouble if !raised => middle.max(last + 1 - step),
            Driver::MtdDouble | Driver::MtdBi => middle,
            Driver::MtdF if last < upper => last + 1,
            Driver::MtdF => last,
            Driver::MtSss => upper,
            Driver::MtDual => lower + 1,
        };
        bound.clamp(lower + 1, upper)
    }
}

/// What is known of the score while it is being found.
#[derive(Clone, Copy)]
struct Bounds {
    lower: i32,
    upper: i32,
    /// How many tests there were.
    tests: usize,
    /// Whether one of them was passed, and whether one was not.
    raised: bool,
    lowered: bool,
}

/// What to find, and how.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The order of the tests.
    pub driver: Driver,
    /// Where `mtd-double` and `mtd-f` begin.
    pub guess: i32,
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
pub struct Found<M> {
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
    /// Moves that reach the score, in the game's order; empty if nobody asked, the position is over, or time ran out.
    pub best: Vec<M>,
    /// The tests of the root, in their order.
    pub passes: Vec<Pass>,
    /// Nodes of all tests.
    pub nodes: u64,
    /// Why it ended before everything was found.
    pub limit: Option<Limit>,
}

impl<M> Found<M> {
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
    options: Options,
    memory: &mut G::Memory,
    budget: &mut Budget<'_>,
    watcher: &mut dyn Watcher,
) -> Found<G::Move> {
    let begun = G::nodes(memory);
    let (lower, upper) = game.score_range(root);
    let mut state = Bounds { lower, upper, tests: 0, raised: false, lowered: false };
    let mut tests = Tests { game, begun, budget, watcher, limit: None };
    let mut passes = Vec::new();
    let mut last = options.guess;
    while state.lower < state.upper {
        let bound = options.driver.bound(&state, last);
        let before = G::nodes(memory);
        let Some(result) = tests.test(root, bound, memory) else { break };
        passes.push(Pass { bound, result, nodes: G::nodes(memory) - before });
        if result < bound {
            (state.upper, state.lowered) = (result, true);
        } else {
            (state.lower, state.raised) = (result, true);
        }
        state.tests += 1;
        last = result;
    }
    let Bounds { lower, upper, .. } = state;
    let mut found = Found { lower, upper, best: Vec::new(), passes, nodes: 0, limit: None };
    if let Some(score) = found.score() {
        found.best = tests.best(root, score, options.best, memory);
    }
    found.nodes = G::nodes(memory) - begun;
    found.limit = tests.limit;
    found
}

/// A line of best play that begins with a move, when the score is known: as far as the budget allows.
pub fn line<G: Exact>(
    game: &G,
    root: &G::Position,
    (mut score, first): (i32, G::Move),
    memory: &mut G::Memory,
    budget: &mut Budget<'_>,
    watcher: &mut dyn Watcher,
) -> Vec<G::Move> {
    let mut tests = Tests { game, begun: G::nodes(memory), budget, watcher, limit: None };
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

/// Tests within a budget.
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
    fn test(&mut self, position: &G::Position, bound: i32, memory: &mut G::Memory) -> Option<i32> {
        let bytes = G::bytes(memory);
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

    /// Moves that reach the score.
    fn best(&mut self, root: &G::Position, score: i32, wanted: Best, memory: &mut G::Memory) -> Vec<G::Move> {
        let game = self.game;
        let Ok(outcome) = game.outcome(root);
        let mut best = Vec::new();
        if wanted == Best::None || outcome.is_some() {
            return best;
        }
        let mut moves = Vec::new();
        let Ok(()) = game.moves(root, &mut moves);
        if wanted == Best::One {
            game.order(root, memory, &mut moves);
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
