//! Positions of all games as bytes, and the images of boards, turned and reflected in their texts.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use pnyx_game::{Game, Notation, Packed, Random, Rules};
use pnyx_games::{SPECS, for_built_in, open, tic_tac_toe};
use proptest::prelude::*;

mod chess;

/// Positions of random games.
fn random_positions<G: Game<Error: Debug>>(
    game: &G,
    start: &G::Position,
    games: u32,
    plies: u32,
) -> Vec<G::Position> {
    let mut random = Random(7);
    let mut met = Vec::new();
    for _ in 0..games {
        let mut position = start.clone();
        for _ in 0..=plies {
            met.push(position.clone());
            if game.outcome(&position).unwrap().is_some() {
                break;
            }
            let mut moves = Vec::new();
            game.moves(&position, &mut moves).unwrap();
            game.play(&mut position, moves[random.below(moves.len())]).unwrap();
        }
    }
    met
}

/// A board as people write it, digits for empty squares and strokes between rows or not, and what follows it.
struct Drawn<'a> {
    rows: Vec<Vec<char>>,
    rest: &'a str,
}

impl Drawn<'_> {
    fn read(text: &str, columns: usize) -> Drawn<'_> {
        let (board, rest) = text.split_at(text.find(' ').unwrap());
        let mut squares = Vec::new();
        for symbol in board.chars().filter(|&symbol| symbol != '/') {
            match symbol.to_digit(10) {
                Some(empty) => squares.extend((0..empty).map(|_| '.')),
                None => squares.push(symbol),
            }
        }
        Drawn { rows: squares.chunks(columns).map(<[char]>::to_vec).collect(), rest }
    }

    /// Columns from right to left, rows from the last to the first, rows for columns: each or not.
    fn image(&self, [mirrored, upside_down, transposed]: [bool; 3]) -> Vec<Vec<char>> {
        let mut rows = self.rows.clone();
        if mirrored {
            rows.iter_mut().for_each(|row| row.reverse());
        }
        if upside_down {
            rows.reverse();
        }
        if transposed {
            rows = (0..rows[0].len()).map(|column| rows.iter().map(|row| row[column]).collect()).collect();
        }
        rows
    }
}

/// The eight ways, or the first two or four of them.
const WAYS: [[bool; 3]; 8] = [
    [false, false, false],
    [true, false, false],
    [false, true, false],
    [true, true, false],
    [false, false, true],
    [true, false, true],
    [false, true, true],
    [true, true, true],
];

/// All images of a position have one representative, which is one of them.
fn assert_one_representative<G: Game<Error: Debug>>(game: &G, images: &[G::Position]) {
    let text = |position: &G::Position| game.identity(position).unwrap();
    let canonical = game.canonical(&images[0]).unwrap();
    for image in images {
        let other = game.canonical(image).unwrap();
        assert_eq!(text(&other), text(&canonical), "of {}", text(image));
    }
    let found = images.contains(&canonical);
    assert!(found, "'{}' is no image of '{}'", text(&canonical), text(&images[0]));
}

/// The same for positions of random games, drawn with this between the rows.
fn check_images(
    name: &str,
    options: &[(&str, &str)],
    text: Option<&str>,
    columns: usize,
    ways: usize,
    between: &str,
) {
    let options = options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    for_built_in!(open(name, text, options).unwrap(), |game, start| {
        for position in random_positions(&game, &start, 12, 120) {
            let text = game.text(&position).unwrap();
            let drawn = Drawn::read(&text, columns);
            let images: Vec<_> = WAYS[..ways]
                .iter()
                .map(|&way| {
                    let rows: Vec<String> = drawn.image(way).iter().map(|row| row.iter().collect()).collect();
                    game.parse(&(rows.join(between) + drawn.rest)).unwrap()
                })
                .collect();
            assert_one_representative(&game, &images);
        }
    });
}

