//! Counting move sequences, to compare rules with other people's rules.

use std::ops::ControlFlow;

use crate::Game;

/// The number of legal move sequences of exactly `depth` moves. A position with an outcome has none, but for
/// [`closing_plies`](crate::Rules::closing_plies).
///
/// The last ply is counted and not played. `poll` is called now and then; `None` if it breaks off the count.
pub fn perft<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    poll: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Option<u64>, G::Error> {
    if depth == 0 {
        return Ok(Some(1));
    }
    count(game, position, depth, &mut Vec::new(), &mut Vec::new(), poll)
}

/// `moves` holds the moves of all positions on the line; the ones from its present end on are this position's.
fn count<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    moves: &mut Vec<G::Move>,
    scratch: &mut Vec<G::Move>,
    poll: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Option<u64>, G::Error> {
    if depth == 1 {
        let (outcome, replies) = game.evaluate(position, scratch)?;
        return Ok(Some(if outcome.is_some() { closing(game, 1) } else { u64::from(replies) }));
    }
    if game.outcome(position)?.is_some() {
        return Ok(Some(closing(game, depth)));
    }
    if depth >= 3 && poll().is_break() {
        return Ok(None);
    }
    let first = moves.len();
    game.moves(position, moves)?;
    let mut total = 0;
    for i in first..moves.len() {
        let mut child = position.clone();
        game.play(&mut child, moves[i])?;
        match count(game, &child, depth - 1, moves, scratch, poll)? {
            Some(count) => total += count,
            None => return Ok(None),
        }
    }
    moves.truncate(first);
    Ok(Some(total))
}

/// The number of sequences of this length after the end of a game.
fn closing<G: Game>(game: &G, depth: u32) -> u64 {
    u64::from(depth <= game.closing_plies())
}
