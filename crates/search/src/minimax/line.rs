//! After a search: all best moves, and a line of best play.
//!
//! Null-window searches leave bounds, and bounds are not enough to say where the best line goes. So every move of the
//! line is tested: at a max node whether it reaches the value, at a min node whether it does not exceed it. The table
//! knows most of the answers. What is searched here is not counted.

use pnyx_game::{Game, Repetition};

use super::hidden_repetition::Doubt;
use super::mt::mt;
use super::node::{Begun, Child, Spot};
use super::result::Iteration;
use super::search_context::SearchContext;
use super::value::{Bound, FULL, Halt, INFINITY, Value, below};
use crate::table::Scores;

/// The best moves, a line, and whether a draw by repetition may be hidden behind one of the moves.
pub(super) struct BestPlay<M> {
    pub best: Vec<M>,
    pub line: Vec<M>,
    pub is_doubtful: bool,
}

/// The best move or moves of the root, and a line that begins with the first of them.
pub(super) fn after<G: Game>(
    context: &mut SearchContext<'_, '_, G>,
    root: &Spot<G::Position>,
    last: Option<&Iteration<G::Move>>,
) -> Result<BestPlay<G::Move>, G::Error> {
    let Some((last, first)) = last.and_then(|last| Some((last, last.best?))) else {
        return Ok(BestPlay { best: Vec::new(), line: Vec::new(), is_doubtful: false });
    };
    let depth = last.depth.unwrap_or(FULL);
    let without_table = context.scores.is_off();
    if without_table {
        // Every move of the line would be searched to its end again.
        context.scores = Scores::exact();
    }
    let root = &context.spot(root.position.clone())?;
    let (mut best, mut line, mut is_doubtful) = (vec![first], vec![first], false);
    if last.bound == Bound::Exact {
        line.clear();
        let found = follow(context, root, depth, last.value, first, &mut line);
        context.return_to_root();
        // A limit only ends the line.
        unless_limit(found)?;
        if context.options.all_best {
            if without_table && context.game.repetition() == Repetition::Draw {
                // A table could hide a draw by repetition, and a search without one has no doubts.
                context.scores = Scores::off();
            }
            let found = equals(context, root, depth, last.value, first);
            if let Some((others, doubt)) = unless_limit(found)? {
                (best, is_doubtful) = (others, doubt.hides());
            }
        }
    }
    Ok(BestPlay { best, line, is_doubtful })
}

fn unless_limit<T, E>(result: Result<T, Halt<E>>) -> Result<Option<T>, E> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Halt::Limit(_)) => Ok(None),
        Err(Halt::Error(error)) => Err(error),
    }
}

type Moves<M> = (Vec<M>, Doubt);

/// The moves of the root that are worth as much as the best, in the game's order.
fn equals<G: Game>(
    context: &mut SearchContext<'_, '_, G>,
    root: &Spot<G::Position>,
    depth: u32,
    value: i32,
    first: G::Move,
) -> Result<Moves<G::Move>, Halt<G::Error>> {
    let (mut moves, mut best, mut doubt) = (Vec::new(), Vec::new(), Doubt::NONE);
    context.game.moves(&root.position, &mut moves)?;
    for mv in moves {
        let is_best = mv == first || {
            let found = tested(context, root, mv, depth, value)?;
            doubt |= found.doubt;
            found.score >= value
        };
        if is_best {
            best.push(mv);
        }
    }
    Ok((best, doubt))
}

/// What a test of a move against a bound returns.
pub(super) fn tested<G: Game>(
    context: &mut SearchContext<'_, '_, G>,
    spot: &Spot<G::Position>,
    mv: G::Move,
    depth: u32,
    bound: i32,
) -> Result<Value, Halt<G::Error>> {
    match context.play(&spot.position, mv, (bound - 1, bound))? {
        Child::Value(value) => Ok(value),
        Child::Position(child) => {
            let found = match context.known(&child, below(depth), bound) {
                Ok(None) => mt(context, &child, below(depth), bound),
                Ok(Some(value)) => Ok(value),
                Err(halt) => Err(halt),
            };
            context.back();
            found
        }
    }
}

/// Go on with moves that keep the value.
fn follow<G: Game>(
    context: &mut SearchContext<'_, '_, G>,
    root: &Spot<G::Position>,
    depth: u32,
    value: i32,
    first: G::Move,
    line: &mut Vec<G::Move>,
) -> Result<(), Halt<G::Error>> {
    let (mut spot, mut depth, mut next) = (context.spot(root.position.clone())?, depth, Some(first));
    while let Some(mv) = next {
        line.push(mv);
        let Child::Position(child) = context.play(&spot.position, mv, (-INFINITY, INFINITY))? else { break };
        (spot, depth) = (child, below(depth));
        next = keeping(context, &spot, depth, value)?;
    }
    Ok(())
}

/// A move that keeps the value, if the position is no leaf.
fn keeping<G: Game>(
    context: &mut SearchContext<'_, '_, G>,
    spot: &Spot<G::Position>,
    depth: u32,
    value: i32,
) -> Result<Option<G::Move>, Halt<G::Error>> {
    let node = match context.begin(spot, depth, (-INFINITY, INFINITY), true)? {
        Begun::Answered(_) => return Ok(None),
        Begun::Open(node) => node,
    };
    for placed in node.moves.clone() {
        let keeps = if node.is_max {
            tested(context, spot, placed.mv, depth, value)?.score >= value
        } else {
            tested(context, spot, placed.mv, depth, value + 1)?.score <= value
        };
        if keeps {
            return Ok(Some(placed.mv));
        }
    }
    Ok(None)
}
