//! Deeper and deeper: the iterations, what they pass on, and what comes out in the end.

use std::time::Duration;

use pnyx_game::{Evaluator, Game, Player};

use super::alpha_beta::alpha_beta;
use super::alpha_bounding::alpha_bounding;
use super::counts::{Counts, OrderQuality, Row, Watcher};
use super::ground::{FULL, Ground, Halt, INFINITY, Spot, Value};
use super::line::{self, Answer};
use super::minimax::minimax;
use super::mt::mt;
use super::mtd::{MT_DUAL, MT_SSS, MTD_BI, MTD_DOUBLE, MTD_F, MTD_STEP, mtd};
use super::mtd_best::mtd_best;
use super::nega_scout::nega_scout;
use super::returns::Doubt;
use super::sss_star::{OpenRow, sss_star};
use super::{Algorithm, Options};
use crate::table::Scores;
use crate::{Budget, Limit};

/// A question about the value of a position.
pub struct Question<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position asked about.
    pub root: &'a G::Position,
    /// Positions before it, which a repetition can go back to.
    pub history: &'a [G::Position],
    /// The plies to look ahead; `None`: to the end of the game.
    pub depth: Option<u32>,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value.
    Exact,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
}

/// What one iteration found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration<M> {
    /// Plies looked ahead; `None`: to the end of the game.
    pub depth: Option<u32>,
    /// The value, seen from the player on move.
    pub value: i32,
    /// Whether it is that.
    pub bound: Bound,
    /// Whether the table may have hidden a draw by repetition that would change it.
    pub may_hide_repetition: bool,
    /// The best move.
    pub best: Option<M>,
    /// Passes from the root.
    pub passes: u32,
    /// Nodes of this iteration.
    pub counts: Counts,
    /// Time since the search began.
    pub time: Duration,
}

/// What a search found.
pub struct Found<M> {
    /// The last iteration that was finished is the answer.
    pub iterations: Vec<Iteration<M>>,
    /// The limit that ended the search before its time.
    pub limit: Option<Limit>,
    /// The best move, and if it was asked for, those as good.
    pub best: Vec<M>,
    /// Best play for both.
    pub line: Vec<M>,
    /// Whether the table may have hidden a draw by repetition, which would change the value or the best moves.
    pub may_hide_repetition: bool,
    /// Nodes of all iterations, those that were not finished included.
    pub counts: Counts,
    /// How good the order of moves was in the last iteration.
    pub quality: OrderQuality,
    /// The most bytes the search's own data took.
    pub memory_bytes: usize,
    /// Every step, if that was asked for.
    pub trace: Option<Vec<Row<M>>>,
    /// Every step of a search with a list.
    pub open: Option<Vec<OpenRow<M>>>,
    /// The table.
    pub scores: Scores,
}

/// Nodes that may go into the line of best play when a limit was hit.
const GRACE: u64 = 10_000;

