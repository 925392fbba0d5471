//! Chess on cozy-chess.

use std::convert::Infallible;

use cozy_chess::{BitBoard, Board, Color, Move, Piece, PieceMoves, Rank, Square, get_pawn_attacks};
use pnyx_game::{
    Evaluation, Goal, GoalSpec, Goals, InputError, Notation, Outcome, Player, Repetition, Resources, Rules,
    Scored,
};

use super::mate::{self, Left, SPENT};
use super::promotion::{Mark, mark_text, unfit_mark};
use super::san::is_san_on;
use super::{ChessRules, GOALS, Squares, Tables, setup};

/// The rules of chess, on the fast board.
#[derive(Clone, Copy, Debug)]
pub struct Chess(pub ChessRules);

/// A chess position.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) board: Board,
    /// The file of an en-passant square that distinguishes this position from others, plus one; 0 for none.
    pub(super) en_passant: u8,
    /// The fifty-move clock, where the rule is on; 0 elsewhere.
    pub(super) clock: u8,
    /// A queen that wins, where the goal is to promote; 0 elsewhere.
    pub(super) mark: Mark,
    /// What the prover has left, where the goal has a limit; 0 elsewhere.
    pub(super) left: Left,
    /// The first position of a game in which some moves are excluded there.
    pub(super) first: bool,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let (a, b) = (&self.board, &other.board);
        a.hash_without_ep() == b.hash_without_ep()
            && self.en_passant == other.en_passant
            && self.clock == other.clock
            && self.mark == other.mark
            && self.left == other.left
            && self.first == other.first
            && a.side_to_move() == b.side_to_move()
            && Piece::ALL.iter().all(|&piece| a.pieces(piece) == b.pieces(piece))
            && Color::ALL.iter().all(|&color| {
                a.colors(color) == b.colors(color) && a.castle_rights(color) == b.castle_rights(color)
            })
    }
}

impl Eq for Position {}

impl Position {
    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whether it is marked as the first position, where moves are excluded.
    pub(super) fn is_first(&self) -> bool {
        self.first
    }

    /// How many moves the player who must mate has left, where the goal limits them.
    #[must_use]
    pub fn left(&self) -> Option<u32> {
        self.left.checked_sub(1)
    }
}

