//! The numbers of a body, one after the other, whether it is in memory or in a file.

use crate::file::{CertificateFile, Unpacking};
use crate::{FormatError, VERSION, leb128};

/// The most bytes that are taken from memory at once.
const CHUNK: usize = 1 << 16;

/// The longest number.
const LONGEST: usize = 5;

/// The graph of a certificate: bytes in memory, or a file from which they are unpacked as they are read.
#[derive(Clone, Copy)]
pub struct Body<'a> {
    source: Source<'a>,
    nodes: Option<u32>,
    version: u32,
}

#[derive(Clone, Copy)]
enum Source<'a> {
    Held(&'a [u8]),
    Filed(&'a CertificateFile<'a>),
}

impl<'a> From<&'a [u8]> for Body<'a> {
    fn from(bytes: &'a [u8]) -> Body<'a> {
        Body { source: Source::Held(bytes), nodes: None, version: VERSION }
    }
}

impl<'a> From<&'a Vec<u8>> for Body<'a> {
    fn from(bytes: &'a Vec<u8>) -> Body<'a> {
        bytes.as_slice().into()
    }
}

impl<'a> From<&'a CertificateFile<'a>> for Body<'a> {
    fn from(file: &'a CertificateFile<'a>) -> Body<'a> {
        Body { source: Source::Filed(file), nodes: Some(file.header.nodes), version: file.header.version }
    }
}

impl<'a> Body<'a> {
    /// This body, if it says how many nodes its graph has: one with more is rejected at the first of them.
    #[must_use]
    pub fn claiming(self, nodes: Option<u32>) -> Body<'a> {
        Body { nodes, ..self }
    }

    /// The number of nodes that the graph is said to have.
    #[must_use]
    pub fn nodes(&self) -> Option<u32> {
        self.nodes
    }

    /// The same bytes, as they were written by this version of the format.
    #[must_use]
    pub fn of_version(self, version: u32) -> Body<'a> {
        Body { version, ..self }
    }

    /// The version of the format.
    pub(crate) fn version(&self) -> u32 {
        self.version
    }

    /// The number of bytes, unpacked.
    #[must_use]
    pub fn length(&self) -> usize {
        match self.source {
            Source::Held(bytes) => bytes.len(),
            Source::Filed(file) => file.length,
        }
    }

    /// The bytes of the file it comes from.
    #[must_use]
    pub fn file_size(&self) -> Option<usize> {
        match self.source {
            Source::Held(_) => None,
            Source::Filed(file) => Some(file.size),
        }
    }
}

/// Why there is no number.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NoNumber {
    /// The bytes are none.
    Bytes(&'static str),
    /// The file is not what its header says.
    File(FormatError),
}

/// Takes numbers off a body, and holds no more of it than a buffer.
pub(crate) struct Numbers<'a> {
    rest: Rest<'a>,
    buffer: Vec<u8>,
    at: usize,
}

enum Rest<'a> {
    Held(&'a [u8]),
    Filed(Box<Unpacking<'a>>),
}

impl<'a> Numbers<'a> {
    pub fn new(body: Body<'a>) -> Numbers<'a> {
        let rest = match body.source {
            Source::Held(bytes) => Rest::Held(bytes),
            Source::Filed(file) => Rest::Filed(Box::new(Unpacking::new(file))),
        };
        Numbers { rest, buffer: Vec::new(), at: 0 }
    }

    /// The next number.
    #[inline]
    pub fn read(&mut self) -> Result<u32, NoNumber> {
        match self.buffer.get(self.at) {
            Some(&byte) if byte < 0x80 => {
                self.at += 1;
                Ok(u32::from(byte))
            }
            _ => self.read_on(),
        }
    }

    /// Whether nothing is left; a file is then known to be whole.
    pub fn at_end(&mut self) -> Result<bool, NoNumber> {
        self.fill(1)?;
        Ok(self.at == self.buffer.len())
    }

    #[cold]
    #[inline(never)]
    fn read_on(&mut self) -> Result<u32, NoNumber> {
        self.fill(LONGEST)?;
        let mut bytes = &self.buffer[self.at..];
        let number = leb128::read(&mut bytes).map_err(NoNumber::Bytes)?;
        self.at = self.buffer.len() - bytes.len();
        Ok(number)
    }

    /// Have N bytes in the buffer, or all there are.
    fn fill(&mut self, least: usize) -> Result<(), NoNumber> {
        if self.buffer.len() - self.at >= least {
            return Ok(());
        }
        self.buffer.drain(..self.at);
        self.at = 0;
        while self.buffer.len() < least {
            let more = match &mut self.rest {
                Rest::Held(bytes) => {
                    let (taken, left) = bytes.split_at(bytes.len().min(CHUNK));
                    self.buffer.extend_from_slice(taken);
                    *bytes = left;
                    !taken.is_empty()
                }
                Rest::Filed(unpacking) => unpacking.append(&mut self.buffer).map_err(NoNumber::File)?,
            };
            if !more {
                break;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn numbers_come_as_they_were_written(numbers: Vec<u32>, times in 1..300usize) {
            let mut bytes = Vec::new();
            for _ in 0..times {
                numbers.iter().for_each(|&number| leb128::write(&mut bytes, number));
            }
            let mut read = Numbers::new((&bytes).into());
            for number in std::iter::repeat_n(&numbers, times).flatten() {
                prop_assert_eq!(read.read(), Ok(*number));
                prop_assert!(read.buffer.len() < CHUNK + LONGEST);
            }
            prop_assert_eq!(read.at_end(), Ok(true));
            prop_assert_eq!(read.read(), Err(NoNumber::Bytes("the body ends too early")));
        }
    }
}
