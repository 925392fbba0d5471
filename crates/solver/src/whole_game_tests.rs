//! The enumeration of the whole game: answers of random graphs with cycles, and when it ends without one.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pnyx_game::{
    BoxError, Erased, Goal, InputError, Notation, Numbered, Objective, Outcome, Place, Player, Random,
    Repetition, Rules, Threshold,
};
use pnyx_games::BuiltIn;
use pnyx_search::{Budget, Limits, SearchVerdict};

use super::{Share, Turn};
use crate::host::Alone;
use crate::opened::{About, GameFacts, Opened, Playable};
use crate::prepared::Prepared;
use crate::proof_search::ProofSearch;
use crate::question::Question;
use crate::watch::Watch;

/// A graph with cycles; in every third one the same player may move several times.
#[derive(Clone)]
struct Graph {
    turns: Vec<Player>,
    moves: Vec<Vec<usize>>,
    ends: Vec<Option<Outcome>>,
}

impl Graph {
    fn random(seed: u64) -> Graph {
        let random = &mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let count = 3 + random.below(20);
        let outcomes = [Outcome::Win(Player::First), Outcome::Win(Player::Second), Outcome::Draw];
        let mut graph = Graph { turns: Vec::new(), moves: vec![Vec::new(); count], ends: vec![None; count] };
        for node in 0..count {
            let first = if seed.is_multiple_of(3) { random.below(2) == 0 } else { node.is_multiple_of(2) };
            graph.turns.push(if first { Player::First } else { Player::Second });
            if node > 0 && random.below(4) == 0 {
                graph.ends[node] = Some(outcomes[random.below(3)]);
                continue;
            }
            for _ in 0..1 + random.below(3) {
                let to = random.below(count);
                let alternates = seed.is_multiple_of(3) || to % 2 != node % 2;
                let to = if alternates { to } else { (to + 1) % (count - count % 2) };
                if !graph.moves[node].contains(&to) {
                    graph.moves[node].push(to);
                }
            }
        }
        graph
    }

    fn text(&self) -> String {
        let mut text = String::from("root n00; repetition draw");
        for (node, moves) in self.moves.iter().enumerate() {
            let turn = if self.turns[node] == Player::First { "max" } else { "min" };
            let _ = match self.ends[node] {
                Some(Outcome::Win(Player::First)) => write!(text, "; n{node:02} = win"),
                Some(Outcome::Win(Player::Second)) => write!(text, "; n{node:02} = loss"),
                Some(Outcome::Draw) => write!(text, "; n{node:02} = draw"),
                None => {
                    let _ = write!(text, "; n{node:02} {turn}:");
                    moves.iter().try_for_each(|to| write!(text, " n{to:02}"))
                }
            };
        }
        text
    }

    /// Whether this player forces a win from each node: sets that are grown until they do not grow any more.
    fn wins(&self, player: Player) -> Vec<bool> {
        let mut wins: Vec<_> = self.ends.iter().map(|&end| end == Some(Outcome::Win(player))).collect();
        for _ in 0..wins.len() {
            for node in 0..wins.len() {
                let moves = &self.moves[node];
                if self.ends[node].is_none() {
                    wins[node] |= match self.turns[node] == player {
                        true => moves.iter().any(|&to| wins[to]),
                        false => moves.iter().all(|&to| wins[to]),
                    };
                }
            }
        }
        wins
    }

    /// Whether a player reaches a goal at a node.
    fn truth(&self, node: usize, goal: Objective) -> bool {
        match goal.threshold {
            Threshold::Win => self.wins(goal.prover)[node],
            Threshold::Draw => !self.wins(goal.prover.opponent())[node],
        }
    }

    fn opened(&self) -> Opened<Erased> {
        let Ok(BuiltIn::Graph(game, root)) = pnyx_games::open("graph", Some(&self.text()), BTreeMap::new())
        else {
            panic!("{}", self.text())
        };
        opened("graph", game, root)
    }
}

fn opened<G: Playable>(name: &str, game: G, root: G::Position) -> Opened<G> {
    let (options, rules) = (BTreeMap::new(), BTreeMap::new());
    let about = About { name: name.into(), goals: game.goals(), options, rules, facts: GameFacts::default() };
    Opened::new(about, game, root)
}

const GOALS: [&str; 2] = ["win", "draw-or-better"];

fn prepared<G: Playable>(opened: &Opened<G>, goal: &str, memory: Option<usize>) -> Prepared {
    let mut question = Question::new(goal, "auto");
    question.limits.memory = memory;
    opened.prepare(&question).expect("a question")
}

