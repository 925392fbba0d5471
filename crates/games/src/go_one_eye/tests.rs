use std::ops::ControlFlow;

use pnyx_game::{check_game, perft};
use proptest::prelude::*;

use super::*;

type Small = OneEye<SMALL>;
type SmallPosition = Position<SMALL>;

fn small(text: &str) -> (Small, SmallPosition) {
    OneEye::new(Diagram::read(text).unwrap())
}

fn refusal(text: &str) -> String {
    Diagram::read(text).unwrap_err().to_string()
}

fn names(game: &Small, position: &SmallPosition) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves).unwrap();
    moves.into_iter().map(|mv| game.name(mv)).collect()
}

/// The position after some moves, each of which must be legal.
fn after(game: &Small, position: &SmallPosition, moves: &str) -> SmallPosition {
    let mut position = *position;
    for name in moves.split_whitespace() {
        assert_eq!(game.outcome(&position), Ok(None), "{name}");
        let mut legal = Vec::new();
        game.moves(&position, &mut legal).unwrap();
        let mv = legal.into_iter().find(|&mv| game.name(mv) == name);
        game.play(&mut position, mv.unwrap_or_else(|| panic!("{name} is illegal"))).unwrap();
    }
    position
}

fn line(text: &str, moves: &str) -> (Option<Outcome>, String) {
    let (game, start) = small(text);
    let position = after(&game, &start, moves);
    (game.outcome(&position).unwrap(), game.text(&position).unwrap())
}

const BLACK: Option<Outcome> = Some(Outcome::Win(Player::First));
const WHITE: Option<Outcome> = Some(Outcome::Win(Player::Second));

/// A board of this size, all of it region.
fn open_board(rows: usize, columns: usize) -> String {
    let layer = |symbol: &str| vec![symbol.repeat(columns); rows].join("/");
    format!("{} {} b b", layer("."), layer("r"))
}

/// Colourings of a board in which every block has a liberty, by the code that plays.
fn legal_positions(rows: usize, columns: usize) -> u64 {
    let (game, empty) = small(&open_board(rows, columns));
    let points: Vec<Move> = game.board.points().collect();
    let has_liberties = |position: &SmallPosition| {
        PLAYERS.into_iter().all(|player| {
            let mut left = position.stones[player.index()];
            while !left.is_empty() {
                let block = game.flood(left.first(), left);
                if !game.neighbours(block).meets(game.empty(position)) {
                    return false;
                }
                left &= !block;
            }
            true
        })
    };
    let mut legal = 0;
    for number in 0..3_u64.pow(points.len() as u32) {
        let (mut position, mut rest) = (empty, number);
        for &point in &points {
            if rest % 3 > 0 {
                position.stones[(rest % 3 - 1) as usize].insert(point);
            }
            rest /= 3;
        }
        legal += u64::from(has_liberties(&position));
    }
    legal
}

/// The same by the code that reads texts.
fn readable_positions(rows: usize, columns: usize) -> usize {
    let mask = vec!["r".repeat(columns); rows].join("/");
    let readable = |number: &u64| {
        let symbol = |at: usize| ["X", "O", "."][(number / 3_u64.pow(at as u32) % 3) as usize];
        let row = |row: usize| (0..columns).map(|column| symbol(row * columns + column)).collect();
        let stones = (0..rows).map(row).collect::<Vec<String>>().join("/");
        Diagram::read(&format!("{stones} {mask} w b")).is_ok()
    };
    (0..3_u64.pow((rows * columns) as u32)).filter(readable).count()
}

#[test]
fn legal_positions_are_as_many_as_known() {
    for (size, known) in [(1, 1), (2, 57), (3, 12_675)] {
        assert_eq!(legal_positions(size, size), known, "{size:?}");
        assert_eq!(readable_positions(size, size) as u64, known, "{size:?}");
    }
}

#[test]
#[ignore = "43 million colourings: run with --release"]
fn legal_positions_of_four_by_four() {
    assert_eq!(legal_positions(4, 4), 24_318_165);
}

