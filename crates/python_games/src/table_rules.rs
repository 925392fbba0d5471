//! The rules of a game written in Python, asked about many packed positions at once: what whole-game tables are made of.
//!
//! Nothing is remembered, and nothing needs the rest of the solver, so that forks of this process can be asked.

use std::sync::{Arc, Condvar, Mutex, OnceLock};

use pnyx_game::{BoxError, Outcome, Player};
use pnyx_tables::{Expanded, Expander, Packs, Records};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{bad_input, contract, shown};
use crate::packing::Packer;
use crate::python_game::PythonGame;
use crate::rules::Rules;

/// The rules of one game, for tables.
#[pyclass(module = "pnyx._core", frozen)]
pub struct TableRules {
    rules: Rules,
    packer: Packer,
    canonical: Option<Py<PyAny>>,
}

#[pymethods]
impl TableRules {
    /// The rules of an object with the five methods.
    #[new]
    pub fn begin(game: &Bound<'_, PyAny>) -> PyResult<TableRules> {
        Ok(TableRules {
            rules: Rules::of(game)?,
            packer: Packer::new(game)?,
            canonical: game.getattr_opt("canonical")?.map(Bound::unbind),
        })
    }

    /// The bytes of a position's representative.
    fn pack<'py>(&self, position: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let mut bytes = Vec::new();
        self.add(position, &mut bytes)?;
        Ok(PyBytes::new(position.py(), &bytes))
    }

    /// Answers what [`PythonRules`] asks: a byte, 1 for [`expand`](Self::expand), 0 for the bytes of the representatives of
    /// all positions, each as its size and its bytes; four bytes, the width; the records.
    fn answer<'py>(&self, py: Python<'py>, question: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        let (head, records) =
            question.split_at_checked(5).ok_or_else(|| bad_input("a question has five bytes"))?;
        let width = u32::from_le_bytes([head[1], head[2], head[3], head[4]]) as usize;
        if head[0] == 1 {
            return self.expand(py, records, width);
        }
        let mut out = Vec::new();
        for record in records.chunks_exact(width.max(1)) {
            self.add_sized(&self.unpack(py, record)?, &mut out)?;
        }
        Ok(PyBytes::new(py, &out))
    }

    /// The position with these bytes.
    pub fn unpack<'py>(&self, py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
        let (position, size) = self.packer.unpack(py, bytes)?;
        match bytes[size..].iter().all(|&byte| byte == 0) {
            true => Ok(position),
            false => Err(bad_input("something other than zeros follows the bytes of a packed position")),
        }
    }

    /// What the rules say of the positions in records of one width. Of each: a byte, 1 if the second player is on move, with
    /// 2 if the first player has won, 4 if the second has, 6 for a draw; if there is no outcome, the number of moves, and the
    /// positions they lead to, each as its size and its bytes. Numbers are four bytes, the least first.
    pub fn expand<'py>(
        &self,
        py: Python<'py>,
        records: &[u8],
        width: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let mut out = Vec::with_capacity(records.len() * 8);
        let mut again = Vec::new();
        for (count, record) in records.chunks_exact(width.max(1)).enumerate() {
            if count % 64 == 63 {
                py.check_signals()?;
            }
            let position = self.unpack(py, record)?;
            let outcome = self.rules.outcome(&position)?;
            let turn = self.rules.turn(&position)?;
            let ended = match outcome {
                None => 0,
                Some(Outcome::Win(Player::First)) => 2,
                Some(Outcome::Win(Player::Second)) => 4,
                Some(Outcome::Draw) => 6,
            };
            out.push(ended | turn.index() as u8);
            if ended != 0 {
                continue;
            }
            let moves = self.rules.moves(&position)?;
            out.extend((moves.len() as u32).to_le_bytes());
            for mv in moves.iter() {
                let after = self.rules.play(&position, &mv)?;
                self.add_sized(&after, &mut out)?;
            }
            // The rules must have left it alone.
            again.clear();
            self.packer.pack(&position, &mut again)?;
            if !record.starts_with(&again) {
                return Err(contract(format!(
                    "play() must return a new position, but it has changed its argument, now {}",
                    shown(&position)
                )));
            }
        }
        Ok(PyBytes::new(py, &out))
    }
}

impl TableRules {
    /// Append the bytes of a position's representative, after their number.
    fn add_sized(&self, position: &Bound<'_, PyAny>, out: &mut Vec<u8>) -> PyResult<()> {
        let size = out.len();
        out.extend([0; 4]);
        self.add(position, out)?;
        let taken = (out.len() - size - 4) as u32;
        out[size..size + 4].copy_from_slice(&taken.to_le_bytes());
        Ok(())
    }

    /// Append the bytes of a position's representative.
    pub fn add(&self, position: &Bound<'_, PyAny>, out: &mut Vec<u8>) -> PyResult<()> {
        match &self.canonical {
            Some(canonical) => self.packer.pack(&canonical.bind(position.py()).call1((position,))?, out),
            None => self.packer.pack(position, out),
        }
    }
}

