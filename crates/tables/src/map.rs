//! Files as memory. The only `unsafe` of this crate.

#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Deref;

use memmap2::Mmap;

/// A whole file, read where it is looked at.
pub(crate) struct Mapped(Mmap);

impl Mapped {
    /// Map a file that nobody changes while it is mapped. No system can promise that, so it is the contract of tables:
    /// one is written under another name, then renamed, and never changed in place.
    pub fn new(file: &File) -> io::Result<Mapped> {
        // SAFETY: the mapping is only read, and as bytes, for which every value is valid; the contract above says that they
        // stay what they are. Should somebody break it, no index depends on a byte read twice: a wrong answer, a failed
        // checksum or, where the file was made shorter, a signal from the system is what may come of it.
        let map = unsafe { Mmap::map(file)? };
        Ok(Mapped(map))
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}
