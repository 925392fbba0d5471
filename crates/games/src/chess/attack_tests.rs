//! The options `attack` and `exclude`, on both boards.

use std::fmt::Debug;
use std::ops::ControlFlow;

use pnyx_game::{Game, Goals, Notation, Outcome, Player, Rules, check_game};

use super::{Attack, Chess, ChessRules, Composed, Excluded};
use crate::spec::aim;

const STARTS: &[&str] = &[
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/8/8/2k5/3pP3/8/8/4K2R b K e3 0 1",
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
];
const ATTACKS: &[&str] =
    &["checks", "replies<=3", "flights<=0", "checks,replies<=5", "replies<=30,flights<=1", "replies<=0"];

fn rules(attack: &str, exclude: &str) -> ChessRules {
    let (attack, exclude) = (Attack::read(attack).unwrap(), Excluded::read(exclude).unwrap());
    ChessRules { attack, exclude, ..ChessRules::default() }
}

fn names<G: Game<Error: Debug>>(game: &G, position: &G::Position) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves_by_notation(position, &mut moves).unwrap();
    moves.iter().map(|&mv| game.notation(position, mv).unwrap()).collect()
}

/// The moves of a position for a goal, on both boards, which must agree, and the outcome.
fn restricted(rules: ChessRules, goal: &str, prover: Player, text: &str) -> (Vec<String>, Option<Outcome>) {
    fn ask<G: Game<Error: Debug>>(
        game: &G,
        goal: &str,
        prover: Player,
        text: &str,
    ) -> (Vec<String>, Option<Outcome>) {
        let aimed = aim(game, goal, prover).unwrap().unwrap();
        let position = aimed.parse(text).unwrap();
        (names(&aimed, &position), aimed.outcome(&position).unwrap())
    }
    let found = ask(&Chess(rules), goal, prover, text);
    assert_eq!(found, ask(&Composed(rules), goal, prover, text), "{text}");
    found
}

#[test]
fn restricted_games_keep_the_contract() {
    for (seed, fen) in STARTS.iter().enumerate() {
        for attack in ATTACKS {
            for goal in ["mate", "mate-in 9", "mated", "mated-in 9"] {
                for prover in [Player::First, Player::Second] {
                    let rules = rules(attack, if goal.starts_with("mated") { "" } else { "e1e2,e7e5" });
                    let (fast, slow) = (Chess(rules), Composed(rules));
                    let fast = aim(&fast, goal, prover).unwrap().unwrap();
                    let slow = aim(&slow, goal, prover).unwrap().unwrap();
                    let go_on = &mut || ControlFlow::Continue(());
                    check_game(&fast, &fast.parse(fen).unwrap(), 3, 60, seed as u64, go_on).unwrap();
                    check_game(&slow, &slow.parse(fen).unwrap(), 1, 60, seed as u64, go_on).unwrap();
                }
            }
        }
    }
}

#[test]
fn both_boards_allow_the_same_moves() {
    for fen in STARTS {
        for attack in ATTACKS {
            for prover in [Player::First, Player::Second] {
                restricted(rules(attack, ""), "mate", prover, fen);
            }
        }
    }
}

#[test]
fn an_attack_allows_what_it_says() {
    let fen = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1";
    let moves = |attack: &str| restricted(rules(attack, ""), "mate", Player::First, fen).0;
    assert_eq!(moves("checks"), ["g1g7", "g1g8", "g1h1", "g1h2"]);
    assert_eq!(moves("checks,replies<=0"), ["g1g7"]);
    assert_eq!(moves("replies<=0"), ["g1g6", "g1g7"]);
    assert_eq!(moves("flights<=0"), moves("replies<=0"), "a lone king");
    // The other side plays what it likes, also when it is the one to move first.
    let free = restricted(rules("checks", ""), "mated", Player::Second, fen).0;
    assert_eq!(free, names(&Chess(ChessRules::default()), &Chess(ChessRules::default()).parse(fen).unwrap()));
}

#[test]
fn without_an_allowed_move_it_is_a_draw() {
    let fen = "7k/8/8/5K2/8/8/8/6R1 w - - 0 1";
    assert_eq!(
        restricted(rules("replies<=0", ""), "mate", Player::First, fen),
        (vec![], Some(Outcome::Draw))
    );
    assert_eq!(restricted(rules("checks", ""), "mate", Player::First, fen).1, None);
    // A side without a legal move is mated or stalemated, as ever.
    let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    let white = Some(Outcome::Win(Player::First));
    assert_eq!(restricted(rules("checks", ""), "mate", Player::First, mated).1, white);
    assert_eq!(restricted(rules("checks", ""), "mate", Player::Second, mated).1, white);
}

