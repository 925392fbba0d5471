//! `mtd-best`: the best move, without the value.
//!
//! **Source.** Plaat, *Research Re: search & Re-search* (1996), Section 3.2, after Berliner's B*: a move is known to be
//! best when its lower bound is not below the upper bounds of all others. The thesis prints no driver. Here the moves
//! are first tested with the guess, until one reaches it. While a move has a lower bound, the rest is disproved: the
//! others are tested with one more. If none has, the best is proved: the move with the highest upper bound is tested
//! with the upper bound of the rest.

use pnyx_game::Game;

use super::algorithm::{Iterated, ValueAlgorithm, ValueRun};
use super::hidden_repetition::Doubt;
use super::line::tested;
use super::node::Begun;
use super::options::{spec, tabled};
use super::value::{Bound, Found, Halt, INFINITY, WHOLE};
use crate::algorithm::AlgorithmSpec;
use crate::ordering::Placed;
use crate::path::PATH_INDEPENDENT;

/// A move at the root, and what is known about its value.
pub(super) struct Contender<M> {
    placed: Placed<M>,
    pub lower: i32,
    pub upper: i32,
}

/// The algorithm.
#[derive(Default)]
pub struct MtdBest;

impl ValueAlgorithm for MtdBest {
    const SPEC: &'static AlgorithmSpec = &spec(
        "mtd-best",
        "tests of the root's moves until one is known to be best; its value may be a bound",
        tabled!(; DEEPENING, ONE_BOUND; GUESS, SHIFT),
    );

    /// Find the best move of the root: `root_best` of the context.
    fn iterate<G: Game>(&self, run: ValueRun<'_, '_, '_, G>) -> Iterated<G> {
        let guess = run.guess;
        contest(run, |moves, test| {
            for which in 0..moves.len() {
                if test(moves, which, guess)? {
                    break;
                }
            }
            loop {
                let best = favourite(moves);
                let (lower, rest) = (moves[best].lower, rest(moves, best));
                if lower >= rest {
                    return Ok(best);
                }
                if lower == -INFINITY {
                    test(moves, best, rest)?;
                    continue;
                }
                for which in (0..moves.len()).filter(|&which| which != best) {
                    if moves[which].upper > lower && test(moves, which, lower + 1)? {
                        break;
                    }
                }
            }
        })
    }
}

/// The move with the highest lower bound; as long as there is none, with the highest upper one. The first of equals.
fn favourite<M>(moves: &[Contender<M>]) -> usize {
    let unknown = moves.iter().all(|contender| contender.lower == -INFINITY);
    let bound = |which: &usize| if unknown { moves[*which].upper } else { moves[*which].lower };
    (0..moves.len()).rev().max_by_key(bound).expect("a root has moves")
}

/// What all other moves together may be worth at most.
fn rest<M>(moves: &[Contender<M>], best: usize) -> i32 {
    let others = moves.iter().enumerate().filter(|(which, _)| *which != best);
    others.map(|(_, contender)| contender.upper).max().unwrap_or(-INFINITY)
}

/// Tests a move with a bound: whether it is worth as much.
type Test<'t, M, E> = &'t mut dyn FnMut(&mut [Contender<M>], usize, i32) -> Result<bool, Halt<E>>;

/// Let the moves of the root be tested against bounds, as `rules` says, until it knows the best.
pub(super) fn contest<G: Game>(
    run: ValueRun<'_, '_, '_, G>,
    rules: impl FnOnce(&mut [Contender<G::Move>], Test<'_, G::Move, G::Error>) -> Result<usize, Halt<G::Error>>,
) -> Iterated<G> {
    let ValueRun { context, root, depth, .. } = run;
    let node = match context.begin(root, depth, WHOLE, true)? {
        Begun::Answered(value) => return Ok(value.into()),
        Begun::Open(node) => node,
    };
    let unknown = |placed| Contender { placed, lower: -INFINITY, upper: INFINITY };
    let mut moves: Vec<_> = node.moves.clone().into_iter().map(unknown).collect();
    let (mut passes, mut depends_on_ply, mut doubt) = (0, PATH_INDEPENDENT, Doubt::NONE);
    let best = rules(&mut moves, &mut |moves, which, bound| {
        passes += 1;
        let contender = &mut moves[which];
        let value = tested(context, root, contender.placed.mv, depth, bound)?;
        depends_on_ply = depends_on_ply.min(value.depends_on_ply);
        doubt |= value.doubt;
        let is_reached = value.score >= bound;
        *(if is_reached { &mut contender.lower } else { &mut contender.upper }) = value.score;
        context.trace_step(bound - 1, bound, value.score);
        Ok(is_reached)
    })?;
    let Contender { placed, lower, upper } = moves[best];
    let upper = upper.max(rest(&moves, best));
    context.finish_root(node, placed, (lower, upper), (depends_on_ply, doubt));
    let (value, bound) = match lower {
        lower if lower == -INFINITY => (upper, Bound::Upper),
        lower => (lower, if lower >= upper { Bound::Exact } else { Bound::Lower }),
    };
    Ok(Found { value, bound, passes, doubt })
}
