//! Chess positions as bytes, on both boards: the men, then what the rules in force count and mark.

use std::convert::Infallible;

use cozy_chess::{BoardBuilder, CastleRights, Color, File, Piece, Rank};
use pnyx_game::{InputError, Packed, Player, Rules, bad_bytes, packed_within};
use shakmaty::{Bitboard, ByColor, ByRole, CastlingMode, Position as _, PositionError, Setup};

use super::mate::Left;
use super::men::Men;
use super::promotion::Mark;
use super::{Chess, ChessRules, Composed, ComposedPosition, Position, fast, setup};
use crate::spec::bits;

/// Bytes of the moves left.
const LEFT_BYTES: usize = 3;
const _: () = assert!(pnyx_game::MOST_MOVES + 1 < 1 << (8 * LEFT_BYTES));

/// What a position has beside its men.
#[derive(Clone, Copy)]
struct Counts {
    clock: u8,
    mark: Mark,
    left: Left,
    first: bool,
}

impl ChessRules {
    /// Whether boards that are turned or reflected play the same: nothing names a square.
    fn is_symmetric(&self) -> bool {
        self.region.is_everything() && self.exclude.is_empty() && self.promote.is_none()
    }

    /// Why there is no table of a game with these rules, if there is none.
    fn refuses_table(&self) -> Option<String> {
        if self.tables.is_some() {
            Some("by its option tables games end before mate, so how long they last is not known".into())
        } else if self.all_left() > 0 {
            Some("its goal limits the number of moves, which would be part of every position".into())
        } else {
            None
        }
    }

    fn pack(&self, men: &Men, counts: Counts, out: &mut Vec<u8>) {
        men.pack(out);
        if self.fifty_move_rule {
            out.push(counts.clock);
        }
        if self.promote.is_some() {
            out.push(counts.mark);
        }
        if self.all_left() > 0 {
            out.extend_from_slice(&counts.left.to_le_bytes()[..LEFT_BYTES]);
        }
        if self.marks_first() {
            out.push(counts.first.into());
        }
    }

    fn unpack(&self, bytes: &[u8]) -> Result<(Men, Counts), InputError> {
        let (men, mut length) = Men::unpack(bytes)?;
        let mut number = |is_there: bool, size: usize| {
            let own = bytes.get(length..length + size).filter(|_| is_there).unwrap_or_default();
            length += if is_there { size } else { 0 };
            own.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte))
        };
        let clock = number(self.fifty_move_rule, 1);
        let mark = number(self.promote.is_some(), 1);
        let left = number(self.all_left() > 0, LEFT_BYTES);
        let first = number(self.marks_first(), 1);
        packed_within(bytes, length)?;
        let least = u32::from(self.all_left() > 0);
        if clock > 100 || !(least..=self.all_left()).contains(&left) || first > 1 {
            return Err(bad_bytes("a clock or a number of moves is too large", bytes));
        }
        Ok((men, Counts { clock: clock as u8, mark: mark as Mark, left, first: first == 1 }))
    }
}

/// The pawn that can be captured en passant on this file.
fn pawn_on(file: u32, turn: Player) -> u64 {
    1 << (file + if turn == Player::First { 32 } else { 24 })
}

/// A board that knows its men, and stands up again from them.
trait Manned: Rules {
    fn rules(&self) -> &ChessRules;

    fn men(&self, position: &Self::Position) -> Men;

    fn counts(&self, position: &Self::Position) -> Counts;

    /// The position, if the board can hold it.
    fn stand_up(&self, men: &Men, counts: Counts) -> Option<Self::Position>;

    #[inline]
    fn canonical_men(&self, position: &Self::Position) -> Men {
        let men = self.men(position);
        if self.rules().is_symmetric() { men.canonical() } else { men }
    }
}

impl Manned for Chess {
    fn rules(&self) -> &ChessRules {
        &self.0
    }

    #[inline]
    fn men(&self, position: &Position) -> Men {
        let board = &position.board;
        let turn = fast::player(board.side_to_move());
        let mut castling = 0;
        for color in Color::ALL {
            let rights = board.castle_rights(color);
            for file in [rights.short, rights.long].into_iter().flatten() {
                castling |= 1 << (file as u32 + 56 * color as u32);
            }
        }
        Men {
            roles: Piece::ALL.map(|piece| board.pieces(piece).0),
            sides: Color::ALL.map(|color| board.colors(color).0),
            castling,
            en_passant: position.en_passant.checked_sub(1).map_or(0, |file| pawn_on(file.into(), turn)),
            turn,
        }
    }

    fn counts(&self, position: &Position) -> Counts {
        let &Position { clock, mark, left, first, .. } = position;
        Counts { clock, mark, left, first }
    }