/// Give the enumeration this many nodes at a time until it has come to an end.
fn enumerate<G: Playable>(
    opened: &Opened<G>,
    prepared: &Prepared,
    nodes: u64,
    stop: bool,
) -> (Turn<G::Move>, u64, usize) {
    let (aimed, goal) = opened.aimed(&prepared.goal).expect("a goal");
    let search = ProofSearch::new(&aimed, prepared, goal, None);
    let mut whole = search.whole_game().expect("positions can repeat");
    let stop = AtomicBool::new(stop);
    let budget = Budget::new(prepared.limits, &stop);
    let mut watch = Watch::new(&Alone, &aimed.game, &aimed.root, &prepared.goal);
    let (mut taken, mut turns) = (0, 0);
    loop {
        let mut share = Share::default();
        let turn = search.by_whole_game(&mut whole, nodes, &mut share, &budget, &mut watch);
        let Ok(turn) = turn else { panic!("the rules failed") };
        assert!(share.stats.nodes <= nodes);
        (taken, turns) = (taken + share.stats.nodes, turns + 1);
        if !matches!(turn, Turn::Open(_)) || turns == 1000 {
            search.keep_whole_game(whole);
            return (turn, taken, turns);
        }
    }
}

fn verdict<M>(turn: Turn<M>) -> Option<SearchVerdict> {
    match turn {
        Turn::Answered(answer) => Some(answer.verdict),
        _ => None,
    }
}

fn expected(truth: bool) -> SearchVerdict {
    if truth { SearchVerdict::Proven } else { SearchVerdict::Disproven }
}

#[test]
fn every_question_about_a_random_graph_is_answered_by_its_table() {
    let mut seen = [0; 2];
    for seed in 1..=1000 {
        let graph = Graph::random(seed);
        let opened = graph.opened();
        for goal in GOALS {
            let prepared = prepared(&opened, goal, None);
            let objective = prepared.goal.objective(graph.turns[0]);
            let truth = graph.truth(0, objective);
            let (turn, nodes, _) = enumerate(&opened, &prepared, u64::MAX, false);
            assert_eq!(verdict(turn), Some(expected(truth)), "{goal} {}", graph.text());
            assert!(nodes <= graph.moves.len() as u64, "{}", graph.text());
            // The table stays for other questions about this root: for each first move.
            for &to in &graph.moves[0] {
                let search = ProofSearch::new(&opened, &prepared, objective, Some(to as u32));
                let never = AtomicBool::new(false);
                let mut watch = Watch::new(&Alone, &opened.game, &opened.root, &prepared.goal);
                let answer = search.search(&mut Budget::new(Limits::default(), &never), &mut watch);
                // A line that leads back to the root is a repetition.
                let mut alone = graph.clone();
                alone.moves[0] = vec![to];
                let truth = expected(alone.truth(0, objective));
                let verdict = answer.expect("rules that do not fail").verdict;
                assert_eq!(verdict, truth, "{goal} by n{to:02} {}", graph.text());
            }
            seen[usize::from(truth)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 300), "{seen:?}");
}

#[test]
fn both_questions_of_a_value_share_the_table() {
    let graph = Graph::random(4);
    let opened = graph.opened();
    let mut prepared = prepared(&opened, "win", None);
    let (_, nodes, _) = enumerate(&opened, &prepared, u64::MAX, false);
    assert!(nodes > 0);
    prepared.goal = Goal::parse("draw-or-better", "graph", &opened.about.goals).expect("a goal");
    let (turn, nodes, _) = enumerate(&opened, &prepared, u64::MAX, false);
    assert!(matches!(turn, Turn::Answered(_)));
    assert_eq!(nodes, 0);
}

fn chess(fen: &str, goal: &str, memory: Option<usize>) -> (SearchVerdict, u64, usize) {
    let Ok(BuiltIn::Chess(game, root)) = pnyx_games::open("chess", Some(fen), BTreeMap::new()) else {
        panic!("{fen}")
    };
    let opened = opened("chess", game, root);
    let prepared = prepared(&opened, goal, memory);
    let (turn, nodes, turns) = enumerate(&opened, &prepared, 10_000, false);
    (verdict(turn).unwrap_or(SearchVerdict::Unknown(pnyx_search::Limit::Nodes)), nodes, turns)
}

const ROOK: &str = "8/8/8/8/3k4/8/8/R6K w - - 0 1";

#[test]
fn an_ending_is_answered_in_turns_and_its_limits_count_the_winners_moves() {
    let (mate, nodes, turns) = chess(ROOK, "mate", None);
    assert_eq!(mate, SearchVerdict::Proven);
    assert!(turns > 2 && nodes > 20_000, "{turns} turns, {nodes} nodes");
    let near = "8/8/8/8/8/2k5/7R/K7 w - - 0 1";
    assert_eq!(chess(near, "mate-in 16", None).0, SearchVerdict::Proven);
    assert_eq!(chess(near, "mate-in 1", None).0, SearchVerdict::Disproven);
}

#[test]
fn what_grows_too_fast_and_what_takes_too_much_memory_is_given_up() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let (unknown, nodes, _) = chess(start, "mate", None);
    assert!(matches!(unknown, SearchVerdict::Unknown(_)));
    assert!((1_000..7_000).contains(&nodes), "{nodes} nodes");
    let (unknown, nodes, _) = chess(ROOK, "mate", Some(4 << 20));
    assert!(matches!(unknown, SearchVerdict::Unknown(_)));
    assert!(nodes < 20_000, "{nodes} nodes");
}

