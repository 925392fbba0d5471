use std::ops::ControlFlow;

use pnyx_game::{check_game, perft};
use proptest::prelude::*;

use super::*;
use crate::chess::Composed;

const START: &str = crate::chess::SPEC.start;

fn fast(fen: &str) -> Position {
    Chess(ChessRules::default()).parse(fen).unwrap()
}

fn count(fen: &str, depth: u32) -> u64 {
    perft(&Chess(ChessRules::default()), &fast(fen), depth, &mut || ControlFlow::Continue(()))
        .unwrap()
        .unwrap()
}

/// Counts published at the chess programming wiki's perft page and checked with python-chess.
const PERFT: &[(&str, u32, u64)] = &[
    (START, 4, 197_281),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9_467),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, 89_890),
];

#[test]
fn perft_of_both_boards() {
    for &(fen, depth, nodes) in PERFT {
        assert_eq!(count(fen, depth), nodes, "{fen}");
        let composed = Composed(ChessRules::default());
        let position = composed.parse(fen).unwrap();
        assert_eq!(
            perft(&composed, &position, depth - 1, &mut || ControlFlow::Continue(())),
            Ok(Some(count(fen, depth - 1))),
            "{fen}"
        );
    }
}

#[test]
fn both_boards_keep_the_contract_under_all_options() {
    let positions = PERFT
        .iter()
        .map(|row| row.0)
        .chain(["k7/8/1K6/8/8/8/8/7Q b - - 0 1", "8/8/4k3/8/8/4K3/4B3/8 w - - 3 9"]);
    for (seed, fen) in positions.enumerate() {
        for bits in 0..8 {
            let rules = ChessRules {
                fifty_move_rule: bits & 1 > 0,
                papers_order: bits & 2 > 0,
                en_passant_always: bits & 4 > 0,
                ..ChessRules::default()
            };
            check_game(&Chess(rules), &Chess(rules).parse(fen).unwrap(), 3, 150, seed as u64, &mut || {
                ControlFlow::Continue(())
            })
            .unwrap();
            check_game(
                &Composed(rules),
                &Composed(rules).parse(fen).unwrap(),
                1,
                100,
                seed as u64,
                &mut || ControlFlow::Continue(()),
            )
            .unwrap();
        }
    }
}

#[test]
fn the_papers_order_is_the_one_of_chapter_3() {
    let rules = ChessRules { papers_order: true, ..ChessRules::default() };
    let game = Chess(rules);
    let position = game.parse(START).unwrap();
    let mut moves = Vec::new();
    game.moves(&position, &mut moves).unwrap();
    let moves: Vec<String> = moves.into_iter().map(|mv| game.notation(&position, mv).unwrap()).collect();
    assert_eq!(
        moves.join(" "),
        "h2h4 h2h3 g2g4 g2g3 f2f4 f2f3 e2e4 e2e3 d2d4 d2d3 c2c4 c2c3 b2b4 b2b3 a2a4 a2a3 g1h3 g1f3 b1c3 b1a3"
    );
}

#[test]
fn en_passant_tells_positions_apart_only_where_asked() {
    let pushed = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let plain = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    for (always, same) in [(false, true), (true, false)] {
        let game = Chess(ChessRules { en_passant_always: always, ..ChessRules::default() });
        let (a, b) = (game.parse(pushed).unwrap(), game.parse(plain).unwrap());
        assert_eq!(a == b, same, "{always:?}");
        assert_eq!(game.key(&a) == game.key(&b), same, "{always:?}");
    }
    let legal = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1";
    assert_ne!(fast(legal), fast(&legal.replace("e3", "-")));
    assert!(Chess(ChessRules::default()).text(&fast(legal)).unwrap().contains(" e3 "));
}

