//! `mtd-best`: the best move, without the value.
//!
//! **Source.** Plaat, *Research Re: search & Re-search* (1996), Section 3.2, after Berliner's B*: a move is known to be
//! best when its lower bound is not below the upper bounds of all others. The thesis prints no driver. This one
//! disproves the rest: it has a favourite, the move with the highest upper bound, finds a lower bound for it, beginning
//! with the guess, and then tests whether any other move is better; one that is becomes the favourite.

use pnyx_game::{Evaluator, Game};

use super::ground::{Begun, Child, Ground, Halt, INFINITY, Spot, below};
use super::mt::mt;
use crate::minimax::ordering::Placed;

/// A move at the root, and what is known of its value.
pub(super) struct Contender<M> {
    pub placed: Placed<M>,
    pub lower: i32,
    pub upper: i32,
}

/// What came out: the value, or a lower bound of it, and the number of tests.
pub(super) struct Contest {
    pub lower: i32,
    pub is_exact: bool,
    pub passes: u32,
}

/// Find the best move of the root, which is left in the ground.
pub(super) fn mtd_best<G: Game, V: Evaluator<G>>(
    ground: &mut Ground<'_, '_, G, V>,
    root: &Spot<G::Position>,
    depth: u32,
    guess: i32,
) -> Result<Contest, Halt<G::Error>> {
    contest(ground, root, depth, |contenders, test| {
        loop {
            let favourite = favourite(contenders);
            let Contender { lower, upper, .. } = contenders[favourite];
            if lower == -INFINITY {
                test(contenders, favourite, guess.min(upper))?;
                continue;
            }
            match contenders.iter().enumerate().position(|(i, other)| i != favourite && other.upper > lower) {
                Some(rival) => test(contenders, rival, lower + 1)?,
                None => return Ok(favourite),
            }
        }
    })
}

/// The contender with the highest lower bound; as long as there is none, with the highest upper one.
fn favourite<M>(contenders: &[Contender<M>]) -> usize {
    let mut best = 0;
    for (i, contender) in contenders.iter().enumerate() {
        let key = |c: &Contender<M>| (c.lower, if c.lower == -INFINITY { c.upper } else { 0 });
        if key(contender) > key(&contenders[best]) {
            best = i;
        }
    }
    best
}

type Test<'t, M, E> = &'t mut dyn FnMut(&mut [Contender<M>], usize, i32) -> Result<(), Halt<E>>;

/// Let the moves of the root be tested against bounds, as `rules` says, until it knows the best.
pub(super) fn contest<G: Game, V: Evaluator<G>>(
    ground: &mut Ground<'_, '_, G, V>,
    root: &Spot<G::Position>,
    depth: u32,
    rules: impl FnOnce(&mut [Contender<G::Move>], Test<'_, G::Move, G::Error>) -> Result<usize, Halt<G::Error>>,
) -> Result<Contest, Halt<G::Error>> {
    let node = match ground.begin(root, depth, (-INFINITY, INFINITY), true)? {
        Begun::Answered(value) => return Ok(Contest { lower: value.score, is_exact: true, passes: 0 }),
        Begun::Open(node) => node,
    };
    let unknown = |placed| Contender { placed, lower: -INFINITY, upper: INFINITY };
    let mut contenders: Vec<_> = ground.moves_of(&node).into_iter().map(unknown).collect();
    let mut passes = 0;
    let best = rules(&mut contenders, &mut |contenders, which, bound| {
        passes += 1;
        let contender = &mut contenders[which];
        let score = match ground.play(&root.position, contender.placed.mv, (bound - 1, bound))? {
            Child::Value(value) => value.score,
            Child::Position(child) => {
                let value = match ground.known(&child, below(depth), bound) {
                    Some(value) => value,
                    None => mt(ground, &child, below(depth), bound)?,
                };
                ground.back();
                value.score
            }
        };
        if score < bound {
            contender.upper = score;
        } else {
            contender.lower = score;
        }
        Ok(())
    })?;
    let highest = contenders.iter().map(|contender| contender.upper).max().unwrap_or(INFINITY);
    let Contender { placed, lower, .. } = contenders[best];
    ground.finish_root(node, placed, lower);
    Ok(Contest { lower, is_exact: lower >= highest, passes })
}
