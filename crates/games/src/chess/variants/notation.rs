//! FEN of the variants: pockets after the board in crazyhouse (`[Qp]`), checks left before the clocks in
//! three-check (`3+3`).

use pnyx_game::{InputError, input_error};
use shakmaty::fen::{Fen, LossyFenError};
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, Color, EnPassantMode, Piece, Position as _,
    PositionError, PositionErrorKinds, Rank, RemainingChecks, Role, Setup, Square,
};

use crate::chess::setup::{BOARD, MOST_MOVES, REASONS, hold_clocks, read_number};

/// Roles in the order in which a pocket is written.
const POCKET: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
const RIGHTS: [(char, Square); 4] =
    [('K', Square::H1), ('Q', Square::A1), ('k', Square::H8), ('q', Square::A8)];

/// What was expected, and the part of the text that stands there.
type Unexpected<'a> = (&'static str, &'a str);

/// Read a position; fields missing at the end are filled in.
pub(super) fn read(name: &str, variant: Variant, text: &str) -> Result<VariantPosition, InputError> {
    let shown = InputError::quote(text.trim());
    let setup = read_setup(variant, text).map_err(|(expected, part)| {
        let (given, column) = (InputError::quote(part), InputError::column(text, part));
        input_error!("not a FEN of {name}: {shown}; expected {expected} at column {column}, not {given}")
    })?;
    let mut reasons = impossibilities(variant, &setup);
    let position = VariantPosition::from_setup(variant, setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material);
    let position = match variant {
        // Nobody may ever be in check.
        Variant::RacingKings => position,
        _ => position.or_else(PositionError::ignore_impossible_check),
    };
    if let Err(error) = &position {
        let kinds = error.kinds();
        reasons.extend(REASONS.iter().filter(|(kind, _)| kinds.contains(*kind)).map(|(_, reason)| *reason));
        if variant == Variant::RacingKings && kinds.contains(PositionErrorKinds::IMPOSSIBLE_CHECK) {
            reasons.push("a king is in check");
        }
    }
    position
        .ok()
        .filter(|_| reasons.is_empty())
        .ok_or_else(|| input_error!("illegal position of {name} {shown}: {}", reasons.join("; ")))
}

/// What shakmaty does not object to, or not in words.
fn impossibilities(variant: Variant, setup: &Setup) -> Vec<&'static str> {
    let board = &setup.board;
    let kings = |color: Color| board.kings() & board.by_color(color);
    let mut reasons = Vec::new();
    let mut refuse = |is_so: bool, reason: &'static str| {
        if is_so {
            reasons.push(reason);
        }
    };
    match variant {
        Variant::ThreeCheck => {
            let given = |checks: ByColor<RemainingChecks>| checks.iter().all(|left| left.is_zero());
            refuse(setup.remaining_checks.is_some_and(given), "both sides have given all their checks");
        }
        Variant::RacingKings => {
            refuse(board.pawns().any(), "there are pawns");
            let arrived = Color::ALL.into_iter().all(|color| (kings(color) & Rank::Eighth).any());
            refuse(
                arrived && setup.turn.is_black(),
                "both kings have reached the eighth rank, and Black is to move",
            );
        }
        Variant::Horde => refuse(kings(Color::White).any(), "White, the horde, has a king"),
        Variant::Crazyhouse => {
            let pockets = setup.pockets.unwrap_or_default();
            let held = pockets.iter().flat_map(ByRole::iter).map(|&count| usize::from(count)).sum::<usize>();
            refuse(pockets.iter().any(|side| side.king > 0), "there is a king in a pocket");
            refuse(held + board.occupied().count() > 64, "there are more than 64 pieces");
            let unfit = board.pawns() | board.kings() | (board.rooks() & setup.castling_rights);
            refuse(
                (setup.promoted & unfit).any(),
                "a pawn, a king or a rook that may castle is marked as promoted",
            );
        }
        _ => {}
    }
    reasons
}

fn read_setup(variant: Variant, text: &str) -> Result<Setup, Unexpected<'_>> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let end = &text[text.len()..];
    let mut setup = Setup::empty();
    if variant == Variant::ThreeCheck {
        // The older custom is the end, counting the checks given.
        let at_end = words.len() == 7 && words[6].contains('+') && !words[4].contains('+');
        let place = if at_end { 6 } else { 4 };
        if words.len() == 7 || words.get(place).is_some_and(|word| word.contains('+')) {
            setup.remaining_checks = Some(read_checks(words.remove(place), at_end)?);
        }
    }
    if let Some(&extra) = words.get(6) {
        return Err(("the end (moves are written after the word 'moves')", extra));
    }
    let mut words = words.into_iter();
    let board = words.next().ok_or(("the board, eight ranks from the eighth down", end))?;
    read_board(variant, board, &mut setup)?;
    setup.turn = match words.next().unwrap_or(end) {
        "w" => Color::White,
        "b" => Color::Black,
        other => return Err(("the side to move, w or b", other)),
    };
    setup.castling_rights = words.next().map_or(Ok(Bitboard::EMPTY), read_castling)?;
    setup.ep_square = match words.next() {
        None | Some("-") => None,
        Some(word) => Some(word.parse().map_err(|_| ("an en-passant square such as e3, or -", word))?),
    };
    if let Some(word) = words.next() {
        setup.halfmoves = read_number(word).ok_or(("the halfmove clock, 0 to 9999", word))?;
    }
    if let Some(word) = words.next() {
        let number = read_number(word).and_then(std::num::NonZeroU32::new);
        setup.fullmoves = number.ok_or(("the number of the move, 1 to 9999", word))?;
    }
    Ok(setup)
}

