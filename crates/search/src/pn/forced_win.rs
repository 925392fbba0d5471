//! `forced-win`: depth-first proof-number search for forced wins, with lengths, that makes a move only to go into it.
//!
//! **Source.** The loop is that of [`df_pn`](super::df_pn): Nagai 2002, as printed by Kishimoto and Müller 2005,
//! Figure 2, with the 1 + ε trick (Pawlewicz and Lew 2007). Sums in which only the largest number counts fully go back
//! to weak proof-number search (Ueda, Hashimoto, Hashimoto and Iida 2008). Searching with the length left, and a table
//! of lengths, is the way of solvers of mate problems, in shogi above all. The rest is ours.
//!
//! **Answers.** Whether the prover can force a win, with any number of own moves or within N; how many it takes at
//! most; and for how many there is none. For games in which a repetition fails the prover, or cannot occur.
//!
//! **Lazy.** The game reports for each move, without making it, the key of the position after it and first numbers
//! ([`Forcing::prospects`]). A position costs something only when search goes into it.
//!
//! **Lengths and the history.** The table holds two kinds of facts, true on all lines: "wins within w own moves" and
//! "does not win within h". A win of known length never needs a repetition, and with a limit the moves left fall along
//! every line, so no fact depends on the way to a position. Without a limit, a move back to a position of the line is
//! hopeless there: a number so large that search does not go on, but no disproof, and it is not stored. So there is no
//! graph-history interaction; the price is that positions that are not won because of a repetition stay unknown
//! ([`Limit::Numbers`]). Numbers are kept apart by the moves left, lengths are shared between all limits. Where one
//! side may move twice, the other side's moves alone can repeat positions under a limit too: then there is no win,
//! whatever is left. The table has room for wins of 1,048,574 own moves; a longer one stays unknown ([`Limit::Plies`]).
//!
//! **Several threads** search the same root with the same length table. A child on which others are at work looks
//! harder than it is (virtual numbers, as in Kaneko 2010), so that threads part. Each looks now and then whether a
//! position of its line was decided by another one. Facts do not depend on who found them, so no two threads can
//! contradict each other.
//!
//! **Deviations.** A sum counts its largest number fully and [a share](ForcedWinOptions::others_proof) of each other
//! one, because the same work is behind many of them. The root's thresholds are [`HOPELESS`].
//!
//! **A node** is a position that is played to, as often as it is; with games that have to make a move to judge it,
//! these too.

mod evidence;
mod frame;
mod search;
mod worker_threads;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use pnyx_game::{Forcing, InputError, Objective, Repetition, Threshold, Within};

pub use self::evidence::LengthEvidence;
use self::frame::State;
pub(crate) use self::search::ForcedWinSearch;
use self::search::look_up;
use self::worker_threads::Pincers;
pub use self::worker_threads::{Shortest, shortest};
use crate::algorithm::{
    AlgorithmSpec, ErasedResult, ProofAlgorithm, Run, SearchSupport, Searchable, Threaded,
};
use crate::bounds::turned;
use crate::options::{OptionKind, OptionSpec, ParsedOptions};
use crate::path::KeyState;
use crate::table::{LengthTable, NEVER};
use crate::{Limit, Problem, SearchVerdict, Searched, Stats};

/// No limit to the prover's moves.
pub(crate) const UNLIMITED: u32 = NEVER;

/// From here a number says that a line repeats a position.
const HOPELESS: u32 = 1 << 28;

/// Up to here numbers are added; beyond it only the largest counts, and 1 for each other: a cycle is in its own sum.
const SUM: u32 = 1 << 16;

/// The proof number that is stored for a position that was hopeless on one line.
const DOUBTFUL: u32 = 1 << 16;

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct ForcedWinOptions {
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

impl Default for ForcedWinOptions {
    fn default() -> ForcedWinOptions {
        ForcedWin::with_defaults().options
    }
}

impl ForcedWinOptions {
    /// What these numbers add to the largest one in a sum.
    #[inline]
    fn others(&self, is_or: bool, sum: u64) -> u64 {
        let share = if is_or { self.others_disproof } else { self.others_proof };
        (sum * u64::from(share)) >> 8
    }
}

/// Called now and then with the length table and the number of nodes, to save it. Breaking stops the search.
pub type Keep<'a> = &'a mut dyn FnMut(&LengthTable, u64) -> ControlFlow<()>;

/// The algorithm with its options.
pub struct ForcedWin {
    /// How to search; the threads are those that the search is provided with.
    pub options: ForcedWinOptions,
}

impl ProofAlgorithm for ForcedWin {
    const SPEC: &'static AlgorithmSpec = &AlgorithmSpec {
        name: "forced-win",
        description: "depth-first proof-number search for forced wins, with lengths; the fastest for chess mates",
        source: "after Nagai 2002, Ueda et al. 2008 and Kaneko 2010",
        parallel: true,
        options: &[
            OptionSpec::new(
                "epsilon",
                OptionKind::Share,
                "0.25",
                "epsilon of the 1 + epsilon trick: margin over the second-best child before switching",
            ),
            OptionSpec::new(
                "others",
                OptionKind::Count(256),
                "64",
                "how much the smaller proof numbers of a sum count beside the largest, in 256ths",
            ),
        ],
    };

    fn read(options: &ParsedOptions<'_>) -> Result<ForcedWin, InputError> {
        Ok(ForcedWin {
            options: ForcedWinOptions {
                epsilon: options.share("epsilon")?,
                others_proof: options.count("others")? as u32,
                others_disproof: 256,
                threads: 1,
                from_below: false,
            },
        })
    }

    fn refuses(&self, rule: Repetition) -> Option<&'static str> {
        (rule == Repetition::Illegal).then_some(
            "forced-win cannot search games in which repeating a position is illegal: whether a move is legal \
             depends on the way to it, and what it knows counts on all ways; use df-pn or pn",
        )
    }

    fn remembers(&self) -> bool {
        true
    }

    fn search<G: Searchable>(&self, run: Run<'_, '_, G>, support: &mut dyn SearchSupport) -> ErasedResult<G> {
        let options = ForcedWinOptions { threads: support.threads(), ..self.options };
        let lengths = support.length_table(winner(run.problem.goal).prover);
        let keep = &mut |lengths: &LengthTable, nodes| support.may_save(lengths, nodes);
        let searched = search(options, &lengths, keep, run)?;
        support.save(&lengths, searched.stats.nodes);
        Ok(searched.erased())
    }
}