#[test]
fn final_positions() {
    let outcome = |fen: &str| Chess(ChessRules::default()).outcome(&fast(fen)).unwrap();
    assert_eq!(outcome("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), Some(Outcome::Win(Player::First)));
    assert_eq!(outcome("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Some(Outcome::Draw));
    assert_eq!(outcome("4k3/8/8/8/8/8/8/4KB2 w - - 0 1"), Some(Outcome::Draw));
    assert_eq!(outcome("4kb2/8/8/8/8/8/8/4K1B1 w - - 0 1"), Some(Outcome::Draw), "bishops of one colour");
    assert_eq!(outcome("4k1b1/8/8/8/8/8/8/4K1B1 w - - 0 1"), None, "bishops of both colours");
    assert_eq!(outcome("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1"), None, "a helpmate exists");
    let fifty = Chess(ChessRules { fifty_move_rule: true, ..ChessRules::default() });
    let drawn = "4k3/8/8/8/8/8/8/R3K3 w - - 100 80";
    assert_eq!(fifty.outcome(&fifty.parse(drawn).unwrap()), Ok(Some(Outcome::Draw)));
    assert_eq!(outcome(drawn), None);
}

#[test]
fn a_fen_has_one_form() {
    for (text, place) in [
        ("4k21/8/8/8/8/8/8/4K3 w - - 0 1", "eight ranks"),
        ("4k3/8/8/8/8/8/8/4K3/ w - - 0 1", "eight ranks"),
        ("4k3/8/8/8/8/8/8/4KQ~2 w - - 0 1", "'~' (column 20)"),
        ("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "'[' (column 20)"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w QK - 0 1", "'QK' (column 27)"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HA - 0 1", "'HA' (column 27)"),
        ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", "'+1' (column 27)"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "'0' (column 29)"),
        ("  4k3/8/8/8/8/8/8/4K3 b - b 0 1", "'b' (column 27)"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 10000", "'10000' (column 29)"),
    ] {
        let error = Chess(ChessRules::default()).parse(text).unwrap_err().to_string();
        assert!(error.contains(place), "{text}: {error}");
    }
}

#[test]
fn clocks_that_run_on_can_still_be_read() {
    let late = "k6r/8/8/8/8/8/8/K7 b - - 9999 9999";
    check_game(&Chess(ChessRules::default()), &fast(late), 2, 20, 1, &mut || ControlFlow::Continue(()))
        .unwrap();
    let (game, fifty) = (
        Composed(ChessRules::default()),
        Composed(ChessRules { fifty_move_rule: true, ..ChessRules::default() }),
    );
    check_game(&game, &game.parse(late).unwrap(), 2, 20, 1, &mut || ControlFlow::Continue(())).unwrap();
    assert!(fifty.parse(late).unwrap() == fifty.parse(&late.replace(" 9999 ", " 100 ")).unwrap());
}

#[test]
fn composed_positions_are_accepted_and_illegal_ones_refused_with_every_reason() {
    use crate::either::Either;
    use crate::spec::GameOptions;
    let open = |fen: &str| crate::chess::open(fen, &GameOptions::default());
    // Nine queens and nine pawns; three checkers.
    assert!(matches!(open("QQQQQQQQ/QPPPPPP1/PPP5/8/8/k7/8/7K w - - 0 1"), Ok(Either::Second(_))));
    assert!(matches!(open("4k3/8/3N1N2/8/4R3/8/8/4K3 b - - 0 1"), Ok(Either::Second(_))));
    assert!(matches!(open("7k/p7/1R5K/6r1/6p1/6P1/8/8 w - -"), Ok(Either::First(_))));
    let error = |fen: &str| open(fen).expect_err(fen).to_string();
    let several = error("P3k3/8/8/8/8/8/8/4K3 w KQ e6 0 1");
    for reason in ["pawns", "castling", "en-passant"] {
        assert!(several.contains(reason), "{reason}: {several}");
    }
    assert!(error("8/8/8/8/8/8/8/8 w - - 0 1").contains("empty"));
    assert!(error("4k3/8/8/8/8/8/8/8 w - - 0 1").contains("king is missing"));
    assert!(error("kk6/8/8/8/8/8/8/K7 w - - 0 1").contains("more than one king"));
    assert!(error("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1").contains("in check"));
    assert!(error("4k3/8/8/8/8/8/8/4K3 x - - 0 1").contains("side to move"));
    assert!(error("4k3/8/8/8/8/8/8/4K w - - 0 1").contains("eight ranks"));
    assert!(error("4k3/8/8/8/8/8/8/4K3 w - - 0 1 e4 e5").contains("moves"));
}

#[test]
fn castling_is_written_with_the_kings_squares() {
    let game = Chess(ChessRules::default());
    let position = fast("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let mut moves = Vec::new();
    game.moves_by_notation(&position, &mut moves).unwrap();
    let names: Vec<String> = moves.iter().map(|&mv| game.notation(&position, mv).unwrap()).collect();
    assert!(names.contains(&"e1g1".into()) && names.contains(&"e1c1".into()), "{names:?}");
    assert!(!names.contains(&"e1h1".into()));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*", nearly in "[kKqQrRbBnNpP1-8/]{0,60} [wb] [KQkq-]{1,4} (-|[a-h][36]) [0-9]{1,3} [0-9]{1,6}") {
        for text in [text, nearly] {
            let _ = crate::chess::open(&text, &crate::spec::GameOptions::default());
        }
    }
}
