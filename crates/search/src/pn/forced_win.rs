//! `forced-win`: depth-first proof-number search for forced wins, with lengths, that makes a move only to go into it.
//!
//! **Source.** The loop is that of [`df_pn`](super::df_pn): Nagai 2002, as printed by Kishimoto and Müller 2005,
//! Figure 2, with the 1 + ε trick (Pawlewicz and Lew 2007). Sums in which only the largest number counts fully go back to
//! weak proof-number search (Ueda, Hashimoto, Hashimoto and Iida 2008). Searching with the length left, and a table
//! of lengths, is the way of solvers of mate problems, in shogi above all. The rest is ours.
//!
//! **Answers.** Whether the prover can force a win, with any number of own moves or with so many; how many it takes at
//! most; and for how many there is none. For games in which a repetition fails the prover, or cannot occur.
//!
//! **Lazy.** The game tells for each move, without making it, the key of the position after it and first numbers
//! ([`Forcing::prospects`]). A position costs something only when search goes into it.
//!
//! **Lengths and the history.** The table holds two kinds of facts, true on all lines: "wins within w own moves" and "does not
//! win within h". A win of known length never needs a repetition, and with a limit the moves left fall along every
//! line, so no fact leans on the way to a position. Without a limit, a move back to a position of the line is
//! hopeless there: a number so large that nobody searches on, but no disproof, and it is not put down. So there is no
//! graph-history interaction; the price is that positions which are not won because play goes round stay unknown
//! ([`Limit::Numbers`]). Numbers are kept apart by the moves left, lengths are shared between all limits. Where one side may
//! move twice, the other side's moves alone can go round under a limit too: that is held, whatever is left. The table has
//! room for wins of 1,048,574 own moves; a longer one stays unknown ([`Limit::Plies`]).
//!
//! **Several threads** search the same root with the same notes. A child on which others are at work looks harder
//! than it is (virtual numbers, as in Kaneko 2010), so that threads part. Each looks now and then whether a position of
//! its line was decided by another one. Facts do not depend on who found them, so no two threads can contradict each other.
//!
//! **Deviations.** A sum counts its largest number fully and [a share](Options::others_proof) of each other one, because
//! the same work is behind many of them. The root's thresholds are [`HOPELESS`].
//!
//! **A node** is a position that is played to, as often as it is; with games that have to make a move to judge it, these
//! too.

mod crew;
mod frame;
mod search;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use pnyx_game::{Forcing, Goal, Repetition, Threshold};

pub use self::crew::{Shortest, shortest};
use self::frame::State;
pub(crate) use self::search::Search;
use self::search::look_up;
use super::notes::Notes;
use crate::extract::Lengths;
use crate::path::KeyState;
use crate::table::NEVER;
use crate::{Budget, Limit, Observer, Problem, Searched, Verdict};

/// No limit to the prover's moves.
pub(crate) const UNLIMITED: u32 = NEVER;

/// From here a number says that a line goes round.
const HOPELESS: u32 = 1 << 28;

/// Up to here numbers are added; beyond it only the largest counts, and 1 for each other: a position in a circle is part
/// of its own sum.
const SUM: u32 = 1 << 16;

/// The proof number that is put down for a position that was hopeless on one line.
const DOUBTFUL: u32 = 1 << 16;

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How far the threshold of the best child goes beyond the number of the second best: by this share of it.
    pub epsilon: f64,
    /// How much the smaller of the proof numbers in a sum count, in 256ths.
    pub others_proof: u32,
    /// The same for disproof numbers.
    pub others_disproof: u32,
    /// Threads to search with.
    pub threads: usize,
    /// Where the goal sets no limit, look for short wins by the side.
    pub from_below: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { epsilon: 0.25, others_proof: 64, others_disproof: 256, threads: 1, from_below: false }
    }
}

