//! Breadth first: every position that can be reached, ply by ply.

use std::collections::VecDeque;
use std::mem;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use pnyx_game::Repetition;

use crate::edges;
use crate::forecast::forecast;
use crate::index::{SHARDS, id};
use crate::limits::Bounds;
use crate::retrograde;
use crate::threads::in_threads;
use crate::worker::{Halt, Piece, Space, Worker};
use crate::{Ended, Expander, Limit, Moves, Packs, Phase, Progress, Run, Table};

/// Starts that are put into the index together.
const STARTS: usize = 4096;
/// Positions that are asked about at once where a ply has few, at least.
const FEWEST: usize = 16;

/// An enumeration, which can be made in steps.
pub struct Enumeration {
    pub(crate) space: Space,
    workers: Vec<Mutex<Worker>>,
    frontier: Frontier,
    /// Positions by ply, the newest, which is not complete, left out.
    pub(crate) sizes: Vec<u64>,
    /// Positions found before the ply that is being found.
    known: u64,
}

/// How an enumeration grows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Growth {
    /// Positions found.
    pub positions: u64,
    /// Positions whose successors are known.
    pub expanded: u64,
    /// Moves found.
    pub edges: u64,
    /// Positions whose shortest way from a start has 0, 1, 2, ... plies. The last number still grows, unless
    /// everything is found.
    pub sizes: Vec<u64>,
    /// Bytes in use, and the most that ever were.
    pub memory: usize,
    /// See `memory`.
    pub peak_memory: usize,
}

/// The positions of a ply that are still to be expanded.
#[derive(Default)]
struct Frontier {
    pieces: VecDeque<Piece>,
    /// All positions of the ply.
    size: u64,
}

impl Frontier {
    /// Take a batch; `false` if nothing is left.
    fn take(&mut self, most: usize, batch: &mut Vec<Piece>) -> bool {
        batch.clear();
        let mut most = u32::try_from(most).unwrap_or(u32::MAX);
        while most > 0
            && let Some(piece) = self.pieces.front_mut()
        {
            let count = piece.count.min(most);
            batch.push(Piece { first: piece.first, count });
            most -= count;
            if count == piece.count {
                self.pieces.pop_front();
            } else {
                piece.first += count;
                piece.count -= count;
            }
        }
        !batch.is_empty()
    }
}

impl Default for Enumeration {
    fn default() -> Enumeration {
        Enumeration::new()
    }
}

impl Enumeration {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Enumeration {
        let (space, workers) = (Space::new(), vec![Mutex::default()]);
        Enumeration { space, workers, frontier: Frontier::default(), sizes: Vec::new(), known: 0 }
    }

    /// Put in one start, the packed representative of a position. Starts come before everything else.
    pub fn add_start(&mut self, bytes: &[u8]) -> Option<Limit> {
        let mut packs = Packs::default();
        packs.push(bytes);
        self.insert(&packs)
    }

    /// Put in many starts, some at a time: they may be made as they are taken. After an error this is of no more use.
    pub fn add_starts<E>(
        &mut self,
        starts: impl IntoIterator<Item = Result<impl AsRef<[u8]>, E>>,
        run: &mut Run<'_>,
    ) -> Result<Option<Limit>, E> {
        let (mut packs, mut starts) = (Packs::default(), starts.into_iter());
        loop {
            packs.clear();
            for start in starts.by_ref().take(STARTS) {
                packs.push(start?.as_ref());
            }
            if packs.is_empty() {
                return Ok(None);
            }
            let limit = self.insert(&packs);
            run.report(|| self.space.progress(0, 0));
            let limit = limit.or_else(|| self.space.reached(&run.bounds));
            if limit.is_some() {
                return Ok(limit);
            }
        }
    }

    fn insert(&mut self, starts: &Packs) -> Option<Limit> {
        assert!(self.sizes.is_empty(), "starts come before everything else");
        let worker = self.workers[0].get_mut().expect("no panic");
        worker.insert(starts, &self.space).err()
    }

