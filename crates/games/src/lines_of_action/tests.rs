use std::ops::ControlFlow;

use pnyx_game::{Evaluator, check_game, perft};
use proptest::prelude::*;

use super::*;

/// The start, a middle game, few stones, and a player without a move.
const POSITIONS: [&str; 4] =
    [SPEC.start, "8/2x2o2/1x1oo1x1/2x1o3/3ox3/1o2x3/x1o2x2/4o3 w", "x6o/8/8/3o4/8/8/8/o6x b", STUCK];

/// Black's three stones have White's beside them on every line.
const STUCK: &str = "xo4ox/oo4oo/8/8/8/8/oo6/xo6 b";

fn read(text: &str) -> Position {
    notation::read(text).unwrap()
}

fn count(text: &str, depth: u32) -> u64 {
    let game = LinesOfAction::default();
    perft(&game, &read(text), depth, &mut || ControlFlow::Continue(())).unwrap().unwrap()
}

fn names(text: &str) -> Vec<String> {
    let (game, position) = (LinesOfAction::default(), read(text));
    let mut moves = Vec::new();
    game.moves(&position, &mut moves).unwrap();
    moves.iter().map(|&mv| game.notation(&position, mv).unwrap()).collect()
}

fn played(text: &str, name: &str) -> Position {
    let (game, mut position) = (LinesOfAction::default(), read(text));
    let mut moves = Vec::new();
    game.moves(&position, &mut moves).unwrap();
    let mv = moves.into_iter().find(|&mv| game.notation(&position, mv).unwrap() == name).unwrap();
    game.play(&mut position, mv).unwrap();
    position
}

fn outcome(position: &Position) -> Option<Outcome> {
    LinesOfAction::default().outcome(position).unwrap()
}

/// The same position with the colours exchanged.
fn swapped(position: &Position) -> Position {
    let [black, white] = position.stones;
    Position { stones: [white, black], turn: position.turn.opponent() }
}

/// The positions of a game in which the numbers choose the moves.
fn line_of_play(text: &str, choices: &[usize]) -> Vec<Position> {
    let (game, mut position) = (LinesOfAction::default(), read(text));
    let mut line = vec![position];
    for choice in choices {
        if outcome(&position).is_some() {
            break;
        }
        let mut moves = Vec::new();
        game.moves(&position, &mut moves).unwrap();
        game.play(&mut position, moves[choice % moves.len()]).unwrap();
        line.push(position);
    }
    line
}

#[test]
fn perft_from_the_start() {
    for (depth, known) in [36, 1244, 44_952, 1_563_208, 55_963_132].into_iter().enumerate() {
        assert_eq!(count(SPEC.start, depth as u32 + 1), known, "{depth:?}");
    }
}

#[test]
fn keeps_the_contract() {
    for (seed, text) in POSITIONS.into_iter().enumerate() {
        let game = LinesOfAction::default();
        check_game(&game, &read(text), 10, 200, seed as u64, &mut || ControlFlow::Continue(())).unwrap();
    }
}

#[test]
fn own_stones_are_jumped_and_others_are_not() {
    // Three stones on rank 1: c1 jumps d1 and captures on f1, d1 jumps c1.
    assert_eq!(
        names("7x/8/8/o7/8/8/8/2xx1o2 b"),
        "c1-b2 c1-c2 c1-d2 c1xf1 d1-a1 d1-c2 d1-d2 d1-e2 h8-g7 h8-g8 h8-h7".split(' ').collect::<Vec<_>>()
    );
    let after = played("7x/8/8/o7/8/8/8/2xx1o2 b", "c1xf1");
    assert_eq!(notation::write(&after), "7x/8/8/o7/8/8/8/3x1x2 w");
}

#[test]
fn a_player_without_a_move_passes() {
    assert_eq!(names(STUCK), ["pass"]);
    assert_eq!(count(STUCK, 1), 1);
    let after = played(STUCK, "pass");
    assert_eq!((after.stones, after.turn), (read(STUCK).stones, Player::Second));
    assert!(!LinesOfAction::default().is_irreversible(&read(STUCK), Move::PASS));
}

#[test]
fn one_group_wins_and_two_draw() {
    for (text, name, expected) in [
        ("8/8/8/8/4x3/o6o/8/4x3 b", "e1-e3", Outcome::Win(Player::First)),
        ("8/8/8/8/4o3/x6x/8/4o3 w", "e1-e3", Outcome::Win(Player::Second)),
        ("8/8/8/2oo2x1/8/8/6o1/6x1 b", "g5xg2", Outcome::Draw),
        ("x7/8/8/2oo2x1/8/8/6o1/6x1 b", "g5xg2", Outcome::Win(Player::Second)),
        ("x7/8/7x/8/8/6o1/8/o5x1 b", "g1xg3", Outcome::Win(Player::Second)),
    ] {
        assert_eq!(outcome(&read(text)), None, "{text}");
        assert_eq!(outcome(&played(text, name)), Some(expected), "{text}");
    }
    for text in ["ox6/xo6/8/8/8/8/8/8 b", "o7/8/8/8/8/8/8/7x w"] {
        assert_eq!(outcome(&read(text)), Some(Outcome::Draw), "{text}");
        assert_eq!(count(text, 1), 0, "{text:?}");
    }
}

