//! Checkpoints: what a long run knows, in a file, so that it can be taken up again.
//!
//! A file has the question as text, what was spent on it, and the records of the [table](crate::table::Shared), in
//! [frames] that are checked. Anything in it is used only when all of it was read and found whole.
//!
//! **Writing.** `FILE.new` is written and forced to the disk; then `FILE` becomes `FILE.previous`, and `FILE.new`
//! becomes `FILE`. A process that is killed leaves one whole checkpoint at least, whenever that happens (after the
//! first), and so does a [disk](Disk) that fails at any of these steps.
//!
//! **Reading.** If `FILE` is missing, damaged or something else, `FILE.new` is tried, which is whole if the process was
//! killed between the two renamings, and then `FILE.previous`. A checkpoint of another question or a later version is
//! refused, because nothing is wrong with it.

mod error;
#[cfg(test)]
mod failing;
mod frames;
#[cfg(test)]
mod tests;

use std::fs::{self, File};
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::path::Path;

use pnyx_files::{Disk, TrueDisk, beside};

use self::frames::{Frames, Unframed, VERSION};
use crate::table::Shared;

pub use self::error::CheckpointError;

/// Bytes of a question at most; a longer one is damage.
const LONGEST: u32 = 1 << 20;

/// What a run tries to find out: the game with its options, the position, the goal, and what of the search's options
/// gives the table its meaning. A checkpoint can be taken up only with the same text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunDescription {
    /// In whatever form, but always in the same.
    pub text: String,
}

/// What a run has cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// Nodes, as the search counts them.
    pub nodes: u64,
    /// Wall-clock time.
    pub seconds: f64,
}

/// A run that can go on.
pub struct Resumed {
    /// What was known.
    pub table: Shared,
    /// What was spent.
    pub spent: Spent,
    /// Why another file than the one asked for was taken, and which.
    pub fell_back: Option<String>,
}

/// Write a checkpoint in place of the one that is there, which is kept as `FILE.previous`. Other threads may go on to
/// use the table. After an error an earlier checkpoint can still be read, if there was one, and the next try may
/// succeed.
pub fn save(path: &Path, question: &RunDescription, spent: Spent, table: &Shared) -> io::Result<()> {
    save_to(&mut TrueDisk, path, &Contents { question, spent, table })
}

/// What a checkpoint holds.
struct Contents<'a> {
    question: &'a RunDescription,
    spent: Spent,
    table: &'a Shared,
}

fn save_to(disk: &mut impl Disk, path: &Path, contents: &Contents<'_>) -> io::Result<()> {
    let (new, previous) = (beside(path, "new"), beside(path, "previous"));
    if !path.exists() {
        // What was interrupted between the two renamings may be the only whole checkpoint: it must not be overwritten.
        match disk.rename(&new, path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    let written = write(disk, &new, contents).and_then(|()| match disk.rename(path, &previous) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    });
    written.inspect_err(|_| {
        // What does not fit on the disk should not fill it either.
        let _ = disk.remove(&new);
    })?;
    disk.rename(&new, path)?;
    disk.sync_folder(path)
}

/// Take a run up again with a table of at most N bytes. See the module for the files that are tried.
pub fn resume(path: &Path, question: &RunDescription, bytes: usize) -> Result<Resumed, CheckpointError> {
    let mut errors = Vec::new();
    for candidate in [path.to_path_buf(), beside(path, "new"), beside(path, "previous")] {
        match read(&candidate, question, bytes) {
            Ok((table, spent)) => {
                let why =
                    errors.first().map(|error| format!("{error}; using {} instead", candidate.display()));
                return Ok(Resumed { table, spent, fell_back: why });
            }
            Err(error) if errors.is_empty() && !error.may_fall_back() => return Err(error),
            Err(error) => errors.push(error),
        }
    }
    Err(CheckpointError::none_of(errors))
}

/// Whether a run may write its checkpoints here: there is no file yet, or a checkpoint of the same question. A
/// checkpoint that is damaged beyond recognition counts as something else, and must be moved away by hand. What is not a
/// file, such as a device, is never replaced.
pub fn may_save(path: &Path, question: &RunDescription) -> Result<(), CheckpointError> {
    for name in [path.to_path_buf(), beside(path, "new"), beside(path, "previous")] {
        if fs::metadata(&name).is_ok_and(|found| !found.is_file()) {
            return Err(CheckpointError::NoFile(name));
        }
    }
    for name in [path.to_path_buf(), beside(path, "new")] {
        match open(&name, question) {
            Ok(_) | Err(CheckpointError::Missing(_) | CheckpointError::Damaged(..)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn write(disk: &mut impl Disk, path: &Path, contents: &Contents<'_>) -> io::Result<()> {
    let Contents { question, spent, table } = contents;
    let length = u32::try_from(question.text.len()).ok().filter(|&length| length <= LONGEST);
    let length = length.ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "the question is too long"))?;
    let mut out = Frames::new(disk.create(path)?)?;
    out.write_all(&spent.nodes.to_le_bytes())?;
    out.write_all(&spent.seconds.to_bits().to_le_bytes())?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(question.text.as_bytes())?;
    // The question can be read without the records.
    out.flush()?;
    table.save(&mut out)?;
    disk.sync(out.finish()?)
}

fn read(path: &Path, question: &RunDescription, bytes: usize) -> Result<(Shared, Spent), CheckpointError> {
    let (mut from, spent) = open(path, question)?;
    let table = Shared::load(bytes, &mut from).map_err(|error| CheckpointError::of(path, error))?;
    Ok((table, spent))
}

/// The records of a checkpoint, still to be read, and what was spent.
fn open(path: &Path, question: &RunDescription) -> Result<(impl Read + use<>, Spent), CheckpointError> {
    let failed = |error| CheckpointError::of(path, error);
    let (mut from, version) =
        Unframed::new(BufReader::new(File::open(path).map_err(failed)?)).map_err(failed)?;
    match version {
        Some(VERSION) => {}
        None => return Err(CheckpointError::Foreign(path.into())),
        Some(version) => return Err(CheckpointError::Version(path.into(), version)),
    }
    let (text, spent) = head(&mut from).map_err(failed)?;
    if text != question.text {
        let (theirs, ours) = (text, question.text.clone());
        return Err(CheckpointError::OtherQuestion { path: path.into(), theirs, ours });
    }
    Ok((from, spent))
}

fn head(from: &mut impl Read) -> io::Result<(String, Spent)> {
    let mut words = [[0; 8]; 2];
    from.read_exact(words.as_flattened_mut())?;
    let [nodes, seconds] = words.map(u64::from_le_bytes);
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST {
        return Err(io::Error::new(ErrorKind::InvalidData, "its question is too long"));
    }
    let mut text = vec![0; length as usize];
    from.read_exact(&mut text)?;
    let text = String::from_utf8(text)
        .map_err(|_| io::Error::new(ErrorKind::InvalidData, "its question is no text"))?;
    Ok((text, Spent { nodes, seconds: f64::from_bits(seconds) }))
}
