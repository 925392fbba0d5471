//! After a search: all best moves, and a line of best play.
//!
//! Null-window searches leave bounds, and bounds are not enough to say where the best line goes. So every move of the
//! line is tested: at a max node whether it reaches the value, at a min node whether it does not exceed it. The table
//! knows most of the answers. What is searched here is not counted.

use pnyx_game::{Evaluator, Game, Repetition};

use super::ground::{Begun, Child, FULL, Ground, Halt, INFINITY, Spot, Value, below};
use super::mt::mt;
use super::returns::Doubt;
use super::search::{Bound, Iteration};
use crate::table::Scores;

/// What there is to show: the best moves, a line, and whether a draw by repetition may be hidden behind one of the moves.
pub(super) struct Answer<M> {
    pub best: Vec<M>,
    pub line: Vec<M>,
    pub is_doubtful: bool,
}

impl<M> Default for Answer<M> {
    fn default() -> Answer<M> {
        Answer { best: Vec::new(), line: Vec::new(), is_doubtful: false }
    }
}

/// The best move or moves of the root, and a line that begins with the first of them.
pub(super) fn after<G: Game, V: Evaluator<G>>(
    ground: &mut Ground<'_, '_, G, V>,
    root: &Spot<G::Position>,
    last: &Iteration<G::Move>,
) -> Result<Answer<G::Move>, G::Error> {
    let Some(first) = last.best else {
        return Ok(Answer::default());
    };
    let depth = last.depth.unwrap_or(FULL);
    let without_table = ground.scores.is_off();
    if without_table {
        // Every move of the line would be searched to its end again.
        ground.scores = Scores::exact();
    }
    let root = &ground.spot(root.position.clone())?;
    let (mut best, mut line, mut is_doubtful) = (vec![first], vec![first], false);
    if last.bound == Bound::Exact {
        line.clear();
        let found = follow(ground, root, depth, last.value, Some(first), &mut line);
        // A limit only ends the line.
        unless_limit(found)?;
        if ground.options.all_best {
            if without_table && ground.game.repetition() == Repetition::Draw {
                // A table could hide a draw by repetition, and a search without one has no doubts.
                ground.scores = Scores::off();
            }
            let found = equals(ground, root, depth, last.value, first);
            if let Some((others, doubt)) = unless_limit(found)? {
                (best, is_doubtful) = (others, doubt.hides());
            }
        }
    }
    Ok(Answer { best, line, is_doubtful })
}

fn unless_limit<T, E>(result: Result<T, Halt<E>>) -> Result<Option<T>, E> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Halt::Limit(_)) => Ok(None),
        Err(Halt::Error(error)) => Err(error),
    }
}

/// Moves, and what is doubtful about them.
type Moves<M> = (Vec<M>, Doubt);

/// The moves of the root that are worth as much as the best, in the game's order.
fn equals<G: Game, V: Evaluator<G>>(
    ground: &mut Ground<'_, '_, G, V>,
    root: &Spot<G::Position>,
    depth: u32,
    value: i32,
    first: G::Move,
) -> Result<Moves<G::Move>, Halt<G::Error>> {
    let (mut moves, mut best, mut doubt) = (Vec::new(), Vec::new(), Doubt::NONE);
    ground.game.moves(&root.position, &mut moves)?;
    for mv in moves {
        let is_best = mv == first || {
            let found = tested(ground, root, mv, depth, value)?;
            doubt |= found.doubt;
            found.score >= value
        };
        if is_best {
            best.push(mv);
        }
    }
    Ok((best, doubt))
}

/// What a test of a move against a bound gives.
fn tested<G: Game, V: Evaluator<G>>(
    ground: &mut Ground<'_, '_, G, V>,
    spot: &Spot<G::Position>,
    mv: G::Move,
    depth: u32,
    bound: i32,
) -> Result<Value, Halt<G::Error>> {
    match ground.play(&spot.position, mv, (bound - 1, bound))? {
        Child::Value(value) => Ok(value),
        Child::Position(child) => {
            let found = match ground.known(&child, below(depth), bound) {
                Ok(None) => mt(ground, &child, below(depth), bound),
                Ok(Some(value)) => Ok(value),
                Err(halt) => Err(halt),
            };
            ground.back();
            found
        }
    }
}

/// Go on with moves that keep the value.
fn follow<G: Game, V: Evaluator<G>>(
    ground: &mut Ground<'_, '_, G, V>,
    root: &Spot<G::Position>,
    depth: u32,
    value: i32,
    first: Option<G::Move>,
    line: &mut Vec<G::Move>,
) -> Result<(), Halt<G::Error>> {
    let mut here = first;
    let mut spot = ground.spot(root.position.clone())?;
    let mut depth = depth;
    let walked = loop {
        let mv = match here.take() {
            Some(mv) => mv,
            None => match keeping(ground, &spot, depth, value) {
                Ok(Some(mv)) => mv,
                Ok(None) => break Ok(()),
                Err(halt) => break Err(halt),
            },
        };
        line.push(mv);
        match ground.play(&spot.position, mv, (-INFINITY, INFINITY)) {
            Ok(Child::Position(next)) => (spot, depth) = (next, below(depth)),
            Ok(Child::Value(_)) => break Ok(()),
            Err(halt) => break Err(halt),
        }
    };
    ground.return_to_root();
    walked
}

/// A move that keeps the value, if the position is no leaf.
fn keeping<G: Game, V: Evaluator<G>>(
    ground: &mut Ground<'_, '_, G, V>,
    spot: &Spot<G::Position>,
    depth: u32,
    value: i32,
) -> Result<Option<G::Move>, Halt<G::Error>> {
    let node = match ground.begin(spot, depth, (-INFINITY, INFINITY), true)? {
        Begun::Answered(_) => return Ok(None),
        Begun::Open(node) => node,
    };
    for placed in ground.moves_of(&node) {
        let keeps = if node.is_max {
            tested(ground, spot, placed.mv, depth, value)?.score >= value
        } else {
            tested(ground, spot, placed.mv, depth, value + 1)?.score <= value
        };
        if keeps {
            return Ok(Some(placed.mv));
        }
    }
    Ok(None)
}
