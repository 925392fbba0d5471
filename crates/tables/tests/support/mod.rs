//! What the tests share: games of their own, which know nothing of tables.

#![allow(dead_code)] // every test uses some of it

pub mod graph;
pub mod grid;
pub mod synthetic;

use std::sync::atomic::AtomicBool;

use pnyx_game::Repetition;
use pnyx_tables::{Description, Ended, Expander, Limits, Run, Table, build};

/// Do something with a run that has no limits.
pub fn unlimited<T>(threads: usize, work: impl FnOnce(&mut Run<'_>) -> T) -> T {
    let (stop, mut ignore) = (AtomicBool::new(false), |_: &_| {});
    work(&mut Run::new(threads, Limits::default(), &stop, &mut ignore))
}

/// The table of a game that does not fail.
pub fn table<X: Expander>(expander: &X, starts: &[Vec<u8>], repetition: Repetition, threads: usize) -> Table {
    match unlimited(threads, |run| build(expander, starts, repetition, run)) {
        Ok(Ended::Complete(table)) => table,
        Ok(Ended::Incomplete(limit, _)) => panic!("ended by a limit: {limit}"),
        Err(_) => panic!("the rules failed"),
    }
}

/// What a test's table is about.
pub fn description(repetition: Repetition) -> Description {
    Description {
        game: "of a test".into(),
        options: "{}".into(),
        starts: "its start".into(),
        repetition,
        symmetry: false,
    }
}

/// Random numbers that can be repeated (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}
