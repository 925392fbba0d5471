//! Counts by value and distance, and the longest wins.

use pnyx_game::Player;

use crate::{Entry, Value};

/// How many positions have which value and distance, by the player on move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// First player on move, second player on move.
    pub by_turn: [Counts; 2],
}

/// Positions of one player on move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Wins by distance.
    pub wins: Vec<u64>,
    /// Losses by distance.
    pub losses: Vec<u64>,
    /// Draws.
    pub draws: u64,
    /// Of the wins with the largest distance the one whose record is least.
    pub longest_win: Option<Vec<u8>>,
    /// The same of the losses.
    pub longest_loss: Option<Vec<u8>>,
}

impl Statistics {
    /// Wins of the player on move.
    #[must_use]
    pub fn wins(&self) -> u64 {
        self.sum(|counts| counts.wins.iter().sum())
    }

    /// Losses of the player on move.
    #[must_use]
    pub fn losses(&self) -> u64 {
        self.sum(|counts| counts.losses.iter().sum())
    }

    /// Draws.
    #[must_use]
    pub fn draws(&self) -> u64 {
        self.sum(|counts| counts.draws)
    }

    /// All positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.wins() + self.losses() + self.draws()
    }

    /// The largest distance.
    #[must_use]
    pub fn longest(&self) -> Option<u32> {
        let lengths = self.by_turn.iter().flat_map(|counts| [counts.wins.len(), counts.losses.len()]);
        lengths.max().and_then(|length| length.checked_sub(1)).map(|longest| longest as u32)
    }

    /// Positions of this player on move.
    #[must_use]
    pub fn of(&self, turn: Player) -> &Counts {
        &self.by_turn[turn.index()]
    }

    fn sum(&self, of: impl Fn(&Counts) -> u64) -> u64 {
        self.by_turn.iter().map(of).sum()
    }

    /// One more position.
    pub(crate) fn count(&mut self, record: &[u8], entry: Entry) {
        let counts = &mut self.by_turn[entry.turn.index()];
        let (by_distance, longest, distance) = match entry.value {
            Value::Draw => {
                counts.draws += 1;
                return;
            }
            Value::Win(distance) => (&mut counts.wins, &mut counts.longest_win, distance),
            Value::Loss(distance) => (&mut counts.losses, &mut counts.longest_loss, distance),
        };
        let distance = distance as usize;
        let is_longer = distance >= by_distance.len();
        if is_longer {
            by_distance.resize(distance + 1, 0);
        }
        by_distance[distance] += 1;
        let is_longest = distance + 1 == by_distance.len();
        if is_longer || is_longest && longest.as_deref().is_none_or(|least| record < least) {
            *longest = Some(record.to_vec());
        }
    }
}
