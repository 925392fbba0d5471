use std::collections::BTreeMap;
use std::ops::ControlFlow;

use pnyx_game::{Evaluator, check_game, perft};
use proptest::prelude::*;

use super::*;
use crate::spec::aim;

const SIZES: [usize; 3] = [4, 6, 8];

fn go_on() -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn open(text: &str) -> (Othello, Position) {
    Othello::open(Some(text), &GameOptions::default()).unwrap()
}

fn options(size: &str) -> GameOptions {
    GameOptions::new(&SPEC, BTreeMap::from([("size".to_string(), size.to_string())])).unwrap()
}

fn moves(game: &Othello, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves).unwrap();
    moves
}

fn names(game: &Othello, position: &Position) -> Vec<String> {
    moves(game, position).into_iter().map(|mv| game.notation(position, mv).unwrap()).collect()
}

fn after(game: &Othello, position: &Position, mv: Move) -> Position {
    let mut next = *position;
    game.play(&mut next, mv).unwrap();
    next
}

/// The discs that a move turns over, found by walking from the square.
fn walked_flips(game: &Othello, position: &Position, square: usize) -> u64 {
    let size = game.size as isize;
    let owner = |row: isize, column: isize| {
        let inside = (0..size).contains(&row) && (0..size).contains(&column);
        inside.then(|| 1u64 << (8 * row + column))
    };
    let mut flips = 0;
    for (down, right) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
        let (mut row, mut column) = (square as isize / 8 + down, square as isize % 8 + right);
        let mut run = 0;
        while let Some(bit) = owner(row, column).filter(|bit| position.other & bit != 0) {
            run |= bit;
            (row, column) = (row + down, column + right);
        }
        if owner(row, column).is_some_and(|bit| position.mover & bit != 0) {
            flips |= run;
        }
    }
    flips
}

/// Boards of all sizes with any colouring.
fn any_position() -> impl Strategy<Value = (Othello, Position)> {
    // A half, a quarter or an eighth of the squares stays empty.
    (0..3usize, any::<[u64; 4]>(), any::<bool>(), 0..3u32).prop_map(|(size, [a, b, c, d], first, fill)| {
        let game = Othello::new(SIZES[size]);
        let taken = match fill {
            0 => a,
            1 => a | b,
            _ => a | b | c,
        } & game.squares;
        let turn = if first { Player::First } else { Player::Second };
        (game, Position::new([taken & d, taken & !d], turn))
    })
}

#[test]
fn perft_of_three_boards() {
    // The first row is published; the others were counted by two independent sets of rules.
    for (size, known) in [
        (8, vec![1, 4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288]),
        (6, vec![1, 4, 12, 56, 244, 1364, 7604]),
        (4, vec![1, 4, 12, 44, 128, 424, 1256, 3624, 9116]),
    ] {
        let game = Othello::new(size);
        for (depth, known) in known.into_iter().enumerate() {
            assert_eq!(
                perft(&game, &game.start(), depth as u32, &mut go_on),
                Ok(Some(known)),
                "{size} {depth}"
            );
        }
    }
}

/// Sequences of `depth` moves together with shorter ones that end the game.
fn count_with_ended(game: &Othello, position: &Position, depth: u32) -> u64 {
    match game.evaluate(position, &mut Vec::new()).unwrap() {
        (Some(_), _) => 1,
        (None, replies) if depth == 1 => u64::from(replies),
        _ => moves(game, position)
            .into_iter()
            .map(|mv| count_with_ended(game, &after(game, position, mv), depth - 1))
            .sum(),
    }
}

#[test]
fn the_small_board_has_sixty_thousand_and_sixty_games() {
    let game = Othello::new(4);
    assert_eq!(count_with_ended(&game, &game.start(), 100), 60_060);
}

#[test]
fn keeps_the_contract() {
    for size in SIZES {
        let game = Othello::new(size);
        check_game(&game, &game.start(), 30, 150, size as u64, &mut go_on).unwrap();
        let aimed = aim(&game, "score 2", Player::Second).unwrap().unwrap();
        check_game(&aimed, &game.start(), 10, 150, 1, &mut go_on).unwrap();
    }
    for text in ["X--------------- O", "---------------- X", "XO-------------- X", "OX-------------- X"] {
        let (game, position) = open(text);
        check_game(&game, &position, 5, 20, 1, &mut go_on).unwrap();
    }
}

#[test]
fn the_start_is_the_usual_one() {
    let game = Othello::new(8);
    assert_eq!(game.text(&game.start()).unwrap(), SPEC.start);
    assert_eq!(names(&game, &game.start()), ["d3", "c4", "f5", "e6"]);
    let small = Othello::new(4);
    assert_eq!(small.text(&small.start()).unwrap(), "-----OX--XO----- X");
    assert_eq!(Othello::open(None, &options("6")).unwrap().1, Othello::new(6).start());
    let next = after(&game, &game.start(), moves(&game, &game.start())[0]);
    assert_eq!(
        game.text(&next).unwrap(),
        "-------------------X-------XX------XO--------------------------- O"
    );
}

