//! Masks of the board, and the number of moves on a line by lookup.
//!
//! Squares are numbered file by file from a1 (a1 = 0, a2 = 1, h8 = 63): the order of their names.

use std::sync::LazyLock;

/// The squares of the first rank.
pub(super) const RANK_1: u64 = 0x0101_0101_0101_0101;
const RANK_8: u64 = RANK_1 << 7;

/// For each square its file, its rank, its rising and its falling diagonal, the square itself included.
pub(super) static LINES: [[u64; 4]; 64] = lines();
/// For each square the squares at each distance, in steps of a king.
pub(super) static RINGS: [[u64; 9]; 64] = rings();
/// For two squares on a line the squares between them.
pub(super) static BETWEEN: [[u64; 64]; 64] = between();

/// A file and a rank for each step, along the four lines.
const STEPS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The mask of the square `distance` steps away; empty outside the board.
const fn bit(square: usize, step: (i32, i32), distance: i32) -> u64 {
    let (file, rank) = (square as i32 / 8 + step.0 * distance, square as i32 % 8 + step.1 * distance);
    if file < 0 || file > 7 || rank < 0 || rank > 7 { 0 } else { 1 << (file * 8 + rank) }
}

const fn lines() -> [[u64; 4]; 64] {
    let mut lines = [[0; 4]; 64];
    let mut at = 0;
    while at < 64 * 4 {
        let mut distance = -7;
        while distance <= 7 {
            lines[at / 4][at % 4] |= bit(at / 4, STEPS[at % 4], distance);
            distance += 1;
        }
        at += 1;
    }
    lines
}

const fn rings() -> [[u64; 9]; 64] {
    let mut rings = [[0; 9]; 64];
    let mut at = 0_usize;
    while at < 64 * 64 {
        let files = (at / 64 / 8).abs_diff(at % 64 / 8);
        let ranks = (at / 64 % 8).abs_diff(at % 8);
        rings[at / 64][if files > ranks { files } else { ranks }] |= 1 << (at % 64);
        at += 1;
    }
    rings
}

const fn between() -> [[u64; 64]; 64] {
    let mut masks = [[0; 64]; 64];
    let mut at = 0;
    while at < 64 * 4 {
        let (from, step) = (at / 4, STEPS[at % 4]);
        let (mut mask, mut distance) = (0, 1);
        while bit(from, step, distance) != 0 {
            let to = bit(from, step, distance).trailing_zeros() as usize;
            masks[from][to] = mask;
            masks[to][from] = mask;
            mask |= 1 << to;
            distance += 1;
        }
        at += 1;
    }
    masks
}

/// The given squares and the squares around them.
fn grown(squares: u64) -> u64 {
    let wide = squares | squares << 8 | squares >> 8;
    wide | (wide & !RANK_8) << 1 | (wide & !RANK_1) >> 1
}

/// Whether the stones form one group; a single stone does. Mostly they do not, and the group of the first
/// stone is small, so that the search for it ends soon.
pub(super) fn is_connected(stones: u64) -> bool {
    let mut group = stones & stones.wrapping_neg();
    loop {
        let next = grown(group) & stones;
        if next == group {
            return group == stones;
        }
        group = next;
    }
}

/// The files, the ranks, the rising and the falling diagonals as bytes, the squares of a line in order.
/// A byte of diagonals holds two of them, one after the other, and has to be cut.
fn views(stones: u64) -> [[u8; 8]; 4] {
    [stones, transposed(stones), sheared(stones, u64::rotate_right), sheared(stones, u64::rotate_left)]
        .map(u64::to_le_bytes)
}

/// Files become ranks.
fn transposed(mut x: u64) -> u64 {
    for (shift, mask) in
        [(28, 0x0f0f_0f0f_0000_0000), (14, 0x3333_0000_3333_0000), (7, 0x5500_5500_5500_5500)]
    {
        let changed = mask & (x ^ x << shift);
        x ^= changed ^ changed >> shift;
    }
    x
}

/// Every rank moved along by its own number of files, round the edge: diagonals become files.
fn sheared(mut x: u64, rotate: fn(u64, u32) -> u64) -> u64 {
    for (files, ranks) in [(1, 0xaaaa_aaaa_aaaa_aaaa), (2, 0xcccc_cccc_cccc_cccc), (4, 0xf0f0_f0f0_f0f0_f0f0)]
    {
        x ^= ranks & (x ^ rotate(x, 8 * files));
    }
    x
}

/// What stands on eight squares, as a number in base 3.
const CONTENTS: usize = 3usize.pow(8);

/// Numbers of moves by what stands on a line.
pub(super) struct MoveCounts {
    /// A byte's bits as digits in base 3.
    ternary: [u16; 256],
    /// Moves of the player with digit 1 against the one with digit 2, for a cut after 1 to 8 squares.
    moves: Box<[[u8; CONTENTS]; 8]>,
}

impl MoveCounts {
    /// The table; it is made once.
    pub(super) fn get() -> &'static MoveCounts {
        static COUNTS: LazyLock<MoveCounts> = LazyLock::new(MoveCounts::new);
        &COUNTS
    }

    fn new() -> MoveCounts {
        let mut ternary = [0; 256];
        for (byte, value) in ternary.iter_mut().enumerate() {
            *value = (0..8).filter(|i| byte >> i & 1 == 1).map(|i| 3u16.pow(i)).sum();
        }
        let mut moves = Box::new([[0; CONTENTS]; 8]);
        for contents in 0..CONTENTS {
            let squares: [usize; 8] = std::array::from_fn(|i| contents / 3usize.pow(i as u32) % 3);
            for cut in 1..=8 {
                let (first, second) = squares.split_at(cut);
                moves[cut - 1][contents] = moves_on(first) + moves_on(second);
            }
        }
        MoveCounts { ternary, moves }
    }

    /// The number of moves of the player with stones `own` against `other`, passes not counted.
    pub(super) fn count(&self, own: u64, other: u64) -> u32 {
        let (own, other) = (views(own), views(other));
        let moves = |view: usize, line: usize, cut: usize| {
            let digits = |side: &[[u8; 8]; 4]| self.ternary[side[view][line] as usize];
            u32::from(self.moves[cut - 1][(digits(&own) + 2 * digits(&other)) as usize])
        };
        // Byte i begins with the diagonal from file i of rank 1: 8 - i squares rising, or i + 1 falling.
        (0..8).map(|i| moves(0, i, 8) + moves(1, i, 8) + moves(2, i, 8 - i) + moves(3, i, i + 1)).sum()
    }
}

/// The number of moves along one line on which 1 stands for own stones and 2 for the opponent's.
fn moves_on(squares: &[usize]) -> u8 {
    let distance = squares.iter().filter(|&&stone| stone > 0).count();
    let can_move = |from: usize, to: usize| {
        let passed = from.min(to) + 1..from.max(to);
        squares[from] == 1 && squares[to] != 1 && !squares[passed].contains(&2)
    };
    let pairs = (0..squares.len().saturating_sub(distance)).map(|low| (low, low + distance));
    pairs.map(|(low, high)| u8::from(can_move(low, high)) + u8::from(can_move(high, low))).sum()
}
