//! The certificate file: a header for people, a body for checkers.

use std::fmt;
use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use pnyx_game::RepetitionEffect;

const MAGIC: &str = "pnyx certificate 1";
const LARGEST_HEADER: usize = 16 << 20;

/// The longest body that is read unless the caller allows more: 1 GiB.
pub const LARGEST_BODY: usize = 1 << 30;

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
pub struct FormatError(String);

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FormatError {}

fn bad<T>(what: impl Into<String>) -> Result<T, FormatError> {
    Err(FormatError(what.into()))
}

impl Header {
    /// The header lines up to the checksum.
    fn lines(&self, body: usize) -> String {
        let Header { game, options, position, goal, prover, repetition, verdict, nodes } = self;
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
            "{MAGIC}\ngame: {game}\noptions: {options}\nposition: {position}\ngoal: {goal}\nprover: {prover}\n\
             repetition: {repetition}\nverdict: {verdict}\nnodes: {nodes}\nbody: {body}\n"
        )
    }
}

fn checksum(lines: &str, body: &[u8]) -> u32 {
    let mut crc = crc32fast::Hasher::new();
    crc.update(lines.as_bytes());
    crc.update(body);
    crc.finalize()
}

impl Certificate {
    /// The file's bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let lines = self.header.lines(self.body.len());
        let mut out = format!("{lines}checksum: {:08x}\n\n", checksum(&lines, &self.body)).into_bytes();
        let mut zlib = ZlibEncoder::new(&mut out, Compression::new(6));
        zlib.write_all(&self.body).and_then(|()| zlib.finish().map(drop)).expect("a vector takes every byte");
        out
    }

    /// Read a file; a body longer than `largest_body` is refused before it is unpacked.
    pub fn from_bytes(data: &[u8], largest_body: usize) -> Result<Certificate, FormatError> {
        if !data.starts_with(MAGIC.as_bytes()) {
            return bad(format!("not a certificate: the first line must be '{MAGIC}'"));
        }
        let head = &data[..data.len().min(LARGEST_HEADER + 1)];
        let Some(end) = head.windows(2).position(|pair| pair == b"\n\n") else {
            return bad("the header does not end with an empty line");
        };
        let Ok(text) = std::str::from_utf8(&data[..end]) else {
            return bad("the header is not UTF-8");
        };
        if text.chars().any(|c| c.is_control() && c != '\n') {
            return bad("the header has control characters");
        }
        let mut lines = text.split('\n').skip(1);
        let mut field = |name: &str| -> Result<&str, FormatError> {
            let line = lines.next().and_then(|line| line.strip_prefix(name));
            match line.and_then(|line| line.strip_prefix(": ")) {
                Some(value) => Ok(value),
                None => bad(format!("the header has no line '{name}: ...' where it belongs")),
            }
        };
        let (game, options, position) = (field("game")?, field("options")?, field("position")?);
        let (goal, prover) = (field("goal")?, field("prover")?);
        let repetition = match field("repetition")? {
            "impossible" => RepetitionEffect::Impossible,
            "fails" => RepetitionEffect::Fails,
            "satisfies" => RepetitionEffect::Satisfies,
            "illegal" => RepetitionEffect::Illegal,
            _ => return bad("repetition must be impossible, fails, satisfies or illegal"),
        };
        let verdict = match field("verdict")? {
            "proven" => Verdict::Proven,
            "disproven" => Verdict::Disproven,
            _ => return bad("verdict must be proven or disproven"),
        };
        let Ok(nodes) = field("nodes")?.parse() else { return bad("nodes must be a number") };
        let Ok(length) = field("body")?.parse::<usize>() else { return bad("body must be a number") };
        let sum = field("checksum")?;
        if lines.next().is_some() {
            return bad("the header has too many lines");
        }
        let header = Header {
            game: game.into(),
            options: options.into(),
            position: position.into(),
            goal: goal.into(),
            prover: prover.into(),
            repetition,
            verdict,
            nodes,
        };
        let body = unpack(&data[end + 2..], length, largest_body)?;
        let canonical = header.lines(length);
        if format!("{canonical}checksum: {sum}") != text {
            return bad("the header is not written in its standard form");
        }
        if format!("{:08x}", checksum(&canonical, &body)) != sum {
            return bad("the checksum does not agree: the file is damaged");
        }
        Ok(Certificate { header, body })
    }
}

fn unpack(packed: &[u8], length: usize, largest: usize) -> Result<Vec<u8>, FormatError> {
    if length > largest {
        return bad(format!("the body has {length} bytes; at most {largest} are read"));
    }
    let mut body = Vec::new();
    let mut zlib = ZlibDecoder::new(packed);
    if zlib.by_ref().take(length as u64 + 1).read_to_end(&mut body).is_err() {
        return bad("the body cannot be unpacked: the file is damaged or cut short");
    }
    if body.len() != length {
        return bad(format!("the body does not have the {length} bytes that the header says"));
    }
    // Reading one byte past the end made the decoder see the stream's own end.
    if zlib.total_in() != packed.len() as u64 {
        return bad("something follows the end of the body");
    }
    Ok(body)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sample(body: Vec<u8>) -> Certificate {
        Certificate {
            header: Header {
                game: "graph".into(),
                options: "{}".into(),
                position: "root A; repetition draw; A = win".into(),
                goal: "win".into(),
                prover: "max".into(),
                repetition: RepetitionEffect::Fails,
                verdict: Verdict::Proven,
                nodes: 1,
            },
            body,
        }
    }

    proptest! {
        #[test]
        fn written_is_read(body: Vec<u8>) {
            let certificate = sample(body);
            prop_assert_eq!(Certificate::from_bytes(&certificate.to_bytes(), 1 << 20), Ok(certificate));
        }

        #[test]
        fn damage_is_noticed_or_harmless(body: Vec<u8>, at: prop::sample::Index, bit in 0..8u8, cut: prop::sample::Index, more in 1..9usize) {
            let certificate = sample(body);
            let bytes = certificate.to_bytes();
            let mut flipped = bytes.clone();
            flipped[at.index(bytes.len())] ^= 1 << bit;
            // A few bits of a zlib stream mean nothing (its level, the padding of its last byte).
            if let Ok(read) = Certificate::from_bytes(&flipped, 1 << 20) {
                prop_assert_eq!(read, certificate);
            }
            prop_assert!(Certificate::from_bytes(&bytes[..cut.index(bytes.len())], 1 << 20).is_err());
            let longer = [bytes, vec![0; more]].concat();
            prop_assert!(Certificate::from_bytes(&longer, 1 << 20).is_err());
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
            let _ = Certificate::from_bytes(&bytes, 1 << 20);
            let _ = Certificate::from_bytes(&[b"pnyx certificate 1\n".to_vec(), bytes].concat(), 1 << 20);
        }
    }

    #[test]
    fn a_bomb_is_not_unpacked() {
        let bomb = sample(vec![0; 10 << 20]).to_bytes();
        assert!(bomb.len() < 20_000);
        let error = Certificate::from_bytes(&bomb, 1 << 20).unwrap_err().to_string();
        assert!(error.contains("at most"), "{error}");
        let lying = String::from_utf8_lossy(&bomb).find("body: ").unwrap();
        let mut bytes = bomb.clone();
        bytes.splice(lying + 6..lying + 14, b"5".iter().copied());
        assert!(Certificate::from_bytes(&bytes, 1 << 20).unwrap_err().to_string().contains("5 bytes"));
    }
}
