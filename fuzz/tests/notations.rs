//! Hostile texts where positions are expected.

use std::collections::BTreeMap;

use bolero::TypeGenerator;
use pnyx_fuzz::{Scrap, Tally, TextEdit, assert_little_memory, edit_text, few, fuzz, join};
use pnyx_game::{Game, Outcome, Repetition};
use pnyx_games::{BuiltIn, open, options_from_json};
use shakmaty::Position as _;

/// Text out of scraps, or a good one with changes.
#[derive(Debug, TypeGenerator)]
enum Text {
    Scraps(Vec<Scrap>),
    Edited {
        sample: u8,
        #[generator(few())]
        edits: Vec<TextEdit>,
    },
}

impl Text {
    fn write(&self, samples: &[&str], words: &[&str]) -> String {
        match self {
            Text::Scraps(scraps) => join(scraps, words),
            Text::Edited { sample, edits } => {
                edit_text(samples[usize::from(*sample) % samples.len()], edits, words)
            }
        }
    }
}

/// What is written is read as the same, and everything a search asks can be asked.
fn can_be_used<G: Game>(game: &G, root: &G::Position)
where
    G::Error: std::fmt::Debug,
{
    let text = game.text(root).unwrap();
    assert!(game.parse(&text).is_ok_and(|again| again == *root), "{text} is not read as it was written");
    let (mut moves, mut names) = (Vec::new(), Vec::new());
    game.moves(root, &mut moves).unwrap();
    let (outcome, replies) = game.evaluate(root, &mut Vec::new()).unwrap();
    assert_eq!(outcome, game.outcome(root).unwrap());
    assert!(
        outcome.is_some() || (replies as usize == moves.len() && replies > 0),
        "{text}: {replies} replies"
    );
    if outcome.is_some() {
        return;
    }
    for mv in moves {
        names.push(game.notation(root, mv).unwrap());
        let mut next = root.clone();
        game.play(&mut next, mv).unwrap();
        game.evaluate(&next, &mut Vec::new()).unwrap();
        let written = game.text(&next).unwrap();
        let again = game.parse(&written).unwrap_or_else(|e| panic!("{text}, {}: {e}", names.last().unwrap()));
        assert!(again == next && game.key(&again).unwrap() == game.key(&next).unwrap(), "{written}");
    }
    let mut sorted = Vec::new();
    game.moves_by_notation(root, &mut sorted).unwrap();
    let sorted: Vec<_> = sorted.iter().map(|&mv| game.notation(root, mv).unwrap()).collect();
    names.sort();
    assert_eq!(names, sorted, "{text}");
    names.dedup();
    assert_eq!(names.len(), sorted.len(), "{text}: two moves with one name");
}

const FEN_WORDS: &[&str] = &[
    " ", "/", "8", "p", "P", "n", "N", "b", "B", "r", "R", "q", "Q", "k", "K", "w", "-", "KQkq", "e3", "e6",
    "a6", "0", "1", "100", "65536", "9", "é",
];

const FENS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBPPP3/q4N2/Pp1P2PP/R2Q1RK1 b kq d3 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "QQQQQQQQ/QQQQQQQQ/8/8/8/8/6K1/k7 w - - 0 1",
    "k7/8/8/8/3pP3/8/8/K7 b - e3 99 65535",
];

/// Pieces thrown on a board: most composed positions a person would not think of.
#[derive(Debug, TypeGenerator)]
struct Thrown {
    #[generator(bolero::produce::<Vec<(u8, u8)>>().with().len(0usize..24))]
    pieces: Vec<(u8, u8)>,
    kings: (u8, u8),
    black: bool,
    castling: u8,
    en_passant: Option<u8>,
}

impl Thrown {
    fn fen(&self) -> String {
        let mut board = [b'.'; 64];
        for &(piece, square) in &self.pieces {
            board[usize::from(square) % 64] = b"PNBRQpnbrq"[usize::from(piece) % 10];
        }
        // A pawn that has just made two steps makes en passant likely.
        if let Some(file) = self.en_passant {
            board[if self.black { 36 } else { 28 } + usize::from(file) % 8] =
                if self.black { b'P' } else { b'p' };
        }
        board[usize::from(self.kings.0) % 64] = b'K';
        board[usize::from(self.kings.1) % 64] = b'k';
        let rows: Vec<&str> = board.chunks(8).map(|row| std::str::from_utf8(row).unwrap()).collect();
        let digits = rows.join("/").replace('.', "1");
        let castling = ["-", "K", "Q", "KQ", "k", "q", "kq", "KQkq"][usize::from(self.castling) % 8];
        let en_passant = self.en_passant.map_or("-".to_string(), |file| {
            format!("{}{}", (b'a' + file % 8) as char, if self.black { 3 } else { 6 })
        });
        format!("{digits} {} {castling} {en_passant} 0 1", if self.black { "b" } else { "w" })
    }
}

#[derive(Debug, TypeGenerator)]
enum Fen {
    Text(Text),
    Thrown(Thrown),
}

