//! A node of a depth-first search while it stands on the current line.

use crate::bounds::{INFINITY, LARGEST, of_value, turned};
use crate::path::PATH_INDEPENDENT;
use crate::table::{NO_MOVE, mix};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub proof: u32,
    pub disproof: u32,
}

impl Numbers {
    /// The numbers of a position of which nothing is known.
    pub const UNIT: Numbers = Numbers { proof: 1, disproof: 1 };

    #[inline]
    pub fn verdict(proven: bool) -> Numbers {
        let (proof, disproof) = of_value(proven);
        Numbers { proof, disproof }
    }

    /// Whether they say that the goal is reached, or is not.
    #[inline]
    pub fn solved(self) -> Option<bool> {
        if self.proof == 0 {
            Some(true)
        } else if self.disproof == 0 {
            Some(false)
        } else {
            None
        }
    }

    /// The number that is a minimum over the children, and the one that is a sum.
    #[inline]
    pub fn seen_by(self, is_or: bool) -> (u32, u32) {
        turned(is_or, (self.proof, self.disproof))
    }

    /// From the number that is a minimum, and the one that is a sum.
    #[inline]
    pub fn from_view(is_or: bool, minimum: u32, sum: u32) -> Numbers {
        let (proof, disproof) = turned(is_or, (minimum, sum));
        Numbers { proof, disproof }
    }

    /// Whether both are below the thresholds. Solved numbers never are: one of them is infinite.
    #[inline]
    pub fn below(self, thresholds: Numbers) -> bool {
        self.proof < thresholds.proof && self.disproof < thresholds.disproof
    }

    #[inline]
    pub fn reach(self, thresholds: Numbers) -> bool {
        self.proof >= thresholds.proof && self.disproof >= thresholds.disproof
    }

    /// The same with one number larger by 1, the proof number or the other, if that can be.
    #[inline]
    pub fn raised(self, proof: bool) -> Option<Numbers> {
        let raise = |number: u32| (number < LARGEST).then(|| number + 1);
        Some(if proof {
            Numbers { proof: raise(self.proof)?, ..self }
        } else {
            Numbers { disproof: raise(self.disproof)?, ..self }
        })
    }

    /// Thresholds that some numbers are below of.
    pub fn raised_above(self, numbers: Numbers) -> Numbers {
        let above = |threshold: u32, number: u32| threshold.max(number.saturating_add(1).min(LARGEST));
        Numbers { proof: above(self.proof, numbers.proof), disproof: above(self.disproof, numbers.disproof) }
    }

    /// The number that is infinite once the goal is, or is not, reached.
    pub fn against(self, reached: bool) -> u32 {
        if reached { self.disproof } else { self.proof }
    }

    /// A verdict that is not quite one: too large a number to go on with.
    pub fn softened(self) -> Numbers {
        Numbers { proof: self.proof.clamp(1, LARGEST), disproof: self.disproof.clamp(1, LARGEST) }
    }
}

/// A move of a node, and what is known about the position behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child<M> {
    pub mv: M,
    /// The place among the node's moves.
    pub place: u16,
    pub key: u64,
    /// The code of the line with this move.
    pub code: u64,
    pub numbers: Numbers,
    /// What a verdict depends on: the smallest ply of an earlier position on the line.
    pub depends_on_ply: u32,
    /// Whether a line as short as the node's own has been here.
    pub old: bool,
    /// Whether neither the table nor a search knows it.
    pub fresh: bool,
}

impl<M> Child<M> {
    pub fn settle(&mut self, numbers: Numbers, depends_on_ply: u32) {
        (self.numbers, self.depends_on_ply, self.fresh) = (numbers, depends_on_ply, false);
    }
}

#[derive(Debug)]
pub(crate) struct Frame<M> {
    pub key: u64,
    pub is_or: bool,
    /// The node is left when a number reaches its threshold.
    pub thresholds: Numbers,
    pub numbers: Numbers,
    pub children: Vec<Child<M>>,
    /// The smallest ply that a forbidden move goes back to.
    pub barred: u32,
    /// The child that is being searched.
    pub searched: usize,
    /// Whether the first child searched has to raise its thresholds.
    pub control: bool,
    /// The number of nodes when it was begun.
    pub since: u64,
    /// Whether its position has turned out to be terminal.
    pub ended: bool,
    /// In `pds`, the largest that the number which is a minimum over the children has been.
    pub floor: u32,
    /// What the verdict depends on that another searcher has found meanwhile.
    pub settled_elsewhere: Option<u32>,
    /// The place in the list of assumptions where this node's begin, if it counts as decided itself.
    pub assumed_from: Option<usize>,
}

