use pnyx_game::{Erased, Notation, Outcome, Player, Rules, Threshold};
use pnyx_games::graph;
use proptest::prelude::*;

use super::*;
use crate::{check, cycles_allowed};

const GO_ON: fn() -> ControlFlow<()> = || ControlFlow::Continue(());

/// A small graph with a goal of max, and which of its nodes suit a verdict.
struct Scene {
    game: Erased,
    goal: Objective,
    verdict: Verdict,
    nodes: u32,
    suits: Vec<bool>,
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
        let goal = Objective { prover: Player::First, threshold };
        // The verdict whose graph must not have cycles is found from the ends, the other one holds for the rest.
        let finite = if goal.reached(Outcome::Draw) { Verdict::Disproven } else { Verdict::Proven };
        let suits = vec![false; nodes as usize];
        let mut sure = Scene { game: game.clone(), goal, verdict: finite, nodes, suits };
        while let Some(new) = (0..nodes).find(|&node| {
            !sure.suits[node as usize] && sure.follows(node, |target| sure.suits[*target as usize])
        }) {
            sure.suits[new as usize] = true;
        }
        let rest = if finite == Verdict::Proven { Verdict::Disproven } else { Verdict::Proven };
        let suits = sure.suits.iter().map(|suits| !suits).collect();
        (Scene { game, goal, verdict: rest, nodes, suits }, sure)
    }

    fn moves(&self, node: u32) -> Vec<u32> {
        let mut moves = Vec::new();
        self.game.moves_by_notation(&node.into(), &mut moves).unwrap();
        moves
    }

    fn chooses(&self, node: u32) -> bool {
        (self.game.turn(&node.into()).unwrap() == self.goal.prover) == (self.verdict == Verdict::Proven)
    }

    fn is_final(&self, node: u32) -> bool {
        self.game.outcome(&node.into()).unwrap().is_some()
    }

    /// Whether a node suits the verdict if those do.
    fn follows(&self, node: u32, suits: impl Fn(&u32) -> bool) -> bool {
        match self.game.outcome(&node.into()).unwrap() {
            Some(outcome) => self.goal.reached(outcome) == (self.verdict == Verdict::Proven),
            None if self.chooses(node) => self.moves(node).iter().any(suits),
            None => self.moves(node).iter().all(suits),
        }
    }

    /// The places of moves to nodes of which this is so.
    fn places(&self, node: u32, good: impl Fn(&u32) -> bool) -> Vec<u32> {
        (0..).zip(self.moves(node)).filter(|(_, target)| good(target)).map(|(place, _)| place).collect()
    }

    /// A strategy of the chooser, by node, that keeps to the nodes that suit; where lines must end they do, but seldom
    /// by the shortest way.
    fn strategy(&self, random: &mut Random) -> Vec<u32> {
        let suits = |node: &u32| self.suits[*node as usize];
        let mut choices = vec![0; self.nodes as usize];
        let mut reached: Vec<bool> =
            (0..self.nodes).map(|node| suits(&node) && self.is_final(node)).collect();
        loop {
            let known = |node: &u32| self.goes_round() && suits(node) || reached[*node as usize];
            let open = self.suiting().into_iter().filter(|&node| !reached[node as usize]);
            let ready: Vec<u32> = open.filter(|&node| self.follows(node, known)).collect();
            if ready.is_empty() {
                return choices;
            }
            let node = random.one(&ready);
            if self.chooses(node) {
                choices[node as usize] = random.one(&self.places(node, known));
            }
            reached[node as usize] = true;
        }
    }

    fn goes_round(&self) -> bool {
        cycles_allowed(self.verdict, self.goal.repetition_effect(self.game.repetition()), false)
    }

    fn suiting(&self) -> Vec<u32> {
        (0..self.nodes).filter(|&node| self.suits[node as usize]).collect()
    }

    /// The graph of a certificate about a node.
    fn body(&self, root: u32, choices: &[u32]) -> Vec<u8> {
        let mut graph = GraphWriter::new();
        self.record(root, 0, &mut HashMap::new(), &mut graph, choices);
        graph.finish()
    }

    fn record(
        &self,
        node: u32,
        number: u32,
        numbers: &mut HashMap<u32, u32>,
        graph: &mut GraphWriter,
        choices: &[u32],
    ) {
        if self.is_final(node) {
            return;
        }
        numbers.insert(node, number);
        let mut moves = self.moves(node);
        if self.chooses(node) {
            let place = choices[node as usize];
            graph.choose(place);
            moves = vec![moves[place as usize]];
        }
        for target in moves {
            match numbers.get(&target) {
                Some(&known) => graph.link(known),
                None => {
                    let new = graph.new_node();
                    self.record(target, new, numbers, graph, choices);
                }
            }
        }
    }

    fn checks(&self, root: u32, body: &[u8]) -> Result<u32, String> {
        let claim =
            Claim { root: &root.into(), history: &[], goal: self.goal, only_move: None, within: None };
        let report = check(&self.game, &claim, self.verdict, body, &mut { GO_ON });
        report.map(|report| report.nodes).map_err(|error| error.to_string())
    }

    /// Merge pieces until every node that suits has an answer, in an order in which each depends on earlier ones, or in
    /// any order; then check what comes of it for each of them.
    fn merge(&self, in_order: bool, random: &mut Random) -> Vec<Result<u32, String>> {
        let add = |merge: &mut Merge<'_, Erased>, random: &mut Random| {
            let mut answered: Vec<bool> = (0..self.nodes).map(|node| self.is_final(node)).collect();
            loop {
                let open: Vec<u32> =
                    self.suiting().into_iter().filter(|&node| !answered[node as usize]).collect();
                if open.is_empty() {
                    return;
                }
                let node = random.one(&open);
                let suits = |node: &u32| self.suits[*node as usize];
                let depends_on = |node: &u32| suits(node) && (!in_order || answered[*node as usize]);
                if random.below(2) == 0 && self.follows(node, depends_on) {
                    if self.chooses(node) {
                        merge.add_choice(&node.into(), random.one(&self.places(node, depends_on))).unwrap();
                    }
                } else {
                    let body = self.body(node, &self.strategy(random));
                    merge.add_graph(&node.into(), &body, &mut { GO_ON }).unwrap();
                }
                answered[node as usize] = true;
            }
        };
        let seed = random.0;
        let checked = self.suiting().into_iter().map(|root| {
            let mut merge = Merge::new(&self.game, self.goal, self.verdict).unwrap();
            add(&mut merge, &mut Random(seed));
            let (body, nodes) =
                merge.write(&root.into(), &mut { GO_ON }).map_err(|error| error.to_string())?;
            self.checks(root, &body).inspect(|counted| assert_eq!(*counted, nodes))
        });
        checked.collect()
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
        // Where there may be cycles, any order will do.
        let found = [sure.merge(true, &mut Random(seed)), rest.merge(false, &mut Random(seed))].concat();
        for checked in found {
            prop_assert!(checked.is_ok(), "{:?}", checked);
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
        for checked in sure.merge(false, &mut random) {
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

fn circle() -> (Erased, Objective) {
    (graph::open(CIRCLE).unwrap().0, Objective { prover: Player::First, threshold: Threshold::Win })
}

#[test]
fn the_first_answer_counts() {
    let (game, goal) = circle();
    let (a, b) = (0.into(), 1.into());
    for (first, second, nodes) in [(1, 0, Some(2)), (0, 1, None)] {
        let mut merge = Merge::new(&game, goal, Verdict::Proven).unwrap();
        merge.add_choice(&a, first).unwrap();
        merge.add_choice(&a, second).unwrap();
        let (body, _) = merge.write(&a, &mut { GO_ON }).ok().unwrap();
        let claim = Claim { root: &a, history: &[], goal, only_move: None, within: None };
        let checked = check(&game, &claim, Verdict::Proven, &body, &mut { GO_ON }).ok();
        assert_eq!(checked.map(|report| report.nodes), nodes, "{first:?}, {second:?}");
    }
    assert!(!Merge::new(&game, goal, Verdict::Proven).unwrap().chooses(&b).unwrap());
}

#[test]
fn what_is_missing_or_wrong_is_said() {
    let (game, goal) = circle();
    let merge = Merge::new(&game, goal, Verdict::Proven).unwrap();
    let missing = merge.write(&0.into(), &mut { GO_ON }).map_err(|error| error.to_string()).unwrap_err();
    assert!(missing.starts_with("none of the pieces has a move for 'root A;"), "{missing}");
    let mut merge = Merge::new(&game, goal, Verdict::Proven).unwrap();
    let wrong = merge
        .add_graph(&0.into(), [0, 7].as_slice(), &mut { GO_ON })
        .map_err(|error| error.to_string())
        .unwrap_err();
    assert_eq!(wrong, "node 0 chooses move 7 of only 2 (at the root)");
    merge.add_choice(&1.into(), 0).unwrap();
    merge.add_choice(&0.into(), 0).unwrap();
    let confused = merge.write(&0.into(), &mut { GO_ON }).map_err(|error| error.to_string()).unwrap_err();
    assert!(confused.starts_with("two positions have the same key"), "{confused}");
    let stopped = Merge::new(&game, goal, Verdict::Proven).map(|mut merge| {
        merge.add_choice(&0.into(), 1).unwrap();
        assert_eq!(merge.answers(), 1);
        merge.write(&0.into(), &mut || ControlFlow::Break(())).is_ok()
    });
    assert_eq!(stopped, Some(true), "small graphs are not asked about");
    let illegal = graph::open("root A; repetition illegal; A = win").unwrap().0;
    assert!(Merge::new(&illegal, goal, Verdict::Proven).is_none());
}
