use pnyx_game::{Erased, Game, Outcome, Player, Threshold};
use pnyx_games::graph;
use proptest::prelude::*;

use super::*;
use crate::{check, cycles_allowed};

const GO_ON: fn() -> ControlFlow<()> = || ControlFlow::Continue(());

/// A small graph with a goal of max, and which of its nodes suit a verdict.
struct Scene {
    game: Erased,
    goal: Goal,
    verdict: Verdict,
    nodes: u32,
    /// For the nodes that suit the verdict, how many moves the chooser is away from an end at most; any number where
    /// lines need not end.
    rank: Vec<Option<u32>>,
}

impl Scene {
    /// `edges` has for each inner node who is on move and where it may go; then come the leaves.
    fn new(edges: &[(bool, Vec<u32>)], leaves: &[u8], threshold: Threshold) -> (Scene, Scene) {
        let nodes = (edges.len() + leaves.len()) as u32;
        let mut text = "root n0; repetition draw".to_string();
        for (i, (max, targets)) in edges.iter().enumerate() {
            let mut targets: Vec<u32> = targets.iter().map(|target| target % nodes).collect();
            targets.sort_unstable();
            targets.dedup();
            let targets: Vec<String> = targets.iter().map(|target| format!("n{target}")).collect();
            text += &format!("; n{i} {}: {}", if *max { "max" } else { "min" }, targets.join(" "));
        }
        for (i, value) in leaves.iter().enumerate() {
            let value = ["win", "loss", "draw"][usize::from(value % 3)];
            text += &format!("; n{} = {value}", edges.len() + i);
        }
        let (game, _) = graph::open(&text).unwrap();
        let goal = Goal { prover: Player::First, threshold };
        // The verdict whose graph must not go round is found from the ends, the other one holds for the rest.
        let finite = if goal.reached(Outcome::Draw) { Verdict::Disproven } else { Verdict::Proven };
        let mut sure =
            Scene { game: game.clone(), goal, verdict: finite, nodes, rank: vec![None; nodes as usize] };
        for rank in 0..=nodes {
            let reached = |node: &u32| sure.rank[*node as usize].is_some();
            let new: Vec<u32> =
                (0..nodes).filter(|&node| !reached(&node) && sure.follows(node, reached)).collect();
            new.into_iter().for_each(|node| sure.rank[node as usize] = Some(rank));
        }
        let rest = if finite == Verdict::Proven { Verdict::Disproven } else { Verdict::Proven };
        let rank = sure.rank.iter().map(|rank| rank.is_none().then_some(0)).collect();
        (Scene { game, goal, verdict: rest, nodes, rank }, sure)
    }

    fn moves(&self, node: u32) -> Vec<u32> {
        let mut moves = Vec::new();
        self.game.moves_by_notation(&node, &mut moves).unwrap();
        moves
    }

    fn chooses(&self, node: u32) -> bool {
        (self.game.turn(&node).unwrap() == self.goal.prover) == (self.verdict == Verdict::Proven)
    }

    fn is_final(&self, node: u32) -> bool {
        self.game.outcome(&node).unwrap().is_some()
    }

    /// Whether a node suits the verdict if those do.
    fn follows(&self, node: u32, suits: impl Fn(&u32) -> bool) -> bool {
        match self.game.outcome(&node).unwrap() {
            Some(outcome) => self.goal.reached(outcome) == (self.verdict == Verdict::Proven),
            None if self.chooses(node) => self.moves(node).iter().any(suits),
            None => self.moves(node).iter().all(suits),
        }
    }

    /// The places of moves that a graph may choose.
    fn good(&self, node: u32) -> Vec<u32> {
        let falls = !self.goes_round();
        let own = self.rank[node as usize].unwrap();
        let good =
            |&(_, target): &(u32, u32)| self.rank[target as usize].is_some_and(|rank| !falls || rank < own);
        (0..).zip(self.moves(node)).filter(good).map(|(place, _)| place).collect()
    }

