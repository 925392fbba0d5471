//! A file examined by the rules alone: it shares no code with what builds tables but the reading of files.
//!
//! A table is right if it is closed under moves and every entry agrees with those of its successors, distances included:
//! `docs/table-format.md` has the proof. So this asks the rules for the successors of every position, looks them up, and
//! compares.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::index::trimmed;
use crate::threads::in_threads;
use crate::{
    Entry, Expanded, Expander, File, FileError, Limit, Packs, Phase, Progress, Records, Run, Statistics,
};

/// How much of a table is examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Portion {
    /// Every position, their order, and the counts of the header.
    All,
    /// So many positions, spread evenly; the second number says where to begin.
    Sample(u64, u64),
}

/// What was examined and found right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Positions.
    pub positions: u64,
    /// Moves.
    pub edges: u64,
    /// Starts that are there.
    pub starts: u64,
}

/// Why a table was not found right.
#[derive(Debug)]
pub enum CheckError<E> {
    /// The rules failed.
    Rules(E),
    /// The file cannot be read.
    File(FileError),
    /// The table is wrong.
    Fault(Fault),
    /// A limit ended the check.
    Limit(Limit),
}

/// What is wrong with a table. Positions are records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A start is not in the table.
    MissingStart(Vec<u8>),
    /// A position is not the representative of those symmetric to it.
    NoRepresentative(Vec<u8>),
    /// A position has neither an outcome nor a move.
    Stuck(Vec<u8>),
    /// A position after a move is not in the table.
    MissingSuccessor {
        /// The position before the move.
        of: Vec<u8>,
        /// The position after it.
        successor: Vec<u8>,
    },
    /// An entry is not what the entries after all moves give, or the outcome.
    Entry {
        /// The position.
        of: Vec<u8>,
        /// What the table says.
        found: Entry,
        /// What it should say.
        expected: Entry,
    },
    /// A position does not come after the one before it.
    Order(Vec<u8>),
    /// A line of the header is wrong: its name, what it says and what it should say.
    Header(&'static str, u64, u64),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |entry: &Entry| match entry.value.distance() {
            Some(distance) => {
                format!("a {} in {distance} for the {:?} player", entry.value.as_str(), entry.turn)
            }
            None => format!("a draw with the {:?} player on move", entry.turn),
        };
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        match self {
            Fault::MissingStart(start) => write!(f, "the start {} is not in the table", hex(start)),
            Fault::NoRepresentative(record) => {
                write!(f, "{} is not the representative of its symmetric positions", hex(record))
            }
            Fault::Stuck(record) => write!(f, "{} has neither an outcome nor a move", hex(record)),
            Fault::MissingSuccessor { of, successor } => {
                write!(f, "{}, which a move from {} leads to, is not in the table", hex(successor), hex(of))
            }
            Fault::Entry { of, found, expected } => {
                write!(f, "{} should be {}, and the table says {}", hex(of), name(expected), name(found))
            }
            Fault::Order(record) => write!(f, "{} does not come after the position before it", hex(record)),
            Fault::Header(line, found, expected) => {
                write!(f, "the header says '{line}: {found}', and it should be {expected}")
            }
        }
    }
}

impl<E: fmt::Display> fmt::Display for CheckError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::Rules(error) => error.fmt(f),
            CheckError::File(error) => error.fmt(f),
            CheckError::Fault(fault) => fault.fmt(f),
            CheckError::Limit(limit) => write!(f, "the check ended early: {limit}"),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for CheckError<E> {}

impl<E> From<FileError> for CheckError<E> {
    fn from(error: FileError) -> CheckError<E> {
        CheckError::File(error)
    }
}

/// Examine a table. The starts are packed representatives, as for [`build`](crate::build()).
pub fn check<X: Expander>(
    file: &File,
    expander: &X,
    starts: impl IntoIterator<Item = impl AsRef<[u8]>>,
    portion: Portion,
    run: &mut Run<'_>,
) -> Result<Checked, CheckError<X::Error>> {
    let mut checked = Checked::default();
    for start in starts {
        let start = start.as_ref();
        if file.get(start)?.is_none() {
            return Err(CheckError::Fault(Fault::MissingStart(start.to_vec())));
        }
        checked.starts += 1;
        if checked.starts % 1024 == 0
            && let Some(limit) = run.bounds.interrupted()
        {
            return Err(CheckError::Limit(limit));
        }
    }
    let numbers = Numbers::new(file.len(), portion);
    let batch = expander.batch().clamp(1, 1 << 16) as u64;
    let (next, done, edges) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let (failed, first) = (AtomicBool::new(false), Mutex::new(None::<(u64, CheckError<X::Error>)>));
    let bounds = run.bounds;
    let work = |_: usize, poll: &mut dyn FnMut()| {
        let mut checker = Checker { file, expander, scratch: Scratch::default() };
        while !failed.load(Relaxed) {
            let from = next.fetch_add(batch, Relaxed);
            let to = numbers.count.min(from.saturating_add(batch));
            if from >= to {
                break;
            }
            match bounds.interrupted().map_or_else(
                || checker.check(&numbers, from..to, portion == Portion::All),
                |limit| Err(CheckError::Limit(limit)),
            ) {
                Ok(seen) => _ = edges.fetch_add(seen, Relaxed),
                Err(error) => {
                    failed.store(true, Relaxed);
                    let first = &mut *first.lock().expect("no panic");
                    if first.as_ref().is_none_or(|&(least, _)| from < least) {
                        *first = Some((from, error));
                    }
                }
            }
            done.fetch_add(to - from, Relaxed);
            poll();
        }
    };
    let progress = || Progress {
        phase: Phase::Valuing,
        positions: numbers.count,
        done: done.load(Relaxed),
        ply: 0,
        frontier: 0,
        memory: 0,
        seconds: 0.0,
        rate: 0.0,
    };
    in_threads(run.threads, &mut || run.report(progress), work);
    if let Some((_, error)) = first.into_inner().expect("no panic") {
        return Err(error);
    }
    (checked.positions, checked.edges) = (numbers.count, edges.into_inner());
    if portion == Portion::All {
        check_header(file, checked.edges).map_err(|fault| match fault {
            Ok(fault) => CheckError::Fault(fault),
            Err(error) => CheckError::File(error),
        })?;
    }
    Ok(checked)
}

