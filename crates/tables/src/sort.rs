//! The last step in memory: every shard is sorted by its records, with nothing else left.

use std::sync::Mutex;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use crate::each_shard::each_shard;
use crate::index::{HEAD, leading};
use crate::meter::Meter;
use crate::shard::Shard;
use crate::table::{Part, Table};
use crate::worker::Space;
use crate::{Limit, Phase, Run};

/// The numbers that the positions of a part had before it was sorted.
pub(crate) type Order = Box<[u32]>;

/// The table of what was valued, and by parts the numbers that its positions had before.
pub(crate) fn table(
    space: &mut Space,
    cells: Vec<Box<[AtomicU32]>>,
    (plies, keeps): (u64, bool),
    run: &mut Run<'_>,
) -> Result<(Table, Vec<Order>), Limit> {
    let width = *space.width.get_mut();
    let cells: Vec<Mutex<Box<[AtomicU32]>>> = cells.into_iter().map(Mutex::new).collect();
    let parts = each_shard(space, Phase::Sorting, run, |number| {
        let shard = &mut *space.shards[number].lock().expect("no panic");
        let cells = std::mem::take(&mut *cells[number].lock().expect("no panic"));
        sorted(shard, cells, (width, keeps), &space.meter)
    })?;
    let (parts, orders) = parts.into_iter().unzip();
    let (edges, peak_memory) = (*space.edges.get_mut(), space.meter.peak());
    Ok((Table { parts, width, plies, edges, peak_memory }, orders))
}

/// A shard in order, and the order that `keeps` asks for. It keeps nothing.
fn sorted(
    shard: &mut Shard,
    cells: Box<[AtomicU32]>,
    (width, keeps): (usize, bool),
    meter: &Meter,
) -> (Part, Order) {
    let before = shard.memory();
    let mut records = shard.take_records(width);
    meter.change(before, records.memory());
    let length = records.len();
    let scratch = length as usize * (size_of::<(u128, u32)>() + size_of::<u32>() + width);
    meter.add(scratch);
    let mut order: Vec<(u128, u32)> =
        (0..length).map(|number| (leading(records.get(number)), number)).collect();
    if width <= HEAD {
        order.sort_unstable();
    } else {
        order.sort_unstable_by(|a, b| {
            a.0.cmp(&b.0).then_with(|| records.get(a.1)[HEAD..].cmp(&records.get(b.1)[HEAD..]))
        });
    }
    let mut sorted = Vec::with_capacity(length as usize * width);
    let mut sorted_cells = Vec::with_capacity(length as usize);
    for &(_, number) in &order {
        sorted.extend_from_slice(records.get(number));
        sorted_cells.push(cells[number as usize].load(Relaxed));
    }
    for ((number, record), cell) in (0..).zip(sorted.chunks_exact(width)).zip(sorted_cells) {
        records.get_mut(number).copy_from_slice(record);
        cells[number as usize].store(cell, Relaxed);
    }
    meter.sub(scratch);
    let order = order.into_iter().filter(|_| keeps).map(|(_, number)| number).collect();
    (Part { records, cells }, order)
}
