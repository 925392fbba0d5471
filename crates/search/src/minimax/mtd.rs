//! `mtd`: a memory-enhanced test in a loop, from bound to bound until the value is known.
//!
//! **Source.** Plaat, *Research Re: search & Re-search* (1996), Section 3.2 and Figure 3.5. Which bound comes first and
//! which next, a [driver](crate::drivers) decides; each is an algorithm.

use pnyx_game::Game;

use super::algorithm::{Iterated, ValueAlgorithm, ValueRun};
use super::hidden_repetition::Doubt;
use super::mt::mt;
use super::options::{spec, tabled};
use super::value::{Bound, Found, WHOLE};
use crate::algorithm::AlgorithmSpec;
use crate::drivers::{Driver, Passes, stride};

macro_rules! algorithms {
    ($($driver:ident, $spec:expr;)*) => {$(
        #[doc = concat!("With the driver `", stringify!($driver), "`.")]
        #[derive(Default)]
        pub struct $driver;

        impl ValueAlgorithm for $driver {
            const SPEC: &'static AlgorithmSpec = &$spec;
            const DRIVER: Option<Driver> = Some(Driver::$driver);

            fn iterate<G: Game>(&self, run: ValueRun<'_, '_, '_, G>) -> Iterated<G> {
                mtd(run, Driver::$driver)
            }
        }
    )*};
}

algorithms! {
    MtSss, spec(
        "mt-sss",
        "tests from above: sss-star by null windows and a table",
        tabled!(; DEEPENING, ONE_BOUND; OWN),
    );
    MtDual, spec(
        "mt-dual",
        "tests from below: dual-star by null windows and a table",
        tabled!(; DEEPENING, ONE_BOUND; OWN),
    );
    MtdF, spec("mtd-f", "tests from a guess", tabled!(; DEEPENING, ONE_BOUND; GUESS, SHIFT, OWN));
    MtdBi, spec("mtd-bi", "tests in the middle of what is possible", tabled!(; DEEPENING, ONE_BOUND; OWN));
    MtdDouble, AlgorithmSpec {
        source: "ours, after Plaat 1996",
        ..spec(
            "mtd-double",
            "tests from a guess in strides that double, then in the middle",
            tabled!(; DEEPENING, ONE_BOUND; STRIDE, GUESS, SHIFT, OWN),
        )
    };
    MtdStep, spec("mtd-step", "tests from above in strides", tabled!(; DEEPENING, ONE_BOUND; STRIDE));
}

fn mtd<G: Game>(run: ValueRun<'_, '_, '_, G>, driver: Driver) -> Iterated<G> {
    let ValueRun { context, root, depth, guess } = run;
    let (mut lower_doubt, mut upper_doubt) = (Doubt::NONE, Doubt::NONE);
    let largest = context.largest_value();
    let stride = stride(context.options.stride, Some(context.evaluator.step(context.game)));
    let mut passes = Passes::new(guess, WHOLE, (-largest, largest), stride);
    loop {
        passes.bound = driver.bound(&passes);
        let value = mt(context, root, depth, passes.bound)?;
        *(if passes.add(value.score) { &mut upper_doubt } else { &mut lower_doubt }) = value.doubt;
        if passes.is_done() {
            let doubt = lower_doubt | upper_doubt;
            return Ok(Found { value: passes.g, bound: Bound::Exact, passes: passes.count, doubt });
        }
    }
}
