//! One certificate from many: those of jobs, and the moves between them.

use pnyx_game::{Goal, InputError};
use pnyx_proof::{Certificate, CertificateFile, CheckError, LARGEST_BODY, Merge, Verdict};

use crate::answer;
use crate::check::failed;
use crate::either_player::Statement;
use crate::error::{Result, bad_input, rejected};
use crate::host::{Host, Signals};
use crate::opened::{AnyPosition, Opened, Playable};

/// A piece of a proof, about a position of the root's game.
pub struct Piece {
    /// The position.
    pub at: Box<dyn AnyPosition>,
    /// What is said of it.
    pub what: What,
}

/// What a piece says of its position.
pub enum What {
    /// This certificate's file shows it.
    Shown(Box<dyn AsRef<[u8]>>),
    /// The chooser plays this.
    Plays(String),
    /// Every move is answered by other pieces.
    Answered,
}

/// The pieces, one after the other.
pub type Pieces<'a> = &'a mut dyn FnMut() -> Result<Option<Piece>>;

/// Proofs in pieces.
pub trait MergePieces {
    /// A checked certificate of this position, from pieces about positions of the same game.
    fn merge(&self, host: &dyn Host, goal: &str, proven: bool, pieces: Pieces<'_>) -> Result<Vec<u8>>;
}

impl<G: Playable> MergePieces for Opened<G> {
    fn merge(&self, host: &dyn Host, goal: &str, proven: bool, pieces: Pieces<'_>) -> Result<Vec<u8>> {
        let _busy = self.busy();
        self.trusted(self.goal(goal).and_then(|goal| self.merge_pieces(host, goal, proven, pieces)))
    }
}

impl<G: Playable> Opened<G> {
    fn merge_pieces(
        &self,
        host: &dyn Host,
        asked: Goal,
        proven: bool,
        pieces: Pieces<'_>,
    ) -> Result<Vec<u8>> {
        let (aimed, goal) = self.aimed_for_jobs(&asked)?;
        let verdict = if proven { Verdict::Proven } else { Verdict::Disproven };
        let Some(mut merge) = Merge::new(&aimed.game, goal, verdict) else {
            return Err(bad_input("proofs cannot be merged where repetition is illegal"));
        };
        let mut signals = Signals::new(host);
        let mut number = 0;
        while let Some(Piece { at, what }) = pieces()? {
            number += 1;
            let in_piece = |why: String| rejected(format!("piece {number}: {why}"));
            let here = aimed.at(aimed.game.enter(Opened::<G>::of(at.as_ref())?.root.clone())?);
            let chooses = Self::say(merge.chooses(&here.root))?;
            match what {
                What::Shown(data) => {
                    let file = CertificateFile::open((*data).as_ref(), LARGEST_BODY)
                        .map_err(|error| in_piece(error.to_string()))?;
                    let Some(wording) = here.wording(&asked, goal)? else {
                        return Err(in_piece("a certificate cannot be about this position".into()));
                    };
                    let given = &file.header;
                    let mut expected =
                        here.header(&Statement::in_words(wording, goal), proven, given.nodes)?;
                    let position = std::mem::replace(&mut expected.position, given.position.clone());
                    if expected != *given {
                        return Err(in_piece(format!(
                            "expected a certificate of {} from {}: {}; got one of {} from {}: {}, for {} in {}",
                            expected.goal,
                            InputError::quote(&position),
                            answer::Verdict::from(expected.verdict),
                            InputError::quote(&given.goal),
                            InputError::quote(&given.position),
                            answer::Verdict::from(given.verdict),
                            InputError::quote(&given.prover),
                            InputError::quote(&given.game)
                        )));
                    }
                    let added = self.run(host, || merge.add_graph(&here.root, &file, &mut || signals.poll()));
                    added.map_err(|error| failed(error, signals.error.take(), "merge", in_piece))?;
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
        let written = self.run(host, || {
            let poll = &mut || signals.poll();
            let (body, nodes) = merge.write(&aimed.root, poll)?;
            aimed.check_afresh((goal, None), verdict, body.as_slice().into(), poll)?;
            Ok::<_, CheckError<G::Error>>((body, nodes))
        });
        let whole = |why: String| rejected(format!("the pieces do not make a proof: {why}"));
        let (body, nodes) = written.map_err(|error| failed(error, signals.error, "merge", whole))?;
        let statement = Statement { goal: asked, asked: goal, negated: false, timeless: false };
        Ok(Certificate { header: aimed.header(&statement, proven, nodes)?, body }.to_bytes())
    }

    /// The place of a move among those sorted by notation.
    fn index_by_notation(&self, text: &str) -> Result<u32> {
        let mv = self.find_move(&self.root, text)?;
        let mut sorted = Vec::new();
        Self::say(self.game.moves_by_notation(&self.root, &mut sorted))?;
        let index = sorted.iter().position(|&other| other == mv);
        Ok(index.and_then(|index| u32::try_from(index).ok()).expect("a legal move is among the moves"))
    }
}
