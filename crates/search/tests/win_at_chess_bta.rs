//! The published node counts of `experiments/breuker-2001`, column `bta`, to the unit.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use pnyx_game::{Game, Goal, Mobility, Threshold};
use pnyx_games::{BuiltIn, open};
use pnyx_search::pn::bta::{self, Options};
use pnyx_search::{Budget, Limit, Limits, Problem, Silent, Verdict, solve};

#[test]
#[ignore]
fn explore() {
    let table = include_str!("../../../experiments/breuker-2001/published.csv");
    for line in table.lines().skip(1) {
        let fen = line.split('"').nth(1).unwrap();
        let id = line.split(',').next().unwrap();
        let bta = line.split('"').nth(2).unwrap().split(',').nth(5).unwrap();
        let t = std::time::Instant::now();
        let (verdict, nodes) = nodes(fen);
        println!("{id} {bta} {nodes} {verdict:?} {:?} {}", t.elapsed(), if bta == nodes.to_string() { "" } else { "DIFF" });
    }
}

fn nodes(fen: &str) -> (Verdict, u64) {
    let options =
        [("order", "papers"), ("en-passant", "always")].map(|(k, v)| (k.to_string(), v.to_string()));
    let Ok(BuiltIn::Chess(game, root)) = open("chess", Some(fen), BTreeMap::from(options)) else {
        panic!("{fen} is not on the fast board");
    };
    let goal = Goal { prover: game.turn(&root).unwrap(), threshold: Threshold::Win };
    let problem = Problem { game: &game, root: &root, history: &[], goal, only_move: None };
    let stop = AtomicBool::new(false);
    let mut budget = Budget::new(Limits { nodes: Some(500_000), ..Limits::default() }, &stop);
    let options = Options { selections: 10_000_000 };
    let answer = solve(
        &problem,
        &mut budget,
        |budget| bta::search(&problem, &Mobility, options, budget, &mut Silent),
        &mut || ControlFlow::Continue(()),
    );
    let answer = answer.unwrap();
    (answer.verdict, answer.stats.nodes)
}
