//! Enumerations in steps, limits, progress, errors, threads and memory.

mod support;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use pnyx_game::Repetition;
use pnyx_tables::{
    Ended, Enumeration, Expanded, Expander, Limit, Limits, Phase, Progress, Records, Run, build,
};
use support::graph::{Graph, Shape};
use support::grid::Grid;
use support::synthetic::Synthetic;
use support::{Random, description, table, unlimited};

/// Positions of tic-tac-toe by the number of stones. The first six are the ways to place them; then games begin to end.
const BY_PLY: [u64; 10] = [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78];

#[test]
fn an_enumeration_in_steps_finds_the_same() {
    let game = Grid::new(3, 3, 3, false);
    let mut enumeration = Enumeration::new();
    assert_eq!(enumeration.add_start(&game.start()), None);
    let mut steps = 0;
    while !enumeration.is_closed() {
        assert_eq!(enumeration.advance(&game, 100), Ok(None));
        steps += 1;
        let growth = enumeration.growth();
        assert!(growth.expanded == 100 * steps || enumeration.is_closed());
        assert_eq!(growth.sizes.iter().sum::<u64>(), growth.positions);
        assert_eq!(growth.sizes[..growth.sizes.len() - 1], BY_PLY[..growth.sizes.len() - 1]);
    }
    assert_eq!(enumeration.growth().sizes, BY_PLY);
    let Ended::Complete(stepped) = unlimited(1, |run| enumeration.value(Repetition::Impossible, run)) else {
        panic!("not valued")
    };
    let whole = table(&game, &[game.start()], Repetition::Impossible, 1);
    assert!(stepped.iter().eq(&whole));
}

#[test]
fn threads_and_the_order_of_starts_do_not_change_a_byte() {
    let game = Grid::new(4, 4, 4, true);
    let mut files = Vec::new();
    for threads in 1..=4 {
        let mut file = Vec::new();
        let table = table(&game, &[game.start()], Repetition::Impossible, threads);
        table.write(&description(Repetition::Impossible), &mut file).unwrap();
        files.push(file);
    }
    assert!(files.windows(2).all(|pair| pair[0] == pair[1]));

    let shape = Shape { nodes: 5000, alternates: false, acyclic: false, mirrored: true };
    let graph = Graph::random(&mut Random(7), shape);
    let mut starts: Vec<Vec<u8>> = (0..3000).map(|number| graph.pack(number)).collect();
    let mut files = Vec::new();
    for threads in 1..=4 {
        starts.reverse();
        starts.rotate_left(threads);
        let mut file = Vec::new();
        let table = table(&graph, &starts, Repetition::Draw, threads);
        table.write(&description(Repetition::Draw), &mut file).unwrap();
        files.push(file);
    }
    assert!(files.windows(2).all(|pair| pair[0] == pair[1]));
}

/// How a build ends, and what it tells.
fn limited(limits: Limits, stop: &AtomicBool, threads: usize) -> (Ended, Vec<Progress>) {
    let game = Grid::new(4, 4, 4, true);
    let mut told = Vec::new();
    let mut tell = |progress: &Progress| told.push(*progress);
    let mut run = Run::new(threads, limits, stop, &mut tell);
    let ended = build(&game, [game.start()], Repetition::Impossible, &mut run).unwrap();
    (ended, told)
}

#[test]
fn every_limit_ends_a_build_with_its_name() {
    let never = AtomicBool::new(false);
    let none = Limits::default();
    for threads in [1, 2] {
        for (limits, stop, expected) in [
            (Limits { positions: Some(5000), ..none }, &never, Limit::Positions),
            (Limits { memory: Some(1 << 20), ..none }, &never, Limit::Memory),
            (Limits { time: Some(Duration::ZERO), ..none }, &never, Limit::Seconds),
            (none, &AtomicBool::new(true), Limit::Stopped),
        ] {
            let (Ended::Incomplete(limit, growth), _) = limited(limits, stop, threads) else {
                panic!("{expected} did not end it")
            };
            assert_eq!(limit, expected, "{threads:?}");
            assert!(growth.positions < 60_000, "{limit}: {growth:?}");
        }
    }
}

