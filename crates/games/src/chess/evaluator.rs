//! An evaluator of chess positions, in hundredths of a pawn: what stands on the board and where.
//!
//! [`Placement`] adds up two numbers for each piece, one for the middle game and one for the endgame, and
//! mixes the sums by how many pieces are left. [`Quiescence`] first plays out captures and promotions.
//! Both see the board the same way from either side: with colours swapped and the board turned over, the
//! value is the negative.

use std::convert::Infallible;

use cozy_chess::{Board, Color, Move, Piece};
use pnyx_game::{Evaluator, Rules};

use super::fast::{Chess, Position, insufficient_material};

/// A number for the middle game and one for the endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Score {
    middle: i32,
    end: i32,
}

const fn score(middle: i32, end: i32) -> Score {
    Score { middle, end }
}

/// Pawn, knight, bishop, rook, queen, king.
const MATERIAL: [Score; 6] =
    [score(90, 110), score(320, 300), score(330, 320), score(480, 520), score(950, 980), score(0, 0)];
const PAWN: i32 = 100;
/// Two bishops or more.
const BISHOPS: Score = score(30, 40);
/// What a pawn has gained by rank: passed or not, it comes nearer to a queen.
const ADVANCE: [Score; 8] = [
    score(0, 0),
    score(0, 0),
    score(4, 5),
    score(10, 15),
    score(18, 30),
    score(35, 55),
    score(60, 90),
    score(0, 0),
];
/// How much of the middle game each kind of piece stands for, and how much there is at the start.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
const FULL_PHASE: i32 = 24;

/// No piece on any square is worth more; a side has at most fifteen beside its king.
const MOST_PIECE: i32 = 1000;
/// The places of the two kings, and two bishops.
const MOST_REST: i32 = 200;
const MOST: i32 = 15 * MOST_PIECE + MOST_REST;

/// Plies after which captures are no longer played out.
const QUIET_DEPTH: u32 = 6;

/// Material and place of a white piece, by kind and square.
const TABLES: [[Score; 64]; 6] = {
    let mut tables = [[score(0, 0); 64]; 6];
    let mut piece = 0;
    while piece < 6 {
        let mut square = 0;
        while square < 64 {
            let (place, material) = (place(piece, square), MATERIAL[piece]);
            tables[piece][square] = score(material.middle + place.middle, material.end + place.end);
            square += 1;
        }
        piece += 1;
    }
    tables
};

/// What the square does for a white piece.
const fn place(piece: usize, square: usize) -> Score {
    let (file, rank) = ((square % 8) as i32, (square / 8) as i32);
    // 0 at the edge, 3 in the middle.
    let inner_file = if file < 4 { file } else { 7 - file };
    let inner_rank = if rank < 4 { rank } else { 7 - rank };
    let inner = inner_file + inner_rank;
    match piece {
        0 => {
            let advance = ADVANCE[rank as usize];
            let centre = if inner_file == 3 && rank > 2 { 12 } else { 0 };
            score(advance.middle + centre, advance.end)
        }
        1 => score(8 * inner - 24, 6 * inner - 18),
        2 => score(4 * inner - 10, 3 * inner - 9),
        // A rook likes the seventh rank, and files where something happens.
        3 => score(3 * inner_file + if rank == 6 { 18 } else { 0 }, if rank == 6 { 10 } else { 0 }),
        4 => score(inner, 3 * inner - 9),
        // A king hides in a corner first and marches to the middle later.
        _ => score(24 - 10 * inner_file - 14 * rank, 9 * inner - 27),
    }
}

/// Material and piece-square values, mixed between middle game and endgame.
#[derive(Clone, Copy, Debug, Default)]
pub struct Placement;

