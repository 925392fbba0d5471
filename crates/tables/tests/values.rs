//! Values and distances, against brute force and against known numbers.

mod support;

use pnyx_game::Repetition;
use pnyx_tables::{Ended, Limit, Portion, Value, build, check};
use support::graph::{Graph, Shape};
use support::grid::Grid;
use support::{Random, description, table, unlimited};

/// How many random games are tried.
fn games() -> u64 {
    std::env::var("PNYX_RANDOM_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(5000)
}

fn shape(random: &mut Random, number: u64) -> Shape {
    let largest = if number.is_multiple_of(50) { 400 } else { 30 };
    Shape {
        nodes: 4 + random.below(largest),
        alternates: random.chance(50),
        acyclic: random.chance(25),
        mirrored: random.chance(30),
    }
}

#[test]
fn random_games_have_the_values_and_distances_of_brute_force() {
    for number in 0..games() {
        let mut random = Random(number);
        let shape = shape(&mut random, number);
        let graph = Graph::random(&mut random, shape);
        let starts: Vec<usize> = (0..1 + random.below(3)).map(|_| random.below(shape.nodes)).collect();
        let packed: Vec<Vec<u8>> =
            starts.iter().map(|&start| graph.pack(graph.representative[start])).collect();
        let repetition = if shape.acyclic { Repetition::Impossible } else { Repetition::Draw };
        let table = table(&graph, &packed, repetition, 1 + random.below(4));
        let (expected, reachable) = (graph.values(), graph.reachable(&starts));
        assert_eq!(table.len(), reachable.len() as u64, "game {number}");
        for node in reachable {
            assert_eq!(table.get(&graph.pack(node)), Some(expected[node]), "node {node} of game {number}");
        }
        let mut listed: Vec<_> = table.iter().map(|(record, _)| record.to_vec()).collect();
        assert_eq!(listed.len() as u64, table.len(), "{number:?}");
        let unsorted = listed.clone();
        listed.sort();
        listed.dedup();
        assert_eq!(listed, unsorted, "game {number}");
        assert_eq!(table.get(b"something else"), None, "{number:?}");
    }
}

#[test]
fn a_cycle_that_should_not_be_there_is_reported() {
    let (mut reported, mut random) = (0, Random(1));
    for number in 0..100 {
        let shape = Shape { nodes: 30, alternates: true, acyclic: false, mirrored: false };
        let graph = Graph::random(&mut random, shape);
        let ended = unlimited(1, |run| build(&graph, [graph.pack(0)], Repetition::Impossible, run)).unwrap();
        let values = graph.values();
        match ended {
            Ended::Incomplete(Limit::Misdeclared(record), _) => {
                reported += 1;
                let node = (0..30).find(|&node| record.starts_with(&graph.pack(node))).unwrap();
                assert_eq!(values[node].value, Value::Draw, "game {number}");
            }
            Ended::Complete(table) => {
                for node in graph.reachable(&[0]) {
                    assert_eq!(table.get(&graph.pack(node)), Some(values[node]), "game {number}");
                }
            }
            Ended::Incomplete(limit, _) => panic!("{limit}"),
        }
    }
    assert!((10..100).contains(&reported), "{reported}");
}

#[test]
fn a_position_without_outcome_and_moves_is_reported() {
    let mut graph = Graph::random(
        &mut Random(3),
        Shape { nodes: 20, alternates: false, acyclic: false, mirrored: false },
    );
    graph.nodes[0].outcome = None;
    graph.nodes[0].moves.clear();
    let ended = unlimited(1, |run| build(&graph, [graph.pack(0)], Repetition::Draw, run)).unwrap();
    let Ended::Incomplete(Limit::Stuck(record), _) = ended else { panic!("{ended:?}") };
    assert!(record.starts_with(&graph.pack(0)));
}

#[test]
fn tic_tac_toe_has_5478_positions() {
    let game = Grid::new(3, 3, 3, false);
    let table = table(&game, &[game.start()], Repetition::Impossible, 1);
    assert_eq!((table.len(), table.edges(), table.plies()), (5478, 16167, 10));
    assert_eq!(table.get(&game.start()).unwrap().value, Value::Draw);
    // 626, 316 and 16 of the 958 final positions are won by X, by O, and drawn.
    let statistics = table.statistics();
    let lost_now = statistics.by_turn.iter().map(|counts| counts.losses[0]).collect::<Vec<_>>();
    assert_eq!(lost_now, [316, 626]);
}

#[test]
fn mirror_images_halve_the_table_and_change_no_value() {
    let whole = Grid::new(3, 4, 3, false);
    let mut half = Grid::new(3, 4, 3, false);
    half.mirror = true;
    let tables = [&whole, &half].map(|game| table(game, &[game.start()], Repetition::Impossible, 2));
    assert!(tables[1].len() < tables[0].len() * 51 / 100, "{tables:?}");
    for (record, entry) in &tables[1] {
        assert_eq!(tables[0].get(record), Some(entry), "{record:?}");
    }
}

/// Positions from <https://tromp.github.io/c4/c4.html>; who wins there too.
#[test]
fn connect_four_on_4_by_4_has_161029_positions_and_is_drawn() {
    let game = Grid::new(4, 4, 4, true);
    let table = table(&game, &[game.start()], Repetition::Impossible, 2);
    assert_eq!(table.len(), 161_029);
    assert_eq!(table.get(&game.start()).unwrap().value, Value::Draw);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    unlimited(1, |run| table.save(&path, &description(Repetition::Impossible), run)).unwrap();
    let file = pnyx_tables::File::open(&path).unwrap();
    let checked = unlimited(2, |run| check(&file, &game, [game.start()], Portion::All, run)).unwrap();
    assert_eq!((checked.positions, checked.edges, checked.starts), (161_029, table.edges(), 1));
    assert_eq!(file.statistics().unwrap(), table.statistics());
}
