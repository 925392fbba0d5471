//! Deeper and deeper: the iterations, what they pass on, and what comes out in the end.

use pnyx_game::{Game, Player};

use super::algorithm::{Iterated, ValueRun};
use super::counts::{OrderQuality, Watcher};
use super::line::{self, BestPlay};
use super::options::ValueOptions;
use super::result::{Iteration, ValueProblem, ValueResult};
use super::search_context::SearchContext;
use super::value::{FULL, Found, Halt, INFINITY};
use crate::Budget;
use crate::table::Scores;

/// Nodes that may go into the line of best play when a limit was hit.
const GRACE: u64 = 10_000;

/// Search as the options say, within a budget; `iterate` is a [`ValueAlgorithm`](super::ValueAlgorithm)'s.
pub fn search<'a, 'b, G: Game>(
    question: &ValueProblem<'a, G>,
    iterate: &dyn Fn(ValueRun<'_, '_, '_, G>) -> Iterated<G>,
    options: &'a ValueOptions,
    scores: Scores,
    budget: &'a mut Budget<'b>,
    watcher: &'a mut dyn Watcher,
    trace: bool,
) -> Result<ValueResult<G::Move>, G::Error> {
    let started = std::time::Instant::now();
    let mut context = SearchContext::new(question, options, scores, budget, watcher)?;
    (context.trace, context.open) = (trace.then(Vec::new), trace.then(Vec::new));
    let root = context.spot(question.root.clone())?;
    let mut iterations: Vec<Iteration<G::Move>> = Vec::new();
    let (mut limit, mut quality) = (None, OrderQuality::default());
    let evaluation = evaluation(question)?;
    for depth in depths(context.depth, options.deepening) {
        let (before, evaluations) = (context.counts, context.evaluations);
        context.progress.depth = (depth != FULL).then_some(depth);
        let ago = iterations.len().saturating_sub(options.guess.max(1) as usize);
        let guess = iterations.get(ago).map_or(evaluation, |iteration| iteration.value);
        let guess = guess.saturating_add(options.shift).clamp(1 - INFINITY, INFINITY);
        match iterate(ValueRun { context: &mut context, root: &root, depth, guess }) {
            Ok(Found { value, bound, passes, doubt }) => {
                context.progress.value = Some((value, bound));
                quality = std::mem::take(&mut context.quality);
                iterations.push(Iteration {
                    depth: context.progress.depth,
                    value,
                    bound,
                    may_hide_repetition: doubt.hides(),
                    best: context.root_best,
                    passes,
                    counts: context.counts.since(&before),
                    time: started.elapsed(),
                });
                if options.until_end && context.evaluations == evaluations {
                    break;
                }
            }
            Err(Halt::Limit(reached)) => {
                limit = Some(reached);
                break;
            }
            Err(Halt::Error(error)) => return Err(error),
        }
    }
    let (counts, trace, open) = (context.counts, context.trace.take(), context.open.take());
    context.return_to_root();
    context.two_bounds = true;
    if limit.is_some() {
        context.grace = Some(GRACE + counts.total() / 20);
    }
    if !options.all_best {
        // A line of best play is only an example.
        context.hidden_repetition.turn_off();
    }
    let BestPlay { best, line, is_doubtful } = line::after(&mut context, &root, iterations.last())?;
    let may_hide_repetition =
        is_doubtful || iterations.last().is_some_and(|iteration| iteration.may_hide_repetition);
    let memory_bytes = context.progress.memory_bytes;
    let scores = context.scores;
    Ok(ValueResult {
        iterations,
        limit,
        best,
        line,
        may_hide_repetition,
        counts,
        quality,
        memory_bytes,
        trace,
        open,
        scores,
    })
}

/// What the evaluator thinks of the root, before anything was searched.
fn evaluation<G: Game>(question: &ValueProblem<'_, G>) -> Result<i32, G::Error> {
    let ValueProblem { game, root, depth, evaluator, .. } = question;
    if depth.is_none() || game.outcome(root)?.is_some() {
        return Ok(0);
    }
    let value = evaluator.value(game, root)?;
    Ok(if game.turn(root)? == Player::First { value } else { -value })
}

/// The depths to search, the last one as asked.
fn depths(depth: u32, step: u32) -> impl Iterator<Item = u32> {
    let (first, step) = if step == 0 || depth == FULL || depth == 0 {
        (depth, 1)
    } else {
        ((depth - 1) % step + 1, step as usize)
    };
    (first..=depth).step_by(step)
}
