//! Why a checkpoint is refused.

use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::frames::VERSION;

/// Why a checkpoint is refused.
#[derive(Debug)]
pub enum CheckpointError {
    /// There is no such file.
    Missing(PathBuf),
    /// The system does not let us read it, and says this.
    Unreadable(PathBuf, io::Error),
    /// It is a directory, a device or the like, which a checkpoint cannot take the place of.
    NoFile(PathBuf),
    /// It is something else.
    Foreign(PathBuf),
    /// It was made by a Pnyx that writes this other version.
    Version(PathBuf, u32),
    /// It is not as it was written: what is wrong, and where.
    Damaged(PathBuf, String),
    /// It is whole, but about something else.
    OtherQuestion {
        /// The file.
        path: PathBuf,
        /// The question it is about.
        theirs: String,
        /// The question that was asked.
        ours: String,
    },
    /// Neither the file nor one that could take its place can be used.
    NoneOf(Vec<CheckpointError>),
}

impl CheckpointError {
    /// What an error means that came while this file was read.
    pub(super) fn of(path: &Path, error: io::Error) -> CheckpointError {
        let path = path.to_path_buf();
        match error.kind() {
            ErrorKind::NotFound => CheckpointError::Missing(path),
            ErrorKind::InvalidData => CheckpointError::Damaged(path, error.to_string()),
            ErrorKind::UnexpectedEof => CheckpointError::Damaged(path, "it ends too early".into()),
            _ => CheckpointError::Unreadable(path, error),
        }
    }

    /// Whether an earlier checkpoint may take the place of this file.
    pub(super) fn may_fall_back(&self) -> bool {
        use CheckpointError::{Damaged, Foreign, Missing};
        matches!(self, Missing(_) | Foreign(_) | Damaged(..))
    }

    /// The errors of a file and those that could take its place. Only the first is reported if it is missing.
    pub(super) fn none_of(mut errors: Vec<CheckpointError>) -> CheckpointError {
        let first = errors.remove(0);
        errors.retain(|error| !matches!(error, CheckpointError::Missing(_)));
        if errors.is_empty() {
            return first;
        }
        errors.insert(0, first);
        CheckpointError::NoneOf(errors)
    }
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::Missing(path) => write!(f, "there is no file {}", path.display()),
            CheckpointError::Unreadable(path, error) => {
                write!(f, "{} cannot be read: {error}", path.display())
            }
            CheckpointError::NoFile(path) => {
                write!(f, "{} is not a file: choose another name for checkpoints", path.display())
            }
            CheckpointError::Foreign(path) => {
                write!(f, "{} is not a checkpoint of Pnyx", path.display())
            }
            CheckpointError::Version(path, version) => write!(
                f,
                "{} is a checkpoint of version {version}, and this Pnyx reads version {VERSION}; \
                 go on with the Pnyx that wrote it",
                path.display(),
            ),
            CheckpointError::Damaged(path, what) => write!(f, "{} is damaged: {what}", path.display()),
            CheckpointError::OtherQuestion { path, theirs, ours } => write!(
                f,
                "{} is a checkpoint of another question: it is about '{theirs}', and this is '{ours}'",
                path.display(),
            ),
            CheckpointError::NoneOf(errors) => {
                for (number, error) in errors.iter().enumerate() {
                    write!(f, "{}{error}", if number == 0 { "" } else { "; " })?;
                }
                Ok(())
            }
        }
    }
}

impl Error for CheckpointError {}
