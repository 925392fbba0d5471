//! Chess positions that no person would think of, beside a second board.

use std::collections::BTreeMap;

use bolero::TypeGenerator;
use pnyx_fuzz::{Row, Tally, Text, assert_little_memory, can_be_used, fuzz, message};
use pnyx_game::{Game, Outcome, Repetition};
use pnyx_games::{BuiltIn, open};
use shakmaty::Position as _;

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
            Fen::Text(text) => text.write(Row::of("chess")).1,
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
            Ok(BuiltIn::OnShakmaty(game, root)) => can_be_used(&game, &root),
            Ok(_) => panic!("chess is chess"),
            Err(error) => drop(message(&text, &error)),
        }
        assert_little_memory();
    });
    TALLY.finish();
}
