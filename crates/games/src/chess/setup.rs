//! Reading a FEN: syntax, then every reason why the position is illegal.

use pnyx_game::InputError;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, PositionError, PositionErrorKinds};

/// What is wrong with an illegal position, in words. Everything else shakmaty objects to (too much
/// material, impossible checks) is a composer's freedom.
const REASONS: &[(PositionErrorKinds, &str)] = &[
    (PositionErrorKinds::EMPTY_BOARD, "the board is empty"),
    (PositionErrorKinds::MISSING_KING, "a king is missing"),
    (PositionErrorKinds::TOO_MANY_KINGS, "a side has more than one king"),
    (PositionErrorKinds::PAWNS_ON_BACKRANK, "there are pawns on the first or eighth rank"),
    (
        PositionErrorKinds::INVALID_CASTLING_RIGHTS,
        "castling rights need the king and that rook on their first squares",
    ),
    (
        PositionErrorKinds::INVALID_EP_SQUARE,
        "the en-passant square must lie behind a pawn that has just moved two squares",
    ),
    (PositionErrorKinds::OPPOSITE_CHECK, "the side that is not to move is in check"),
];

/// What stands on a board.
const BOARD: &str = "PNBRQKpnbrqk12345678/";

/// Read a position; fields missing at the end of a FEN are filled in.
pub(super) fn read(text: &str) -> Result<Chess, InputError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    if fields.is_empty() {
        return Err(InputError::new(
            "the position is empty; a FEN is expected, as '4k3/8/8/8/8/8/8/4K2R w K - 0 1'",
        ));
    }
    let not_a_fen = |what: &str, part: &str| {
        let (shown, column) = (InputError::quote(text.trim()), InputError::column(text, part));
        InputError::new(format!("not a FEN: {shown}; {what} (column {column})"))
    };
    if let Some((at, symbol)) = fields[0].char_indices().find(|&(_, symbol)| !BOARD.contains(symbol)) {
        let what =
            format!("expected one of {BOARD} on the board, not {}", InputError::quote(&symbol.to_string()));
        return Err(not_a_fen(&what, &fields[0][at..]));
    }
    if fields.len() == 1 {
        return Err(not_a_fen(
            "after the board the side to move is expected, w or b",
            &text[text.trim_end().len()..],
        ));
    }
    if let Some(extra) = fields.get(6) {
        let what = format!(
            "expected at most 6 fields, not {}; moves are written after the word 'moves'",
            fields.len()
        );
        return Err(not_a_fen(&what, extra));
    }
    if let Some(long) = fields.iter().skip(4).find(|field| field.len() > 4) {
        let what = format!("clock and move number have at most 4 digits, not {}", InputError::quote(long));
        return Err(not_a_fen(&what, long));
    }
    let fen: Fen = fields.join(" ").parse().map_err(|e| {
        let (field, expected) = expected(&e);
        let field = fields.get(field).copied().unwrap_or(text);
        not_a_fen(&format!("expected {expected}, not {}", InputError::quote(field)), field)
    })?;
    let position = fen
        .into_position::<Chess>(CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check);
    position.map_err(|error| {
        let kinds = error.kinds();
        let reasons: Vec<&str> =
            REASONS.iter().filter(|(kind, _)| kinds.contains(*kind)).map(|(_, reason)| *reason).collect();
        InputError::new(format!(
            "illegal chess position {}: {}",
            InputError::quote(text.trim()),
            reasons.join("; ")
        ))
    })
}

/// The field at fault, and what should stand there.
fn expected(error: &shakmaty::fen::ParseFenError) -> (usize, &'static str) {
    use shakmaty::fen::ParseFenError::{
        InvalidBoard, InvalidCastling, InvalidEpSquare, InvalidFen, InvalidFullmoves, InvalidHalfmoveClock,
        InvalidPocket, InvalidRemainingChecks, InvalidTurn,
    };
    match error {
        InvalidBoard => (0, "eight ranks of pieces PNBRQKpnbrqk and digits, separated by '/'"),
        InvalidTurn => (1, "the side to move, w or b"),
        InvalidCastling => (2, "castling rights such as KQkq, or -"),
        InvalidEpSquare => (3, "an en-passant square such as e3, or -"),
        InvalidHalfmoveClock => (4, "the number of plies since the last capture or pawn move"),
        InvalidFullmoves => (5, "the number of the move"),
        InvalidPocket | InvalidRemainingChecks | InvalidFen => (0, "a FEN of orthodox chess"),
    }
}

/// The FEN of a position, with the en-passant square after every double push or only where a
/// capture is legal.
pub(super) fn fen(position: &Chess, en_passant_always: bool) -> String {
    let mode = if en_passant_always { EnPassantMode::Always } else { EnPassantMode::Legal };
    Fen::from_position(position, mode).to_string()
}
