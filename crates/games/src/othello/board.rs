//! Moves and flips as shifts of whole boards.
//!
//! A board of any size lies in the top left corner of 8 by 8 squares: bit `8 * row + column`, rows counted
//! from the top. A run of discs that leaves a smaller board meets squares nobody ever owns; one that leaves
//! the large board to the side would reappear in the next row, and [`INNER`] keeps it from that.

/// All columns but the outer ones. A disc in an outer column is never flipped sideways.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The distances from a square to its neighbours: to the right, below left, below, below right.
const RIGHT: u32 = 1;
const BELOW_LEFT: u32 = 7;
const BELOW: u32 = 8;
const BELOW_RIGHT: u32 = 9;

/// The squares of a board with `size` rows and columns.
pub(super) fn squares(size: usize) -> u64 {
    let row = 0xff >> (8 - size);
    (0..size).fold(0, |board, i| board | row << (8 * i))
}

/// The squares of `board` where the owner of `mover` has a move.
#[inline]
pub(super) fn mobility(mover: u64, other: u64, board: u64) -> u64 {
    let inner = other & INNER;
    let ends = ends::<RIGHT>(mover, inner)
        | ends::<BELOW_LEFT>(mover, inner)
        | ends::<BELOW>(mover, other)
        | ends::<BELOW_RIGHT>(mover, inner);
    ends & board & !(mover | other)
}

/// The discs that turn over when the owner of `mover` puts a disc on the empty square `to`.
#[inline]
pub(super) fn flips(mover: u64, other: u64, to: u64) -> u64 {
    let inner = other & INNER;
    enclosed::<RIGHT>(mover, inner, to)
        | enclosed::<BELOW_LEFT>(mover, inner, to)
        | enclosed::<BELOW>(mover, other, to)
        | enclosed::<BELOW_RIGHT>(mover, inner, to)
}

/// The squares just behind the runs of `through` that begin next to `from`, both ways along one axis.
#[inline]
fn ends<const STEP: u32>(from: u64, through: u64) -> u64 {
    forward::<STEP>(from, through) << STEP | backward::<STEP>(from, through) >> STEP
}

/// The runs of `through` between `to` and the nearest disc of `mover`, both ways along one axis.
#[inline]
fn enclosed<const STEP: u32>(mover: u64, through: u64, to: u64) -> u64 {
    let (below, above) = (forward::<STEP>(to, through), backward::<STEP>(to, through));
    let closed = |run: u64, end: u64| if end & mover != 0 { run } else { 0 };
    closed(below, below << STEP) | closed(above, above >> STEP)
}

/// The runs of `through` that begin one step after a square of `from`. They have at most six squares: one,
/// two, then two more, twice.
#[inline]
fn forward<const STEP: u32>(from: u64, through: u64) -> u64 {
    let pairs = through & through << STEP;
    let mut run = through & from << STEP;
    run |= through & run << STEP;
    run |= pairs & run << (2 * STEP);
    run | pairs & run << (2 * STEP)
}

/// The same in the other direction.
#[inline]
fn backward<const STEP: u32>(from: u64, through: u64) -> u64 {
    let pairs = through & through >> STEP;
    let mut run = through & from >> STEP;
    run |= through & run >> STEP;
    run |= pairs & run >> (2 * STEP);
    run | pairs & run >> (2 * STEP)
}