fn read_board<'a>(variant: Variant, word: &'a str, setup: &mut Setup) -> Result<(), Unexpected<'a>> {
    let expected = "eight ranks of pieces PNBRQKpnbrqk and digits, separated by '/'";
    let known = |symbol| BOARD.contains(symbol) || (variant == Variant::Crazyhouse && "[]~".contains(symbol));
    // Before everything else: what else seems wrong may come from a foreign character.
    if let Some((at, symbol)) = word.char_indices().find(|&(_, symbol)| !known(symbol)) {
        return Err((expected, &word[at..at + symbol.len_utf8()]));
    }
    let mut ranks = word;
    if variant == Variant::Crazyhouse {
        // Two customs: [Qp] after the board, and a ninth rank.
        let split = match word.strip_suffix(']') {
            Some(rest) => rest.split_once('['),
            None if word.matches('/').count() == 8 => word.rsplit_once('/'),
            None => Some((word, "")),
        };
        let (board, pocket) = split.ok_or(("a [ that opens the pocket", word))?;
        setup.pockets = Some(read_pockets(pocket)?);
        ranks = board;
    }
    let (mut rank, mut file, mut digit) = (7, 0, false);
    let mut last = None;
    let mut board = Board::empty();
    for (at, symbol) in ranks.char_indices() {
        let piece = Piece::from_char(symbol);
        match symbol {
            '/' if file == 8 && rank > 0 => (rank, file) = (rank - 1, 0),
            '1'..='8' if !digit && file + symbol as u32 - '0' as u32 <= 8 => {
                file += symbol as u32 - '0' as u32
            }
            '~' if variant == Variant::Crazyhouse && last.is_some() => {
                setup.promoted.add(last.expect("just seen"));
            }
            _ if piece.is_some() && file < 8 => file += 1,
            _ => return Err((expected, &ranks[at..])),
        }
        digit = symbol.is_ascii_digit();
        last = piece.map(|piece| {
            let square = Square::new(rank * 8 + file - 1);
            board.set_piece_at(square, piece);
            square
        });
    }
    if (rank, file) != (0, 8) {
        return Err((expected, &ranks[ranks.len()..]));
    }
    setup.board = board;
    Ok(())
}

fn read_pockets(word: &str) -> Result<ByColor<ByRole<u8>>, Unexpected<'_>> {
    let mut pockets = ByColor::<ByRole<u8>>::default();
    for (at, symbol) in word.char_indices() {
        let here = &word[at..];
        let piece = Piece::from_char(symbol).ok_or(("pieces QRBNP of White, then of Black", here))?;
        let count = pockets.get_mut(piece.color).get_mut(piece.role);
        *count = count.checked_add(1).ok_or(("a pocket of at most 64 pieces", here))?;
    }
    Ok(pockets)
}

fn read_castling(word: &str) -> Result<Bitboard, Unexpected<'_>> {
    if word == "-" {
        return Ok(Bitboard::EMPTY);
    }
    let mut rest = RIGHTS.iter();
    let mut rights = Bitboard::EMPTY;
    for letter in word.chars() {
        let found = rest.find(|(right, _)| *right == letter);
        rights.add(found.ok_or(("castling rights, some of KQkq in this order, or -", word))?.1);
    }
    Ok(rights)
}

fn read_checks(word: &str, given: bool) -> Result<ByColor<RemainingChecks>, Unexpected<'_>> {
    let digits = if given { word.strip_prefix('+') } else { Some(word) };
    let side = |text: &str| match text.parse() {
        Ok(n) if n <= 3 && text.len() == 1 => Some(RemainingChecks::new(if given { 3 - n } else { n })),
        _ => None,
    };
    digits
        .and_then(|digits| digits.split_once('+'))
        .and_then(|(white, black)| Some(ByColor { white: side(white)?, black: side(black)? }))
        .ok_or(("checks left, as 3+3", word))
}

/// The FEN of a position.
pub(super) fn write(position: &VariantPosition) -> String {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    hold_clocks(&mut setup, MOST_MOVES.get());
    let pockets = setup.pockets.take();
    let fen = Fen::try_from_setup(setup).unwrap_or_else(LossyFenError::ignore).to_string();
    let (Some(pockets), Some((board, rest))) = (pockets, fen.split_once(' ')) else { return fen };
    let mut held = String::new();
    for color in [Color::White, Color::Black] {
        for role in POCKET {
            let count = usize::from(*pockets.get(color).get(role));
            held.extend(std::iter::repeat_n(Piece { color, role }.char(), count));
        }
    }
    format!("{board}[{held}] {rest}")
}
