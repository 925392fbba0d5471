use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

use pnyx_game::{Evaluator, check_game, perft};
use proptest::prelude::*;

use super::*;
use crate::spec::aim;

const SIZES: [(usize, usize); 9] = [(6, 7), (1, 4), (1, 9), (9, 1), (2, 4), (4, 4), (7, 8), (8, 7), (9, 6)];

fn read(text: &str) -> (ConnectFour, Position) {
    open(Some(text), &GameOptions::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(text: &str, given: &[(&str, &str)]) -> String {
    let given: BTreeMap<_, _> = given.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let options = GameOptions::new(&SPEC, given).unwrap();
    let text = if text == "start" { None } else { Some(text) };
    open(text, &options).expect_err("this should be refused").to_string()
}

/// Squares by column and row, counted from the bottom; `None` outside.
fn bit(game: &ConnectFour, column: i32, row: i32) -> Option<u64> {
    let inside = (0..game.columns as i32).contains(&column) && (0..game.rows as i32).contains(&row);
    inside.then(|| 1 << (column as u32 * (game.rows + 1) + row as u32))
}

fn squares(game: &ConnectFour) -> impl Iterator<Item = (i32, i32)> {
    let (rows, columns) = (game.rows as i32, game.columns as i32);
    (0..columns).flat_map(move |column| (0..rows).map(move |row| (column, row)))
}

/// Every four squares in a row, found by walking over the board.
fn lines(game: &ConnectFour) -> Vec<u64> {
    let walk = |(column, row): (i32, i32), (right, up): (i32, i32)| {
        (0..4).map(|i| bit(game, column + i * right, row + i * up)).sum::<Option<u64>>()
    };
    squares(game)
        .flat_map(|from| [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().filter_map(move |way| walk(from, way)))
        .collect()
}

/// Positions of random games, the final ones included.
fn random_positions(game: &ConnectFour, games: u32) -> Vec<Position> {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut met = Vec::new();
    for _ in 0..games {
        let mut position = Position::START;
        loop {
            met.push(position);
            if game.outcome(&position).unwrap().is_some() {
                break;
            }
            let mut moves = Vec::new();
            game.moves(&position, &mut moves).unwrap();
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            game.play(&mut position, moves[(random >> 33) as usize % moves.len()]).unwrap();
        }
    }
    met
}

#[test]
fn perft_from_the_empty_board() {
    let game = ConnectFour::new(6, 7);
    let known = [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];
    for (depth, known) in known.into_iter().enumerate() {
        let count = perft(&game, &Position::START, depth as u32, &mut || ControlFlow::Continue(()));
        assert_eq!(count, Ok(Some(known)), "depth {depth}");
    }
}

/// The On-Line Encyclopedia of Integer Sequences, A212693.
#[test]
fn as_many_positions_after_each_ply_as_published_and_each_with_its_own_key() {
    let game = ConnectFour::new(6, 7);
    let mut layer = HashMap::from([(game.key(&Position::START).unwrap(), Position::START)]);
    for known in [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275] {
        assert_eq!(layer.len(), known, "{known:?}");
        let mut next = HashMap::new();
        for position in layer.into_values() {
            if game.outcome(&position).unwrap().is_some() {
                continue;
            }
            let mut moves = Vec::new();
            game.moves(&position, &mut moves).unwrap();
            for mv in moves {
                let mut child = position;
                game.play(&mut child, mv).unwrap();
                let known = *next.entry(game.key(&child).unwrap()).or_insert(child);
                assert_eq!(known, child, "two positions share a key: {known:?}, {position:?}, {mv:?}");
            }
        }
        layer = next;
    }
}

#[test]
fn keeps_the_contract() {
    for (rows, columns) in SIZES {
        let game = ConnectFour::new(rows, columns);
        let aimed = aim(&game, "score 0", Player::Second).unwrap().unwrap();
        for game in [game, aimed] {
            check_game(&game, &Position::START, 40, 70, 1, &mut || ControlFlow::Continue(())).unwrap();
        }
    }
    for text in ["44444", "1122334", "2252576253462244111563365343671351441", "...O/XXXO/OXOX o"] {
        let (game, position) = read(text);
        check_game(&game, &position, 20, 70, 1, &mut || ControlFlow::Continue(())).unwrap();
    }
}

#[test]
fn fours_are_those_that_walking_over_the_board_finds() {
    for (rows, columns) in SIZES {
        let game = ConnectFour::new(rows, columns);
        let lines = lines(&game);
        assert!(lines.iter().all(|line| game.has_four(*line)), "{rows:?}, {columns:?}");
        let mut random = 1_u64;
        for _ in 0..20_000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let stones = (random ^ random >> 31) & game.board;
            let found = lines.iter().any(|line| stones & line == *line);
            assert_eq!(game.has_four(stones), found, "{rows} x {columns}: {stones:b}");
        }
    }
    assert_eq!(lines(&ConnectFour::new(6, 7)).len(), 69);
}

#[test]
fn outcomes() {
    let (x, o) = (Some(Outcome::Win(Player::First)), Some(Outcome::Win(Player::Second)));
    for (text, outcome) in [
        ("1212121", x),
        ("1122334", x),
        ("12234334544", x),
        ("76654554344", x),
        ("21217171", o),
        ("..../..../OOO./XXX. x", None),
        ("..../OOO./XXXX o", x),
        ("OOO.OOO/XXXXXXX o", x),
        ("X.../XX.X/OOOO x", o),
        ("XXO/OOX/XXO/OXO x", Some(Outcome::Draw)),
        ("XXOXO o", Some(Outcome::Draw)),
    ] {
        let (game, position) = read(text);
        assert_eq!(game.outcome(&position), Ok(outcome), "{text}");
    }
}

#[test]
fn columns_played_and_drawn_boards_are_the_same_positions() {
    let drawn = "......./......./......./...X.../...OX../...XO.. o";
    let (game, position) = read("44455");
    assert_eq!(game.text(&position).unwrap(), drawn);
    assert_eq!(position, read(drawn).1);
    assert_eq!(position, read(" \t44455\n").1);
    assert_eq!(position, read("  -------/-------/-------/---x---/---ox--/---xo--   O ").1);
    let options = GameOptions::new(&SPEC, BTreeMap::from([("columns".into(), "9".into())])).unwrap();
    let (wide, position) = open(Some("99"), &options).unwrap();
    assert_eq!(
        wide.text(&position).unwrap(),
        "........./........./........./........./........O/........X x"
    );
    assert_eq!(SPEC.start, game.text(&Position::START).unwrap());
}

#[test]
fn refused_columns_are_named() {
    for (text, reasons) in [
        ("0", ["'0' (column 1)", "1 to 7"]),
        ("  4481", ["'8' (column 5)", "1 to 7"]),
        ("44x", ["'x' (column 3)", "1 to 7"]),
        ("44 455", ["' ' (column 3)", "1 to 7"]),
        ("4444444", ["'4' (column 7)", "full"]),
        ("12121213", ["'3' (column 8)", "X has won"]),
        ("712131416", ["'6' (column 9)", "O has won"]),
    ] {
        let error = refusal(text, &[]);
        assert!(reasons.iter().all(|reason| error.contains(reason)), "{error}");
    }
    assert!(
        refusal("14", &[("columns", "3")])
            .contains("'4' (column 2) is not one of the columns of the board, 1 to 3")
    );
}

#[test]
fn refused_boards_have_every_reason() {
    for (text, reasons) in [
        ("", &["0 columns"][..]),
        (" ", &["0 columns"]),
        ("x", &["1 rows and 1 columns", "no room for four"]),
        (".../.../... x", &["3 rows and 3 columns", "no room for four"]),
        (".... x moves", &["'x moves'"]),
        ("..../....", &["side to move", "''"]),
        ("..../.... z", &["'z'"]),
        ("..../.... x x", &["'x x'"]),
        ("..../...?/.... x", &["'?' (column 9)"]),
        ("  ..../...?/.... x", &["'?' (column 11)"]),
        ("..../.../.... x", &["row 2 ends after 3 squares, not 4", "(column 9)"]),
        ("..../...../.... x", &["too many squares (column 10)"]),
        ("..../..../... x", &["3 rows of 4"]),
        ("........../.......... x", &["10 columns"]),
        ("./././././././././. x", &["10 rows"]),
        (
            "........./........./........./........./........./........./......... x",
            &["7 rows", "at most 64"],
        ),
        ("XO../.... x", &["column 1, row 2 from the bottom, floats", "column 2, row 2"]),
        ("X.../.... x", &["column 1, row 2", "as many X as O, not 1 X and 0 O"]),
        ("..../.... o", &["one X more than O, not 0 X and 0 O"]),
        ("..../XO.. o", &["one X more than O, not 1 X and 1 O"]),
        ("OOOO/XXXX x", &["both sides have four"]),
        ("..../..../XXXX/OOO. x", &["X has four in a row and is still to move", "not 4 X and 3 O"]),
        ("X.../XX../XXXX/OOOO o", &["both sides have four", "not 7 X and 4 O"]),
        ("O......./OOO.OOO./XXXXXXXX o", &["X has several fours", "no last stone"]),
    ] {
        let error = refusal(text, &[]);
        assert!(reasons.iter().all(|reason| error.contains(reason)), "{text}: {error}");
    }
}

#[test]
fn refused_options_say_what_there_is() {
    assert!(refusal("start", &[("rows", "0")]).contains("1 to 9"));
    assert!(refusal("start", &[("columns", "10")]).contains("1 to 9"));
    assert!(refusal("start", &[("rows", "9")]).contains("9 rows and 7 columns is too large"));
    assert!(refusal("start", &[("rows", "3"), ("columns", "2")]).contains("no room for four"));
    assert!(refusal("44", &[("columns", "9"), ("rows", "7")]).contains("at most 64"));
    assert!(refusal("..../.... x", &[("columns", "7")]).contains("columns is 7, but the position has 4"));
    assert!(refusal("..../.... x", &[("rows", "3")]).contains("rows is 3, but the position has 2"));
}

#[test]
fn scores_are_the_stones_the_winner_had_left() {
    // X wins with the fourth of 21 stones: that one and 17 more were left.
    for (text, prover, score) in [
        ("1212121", Player::First, 18),
        ("1212121", Player::Second, -18),
        ("21217171", Player::Second, 18),
        ("21217171", Player::First, -18),
        ("XXO/OOX/XXO/OXO x", Player::First, 0),
    ] {
        let (game, position) = read(text);
        let most = game.board.count_ones() as i32 / 2;
        for least in -most..=most {
            let aimed = aim(&game, &format!("score {least}"), prover).unwrap().unwrap();
            let winner = if score >= least { prover } else { prover.opponent() };
            assert_eq!(aimed.outcome(&position), Ok(Some(Outcome::Win(winner))), "{text}, score {least}");
        }
    }
    let game = ConnectFour::new(6, 7);
    for goal in ["mate", "score1"] {
        assert!(aim(&game, goal, Player::First).unwrap().is_none(), "{goal:?}");
    }
    for goal in ["score", "score ", "score N", "score +1", "score 01", "score -0", "score 22", "score  1"] {
        let error = aim(&game, goal, Player::First).unwrap_err().to_string();
        assert!(error.contains("-21 to 21") && error.contains(goal), "{error}");
    }
}

#[test]
fn values_stay_in_range_and_change_sign_with_the_colours() {
    for (rows, columns) in SIZES {
        let game = ConnectFour::new(rows, columns);
        for position in random_positions(&game, 50) {
            let value = Threats.value(&game, &position).unwrap();
            assert!(value.abs() <= Threats.largest(&game), "{rows:?}, {columns:?}, {position:?}");
            let swapped = Position { mover: position.mover ^ position.taken, ..position };
            assert_eq!(Threats.value(&game, &swapped), Ok(-value), "{rows:?}, {columns:?}, {position:?}");
        }
    }
}

#[test]
fn values_are_those_that_walking_over_the_board_gives() {
    for (rows, columns) in SIZES {
        let game = ConnectFour::new(rows, columns);
        let lines = lines(&game);
        let count = |own: u64, other: u64| {
            let completes = |square: &u64| {
                (own | other) & square == 0
                    && lines.iter().any(|l| l & square != 0 && l & !(own | square) == 0)
            };
            let threats =
                squares(&game).filter_map(|(c, r)| bit(&game, c, r)).filter(completes).count() as u32;
            let open = lines.iter().filter(|line| **line & other == 0);
            16 * threats + open.map(|line| (line & own).count_ones()).sum::<u32>()
        };
        for position in random_positions(&game, 20) {
            let [x, o] = position.stones();
            let slow = count(x, o) as i32 - count(o, x) as i32;
            assert_eq!(Threats.value(&game, &position), Ok(slow), "{}", game.text(&position).unwrap());
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*", board in "[XO./ xo-]{0,40}", columns in " ?[1-8]{1,50}") {
        for text in [text, board, columns] {
            if let Ok((game, position)) = open(Some(&text), &GameOptions::default()) {
                let written = game.text(&position).unwrap();
                prop_assert_eq!(game.parse(&written), Ok(position));
            }
        }
    }
}
