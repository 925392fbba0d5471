//! A strategy of few positions: what one side plays from a start, to win or not to lose.
//!
//! A side that need not lose often has thousands of strategies for that, and a certificate of one has every position that
//! the other side can reach against it. The largest strategy keeps all good moves, and can reach every good position. It is made
//! smaller position by position: one where the side is on move must not be reached any more, so that all moves to positions
//! from which the other side can reach it are given up, and so on backwards; unless that leads back to the start. Positions
//! far from the start are tried first, because few others need them. What is left when all were tried depends on their order,
//! so there are some more tries in random orders, and the smallest strategy is taken.
//!
//! Where the side is to win, only moves that win fastest are good, so that no line is longer than its distance says.

use std::collections::HashMap;

use pnyx_game::{Player, Random};

use crate::index::{Id, Key, local_of, shard_of, trimmed};
use crate::link::Linked;
use crate::sort::Order;
use crate::table::find;
use crate::{Entry, Table};

/// Orders that are tried, as long as all of them take no more than this many steps for each move between good positions.
const TRIES: usize = 8;
const STEPS: usize = 16;
/// Steps between two questions whether to stop.
const AT_ONCE: usize = 1 << 16;

/// The moves between the positions of a table, which have numbers: part by part, in the order of their bytes.
#[derive(Debug)]
pub struct Moves {
    /// The first number of each part.
    parts: Vec<u32>,
    after: Lists,
}

/// Lists of numbers, side by side.
#[derive(Debug)]
struct Lists {
    /// Where each begins, and where the last one ends.
    first: Vec<u32>,
    all: Vec<u32>,
}

impl Lists {
    /// The second numbers of pairs, by their first numbers, which are less than `count`.
    fn new<Pairs: Iterator<Item = (u32, u32)>>(count: usize, pairs: impl Fn() -> Pairs) -> Lists {
        let mut first = vec![0; count + 1];
        pairs().for_each(|(one, _)| first[one as usize + 1] += 1);
        for number in 0..count {
            first[number + 1] += first[number];
        }
        let mut all = vec![0; first[count] as usize];
        for (one, other) in pairs() {
            // Until all are there, each list begins where those that are there end.
            all[first[one as usize] as usize] = other;
            first[one as usize] += 1;
        }
        first.copy_within(..count, 1);
        first[0] = 0;
        Lists { first, all }
    }

    fn of(&self, number: u32) -> &[u32] {
        &self.all[self.first[number as usize] as usize..self.first[number as usize + 1] as usize]
    }

    fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.first.len() as u32 - 1).flat_map(|one| self.of(one).iter().map(move |&other| (one, other)))
    }
}

impl Moves {
    /// What these take for this many positions and moves, with what it takes to look for a strategy.
    #[must_use]
    pub fn memory_of(positions: u64, edges: u64) -> usize {
        usize::try_from(positions.saturating_mul(40).saturating_add(edges.saturating_mul(16)))
            .unwrap_or(usize::MAX)
    }

