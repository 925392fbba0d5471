//! Reading a FEN: syntax, then every reason why the position is illegal; and the players of its colours.

use std::num::NonZeroU32;

use pnyx_game::{InputError, Player, input_error};
use shakmaty::fen::{Fen, LossyFenError, ParseFenError};
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, Position as _, PositionError, PositionErrorKinds, Setup,
    Square,
};

/// The player of a colour.
pub(super) fn player(color: Color) -> Player {
    match color {
        Color::White => Player::First,
        Color::Black => Player::Second,
    }
}

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

/// The highest number of a move; what is played after that has the same.
pub(super) const MOST_MOVES: NonZeroU32 = NonZeroU32::new(9_999).unwrap();

/// What stands on a board.
pub(super) const BOARD: &str = "PNBRQKpnbrqk12345678/";

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
        input_error!("not a FEN: {shown}; {what} (column {column})")
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
    let unexpected = |error: &ParseFenError| {
        let (field, expected) = expected(error);
        let field = fields.get(field).copied().unwrap_or(text);
        not_a_fen(&format!("expected {expected}, not {}", InputError::quote(field)), field)
    };
    if !["w", "b"].contains(&fields[1]) {
        return Err(unexpected(&ParseFenError::InvalidTurn));
    }
    // shakmaty is lenient here, and our texts have one form.
    let ranks = fields[0].split('/').count();
    if ranks != 8 || fields[0].as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_digit)) {
        return Err(unexpected(&ParseFenError::InvalidBoard));
    }
    let mut rights = "KQkq".chars();
    let mut is_next = |right: char| rights.any(|other| other == right);
    if fields.get(2).is_some_and(|castling| *castling != "-" && !castling.chars().all(&mut is_next)) {
        return Err(unexpected(&ParseFenError::InvalidCastling));
    }
    if fields.get(4).is_some_and(|clock| read_number(clock).is_none()) {
        return Err(unexpected(&ParseFenError::InvalidHalfmoveClock));
    }
    if fields.get(5).is_some_and(|number| read_number(number).is_none_or(|number| number == 0)) {
        return Err(unexpected(&ParseFenError::InvalidFullmoves));
    }
    let fen: Fen = fields.join(" ").parse().map_err(|e| unexpected(&e))?;
    let position = fen
        .into_position::<Chess>(CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check);
    position.map_err(|error| {
        let kinds = error.kinds();
        let reasons: Vec<&str> =
            REASONS.iter().filter(|(kind, _)| kinds.contains(*kind)).map(|(_, reason)| *reason).collect();
        input_error!("illegal chess position {}: {}", InputError::quote(text.trim()), reasons.join("; "))
    })
}

/// The field at fault, and what should stand there.
fn expected(error: &ParseFenError) -> (usize, &'static str) {
    use ParseFenError::{
        InvalidBoard, InvalidCastling, InvalidEpSquare, InvalidFen, InvalidFullmoves, InvalidHalfmoveClock,
        InvalidPocket, InvalidRemainingChecks, InvalidTurn,
    };
    match error {
        InvalidBoard => (0, "eight ranks of pieces PNBRQKpnbrqk and digits, separated by '/'"),
        InvalidTurn => (1, "the side to move, w or b"),
        InvalidCastling => (2, "castling rights, some of KQkq in this order, or -"),
        InvalidEpSquare => (3, "an en-passant square such as e3, or -"),
        InvalidHalfmoveClock => (4, "the number of plies since the last capture or pawn move, 0 to 9999"),
        InvalidFullmoves => (5, "the number of the move, 1 to 9999"),
        InvalidPocket | InvalidRemainingChecks | InvalidFen => (0, "a FEN of orthodox chess"),
    }
}

/// A clock or the number of a move, if it is one and not too large.
pub(super) fn read_number(word: &str) -> Option<u32> {
    let plain = word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|_| plain)
}

/// Clocks run on while a game is played, but what is written must be read.
pub(super) fn hold_clocks(setup: &mut Setup, halfmoves: u32) {
    setup.halfmoves = setup.halfmoves.min(halfmoves);
    setup.fullmoves = setup.fullmoves.min(MOST_MOVES);
}

/// A FEN with this clock and the first move: the number of the move says nothing about what is to come.
pub(super) fn with_clock(fen: &str, clock: u32) -> String {
    let board = fen.rsplitn(3, ' ').last().unwrap_or(fen);
    format!("{board} {clock} 1")
}

/// The FEN of a position, with this en-passant square. A clock beyond 100 means no more than 100.
pub(super) fn fen(position: &Chess, en_passant: Option<Square>) -> String {
    let mut setup = position.to_setup(EnPassantMode::Always);
    setup.ep_square = en_passant;
    hold_clocks(&mut setup, 100);
    Fen::try_from_setup(setup).unwrap_or_else(LossyFenError::ignore).to_string()
}
