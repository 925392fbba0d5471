//! Exact scores of Connect Four.
//!
//! Source: P. Pons' description of his solver, and ideas of ours; see REFERENCES.md.
//! Answers: whether the score of the player on move reaches a bound; scores are Pons', as for the goal `score N`.
//! A node is a position of the search in which the player on move cannot win at once, one that only one move keeps
//! alive included.
//!
//! The search is fail-soft Alpha-Beta with a null window. It recurses, because there are at most 56 stones.
//! - Moves that let the opponent win at once are not examined; where one is forced there is nothing to choose.
//! - Who wins, wins with a stone that is not on the board yet: the number of those left bounds the score from both
//!   sides. A side without four squares in a row that the other has no stone on cannot win at all.
//! - Moves that make more threats go first, then those nearer to the centre.
//! - The table has both bounds of a position. Early positions are entered together with their mirror image; for
//!   late ones, searching is quicker than a look into the table.

mod table;
#[cfg(test)]
mod tests;

use pnyx_game::{Exact, ExactMemory, Pause};

use super::{ConnectFour, LARGEST, Move, Position};
use crate::exact::Pacing;
use crate::spec::bits;
use table::Table;

/// Nodes between two questions whether to go on.
const STRIDE: u64 = 1 << 12;
/// Positions with fewer stones than this are entered together with their mirror image.
const EARLY: i32 = 14;
/// Positions with fewer empty squares than this are not entered.
const LATE: i32 = 8;
/// Below every score.
const NOTHING: i32 = -64;

type Memory = ExactMemory<ConnectFour>;

/// A test on its way, on a board with `ROWS` rows: shifts by known distances are quicker.
struct Test<'a, const ROWS: u32> {
    game: &'a ConnectFour,
    cells: i32,
    /// The squares of the columns, those nearest to the centre first.
    columns: &'a [u64],
    memory: &'a mut Memory,
    pacing: Pacing<'a, STRIDE>,
}

/// Stones, and what follows from them.
#[derive(Clone, Copy)]
struct Node {
    mover: u64,
    taken: u64,
    /// Empty squares.
    left: i32,
    /// Empty squares where the opponent would make four.
    threats: u64,
}

/// A move and how many threats it makes.
#[derive(Clone, Copy)]
struct Candidate {
    child: Node,
    value: u32,
}

impl<const ROWS: u32> Test<'_, ROWS> {
    /// The empty squares where one more of the stones makes four.
    #[inline]
    fn threats(&self, stones: u64, taken: u64) -> u64 {
        let mut squares = stones << 1 & stones << 2 & stones << 3;
        for step in [ROWS, ROWS + 1, ROWS + 2] {
            let (after, before) = (stones << step, stones >> step);
            let (two_after, two_before) = (after & stones << (2 * step), before & stones >> (2 * step));
            squares |=
                two_after & (stones << (3 * step) | before) | two_before & (stones >> (3 * step) | after);
        }
        squares & self.game.board & !taken
    }

    /// Whether four in a row fit onto these squares.
    #[inline]
    fn have_room(&self, squares: u64) -> bool {
        let rows = [1, ROWS, ROWS + 1, ROWS + 2].map(|step| {
            let pairs = squares & squares >> step;
            pairs & pairs >> (2 * step)
        });
        rows[0] | rows[1] | rows[2] | rows[3] != 0
    }

    /// The lowest empty square of each column that has one.
    #[inline]
    fn playable(&self, taken: u64) -> u64 {
        (taken + self.game.bottom) & self.game.board
    }

    /// The position after a move.
    #[inline]
    fn play(&self, node: Node, mv: u64) -> Node {
        let taken = node.taken | mv;
        let threats = self.threats(node.mover | mv, taken);
        Node { mover: node.mover ^ node.taken, taken, left: node.left - 1, threats }
    }

    /// A number that no other position has, except its mirror image if there are few stones.
    #[inline]
    fn key(&self, node: Node) -> u64 {
        let key = node.mover + node.taken;
        if self.cells - node.left >= EARLY {
            return key;
        }
        let column = |key: u64, i: u32| key >> (i * (ROWS + 1)) & ((2 << ROWS) - 1);
        let mirrored = (0..self.game.columns).fold(0, |all, i| all << (ROWS + 1) | column(key, i));
        key.min(mirrored)
    }

    /// Whether a position in which the player on move cannot win at once is worth `bound` or more.
    fn search(&mut self, node: Node, bound: i32) -> i32 {
        self.memory.nodes += 1;
        if self.pacing.asks(self.memory.nodes) {
            return 0;
        }
        let Node { mover, taken, left, threats } = node;
        let mut moves = self.playable(taken);
        let forced = moves & threats;
        if forced != 0 {
            moves = forced;
        }
        // A stone below a threat of the opponent's would let it come true, and so would not answering one of two.
        moves &= !(threats >> 1);
        if moves == 0 || forced & forced.wrapping_sub(1) != 0 {
            return -(left / 2);
        }
        if left <= 2 {
            return 0;
        }
        // Neither the mover wins with the next stone, nor the opponent with the one after it.
        let (mut lower, mut upper) = (-((left - 2) / 2), (left - 1) / 2);
        if upper < bound {
            return upper;
        }
        if lower >= bound {
            return lower;
        }
        let lost = if bound > 0 { mover ^ taken } else { mover };
        if !self.have_room(self.game.board & !lost) {
            return 0;
        }
        if moves & (moves - 1) == 0 {
            return -self.search(self.play(node, moves), 1 - bound);
        }
        let key = self.key(node);
        if left >= LATE
            && let Some(known) = self.memory.table.get(key)
        {
            lower = lower.max(known.0);
            upper = upper.min(known.1);
            if lower >= bound {
                return lower;
            }
            if upper < bound {
                return upper;
            }
        }
        let best = self.best(node, moves, bound);
        if self.pacing.stopped {
            return 0;
        }
        if left >= LATE {
            if best >= bound {
                self.memory.table.put(key, best, upper);
            } else {
                self.memory.table.put(key, lower, best);
            }
        }
        best
    }

    /// The largest value of the moves, or the first that reaches the bound.
    #[inline]
    fn best(&mut self, node: Node, moves: u64, bound: i32) -> i32 {
        let nobody = Candidate { child: node, value: 0 };
        let mut order = [nobody; LARGEST];
        let mut count = 0;
        for &column in self.columns {
            let mv = moves & column;
            if mv == 0 {
                continue;
            }
            let child = self.play(node, mv);
            let value = child.threats.count_ones();
            let mut at = count;
            while at > 0 && order[at - 1].value < value {
                order[at] = order[at - 1];
                at -= 1;
            }
            order[at] = Candidate { child, value };
            count += 1;
        }
        let mut best = NOTHING;
        for candidate in &order[..count] {
            best = best.max(-self.search(candidate.child, 1 - bound));
            if best >= bound || self.pacing.stopped {
                break;
            }
        }
        best
    }
}

