//! `mt`: a memory-enhanced test, whether the value of a position reaches a bound.
//!
//! **Source.** Plaat, *Research Re: search & Re-search* (1996), Figure 3.2; Pearl's Test with a table and a fail-soft
//! result. It is alpha-beta with the window (gamma - 1, gamma).
//!
//! **Deviations.** The figure looks at one bound of a child before it calls itself: at a max node whether the upper one
//! is too low. Here the lower one may be high enough too. On trees that never happens; where lines meet it saves a visit.

use pnyx_game::{Evaluator, Game};

use super::ground::{Begun, Child, Ground, Halt, Spot, Value, below};

/// A lower bound of the value if it is at least gamma, else an upper bound.
pub(super) fn mt<G: Game, V: Evaluator<G>>(
    ground: &mut Ground<'_, '_, G, V>,
    spot: &Spot<G::Position>,
    depth: u32,
    gamma: i32,
) -> Result<Value, Halt<G::Error>> {
    let window = (gamma - 1, gamma);
    let mut node = match ground.begin(spot, depth, window, true)? {
        Begun::Answered(value) => return Ok(value),
        Begun::Open(node) => node,
    };
    while !node.is_done() {
        let value = match ground.next(&mut node, &spot.position, window)? {
            Child::Value(value) => value,
            Child::Position(child) => {
                let value = match ground.known(&child, below(depth), gamma)? {
                    Some(value) => value,
                    None => mt(ground, &child, below(depth), gamma)?,
                };
                ground.back();
                value
            }
        };
        node.take(value);
        ground.note(gamma - 1, gamma, node.g);
    }
    ground.finish(&spot.position, node)
}