#[test]
fn all_images_of_a_board_have_one_representative() {
    for size in ["3", "4", "5", "8"] {
        let options = [("rows", size), ("columns", size), ("k", "3")];
        check_images("tic-tac-toe", &options, None, size.parse().unwrap(), 8, "/");
    }
    for (rows, columns) in [("4", "5"), ("2", "7"), ("8", "3"), ("1", "6")] {
        let options = [("rows", rows), ("columns", columns), ("k", "4")];
        check_images("tic-tac-toe", &options, None, columns.parse().unwrap(), 4, "/");
    }
    for size in ["4", "6", "8"] {
        check_images("othello", &[("size", size)], None, size.parse().unwrap(), 8, "");
    }
    for (rows, columns) in [("6", "7"), ("4", "4"), ("5", "5"), ("1", "9"), ("9", "6"), ("7", "8")] {
        let options = [("rows", rows), ("columns", columns)];
        check_images("connect-four", &options, None, columns.parse().unwrap(), 2, "/");
    }
    check_images("lines-of-action", &[], None, 8, 8, "/");
    check_images("lines-of-action", &[], Some("2x3o1/8/1o2x3/4o3/x5x1/3o4/1x3o2/8 w"), 8, 8, "/");
}

/// 5,478 positions, and 765 if symmetric ones count once (Schaefer, https://www.mathrec.org/old/2002jan/solutions.html).
#[test]
fn tic_tac_toe_has_as_many_positions_as_are_known() {
    let game = tic_tac_toe::TicTacToe::new(3, 3, 3);
    for (symmetric, known) in [(false, 5478), (true, 765)] {
        let mut met = BTreeSet::new();
        let mut waiting = vec![game.parse(".../.../... x").unwrap()];
        while let Some(position) = waiting.pop() {
            let mut bytes = Vec::new();
            let Ok(()) = if symmetric {
                game.pack_canonical(&position, &mut bytes)
            } else {
                game.pack(&position, &mut bytes)
            };
            if met.insert(bytes) && game.outcome(&position).unwrap().is_none() {
                let mut moves = Vec::new();
                game.moves(&position, &mut moves).unwrap();
                waiting.extend(moves.into_iter().map(|mv| {
                    let mut next = position.clone();
                    game.play(&mut next, mv).unwrap();
                    next
                }));
            }
        }
        assert_eq!(met.len(), known, "symmetric: {symmetric}");
    }
}

/// The most bytes of a position in random games.
#[test]
fn positions_are_as_short_as_they_are_said_to_be() {
    for (name, options, known) in [
        ("tic-tac-toe", "", 2),
        ("tic-tac-toe", "rows=5 columns=5 k=4", 5),
        ("tic-tac-toe", "rows=8 columns=8 k=5", 13),
        ("connect-four", "", 7),
        ("connect-four", "rows=5 columns=5", 4),
        ("othello", "size=4", 4),
        ("othello", "size=6", 8),
        ("othello", "", 13),
        ("lines-of-action", "", 13),
        ("checkers", "", 11),
        ("chess", "", 24),
        ("graph", "", 3),
    ] {
        let options = options.split_whitespace().filter_map(|option| option.split_once('='));
        let options = options.map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let most = for_built_in!(open(name, None, options).unwrap(), |game, start| {
            let lengths = random_positions(&game, &start, 5, 100).into_iter().map(|position| {
                let mut bytes = Vec::new();
                game.pack(&position, &mut bytes).unwrap();
                bytes.len()
            });
            lengths.max()
        });
        assert_eq!(most, Some(known), "{name}");
    }
}

/// Bytes are a position's own, or refused.
fn check_any<G: Game<Error: Debug>>(game: &G, bytes: &[u8]) {
    if let Ok(position) = game.unpack(bytes) {
        let mut again = Vec::new();
        game.pack(&position, &mut again).unwrap();
        assert!(bytes.starts_with(&again) && bytes[again.len()..].iter().all(|&byte| byte == 0), "{bytes:?}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_those_of_one_position_or_none(bytes: Vec<u8>, flips: Vec<(u8, u8)>) {
        for spec in SPECS {
            for_built_in!(open(spec.name, None, BTreeMap::new()).unwrap(), |game, start| {
                check_any(&game, &bytes);
                let mut spoilt = Vec::new();
                game.pack(&start, &mut spoilt).unwrap();
                for (at, flip) in &flips {
                    let at = usize::from(*at) % spoilt.len();
                    spoilt[at] ^= flip;
                    check_any(&game, &spoilt);
                }
            });
        }
    }
}
