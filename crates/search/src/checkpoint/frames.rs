//! A stream of bytes in frames that are checked one by one, so that damage is noticed before anything is used.
//!
//! ```text
//! prelude  8 bytes   the magic word
//!          4         version
//!          4         CRC-32 of the 12 bytes before
//! frame    4         length, from 1 to 65,536
//!          length    content
//!          4         CRC-32 of all bytes of the file so far but the CRC-32s of frames
//! end      4         0
//!          4         CRC-32 as of frames
//! ```
//!
//! Numbers have their lowest byte first. Each checksum covers the frames before it too, so no frame can be missing,
//! doubled or of another file. Later versions keep the prelude.

use std::io::{self, ErrorKind, Read, Write};

use crc32fast::Hasher;

/// The first bytes of every checkpoint. No text file has the last one.
pub(super) const MAGIC: [u8; 8] = *b"PnyxRun\x1a";

/// The version that is written and the only one that is read.
pub(super) const VERSION: u32 = 1;

/// Bytes of a frame's content at most.
const FRAME: usize = 1 << 16;

pub(super) struct Frames<W: Write> {
    out: W,
    crc: Hasher,
    content: Vec<u8>,
}

impl<W: Write> Frames<W> {
    pub(super) fn new(mut out: W) -> io::Result<Frames<W>> {
        let prelude = prelude(VERSION);
        out.write_all(&prelude)?;
        let mut crc = Hasher::new();
        crc.update(&prelude);
        Ok(Frames { out, crc, content: Vec::with_capacity(FRAME) })
    }

    /// Everything that was written, and the end.
    pub(super) fn finish(mut self) -> io::Result<W> {
        self.flush()?;
        self.frame()?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn frame(&mut self) -> io::Result<()> {
        let length = (self.content.len() as u32).to_le_bytes();
        self.crc.update(&length);
        self.crc.update(&self.content);
        self.out.write_all(&length)?;
        self.out.write_all(&self.content)?;
        self.out.write_all(&self.crc.clone().finalize().to_le_bytes())?;
        self.content.clear();
        Ok(())
    }
}

impl<W: Write> Write for Frames<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.content.len() == FRAME {
            self.frame()?;
        }
        let taken = bytes.len().min(FRAME - self.content.len());
        self.content.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    /// An empty frame is the end, so nothing is written if nothing waits.
    fn flush(&mut self) -> io::Result<()> {
        if self.content.is_empty() { Ok(()) } else { self.frame() }
    }
}

/// Reads frames; damage is an error of kind `InvalidData`.
pub(super) struct Unframed<R: Read> {
    from: R,
    crc: Hasher,
    content: Vec<u8>,
    /// Bytes of the content that were given out.
    given: usize,
    /// Bytes of the stream that were read.
    at: u64,
    ended: bool,
}

impl<R: Read> Unframed<R> {
    /// The stream, and its version; none if it is something else. Only one of our [`VERSION`] can be read on.
    pub(super) fn new(from: R) -> io::Result<(Unframed<R>, Option<u32>)> {
        let mut stream =
            Unframed { from, crc: Hasher::new(), content: Vec::new(), given: 0, at: 0, ended: false };
        for byte in MAGIC {
            let mut found = [0];
            stream.exactly(&mut found)?;
            if found != [byte] {
                return Ok((stream, None));
            }
        }
        let version = u32::from_le_bytes(stream.four()?);
        let sum = stream.four()?;
        let expected = prelude(version);
        if expected[12..] != sum {
            return Err(damage("the checksum of its first bytes is wrong".into()));
        }
        stream.crc.update(&expected);
        Ok((stream, Some(version)))
    }

    /// Read and check the next frame, or the end.
    fn advance(&mut self) -> io::Result<()> {
        let begin = self.at;
        let length = self.four()?;
        self.crc.update(&length);
        let length = u32::from_le_bytes(length) as usize;
        if length > FRAME {
            return Err(damage(format!("the block at byte {begin} claims {length} bytes")));
        }
        let mut content = std::mem::take(&mut self.content);
        content.resize(length, 0);
        self.exactly(&mut content)?;
        self.crc.update(&content);
        let sum = self.four()?;
        if sum != self.crc.clone().finalize().to_le_bytes() {
            return Err(damage(format!("the checksum of the block at byte {begin} is wrong")));
        }
        (self.content, self.given, self.ended) = (content, 0, length == 0);
        if self.ended && self.from.read(&mut [0])? != 0 {
            return Err(damage(format!("it goes on after its end at byte {}", self.at)));
        }
        Ok(())
    }

    fn exactly(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        let at = self.at;
        self.from.read_exact(bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => damage(format!("it is cut off somewhere after byte {at}")),
            _ => error,
        })?;
        self.at += bytes.len() as u64;
        Ok(())
    }

    fn four(&mut self) -> io::Result<[u8; 4]> {
        let mut bytes = [0; 4];
        self.exactly(&mut bytes)?;
        Ok(bytes)
    }
}

impl<R: Read> Read for Unframed<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        while self.given == self.content.len() && !self.ended {
            self.advance()?;
        }
        let taken = bytes.len().min(self.content.len() - self.given);
        bytes[..taken].copy_from_slice(&self.content[self.given..][..taken]);
        self.given += taken;
        Ok(taken)
    }
}

/// The first bytes of a stream of this version.
pub(super) fn prelude(version: u32) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..12].copy_from_slice(&version.to_le_bytes());
    let sum = crc32fast::hash(&bytes[..12]);
    bytes[12..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

fn damage(what: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what)
}