    /// Bytes that they take.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        4 * (self.parts.len() + self.after.first.len() + self.after.all.len())
    }

    /// The moves that were turned around in `linked`, where positions are in another order: `orders` has the number there
    /// of each position of a part.
    pub(crate) fn new(linked: &[Linked], orders: &[Order]) -> Moves {
        let (mut parts, mut count) = (Vec::new(), 0);
        let mut numbers: Vec<Vec<u32>> = Vec::new();
        for order in orders {
            let mut own = vec![0; order.len()];
            for (number, &local) in (count..).zip(order) {
                own[local as usize] = number;
            }
            parts.push(count);
            numbers.push(own);
            count += order.len() as u32;
        }
        let number = |id: Id| numbers[shard_of(id)][local_of(id) as usize];
        let pairs = || {
            let targets = linked.iter().zip(&numbers).flat_map(|(linked, own)| {
                (0..).zip(own).map(move |(local, &target)| (linked.sources(local), target))
            });
            targets.flat_map(|(sources, target)| sources.iter().map(move |&source| (number(source), target)))
        };
        Moves { parts, after: Lists::new(count as usize, pairs) }
    }

    /// The number of the position with these bytes.
    fn number(&self, table: &Table, bytes: &[u8]) -> Option<u32> {
        let shard = Key::new(bytes).shard();
        let part = &table.parts[shard];
        let local = find(part.cells.len(), table.width, bytes, |number| part.records.get(number as u32))?;
        Some(self.parts[shard] + local as u32)
    }

    fn position<'a>(&self, table: &'a Table, number: u32) -> (&'a [u8], Entry) {
        let part = self.parts.partition_point(|&first| first <= number) - 1;
        table.parts[part].get((number - self.parts[part]) as usize)
    }

    /// A strategy with which this player wins, or else does not lose, from a start, and never comes to the position
    /// `without`. `None` if there is none, or `stop` says to stop.
    #[must_use]
    pub fn strategy(
        &self,
        table: &Table,
        (player, wins): (Player, bool),
        start: &[u8],
        without: Option<&[u8]>,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Strategy> {
        let start = self.number(table, start)?;
        let without = without.and_then(|bytes| self.number(table, bytes));
        let good = Good::new(self, table, (player, wins), start)?;
        let mut all = Left::all(&good);
        if let Some(barred) =
            without.and_then(|without| good.numbers.iter().position(|&number| number == without))
            && !all.give_up(&good, barred as u32, &mut 0)
        {
            return None;
        }
        // The farthest first.
        let mut order: Vec<u32> =
            (0..good.numbers.len() as u32).rev().filter(|&at| good.has_choice(at)).collect();
        let (random, mut steps) = (&mut Random(1), 0);
        let mut smallest: Option<Vec<(u32, u32)>> = None;
        for _ in 0..TRIES {
            let mut left = all.clone();
            left.shrink(&good, &order, &mut steps, stop)?;
            let chosen = left.choices(&good);
            if smallest.as_ref().is_none_or(|smallest| chosen.len() < smallest.len()) {
                smallest = Some(chosen);
            }
            if steps >= STEPS * good.after.all.len() {
                break;
            }
            for place in (1..order.len()).rev() {
                order.swap(place, random.below(place + 1));
            }
        }
        let bytes = |at: u32| trimmed(self.position(table, good.numbers[at as usize]).0).into();
        Some(Strategy(smallest?.into_iter().map(|(at, next)| (bytes(at), bytes(next))).collect()))
    }
}

/// What a player plays, by the bytes of positions without the zeros at their end.
#[derive(Debug, Default)]
pub struct Strategy(HashMap<Box<[u8]>, Box<[u8]>>);

impl Strategy {
    /// Whether it says what to play at a position.
    #[must_use]
    pub fn knows(&self, position: &[u8]) -> bool {
        self.0.contains_key(trimmed(position))
    }

    /// Whether it leads from a position to this one.
    #[must_use]
    pub fn leads(&self, position: &[u8], to: &[u8]) -> bool {
        self.0.get(trimmed(position)).is_some_and(|after| **after == *trimmed(to))
    }

    /// How many positions it is about.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing has to be played.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The good positions that good moves lead to, the start first and the nearer ones before those that are farther away.
struct Good {
    /// Their numbers among all.
    numbers: Vec<u32>,
    /// Where the player is on move.
    chooses: Vec<bool>,
    /// Good moves of the player, and all moves of the other side; and the same turned around.
    after: Lists,
    before: Lists,
}

impl Good {
    /// `None` if the start is none of them.
    fn new(moves: &Moves, table: &Table, (player, wins): (Player, bool), start: u32) -> Option<Good> {
        const UNKNOWN: u32 = u32::MAX;
        let entry = |number| moves.position(table, number).1;
        let is_good = |entry: Entry| match wins {
            true => entry.winner() == Some(player),
            false => entry.winner() != Some(player.opponent()),
        };
        if !is_good(entry(start)) {
            return None;
        }
        let mut own = vec![UNKNOWN; moves.after.first.len() - 1];
        let (mut numbers, mut chooses) = (vec![start], Vec::new());
        let (mut first, mut all) = (vec![0], Vec::new());
        own[start as usize] = 0;
        while let Some(&number) = numbers.get(chooses.len()) {
            let here = entry(number);
            let is_own = here.turn == player;
            for &next in moves.after.of(number) {
                let there = entry(next);
                let falls = !wins || there.value.distance().map(|plies| plies + 1) == here.value.distance();
                if is_own && !(is_good(there) && falls) {
                    continue;
                }
                let place = &mut own[next as usize];
                if *place == UNKNOWN {
                    *place = numbers.len() as u32;
                    numbers.push(next);
                }
                all.push(*place);
            }
            first.push(all.len() as u32);
            chooses.push(is_own);
        }
        let after = Lists { first, all };
        let before = Lists::new(numbers.len(), || after.pairs().map(|(one, other)| (other, one)));
        Some(Good { numbers, chooses, after, before })
    }

