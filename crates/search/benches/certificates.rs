//! Certificates: how fast the checker reads them, and how many bytes a node takes on disk. Wanted: a
//! million nodes in under ten seconds, and at most four bytes a node.

mod common;

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use common::{Samples, chess, problems, timed};
use pnyx_game::{Game, Mobility, Objective, Threshold};
use pnyx_games::{BuiltIn, open};
use pnyx_proof::{Certificate, Claim, GraphWriter, Header, VERSION, Verdict, check};
use pnyx_search::algorithm::Run;
use pnyx_search::pn::{self, PnOptions};
use pnyx_search::{Budget, Limits, Problem, Silent, solve};

/// Nodes to check in each of the rounds.
const NODES: u64 = 500_000;
const ROUNDS: usize = 3;

/// White moves king, rooks and bishops behind a closed wall of pawns, and Black goes to and fro.
const FORTRESS: &str = "6k1/8/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/RRR5/B1B1K3 w - - 0 1";

fn win<G: Game>(game: &G, root: &G::Position) -> Objective
where
    G::Error: std::fmt::Debug,
{
    Objective { prover: game.turn(root).unwrap(), threshold: Threshold::Win }
}

/// The verdict and the graph that `pn` finds.
fn searched<G: Game + 'static>(game: &G, root: &G::Position) -> (Verdict, Vec<u8>)
where
    G::Error: std::fmt::Debug,
{
    let problem = Problem { game, root, history: &[], goal: win(game, root), only_move: None };
    let stop = AtomicBool::new(false);
    let mut budget = Budget::new(Limits { nodes: Some(20_000_000), ..Limits::default() }, &stop);
    let options = PnOptions { recycle: true, ..PnOptions::default() };
    let search = |budget: &mut Budget<'_>| {
        pn::search(options, &Mobility, Run { problem: &problem, budget, observer: &mut Silent })
    };
    let answer = solve(&problem, &mut budget, search, &mut || ControlFlow::Continue(())).unwrap();
    let verdict = match answer.verdict {
        pnyx_search::SearchVerdict::Proven => Verdict::Proven,
        _ => Verdict::Disproven,
    };
    (verdict, answer.found.expect("settled within the limit").body)
}

/// A disproof in which the refuter plays the first of its moves that `good` likes: every position that
/// can then arise.
fn strategy<G: Game>(game: &G, root: &G::Position, good: impl Fn(&str) -> bool) -> (Verdict, Vec<u8>)
where
    G::Error: std::fmt::Debug,
{
    let prover = game.turn(root).unwrap();
    let mut graph = GraphWriter::new();
    let mut numbers = HashMap::from([(game.key(root).unwrap(), 0)]);
    let mut stack = Vec::new();
    let mut entered = Some(root.clone());
    loop {
        if let Some(position) = entered.take() {
            let mut moves = Vec::new();
            if game.outcome(&position).unwrap().is_none() {
                game.moves_by_notation(&position, &mut moves).unwrap();
            }
            if game.turn(&position).unwrap() != prover && !moves.is_empty() {
                let chosen = moves.iter().position(|&mv| good(&game.notation(&position, mv).unwrap()));
                let chosen = chosen.expect("a good move");
                graph.choose(chosen as u32);
                moves = vec![moves[chosen]];
            }
            stack.push((position, moves.into_iter()));
        }
        let Some((position, moves)) = stack.last_mut() else { break };
        let Some(mv) = moves.next() else {
            stack.pop();
            continue;
        };
        let mut next = position.clone();
        game.play(&mut next, mv).unwrap();
        let key = game.key(&next).unwrap();
        match numbers.get(&key) {
            Some(&number) => graph.link(number),
            None => {
                numbers.insert(key, graph.new_node());
                entered = Some(next);
            }
        }
    }
    (Verdict::Disproven, graph.finish())
}

fn measure<G: Game>(what: &str, game: &G, root: &G::Position, (verdict, body): (Verdict, Vec<u8>))
where
    G::Error: std::fmt::Debug,
{
    let goal = win(game, root);
    let question = Claim { root, history: &[], goal, only_move: None, within: None };
    let go_on = &mut || ControlFlow::Continue(());
    let report = check(game, &question, verdict, &body, go_on).expect("accepted");
    let mut rates = Samples::default();
    for _ in 0..ROUNDS {
        let times = NODES / u64::from(report.nodes) + 1;
        let ((), time) = timed(|| {
            for _ in 0..times {
                check(game, &question, verdict, &body, go_on).expect("accepted");
            }
        });
        rates.add(times as f64 * f64::from(report.nodes) / time.as_secs_f64() / 1e6);
    }
    let header = Header {
        version: VERSION,
        game: "bench".into(),
        options: "{}".into(),
        position: game.text(root).unwrap(),
        goal: "win".into(),
        prover: game.player_names()[goal.prover.index()].clone(),
        repetition: goal.repetition_effect(game.repetition()),
        verdict,
        nodes: report.nodes,
    };
    let unpacked = body.len() as f64 / f64::from(report.nodes);
    let packed = Certificate { header, body }.to_bytes().len() as f64 / f64::from(report.nodes);
    println!(
        "  {what:<32}{:>10}{:>10}{unpacked:>10.2}{packed:>10.2}{:>12.2}   {}",
        report.nodes,
        report.shared,
        1.0 / rates.median(),
        rates.spread()
    );
}

fn main() {
    println!(
        "\ncertificates, {ROUNDS} rounds; wanted: at most 4 bytes a node on disk, 10^6 nodes in under 10 s"
    );
    println!(
        "  {:<32}{:>10}{:>10}{:>10}{:>10}{:>12}   M nodes/s, median (10 % to 90 %)",
        "", "nodes", "shared", "unpacked", "on disk", "s / 10^6"
    );
    let k = BTreeMap::from([("k".to_string(), "4".to_string())]);
    if let Ok(BuiltIn::Together(game, root)) = open("tic-tac-toe", Some("X.O./..../..../.... x"), k) {
        measure("tic-tac-toe 4x4, a disproof", &game, &root, searched(&game, &root));
    }
    let (_, fen) = problems().into_iter().find(|(name, _)| *name == "r105").expect("in the table");
    let (game, root) = chess(fen, &[]);
    measure("chess, Win at Chess 105", &game, &root, searched(&game, &root));
    let (game, root) = chess(FORTRESS, &[]);
    let to_and_fro = |mv: &str| ["g8h8", "h8g8"].contains(&mv);
    measure("chess, a fortress with cycles", &game, &root, strategy(&game, &root, to_and_fro));
}
