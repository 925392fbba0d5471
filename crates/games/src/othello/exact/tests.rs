use std::collections::HashMap;
use std::ops::ControlFlow;

use pnyx_game::{Notation, Player, Scored};
use proptest::prelude::*;

use super::flips::{flips, flips_if_near, last_flips};
use super::stable::stable;
use super::*;

fn go_on(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn moves(game: &Othello, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    let Ok(()) = game.moves(position, &mut moves);
    moves
}

fn after(game: &Othello, position: &Position, mv: Move) -> Position {
    let mut child = *position;
    let Ok(()) = game.play(&mut child, mv);
    child
}

/// The score by the rules alone.
fn minimax(game: &Othello, position: &Position, known: &mut HashMap<(u64, u64), i32>) -> i32 {
    let key = (position.mover, position.other);
    if let Some(&score) = known.get(&key) {
        return score;
    }
    let Ok(outcome) = game.outcome(position);
    let score = if let Some(outcome) = outcome {
        let Ok(payoff) = game.payoff(position, outcome);
        if position.turn == Player::First { payoff } else { -payoff }
    } else {
        let children =
            moves(game, position).into_iter().map(|mv| -minimax(game, &after(game, position, mv), known));
        children.max().expect("a game that goes on has moves")
    };
    known.insert(key, score);
    score
}

/// Whether everything that a test says of a position is true.
fn assert_true(game: &Othello, position: &Position, score: i32, memory: &mut Memory) {
    let (least, largest) = game.score_range(position);
    assert!((least..=largest).contains(&score), "{score} in {least} to {largest}: {:?}", game.text(position));
    for bound in (-20..=20).map(|i| score + i * i * i / 40).chain([least, largest + 1]) {
        let result = game.test(position, bound, memory, &mut go_on).expect("nobody breaks it off");
        let truth = if result >= bound { score >= result } else { score <= result };
        assert!(truth, "{result} for bound {bound}, but the score is {score}: {:?}", game.text(position));
    }
}

/// A game from the start by some numbers, as long as there are more than N empty squares.
fn played(game: &Othello, choices: &[u8], empty: u32) -> Position {
    let mut position = game.start();
    for &choice in choices {
        let Ok(outcome) = game.outcome(&position);
        if outcome.is_some() || (game.squares & !(position.mover | position.other)).count_ones() <= empty {
            break;
        }
        let moves = moves(game, &position);
        position = after(game, &position, moves[usize::from(choice) % moves.len()]);
    }
    position
}

/// Any colouring of a board with at most N empty squares, and empty squares anywhere.
fn coloured(game: &Othello, black: u64, empty: &[u8]) -> Position {
    let empty = empty.iter().fold(0, |all, square| all | 1u64 << (square & 63));
    Position::new([game.squares & black & !empty, game.squares & !black & !empty], Player::First)
}

fn size() -> impl Strategy<Value = usize> {
    proptest::sample::select(vec![4, 6, 8])
}

fn choices() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 70)
}

