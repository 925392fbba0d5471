use std::ops::ControlFlow;
use std::time::Instant;

use pnyx_game::{Evaluator, check_game, perft};
use proptest::prelude::*;

use super::*;

/// The start, a middle game, few stones, a player without a move, and two who are shut in.
const POSITIONS: [&str; 5] = [
    SPEC.start,
    "8/2x2o2/1x1oo1x1/2x1o3/3ox3/1o2x3/x1o2x2/4o3 w",
    "x6o/8/8/3o4/8/8/8/o6x b",
    STUCK,
    "xo6/oo6/8/8/8/8/6oo/6ox b",
];

/// Black's three stones have White's beside them on every line, and White still has moves.
const STUCK: &str = "xo4ox/oo4oo/8/8/8/8/oo6/xo6 b";

fn read(text: &str) -> Position {
    notation::read(text).unwrap()
}

fn count(text: &str, depth: u32) -> u64 {
    let game = LinesOfAction::default();
    perft(&game, &read(text), depth, &mut || ControlFlow::Continue(())).unwrap().unwrap()
}

fn names(text: &str) -> Vec<String> {
    let (game, position) = open(text).unwrap();
    let mut moves = Vec::new();
    game.moves(&position, &mut moves).unwrap();
    moves.iter().map(|&mv| game.notation(&position, mv).unwrap()).collect()
}

fn played(text: &str, name: &str) -> Position {
    let (game, mut position) = open(text).unwrap();
    let mut moves = Vec::new();
    game.moves(&position, &mut moves).unwrap();
    let mv = moves.into_iter().find(|&mv| game.notation(&position, mv).unwrap() == name).unwrap();
    game.play(&mut position, mv).unwrap();
    position
}

fn outcome(position: &Position) -> Option<Outcome> {
    LinesOfAction::default().outcome(position).unwrap()
}

#[test]
fn perft_from_the_start() {
    for (depth, known) in [36, 1244, 44_952, 1_563_208, 55_963_132].into_iter().enumerate() {
        assert_eq!(count(SPEC.start, depth as u32 + 1), known);
    }
}

#[test]
#[ignore = "two billion leaves; also prints the speed, which means something in release only"]
fn perft_to_depth_six() {
    for (depth, known) in [(5, 55_963_132), (6, 1_938_494_632)] {
        let clock = Instant::now();
        assert_eq!(count(SPEC.start, depth), known);
        println!("depth {depth}: {:.0} million leaves a second", known as f64 / clock.elapsed().as_secs_f64() / 1e6);
    }
}