/// Moves and outcome as shakmaty has them.
fn agrees_with_shakmaty(
    game: &impl Game<Position = pnyx_games::chess::Position>,
    root: &pnyx_games::chess::Position,
) {
    let Ok(text) = game.text(root) else { unreachable!() };
    let fen: shakmaty::fen::Fen = text.parse().unwrap();
    let board = fen
        .into_position::<shakmaty::Chess>(shakmaty::CastlingMode::Standard)
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .or_else(shakmaty::PositionError::ignore_impossible_check)
        .unwrap();
    let mut expected: Vec<String> = board
        .legal_moves()
        .iter()
        .map(|mv| mv.to_uci(shakmaty::CastlingMode::Standard).to_string())
        .collect();
    let mut moves = Vec::new();
    let Ok(()) = game.moves(root, &mut moves) else { unreachable!() };
    let mut names: Vec<String> = moves.iter().filter_map(|&mv| game.notation(root, mv).ok()).collect();
    expected.sort();
    names.sort();
    assert_eq!(names, expected, "{text}");
    let Ok(outcome) = game.outcome(root) else { unreachable!() };
    let won = matches!(outcome, Some(Outcome::Win(_)));
    assert_eq!(won, board.is_checkmate(), "{text}");
    let clock = board.halfmoves() >= 100 && game.repetition() == Repetition::Impossible;
    let drawn = board.is_stalemate() || ((clock || board.is_insufficient_material()) && !won);
    assert_eq!(outcome == Some(Outcome::Draw), drawn, "{text}");
}

#[test]
fn any_text_is_a_fen_or_refused() {
    static TALLY: Tally = Tally::new("any text is a FEN or refused");
    fuzz!().with_type::<(Fen, [bool; 3])>().for_each(|(fen, switches)| {
        let text = match fen {
            Fen::Text(text) => text.write(FENS, FEN_WORDS),
            Fen::Thrown(thrown) => thrown.fen(),
        };
        let options = [("fifty-move-rule", "on"), ("order", "papers"), ("en-passant", "always")];
        let given = options.iter().zip(switches).filter(|(_, given)| **given);
        let given = given.map(|(&(name, value), _)| (name.to_string(), value.to_string()));
        let opened = open("chess", Some(&text), BTreeMap::from_iter(given));
        TALLY.add(opened.is_ok());
        match opened {
            Ok(BuiltIn::Chess(game, root)) => {
                can_be_used(&game, &root);
                agrees_with_shakmaty(&game, &root);
            }
            Ok(BuiltIn::Composed(game, root)) => can_be_used(&game, &root),
            Ok(_) => panic!("chess is chess"),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
        assert_little_memory();
    });
    TALLY.finish();
}

#[test]
fn any_text_is_a_graph_or_refused() {
    static TALLY: Tally = Tally::new("any text is a graph or refused");
    let words = [
        " ",
        ";",
        "\n",
        "A",
        "B",
        "C",
        " max:",
        " min:",
        " = ",
        "win",
        "loss",
        "draw",
        "-7",
        "0",
        "root ",
        "repetition ",
        "impossible",
        "moves",
        "#",
        "{",
        "}",
        "[",
        "]",
        "\"",
        ":",
        ",",
        "\"nodes\"",
        "\"turn\"",
        "\"moves\"",
        "\"value\"",
        "\"max\"",
        "\"A\"",
        "1e9",
        "99999999999",
        "é",
        "\u{a0}",
        "\r",
    ];
    let samples = [
        "root A; repetition draw; A max: B C; B min: A D; C min: D E; D = win; E = draw",
        "A max: B\nB = 1 # a comment",
        r#"{"root": "A", "repetition": "impossible", "nodes": {"A": {"turn": "max", "moves": ["B"]}, "B": {"value": 3}}}"#,
    ];
    fuzz!().with_type::<Text>().for_each(|text| {
        let opened = open("graph", Some(&text.write(&samples, &words)), BTreeMap::new());
        TALLY.add(opened.is_ok());
        match opened {
            Ok(BuiltIn::Graph(game, root)) => can_be_used(&game, &root),
            Ok(_) => panic!("a graph is a graph"),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
        assert_little_memory();
    });
    TALLY.finish();
}

#[test]
fn any_text_is_a_board_or_refused() {
    static TALLY: Tally = Tally::new("any text is a board or refused");
    let words = ["X", "O", ".", "/", " ", "x", "o", "-", "...", "XO.", "........", " x", " o", "é", "\n"];
    let samples = [".../.../... x", "X.O/.X./..O x", "......../........ x", "X o", "XO/OX/.. x"];
    let options =
        ["{}", r#"{"k":"1"}"#, r#"{"k":"8"}"#, r#"{"rows":"3","columns":"3"}"#, r#"{"k":"+3"}"#, "[]"];
    fuzz!().with_generator((bolero::produce::<Text>(), bolero::produce::<u8>(), few::<TextEdit>())).for_each(
        |(text, option, edits)| {
            let option = edit_text(
                options[usize::from(*option) % options.len()],
                edits,
                &["\"", "k", "rows", ":", "9", "{"],
            );
            let option = options_from_json(&option).unwrap_or_default();
            let opened = open("tic-tac-toe", Some(&text.write(&samples, &words)), option);
            TALLY.add(opened.is_ok());
            match opened {
                Ok(BuiltIn::TicTacToe(game, root)) => can_be_used(&game, &root),
                Ok(_) => panic!("tic-tac-toe is tic-tac-toe"),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
            assert_little_memory();
        },
    );
    TALLY.finish();
}
