//! Threads that search together, and searches that follow each other.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::search::Search;
use super::{Finding, Keep, Notes, Options, Searchable, UNLIMITED};
use crate::{Budget, Limit, Observer, Problem, Snapshot, Stats};

/// Nodes between two moments at which the notes may be saved.
const KEPT: u64 = 4096;

/// Nodes after which a thread adds them to those of all.
const BATCH: u64 = 16;

/// What threads tell each other.
#[derive(Default)]
struct Board<E> {
    /// Nodes of the helpers.
    nodes: AtomicU64,
    done: AtomicBool,
    found: Mutex<Option<Result<Finding, E>>>,
}

impl<E> Board<E> {
    /// Whoever is first has the say.
    fn report(&self, finding: Result<Finding, E>) {
        if let Ok(mut found) = self.found.lock() {
            found.get_or_insert(finding);
        }
        self.done.store(true, Relaxed);
    }
}

/// Search the root with so many of the prover's moves left, with all threads.
pub(super) fn run<G: Searchable>(
    problem: &Problem<'_, G>,
    left: u16,
    options: Options,
    notes: &Notes,
    budget: &mut Budget<'_>,
    observer: &mut dyn Observer<G>,
    keep: Keep<'_>,
) -> Result<(Finding, Stats), G::Error> {
    let board = Board { nodes: AtomicU64::new(0), done: AtomicBool::new(false), found: Mutex::new(None) };
    let helpers = options.threads.saturating_sub(1);
    let (led, stats) = std::thread::scope(|scope| {
        let helpers: Vec<_> =
            (0..helpers).map(|_| scope.spawn(|| help(problem, left, options, notes, &board))).collect();
        let led = lead(problem, left, options, notes, &board, (budget, observer, keep));
        board.done.store(true, Relaxed);
        let mut stats = Stats::default();
        for helper in helpers {
            match helper.join() {
                Ok(theirs) => stats = stats.and_then(theirs),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        (led, stats)
    });
    let (finding, own) = led?;
    let theirs = board.found.into_inner().ok().flatten();
    let finding = match (finding, theirs) {
        (Finding::Nothing(_), Some(theirs)) => theirs?,
        (finding, _) => finding,
    };
    Ok((finding, stats.and_then(own)))
}

/// The thread that minds the limits.
fn lead<G: Searchable>(
    problem: &Problem<'_, G>,
    left: u16,
    options: Options,
    notes: &Notes,
    board: &Board<G::Error>,
    (budget, observer, keep): (&mut Budget<'_>, &mut dyn Observer<G>, Keep<'_>),
) -> Result<(Finding, Stats), G::Error> {
    let mut search = Search::new(problem, options, notes)?;
    let mut next_keep = KEPT;
    let finding = search.run(problem.root, left, &mut |snapshot| {
        if board.done.load(Relaxed) {
            return Some(Limit::Stopped);
        }
        let nodes = snapshot.nodes + board.nodes.load(Relaxed);
        let snapshot = Snapshot { nodes, ..*snapshot };
        if nodes >= next_keep {
            next_keep = nodes + KEPT;
            keep(notes, nodes);
        }
        let limit = budget.exhausted(nodes, snapshot.memory_bytes, observer, || Snapshot { ..snapshot });
        if limit.is_none() {
            observer.iteration(&snapshot);
        }
        limit
    })?;
    Ok((finding, search.stats))
}

/// A thread that helps.
fn help<G: Searchable>(
    problem: &Problem<'_, G>,
    left: u16,
    options: Options,
    notes: &Notes,
    board: &Board<G::Error>,
) -> Stats {
    let mut counted = 0;
    let mut search = match Search::new(problem, options, notes) {
        Ok(search) => search,
        Err(error) => {
            board.report(Err(error));
            return Stats::default();
        }
    };
    let found = search.run(problem.root, left, &mut |snapshot| {
        if snapshot.nodes >= counted + BATCH {
            board.nodes.fetch_add(snapshot.nodes - counted, Relaxed);
            counted = snapshot.nodes;
        }
        board.done.load(Relaxed).then_some(Limit::Stopped)
    });
    // Who has found nothing leaves it to the others.
    if !matches!(found, Ok(Finding::Nothing(_))) {
        board.report(found);
    }
    search.stats
}

/// What is known of the shortest win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// The shortest win found, in the prover's moves.
    pub win: Option<u16>,
    /// There is none within so many.
    pub hold: u16,
    /// Why the two do not meet, if they do not.
    pub limit: Option<Limit>,
}

/// Look for the shortest win: for any, then for ever shorter ones, until there is none. All searches share their notes.
pub fn shortest<G: Searchable>(
    problem: &Problem<'_, G>,
    options: Options,
    notes: &Notes,
    budget: &Budget<'_>,
    observer: &mut dyn Observer<G>,
    keep: Keep<'_>,
) -> Result<(Shortest, Stats), G::Error> {
    let mut known = Shortest { win: None, hold: 0, limit: None };
    let (mut left, mut stats) = (UNLIMITED, Stats::default());
    loop {
        let mut rest = budget.share(stats.nodes, 1);
        let (finding, searched) = run(problem, left, options, notes, &mut rest, observer, keep)?;
        stats = stats.and_then(searched);
        match finding {
            Finding::Win(win) => known.win = Some(win),
            Finding::Hold(hold) => known.hold = hold,
            Finding::Nothing(limit) => known.limit = Some(limit),
        }
        match known.win {
            Some(win) if known.limit.is_none() && win > known.hold + 1 => left = win - 1,
            _ => return Ok((known, stats)),
        }
    }
}