    fn is_end(&self, at: u32) -> bool {
        self.after.of(at).is_empty()
    }

    fn has_choice(&self, at: u32) -> bool {
        self.chooses[at as usize] && !self.is_end(at)
    }
}

/// What is left of the good positions.
#[derive(Clone)]
struct Left {
    is_left: Vec<bool>,
    /// Good moves that are left where the player is on move.
    choices: Vec<u32>,
    /// Those without which the start is not good, as far as they were tried.
    needed: Vec<bool>,
}

impl Left {
    fn all(good: &Good) -> Left {
        let count = good.numbers.len();
        let choices = good.after.first.windows(2).map(|ends| ends[1] - ends[0]).collect();
        let mut needed = vec![false; count];
        needed[0] = true;
        Left { is_left: vec![true; count], choices, needed }
    }

    /// Give up what can be done without, in this order; `None` if `stop` says so.
    fn shrink(
        &mut self,
        good: &Good,
        order: &[u32],
        steps: &mut usize,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<()> {
        let (most, mut asked) = (*steps + STEPS * good.after.all.len(), *steps);
        for &at in order {
            if *steps >= asked {
                if stop() {
                    return None;
                }
                asked = *steps + AT_ONCE;
            }
            if *steps >= most {
                break;
            }
            if self.is_left[at as usize] {
                self.give_up(good, at, steps);
            }
        }
        Some(())
    }

    /// Never come to a position, if it can be done without; whether that is so.
    fn give_up(&mut self, good: &Good, at: u32, steps: &mut usize) -> bool {
        if self.needed[at as usize] {
            return false;
        }
        let (mut gone, mut fewer, mut done) = (vec![at], Vec::new(), 0);
        self.is_left[at as usize] = false;
        while let Some(&lost) = gone.get(done) {
            done += 1;
            for &before in good.before.of(lost) {
                *steps += 1;
                let place = before as usize;
                if !self.is_left[place] {
                    continue;
                }
                if good.chooses[place] {
                    self.choices[place] -= 1;
                    fewer.push(before);
                    if self.choices[place] > 0 {
                        continue;
                    }
                }
                if self.needed[place] {
                    fewer.into_iter().for_each(|at| self.choices[at as usize] += 1);
                    gone.into_iter().for_each(|at| self.is_left[at as usize] = true);
                    self.needed[at as usize] = true;
                    return false;
                }
                self.is_left[place] = false;
                gone.push(before);
            }
        }
        true
    }

    /// One move for each position that is reached by these moves: to an end, to a position that is reached anyhow, or to
    /// one after which the other side reaches as few new ones as possible.
    fn choices(&self, good: &Good) -> Vec<(u32, u32)> {
        let (mut chosen, mut seen, mut done) = (Vec::new(), vec![false; good.numbers.len()], 0);
        let mut reached = vec![0];
        seen[0] = true;
        while let Some(&at) = reached.get(done) {
            done += 1;
            let after = good.after.of(at);
            if !good.chooses[at as usize] {
                for &next in after {
                    if !std::mem::replace(&mut seen[next as usize], true) {
                        reached.push(next);
                    }
                }
                continue;
            }
            let new = |next: u32| match seen[next as usize] {
                true => 0,
                false => good.after.of(next).iter().filter(|&&after| !seen[after as usize]).count(),
            };
            let rank = |next: u32| (!good.is_end(next), !seen[next as usize], new(next));
            let left = after.iter().copied().filter(|&next| self.is_left[next as usize]);
            let Some(best) = left.min_by_key(|&next| rank(next)) else { continue };
            chosen.push((at, best));
            if !std::mem::replace(&mut seen[best as usize], true) {
                reached.push(best);
            }
        }
        chosen
    }
}
