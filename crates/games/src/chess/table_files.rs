//! How the files of tables are read: small ones are held in memory, where a look-up takes less than half the time.

use std::io;
use std::path::{Path, PathBuf};

use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};

/// The largest file that is held in memory, in bytes: all tables for up to four pieces are smaller.
const SMALL: u64 = 1 << 20;

/// The files of the system.
pub(super) struct Files;

impl Filesystem for Files {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        OsFilesystem::new().regular_file_size(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        OsFilesystem::new().read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        if self.regular_file_size(path)? > SMALL {
            return OsFilesystem::new().open(path);
        }
        Ok(Box::new(Held(std::fs::read(path)?)))
    }
}

/// A file in memory.
struct Held(Vec<u8>);

impl RandomAccessFile for Held {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let rest = usize::try_from(offset).ok().and_then(|offset| self.0.get(offset..)).unwrap_or(&[]);
        let read = rest.len().min(buffer.len());
        buffer[..read].copy_from_slice(&rest[..read]);
        Ok(read)
    }
}