#[test]
fn a_player_without_a_move_passes_only_if_the_opponent_can_move() {
    // Black has no run of white discs to enclose; white takes b1 by playing c1.
    let (game, position) = open("OX-------------- X");
    assert_eq!(names(&game, &position), ["pass"]);
    assert_eq!(game.evaluate(&position, &mut Vec::new()), Ok((None, 1)));
    let next = after(&game, &position, PASS);
    assert_eq!(game.text(&next).unwrap(), "OX-------------- O");
    assert_eq!(names(&game, &next), ["c1"]);
    let end = after(&game, &next, moves(&game, &next)[0]);
    assert_eq!(game.text(&end).unwrap(), "OOO------------- X");
    assert_eq!(game.outcome(&end), Ok(Some(Outcome::Win(Player::Second))));
    assert_eq!(game.score(&end, Player::Second), 16);
}

#[test]
fn empty_squares_score_for_the_winner_and_for_nobody_in_a_draw() {
    for (text, black) in [
        ("XXX-------------  O", 16),
        ("OO-------------- O", -16),
        ("X--------------O X", 0),
        ("---------------- X", 0),
        ("XXXXXXXXXOOOOOOO O", 2),
    ] {
        let (game, position) = open(text);
        let outcome = match black {
            0 => Outcome::Draw,
            1.. => Outcome::Win(Player::First),
            _ => Outcome::Win(Player::Second),
        };
        assert_eq!(game.outcome(&position), Ok(Some(outcome)), "{text}");
        assert_eq!(game.score(&position, Player::First), black, "{text}");
        assert_eq!(game.score(&position, Player::Second), -black, "{text}");
        for (prover, sign) in [(Player::First, 1), (Player::Second, -1)] {
            for least in -16..=16 {
                let aimed = aim(&game, &format!("score {least}"), prover).unwrap().unwrap();
                let winner = if sign * black >= least { prover } else { prover.opponent() };
                assert_eq!(aimed.outcome(&position), Ok(Some(Outcome::Win(winner))), "{text} {least}");
            }
        }
    }
}

#[test]
fn goals_name_their_range() {
    for (size, most) in [(4, 16), (6, 36), (8, 64)] {
        let game = Othello::new(size);
        for goal in [format!("score {most}"), format!("score -{most}"), "score 0".into()] {
            assert!(aim(&game, &goal, Player::First).unwrap().is_some(), "{goal}");
        }
        for goal in
            ["score", "score ", "score N", "score +2", "score 02", "score -0", "score 1 2", "score  2"]
        {
            assert!(aim(&game, goal, Player::First).is_err(), "{goal}");
        }
        let error = aim(&game, &format!("score {}", most + 1), Player::First).unwrap_err().to_string();
        assert!(error.contains(&format!("from -{most} to {most}")), "{error}");
        for goal in ["win", "mate", "scores 2", "score-2", " score 2", ""] {
            assert!(aim(&game, goal, Player::First).unwrap().is_none(), "{goal}");
        }
    }
}

