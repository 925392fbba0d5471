//! Positions as bytes: which squares are taken, then two bits a piece, and the turn.

use std::convert::Infallible;

use pnyx_game::{InputError, Packed, bad_bytes, packed_within};

use super::notation::{PIECES, impossibilities};
use super::{Checkers, Position, Squares};
use crate::spec::{PLAYERS, bits};

/// Bytes for the squares that are taken, eight squares each.
const BOARD_BYTES: usize = 4;

/// The squares without the free bits between them.
#[inline]
fn gathered(squares: Squares) -> u32 {
    (0..BOARD_BYTES).fold(0, |all, byte| all | ((squares >> (9 * byte)) as u32 & 0xff) << (8 * byte))
}

/// The other way.
#[inline]
fn spread(squares: u32) -> Squares {
    (0..BOARD_BYTES).fold(0, |all, byte| all | Squares::from(squares >> (8 * byte) & 0xff) << (9 * byte))
}

/// Bytes for two bits a piece, and the turn.
fn piece_bytes(pieces: u32) -> usize {
    (2 * pieces + 1).div_ceil(8) as usize
}

impl Packed for Checkers {
    fn pack(&self, position: &Position, out: &mut Vec<u8>) -> Result<(), Infallible> {
        let taken = position.pieces[0] | position.pieces[1];
        let mut pieces = position.turn.index() as u64;
        for (square, place) in bits(taken).zip(0..) {
            let [white, king] = [position.pieces[1], position.kings].map(|squares| squares >> square & 1);
            pieces |= (white | king << 1) << (2 * place + 1);
        }
        out.extend_from_slice(&gathered(taken).to_le_bytes());
        out.extend_from_slice(&pieces.to_le_bytes()[..piece_bytes(taken.count_ones())]);
        Ok(())
    }

    fn unpack(&self, bytes: &[u8]) -> Result<Position, InputError> {
        let taken = bytes.first_chunk::<BOARD_BYTES>();
        let taken =
            spread(u32::from_le_bytes(*taken.ok_or_else(|| bad_bytes("the board is missing", bytes))?));
        let count = taken.count_ones();
        if count > 2 * PIECES {
            return Err(bad_bytes(&format!("{count} pieces are too many"), bytes));
        }
        let own = packed_within(bytes, BOARD_BYTES + piece_bytes(count))?;
        let mut pieces = [0; 8];
        pieces[..piece_bytes(count)].copy_from_slice(&own[BOARD_BYTES..]);
        let pieces = u64::from_le_bytes(pieces);
        if pieces >> (2 * count + 1) != 0 {
            return Err(bad_bytes(&format!("only {count} pieces were expected"), bytes));
        }
        let mut position = Position { pieces: [0, 0], kings: 0, turn: PLAYERS[(pieces & 1) as usize] };
        for (square, place) in bits(taken).zip(0..) {
            let piece = pieces >> (2 * place + 1);
            position.pieces[(piece & 1) as usize] |= 1 << square;
            position.kings |= (piece >> 1 & 1) << square;
        }
        let reasons = impossibilities(&position, 0);
        if reasons.is_empty() { Ok(position) } else { Err(bad_bytes(&reasons.join("; and "), bytes)) }
    }
}
