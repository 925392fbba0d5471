//! The men on a board of chess as sets of squares: packed into bytes, turned and reflected.
//!
//! First come the squares that are taken, 8 bytes; then four bits a man, from a1 along the ranks:
//!
//! | bits | man |
//! |---|---|
//! | 0 to 9 | white pawn, black pawn, and so knight, bishop, rook, queen |
//! | 10, 11 | a white, a black rook with which its king may castle |
//! | 12 | a pawn that can be captured en passant |
//! | 13 | the king of the side to move |
//! | 14, 15 | the white, the black king, its side not being to move |
//!
//! So these say who is to move, and everything else that is neither counted nor marked.

use pnyx_game::{InputError, Player, bad_bytes};

use crate::boards::{mirrored, transposed, upside_down};
use crate::spec::bits;

/// Bytes for the squares that are taken.
const BOARD_BYTES: usize = 8;

const ROOKS: usize = 3;
const KINGS: usize = 5;

/// Numbers of men in bytes, and of all that there are.
const CASTLING: usize = 10;
const EN_PASSANT: usize = 12;
const MOVERS_KING: usize = 13;
const OTHER_KING: usize = 14;
const NUMBERS: usize = 16;

/// What stands where, and what is to be known of it; bit 0 is a1, bit 7 is h1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Men {
    /// Pawns, knights, bishops, rooks, queens and kings.
    pub roles: [u64; 6],
    /// The men of White and of Black.
    pub sides: [u64; 2],
    /// Rooks with which their king may castle.
    pub castling: u64,
    /// The pawn that can be captured en passant, if there is one.
    pub en_passant: u64,
    pub turn: Player,
}

impl Men {
    /// The same men in other places.
    #[inline]
    fn moved(&self, way: impl Fn(u64) -> u64) -> Men {
        Men {
            roles: self.roles.map(&way),
            sides: self.sides.map(&way),
            castling: way(self.castling),
            en_passant: way(self.en_passant),
            turn: self.turn,
        }
    }

    /// The square of White's king.
    #[inline]
    fn king(&self) -> u32 {
        (self.roles[KINGS] & self.sides[0]).trailing_zeros()
    }

    /// One of the boards that play the same. Where nobody may castle left and right are alike, and without pawns all
    /// directions. White's king comes to the files a to d, without pawns into the triangle a1-d1-d4; on its long side
    /// the least of two boards is taken.
    #[inline]
    pub fn canonical(&self) -> Men {
        let mut men = *self;
        if self.castling != 0 {
            return men;
        }
        if men.king() % 8 > 3 {
            men = men.moved(mirrored);
        }
        if men.roles[0] != 0 {
            return men;
        }
        if men.king() / 8 > 3 {
            men = men.moved(upside_down);
        }
        let (rank, file) = (men.king() / 8, men.king() % 8);
        if rank < file {
            return men;
        }
        let other = men.moved(transposed);
        if rank > file || (other.roles, other.sides) < (men.roles, men.sides) { other } else { men }
    }

    /// Append their bytes.
    #[inline]
    pub fn pack(&self, out: &mut Vec<u8>) {
        // Each of the four bits of the numbers as a set of squares.
        let mut digits = [0; 4];
        for (number, squares) in self.by_number().into_iter().enumerate() {
            for (place, digit) in digits.iter_mut().enumerate() {
                if number >> place & 1 == 1 {
                    *digit |= squares;
                }
            }
        }
        let taken = self.sides[0] | self.sides[1];
        out.extend_from_slice(&taken.to_le_bytes());
        let mut half = None;
        for square in bits(taken) {
            let number =
                (0..4).fold(0, |number, place| number | (digits[place] >> square & 1) << place) as u8;
            match half.take() {
                None => half = Some(number),
                Some(first) => out.push(first | number << 4),
            }
        }
        out.extend(half);
    }

    /// The squares of the men with each number.
    #[inline]
    fn by_number(&self) -> [u64; NUMBERS] {
        let mut sets = [0; NUMBERS];
        let plain = !(self.castling | self.en_passant);
        for (side, squares) in self.sides.into_iter().enumerate() {
            for role in 0..KINGS {
                sets[2 * role + side] = self.roles[role] & squares & plain;
            }
            sets[CASTLING + side] = self.castling & squares;
            let king = if side == self.turn.index() { MOVERS_KING } else { OTHER_KING + side };
            sets[king] = self.roles[KINGS] & squares;
        }
        sets[EN_PASSANT] = self.en_passant;
        sets
    }

