//! One certificate from many: those of jobs, and the moves between them.

use pnyx_game::InputError;
use pnyx_proof::{Certificate, CertificateFile, CheckError, LARGEST_BODY, Merge, Verdict};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyString};

use crate::errors::{RulesError, bad_input, read, rejected};
use crate::position::Position;
use crate::questions::Claim;
use crate::session::{Opened, Playable, Session};
use crate::watch::Signals;
use crate::wording::claim;

/// A piece of a proof, about a position of the root's game.
pub(crate) struct Piece {
    at: Box<dyn Session>,
    what: What,
}

/// What a piece says of its position.
enum What {
    /// This certificate's file shows it.
    Shown(PyBackedBytes),
    /// The chooser plays this.
    Plays(String),
    /// Every move is answered by other pieces.
    Answered,
}

/// The pieces, one after the other.
pub(crate) type Pieces<'a> = &'a mut dyn FnMut() -> PyResult<Option<Piece>>;

impl<G: Playable> Opened<G> {
    /// A checked certificate of this position, as [`Session::merge`] says.
    pub fn merge_pieces(
        &self,
        py: Python<'_>,
        name: &str,
        proven: bool,
        pieces: Pieces<'_>,
    ) -> PyResult<Vec<u8>> {
        let (aimed, goal) = self.aimed_for_facts(name)?;
        let verdict = if proven { Verdict::Proven } else { Verdict::Disproven };
        let Some(mut merge) = Merge::new(&aimed.game, goal, verdict) else {
            return Err(bad_input("where repeating a position is illegal, pieces do not make a proof"));
        };
        let mut signals = Signals::new();
        let mut number = 0;
        while let Some(Piece { at, what }) = pieces()? {
            number += 1;
            let in_piece = |why: String| rejected(format!("piece {number}: {why}"));
            let here = aimed.at(read(aimed.game.enter(Opened::<G>::of(at.as_ref())?.root.clone()))?);
            let chooses = Self::say(merge.chooses(&here.root))?;
            match what {
                What::Shown(data) => {
                    let file = CertificateFile::open(&data, LARGEST_BODY)
                        .map_err(|error| in_piece(error.to_string()))?;
                    let Some(wording) = here.wording(name, goal)? else {
                        return Err(in_piece("a certificate cannot be about this position".into()));
                    };
                    let given = &file.header;
                    let mut expected = here.header(&claim(&wording, goal), proven, given.nodes)?;
                    expected.position.clone_from(&given.position);
                    if expected != *given {
                        return Err(in_piece(format!(
                            "the certificate should say that the goal {} of {} is {}, and it says that {} of {} is {}",
                            expected.goal,
                            expected.prover,
                            said(expected.verdict),
                            InputError::quote(&given.goal),
                            InputError::quote(&given.prover),
                            said(given.verdict)
                        )));
                    }
                    let added = self.run(py, || merge.add_graph(&here.root, &file, &mut || signals.poll()));
                    added.map_err(|error| Self::unmerged(error, signals.error.take(), in_piece))?;
                }
                What::Plays(mv) if chooses => {
                    let index = here.index_by_notation(&mv)?;
                    Self::say(merge.add_choice(&here.root, index))?;
                }
                What::Answered if !chooses => {}
                What::Plays(_) => {
                    return Err(in_piece("the other side is on move, and may play anything".into()));
                }
                What::Answered => return Err(in_piece("a move is to be chosen here".into())),
            }
        }
        let written = self.run(py, || {
            let poll = &mut || signals.poll();
            let (body, nodes) = merge.write(&aimed.root, poll)?;
            aimed.check_afresh((goal, None), verdict, body.as_slice().into(), poll)?;
            Ok((body, nodes))
        });
        let whole = |why: String| rejected(format!("the pieces do not make a proof: {why}"));
        let (body, nodes) = written.map_err(|error| Self::unmerged(error, signals.error.take(), whole))?;
        let claim = Claim { goal: name, asked: goal, negated: false, timeless: false };
        Ok(Certificate { header: aimed.header(&claim, proven, nodes)?, body }.to_bytes())
    }

    /// The place of a move among those sorted by notation.
    fn index_by_notation(&self, text: &str) -> PyResult<u32> {
        let mv = self.find_move(&self.root, text)?;
        let mut sorted = Vec::new();
        Self::say(self.game.moves_by_notation(&self.root, &mut sorted))?;
        let index = sorted.iter().position(|&other| other == mv);
        Ok(index.and_then(|index| u32::try_from(index).ok()).expect("a legal move is among the moves"))
    }

    fn unmerged(
        error: CheckError<G::Error>,
        signal: Option<PyErr>,
        say: impl FnOnce(String) -> PyErr,
    ) -> PyErr {
        match error {
            CheckError::Rejected(why) => say(why),
            CheckError::Rules(why) => say(format!("rules: {why}")),
            CheckError::Game(error) => error.into_py(),
            CheckError::Stopped => signal.unwrap_or_else(|| bad_input("the merge was broken off")),
        }
    }
}

fn said(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Proven => "proven",
        Verdict::Disproven => "disproven",
    }
}

#[pyfunction]
pub(crate) fn merge(
    py: Python<'_>,
    root: &Position,
    goal: &str,
    proven: bool,
    pieces: &Bound<'_, PyAny>,
) -> PyResult<Py<PyBytes>> {
    if root.session().has_history() {
        return Err(bad_input("the root of a merged proof has no history: leave the moves before it out"));
    }
    let mut pieces = pieces.try_iter()?;
    let bytes = root.session().merge(py, goal, proven, &mut || {
        let Some(piece) = pieces.next() else { return Ok(None) };
        let (at, what): (PyRef<'_, Position>, Bound<'_, PyAny>) = piece?.extract()?;
        let what = if what.is_none() {
            What::Answered
        } else if let Ok(text) = what.cast::<PyString>() {
            What::Plays(text.to_str()?.to_string())
        } else {
            What::Shown(what.extract()?)
        };
        Ok(Some(Piece { at: at.of_the_game(py, root)?, what }))
    })?;
    Ok(PyBytes::new(py, &bytes).unbind())
}
