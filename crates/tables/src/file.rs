//! A table's file, mapped: `docs/table-format.md` describes it byte by byte.

use std::fmt;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::description::{LARGEST_HEADER, MAGIC, version};
use crate::map::Mapped;
use crate::table::{find, partition};
use crate::{Entry, FORMAT_VERSION, Header, Statistics};

/// Positions of a block.
pub(crate) const BLOCK: u64 = 256;
/// Bytes of a checksum.
pub(crate) const SUM: usize = 4;

/// A table in a file. Its header and directory have been examined; a block is when it is first looked at.
pub struct File {
    path: PathBuf,
    map: Mapped,
    header: Header,
    /// Where the blocks begin.
    start: usize,
    directory: usize,
    /// Bit by bit, the blocks whose checksums were right.
    examined: Vec<AtomicU64>,
}

/// Some consecutive positions of a file.
#[derive(Clone, Copy)]
pub struct Block<'a> {
    records: &'a [u8],
    entries: &'a [u8],
    record: usize,
    entry: usize,
}

/// Why a file is of no use.
#[derive(Debug)]
pub enum FileError {
    /// There is no such file.
    Missing(PathBuf),
    /// The system does not let us read it, and says this.
    Unreadable(PathBuf, io::Error),
    /// It is something else.
    Foreign(PathBuf),
    /// It was made by a Pnyx that writes this other version.
    Version(PathBuf, u32),
    /// It is not as it was written: what is wrong.
    Damaged(PathBuf, String),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Missing(path) => write!(f, "there is no file {}", path.display()),
            FileError::Unreadable(path, error) => write!(f, "{} cannot be read: {error}", path.display()),
            FileError::Foreign(path) => write!(f, "{} is no table of Pnyx", path.display()),
            FileError::Version(path, version) => write!(
                f,
                "{} is a table of version {version}, and this Pnyx reads version {FORMAT_VERSION}; build it again",
                path.display(),
            ),
            FileError::Damaged(path, what) => {
                write!(f, "{} is damaged: {what}; build it again", path.display())
            }
        }
    }
}

impl std::error::Error for FileError {}

impl File {
    /// Map a table. Its file must not be changed while it is in use.
    pub fn open(path: impl AsRef<Path>) -> Result<File, FileError> {
        let path = path.as_ref();
        let failed = |error: io::Error| match error.kind() {
            ErrorKind::NotFound => FileError::Missing(path.into()),
            _ => FileError::Unreadable(path.into(), error),
        };
        let file = fs::File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?;
        if !length.is_file() || length.len() < MAGIC.len() as u64 {
            return Err(FileError::Foreign(path.into()));
        }
        let map = Mapped::new(&file).map_err(failed)?;
        match version(&map[..map.len().min(LARGEST_HEADER)]) {
            Some(FORMAT_VERSION) => {}
            Some(version) => return Err(FileError::Version(path.into(), version)),
            None => return Err(FileError::Foreign(path.into())),
        }
        File::lay_out(path, map).map_err(|what| FileError::Damaged(path.into(), what))
    }

    fn lay_out(path: &Path, map: Mapped) -> Result<File, String> {
        let (header, start) = Header::read(&map)?;
        let blocks = header.positions.div_ceil(BLOCK);
        let too_long = || "its header speaks of more positions than there can be".to_owned();
        let body = (header.record as u64 + header.entry as u64).checked_mul(header.positions);
        let sums = (header.record as u64 + SUM as u64).checked_mul(blocks);
        let bytes = body.zip(sums).and_then(|(body, sums)| body.checked_add(sums)).ok_or_else(too_long)?;
        let expected = bytes.checked_add((start + SUM) as u64).ok_or_else(too_long)?;
        if map.len() as u64 != expected {
            return Err(format!("it has {} bytes, and its header speaks of {expected}", map.len()));
        }
        let directory = start + body.unwrap_or_default() as usize;
        let (entries, sum) = map[directory..].split_at(map.len() - SUM - directory);
        if crc32fast::hash(entries).to_le_bytes() != sum {
            return Err("the checksum of its directory is wrong".into());
        }
        let examined = (0..blocks.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Ok(File { path: path.into(), map, header, start, directory, examined })
    }

    /// What the file says of itself.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.header.positions
    }

