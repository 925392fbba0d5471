//! The certificate file: a header for people, a body for checkers.

use std::fmt;
use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pnyx_game::RepetitionEffect;

pub(crate) const MAGIC: &str = "pnyx certificate ";

/// The version of the format that is written. All from 1 on are read.
pub const VERSION: u32 = 2;

/// What a certificate claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The prover reaches the goal.
    Proven,
    /// The refuter prevents it.
    Disproven,
}

/// The lines people can read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The version of the format.
    pub version: u32,
    /// The game's name.
    pub game: String,
    /// The options that change its rules, as a JSON object.
    pub options: String,
    /// The root in the game's notation, perhaps with a history.
    pub position: String,
    /// The goal's name.
    pub goal: String,
    /// The prover's name.
    pub prover: String,
    /// What a repetition means for the prover.
    pub repetition: RepetitionEffect,
    /// The claim.
    pub verdict: Verdict,
    /// The number of nodes in the graph.
    pub nodes: u32,
}

/// A whole certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// What is claimed about what.
    pub header: Header,
    /// The graph, uncompressed.
    pub body: Vec<u8>,
}

/// Why a file is not a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError(pub(crate) String);

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FormatError {}

impl Header {
    /// The header lines up to the checksum.
    pub(crate) fn lines(&self, body: usize) -> String {
        let Header { version, game, options, position, goal, prover, repetition, verdict, nodes } = self;
        let repetition = match repetition {
            RepetitionEffect::Impossible => "impossible",
            RepetitionEffect::Fails => "fails",
            RepetitionEffect::Satisfies => "satisfies",
            RepetitionEffect::Illegal => "illegal",
        };
        let verdict = match verdict {
            Verdict::Proven => "proven",
            Verdict::Disproven => "disproven",
        };
        format!(
            "{MAGIC}{version}\ngame: {game}\noptions: {options}\nposition: {position}\ngoal: {goal}\nprover: {prover}\n\
             repetition: {repetition}\nverdict: {verdict}\nnodes: {nodes}\nbody: {body}\n"
        )
    }
}

impl Certificate {
    /// The file's bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let lines = self.header.lines(self.body.len());
        let mut crc = crc32fast::Hasher::new();
        crc.update(lines.as_bytes());
        crc.update(&self.body);
        let mut out = format!("{lines}checksum: {:08x}\n\n", crc.finalize()).into_bytes();
        let mut zlib = ZlibEncoder::new(&mut out, Compression::new(6));
        zlib.write_all(&self.body).and_then(|()| zlib.finish().map(drop)).expect("a vector takes every byte");
        out
    }
}
