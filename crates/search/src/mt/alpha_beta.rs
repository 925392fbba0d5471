//! `alpha-beta` and `alpha-beta-tt`: what cannot matter is not searched.
//!
//! **Source.** Plaat, *Research Re: search & Re-search* (1996), Figures 2.7, 2.15 and, with enhanced transposition
//! cut-offs, 5.4.
//!
//! **Errata.** Figures 2.15 and 5.4 compare g with alpha and beta to see which bounds it is; alpha and beta have moved
//! by then, and what is meant are those the loop began with. Figure 5.4 lacks the tightening of the window by the
//! bounds that were found.
//!
//! Both are the same function: without a table nothing is ever found or stored.

use pnyx_game::{Evaluator, Game};

use super::ground::{Begun, Child, Ground, Halt, Spot, Value, below};

/// A value between alpha and beta, or a bound beyond them (fail-soft).
pub(super) fn alpha_beta<G: Game, V: Evaluator<G>>(
    ground: &mut Ground<'_, '_, G, V>,
    spot: &Spot<G::Position>,
    depth: u32,
    window: (i32, i32),
) -> Result<Value, Halt<G::Error>> {
    let mut node = match ground.begin(spot, depth, window, false)? {
        Begun::Answered(value) => return Ok(value),
        Begun::Open(node) => node,
    };
    while !node.is_done() {
        let window = node.window();
        let value = match ground.next(&mut node, &spot.position, window)? {
            Child::Value(value) => value,
            Child::Position(child) => {
                let value = alpha_beta(ground, &child, below(depth), window)?;
                ground.back();
                value
            }
        };
        node.take(value);
        let (alpha, beta) = node.window();
        ground.note(alpha, beta, node.g);
    }
    ground.finish(&spot.position, node)
}
