//! Mistakes that are put into a solver or into a table, and are found.

use std::convert::Infallible;
use std::path::Path;

use pnyx_game::{Outcome, Player, Repetition};

use super::*;
use crate::support::graph::{Graph, Node, Shape};
use crate::support::{Random, description, table, unlimited};
use crate::{Header, Table, Value, write};

/// A mistake.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mistake {
    None,
    /// A position is lost when all moves but one are.
    CounterOffByOne,
    /// One position in 8 forgets its last move.
    LostSuccessor,
    /// What is lost is called a draw.
    DrawForLoss,
    /// The loser takes the shortest way.
    LoserHurries,
}

/// Values by counters, with a mistake.
fn values(graph: &Graph, mistake: Mistake) -> Vec<Entry> {
    let moves = |number: usize, node: &Node| {
        let forgets = mistake == Mistake::LostSuccessor && number.is_multiple_of(8) && node.moves.len() > 1;
        let moves = &node.moves[..node.moves.len() - usize::from(forgets)];
        moves.iter().map(|&to| graph.representative[to]).collect::<Vec<_>>()
    };
    let nodes = || graph.nodes.iter().enumerate();
    let moves: Vec<Vec<usize>> = nodes().map(|(number, node)| moves(number, node)).collect();
    let mut known: Vec<Option<(Player, u32)>> = nodes()
        .map(|(_, node)| match node.outcome {
            Some(Outcome::Win(winner)) => Some((winner, 0)),
            _ => None,
        })
        .collect();
    let spared = usize::from(mistake == Mistake::CounterOffByOne);
    for plies in 1..=graph.nodes.len() as u32 {
        let before = known.clone();
        for (number, node) in nodes().filter(|(_, node)| node.outcome.is_none()) {
            if before[number].is_some() {
                continue;
            }
            let won = |player| {
                moves[number].iter().filter(|&&to| before[to].is_some_and(|(by, _)| by == player)).count()
            };
            let (own, other) = (node.turn, node.turn.opponent());
            let all = moves[number].len();
            if won(own) > 0 {
                known[number] = Some((own, plies));
            } else if won(other) > 0 && won(other) + spared >= all {
                let distances =
                    moves[number].iter().filter_map(|&to| before[to]).map(|(_, distance)| distance + 1);
                let hurried = distances.min().unwrap_or(plies);
                known[number] = Some((other, if mistake == Mistake::LoserHurries { hurried } else { plies }));
            }
        }
    }
    nodes()
        .map(|(number, node)| match known[number] {
            Some((winner, _)) if winner != node.turn && mistake == Mistake::DrawForLoss => {
                Entry::drawn(node.turn)
            }
            Some((winner, plies)) => Entry::won_by(node.turn, winner, plies),
            None => Entry::drawn(node.turn),
        })
        .collect()
}

/// Write a table with these entries, whatever they are, and check it.
fn check_entries(
    path: &Path,
    table: &Table,
    graph: &Graph,
    starts: &[Vec<u8>],
    entries: &[(Vec<u8>, Entry)],
    portion: Portion,
) -> Result<Checked, CheckError<Infallible>> {
    let mut statistics = Statistics::default();
    for (record, entry) in entries {
        statistics.count(record, *entry);
    }
    let header = Header {
        positions: entries.len() as u64,
        wins: statistics.wins(),
        draws: statistics.draws(),
        losses: statistics.losses(),
        longest: statistics.longest().unwrap_or(0),
        entry: 4,
        ..table.header(&description(Repetition::Draw))
    };
    let mut out = Vec::new();
    let positions = entries.iter().map(|(record, entry)| (record.as_slice(), *entry));
    write::write(&header, positions, &mut out, |_| true).unwrap();
    std::fs::write(path, out).unwrap();
    let file = File::open(path).unwrap();
    unlimited(1, |run| check(&file, graph, starts, portion, run))
}

fn random_graph(random: &mut Random) -> Graph {
    let (alternates, mirrored) = (random.chance(50), random.chance(50));
    Graph::random(random, Shape { nodes: 40, alternates, acyclic: false, mirrored })
}

#[test]
fn mistakes_of_a_solver_are_found_whenever_they_show() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    for mistake in [
        Mistake::None,
        Mistake::CounterOffByOne,
        Mistake::LostSuccessor,
        Mistake::DrawForLoss,
        Mistake::LoserHurries,
    ] {
        let mut wrong = 0;
        for number in 0..120 {
            let graph = random_graph(&mut Random(number));
            let starts = [graph.pack(0), graph.pack(1)];
            let table = table(&graph, &starts, Repetition::Draw, 1);
            let values = values(&graph, mistake);
            let of = |record: &[u8]| {
                (0..40).find(|&node| trimmed(record) == trimmed(&graph.pack(node))).map(|node| values[node])
            };
            let entries: Vec<_> =
                table.iter().map(|(record, _)| (record.to_vec(), of(record).unwrap())).collect();
            let differs = table.iter().zip(&entries).any(|((_, entry), (_, other))| entry != *other);
            let checked = check_entries(&path, &table, &graph, &starts, &entries, Portion::All);
            assert_eq!(checked.is_err(), differs, "{mistake:?} in game {number}: {checked:?}");
            wrong += u32::from(differs);
        }
        if mistake == Mistake::None {
            assert_eq!(wrong, 0, "{mistake:?}");
        } else {
            assert!(wrong > 20, "{mistake:?} shows in {wrong} games");
        }
    }
}

