//! What is known about the length of a forced win, as a record of the shared table.
//!
//! ```text
//! body     bits  0-31  proof number
//!               32-63  disproof number
//! facts    bits  0-13  win, all bits set if none is known
//!               14-27  no win within, all bits set if there is no win
//!               28-43  best
//!               44-51  effort, see `effort_code`
//!               52-63  the tag
//! ```
//!
//! A length of 16,383 moves or more does not fit into 14 bits. A "no win within" that is no shorter than the win is a
//! contradiction, so such words have another meaning:
//!
//! ```text
//! facts    bits  0-6   bits 13-19 of the length
//!                7     0 for a "no win within", with no win known; 1 for a win
//!               14-26  bits 0-12 of the length
//!               27     1
//! body                 of a win: the other length, instead of the proof and the disproof number
//! ```
//!
//! A search without a limit needs no numbers where a win is known, and a search with one has its own.

use super::super::NO_MOVE;
use super::Record;
use crate::bounds::INFINITY;

/// In [`Known::win`]: no win is known. In [`Known::no_win_within`]: there is none. Above any length.
pub const NEVER: u32 = (1 << 20) - 1;

/// Bits of a length as a rule.
const LENGTH: u32 = 14;
/// [`NEVER`] in as many bits. From here on lengths are long.
const SHORT: u32 = (1 << LENGTH) - 1;
/// The number of lowest bits of a long length that stand where `no_win_within` is otherwise, below a 1.
const LOW: u32 = LENGTH - 1;
/// Where the higher ones stand: this bit says that the length is that of a win.
const OF_WIN: u64 = 1 << (20 - LOW);
const NO_WIN_AT: u32 = LENGTH;
const BEST_AT: u32 = 2 * LENGTH;
const EFFORT_AT: u32 = 44;
/// Codes of efforts are below this.
const EFFORTS: u64 = 1 << 8;

/// Steps of efforts and worths from one power of two to the next.
const DOUBLED: u64 = 8;

/// What is known about a position in which one player, the prover, tries to win within a number of own moves. All of it
/// must hold on every line that leads there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The proof number. Where a long win is known there is no room for numbers: they are those of any won position.
    pub proof: u32,
    /// The disproof number.
    pub disproof: u32,
    /// The prover wins within N own moves; [`NEVER`] if no win is known.
    pub win: u32,
    /// The prover does not win within N own moves: 0 if nothing is known, [`NEVER`] if there is no win at all.
    pub no_win_within: u32,
    /// The place of a move among the game's moves, [`NO_MOVE`] if none is known: the one that wins or prevents it, as
    /// the player on move needs it, if there is one; otherwise up to the search.
    pub best: u16,
    /// Nodes spent on the position, as far as known. The table rounds it down by less than an eighth.
    pub effort: u32,
}

impl Known {
    /// What is known about a position that was not examined.
    pub const NOTHING: Known =
        Known { proof: 1, disproof: 1, win: NEVER, no_win_within: 0, best: NO_MOVE, effort: 0 };

    /// Whether a length is known, of a win or against one.
    #[inline]
    pub fn settled(&self) -> bool {
        self.win != NEVER || self.no_win_within != 0
    }

    /// Whether the lengths leave room for each other.
    #[inline]
    pub(super) fn consistent(&self) -> bool {
        self.win == NEVER || self.no_win_within < self.win.max(1)
    }
}

impl Record for Known {
    /// A worth is its own class.
    const CLASSES: usize = (EFFORTS + DOUBLED) as usize;

    #[inline]
    fn pack(self) -> [u64; 2] {
        debug_assert!(self.win <= NEVER && self.no_win_within <= NEVER && self.consistent(), "{self:?}");
        let numbers = u64::from(self.proof) | u64::from(self.disproof) << 32;
        let is_long = |length: u32| length >= SHORT && length != NEVER;
        let (numbers, lengths) = if is_long(self.win) || is_long(self.no_win_within) {
            pack_long(self, numbers)
        } else {
            (numbers, u64::from(self.win.min(SHORT)) | u64::from(self.no_win_within.min(SHORT)) << NO_WIN_AT)
        };
        [numbers, lengths | u64::from(self.best) << BEST_AT | effort_code(self.effort) << EFFORT_AT]
    }

    #[inline]
    fn unpack(numbers: u64, facts: u64) -> Known {
        let known = Known {
            proof: numbers as u32,
            disproof: (numbers >> 32) as u32,
            win: facts as u32 & SHORT,
            no_win_within: (facts >> NO_WIN_AT) as u32 & SHORT,
            best: (facts >> BEST_AT) as u16,
            effort: effort_of(facts >> EFFORT_AT & (EFFORTS - 1)),
        };
        if known.win != SHORT && known.no_win_within >= known.win.max(1) {
            return unpack_long(known, numbers);
        }
        let length = |length| if length == SHORT { NEVER } else { length };
        Known { win: length(known.win), no_win_within: length(known.no_win_within), ..known }
    }

