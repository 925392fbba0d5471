//! Proof and disproof numbers: sums that saturate, and an infinity that no sum reaches.

/// The number of something that can never be shown.
pub const INFINITY: u32 = u32::MAX;

/// Where finite sums stop growing. A root that arrives here ends its search as unknown.
pub const LARGEST: u32 = u32::MAX - 1;

/// The sum over an iterator: infinite if a term is, else at most [`LARGEST`].
#[inline]
pub fn sum(numbers: impl Iterator<Item = u32>) -> u32 {
    // Fewer than 2^32 terms below 2^32 do not overflow 64 bits.
    let mut total: u64 = 0;
    let mut infinite = false;
    for n in numbers {
        infinite |= n == INFINITY;
        total += u64::from(n);
    }
    if infinite { INFINITY } else { u32::try_from(total).unwrap_or(LARGEST).min(LARGEST) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infinity_is_out_of_reach() {
        assert_eq!(sum([LARGEST, 1, 1].into_iter()), LARGEST);
        assert_eq!(sum([LARGEST, LARGEST].into_iter()), LARGEST);
        assert_eq!(sum([1, INFINITY, 1].into_iter()), INFINITY);
        assert_eq!(sum([1, 2, 3].into_iter()), 6);
        assert_eq!(sum(std::iter::empty()), 0);
    }
}