impl<M> Default for Frame<M> {
    fn default() -> Frame<M> {
        Frame {
            key: 0,
            is_or: false,
            thresholds: Numbers::default(),
            numbers: Numbers::default(),
            children: Vec::new(),
            barred: PATH_INDEPENDENT,
            searched: 0,
            control: false,
            since: 0,
            ended: false,
            floor: 0,
            settled_elsewhere: None,
            assumed_from: None,
        }
    }
}

impl<M> Frame<M> {
    pub fn begin(&mut self, key: u64, is_or: bool, thresholds: Numbers, since: u64) {
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        *self = Frame { key, is_or, thresholds, children, since, ..Frame::default() };
    }

    /// Figure 2, ΔMin and ΦSum: the node's numbers from its children's. A player without moves has lost.
    ///
    /// Beyond `most` the sum is only the largest number, and 1 for each other child: where positions repeat, a node
    /// is part of its own sum again and again, and sums alone would grow without end.
    pub fn count(&mut self, most: u32) {
        let minimum = self.children.iter().map(|child| child.numbers.seen_by(self.is_or).0).min();
        let (mut total, mut largest, mut open) = (0u64, 0u32, 0u32);
        for child in &self.children {
            let (_, number) = child.numbers.seen_by(self.is_or);
            total += u64::from(number);
            largest = largest.max(number);
            open += u32::from(number != 0);
        }
        let sum = if largest == INFINITY {
            INFINITY
        } else {
            let weak = largest.saturating_add(open.saturating_sub(1)).min(LARGEST);
            weak.max(u32::try_from(total).unwrap_or(LARGEST).min(most))
        };
        self.numbers = Numbers::from_view(self.is_or, minimum.unwrap_or(INFINITY), sum);
    }

    /// Put the children into an order that depends on the position and this number alone.
    pub fn shuffle(&mut self, number: u64) {
        let mut random = mix(self.key ^ mix(number));
        for end in (2..=self.children.len()).rev() {
            random = mix(random.wrapping_add(1));
            self.children.swap(end - 1, (random % end as u64) as usize);
        }
    }

    /// How large the summed number of a child may become before the node's own reaches `threshold`.
    pub fn room(&self, child: usize, threshold: u32, most: u32) -> u32 {
        let numbers = self.children.iter().enumerate().filter(|&(i, _)| i != child);
        let numbers = numbers.map(|(_, child)| child.numbers.seen_by(self.is_or).1);
        if threshold > most {
            return threshold.saturating_sub(numbers.filter(|&number| number != 0).count() as u32);
        }
        let others: u64 = numbers.map(u64::from).sum();
        threshold - others as u32
    }

    /// The first child with the smallest number, and the second smallest number.
    pub fn best_and_second(&self) -> (usize, u32) {
        let (mut best, mut smallest, mut second) = (0, INFINITY, INFINITY);
        for (i, child) in self.children.iter().enumerate() {
            let (number, _) = child.numbers.seen_by(self.is_or);
            if number < smallest {
                (best, second, smallest) = (i, smallest, number);
            } else if number < second {
                second = number;
            }
        }
        (best, second)
    }

    /// The same where others are at work: a child looks the harder, the more of them are there (virtual numbers). Of
    /// children whose number has reached a threshold none is chosen, or nothing would come of it.
    pub fn best_and_second_beside(&self, threshold: u32, others: impl Fn(u64) -> u32) -> (usize, u32) {
        let (mut best, mut smallest, mut second) = (0, INFINITY, INFINITY);
        for (i, child) in self.children.iter().enumerate() {
            let (number, _) = child.numbers.seen_by(self.is_or);
            if number >= threshold {
                second = second.min(number);
                continue;
            }
            let number = loaded(number, others(child.key));
            if number < smallest {
                (best, second, smallest) = (i, smallest, number);
            } else if number < second {
                second = number;
            }
        }
        (best, second)
    }

    /// Why a solved node is: the place of the deciding move, if one decides, and what the verdict depends on.
    pub fn reason(&self) -> (u16, u32) {
        let deciding = self.children.iter().filter(|child| child.numbers.seen_by(self.is_or).0 == 0);
        match deciding
            .reduce(|best, child| if child.depends_on_ply > best.depends_on_ply { child } else { best })
        {
            Some(child) => (child.place, child.depends_on_ply),
            None => {
                (NO_MOVE, self.children.iter().map(|child| child.depends_on_ply).fold(self.barred, u32::min))
            }
        }
    }
}

/// How large a number looks where N others are at work. It never looks infinite.
#[inline]
fn loaded(number: u32, others: u32) -> u32 {
    let more = u64::from(others) * (u64::from(number) / 2 + 1);
    (u64::from(number) + more).min(u64::from(LARGEST)) as u32
}
