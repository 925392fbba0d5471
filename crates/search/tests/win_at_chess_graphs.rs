//! The published node counts of `experiments/breuker-2001`, columns `dag` and `dcg`, to the unit.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use pnyx_game::{Game, Goal, Init, Threshold};
use pnyx_games::{BuiltIn, open};
use pnyx_search::pn::{dag, dcg};
use pnyx_search::{Budget, Limit, Limits, Problem, Silent, Verdict, solve};

const TABLE: &str = include_str!("../../../experiments/breuker-2001/published.csv");
const DAG: usize = 3;
const DCG: usize = 4;

fn nodes(column: usize, fen: &str) -> (Verdict, u64) {
    let options =
        [("order", "papers"), ("en-passant", "always")].map(|(k, v)| (k.to_string(), v.to_string()));
    let Ok(BuiltIn::Chess(game, root)) = open("chess", Some(fen), BTreeMap::from(options)) else {
        panic!("{fen} is not on the fast board");
    };
    let goal = Goal { prover: game.turn(&root).unwrap(), threshold: Threshold::Win };
    let problem = Problem { game: &game, root: &root, history: &[], goal, only_move: None };
    let stop = AtomicBool::new(false);
    let mut budget = Budget::new(Limits { nodes: Some(500_000), ..Limits::default() }, &stop);
    let answer = solve(
        &problem,
        &mut budget,
        |budget| match column {
            DAG => dag::search(&problem, &Init::Mobility, budget, &mut Silent),
            _ => {
                let options = dcg::Options { unsafe_verdicts: false };
                dcg::search(&problem, &Init::Mobility, options, budget, &mut Silent)
            }
        },
        &mut || ControlFlow::Continue(()),
    );
    let answer = answer.unwrap();
    (answer.verdict, answer.stats.nodes)
}

fn assert_published(column: usize) {
    let mut rows = 0;
    for line in TABLE.lines().skip(1) {
        let fen = line.split('"').nth(1).unwrap();
        let id = line.split(',').next().unwrap();
        let published = line.split('"').nth(2).unwrap().split(',').nth(column).unwrap().parse().ok();
        let (verdict, nodes) = nodes(column, fen);
        match published {
            None => assert_eq!(verdict, Verdict::Unknown(Limit::Nodes), "{id}"),
            Some(published) => assert_eq!((verdict, nodes), (Verdict::Proven, published), "{id}"),
        }
        rows += 1;
    }
    assert_eq!(rows, 82);
}

#[test]
fn counts_of_dag_are_the_published_ones() {
    assert_published(DAG);
}

#[test]
fn counts_of_dcg_are_the_published_ones() {
    assert_published(DCG);
}
