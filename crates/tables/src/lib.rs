//! Whole games: tables of every position that can be reached from given starts, with its value and distance.
//!
//! [`build()`] enumerates the positions breadth first into an exact index of packed positions, and values them backwards
//! from the ends, ply by ply (retrograde analysis, Ströhlein 1970). What it gives, a [`Table`], can be
//! [asked](Table::get), [counted](Table::statistics) and written to a file, which [`File`] maps and [`check()`] examines
//! by the rules alone. The format, and why such a check is enough, are in `docs/table-format.md`.
//!
//! The crate knows rules only as an [`Expander`], which tells the successors of packed positions. [`RulesExpander`]
//! makes one of any game in Rust.

mod block;
mod cell;
mod check;
mod description;
mod each_shard;
mod edges;
mod entry;
mod enumerate;
mod expand;
mod file;
mod forecast;
mod index;
mod journal;
mod limits;
mod link;
mod map;
mod meter;
mod resume;
mod retrograde;
mod shard;
mod sort;
mod statistics;
mod strategy;
mod table;
mod threads;
mod worker;
mod write;

// What the tests share is written as for a crate that uses this one.
#[cfg(test)]
extern crate self as pnyx_tables;
#[cfg(test)]
#[path = "../tests/support/mod.rs"]
mod support;

use pnyx_game::{Packed, Repetition};

pub use check::{CheckError, Checked, Fault, Portion, check};
pub use description::{Description, FORMAT_VERSION, Header};
pub use entry::{Entry, Value};
pub use enumerate::{Enumeration, Growth};
pub use expand::{ExpandError, Expanded, Expander, Packs, Records, RulesExpander};
pub use file::{File, FileError};
pub use limits::{Limit, Limits, Phase, Progress, Run};
pub use resume::{BuildError, build_file};
pub use statistics::{Counts, Statistics};
pub use strategy::{Moves, Strategy};
pub use table::Table;

/// What a build comes to when the rules do not fail.
#[derive(Debug)]
pub enum Ended<T = Table> {
    /// Every position has its value: a [`Table`], or a [`File`].
    Complete(T),
    /// A limit ended it, and nothing is known but how far it came.
    Incomplete(Limit, Growth),
}

/// Enumerate and value everything that can be reached from the starts, which are the packed representatives of
/// positions. The file of a table does not depend on the order of the starts, nor on the number of threads.
///
/// # Panics
///
/// If repeating is illegal in the game: see [`refusal`].
pub fn build<X: Expander>(
    expander: &X,
    starts: impl IntoIterator<Item = impl AsRef<[u8]>>,
    repetition: Repetition,
    run: &mut Run<'_>,
) -> Result<Ended, X::Error> {
    let mut enumeration = Enumeration::new();
    let limit = match enumeration.add_starts(starts.into_iter().map(Ok), run)? {
        None => enumeration.run(expander, run)?,
        limit => limit,
    };
    Ok(match limit {
        Some(limit) => Ended::Incomplete(limit, enumeration.growth()),
        None => enumeration.value(repetition, run),
    })
}

/// Why there is no table of this game, if there is none.
pub fn refusal<G: Packed>(game: &G) -> Option<String> {
    match game.repetition() {
        Repetition::Illegal => Some(
            "repeating a position is illegal in this game, so that what a position is worth depends on the moves that \
             led to it"
                .into(),
        ),
        Repetition::Draw | Repetition::Impossible => game.refuses_table(),
    }
}