    fn goes_round(&self) -> bool {
        cycles_allowed(self.verdict, self.goal.repetition_effect(self.game.repetition()))
    }

    fn suiting(&self) -> Vec<u32> {
        (0..self.nodes).filter(|&node| self.rank[node as usize].is_some()).collect()
    }

    /// The graph of a certificate about a node, with moves chosen at random.
    fn body(&self, root: u32, random: &mut Random) -> Vec<u8> {
        let mut numbers = HashMap::new();
        let mut graph = GraphWriter::new();
        self.record(root, 0, &mut numbers, &mut graph, random);
        graph.finish()
    }

    fn record(
        &self,
        node: u32,
        number: u32,
        numbers: &mut HashMap<u32, u32>,
        graph: &mut GraphWriter,
        random: &mut Random,
    ) {
        if self.is_final(node) {
            return;
        }
        numbers.insert(node, number);
        let mut moves = self.moves(node);
        if self.chooses(node) {
            let place = random.one(&self.good(node));
            graph.choose(place);
            moves = vec![moves[place as usize]];
        }
        for target in moves {
            match numbers.get(&target) {
                Some(&known) => graph.link(known),
                None => {
                    let new = graph.new_node();
                    self.record(target, new, numbers, graph, random);
                }
            }
        }
    }

    fn checks(&self, root: u32, body: &[u8]) -> Result<u32, String> {
        let question = Question { root: &root, history: &[], goal: self.goal, only_move: None };
        let report = check(&self.game, &question, self.verdict, body, &mut { GO_ON });
        report.map(|report| report.nodes).map_err(|error| error.to_string())
    }

    /// Merge pieces about all nodes that suit the verdict, in the order of their ranks, or in any order.
    fn merge(&self, in_order: bool, random: &mut Random) -> Vec<(u32, Result<u32, String>)> {
        let mut nodes = self.suiting();
        random.shuffle(&mut nodes);
        if in_order {
            nodes.sort_by_key(|&node| self.rank[node as usize]);
        }
        let mut found = Vec::new();
        for root in self.suiting() {
            let mut merge = Merge::new(&self.game, self.goal, self.verdict).unwrap();
            for &node in &nodes {
                let chooses = self.chooses(node) && !self.is_final(node);
                if chooses && random.below(2) == 0 {
                    // In the wrong order, moves into the right set that lead nowhere.
                    let any = (0..).zip(self.moves(node)).filter(|(_, to)| self.rank[*to as usize].is_some());
                    let any: Vec<u32> = any.map(|(place, _)| place).collect();
                    let places = if in_order { self.good(node) } else { any };
                    merge.add_choice(&node, random.one(&places)).unwrap();
                } else if random.below(3) == 0 || chooses {
                    let body = self.body(node, random);
                    merge.add_graph(&node, &body, &mut { GO_ON }).unwrap();
                }
            }
            let (body, nodes) =
                merge.write(&root, &mut { GO_ON }).map_err(|error| error.to_string()).unwrap();
            let checked = self.checks(root, &body);
            assert!(checked.as_ref().is_ok_and(|&counted| counted == nodes) || checked.is_err());
            found.push((root, checked));
        }
        found
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }

    fn one(&mut self, places: &[u32]) -> u32 {
        places[self.below(places.len())]
    }

    fn shuffle(&mut self, nodes: &mut [u32]) {
        for i in (1..nodes.len()).rev() {
            let other = self.below(i + 1);
            nodes.swap(i, other);
        }
    }
}