    /// Expand at most `positions` positions, in the calling thread. `Ok(None)` says only that nothing forbids to go on: see
    /// [`is_closed`](Enumeration::is_closed). After an error this is of no more use.
    pub fn advance<X: Expander>(&mut self, expander: &X, positions: u64) -> Result<Option<Limit>, X::Error> {
        let goal = self.space.expanded.load(Relaxed) + positions;
        loop {
            let left = goal.saturating_sub(self.space.expanded.load(Relaxed));
            if left == 0 || self.frontier.pieces.is_empty() && !self.next_ply() {
                return Ok(None);
            }
            let worker = self.workers[0].get_mut().expect("no panic");
            let size = usize::try_from(left).unwrap_or(usize::MAX).min(expander.batch());
            self.frontier.take(size, &mut worker.pieces);
            match worker.expand(expander, &self.space) {
                Ok(()) => {}
                Err(Halt::Limit(limit)) => return Ok(Some(limit)),
                Err(Halt::Error(error)) => return Err(error),
            }
        }
    }

    /// Go on until everything is found, or to a limit. It can go on after a limit that is the caller's.
    pub fn run<X: Expander>(&mut self, expander: &X, run: &mut Run<'_>) -> Result<Option<Limit>, X::Error> {
        self.run_with(expander, run, |_| true)
    }

    /// The same, with something to do at the end of each ply, which may end it all.
    pub(crate) fn run_with<X: Expander>(
        &mut self,
        expander: &X,
        run: &mut Run<'_>,
        mut at_end_of_ply: impl FnMut(&mut Enumeration) -> bool,
    ) -> Result<Option<Limit>, X::Error> {
        loop {
            if self.frontier.pieces.is_empty() {
                let goes_on = self.sizes.is_empty() || at_end_of_ply(self);
                if !(goes_on && self.next_ply()) {
                    return Ok(None);
                }
            }
            if let Some(limit) = self.space.reached(&run.bounds) {
                return Ok(Some(limit));
            }
            match self.run_ply(expander, run) {
                None => {}
                Some(Halt::Limit(limit)) => return Ok(Some(limit)),
                Some(Halt::Error(error)) => return Err(error),
            }
        }
    }