impl Chess {
    /// The key of a position without the moves left: equal wherever only these differ.
    #[inline]
    #[must_use]
    pub fn board_key(&self, position: &Position) -> u64 {
        let extra = u64::from(position.first) << 24
            | u64::from(position.mark) << 16
            | u64::from(position.en_passant) << 8
            | u64::from(position.clock);
        position.board.hash_without_ep() ^ extra.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// A position on the fast board, if it can hold it.
    pub(super) fn position(rules: ChessRules, setup: &shakmaty::Chess) -> Option<Position> {
        let fen = setup::fen(setup, shakmaty::Position::maybe_ep_square(setup));
        let board = Board::from_fen(&fen, false).ok()?;
        let (left, first) = (rules.all_left(), rules.marks_first());
        let mut position = Position { board, en_passant: 0, clock: 0, mark: 0, left, first };
        Chess(rules).refresh(&mut position);
        Some(position)
    }

    /// Bring the parts that identify a position up to date with its board.
    pub(super) fn refresh(&self, position: &mut Position) {
        position.en_passant = match position.board.en_passant() {
            Some(file) if self.0.en_passant_always || self.can_capture_en_passant(&position.board) => {
                file as u8 + 1
            }
            _ => 0,
        };
        position.clock = if self.0.fifty_move_rule { position.board.halfmove_clock() } else { 0 };
    }

    /// What stands after the six fields of a FEN.
    fn extra(&self, position: &Position) -> String {
        mark_text(position.mark) + &self.0.left_text(position.left) + self.0.later_text(position.first)
    }

    #[inline]
    pub(super) fn settled(&self, position: &Position, can_move: bool) -> Option<Outcome> {
        let board = &position.board;
        let drawn = || insufficient_material(board) || position.clock >= 100 || position.left == SPENT;
        if let Some(prover) = self.0.promote {
            let over = !can_move || drawn();
            return ChessRules::promoted(prover, position.mark, over);
        }
        if !can_move {
            let mated = !board.checkers().is_empty();
            return Some(if mated { Outcome::Win(player(!board.side_to_move())) } else { Outcome::Draw });
        }
        if drawn() {
            return Some(Outcome::Draw);
        }
        if self.0.tables.is_some() { self.looked_up(position) } else { None }
    }

    /// What the tables say of a position that has moves left.
    #[cold]
    #[inline(never)]
    fn looked_up(&self, position: &Position) -> Option<Outcome> {
        let tables = self.0.tables.filter(|_| position.clock == 0)?;
        tables.outcome_on(&position.board, self.0.fifty_move_rule)
    }

    /// The moves inside the region, by piece, until the listener has enough.
    #[inline]
    pub(super) fn generate(&self, board: &Board, mut listener: impl FnMut(PieceMoves) -> bool) -> bool {
        if self.0.region.is_everything() {
            board.generate_moves(listener)
        } else {
            self.generate_inside(board, &mut listener)
        }
    }

    /// The same where the region is a part of the board: compiled once for all listeners.
    fn generate_inside(&self, board: &Board, listener: &mut dyn FnMut(PieceMoves) -> bool) -> bool {
        board.generate_moves(|moves| {
            let inside = self.inside(board, moves);
            !inside.is_empty() && listener(inside)
        })
    }

    /// Those of a piece's moves that stay inside the region.
    fn inside(&self, board: &Board, mut moves: PieceMoves) -> PieceMoves {
        if !self.0.region.has(&[moves.from as u8]) {
            moves.to = BitBoard::EMPTY;
        }
        moves.to &= BitBoard(self.0.region.bits());
        // A king that takes its rook castles.
        for rook in moves.to & board.colors(board.side_to_move()) {
            if !self.0.may_castle(moves.from as u8, rook as u8) {
                moves.to ^= rook.bitboard();
            }
        }
        moves
    }

    /// Whether restrictions bind the player on move.
    #[inline]
    #[must_use]
    pub fn binds(&self, position: &Position) -> bool {
        let turn = player(position.board.side_to_move());
        self.0.mating.is_some_and(|mating| mating.bound && mating.prover == turn)
    }

    /// Whether restrictions let the player on move, whom they bind, make this legal move.
    #[must_use]
    pub fn allows(&self, position: &Position, mv: Move) -> bool {
        if position.first && self.0.exclude.moves().contains(&squares(&position.board, mv)) {
            return false;
        }
        let mut board = position.board.clone();
        board.play_unchecked(mv);
        let (mut replies, mut flights) = (0, 0);
        self.generate(&board, |moves| {
            replies += moves.len();
            flights += if moves.piece == Piece::King { moves.len() } else { 0 };
            false
        });
        self.0.attack.allows(!board.checkers().is_empty(), replies, flights)
    }

    /// Outcome and number of moves where more is asked of a mate.
    #[inline(never)]
    fn evaluate_mating(&self, position: &Position) -> Evaluation {
        if position.left == SPENT && position.board.checkers().is_empty() {
            return (Some(Outcome::Draw), 0);
        }
        let replies = self.count(&position.board);
        let outcome = self.settled(position, replies > 0);
        if outcome.is_some() || !self.binds(position) {
            return (outcome, replies);
        }
        let mut moves = Vec::new();
        self.append(position, &mut moves);
        (moves.is_empty().then_some(Outcome::Draw), moves.len() as u32)
    }

    #[inline]
    fn count(&self, board: &Board) -> u32 {
        let mut replies = 0;
        self.generate(board, |moves| {
            replies += moves.len() as u32;
            false
        });
        replies
    }

    /// Append what may be played, in the board's order.
    fn append(&self, position: &Position, out: &mut Vec<Move>) {
        let bound = self.binds(position);
        self.generate(&position.board, |moves| {
            if bound {
                out.extend(moves.into_iter().filter(|&mv| self.allows(position, mv)));
            } else if moves.piece == Piece::Pawn {
                out.extend(moves);
            } else {
                // What the iterator above does, without its questions about promotion.
                for to in moves.to {
                    out.push(Move { from: moves.from, to, promotion: None });
                }
            }
            false
        });
    }

    fn can_capture_en_passant(&self, board: &Board) -> bool {
        let color = board.side_to_move();
        board.en_passant().is_some_and(|file| {
            let to = Square::new(file, Rank::Sixth.relative_to(color));
            let pawns = get_pawn_attacks(to, !color) & board.colored_pieces(color, Piece::Pawn);
            pawns.into_iter().any(|from| {
                self.0.region.has(&[from as u8, to as u8])
                    && board.is_legal(Move { from, to, promotion: None })
            })
        })
    }

    /// The position with this mark, if it fits.
    pub(super) fn marked(&self, mut position: Position, mark: Mark) -> Option<Position> {
        if let Some(square) = mark.checked_sub(1) {
            let (board, square) = (&position.board, Square::try_index(usize::from(square))?);
            let maker = !board.side_to_move();
            let is_new = board.colored_pieces(maker, Piece::Queen).has(square)
                && square.rank() == Rank::Eighth.relative_to(maker);
            position.mark = if is_new { self.mark(board, square) } else { 0 };
        }
        (position.mark == mark).then_some(position)
    }

    /// The mark of a position in which this queen has just been made.
    fn mark(&self, board: &Board, queen: Square) -> Mark {
        let can_be_captured = self.generate(board, |moves| moves.to.has(queen));
        let provers = self.0.promote == Some(player(!board.side_to_move()));
        if can_be_captured || !provers { 0 } else { queen as Mark + 1 }
    }
}

pub(super) fn player(color: Color) -> Player {
    match color {
        Color::White => Player::First,
        Color::Black => Player::Second,
    }
}

/// Whether nobody can ever mate: bare kings, one minor piece, or bishops all on one colour of squares.
#[inline]
#[must_use]
pub fn insufficient_material(board: &Board) -> bool {
    let minors = board.pieces(Piece::Knight) | board.pieces(Piece::Bishop);
    if board.occupied() != minors | board.pieces(Piece::King) {
        return false;
    }
    let one_colour = |bishops: BitBoard| {
        bishops.is_subset(BitBoard::LIGHT_SQUARES) || bishops.is_subset(BitBoard::DARK_SQUARES)
    };
    minors.len() <= 1 || (board.pieces(Piece::Knight).is_empty() && one_colour(minors))
}

/// cozy-chess writes castling as the king taking its rook; people write the king's own squares.
fn squares(board: &Board, mv: Move) -> Squares {
    let castling = board.colors(board.side_to_move()).has(mv.to);
    let to = if castling {
        let file = if mv.to.file() > mv.from.file() { cozy_chess::File::G } else { cozy_chess::File::C };
        Square::new(file, mv.from.rank())
    } else {
        mv.to
    };
    let promotion = mv.promotion.map(|piece| char::from(piece) as u8);
    Squares { from: mv.from as u8, to: to as u8, promotion }
}

/// The six fields of a FEN.
fn fen(position: &Position) -> String {
    let fen = position.board.to_string();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    if position.en_passant == 0 {
        fields[3] = "-";
    }
    let number = u32::from(position.board.fullmove_number()).min(setup::MOST_MOVES.get()).to_string();
    fields[5] = &number;
    fields.join(" ")
}

impl Rules for Chess {
    type Position = Position;
    type Move = Move;
    type Error = Infallible;

