//! The goal `promote` and the option `region`, on both boards.

use std::collections::HashMap;
use std::ops::ControlFlow;

use pnyx_game::{Game, Notation, Outcome, Player, Rules, check_game, perft};

use super::test_support::{STARTS, after};
use super::{Chess, ChessRules, Composed, Region};
use crate::spec::aim;

fn rules(region: &str, promote: Option<Player>) -> ChessRules {
    ChessRules { region: Region::read(region).unwrap(), promote, ..ChessRules::default() }
}

/// The moves on both boards, which must agree, sorted.
fn names(region: &str, fen: &str) -> Vec<String> {
    fn moves<G: Game>(game: &G, fen: &str) -> Vec<String>
    where
        G::Error: std::fmt::Debug,
    {
        let (position, mut moves) = (game.parse(fen).unwrap(), Vec::new());
        game.moves_by_notation(&position, &mut moves).unwrap();
        moves.iter().map(|&mv| game.notation(&position, mv).unwrap()).collect()
    }
    let rules = rules(region, None);
    let found = moves(&Chess(rules), fen);
    assert_eq!(found, moves(&Composed(rules), fen), "{region} {fen}");
    found
}

fn outcome(rules: ChessRules, fen: &str) -> Option<Outcome> {
    let (fast, slow) = (Chess(rules), Composed(rules));
    let Ok(found) = fast.outcome(&fast.parse(fen).unwrap());
    assert_eq!(slow.outcome(&slow.parse(fen).unwrap()), Ok(found), "{fen}");
    found
}

/// The text on both boards, which must agree, and the outcome, after some moves for White to promote.
fn play(region: &str, fen: &str, line: &[&str]) -> (String, Option<Outcome>) {
    fn run<G: Game>(game: &G, fen: &str, line: &[&str]) -> (String, Option<Outcome>)
    where
        G::Error: std::fmt::Debug,
    {
        let position = after(game, fen, line);
        (game.text(&position).unwrap(), game.outcome(&position).unwrap())
    }
    let rules = rules(region, Some(Player::First));
    let found = run(&Chess(rules), fen, line);
    assert_eq!(found, run(&Composed(rules), fen, line));
    found
}

const WHITE: Option<Outcome> = Some(Outcome::Win(Player::First));
const BLACK: Option<Outcome> = Some(Outcome::Win(Player::Second));

/// Endings in which kings walk about and most lines repeat.
const ENDINGS: &[(&str, bool)] =
    &[("8/2k5/3pK3/3P4/8/8/8/8 w - - 0 1", true), ("8/8/2k5/8/1PK5/8/8/8 w - - 0 1", false)];

#[test]
fn regions_and_promotions_keep_the_contract() {
    for (seed, fen) in STARTS.iter().enumerate() {
        for region in ["", "a1-h5", "c2-f8", "b1-g8,a2-a7", "a4-e8"] {
            for promote in [None, Some(Player::First), Some(Player::Second)] {
                let rules = rules(region, promote);
                let go_on = &mut || ControlFlow::Continue(());
                check_game(&Chess(rules), &Chess(rules).parse(fen).unwrap(), 4, 100, seed as u64, go_on)
                    .unwrap();
                let composed = Composed(rules);
                check_game(&composed, &composed.parse(fen).unwrap(), 2, 100, seed as u64, go_on).unwrap();
            }
        }
    }
}

#[test]
fn both_boards_count_the_same_in_a_region() {
    for fen in STARTS {
        for region in ["a1-h5", "c2-f8", "b1-g8,a2-a7", "a4-e8", "e1,g1,h1,f1-f8"] {
            for promote in [None, Some(Player::First)] {
                let (fast, slow) = (Chess(rules(region, promote)), Composed(rules(region, promote)));
                let go_on = &mut || ControlFlow::Continue(());
                assert_eq!(
                    perft(&fast, &fast.parse(fen).unwrap(), 3, go_on),
                    perft(&slow, &slow.parse(fen).unwrap(), 3, go_on),
                    "{region} {fen}"
                );
            }
        }
    }
}

#[test]
fn nobody_moves_outside_the_region() {
    assert_eq!(names("a1-a3", "7k/8/8/8/8/8/8/R6K w - - 0 1"), ["a1a2", "a1a3"]);
    assert_eq!(names("e1-h1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"), ["e1f1", "e1g1", "h1f1", "h1g1"]);
    assert_eq!(names("e1,g1,h1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"), ["h1g1"], "the rook lands on f1");
    let en_passant = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1";
    assert!(names("d3-e4", en_passant).contains(&"d4e3".into()));
    assert!(!names("d1-d8", en_passant).contains(&"d4e3".into()));
    for game in [rules("d1-d8", None), rules("", None)] {
        let (fast, slow) = (Chess(game), Composed(game));
        let text = fast.text(&fast.parse(en_passant).unwrap()).unwrap();
        assert_eq!(slow.text(&slow.parse(en_passant).unwrap()).unwrap(), text, "{game:?}");
        assert_eq!(
            text.contains(" e3 "),
            game.region.is_everything(),
            "a square that cannot be used: {game:?}"
        );
    }
}

#[test]
fn without_a_move_inside_one_is_mated_or_stalemated() {
    assert_eq!(outcome(rules("h8", None), "7k/8/8/8/8/8/8/R6K b - - 0 1"), Some(Outcome::Draw));
    assert_eq!(outcome(rules("h8", None), "7k/8/8/8/8/8/8/K6R b - - 0 1"), WHITE);
    assert_eq!(outcome(rules("g8-h8", None), "7k/8/8/8/8/8/8/K6R b - - 0 1"), None);
}