#[test]
fn a_stop_flag_ends_a_turn() {
    let graph = Graph::random(4);
    let opened = graph.opened();
    let prepared = prepared(&opened, "win", None);
    let (turn, nodes, _) = enumerate(&opened, &prepared, 1, true);
    assert!(matches!(turn, Turn::Open(_)));
    assert_eq!(nodes, 0);
    // Later it goes on from there, one position at a time.
    let (turn, nodes, turns) = enumerate(&opened, &prepared, 1, false);
    assert!(matches!(turn, Turn::Answered(_)));
    assert_eq!(nodes as usize, turns);
}

/// A graph whose bytes do not tell every node from the next one.
struct Forgetful(Erased);

impl Numbered for Forgetful {
    fn turn(&self, at: &Place) -> Result<Player, BoxError> {
        self.0.turn(at)
    }
    fn outcome(&self, at: &Place) -> Result<Option<Outcome>, BoxError> {
        self.0.outcome(at)
    }
    fn moves(&self, at: &Place, out: &mut Vec<u32>) -> Result<(), BoxError> {
        self.0.moves(at, out)
    }
    fn play(&self, at: &Place, mv: u32) -> Result<Place, BoxError> {
        self.0.0.play(at, mv)
    }
    fn repetition(&self) -> Repetition {
        self.0.repetition()
    }
    fn notation(&self, at: &Place, mv: u32) -> Result<String, BoxError> {
        self.0.notation(at, mv)
    }
    fn text(&self, at: &Place) -> Result<String, BoxError> {
        self.0.text(at)
    }
    fn parse(&self, text: &str) -> Result<Place, InputError> {
        self.0.parse(text)
    }
    fn player_names(&self) -> [String; 2] {
        self.0.player_names()
    }
    fn reply_count(&self, at: &Place) -> Result<u32, BoxError> {
        self.0.0.reply_count(at)
    }
    fn pack(&self, at: &Place, out: &mut Vec<u8>) -> Result<(), BoxError> {
        out.push(1 + (at.number() / 2) as u8);
        Ok(())
    }
    fn unpack(&self, bytes: &[u8]) -> Result<Place, InputError> {
        Ok(Place::Number(2 * (u32::from(bytes[0]) - 1)))
    }
}

#[test]
fn bytes_that_say_less_than_the_rules_cost_no_answer_and_make_no_wrong_one() {
    let (mut given_up, mut lucky) = (0, 0);
    for seed in 1..=1000 {
        let graph = Graph::random(seed);
        let plain = graph.opened();
        let opened = opened("graph", Erased(Arc::new(Forgetful(plain.game))), plain.root);
        for goal in GOALS {
            let prepared = prepared(&opened, goal, None);
            let truth = expected(graph.truth(0, prepared.goal.objective(graph.turns[0])));
            match verdict(enumerate(&opened, &prepared, u64::MAX, false).0) {
                None => given_up += 1,
                Some(found) => {
                    assert_eq!(found, truth, "{}", graph.text());
                    lucky += 1;
                }
            }
            let (aimed, objective) = opened.aimed(&prepared.goal).expect("a goal");
            let never = AtomicBool::new(false);
            let mut watch = Watch::new(&Alone, &aimed.game, &aimed.root, &prepared.goal);
            let answer = ProofSearch::new(&aimed, &prepared, objective, None)
                .search(&mut Budget::new(Limits::default(), &never), &mut watch);
            assert_eq!(answer.expect("rules that do not fail").verdict, truth, "{}", graph.text());
        }
    }
    assert!(given_up > 100 && lucky > 100, "{given_up} given up, {lucky} answered");
}
