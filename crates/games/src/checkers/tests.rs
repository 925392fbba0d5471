use std::ops::ControlFlow;

use pnyx_game::{Evaluator, check_game, perft};
use proptest::prelude::*;

use super::*;

/// The start, a middle game, kings and men in a tangle, and two endings.
const POSITIONS: [&str; 5] = [
    SPEC.start,
    "W:W17,21,22,25,26,29,30,31,32:B3,4,7,9,10,11,12,16,19",
    "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29",
    "W:WK6,K14,K31:BK1,K12,27",
    "B:WK7,K14,K22,K23,11,13:BK2,K18,K28,19",
];

fn position(text: &str) -> Position {
    Checkers.parse(text).unwrap()
}

fn count(text: &str, depth: u32) -> u64 {
    perft(&Checkers, &position(text), depth, &mut || ControlFlow::Continue(())).unwrap().unwrap()
}

/// The moves of a position, sorted.
fn moves(text: &str) -> Vec<String> {
    let position = position(text);
    let mut moves = Vec::new();
    Checkers.moves_by_notation(&position, &mut moves).unwrap();
    moves.into_iter().map(|mv| Checkers.notation(&position, mv).unwrap()).collect()
}

/// The position after a move.
fn after(text: &str, wanted: &str) -> String {
    let mut position = position(text);
    let mut moves = Vec::new();
    Checkers.moves(&position, &mut moves).unwrap();
    let mv = moves.into_iter().find(|&mv| Checkers.notation(&position, mv).unwrap() == wanted);
    Checkers.play(&mut position, mv.expect("a legal move")).unwrap();
    Checkers.text(&position).unwrap()
}

fn error(text: &str) -> String {
    Checkers.parse(text).expect_err(text).to_string()
}

/// Every position of some random games.
fn random_positions(games: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    let mut seed = 1_u64;
    for start in (0..games).map(|game| POSITIONS[game % POSITIONS.len()]) {
        let mut position = position(start);
        for _ in 0..120 {
            positions.push(position);
            let mut moves = Vec::new();
            Checkers.moves(&position, &mut moves).unwrap();
            if moves.is_empty() {
                break;
            }
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            Checkers.play(&mut position, moves[(seed >> 33) as usize % moves.len()]).unwrap();
        }
    }
    positions
}

/// Counts by several programs, a capture counting once for each of its routes.
const PERFT: [u64; 9] = [7, 49, 302, 1469, 7361, 36768, 179_740, 845_931, 3_963_680];

#[test]
fn perft_from_the_start() {
    for (depth, known) in (1..).zip(PERFT) {
        assert_eq!(count(SPEC.start, depth), known, "depth {depth}");
    }
}

#[test]
fn keeps_the_contract() {
    for (seed, text) in POSITIONS.iter().enumerate() {
        let poll = &mut || ControlFlow::Continue(());
        check_game(&Checkers, &position(text), 20, 150, seed as u64, poll).unwrap();
    }
}

