//! What writing asks of a disk: every step that can fail, so that tests can make each of them fail.

#[cfg(feature = "failing")]
pub mod failing;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Where files are written: the [true disk](TrueDisk), or one that fails.
pub trait Disk {
    /// A file that is being written.
    type File: Write;
    /// An empty file, which nobody else is writing.
    fn create(&mut self, path: &Path) -> io::Result<Self::File>;
    /// The first bytes of a file that is there, to go on after them. What follows is cut off.
    fn go_on(&mut self, path: &Path, length: u64) -> io::Result<Self::File>;
    /// Force a file to the disk.
    fn sync(&mut self, file: Self::File) -> io::Result<()>;
    /// Give a file another name. A file that has it is replaced.
    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()>;
    /// Remove a file.
    fn remove(&mut self, path: &Path) -> io::Result<()>;
    /// Force new names to the disk, where the system can; `path` is one of them.
    fn sync_folder(&mut self, path: &Path) -> io::Result<()>;
}

/// The disk of the machine.
pub struct TrueDisk;

impl Disk for TrueDisk {
    type File = File;

    fn create(&mut self, path: &Path) -> io::Result<File> {
        let file = locked(OpenOptions::new().write(true).create(true).truncate(false).open(path)?)?;
        file.set_len(0)?;
        Ok(file)
    }

    fn go_on(&mut self, path: &Path, length: u64) -> io::Result<File> {
        let mut file = locked(OpenOptions::new().write(true).open(path)?)?;
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
        Ok(file)
    }

    fn sync(&mut self, file: File) -> io::Result<()> {
        file.sync_all()
    }

    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&mut self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn sync_folder(&mut self, path: &Path) -> io::Result<()> {
        if cfg!(unix) {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
        }
        Ok(())
    }
}

/// A file that no other process is writing. The lock ends with the file, or the process.
fn locked(file: File) -> io::Result<File> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(io::Error::new(io::ErrorKind::ResourceBusy, "another process is writing it"))
        }
        // Some file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// The file with this ending after its whole name.
#[must_use]
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}
