//! Boards of up to 8 by 8 squares as bits: turned, reflected, and packed into bytes, five squares a byte.
//!
//! A board that is turned or reflected lies in the top left corner of 8 by 8 squares: bit `8 * row + column`, rows
//! counted from the top. To be packed its squares follow each other without gaps: bit `columns * row + column`.

use pnyx_game::{InputError, bad_bytes, packed_within};

/// The first row becomes the last: of 8 rows, or of as many as the board has after a shift.
#[inline]
pub(crate) fn upside_down(squares: u64) -> u64 {
    squares.swap_bytes()
}

/// The first column becomes the eighth.
#[inline]
pub(crate) fn mirrored(squares: u64) -> u64 {
    squares.reverse_bits().swap_bytes()
}

/// Rows become columns.
#[inline]
pub(crate) fn transposed(mut squares: u64) -> u64 {
    for (distance, upper) in
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
    {
        let change = (squares ^ squares >> distance) & upper;
        squares ^= change | change << distance;
    }
    squares
}

/// The least of the ways to turn and reflect a board, each way the same for all its sets of squares: eight ways if it is
/// as high as wide, else four.
#[inline]
pub(crate) fn canonical<const N: usize>(sets: [u64; N], rows: usize, columns: usize) -> [u64; N] {
    let upside_down = |squares| upside_down(squares) >> (8 * (8 - rows));
    let mirrored = |squares| mirrored(squares) >> (8 - columns);
    let least_of = |sets: [u64; N]| {
        let up = sets.map(upside_down);
        sets.min(sets.map(mirrored)).min(up).min(up.map(mirrored))
    };
    let least = least_of(sets);
    if rows == columns { least.min(least_of(sets.map(transposed))) } else { least }
}

/// Squares of a board without gaps, brought into the corner of 8 by 8.
#[inline]
pub(crate) fn spread(squares: u64, rows: usize, columns: usize) -> u64 {
    if columns == 8 {
        return squares;
    }
    let row_of = |row| squares >> (row * columns) & row_mask(columns);
    (0..rows).fold(0, |all, row| all | row_of(row) << (8 * row))
}

/// The other way.
#[inline]
pub(crate) fn gather(squares: u64, rows: usize, columns: usize) -> u64 {
    if columns == 8 {
        return squares;
    }
    let row_of = |row| squares >> (8 * row) & row_mask(columns);
    (0..rows).fold(0, |all, row| all | row_of(row) << (row * columns))
}

const fn row_mask(columns: usize) -> u64 {
    0xff >> (8 - columns)
}

/// Squares in a byte: there are 3^5 = 243 ways to have X, O or nothing on five.
const GROUP: u32 = 5;
const WAYS: usize = 243;

/// The number of five squares with X on some and nothing on the others.
const NUMBERS: [u8; 1 << GROUP] = numbers();
/// The squares with X and those with O, by number.
const SQUARES: [[u8; 2]; WAYS] = squares();

const fn numbers() -> [u8; 1 << GROUP] {
    let mut numbers = [0; 1 << GROUP];
    let mut set = 1;
    while set < numbers.len() {
        // One square less, and its power of three.
        let square = set.trailing_zeros();
        numbers[set] = numbers[set & (set - 1)] + 3_u8.pow(square);
        set += 1;
    }
    numbers
}

const fn squares() -> [[u8; 2]; WAYS] {
    let mut squares = [[0; 2]; WAYS];
    let mut number = 0;
    while number < WAYS {
        let (mut left, mut square) = (number, 0);
        while square < GROUP {
            if left % 3 > 0 {
                squares[number][left % 3 - 1] |= 1 << square;
            }
            left /= 3;
            square += 1;
        }
        number += 1;
    }
    squares
}

