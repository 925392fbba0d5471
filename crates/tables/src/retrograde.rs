//! Values, from the ends backwards.
//!
//! In wave d every position that is decided after d plies tells those it can come from. A position whose player on
//! move wins there is won after d + 1 plies. Any other has one move less that may help; if it was the last, the
//! position is lost after d + 1 plies, for this was its longest resistance. Winners are players, not "the side on move",
//! so that players need not alternate.
//!
//! Threads share a wave. A position with a winning move keeps it and is never found lost, and whoever tells it first
//! tells it the same distance: the order does not matter.
//!
//! Where repeating is a draw, whatever is left is a draw: nobody can force a win, and whoever does not lose can
//! go on for ever. Where positions cannot be repeated, draws are told in the same way afterwards, until nothing is left.

use std::mem;
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};

use pnyx_game::Repetition;

use crate::cell::{Cell, LARGEST, Result as Settled};
use crate::each_shard::{each_shard, run_threads};
use crate::index::{Id, id, local_of, shard_of};
use crate::link::Linked;
use crate::sort;
use crate::threads::in_threads;
use crate::worker::Space;
use crate::{Limit, Moves, Phase, Progress, Run, Table};

/// Value everything in the index, which is taken apart. The moves are kept if `keeps` says so.
pub(crate) fn value(
    space: &mut Space,
    repetition: Repetition,
    (plies, keeps): (u64, bool),
    run: &mut Run<'_>,
) -> Result<(Table, Option<Moves>), Limit> {
    let mut linked = link(space, run)?;
    let waves = Waves { linked: &linked, space, settled: AtomicU64::new(0) };
    waves.run(false, run)?;
    if repetition == Repetition::Impossible {
        waves.run(true, run)?;
        misdeclared(&linked, space)?;
    }
    let cells = linked.iter_mut().map(|linked| mem::take(&mut linked.cells)).collect();
    let let_go = |linked: Vec<Linked>| {
        linked.iter().for_each(|linked| space.meter.sub(linked.memory_of_edges()));
    };
    if !keeps {
        let_go(linked);
        return Ok((sort::table(space, cells, (plies, false), run)?.0, None));
    }
    let (table, orders) = sort::table(space, cells, (plies, true), run)?;
    Ok((table, Some(Moves::new(&linked, &orders))))
}

fn link(space: &Space, run: &mut Run<'_>) -> Result<Vec<Linked>, Limit> {
    let flushes = mem::take(&mut *space.flushes.lock().expect("no panic"));
    let linked = each_shard(space, Phase::Linking, run, |number| {
        let shard = &mut *space.shards[number].lock().expect("no panic");
        Linked::new(shard, &flushes, &space.meter)
    });
    space.meter.sub(crate::edges::memory_of(&flushes));
    linked
}

/// If a position is left where positions cannot be repeated, something is wrong with the rules.
fn misdeclared(linked: &[Linked], space: &Space) -> Result<(), Limit> {
    let mut least: Option<Vec<u8>> = None;
    for (number, linked) in linked.iter().enumerate() {
        let shard = space.shards[number].lock().expect("no panic");
        for (local, cell) in (0..).zip(&linked.cells) {
            if !Cell(cell.load(Relaxed)).is_settled() {
                let record = shard.record(local);
                if least.as_ref().is_none_or(|least| record < least) {
                    least = Some(record.to_vec());
                }
            }
        }
    }
    least.map_or(Ok(()), |record| Err(Limit::Misdeclared(record)))
}

/// The positions that tell in a wave.
enum Tellers {
    List(Vec<Id>),
    /// So many that a list would take too much memory: every cell is looked at. A position tells once, so that this happens
    /// at most [`SHARE`] times.
    InCells,
}

/// A list has at most this part of all positions.
const SHARE: usize = 64;
/// A list may always have this many.
const SHORT: usize = 1 << 12;
/// Positions of a list that a thread takes at once.
const TAKEN: usize = 1 << 10;
/// Cells that a thread looks at at once.
const LOOKED_AT: usize = 1 << 14;

struct Waves<'a> {
    linked: &'a [Linked],
    space: &'a Space,
    settled: AtomicU64,
}

/// What a thread has found for the next wave.
struct Next<'a> {
    list: Vec<Id>,
    most: usize,
    overflow: &'a AtomicBool,
}

impl Next<'_> {
    fn push(&mut self, id: Id) {
        if self.list.len() < self.most {
            self.list.push(id);
        } else {
            self.overflow.store(true, Relaxed);
        }
    }
}