#[test]
fn captures_and_nothing_else_are_irreversible() {
    let (game, position) = (LinesOfAction::default(), read(POSITIONS[1]));
    let mut moves = Vec::new();
    game.moves(&position, &mut moves).unwrap();
    for mv in moves {
        let captures = game.notation(&position, mv).unwrap().contains('x');
        assert_eq!(game.is_irreversible(&position, mv), captures, "{mv:?}");
        let mut after = position;
        game.play(&mut after, mv).unwrap();
        assert_eq!(after.own().count_ones(), position.other().count_ones() - u32::from(captures), "{mv:?}");
    }
}

#[test]
fn positions_are_read_in_every_spelling() {
    let dots = "..X...../8/8/3.3o/8/8/8/1......x B";
    assert_eq!(notation::write(&read(&format!(" \t{dots}\r\n"))), "2x5/8/8/7o/8/8/8/7x b");
}

#[test]
fn impossible_positions_are_refused() {
    for (text, reason) in [
        ("", "got 0 words"),
        ("1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1", "got 1 words"),
        ("1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 b x", "got 3 words"),
        ("1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 black", "got 'black' (column 43)"),
        ("x7/8/8/8 b", "got 4 (column 9)"),
        ("x7/8/8/8/8/8/8/8/o7 b", "got more (column 17)"),
        ("x7/8/8/7/8/8/8/o7 b", "on rank 5, got 7 (column 9)"),
        ("x7/8/8/8/8/8/8/o6 b", "on rank 1, got 7 (column 18)"),
        (" x8/8/8/8/8/8/8/o7 b", "on rank 8, got more (column 3)"),
        ("x7/8/8/8/8/8/8/o5xo1 b", "on rank 1, got more (column 20)"),
        ("x7/8/8/8/8/8/8/o5q1 b", "got 'q' (column 18)"),
        ("x7/0/8/8/8/8/8/o7 b", "got '0' (column 4)"),
        ("x7/9/8/8/8/8/8/o7 b", "got '9' (column 4)"),
        ("8/8/8/8/8/8/8/o7 b", "stones of black, got 0"),
        (
            "xxxxxxxx/xxxxx3/8/8/8/8/8/8 b",
            "stones of black, got 13; and expected 1 to 12 stones of white, got 0",
        ),
    ] {
        let error = notation::read(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn compact_stones_are_worth_more_than_scattered_ones() {
    let value = |text: &str| Shape.value(&LinesOfAction::default(), &read(text)).unwrap();
    assert_eq!(value(SPEC.start), 0);
    assert!(value("o6o/8/2xx4/2x1x3/3x4/8/8/o6o w") > 0);
    assert!(value("x6x/8/2oo4/2o1o3/3o4/8/8/x6x w") < 0);
}

#[test]
fn the_turn_is_not_taken_for_a_stone() {
    let game = LinesOfAction::default();
    for square in 0..64 {
        for colour in 0..2 {
            let mut stones = [0x7e << 8, 0x7e << 16];
            stones[colour] ^= 1 << square;
            stones[1 - colour] &= !stones[colour];
            let position = Position { stones, turn: Player::First };
            stones[colour] ^= 1 << square;
            let other = Position { stones, turn: Player::Second };
            assert_ne!(game.key(&position), game.key(&other), "square {square}, colour {colour}");
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(
        text in "\\PC*",
        board in "[xo1-8./]{0,30} [bw]",
        ranks in "([xo.]{8}/){7}[xo.]{8} b",
    ) {
        for text in [text, board, ranks] {
            if let Ok(position) = notation::read(&text) {
                prop_assert_eq!(notation::read(&notation::write(&position)), Ok(position));
            }
        }
    }

    #[test]
    fn tables_agree_with_rules_square_by_square(own: u64, other: u64, sparse: u64) {
        for own in [own, own & sparse] {
            let stones = [own, other & !own];
            let position = Position { stones, turn: Player::First };
            let moves: u32 = bits(own).map(|from| position.targets(from).count_ones()).sum();
            prop_assert_eq!(MoveCounts::get().count(stones[0], stones[1]), moves);
        }
    }

    #[test]
    fn groups_are_found(stones: u64, sparse: u64) {
        for stones in [stones, stones & sparse] {
            let mut reached = stones & stones.wrapping_neg();
            for _ in 0..64 {
                reached |= bits(reached).fold(0, |all, square| all | RINGS[square as usize][1]) & stones;
            }
            prop_assert_eq!(is_connected(stones), reached == stones);
        }
    }

    #[test]
    fn the_value_is_in_range_and_changes_its_sign_with_the_colours(
        choices in prop::collection::vec(0..10_000usize, 0..120),
        start in prop::sample::select(&POSITIONS[..]),
    ) {
        let most = Shape.largest(&LinesOfAction::default());
        for position in line_of_play(start, &choices) {
            let value = Shape.value(&LinesOfAction::default(), &position).unwrap();
            prop_assert!(value.abs() <= most);
            prop_assert_eq!(Shape.value(&LinesOfAction::default(), &swapped(&position)), Ok(-value));
        }
    }
}
