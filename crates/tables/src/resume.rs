//! A table built to a file, in one go or in several: a build that is killed goes on from its last ply.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use pnyx_files::{Disk, TrueDisk, beside};

use crate::journal::{self, Journal, Refused};
use crate::write::save_to;
use crate::{Description, Ended, Enumeration, Expander, File, FileError, Run};

/// Why a table could not be built to a file.
#[derive(Debug)]
pub enum BuildError<E> {
    /// The rules failed.
    Rules(E),
    /// The system failed to read or write this file.
    Io(PathBuf, io::Error),
    /// There is a file of this name, and it is not this table.
    Exists(PathBuf),
    /// There is a work file of this name, and it is something else or damaged.
    Foreign(PathBuf),
    /// There is a work file of this name about something else.
    OtherQuestion {
        /// The file.
        path: PathBuf,
        /// What it is about.
        theirs: String,
        /// What was asked.
        ours: String,
    },
    /// The table was written, and cannot be read.
    File(FileError),
}

impl<E: fmt::Display> fmt::Display for BuildError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Rules(error) => error.fmt(f),
            BuildError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            BuildError::Exists(path) => write!(
                f,
                "{} is there and is not this table: choose another name, or move it away",
                path.display()
            ),
            BuildError::Foreign(path) => write!(
                f,
                "{} is no work file of this Pnyx, or damaged: move it away to begin again",
                path.display()
            ),
            BuildError::OtherQuestion { path, theirs, ours } => write!(
                f,
                "{} is the work file of another table: it is about '{}', and this is '{}'",
                path.display(),
                theirs.trim_end().replace('\n', ", "),
                ours.trim_end().replace('\n', ", "),
            ),
            BuildError::File(error) => error.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for BuildError<E> {}

/// Plies that end sooner after the last one that was written are written with a later one.
const SOON: Duration = Duration::from_millis(250);

/// Build a table to a file. What was found is in `FILE.part` at the end of each ply, or of several short ones. The same
/// call goes on from there, after a limit, a failure or the end of the process, and asks for no starts then. Where a start
/// is an error, that is all there is: nothing is kept of those before it. Valuing asks no rules, and is done again.
///
/// # Panics
///
/// If repeating is illegal in the game.
pub fn build_file<X: Expander>(
    path: &Path,
    description: &Description,
    expander: &X,
    starts: impl IntoIterator<Item = Result<impl AsRef<[u8]>, X::Error>>,
    run: &mut Run<'_>,
) -> Result<Ended<File>, BuildError<X::Error>> {
    Build { path, description, soon: SOON }.run(&mut TrueDisk, expander, starts, run)
}

pub(crate) struct Build<'a> {
    pub path: &'a Path,
    pub description: &'a Description,
    pub soon: Duration,
}

impl Build<'_> {
    pub fn run<X: Expander, D: Disk>(
        &self,
        disk: &mut D,
        expander: &X,
        starts: impl IntoIterator<Item = Result<impl AsRef<[u8]>, X::Error>>,
        run: &mut Run<'_>,
    ) -> Result<Ended<File>, BuildError<X::Error>> {
        let part = beside(self.path, "part");
        if let Some(file) = self.finished()? {
            let _ = disk.remove(&part);
            return Ok(Ended::Complete(file));
        }
        let (mut enumeration, journal) = self.take_up(disk, &part)?;
        let mut journal = match journal {
            Some(journal) => journal,
            None => {
                if let Some(limit) = enumeration.add_starts(starts, run).map_err(BuildError::Rules)? {
                    return Ok(Ended::Incomplete(limit, enumeration.growth()));
                }
                self.begin(disk, &part, &mut enumeration)?
            }
        };
        let failed = |error| BuildError::Io(part.clone(), error);
        let (mut last, mut io) = (Instant::now(), None);
        let at_end_of_ply = |enumeration: &mut Enumeration| {
            if last.elapsed() >= self.soon || enumeration.is_closed() {
                io = journal.save(enumeration).err();
                last = Instant::now();
            }
            io.is_none()
        };
        let limit = enumeration.run_with(expander, run, at_end_of_ply).map_err(BuildError::Rules)?;
        if let Some(error) = io {
            return Err(failed(error));
        }
        if let Some(limit) = limit {
            return Ok(Ended::Incomplete(limit, enumeration.growth()));
        }
        let table = match enumeration.value(self.description.repetition, run) {
            Ended::Complete(table) => table,
            Ended::Incomplete(limit, growth) => return Ok(Ended::Incomplete(limit, growth)),
        };
        let limit = save_to(disk, self.path, &table, self.description, run)
            .map_err(|error| BuildError::Io(self.path.into(), error))?;
        if let Some(limit) = limit {
            return Ok(Ended::Incomplete(limit, crate::Growth::default()));
        }
        // Some systems remove no file that is open.
        drop(journal);
        disk.remove(&part).map_err(failed)?;
        File::open(self.path).map(Ended::Complete).map_err(BuildError::File)
    }

    /// The table, if it is there already.
    fn finished<E>(&self) -> Result<Option<File>, BuildError<E>> {
        match File::open(self.path) {
            Ok(file) if file.header().description == *self.description => Ok(Some(file)),
            Err(FileError::Missing(_)) => Ok(None),
            Err(FileError::Unreadable(path, error)) => Err(BuildError::Io(path, error)),
            _ => Err(BuildError::Exists(self.path.into())),
        }
    }

    /// What an earlier call has left, and its work file if that is of use.
    fn take_up<E, D: Disk>(&self, disk: &mut D, part: &Path) -> Result<TakenUp<D::File>, BuildError<E>> {
        let failed = |error| BuildError::Io(part.into(), error);
        let mut found = match journal::read(part, &self.description.lines()) {
            Ok(found) => found,
            Err(Refused::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
                return Ok((Enumeration::new(), None));
            }
            Err(Refused::Io(error)) => return Err(failed(error)),
            Err(Refused::Foreign) => return Err(BuildError::Foreign(part.into())),
            Err(Refused::OtherQuestion(theirs)) => {
                let (path, ours) = (part.into(), self.description.lines());
                return Err(BuildError::OtherQuestion { path, theirs, ours });
            }
        };
        if found.length == 0 {
            return Ok((Enumeration::new(), None));
        }
        let file = disk.go_on(part, found.length).map_err(failed)?;
        let journal = Journal::go_on(file, &mut found.enumeration);
        Ok((found.enumeration, Some(journal)))
    }

    /// A new work file, with the starts.
    fn begin<E, D: Disk>(
        &self,
        disk: &mut D,
        part: &Path,
        enumeration: &mut Enumeration,
    ) -> Result<Journal<D::File>, BuildError<E>> {
        let written = (|| {
            let mut journal = Journal::begin(disk.create(part)?, &self.description.lines())?;
            journal.save(enumeration)?;
            Ok(journal)
        })();
        written.map_err(|error| BuildError::Io(part.into(), error))
    }
}

/// An enumeration, and the work file where it was found.
type TakenUp<F> = (Enumeration, Option<Journal<F>>);

#[cfg(test)]
mod tests;
