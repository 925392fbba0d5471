//! The order in which a depth-first search tries moves.
//!
//! **Killers** (Akl and Newborn 1977): the last two moves that made others needless at this ply of the line.
//! **History** (Schaeffer 1989): how often a player's move was best, wherever on the board the rest stood, weighted by
//! the work it saved, for which the square of the depth stands.
//!
//! What is the same move in another position, the game says by [`Rules::history_key`](pnyx_game::Rules::history_key).

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use pnyx_game::Player;

use crate::options::{OptionKind, OptionSpec};

/// Which of these are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderingOptions {
    /// Two killers a ply.
    pub killers: bool,
    /// The history.
    pub history: bool,
}

impl OrderingOptions {
    /// The option `killers`.
    pub const KILLERS: OptionSpec = OptionSpec::new(
        "killers",
        OptionKind::Switch,
        "on",
        "off: do not try the last two good moves of a ply early",
    );

    /// The option `history`.
    pub const HISTORY: OptionSpec = OptionSpec::new(
        "history",
        OptionKind::Switch,
        "on",
        "off: do not order moves by how often they were good",
    );
}

impl Default for OrderingOptions {
    fn default() -> OrderingOptions {
        OrderingOptions { killers: true, history: true }
    }
}

/// Ranks of the moves that come first.
const BEST: u64 = u64::MAX;
const KILLERS: [u64; 2] = [u64::MAX - 1, u64::MAX - 2];
const MOST_HISTORY: u64 = u64::MAX - 3;

/// A move, and the place that it has among the game's moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed<M> {
    pub mv: M,
    pub place: u32,
    rank: u64,
}

/// What has been good so far.
pub(crate) struct Ordering<M> {
    options: OrderingOptions,
    killers: Vec<[Option<M>; 2]>,
    history: [HashMap<M, u64, BuildHasherDefault<MoveHasher>>; 2],
}

impl<M: Copy + Eq + Hash> Ordering<M> {
    pub fn new(options: OrderingOptions) -> Ordering<M> {
        Ordering { options, killers: Vec::new(), history: [HashMap::default(), HashMap::default()] }
    }

    /// Put a player's moves, given in the game's order, into the order in which to try them: the best move known, the
    /// killers of this ply, the others by their history, and where that is the same as the game has them.
    /// `history_key` is what a move is remembered by.
    pub fn arrange<E>(
        &self,
        moves: &[M],
        history_key: impl Fn(M) -> Result<M, E>,
        best: u16,
        ply: usize,
        player: Player,
        out: &mut Vec<Placed<M>>,
    ) -> Result<(), E> {
        let remembers = self.remembers();
        let killers = self.killers.get(ply).copied().unwrap_or([None; 2]);
        let history = &self.history[player.index()];
        out.clear();
        for (&mv, place) in moves.iter().zip(0..) {
            let history_key = if remembers { history_key(mv)? } else { mv };
            let rank = if place == u32::from(best) {
                BEST
            } else if let Some(killer) = killers.iter().position(|&killer| killer == Some(history_key)) {
                KILLERS[killer]
            } else {
                history.get(&history_key).copied().unwrap_or(0)
            };
            out.push(Placed { mv, place, rank });
        }
        out.sort_unstable_by_key(|placed| (!placed.rank, placed.place));
        Ok(())
    }

    /// A move was better than its player could expect, searched to this depth; with `cut` nothing else was needed.
    pub fn reward<E>(
        &mut self,
        history_key: impl FnOnce() -> Result<M, E>,
        ply: usize,
        player: Player,
        depth: u32,
        cut: bool,
    ) -> Result<(), E> {
        if !self.remembers() {
            return Ok(());
        }
        let history_key = history_key()?;
        if self.options.history {
            let history = self.history[player.index()].entry(history_key).or_insert(0);
            *history = history.saturating_add(u64::from(depth) * u64::from(depth)).min(MOST_HISTORY);
        }
        if self.options.killers && cut {
            if self.killers.len() <= ply {
                self.killers.resize(ply + 1, [None; 2]);
            }
            let [first, second] = &mut self.killers[ply];
            if *first != Some(history_key) {
                *second = first.replace(history_key);
            }
        }
        Ok(())
    }

    fn remembers(&self) -> bool {
        self.options.killers || self.options.history
    }

