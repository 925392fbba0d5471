//! Positions a verdict rests on, and what can be forced among them.

use std::collections::HashMap;

use crate::path::KeyState;

/// Longer than any line.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// Positions with the keys of their successors.
#[derive(Default)]
pub(super) struct Collection {
    /// The number of each position, by its key.
    pub index: HashMap<u64, u32, KeyState>,
    /// Whether a move is chosen there.
    pub chooses: Vec<bool>,
    /// Where each position's successors begin.
    first: Vec<usize>,
    /// Successors that do not end the game as the verdict says.
    pub successors: Vec<u64>,
    /// Positions with a move that ends the game as the verdict says.
    pub ends: Vec<bool>,
}

impl Collection {
    pub fn len(&self) -> usize {
        self.first.len()
    }

    /// Begin a position, unless it is known. Its successors, whether it ends, and whether it chooses follow.
    pub fn add(&mut self, key: u64) -> bool {
        let next = self.len() as u32;
        let new = *self.index.entry(key).or_insert(next) == next;
        if new {
            self.first.push(self.successors.len());
        }
        new
    }

    fn successors_of(&self, position: usize) -> &[u64] {
        let end = self.first.get(position + 1).copied().unwrap_or(self.successors.len());
        &self.successors[self.first[position]..end]
    }

    /// Plies to the end of the longest line, for all positions: one move suffices for the chooser, the
    /// other side has all. `admit` may keep a position out when its turn comes.
    pub fn lengths(&self, admit: &mut dyn FnMut(u32) -> bool) -> Vec<u32> {
        let before = Predecessors::new(self);
        let mut waiting: Vec<usize> = (0..self.len()).map(|i| self.successors_of(i).len()).collect();
        let mut plies = vec![UNKNOWN; self.len()];
        let mut queue: Vec<u32> = Vec::with_capacity(self.len());
        for (position, &ends) in self.ends.iter().enumerate() {
            if ends && (self.chooses[position] || waiting[position] == 0) && admit(position as u32) {
                plies[position] = 1;
                queue.push(position as u32);
            }
        }
        let mut done = 0;
        while let Some(&position) = queue.get(done) {
            done += 1;
            for &b in before.of(position) {
                let i = b as usize;
                waiting[i] -= 1;
                if plies[i] == UNKNOWN && (self.chooses[i] || waiting[i] == 0) && admit(b) {
                    plies[i] = plies[position as usize] + 1;
                    queue.push(b);
                }
            }
        }
        plies
    }

    /// The largest set of positions that the other side cannot leave and the chooser need not: 1 for its members.
    pub fn closure(&self) -> Vec<u32> {
        let before = Predecessors::new(self);
        let mut plies = vec![1; self.len()];
        // Moves that stay or end well, of the chooser; of the other side, none may lead out.
        let mut good = vec![0usize; self.len()];
        let mut queue: Vec<u32> = Vec::new();
        for position in 0..self.len() {
            let all = self.successors_of(position);
            let known = all.iter().filter(|key| self.index.contains_key(*key)).count();
            good[position] = known + usize::from(self.ends[position]);
            let out = if self.chooses[position] { good[position] == 0 } else { known < all.len() };
            if out {
                plies[position] = UNKNOWN;
                queue.push(position as u32);
            }
        }
        while let Some(position) = queue.pop() {
            for &b in before.of(position) {
                let i = b as usize;
                good[i] -= 1;
                if plies[i] != UNKNOWN && (!self.chooses[i] || good[i] == 0) {
                    plies[i] = UNKNOWN;
                    queue.push(b);
                }
            }
        }
        plies
    }
}

/// The positions from which each position is reached, side by side.
struct Predecessors {
    begin: Vec<usize>,
    all: Vec<u32>,
}

impl Predecessors {
    fn new(found: &Collection) -> Predecessors {
        let count = found.len();
        let known = |key: &u64| found.index.get(key).map(|&i| i as usize);
        let mut begin = vec![0usize; count + 1];
        for successor in found.successors.iter().filter_map(known) {
            begin[successor + 1] += 1;
        }
        for i in 0..count {
            begin[i + 1] += begin[i];
        }
        let mut cursor = begin.clone();
        let mut all = vec![0u32; begin[count]];
        for position in 0..count {
            for successor in found.successors_of(position).iter().filter_map(known) {
                all[cursor[successor]] = position as u32;
                cursor[successor] += 1;
            }
        }
        Predecessors { begin, all }
    }

    fn of(&self, position: u32) -> &[u32] {
        &self.all[self.begin[position as usize]..self.begin[position as usize + 1]]
    }
}
