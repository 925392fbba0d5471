//! What the search costs on top of the rules: nodes `pn` generates in a second, as a ratio to the bare
//! loop, which plays every move and counts the replies on the **same positions**: those that this
//! search expanded, in the same order. At least 0.6 is required.

mod common;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::{Runner, Samples, chess, end_round, print_table, problems, timed};
use cozy_chess::Board;
use pnyx_game::{Game, Goal, Mobility, Threshold};
use pnyx_games::chess::{Chess, Position};
use pnyx_search::Searched;
use pnyx_search::pn::{self, Options, Tree};
use pnyx_search::{Budget, Limits, Problem, Silent};

const NODES: u64 = 100_000;
const ROUNDS: usize = 15;
/// Nodes below which a search is repeated within its turn.
const WARM: u64 = 20_000;
const REQUIRED: f64 = 0.6;

type Opened = (Chess, Position);

fn search((game, root): &Opened, recycle: bool) -> (Searched<Tree<cozy_chess::Move>>, Duration) {
    let Ok(prover) = game.turn(root);
    let goal = Goal { prover, threshold: Threshold::Win };
    let problem = Problem { game, root, history: &[], goal, only_move: None };
    let stop = AtomicBool::new(false);
    let mut budget = Budget::new(Limits { nodes: Some(NODES), ..Limits::default() }, &stop);
    let options = Options { recycle, ..Options::default() };
    let (Ok(searched), time) = timed(|| pn::search(&problem, &Mobility, options, &mut budget, &mut Silent));
    (searched, time)
}

/// The boards that a search expanded, in the order in which it did.
fn expanded((game, root): &Opened, tree: &Tree<cozy_chess::Move>) -> Vec<Board> {
    let mut boards = Vec::new();
    let mut waiting = vec![(Tree::<cozy_chess::Move>::ROOT, root.clone())];
    while let Some((node, position)) = waiting.pop() {
        let children = tree.children(node);
        if children.is_empty() {
            continue;
        }
        boards.push((children.start, position.board().clone()));
        for child in children {
            let mut next = position.clone();
            let Ok(()) = game.play(&mut next, tree.node(child).mv.expect("a child has a move"));
            waiting.push((child, next));
        }
    }
    boards.sort_by_key(|(first_child, _)| *first_child);
    boards.into_iter().map(|(_, board)| board).collect()
}

/// Play every move of each board and count the replies.
fn play_and_count(boards: &[Board]) -> (u64, u64) {
    let (mut positions, mut replies) = (0, 0);
    for board in boards {
        board.generate_moves(|moves| {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                positions += 1;
                next.generate_moves(|moves| {
                    replies += moves.len() as u64;
                    false
                });
            }
            false
        });
    }
    (positions, replies)
}

/// Do some work as often as `times` says and give the mean time: what is short is done often enough to
/// warm up.
fn mean<T>(times: u32, mut work: impl FnMut() -> (T, Duration)) -> (T, Duration) {
    let (mut result, mut total) = work();
    for _ in 1..times {
        let time;
        (result, time) = work();
        total += time;
    }
    (result, total / times)
}

fn main() {
    let problems = problems();
    let open_all =
        |options: &[_]| problems.iter().map(|(_, fen)| chess(fen, options)).collect::<Vec<Opened>>();
    let native = open_all(&[]);
    let papers = open_all(&[("order", "papers"), ("en-passant", "always")]);
    let mut generated = Vec::new();
    let mut boards = Vec::new();
    for opened in &native {
        let (searched, _) = search(opened, false);
        generated.push(searched.stats.nodes - 1);
        boards.push(expanded(opened, &searched.evidence));
    }

    let names = ["bare loop", "pn", "pn, solved subtrees recycled", "pn, the papers' order"];
    let mut runners = names.map(Runner::new);
    let mut by_problem = vec![Samples::default(); problems.len()];
    for _ in 0..ROUNDS {
        for (i, &generated) in generated.iter().enumerate() {
            let times = (WARM / generated.max(1)).max(1) as u32;
            let ((positions, _), time) = mean(times, || timed(|| play_and_count(&boards[i])));
            assert_eq!(positions, generated, "the bare loop must visit what the search visits");
            let bare = runners[0].add(positions, time);
            let race = |runner: &mut Runner, opened, recycle| {
                let (searched, time) = mean(times, || search(opened, recycle));
                runner.add(searched.stats.nodes, time)
            };
            let pn = race(&mut runners[1], &native[i], false);
            race(&mut runners[2], &native[i], true);
            race(&mut runners[3], &papers[i], false);
            by_problem[i].add(pn / bare);
        }
        end_round(&mut runners);
    }
    let total: u64 = generated.iter().sum();
    let title =
        format!("pn_speed: 82 positions, {NODES} nodes each at most, {total} in all; {ROUNDS} rounds");
    print_table(&title, "nodes", &runners);
    let mut medians = Samples::default();
    by_problem.iter().for_each(|samples| medians.add(samples.median()));
    println!("  ratio of pn by position, median (10 % to 90 %): {}", medians.spread());
    let ratio = runners[1].ratios().median();
    let verdict = if ratio >= REQUIRED { "reached" } else { "MISSED" };
    println!("  required of pn: {REQUIRED:.2} of the bare loop; {verdict} with {ratio:.2}");
}