#[test]
fn squares_are_numbered_as_on_the_board() {
    assert_eq!(moves("B:W:BK1"), ["1-5", "1-6"]);
    assert_eq!(moves("B:W:BK4"), ["4-8"]);
    assert_eq!(moves("B:W:BK5"), ["5-1", "5-9"]);
    assert_eq!(moves("W:WK18:B"), ["18-14", "18-15", "18-22", "18-23"]);
    assert_eq!(moves("W:WK28:B"), ["28-24", "28-32"]);
    assert_eq!(moves("W:WK29:B"), ["29-25"]);
    assert_eq!(moves("W:WK32:B"), ["32-27", "32-28"]);
    assert_eq!(moves(SPEC.start), ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"]);
}

#[test]
fn men_go_forward_and_captures_are_compulsory() {
    assert_eq!(moves("B:W32:B14"), ["14-17", "14-18"]);
    assert_eq!(moves("W:W14:B1"), ["14-10", "14-9"]);
    assert_eq!(moves("B:W18,9:B14,1"), ["14x23"]);
    assert_eq!(moves("B:W18,9:BK14,1"), ["14x23", "14x5"]);
    assert_eq!(after("B:W18,9:BK14,1", "14x5"), "W:W18:B1,K5");
    // A piece at the border, or one with another behind it, is safe.
    assert_eq!(moves("B:W13,22:B9,18,K25"), ["18-23", "25-21", "25-29", "25-30", "9-14"]);
}

#[test]
fn jumps_go_on_to_their_end_and_stop_at_a_crowning() {
    assert_eq!(moves("B:W18,27:B14"), ["14x23x32"]);
    assert_eq!(after("B:W18,27:B14", "14x23x32"), "W:W:BK32");
    // A king could jump 26 next; a man is crowned and stops.
    assert_eq!(moves("B:W18,26,27:BK14"), ["14x23x30", "14x23x32"]);
    assert_eq!(moves("B:W26,27:B22"), ["22x31"]);
    assert_eq!(moves("B:W26,27:BK22"), ["22x31x24"]);
    assert_eq!(after("W:W6,22:B1,14", "6-2"), "B:W22,K2:B1,14");
}

#[test]
fn two_routes_are_two_moves() {
    let text = "B:W6,7,14,15:B2";
    assert_eq!(moves(text), ["2x11x18", "2x9x18"]);
    assert_eq!(after(text, "2x11x18"), "W:W6,14:B18");
    assert_eq!(after(text, "2x9x18"), "W:W7,15:B18");
}

#[test]
fn a_king_may_pass_over_the_square_it_comes_from() {
    // Round the four pieces, either way, back to where it was.
    let text = "B:W6,7,14,15:BK2";
    assert_eq!(moves(text), ["2x11x18x9x2", "2x9x18x11x2"]);
    assert_eq!(after(text, "2x9x18x11x2"), "W:W:BK2");
    // And on across it: 10 is passed twice.
    let text = "B:W14,15,22,23,7:BK10";
    assert!(moves(text).contains(&"10x17x26x19x10x3".to_string()), "{:?}", moves(text));
    assert_eq!(after(text, "10x17x26x19x10x3"), "W:W:BK3");
}

#[test]
fn no_move_loses() {
    for (text, winner) in [
        ("B:WK1:B", Player::Second),
        ("W:W:B1", Player::First),
        ("B:W9,14:B5", Player::Second),
        ("W:W13:B9,6", Player::First),
    ] {
        let outcome = Checkers.outcome(&position(text)).unwrap();
        assert_eq!(outcome, Some(Outcome::Win(winner)), "{text}");
    }
    assert_eq!(Checkers.outcome(&position("B:W:B1")), Ok(None));
}

#[test]
fn only_steps_of_kings_can_be_undone() {
    for (text, wanted, undone) in
        [("B:W32:BK1,9", "1-5", true), ("B:W32:BK1,9", "9-13", false), ("B:W6:BK1", "1x10", false)]
    {
        let position = position(text);
        let mut moves = Vec::new();
        Checkers.moves(&position, &mut moves).unwrap();
        let mv = moves.into_iter().find(|&mv| Checkers.notation(&position, mv).unwrap() == wanted).unwrap();
        assert_eq!(!Checkers.is_irreversible(&position, mv), undone, "{wanted}");
    }
}

#[test]
fn texts_are_read_in_all_their_forms() {
    let canonical = "W:W21,22,K1,K30:B2,3,4,K5,K29";
    for text in [
        canonical,
        "W:W21,22,K1,K30:B2,3,4,K5,K29.",
        "W:BK29,K5,4,3,2:WK30,K1,22,21",
        " W : W 21, 22, K1, K30 : B 2-4, K5, K29 . ",
        "w:wk1,k30,21-22:bk5,k29,02-04",
    ] {
        assert_eq!(Checkers.text(&position(text)).unwrap(), canonical, "{text}");
    }
    assert_eq!(position("B:W21-32:B1-12"), position(SPEC.start));
    assert_eq!(Checkers.text(&position("W:B:W")).unwrap(), "W:W:B");
    assert_eq!(Checkers.text(&position("B:WK1-3:B")).unwrap(), "B:WK1,K2,K3:B");
}

#[test]
fn what_is_no_position_is_refused_with_its_place() {
    for (text, reason) in [
        ("", "the side to move, B or W, got the end (column 1)"),
        ("X:W1:B2", "got 'X' (column 1)"),
        ("B", "got the end (column 2)"),
        ("B:W32", "':' and the squares of a side, got the end (column 6)"),
        ("B:W32:B1:W2", "expected the end, got ':' (column 9)"),
        ("B:W32:W31", "a second list for white (column 7)"),
        ("B:W32:X1", "the colour of a list, B or W, got 'X' (column 7)"),
        ("B:W33:B1", "got '33' (column 4)"),
        ("B:W32:B0", "got '0' (column 8)"),
        ("B:W32:B001", "got '001' (column 8)"),
        ("B:W32:B99999999999999999999", "(column 8)"),
        ("B:W32,:B1", "expected a square, got ':' (column 7)"),
        ("B:W32,é:B1", "expected a square, got 'é' (column 7)"),
        ("B:W32:B1 2", "expected the end, got '2' (column 10)"),
        ("B:W32:B1..", "expected the end, got '.' (column 10)"),
        ("B:W32:BK", "expected a square, got the end (column 9)"),
        ("B:W32:B4-1", "the range 4-1 runs backwards (column 9)"),
        ("B:W32:B1,2,K1", "more pieces on 1"),
        ("B:W5:BK5", "more pieces on 5"),
        ("B:W32:B1,30", "men of black on 30 (a king is written like K30)"),
        ("B:W4,32:B1", "men of white on 4"),
        ("B:W20-32:B1", "at most 12 pieces of white, got 13"),
    ] {
        let error = error(text);
        assert!(error.contains(reason), "{text}: {error}");
    }
    let error = error("B:W3,17-32:B29,3");
    for reason in ["more pieces on 3, 29", "black on 29", "white on 3", "pieces of white, got 17"] {
        assert!(error.contains(reason), "{reason}: {error}");
    }
}

/// The numbers of positions with one piece and with two, a side to move not counted, are known.
#[test]
fn as_many_positions_are_read_as_there_are() {
    let names: Vec<String> = (1..=32).flat_map(|n| [format!("{n}"), format!("K{n}")]).collect();
    let pieces: Vec<(usize, &String)> = names.iter().flat_map(|name| [(0, name), (1, name)]).collect();
    let read = |lists: [&[&str]; 2]| {
        Checkers.parse(&format!("B:W{}:B{}", lists[1].join(","), lists[0].join(","))).is_ok()
    };
    let (mut one, mut two) = (0, 0);
    for (i, (side, a)) in pieces.iter().enumerate() {
        let mut lists: [&[&str]; 2] = [&[], &[]];
        let single = [a.as_str()];
        lists[*side] = &single;
        one += usize::from(read(lists));
        for (other_side, b) in &pieces[..i] {
            let (pair, other) = ([a.as_str(), b.as_str()], [b.as_str()]);
            let mut lists: [&[&str]; 2] = [&[], &[]];
            if side == other_side {
                lists[*side] = &pair;
            } else {
                (lists[*side], lists[*other_side]) = (&single, &other);
            }
            two += usize::from(read(lists));
        }
    }
    assert_eq!((one, two), (120, 6972));
}

/// The board turned round, with the colours exchanged.
fn swapped(position: &Position) -> Position {
    let turned = |squares: Squares| squares.reverse_bits() >> 29;
    Position {
        pieces: [turned(position.pieces[1]), turned(position.pieces[0])],
        kings: turned(position.kings),
        turn: position.turn.opponent(),
    }
}

#[test]
fn the_evaluator_is_fair_and_keeps_its_range() {
    let most = CheckersEvaluator.largest(&Checkers);
    for position in random_positions(50) {
        let value = CheckersEvaluator.value(&Checkers, &position).unwrap();
        assert!(value.abs() <= most, "{position:?}");
        assert_eq!(CheckersEvaluator.value(&Checkers, &swapped(&position)), Ok(-value), "{position:?}");
        let replies = Checkers.evaluate(&position, &mut Vec::new()).unwrap().1;
        assert_eq!(
            Checkers.evaluate(&swapped(&position), &mut Vec::new()).unwrap().1,
            replies,
            "{position:?}"
        );
    }
    let all_kings = position("B:W:BK1-12");
    assert_eq!(CheckersEvaluator.value(&Checkers, &all_kings), Ok(most));
}

#[test]
fn the_evaluator_likes_what_it_should() {
    let value = |text| CheckersEvaluator.value(&Checkers, &position(text)).unwrap();
    assert!(value("B:W32:BK10") > value("B:W32:B10"), "kings");
    assert!(value("B:W32:B22") > value("B:W32:B10"), "advancement");
    assert!(value("B:W32:B1,10") > value("B:W32:B5,10"), "back rank");
    assert!(value(SPEC.start) > 0, "tempo");
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*", list in "[BW]:W[K0-9, -]{0,30}:B[K0-9,.:-]{0,30}") {
        for text in [text, list] {
            if let Ok(position) = Checkers.parse(&text) {
                let written = Checkers.text(&position).unwrap();
                prop_assert_eq!(Checkers.parse(&written), Ok(position));
            }
        }
    }
}
