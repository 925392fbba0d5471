use super::*;
use crate::chess::ChessRules;
use crate::chess::test_support::STARTS;
use pnyx_game::Notation;

/// A position with so many queens that values are far from those of others.
const QUEENS: &str = "kr6/pp6/8/8/8/8/QQQQQQQ1/QQQQQQQK w - - 0 1";

fn game() -> Chess {
    Chess(ChessRules::default())
}

/// Colours swapped and the board turned over, by way of the FEN.
fn swapped(fen: &str) -> String {
    let swap = |text: &str| -> String {
        text.chars()
            .map(|c| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() })
            .collect()
    };
    let fields: Vec<&str> = fen.split(' ').collect();
    let board: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let mut castling: Vec<char> = swap(fields[2]).chars().collect();
    castling.sort_by_key(|&right| "KQkq-".find(right));
    let en_passant = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    let castling: String = castling.into_iter().collect();
    format!("{} {turn} {castling} {en_passant} {} {}", board.join("/"), fields[4], fields[5])
}

/// Positions of random games.
fn positions(rounds: u64) -> Vec<Position> {
    let (mut found, mut random) = (Vec::new(), 0x2545_f491_4f6c_dd1d_u64);
    for fen in STARTS.iter().chain([&QUEENS]) {
        for _ in 0..rounds {
            let mut position = game().parse(fen).unwrap();
            for _ in 0..60 {
                found.push(position.clone());
                let mut moves = Vec::new();
                let Ok(()) = game().moves(&position, &mut moves);
                if game().outcome(&position).unwrap().is_some() {
                    break;
                }
                random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                let Ok(()) = game().play(&mut position, moves[(random >> 33) as usize % moves.len()]);
            }
        }
    }
    found
}

fn value(evaluator: &impl Evaluator<Chess>, fen: &str) -> i32 {
    let Ok(value) = evaluator.value(&game(), &game().parse(fen).unwrap());
    value
}

/// Plain minimax over the same moves, without any cuts.
fn slow(position: &Position, depth: u32) -> i32 {
    let board = position.board();
    let sign = if board.side_to_move() == Color::White { 1 } else { -1 };
    if insufficient_material(board) || depth == 0 {
        return if insufficient_material(board) { 0 } else { sign * Placement::of(board) };
    }
    let in_check = !board.checkers().is_empty();
    let mut best = if in_check { -MOST } else { sign * Placement::of(board) };
    let mut moves = Vec::new();
    let Ok(()) = game().moves(position, &mut moves);
    for mv in moves.into_iter().filter(|&mv| in_check || gain(board, mv) > 0) {
        let mut next = position.clone();
        let Ok(()) = game().play(&mut next, mv);
        best = best.max(-slow(&next, depth - 1));
    }
    best
}

#[test]
fn no_piece_is_worth_more_than_the_range_allows() {
    for (piece, table) in TABLES[..5].iter().enumerate() {
        assert!(
            table.iter().flat_map(|s| [s.middle, s.end]).all(|value| (0..=MOST_PIECE).contains(&value)),
            "{piece}"
        );
    }
    let king: Vec<i32> = TABLES[5].iter().flat_map(|s| [s.middle, s.end]).collect();
    let kings = king.iter().max().unwrap() - king.iter().min().unwrap();
    assert!(kings + BISHOPS.end <= MOST_REST, "{kings}");
}

#[test]
fn values_stay_in_range_and_change_sign_with_the_colours() {
    for position in positions(4) {
        let fen = game().text(&position).unwrap();
        for (value, mirrored, largest) in [
            (value(&Placement, &fen), value(&Placement, &swapped(&fen)), Placement.largest(&game())),
            (value(&Quiescence, &fen), value(&Quiescence, &swapped(&fen)), Quiescence.largest(&game())),
        ] {
            assert_eq!(value, -mirrored, "{fen}");
            assert!(value.abs() <= largest, "{fen}: {value}");
        }
    }
}

#[test]
fn cuts_do_not_change_the_value() {
    for position in positions(1) {
        for depth in [1, 3] {
            let cut = Quiescence::search(&game(), &position, -MOST, MOST, depth);
            assert_eq!(cut, slow(&position, depth), "{}", game().text(&position).unwrap());
        }
    }
}

#[test]
fn material_place_and_captures_are_seen() {
    assert_eq!(value(&Placement, STARTS[0]), 0);
    assert!(value(&Placement, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1") > 900);
    assert!(
        value(&Placement, "4k3/8/8/8/4N3/8/8/4K3 w - - 0 1")
            > value(&Placement, "4k3/8/8/8/8/8/8/N3K3 w - - 0 1")
    );
    // A queen that hangs is no asset for the side that is not to move.
    let hangs = "4k3/8/3p4/4Q3/8/8/8/4K3 b - - 0 1";
    assert!(value(&Placement, hangs) > 700 && value(&Quiescence, hangs) < 0);
    // A protected pawn is left alone, a mate is found.
    let protected = "4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1";
    assert_eq!(value(&Quiescence, protected), value(&Placement, protected));
    assert_eq!(value(&Quiescence, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), MOST);
    // Nobody can win with what is left.
    assert_eq!(value(&Quiescence, "4k3/8/8/8/8/8/8/4KB2 w - - 0 1"), 0);
}