/// Search as the options say, within a budget.
pub fn search<'a, 'b, G: Game, V: Evaluator<G>>(
    question: &Question<'a, G>,
    evaluator: &'a V,
    options: &'a Options,
    scores: Scores,
    budget: &'a mut Budget<'b>,
    watcher: &'a mut dyn Watcher,
    trace: bool,
) -> Result<Found<G::Move>, G::Error> {
    let started = std::time::Instant::now();
    let depth = question.depth.map_or(FULL, |depth| depth.min(FULL - 1));
    let roots = (question.root, question.history);
    let mut ground =
        Ground::new(question.game, roots, evaluator, depth, options, scores, budget, watcher, trace)?;
    let root = ground.spot(question.root.clone())?;
    let mut rows = trace.then(Vec::new);
    let mut iterations: Vec<Iteration<G::Move>> = Vec::new();
    let (mut limit, mut quality) = (None, OrderQuality::default());
    let opinion = opinion(question, evaluator)?;
    for depth in depths(depth, options.deepening) {
        let (before, opinions) = (ground.counts, ground.opinions);
        ground.progress.depth = (depth != FULL).then_some(depth);
        let ago = iterations.len().saturating_sub(options.guess.max(1) as usize);
        let guess = iterations.get(ago).map_or(opinion, |iteration| iteration.value);
        let guess = guess.saturating_add(options.shift).clamp(1 - INFINITY, INFINITY);
        match iterate(&mut ground, &root, depth, guess, rows.as_mut()) {
            Ok((value, bound, passes, doubt)) => {
                ground.progress.value = Some((value, bound));
                quality = std::mem::take(&mut ground.quality);
                iterations.push(Iteration {
                    depth: ground.progress.depth,
                    value,
                    bound,
                    may_hide_repetition: doubt.hides(),
                    best: ground.root_best,
                    passes,
                    counts: ground.counts.since(&before),
                    time: started.elapsed(),
                });
                if options.until_end && ground.opinions == opinions {
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
    let (counts, trace) = (ground.counts, ground.trace.take());
    ground.return_to_root();
    ground.two_bounds = true;
    if limit.is_some() {
        ground.grace = Some(GRACE + counts.total() / 20);
    }
    if !options.all_best {
        // A line of best play is only an example.
        ground.returns.turn_off();
    }
    let Answer { best, line, is_doubtful } = match iterations.last() {
        Some(last) => line::after(&mut ground, &root, last)?,
        None => Answer::default(),
    };
    let may_hide_repetition =
        is_doubtful || iterations.last().is_some_and(|iteration| iteration.may_hide_repetition);
    let memory_bytes = ground.progress.memory_bytes;
    let scores = ground.scores;
    Ok(Found {
        iterations,
        limit,
        best,
        line,
        may_hide_repetition,
        counts,
        quality,
        memory_bytes,
        trace,
        open: rows,
        scores,
    })
}

/// What the evaluator thinks of the root, before anything was searched.
fn opinion<G: Game, V: Evaluator<G>>(question: &Question<'_, G>, evaluator: &V) -> Result<i32, G::Error> {
    let Question { game, root, depth, .. } = question;
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

/// A value, what it is, the passes it took, and what is doubtful about it.
type Outcome = (i32, Bound, u32, Doubt);

/// One iteration: the value of the root, what kind of value it is, and the number of passes.
fn iterate<G: Game, V: Evaluator<G>>(
    ground: &mut Ground<'_, '_, G, V>,
    root: &Spot<G::Position>,
    depth: u32,
    guess: i32,
    rows: Option<&mut Vec<OpenRow<G::Move>>>,
) -> Result<Outcome, Halt<G::Error>> {
    let whole = (-INFINITY, INFINITY);
    let exact = |value: Value| (value.score, Bound::Exact, 1, value.doubt);
    let passed = |(value, passes, doubt): (i32, u32, Doubt)| (value, Bound::Exact, passes, doubt);
    Ok(match ground.options.algorithm {
        Algorithm::Minimax => exact(minimax(ground, root, depth)?),
        Algorithm::AlphaBeta => exact(alpha_beta(ground, root, depth, whole)?),
        Algorithm::NegaScout => exact(nega_scout(ground, root, depth, whole)?),
        Algorithm::Aspiration => passed(aspiration(ground, root, depth, guess, alpha_beta)?),
        Algorithm::AspirationNegaScout => passed(aspiration(ground, root, depth, guess, nega_scout)?),
        Algorithm::SssStar | Algorithm::DualStar => {
            let dual = ground.options.algorithm == Algorithm::DualStar;
            let solved = sss_star(ground, &root.position, depth, dual, rows)?;
            ground.root_best = solved.best;
            (solved.value, Bound::Exact, 1, Doubt::NONE)
        }
        Algorithm::Mt(bound) => {
            let value = mt(ground, root, depth, bound)?;
            let kind = match value.score {
                _ if value.is_leaf => Bound::Exact,
                score if score < bound => Bound::Upper,
                _ => Bound::Lower,
            };
            if kind == Bound::Upper {
                // All that is known of the moves is that none is better.
                ground.root_best = None;
            }
            (value.score, kind, 1, value.doubt)
        }
        Algorithm::MtSss => passed(mtd(ground, root, depth, MT_SSS, guess)?),
        Algorithm::MtDual => passed(mtd(ground, root, depth, MT_DUAL, guess)?),
        Algorithm::MtdF => passed(mtd(ground, root, depth, MTD_F, guess)?),
        Algorithm::MtdBi => passed(mtd(ground, root, depth, MTD_BI, guess)?),
        Algorithm::MtdStep => passed(mtd(ground, root, depth, MTD_STEP, guess)?),
        Algorithm::MtdDouble => passed(mtd(ground, root, depth, MTD_DOUBLE, guess)?),
        Algorithm::MtdBest | Algorithm::AlphaBounding => {
            let contest = match ground.options.algorithm {
                Algorithm::MtdBest => mtd_best(ground, root, depth, guess)?,
                _ => alpha_bounding(ground, root, depth, guess)?,
            };
            (contest.value, contest.bound, contest.passes, contest.doubt)
        }
    })
}

/// A search with a window, to a depth.
type Windowed<'a, 'b, G, V> = fn(
    &mut Ground<'a, 'b, G, V>,
    &Spot<<G as Game>::Position>,
    u32,
    (i32, i32),
) -> Result<Value, Halt<<G as Game>::Error>>;

/// A small window around a guess first, and what is left of the whole one if the value is not in it (Figure 2.11).
fn aspiration<'a, 'b, G: Game, V: Evaluator<G>>(
    ground: &mut Ground<'a, 'b, G, V>,
    root: &Spot<G::Position>,
    depth: u32,
    guess: i32,
    search: Windowed<'a, 'b, G, V>,
) -> Result<(i32, u32, Doubt), Halt<G::Error>> {
    let delta = ground.options.window.unwrap_or_else(|| ground.step());
    let alpha = guess.saturating_sub(delta).clamp(-INFINITY, INFINITY - 1);
    let beta = guess.saturating_add(delta).clamp(alpha + 1, INFINITY);
    let Value { score, doubt, .. } = search(ground, root, depth, (alpha, beta))?;
    let rest = match score {
        _ if score <= alpha => (-INFINITY, score),
        _ if score >= beta => (score, INFINITY),
        _ => return Ok((score, 1, doubt)),
    };
    let again = search(ground, root, depth, rest)?;
    Ok((again.score, 2, doubt | again.doubt))
}
