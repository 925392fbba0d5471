//! Certificates, and the checker that believes nothing else.
//!
//! This crate knows the rules of games through [`pnyx_game::Game`] and nothing of any search: what it
//! accepts is true however it was found. The format is specified in `docs/certificate-format.md`.

mod body;
mod certificate;
mod check;
mod claim;
mod file;
mod leb128;
mod listener;
mod merge;
mod parts;
mod shape;
mod writer;

pub use body::Body;
pub use certificate::{Certificate, FormatError, Header, VERSION, Verdict};
pub use check::{check, check_and_report};
pub use claim::{CheckError, Claim, Report};
pub use file::{CertificateFile, LARGEST_BODY};
pub use listener::{Kind, Length, Listener};
pub use merge::Merge;
pub use shape::{Edge, Shape};
pub use writer::GraphWriter;

use pnyx_game::RepetitionEffect;

/// Whether the graph of this verdict may have cycles: the side that a repetition suits may repeat positions. `limited` is a
/// goal that limits the prover's moves: a disproof may lead back to a position with more of them left.
#[must_use]
pub fn cycles_allowed(verdict: Verdict, repetition: RepetitionEffect, limited: bool) -> bool {
    match verdict {
        Verdict::Proven => repetition == RepetitionEffect::Satisfies,
        Verdict::Disproven => repetition == RepetitionEffect::Fails || limited,
    }
}