    /// Whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is known of the position with these bytes, those of a representative. Zeros may follow them.
    pub fn get(&self, bytes: &[u8]) -> Result<Option<Entry>, FileError> {
        Ok(self.find(bytes)?.map(|(block, at)| block.get(at).1))
    }

    /// The block where a position is, and its number there.
    fn find(&self, bytes: &[u8]) -> Result<Option<(Block<'_>, usize)>, FileError> {
        let Header { record, .. } = self.header;
        let shared = bytes.len().min(record);
        // The last block whose first record is not greater.
        let after = partition(self.blocks(), |block| {
            let first = self.first_record(block);
            first[..shared] < bytes[..shared]
                || first[..shared] == bytes[..shared] && first[shared..].iter().all(|&byte| byte == 0)
        });
        let Some(number) = after.checked_sub(1) else { return Ok(None) };
        let block = self.block(number)?;
        let found = find(block.len(), record, bytes, |at| &block.records[at * record..][..record]);
        Ok(found.map(|at| (block, at)))
    }

    /// The number of blocks.
    pub(crate) fn blocks(&self) -> usize {
        self.len().div_ceil(BLOCK) as usize
    }

    fn directory_entry(&self, block: usize) -> &[u8] {
        let width = self.header.record + SUM;
        &self.map[self.directory + block * width..][..width]
    }

    /// The first record of a block, as the directory has it.
    pub(crate) fn first_record(&self, block: usize) -> &[u8] {
        &self.directory_entry(block)[..self.header.record]
    }

    /// A block, whose checksum is examined unless it was before.
    pub(crate) fn block(&self, number: usize) -> Result<Block<'_>, FileError> {
        let Header { positions, record, entry, .. } = self.header;
        let first = number as u64 * BLOCK;
        let length = BLOCK.min(positions - first) as usize;
        let start = self.start + first as usize * (record + entry);
        let bytes = &self.map[start..start + length * (record + entry)];
        let (word, bit) = (&self.examined[number / 64], 1 << (number % 64));
        if word.load(Relaxed) & bit == 0 {
            let sum = &self.directory_entry(number)[record..];
            if crc32fast::hash(bytes).to_le_bytes() != sum {
                let last = first + length as u64;
                return Err(
                    self.damaged(format!("the checksum of its positions {} to {last} is wrong", first + 1))
                );
            }
            word.fetch_or(bit, Relaxed);
        }
        let (records, entries) = bytes.split_at(length * record);
        Ok(Block { records, entries, record, entry })
    }

    pub(crate) fn damaged(&self, what: impl Into<String>) -> FileError {
        FileError::Damaged(self.path.clone(), what.into())
    }

    /// The position with this number, in the order of bytes.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn position(&self, number: u64) -> Result<(&[u8], Entry), FileError> {
        let block = self.block((number / BLOCK) as usize)?;
        Ok(block.get((number % BLOCK) as usize))
    }

    /// All positions, ordered by their bytes.
    pub fn iter(&self) -> impl Iterator<Item = Result<(&[u8], Entry), FileError>> {
        (0..self.blocks()).flat_map(|number| {
            let (block, error) = match self.block(number) {
                Ok(block) => (Some(block), None),
                Err(error) => (None, Some(Err(error))),
            };
            block.into_iter().flat_map(|block| (0..block.len()).map(move |at| Ok(block.get(at)))).chain(error)
        })
    }

    /// Counts by value and distance, from all positions.
    pub fn statistics(&self) -> Result<Statistics, FileError> {
        let mut statistics = Statistics::default();
        for position in self.iter() {
            let (record, entry) = position?;
            statistics.count(record, entry);
        }
        Ok(statistics)
    }
}

impl<'a> Block<'a> {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.records.len() / self.record
    }

    /// A position and its entry.
    #[inline]
    pub fn get(&self, at: usize) -> (&'a [u8], Entry) {
        let mut code = [0; 4];
        code[..self.entry].copy_from_slice(&self.entries[at * self.entry..][..self.entry]);
        let record = &self.records[at * self.record..][..self.record];
        (record, Entry::of_code(u32::from_le_bytes(code)))
    }
}