impl Waves<'_> {
    /// Tell wins, or else draws, until nobody has anything to tell.
    fn run(&self, of_draws: bool, run: &mut Run<'_>) -> Result<(), Limit> {
        let mut tellers = Tellers::InCells;
        for wave in 0.. {
            if let Tellers::List(list) = &tellers
                && list.is_empty()
            {
                return Ok(());
            }
            if wave == LARGEST {
                return Err(Limit::Plies);
            }
            tellers = self.wave(of_draws, wave, &tellers, run);
            if let Some(limit) = run.bounds.interrupted() {
                return Err(limit);
            }
        }
        unreachable!("the loop has no end of its own")
    }

    fn wave(&self, of_draws: bool, wave: u32, tellers: &Tellers, run: &mut Run<'_>) -> Tellers {
        let threads = match tellers {
            Tellers::List(list) if list.len() <= 2 * TAKEN => 1,
            _ => run_threads(self.space, run.threads),
        };
        let most = (self.space.positions.load(Relaxed) as usize / SHARE).max(SHORT) / threads;
        let (found, overflow) = (Mutex::new(Vec::new()), AtomicBool::new(false));
        let (turn, bounds) = (AtomicUsize::new(0), run.bounds);
        let work = |_: usize, poll: &mut dyn FnMut()| {
            let mut next = Next { list: Vec::new(), most, overflow: &overflow };
            while bounds.interrupted().is_none()
                && self.piece(of_draws, wave, tellers, turn.fetch_add(1, Relaxed), threads > 1, &mut next)
            {
                poll();
            }
            let mut found = found.lock().expect("no panic");
            if found.is_empty() { *found = next.list } else { found.append(&mut next.list) }
        };
        let size = match tellers {
            Tellers::List(list) => list.len() as u64,
            Tellers::InCells => 0,
        };
        let settled = || self.settled.load(Relaxed);
        let mut poll = || {
            run.report(|| Progress { done: settled(), ..self.space.backwards(u64::from(wave), size) });
        };
        in_threads(threads, &mut poll, work);
        if overflow.into_inner() {
            Tellers::InCells
        } else {
            Tellers::List(found.into_inner().expect("no panic"))
        }
    }

    /// Do one piece of a wave; `false` if there is none with this number.
    fn piece(
        &self,
        of_draws: bool,
        wave: u32,
        tellers: &Tellers,
        number: usize,
        shared: bool,
        next: &mut Next<'_>,
    ) -> bool {
        match tellers {
            Tellers::List(list) => {
                let Some(list) = list.chunks(TAKEN).nth(number) else { return false };
                for &id in list {
                    self.tell(id, wave, shared, next);
                }
            }
            Tellers::InCells => {
                let longest = self.linked.iter().map(|linked| linked.cells.len()).max().unwrap_or(0);
                let per_shard = longest.div_ceil(LOOKED_AT).max(1);
                let Some(linked) = self.linked.get(number / per_shard) else { return false };
                let from = number % per_shard * LOOKED_AT;
                for local in from..linked.cells.len().min(from + LOOKED_AT) {
                    if Cell(linked.cells[local].load(Relaxed)).tells(of_draws, wave) {
                        self.tell(id(number / per_shard, local as u32), wave, shared, next);
                    }
                }
            }
        }
        true
    }

    /// Tell those that this position can come from.
    fn tell(&self, id: Id, wave: u32, shared: bool, next: &mut Next<'_>) {
        let linked = &self.linked[shard_of(id)];
        let result = Cell(linked.cells[local_of(id) as usize].load(Relaxed)).result();
        let mut settled = 0;
        for &source in linked.sources(local_of(id)) {
            if self.told(source, result, wave + 1, shared) {
                next.push(source);
                settled += 1;
            }
        }
        if settled > 0 {
            self.settled.fetch_add(settled, Relaxed);
        }
    }

    /// Tell one position; whether that settles it.
    #[inline]
    fn told(&self, source: Id, result: Settled, distance: u32, shared: bool) -> bool {
        let cell = &self.linked[shard_of(source)].cells[local_of(source) as usize];
        let mut old = cell.load(Relaxed);
        loop {
            if Cell(old).is_settled() {
                return false;
            }
            let new = Cell(old).told(result, distance);
            if !shared {
                cell.store(new.0, Relaxed);
                return new.is_settled();
            }
            match cell.compare_exchange_weak(old, new.0, Relaxed, Relaxed) {
                Ok(_) => return new.is_settled(),
                Err(changed) => old = changed,
            }
        }
    }
}

impl Space {
    /// How far the way back has come.
    pub fn backwards(&self, ply: u64, frontier: u64) -> Progress {
        Progress {
            phase: Phase::Valuing,
            positions: self.positions.load(Relaxed),
            done: 0,
            ply,
            frontier,
            memory: self.meter.now(),
            seconds: 0.0,
            rate: 0.0,
        }
    }
}
