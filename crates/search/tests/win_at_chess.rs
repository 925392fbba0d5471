//! The published node counts of `experiments/breuker-2001`, column `tree`, to the unit.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use pnyx_game::{Game, Goal, Mobility, Threshold};
use pnyx_games::{BuiltIn, open};
use pnyx_search::pn::{self, Options};
use pnyx_search::{Budget, Limit, Limits, Problem, Silent, Verdict, solve};

fn nodes(fen: &str, recycle: bool) -> (Verdict, u64) {
    let options =
        [("order", "papers"), ("en-passant", "always")].map(|(k, v)| (k.to_string(), v.to_string()));
    let Ok(BuiltIn::Chess(game, root)) = open("chess", Some(fen), BTreeMap::from(options)) else {
        panic!("{fen} is not on the fast board");
    };
    let goal = Goal { prover: game.turn(&root).unwrap(), threshold: Threshold::Win };
    let problem = Problem { game: &game, root: &root, history: &[], goal, only_move: None };
    let stop = AtomicBool::new(false);
    let mut budget = Budget::new(Limits { nodes: Some(500_000), ..Limits::default() }, &stop);
    let options = Options { recycle, ..Options::default() };
    let answer = solve(
        &problem,
        &mut budget,
        |budget| pn::search(&problem, &Mobility, options, budget, &mut Silent),
        &mut || ControlFlow::Continue(()),
    );
    let answer = answer.unwrap();
    (answer.verdict, answer.stats.nodes)
}

#[test]
fn node_counts_are_the_published_ones() {
    let table = include_str!("../../../experiments/breuker-2001/published.csv");
    let mut rows = 0;
    for line in table.lines().skip(1) {
        let fen = line.split('"').nth(1).unwrap();
        let id = line.split(',').next().unwrap();
        let tree = line.split('"').nth(2).unwrap().split(',').nth(2).unwrap();
        let (verdict, nodes) = nodes(fen, rows % 2 == 0);
        if tree == "-" {
            assert_eq!(verdict, Verdict::Unknown(Limit::Nodes), "{id}");
        } else {
            assert_eq!((verdict, nodes.to_string().as_str()), (Verdict::Proven, tree), "{id}");
        }
        rows += 1;
    }
    assert_eq!(rows, 82);
}
