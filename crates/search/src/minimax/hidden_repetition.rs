//! Which answers of the table may hide a draw by repetition.
//!
//! What the table says of a position E was found on another line. It is right on the present one unless a position P of
//! this line is repeated in the tree that shows the bound of E; there the game is drawn. (The root and the positions
//! before it are on all lines: what depends on them is never stored.) So the line leads from P to E, and the tree from
//! E to P.
//!
//! That tree was searched as many plies from the root as E is now, if the bound was found in the same iteration, and so
//! were the trees of all bounds that were used in it. Each entry stores its ply, and whether all of this is so. Then P
//! was met before at a ply deeper than that of E. For every position the deepest ply is remembered at which it was met;
//! if no position of the line was met deeper than E, the answer is **beyond doubt**. That settles nearly all of them.
//! What is left is shown once more on the present line ([`super::confirm`]), for a small share of the search's work. A
//! bound that cannot be shown makes the values that depend on it doubtful, up to the root. Bounds that were shown on a
//! line where the table would be in doubt are remembered with it: tests from the root come by the same lines again.
//!
//! If that takes too much, and no repetition was met so far, [`super::cycles`] finds out whether there can be any.
//!
//! Plies are remembered in a sketch: two bytes of 64 for each position, which others may share. It never forgets, and
//! errs to the deeper side. A move that cannot be taken back leads out of all cycles: what it leads to is not stored.

use std::collections::HashMap;
use std::ops::{BitOr, BitOrAssign};

use crate::path::KeyState;
use crate::table::{map_bytes, mix};

/// What is doubtful about a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Doubt(u16);

impl Doubt {
    pub const NONE: Doubt = Doubt(0);
    /// A draw by repetition may be hidden.
    pub const HIDES: Doubt = Doubt(1 << 15);
    /// Some bound below it was found at another ply.
    const SHIFTED: Doubt = Doubt(1 << 14);
    /// Bits of an entry's tag that are its ply.
    const PLY: u16 = Doubt::SHIFTED.0 - 1;

    pub fn hides(self) -> bool {
        self.0 & Doubt::HIDES.0 != 0
    }

    /// The tag of an entry that was found at a ply.
    pub fn tag(self, ply: usize) -> u16 {
        match u16::try_from(ply) {
            Ok(ply) if ply <= Doubt::PLY => self.0 | ply,
            _ => self.0 | Doubt::SHIFTED.0,
        }
    }

    /// The tag of an entry that has its bounds from two others.
    pub fn joined(a: u16, b: u16) -> u16 {
        if (a ^ b) & Doubt::PLY == 0 { a | b } else { a | b | Doubt::SHIFTED.0 }
    }

    /// What an entry with this tag brings to a ply.
    fn brought(tag: u16, ply: usize) -> Doubt {
        let is_shifted = usize::from(tag & Doubt::PLY) != ply;
        Doubt(tag & !Doubt::PLY) | if is_shifted { Doubt::SHIFTED } else { Doubt::NONE }
    }
}

impl BitOr for Doubt {
    type Output = Doubt;

    fn bitor(self, other: Doubt) -> Doubt {
        Doubt(self.0 | other.0)
    }
}

impl BitOrAssign for Doubt {
    fn bitor_assign(&mut self, other: Doubt) {
        *self = *self | other;
    }
}

/// A position of the line: the deepest ply at which it was met, that of those above it which can still be repeated (the
/// root does not count), and a hash of these.
#[derive(Clone, Copy, Default)]
struct Place {
    key: u64,
    hash: u64,
    own: u8,
    above: u8,
}

/// Bounds of a position that hold on one line.
#[derive(Clone, Copy)]
pub(super) struct Shown {
    pub lower: i32,
    pub upper: i32,
    pub doubt: Doubt,
}

/// Bounds that are remembered for their line, at most.
const MOST_SHOWN: usize = 1 << 16;

/// What is remembered of the lines of a search.
pub(super) struct HiddenRepetition {
    /// Off where positions cannot be repeated, and without a table.
    plies: Option<Sketch>,
    line: Vec<Place>,
    /// Bounds that were shown on lines where the table would be in doubt.
    shown: HashMap<u64, Shown, KeyState>,
    /// Nodes that were visited to show bounds once more.
    spent: u64,
    /// Whether a line is known to repeat a position, or it is not known and was tried.
    is_settled: bool,
}

/// Nodes that may always be visited to show bounds once more, and what share of all nodes.
const ALLOWANCE: u64 = 4_096;
const SHARE: u64 = 32;