#[test]
fn every_other_entry_is_found_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    for number in 0..40 {
        let mut random = Random(number);
        let graph = random_graph(&mut random);
        let starts = [graph.pack(0)];
        let table = table(&graph, &starts, Repetition::Draw, 1);
        let entries: Vec<_> = table.iter().map(|(record, entry)| (record.to_vec(), entry)).collect();
        for _ in 0..20 {
            let (at, mut changed) = (random.below(entries.len()), entries.clone());
            let (turn, distance) = (entries[at].1.turn, random.below(6) as u32);
            let value = [Value::Win(distance), Value::Loss(distance), Value::Draw][random.below(3)];
            let turn = if random.chance(20) { turn.opponent() } else { turn };
            changed[at].1 = Entry { turn, value };
            let checked = check_entries(&path, &table, &graph, &starts, &changed, Portion::All);
            assert_eq!(checked.is_err(), changed != entries, "game {number}, {at}: {:?}", changed[at]);
        }
    }
}

#[test]
fn positions_that_are_missing_or_in_disorder_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let mut random = Random(5);
    for number in 0..40 {
        let graph = random_graph(&mut random);
        let starts = [graph.pack(0)];
        let table = table(&graph, &starts, Repetition::Draw, 1);
        let entries: Vec<_> = table.iter().map(|(record, entry)| (record.to_vec(), entry)).collect();
        if entries.len() < 3 {
            continue;
        }
        let check = |changed: &[_]| check_entries(&path, &table, &graph, &starts, changed, Portion::All);
        let mut fewer = entries.clone();
        fewer.remove(random.below(entries.len()));
        assert!(check(&fewer).is_err(), "game {number}: one is missing");
        let mut twice = entries.clone();
        twice.insert(1, entries[0].clone());
        assert!(
            matches!(check(&twice), Err(CheckError::Fault(Fault::Order(_)))),
            "game {number}: one is there twice"
        );
        let mut swapped = entries.clone();
        swapped.swap(0, 2);
        assert!(check(&swapped).is_err(), "game {number}: two are exchanged");
    }
}

/// Forgets that a position after a move stands for another.
struct NotMappedBack<'a>(&'a Graph);

impl Expander for NotMappedBack<'_> {
    type Error = Infallible;

    fn expand(&self, batch: &Records<'_>, out: &mut Expanded) -> Result<(), Infallible> {
        for record in batch.iter() {
            let node = &self.0.nodes[Graph::unpack(record)];
            out.position(node.turn, node.outcome);
            for &to in node.moves.iter().filter(|_| node.outcome.is_none()) {
                out.successor(&self.0.pack(to));
            }
        }
        Ok(())
    }
}

#[test]
fn a_mirrored_move_that_is_not_mapped_back_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let mut found = 0;
    for number in 0..40 {
        let shape = Shape { nodes: 30, alternates: true, acyclic: false, mirrored: true };
        let graph = Graph::random(&mut Random(number), shape);
        let starts = [graph.pack(0)];
        let table = table(&NotMappedBack(&graph), &starts, Repetition::Draw, 1);
        let entries: Vec<_> = table.iter().map(|(record, entry)| (record.to_vec(), entry)).collect();
        match check_entries(&path, &table, &graph, &starts, &entries, Portion::All) {
            Err(CheckError::Fault(Fault::NoRepresentative(_) | Fault::MissingSuccessor { .. })) => found += 1,
            Ok(checked) => {
                // Then there was nothing to map.
                assert_eq!(checked.positions, graph.reachable(&[0]).len() as u64, "game {number}");
            }
            Err(error) => panic!("game {number}: {error}"),
        }
    }
    assert!(found > 20, "{found}");
}

#[test]
fn a_wrong_header_and_a_missing_start_are_found_and_samples_are_spread() {
    let graph = random_graph(&mut Random(2));
    let starts: Vec<Vec<u8>> = (0..20).map(|node| graph.pack(graph.representative[node])).collect();
    let table = table(&graph, &starts, Repetition::Draw, 1);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let mut header = table.header(&description(Repetition::Draw));
    header.edges += 1;
    let mut out = Vec::new();
    write::write(&header, &table, &mut out, |_| true).unwrap();
    std::fs::write(&path, out).unwrap();
    let file = File::open(&path).unwrap();
    let check = |starts: &[Vec<u8>], portion| unlimited(1, |run| check(&file, &graph, starts, portion, run));
    let edges = table.edges();
    assert!(matches!(
        check(&starts, Portion::All),
        Err(CheckError::Fault(Fault::Header("edges", found, expected))) if (found, expected) == (edges + 1, edges)
    ));
    let sample = check(&starts, Portion::Sample(5, 100)).unwrap();
    assert_eq!((sample.positions, sample.starts), (5, 20));
    assert!(matches!(check(&[vec![77; 3]], Portion::All), Err(CheckError::Fault(Fault::MissingStart(_)))));
    let numbers = Numbers::new(10, Portion::Sample(5, 13));
    assert_eq!((0..5).map(|at| numbers.get(at)).collect::<Vec<_>>(), [3, 5, 7, 9, 1]);
}