/// The counts of the header are those of the positions.
fn check_header(file: &File, edges: u64) -> Result<(), Result<Fault, FileError>> {
    let (header, statistics): (_, Statistics) = (file.header(), file.statistics().map_err(Err)?);
    for (line, found, expected) in [
        ("positions", header.positions, statistics.positions()),
        ("edges", header.edges, edges),
        ("wins", header.wins, statistics.wins()),
        ("draws", header.draws, statistics.draws()),
        ("losses", header.losses, statistics.losses()),
        ("longest", u64::from(header.longest), u64::from(statistics.longest().unwrap_or(0))),
    ] {
        if found != expected {
            return Err(Ok(Fault::Header(line, found, expected)));
        }
    }
    Ok(())
}

/// The numbers of the positions that are examined.
struct Numbers {
    count: u64,
    of: u64,
    offset: u64,
}

impl Numbers {
    fn new(of: u64, portion: Portion) -> Numbers {
        match portion {
            Portion::Sample(count, offset) if count < of => Numbers { count, of, offset },
            _ => Numbers { count: of, of, offset: 0 },
        }
    }

    fn get(&self, number: u64) -> u64 {
        let even = u128::from(number) * u128::from(self.of) / u128::from(self.count);
        ((even + u128::from(self.offset)) % u128::from(self.of)) as u64
    }
}

struct Checker<'a, X> {
    file: &'a File,
    expander: &'a X,
    scratch: Scratch,
}

#[derive(Default)]
struct Scratch {
    records: Vec<u8>,
    entries: Vec<Entry>,
    expanded: Expanded,
    representatives: Packs,
}

impl<X: Expander> Checker<'_, X> {
    /// Examine these, and count their moves.
    fn check(
        &mut self,
        numbers: &Numbers,
        range: std::ops::Range<u64>,
        in_order: bool,
    ) -> Result<u64, CheckError<X::Error>> {
        let Scratch { records, entries, expanded, representatives } = &mut self.scratch;
        records.clear();
        entries.clear();
        expanded.clear();
        representatives.clear();
        for number in range.clone() {
            let (record, entry) = self.file.position(numbers.get(number))?;
            records.extend_from_slice(record);
            entries.push(entry);
        }
        let records = Records::new(records, self.file.header().record);
        if in_order {
            check_order(self.file, &records, range.start)?;
        }
        self.expander.represent(&records, representatives).map_err(CheckError::Rules)?;
        self.expander.expand(&records, expanded).map_err(CheckError::Rules)?;
        assert_eq!(expanded.positions().len(), records.len(), "an expander must tell of its whole batch");
        for (at, record) in records.iter().enumerate() {
            if trimmed(representatives.get(at)) != trimmed(record) {
                return Err(CheckError::Fault(Fault::NoRepresentative(record.to_vec())));
            }
        }
        let mut successors = Vec::new();
        for ((record, &found), (head, numbers)) in records.iter().zip(&*entries).zip(expanded.positions()) {
            successors.clear();
            for number in numbers {
                let bytes = expanded.successors.get(number);
                let entry = self.file.get(bytes)?.ok_or_else(|| {
                    CheckError::Fault(Fault::MissingSuccessor {
                        of: record.to_vec(),
                        successor: bytes.to_vec(),
                    })
                })?;
                successors.push(entry);
            }
            let expected = match head.outcome {
                Some(outcome) => Some(Entry::end(head.turn, outcome)),
                None => Entry::of_successors(head.turn, successors.iter().copied()),
            };
            let Some(expected) = expected else {
                return Err(CheckError::Fault(Fault::Stuck(record.to_vec())));
            };
            if found != expected {
                let of = record.to_vec();
                return Err(CheckError::Fault(Fault::Entry { of, found, expected }));
            }
        }
        Ok(expanded.successors.len() as u64)
    }
}

/// Each record comes after the one before it, and the directory names the first ones of its blocks.
fn check_order<E>(file: &File, records: &Records<'_>, first: u64) -> Result<(), CheckError<E>> {
    let mut before = match first.checked_sub(1) {
        Some(number) => Some(file.position(number)?.0),
        None => None,
    };
    for (number, record) in (first..).zip(records.iter()) {
        let names = number % crate::file::BLOCK != 0
            || file.first_record((number / crate::file::BLOCK) as usize) == record;
        if !names || before.is_some_and(|before| before >= record) {
            return Err(CheckError::Fault(Fault::Order(record.to_vec())));
        }
        before = Some(record);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
