//! `aspiration` and `aspiration-nega-scout`: a small window around a guess first, and what is left of the whole one if
//! the value is not in it.
//!
//! **Source.** Plaat, *Research Re: search & Re-search* (1996), Figure 2.11.

use pnyx_game::Game;

use super::algorithm::{Iterated, ValueAlgorithm, ValueRun};
use super::alpha_beta::alpha_beta;
use super::nega_scout::nega_scout;
use super::node::Spot;
use super::options::{spec, tabled};
use super::search_context::SearchContext;
use super::value::{Bound, Found, Halt, INFINITY, Value};
use crate::algorithm::AlgorithmSpec;
use crate::options::OptionSpec;

const OPTIONS: &[OptionSpec] = tabled!(; DEEPENING, TWO_BOUNDS; WINDOW, GUESS, SHIFT);

/// By alpha-beta.
#[derive(Default)]
pub struct Aspiration;

impl ValueAlgorithm for Aspiration {
    const SPEC: &'static AlgorithmSpec =
        &spec("aspiration", "alpha-beta with a small window around a guess", OPTIONS);

    fn iterate<G: Game>(&self, run: ValueRun<'_, '_, '_, G>) -> Iterated<G> {
        aspiration(run, alpha_beta)
    }
}

/// By NegaScout.
#[derive(Default)]
pub struct AspirationNegaScout;

impl ValueAlgorithm for AspirationNegaScout {
    const SPEC: &'static AlgorithmSpec =
        &spec("aspiration-nega-scout", "nega-scout with a small window around a guess", OPTIONS);

    fn iterate<G: Game>(&self, run: ValueRun<'_, '_, '_, G>) -> Iterated<G> {
        aspiration(run, nega_scout)
    }
}

fn aspiration<'a, 'b, G: Game>(
    run: ValueRun<'_, 'a, 'b, G>,
    search: impl Fn(
        &mut SearchContext<'a, 'b, G>,
        &Spot<G::Position>,
        u32,
        (i32, i32),
    ) -> Result<Value, Halt<G::Error>>,
) -> Iterated<G> {
    let ValueRun { context, root, depth, guess } = run;
    let delta = context.options.window.unwrap_or_else(|| context.evaluator.step(context.game));
    let alpha = guess.saturating_sub(delta).clamp(-INFINITY, INFINITY - 1);
    let beta = guess.saturating_add(delta).clamp(alpha + 1, INFINITY);
    let first = search(context, root, depth, (alpha, beta))?;
    let rest = match first.score {
        score if score <= alpha => (-INFINITY, score),
        score if score >= beta => (score, INFINITY),
        _ => return Ok(first.into()),
    };
    let again = search(context, root, depth, rest)?;
    Ok(Found { value: again.score, bound: Bound::Exact, passes: 2, doubt: first.doubt | again.doubt })
}
