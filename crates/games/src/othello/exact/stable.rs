//! Discs that will never turn over again.

const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = LEFT << 7;
const TOP: u64 = 0xff;
const BOTTOM: u64 = TOP << 56;
const EDGE: u64 = LEFT | RIGHT | TOP | BOTTOM;

/// Discs of `mine` that cannot turn over: along each axis the line is full, or the next square on one side is off the
/// board or another such disc. There may be more that no one can turn over; these are certain.
pub(super) fn stable(mine: u64, other: u64, board: u64) -> u64 {
    let off = !board;
    let taken = mine | other | off;
    let [row, column] = [full_rows(taken), full_columns(taken)];
    let [right, left] = [full_diagonals::<9>(taken, RIGHT), full_diagonals::<7>(taken, LEFT)];
    let mut found = 0;
    loop {
        let firm = found | off;
        let more = mine
            & (row | firm << 1 | firm >> 1 | LEFT | RIGHT)
            & (column | firm << 8 | firm >> 8 | TOP | BOTTOM)
            & (right | firm << 9 | firm >> 9 | EDGE)
            & (left | firm << 7 | firm >> 7 | EDGE);
        if more == found {
            return found;
        }
        found = more;
    }
}

/// The squares of the rows that are taken altogether.
fn full_rows(taken: u64) -> u64 {
    let mut rows = taken & taken >> 4;
    rows &= rows >> 2;
    rows &= rows >> 1;
    (rows & LEFT) * 0xff
}

/// The squares of the columns that are taken altogether.
fn full_columns(taken: u64) -> u64 {
    let mut columns = taken & taken.rotate_right(8);
    columns &= columns.rotate_right(16);
    columns & columns.rotate_right(32)
}

/// The squares of the diagonals that are taken altogether. Downwards they have a distance of `STEP` bits and end at the
/// bottom, or at a `side` of the board; upwards, at the top or the opposite side. What lies beyond counts as taken.
fn full_diagonals<const STEP: u32>(taken: u64, side: u64) -> u64 {
    let (mut down, mut up) = (taken, taken);
    let (mut below, mut above) = (BOTTOM | side, TOP | (LEFT | RIGHT) ^ side);
    for distance in [1, 2, 4] {
        down &= down >> (STEP * distance) | below;
        up &= up << (STEP * distance) | above;
        // Squares with an end of the board at most twice as far away.
        below |= below >> (STEP * distance);
        above |= above << (STEP * distance);
    }
    down & up
}
