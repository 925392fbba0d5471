//! The part of the board that moves stay in: squares and rectangles, as `a4-e8` or `a4-b4,c5`.
//!
//! There is one canonical text for each set of squares, which certificates use: rectangles from the lower
//! left to the upper right corner. Each begins with the first square that is left (a1, a2, ... h8),
//! goes up as far as it can, and then to the right. The whole board is the empty text.

use pnyx_game::{InputError, input_error};

use super::read_square;

/// Some squares of the board; bit 0 is a1, bit 63 is h8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region(u64);

impl Default for Region {
    fn default() -> Region {
        Region(u64::MAX)
    }
}

impl Region {
    /// Read squares and rectangles, separated by commas; an empty text is the whole board.
    pub fn read(text: &str) -> Result<Region, InputError> {
        if text.trim().is_empty() {
            return Ok(Region::default());
        }
        let mut squares = 0;
        for part in text.split(',') {
            let (from, to) = part.split_once('-').unwrap_or((part, part));
            let (Some(from), Some(to)) = (read_square(from.trim()), read_square(to.trim())) else {
                return Err(input_error!(
                    "option region must be squares and rectangles such as a4-e8 or a4,b4,c5-d8, not {} \
                     ({} at column {})",
                    InputError::quote(text),
                    InputError::quote(part),
                    InputError::column(text, part)
                ));
            };
            let [from, to] = [from, to].map(|square| (square % 8, square / 8));
            for file in from.0.min(to.0)..=from.0.max(to.0) {
                for rank in from.1.min(to.1)..=from.1.max(to.1) {
                    squares |= 1 << (rank * 8 + file);
                }
            }
        }
        Ok(Region(squares))
    }

    /// The canonical text.
    #[must_use]
    pub fn text(self) -> String {
        if self.is_everything() {
            return String::new();
        }
        let mut left = self.0;
        let mut parts = Vec::new();
        for file in 0..8_u8 {
            for rank in 0..8_u8 {
                let has = |file: u8, rank: u8| file < 8 && rank < 8 && left >> (rank * 8 + file) & 1 == 1;
                if !has(file, rank) {
                    continue;
                }
                let top = (rank..8).take_while(|&rank| has(file, rank)).last().unwrap_or(rank);
                let full = |file: u8| (rank..=top).all(|rank| has(file, rank));
                let right = (file..8).take_while(|&file| full(file)).last().unwrap_or(file);
                let name = |file: u8, rank: u8| format!("{}{}", (b'a' + file) as char, rank + 1);
                parts.push(match (right, top) == (file, rank) {
                    true => name(file, rank),
                    false => format!("{}-{}", name(file, rank), name(right, top)),
                });
                for (file, rank) in (file..=right).flat_map(|file| (rank..=top).map(move |rank| (file, rank)))
                {
                    left &= !(1 << (rank * 8 + file));
                }
            }
        }
        parts.join(",")
    }

    /// Whether it is the whole board.
    #[inline]
    #[must_use]
    pub fn is_everything(self) -> bool {
        self.0 == u64::MAX
    }

    /// The squares as bits.
    #[inline]
    #[must_use]
    pub fn bits(self) -> u64 {
        self.0
    }

    /// Whether all these squares (a1 = 0) are in it.
    #[inline]
    #[must_use]
    pub fn has(self, squares: &[u8]) -> bool {
        squares.iter().all(|square| self.0 >> square & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn one_text_for_each_region() {
        for (given, canonical) in [
            ("", ""),
            ("a1-h8", ""),
            ("h8-a1", ""),
            ("a4-e8", "a4-e8"),
            ("e4-a8", "a4-e8"),
            ("e8-a4", "a4-e8"),
            ("c3", "c3"),
            ("c3-c3, c3", "c3"),
            ("a4,b4,c5-d8", "a4-b4,c5-d8"),
            ("a1-a2,b1", "a1-a2,b1"),
            ("h1-h8,a1-g8", ""),
        ] {
            assert_eq!(Region::read(given).unwrap().text(), canonical, "{given}");
        }
        for (wrong, column) in [("a9", 1), ("a4-", 1), ("a4,,b4", 4), ("a4-e8 b1", 1), ("a4-b5,i1", 7)] {
            let error = Region::read(wrong).unwrap_err().to_string();
            assert!(error.contains(&format!("at column {column}")), "{error}");
        }
    }

    proptest! {
        #[test]
        fn a_text_is_read_as_the_region_it_was_written_for(squares in any::<u64>(), more in any::<u64>(), text in "[a-h1-8,-]{0,12}") {
            for squares in [squares, squares & more, squares | more] {
                let region = Region(squares.max(1));
                prop_assert_eq!(Region::read(&region.text()), Ok(region));
            }
            if let Ok(region) = Region::read(&text) {
                prop_assert_eq!(Region::read(&region.text()), Ok(region));
            }
        }
    }
}