    #[inline]
    fn turn(&self, position: &Position) -> Result<Player, Infallible> {
        Ok(player(position.board.side_to_move()))
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, Infallible> {
        if self.0.mating.is_some() {
            return Ok(self.evaluate_mating(position).0);
        }
        let can_move = self.generate(&position.board, |_| true);
        Ok(self.settled(position, can_move))
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) -> Result<(), Infallible> {
        let first = out.len();
        self.append(position, out);
        if self.0.papers_order {
            out[first..].sort_by_cached_key(|&mv| squares(&position.board, mv).papers_rank());
        }
        Ok(())
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) -> Result<(), Infallible> {
        if let Some(mating) = self.0.mating {
            position.left = mating.left_after(position.left, player(position.board.side_to_move()));
            position.first = false;
        }
        position.board.play_unchecked(mv);
        self.refresh(position);
        if self.0.promote.is_some() {
            let queened = mv.promotion == Some(Piece::Queen);
            position.mark = if queened { self.mark(&position.board, mv.to) } else { 0 };
        }
        Ok(())
    }

    #[inline]
    fn key(&self, position: &Position) -> Result<u64, Infallible> {
        Ok(self.board_key(position) ^ u64::from(position.left).wrapping_mul(mate::KEY))
    }

    fn repetition(&self) -> Repetition {
        self.0.repetition()
    }

    fn ends_early(&self) -> bool {
        self.0.tables.is_some()
    }

    #[inline(always)]
    fn evaluate(&self, position: &Position, _scratch: &mut Vec<Move>) -> Result<Evaluation, Infallible> {
        if self.0.mating.is_some() {
            return Ok(self.evaluate_mating(position));
        }
        let replies = self.count(&position.board);
        Ok((self.settled(position, replies > 0), replies))
    }

    #[inline]
    fn is_irreversible(&self, position: &Position, mv: Move) -> bool {
        let board = &position.board;
        // Castling is irreversible too; the papers count captures and pawn moves, and node counts depend on it.
        board.colors(!board.side_to_move()).has(mv.to) || board.pieces(Piece::Pawn).has(mv.from)
    }
}

impl Notation for Chess {
    fn notation(&self, position: &Position, mv: Move) -> Result<String, Infallible> {
        Ok(squares(&position.board, mv).uci())
    }

