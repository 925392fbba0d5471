//! The images of chess positions, and what their bytes hold.

use std::collections::BTreeSet;
use std::convert::Infallible;

use pnyx_game::{Game, Goal, Goals, Notation, Packed, Player};
use pnyx_games::chess::{Attack, Chess, ChessRules, Composed, Excluded, Region};

use super::{assert_one_representative, random_positions};

/// A FEN with its board turned or reflected: files, ranks, and files for ranks.
fn image(fen: &str, [files, ranks, diagonal]: [bool; 3]) -> String {
    let mut fields: Vec<String> = fen.split(' ').map(String::from).collect();
    let mut board = vec![vec!['1'; 8]; 8];
    for (row, line) in fields[0].split('/').enumerate() {
        let mut column = 0;
        for symbol in line.chars() {
            if let Some(empty) = symbol.to_digit(10) {
                column += empty as usize;
                continue;
            }
            let (mut to_row, mut to_column) = (row, column);
            to_column = if files { 7 - to_column } else { to_column };
            to_row = if ranks { 7 - to_row } else { to_row };
            (to_row, to_column) = if diagonal { (7 - to_column, 7 - to_row) } else { (to_row, to_column) };
            board[to_row][to_column] = symbol;
            column += 1;
        }
    }
    let lines: Vec<String> = board.into_iter().map(String::from_iter).collect();
    fields[0] = lines.join("/");
    for ones in (2..=8).rev() {
        fields[0] = fields[0].replace(&"1".repeat(ones), &ones.to_string());
    }
    if files && fields[3] != "-" {
        let file = (b'a' + b'h' - fields[3].as_bytes()[0]) as char;
        fields[3].replace_range(..1, &file.to_string());
    }
    fields.join(" ")
}

/// Positions of random games have one representative with their images: eight without pawns, else two.
fn check_images<G: Game<Error = Infallible>>(game: &G, fen: &str) {
    for position in random_positions(game, &game.parse(fen).unwrap(), 10, 60) {
        let text = game.text(&position).unwrap();
        let board = text.split(' ').next().unwrap();
        let ways = if board.contains(['p', 'P']) { 2 } else { 8 };
        let images = (0..ways).map(|way| image(&text, [way & 1 > 0, way & 2 > 0, way & 4 > 0]));
        let images: Vec<_> = images.map(|text| game.parse(&text).unwrap()).collect();
        assert_one_representative(game, &images);
    }
}

const WITHOUT_PAWNS: [&str; 4] = [
    "8/8/8/3k4/8/8/8/R3K3 w - - 0 1",
    "8/8/2b5/3k4/8/5N2/8/B3K3 b - - 4 9",
    "7k/6r1/8/8/3K4/8/1Q6/q7 w - - 0 1",
    "k7/8/2K5/8/8/5n2/4B3/8 w - - 30 50",
];

#[test]
fn boards_without_pawns_have_eight_images() {
    for fen in WITHOUT_PAWNS {
        for fifty_move_rule in [false, true] {
            let rules = ChessRules { fifty_move_rule, ..ChessRules::default() };
            check_images(&Chess(rules), fen);
            check_images(&Composed(rules), fen);
        }
    }
}

#[test]
fn boards_with_pawns_have_two_images() {
    for fen in [
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/1P1k4/8/8/8/8/3K1p2/8 w - - 0 1",
        "8/8/8/2k5/3pP3/8/8/4K3 b - e3 0 1",
        "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    ] {
        for en_passant_always in [false, true] {
            let rules = ChessRules { en_passant_always, ..ChessRules::default() };
            check_images(&Chess(rules), fen);
            check_images(&Composed(rules), fen);
        }
    }
}

#[test]
fn boards_where_somebody_may_castle_are_their_own_representatives() {
    let game = Chess(ChessRules::default());
    for fen in [
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "r3k3/8/8/8/8/8/8/6K1 w q - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ] {
        let position = game.parse(fen).unwrap();
        assert_eq!(game.canonical(&position).unwrap(), position, "{fen}");
        // Without the rights they are not.
        let without = fen.replace(" K ", " - ").replace(" q ", " - ").replace("KQkq", "-");
        let position = game.parse(&without).unwrap();
        assert_ne!(game.canonical(&position).unwrap(), position, "{without}");
    }
}

#[test]
fn what_names_squares_has_no_symmetry() {
    let symmetric = ChessRules::default();
    let goal = |text| {
        let game = Chess(symmetric);
        let goal = Goal::find(text, &game.goals()).unwrap().unwrap();
        game.aim(&goal, Player::First).unwrap().unwrap()
    };
    let region = ChessRules { region: Region::read("a4-e8").unwrap(), ..symmetric };
    let exclude = ChessRules { exclude: Excluded::read("d1h5").unwrap(), ..symmetric };
    let attack = ChessRules { attack: Attack::read("checks").unwrap(), ..symmetric };
    assert!(
        !Chess(region).has_symmetry() && !Chess(exclude).has_symmetry() && !goal("promote").has_symmetry()
    );
    assert!(
        Chess(symmetric).has_symmetry() && Chess(attack).has_symmetry() && goal("mate-in 3").has_symmetry()
    );
    assert!(goal("mate-in 3").refuses_table().is_some() && Chess(symmetric).refuses_table().is_none());
}

#[test]
fn bytes_hold_all_that_is_compared() {
    let rules = ChessRules { fifty_move_rule: true, ..ChessRules::default() };
    let game = Chess(rules);
    let bytes = |fen: &str| {
        let mut bytes = Vec::new();
        game.pack(&game.parse(fen).unwrap(), &mut bytes).unwrap();
        bytes
    };
    let texts = [
        "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 1",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQk - 0 1",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R b Qkq - 0 1",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq - 7 1",
        "r3k2r/8/8/8/3Pp3/8/8/R3K2R b KQkq - 0 1",
    ];
    assert_eq!(texts.map(bytes).into_iter().collect::<BTreeSet<_>>().len(), texts.len());
    // The number of the move is no part of it, nor a square where nobody can capture.
    assert_eq!(bytes("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 9"), bytes("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"));
    assert_eq!(bytes("8/8/8/3k4/8/8/8/R3K3 w - - 0 1").len(), 8 + 2 + 1);
}
