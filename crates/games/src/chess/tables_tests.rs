use std::collections::HashMap;
use std::path::Path;

use pnyx_game::{Notation, Outcome, Player, Resources, Rules};

use super::super::{Chess as Fast, Composed, Excluded, Region};
use super::*;
use crate::spec::aim;

/// ChessRules with the tables for up to four pieces, which `make test` fetches.
fn rules() -> Option<ChessRules> {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.venv/syzygy");
    let Ok(tables) = Tables::open(Some(4), place.to_str()) else {
        eprintln!("skipped: there are no Syzygy tables in {}: make .venv/tables", place.display());
        return None;
    };
    Some(ChessRules { tables: Some(tables), ..ChessRules::default() })
}

/// The outcome on both boards, which must agree.
fn outcome(rules: ChessRules, fen: &str) -> Option<Outcome> {
    let (fast, slow) = (Fast(rules), Composed(rules));
    let Ok(found) = fast.outcome(&fast.parse(fen).unwrap());
    assert_eq!(slow.outcome(&slow.parse(fen).unwrap()), Ok(found), "{fen}");
    found
}

const WHITE: Option<Outcome> = Some(Outcome::Win(Player::First));
const BLACK: Option<Outcome> = Some(Outcome::Win(Player::Second));
const DRAW: Option<Outcome> = Some(Outcome::Draw);

#[test]
fn as_many_tables_as_there_are() {
    for (most, count) in [(3, 5), (4, 35), (5, 145), (6, 510), (7, 1511)] {
        let all: HashSet<String> = names(most).collect();
        assert_eq!((names(most).count(), all.len()), (count, count), "{most:?}");
    }
    let three: Vec<String> = names(3).collect();
    assert_eq!(three, ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]);
    let five: HashSet<String> = names(5).collect();
    assert!(["KQvKR", "KRvKR", "KBBvKN", "KPPvKP"].iter().all(|name| five.contains(*name)));
    assert!(["KRvKQ", "KvK", "KNvKBB", "KNBvK"].iter().all(|name| !five.contains(*name)));
}

#[test]
fn wins_that_the_fifty_move_rule_spoils() {
    for (value, without, with) in [
        (Wdl::Win, WHITE, WHITE),
        (Wdl::CursedWin, WHITE, DRAW),
        (Wdl::Draw, DRAW, DRAW),
        (Wdl::BlessedLoss, BLACK, DRAW),
        (Wdl::Loss, BLACK, BLACK),
    ] {
        assert_eq!(Some(meaning(value, Player::First, false)), without, "{value:?}");
        assert_eq!(Some(meaning(value, Player::First, true)), with, "{value:?}");
    }
    assert_eq!(Some(meaning(Wdl::Win, Player::Second, false)), BLACK);
}

#[test]
fn what_the_tables_decide() {
    let Some(rules) = rules() else { return };
    for (fen, expected) in [
        ("8/8/8/3k4/8/8/4Q3/4K3 w - - 0 1", WHITE),
        ("8/8/8/3k4/8/8/4q3/K7 w - - 0 1", BLACK),
        ("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", DRAW),
        ("8/8/8/3k4/8/8/4Q3/K7 w - - 99 80", WHITE),
        // Five pieces.
        ("8/8/8/3k4/4p3/8/4Q1P1/4K3 w - - 0 1", None),
        // Castling rights; one is enough.
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", None),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", WHITE),
        ("r3k3/8/8/8/8/8/8/4K3 w q - 0 1", None),
        // With and without a capture in passing.
        ("8/6k1/8/8/Pp6/8/4K3/8 b - a3 0 1", BLACK),
        ("8/6k1/8/8/Pp6/8/4K3/8 b - - 0 1", WHITE),
        ("8/8/8/8/1pP2K2/8/8/1k6 b - c3 0 1", BLACK),
        ("8/8/8/8/1pP2K2/8/8/1k6 b - - 0 1", DRAW),
    ] {
        assert_eq!(outcome(rules, fen), expected, "{fen}");
    }
    let three = ChessRules { tables: Some(Tables { most: 3, ..rules.tables.unwrap() }), ..rules };
    assert_eq!(outcome(three, "8/8/8/3k4/8/7P/4Q3/4K3 w - - 0 1"), None);
    assert_eq!(outcome(three, "8/8/8/3k4/8/8/4Q3/4K3 w - - 0 1"), WHITE);
}

#[test]
fn under_the_fifty_move_rule_only_a_clock_of_0_is_decided() {
    let Some(rules) = rules() else { return };
    let rules = ChessRules { fifty_move_rule: true, ..rules };
    assert_eq!(outcome(rules, "8/8/8/3k4/8/8/4Q3/4K3 w - - 0 1"), WHITE);
    assert_eq!(outcome(rules, "8/8/8/3k4/8/8/4Q3/4K3 w - - 1 1"), None);
    assert_eq!(outcome(rules, "8/8/8/3k4/8/8/4Q3/4K3 w - - 100 80"), DRAW);
}

