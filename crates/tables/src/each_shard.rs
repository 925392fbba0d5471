//! Work on every shard of the index, shared among threads.

use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};

use crate::index::SHARDS;
use crate::threads::in_threads;
use crate::worker::Space;
use crate::{Limit, Phase, Progress, Run};

/// Do something with every shard, in all threads.
pub(crate) fn each_shard<T: Send + Sync>(
    space: &Space,
    phase: Phase,
    run: &mut Run<'_>,
    work: impl Fn(usize) -> T + Sync,
) -> Result<Vec<T>, Limit> {
    let done: Vec<OnceLock<T>> = (0..SHARDS).map(|_| OnceLock::new()).collect();
    let (next, positions) = (AtomicUsize::new(0), AtomicU64::new(0));
    let bounds = run.bounds;
    let one_after_another = |_: usize, poll: &mut dyn FnMut()| {
        while bounds.interrupted().is_none() {
            let number = next.fetch_add(1, Relaxed);
            let Some(place) = done.get(number) else { break };
            let length = space.shards[number].lock().expect("no panic").len();
            let _ = place.set(work(number));
            positions.fetch_add(u64::from(length), Relaxed);
            poll();
        }
    };
    let threads = run_threads(space, run.threads);
    let mut poll =
        || run.report(|| Progress { phase, done: positions.load(Relaxed), ..space.backwards(0, 0) });
    in_threads(threads, &mut poll, one_after_another);
    let interrupted = || bounds.interrupted().unwrap_or(Limit::Stopped);
    done.into_iter().map(|place| place.into_inner().ok_or_else(interrupted)).collect()
}

/// Threads that are worth starting for work on everything.
pub(crate) fn run_threads(space: &Space, threads: usize) -> usize {
    if space.positions.load(Relaxed) < 10_000 { 1 } else { threads }
}
