//! What saving a checkpoint asks of a disk. Tests have one that fails.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Every step of saving that can fail.
pub(super) trait Disk {
    /// A file that is being written.
    type File: Write;
    /// An empty file.
    fn create(&mut self, path: &Path) -> io::Result<Self::File>;
    /// Force a file to the disk.
    fn sync(&mut self, file: Self::File) -> io::Result<()>;
    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()>;
    fn remove(&mut self, path: &Path) -> io::Result<()>;
    /// Force new names to the disk, where the system can; `path` is one of them.
    fn sync_folder(&mut self, path: &Path) -> io::Result<()>;
}

/// The file system.
pub(super) struct TrueDisk;

impl Disk for TrueDisk {
    type File = File;

    fn create(&mut self, path: &Path) -> io::Result<File> {
        File::create(path)
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
