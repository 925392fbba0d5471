//! A disk that fails at one step, for tests: whichever step it is, what was written before must be safe.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::rc::Rc;

use crate::{Disk, TrueDisk};

/// How a disk fails.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// At one step; the next ones succeed.
    Once,
    /// From that step on, as a disk that is full stays full. Files can be removed.
    Onwards,
    /// The process is killed there: nothing more is done, and nothing is cleaned up.
    Killed,
}

const FAILED: u32 = u32::MAX;

/// A disk that fails after N steps.
#[derive(Clone)]
pub struct Failing {
    left: Rc<Cell<u32>>,
    fault: Fault,
}

impl Failing {
    /// A new disk, which fails after N steps.
    #[must_use]
    pub fn after(steps: u32, fault: Fault) -> Failing {
        Failing { left: Rc::new(Cell::new(steps)), fault }
    }

    /// An error if it is time for one.
    fn step(&self) -> io::Result<()> {
        match (self.left.get(), self.fault) {
            (FAILED, Fault::Once) => Ok(()),
            (0 | FAILED, _) => {
                self.left.set(FAILED);
                Err(io::Error::from(ErrorKind::StorageFull))
            }
            (left, _) => {
                self.left.set(left - 1);
                Ok(())
            }
        }
    }

    /// Whether it has failed.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.left.get() == FAILED
    }
}

/// A file on such a disk: a write that fails has written half of its bytes.
pub struct FailingFile(File, Failing);

impl Write for FailingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let failed = self.1.has_failed();
        self.1.step().inspect_err(|_| {
            if !failed {
                self.0.write_all(&bytes[..bytes.len() / 2]).expect("the true disk has room");
            }
        })?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Disk for Failing {
    type File = FailingFile;

    fn create(&mut self, path: &Path) -> io::Result<FailingFile> {
        self.step()?;
        Ok(FailingFile(TrueDisk.create(path)?, self.clone()))
    }

    fn go_on(&mut self, path: &Path, length: u64) -> io::Result<FailingFile> {
        self.step()?;
        Ok(FailingFile(TrueDisk.go_on(path, length)?, self.clone()))
    }

    fn sync(&mut self, file: FailingFile) -> io::Result<()> {
        self.step()?;
        TrueDisk.sync(file.0)
    }

    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        self.step()?;
        TrueDisk.rename(from, to)
    }

    fn remove(&mut self, path: &Path) -> io::Result<()> {
        if self.fault == Fault::Killed {
            self.step()?;
        }
        TrueDisk.remove(path)
    }

    fn sync_folder(&mut self, path: &Path) -> io::Result<()> {
        self.step()?;
        TrueDisk.sync_folder(path)
    }
}
