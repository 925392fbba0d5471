use std::ops::ControlFlow;

use pnyx_game::{check_game, perft};
use proptest::prelude::*;

use super::*;
use crate::SPECS;

fn game(name: &str) -> ChessVariant {
    ChessVariant::named(name).unwrap()
}

fn start(name: &str) -> &'static str {
    SPECS.iter().find(|spec| spec.name == name).unwrap().start
}

fn outcome(name: &str, fen: &str) -> Option<Outcome> {
    let Ok(outcome) = game(name).outcome(&game(name).parse(fen).unwrap());
    outcome
}

fn names(name: &str, fen: &str) -> Vec<String> {
    let (game, mut moves) = (game(name), Vec::new());
    let position = game.parse(fen).unwrap();
    let Ok(()) = game.moves_by_notation(&position, &mut moves);
    moves.iter().map(|&mv| game.notation(&position, mv).unwrap()).collect()
}

const WHITE: Option<Outcome> = Some(Outcome::Win(Player::First));
const BLACK: Option<Outcome> = Some(Outcome::Win(Player::Second));
const DRAW: Option<Outcome> = Some(Outcome::Draw);

/// From the starts the counts shakmaty and python-chess are tested with; the others counted with python-chess.
const PERFT: &[(&str, &str, u32, u64)] = &[
    ("antichess", "", 4, 153_299),
    ("antichess", "8/P7/8/8/8/8/p7/8 w - - 0 1", 3, 70),
    ("atomic", "", 3, 8_902),
    ("atomic", "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1", 2, 1_238),
    ("atomic", "r4b1r/2kb1N2/p2Bpnp1/8/2Pp3p/1P1PPP2/P5PP/R3K2R b KQ - 0 1", 2, 148),
    ("three-check", "", 4, 197_281),
    ("three-check", "7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1+3 1 39", 3, 12_407),
    ("king-of-the-hill", "", 4, 197_281),
    ("king-of-the-hill", "8/8/2k5/8/8/3K4/3P4/8 w - - 0 1", 4, 2_013),
    ("racing-kings", "", 3, 11_264),
    ("racing-kings", "4brn1/2K2k2/8/8/8/8/8/8 w - - 0 1", 4, 3_151),
    ("horde", "", 4, 23_310),
    ("horde", "k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w - - 0 1", 4, 33_781),
    ("crazyhouse", "", 4, 197_281),
    ("crazyhouse", "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", 2, 75_353),
    ("crazyhouse", "4k3/1Q~6/8/8/4b3/8/Kpp5/8[] b - - 0 1", 4, 132_758),
];

#[test]
fn perft_of_all_variants() {
    for &(name, fen, depth, nodes) in PERFT {
        let fen = if fen.is_empty() { start(name) } else { fen };
        let position = game(name).parse(fen).unwrap();
        let count = perft(&game(name), &position, depth, &mut || ControlFlow::Continue(()));
        assert_eq!(count, Ok(Some(nodes)), "{name} {fen}");
    }
}

#[test]
fn all_variants_keep_the_contract() {
    for (seed, &(name, fen, ..)) in PERFT.iter().enumerate() {
        let fen = if fen.is_empty() { start(name) } else { fen };
        let position = game(name).parse(fen).unwrap();
        check_game(&game(name), &position, 4, 120, seed as u64, &mut || ControlFlow::Continue(())).unwrap();
    }
}

