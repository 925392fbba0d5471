//! `nega-scout`: the first move with the whole window, the others with a null window, and again if they are better.
//!
//! **Source.** Plaat, *Research Re: search & Re-search* (1996), Figure 2.13, after Reinefeld; with the table of
//! Figure 2.15 around it.
//!
//! **Errata.** In the last two plies a null window gives a value that is exact if it is better; Figure 2.13 overwrites
//! g with it even where it is worse. It must raise g (lower it, where Min moves).
//!
//! **Deviations.** The figure assumes that all leaves are at the same depth, and that players take turns. Where lines
//! may end early, the last two plies are known by the horizon, and a child that is a leaf itself is exact too. Where
//! the same player moves again, the last ply but one is not exact.

use pnyx_game::Game;

use super::algorithm::{Iterated, ValueAlgorithm, ValueRun};
use super::node::{Begun, Child, Spot};
use super::options::{spec, tabled};
use super::search_context::SearchContext;
use super::value::{Halt, Value, WHOLE, below};
use crate::algorithm::AlgorithmSpec;

/// The algorithm.
#[derive(Default)]
pub struct NegaScout;

impl ValueAlgorithm for NegaScout {
    const SPEC: &'static AlgorithmSpec =
        &spec("nega-scout", "null windows for all moves but the first", tabled!(; DEEPENING, TWO_BOUNDS;));

    fn iterate<G: Game>(&self, run: ValueRun<'_, '_, '_, G>) -> Iterated<G> {
        Ok(nega_scout(run.context, run.root, run.depth, WHOLE)?.into())
    }
}

/// A value between alpha and beta, or a bound beyond them (fail-soft).
pub(super) fn nega_scout<G: Game>(
    context: &mut SearchContext<'_, '_, G>,
    spot: &Spot<G::Position>,
    depth: u32,
    window: (i32, i32),
) -> Result<Value, Halt<G::Error>> {
    let mut node = match context.begin(spot, depth, window, false)? {
        Begun::Answered(value) => return Ok(value),
        Begun::Open(node) => node,
    };
    let mut is_first = true;
    while !node.is_done() {
        let (alpha, beta) = node.window();
        let window = match (is_first, node.is_max) {
            (true, _) => (alpha, beta),
            (false, true) => (alpha, alpha + 1),
            (false, false) => (beta - 1, beta),
        };
        let value = match context.next(&mut node, &spot.position, window)? {
            Child::Value(value) => value,
            Child::Position(child) => {
                let mut value = nega_scout(context, &child, below(depth), window)?;
                let t = value.score;
                let is_exact = is_first || value.is_leaf || below(depth) == 0 || {
                    let turn = context.game.turn(&child.position)?;
                    below(depth) == 1 && (turn == context.max) != node.is_max
                };
                if !is_exact && alpha < t && t < beta {
                    let window = if node.is_max { (t, beta) } else { (alpha, t) };
                    let again = nega_scout(context, &child, below(depth), window)?;
                    value.score = if node.is_max { t.max(again.score) } else { t.min(again.score) };
                    value.depends_on_ply = value.depends_on_ply.min(again.depends_on_ply);
                    value.doubt |= again.doubt;
                }
                context.back();
                value
            }
        };
        is_first = false;
        node.take(value);
        let (alpha, beta) = node.window();
        context.trace_step(alpha, beta, node.g);
    }
    context.finish(&spot.position, node)
}