#[test]
fn the_whole_game_on_four_by_four() {
    let game = Othello::new(4);
    let mut known = HashMap::new();
    assert_eq!(minimax(&game, &game.start(), &mut known), -10);
    assert_true(&game, &game.start(), -10, &mut Memory::new(1 << 20));
    let mut memory = Memory::new(0);
    for (&(mover, other), &score) in known.iter().take(3000) {
        assert_true(&game, &Position { mover, other, turn: Player::Second }, score, &mut memory);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn late_positions(size in size(), choices in choices(), empty in 0..9u32) {
        let game = Othello::new(size);
        let position = played(&game, &choices, empty);
        let score = minimax(&game, &position, &mut HashMap::new());
        assert_true(&game, &position, score, &mut Memory::new(0));
    }

    #[test]
    fn odd_colourings(size in size(), black: u64, empty in proptest::collection::vec(any::<u8>(), 0..9)) {
        let game = Othello::new(size);
        let position = coloured(&game, black, &empty);
        let score = minimax(&game, &position, &mut HashMap::new());
        assert_true(&game, &position, score, &mut Memory::new(0));
    }

    #[test]
    fn flips_are_those_of_the_rules(mover: u64, other: u64, square in 0..64u8) {
        let (mover, other) = (mover & !(1 << square), other & !(mover | 1 << square));
        let expected = board::flips(mover, other, 1 << square);
        prop_assert_eq!(flips(mover, other, square), expected);
        prop_assert_eq!(flips_if_near(mover, other, square), expected);
    }

    #[test]
    fn the_last_flips_are_those_of_the_rules(size in size(), mover: u64, square in 0..64u8) {
        let squares = board::squares(size);
        let square = square % size as u8 + 8 * (square / 8 % size as u8);
        let mover = mover & squares & !(1 << square);
        let expected = board::flips(mover, squares & !(mover | 1 << square), 1 << square).count_ones();
        prop_assert_eq!(last_flips(mover, square), expected as i32);
    }

    #[test]
    fn stable_discs_never_turn_over(size in size(), choices in choices(), more in choices(), empty in 0..30u32) {
        let game = Othello::new(size);
        let mut position = played(&game, &choices, empty);
        let colours = |position: &Position| position.discs().map(|discs| discs & game.squares);
        let begun = colours(&position);
        let firm = [stable(begun[0], begun[1], game.squares), stable(begun[1], begun[0], game.squares)];
        for choice in more {
            let Ok(None) = game.outcome(&position) else { break };
            let moves = moves(&game, &position);
            position = after(&game, &position, moves[usize::from(choice) % moves.len()]);
            let now = colours(&position);
            prop_assert_eq!([now[0] & firm[0], now[1] & firm[1]], firm);
        }
    }

    #[test]
    fn reflections_have_one_form(size in size(), choices in choices(), empty in 0..60u32) {
        let game = Othello::new(size);
        let position = played(&game, &choices, empty);
        let boards = [position.mover, position.other];
        let form = boards::canonical(boards, size, size);
        let turned = |discs: u64, to: &dyn Fn(usize, usize) -> (usize, usize)| {
            (0..64).filter(|i| discs >> i & 1 == 1).fold(0u64, |all, i| {
                let (row, column) = to(i / 8, i % 8);
                all | 1 << (8 * row + column)
            })
        };
        let last = size - 1;
        let ways: [&dyn Fn(usize, usize) -> (usize, usize); 4] = [
            &|row, column| (column, row),
            &|row, column| (last - row, column),
            &|row, column| (row, last - column),
            &|row, column| (column, last - row),
        ];
        for way in ways {
            let seen = boards.map(|discs| turned(discs, way));
            prop_assert_eq!(boards::canonical(seen, size, size), form);
            // What is done to a board can be undone: the form is one of the eight.
            prop_assert_eq!(form.map(u64::count_ones), boards.map(u64::count_ones));
            prop_assert_eq!(board::mobility(form[0], form[1], game.squares).count_ones(), game.mobility(&position).count_ones());
        }
    }
}

#[test]
fn discs_that_are_stable_are_found() {
    let all = board::squares(8);
    let cases = [
        // A corner, and a row from it.
        (0x0000_0000_0000_000f, 0, 0x0f),
        // Without the corner nothing is certain.
        (0x0000_0000_0000_000e, 0, 0),
        // A full board.
        (0x1234_5678_9abc_def0, !0x1234_5678_9abc_def0, 0x1234_5678_9abc_def0),
        // Two rows from a corner; the second ends one square earlier.
        (0x0000_0000_0000_070f, 0, 0x070f),
        (0x0000_0000_0000_0f0f, 0, 0x070f),
    ];
    for (mine, other, expected) in cases {
        assert_eq!(stable(mine, other, all), expected, "{mine:x} {other:x}");
    }
    assert_eq!(stable(0b10_0001, 0, board::squares(6)), 0b10_0001);
}

#[test]
fn boards_without_moves() {
    let game = Othello::new(8);
    let mut memory = Memory::new(0);
    for (text, score) in [("X".repeat(64), 64), ("-".repeat(64), 0), (format!("{}O", "-".repeat(63)), -64)] {
        let position = game.parse(&format!("{text} X")).unwrap();
        assert_eq!(game.score_range(&position), (score, score), "{text:?}");
        assert_true(&game, &position, score, &mut memory);
    }
}

#[test]
fn a_pass_is_played() {
    // White has no move, and black takes the last square and the last disc.
    let game = Othello::new(4);
    let position = game.parse("-OXXXXXXXXXXXXXX O").unwrap();
    assert_eq!(moves(&game, &position), [PASS]);
    assert_true(&game, &position, -16, &mut Memory::new(0));
}

#[test]
fn what_was_broken_off_does_no_harm() {
    let game = Othello::new(8);
    // Problem 21 of the Fédération Française d'Othello: a draw.
    let position = game.parse("OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX---- O").unwrap();
    let fresh = |bound| game.test(&position, bound, &mut Memory::new(1 << 20), &mut go_on).unwrap() >= bound;
    let (mut memory, mut limit) = (Memory::new(1 << 16), 0);
    for bound in -4..=4 {
        let result = loop {
            limit += 2 * STRIDE;
            let mut pause =
                |nodes| if nodes >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            if let Some(result) = game.test(&position, bound, &mut memory, &mut pause) {
                break result;
            }
        };
        assert_eq!(result >= bound, fresh(bound), "bound {bound}");
    }
}

#[test]
fn it_stops_soon_after_it_is_told_to() {
    let game = Othello::new(6);
    let mut memory = Memory::new(1 << 20);
    let mut asked = 0;
    let mut pause = |_| {
        asked += 1;
        if asked == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    assert_eq!(game.test(&game.start(), 0, &mut memory, &mut pause), None);
    assert_eq!(asked, 3);
    assert!(memory.nodes <= 10 * STRIDE, "{}", memory.nodes);
}
