//! What one thread does with a batch: expand its positions, find or insert what follows them, keep the edges.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::cell::{Cell, LARGEST};
use crate::edges::{Buffer, Flushes};
use crate::index::{Id, Key, SHARDS, Wanted, id, local_of, shard_of};
use crate::meter::Meter;
use crate::shard::{AT_ONCE, Shard, UNKNOWN};
use crate::{Expanded, Expander, Limit, Packs, Records};

/// The index, as all threads use it.
pub(crate) struct Space {
    pub shards: Vec<Mutex<Shard>>,
    pub flushes: Flushes,
    /// Bit by bit, the shards that have got positions in this ply.
    pub fresh: [AtomicU64; SHARDS / 64],
    pub positions: AtomicU64,
    pub expanded: AtomicU64,
    pub edges: AtomicU64,
    /// The longest record.
    pub width: AtomicUsize,
    pub meter: Meter,
}

impl Space {
    pub fn new() -> Space {
        let shards: Vec<Mutex<Shard>> = (0..SHARDS).map(|_| Mutex::default()).collect();
        Space {
            shards,
            flushes: Mutex::default(),
            fresh: [const { AtomicU64::new(0) }; SHARDS / 64],
            positions: AtomicU64::new(0),
            expanded: AtomicU64::new(0),
            edges: AtomicU64::new(0),
            width: AtomicUsize::new(1),
            meter: Meter::default(),
        }
    }
}

/// Positions with consecutive ids.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub first: Id,
    pub count: u32,
}

/// Why a worker cannot go on.
pub(crate) enum Halt<E> {
    Limit(Limit),
    Error(E),
}

/// A thread's own memory.
#[derive(Default)]
pub(crate) struct Worker {
    /// The batch.
    pub pieces: Vec<Piece>,
    records: Vec<u8>,
    expanded: Expanded,
    finder: Finder,
    pub edges: Buffer,
    counted: usize,
}

/// Finds many positions at once.
#[derive(Default)]
struct Finder {
    wanted: Vec<Wanted>,
    /// The same, sorted by shard.
    sorted: Vec<Wanted>,
    ids: Vec<Id>,
}

impl Worker {
    /// Expand the batch. After an error the table cannot be completed.
    pub fn expand<X: Expander>(&mut self, expander: &X, space: &Space) -> Result<(), Halt<X::Error>> {
        let width = space.width.load(Relaxed);
        let count = self.gather(space, width);
        self.expanded.clear();
        expander.expand(&Records::new(&self.records, width), &mut self.expanded).map_err(Halt::Error)?;
        assert_eq!(
            self.expanded.positions().len(),
            count,
            "an expander must tell of every position of its batch"
        );
        self.finder.find(&self.expanded.successors, space).map_err(Halt::Limit)?;
        self.set_cells(space, width).map_err(Halt::Limit)?;
        space.expanded.fetch_add(count as u64, Relaxed);
        space.edges.fetch_add(self.expanded.successors.len() as u64, Relaxed);
        if self.edges.is_full() {
            self.edges.flush(&space.flushes, &space.shards, &space.meter);
        }
        self.count_memory(space);
        Ok(())
    }

    /// Put starts into the index.
    pub fn insert(&mut self, starts: &Packs, space: &Space) -> Result<(), Limit> {
        self.finder.find(starts, space)?;
        self.count_memory(space);
        Ok(())
    }

    /// Copy the records of the batch.
    fn gather(&mut self, space: &Space, width: usize) -> usize {
        let count: usize = self.pieces.iter().map(|piece| piece.count as usize).sum();
        self.records.clear();
        self.records.resize(count * width, 0);
        let mut records = self.records.chunks_exact_mut(width);
        for piece in &self.pieces {
            let shard = space.shards[shard_of(piece.first)].lock().expect("no panic");
            // A shard that knows longer records by now has had none so long when these came.
            let shared = width.min(shard.width());
            for (number, to) in (local_of(piece.first)..).zip(records.by_ref().take(piece.count as usize)) {
                to[..shared].copy_from_slice(&shard.record(number)[..shared]);
            }
        }
        count
    }

