//! What chess moves lead to, told without making them: keys, checks, and squares left to the king.

use std::convert::Infallible;

use arrayvec::ArrayVec;
use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece, PieceMoves, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_line_rays, get_pawn_attacks, get_rook_moves,
};
use pnyx_game::{Forcing, Outcome, Player, Prospect, play_prospects, spread};

use super::fast::{Chess, Position};

/// Numbers for the parts of a position; the key is their sum without carries.
struct Keys {
    pieces: [[[u64; 64]; 6]; 2],
    castling: [[u64; 2]; 2],
    en_passant: [u64; 8],
    turn: u64,
}

/// The Nth number, counted from 1, of SplitMix64.
const fn splitmix(n: u64) -> u64 {
    spread((n - 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

static KEYS: Keys = {
    let mut keys = Keys { pieces: [[[0; 64]; 6]; 2], castling: [[0; 2]; 2], en_passant: [0; 8], turn: 0 };
    let mut i = 0;
    while i < 2 * 6 * 64 {
        keys.pieces[i / 384][i / 64 % 6][i % 64] = splitmix(i as u64 + 1);
        i += 1;
    }
    let mut i = 0;
    while i < 4 {
        keys.castling[i / 2][i % 2] = splitmix(i as u64 + 1001);
        i += 1;
    }
    let mut i = 0;
    while i < 8 {
        keys.en_passant[i] = splitmix(i as u64 + 2001);
        i += 1;
    }
    keys.turn = splitmix(3001);
    keys
};

/// What marks a position before the first move, where some moves are excluded there.
const FIRST: u64 = splitmix(4001);

fn first_key(position: &Position) -> u64 {
    if position.is_first() { FIRST } else { 0 }
}

fn piece_key(color: Color, piece: Piece, square: Square) -> u64 {
    KEYS.pieces[color as usize][piece as usize][square as usize]
}

/// The key of a board. An en-passant square counts if a pawn stands ready to capture on it, legally or not.
fn whole_key(board: &Board) -> u64 {
    let mut key = if board.side_to_move() == Color::Black { KEYS.turn } else { 0 };
    for color in Color::ALL {
        for piece in Piece::ALL {
            for square in board.colored_pieces(color, piece) {
                key ^= piece_key(color, piece, square);
            }
        }
        key ^= castling_key(board, color, |_| true);
    }
    key ^ en_passant_key(board)
}

/// What a player's castling rights add to the key, those with rooks on some files.
#[inline]
fn castling_key(board: &Board, color: Color, counts: impl Fn(File) -> bool) -> u64 {
    let (rights, [short, long]) = (board.castle_rights(color), KEYS.castling[color as usize]);
    let key = |right: Option<File>, key: u64| if right.is_some_and(&counts) { key } else { 0 };
    key(rights.short, short) ^ key(rights.long, long)
}

/// What an en-passant square adds to the key; nothing if no pawn stands ready.
fn en_passant_key(board: &Board) -> u64 {
    let us = board.side_to_move();
    board.en_passant().map_or(0, |file| {
        let to = Square::new(file, Rank::Sixth.relative_to(us));
        let ready = get_pawn_attacks(to, !us) & board.colored_pieces(us, Piece::Pawn);
        if ready.is_empty() { 0 } else { KEYS.en_passant[file as usize] }
    })
}

/// Where a piece attacks.
fn attacks(piece: Piece, color: Color, square: Square, blockers: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_attacks(square, color),
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, blockers),
        Piece::Rook => get_rook_moves(square, blockers),
        Piece::Queen => get_bishop_moves(square, blockers) | get_rook_moves(square, blockers),
        Piece::King => get_king_moves(square),
    }
}

/// The most pieces a side has on the fast board.
const PIECES: usize = 16;

/// What does not change from one move of a position to the next.
struct View<'a> {
    board: &'a Board,
    us: Color,
    /// The key with the turn passed and without an en-passant square.
    key: u64,
    /// The king that is attacked: the enemy's.
    king: Square,
    /// Everything that stands on the board but that king, which cannot hide behind itself.
    blockers: BitBoard,
    /// Our pieces, with where they attack.
    ours: ArrayVec<(Piece, Square, BitBoard), PIECES>,
    enemy_attacks: BitBoard,
}