impl ForcedWin {
    /// Search for a win within N moves of a game that does not count them itself. The evidence is about the game that does.
    pub fn search_within<G: Threaded + Clone + 'static>(
        &self,
        moves: u32,
        run: Run<'_, '_, G>,
        support: &mut dyn SearchSupport,
    ) -> ErasedResult<Within<Arc<G>>> {
        let options = ForcedWinOptions { threads: support.threads(), ..self.options };
        let lengths = support.length_table(run.problem.goal.prover);
        let keep = &mut |lengths: &LengthTable, nodes| support.may_save(lengths, nodes);
        let searched = search_left(options, moves.min(NEVER - 1), &lengths, keep, run)?;
        support.save(&lengths, searched.stats.nodes);
        Ok(searched.erased())
    }
}

/// Run the search.
pub fn search<G: Threaded>(
    options: ForcedWinOptions,
    length_table: &Arc<LengthTable>,
    keep: Keep<'_>,
    run: Run<'_, '_, G>,
) -> Result<Searched<LengthEvidence<G>>, G::Error> {
    search_left(options, left(run.problem.game, run.problem.root), length_table, keep, run)
}

/// Run the search with N of the prover's moves left. The evidence may be about a game `E` that counts them.
fn search_left<G: Threaded, E: Forcing>(
    options: ForcedWinOptions,
    left: u32,
    length_table: &Arc<LengthTable>,
    keep: Keep<'_>,
    run: Run<'_, '_, G>,
) -> Result<Searched<LengthEvidence<E>>, G::Error> {
    let Run { problem, budget, observer } = run;
    let goal = winner(problem.goal);
    let asked = &Problem { goal, ..*problem };
    let (finding, mut stats) = if options.from_below && left == UNLIMITED {
        let (known, stats) = (Shortest::UNKNOWN, Stats::default());
        let problem = asked;
        let pincers = Pincers { problem, options, length_table, budget, observer, keep, known, stats };
        let (known, stats) = pincers.close(true)?;
        (known.finding(), stats)
    } else {
        let mut run = Run { problem: asked, budget, observer };
        worker_threads::run(&mut run, left, options, length_table, keep)?
    };
    let evidence = LengthEvidence::new(goal, Arc::clone(length_table), options, stats.nodes);
    let same = goal == problem.goal;
    (stats.proof, stats.disproof) = turned(same, (stats.proof, stats.disproof));
    let verdict = match finding {
        Finding::Nothing(limit) => SearchVerdict::Unknown(limit),
        decided if matches!(decided, Finding::Win(_)) == same => SearchVerdict::Proven,
        _ => SearchVerdict::Disproven,
    };
    Ok(Searched { verdict, stats, evidence })
}

/// Whose win decides the goal: the prover's, or the other side's if the prover only has to hold a draw.
#[must_use]
pub fn winner(goal: Objective) -> Objective {
    match goal.threshold {
        Threshold::Win => goal,
        Threshold::Draw => Objective { prover: goal.prover.opponent(), threshold: Threshold::Win },
    }
}

/// The proof and disproof number that a length table has for a position without a limit; `first` if it has none.
pub(crate) fn stored_numbers(
    length_table: &LengthTable,
    key: u64,
    first: (u32, u32),
    wins_on_own_move: bool,
) -> (u32, u32) {
    let fresh = State::open(first.0, first.1);
    let State { proof, disproof, .. } =
        look_up(length_table, key, UNLIMITED, fresh, wins_on_own_move).unwrap_or(fresh);
    (proof, disproof)
}

/// The prover's moves left in a position, for the search.
pub(crate) fn left<G: Forcing>(game: &G, position: &G::Position) -> u32 {
    // Goals allow fewer than the table has room for.
    game.moves_left(position).map_or(UNLIMITED, |left| left.min(NEVER - 1))
}

/// The board keys of the positions before the root, which must not be repeated.
pub(crate) fn history_keys<G: Forcing>(problem: &Problem<'_, G>) -> Result<HashSet<u64, KeyState>, G::Error> {
    let counts = problem.game.repetition() == Repetition::Draw;
    let history = if counts { problem.history } else { &[] };
    history.iter().map(|position| problem.game.board_key(position)).collect()
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Finding {
    /// A win within N moves.
    Win(u32),
    /// No win within N moves.
    NoWin(u32),
    /// A limit was hit first.
    Nothing(Limit),
}