impl Placement {
    /// The value of a board, seen from White.
    #[must_use]
    pub fn of(board: &Board) -> i32 {
        let (mut middle, mut end, mut phase) = (0, 0, 0);
        for (color, sign, turned) in [(Color::White, 1, 0), (Color::Black, -1, 56)] {
            for piece in Piece::ALL {
                for square in board.colored_pieces(color, piece) {
                    let value = TABLES[piece as usize][square as usize ^ turned];
                    middle += sign * value.middle;
                    end += sign * value.end;
                    phase += PHASE[piece as usize];
                }
            }
            if board.colored_pieces(color, Piece::Bishop).len() >= 2 {
                middle += sign * BISHOPS.middle;
                end += sign * BISHOPS.end;
            }
        }
        let phase = phase.min(FULL_PHASE);
        (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

impl Evaluator<Chess> for Placement {
    fn largest(&self, _game: &Chess) -> i32 {
        MOST
    }

    fn step(&self, _game: &Chess) -> i32 {
        PAWN / 2
    }

    fn value(&self, _game: &Chess, position: &Position) -> Result<i32, Infallible> {
        Ok(Placement::of(position.board()))
    }
}

/// [`Placement`] once the captures and promotions have been played out, by a small alpha-beta search in
/// which the side to move may also leave things as they are. In check, every evasion is tried.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiescence;

impl Quiescence {
    /// The value for the side to move, exact between `alpha` and `beta`.
    fn search(game: &Chess, position: &Position, mut alpha: i32, beta: i32, depth: u32) -> i32 {
        let board = position.board();
        if insufficient_material(board) {
            return 0;
        }
        let in_check = !board.checkers().is_empty();
        let as_is = match board.side_to_move() {
            Color::White => Placement::of(board),
            Color::Black => -Placement::of(board),
        };
        if depth == 0 {
            return as_is;
        }
        let mut best = if in_check { -MOST } else { as_is };
        alpha = alpha.max(best);
        if alpha >= beta {
            return best;
        }
        let mut moves = Vec::new();
        let Ok(()) = game.moves(position, &mut moves);
        if !in_check {
            moves.retain(|&mv| gain(board, mv) > 0);
        }
        // The most valuable prey first, taken by the cheapest piece.
        moves.sort_by_cached_key(|&mv| {
            let hunter = board.piece_on(mv.from).map_or(0, |piece| piece as i32);
            (-gain(board, mv), hunter)
        });
        for mv in moves {
            let mut next = position.clone();
            let Ok(()) = game.play(&mut next, mv);
            best = best.max(-Quiescence::search(game, &next, -beta, -alpha, depth - 1));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// What a move takes and makes, in endgame material; 0 for a quiet move. A promotion to anything but
/// a queen is a quiet move unless it captures.
fn gain(board: &Board, mv: Move) -> i32 {
    let mover = board.side_to_move();
    let material = |piece: Piece| MATERIAL[piece as usize].end;
    let captured = match board.piece_on(mv.to) {
        // Castling is written as the king taking its own rook.
        Some(_) if board.colors(mover).has(mv.to) => 0,
        Some(piece) => material(piece),
        // A pawn that leaves its file without a piece to take takes en passant.
        None if board.pieces(Piece::Pawn).has(mv.from) && mv.from.file() != mv.to.file() => {
            material(Piece::Pawn)
        }
        None => 0,
    };
    let made = if mv.promotion == Some(Piece::Queen) { material(Piece::Queen) } else { 0 };
    captured + made
}

impl Evaluator<Chess> for Quiescence {
    fn largest(&self, _game: &Chess) -> i32 {
        MOST
    }

    fn step(&self, _game: &Chess) -> i32 {
        PAWN / 2
    }

    fn value(&self, game: &Chess, position: &Position) -> Result<i32, Infallible> {
        let value = Quiescence::search(game, position, -MOST, MOST, QUIET_DEPTH);
        Ok(if position.board().side_to_move() == Color::White { value } else { -value })
    }
}

#[cfg(test)]
#[path = "evaluator_tests.rs"]
mod tests;