#[test]
fn perft_with_one_word_and_with_six() {
    let start = [7, 43, 218, 893, 3138];
    for (text, known) in [(SPEC.start, &start[..]), (&open_board(3, 3), &[10, 91, 738, 5281])] {
        let (game, position) = small(text);
        let (large, large_position) = OneEye::<LARGE>::new(Diagram::read(text).unwrap());
        for (depth, known) in (1..).zip(known) {
            let go_on = &mut || ControlFlow::Continue(());
            assert_eq!(perft(&game, &position, depth, go_on), Ok(Some(*known)), "{text}");
            assert_eq!(perft(&large, &large_position, depth, go_on), Ok(Some(*known)), "{text}");
        }
    }
}

#[test]
fn keeps_the_contract() {
    for (rows, columns) in [(1, 1), (1, 2), (2, 2), (3, 3), (5, 4), (7, 7), (1, 19), (19, 1), (3, 19)] {
        let (game, position) = small_or_large(&open_board(rows, columns));
        check_game(&game, &position, 20, 80, 1, &mut || ControlFlow::Continue(())).unwrap();
    }
    let two_crucial = "..XO./XXOO./.OXX. rrCs./CCss./rsCC. w b";
    for text in [SPEC.start, two_crucial, "OOO/XXO/..O sss/CCs/rrs w b"] {
        let (game, position) = small(text);
        check_game(&game, &position, 100, 60, 1, &mut || ControlFlow::Continue(())).unwrap();
    }
}

fn small_or_large(text: &str) -> (OneEye<LARGE>, Position<LARGE>) {
    OneEye::new(Diagram::read(text).unwrap())
}

#[test]
fn contract_on_the_largest_board() {
    let (game, position) = small_or_large(&open_board(19, 19));
    check_game(&game, &position, 1, 300, 1, &mut || ControlFlow::Continue(())).unwrap();
}

#[test]
fn a_corner_of_a_large_board_takes_one_word() {
    let pad = |row: &str, with: &str| format!("{row}{}", with.repeat(19 - row.len()));
    let empty = vec![".".repeat(19); 15].join("/");
    let corner = ["....O", ".XXOO", ".XOO.", "OOO.."].map(|row| pad(row, ".")).join("/");
    let mask = ["rrrrs", "rCCss", "rCss.", "sss.."].map(|row| pad(row, ".")).join("/");
    let text = format!("{corner}/{empty} {mask}/{empty} b b");
    let Ok((Either::First(game), Either::First(position))) = open(&text) else {
        panic!("more than one word");
    };
    assert_eq!(game.text(&position).unwrap(), text);
    assert_eq!(names(&game, &position), ["a17", "a18", "a19", "b19", "c19", "d19", "pass"]);
    let go_on = &mut || ControlFlow::Continue(());
    assert_eq!(perft(&game, &position, 4, go_on), Ok(Some(893)));
    assert!(matches!(open(&open_board(19, 19)), Ok((Either::Second(_), _))));
}

#[test]
fn a_stone_without_liberties_is_captured() {
    let (outcome, text) = line(".O./OX./.O. rrr/rrr/rrr w b", "c2");
    assert_eq!((outcome, text.as_str()), (None, ".O./O.O/.O. rrr/rrr/rrr b b"));
}

#[test]
fn two_blocks_are_captured_by_one_stone() {
    let (_, text) = line(".X.X./XO.OX rrrrr/rrrrr b w", "c1");
    assert_eq!(text, ".X.X./X.X.X rrrrr/rrrrr w w");
}

#[test]
fn suicide_is_illegal_and_capturing_out_of_it_is_not() {
    let (game, position) = small(".X/X. rr/rr w w");
    assert_eq!(names(&game, &position), ["pass"]);
    let (game, position) = small(".XO./XOO. rrrr/rrrr w w");
    assert_eq!(names(&game, &position), ["d1", "a2", "d2", "pass"]);
    let (game, position) = small(".XX/XO. rrr/rrr w w");
    assert_eq!(names(&game, &position), ["a2", "pass"], "a2 captures a1, c1 nothing");
}

