//! What a table says about a position: value and distance, and the number that stands for them in the file.

use pnyx_game::{Outcome, Player};

/// Who is on move, and what comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The player on move; in a final position, who would be.
    pub turn: Player,
    /// What the position is worth to that player.
    pub value: Value,
}

/// What a position is worth to the player on move. Distances are plies until the end: the winner hurries, the loser
/// resists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Won after N plies.
    Win(u32),
    /// Nobody can win by force.
    Draw,
    /// Lost after N plies.
    Loss(u32),
}

impl Value {
    /// Plies until the end; a draw has none.
    #[must_use]
    pub fn distance(self) -> Option<u32> {
        match self {
            Value::Win(distance) | Value::Loss(distance) => Some(distance),
            Value::Draw => None,
        }
    }

    /// "win", "draw" or "loss".
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Value::Win(_) => "win",
            Value::Draw => "draw",
            Value::Loss(_) => "loss",
        }
    }
}

impl Entry {
    /// The entry of a position where this player wins after `distance` plies.
    #[must_use]
    pub fn won_by(turn: Player, winner: Player, distance: u32) -> Entry {
        Entry { turn, value: if winner == turn { Value::Win(distance) } else { Value::Loss(distance) } }
    }

    /// The entry of a draw.
    #[must_use]
    pub fn drawn(turn: Player) -> Entry {
        Entry { turn, value: Value::Draw }
    }

    /// The entry of a final position.
    #[must_use]
    pub fn end(turn: Player, outcome: Outcome) -> Entry {
        match outcome {
            Outcome::Win(winner) => Entry::won_by(turn, winner, 0),
            Outcome::Draw => Entry::drawn(turn),
        }
    }

    /// Who wins.
    #[must_use]
    pub fn winner(self) -> Option<Player> {
        match self.value {
            Value::Win(_) => Some(self.turn),
            Value::Draw => None,
            Value::Loss(_) => Some(self.turn.opponent()),
        }
    }

    /// The entry of a position from those of its successors: the shortest win, otherwise a draw, otherwise the longest
    /// loss. `None` if there are no successors.
    #[must_use]
    pub fn of_successors(turn: Player, successors: impl IntoIterator<Item = Entry>) -> Option<Entry> {
        let (mut shortest_win, mut draw, mut longest_loss) = (None::<u32>, false, None::<u32>);
        for entry in successors {
            match (entry.winner(), entry.value.distance()) {
                (Some(winner), Some(distance)) if winner == turn => {
                    shortest_win = Some(shortest_win.map_or(distance, |shortest| shortest.min(distance)));
                }
                (Some(_), Some(distance)) => longest_loss = longest_loss.max(Some(distance)),
                _ => draw = true,
            }
        }
        let value = match (shortest_win, draw, longest_loss) {
            (Some(distance), _, _) => Value::Win(distance + 1),
            (None, true, _) => Value::Draw,
            (None, false, Some(distance)) => Value::Loss(distance + 1),
            (None, false, None) => return None,
        };
        Some(Entry { turn, value })
    }

    /// The number that a file has for this entry: lower is shorter, draws are lowest.
    pub(crate) fn code(self) -> u32 {
        let rest = match self.value {
            Value::Draw => 0,
            Value::Win(distance) => 1 + 2 * distance,
            Value::Loss(distance) => 2 + 2 * distance,
        };
        2 * rest + self.turn.index() as u32
    }

    /// The entry with this number.
    pub(crate) fn of_code(code: u32) -> Entry {
        let turn = if code.is_multiple_of(2) { Player::First } else { Player::Second };
        let rest = code / 2;
        let value = match rest {
            0 => Value::Draw,
            _ if rest % 2 == 1 => Value::Win(rest / 2),
            _ => Value::Loss(rest / 2 - 1),
        };
        Entry { turn, value }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_has_a_number_of_its_own() {
        for code in 0..1000 {
            assert_eq!(Entry::of_code(code).code(), code, "{code:?}");
        }
    }

    #[test]
    fn the_winner_hurries_and_the_loser_resists() {
        let [first, second] = [Player::First, Player::Second];
        let of = |successors: &[Entry]| {
            Entry::of_successors(first, successors.iter().copied()).map(|entry| entry.value)
        };
        let (won, lost) = (|d| Entry::won_by(second, first, d), |d| Entry::won_by(second, second, d));
        assert_eq!(of(&[won(4), lost(1), won(2), Entry::drawn(second)]), Some(Value::Win(3)));
        assert_eq!(of(&[lost(4), lost(1), Entry::drawn(first)]), Some(Value::Draw));
        assert_eq!(of(&[lost(4), lost(7), lost(1)]), Some(Value::Loss(8)));
        // A second move in a row: whose turn it is there does not matter.
        assert_eq!(of(&[Entry::won_by(first, first, 0)]), Some(Value::Win(1)));
        assert_eq!(of(&[]), None);
    }
}