impl HiddenRepetition {
    /// `most`: the bytes that may be used.
    pub fn new(is_on: bool, most: usize) -> HiddenRepetition {
        HiddenRepetition {
            plies: is_on.then(|| Sketch::new(most)),
            line: vec![Place::default()],
            shown: HashMap::default(),
            spent: 0,
            is_settled: false,
        }
    }

    /// Nothing is doubted from now on.
    pub fn turn_off(&mut self) {
        self.plies = None;
    }

    pub fn is_off(&self) -> bool {
        self.plies.is_none()
    }

    /// A position is now the end of the line; `forgets`: none above it can be repeated.
    #[inline]
    pub fn push(&mut self, key: u64, forgets: bool) {
        let Some(plies) = &mut self.plies else { return };
        let last = self.line[self.line.len() - 1];
        let (above, hash) =
            if forgets { (0, 0) } else { (last.own.max(last.above), last.hash ^ mix(last.key)) };
        let own = plies.meet(key, if forgets { 0 } else { self.line.len() });
        self.line.push(Place { key, hash, own, above });
    }

    #[inline]
    pub fn pop(&mut self) {
        if self.plies.is_some() {
            self.line.pop();
        }
    }

    /// What is doubtful about an entry with this tag, for the position at the end of the line.
    #[inline]
    pub fn doubt(&self, tag: u16) -> Doubt {
        let last = self.line.len() - 1;
        self.judge(tag, last, self.line[last].above)
    }

    /// The same for the position that a move leads to.
    pub fn doubt_next(&self, tag: u16, forgets: bool) -> Doubt {
        let last = self.line[self.line.len() - 1];
        self.judge(tag, self.line.len(), if forgets { 0 } else { last.own.max(last.above) })
    }

    fn judge(&self, tag: u16, ply: usize, above: u8) -> Doubt {
        if self.plies.is_none() {
            return Doubt::NONE;
        }
        let doubt = Doubt::brought(tag, ply);
        let is_deeper = usize::from(above) > ply || above == u8::MAX;
        let may_return = above > 0 && (is_deeper || doubt.0 & Doubt::SHIFTED.0 != 0);
        doubt | if may_return { Doubt::HIDES } else { Doubt::NONE }
    }

    /// What was shown of the position at the end of the line, on this line and to this depth.
    pub fn shown(&self, depth: u32) -> Option<Shown> {
        self.shown.get(&self.name(depth)).copied()
    }

    /// Bounds of the position at the end of the line were shown on it.
    pub fn show(&mut self, depth: u32, new: Shown) {
        let name = self.name(depth);
        if self.shown.len() >= MOST_SHOWN && !self.shown.contains_key(&name) {
            return;
        }
        let shown = self.shown.entry(name).or_insert(new);
        shown.lower = shown.lower.max(new.lower);
        shown.upper = shown.upper.min(new.upper);
        shown.doubt |= new.doubt;
    }

    /// A hash of the end of the line, of those above it that can be repeated, of its ply and of a depth.
    fn name(&self, depth: u32) -> u64 {
        let last = self.line[self.line.len() - 1];
        mix(last.key ^ mix(last.hash ^ u64::from(depth) << 32 ^ self.line.len() as u64))
    }

    /// Whether one more node may be visited to show a bound once more, after this many nodes of the search.
    pub fn spend(&mut self, nodes: u64) -> bool {
        self.spent += 1;
        self.spent <= ALLOWANCE + nodes / SHARE
    }

    pub fn meet_repetition(&mut self) {
        self.is_settled = true;
    }

    /// Whether to ask if any line can repeat a position: once, unless one has.
    pub fn asks_for_returns(&mut self) -> bool {
        !std::mem::replace(&mut self.is_settled, true)
    }

    pub fn memory_bytes(&self) -> usize {
        self.plies.as_ref().map_or(0, |plies| plies.bytes) + map_bytes(&self.shown)
    }
}

/// The deepest plies at which positions were met, at least. When an array is crowded, a larger one takes what is new.
struct Sketch {
    arrays: Vec<Vec<Block>>,
    /// Positions that the last array takes before it is crowded.
    left: usize,
    bytes: usize,
    most: usize,
}

type Block = [u8; 64];

/// Blocks of the first array, and how many times larger the next one is.
const FIRST: usize = 1 << 7;
const GROWTH: usize = 64;
/// An array is crowded when it has a position for this many bytes.
const CROWDED: usize = 16;

impl Sketch {
    fn new(most: usize) -> Sketch {
        let mut sketch = Sketch { arrays: Vec::new(), left: 0, bytes: 0, most };
        sketch.add_array(FIRST);
        sketch
    }

    fn add_array(&mut self, blocks: usize) {
        self.arrays.push(vec![[0; 64]; blocks]);
        self.bytes += blocks * size_of::<Block>();
        self.left = blocks * size_of::<Block>() / CROWDED;
    }

