//! Chess on shakmaty, for the composed positions that the fast board refuses.

use std::convert::Infallible;

use pnyx_game::{Game, InputError, Outcome, Player, Repetition};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess as Board, Color, EnPassantMode, Move, Position as _, Role};

use super::{Rules, Squares, setup};

/// The rules of chess, on the board for composed positions.
#[derive(Clone, Copy, Debug)]
pub struct Composed(pub Rules);

/// A composed chess position.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    en_passant: Option<shakmaty::Square>,
    clock: u32,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.en_passant == other.en_passant
            && self.clock == other.clock
            && self.board.turn() == other.board.turn()
            && self.board.board() == other.board.board()
            && self.board.castles().castling_rights() == other.board.castles().castling_rights()
    }
}

impl Eq for Position {}

impl Composed {
    /// A position on this board.
    pub(super) fn position(rules: Rules, board: Board) -> Position {
        let mut position = Position { board, en_passant: None, clock: 0 };
        Composed(rules).refresh(&mut position);
        position
    }

    fn en_passant_mode(&self) -> EnPassantMode {
        if self.0.en_passant_always { EnPassantMode::Always } else { EnPassantMode::Legal }
    }

    fn refresh(&self, position: &mut Position) {
        position.en_passant = position.board.ep_square(self.en_passant_mode());
        position.clock = if self.0.fifty_move_rule { position.board.halfmoves() } else { 0 };
    }
}

fn player(color: Color) -> Player {
    match color {
        Color::White => Player::First,
        Color::Black => Player::Second,
    }
}

fn squares(mv: Move) -> Squares {
    let to = match mv {
        Move::Castle { king, rook } => {
            let file = if rook.file() > king.file() { shakmaty::File::G } else { shakmaty::File::C };
            shakmaty::Square::from_coords(file, king.rank())
        }
        _ => mv.to(),
    };
    let from = mv.from().expect("orthodox chess has no drops");
    let promotion = mv.promotion().map(|role| match role {
        Role::Knight => b'n',
        Role::Bishop => b'b',
        Role::Rook => b'r',
        _ => b'q',
    });
    Squares { from: from as u8, to: to as u8, promotion }
}

impl Game for Composed {
    type Position = Position;
    type Move = Move;
    type Error = Infallible;

    fn turn(&self, position: &Position) -> Result<Player, Infallible> {
        Ok(player(position.board.turn()))
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, Infallible> {
        let board = &position.board;
        Ok(if board.legal_moves().is_empty() {
            let mated = board.is_check();
            Some(if mated { Outcome::Win(player(!board.turn())) } else { Outcome::Draw })
        } else {
            (board.is_insufficient_material() || position.clock >= 100).then_some(Outcome::Draw)
        })
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) -> Result<(), Infallible> {
        let first = out.len();
        out.extend(position.board.legal_moves());
        if self.0.papers_order {
            out[first..].sort_unstable_by_key(|&mv| squares(mv).papers_rank());
        }
        Ok(())
    }

    fn play(&self, position: &mut Position, mv: Move) -> Result<(), Infallible> {
        position.board.play_unchecked(mv);
        self.refresh(position);
        Ok(())
    }

    fn key(&self, position: &Position) -> Result<u64, Infallible> {
        let Zobrist64(hash) = position.board.zobrist_hash(self.en_passant_mode());
        Ok(hash ^ u64::from(position.clock).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn repetition(&self) -> Repetition {
        if self.0.fifty_move_rule { Repetition::Impossible } else { Repetition::Draw }
    }

    fn notation(&self, _position: &Position, mv: Move) -> Result<String, Infallible> {
        Ok(squares(mv).uci())
    }

    fn text(&self, position: &Position) -> Result<String, Infallible> {
        Ok(setup::fen(&position.board, self.0.en_passant_always))
    }

    fn parse(&self, text: &str) -> Result<Position, InputError> {
        Ok(Composed::position(self.0, setup::read(text)?))
    }

    fn player_names(&self) -> [String; 2] {
        ["white".into(), "black".into()]
    }

    fn is_irreversible(&self, _position: &Position, mv: Move) -> bool {
        mv.is_zeroing()
    }
}
