//! Strategies of few positions, followed on random games against everything that the other side can do.

mod support;

use std::sync::atomic::AtomicBool;

use pnyx_game::{Player, Repetition};
use pnyx_tables::{Ended, Entry, Enumeration, Limits, Moves, Run, Strategy, Table};
use support::Random;
use support::graph::{Graph, Node, Shape};

/// The table of a graph from its first node, with its moves.
fn valued(graph: &Graph) -> (Table, Moves) {
    let (stop, mut ignore) = (AtomicBool::new(false), |_: &_| {});
    let mut enumeration = Enumeration::new();
    assert_eq!(enumeration.add_start(&graph.pack(graph.representative[0])), None);
    enumeration.advance(graph, u64::MAX / 2).unwrap();
    let mut run = Run::new(1, Limits::default(), &stop, &mut ignore);
    match enumeration.valued(Repetition::Draw, true, &mut run) {
        Ended::Complete((table, moves)) => (table, moves.expect("they are kept")),
        Ended::Incomplete(limit, _) => panic!("ended by a limit: {limit}"),
    }
}

fn is_good(entry: Entry, (player, wins): (Player, bool)) -> bool {
    if wins { entry.winner() == Some(player) } else { entry.winner() != Some(player.opponent()) }
}

/// The nodes that are reached where one side follows a strategy and the other does anything.
fn followed(graph: &Graph, strategy: &Strategy, player: Player) -> Vec<usize> {
    let mut reached = vec![graph.representative[0]];
    let mut done = 0;
    while let Some(&number) = reached.get(done) {
        done += 1;
        let Node { turn, outcome, moves } = &graph.nodes[number];
        if outcome.is_some() {
            continue;
        }
        let here = graph.pack(number);
        let after = moves.iter().map(|&to| graph.representative[to]);
        let after: Vec<usize> = match *turn == player {
            true => {
                assert!(strategy.knows(&here), "nothing is played at {number}");
                after.filter(|&to| strategy.leads(&here, &graph.pack(to))).take(1).collect()
            }
            false => after.collect(),
        };
        assert!(!after.is_empty(), "what is played at {number} is impossible");
        for to in after {
            if !reached.contains(&to) {
                reached.push(to);
            }
        }
    }
    reached
}

#[test]
fn a_strategy_does_what_the_table_says_whatever_the_other_side_does() {
    let (mut made, mut without) = (0, 0);
    for number in 0..3000 {
        let random = &mut Random(number);
        let shape = Shape {
            nodes: 4 + random.below(40),
            alternates: random.chance(50),
            acyclic: false,
            mirrored: random.chance(30),
        };
        let graph = Graph::random(random, shape);
        let ((table, moves), start) = (valued(&graph), graph.pack(graph.representative[0]));
        let values = graph.values();
        if graph.nodes[0].outcome.is_some() {
            continue;
        }
        for wanted in [Player::First, Player::Second].into_iter().flat_map(|who| [(who, false), (who, true)])
        {
            let make =
                |without: Option<&[u8]>| moves.strategy(&table, wanted, &start, without, &mut || false);
            let strategy = make(None);
            let good = is_good(values[graph.representative[0]], wanted);
            assert_eq!(strategy.is_some(), good, "{wanted:?} in game {number}");
            let Some(strategy) = strategy else { continue };
            let reached = followed(&graph, &strategy, wanted.0);
            let own = |number: &&usize| {
                let node = &graph.nodes[**number];
                node.turn == wanted.0 && node.outcome.is_none()
            };
            assert_eq!(reached.iter().filter(own).count(), strategy.len(), "{wanted:?} in game {number}");
            for &at in &reached {
                assert!(is_good(values[at], wanted), "{at} for {wanted:?} in game {number}");
                let node = &graph.nodes[at];
                let here = graph.pack(at);
                // A win comes nearer with every move.
                for to in node.moves.iter().map(|&to| graph.representative[to]) {
                    let plays = node.turn == wanted.0 && strategy.leads(&here, &graph.pack(to));
                    if wanted.1 && plays && node.outcome.is_none() {
                        let plies = |at: usize| values[at].value.distance().expect("it is won");
                        assert_eq!(plies(to) + 1, plies(at), "{at} for {wanted:?} in game {number}");
                    }
                }
            }
            made += 1;
            // What can be done without is not met.
            let barred = *reached.last().expect("the start");
            if let Some(strategy) = make(Some(&graph.pack(barred))) {
                let reached = followed(&graph, &strategy, wanted.0);
                assert!(!reached.contains(&barred), "{barred} for {wanted:?} in game {number}");
                without += 1;
            }
        }
    }
    assert!(made > 2000 && without > 200, "{made} made, {without} without a position");
}

/// Second player's moves lead from any of 100 rooms to any other, and first player's to a door of the same room or of the
/// next ones: one room is enough.
#[test]
fn what_is_not_needed_is_left_out() {
    const ROOMS: usize = 100;
    let (mut graph, none) = (Graph::random(&mut Random(1), NOTHING), Vec::new());
    graph.nodes.clear();
    for number in 0..2 * ROOMS {
        let room = number / 2;
        let turn = if number % 2 == 0 { Player::First } else { Player::Second };
        let mut moves = none.clone();
        match turn {
            Player::First => moves.extend((0..5).map(|more| 2 * ((room + more) % ROOMS) + 1)),
            Player::Second => moves.extend((0..10).map(|more| 2 * ((room + 7 * more) % ROOMS))),
        }
        graph.nodes.push(Node { turn, outcome: None, moves });
    }
    graph.representative = (0..2 * ROOMS).collect();
    let (table, moves) = valued(&graph);
    assert_eq!(table.len(), 2 * ROOMS as u64);
    let wanted = (Player::First, false);
    let strategy = moves.strategy(&table, wanted, &graph.pack(0), None, &mut || false).expect("nobody wins");
    let reached = followed(&graph, &strategy, wanted.0);
    assert!(reached.len() <= ROOMS, "{} positions", reached.len());
    assert!(moves.strategy(&table, wanted, &graph.pack(0), None, &mut || true).is_none());
}

const NOTHING: Shape = Shape { nodes: 4, alternates: true, acyclic: false, mirrored: false };