/// Tells as slowly as a game in Python.
struct Slow(Grid);

impl Expander for Slow {
    type Error = std::convert::Infallible;

    fn expand(&self, batch: &Records<'_>, out: &mut Expanded) -> Result<(), Self::Error> {
        std::thread::sleep(Duration::from_millis(2));
        self.0.expand(batch, out)
    }

    fn batch(&self) -> usize {
        20
    }
}

#[test]
fn progress_is_told() {
    let game = Slow(Grid::new(3, 3, 3, false));
    for threads in [1, 3] {
        let (stop, mut told) = (AtomicBool::new(false), Vec::new());
        let mut tell = |progress: &Progress| told.push(*progress);
        let mut run = Run::new(threads, Limits::default(), &stop, &mut tell);
        let ended = build(&game, [game.0.start()], Repetition::Impossible, &mut run).unwrap();
        assert!(matches!(ended, Ended::Complete(_)), "{threads:?}");
        assert!(!told.is_empty(), "{threads:?}");
        assert!(
            told.iter().any(|progress| progress.phase == Phase::Enumerating && progress.rate > 0.0),
            "{threads:?}"
        );
        assert!(told.is_sorted_by_key(|progress| progress.positions), "{threads:?}");
    }
}

#[test]
fn a_stop_from_the_one_who_is_told_ends_it() {
    let game = Slow(Grid::new(3, 3, 3, false));
    for threads in [1, 3] {
        let stop = AtomicBool::new(false);
        let mut tell = |progress: &Progress| stop.store(progress.positions > 20, Relaxed);
        let mut run = Run::new(threads, Limits::default(), &stop, &mut tell);
        let ended = build(&game, [game.0.start()], Repetition::Impossible, &mut run).unwrap();
        assert!(matches!(ended, Ended::Incomplete(Limit::Stopped, _)), "{ended:?}");
    }
}

/// Fails after N positions.
struct Failing(Grid, AtomicU64);

impl Expander for Failing {
    type Error = String;

    fn expand(&self, batch: &Records<'_>, out: &mut Expanded) -> Result<(), String> {
        if self.1.fetch_sub(batch.len() as u64, Relaxed) < 1000 {
            return Err("the rules have had enough".into());
        }
        let Ok(()) = self.0.expand(batch, out);
        Ok(())
    }

    fn batch(&self) -> usize {
        100
    }
}

#[test]
fn what_the_rules_say_when_they_fail_is_handed_on() {
    for threads in [1, 4] {
        let game = Failing(Grid::new(3, 3, 3, false), AtomicU64::new(3000));
        let ended =
            unlimited(threads, |run| build(&game, [game.0.start()], Repetition::Impossible, run).map(|_| ()));
        assert_eq!(ended, Err("the rules have had enough".into()), "{threads:?}");
    }
}

#[test]
fn memory_stays_within_24_bytes_a_position_and_5_an_edge() {
    for (narrow, threads, positions) in [(false, 1, 1_000_000), (false, 4, 1_000_000), (true, 1, 100_000)] {
        let game = Synthetic { positions, narrow };
        let table = table(&game, &[Synthetic::pack(0).to_vec()], Repetition::Draw, threads);
        assert_eq!((table.len(), table.width()), (positions, 16), "{narrow:?}");
        // Beside what threads take for themselves, and pages that are not full: this does not grow.
        let bound = 24 * positions as usize + 5 * table.edges() as usize;
        let fixed = (3 + threads) << 20;
        let peak = table.peak_memory();
        assert!(peak <= bound + fixed, "{peak} of {bound} + {fixed}, narrow: {narrow}, {threads} threads");
        assert!(peak > 20 * positions as usize, "{narrow:?}");
        if narrow {
            assert!(table.plies() > 90_000, "{}", table.plies());
        }
    }
}