    /// The logarithm of its effort, a doubling more if a length is known.
    #[inline]
    fn worth(facts: u64) -> u64 {
        const LENGTHS: u64 = (1 << BEST_AT) - 1;
        // Win not known and no win within 0.
        let settled = facts & LENGTHS != u64::from(SHORT);
        (facts >> EFFORT_AT & (EFFORTS - 1)) + if settled { DOUBLED } else { 0 }
    }

    #[inline]
    fn class(worth: u64) -> usize {
        worth as usize
    }

    /// The shorter win, the longer "no win within", the move that goes with them, and the larger effort. The numbers are
    /// the later ones.
    ///
    /// Only one kind of length has a move: wins where the prover is on move, the others where the other side is. What
    /// is new decides which.
    #[inline]
    fn and(self, before: Known) -> Known {
        let earlier = if self.win != NEVER {
            before.win < self.win
        } else if self.no_win_within != 0 {
            before.no_win_within > self.no_win_within
        } else {
            before.settled()
        };
        let [first, second] = if earlier { [before.best, self.best] } else { [self.best, before.best] };
        let both = Known {
            win: self.win.min(before.win),
            no_win_within: self.no_win_within.max(before.no_win_within),
            best: if first == NO_MOVE { second } else { first },
            effort: self.effort.max(before.effort),
            ..self
        };
        debug_assert!(both.consistent(), "{self:?} contradicts {before:?}");
        // Two positions of one key, then. What was said last stands.
        if both.consistent() { both } else { self }
    }
}

/// The numbers of a record, and its lengths, of which one is long.
#[cold]
fn pack_long(known: Known, numbers: u64) -> (u64, u64) {
    let (of_win, length, numbers) = if known.win == NEVER {
        (0, known.no_win_within, numbers)
    } else {
        (OF_WIN, known.win, u64::from(known.no_win_within))
    };
    let length = u64::from(length.min(NEVER));
    let (high, low) = (length >> LOW, length & ((1 << LOW) - 1));
    (numbers, of_win | high | (1 << LOW | low) << NO_WIN_AT)
}

/// What is known where the places of the two lengths hold a single one.
#[cold]
fn unpack_long(known: Known, numbers: u64) -> Known {
    let of_win = u64::from(known.win) & OF_WIN != 0;
    let high = u64::from(known.win) & (OF_WIN - 1);
    let length = (high << LOW) as u32 | known.no_win_within & ((1 << LOW) - 1);
    if of_win {
        Known { proof: 0, disproof: INFINITY, win: length, no_win_within: numbers as u32, ..known }
    } else {
        Known { win: NEVER, no_win_within: length, ..known }
    }
}

/// A small number that stands for an effort: effort + 1 below 16, from there on eight steps for each power of two.
#[inline]
fn effort_code(effort: u32) -> u64 {
    let effort = u64::from(effort) + 1;
    let doublings = u64::from(effort.ilog2().saturating_sub(3));
    DOUBLED * doublings + (effort >> doublings)
}