impl ConnectFour {
    /// The score of a position that is over, or that the player on move wins at once.
    fn at_hand(&self, position: &Position) -> Option<i32> {
        let &Position { mover, taken } = position;
        let left = (self.board & !taken).count_ones() as i32;
        let playable = (taken + self.bottom) & self.board;
        if self.has_four(mover ^ taken) {
            Some(-(left / 2 + 1))
        } else if left == 0 {
            Some(0)
        } else {
            bits(playable).any(|i| self.has_four(mover | 1 << i)).then_some((left + 1) / 2)
        }
    }

    fn search<const ROWS: u32>(
        &self,
        position: &Position,
        bound: i32,
        memory: &mut Memory,
        pause: Pause<'_>,
    ) -> Option<i32> {
        let &Position { mover, taken } = position;
        let mut columns: [u64; LARGEST] = std::array::from_fn(|i| i as u64);
        let columns = &mut columns[..self.columns as usize];
        columns.sort_by_key(|&i| (2 * i + 1).abs_diff(self.columns.into()));
        for column in columns.iter_mut() {
            *column = ((1 << ROWS) - 1) << (*column * u64::from(ROWS + 1));
        }
        let pacing = Pacing::new(pause, memory.nodes);
        let cells = self.board.count_ones() as i32;
        let mut test = Test::<ROWS> { game: self, cells, columns, memory, pacing };
        let threats = test.threats(mover ^ taken, taken);
        let left = cells - taken.count_ones() as i32;
        let value = test.search(Node { mover, taken, left, threats }, bound);
        (!test.pacing.stopped).then_some(value)
    }
}

impl Exact for ConnectFour {
    type Table = Table;

    fn score_range(&self, position: &Position) -> (i32, i32) {
        let left = (self.board & !position.taken).count_ones() as i32;
        self.at_hand(position).map_or((-(left / 2), (left - 1) / 2), |score| (score, score))
    }

    fn test(&self, position: &Position, bound: i32, memory: &mut Memory, pause: Pause<'_>) -> Option<i32> {
        if let Some(score) = self.at_hand(position) {
            return Some(score);
        }
        match self.rows {
            1 => self.search::<1>(position, bound, memory, pause),
            2 => self.search::<2>(position, bound, memory, pause),
            3 => self.search::<3>(position, bound, memory, pause),
            4 => self.search::<4>(position, bound, memory, pause),
            5 => self.search::<5>(position, bound, memory, pause),
            6 => self.search::<6>(position, bound, memory, pause),
            7 => self.search::<7>(position, bound, memory, pause),
            8 => self.search::<8>(position, bound, memory, pause),
            _ => self.search::<9>(position, bound, memory, pause),
        }
    }

    /// Columns near the centre first.
    fn order(&self, _position: &Position, _known: &Table, moves: &mut [Move]) {
        moves.sort_by_key(|&mv| (2 * u32::from(mv) + 1).abs_diff(self.columns));
    }
}
