//! K in a row on a small board, with stones that fall or not: bits, and nothing else.

use std::convert::Infallible;

use pnyx_game::{Outcome, Player};
use pnyx_tables::{Expanded, Expander, Packs, Records};

pub struct Grid {
    pub rows: u32,
    pub columns: u32,
    pub falls: bool,
    /// Whether positions stand for their mirror images.
    pub mirror: bool,
    /// Zeros, and a one, that make records longer.
    pub padding: usize,
    lines: Vec<u64>,
}

/// Stones of the first and the second player; bit `column * rows + row`.
type Board = [u64; 2];

impl Grid {
    pub fn new(rows: u32, columns: u32, k: u32, falls: bool) -> Grid {
        let mut lines = Vec::new();
        for row in 0..rows as i32 {
            for column in 0..columns as i32 {
                for (up, right) in [(0, 1), (1, 0), (1, 1), (-1, 1)] {
                    let (last_row, last_column) =
                        (row + up * (k as i32 - 1), column + right * (k as i32 - 1));
                    if (0..rows as i32).contains(&last_row) && last_column < columns as i32 {
                        let square = |i: i32| (column + right * i) as u32 * rows + (row + up * i) as u32;
                        lines.push((0..k as i32).fold(0, |bits, i| bits | 1_u64 << square(i)));
                    }
                }
            }
        }
        Grid { rows, columns, falls, mirror: false, padding: 0, lines }
    }

    pub fn start(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.pack([0, 0], &mut bytes);
        bytes
    }

    fn side(&self) -> usize {
        (self.rows * self.columns).div_ceil(8) as usize
    }

    fn pack(&self, board: Board, out: &mut Vec<u8>) {
        let board = if self.mirror { board.min(self.mirrored(board)) } else { board };
        for stones in board {
            out.extend_from_slice(&stones.to_le_bytes()[..self.side()]);
        }
        if self.padding > 0 {
            out.resize(out.len() + self.padding - 1, 0);
            out.push(1);
        }
    }

    fn unpack(&self, bytes: &[u8]) -> Board {
        [0, self.side()].map(|from| {
            let mut word = [0; 8];
            word[..self.side()].copy_from_slice(&bytes[from..from + self.side()]);
            u64::from_le_bytes(word)
        })
    }

    fn mirrored(&self, board: Board) -> Board {
        let column = (1 << self.rows) - 1;
        board.map(|stones| {
            (0..self.columns).fold(0, |bits, at| {
                bits | (stones >> (at * self.rows) & column) << ((self.columns - 1 - at) * self.rows)
            })
        })
    }

    fn outcome(&self, board: Board) -> Option<Outcome> {
        let has_line = |stones: u64| self.lines.iter().any(|line| stones & line == *line);
        if has_line(board[0]) {
            Some(Outcome::Win(Player::First))
        } else if has_line(board[1]) {
            Some(Outcome::Win(Player::Second))
        } else {
            let full = (board[0] | board[1]).count_ones() == self.rows * self.columns;
            full.then_some(Outcome::Draw)
        }
    }
}

impl Expander for Grid {
    type Error = Infallible;

    fn expand(&self, batch: &Records<'_>, out: &mut Expanded) -> Result<(), Infallible> {
        for record in batch.iter() {
            let board = self.unpack(record);
            let taken = board[0] | board[1];
            let turn = if taken.count_ones().is_multiple_of(2) { Player::First } else { Player::Second };
            let outcome = self.outcome(board);
            out.position(turn, outcome);
            if outcome.is_some() {
                continue;
            }
            for square in 0..self.rows * self.columns {
                let supported = !self.falls || square % self.rows == 0 || taken >> (square - 1) & 1 == 1;
                if taken >> square & 1 == 0 && supported {
                    let mut next = board;
                    next[turn.index()] |= 1 << square;
                    out.successor_with(|bytes| {
                        self.pack(next, bytes);
                        Ok::<(), Infallible>(())
                    })?;
                }
            }
        }
        Ok(())
    }

    fn represent(&self, batch: &Records<'_>, out: &mut Packs) -> Result<(), Infallible> {
        for record in batch.iter() {
            out.push_with(|bytes| {
                self.pack(self.unpack(record), bytes);
                Ok::<(), Infallible>(())
            })?;
        }
        Ok(())
    }
}