#[test]
fn a_ko_repeats_the_position_and_the_mover() {
    let (game, start) = small(".XO./XO.O/.XO. rrrr/rrrr/rrrr b b");
    let taken = after(&game, &start, "c2");
    assert_eq!(game.text(&taken).unwrap(), ".XO./X.XO/.XO. rrrr/rrrr/rrrr w b");
    let back = after(&game, &taken, "b2");
    assert_eq!(back, start);
    assert_eq!(game.repeats(&back, &start), Ok(true));
    assert_eq!(game.repetition(), Repetition::Illegal);
    let mut moves = Vec::new();
    game.moves(&taken, &mut moves).unwrap();
    assert!(moves.iter().all(|&mv| game.may_repeat(&taken, mv) == Ok(game.name(mv) == "pass")));
}

#[test]
fn the_same_stones_with_another_mover_are_no_repetition() {
    let (game, start) = small(".XO./XO.O/.XO. rrrr/rrrr/rrrr b b");
    let passed = after(&game, &start, "pass");
    assert_eq!(game.repeats(&start, &passed), Ok(false));
    assert_ne!(game.repetition_key(&start), game.repetition_key(&passed));
    // Passes belong to the table's key only.
    let unpassed = game.parse(".XO./XO.O/.XO. rrrr/rrrr/rrrr w b").unwrap();
    assert_eq!(game.repeats(&unpassed, &passed), Ok(true));
    assert_eq!(game.repetition_key(&unpassed), game.repetition_key(&passed));
    assert_ne!(game.key(&unpassed), game.key(&passed));
    assert_ne!(unpassed, passed);
}

#[test]
fn snapback() {
    let text = "OOO/XXO/..O sss/CCs/rrs w b";
    let (outcome, caught) = line(text, "a1 b1");
    assert_eq!((outcome, caught.as_str()), (None, "OOO/XXO/.XO sss/CCs/rrs w b"));
    let (outcome, lost) = line(text, "a1 b1 a1");
    assert_eq!((outcome, lost.as_str()), (WHITE, "OOO/..O/O.O sss/LLs/rrs b b"));
}

#[test]
fn eyes() {
    let outcome = |text: &str| {
        let (game, position) = small(text);
        game.outcome(&position).unwrap()
    };
    assert_eq!(outcome(".X../XX../.... rrrr/rrrr/.... w b"), BLACK);
    assert_eq!(outcome(".O../OO../.... rrrr/rrrr/.... b w"), WHITE);
    assert_eq!(outcome(".X../X.../.... rrrr/rrrr/.... w b"), None, "two blocks");
    assert_eq!(outcome(".X../XX../.... .rrr/rrrr/.... w b"), None, "the point is not in the region");
    assert_eq!(outcome(".O../OO../.... rrrr/rrrr/.... b b"), None, "the other colour's");
    assert_eq!(outcome(".X../XX../..XX rrrr/rrrr/..cc w b"), None, "no crucial stone in the block");
    assert_eq!(outcome(".X../XX../..XX rCrr/rrrr/..cc w b"), BLACK, "one crucial stone will do");
    assert_eq!(outcome(".XO/XXO/OO. rCs/CCs/ss. w b"), None, "it can be captured at once");
    assert_eq!(outcome(".XO/XXO/OO. rCs/CCs/ss. b b"), BLACK, "not by the player who is not on move");
    assert_eq!(outcome(".X./XXO/OO. rC./CCs/ss. w b"), BLACK, "a liberty outside stays");
    assert_eq!(outcome(".XO/XXO/.O. rCs/CCs/rs. w b"), BLACK, "another liberty inside is enough");
    assert_eq!(outcome(". r b b"), None, "no neighbour, no eye");
    assert_eq!(outcome(".X. rrr w b"), BLACK);
}

#[test]
fn passes_end_the_game() {
    let text = "..O/XXO rrs/CCs b b";
    assert_eq!(line(text, "pass"), (None, "..O/XXO rrs/CCs w b pass".to_string()));
    assert_eq!(line(text, "pass pass"), (WHITE, "..O/XXO rrs/CCs b b pass pass".to_string()));
    assert_eq!(line(text, "pass b2 pass").1, ".OO/XXO rrs/CCs w b pass");
    assert_eq!(line("..O/XXO rrs/CCs w b pass", "pass").0, WHITE);
    assert_eq!(line("..X/OOX rrs/CCs w w", "pass pass").0, BLACK);
}