    fn set_cells(&mut self, space: &Space, width: usize) -> Result<(), Limit> {
        let mut told = self.expanded.positions().enumerate();
        for piece in &self.pieces {
            let mut shard = space.shards[shard_of(piece.first)].lock().expect("no panic");
            self.edges.begin(piece.first);
            let numbers = local_of(piece.first)..local_of(piece.first) + piece.count;
            for (number, (at, (head, successors))) in numbers.zip(told.by_ref()) {
                let targets = &self.finder.ids[successors];
                let cell = match head.outcome {
                    Some(outcome) => Cell::end(head.turn, outcome),
                    None if targets.is_empty() => {
                        return Err(Limit::Stuck(self.records[at * width..][..width].to_vec()));
                    }
                    None => {
                        assert!(targets.len() <= LARGEST as usize, "2^28 moves in one position");
                        Cell::open(head.turn, targets.len() as u32)
                    }
                };
                shard.set_cell(number, cell);
                assert!(head.outcome.is_none() || targets.is_empty(), "a final position has no successors");
                self.edges.push(targets);
            }
        }
        Ok(())
    }

    fn count_memory(&mut self, space: &Space) {
        let now = self.records.capacity()
            + self.expanded.memory()
            + self.finder.memory()
            + self.edges.memory()
            + self.pieces.capacity() * size_of::<Piece>();
        space.meter.change(self.counted, now);
        self.counted = now;
    }

    /// Write the edges that are left.
    pub fn write_edges(&mut self, space: &Space) {
        self.edges.flush(&space.flushes, &space.shards, &space.meter);
    }

    /// Write the edges that are left, and free everything.
    pub fn finish(&mut self, space: &Space) {
        self.write_edges(space);
        space.meter.sub(self.counted);
        *self = Worker::default();
    }
}

impl Finder {
    /// Find or insert all of these; their ids are in order.
    fn find(&mut self, packs: &Packs, space: &Space) -> Result<(), Limit> {
        self.wanted.clear();
        self.wanted.extend((0..).zip(packs.iter()).map(|(at, bytes)| Key::new(bytes).wanted(at)));
        self.sort_by_shard();
        self.ids.clear();
        self.ids.resize(packs.len(), 0);
        let mut new = 0;
        for wanted in self.sorted.chunk_by(|a, b| a.shard() == b.shard()) {
            let number = wanted[0].shard();
            let mut shard = space.shards[number].lock().expect("no panic");
            let (before, length) = (shard.memory(), shard.len());
            for wanted in wanted.chunks(AT_ONCE) {
                let known = shard.find_known(wanted, packs);
                for (wanted, known) in wanted.iter().zip(known) {
                    let local = if known == UNKNOWN {
                        let bytes = packs.get(wanted.at as usize);
                        shard.find_or_insert(bytes, &wanted.key(bytes)).ok_or(Limit::Capacity)?
                    } else {
                        known
                    };
                    self.ids[wanted.at as usize] = id(number, local);
                }
            }
            if shard.len() > length {
                new += u64::from(shard.len() - length);
                space.meter.change(before, shard.memory());
                space.width.fetch_max(shard.width(), Relaxed);
                space.fresh[number / 64].fetch_or(1 << (number % 64), Relaxed);
            }
        }
        space.positions.fetch_add(new, Relaxed);
        Ok(())
    }

    fn sort_by_shard(&mut self) {
        self.sorted.clear();
        if self.wanted.len() < SHARDS {
            self.sorted.extend_from_slice(&self.wanted);
            self.sorted.sort_unstable_by_key(|wanted| wanted.shard());
            return;
        }
        let mut starts = [0_u32; SHARDS + 1];
        for wanted in &self.wanted {
            starts[wanted.shard() + 1] += 1;
        }
        for shard in 0..SHARDS {
            starts[shard + 1] += starts[shard];
        }
        self.sorted.resize(self.wanted.len(), Wanted::default());
        for &wanted in &self.wanted {
            let place = &mut starts[wanted.shard()];
            self.sorted[*place as usize] = wanted;
            *place += 1;
        }
    }

    fn memory(&self) -> usize {
        size_of::<Wanted>() * (self.wanted.capacity() + self.sorted.capacity()) + 4 * self.ids.capacity()
    }
}
