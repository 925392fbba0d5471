//! Flips by rays: what the last few plies spend most of their time on.

/// The squares from a square to the edge, in the eight directions: first the four in which bits grow.
const RAYS: [[u64; 8]; 64] = {
    let mut rays = [[0; 8]; 64];
    let steps: [(i32, i32); 8] = [(0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (down, right) = steps[direction];
            let (mut row, mut column) = (square as i32 / 8 + down, square as i32 % 8 + right);
            while row >= 0 && row < 8 && column >= 0 && column < 8 {
                rays[square][direction] |= 1 << (8 * row + column);
                row += down;
                column += right;
            }
            direction += 1;
        }
        square += 1;
    }
    rays
};

/// The squares next to a square.
const NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square as i32 / 8, square as i32 % 8);
        let mut other = 0;
        while other < 64 {
            let (down, right) = (other as i32 / 8 - row, other as i32 % 8 - column);
            if other != square && down.abs() <= 1 && right.abs() <= 1 {
                neighbours[square] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    neighbours
};

/// The discs that turn over when the owner of `mover` puts a disc on an empty square.
#[inline]
pub(super) fn flips(mover: u64, other: u64, square: u8) -> u64 {
    let rays = &RAYS[usize::from(square & 63)];
    let mut flips = 0;
    for &ray in &rays[..4] {
        // Adding one runs through the opponent's discs, and through all squares off the ray, to the first square that is
        // not the opponent's.
        let end = (other | !ray).wrapping_add(1) & ray & mover;
        flips |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for &ray in &rays[4..] {
        // The first square that is not the opponent's is the highest such bit of the ray. If there is none, bit 0 is
        // off the ray or the opponent's.
        let end = (1 << 63) >> ((!other & ray) | 1).leading_zeros() & ray & mover;
        flips |= (end << 1).wrapping_neg() & ray;
    }
    flips
}

/// The same, quickly for squares that have no disc of the opponent beside them.
#[inline]
pub(super) fn flips_if_near(mover: u64, other: u64, square: u8) -> u64 {
    if NEIGHBOURS[usize::from(square & 63)] & other == 0 { 0 } else { flips(mover, other, square) }
}

/// How many discs of a line turn over, by the place of the new disc and the discs of the mover, if all others are the
/// opponent's. Lines that are shorter than eight squares have nothing of the mover's in the rest.
const IN_LINE: [[u8; 256]; 8] = {
    let mut counts = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut line = 0;
        while line < 256 {
            let above = line >> (place + 1);
            if above != 0 {
                counts[place][line] += above.trailing_zeros() as u8;
            }
            let below = line & ((1 << place) - 1);
            if below != 0 {
                counts[place][line] += (place as u32 - below.ilog2() - 1) as u8;
            }
            line += 1;
        }
        place += 1;
    }
    counts
};

const COLUMN: u64 = 0x0101_0101_0101_0101;
const DIAGONAL: u64 = 0x0102_0408_1020_4080;

/// How many discs turn over when the owner of `mover` takes the last empty square.
#[inline]
pub(super) fn last_flips(mover: u64, square: u8) -> i32 {
    let square = usize::from(square & 63);
    let (row, column) = (square / 8, square % 8);
    let rays = &RAYS[square];
    // Multiplying gathers a column, or a diagonal, in the uppermost eight bits.
    let along = |mask: u64| ((mover & mask).wrapping_mul(COLUMN) >> 56) as usize;
    let vertical = ((mover >> column & COLUMN).wrapping_mul(DIAGONAL) >> 56) as usize;
    let horizontal = (mover >> (8 * row) & 0xff) as usize;
    i32::from(IN_LINE[row][vertical])
        + i32::from(IN_LINE[column][horizontal])
        + i32::from(IN_LINE[column][along(rays[1] | rays[5])])
        + i32::from(IN_LINE[column][along(rays[3] | rays[7])])
}
