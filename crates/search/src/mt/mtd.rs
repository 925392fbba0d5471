//! The drivers of [`mt`](super::mt): `mt-sss`, `mt-dual`, `mtd-f`, `mtd-bi`, `mtd-step` and `mtd-double`.
//!
//! **Source.** Plaat, *Research Re: search & Re-search* (1996), Section 3.2 and Figure 3.5. A driver is two functions:
//! where to begin, and which bound to test next.
//!
//! `mtd-double` is ours: where values have a wide range and guesses are poor, `mtd-f` takes many small steps.
//!
//! **Deviations.** Bisection needs a middle, which infinities do not have: it begins with the largest value there can
//! be. The loop ends when the lower bound reaches the upper one, rather than when they are equal: where repetitions
//! make values depend on the line, they may cross.

use pnyx_game::{Evaluator, Game};

use super::ground::{Ground, Halt, INFINITY, Spot};
use super::mt::mt;
use super::returns::Doubt;

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
    /// The stride of `mtd-step`, and the first of `mtd-double`.
    pub stride: i32,
    /// How many passes there were.
    pub count: u32,
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

/// From a guess in strides that double as long as they go the same way, then in the middle.
pub(super) const MTD_DOUBLE: Driver = Driver { first: |p| p.g, next: doubling };

/// See [`MTD_DOUBLE`].
fn doubling(passes: &Passes) -> i32 {
    let stride = i64::from(passes.stride.max(1)) << (passes.count - 1).min(16);
    let bound = if passes.upper == INFINITY {
        i64::from(passes.g) + stride
    } else if passes.lower == -INFINITY {
        i64::from(passes.g) + 1 - stride
    } else {
        return middle(passes);
    };
    bound.clamp(i64::from(passes.lower) + 1, i64::from(passes.upper)) as i32
}

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
) -> Result<(i32, u32, Doubt), Halt<G::Error>> {
    let (mut lower_doubt, mut upper_doubt) = (Doubt::NONE, Doubt::NONE);
    let (largest, stride) = (ground.largest_value(), ground.options.stride);
    let mut passes =
        Passes { g: guess, bound: guess, lower: -INFINITY, upper: INFINITY, largest, stride, count: 0 };
    passes.bound = (driver.first)(&passes);
    loop {
        passes.count += 1;
        let value = mt(ground, spot, depth, passes.bound)?;
        passes.g = value.score;
        if passes.g < passes.bound {
            (passes.upper, upper_doubt) = (passes.g, value.doubt);
        } else {
            (passes.lower, lower_doubt) = (passes.g, value.doubt);
        }
        if passes.lower >= passes.upper {
            return Ok((passes.g, passes.count, lower_doubt | upper_doubt));
        }
        passes.bound = (driver.next)(&passes);
    }
}