#[test]
fn excluded_moves_are_excluded_once() {
    let fen = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1";
    let rules = rules("checks", "g1g7,g1h2");
    assert_eq!(restricted(rules, "mate", Player::First, fen).0, ["g1g8", "g1h1"]);
    let later = format!("{fen} later");
    assert_eq!(restricted(rules, "mate", Player::First, &later).0, ["g1g7", "g1g8", "g1h1", "g1h2"]);
    assert_eq!(restricted(rules, "mate-in 2", Player::First, &format!("{fen} left=1 later")).0.len(), 4);
    let game = aim(&Chess(rules), "mate", Player::First).unwrap().unwrap();
    let (first, other) = (game.parse(fen).unwrap(), game.parse(&later).unwrap());
    assert!(
        first != other
            && game.key(&first) != game.key(&other)
            && game.board_key(&first) != game.board_key(&other)
    );
    let root = Chess(rules).parse(fen).unwrap();
    assert!(root == other && game.enter(root).unwrap() == first);
    assert!(Chess(rules).parse(&later).is_err(), "only in a game for a goal");
    let mut next = first;
    game.play(&mut next, names_to_move(&game, &other, "g1g8")).unwrap();
    assert!(game.text(&next).unwrap().ends_with(" later"));
}

fn names_to_move(game: &Chess, position: &super::Position, name: &str) -> cozy_chess::Move {
    let mut moves = Vec::new();
    game.moves(position, &mut moves).unwrap();
    moves.into_iter().find(|&mv| game.notation(position, mv).unwrap() == name).unwrap()
}

#[test]
fn restrictions_need_a_goal_that_they_bind() {
    let attack = Chess(rules("checks", ""));
    for goal in ["win", "draw-or-better", "promote"] {
        let error = aim(&attack, goal, Player::First).unwrap_err().to_string();
        assert!(error.contains("the goals mate, mate-in N, mated and mated-in N"), "{error}");
        assert!(aim(&Composed(attack.0), goal, Player::First).is_err(), "{goal:?}");
    }
    assert!(aim(&attack, "stalemate", Player::First).unwrap().is_none());
    assert!(aim(&attack, "mated 3", Player::First).unwrap().is_none());
    let excluded = Chess(rules("", "e2e4"));
    for goal in ["mated", "mated-in 2"] {
        let error = aim(&excluded, goal, Player::First).unwrap_err().to_string();
        assert!(error.contains("not to move"), "{error}");
        assert!(aim(&attack, goal, Player::First).unwrap().is_some(), "{goal:?}");
    }
    let aimed = aim(&excluded, "mate", Player::First).unwrap().unwrap();
    let root = excluded.parse("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1").unwrap();
    assert!(aimed.enter(root).unwrap_err().to_string().contains("'e2e4', which is not a legal move"));
    let aimed = aim(&Composed(excluded.0), "mate", Player::First).unwrap().unwrap();
    assert!(aimed.enter(aimed.parse("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1").unwrap()).is_err());
}

#[test]
fn restrictions_have_one_text() {
    for (given, canonical) in [
        ("", ""),
        (" ", ""),
        ("checks", "checks"),
        ("flights<=0, replies<=12,checks", "checks,replies<=12,flights<=0"),
        ("replies<=500", "replies<=500"),
    ] {
        assert_eq!(Attack::read(given).unwrap().text(), canonical, "{given:?}");
    }
    for wrong in [
        "check",
        "checks,",
        ",",
        "checks,checks",
        "replies<3",
        "replies<=03",
        "replies<=501",
        "flights<=-1",
        "replies<=",
    ] {
        assert!(Attack::read(wrong).is_err(), "{wrong}");
    }
    assert!(Attack::read("checks,replies").unwrap_err().to_string().contains("column 8"));
    for (given, canonical) in [("", ""), ("e7e8q, d1h5,b1c3,d1h5", "b1c3,d1h5,e7e8q"), ("e1g1", "e1g1")] {
        assert_eq!(Excluded::read(given).unwrap().text(), canonical, "{given:?}");
    }
    for wrong in ["Qh5", "e2", "e2e9", "e7e8k", "e2e4,", "e2e4 e7e5", "e2e4é"] {
        assert!(Excluded::read(wrong).is_err(), "{wrong}");
    }
    let many = |count: u8| {
        (0..count).map(|i| {
            format!("a1{}{}", (b'a' + i % 8) as char, i / 8 % 8 + 1) + ["", "q"][usize::from(i / 64)]
        })
    };
    assert!(Excluded::read(&many(64).collect::<Vec<_>>().join(",")).is_ok());
    assert!(Excluded::read(&many(65).collect::<Vec<_>>().join(",")).is_err());
}
