//! Moves turned around: for every position, those it can come from. Two and a quarter bytes a position, four an edge.

use std::collections::HashMap;
use std::sync::atomic::AtomicU32;

use crate::block::{Log, Mark};
use crate::edges::{Range, read_run};
use crate::index::Id;
use crate::meter::{HEAP_BLOCK, Meter};
use crate::shard::Shard;

/// Positions that share one whole number for where their sources begin.
const GROUP: usize = 16;

/// The cells of a shard and the edges into it.
pub(crate) struct Linked {
    pub cells: Box<[AtomicU32]>,
    sources: Box<[Id]>,
    /// Where the sources of each group begin, and where the last ones end.
    starts: Box<[u32]>,
    /// Where those of each position begin, counted from there.
    offsets: Box<[u16]>,
    /// The same for groups that have too many sources.
    crowded: HashMap<u32, [u32; GROUP]>,
}

impl Linked {
    /// Turn the edges into a shard around. The shard keeps only its records.
    pub fn new(shard: &mut Shard, flushes: &[Box<[Range]>], meter: &Meter) -> Linked {
        let length = shard.len() as usize;
        let before = shard.memory();
        shard.forget_slots();
        meter.change(before, shard.memory());

        let scratch = 4 * (length + 1);
        meter.add(scratch);
        let mut ends = vec![0_u32; length + 1];
        for run in shard.edges.from(Mark::default()) {
            read_run(run, flushes, |_, target| ends[target as usize] += 1);
        }
        // From how many there are to where they begin.
        let mut total = 0_u32;
        for end in &mut ends {
            let count = *end;
            *end = total;
            total = total.checked_add(count).expect("edges of a shard are fewer than 2^32");
        }
        let (starts, offsets, crowded) = offsets(&ends);
        meter.add(4 * total as usize + 4 * starts.len() + 2 * offsets.len() + 4 * HEAP_BLOCK);
        meter.add(crowded.len() * 2 * size_of::<(u32, [u32; GROUP])>());
        let mut sources = vec![0; total as usize].into_boxed_slice();
        for run in shard.edges.from(Mark::default()) {
            read_run(run, flushes, |source, target| {
                let at = &mut ends[target as usize];
                sources[*at as usize] = source;
                *at += 1;
            });
        }
        let before = shard.memory();
        shard.edges = Log::default();
        meter.change(before, shard.memory());
        drop(ends);
        meter.change(scratch, 4 * length);
        let cells = (0..shard.len()).map(|number| AtomicU32::new(shard.cell(number).0)).collect();
        let before = shard.memory();
        shard.forget_cells();
        meter.change(before, shard.memory());
        Linked { cells, sources, starts, offsets, crowded }
    }

    /// The positions that a position can come from, one of them for each move.
    #[inline]
    pub fn sources(&self, number: u32) -> &[Id] {
        &self.sources[self.start(number as usize)..self.start(number as usize + 1)]
    }

    #[inline]
    fn start(&self, number: usize) -> usize {
        let (group, within) = (number / GROUP, number % GROUP);
        if within == 0 {
            return self.starts[group] as usize;
        }
        let offset = if self.crowded.is_empty() {
            u32::from(self.offsets[number])
        } else {
            self.crowded.get(&(group as u32)).map_or(u32::from(self.offsets[number]), |wide| wide[within])
        };
        (self.starts[group] + offset) as usize
    }

    /// Bytes of what the cells do not take.
    pub fn memory_of_edges(&self) -> usize {
        4 * self.sources.len()
            + 4 * self.starts.len()
            + 2 * self.offsets.len()
            + 4 * HEAP_BLOCK
            + self.crowded.len() * 2 * size_of::<(u32, [u32; GROUP])>()
    }
}

type Offsets = (Box<[u32]>, Box<[u16]>, HashMap<u32, [u32; GROUP]>);

/// Where sources begin, with two bytes a position. The last of `begin` is where all end.
fn offsets(begin: &[u32]) -> Offsets {
    let mut starts: Vec<u32> = begin.iter().step_by(GROUP).copied().collect();
    if !(begin.len() - 1).is_multiple_of(GROUP) {
        starts.push(begin[begin.len() - 1]);
    }
    let mut offsets = Vec::with_capacity(begin.len());
    let mut crowded = HashMap::new();
    for (number, group) in begin.chunks(GROUP).enumerate() {
        let mut wide = [0; GROUP];
        for (wide, &at) in wide.iter_mut().zip(group) {
            *wide = at - group[0];
        }
        if wide.iter().any(|&offset| offset > u32::from(u16::MAX)) {
            crowded.insert(number as u32, wide);
        }
        offsets.extend(wide[..group.len()].iter().map(|&offset| offset as u16));
    }
    (starts.into(), offsets.into(), crowded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crowded_positions_have_all_their_sources() {
        for (length, crowd) in [(1_u32, 0), (16, 3), (17, 16), (40, 70_000), (33, 66_000), (100, 65_535)] {
            let mut shard = Shard::default();
            for number in 0..length {
                let bytes = number.to_le_bytes();
                shard.find_or_insert(&bytes, &crate::index::Key::new(&bytes)).unwrap();
            }
            // Position 5 has a crowd, the others as many sources as their number says, modulo 3.
            let mut run = vec![0];
            let count = |number: u32| if number == 5 { crowd } else { number % 3 };
            for number in 0..length {
                for _ in 0..count(number) {
                    run.push(1);
                    run.extend(&number.to_le_bytes()[..3]);
                }
            }
            shard.edges.push(&run);
            let ranges: Box<[Range]> = [Range { rank: 0, id: 1000 }].into();
            let meter = Meter::default();
            meter.add(shard.memory());
            let linked = Linked::new(&mut shard, &[ranges], &meter);
            assert_eq!(
                meter.now(),
                shard.memory() + linked.memory_of_edges() + 4 * length as usize,
                "{length:?}"
            );
            let mut expected = 1000;
            for number in 0..length {
                let sources: Vec<Id> = (1..=count(number)).map(|more| expected + more).collect();
                expected += count(number);
                assert_eq!(linked.sources(number), sources, "{number} of {length}");
            }
        }
    }
}
