//! Lines of Action: nodes that the searches generate in a second, as ratios to the bare loop, which plays every move
//! and counts the replies on the positions that `pn` expanded. Required: of `pn` at least 0.6 of the loop, of `pds-pn`
//! at least 0.75 of `pn2`.

mod common;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::{Runner, end_round, play_and_count, print_table, timed_on_cpu};
use pnyx_game::{Mobility, Objective, Rules, Threshold};
use pnyx_games::lines_of_action::{LinesOfAction, Position};
use pnyx_games::{BuiltIn, open};
use pnyx_search::algorithm::Run;
use pnyx_search::pn::{self, Ghi, df_pn, pds, pds_pn, pn2};
use pnyx_search::table::Memory;
use pnyx_search::{Budget, Limits, Problem, Silent, Stats, Tree};

const NODES: u64 = 300_000;
const ROUNDS: usize = 9;
/// Every 24th of the positions of `experiments/winands-2003`.
const STEP: usize = 24;

type Opened = (LinesOfAction, Position);

fn positions() -> Vec<Opened> {
    let table = include_str!("../../../experiments/winands-2003/positions.csv");
    let read = |line: &str| match open("lines-of-action", line.split(',').nth(1), BTreeMap::new()) {
        Ok(BuiltIn::LinesOfAction(game, root)) => (game, root),
        _ => panic!("{line} has no position"),
    };
    table.lines().skip(1).step_by(STEP).map(read).collect()
}

/// Run a search with a limit of nodes; returns what `work` does, and the time it took.
fn limited<T>(
    (game, root): &Opened,
    nodes: u64,
    work: impl FnOnce(Run<'_, '_, LinesOfAction>) -> T,
) -> (T, Duration) {
    let Ok(prover) = game.turn(root);
    let goal = Objective { prover, threshold: Threshold::Win };
    let problem = Problem { game, root, history: &[], goal, only_move: None };
    let stop = AtomicBool::new(false);
    let mut budget = Budget::new(Limits { nodes: Some(nodes), ..Limits::default() }, &stop);
    let run = Run { problem: &problem, budget: &mut budget, observer: &mut Silent };
    timed_on_cpu(|| work(run))
}

/// The positions that `pn` expands.
fn expanded(opened: &Opened) -> Vec<Position> {
    let (game, root) = opened;
    let (Ok(searched), _) =
        limited(opened, NODES, |run| pn::search(pn::PnOptions::default(), &Mobility, run));
    let tree = searched.evidence;
    let mut waiting = vec![(Tree::<<LinesOfAction as Rules>::Move>::ROOT, *root)];
    let mut found = Vec::new();
    while let Some((node, position)) = waiting.pop() {
        let children = tree.children(node);
        for child in children.clone() {
            let mut next = position;
            let Ok(()) = game.play(&mut next, tree.node(child).mv.expect("a child has a move"));
            waiting.push((child, next));
        }
        if !children.is_empty() {
            found.push((children.start, position));
        }
    }
    found.sort_by_key(|(first_child, _)| *first_child);
    found.into_iter().map(|(_, position)| position).collect()
}

fn main() {
    let positions = positions();
    let boards: Vec<_> = positions.iter().map(expanded).collect();
    let names = ["bare loop", "pn", "pn2", "pds-pn", "pds", "df-pn"];
    let mut runners = names.map(Runner::new);
    for _ in 0..ROUNDS {
        for (opened, boards) in positions.iter().zip(&boards) {
            let (played, time) = timed_on_cpu(|| play_and_count(&opened.0, boards));
            runners[0].add(played, time);
            let mut race = |place: usize, (stats, time): (Stats, Duration)| {
                runners[place].add(stats.generated, time);
            };
            race(
                1,
                limited(opened, NODES, |run| {
                    let Ok(found) = pn::search(pn::PnOptions::default(), &Mobility, run);
                    found.stats
                }),
            );
            race(
                2,
                limited(opened, NODES, |run| {
                    let Ok(found) = pn2::search(pn2::Pn2Options::default(), &Mobility, run);
                    found.stats
                }),
            );
            race(
                3,
                limited(opened, NODES, |run| {
                    let options = pds_pn::PdsPnOptions::default();
                    let memory = Memory::two_big(options.growth.stored as usize);
                    let Ok(found) = pds_pn::search(options, &Mobility, memory, run);
                    found.stats
                }),
            );
            // What these count as a node has some thirty moves.
            race(
                4,
                limited(opened, NODES / 30, |run| {
                    let Ok(found) = pds::search(Ghi::Full, &Mobility, Memory::exact(), run);
                    found.stats
                }),
            );
            race(
                5,
                limited(opened, NODES / 30, |run| {
                    let options = df_pn::DfPnOptions::default();
                    let Ok(found) = df_pn::search(options, &Mobility, Memory::exact(), run);
                    found.stats
                }),
            );
        }
        end_round(&mut runners);
    }
    let title = format!(
        "loa_speed: {} positions, about {NODES} positions each at most; processor time; {ROUNDS} rounds",
        positions.len()
    );
    print_table(&title, "positions", &runners);
    let ratio = |place: usize| runners[place].ratios().median();
    for (what, required, measured) in
        [("pn to the bare loop", 0.6, ratio(1)), ("pds-pn to pn2", 0.75, ratio(3) / ratio(2))]
    {
        let verdict = if measured >= required { "reached" } else { "MISSED" };
        println!("  required of {what}: {required:.2}; {verdict} with {measured:.2}");
    }
}
