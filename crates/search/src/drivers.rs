//! The drivers of null-window tests: `mt-sss`, `mt-dual`, `mtd-f`, `mtd-bi`, `mtd-step` and `mtd-double`.
//!
//! **Source.** Plaat, *Research Re: search & Re-search* (1996), Section 3.2 and Figure 3.5. A driver is two rules: the
//! first bound, and the bound after each pass. The same rules drive the memory-enhanced test of [`minimax`] and a
//! game's own test ([`exact`]).
//!
//! `mtd-double` is ours, between MTD(f) and MTD(bi): where values have a wide range and guesses are poor, `mtd-f` takes
//! many small steps. Strides go from the guess and double as long as all tests end the same way, but never beyond the
//! middle of what is left; then it is bisection. The first [`stride`] is a parameter, as the step size of MTD(step) is in
//! the thesis, which asks for "some suitably large value".
//!
//! **Deviations.** Bisection needs a middle, which infinities do not have: it begins with the range of values. The loop
//! ends when the lower bound reaches the upper one, rather than when they are equal: where repetitions make values
//! depend on the path, they may cross.
//!
//! [`minimax`]: crate::minimax
//! [`exact`]: crate::exact

/// Which bound is tested first, and which next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Driver {
    /// From above: the leaves of SSS*, in its order.
    MtSss,
    /// From below: those of DUAL*.
    MtDual,
    /// From a guess, then always just beyond the result of the last test.
    MtdF,
    /// Always the middle of what is left.
    MtdBi,
    /// From above, in strides.
    MtdStep,
    /// From a guess in strides that double as long as they go the same way, then the middle.
    #[default]
    MtdDouble,
}

impl Driver {
    /// All of them.
    pub const ALL: [Driver; 6] =
        [Driver::MtSss, Driver::MtDual, Driver::MtdF, Driver::MtdBi, Driver::MtdStep, Driver::MtdDouble];

    /// The bound to test, as long as the value is not known.
    pub(crate) fn bound(self, passes: &Passes) -> i32 {
        let bound = if passes.count == 0 { self.first(passes) } else { self.next(passes) };
        bound.clamp(passes.lower + 1, passes.upper)
    }

    fn first(self, passes: &Passes) -> i32 {
        match self {
            Driver::MtSss | Driver::MtdStep => passes.upper,
            Driver::MtDual => passes.lower + 1,
            Driver::MtdF | Driver::MtdDouble => passes.g,
            Driver::MtdBi => passes.middle(),
        }
    }

    fn next(self, passes: &Passes) -> i32 {
        match self {
            Driver::MtSss => passes.g,
            Driver::MtDual => passes.g + 1,
            Driver::MtdF => {
                if passes.g < passes.bound {
                    passes.g
                } else {
                    passes.g + 1
                }
            }
            Driver::MtdBi => passes.middle(),
            Driver::MtdStep => passes.g.saturating_sub(passes.stride),
            Driver::MtdDouble => passes.doubling(),
        }
    }
}

/// The stride of `mtd-step`, and the first one of `mtd-double`: the one that was asked for, or
///
/// - the evaluator's `step`, a small advantage in this game, because that is how far values usually move. Where nothing
///   is evaluated (to the end of the game by the general code, or with the option `evaluator=off`), it is 1, the step of
///   [`Even`](pnyx_game::Even): outcomes without a score are worth -1, 0 or 1.
/// - in a game's own tests, which have no evaluator (`None`), 8 points. From 1 point, Connect Four's hardest test set
///   (Pons, L1 R1) takes 46,160 nodes a position rather than 20,072, and Othello's endings 40 to 42 take 15 % fewer.
pub(crate) fn stride(asked: Option<i32>, step: Option<i32>) -> i32 {
    asked.or(step).unwrap_or(8)
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Passes {
    /// The result of the last pass; before the first, a guess.
    pub g: i32,
    /// The bound that was tested last.
    pub bound: i32,
    /// The value is at least this, and at most that.
    pub lower: i32,
    pub upper: i32,
    /// The least and the largest value there can be.
    range: (i32, i32),
    /// The stride of `mtd-step`, and the first of `mtd-double`.
    stride: i32,
    /// The number of passes.
    pub count: u32,
    /// Whether a test has succeeded, and whether one has failed.
    raised: bool,
    lowered: bool,
}

impl Passes {
    /// Before the first pass, with bounds that are known and the range of values.
    pub fn new(guess: i32, (lower, upper): (i32, i32), range: (i32, i32), stride: i32) -> Passes {
        Passes {
            g: guess,
            bound: guess,
            lower,
            upper,
            range,
            stride,
            count: 0,
            raised: false,
            lowered: false,
        }
    }

    /// A test of `bound` has found the value `g`; returns whether it has failed.
    pub fn add(&mut self, g: i32) -> bool {
        (self.g, self.count) = (g, self.count + 1);
        let failed = g < self.bound;
        if failed {
            (self.upper, self.lowered) = (g, true);
        } else {
            (self.lower, self.raised) = (g, true);
        }
        failed
    }

    pub fn is_done(&self) -> bool {
        self.lower >= self.upper
    }

    /// The middle of what is left, rounded up.
    fn middle(&self) -> i32 {
        let (lower, upper) = (self.lower.max(self.range.0), self.upper.min(self.range.1));
        lower + (upper - lower + 1) / 2
    }

    fn doubling(&self) -> i32 {
        let middle = i64::from(self.middle());
        let stride = i64::from(self.stride.max(1)) << (self.count - 1).min(16);
        let bound = if !self.lowered {
            middle.min(i64::from(self.g) + stride)
        } else if !self.raised {
            middle.max(i64::from(self.g) + 1 - stride)
        } else {
            middle
        };
        bound as i32
    }
}
