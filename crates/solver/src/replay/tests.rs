use std::cell::Cell;
use std::ops::ControlFlow;

use pnyx_game::{Notation, Threshold};
use pnyx_games::graph;
use pnyx_proof::GraphWriter;

use super::*;

/// How rules break their contract when they are asked again.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Breach {
    None,
    /// Positions have something hidden in them, which does not matter.
    Hidden,
    /// Who is on move depends on what is hidden.
    HiddenTurn,
    /// More of it is hidden with each move that is played.
    Unfolding,
    Outcome,
    Turn,
    Moves,
    Play,
    /// A method changes the position it is given.
    Changing,
    Texts,
    Failing,
    Contract,
    Outside,
}

#[derive(Clone)]
enum Thing {
    /// A position of the graph, and what is hidden in it.
    Position(u32, std::rc::Rc<Cell<u64>>),
    Move(u32),
}

struct Faulty {
    game: Erased,
    breach: Breach,
    asked: Cell<u64>,
}

impl Faulty {
    fn position(number: u32, hidden: u64) -> Thing {
        Thing::Position(number, std::rc::Rc::new(Cell::new(hidden)))
    }

    fn at(thing: &Thing) -> (Place, u64) {
        match thing {
            Thing::Position(number, hidden) => (Place::Number(*number), hidden.get()),
            Thing::Move(_) => panic!("expected a position, got a move"),
        }
    }

    /// Whether to break the contract now: every other time.
    fn breaks(&self, breach: Breach) -> bool {
        if self.breach != breach {
            return false;
        }
        self.asked.set(self.asked.get() + 1);
        self.asked.get().is_multiple_of(2)
    }

    fn fail<T>(&self, value: T) -> Result<T, String> {
        match self.breach {
            Breach::Failing if self.breaks(Breach::Failing) => Err("no idea".into()),
            Breach::Contract if self.breaks(Breach::Contract) => Err("contract: broken".into()),
            Breach::Outside if self.breaks(Breach::Outside) => Err("outside".into()),
            _ => Ok(value),
        }
    }
}

fn said<T>(result: Result<T, BoxError>) -> Result<T, String> {
    result.map_err(|error| error.to_string())
}

impl FreshRules for Faulty {
    type Object = Thing;
    type Error = String;

    fn outcome(&self, at: &Thing) -> Result<Option<Outcome>, String> {
        let outcome = said(self.game.outcome(&Self::at(at).0))?;
        if outcome.is_some() && self.breach == Breach::Outcome {
            return Ok(Some(Outcome::Draw));
        }
        Ok(outcome)
    }

    fn turn(&self, at: &Thing) -> Result<Player, String> {
        let (place, hidden) = Self::at(at);
        let turn = said(self.game.turn(&place))?;
        let flips = self.breach == Breach::HiddenTurn && hidden > 0 || self.breaks(Breach::Turn);
        Ok(if flips { turn.opponent() } else { turn })
    }

    fn moves(&self, at: &Thing) -> Result<Vec<Thing>, String> {
        let mut moves = Vec::new();
        said(self.game.moves(&Self::at(at).0, &mut moves))?;
        if self.breaks(Breach::Moves) {
            moves.pop();
        }
        if let (Breach::Changing, Thing::Position(_, hidden)) = (self.breach, at) {
            hidden.set(hidden.get() + 1);
        }
        Ok(moves.into_iter().map(Thing::Move).collect())
    }

    fn play(&self, at: &Thing, mv: &Thing) -> Result<Thing, String> {
        let Thing::Move(mv) = mv else { panic!("expected a move, got a position") };
        let (mut place, hidden) = Self::at(at);
        said(self.game.play(&mut place, *mv))?;
        let after = place.number();
        Ok(match self.breach {
            Breach::Play if self.breaks(Breach::Play) => Self::position(after + 1, hidden),
            // It plays on with what was only noted.
            Breach::Changing => Self::position(after, hidden),
            Breach::Hidden | Breach::HiddenTurn => Self::position(after, 1),
            Breach::Unfolding => Self::position(after, hidden + 1),
            _ => self.fail(Self::position(after, hidden))?,
        })
    }