    /// Whether everything is found.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        let fresh = self.space.fresh.iter().any(|bits| bits.load(Relaxed) != 0);
        self.frontier.pieces.is_empty() && !fresh
    }

    /// How it grows.
    #[must_use]
    pub fn growth(&self) -> Growth {
        let positions = self.space.positions.load(Relaxed);
        let mut sizes = self.sizes.clone();
        if positions > self.known {
            sizes.push(positions - self.known);
        }
        Growth {
            positions,
            expanded: self.space.expanded.load(Relaxed),
            edges: self.space.edges.load(Relaxed),
            sizes,
            memory: self.memory_bytes(),
            peak_memory: self.space.meter.peak(),
        }
    }

    /// About how many positions there will be: infinite where growth does not fall, `None` where it is too early to tell.
    /// Nothing but the amount of work should rest on it.
    #[must_use]
    pub fn forecast(&self) -> Option<f64> {
        if self.is_closed() {
            return Some(self.space.positions.load(Relaxed) as f64);
        }
        let mut sizes = self.sizes.clone();
        if self.frontier.pieces.is_empty() {
            sizes.push(self.space.positions.load(Relaxed) - self.known);
        }
        forecast(&sizes)
    }

    /// Bytes in use.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.space.meter.now()
    }

    /// Value the positions, all of which must have been found.
    ///
    /// # Panics
    ///
    /// If repeating is illegal in the game, or not everything is found.
    pub fn value(self, repetition: Repetition, run: &mut Run<'_>) -> Ended {
        match self.valued(repetition, false, run) {
            Ended::Complete((table, _)) => Ended::Complete(table),
            Ended::Incomplete(limit, growth) => Ended::Incomplete(limit, growth),
        }
    }

    /// The same, and with `keeps_moves` the moves as well, from which [strategies](Moves::strategy) are made:
    /// [`Moves::memory_of`] says what they take.
    ///
    /// # Panics
    ///
    /// As [`value`](Enumeration::value) does.
    pub fn valued(
        mut self,
        repetition: Repetition,
        keeps_moves: bool,
        run: &mut Run<'_>,
    ) -> Ended<(Table, Option<Moves>)> {
        assert!(self.is_closed(), "only what is complete can be valued");
        assert!(repetition != Repetition::Illegal, "values depend on the path where repeating is illegal");
        self.flush();
        let plies = self.sizes.len() as u64;
        match retrograde::value(&mut self.space, repetition, (plies, keeps_moves), run) {
            Ok(valued) => Ended::Complete(valued),
            Err(limit) => Ended::Incomplete(limit, self.growth()),
        }
    }

    /// Write the edges that threads have still by themselves, and free their memory.
    fn flush(&mut self) {
        for worker in &mut self.workers {
            worker.get_mut().expect("no panic").finish(&self.space);
        }
    }

    /// Write the edges that threads have still by themselves.
    pub(crate) fn write_edges(&mut self) {
        for worker in &mut self.workers {
            worker.get_mut().expect("no panic").write_edges(&self.space);
        }
    }

    /// After positions came from a work file: count them, and find those that are not expanded.
    pub(crate) fn recount(&mut self) {
        let (mut positions, mut expanded) = (0, 0);
        for (number, shard) in self.space.shards.iter_mut().enumerate() {
            let shard = shard.get_mut().expect("no panic");
            positions += u64::from(shard.len());
            expanded += u64::from(shard.expanded);
            if shard.len() > shard.expanded {
                *self.space.fresh[number / 64].get_mut() |= 1 << (number % 64);
            }
        }
        *self.space.positions.get_mut() = positions;
        *self.space.expanded.get_mut() = expanded;
        self.known = expanded;
        let flushes = self.space.flushes.get_mut().expect("no panic");
        self.space.meter.add(edges::memory_of(flushes));
    }

    /// What was found becomes the frontier; `false` if nothing was.
    pub(crate) fn next_ply(&mut self) -> bool {
        self.frontier.pieces.clear();
        self.frontier.size = 0;
        for (word, bits) in self.space.fresh.iter_mut().enumerate() {
            let mut bits = mem::take(bits.get_mut());
            while bits != 0 {
                let number = 64 * word + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let shard = self.space.shards[number].get_mut().expect("no panic");
                let count = shard.len() - shard.expanded;
                self.frontier.pieces.push_back(Piece { first: id(number, shard.expanded), count });
                self.frontier.size += u64::from(count);
                shard.expanded = shard.len();
            }
        }
        if self.frontier.size > 0 {
            self.sizes.push(self.frontier.size);
            self.known += self.frontier.size;
        }
        self.frontier.size > 0
    }

    /// Expand what is left of the frontier.
    fn run_ply<X: Expander>(&mut self, expander: &X, run: &mut Run<'_>) -> Option<Halt<X::Error>> {
        let left: usize = self.frontier.pieces.iter().map(|piece| piece.count as usize).sum();
        let batch = expander.batch().max(1);
        let (threads, batch) = if left <= batch || run.threads == 1 {
            (1, batch)
        } else {
            (run.threads, (left / (4 * run.threads)).clamp(FEWEST.min(batch), batch))
        };
        self.workers.resize_with(self.workers.len().max(threads), Mutex::default);
        let (space, workers, bounds) = (&self.space, &self.workers, run.bounds);
        let frontier = Mutex::new(&mut self.frontier);
        let (halted, why) = (AtomicBool::new(false), Mutex::new(None));
        let (ply, size) = (self.sizes.len() as u64 - 1, frontier.lock().expect("no panic").size);
        let work = |number: usize, poll: &mut dyn FnMut()| {
            let worker = &mut *workers[number].lock().expect("no panic");
            while !halted.load(Relaxed) && {
                let frontier = &mut *frontier.lock().expect("no panic");
                frontier.take(batch, &mut worker.pieces)
            } {
                let halt = worker.expand(expander, space).err();
                if let Some(halt) = halt.or_else(|| space.reached(&bounds).map(Halt::Limit)) {
                    halted.store(true, Relaxed);
                    let first = &mut *why.lock().expect("no panic");
                    // An error says more than a limit does.
                    if first.is_none() || matches!(halt, Halt::Error(_)) {
                        *first = Some(halt);
                    }
                }
                poll();
            }
        };
        in_threads(threads, &mut || run.report(|| space.progress(ply, size)), work);
        why.into_inner().expect("no panic")
    }
}

impl Space {
    /// The limit that is reached, if one is.
    pub fn reached(&self, bounds: &Bounds<'_>) -> Option<Limit> {
        bounds.reached(self.positions.load(Relaxed), self.meter.now())
    }

    fn progress(&self, ply: u64, frontier: u64) -> Progress {
        Progress {
            phase: Phase::Enumerating,
            positions: self.positions.load(Relaxed),
            done: self.expanded.load(Relaxed),
            ply,
            frontier,
            memory: self.meter.now(),
            seconds: 0.0,
            rate: 0.0,
        }
    }
}

const _: () = assert!(SHARDS == 256);