#[test]
fn what_goes_with_tables() {
    let Some(rules) = rules() else { return };
    assert!(Fast(rules).ends_early() && !Fast(ChessRules::default()).ends_early());
    assert_eq!(Fast(rules).io_error(), None);
    for goal in ["mate-in 3", "mated-in 3"] {
        assert!(
            aim(&Fast(rules), goal, Player::First).is_err()
                && aim(&Composed(rules), goal, Player::First).is_err(),
            "{goal:?}"
        );
    }
    assert!(aim(&Fast(rules), "mated", Player::First).unwrap().is_some_and(|game| game.ends_early()));
    for refused in [
        aim(&Fast(rules), "promote", Player::First).err(),
        aim(&Composed(rules), "promote", Player::First).err(),
    ] {
        let why = refused.map(|error| error.to_string()).unwrap_or_default();
        assert!(why.contains("nothing about the goal 'promote'"), "{why}");
    }
    let small = ChessRules { region: Region::read("a1-e8").unwrap(), ..rules };
    assert!(small.without_contradiction().unwrap_err().to_string().contains("region"));
    for (attack, exclude) in [("checks", ""), ("", "e2e4")] {
        let bound = ChessRules {
            attack: Attack::read(attack).unwrap(),
            exclude: Excluded::read(exclude).unwrap(),
            ..rules
        };
        assert!(bound.without_contradiction().is_err(), "{attack:?}, {exclude:?}");
    }
    assert_eq!(rules.canonical(&BTreeMap::new())["tables"], "4");
    assert_eq!(rules.tables, self::rules().unwrap().tables);
}

/// The places of three pieces and the side to move as one number.
fn number(position: &super::super::Position) -> Option<usize> {
    let board = position.board();
    let third = (board.occupied() - board.pieces(Piece::King)).next_square()?;
    let [white, black] =
        [cozy_chess::Color::White, cozy_chess::Color::Black].map(|color| board.king(color) as usize);
    let turn = usize::from(board.side_to_move() == cozy_chess::Color::Black);
    Some(((turn * 64 + white) * 64 + black) * 64 + third as usize)
}

fn fen(number: usize, piece: char, swapped: bool) -> String {
    let (turn, white, black, third) = (number >> 18, number >> 12 & 63, number >> 6 & 63, number & 63);
    let mut squares = ['1'; 64];
    for (square, symbol) in [(third, piece), (white, 'K'), (black, 'k')] {
        squares[square] = symbol;
    }
    if swapped {
        // Turned over, with the colours exchanged.
        let over: Vec<char> = (0..64).map(|square| squares[square ^ 56]).collect();
        squares.copy_from_slice(&over);
        for symbol in &mut squares {
            *symbol = if symbol.is_ascii_lowercase() {
                symbol.to_ascii_uppercase()
            } else {
                symbol.to_ascii_lowercase()
            };
        }
    }
    let mut text = String::new();
    for rank in (0..8).rev() {
        let mut empty = 0;
        for &symbol in &squares[rank * 8..rank * 8 + 8] {
            if symbol == '1' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            (text, empty) = (text + &symbol.to_string(), 0);
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        if rank > 0 {
            text.push('/');
        }
    }
    format!("{text} {} - - 0 1", if (turn == 1) == swapped { 'w' } else { 'b' })
}

/// Which positions of two kings and a white piece are won, from the ends backwards; illegal ones are left out.
fn solved(piece: char, promoted: &HashMap<Piece, Vec<Option<bool>>>) -> Vec<Option<bool>> {
    let game = Fast(ChessRules::default());
    let mut won = vec![None; 2 << 18];
    let mut open: Vec<(usize, bool, Vec<usize>)> = Vec::new();
    for index in 0..won.len() {
        let (white, black, third) = (index >> 12 & 63, index >> 6 & 63, index & 63);
        if white == black || white == third || black == third {
            continue;
        }
        let Ok(position) = game.parse(&fen(index, piece, false)) else { continue };
        let Ok(outcome) = game.outcome(&position);
        won[index] = Some(outcome == WHITE);
        if outcome.is_some() {
            continue;
        }
        let (mut moves, mut targets, mut at_once) = (Vec::new(), Vec::new(), false);
        let Ok(()) = game.moves(&position, &mut moves);
        for mv in moves {
            let mut next = position.clone();
            let Ok(()) = game.play(&mut next, mv);
            match (number(&next), mv.promotion) {
                (Some(target), Some(into)) => {
                    at_once |= promoted.get(&into).is_some_and(|won| won[target] == Some(true));
                }
                (Some(target), None) => targets.push(target),
                // The piece is lost: a place that is never won.
                (None, _) => targets.push(0),
            }
        }
        let whites_turn = index >> 18 == 0;
        won[index] = Some(at_once);
        if !at_once {
            open.push((index, whites_turn, targets));
        }
    }
    loop {
        let before = open.len();
        open.retain(|(index, whites_turn, targets)| {
            let is_won = |target: &usize| won[*target] == Some(true);
            let now = if *whites_turn { targets.iter().any(is_won) } else { targets.iter().all(is_won) };
            won[*index] = Some(now);
            !now
        });
        if open.len() == before {
            return won;
        }
    }
}

#[test]
fn all_endings_of_queen_rook_and_pawn_against_king() {
    let Some(rules) = rules() else { return };
    let with = Fast(rules);
    let mut promoted = HashMap::new();
    for (piece, kind) in [('Q', Piece::Queen), ('R', Piece::Rook), ('P', Piece::Pawn)] {
        let won = solved(piece, &promoted);
        let mut counts = [0_u32; 2];
        for (index, known) in won.iter().enumerate() {
            let Some(is_won) = *known else { continue };
            counts[usize::from(is_won)] += 1;
            // With the colours exchanged, now and then.
            for (swapped, winner) in
                [(false, WHITE), (true, BLACK)].into_iter().take(1 + usize::from(index % 5 == 0))
            {
                let fen = fen(index, piece, swapped);
                let Ok(found) = with.outcome(&with.parse(&fen).unwrap());
                assert_eq!(found, if is_won { winner } else { DRAW }, "{fen}");
            }
        }
        assert!(counts[0] > 20_000 && counts[1] > 100_000, "{piece} {counts:?}");
        promoted.insert(kind, won);
    }
    assert_eq!(with.io_error(), None);
}
