//! Proof and disproof numbers: sums that saturate, and an infinity that no sum reaches.

/// The number of something that can never be shown.
pub const INFINITY: u32 = u32::MAX;

/// Where finite sums stop growing. A root that arrives here ends its search as unknown.
pub const LARGEST: u32 = u32::MAX - 1;

/// The proof and disproof number of something whose value is known.
#[inline]
pub(crate) fn of_value(proved: bool) -> (u32, u32) {
    if proved { (0, INFINITY) } else { (INFINITY, 0) }
}

/// Numbers as the player on move sees them, the one that is a minimum first; and back again.
#[inline]
pub(crate) fn turned(is_or: bool, (proof, disproof): (u32, u32)) -> (u32, u32) {
    if is_or { (proof, disproof) } else { (disproof, proof) }
}

/// A node with a proof and a disproof number.
pub trait ProofNumbers {
    /// Proof and disproof number.
    fn numbers(&self) -> (u32, u32);

    /// Set both.
    fn set_numbers(&mut self, numbers: (u32, u32));

    /// Proved or disproved. Not to be overridden.
    #[inline]
    fn solved(&self) -> bool {
        let (proof, disproof) = self.numbers();
        proof == 0 || disproof == 0
    }

    /// One of the numbers has become so large that it cannot be told from others. Not to be
    /// overridden.
    #[inline]
    fn too_large(&self) -> bool {
        let (proof, disproof) = self.numbers();
        proof == LARGEST || disproof == LARGEST
    }

    /// Set the numbers of a node whose value is known. Not to be overridden.
    fn set_value(&mut self, proved: bool) {
        self.set_numbers(of_value(proved));
    }
}

/// The numbers of a node are its fields `proof` and `disproof`.
macro_rules! has_proof_numbers {
    ($node:ty $(, $move:ident)?) => {
        impl$(<$move>)? ProofNumbers for $node {
            #[inline]
            fn numbers(&self) -> (u32, u32) {
                (self.proof, self.disproof)
            }

            #[inline]
            fn set_numbers(&mut self, numbers: (u32, u32)) {
                (self.proof, self.disproof) = numbers;
            }
        }
    };
}
pub(crate) use has_proof_numbers;

/// The sum over an iterator: infinite if a term is, else at most [`LARGEST`].
#[inline]
pub(crate) fn sum(numbers: impl Iterator<Item = u32>) -> u32 {
    // Fewer than 2^32 terms below 2^32 do not overflow 64 bits.
    let mut total: u64 = 0;
    let mut infinite = false;
    for n in numbers {
        infinite |= n == INFINITY;
        total += u64::from(n);
    }
    if infinite { INFINITY } else { u32::try_from(total).unwrap_or(LARGEST).min(LARGEST) }
}

/// The least of the first numbers and the sum of the second ones, in one go.
#[inline]
pub(crate) fn least_and_sum(pairs: impl Iterator<Item = (u32, u32)>) -> (u32, u32) {
    let mut least = INFINITY;
    let total = sum(pairs.map(|(first, second)| {
        least = least.min(first);
        second
    }));
    (least, total)
}

/// Least and sum after one pair of numbers has changed; `None` where only a pass over all of them can say.
#[inline]
pub(crate) fn adjusted((least, sum): (u32, u32), was: (u32, u32), is: (u32, u32)) -> Option<(u32, u32)> {
    let least = if is.0 <= least { is.0 } else { (was.0 > least).then_some(least)? };
    if is.1 == INFINITY {
        return Some((least, INFINITY));
    }
    // A sum that has stopped growing does not say what is in it.
    let others = (sum < LARGEST).then(|| sum - was.1)?;
    Some((least, others.checked_add(is.1).filter(|sum| *sum < LARGEST)?))
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

    #[test]
    fn a_change_of_one_pair_is_as_good_as_a_look_at_all() {
        let some = [0, 1, 2, 3, 7, LARGEST - 1, LARGEST, INFINITY];
        let mut told = 0;
        for a in some {
            for b in some {
                for c in some {
                    for d in some {
                        let all = |changed| least_and_sum([(a, b), (3, 2), changed].into_iter());
                        let found = adjusted(all((c, d)), (c, d), (d, c));
                        told += u32::from(found.is_some());
                        assert!(found.is_none_or(|found| found == all((d, c))), "{a} {b} {c} {d}");
                    }
                }
            }
        }
        assert!(told > 1000, "{told}");
    }
}
