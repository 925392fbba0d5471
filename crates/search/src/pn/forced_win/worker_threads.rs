//! Threads that search together, and searches that follow each other.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use super::search::ForcedWinSearch;
use super::{Finding, ForcedWinOptions, Keep, LengthTable, Threaded, UNLIMITED};
use crate::algorithm::Run;
use crate::pn::together::{BATCH, FirstAnswer, Tally, run_threads};
use crate::table::NEVER;
use crate::{Budget, Limit, Observer, Problem, Snapshot, Stats};

/// Nodes between two moments at which the length table may be saved.
const KEPT: u64 = 4096;

/// Search the root with N of the prover's moves left, with all threads.
pub(super) fn run<G: Threaded>(
    run: &mut Run<'_, '_, G>,
    left: u32,
    options: ForcedWinOptions,
    length_table: &LengthTable,
    keep: Keep<'_>,
) -> Result<(Finding, Stats), G::Error> {
    let (tally, found) = (Tally::default(), FirstAnswer::none());
    let problem = run.problem;
    let search = || ForcedWinSearch::new(problem, options, length_table);
    let lead = || search().and_then(|search| lead(search, left, &tally, run, keep));
    let (led, stats) = run_threads(options.threads, &tally, lead, || help(search(), left, &tally, &found));
    let (finding, own) = led?;
    let finding = match (finding, found.into_inner()) {
        (Finding::Nothing(_), Some(theirs)) => theirs?,
        (finding, _) => finding,
    };
    Ok((finding, stats.and_then(own)))
}

/// The thread that minds the limits.
fn lead<G: Threaded>(
    mut search: ForcedWinSearch<'_, G>,
    left: u32,
    tally: &Tally,
    run: &mut Run<'_, '_, G>,
    keep: Keep<'_>,
) -> Result<(Finding, Stats), G::Error> {
    let (length_table, mut next_keep) = (search.length_table, KEPT);
    let finding = search.run(run.problem.root, left, &mut |snapshot| {
        if tally.is_done() {
            return Some(Limit::Stopped);
        }
        let nodes = snapshot.nodes + tally.nodes.load(Relaxed);
        let snapshot = Snapshot { nodes, ..*snapshot };
        if nodes >= next_keep {
            next_keep = nodes + KEPT;
            if keep(length_table, nodes).is_break() {
                return Some(Limit::Stopped);
            }
        }
        let limit =
            run.budget.exhausted(nodes, snapshot.memory_bytes, run.observer, || Snapshot { ..snapshot });
        if limit.is_none() {
            run.observer.iteration(&snapshot);
        }
        limit
    })?;
    Ok((finding, search.stats))
}

fn help<G: Threaded>(
    search: Result<ForcedWinSearch<'_, G>, G::Error>,
    left: u32,
    tally: &Tally,
    found: &FirstAnswer<Result<Finding, G::Error>>,
) -> Stats {
    let mut counted = 0;
    let mut search = match search {
        Ok(search) => search,
        Err(error) => {
            found.report(Err(error), tally);
            return Stats::default();
        }
    };
    let own = search.run(search.problem.root, left, &mut |snapshot| {
        if snapshot.nodes >= counted + BATCH {
            tally.nodes.fetch_add(snapshot.nodes - counted, Relaxed);
            counted = snapshot.nodes;
        }
        tally.is_done().then_some(Limit::Stopped)
    });
    // Who has found nothing leaves it to the others.
    if !matches!(own, Ok(Finding::Nothing(_))) {
        found.report(own, tally);
    }
    search.stats
}

/// What is known about the shortest win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// The shortest win found, in the prover's moves.
    pub win: Option<u32>,
    /// There is none within N moves.
    pub no_win_within: u32,
    /// Why the two do not meet, if they do not.
    pub limit: Option<Limit>,
}

impl Shortest {
    /// What is known before anything was searched.
    pub(super) const UNKNOWN: Shortest = Shortest { win: None, no_win_within: 0, limit: None };

    /// What this says about a win of any length.
    pub(super) fn finding(self) -> Finding {
        match self {
            Shortest { win: Some(win), .. } => Finding::Win(win),
            Shortest { limit: Some(limit), .. } => Finding::Nothing(limit),
            Shortest { no_win_within, .. } => Finding::NoWin(no_win_within),
        }
    }
}

