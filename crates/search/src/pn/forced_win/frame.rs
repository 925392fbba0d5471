//! A node of a search for forced wins, while it is being searched: its children and what follows from them.

use super::{ForcedWinOptions, HOPELESS, SUM, UNLIMITED};
use crate::bounds::{INFINITY, turned};
use crate::table::{Known, NEVER, NO_MOVE};

/// A move, and what is known about the position after it.
#[derive(Clone, Copy)]
pub(super) struct Child<M> {
    pub mv: M,
    pub key: u64,
    pub state: State,
}

/// What is known about a position with N moves left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub proof: u32,
    pub disproof: u32,
    /// The prover wins within N own moves; [`NEVER`] if no win is known.
    pub win: u32,
    /// The prover does not win within N own moves.
    pub no_win_within: u32,
}

impl State {
    /// A position of which only these numbers are known.
    pub fn open(proof: u32, disproof: u32) -> State {
        State { proof, disproof, win: NEVER, no_win_within: 0 }
    }

    pub fn won(win: u32) -> State {
        State { proof: 0, disproof: INFINITY, win, no_win_within: 0 }
    }

    /// No win within N moves, which is all that are left.
    pub fn no_win(no_win_within: u32) -> State {
        State { proof: INFINITY, disproof: 0, win: NEVER, no_win_within }
    }

    /// What the lengths that are known say about N moves left. No win within 0 moves is no news; with no move left it
    /// decides only where a win would have been `seen` at once.
    pub fn from_lengths(known: Known, left: u32, seen: bool) -> Option<State> {
        let Known { win, no_win_within, .. } = known;
        if win != NEVER && win <= left {
            Some(State { win, no_win_within, ..State::won(win) })
        } else if no_win_within >= left && (left > 0 || seen) {
            Some(State { win, no_win_within, ..State::no_win(no_win_within) })
        } else {
            None
        }
    }

    pub fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The number that is minimised at the node above, and the one that is summed.
    #[inline]
    pub fn seen_by(self, is_or: bool) -> (u32, u32) {
        turned(is_or, (self.proof, self.disproof))
    }
}

pub(super) struct Frame<P, M> {
    pub position: P,
    pub key: u64,
    /// The prover's moves left, [`UNLIMITED`] without a limit.
    pub left: u32,
    pub is_or: bool,
    /// Where to stop: the proof and the disproof number.
    pub thresholds: (u32, u32),
    pub children: Vec<Child<M>>,
    /// The child that is being searched.
    pub searched: usize,
    pub state: State,
    /// The place of the move that decides, where one does.
    pub best: u16,
    /// Nodes before it.
    pub since: u64,
}

impl<P, M: Copy> Frame<P, M> {
    pub fn left_after(&self) -> u32 {
        if self.is_or && self.left != UNLIMITED { self.left - 1 } else { self.left }
    }

    /// Whether a move wins, but takes longer than can be stored.
    pub fn is_too_long(&self) -> bool {
        let wins = |child: &Child<M>| child.state.proof == 0;
        self.is_or && self.state.proof == HOPELESS && self.children.iter().any(wins)
    }

    pub fn goes_on(&self) -> bool {
        let State { proof, disproof, .. } = self.state;
        !self.state.is_decided() && proof < self.thresholds.0 && disproof < self.thresholds.1
    }

    /// What follows from the children.
    pub fn count(&mut self, options: &ForcedWinOptions) {
        let (mut smallest, mut largest, mut sum, mut open) = (INFINITY, 0, 0u64, 0);
        for child in &self.children {
            let (cost, rest) = child.state.seen_by(self.is_or);
            smallest = smallest.min(cost);
            largest = largest.max(rest);
            sum += u64::from(rest);
            open += u64::from(rest != 0);
        }
        match smallest {
            0 => self.decide_by_one(),
            INFINITY => self.decide_by_all(),
            _ => {
                let largest = u64::from(largest);
                let mut total = largest + options.others(self.is_or, sum - largest);
                if total > u64::from(SUM) {
                    total = (largest + open - 1).max(u64::from(SUM));
                }
                let total = total.min(u64::from(HOPELESS)) as u32;
                let (proof, disproof) = turned(self.is_or, (smallest, total));
                self.state = State::open(proof, disproof);
            }
        }
    }

