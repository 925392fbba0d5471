//! `alpha-beta` and `alpha-beta-tt`: what cannot matter is not searched.
//!
//! **Source.** Plaat, *Research Re: search & Re-search* (1996), Figures 2.7, 2.15 and, with enhanced transposition
//! cut-offs, 5.4.
//!
//! **Errata.** Figures 2.15 and 5.4 compare g with alpha and beta to see which bounds it is; alpha and beta have moved
//! by then, and what is meant are those the loop began with. Figure 5.4 lacks the tightening of the window by the
//! bounds that were found.
//!
//! Both are the same function: without a table nothing is ever found or stored.

use pnyx_game::Game;

use super::algorithm::{Iterated, ValueAlgorithm, ValueRun};
use super::node::{Begun, Child, Spot};
use super::options::{EVALUATOR, NO_DEEPENING, NO_HISTORY, NO_KILLERS, QUIESCENCE, spec, tabled};
use super::search_context::SearchContext;
use super::value::{Halt, Value, WHOLE, below};
use crate::algorithm::AlgorithmSpec;

/// Without a table.
#[derive(Default)]
pub struct AlphaBeta;

impl ValueAlgorithm for AlphaBeta {
    const SPEC: &'static AlgorithmSpec = &spec(
        "alpha-beta",
        "textbook alpha-beta, without a table",
        &[EVALUATOR, QUIESCENCE, NO_DEEPENING, NO_KILLERS, NO_HISTORY],
    );

    fn iterate<G: Game>(&self, run: ValueRun<'_, '_, '_, G>) -> Iterated<G> {
        Ok(alpha_beta(run.context, run.root, run.depth, WHOLE)?.into())
    }
}

/// With a table.
#[derive(Default)]
pub struct AlphaBetaTt;

impl ValueAlgorithm for AlphaBetaTt {
    const SPEC: &'static AlgorithmSpec =
        &spec("alpha-beta-tt", "alpha-beta with a table", tabled!(; DEEPENING, TWO_BOUNDS;));

    fn iterate<G: Game>(&self, run: ValueRun<'_, '_, '_, G>) -> Iterated<G> {
        Ok(alpha_beta(run.context, run.root, run.depth, WHOLE)?.into())
    }
}

/// A value between alpha and beta, or a bound beyond them (fail-soft).
pub(super) fn alpha_beta<G: Game>(
    context: &mut SearchContext<'_, '_, G>,
    spot: &Spot<G::Position>,
    depth: u32,
    window: (i32, i32),
) -> Result<Value, Halt<G::Error>> {
    let mut node = match context.begin(spot, depth, window, false)? {
        Begun::Answered(value) => return Ok(value),
        Begun::Open(node) => node,
    };
    while !node.is_done() {
        let window = node.window();
        let value = match context.next(&mut node, &spot.position, window)? {
            Child::Value(value) => value,
            Child::Position(child) => {
                let value = alpha_beta(context, &child, below(depth), window)?;
                context.back();
                value
            }
        };
        node.take(value);
        let (alpha, beta) = node.window();
        context.trace_step(alpha, beta, node.g);
    }
    context.finish(&spot.position, node)
}