/// Rules behind functions of Python that take and return bytes: forks of this process that have a [`TableRules`], or that
/// itself. One thread asks each of them at a time.
pub struct PythonRules {
    all: Vec<Py<PyAny>>,
    free: Mutex<Vec<usize>>,
    returned: Condvar,
}

/// How many positions are asked about at once: a moment's work, so that limits and Ctrl-C are seen to in time.
const BATCH: usize = 256;

impl PythonRules {
    /// Rules that are asked by any of these.
    pub fn new(all: Vec<Py<PyAny>>) -> PythonRules {
        let free = Mutex::new((0..all.len()).collect());
        PythonRules { all, free, returned: Condvar::new() }
    }

    /// Ask, and read the answer.
    fn ask<T>(
        &self,
        kind: u8,
        batch: &Records<'_>,
        read: impl FnOnce(&mut Answer<'_>) -> Option<T>,
    ) -> Result<T, BoxError> {
        let which = {
            let mut free = self.free.lock().expect("never poisoned");
            loop {
                match free.pop() {
                    Some(which) => break which,
                    None => free = self.returned.wait(free).expect("never poisoned"),
                }
            }
        };
        let width = batch.iter().next().map_or(1, <[u8]>::len);
        let mut question = Vec::with_capacity(5 + width * batch.len());
        question.push(kind);
        question.extend((width as u32).to_le_bytes());
        batch.iter().for_each(|record| question.extend(record));
        let answer = Python::attach(|py| {
            let answer = self.all[which].bind(py).call1((PyBytes::new(py, &question),))?;
            let mut answer = Answer(answer.cast::<PyBytes>()?.as_bytes());
            let read = read(&mut answer).filter(|_| answer.0.is_empty());
            read.ok_or_else(|| bad_input("the answer about packed positions is not in its form"))
        });
        self.free.lock().expect("never poisoned").push(which);
        self.returned.notify_one();
        Ok(answer?)
    }
}

impl Expander for PythonRules {
    type Error = BoxError;

    fn expand(&self, batch: &Records<'_>, out: &mut Expanded) -> Result<(), BoxError> {
        self.ask(1, batch, |answer| {
            for _ in batch.iter() {
                let head = answer.byte()?;
                let turn = if head & 1 == 0 { Player::First } else { Player::Second };
                let outcome = match head >> 1 {
                    0 => None,
                    1 => Some(Outcome::Win(Player::First)),
                    2 => Some(Outcome::Win(Player::Second)),
                    _ => Some(Outcome::Draw),
                };
                out.position(turn, outcome);
                if outcome.is_none() {
                    for _ in 0..answer.number()? {
                        out.successor(answer.sized()?);
                    }
                }
            }
            Some(())
        })
    }

    fn represent(&self, batch: &Records<'_>, out: &mut Packs) -> Result<(), BoxError> {
        self.ask(0, batch, |answer| {
            for _ in batch.iter() {
                out.push(answer.sized()?);
            }
            Some(())
        })
    }

    fn batch(&self) -> usize {
        BATCH
    }
}

/// The rules of a game in this process, looked up when they are first asked.
pub struct RulesHere {
    game: Arc<PythonGame>,
    /// A position, whose classes are then known.
    root: Py<PyAny>,
    rules: OnceLock<PythonRules>,
}

impl RulesHere {
    /// The rules of a game, for positions that follow this one.
    pub fn new(game: Arc<PythonGame>, root: &Bound<'_, PyAny>) -> RulesHere {
        RulesHere { game, root: root.clone().unbind(), rules: OnceLock::new() }
    }

    fn rules(&self) -> Result<&PythonRules, BoxError> {
        if let Some(rules) = self.rules.get() {
            return Ok(rules);
        }
        // No lock is held meanwhile: another thread may find them as well.
        let rules = Python::attach(|py| {
            let rules = TableRules::begin(self.game.game.bind(py))?;
            rules.add(self.root.bind(py), &mut Vec::new())?;
            Ok::<_, PyErr>(Bound::new(py, rules)?.getattr("answer")?.unbind())
        })?;
        Ok(self.rules.get_or_init(|| PythonRules::new(vec![rules])))
    }
}

impl Expander for RulesHere {
    type Error = BoxError;

    fn expand(&self, batch: &Records<'_>, out: &mut Expanded) -> Result<(), BoxError> {
        self.rules()?.expand(batch, out)
    }

    fn represent(&self, batch: &Records<'_>, out: &mut Packs) -> Result<(), BoxError> {
        self.rules()?.represent(batch, out)
    }

    fn batch(&self) -> usize {
        BATCH
    }
}

/// What is left of an answer.
struct Answer<'a>(&'a [u8]);

impl<'a> Answer<'a> {
    fn take(&mut self, size: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(size)?;
        self.0 = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    fn number(&mut self) -> Option<u32> {
        self.take(4).map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    fn sized(&mut self) -> Option<&'a [u8]> {
        let size = self.number()?;
        self.take(size as usize)
    }
}