impl<'a> View<'a> {
    fn new(position: &'a Position, key: u64, attacks_too: bool) -> View<'a> {
        let board = position.board();
        let us = board.side_to_move();
        let king = board.king(!us);
        let blockers = board.occupied() ^ king.bitboard();
        let key = key ^ first_key(position) ^ KEYS.turn ^ en_passant_key(board);
        let (mut ours, mut enemy_attacks) = (ArrayVec::new(), BitBoard::EMPTY);
        if attacks_too {
            for piece in Piece::ALL {
                for square in board.colored_pieces(us, piece) {
                    ours.push((piece, square, attacks(piece, us, square, blockers)));
                }
                for square in board.colored_pieces(!us, piece) {
                    if piece != Piece::King {
                        enemy_attacks |= attacks(piece, !us, square, board.occupied());
                    }
                }
            }
        }
        View { board, us, key, king, blockers, ours, enemy_attacks }
    }

    /// The key after a move.
    fn key_after(&self, piece: Piece, mv: Move) -> u64 {
        let (board, us) = (self.board, self.us);
        let mut key = self.key ^ piece_key(us, piece, mv.from);
        let home = Rank::First.relative_to(us);
        if piece == Piece::King {
            key ^= castling_key(board, us, |_| true);
            if board.colors(us).has(mv.to) {
                let short = mv.to.file() > mv.from.file();
                let (king, rook) = if short { (File::G, File::F) } else { (File::C, File::D) };
                return key
                    ^ piece_key(us, Piece::Rook, mv.to)
                    ^ piece_key(us, Piece::King, Square::new(king, home))
                    ^ piece_key(us, Piece::Rook, Square::new(rook, home));
            }
        } else if piece == Piece::Rook && mv.from.rank() == home {
            key ^= castling_key(board, us, |file| file == mv.from.file());
        }
        key ^= piece_key(us, mv.promotion.unwrap_or(piece), mv.to);
        if board.colors(!us).has(mv.to) {
            let captured = board.piece_on(mv.to).unwrap_or(Piece::Pawn);
            key ^= piece_key(!us, captured, mv.to);
            if captured == Piece::Rook && mv.to.rank() == Rank::Eighth.relative_to(us) {
                key ^= castling_key(board, !us, |file| file == mv.to.file());
            }
        } else if piece == Piece::Pawn {
            if mv.from.file() != mv.to.file() {
                key ^= piece_key(!us, Piece::Pawn, Square::new(mv.to.file(), mv.from.rank()));
            } else if (mv.to as u8).abs_diff(mv.from as u8) == 16 {
                let between = Square::new(mv.to.file(), Rank::Third.relative_to(us));
                let ready = get_pawn_attacks(between, us) & board.colored_pieces(!us, Piece::Pawn);
                if !ready.is_empty() {
                    key ^= KEYS.en_passant[mv.to.file() as usize];
                }
            }
        }
        key
    }

    /// Where our other pieces attack when the one on a square is gone.
    fn others(&self, from: Square) -> BitBoard {
        let mut all = BitBoard::EMPTY;
        for &(piece, square, seen) in &self.ours {
            if square == from {
                continue;
            }
            all |= if seen.has(from) && matches!(piece, Piece::Bishop | Piece::Rook | Piece::Queen) {
                attacks(piece, self.us, square, self.blockers ^ from.bitboard())
            } else {
                seen
            };
        }
        all
    }
}

/// First numbers, chosen by measurement on half of a collection of mates. The proof number of a check, and what each square
/// left to the king and a capture of the piece add to it.
const CHECK: u32 = 1;
const CHECK_FLIGHT: u32 = 2;
const CHECK_TAKEN: u32 = 4;
/// That of another move of the attacker, and what each square left to the king adds.
const QUIET: u32 = 8;
const QUIET_FLIGHT: u32 = 3;
/// The proof number of a reply, and what it adds to capture a pawn or a piece.
const REPLY: u32 = 1;
const REPLY_PAWN: u32 = 1;
const REPLY_PIECE: u32 = 2;
/// The disproof number of a reply.
const REPLY_DISPROOF: u32 = 2;

impl Chess {
    fn attack(&self, position: &Position, key: u64, out: &mut Vec<Prospect<Move>>) -> bool {
        let board = position.board();
        let view = View::new(position, key, true);
        let us = view.us;
        let ring = get_king_moves(view.king);
        let theirs = board.colors(!us);
        self.generate(board, |moves: PieceMoves| {
            let PieceMoves { piece, from, .. } = moves;
            let others = view.others(from);
            let blockers = view.blockers ^ from.bitboard();
            let discovers = others.has(view.king);
            let (diagonals, straights) =
                (get_bishop_moves(view.king, blockers), get_rook_moves(view.king, blockers));
            for mv in moves {
                let key = view.key_after(piece, mv);
                let castles = board.colors(us).has(mv.to);
                let en_passant = piece == Piece::Pawn && mv.from.file() != mv.to.file() && !theirs.has(mv.to);
                let mover = mv.promotion.unwrap_or(piece);
                let direct = match mover {
                    Piece::Pawn => get_pawn_attacks(view.king, !us).has(mv.to),
                    Piece::Knight => get_knight_moves(view.king).has(mv.to),
                    Piece::Bishop => diagonals.has(mv.to),
                    Piece::Rook => straights.has(mv.to),
                    Piece::Queen => diagonals.has(mv.to) || straights.has(mv.to),
                    Piece::King => false,
                };
                let check = direct || discovers && !get_line_rays(view.king, from).has(mv.to);
                let seen = if castles {
                    others
                } else {
                    others | attacks(mover, us, mv.to, blockers | mv.to.bitboard())
                };
                let flights = (ring & !seen & !(theirs & !mv.to.bitboard())).len();
                let takeable = view.enemy_attacks.has(mv.to);
                let proof = if check {
                    CHECK + CHECK_FLIGHT * flights + if takeable { CHECK_TAKEN } else { 0 }
                } else {
                    QUIET + QUIET_FLIGHT * flights
                };
                out.push(Prospect { mv, key, proof, disproof: 1, may_end: check || castles || en_passant });
            }
            false
        });
        !out.is_empty()
    }