#[test]
fn each_variant_ends_in_its_own_way() {
    assert_eq!(outcome("antichess", "8/p7/P7/8/8/8/8/8 b - - 0 1"), BLACK, "no move wins");
    assert_eq!(outcome("antichess", "8/8/8/8/8/8/8/K7 b - - 0 1"), BLACK, "no piece wins");
    assert_eq!(outcome("antichess", "8/8/8/8/8/8/8/K7 w - - 0 1"), BLACK, "no piece wins at any time");
    assert_eq!(outcome("atomic", "8/8/8/8/8/8/8/K7 b - - 0 1"), WHITE, "the king is blown up");
    assert_eq!(outcome("atomic", "7k/6Q1/8/8/8/8/8/K7 b - - 0 1"), WHITE, "a king cannot capture");
    assert_eq!(outcome("atomic", "8/8/8/8/8/8/1k6/K6Q b - - 0 1"), None, "touching kings know no check");
    assert_eq!(outcome("three-check", "4k3/8/8/8/8/8/4R3/4K3 b - - 0+3 0 1"), WHITE, "the third check");
    assert_eq!(outcome("three-check", "7k/6Q1/6K1/8/8/8/8/8 b - - 1+3 0 1"), WHITE, "mate");
    assert_eq!(outcome("three-check", "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1"), None, "no material needed");
    assert_eq!(outcome("king-of-the-hill", "8/8/8/4k3/8/8/8/4K3 w - - 0 1"), BLACK);
    assert_eq!(outcome("king-of-the-hill", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"), DRAW, "stalemate");
    assert_eq!(outcome("racing-kings", "K7/8/7k/8/8/8/8/8 b - - 0 1"), WHITE, "Black is too late");
    assert_eq!(outcome("racing-kings", "K7/7k/8/8/8/8/8/8 b - - 0 1"), None, "Black may catch up");
    assert_eq!(outcome("racing-kings", "K6k/8/8/8/8/8/8/8 w - - 0 1"), DRAW, "and has");
    assert_eq!(outcome("racing-kings", "7k/8/8/8/8/8/8/K7 w - - 0 1"), BLACK, "White may not");
    assert_eq!(outcome("horde", "4k3/8/8/8/8/8/8/8 w - - 0 1"), BLACK);
    assert_eq!(outcome("horde", "k7/P7/8/8/8/8/8/8 w - - 0 1"), DRAW, "stalemate");
    assert_eq!(outcome("crazyhouse", "7k/5KQ1/8/8/8/8/8/8[] b - - 0 1"), WHITE);
    assert_eq!(outcome("crazyhouse", "R6k/6pp/8/8/8/8/8/K7[n] b - - 0 1"), None, "a drop parries");
}

#[test]
fn moves_in_uci() {
    let drops = names("crazyhouse", "k7/8/8/8/8/8/8/7K[PN] w - - 0 1");
    assert_eq!(drops[..2], ["N@a1", "N@a2"]);
    assert!(drops.contains(&"P@e4".into()) && !drops.contains(&"P@e8".into()));
    let promotions = names("antichess", "8/P7/8/8/8/8/8/7k w - - 0 1");
    assert_eq!(promotions, ["a7a8b", "a7a8k", "a7a8n", "a7a8q", "a7a8r"]);
    assert!(names("atomic", "4k3/8/8/8/8/8/8/4K2R w K - 0 1").contains(&"e1g1".into()));
}

#[test]
fn positions_are_told_apart_by_checks_pockets_and_marks() {
    let differ = |name: &str, a: &str, b: &str| {
        let game = game(name);
        let (a, b) = (game.parse(a).unwrap(), game.parse(b).unwrap());
        assert_eq!(a == b, game.key(&a) == game.key(&b));
        a != b
    };
    assert!(differ("three-check", "k7/8/8/8/8/8/8/7K w - - 3+3", "k7/8/8/8/8/8/8/7K w - - 3+2"));
    assert!(!differ("three-check", "k7/8/8/8/8/8/8/7K w - - 3+2 0 1", "k7/8/8/8/8/8/8/7K w - - 5 9 +0+1"));
    assert!(differ("crazyhouse", "k7/8/8/8/8/8/8/7K[P] w", "k7/8/8/8/8/8/8/7K[p] w"));
    assert!(differ("crazyhouse", "k7/8/8/8/8/8/Q7/7K b", "k7/8/8/8/8/8/Q~7/7K b"));
    assert!(!differ("crazyhouse", "k7/8/8/8/8/8/8/7K[pPQ] w", "k7/8/8/8/8/8/8/7K/QPp w - - 9 9"));
    let house = game("crazyhouse");
    let position = house.parse("k7/8/8/8/8/8/8/7K[pqPNQ] w").unwrap();
    assert_eq!(house.text(&position).unwrap(), "k7/8/8/8/8/8/8/7K[QNPqp] w - - 0 1");
}

#[test]
fn captures_come_back_only_in_crazyhouse() {
    let irreversible = |name: &str, fen: &str, text: &str| {
        let (game, mut moves) = (game(name), Vec::new());
        let position = game.parse(fen).unwrap();
        let Ok(()) = game.moves(&position, &mut moves);
        let mv = moves.into_iter().find(|&mv| game.notation(&position, mv).unwrap() == text).unwrap();
        game.is_irreversible(&position, mv)
    };
    let fen = "4k3/8/8/3p4/4P3/8/8/4K2R w K - 0 1";
    assert!(!irreversible("crazyhouse", fen, "e4d5"));
    assert!(irreversible("crazyhouse", fen, "e1g1"));
    assert!(irreversible("king-of-the-hill", fen, "e4d5"));
    assert!(
        irreversible("three-check", fen, "h1h8")
            && !irreversible("three-check", "4k3/8/8/8/8/8/8/4K2R w", "h1h7")
    );
}

#[test]
fn illegal_positions_are_refused_with_every_reason() {
    assert_eq!(
        outcome("atomic", "4k3/8/8/8/8/8/8/8 w - - 0 1"),
        BLACK,
        "the mover's king may have been blown up"
    );
    let error = |name: &str, fen: &str| game(name).parse(fen).expect_err(fen).to_string();
    for (name, fen, reasons) in [
        ("antichess", "4k3/8/8/8/8/8/8/R3K3 w Q e3 0 1", &["castling", "en-passant"][..]),
        ("atomic", "P3k3/8/8/8/8/8/8/8 b - - 0 1", &["king is missing", "pawns"]),
        ("three-check", "k7/8/8/8/8/8/8/7K w - - 0+0 0 1", &["all their checks"]),
        ("three-check", "k7/8/8/8/8/8/8/7K w - - 4+0 0 1", &["3+3", "column 25"]),
        ("king-of-the-hill", "8/8/8/3kK3/8/8/8/8 w - - 0 1", &["in check"]),
        ("racing-kings", "k7/8/8/8/8/8/P7/R6K b - - 0 1", &["pawns"]),
        ("racing-kings", "8/k7/8/8/8/8/8/R6K b - - 0 1", &["in check"]),
        ("racing-kings", "k6K/8/8/8/8/8/8/8 b - - 0 1", &["eighth rank"]),
        ("horde", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", &["has a king"]),
        ("horde", "P3k3/8/8/8/8/8/8/p7 w - - 0 1", &["pawns"]),
        ("crazyhouse", "k7/8/8/8/8/8/P~7/7K[K] w - - 0 1", &["pocket", "promoted"]),
        ("crazyhouse", "k7/8/8/8/8/8/8/7K[x] w - - 0 1", &["column 19"]),
        ("crazyhouse", "k7/8/8/8/8/8/8/7K] w - - 0 1", &["opens the pocket"]),
        ("crazyhouse", "k7/8/8/8/8/8/8/~7K[] w - - 0 1", &["column 16"]),
        ("horde", "", &["column 1"]),
        ("horde", "4k3/8/8/8/8/8/8/44 w", &["column 18"]),
        ("horde", "4k3/8/8/8/8/8/8/P7", &["side to move"]),
        ("horde", "4k3/8/8/8/8/8/8/P7 w qk", &["column 22"]),
        ("horde", "4k3/8/8/8/8/8/8/P7 w - - 0 1 e4", &["moves"]),
    ] {
        let error = error(name, fen);
        assert!(reasons.iter().all(|reason| error.contains(reason)), "{name} {fen}: {error}");
    }
}

/// With this pocket there are more moves than shakmaty's list holds.
const CROWDED: &str = "2Q1Q3/Q5QK/3Q4/Q4Q2/7k/1Q3Q2/4Q3/Q1Q3Q1[QRBNP] w - - 0 1";

#[test]
fn a_crowded_house_has_all_its_moves() {
    let house = game("crazyhouse");
    for (fen, crowded) in [(CROWDED, true), ("r3k3/8/8/8/8/8/8/R3K2R[QRBNPqp] w KQq - 0 1", false)] {
        let position = house.parse(fen).unwrap();
        let VariantPosition::Crazyhouse(board) = &position.board else { panic!("{fen}") };
        assert_eq!(is_crowded(board), crowded, "{fen}");
        let (mut slow, mut fast) = (Vec::new(), Vec::new());
        generate_crowded(board, &mut slow);
        assert_eq!(slow.len() > 450, crowded, "{fen}: {}", slow.len());
        generate(&position.board, &mut fast);
        assert_eq!(slow, fast, "{fen}");
        check_game(&house, &position, 2, 30, 1, &mut || ControlFlow::Continue(())).unwrap();
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(
        text in "\\PC*",
        nearly in "[kKqQrRbBnNpP1-8/~]{0,60}(\\[[qQpPnN]{0,4}\\])? [wb] [KQkq-]{1,4} (-|[a-h][36])( [0-4]\\+[0-4])? [0-9]{1,3} [0-9]{1,6}",
    ) {
        for (_, spec) in VARIANTS {
            for text in [&text, &nearly] {
                if let Ok(position) = game(spec.name).parse(text) {
                    let written = game(spec.name).text(&position).unwrap();
                    prop_assert_eq!(game(spec.name).parse(&written), Ok(position));
                }
            }
        }
    }
}
