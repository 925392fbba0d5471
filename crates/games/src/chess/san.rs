//! Short algebraic notation, as far as moves are recognised by it.

use cozy_chess::{Board, Piece};
use shakmaty::san::{SanPlus, Suffix};
use shakmaty::{Move, Position, Role, Square};

/// Whether this is a move in short algebraic notation. What distinguishes it from other moves may be missing (`Nf3` is
/// any knight's move to f3), and so may the sign of check or mate; `sign` says what the right one is.
pub(super) fn is_san(text: &str, mv: Move, sign: impl FnOnce() -> Option<Suffix>) -> bool {
    let Ok(written) = SanPlus::from_ascii(text.as_bytes()) else { return false };
    written.san.matches(mv)
        && match written.suffix {
            None => true,
            Some(Suffix::Check) => sign().is_some(),
            Some(Suffix::Checkmate) => sign() == Some(Suffix::Checkmate),
        }
}

/// The sign behind a move.
pub(super) fn sign<B: Position>(mut board: B, mv: Move) -> Option<Suffix> {
    board.play_unchecked(mv);
    Suffix::from_position(&board)
}

/// The same on the fast board.
pub(super) fn is_san_on(text: &str, board: &Board, mv: cozy_chess::Move) -> bool {
    is_san(text, converted(board, mv), || {
        let mut after = board.clone();
        after.play_unchecked(mv);
        let is_mate = || !after.generate_moves(|_| true);
        (!after.checkers().is_empty()).then(|| if is_mate() { Suffix::Checkmate } else { Suffix::Check })
    })
}

/// A move of cozy-chess as shakmaty has it.
fn converted(board: &Board, mv: cozy_chess::Move) -> Move {
    let square = |square: cozy_chess::Square| Square::new(square as u32);
    let (from, to) = (square(mv.from), square(mv.to));
    if board.colors(board.side_to_move()).has(mv.to) {
        return Move::Castle { king: from, rook: to };
    }
    let role = board.piece_on(mv.from).map_or(Role::Pawn, role);
    let capture = board.piece_on(mv.to).map(self::role);
    if role == Role::Pawn && capture.is_none() && mv.from.file() != mv.to.file() {
        return Move::EnPassant { from, to };
    }
    Move::Normal { role, from, capture, to, promotion: mv.promotion.map(self::role) }
}

/// Both begin with the pawn and end with the king.
fn role(piece: Piece) -> Role {
    Role::ALL[piece as usize]
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use pnyx_game::Game;

    use super::super::{Chess, ChessRules, ChessVariant, Composed};

    /// Whether a move is written so.
    fn is<G: Game<Error: Debug>>(game: &G, fen: &str, uci: &str, written: &str) -> bool {
        let root = game.parse(fen).unwrap();
        let mut moves = Vec::new();
        game.moves(&root, &mut moves).unwrap();
        let mv = moves.into_iter().find(|&mv| game.notation(&root, mv).unwrap() == uci);
        game.is_written(&root, mv.expect("legal"), written).unwrap()
    }

    /// Both boards of chess must say the same.
    fn in_chess(fen: &str, uci: &str, right: &[&str], wrong: &[&str]) {
        for (texts, expected) in [(right, true), (wrong, false)] {
            for text in texts {
                assert_eq!(is(&Chess(ChessRules::default()), fen, uci, text), expected, "{text}");
                assert_eq!(is(&Composed(ChessRules::default()), fen, uci, text), expected, "{text}");
            }
        }
    }

    #[test]
    fn moves_are_recognised_and_others_are_not() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let wrong = ["Nbf3", "Nxf3", "Nf3+", "f3", "Nc3", "", "Nf3 ", "--"];
        in_chess(start, "g1f3", &["g1f3", "Nf3", "Ngf3", "N1f3", "Ng1f3"], &wrong);
        in_chess(start, "e2e4", &["e2e4", "e4"], &["e3", "e2e3", "Ke4"]);
    }

    #[test]
    fn signs_may_be_missing_but_not_wrong() {
        in_chess("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", &["Rd8", "Rd8+", "Rd8#"], &["Rd7#"]);
        in_chess("6k1/5pp1/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", &["Rd8", "Rd8+"], &["Rd8#"]);
    }

    #[test]
    fn castling_en_passant_and_promotion_are_written_in_their_own_way() {
        let castles = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        in_chess(castles, "e1g1", &["O-O"], &["O-O-O", "Kg1", "Kxh1"]);
        in_chess(castles, "e1c1", &["O-O-O"], &["O-O", "Kc1"]);
        in_chess("7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6", &["exd6"], &["d6", "exd5"]);
        in_chess("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", &["a8=Q+", "a8=Q"], &["a8", "a8=R", "a8=Q#"]);
    }

    #[test]
    fn variants_write_drops_and_wins() {
        let crazyhouse = ChessVariant::named("crazyhouse").unwrap();
        let drops = |text| is(&crazyhouse, "7k/8/8/8/8/8/8/K7[Pn] w - - 0 1", "P@e4", text);
        assert!(drops("P@e4") && drops("@e4") && !drops("e4") && !drops("N@e4"));
        let hill = ChessVariant::named("king-of-the-hill").unwrap();
        let climbs = |text| is(&hill, "7k/8/8/8/8/3K4/8/8 w - - 0 1", "d3d4", text);
        assert!(climbs("Kd4") && climbs("Kd4#") && !climbs("Ke4"));
    }
}