/// Append the bytes of a board with this many squares, at most 65, without gaps: those of X and those of O. Whose turn it is may
/// stand as an X on a square behind the last.
#[inline]
pub(crate) fn pack([mut x, mut o]: [u128; 2], count: u32, out: &mut Vec<u8>) {
    for _ in 0..count.div_ceil(GROUP) {
        let number = |squares: u128| NUMBERS[squares as usize & (NUMBERS.len() - 1)];
        out.push(number(x) + 2 * number(o));
        (x, o) = (x >> GROUP, o >> GROUP);
    }
}

/// The board with these bytes.
pub(crate) fn unpack(bytes: &[u8], count: u32) -> Result<[u128; 2], InputError> {
    let own = packed_within(bytes, count.div_ceil(GROUP) as usize)?;
    let mut sets = [0; 2];
    for (byte, group) in own.iter().zip(0..) {
        let five = SQUARES.get(usize::from(*byte));
        let five = five.ok_or_else(|| bad_bytes(&format!("a byte is more than {}", WAYS - 1), bytes))?;
        for (set, five) in sets.iter_mut().zip(five) {
            *set |= u128::from(*five) << (GROUP * group);
        }
    }
    if (sets[0] | sets[1]) >> count != 0 {
        return Err(bad_bytes(&format!("only {count} squares were expected"), bytes));
    }
    Ok(sets)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The squares where those of the board come to lie that are set.
    fn moved(squares: u64, way: impl Fn(usize, usize) -> (usize, usize)) -> u64 {
        crate::spec::bits(squares).fold(0, |all, square| {
            let (row, column) = way(square as usize / 8, square as usize % 8);
            all | 1 << (8 * row + column)
        })
    }

    proptest! {
        #[test]
        fn boards_turn_as_their_squares_do(squares: u64) {
            prop_assert_eq!(upside_down(squares), moved(squares, |row, column| (7 - row, column)));
            prop_assert_eq!(mirrored(squares), moved(squares, |row, column| (row, 7 - column)));
            prop_assert_eq!(transposed(squares), moved(squares, |row, column| (column, row)));
        }

        #[test]
        fn all_images_have_one_canonical_form(sets: [u64; 2], rows in 1..=8_usize, columns in 1..=8_usize) {
            let board = u64::MAX >> (64 - rows * columns);
            let sets = sets.map(|set| spread(set & board, rows, columns));
            let form = canonical(sets, rows, columns);
            let mut images = Vec::new();
            for way in 0..if rows == columns { 8 } else { 4 } {
                let image = sets.map(|set| moved(set, |row, column| {
                    let row = if way & 1 == 0 { row } else { rows - 1 - row };
                    let column = if way & 2 == 0 { column } else { columns - 1 - column };
                    if way & 4 == 0 { (row, column) } else { (column, row) }
                }));
                prop_assert_eq!(canonical(image, rows, columns), form);
                images.push(image);
            }
            prop_assert!(images.contains(&form));
        }

        #[test]
        fn what_is_spread_is_gathered(squares: u64, rows in 1..=8_usize, columns in 1..=8_usize) {
            let squares = squares & (u64::MAX >> (64 - rows * columns));
            prop_assert_eq!(gather(spread(squares, rows, columns), rows, columns), squares);
        }

        #[test]
        fn boards_are_packed_and_unpacked(x: u128, o: u128, count in 1..=65_u32) {
            let board = (1_u128 << count) - 1;
            let sets = [x & board, o & !x & board];
            let mut bytes = Vec::new();
            pack(sets, count, &mut bytes);
            prop_assert_eq!(bytes.len(), count.div_ceil(5) as usize);
            prop_assert_eq!(unpack(&bytes, count), Ok(sets));
        }

        #[test]
        fn any_bytes_are_those_of_one_board_or_none(bytes: Vec<u8>, count in 1..=65_u32) {
            if let Ok(sets) = unpack(&bytes, count) {
                prop_assert_eq!(sets[0] & sets[1], 0);
                let mut again = Vec::new();
                pack(sets, count, &mut again);
                again.resize(bytes.len(), 0);
                prop_assert_eq!(again, bytes);
            }
        }
    }
}