/// Look for the shortest win, from above and from below, until they meet. All searches share the length table.
pub fn shortest<G: Threaded>(
    problem: &Problem<'_, G>,
    options: ForcedWinOptions,
    length_table: &LengthTable,
    budget: &Budget<'_>,
    observer: &mut dyn Observer<G>,
    keep: Keep<'_>,
) -> Result<(Shortest, Stats), G::Error> {
    let (known, stats) = (Shortest::UNKNOWN, Stats::default());
    Pincers { problem, options, length_table, budget, observer, keep, known, stats }.close(false)
}

/// Two searches that take turns. From above: any win, then a shorter one than the last. From below: a win within one
/// move, within two, and so on. A win that needs quiet moves is often far away from above and near from below.
pub(super) struct Pincers<'a, 'b, G: Threaded> {
    pub problem: &'a Problem<'a, G>,
    pub options: ForcedWinOptions,
    pub length_table: &'a LengthTable,
    pub budget: &'a Budget<'b>,
    pub observer: &'a mut dyn Observer<G>,
    pub keep: Keep<'a>,
    pub known: Shortest,
    pub stats: Stats,
}

/// Nodes of the first turn from above; each turn has twice as many as the last. From below there are a share of these.
const FIRST_TURN: u64 = 1 << 13;
const BELOW: u64 = 4;

impl<G: Threaded> Pincers<'_, '_, G> {
    /// Let the two take turns until all is known, or, with `any`, until there is a win.
    pub fn close(mut self, any: bool) -> Result<(Shortest, Stats), G::Error> {
        let mut turn = FIRST_TURN;
        loop {
            for (below, mut nodes) in [(false, turn), (true, turn / BELOW)] {
                while nodes > 0 {
                    let before = self.stats.nodes;
                    if !self.search(below, nodes)? {
                        break;
                    }
                    if self.is_done(any) {
                        return Ok((self.known, self.stats));
                    }
                    nodes = nodes.saturating_sub(self.stats.nodes - before);
                }
            }
            turn = turn.saturating_mul(2);
        }
    }

    fn is_done(&self, any: bool) -> bool {
        let Shortest { win, no_win_within, ref limit } = self.known;
        limit.is_some() || no_win_within == NEVER || win.is_some_and(|win| any || win <= no_win_within + 1)
    }

    /// One search, of at most N nodes. Returns whether it came to an end.
    fn search(&mut self, below: bool, nodes: u64) -> Result<bool, G::Error> {
        let least = self.known.no_win_within + 1;
        let left = match self.known.win {
            _ if below => least,
            None => UNLIMITED,
            Some(win) => win - 1,
        };
        let spent = self.stats.nodes;
        let rest = self.budget.nodes().map_or(u64::MAX, |all| all.saturating_sub(spent));
        let budget = &mut self.budget.with_nodes(Some(nodes.min(rest)));
        let observer = &mut Later { observer: &mut *self.observer, spent };
        let mut within = Run { problem: self.problem, budget, observer };
        let mut keep = |length_table: &LengthTable, nodes: u64| (self.keep)(length_table, spent + nodes);
        let (finding, searched) = run(&mut within, left, self.options, self.length_table, &mut keep)?;
        self.stats = self.stats.and_then(searched);
        match finding {
            Finding::Win(win) => self.known.win = Some(self.known.win.map_or(win, |known| known.min(win))),
            Finding::NoWin(no_win_within) => {
                self.known.no_win_within = self.known.no_win_within.max(no_win_within)
            }
            Finding::Nothing(Limit::Nodes) if nodes < rest => return Ok(false),
            Finding::Nothing(limit) => self.known.limit = Some(limit),
        }
        Ok(true)
    }
}

/// An observer that is shown the nodes of all searches.
struct Later<'a, G: Threaded> {
    observer: &'a mut dyn Observer<G>,
    spent: u64,
}

impl<G: Threaded> Observer<G> for Later<'_, G> {
    fn iteration(&mut self, snapshot: &Snapshot<'_, G>) {
        self.observer.iteration(&Snapshot { nodes: self.spent + snapshot.nodes, ..*snapshot });
    }

    fn tick(&mut self, snapshot: &Snapshot<'_, G>, elapsed: Duration) -> ControlFlow<()> {
        self.observer.tick(&Snapshot { nodes: self.spent + snapshot.nodes, ..*snapshot }, elapsed)
    }
}
