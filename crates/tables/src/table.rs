//! A complete table in memory, and its positions in order.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::block::Pieces;
use crate::cell::Cell;
use crate::index::{HEAD, Key, SHARDS, leading, trimmed};
use crate::{Entry, Statistics};

/// Every position that can be reached, with its value and distance. The positions are representatives, as bytes.
pub struct Table {
    pub(crate) parts: Vec<Part>,
    pub(crate) width: usize,
    pub(crate) plies: u64,
    pub(crate) edges: u64,
    pub(crate) peak_memory: usize,
}

/// The positions of one shard, sorted by their records.
pub(crate) struct Part {
    pub records: Pieces,
    pub cells: Box<[AtomicU32]>,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("positions", &self.len()).finish_non_exhaustive()
    }
}

impl Table {
    /// What is known of the position with these bytes, which zeros may follow.
    #[must_use]
    pub fn get(&self, bytes: &[u8]) -> Option<Entry> {
        let key = Key::new(bytes);
        let part = &self.parts[key.shard()];
        let number = find(part.cells.len(), self.width, bytes, |number| part.records.get(number as u32))?;
        Some(part.get(number).1)
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.parts.iter().map(|part| part.cells.len() as u64).sum()
    }

    /// Whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The moves between all positions.
    #[must_use]
    pub fn edges(&self) -> u64 {
        self.edges
    }

    /// Plies of the enumeration: one more than the longest of the shortest ways from a start.
    #[must_use]
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// Bytes of a record.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Bytes that the table takes.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.parts.iter().map(|part| part.records.memory() + size_of_val(&*part.cells)).sum()
    }

    /// The most bytes that were in use while it was built.
    #[must_use]
    pub fn peak_memory(&self) -> usize {
        self.peak_memory
    }

    /// Counts by value and distance.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let mut statistics = Statistics::default();
        for part in &self.parts {
            for number in 0..part.cells.len() {
                let (record, entry) = part.get(number);
                statistics.count(record, entry);
            }
        }
        statistics
    }

    /// All positions, ordered by their bytes.
    #[must_use]
    pub fn iter(&self) -> Iter<'_> {
        Iter::new(self)
    }
}

impl<'a> IntoIterator for &'a Table {
    type Item = (&'a [u8], Entry);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

impl Part {
    pub(crate) fn get(&self, number: usize) -> (&[u8], Entry) {
        (self.records.get(number as u32), Cell(self.cells[number].load(Relaxed)).entry())
    }
}

/// Where a position is among sorted records, if it is there.
pub(crate) fn find<'a>(
    length: usize,
    width: usize,
    bytes: &[u8],
    record: impl Fn(usize) -> &'a [u8],
) -> Option<usize> {
    let bytes = if bytes.len() > width { trimmed(bytes) } else { bytes };
    if bytes.len() > width {
        return None;
    }
    // Only zeros follow what is asked for: a record that goes on otherwise after the same bytes is greater.
    let found = partition(length, |number| record(number)[..bytes.len()] < *bytes);
    let (head, tail) = (found < length).then(|| record(found).split_at(bytes.len()))?;
    (head == bytes && tail.iter().all(|&byte| byte == 0)).then_some(found)
}

/// The first number for which this does not hold any more.
pub(crate) fn partition(length: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, length);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) { low = middle + 1 } else { high = middle }
    }
    low
}

/// The positions of a [`Table`] in order: its parts merged, in a tree of matches between them.
pub struct Iter<'a> {
    table: &'a Table,
    /// The next position of each part, and its first bytes.
    next: Vec<(usize, u128)>,
    /// Place 0: the part whose position is least. Others: the part that lost the match between two halves.
    losers: [u8; SHARDS],
}

impl<'a> Iter<'a> {
    fn new(table: &'a Table) -> Iter<'a> {
        let mut iter = Iter { table, next: vec![(0, 0); SHARDS], losers: [0; SHARDS] };
        for part in 0..SHARDS {
            iter.read(part);
        }
        // Match by match, from the leaves.
        let mut winners = [0_u8; 2 * SHARDS];
        for part in 0..SHARDS {
            winners[SHARDS + part] = part as u8;
        }
        for place in (1..SHARDS).rev() {
            let (a, b) = (winners[2 * place], winners[2 * place + 1]);
            let (winner, loser) = if iter.is_before(b, a) { (b, a) } else { (a, b) };
            (winners[place], iter.losers[place]) = (winner, loser);
        }
        iter.losers[0] = winners[1];
        iter
    }

    fn read(&mut self, part: usize) {
        let (at, head) = &mut self.next[part];
        let of = &self.table.parts[part];
        if *at < of.cells.len() {
            *head = leading(of.records.get(*at as u32));
        }
    }

    fn is_before(&self, a: u8, b: u8) -> bool {
        let record = |part: u8| {
            let (of, (at, head)) = (&self.table.parts[part as usize], self.next[part as usize]);
            (at < of.cells.len()).then(|| (head, of.records.get(at as u32)))
        };
        let width = self.table.width;
        match (record(a), record(b)) {
            (Some((a, long_a)), Some((b, long_b))) => {
                a < b || a == b && width > HEAD && long_a[HEAD..] < long_b[HEAD..]
            }
            (a, b) => a.is_some() && b.is_none(),
        }
    }
}

impl<'a> Iterator for Iter<'a> {
    type Item = (&'a [u8], Entry);

    fn next(&mut self) -> Option<(&'a [u8], Entry)> {
        let mut winner = self.losers[0];
        let part = &self.table.parts[winner as usize];
        let at = self.next[winner as usize].0;
        if at == part.cells.len() {
            return None;
        }
        self.next[winner as usize].0 += 1;
        self.read(winner as usize);
        let mut place = (SHARDS + winner as usize) / 2;
        while place > 0 {
            if self.is_before(self.losers[place], winner) {
                std::mem::swap(&mut self.losers[place], &mut winner);
            }
            place /= 2;
        }
        self.losers[0] = winner;
        Some(part.get(at))
    }
}