    /// A position is met at a ply, 0 if that is not to be stored: the deepest one so far.
    #[inline]
    fn meet(&mut self, key: u64, ply: usize) -> u8 {
        let hash = mix(key);
        let ply = ply.min(usize::from(u8::MAX)) as u8;
        let (one, two) = (hash as usize & 63, (hash >> 6) as usize & 63);
        let block = |array: &[Block]| (hash >> 12) as usize & (array.len() - 1);
        let (last, others) = self.arrays.split_last_mut().expect("there is one from the beginning");
        let known = others.iter().map(|array| {
            let block = &array[block(array)];
            block[one].min(block[two])
        });
        let known = known.max().unwrap_or(0);
        let place = block(last);
        let block = &mut last[place];
        let here = block[one].min(block[two]);
        if ply > known.max(here) {
            (block[one], block[two]) = (block[one].max(ply), block[two].max(ply));
            if here == 0 {
                self.left -= 1;
                if self.left == 0 {
                    self.grow();
                }
            }
        }
        ply.max(known).max(here)
    }

    /// The last array is crowded: a larger one, if there is room.
    #[cold]
    fn grow(&mut self) {
        let blocks = self.arrays[self.arrays.len() - 1].len();
        let larger = (blocks * GROWTH).min(self.most / 2 / size_of::<Block>());
        match larger.checked_ilog2().map(|log| 1 << log) {
            Some(larger) if larger > blocks => self.add_array(larger),
            _ => self.left = usize::MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sketch_never_forgets_and_seldom_exaggerates() {
        let mut sketch = Sketch::new(8 << 20);
        let ply = |key: u64| (key % 7) as usize + 1;
        for key in 0..300_000 {
            sketch.meet(key, ply(key));
        }
        assert!(sketch.arrays.len() > 2 && sketch.bytes <= 8 << 20);
        let deeper = (0..300_000).filter(|&key| {
            let found = usize::from(sketch.meet(key, 0));
            assert!(found >= ply(key));
            found > ply(key)
        });
        assert!(deeper.count() < 15_000);
        assert!((300_000..600_000).filter(|&key| sketch.meet(key, 0) > 0).count() < 30_000);
    }

    #[test]
    fn a_sketch_keeps_to_its_room() {
        let mut sketch = Sketch::new(1 << 15);
        for key in 0..100_000 {
            sketch.meet(key, 300);
            assert_eq!(sketch.meet(key, 0), u8::MAX, "{key:?}");
        }
        assert!(sketch.bytes <= 1 << 15);
    }

    /// A line of positions, the root first, and whether each move to one forgets.
    fn line(hidden_repetition: &mut HiddenRepetition, keys: &[u64]) {
        while hidden_repetition.line.len() > 1 {
            hidden_repetition.pop();
        }
        for &key in keys {
            hidden_repetition.push(key, false);
        }
    }

    #[test]
    fn only_a_position_that_was_met_deeper_can_come_back() {
        let mut hidden_repetition = HiddenRepetition::new(true, 1 << 20);
        line(&mut hidden_repetition, &[1, 2, 3]);
        // 3 was found here, at ply 3.
        let tag = Doubt::NONE.tag(3);
        line(&mut hidden_repetition, &[4, 5, 3]);
        assert_eq!(hidden_repetition.doubt(tag), Doubt::NONE);
        line(&mut hidden_repetition, &[1, 2, 3, 5]);
        line(&mut hidden_repetition, &[4, 5, 3]);
        assert!(hidden_repetition.doubt(tag).hides());
        // Nothing that was before can be repeated after such a move.
        line(&mut hidden_repetition, &[4, 5]);
        hidden_repetition.push(3, true);
        assert_eq!(hidden_repetition.doubt(tag), Doubt::NONE);
    }

    #[test]
    fn a_bound_of_another_ply_is_doubtful_wherever_something_can_come_back() {
        let mut hidden_repetition = HiddenRepetition::new(true, 1 << 20);
        let tag = Doubt::NONE.tag(3);
        line(&mut hidden_repetition, &[1]);
        assert_eq!(hidden_repetition.doubt(tag), Doubt::SHIFTED);
        line(&mut hidden_repetition, &[1, 2]);
        assert!(hidden_repetition.doubt(tag).hides());
        line(&mut hidden_repetition, &[1, 2, 3]);
        assert_eq!(hidden_repetition.doubt(tag), Doubt::NONE);
        assert!(hidden_repetition.doubt(Doubt::joined(tag, Doubt::NONE.tag(1))).hides());
        assert!(hidden_repetition.doubt(Doubt::NONE.tag(40_000)).hides());
    }
}
