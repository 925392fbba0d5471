//! `minimax`: every line to the horizon.
//!
//! **Source.** Plaat, *Research Re: search & Re-search* (1996), Figure 2.3.

use pnyx_game::{Evaluator, Game};

use super::ground::{Begun, Child, Ground, Halt, INFINITY, Spot, Value, below};

/// The value of a position.
pub(super) fn minimax<G: Game, V: Evaluator<G>>(
    ground: &mut Ground<'_, '_, G, V>,
    spot: &Spot<G::Position>,
    depth: u32,
) -> Result<Value, Halt<G::Error>> {
    let window = (-INFINITY, INFINITY);
    let mut node = match ground.begin(spot, depth, window, true)? {
        Begun::Answered(value) => return Ok(value),
        Begun::Open(node) => node,
    };
    while !node.is_done() {
        let value = match ground.next(&mut node, &spot.position, window)? {
            Child::Value(value) => value,
            Child::Position(child) => {
                let value = minimax(ground, &child, below(depth))?;
                ground.back();
                value
            }
        };
        node.take(value);
        ground.note(-INFINITY, INFINITY, node.g);
    }
    ground.finish(&spot.position, node)
}
