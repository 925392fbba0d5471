//! Seven relatives of chess, on shakmaty: FEN in, UCI moves out, drops written `P@e4`.
//!
//! A game ends by the variant's own rule, by checkmate or by stalemate. Nobody is declared unable to win
//! for want of material, and the clock does not count. Two positions are the same if board, side to
//! move, castling rights, an en-passant square that can be used, checks left, pockets and marks of
//! promoted pieces are.

mod notation;

use std::convert::Infallible;

use pnyx_game::{
    Evaluation, Goals, InputError, Notation, Outcome, Packed, Player, Repetition, Resources, Rules, Scored,
};
use shakmaty::variant::{Crazyhouse, Variant, VariantPosition};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, FromSetup, KnownOutcome, Move, MoveList,
    Position as _, PositionError, Role, Square, attacks,
};

use super::composed::squares;
use super::san::{is_san, sign};
use super::setup;
use super::setup::player;
use crate::spec::{GameSpec, WIN_OR_DRAW};

const fn spec(name: &'static str, description: &'static str, start: &'static str) -> GameSpec {
    GameSpec { name, description, start, goals: WIN_OR_DRAW, options: &[] }
}

/// Antichess as the user sees it.
pub const ANTICHESS: GameSpec = spec(
    "antichess",
    "captures are compulsory, kings are ordinary pieces; no pieces or no move left wins",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
);
/// Atomic chess as the user sees it.
pub const ATOMIC: GameSpec = spec(
    "atomic",
    "a capture blows up everything around but pawns; blow up the king or mate",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
);
/// Three-check as the user sees it.
pub const THREE_CHECK: GameSpec = spec(
    "three-check",
    "the third check wins, and so does mate; the FEN says how many checks are left, as 3+3",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
);
/// King of the hill as the user sees it.
pub const KING_OF_THE_HILL: GameSpec = spec(
    "king-of-the-hill",
    "a king on one of the four squares in the centre wins, and so does mate",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
);
/// Racing kings as the user sees it.
pub const RACING_KINGS: GameSpec = spec(
    "racing-kings",
    "first king on the eighth rank wins, Black may catch up at once; checks are not allowed",
    "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
);
/// Horde as the user sees it.
pub const HORDE: GameSpec = spec(
    "horde",
    "pawns against pieces: White must mate, Black must capture everything",
    "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
);
/// Crazyhouse as the user sees it.
pub const CRAZYHOUSE: GameSpec = spec(
    "crazyhouse",
    "captured pieces change sides and can be dropped, as P@e4; pockets are written [Qp]",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
);

const VARIANTS: [(Variant, &GameSpec); 7] = [
    (Variant::Antichess, &ANTICHESS),
    (Variant::Atomic, &ATOMIC),
    (Variant::ThreeCheck, &THREE_CHECK),
    (Variant::KingOfTheHill, &KING_OF_THE_HILL),
    (Variant::RacingKings, &RACING_KINGS),
    (Variant::Horde, &HORDE),
    (Variant::Crazyhouse, &CRAZYHOUSE),
];

/// The rules of one variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChessVariant(Variant);

/// A position of a variant.
#[derive(Clone, Debug)]
pub struct Position {
    board: VariantPosition,
    /// An en-passant square on which a capture is legal.
    en_passant: Option<Square>,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let (a, b) = (&self.board, &other.board);
        self.en_passant == other.en_passant
            && a.turn() == b.turn()
            && a.board() == b.board()
            && a.castles().castling_rights() == b.castles().castling_rights()
            && a.remaining_checks() == b.remaining_checks()
            && a.pockets() == b.pockets()
            && a.promoted() == b.promoted()
    }
}

impl Eq for Position {}

impl Position {
    fn new(board: VariantPosition) -> Position {
        let en_passant = board.legal_ep_square();
        Position { board, en_passant }
    }
}

impl ChessVariant {
    /// The rules of the variant of this name, if there is one.
    #[must_use]
    pub fn named(name: &str) -> Option<ChessVariant> {
        VARIANTS.iter().find(|(_, spec)| spec.name == name).map(|(variant, _)| ChessVariant(*variant))
    }

    fn name(self) -> &'static str {
        let found = VARIANTS.iter().find(|(variant, _)| *variant == self.0);
        found.map_or("chess", |(_, spec)| spec.name)
    }

    /// The outcome, given whether there is a legal move.
    fn settled(&self, board: &VariantPosition, can_move: impl FnOnce() -> bool) -> Option<Outcome> {
        if self.0 == Variant::Antichess {
            let bare = Color::ALL.into_iter().find(|&color| board.board().by_color(color).is_empty());
            let winner = bare.or_else(|| (!can_move()).then(|| board.turn()));
            return winner.map(|color| Outcome::Win(player(color)));
        }
        if let Some(end) = board.variant_outcome().known() {
            return Some(match end {
                KnownOutcome::Decisive { winner } => Outcome::Win(player(winner)),
                KnownOutcome::Draw => Outcome::Draw,
            });
        }
        (!can_move()).then(|| match board.is_check() {
            true => Outcome::Win(player(!board.turn())),
            false => Outcome::Draw,
        })
    }
}

/// Append the legal moves.
fn generate(board: &VariantPosition, out: &mut Vec<Move>) {
    match board {
        VariantPosition::Crazyhouse(house) if is_crowded(house) => generate_crowded(house, out),
        _ => out.extend(board.legal_moves()),
    }
}

