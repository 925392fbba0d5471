//! The drivers of [`mt`](super::mt): `mt-sss`, `mt-dual`, `mtd-f`, `mtd-bi` and `mtd-step`.
//!
//! **Source.** Plaat, *Research Re: search & Re-search* (1996), Section 3.2 and Figure 3.5. A driver is two functions:
//! where to begin, and which bound to test next.
//!
//! **Deviations.** Bisection needs a middle, which infinities do not have: it begins with the largest value there can
//! be. The loop ends when the lower bound reaches the upper one, rather than when they are equal: where repetitions
//! make values depend on the line, they may cross.

use pnyx_game::{Evaluator, Game};

use super::ground::{Ground, Halt, INFINITY, Spot};
use super::mt::mt;

/// What a driver may look at.
pub(super) struct Passes {
    /// What came out of the last pass; before the first, a guess.
    pub g: i32,
    /// The bound that was tested.
    pub bound: i32,
    pub lower: i32,
    pub upper: i32,
    /// No value is larger.
    pub largest: i32,
    /// The stride of `mtd-step`.
    pub stride: i32,
}

/// Where to begin, and how to go on.
#[derive(Clone, Copy)]
pub(super) struct Driver {
    first: fn(&Passes) -> i32,
    next: fn(&Passes) -> i32,
}

/// From above: the leaves of SSS*, in its order.
pub(super) const MT_SSS: Driver = Driver { first: |_| INFINITY, next: |p| p.g };
/// From below: those of DUAL*.
pub(super) const MT_DUAL: Driver = Driver { first: |_| 1 - INFINITY, next: |p| p.g + 1 };
/// From a guess.
pub(super) const MTD_F: Driver =
    Driver { first: |p| p.g, next: |p| if p.g < p.bound { p.g } else { p.g + 1 } };
/// From the middle of what is left.
pub(super) const MTD_BI: Driver = Driver { first: middle, next: middle };
/// From above, in strides.
pub(super) const MTD_STEP: Driver =
    Driver { first: |_| INFINITY, next: |p| p.g.saturating_sub(p.stride).max(p.lower + 1) };

/// The middle, rounded up; above what is known to be reached.
fn middle(passes: &Passes) -> i32 {
    let (lower, upper) = (passes.lower.max(-passes.largest), passes.upper.min(passes.largest));
    (lower + (upper - lower + 1) / 2).max(passes.lower + 1)
}

/// The value of a position, and the number of passes.
pub(super) fn mtd<G: Game, V: Evaluator<G>>(
    ground: &mut Ground<'_, '_, G, V>,
    spot: &Spot<G::Position>,
    depth: u32,
    driver: Driver,
    guess: i32,
) -> Result<(i32, u32), Halt<G::Error>> {
    let (largest, stride) = (ground.largest_value(), ground.options.stride);
    let mut passes = Passes { g: guess, bound: guess, lower: -INFINITY, upper: INFINITY, largest, stride };
    passes.bound = (driver.first)(&passes);
    let mut count = 0;
    loop {
        count += 1;
        passes.g = mt(ground, spot, depth, passes.bound)?.score;
        if passes.g < passes.bound {
            passes.upper = passes.g;
        } else {
            passes.lower = passes.g;
        }
        if passes.lower >= passes.upper {
            return Ok((passes.g, count));
        }
        passes.bound = (driver.next)(&passes);
    }
}
