//! Hostile input. The tests of this crate are properties that hold for any bytes and any text; what
//! they need besides the house's own rooms is here: samples, edits, wild bodies, a judge, and the truth by
//! brute force.
//!
//! `cargo test` tries each for a second, `make fuzz` for as many as `PNYX_FUZZ_SECONDS` says. A failure
//! prints the smallest input found and the seed that leads to it (`BOLERO_RANDOM_SEED`).

mod brute;
mod edit;
mod games;
mod judge;
mod tally;
mod usable;
mod wild;

use std::alloc::System;
use std::time::Duration;

use cap::Cap;

pub use brute::{Truth, truth};
pub use edit::{ByteEdit, Scrap, Text, TextEdit, edit_bytes, edit_text, few, join};
pub use games::{ROWS, Row};
pub use judge::{Judged, judge, judge_file};
pub use tally::Tally;
pub use usable::{can_be_used, message, soon};
pub use wild::wild_body;

/// The longest certificate body that is read here.
pub const LARGEST_BODY: usize = 1 << 16;

/// Small inputs must do with little memory: all tests of a process together stay below this.
const MOST_MEMORY: usize = 256 << 20;

// Beyond this there is nothing to report any more: the process ends.
#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, 4 * MOST_MEMORY);

/// Panic if some input has taken too much memory.
pub fn assert_little_memory() {
    let most = MEMORY.max_allocated();
    assert!(most < MOST_MEMORY, "{most} bytes of memory for a small input");
}

/// How long each property is tried.
#[must_use]
pub fn time() -> Duration {
    let seconds = std::env::var("PNYX_FUZZ_SECONDS").ok().map(|text| {
        text.parse().unwrap_or_else(|_| panic!("PNYX_FUZZ_SECONDS must be a number, not '{text}'"))
    });
    Duration::from_secs(seconds.unwrap_or(1))
}

/// Try a property with as many inputs as there is time for.
#[macro_export]
macro_rules! fuzz {
    () => {
        bolero::check!().with_iterations(usize::MAX).with_test_time($crate::time())
    };
}