    fn defend(&self, position: &Position, key: u64, out: &mut Vec<Prospect<Move>>) -> bool {
        let board = position.board();
        let view = View::new(position, key, false);
        let theirs = board.colors(!view.us);
        self.generate(board, |moves: PieceMoves| {
            for mv in moves {
                let key = view.key_after(moves.piece, mv);
                let mut proof = REPLY;
                if theirs.has(mv.to) {
                    proof += match board.piece_on(mv.to) {
                        Some(Piece::Pawn) | None => REPLY_PAWN,
                        _ => REPLY_PIECE,
                    };
                }
                out.push(Prospect { mv, key, proof, disproof: REPLY_DISPROOF, may_end: true });
            }
            false
        });
        !out.is_empty()
    }

    /// Whether the board, without clock and marks, says all that counts, so that keys can be told without making moves.
    fn is_plain(&self) -> bool {
        self.0.promote.is_none() && !self.0.fifty_move_rule
    }
}

impl Forcing for Chess {
    fn wins_on_own_move(&self) -> bool {
        self.0.wins_on_own_move()
    }

    fn suits_forced_win(&self) -> bool {
        self.wins_on_own_move() && self.0.promote.is_none()
    }

    /// Restrictions cannot be tested without making moves.
    fn judges_unplayed(&self) -> bool {
        self.is_plain() && !self.0.mating.is_some_and(|mating| mating.bound)
    }

    fn board_key(&self, position: &Position) -> Result<u64, Infallible> {
        Ok(if self.is_plain() {
            whole_key(position.board()) ^ first_key(position)
        } else {
            Chess::board_key(self, position)
        })
    }

    fn prospects(
        &self,
        position: &Position,
        key: u64,
        prover: Player,
        out: &mut Vec<Prospect<Move>>,
    ) -> Result<Option<Outcome>, Infallible> {
        if !self.is_plain() {
            return play_prospects(self, position, out);
        }
        out.clear();
        let attacks = (position.board().side_to_move() == Color::White) == (prover == Player::First);
        let can_move =
            if attacks { self.attack(position, key, out) } else { self.defend(position, key, out) };
        let outcome = self.settled(position, can_move);
        if outcome.is_none() && self.binds(position) {
            out.retain(|prospect| self.allows(position, prospect.mv));
            return Ok(out.is_empty().then_some(Outcome::Draw));
        }
        Ok(outcome)
    }
}

#[cfg(test)]
mod tests {
    use pnyx_game::{Notation, Rules};

    use super::*;

    const STARTS: [&str; 4] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];

    /// Castling, promotions, captures of rooks and en passant all come up in these games.
    #[test]
    fn keys_are_told_as_they_come_out_and_mates_are_not_missed() {
        let game = Chess(super::super::ChessRules::default());
        let mut random = 1u64;
        for round in 0..200 {
            let mut position = game.parse(STARTS[round % STARTS.len()]).expect("a position");
            for _ in 0..60 {
                let mut prospects = Vec::new();
                let Ok(prover) = game.turn(&position);
                let prover = if round % 3 == 0 { prover.opponent() } else { prover };
                let Ok(key) = Forcing::board_key(&game, &position);
                let Ok(outcome) = game.prospects(&position, key, prover, &mut prospects);
                assert_eq!(Ok(outcome), game.outcome(&position), "{round:?}");
                if outcome.is_some() {
                    break;
                }
                let mut moves = Vec::new();
                let Ok(()) = game.moves(&position, &mut moves);
                assert_eq!(moves.len(), prospects.len(), "{round:?}");
                for prospect in &prospects {
                    assert!(moves.contains(&prospect.mv), "{round:?}, {prospect:?}");
                    let mut next = position.clone();
                    let Ok(()) = game.play(&mut next, prospect.mv);
                    assert_eq!(Ok(prospect.key), Forcing::board_key(&game, &next), "{:?}", prospect.mv);
                    let Ok(after) = game.outcome(&next);
                    assert!(prospect.may_end || !matches!(after, Some(Outcome::Win(_))), "{:?}", prospect.mv);
                }
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let mv = prospects[(random >> 33) as usize % prospects.len()].mv;
                let Ok(()) = game.play(&mut position, mv);
            }
        }
    }
}