/// The least effort with this code.
#[inline]
fn effort_of(code: u64) -> u32 {
    let doublings = (code / DOUBLED).saturating_sub(1);
    ((code - DOUBLED * doublings) << doublings).saturating_sub(1).min(u32::MAX.into()) as u32
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::super::super::buckets::mix;
    use super::super::super::sealed::{BODY, CHECKSUMS, FACTS, key_of, seal, tag, tag_of};
    use super::*;

    /// Anything that can be known.
    pub(in super::super) fn any_known() -> impl Strategy<Value = Known> {
        let length = || prop_oneof![3 => 0..6u32, 1 => SHORT - 2..SHORT + 2, 1 => 0..NEVER, 2 => Just(NEVER)];
        let numbers = (any::<u32>(), any::<u32>(), prop_oneof![0..100u32, any::<u32>()]);
        (numbers, length(), length(), prop_oneof![0..40u16, any::<u16>()]).prop_map(
            |((proof, disproof, effort), win, no_win_within, best)| {
                let no_win_within = if win == NEVER { no_win_within } else { no_win_within % win.max(1) };
                Known { proof, disproof, win, no_win_within, best, effort }
            },
        )
    }

    /// The same after it was in a record.
    pub(in super::super) fn rounded(known: Known) -> Known {
        let effort = effort_of(effort_code(known.effort));
        let long = known.win >= SHORT && known.win != NEVER;
        let (proof, disproof) = if long { (0, INFINITY) } else { (known.proof, known.disproof) };
        Known { proof, disproof, effort, ..known }
    }

    #[test]
    fn efforts_are_exact_when_small_and_an_eighth_off_at_most() {
        for effort in (0..100_000).chain([u32::MAX - 1, u32::MAX]) {
            let kept = effort_of(effort_code(effort));
            assert!(
                kept <= effort && u64::from(effort - kept) * 8 < u64::from(effort) + 1,
                "{effort}: {kept}"
            );
            assert!(effort >= 15 || kept == effort, "{effort:?}");
            assert!(effort == 0 || effort_code(effort - 1) <= effort_code(effort), "{effort:?}");
        }
        assert!(effort_code(u32::MAX) < 256 && effort_code(0) > 0);
    }

    #[test]
    fn the_shorter_win_and_the_longer_hold_stay_with_their_moves() {
        let win = Known { win: 3, best: 7, ..Known::NOTHING };
        let numbers = Known { proof: 9, disproof: 8, best: 2, effort: 50, ..Known::NOTHING };
        assert_eq!(numbers.and(win), Known { win: 3, best: 7, ..numbers });
        let no_win_within = Known { no_win_within: 2, best: 5, ..Known::NOTHING };
        assert_eq!(numbers.and(no_win_within), Known { no_win_within: 2, best: 5, ..numbers });
        assert_eq!(
            no_win_within.and(numbers),
            Known { no_win_within: 2, best: 5, effort: 50, ..Known::NOTHING }
        );
        let longer = Known { win: 4, best: 1, ..Known::NOTHING };
        assert_eq!((longer.and(win), win.and(longer)), (win, win));
        // A move is better than none.
        let mated = Known { win: 4, ..Known::NOTHING };
        let both = Known { win: 4, no_win_within: 2, best: 5, ..Known::NOTHING };
        assert_eq!((mated.and(no_win_within), no_win_within.and(mated)), (both, both));
        // Where the other side is on move, the move is that of the longest "no win within", whatever is won in the end.
        let held = Known { no_win_within: 3, best: 6, ..Known::NOTHING };
        assert_eq!(held.and(both), Known { win: 4, ..held });
        assert_eq!(no_win_within.and(Known { win: 4, ..held }), Known { win: 4, ..held });
        // Of the same lengths the later move.
        assert_eq!(Known { best: 1, ..win }.and(win).best, 1);
    }

    #[test]
    #[should_panic(expected = "contradicts")]
    #[cfg(debug_assertions)]
    fn lengths_that_contradict_are_noticed() {
        let _ = Known { win: 3, ..Known::NOTHING }.and(Known { no_win_within: 3, ..Known::NOTHING });
    }

    /// Lengths on both sides of every border, with all that can go with them.
    #[test]
    fn lengths_of_up_to_a_million_moves_have_room() {
        let lengths =
            [0, 1, 2, 63, 8191, 8192, SHORT - 1, SHORT, SHORT + 1, 1 << 14, 50_000, 1_000_000, NEVER - 1];
        for win in lengths.into_iter().chain([NEVER]) {
            for no_win_within in lengths.into_iter().chain([NEVER]) {
                let known = Known { win, no_win_within, proof: 3, disproof: 4, best: 9, effort: 5 };
                if !known.consistent() {
                    continue;
                }
                let [numbers, facts] = known.pack();
                assert_eq!(Known::unpack(numbers, facts), rounded(known), "{win:?}, {no_win_within:?}");
                assert_eq!(tag_of(facts), 0, "{win:?}, {no_win_within:?}");
                // Whatever is known of lengths, it is worth the same.
                let settled = Known { win: NEVER, no_win_within: 1, ..known };
                assert_eq!(
                    Known::worth(facts) == Known::worth(settled.pack()[1]),
                    known.settled(),
                    "{win:?}, {no_win_within:?}"
                );
            }
        }
    }

    /// A mixture of three records of one key that the plain sum of the words would let through.
    #[test]
    fn three_records_of_one_key_cannot_be_mixed() {
        let [a, b, c] = [(4, 9), (7, 9), (4, 10)]
            .map(|(proof, win)| seal(5, Known { proof, win, ..Known::NOTHING }.pack()));
        assert_eq!(a[FACTS] ^ a[BODY], b[BODY] ^ c[FACTS], "the numbers make up for the facts");
        assert_ne!(key_of([c[FACTS], b[BODY], a[CHECKSUMS]]), 5);
    }

    proptest! {
        #[test]
        fn a_record_gives_back_what_it_was_given(key: u64, known in any_known()) {
            let record = seal(key, known.pack());
            prop_assert_eq!(Known::unpack(record[BODY], record[FACTS]), rounded(known));
            prop_assert_eq!(tag_of(record[FACTS]), tag(mix(key)));
            prop_assert_eq!(key_of(record), key);
            let worth = Known::worth(record[FACTS]);
            prop_assert!(worth > 0 && Known::class(worth) < Known::CLASSES);
        }

        #[test]
        fn lengths_and_efforts_never_get_worse(one in any_known(), other in any_known()) {
            prop_assume!(Known { win: one.win.min(other.win), no_win_within: one.no_win_within.max(other.no_win_within), ..one }.consistent());
            let both = one.and(other);
            prop_assert_eq!(both.win, one.win.min(other.win));
            prop_assert_eq!(both.no_win_within, one.no_win_within.max(other.no_win_within));
            prop_assert_eq!(both.effort, one.effort.max(other.effort));
            prop_assert_eq!((both.proof, both.disproof), (one.proof, one.disproof));
            prop_assert!([one.best, other.best].contains(&both.best));
            prop_assert_eq!(both.and(both), both);
        }
    }
}