fn graphs() -> impl Strategy<Value = (Vec<(bool, Vec<u32>)>, Vec<u8>)> {
    let inner = (any::<bool>(), prop::collection::vec(0..64u32, 1..4));
    (prop::collection::vec(inner, 1..14), prop::collection::vec(any::<u8>(), 1..4))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn pieces_in_order_make_a_proof((edges, leaves) in graphs(), draws: bool, seed: u64) {
        let threshold = if draws { Threshold::Draw } else { Threshold::Win };
        let (rest, sure) = Scene::new(&edges, &leaves, threshold);
        for (root, checked) in sure.merge(true, &mut Random(seed)) {
            prop_assert!(checked.is_ok(), "node {}: {:?}", root, checked);
        }
        // Where play may go round, any order will do.
        for (root, checked) in rest.merge(seed % 2 == 0, &mut Random(seed)) {
            prop_assert!(checked.is_ok(), "node {}: {:?}", root, checked);
        }
    }
}

#[test]
fn a_wrong_order_is_caught_by_the_check() {
    let mut wrong = 0;
    for seed in 0..300 {
        let mut random = Random(seed);
        let edges: Vec<_> = (0..8)
            .map(|node| (node % 2 == 0, (0..3).map(|_| random.below(10) as u32).collect::<Vec<_>>()))
            .collect();
        let (_, sure) = Scene::new(&edges, &[0, 1], Threshold::Win);
        for (_, checked) in sure.merge(false, &mut random) {
            if let Err(why) = checked {
                assert!(why.contains("must not have cycles"), "{why}");
                wrong += 1;
            }
        }
    }
    assert!(wrong > 20, "{wrong}");
}

/// A wins at once, and B leads to A.
const CIRCLE: &str = "root A; A max: B C; B min: A; C = win";

fn circle() -> (Erased, Goal) {
    (graph::open(CIRCLE).unwrap().0, Goal { prover: Player::First, threshold: Threshold::Win })
}

#[test]
fn the_first_answer_counts() {
    let (game, goal) = circle();
    let (a, b) = (0, 1);
    for (first, second, nodes) in [(1, 0, Some(2)), (0, 1, None)] {
        let mut merge = Merge::new(&game, goal, Verdict::Proven).unwrap();
        merge.add_choice(&a, first).unwrap();
        merge.add_choice(&a, second).unwrap();
        let (body, _) = merge.write(&a, &mut { GO_ON }).ok().unwrap();
        let question = Question { root: &a, history: &[], goal, only_move: None };
        let checked = check(&game, &question, Verdict::Proven, &body, &mut { GO_ON }).ok();
        assert_eq!(checked.map(|report| report.nodes), nodes);
    }
    assert!(!Merge::new(&game, goal, Verdict::Proven).unwrap().chooses(&b).unwrap());
}

#[test]
fn what_is_missing_or_wrong_is_said() {
    let (game, goal) = circle();
    let merge = Merge::new(&game, goal, Verdict::Proven).unwrap();
    let missing = merge.write(&0, &mut { GO_ON }).map_err(|error| error.to_string()).unwrap_err();
    assert!(missing.starts_with("none of the pieces has a move for 'root A;"), "{missing}");
    let mut merge = Merge::new(&game, goal, Verdict::Proven).unwrap();
    let wrong = merge.add_graph(&0, &[0, 7], &mut { GO_ON }).map_err(|error| error.to_string()).unwrap_err();
    assert_eq!(wrong, "node 0 chooses move 7 of only 2 (at the root)");
    merge.add_choice(&1, 0).unwrap();
    merge.add_choice(&0, 0).unwrap();
    let confused = merge.write(&0, &mut { GO_ON }).map_err(|error| error.to_string()).unwrap_err();
    assert!(confused.starts_with("two positions have the same key"), "{confused}");
    let stopped = Merge::new(&game, goal, Verdict::Proven).map(|mut merge| {
        merge.add_choice(&0, 1).unwrap();
        assert_eq!(merge.answers(), 1);
        merge.write(&0, &mut || ControlFlow::Break(())).is_ok()
    });
    assert_eq!(stopped, Some(true), "small graphs are not asked about");
    let illegal = graph::open("root A; repetition illegal; A = win").unwrap().0;
    assert!(Merge::new(&illegal, goal, Verdict::Proven).is_none());
}
