//! The goals `mate-in N`, `mated` and `mated-in N`, on both boards.

use std::fmt::Debug;
use std::ops::ControlFlow;

use pnyx_game::{
    Forcing, Game, Goal, Goals, MOST_MOVES, Notation, Outcome, Player, Repetition, Rules, check_game,
};

use super::test_support::after;
use super::{Chess, ChessRules, Composed, GOALS};
use crate::spec::aim;

const WHITE: Option<Outcome> = Some(Outcome::Win(Player::First));
const BLACK: Option<Outcome> = Some(Outcome::Win(Player::Second));
const DRAW: Option<Outcome> = Some(Outcome::Draw);

/// With the length of White's shortest mate, if it is at most 3.
const POSITIONS: &[(&str, Option<u16>)] = &[
    ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", Some(1)),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", Some(2)),
    ("8/8/8/8/8/5k2/7q/7K w - - 0 1", None),
    ("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", Some(1)),
    ("k7/8/8/2K5/8/8/8/7R w - - 0 1", Some(2)),
    ("k7/8/8/3K4/8/8/8/7R w - - 0 1", Some(3)),
    ("1k6/8/8/2K5/8/8/8/7R w - - 0 1", Some(3)),
    ("8/8/8/8/8/8/2P5/K1k5 w - - 0 1", None),
];

fn aimed(goal: &str, prover: Player) -> (Chess, Composed) {
    let fast = aim(&Chess(ChessRules::default()), goal, prover).unwrap().unwrap();
    let slow = aim(&Composed(ChessRules::default()), goal, prover).unwrap().unwrap();
    assert_eq!(fast.0, slow.0);
    (fast, slow)
}

/// The outcome after some moves, and what is left, on both boards, which must agree.
fn play(goal: &str, prover: Player, fen: &str, line: &[&str]) -> (Option<Outcome>, String) {
    fn run<G: Game<Error: Debug>>(game: &G, fen: &str, line: &[&str]) -> (Option<Outcome>, String) {
        let position = after(game, fen, line);
        let text = game.text(&position).unwrap();
        (game.outcome(&position).unwrap(), text.split(' ').skip(6).collect())
    }
    let (fast, slow) = aimed(goal, prover);
    let found = run(&fast, fen, line);
    assert_eq!(found, run(&slow, fen, line), "{goal} {fen}");
    found
}

/// Whether the prover wins, by trying everything.
fn wins<G: Game<Error: Debug>>(game: &G, position: &G::Position, prover: Player) -> bool {
    if let Some(outcome) = game.outcome(position).unwrap() {
        return outcome == Outcome::Win(prover);
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves).unwrap();
    let mut after = moves.into_iter().map(|mv| {
        let mut next = position.clone();
        game.play(&mut next, mv).unwrap();
        wins(game, &next, prover)
    });
    if game.turn(position).unwrap() == prover { after.any(|won| won) } else { after.all(|won| won) }
}

#[test]
fn games_of_limited_length_keep_the_contract() {
    let starts =
        ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", crate::chess::SPEC.start];
    for (seed, fen) in starts.into_iter().chain(POSITIONS.iter().map(|row| row.0)).enumerate() {
        for goal in ["mate-in 1", "mate-in 12", "mated-in 40", "mated"] {
            for prover in [Player::First, Player::Second] {
                let (fast, slow) = aimed(goal, prover);
                let go_on = &mut || ControlFlow::Continue(());
                check_game(&fast, &fast.parse(fen).unwrap(), 6, 100, seed as u64, go_on).unwrap();
                check_game(&slow, &slow.parse(fen).unwrap(), 2, 100, seed as u64, go_on).unwrap();
            }
        }
    }
}

#[test]
fn a_mate_in_n_is_a_mate_in_every_larger_number() {
    for &(fen, length) in POSITIONS {
        for moves in 1..=3 {
            let (fast, slow) = aimed(&format!("mate-in {moves}"), Player::First);
            let expected = length.is_some_and(|length| length <= moves);
            assert_eq!(wins(&fast, &fast.parse(fen).unwrap(), Player::First), expected, "{moves} {fen}");
            assert_eq!(wins(&slow, &slow.parse(fen).unwrap(), Player::First), expected, "{moves} {fen}");
        }
    }
}

#[test]
fn the_side_to_move_can_be_mated() {
    for goal in ["mated", "mated-in 3"] {
        let goal = Goal::parse(goal, "chess", GOALS).unwrap();
        assert_eq!(goal.prover(Player::First), Player::Second, "{goal:?}");
        assert_eq!(goal.prover(Player::Second), Player::First, "{goal:?}");
    }
    for goal in ["mate", "mate-in 3", "win"] {
        let goal = Goal::parse(goal, "chess", GOALS).unwrap();
        assert_eq!(goal.prover(Player::First), Player::First, "{goal}");
    }
    assert_eq!(Goal::find("matedly", GOALS), Ok(None));
    let smothered = "6rk/5Npp/8/8/8/8/8/K7 b - - 0 1";
    for goal in ["mated", "mated-in 1"] {
        assert_eq!(play(goal, Player::First, smothered, &[]).0, WHITE, "mated already: {goal:?}");
    }
    // The knight's two moves put it off.
    for (moves, expected) in [(1, false), (2, false), (3, true)] {
        let (fast, _) = aimed(&format!("mated-in {moves}"), Player::First);
        let root = fast.parse("k7/8/1K6/8/8/8/8/2R4n b - - 0 1").unwrap();
        assert_eq!(wins(&fast, &root, Player::First), expected, "{moves}");
    }
}