/// The score of the player on move under best play, by alpha-beta over everything.
fn solve(game: &Othello, position: &Position, mut alpha: i32, beta: i32) -> i32 {
    if game.outcome(position).unwrap().is_some() {
        return game.score(position, position.turn);
    }
    for mv in moves(game, position) {
        alpha = alpha.max(-solve(game, &after(game, position, mv), -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Whether the player on move can win by the game's own outcomes.
fn wins(game: &Othello, position: &Position) -> bool {
    match game.outcome(position).unwrap() {
        Some(outcome) => outcome == Outcome::Win(position.turn),
        None => moves(game, position).into_iter().any(|mv| {
            let next = after(game, position, mv);
            !wins(game, &next)
        }),
    }
}

#[test]
fn the_second_player_wins_the_small_board_by_ten() {
    let game = Othello::new(4);
    assert_eq!(solve(&game, &game.start(), -16, 16), -10);
    for (goal, reached) in [("score -10", true), ("score -9", false), ("score -16", true)] {
        let aimed = aim(&game, goal, Player::First).unwrap().unwrap();
        assert_eq!(wins(&aimed, &game.start()), reached, "{goal}");
    }
}

#[test]
fn a_known_endgame_has_its_scores() {
    // Problem 20 of the Fédération Française d'Othello, with the score of every move.
    let (game, position) = open("XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X");
    let mut scores: Vec<_> = moves(&game, &position)
        .into_iter()
        .map(|mv| {
            (game.notation(&position, mv).unwrap(), -solve(&game, &after(&game, &position, mv), -64, 64))
        })
        .collect();
    scores.sort();
    let known = [("f6", -4), ("g6", -2), ("h5", 6), ("h6", -10)].map(|(mv, score)| (mv.to_string(), score));
    assert_eq!(scores, known);
}

#[test]
fn bad_positions_are_refused_with_their_column() {
    let start = SPEC.start;
    let cut = &start[1..];
    for (text, reason) in [
        ("".to_string(), "not 0"),
        ("X".into(), "16, 36 or 64 squares, not 1 (before column 2)"),
        (cut.into(), "not 63"),
        (format!("-{start}"), "not 65"),
        (start[..64].into(), "the side to move (column 65) must be X or O, not ''"),
        (start.replace(" X", " ?"), "(column 66) must be X or O, not '?'"),
        (start.replace(" X", "   X X"), "(column 68) must be X or O, not 'X X'"),
        (start.replacen("--", "-*", 1), "'*' (column 2)"),
        (format!("  {}", start.replacen("--", "-*", 1)), "'*' (column 4)"),
        (start.replacen("--", "-é", 1), "'é' (column 2)"),
    ] {
        let error = Othello::open(Some(&text), &GameOptions::default()).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
        assert!(Othello::new(8).parse(&text).is_err(), "{text}");
    }
    for (text, size, reason) in
        [(Some(start), "6", "option size is 6"), (None, "5", "'5'"), (None, "08", "'08'")]
    {
        let error = Othello::open(text, &options(size)).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    assert!(Othello::open(Some(start), &options("8")).is_ok());
    let error = Othello::new(6).parse(start).unwrap_err().to_string();
    assert!(error.contains("6 rows and columns, not 8"), "{error}");
}

#[test]
fn blanks_dots_and_small_letters_are_read() {
    let game = Othello::new(4);
    assert_eq!(game.parse("\t.....ox..xo.....   x\n"), Ok(game.start()));
}

#[test]
fn an_evaluation_knows_corners_moves_and_late_discs() {
    let value = |text: &str| {
        let (game, position) = open(text);
        OthelloEvaluator.value(&game, &position).unwrap()
    };
    assert_eq!(value(SPEC.start), 0);
    assert_eq!(value("X--------------- X"), 40);
    assert_eq!(value("--X-O----------- X"), 0);
    // Black can go to d1, white to a1.
    assert_eq!(value("-XO------------- X"), 0);
    // Black can go to c1, c2 and c3.
    assert_eq!(value("XO--XO---------- X"), 40 + 4 * 3);
    // One square is left, and a disc weighs two; no one has a move.
    assert_eq!(value("XXXXXXXXXXXX-XXX X"), 3 * 40 + 2 * 15);
}

proptest! {
    #[test]
    fn flips_and_moves_are_those_found_by_walking((game, position) in any_position()) {
        let mut found = Vec::new();
        for square in (0..64).filter(|s| game.squares & !(position.mover | position.other) & 1 << s != 0) {
            let flips = walked_flips(&game, &position, square);
            prop_assert_eq!(board::flips(position.mover, position.other, 1 << square), flips);
            if flips != 0 {
                found.push(square as Move);
            }
        }
        let can_move = !found.is_empty();
        let expected = if can_move { found } else { vec![PASS] };
        prop_assert_eq!(moves(&game, &position), expected);
        if !can_move {
            let passed = after(&game, &position, PASS);
            let over = moves(&game, &passed) == [PASS];
            prop_assert_eq!(game.outcome(&position).unwrap().is_some(), over);
        }
    }

    #[test]
    fn any_colouring_keeps_the_contract((game, position) in any_position()) {
        prop_assert_eq!(check_game(&game, &position, 1, 10, 1, &mut go_on).map(|_| ()), Ok(()));
    }

    #[test]
    fn moves_sorted_cheaply_are_sorted_by_notation((game, position) in any_position()) {
        let mut sorted = Vec::new();
        game.moves_by_notation(&position, &mut sorted).unwrap();
        let mut texts = names(&game, &position);
        texts.sort();
        let got: Vec<_> = sorted.into_iter().map(|mv| game.notation(&position, mv).unwrap()).collect();
        prop_assert_eq!(got, texts);
    }

    #[test]
    fn evaluations_keep_their_range_and_change_sign_with_the_colours((game, position) in any_position()) {
        let value = OthelloEvaluator.value(&game, &position).unwrap();
        let most = OthelloEvaluator.largest(&game);
        prop_assert!(value.abs() <= most);
        // The same discs for the player on move, who is now the other one.
        let swapped = Position { turn: position.turn.opponent(), ..position };
        prop_assert_eq!(OthelloEvaluator.value(&game, &swapped), Ok(-value));
        prop_assert_eq!(game.score(&swapped, Player::First), -game.score(&position, Player::First));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*", board in "[XO.xo-]{16}([XO.xo-]{20})?[ \t]{1,2}[xXoO-]") {
        for text in [text, board] {
            if let Ok((game, position)) = Othello::open(Some(&text), &GameOptions::default()) {
                let written = game.text(&position).unwrap();
                prop_assert_eq!(game.parse(&written), Ok(position));
            }
        }
    }
}