/// Whether there may be so large a number of moves that shakmaty's list of moves, which has a fixed size, might
/// overflow: a dozen queens on the board and all kinds of pieces in the pocket.
fn is_crowded(house: &Crazyhouse) -> bool {
    let ours = |role: Role| house.our(role).count();
    let last_step = house.turn().fold_wb(shakmaty::Rank::Seventh, shakmaty::Rank::Second);
    let promoting = (house.our(Role::Pawn) & last_step).count();
    let on_board = 27 * ours(Role::Queen)
        + 14 * ours(Role::Rook)
        + 13 * ours(Role::Bishop)
        + 8 * ours(Role::Knight)
        + 4 * ours(Role::Pawn)
        + 8 * promoting
        + 10;
    let empty = (!house.board().occupied()).count();
    let kinds = pocket(house).iter().filter(|&&count| count > 0).count();
    on_board + kinds * empty > MoveList::new().capacity()
}

fn pocket(house: &Crazyhouse) -> &shakmaty::ByRole<u8> {
    house.pockets().expect("crazyhouse has pockets").get(house.turn())
}

/// The same moves as shakmaty's in the same order, in two parts: as in orthodox chess, then drops.
fn generate_crowded(house: &Crazyhouse, out: &mut Vec<Move>) {
    let mut setup = house.to_setup(EnPassantMode::Always);
    (setup.pockets, setup.promoted) = (None, Bitboard::EMPTY);
    let chess = Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .expect("a crazyhouse board is a composed position of chess");
    out.extend(chess.legal_moves());
    let checkers = house.checkers();
    let targets = match (checkers.is_empty(), checkers.single_square(), chess.board().king_of(chess.turn())) {
        (true, ..) => !chess.board().occupied(),
        (false, Some(checker), Some(king)) => attacks::between(checker, king),
        _ => Bitboard::EMPTY,
    };
    let held = |role: &Role| *pocket(house).get(*role) > 0;
    let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    for to in targets {
        out.extend(pieces.into_iter().filter(held).map(|role| Move::Put { role, to }));
    }
    if held(&Role::Pawn) {
        out.extend((targets & !Bitboard::BACKRANKS).into_iter().map(|to| Move::Put { role: Role::Pawn, to }));
    }
}

/// How many legal moves there are.
fn count(board: &VariantPosition) -> usize {
    match board {
        VariantPosition::Crazyhouse(house) if is_crowded(house) => {
            let mut moves = Vec::new();
            generate_crowded(house, &mut moves);
            moves.len()
        }
        _ => board.legal_moves().len(),
    }
}

/// The place in the order of UCI texts: drops begin with a capital letter and come first.
fn uci_rank(mv: Move) -> u32 {
    match mv {
        Move::Put { role, to } => {
            u32::from(role.upper_char() as u8) << 8 | u32::from(to.file()) << 3 | u32::from(to.rank())
        }
        _ => 1 << 24 | squares(mv).uci_rank(),
    }
}

impl Rules for ChessVariant {
    type Position = Position;
    type Move = Move;
    type Error = Infallible;

    fn turn(&self, position: &Position) -> Result<Player, Infallible> {
        Ok(player(position.board.turn()))
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, Infallible> {
        Ok(self.settled(&position.board, || count(&position.board) > 0))
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) -> Result<(), Infallible> {
        generate(&position.board, out);
        Ok(())
    }

    fn play(&self, position: &mut Position, mv: Move) -> Result<(), Infallible> {
        position.board.play_unchecked(mv);
        position.en_passant = position.board.legal_ep_square();
        Ok(())
    }

    fn key(&self, position: &Position) -> Result<u64, Infallible> {
        let Zobrist64(hash) = position.board.zobrist_hash(EnPassantMode::Legal);
        Ok(hash)
    }

    fn repetition(&self) -> Repetition {
        Repetition::Draw
    }

    fn evaluate(&self, position: &Position, _scratch: &mut Vec<Move>) -> Result<Evaluation, Infallible> {
        let replies = count(&position.board);
        Ok((self.settled(&position.board, || replies > 0), replies as u32))
    }

    fn is_irreversible(&self, position: &Position, mv: Move) -> bool {
        // In crazyhouse only lost castling rights are: captured pieces return.
        position.board.is_irreversible(mv)
    }
}

impl Notation for ChessVariant {
    fn notation(&self, _position: &Position, mv: Move) -> Result<String, Infallible> {
        Ok(match mv {
            Move::Put { role, to } => format!("{}@{to}", role.upper_char()),
            _ => squares(mv).uci(),
        })
    }

    fn is_written(&self, position: &Position, mv: Move, text: &str) -> Result<bool, Infallible> {
        Ok(self.notation(position, mv)? == text || is_san(text, mv, || sign(position.board.clone(), mv)))
    }

    fn text(&self, position: &Position) -> Result<String, Infallible> {
        Ok(notation::write(&position.board))
    }

    fn identity(&self, position: &Position) -> Result<String, Infallible> {
        Ok(setup::with_clock(&notation::write(&position.board), 0))
    }

    fn parse(&self, text: &str) -> Result<Position, InputError> {
        notation::read(self.name(), self.0, text).map(Position::new)
    }

    fn player_names(&self) -> [String; 2] {
        ["white".into(), "black".into()]
    }

    fn moves_by_notation(&self, position: &Position, out: &mut Vec<Move>) -> Result<(), Infallible> {
        out.clear();
        generate(&position.board, out);
        out.sort_by_cached_key(|&mv| uci_rank(mv));
        Ok(())
    }
}

impl Packed for ChessVariant {}
impl Scored for ChessVariant {}
impl Goals for ChessVariant {}
impl Resources for ChessVariant {}

#[cfg(test)]
mod tests;