impl Options {
    /// What these numbers add to the largest one in a sum.
    #[inline]
    fn others(&self, is_or: bool, sum: u64) -> u64 {
        let share = if is_or { self.others_disproof } else { self.others_proof };
        (sum * u64::from(share)) >> 8
    }
}

/// A game that threads can search together.
pub trait Searchable: Forcing<Position: Send + Sync, Move: Send + Sync, Error: Send> + Sync {}

impl<G> Searchable for G where G: Forcing<Position: Send + Sync, Move: Send + Sync, Error: Send> + Sync {}

/// What is called now and then with the notes and the number of nodes: a good moment to save them. Breaking stops the
/// search.
pub type Keep<'a> = &'a mut dyn FnMut(&Notes, u64) -> ControlFlow<()>;

/// Nothing is saved.
pub fn keep_nothing(_: &Notes, _: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Run the search.
pub fn search<G: Searchable>(
    problem: &Problem<'_, G>,
    options: Options,
    notes: &Arc<Notes>,
    budget: &mut Budget<'_>,
    observer: &mut dyn Observer<G>,
    keep: Keep<'_>,
) -> Result<Searched<Lengths<G>>, G::Error> {
    let left = left(problem.game, problem.root);
    let goal = winner(problem.goal);
    let asked = Problem { goal, ..*problem };
    let (finding, mut stats) = if options.from_below && left == UNLIMITED {
        let mut pincers = crew::Pincers::new(&asked, options, notes, budget);
        pincers.close(true, observer, keep)?;
        (pincers.known.finding(), pincers.stats)
    } else {
        crew::run(&asked, left, options, notes, budget, observer, keep)?
    };
    let evidence = Lengths::new(goal, Arc::clone(notes), options, stats.nodes);
    let mut verdict = finding.verdict();
    if goal != problem.goal {
        (stats.proof, stats.disproof) = (stats.disproof, stats.proof);
        verdict = match verdict {
            Verdict::Proven => Verdict::Disproven,
            Verdict::Disproven => Verdict::Proven,
            unknown => unknown,
        };
    }
    Ok(Searched { verdict, stats, evidence })
}

/// Whose win decides the goal: the prover's, or the other side's if the prover only has to hold a draw.
#[must_use]
pub fn winner(goal: Goal) -> Goal {
    match goal.threshold {
        Threshold::Win => goal,
        Threshold::Draw => Goal { prover: goal.prover.opponent(), threshold: Threshold::Win },
    }
}

/// The proof and the disproof number that notes have for a position without a limit; what it has at `first` otherwise.
pub(crate) fn noted_numbers(
    notes: &Notes,
    key: u64,
    first: (u32, u32),
    wins_on_own_move: bool,
) -> (u32, u32) {
    let fresh = State::open(first.0, first.1);
    let State { proof, disproof, .. } =
        look_up(notes, key, UNLIMITED, fresh, wins_on_own_move).unwrap_or(fresh);
    (proof, disproof)
}

/// The prover's moves left in a position, for the search.
pub(crate) fn left<G: Forcing>(game: &G, position: &G::Position) -> u32 {
    // Goals allow fewer than the table has room for.
    game.moves_left(position).map_or(UNLIMITED, |left| left.min(NEVER - 1))
}

/// The board keys of the positions before the root, which must not come back.
pub(crate) fn history_keys<G: Forcing>(problem: &Problem<'_, G>) -> Result<HashSet<u64, KeyState>, G::Error> {
    let counts = problem.game.repetition() == Repetition::Draw;
    let history = if counts { problem.history } else { &[] };
    history.iter().map(|position| problem.game.board_key(position)).collect()
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Finding {
    /// A win within so many moves.
    Win(u32),
    /// No win within so many.
    Hold(u32),
    /// A limit was hit first.
    Nothing(Limit),
}

impl Finding {
    fn verdict(self) -> Verdict {
        match self {
            Finding::Win(_) => Verdict::Proven,
            Finding::Hold(_) => Verdict::Disproven,
            Finding::Nothing(limit) => Verdict::Unknown(limit),
        }
    }
}
