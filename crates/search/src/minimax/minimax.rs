//! `minimax`: every line to the horizon.
//!
//! **Source.** Plaat, *Research Re: search & Re-search* (1996), Figure 2.3.

use pnyx_game::Game;

use super::algorithm::{Iterated, ValueAlgorithm, ValueRun};
use super::node::{Begun, Child, Spot};
use super::options::{LIST, spec};
use super::search_context::SearchContext;
use super::value::{Halt, INFINITY, Value, below};
use crate::algorithm::AlgorithmSpec;

/// The algorithm.
#[derive(Default)]
pub struct Minimax;

impl ValueAlgorithm for Minimax {
    const SPEC: &'static AlgorithmSpec = &spec("minimax", "every line to the horizon", LIST);

    fn iterate<G: Game>(&self, run: ValueRun<'_, '_, '_, G>) -> Iterated<G> {
        Ok(minimax(run.context, run.root, run.depth)?.into())
    }
}

/// The value of a position.
pub(super) fn minimax<G: Game>(
    context: &mut SearchContext<'_, '_, G>,
    spot: &Spot<G::Position>,
    depth: u32,
) -> Result<Value, Halt<G::Error>> {
    let window = (-INFINITY, INFINITY);
    let mut node = match context.begin(spot, depth, window, true)? {
        Begun::Answered(value) => return Ok(value),
        Begun::Open(node) => node,
    };
    while !node.is_done() {
        let value = match context.next(&mut node, &spot.position, window)? {
            Child::Value(value) => value,
            Child::Position(child) => {
                let value = minimax(context, &child, below(depth))?;
                context.back();
                value
            }
        };
        node.take(value);
        context.trace_step(-INFINITY, INFINITY, node.g);
    }
    context.finish(&spot.position, node)
}