    fn is_written(&self, position: &Position, mv: Move, text: &str) -> Result<bool, Infallible> {
        Ok(squares(&position.board, mv).uci() == text || is_san_on(text, &position.board, mv))
    }

    fn text(&self, position: &Position) -> Result<String, Infallible> {
        Ok(fen(position) + &self.extra(position))
    }

    fn identity(&self, position: &Position) -> Result<String, Infallible> {
        Ok(setup::with_clock(&fen(position), u32::from(position.clock)) + &self.extra(position))
    }

    fn parse(&self, text: &str) -> Result<Position, InputError> {
        let (fen, first) = self.0.split_later(text);
        let (fen, left) = self.0.split_left(fen)?;
        let (fen, mark) = self.0.split_mark(fen)?;
        let mut position = Chess::position(self.0, &setup::read(fen)?)
            .ok_or_else(|| InputError::new("this position needs the board for composed positions"))?;
        (position.left, position.first) = (left, first);
        self.marked(position, mark).ok_or_else(|| unfit_mark(text))
    }

    fn player_names(&self) -> [String; 2] {
        ["white".into(), "black".into()]
    }

    fn moves_by_notation(&self, position: &Position, out: &mut Vec<Move>) -> Result<(), Infallible> {
        out.clear();
        self.append(position, out);
        out.sort_by_cached_key(|&mv| squares(&position.board, mv).uci_rank());
        Ok(())
    }
}

impl Goals for Chess {
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

    fn aim(&self, goal: &Goal, prover: Player) -> Result<Option<Chess>, InputError> {
        Ok(self.0.aimed(goal, prover)?.map(Chess))
    }

    fn enter(&self, position: Position) -> Result<Position, InputError> {
        let board = &position.board;
        let mut legal = Vec::new();
        self.generate(board, |moves| {
            legal.extend(moves.into_iter().map(|mv| squares(board, mv)));
            false
        });
        self.0.check_excluded(|mv| legal.contains(&mv))?;
        Ok(Position { left: self.0.all_left(), first: self.0.marks_first(), ..position })
    }
}

impl Resources for Chess {
    fn io_error(&self) -> Option<String> {
        self.0.tables.and_then(Tables::io_error)
    }
}

impl Scored for Chess {}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