    fn move_text(&self, at: &Thing, mv: &Thing) -> Result<String, String> {
        let Thing::Move(mv) = mv else { panic!("expected a move, got a position") };
        let text = said(self.game.notation(&Self::at(at).0, *mv))?;
        Ok(if self.breach == Breach::Texts { "same".into() } else { text })
    }

    fn has_repetition_key(&self) -> bool {
        false
    }

    fn repetition_key(&self, at: &Thing) -> Result<Thing, String> {
        Ok(at.clone())
    }

    fn may_repeat(&self, _at: &Thing, _mv: &Thing) -> Result<bool, String> {
        Ok(false)
    }

    fn content(&self, object: &Thing) -> Result<(Content, bool), String> {
        Ok(match object {
            Thing::Position(number, hidden) => {
                let mut mixer = Mixer::new(b'p');
                mixer.add(u64::from(*number));
                mixer.add(hidden.get());
                (mixer.hash(), true)
            }
            Thing::Move(mv) => (Mixer::number(b'm', u64::from(*mv)), false),
        })
    }

    fn content_by_value(&self, object: &Thing) -> Result<Content, String> {
        Ok(self.content(object)?.0)
    }

    fn copy(&self, object: &Thing) -> Result<Option<Thing>, String> {
        let (place, hidden) = Self::at(object);
        Ok(Some(Self::position(place.number(), hidden)))
    }

    fn equal(&self, one: &Thing, other: &Thing) -> Result<bool, String> {
        Ok(match (one, other) {
            (Thing::Position(one, _), Thing::Position(other, _)) => one == other,
            (Thing::Move(one), Thing::Move(other)) => one == other,
            _ => false,
        })
    }

    fn equals_itself_only(&self, _object: &Thing) -> Result<bool, String> {
        Ok(false)
    }

    fn show(&self, object: &Thing) -> String {
        match object {
            Thing::Position(number, _) => format!("#{number}"),
            Thing::Move(mv) => mv.to_string(),
        }
    }

    fn show_position(&self, at: &Thing) -> String {
        self.game.text(&Self::at(at).0).expect("has a text")
    }

    fn held_position(&self, place: &Place) -> Thing {
        Self::position(place.number(), 0)
    }

    fn held_moves(&self, place: &Place) -> Result<Vec<Thing>, String> {
        let mut moves = Vec::new();
        said(self.game.moves(place, &mut moves))?;
        Ok(moves.into_iter().map(Thing::Move).collect())
    }

    fn held_turn(&self, place: &Place) -> Option<Player> {
        self.game.turn(place).ok()
    }

    fn held_repetition_key(&self, place: &Place, _is_over: bool) -> Result<Option<Place>, String> {
        Ok(Some(place.clone()))
    }

    fn fault(&self, error: String) -> Fault<String> {
        match error.as_str() {
            "outside" => Fault::Outside(error),
            "contract: broken" => Fault::Contract(error),
            _ => Fault::Exception { kind: "Error".into(), message: error.clone(), error },
        }
    }
}

/// A proof of A -> B (all of: D, E) with a shared leaf.
const DIAMOND: &str = "A max: B C; B min: D E; C = loss; D max: F; E max: F; F = win";

fn diamond() -> Vec<u8> {
    let mut graph = GraphWriter::new();
    graph.choose(0);
    graph.new_node();
    graph.new_node();
    graph.choose(0);
    let shared = graph.new_node();
    graph.new_node();
    graph.choose(0);
    graph.link(shared);
    graph.finish()
}

fn run(
    text: &str,
    breach: Breach,
    (threshold, verdict): (Threshold, Verdict),
    body: &[u8],
) -> Result<Report, CheckError<BoxError>> {
    let (game, root) = graph::open(text).expect("a graph");
    let rules = Faulty { game: game.clone(), breach, asked: Cell::new(0) };
    let goal = Objective { prover: Player::First, threshold };
    let question = Claim { root: &root, history: &[], goal, only_move: None, within: None };
    replay(&rules, &game, &question, verdict, body.into(), &mut || ControlFlow::Continue(()))
}