    /// One move is enough: the shortest win, or the one that delays it longest.
    fn decide_by_one(&mut self) {
        let deciding = self.children.iter().enumerate();
        let deciding = deciding.filter(|(_, child)| child.state.seen_by(self.is_or).0 == 0);
        let (place, state) = if self.is_or {
            let (place, child) = deciding.min_by_key(|(_, child)| child.state.win).expect("one decides");
            let win = child.state.win + 1;
            // A length that has no place in the table would be a false one.
            (place, if win == NEVER { State::open(HOPELESS, 1) } else { State::won(win) })
        } else {
            let best = deciding.rev().max_by_key(|(_, child)| child.state.no_win_within);
            let (place, child) = best.expect("one decides");
            (place, State::no_win(child.state.no_win_within))
        };
        (self.state, self.best) = (state, u16::try_from(place).unwrap_or(NO_MOVE));
    }

    /// All moves lead to the same.
    fn decide_by_all(&mut self) {
        let lengths = self.children.iter().map(|child| child.state);
        self.state = if self.is_or {
            let least = lengths.map(|state| state.no_win_within).min().unwrap_or(NEVER);
            State::no_win(if least == NEVER { NEVER } else { (least + 1).min(NEVER - 1) })
        } else {
            State::won(lengths.map(|state| state.win).max().unwrap_or(0))
        };
    }

    /// The most promising child, and its thresholds. `burden` is how many others are at work on a child.
    pub fn select(
        &self,
        options: &ForcedWinOptions,
        burden: impl Fn(&Child<M>) -> u32,
    ) -> (usize, (u32, u32)) {
        let (mut best, mut smallest, mut second, mut sum, mut open) = (0, INFINITY, INFINITY, 0u64, 0);
        for (i, child) in self.children.iter().enumerate() {
            let (cost, rest) = child.state.seen_by(self.is_or);
            sum += u64::from(rest);
            open += u64::from(rest != 0);
            // Where others are, it looks harder than it is.
            let cost = if cost < HOPELESS { loaded(cost, burden(child)) } else { cost };
            if cost < smallest {
                (best, second, smallest) = (i, smallest, cost);
            } else if cost < second {
                second = cost;
            }
        }
        let (cost, rest) = self.children[best].state.seen_by(self.is_or);
        let (most, most_rest) = turned(self.is_or, self.thresholds);
        let stretched = (f64::from(second) * (1.0 + options.epsilon)) as u32;
        let most = stretched.max(second.saturating_add(1)).min(most).max(cost + 1);
        let others = options.others(self.is_or, sum - u64::from(rest));
        let others = if most_rest > SUM { others.min(open) } else { others };
        let room = u64::from(most_rest).saturating_sub(others).max(u64::from(rest) + 1) as u32;
        (best, turned(self.is_or, (most, room)))
    }
}

/// How large a number looks where N others are at work.
#[inline]
fn loaded(number: u32, others: u32) -> u32 {
    let more = u64::from(others) * (u64::from(number) / 2 + 1);
    (u64::from(number) + more).min(u64::from(HOPELESS) - 1) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A node of the prover whose only move leads to a win of this length.
    fn before(win: u32) -> Frame<(), ()> {
        let mut frame = Frame {
            position: (),
            key: 1,
            left: UNLIMITED,
            is_or: true,
            thresholds: (HOPELESS, HOPELESS),
            children: vec![Child { mv: (), key: 2, state: State::won(win) }],
            searched: 0,
            state: State::open(1, 1),
            best: NO_MOVE,
            since: 0,
        };
        frame.count(&ForcedWinOptions::default());
        frame
    }

    #[test]
    fn no_win_is_said_to_be_shorter_than_it_is() {
        let longest = before(NEVER - 2);
        assert_eq!((longest.state, longest.is_too_long()), (State::won(NEVER - 1), false));
        let longer = before(NEVER - 1);
        assert_eq!((longer.state.is_decided(), longer.state.win), (false, NEVER));
        assert!(!longer.goes_on() && longer.is_too_long());
    }
}