#[test]
fn the_prover_alone_runs_out_of_moves() {
    let fen = "k7/8/8/2K5/8/8/8/7R w - - 0 1";
    assert_eq!(play("mate-in 2", Player::First, fen, &[]), (None, String::new()));
    assert_eq!(play("mate-in 2", Player::First, fen, &["c5b6"]), (None, "left=1".into()));
    assert_eq!(play("mate-in 2", Player::First, fen, &["c5b6", "a8b8"]), (None, "left=1".into()));
    assert_eq!(play("mate-in 2", Player::First, fen, &["c5b6", "a8b8", "h1g1"]), (DRAW, "left=0".into()));
    assert_eq!(
        play("mate-in 3", Player::First, fen, &["c5b6", "a8b8", "h1g1", "b8a8", "g1g8"]),
        (WHITE, "left=0".into())
    );
    // A check that is no mate is no mate either, and a stalemate is one more draw.
    assert_eq!(play("mate-in 1", Player::First, fen, &["h1h8"]), (DRAW, "left=0".into()));
    assert_eq!(play("mate-in 1", Player::First, "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", &["c1c7"]).0, DRAW);
    // The other side may mate with the prover's moves not used up.
    let fools = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
    assert_eq!(play("mated-in 5", Player::First, fools, &["d8h4"]), (BLACK, String::new()));
    assert_eq!(play("mate-in 1", Player::Second, fools, &["d8h4"]), (BLACK, "left=0".into()));
}

#[test]
fn the_moves_left_tell_positions_apart() {
    let (three, composed) = aimed("mate-in 3", Player::First);
    let fen = "k7/8/8/2K5/8/8/8/7R w - - 0 1";
    assert_eq!(three.repetition(), Repetition::Impossible);
    assert_eq!(aimed("mated", Player::First).0.repetition(), Repetition::Draw);
    let plain = Chess(ChessRules::default());
    let [a, b] = [fen.to_string(), format!("{fen} left=2")].map(|text| three.parse(&text).unwrap());
    assert!(a != b && three.key(&a) != three.key(&b) && three.repetition_key(&a) != three.repetition_key(&b));
    assert_eq!([a.left(), b.left()], [Some(3), Some(2)]);
    let root = plain.parse(fen).unwrap();
    assert_eq!(root.left(), None);
    assert!([&a, &b].iter().all(|p| three.board_key(p) == plain.key(&root).unwrap()));
    assert!(three.enter(root.clone()).unwrap() == a && root != a);
    let [a, b] = [fen.to_string(), format!("{fen} left=2")].map(|text| composed.parse(&text).unwrap());
    assert!(
        a != b && composed.key(&a) != composed.key(&b) && composed.board_key(&a) == composed.board_key(&b)
    );
    assert!(composed.enter(Composed(ChessRules::default()).parse(fen).unwrap()).unwrap() == a);
    assert_eq!(b.left(), Some(2));
}

#[test]
fn numbers_of_moves_are_read_with_care() {
    let game = Chess(ChessRules::default());
    for goal in [
        "mate-in",
        "mate-in ",
        "mate-in 0",
        "mate-in 01",
        "mate-in +3",
        "mate-in 1000001",
        "mated-in 1000001",
        "mate-in 4294967297",
        "mate-in N",
        "mate-in 3 4",
    ] {
        let error = aim(&game, goal, Player::First).unwrap_err().to_string();
        assert!(error.contains("from 1 to 1,000,000, like"), "{goal}: {error}");
    }
    for goal in ["mates-in 3", "mated 3", "mate", "win", "mate-in\t3"] {
        assert!(aim(&game, goal, Player::First).unwrap().is_none(), "{goal}");
    }
    let most = aim(&game, &format!("mate-in {MOST_MOVES}"), Player::Second).unwrap().unwrap();
    let mating = most.0.mating.unwrap();
    assert_eq!((mating.prover, mating.moves), (Player::Second, Some(MOST_MOVES)));
    assert_eq!(MOST_MOVES, 1_000_000);
    let fen = "k7/8/8/2K5/8/8/8/7R w - - 0 1";
    for wrong in ["left=4", "left=", "left=03", "2", "b8=Q"] {
        let text = format!("{fen} {wrong}");
        let (fast, slow) = aimed("mate-in 3", Player::First);
        assert!(fast.parse(&text).is_err() && slow.parse(&text).is_err(), "{wrong}");
        assert!(game.parse(&text).is_err(), "{wrong}");
    }
}
