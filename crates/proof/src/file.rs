//! Certificates read from files, which nobody has reason to trust: a body is unpacked as it is read, a buffer at a
//! time.

use std::io::Read;

use crc32fast::Hasher;
use flate2::bufread::ZlibDecoder;
use pnyx_game::{InputError, RepetitionEffect};

use crate::certificate::MAGIC;
use crate::{Certificate, FormatError, Header, VERSION, Verdict};

const LARGEST_HEADER: usize = 16 << 20;

/// The longest body that is read unless the caller allows more: 1 GiB.
pub const LARGEST_BODY: usize = 1 << 30;

/// A body up to this long is looked through for damage before anything else: what a damaged graph says is of no use. A
/// longer one is found damaged only when it is read, so that a small file cannot keep a reader busy for nothing.
const LOOKED_THROUGH: usize = 16 << 20;

/// The bytes that are unpacked at once.
const CHUNK: usize = 1 << 16;

/// A certificate's file. Its header has been read; its body is unpacked whenever it is read, and never held.
pub struct CertificateFile<'a> {
    /// What is claimed about what.
    pub header: Header,
    /// The bytes of the file.
    pub(crate) size: usize,
    /// The bytes of the body, as the header says. No more are ever unpacked.
    pub(crate) length: usize,
    packed: &'a [u8],
    checksum: u32,
    /// The checksum of the header's lines.
    begun: Hasher,
}

fn bad<T>(what: impl Into<String>) -> Result<T, FormatError> {
    Err(FormatError(what.into()))
}

impl<'a> CertificateFile<'a> {
    /// Read the header. A file whose body says it is longer than `largest_body` is refused, and so is a damaged one,
    /// if its body is short.
    pub fn open(data: &'a [u8], largest_body: usize) -> Result<CertificateFile<'a>, FormatError> {
        if !data.starts_with(MAGIC.as_bytes()) {
            return bad(format!("not a certificate: the first line must be '{MAGIC}{VERSION}'"));
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
        let (header, length, sum) = fields(text)?;
        if length > largest_body {
            return bad(format!("the body has {length} bytes; at most {largest_body} are read"));
        }
        let lines = header.lines(length);
        let checksum = u32::from_str_radix(sum, 16).unwrap_or_default();
        if text.strip_prefix(&lines) != Some(&format!("checksum: {checksum:08x}")) {
            return bad("the header is not written in its standard form");
        }
        let mut begun = Hasher::new();
        begun.update(lines.as_bytes());
        let packed = &data[end + 2..];
        let file = CertificateFile { header, size: data.len(), length, packed, checksum, begun };
        if length <= LOOKED_THROUGH {
            file.look_through()?;
        }
        Ok(file)
    }

    /// The certificate with its body in memory.
    pub fn unpack(self) -> Result<Certificate, FormatError> {
        let (mut body, mut unpacking) = (Vec::new(), Unpacking::new(&self));
        while unpacking.append(&mut body)? {}
        Ok(Certificate { header: self.header, body })
    }

    fn look_through(&self) -> Result<(), FormatError> {
        let (mut buffer, mut unpacking) = (Vec::new(), Unpacking::new(self));
        while unpacking.append(&mut buffer)? {
            buffer.clear();
        }
        Ok(())
    }
}

/// What the header's lines say, the length of the body and the checksum among them.
fn fields(text: &str) -> Result<(Header, usize, &str), FormatError> {
    let mut lines = text.split('\n');
    let version = lines.next().and_then(|line| line.strip_prefix(MAGIC));
    let Some(version) = (1..=VERSION).find(|known| version == Some(&known.to_string())) else {
        return bad(format!(
            "a certificate of version {} cannot be read, only versions up to {VERSION}",
            InputError::quote(version.unwrap_or_default())
        ));
    };
    let mut field = |name: &str| -> Result<&str, FormatError> {
        let line = lines.next().and_then(|line| line.strip_prefix(name));
        match line.and_then(|line| line.strip_prefix(": ")) {
            Some(value) => Ok(value),
            None => bad(format!("the header has no line '{name}: ...' where it belongs")),
        }
    };
    let header = Header {
        version,
        game: field("game")?.into(),
        options: field("options")?.into(),
        position: field("position")?.into(),
        goal: field("goal")?.into(),
        prover: field("prover")?.into(),
        repetition: match field("repetition")? {
            "impossible" => RepetitionEffect::Impossible,
            "fails" => RepetitionEffect::Fails,
            "satisfies" => RepetitionEffect::Satisfies,
            "illegal" => RepetitionEffect::Illegal,
            _ => return bad("repetition must be impossible, fails, satisfies or illegal"),
        },
        verdict: match field("verdict")? {
            "proven" => Verdict::Proven,
            "disproven" => Verdict::Disproven,
            _ => return bad("verdict must be proven or disproven"),
        },
        nodes: field("nodes")?.parse().or_else(|_| bad("nodes must be a number"))?,
    };
    let Ok(length) = field("body")?.parse() else { return bad("body must be a number") };
    let checksum = field("checksum")?;
    if lines.next().is_some() {
        return bad("the header has too many lines");
    }
    Ok((header, length, checksum))
}

/// A body that is being unpacked.
pub(crate) struct Unpacking<'a> {
    file: &'a CertificateFile<'a>,
    zlib: ZlibDecoder<&'a [u8]>,
    left: usize,
    crc: Hasher,
}

impl<'a> Unpacking<'a> {
    pub fn new(file: &'a CertificateFile<'a>) -> Unpacking<'a> {
        let (zlib, crc) = (ZlibDecoder::new(file.packed), file.begun.clone());
        Unpacking { file, zlib, left: file.length, crc }
    }

    /// Append some of what comes next, at most [`CHUNK`] bytes; `false` at the end, when the whole file was found to be
    /// as its header says.
    pub fn append(&mut self, out: &mut Vec<u8>) -> Result<bool, FormatError> {
        let before = out.len();
        // One byte more than there should be shows that there are too many.
        out.resize(before + CHUNK.min(self.left + 1), 0);
        let Ok(read) = self.zlib.read(&mut out[before..]) else {
            return bad("the body cannot be unpacked: the file is damaged or cut short");
        };
        out.truncate(before + read);
        if read > self.left || (read == 0 && self.left > 0) {
            return bad(format!(
                "the body does not have the {} bytes that the header says",
                self.file.length
            ));
        }
        self.left -= read;
        self.crc.update(&out[before..]);
        if read > 0 {
            return Ok(true);
        }
        if !self.zlib.get_ref().is_empty() {
            return bad("something follows the end of the body");
        }
        if self.crc.clone().finalize() != self.file.checksum {
            return bad("the checksum does not agree: the file is damaged");
        }
        Ok(false)
    }
}

#[cfg(test)]
#[path = "file_tests.rs"]
mod tests;
