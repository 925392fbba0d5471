//! Whether any line can repeat a position at all: asked when doubts outgrow the work that is allowed for them.
//!
//! Games whose positions are never repeated need not say so. Where a search has met no repetition, all positions within
//! its depth are gathered, if they are few enough, and taken away as long as one has no move left to another. Positions
//! on a cycle cannot be taken away. If nothing is left, the table hides nothing.

use std::collections::HashMap;

use pnyx_game::Game;

use super::search_context::SearchContext;
use super::value::{FULL, Halt};
use crate::path::KeyState;

/// Positions that are gathered at most, and the bytes of the limit of memory that each must have.
const MOST: usize = 65_536;
const BYTES: usize = 1_024;

impl<G: Game> SearchContext<'_, '_, G> {
    /// Whether it is certain that no line within the depth repeats a position.
    pub(super) fn rules_out_cycles(&mut self) -> Result<bool, Halt<G::Error>> {
        let most = self.budget.memory().map_or(MOST, |bytes| MOST.min(bytes / BYTES));
        let mut numbers: HashMap<u64, u32, KeyState> = HashMap::default();
        numbers.insert(self.game.repetition_key(&self.root)?, 0);
        // Of each position, those before it by a move that can be taken back, and how many such moves it has.
        let mut before: Vec<Vec<u32>> = vec![Vec::new()];
        let mut left: Vec<u32> = vec![0];
        let mut latest = vec![self.root.clone()];
        let mut moves = Vec::new();
        let mut ply = 0;
        while !latest.is_empty() && (self.depth == FULL || ply < self.depth) {
            let first = numbers.len() - latest.len();
            let mut next = Vec::new();
            for (position, number) in latest.iter().zip(first as u32..) {
                self.check_limits(0)?;
                if self.game.outcome(position)?.is_some() {
                    continue;
                }
                moves.clear();
                self.game.moves(position, &mut moves)?;
                for &mv in &moves {
                    let mut child = position.clone();
                    self.game.play(&mut child, mv)?;
                    let new = numbers.len() as u32;
                    let to = *numbers.entry(self.game.repetition_key(&child)?).or_insert(new);
                    if to == new {
                        if numbers.len() > most {
                            return Ok(false);
                        }
                        before.push(Vec::new());
                        left.push(0);
                        next.push(child);
                    }
                    if !self.game.is_irreversible(position, mv) {
                        before[to as usize].push(number);
                        left[number as usize] += 1;
                    }
                }
            }
            latest = next;
            ply += 1;
        }
        let mut ends: Vec<u32> =
            (0..left.len() as u32).filter(|&number| left[number as usize] == 0).collect();
        let mut gone = 0;
        while let Some(number) = ends.pop() {
            gone += 1;
            for &earlier in &before[number as usize] {
                left[earlier as usize] -= 1;
                if left[earlier as usize] == 0 {
                    ends.push(earlier);
                }
            }
        }
        Ok(gone == left.len())
    }
}
