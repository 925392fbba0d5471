//! Counting move sequences, to compare rules with other people's rules.

use std::ops::ControlFlow;

use crate::Game;

/// The number of legal move sequences of exactly `depth` moves. A position with an outcome has none.
///
/// `poll` is called now and then; `None` if it breaks off the count.
pub fn perft<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    poll: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Option<u64>, G::Error> {
    if depth == 0 {
        return Ok(Some(1));
    }
    let mut moves = Vec::new();
    if depth == 1 {
        let (outcome, replies) = game.evaluate(position, &mut moves)?;
        return Ok(Some(if outcome.is_some() { 0 } else { u64::from(replies) }));
    }
    if game.outcome(position)?.is_some() {
        return Ok(Some(0));
    }
    if depth >= 3 && poll().is_break() {
        return Ok(None);
    }
    game.moves(position, &mut moves)?;
    let mut total = 0;
    for mv in moves {
        let mut child = position.clone();
        game.play(&mut child, mv)?;
        match perft(game, &child, depth - 1, poll)? {
            Some(count) => total += count,
            None => return Ok(None),
        }
    }
    Ok(Some(total))
}