    pub fn memory_bytes(&self) -> usize {
        let history: usize = self.history.iter().map(|history| history.capacity()).sum();
        // A table keeps at most 7 of 8 places full, and a byte a place beside them.
        history * 8 / 7 * (size_of::<(M, u64)>() + 1) + self.killers.capacity() * size_of::<[Option<M>; 2]>()
    }
}

/// Moves are small, and nobody chooses them to collide.
#[derive(Default)]
struct MoveHasher(u64);

impl Hasher for MoveHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u8(&mut self, part: u8) {
        self.write_u64(u64::from(part));
    }

    fn write_u16(&mut self, part: u16) {
        self.write_u64(u64::from(part));
    }

    fn write_u32(&mut self, part: u32) {
        self.write_u64(u64::from(part));
    }

    fn write_u64(&mut self, part: u64) {
        self.0 = (self.0.rotate_left(5) ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 32;
    }

    fn write_isize(&mut self, part: isize) {
        self.write_u64(part as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::NO_MOVE;

    fn order(ordering: &Ordering<u8>, best: u16, ply: usize, player: Player) -> Vec<u8> {
        let mut out = Vec::new();
        ordering.arrange(b"abcdef", Ok::<u8, ()>, best, ply, player, &mut out).unwrap();
        out.iter().map(|placed| placed.mv).collect()
    }

    fn reward(ordering: &mut Ordering<u8>, mv: u8, ply: usize, player: Player, depth: u32, cut: bool) {
        ordering.reward(|| Ok::<u8, ()>(mv), ply, player, depth, cut).unwrap();
    }

    #[test]
    fn best_move_then_killers_then_history_then_the_games_order() {
        let mut ordering = Ordering::new(OrderingOptions::default());
        assert_eq!(order(&ordering, NO_MOVE, 3, Player::First), b"abcdef");
        reward(&mut ordering, b'f', 3, Player::First, 2, false);
        reward(&mut ordering, b'b', 3, Player::First, 1, true);
        reward(&mut ordering, b'd', 3, Player::First, 1, true);
        reward(&mut ordering, b'd', 3, Player::First, 1, true);
        assert_eq!(order(&ordering, 4, 3, Player::First), b"edbfac");
        assert_eq!(order(&ordering, NO_MOVE, 2, Player::First), b"fdbace", "killers are of their ply");
        assert_eq!(order(&ordering, NO_MOVE, 2, Player::Second), b"abcdef", "history is of its player");
        reward(&mut ordering, b'a', 3, Player::First, 0, true);
        assert_eq!(order(&ordering, NO_MOVE, 3, Player::First), b"adfbce", "two killers, the newest first");
    }

    #[test]
    fn each_can_be_left_out() {
        for (killers, history, expected) in [(true, false, b"cab"), (false, true, b"bca")] {
            let mut ordering = Ordering::new(OrderingOptions { killers, history });
            reward(&mut ordering, b'c', 0, Player::First, 1, true);
            reward(&mut ordering, b'b', 0, Player::First, 5, false);
            assert_eq!(
                order(&ordering, NO_MOVE, 0, Player::First)[..3],
                expected[..],
                "{killers:?}, {history:?}"
            );
        }
    }

    #[test]
    fn moves_are_remembered_by_their_habits() {
        let mut ordering = Ordering::new(OrderingOptions::default());
        let (mut out, capital) = (Vec::new(), |mv: u8| Ok::<u8, ()>(mv.to_ascii_uppercase()));
        ordering.arrange(b"abc", capital, NO_MOVE, 0, Player::First, &mut out).unwrap();
        ordering.reward(|| capital(b'c'), 0, Player::First, 1, true).unwrap();
        ordering.arrange(b"CDc", capital, NO_MOVE, 1, Player::First, &mut out).unwrap();
        assert_eq!(out.iter().map(|placed| placed.mv).collect::<Vec<_>>(), b"CcD");
        assert_eq!(
            ordering.arrange(b"ab", |_| Err("broken"), NO_MOVE, 0, Player::First, &mut out),
            Err("broken")
        );
    }

    #[test]
    fn who_remembers_nothing_does_not_ask() {
        let mut ordering = Ordering::new(OrderingOptions { killers: false, history: false });
        let mut out = Vec::new();
        assert_eq!(ordering.reward(|| Err("asked"), 0, Player::First, 1, true), Ok(()));
        assert_eq!(ordering.arrange(b"ab", |_| Err("asked"), NO_MOVE, 0, Player::First, &mut out), Ok(()));
    }
}
