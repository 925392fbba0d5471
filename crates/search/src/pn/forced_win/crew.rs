//! Threads that search together, and searches that follow each other.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::search::Search;
use super::{Finding, Keep, Notes, Options, Searchable, UNLIMITED};
use crate::table::NEVER;
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
    left: u32,
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
    left: u32,
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
            if keep(notes, nodes).is_break() {
                return Some(Limit::Stopped);
            }
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
    left: u32,
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
    pub win: Option<u32>,
    /// There is none within so many.
    pub hold: u32,
    /// Why the two do not meet, if they do not.
    pub limit: Option<Limit>,
}

impl Shortest {
    /// What this says about a win of any length.
    pub(super) fn finding(self) -> Finding {
        match self {
            Shortest { win: Some(win), .. } => Finding::Win(win),
            Shortest { limit: Some(limit), .. } => Finding::Nothing(limit),
            Shortest { hold, .. } => Finding::Hold(hold),
        }
    }
}

/// Look for the shortest win, from above and from below, until they meet. All searches share their notes.
pub fn shortest<G: Searchable>(
    problem: &Problem<'_, G>,
    options: Options,
    notes: &Notes,
    budget: &Budget<'_>,
    observer: &mut dyn Observer<G>,
    keep: Keep<'_>,
) -> Result<(Shortest, Stats), G::Error> {
    let mut pincers = Pincers::new(problem, options, notes, budget);
    pincers.close(false, observer, keep)?;
    Ok((pincers.known, pincers.stats))
}

/// Two searches that take turns. From above: any win, then a shorter one than the last. From below: a win within one
/// move, within two, and so on. A win that needs quiet moves is often far away from above and near from below.
pub(super) struct Pincers<'a, 'b, G: Searchable> {
    problem: &'a Problem<'a, G>,
    options: Options,
    notes: &'a Notes,
    budget: &'a Budget<'b>,
    pub known: Shortest,
    pub stats: Stats,
}

/// Nodes of the first turn from above; each turn has twice as many as the last. From below there are a share of these.
const FIRST_TURN: u64 = 1 << 13;
const BELOW: u64 = 4;

impl<'a, 'b, G: Searchable> Pincers<'a, 'b, G> {
    pub fn new(
        problem: &'a Problem<'a, G>,
        options: Options,
        notes: &'a Notes,
        budget: &'a Budget<'b>,
    ) -> Pincers<'a, 'b, G> {
        let known = Shortest { win: None, hold: 0, limit: None };
        Pincers { problem, options, notes, budget, known, stats: Stats::default() }
    }

    /// Take turns until all is known, or, with `any`, until there is a win.
    pub fn close(
        &mut self,
        any: bool,
        observer: &mut dyn Observer<G>,
        keep: Keep<'_>,
    ) -> Result<(), G::Error> {
        let mut turn = FIRST_TURN;
        loop {
            for (below, mut nodes) in [(false, turn), (true, turn / BELOW)] {
                while nodes > 0 {
                    let before = self.stats.nodes;
                    if !self.search(below, nodes, observer, keep)? {
                        break;
                    }
                    if self.is_done(any) {
                        return Ok(());
                    }
                    nodes = nodes.saturating_sub(self.stats.nodes - before);
                }
            }
            turn = turn.saturating_mul(2);
        }
    }

    fn is_done(&self, any: bool) -> bool {
        let Shortest { win, hold, ref limit } = self.known;
        limit.is_some() || hold == NEVER || win.is_some_and(|win| any || win <= hold + 1)
    }

    /// One search, of at most so many nodes. Gives whether it came to an end.
    fn search(
        &mut self,
        below: bool,
        nodes: u64,
        observer: &mut dyn Observer<G>,
        keep: Keep<'_>,
    ) -> Result<bool, G::Error> {
        let least = self.known.hold + 1;
        let left = match self.known.win {
            _ if below => least,
            None => UNLIMITED,
            Some(win) => win - 1,
        };
        let rest = self.budget.nodes().map_or(u64::MAX, |all| all.saturating_sub(self.stats.nodes));
        let mut budget = self.budget.with_nodes(Some(nodes.min(rest)));
        let spent = self.stats.nodes;
        let mut keep_all = |notes: &Notes, nodes: u64| keep(notes, spent + nodes);
        let Pincers { problem, options, notes, .. } = *self;
        let (finding, searched) =
            run(problem, left, options, notes, &mut budget, &mut Later { observer, spent }, &mut keep_all)?;
        self.stats = self.stats.and_then(searched);
        match finding {
            Finding::Win(win) => self.known.win = Some(self.known.win.map_or(win, |known| known.min(win))),
            Finding::Hold(hold) => self.known.hold = self.known.hold.max(hold),
            Finding::Nothing(Limit::Nodes) if nodes < rest => return Ok(false),
            Finding::Nothing(limit) => self.known.limit = Some(limit),
        }
        Ok(true)
    }
}

/// An observer who is told the nodes of all searches.
struct Later<'a, G: Searchable> {
    observer: &'a mut dyn Observer<G>,
    spent: u64,
}

impl<G: Searchable> Observer<G> for Later<'_, G> {
    fn iteration(&mut self, snapshot: &Snapshot<'_, G>) {
        self.observer.iteration(&Snapshot { nodes: self.spent + snapshot.nodes, ..*snapshot });
    }

    fn tick(&mut self, snapshot: &Snapshot<'_, G>, elapsed: Duration) -> ControlFlow<()> {
        self.observer.tick(&Snapshot { nodes: self.spent + snapshot.nodes, ..*snapshot }, elapsed)
    }
}
