//! `mtd-best`: the best move, without the value.
//!
//! **Source.** Plaat, *Research Re: search & Re-search* (1996), Section 3.2, after Berliner's B*: a move is known to be
//! best when its lower bound is not below the upper bounds of all others. The thesis prints no driver. Here the moves
//! are first tested with the guess, until one reaches it. While a move has a lower bound, the rest is disproved: the
//! others are tested with one more. If none has, the best is proved: the move with the highest upper bound is tested
//! with the upper bound of the rest.

use pnyx_game::{Evaluator, Game};

use super::ground::{Begun, Child, Ground, Halt, INFINITY, Spot, Value, below};
use super::mt::mt;
use super::returns::Doubt;
use super::search::Bound;
use crate::minimax::ordering::Placed;
use crate::pn::frame::NOTHING;

/// A move at the root, and what is known of its value.
pub(super) struct Contender<M> {
    placed: Placed<M>,
    pub lower: i32,
    pub upper: i32,
}

/// What came out: the value or a bound of it, and the number of tests.
pub(super) struct Contest {
    pub value: i32,
    pub bound: Bound,
    pub passes: u32,
    pub doubt: Doubt,
}

/// Find the best move of the root, which is left in the ground.
pub(super) fn mtd_best<G: Game, V: Evaluator<G>>(
    ground: &mut Ground<'_, '_, G, V>,
    root: &Spot<G::Position>,
    depth: u32,
    guess: i32,
) -> Result<Contest, Halt<G::Error>> {
    contest(ground, root, depth, |moves, test| {
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
pub(super) fn contest<G: Game, V: Evaluator<G>>(
    ground: &mut Ground<'_, '_, G, V>,
    root: &Spot<G::Position>,
    depth: u32,
    rules: impl FnOnce(&mut [Contender<G::Move>], Test<'_, G::Move, G::Error>) -> Result<usize, Halt<G::Error>>,
) -> Result<Contest, Halt<G::Error>> {
    let node = match ground.begin(root, depth, (-INFINITY, INFINITY), true)? {
        Begun::Answered(value) => {
            let Value { score, doubt, .. } = value;
            return Ok(Contest { value: score, bound: Bound::Exact, passes: 1, doubt });
        }
        Begun::Open(node) => node,
    };
    let unknown = |placed| Contender { placed, lower: -INFINITY, upper: INFINITY };
    let mut moves: Vec<_> = ground.moves_of(&node).into_iter().map(unknown).collect();
    let (mut passes, mut leans_on, mut doubt) = (0, NOTHING, Doubt::NONE);
    let best = rules(&mut moves, &mut |moves, which, bound| {
        passes += 1;
        let contender = &mut moves[which];
        let value = match ground.play(&root.position, contender.placed.mv, (bound - 1, bound))? {
            Child::Value(value) => value,
            Child::Position(child) => {
                let value = match ground.known(&child, below(depth), bound)? {
                    Some(value) => value,
                    None => mt(ground, &child, below(depth), bound)?,
                };
                ground.back();
                value
            }
        };
        leans_on = leans_on.min(value.leans_on);
        doubt |= value.doubt;
        let is_reached = value.score >= bound;
        *(if is_reached { &mut contender.lower } else { &mut contender.upper }) = value.score;
        ground.note(bound - 1, bound, value.score);
        Ok(is_reached)
    })?;
    let Contender { placed, lower, upper } = moves[best];
    let upper = upper.max(rest(&moves, best));
    ground.finish_root(node, placed, (lower, upper), (leans_on, doubt));
    let (value, bound) = match lower {
        lower if lower == -INFINITY => (upper, Bound::Upper),
        lower => (lower, if lower >= upper { Bound::Exact } else { Bound::Lower }),
    };
    Ok(Contest { value, bound, passes, doubt })
}
