//! Exact scores on one thread, each checked. Required: of Pascal Pons' sets all right, in a mean of at most 0.05, 0.5
//! and 5 ms; of the problems 40 to 44 of the Fédération Française d'Othello all right, in at most 60 s together.
//!
//! Times are of the processor. A set has one memory, as one process would: what an earlier position has put into the
//! table is there for later ones. The table begins small, so that there is little of it to be made and read.

mod common;
#[path = "../tests/shared_data/mod.rs"]
mod shared_data;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::timed_on_cpu;
use pnyx_game::{Exact, ExactMemory, Notation};
use pnyx_games::connect_four::ConnectFour;
use pnyx_games::othello::Othello;
use pnyx_search::exact::{Best, ExactOptions, ExactResult, search};
use pnyx_search::{Budget, Driver, Limits};
use shared_data::{endings, pons};

const MEMORY: usize = 256 << 20;
/// The sets, and what they may take on average, in milliseconds.
const SETS: [(&str, f64); 3] = [("Test_L3_R1", 0.05), ("Test_L2_R1", 0.5), ("Test_L1_R1", 5.0)];
const ENDINGS: std::ops::RangeInclusive<u32> = 40..=44;
const ENDINGS_SECONDS: f64 = 60.0;

fn find<G: Exact>(
    game: &G,
    root: &G::Position,
    driver: Driver,
    memory: &mut ExactMemory<G>,
) -> ExactResult<G::Move> {
    let stop = AtomicBool::new(false);
    let options = ExactOptions { driver, best: Best::None, ..ExactOptions::default() };
    search(game, root, options, memory, &mut Budget::new(Limits::default(), &stop), &mut ())
}

fn connect_four(driver: Driver) -> Option<()> {
    let game = ConnectFour::new(6, 7);
    for (set, most) in SETS {
        let mut memory = ExactMemory::new(MEMORY);
        let positions = pons(&game, set)?;
        let ((), time) = timed_on_cpu(|| {
            for (position, score) in &positions {
                let found = find(&game, position, driver, &mut memory);
                assert_eq!(found.score(), Some(*score), "{set}: {:?}", game.text(position));
            }
        });
        let mean = 1e3 * time.as_secs_f64() / positions.len() as f64;
        let nodes = memory.nodes as f64;
        let rate = nodes / time.as_secs_f64() / 1e6;
        let each = nodes / positions.len() as f64;
        println!("  {set:<12}{:>6}{each:>12.0}{rate:>14.1}{mean:>12.4} ms", positions.len());
        assert!(driver != Driver::default() || mean <= most, "{set}: {mean} ms, more than {most}");
    }
    Some(())
}

fn othello(driver: Driver) -> Option<()> {
    let game = Othello::new(8);
    let (mut time, mut nodes) = (Duration::ZERO, 0);
    for ending in endings(&game)?.into_iter().filter(|ending| ENDINGS.contains(&ending.number)) {
        let (found, taken) =
            timed_on_cpu(|| find(&game, &ending.position, driver, &mut ExactMemory::new(MEMORY)));
        assert_eq!(found.score(), Some(ending.score), "problem {}", ending.number);
        let rate = found.nodes as f64 / taken.as_secs_f64() / 1e6;
        println!(
            "  problem {:<4}{:>18}{rate:>14.1}{:>12.2} s",
            ending.number,
            found.nodes,
            taken.as_secs_f64()
        );
        time += taken;
        nodes += found.nodes;
    }
    let seconds = time.as_secs_f64();
    println!("  {:<12}{nodes:>18}{:>14.1}{seconds:>12.2} s", "together", nodes as f64 / seconds / 1e6);
    assert!(driver != Driver::default() || seconds <= ENDINGS_SECONDS, "{seconds} s");
    Some(())
}

fn main() {
    for driver in Driver::ALL {
        println!("\nConnect Four, {driver:?}: positions, nodes of one, M nodes/s, mean time");
        connect_four(driver);
        println!("Othello, {driver:?}: nodes, M nodes/s, time");
        othello(driver);
    }
}
