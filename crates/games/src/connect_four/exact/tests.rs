use std::collections::HashMap;
use std::ops::ControlFlow;

use pnyx_game::{Notation, Player, Rules, Scored};
use proptest::prelude::*;

use super::*;

const SIZES: [(usize, usize); 5] = [(1, 4), (4, 1), (2, 5), (3, 4), (4, 4)];

fn go_on(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn test(game: &ConnectFour, position: &Position, bound: i32, memory: &mut Memory) -> i32 {
    game.test(position, bound, memory, &mut go_on).expect("nobody breaks it off")
}

/// The score by the rules alone.
fn minimax(game: &ConnectFour, position: &Position, known: &mut HashMap<(u64, u64), i32>) -> i32 {
    let key = (position.mover, position.taken);
    if let Some(&score) = known.get(&key) {
        return score;
    }
    let Ok(outcome) = game.outcome(position);
    let score = match outcome {
        Some(outcome) => {
            let Ok(payoff) = game.payoff(position, outcome);
            if position.turn() == Player::First { payoff } else { -payoff }
        }
        None => {
            let mut moves = Vec::new();
            let Ok(()) = game.moves(position, &mut moves);
            let children = moves.into_iter().map(|mv| {
                let mut child = *position;
                let Ok(()) = game.play(&mut child, mv);
                -minimax(game, &child, known)
            });
            children.max().expect("a game that goes on has moves")
        }
    };
    known.insert(key, score);
    score
}

/// The position after moves chosen by some numbers, at most N; moves that end the game only where all do.
fn played(game: &ConnectFour, choices: &[u8]) -> Position {
    let mut position = Position::START;
    for &choice in choices {
        let Ok(outcome) = game.outcome(&position);
        if outcome.is_some() {
            break;
        }
        let mut moves = Vec::new();
        let Ok(()) = game.moves(&position, &mut moves);
        let places = (0..moves.len()).map(|i| (usize::from(choice) + i) % moves.len());
        let children: Vec<Position> = places
            .map(|place| {
                let mut child = position;
                let Ok(()) = game.play(&mut child, moves[place]);
                child
            })
            .collect();
        let goes_on = |child: &&Position| game.outcome(child) == Ok(None);
        position = *children.iter().find(goes_on).unwrap_or(&children[0]);
    }
    position
}

/// Whether everything that a test says of a position is true.
fn assert_true(game: &ConnectFour, position: &Position, score: i32, memory: &mut Memory) {
    let (least, largest) = game.score_range(position);
    assert!((least..=largest).contains(&score), "{score} in {least} to {largest}: {:?}", game.text(position));
    for bound in (least - 2..=largest + 2).rev() {
        let result = test(game, position, bound, memory);
        let truth = if result >= bound { score >= result } else { score <= result };
        assert!(truth, "{result} for bound {bound}, but the score is {score}: {:?}", game.text(position));
    }
}

#[test]
fn small_boards_from_the_start() {
    for (rows, columns) in SIZES {
        let game = ConnectFour::new(rows, columns);
        let score = minimax(&game, &Position::START, &mut HashMap::new());
        assert_true(&game, &Position::START, score, &mut Memory::new(1 << 20));
    }
}

#[test]
fn five_columns_of_four_are_a_draw_and_five_by_five_too() {
    for (rows, columns) in [(4, 5), (5, 4), (5, 5)] {
        let game = ConnectFour::new(rows, columns);
        assert_true(&game, &Position::START, 0, &mut Memory::new(1 << 22));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn small_boards_and_late_positions(
        (rows, columns) in proptest::sample::select(vec![(4, 4), (2, 5), (5, 4), (4, 5), (6, 7), (9, 5), (6, 9), (7, 8), (3, 9)]),
        choices in proptest::collection::vec(any::<u8>(), 56),
        left in 0..13usize,
    ) {
        let game = ConnectFour::new(rows, columns);
        let position = played(&game, &choices[..(rows * columns).saturating_sub(left)]);
        let score = minimax(&game, &position, &mut HashMap::new());
        // A table of the least size, and the same memory for all bounds.
        assert_true(&game, &position, score, &mut Memory::new(0));
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10))]

    #[test]
    fn one_memory_serves_all_positions(choices in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 16), 20)) {
        let game = ConnectFour::new(4, 4);
        let (mut memory, mut known) = (Memory::new(0), HashMap::new());
        for choices in &choices {
            for length in [3, 9, 16] {
                let position = played(&game, &choices[..length]);
                let score = minimax(&game, &position, &mut known);
                assert_true(&game, &position, score, &mut memory);
            }
        }
    }
}

#[test]
fn what_was_broken_off_does_no_harm() {
    let game = ConnectFour::new(5, 6);
    let fresh: Vec<i32> = (-3..=3)
        .map(|bound| i32::from(test(&game, &Position::START, bound, &mut Memory::new(1 << 20)) >= bound))
        .collect();
    let mut memory = Memory::new(1 << 20);
    let mut limit = 0;
    for (bound, &expected) in (-3..=3).zip(&fresh) {
        let result = loop {
            limit += 3 * STRIDE;
            let begun = memory.nodes;
            let mut pause =
                |nodes| if nodes >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            let result = game.test(&Position::START, bound, &mut memory, &mut pause);
            assert!(memory.nodes - begun <= limit, "{bound:?}");
            if let Some(result) = result {
                break result;
            }
        };
        assert_eq!(i32::from(result >= bound), expected, "{bound:?}");
    }
}

#[test]
fn it_stops_soon_after_it_is_told_to() {
    let game = ConnectFour::new(6, 7);
    let mut memory = Memory::new(1 << 20);
    let mut asked = 0;
    let mut pause = |_| {
        asked += 1;
        if asked == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    assert_eq!(game.test(&Position::START, 1, &mut memory, &mut pause), None);
    assert_eq!(asked, 3);
    assert!(memory.nodes <= 4 * STRIDE, "{}", memory.nodes);
}

#[test]
fn the_score_belongs_to_the_player_on_move() {
    let game = ConnectFour::new(6, 7);
    let mut memory = Memory::new(1 << 20);
    // Three in the bottom row with both ends open: with either side on move, x wins, at once or after o's stone.
    for (columns, turn, score) in [("415262", Player::First, 18), ("31475", Player::Second, -18)] {
        let position = game.parse(columns).unwrap();
        assert_eq!(position.turn(), turn, "{columns:?}");
        assert_true(&game, &position, score, &mut memory);
    }
}
