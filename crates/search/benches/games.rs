//! The rules of all games: bulk perft from the start, and the bare loop that later searches are measured
//! against, which plays every move of a position and counts the replies.

mod common;

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::ops::ControlFlow;

use common::{Samples, play_and_count, timed_on_cpu};
use pnyx_game::{Game, perft};
use pnyx_games::{for_built_in, open};

const ROUNDS: usize = 15;
/// Positions for the bare loop, from random games.
const POSITIONS: usize = 2_000;

/// A game, the depth of its perft, the count there, and the leaves a second it should reach (in millions).
struct Row {
    game: &'static str,
    depth: u32,
    leaves: u64,
    wanted: f64,
}

const ROWS: [Row; 5] = [
    Row { game: "chess", depth: 5, leaves: 4_865_609, wanted: 100.0 },
    Row { game: "checkers", depth: 9, leaves: 3_963_680, wanted: 60.0 },
    Row { game: "othello", depth: 9, leaves: 3_005_288, wanted: 60.0 },
    Row { game: "connect-four", depth: 8, leaves: 5_673_234, wanted: 100.0 },
    Row { game: "lines-of-action", depth: 4, leaves: 1_563_208, wanted: 20.0 },
];

/// Positions of random games, all of them unfinished.
fn sample<G: Game>(game: &G, root: &G::Position) -> Vec<G::Position>
where
    G::Error: Debug,
{
    let (mut seed, mut moves, mut found) = (1u64, Vec::new(), Vec::new());
    while found.len() < POSITIONS {
        let mut position = root.clone();
        for _ in 0..200 {
            if game.outcome(&position).unwrap().is_some() {
                break;
            }
            found.push(position.clone());
            moves.clear();
            game.moves(&position, &mut moves).unwrap();
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mv = moves[((seed >> 33) as usize) % moves.len()];
            game.play(&mut position, mv).unwrap();
        }
    }
    found.truncate(POSITIONS);
    found
}

fn measure<G: Game>(game: &G, root: &G::Position, row: &Row)
where
    G::Error: Debug,
{
    let positions = sample(game, root);
    let (mut leaves, mut loops) = (Samples::default(), Samples::default());
    for _ in 0..ROUNDS {
        let (count, time) = timed_on_cpu(|| {
            perft(game, root, row.depth, &mut || ControlFlow::Continue(())).unwrap().unwrap()
        });
        assert_eq!(count, row.leaves, "{}", row.game);
        leaves.add(count as f64 / time.as_secs_f64() / 1e6);
        let (played, time) = timed_on_cpu(|| play_and_count(game, &positions));
        loops.add(played as f64 / time.as_secs_f64() / 1e6);
    }
    let met = if leaves.median() >= row.wanted { "" } else { "  MISSED" };
    println!(
        "  {:<18}{:>3}{:>12.1}{:>12.1}{:>16.2}{met}",
        row.game,
        row.depth,
        leaves.median(),
        row.wanted,
        loops.median()
    );
}

fn main() {
    println!(
        "\ngames: bulk perft from the start and the bare play-and-count loop, one thread, processor time, {ROUNDS} rounds"
    );
    println!("  {:<18}{:>3}{:>12}{:>12}{:>16}", "", "ply", "M leaves/s", "wanted", "loop, M pos/s");
    for row in &ROWS {
        let opened = open(row.game, None, BTreeMap::new()).expect("a built-in game");
        for_built_in!(opened, |game, root| measure(&game, &root, row));
    }
}
