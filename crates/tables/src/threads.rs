//! Threads that share some work while the calling thread looks after its caller.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How long the calling thread sleeps between two looks.
const LOOK: Duration = Duration::from_millis(25);

/// Do the work in N threads, each of which knows its number, and poll meanwhile. A single one is the calling
/// thread, which then polls between two pieces of work: it is handed the function to do so.
pub(crate) fn in_threads<W>(threads: usize, poll: &mut dyn FnMut(), work: W)
where
    W: Fn(usize, &mut dyn FnMut()) + Sync,
{
    if threads <= 1 {
        return work(0, poll);
    }
    thread::scope(|scope| {
        let (working, idle) = mpsc::channel::<()>();
        for number in 0..threads {
            let (working, work) = (working.clone(), &work);
            scope.spawn(move || {
                work(number, &mut || {});
                drop(working);
            });
        }
        drop(working);
        while let Err(RecvTimeoutError::Timeout) = idle.recv_timeout(LOOK) {
            poll();
        }
    });
}
