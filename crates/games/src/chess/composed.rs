//! Chess on shakmaty, for the composed positions that the fast board refuses.

use std::convert::Infallible;

use pnyx_game::{
    Forcing, Goal, GoalSpec, Goals, InputError, Notation, Outcome, Player, Repetition, Resources, Rules,
    Scored,
};
use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{Chess as Board, EnPassantMode, Move, MoveList, Position as _, Rank, Role, Square};

use super::mate::{self, Left, SPENT};
use super::promotion::{Mark, mark_text, unfit_mark};
use super::san::{is_san, sign};
use super::setup::player;
use super::{ChessRules, GOALS, Squares, Tables, setup};

/// The rules of chess, on the board for composed positions.
#[derive(Clone, Copy, Debug)]
pub struct Composed(pub ChessRules);

/// A composed chess position.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) board: Board,
    pub(super) en_passant: Option<Square>,
    pub(super) clock: u32,
    pub(super) mark: Mark,
    pub(super) left: Left,
    pub(super) first: bool,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.en_passant == other.en_passant
            && self.clock == other.clock
            && self.mark == other.mark
            && self.left == other.left
            && self.first == other.first
            && self.board.turn() == other.board.turn()
            && self.board.board() == other.board.board()
            && self.board.castles().castling_rights() == other.board.castles().castling_rights()
    }
}

impl Eq for Position {}

impl Position {
    /// How many moves the player who must mate has left, where the goal limits them.
    #[must_use]
    pub fn left(&self) -> Option<u32> {
        self.left.checked_sub(1)
    }
}

impl Composed {
    /// A position on this board.
    pub(super) fn position(rules: ChessRules, board: Board) -> Position {
        let (left, first) = (rules.all_left(), rules.marks_first());
        let mut position = Position { board, en_passant: None, clock: 0, mark: 0, left, first };
        Composed(rules).refresh(&mut position);
        position
    }

    fn en_passant_mode(&self) -> EnPassantMode {
        if self.0.en_passant_always { EnPassantMode::Always } else { EnPassantMode::Legal }
    }

    fn refresh(&self, position: &mut Position) {
        let usable = |board: &Board| self.legal_moves(board).into_iter().any(Move::is_en_passant);
        let anyway = self.0.en_passant_always || self.0.region.is_everything();
        let square = position.board.ep_square(self.en_passant_mode());
        position.en_passant = square.filter(|_| anyway || usable(&position.board));
        position.clock = if self.0.fifty_move_rule { position.board.halfmoves().min(100) } else { 0 };
    }

    /// What stands after the six fields of a FEN.
    fn extra(&self, position: &Position) -> String {
        mark_text(position.mark) + &self.0.left_text(position.left) + self.0.later_text(position.first)
    }

    /// The moves inside the region.
    fn legal_moves(&self, board: &Board) -> MoveList {
        let (mut moves, region) = (board.legal_moves(), self.0.region);
        if !region.is_everything() {
            moves.retain(|mv| match *mv {
                Move::Castle { king, rook } => self.0.may_castle(king as u8, rook as u8),
                mv => region.has(&[squares(mv).from, squares(mv).to]),
            });
        }
        moves
    }

    /// The moves inside the region that restrictions leave the player on move.
    fn allowed_moves(&self, position: &Position) -> MoveList {
        let mut moves = self.legal_moves(&position.board);
        let turn = player(position.board.turn());
        if self.0.mating.is_some_and(|mating| mating.bound && mating.prover == turn) {
            moves.retain(|&mut mv| self.allows(position, mv));
        }
        moves
    }

    fn allows(&self, position: &Position, mv: Move) -> bool {
        if position.first && self.0.exclude.moves().contains(&squares(mv)) {
            return false;
        }
        let mut board = position.board.clone();
        board.play_unchecked(mv);
        let replies = self.legal_moves(&board);
        let flights = replies.iter().filter(|reply| reply.role() == Role::King).count();
        self.0.attack.allows(board.is_check(), replies.len(), flights)
    }

    /// The position with this mark, if it fits.
    pub(super) fn marked(&self, mut position: Position, mark: Mark) -> Option<Position> {
        if let Some(square) = mark.checked_sub(1) {
            let (board, square) = (&position.board, Square::try_from(square).ok()?);
            let maker = !board.turn();
            let is_new = board.board().piece_at(square) == Some(maker.queen())
                && square.rank() == maker.relative_rank(Rank::Eighth);
            position.mark = if is_new { self.mark(board, square) } else { 0 };
        }
        (position.mark == mark).then_some(position)
    }

    /// The mark of a position in which this queen has just been made.
    fn mark(&self, board: &Board, queen: Square) -> Mark {
        let can_be_captured = self.legal_moves(board).into_iter().any(|mv| mv.to() == queen);
        let provers = self.0.promote == Some(player(!board.turn()));
        if can_be_captured || !provers { 0 } else { queen as Mark + 1 }
    }
}

pub(super) fn squares(mv: Move) -> Squares {
    let to = match mv {
        Move::Castle { king, rook } => {
            let file = if rook.file() > king.file() { shakmaty::File::G } else { shakmaty::File::C };
            shakmaty::Square::from_coords(file, king.rank())
        }
        _ => mv.to(),
    };
    let from = mv.from().expect("not a drop");
    let promotion = mv.promotion().map(|role| role.char() as u8);
    Squares { from: from as u8, to: to as u8, promotion }
}

