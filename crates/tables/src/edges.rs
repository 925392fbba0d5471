//! Edges while positions are enumerated: about four bytes each, kept where they lead to.
//!
//! A worker collects what it expands in a [`Buffer`]. When there are many edges, the positions they come from are
//! ranked by their ids, the ranks are written down as few [`Range`]s, and every shard gets a *run*: which flush it is of
//! (LEB128), and for each edge into the shard the rank of its source less that of the edge before (LEB128), and the target's
//! number in the shard (3 bytes). Ranks in a run are close to each other even where a ply has few positions.

use std::sync::Mutex;

use crate::index::{Id, SHARDS, local_of, shard_of};
use crate::meter::{HEAP_BLOCK, Meter};
use crate::shard::Shard;

/// Consecutive ids with consecutive ranks, up to the next range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub rank: u32,
    pub id: Id,
}

/// The ranges of every flush so far.
pub(crate) type Flushes = Mutex<Vec<Box<[Range]>>>;

/// Bytes of these flushes.
pub(crate) fn memory_of(flushes: &[Box<[Range]>]) -> usize {
    flushes.iter().map(|ranges| size_of_val(&**ranges) + HEAP_BLOCK + size_of_val(ranges)).sum()
}

/// Edges that are collected before they are written.
const COLLECTED: usize = 1 << 16;

/// Positions with consecutive ids that were expanded together.
#[derive(Clone, Copy)]
struct Sources {
    first: Id,
    count: u32,
    /// Their first place in the numbers of edges, and their first edge.
    at: u32,
    edge: u32,
}

/// Edges that are not written yet.
#[derive(Default)]
pub(crate) struct Buffer {
    sources: Vec<Sources>,
    /// The number of edges of each position.
    counts: Vec<u32>,
    targets: Vec<Id>,
    runs: Vec<Run>,
}

/// The run of one shard, while it is written.
#[derive(Clone, Default)]
struct Run {
    bytes: Vec<u8>,
    rank: u32,
}

impl Buffer {
    /// Positions from here on have consecutive ids.
    pub fn begin(&mut self, first: Id) {
        let (at, edge) = (self.counts.len() as u32, self.targets.len() as u32);
        self.sources.push(Sources { first, count: 0, at, edge });
    }

    /// The edges of the next position.
    pub fn push(&mut self, targets: &[Id]) {
        self.sources.last_mut().expect("begun").count += 1;
        self.counts.push(targets.len() as u32);
        self.targets.extend_from_slice(targets);
    }

    pub fn is_full(&self) -> bool {
        self.targets.len().max(self.counts.len()) >= COLLECTED
    }

    pub fn memory(&self) -> usize {
        self.sources.capacity() * size_of::<Sources>()
            + 4 * self.counts.capacity()
            + 4 * self.targets.capacity()
            + self.runs.iter().map(|run| run.bytes.capacity() + size_of::<Run>()).sum::<usize>()
    }

    /// Write all edges to the shards they lead to.
    pub fn flush(&mut self, flushes: &Flushes, shards: &[Mutex<Shard>], meter: &Meter) {
        if self.targets.is_empty() {
            self.clear();
            return;
        }
        self.sources.sort_unstable_by_key(|sources| sources.first);
        let ranges = self.ranges();
        meter.add(memory_of(std::slice::from_ref(&ranges)));
        let number = {
            let mut flushes = flushes.lock().expect("no panic");
            flushes.push(ranges);
            flushes.len() as u32 - 1
        };
        self.write_runs(number);
        for (run, shard) in self.runs.iter().zip(shards).filter(|(run, _)| !run.bytes.is_empty()) {
            let mut shard = shard.lock().expect("no panic");
            let before = shard.memory();
            shard.edges.push(&run.bytes);
            meter.change(before, shard.memory());
        }
        self.clear();
    }

    fn clear(&mut self) {
        self.sources.clear();
        self.counts.clear();
        self.targets.clear();
    }

    fn ranges(&self) -> Box<[Range]> {
        let (mut ranges, mut rank, mut expected) = (Vec::new(), 0, None);
        for sources in &self.sources {
            if expected != Some(sources.first) {
                ranges.push(Range { rank, id: sources.first });
            }
            rank += sources.count;
            expected = Some(sources.first + sources.count);
        }
        ranges.into()
    }

    fn write_runs(&mut self, flush: u32) {
        self.runs.resize_with(SHARDS, Run::default);
        for run in &mut self.runs {
            run.bytes.clear();
            run.rank = 0;
        }
        let mut rank = 0;
        for sources in &self.sources {
            let mut edge = sources.edge as usize;
            for &count in &self.counts[sources.at as usize..][..sources.count as usize] {
                for &target in &self.targets[edge..][..count as usize] {
                    let run = &mut self.runs[shard_of(target)];
                    if run.bytes.is_empty() {
                        write_leb128(flush, &mut run.bytes);
                    }
                    write_leb128(rank - run.rank, &mut run.bytes);
                    run.rank = rank;
                    run.bytes.extend_from_slice(&local_of(target).to_le_bytes()[..3]);
                }
                edge += count as usize;
                rank += 1;
            }
        }
    }
}

/// Read the edges of a run: source and number of the target in the shard.
pub(crate) fn read_run(mut run: &[u8], flushes: &[Box<[Range]>], mut edge: impl FnMut(Id, u32)) {
    let ranges = &flushes[read_leb128(&mut run) as usize];
    let (mut rank, mut range) = (0, 0);
    while !run.is_empty() {
        rank += read_leb128(&mut run);
        while ranges.get(range + 1).is_some_and(|next| next.rank <= rank) {
            range += 1;
        }
        let (target, rest) = run.split_at(3);
        run = rest;
        let target = u32::from_le_bytes([target[0], target[1], target[2], 0]);
        edge(ranges[range].id + (rank - ranges[range].rank), target);
    }
}

#[inline]
fn write_leb128(mut number: u32, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

#[inline]
fn read_leb128(from: &mut &[u8]) -> u32 {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = from[0];
        *from = &from[1..];
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return number;
        }
        shift += 7;
    }
}
