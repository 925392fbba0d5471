//! How long decided positions take, found backwards from the ends in the manner of endgame tables.

use std::collections::HashMap;

use crate::path::KeyState;

/// Longer than any line.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// Decided positions with the keys of their successors.
#[derive(Default)]
pub(super) struct Collection {
    /// The number of each position, by its key.
    pub index: HashMap<u64, u32, KeyState>,
    /// Whether a move is chosen there.
    pub chooses: Vec<bool>,
    /// Where each position's successors begin.
    pub first: Vec<usize>,
    /// Successors that do not end the game as the verdict says.
    pub successors: Vec<u64>,
    /// Positions with a move that ends the game as the verdict says.
    pub ends: Vec<bool>,
}

impl Collection {
    /// Plies to the end of the longest line, for all positions: one move suffices for the chooser, the
    /// other side has all. `admit` may keep a position out when its turn comes.
    pub fn lengths(&self, admit: &mut dyn FnMut(u32) -> bool) -> Vec<u32> {
        let count = self.chooses.len();
        let bounds = |position: usize| {
            self.first[position]..self.first.get(position + 1).copied().unwrap_or(self.successors.len())
        };
        // Predecessors of each position, side by side.
        let mut begin = vec![0usize; count + 1];
        let known = |key: &u64| self.index.get(key).map(|&i| i as usize);
        for successor in self.successors.iter().filter_map(known) {
            begin[successor + 1] += 1;
        }
        for i in 0..count {
            begin[i + 1] += begin[i];
        }
        let mut cursor = begin.clone();
        let mut predecessors = vec![0u32; begin[count]];
        for position in 0..count {
            for successor in self.successors[bounds(position)].iter().filter_map(known) {
                predecessors[cursor[successor]] = position as u32;
                cursor[successor] += 1;
            }
        }
        let mut waiting: Vec<usize> = (0..count).map(|position| bounds(position).len()).collect();
        let mut plies = vec![UNKNOWN; count];
        let mut queue: Vec<u32> = Vec::with_capacity(count);
        for (position, &ends) in self.ends.iter().enumerate() {
            if ends && (self.chooses[position] || waiting[position] == 0) && admit(position as u32) {
                plies[position] = 1;
                queue.push(position as u32);
            }
        }
        let mut done = 0;
        while let Some(&position) = queue.get(done) {
            done += 1;
            let position = position as usize;
            for &before in &predecessors[begin[position]..begin[position + 1]] {
                let b = before as usize;
                waiting[b] -= 1;
                if plies[b] == UNKNOWN && (self.chooses[b] || waiting[b] == 0) && admit(before) {
                    plies[b] = plies[position] + 1;
                    queue.push(before);
                }
            }
        }
        plies
    }
}
