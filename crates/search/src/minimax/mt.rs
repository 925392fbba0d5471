//! `mt`: a memory-enhanced test, whether the value of a position reaches a bound.
//!
//! **Source.** Plaat, *Research Re: search & Re-search* (1996), Figure 3.2; Pearl's Test with a table and a fail-soft
//! result. It is alpha-beta with the window (gamma - 1, gamma).
//!
//! **Deviations.** The figure examines one bound of a child before it calls itself: at a max node whether the upper one
//! is too low. Here the lower one may be high enough too. On trees that never happens; where lines meet it saves a
//! visit.

use pnyx_game::{Game, InputError};

use super::algorithm::{Iterated, ValueAlgorithm, ValueRun};
use super::node::{Begun, Child, Spot};
use super::options::{VALUE, spec, tabled};
use super::search_context::SearchContext;
use super::value::{Bound, Found, Halt, Value, below};
use crate::algorithm::AlgorithmSpec;
use crate::options::{OptionSpec, ParsedOptions};

const BOUND: OptionSpec =
    OptionSpec::new("bound", VALUE, "0", "the value to test: is the position worth at least this?");

/// One test.
#[derive(Default)]
pub struct Mt {
    bound: i32,
}

impl ValueAlgorithm for Mt {
    const SPEC: &'static AlgorithmSpec = &spec(
        "mt",
        "one memory-enhanced test: is the position worth at least the bound?",
        tabled!(BOUND; NO_DEEPENING, ONE_BOUND;),
    );

    fn read(options: &ParsedOptions<'_>) -> Result<Mt, InputError> {
        Ok(Mt { bound: options.signed("bound")? })
    }

    fn iterate<G: Game>(&self, run: ValueRun<'_, '_, '_, G>) -> Iterated<G> {
        let value = mt(run.context, run.root, run.depth, self.bound)?;
        let bound = match value.score {
            _ if value.is_leaf => Bound::Exact,
            score if score < self.bound => Bound::Upper,
            _ => Bound::Lower,
        };
        if bound == Bound::Upper {
            // All that is known of the moves is that none is better.
            run.context.root_best = None;
        }
        Ok(Found { bound, ..value.into() })
    }
}

/// A lower bound of the value if it is at least gamma, else an upper bound.
pub(super) fn mt<G: Game>(
    context: &mut SearchContext<'_, '_, G>,
    spot: &Spot<G::Position>,
    depth: u32,
    gamma: i32,
) -> Result<Value, Halt<G::Error>> {
    let window = (gamma - 1, gamma);
    let mut node = match context.begin(spot, depth, window, true)? {
        Begun::Answered(value) => return Ok(value),
        Begun::Open(node) => node,
    };
    while !node.is_done() {
        let value = match context.next(&mut node, &spot.position, window)? {
            Child::Value(value) => value,
            Child::Position(child) => {
                let value = match context.known(&child, below(depth), gamma)? {
                    Some(value) => value,
                    None => mt(context, &child, below(depth), gamma)?,
                };
                context.back();
                value
            }
        };
        node.take(value);
        context.trace_step(gamma - 1, gamma, node.g);
    }
    context.finish(&spot.position, node)
}