fn refused(breach: Breach) -> String {
    match run(DIAMOND, breach, (Threshold::Win, Verdict::Proven), &diamond()) {
        Err(CheckError::Rules(why)) => why,
        Err(other) => panic!("refused otherwise: {other}"),
        Ok(_) => panic!("accepted"),
    }
}

#[test]
fn rules_that_keep_their_contract_are_believed() {
    for breach in [Breach::None, Breach::Hidden, Breach::Unfolding] {
        let report = run(DIAMOND, breach, (Threshold::Win, Verdict::Proven), &diamond()).expect("accepted");
        assert_eq!((report.nodes, report.shared), (5, 1), "{breach:?}");
    }
}

#[test]
fn a_wrong_certificate_is_rejected_before_the_replay() {
    let mut graph = GraphWriter::new();
    graph.choose(1);
    graph.new_node();
    let result = run(DIAMOND, Breach::None, (Threshold::Win, Verdict::Proven), &graph.finish());
    assert!(matches!(result, Err(CheckError::Rejected(_))));
}

#[test]
fn every_broken_contract_is_found() {
    let found = |breach, words: &str| {
        let why = refused(breach);
        assert!(why.contains(words), "{words}: {why}");
    };
    found(Breach::Outcome, "outcome() returned another answer");
    found(Breach::Turn, "turn() returned another answer");
    found(Breach::HiddenTurn, "turn() returned another answer");
    found(Breach::Moves, "moves() returned other moves");
    found(Breach::Play, "play() returned another position");
    found(Breach::Changing, "changed the position that it was given");
    found(Breach::Texts, "have the same text");
    found(Breach::Failing, "play() raised Error (no idea) when asked again");
    found(Breach::Contract, "contract: broken");
}

#[test]
fn what_is_not_the_games_fault_is_no_breach() {
    let result = run(DIAMOND, Breach::Outside, (Threshold::Win, Verdict::Proven), &diamond());
    assert!(matches!(result, Err(CheckError::Game(error)) if error.to_string() == "outside"));
}

#[test]
fn a_replay_can_be_stopped() {
    let (game, root) = graph::open(DIAMOND).expect("a graph");
    let rules = Faulty { game: game.clone(), breach: Breach::None, asked: Cell::new(0) };
    let goal = Objective { prover: Player::First, threshold: Threshold::Win };
    let question = Claim { root: &root, history: &[], goal, only_move: None, within: None };
    let body = diamond();
    for allowed in 0.. {
        let mut polls = 0;
        let mut poll = || {
            polls += 1;
            if polls > allowed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        match replay(&rules, &game, &question, Verdict::Proven, body.as_slice().into(), &mut poll) {
            Err(CheckError::Stopped) => {}
            Ok(_) => {
                assert!(allowed > 5, "the replay polls as well: {allowed:?}");
                return;
            }
            Err(other) => panic!("{other}"),
        }
    }
}

#[test]
fn what_unfolds_for_ever_on_a_cycle_ends() {
    let mut graph = GraphWriter::new();
    graph.choose(0);
    graph.new_node();
    graph.link(0);
    let drawn = (Threshold::Draw, Verdict::Proven);
    let body = graph.finish();
    assert!(run("A max: B; B min: A", Breach::Unfolding, drawn, &body).is_ok());
}

#[test]
fn a_sample_has_the_wanted_size() {
    for (nodes, wanted) in [(10, 3), (1_000, 1_000), (5, 9), (100_000, 1_000)] {
        let chosen = sample(nodes, wanted).iter().filter(|(_, chosen)| *chosen).count();
        assert_eq!(chosen, wanted.min(nodes), "{nodes:?}, {wanted:?}");
    }
}