    /// The men with these bytes, and how many bytes they are. Whether there can be such a position is left to the board.
    pub fn unpack(bytes: &[u8]) -> Result<(Men, usize), InputError> {
        let bad = |why: &str| bad_bytes(why, bytes);
        let taken = bytes.first_chunk::<BOARD_BYTES>().ok_or_else(|| bad("the board is missing"))?;
        let taken = u64::from_le_bytes(*taken);
        let count = taken.count_ones() as usize;
        let length = BOARD_BYTES + count.div_ceil(2);
        let numbers = bytes.get(BOARD_BYTES..length).ok_or_else(|| bad("some of the men are missing"))?;
        let mut sets = [0; NUMBERS];
        for (square, place) in bits(taken).zip(0..) {
            sets[usize::from(numbers[place / 2] >> (4 * (place % 2)) & 15)] |= 1 << square;
        }
        if count % 2 == 1 && numbers[count / 2] >> 4 != 0 {
            return Err(bad(&format!("only {count} men were expected")));
        }
        let men = Men::of_numbers(&sets).ok_or_else(|| bad("the men do not fit together"))?;
        Ok((men, length))
    }

    fn of_numbers(sets: &[u64; NUMBERS]) -> Option<Men> {
        let [mover, white, black] = [MOVERS_KING, OTHER_KING, OTHER_KING + 1].map(|king| sets[king]);
        if [mover, white | black].map(u64::count_ones) != [1, 1] {
            return None;
        }
        let turn = if white == 0 { Player::First } else { Player::Second };
        let mut men = Men {
            roles: [0; 6],
            sides: [0; 2],
            castling: sets[CASTLING] | sets[CASTLING + 1],
            en_passant: sets[EN_PASSANT],
            turn,
        };
        for role in 0..KINGS {
            men.roles[role] = sets[2 * role] | sets[2 * role + 1];
        }
        men.roles[0] |= men.en_passant;
        men.roles[ROOKS] |= men.castling;
        men.roles[KINGS] = mover | white | black;
        for side in 0..2 {
            men.sides[side] = (side..=CASTLING + side).step_by(2).fold(0, |all, number| all | sets[number]);
        }
        men.sides[turn.index()] |= mover;
        men.sides[turn.opponent().index()] |= white | black | men.en_passant;
        men.is_possible().then_some(men)
    }

    /// Whether the kings, the rooks that may castle and the pawn that can be captured en passant stand where they may.
    fn is_possible(&self) -> bool {
        let [white, black] = self.sides.map(|side| (self.roles[KINGS] & side).trailing_zeros());
        // The board with the least work does not ask for this.
        let apart = (white % 8).abs_diff(black % 8).max((white / 8).abs_diff(black / 8)) > 1;
        let at_home = |side: usize| {
            let first_rank = 56 * side;
            let king = self.roles[KINGS] & self.sides[side] == 1 << (first_rank + 4);
            let rooks = if king { 0x81 << first_rank } else { 0 };
            self.castling & self.sides[side] & !rooks == 0
        };
        // The pawn has just moved two squares.
        let rank = if self.turn == Player::First { 0xff << 32 } else { 0xff << 24 };
        apart && at_home(0) && at_home(1) && self.en_passant & !rank == 0 && self.en_passant.count_ones() <= 1
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// 462 pairs of kings that are not neighbours, and 1,806 where only left and right are alike: the numbers of those who make
    /// tables of endings.
    #[test]
    fn kings_have_as_many_representatives_as_are_known() {
        let mut met = [BTreeSet::new(), BTreeSet::new()];
        for (white, black) in (0..64_u32).flat_map(|white| (0..64).map(move |black| (white, black))) {
            let [files, ranks] = [(white % 8).abs_diff(black % 8), (white / 8).abs_diff(black / 8)];
            if files.max(ranks) > 1 {
                for (pawn, met) in [0, 1 << 20].into_iter().zip(&mut met) {
                    let men = Men {
                        roles: [pawn, 0, 0, 0, 0, 1 << white | 1 << black],
                        sides: [1 << white, 1 << black],
                        castling: 0,
                        en_passant: 0,
                        turn: Player::First,
                    };
                    met.insert(men.canonical().sides);
                }
            }
        }
        assert_eq!(met.map(|met| met.len()), [462, 1806]);
    }
}