#[test]
fn the_eye_has_failed_when_all_crucial_stones_are_gone() {
    let text = "..OO/XO.X rrss/Csrc w b";
    let (game, start) = small(text);
    let one_left = after(&game, &start, "a2");
    assert_eq!(game.outcome(&one_left), Ok(None));
    assert_eq!(game.text(&one_left).unwrap(), "O.OO/.O.X rrss/Lsrc b b");
    assert_eq!(line(text, "a2 pass c1"), (WHITE, "O.OO/.OO. rrss/Lsrl b b".to_string()));
    let (lost, position) = small("O.OO/.OO. rrss/Lsrl b b");
    assert_eq!(lost.outcome(&position), Ok(WHITE));
}

#[test]
fn the_wall_is_never_captured() {
    // Neither the stones outside nor a stone connected with them, liberties or not.
    let (game, position) = small("OX. srr w b");
    assert_eq!(game.text(&position).unwrap(), "OX. srr w b");
    let (game, position) = small("O.X/XX. srr/rrr w b");
    assert_eq!(names(&game, &position), ["b2", "pass"]);
    let full = after(&game, &position, "b2 pass");
    assert_eq!(game.text(&full).unwrap(), "OOX/XX. srr/rrr w b pass");
}

#[test]
fn texts_are_refused_with_every_reason() {
    let error = refusal("X?/..O rr/r c d pass go");
    for part in [
        "'?' (column 2)",
        "row 2 of the stones (column 4) has 3 points, not 2",
        "row 2 of the mask (column 11) has 1 points",
        "side to move must be b or w, not 'c' (column 13)",
        "wants the eye must be b or w, not 'd' (column 15)",
        "'go' (column 22)",
    ] {
        assert!(error.contains(part), "{part}: {error}");
    }
    let error = refusal("XO/.. Cc/sL w w");
    for part in ["c marks", "C marks", "s marks"] {
        assert_eq!(error.contains(part), part != "c marks", "{part}: {error}");
    }
    for (text, part) in [
        ("", "got 0 fields"),
        ("../.. rr/rr b", "got 3 fields"),
        ("../.. rr/rr/rr b b", "3 rows"),
        ("../.. ../.. b b", "region is empty"),
        ("XO/.. cs/.. b w", "region is empty"),
        ("X./.. Lr/rr b b", "write C"),
        ("X./.. l./rr b b", "write c"),
        ("XO/O. rr/rr b b", "the block at a2 has no liberty"),
        ("../.. rr/rr b b pass pass pass", "two passes"),
        ("..................../.................... r r b b", "1 to 19 columns, not 20"),
        ("/ / b b", "1 to 19 columns, not 0"),
    ] {
        assert!(refusal(text).contains(part), "{text}: {}", refusal(text));
    }
    assert!(refusal(&format!("{} r b b", "?".repeat(100))).contains("more in '"));
}

#[test]
fn a_problem_reads_only_its_own_positions() {
    let (game, _) = small("..O/XXO rrs/CCs b b");
    assert!(game.parse(" ..o/xxO\trr./CC. W B ").is_ok(), "safe stones need no mark");
    for (text, part) in [
        ("..O/XXO rrs/CCs b w", "s marks"),
        ("..O/XXO rrr/CCs b b", "the mask differs at c2"),
        ("..O/XXO rrs/rCs b b", "the mask differs at a1"),
        ("..O/XX. rrs/CC. b b", "c1 outside the region"),
        ("..O rrs b b", "1 rows of 3"),
    ] {
        let error = game.parse(text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(
        text in "\\PC*",
        board in "[XO.]{1,3}/[XO.]{1,3} [.rscClL]{1,3}/[.rscClL]{1,3} [bw] [bw]( pass){0,2}",
        row in "[XO.]{3} [.rrrrsC]{3} [bw] [bw]",
    ) {
        for text in [text, board, row] {
            if let Ok(diagram) = Diagram::read(&text) {
                let (game, position) = Small::new(diagram);
                let written = game.text(&position).unwrap();
                prop_assert_eq!(game.parse(&written), Ok(position));
            }
        }
    }
}