impl Forcing for Composed {
    fn wins_on_own_move(&self) -> bool {
        self.0.wins_on_own_move()
    }

    fn suits_forced_win(&self) -> bool {
        self.wins_on_own_move() && self.0.promote.is_none()
    }

    fn board_key(&self, position: &Position) -> Result<u64, Infallible> {
        let mut zobrist: Zobrist64 = position.board.zobrist_hash(self.en_passant_mode());
        if let (None, Some(unusable)) =
            (position.en_passant, position.board.ep_square(self.en_passant_mode()))
        {
            zobrist ^= Zobrist64::zobrist_for_en_passant_file(unusable.file());
        }
        let extra =
            u64::from(position.first) << 40 | u64::from(position.mark) << 32 | u64::from(position.clock);
        Ok(zobrist.0 ^ extra.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

impl Rules for Composed {
    type Position = Position;
    type Move = Move;
    type Error = Infallible;

    fn turn(&self, position: &Position) -> Result<Player, Infallible> {
        Ok(player(position.board.turn()))
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, Infallible> {
        let board = &position.board;
        let is_stuck = self.legal_moves(board).is_empty();
        let drawn = || board.is_insufficient_material() || position.clock >= 100 || position.left == SPENT;
        Ok(if let Some(prover) = self.0.promote {
            ChessRules::promoted(prover, position.mark, is_stuck || drawn())
        } else if is_stuck {
            let mated = board.is_check();
            Some(if mated { Outcome::Win(player(!board.turn())) } else { Outcome::Draw })
        } else if drawn() || self.allowed_moves(position).is_empty() {
            Some(Outcome::Draw)
        } else {
            let tables = self.0.tables.filter(|_| position.clock == 0);
            tables.and_then(|tables| tables.outcome(board, self.0.fifty_move_rule))
        })
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) -> Result<(), Infallible> {
        let first = out.len();
        out.extend(self.allowed_moves(position));
        if self.0.papers_order {
            out[first..].sort_unstable_by_key(|&mv| squares(mv).papers_rank());
        }
        Ok(())
    }

    fn play(&self, position: &mut Position, mv: Move) -> Result<(), Infallible> {
        if let Some(mating) = self.0.mating {
            position.left = mating.left_after(position.left, player(position.board.turn()));
            position.first = false;
        }
        position.board.play_unchecked(mv);
        self.refresh(position);
        if self.0.promote.is_some() {
            let queened = mv.promotion() == Some(Role::Queen);
            position.mark = if queened { self.mark(&position.board, mv.to()) } else { 0 };
        }
        Ok(())
    }

    fn key(&self, position: &Position) -> Result<u64, Infallible> {
        Ok(self.board_key(position)? ^ u64::from(position.left).wrapping_mul(mate::KEY))
    }

    fn repetition(&self) -> Repetition {
        self.0.repetition()
    }

    fn ends_early(&self) -> bool {
        self.0.tables.is_some()
    }

    fn is_irreversible(&self, _position: &Position, mv: Move) -> bool {
        mv.is_zeroing()
    }
}

impl Notation for Composed {
    fn notation(&self, _position: &Position, mv: Move) -> Result<String, Infallible> {
        Ok(squares(mv).uci())
    }

    fn is_written(&self, position: &Position, mv: Move, text: &str) -> Result<bool, Infallible> {
        Ok(squares(mv).uci() == text || is_san(text, mv, || sign(position.board.clone(), mv)))
    }

    fn text(&self, position: &Position) -> Result<String, Infallible> {
        Ok(setup::fen(&position.board, position.en_passant) + &self.extra(position))
    }

    fn identity(&self, position: &Position) -> Result<String, Infallible> {
        let fen = setup::fen(&position.board, position.en_passant);
        Ok(setup::with_clock(&fen, position.clock) + &self.extra(position))
    }

    fn parse(&self, text: &str) -> Result<Position, InputError> {
        let (fen, first) = self.0.split_later(text);
        let (fen, left) = self.0.split_left(fen)?;
        let (fen, mark) = self.0.split_mark(fen)?;
        let mut position = Composed::position(self.0, setup::read(fen)?);
        (position.left, position.first) = (left, first);
        self.marked(position, mark).ok_or_else(|| unfit_mark(text))
    }

    fn player_names(&self) -> [String; 2] {
        ["white".into(), "black".into()]
    }
}

impl Goals for Composed {
    fn goals(&self) -> Vec<GoalSpec> {
        GOALS.to_vec()
    }

    fn moves_left(&self, position: &Position) -> Option<u32> {
        position.left()
    }

    fn with_moves_left(&self, position: &Position, left: u32) -> Position {
        Position { left: left + SPENT, ..position.clone() }
    }

    fn has_root_rules(&self) -> bool {
        self.0.marks_first()
    }

    fn aim(&self, goal: &Goal, prover: Player) -> Result<Option<Composed>, InputError> {
        Ok(self.0.aimed(goal, prover)?.map(Composed))
    }

    fn enter(&self, position: Position) -> Result<Position, InputError> {
        let legal = self.legal_moves(&position.board);
        self.0.check_excluded(|excluded| legal.iter().any(|&mv| squares(mv) == excluded))?;
        Ok(Position { left: self.0.all_left(), first: self.0.marks_first(), ..position })
    }
}

impl Resources for Composed {
    fn io_error(&self) -> Option<String> {
        self.0.tables.and_then(Tables::io_error)
    }
}

impl Scored for Composed {}