    fn stand_up(&self, men: &Men, counts: Counts) -> Option<Position> {
        let mut builder = BoardBuilder::empty();
        for (color, side) in Color::ALL.into_iter().zip(men.sides) {
            for (piece, squares) in Piece::ALL.into_iter().zip(men.roles) {
                for square in bits(squares & side) {
                    builder.board[square as usize] = Some((piece, color));
                }
            }
            let right = |file: File| {
                let rook = cozy_chess::Square::new(file, Rank::First.relative_to(color));
                (men.castling >> rook as u32 & 1 == 1).then_some(file)
            };
            builder.castle_rights[color as usize] =
                CastleRights { short: right(File::H), long: right(File::A) };
        }
        builder.side_to_move = if men.turn == Player::First { Color::White } else { Color::Black };
        if men.en_passant != 0 {
            let file = File::index(men.en_passant.trailing_zeros() as usize % 8);
            builder.en_passant =
                Some(cozy_chess::Square::new(file, Rank::Sixth.relative_to(builder.side_to_move)));
        }
        builder.halfmove_clock = counts.clock;
        let Counts { left, first, mark, .. } = counts;
        let mut position =
            Position { board: builder.build().ok()?, en_passant: 0, clock: 0, mark: 0, left, first };
        self.refresh(&mut position);
        self.marked(position, mark)
    }
}

impl Manned for Composed {
    fn rules(&self) -> &ChessRules {
        &self.0
    }

    fn men(&self, position: &ComposedPosition) -> Men {
        let (roles, sides) = position.board.board().clone().into_bitboards();
        let turn = setup::player(position.board.turn());
        Men {
            roles: [roles.pawn, roles.knight, roles.bishop, roles.rook, roles.queen, roles.king]
                .map(|set| set.0),
            sides: [sides.white.0, sides.black.0],
            castling: position.board.castles().castling_rights().0,
            en_passant: position.en_passant.map_or(0, |square| pawn_on(u32::from(square.file()), turn)),
            turn,
        }
    }

    fn counts(&self, position: &ComposedPosition) -> Counts {
        let &ComposedPosition { clock, mark, left, first, .. } = position;
        Counts { clock: clock as u8, mark, left, first }
    }

    fn stand_up(&self, men: &Men, counts: Counts) -> Option<ComposedPosition> {
        let mut roles = men.roles.into_iter().map(Bitboard);
        let by_role = ByRole::new_with(|_| roles.next().expect("six roles"));
        let [white, black] = men.sides.map(Bitboard);
        let mut setup = Setup::empty();
        setup.board = shakmaty::Board::try_from_bitboards(by_role, ByColor { white, black }).ok()?;
        setup.turn = shakmaty::Color::from_white(men.turn == Player::First);
        setup.castling_rights = Bitboard(men.castling);
        setup.ep_square = (men.en_passant != 0).then(|| {
            let pawn = men.en_passant.trailing_zeros();
            shakmaty::Square::new(if men.turn == Player::First { pawn + 8 } else { pawn - 8 })
        });
        setup.halfmoves = counts.clock.into();
        let board = setup
            .position(CastlingMode::Standard)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check);
        let Counts { left, first, mark, .. } = counts;
        self.marked(ComposedPosition { left, first, ..Composed::position(self.0, board.ok()?) }, mark)
    }
}

/// Both boards are packed alike.
macro_rules! packed {
    ($($board:ty),*) => {
        $(impl Packed for $board {
            #[inline]
            fn pack(&self, position: &Self::Position, out: &mut Vec<u8>) -> Result<(), Infallible> {
                self.0.pack(&self.men(position), self.counts(position), out);
                Ok(())
            }

            fn unpack(&self, bytes: &[u8]) -> Result<Self::Position, InputError> {
                let (men, counts) = self.0.unpack(bytes)?;
                let position = self.stand_up(&men, counts);
                // An en-passant square may be one that distinguishes nothing.
                position
                    .filter(|position| self.men(position) == men)
                    .ok_or_else(|| bad_bytes("there is no such position of chess", bytes))
            }

            fn canonical(&self, position: &Self::Position) -> Result<Self::Position, Infallible> {
                let men = self.canonical_men(position);
                Ok(if men == self.men(position) {
                    position.clone()
                } else {
                    self.stand_up(&men, self.counts(position)).expect("a board that plays the same")
                })
            }

            #[inline]
            fn pack_canonical(&self, position: &Self::Position, out: &mut Vec<u8>) -> Result<(), Infallible> {
                self.0.pack(&self.canonical_men(position), self.counts(position), out);
                Ok(())
            }

            fn has_symmetry(&self) -> bool {
                self.0.is_symmetric()
            }

            fn refuses_table(&self) -> Option<String> {
                self.0.refuses_table()
            }
        })*
    };
}

packed!(Chess, Composed);