#[test]
fn a_safe_promotion_to_a_queen_ends_the_game() {
    let fen = "8/1P1k4/8/8/8/8/3K1p2/8 w - - 0 1";
    assert_eq!(play("", fen, &["b7b8q"]), ("1Q6/3k4/8/8/8/8/3K1p2/8 b - - 0 1 b8=Q".into(), WHITE));
    assert_eq!(play("", fen, &["b7b8r"]), ("1R6/3k4/8/8/8/8/3K1p2/8 b - - 0 1".into(), None));
    // A queen that can be captured at once does not count; and later it is a queen like any other.
    let near = "8/1Pk5/8/8/8/8/3K4/8 w - - 0 1";
    assert_eq!(play("", near, &["b7b8q"]), ("1Q6/2k5/8/8/8/8/3K4/8 b - - 0 1".into(), None));
    assert_eq!(play("", near, &["b7b8q", "c7d7"]).1, None);
    assert_eq!(play("", near, &["b7b8q", "c7b8"]).1, BLACK, "bare kings");
    assert_eq!(play("a7-c8,d1-d3", near, &["b7b8q"]).1, None);
    assert_eq!(play("b7-b8", near, &["b7b8q"]).1, WHITE, "the king cannot leave its square");
    // The other side may be first, and that is no end.
    assert_eq!(play("", "8/8/3k4/8/8/8/3K1p1P/8 b - - 0 1", &["f2f1q"]).1, None);
}

#[test]
fn other_ends_fail_the_player_who_wants_to_promote() {
    let white = rules("", Some(Player::First));
    for fen in [
        "7k/6Q1/6K1/8/8/8/P7/8 b - - 0 1", // mate by White
        "7K/6q1/6k1/8/8/8/P7/8 w - - 0 1", // mate by Black
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",  // stalemate
        "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",  // no material
    ] {
        assert_eq!(outcome(white, fen), BLACK, "{fen}");
    }
    assert_eq!(outcome(white, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"), None, "one pawn is enough");
    assert_eq!(play("", "8/P7/8/8/8/8/5k1K/6q1 w - - 0 1", &["h2h3"]).1, None);
    // Mate or stalemate by the promotion itself is a promotion.
    assert_eq!(play("", "k7/7P/1K6/8/8/8/8/8 w - - 0 1", &["h7h8q"]).1, WHITE);
    assert_eq!(play("", "8/k1P5/2K5/8/8/8/8/8 w - - 0 1", &["c7c8q"]).1, WHITE);
}

/// Whether White forces a promotion: every reachable position, settled backwards until nothing changes.
fn brute_force(game: &Chess, fen: &str) -> bool {
    let root = game.parse(fen).unwrap();
    let mut numbers = HashMap::from([(game.key(&root).unwrap(), 0)]);
    let mut positions = vec![root];
    let (mut children, mut won) = (Vec::<Vec<usize>>::new(), Vec::new());
    while let Some(position) = positions.get(children.len()).cloned() {
        let outcome = game.outcome(&position).unwrap();
        let mut moves = Vec::new();
        if outcome.is_none() {
            game.moves(&position, &mut moves).unwrap();
        }
        children.push(Vec::new());
        won.push(outcome == WHITE);
        for mv in moves {
            let mut next = position.clone();
            game.play(&mut next, mv).unwrap();
            let number = *numbers.entry(game.key(&next).unwrap()).or_insert(positions.len());
            if number == positions.len() {
                positions.push(next);
            }
            children.last_mut().unwrap().push(number);
        }
    }
    loop {
        let mut changed = false;
        for number in (0..positions.len()).rev().filter(|&number| !children[number].is_empty()) {
            let mut after = children[number].iter().map(|&child| won[child]);
            let white = game.turn(&positions[number]).unwrap() == Player::First;
            let wins = if white { after.any(|won| won) } else { after.all(|won| won) };
            changed |= wins != won[number];
            won[number] = wins;
        }
        if !changed {
            return won[0];
        }
    }
}

#[test]
fn pawn_endings_on_the_small_board_of_the_papers() {
    let game = Chess(rules("a4-e8", Some(Player::First)));
    for (fen, wins) in ENDINGS {
        assert_eq!(brute_force(&game, fen), *wins, "{fen}");
    }
}

#[test]
fn marks_are_read_only_where_they_fit() {
    let aimed = aim(&Chess(rules("", None)), "promote", Player::First).unwrap().unwrap();
    let composed = aim(&Composed(rules("", None)), "promote", Player::First).unwrap().unwrap();
    assert!(aim(&Chess(rules("", None)), "underpromote", Player::First).unwrap().is_none());
    let marked = "1Q6/3k4/8/8/8/8/3K1p2/8 b - - 0 1 b8=Q";
    assert_eq!(outcome(aimed.0, marked), WHITE);
    assert!(Chess(rules("", None)).parse(marked).is_err(), "only in a game for the goal");
    for wrong in ["c8=Q", "b8", "b8=R", "d2=Q", "f1=Q"] {
        let fen = marked.replace("b8=Q", wrong);
        assert!(aimed.parse(&fen).is_err() && composed.parse(&fen).is_err(), "{fen}");
    }
    let loose = "1Q6/2k5/8/8/8/8/3K4/8 b - - 0 1 b8=Q";
    assert!(aimed.parse(loose).is_err() && composed.parse(loose).is_err(), "it can be captured");
}
