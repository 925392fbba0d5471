//! What the searchers of one question share beside their table: the count of their nodes, the end, and the first answer.
//! Searchers are threads, or take turns in one.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::Stats;

/// Nodes after which a searcher adds them to those of all.
pub(crate) const BATCH: u64 = 16;

/// What all have counted, and whether they are to end.
#[derive(Default)]
pub(crate) struct Tally {
    pub nodes: AtomicU64,
    /// Bytes beside the table.
    pub bytes: AtomicUsize,
    done: AtomicBool,
}

impl Tally {
    /// All are to end.
    pub fn end(&self) {
        self.done.store(true, Relaxed);
    }

    pub fn is_done(&self) -> bool {
        self.done.load(Relaxed)
    }

    /// Set when all are to end.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.done
    }
}

/// The first answer of any of them.
pub(crate) struct FirstAnswer<T>(Mutex<Option<T>>);

impl<T> FirstAnswer<T> {
    pub fn none() -> FirstAnswer<T> {
        FirstAnswer(Mutex::new(None))
    }

    /// The first one decides, and all end.
    pub fn report(&self, answer: T, tally: &Tally) {
        if let Ok(mut first) = self.0.lock() {
            first.get_or_insert(answer);
        }
        tally.end();
    }

    pub fn into_inner(self) -> Option<T> {
        self.0.into_inner().ok().flatten()
    }
}

/// Ends all where one of them panics, so that nobody waits for an answer that will not come.
struct EndOnPanic<'a>(&'a Tally);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end();
        }
    }
}

/// Run N threads: one leads, the others help until it ends. A panic of any of them ends all, and is passed on.
pub(crate) fn run_threads<T>(
    threads: usize,
    tally: &Tally,
    lead: impl FnOnce() -> T,
    help: impl Fn() -> Stats + Sync,
) -> (T, Stats) {
    let helper = || {
        let _end = EndOnPanic(tally);
        help()
    };
    std::thread::scope(|scope| {
        // The system may refuse a thread.
        let _end = EndOnPanic(tally);
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(helper)).collect();
        let led = lead();
        tally.end();
        let mut stats = Stats::default();
        for helper in helpers {
            match helper.join() {
                Ok(theirs) => stats = stats.and_then(theirs),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        (led, stats)
    })
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    fn waits(tally: &Tally) -> Stats {
        while !tally.is_done() {
            std::thread::yield_now();
        }
        Stats { nodes: 1, ..Stats::default() }
    }

    #[test]
    fn nodes_of_all_helpers_are_added_up() {
        let tally = Tally::default();
        let (led, stats) = run_threads(4, &tally, || 7, || waits(&tally));
        assert_eq!((led, stats.nodes), (7, 3));
    }

    /// Nobody waits for ever for a thread that has panicked, be it a helper or the one that leads.
    #[test]
    fn a_panic_ends_all_and_is_passed_on() {
        for leader in [false, true] {
            let panicked = catch_unwind(|| {
                let (tally, calls) = (Tally::default(), AtomicUsize::new(0));
                let work = |panics: bool| {
                    if panics {
                        panic!("made up");
                    }
                    waits(&tally)
                };
                run_threads(3, &tally, || work(leader), || work(!leader && calls.fetch_add(1, Relaxed) == 0))
            });
            let message = panicked.expect_err("it panics");
            assert_eq!(message.downcast_ref::<&str>(), Some(&"made up"), "leader: {leader}");
        }
    }
}
