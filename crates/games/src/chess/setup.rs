//! Reading a FEN: syntax, then every reason why the position is illegal.

use pnyx_game::InputError;
use shakmaty::fen::{Fen, LossyFenError};
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, Position as _, PositionError, PositionErrorKinds, Square,
};

/// What is wrong with an illegal position, in words. Everything else shakmaty objects to (too much
/// material, impossible checks) is a composer's freedom.
pub(super) const REASONS: &[(PositionErrorKinds, &str)] = &[
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

/// Read a position; fields missing at the end of a FEN are filled in.
pub(super) fn read(text: &str) -> Result<Chess, InputError> {
    let text = text.trim();
    let fields: Vec<&str> = text.split_whitespace().collect();
    if fields.is_empty() {
        return Err(InputError::new(
            "the position is empty; a FEN is expected, as '4k3/8/8/8/8/8/8/4K2R w K - 0 1'",
        ));
    }
    if fields.len() == 1 {
        return Err(InputError::new(format!(
            "not a FEN: {}; after the board the side to move is expected, w or b",
            InputError::quote(text)
        )));
    }
    if fields.len() > 6 {
        return Err(InputError::new(format!(
            "a FEN has at most 6 fields, not {}: {} (moves are written after the word 'moves')",
            fields.len(),
            InputError::quote(text)
        )));
    }
    if let Some(long) = fields.iter().skip(4).find(|field| field.len() > 4) {
        return Err(InputError::new(format!(
            "not a FEN: {}; clock and move number have at most 4 digits, not {}",
            InputError::quote(text),
            InputError::quote(long)
        )));
    }
    let fen: Fen = fields.join(" ").parse().map_err(|e| explain_syntax(text, &fields, e))?;
    let position = fen
        .into_position::<Chess>(CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check);
    position.map_err(|error| {
        let kinds = error.kinds();
        let reasons: Vec<&str> =
            REASONS.iter().filter(|(kind, _)| kinds.contains(*kind)).map(|(_, reason)| *reason).collect();
        InputError::new(format!("illegal chess position {}: {}", InputError::quote(text), reasons.join("; ")))
    })
}

fn explain_syntax(text: &str, fields: &[&str], error: shakmaty::fen::ParseFenError) -> InputError {
    use shakmaty::fen::ParseFenError::{
        InvalidBoard, InvalidCastling, InvalidEpSquare, InvalidFen, InvalidFullmoves, InvalidHalfmoveClock,
        InvalidPocket, InvalidRemainingChecks, InvalidTurn,
    };
    let (field, expected) = match error {
        InvalidBoard => (0, "eight ranks of pieces PNBRQKpnbrqk and digits, separated by '/'"),
        InvalidTurn => (1, "the side to move, w or b"),
        InvalidCastling => (2, "castling rights such as KQkq, or -"),
        InvalidEpSquare => (3, "an en-passant square such as e3, or -"),
        InvalidHalfmoveClock => (4, "the number of plies since the last capture or pawn move"),
        InvalidFullmoves => (5, "the number of the move"),
        InvalidPocket | InvalidRemainingChecks | InvalidFen => (0, "a FEN of orthodox chess"),
    };
    let at = fields.get(field).map_or(String::new(), |field| {
        let column = text.find(field).map_or(0, |bytes| text[..bytes].chars().count()) + 1;
        format!(" ({} at column {column})", InputError::quote(field))
    });
    InputError::new(format!("not a FEN: {}; expected {expected}{at}", InputError::quote(text)))
}

/// The FEN of a position, with this en-passant square.
pub(super) fn fen(position: &Chess, en_passant: Option<Square>) -> String {
    let mut setup = position.to_setup(EnPassantMode::Always);
    setup.ep_square = en_passant;
    Fen::try_from_setup(setup).unwrap_or_else(LossyFenError::ignore).to_string()
}
