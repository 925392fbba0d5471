//! Positions a verdict rests on, and what can be forced among them.

use std::collections::HashMap;

use crate::path::KeyState;

/// Longer than any line.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// No position.
const NONE: u32 = u32::MAX;
/// No position either: the move ends the game as the verdict says.
const END: u32 = u32::MAX - 1;

/// Positions with their moves, and where these lead.
///
/// Where a goal limits the prover's moves, those that are left have no part in the key: a position may stand here several
/// times. What is shown with more moves left is true with fewer in a disproof, and the other way round in a proof.
pub(super) struct Collection<M> {
    /// The number of each position, by its key: the last one that was added.
    index: HashMap<u64, u32, KeyState>,
    /// For limited goals: the prover's moves left, those after a move, and the number of the same position before it.
    limited: Vec<Limited>,
    /// Whether more moves left show more: in a disproof.
    more_is_stronger: bool,
    /// Whether a move is chosen there.
    pub chooses: Vec<bool>,
    /// Where each position's moves begin.
    first: Vec<usize>,
    moves: Vec<M>,
    /// Where the moves lead; first only which of them end the game as the verdict says, and the keys after the others.
    targets: Vec<u32>,
    keys: Vec<u64>,
}

/// A position's part of a limited goal.
struct Limited {
    left: u32,
    after: u32,
    before: u32,
}

/// Where a move leads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// To the end of the game, as the verdict says.
    End,
    /// To a position that is not here.
    Unknown,
    /// To the position with this number.
    Position(u32),
}

impl Target {
    pub fn position(self) -> Option<u32> {
        if let Target::Position(position) = self { Some(position) } else { None }
    }
}

impl<M: Copy + Eq> Collection<M> {
    pub fn new(more_is_stronger: bool) -> Collection<M> {
        let (limited, chooses, first, moves, targets, keys) = Default::default();
        let index = HashMap::default();
        Collection { index, limited, more_is_stronger, chooses, first, moves, targets, keys }
    }

    pub fn len(&self) -> usize {
        self.first.len()
    }

    /// Begin a position, unless it is known. Its moves, and whether it chooses, follow. `left` are the prover's moves that are
    /// left now and after a move, where the goal limits them.
    pub fn add(&mut self, key: u64, left: Option<(u32, u32)>) -> bool {
        let next = self.len() as u32;
        let before = self.index.get(&key).copied().unwrap_or(NONE);
        if let Some((left, after)) = left {
            if self.same(before).any(|known| self.limited[known as usize].left == left) {
                return false;
            }
            self.limited.push(Limited { left, after, before });
        } else if before != NONE {
            return false;
        }
        self.index.insert(key, next);
        self.first.push(self.moves.len());
        true
    }

    /// A move of the position that was added last, and the key after it; `None` if it ends the game as the verdict says.
    pub fn lead_to(&mut self, mv: M, key: Option<u64>) {
        self.moves.push(mv);
        self.targets.push(if key.is_none() { END } else { NONE });
        self.keys.extend(key);
    }

    /// Nothing leads to the position with this key, which was added last.
    pub fn hide(&mut self, key: u64) {
        self.index.remove(&key);
    }

    /// No more positions come: the keys of successors become targets.
    pub fn resolve(&mut self) {
        let mut keys = std::mem::take(&mut self.keys).into_iter();
        let mut targets = std::mem::take(&mut self.targets);
        for position in 0..self.len() {
            let after = self.limited.get(position).map(|known| known.after);
            for target in targets[self.moves_of(position)].iter_mut().filter(|target| **target != END) {
                let key = keys.next().expect("every move that is not the end has one");
                *target = self.find(key, after).unwrap_or(NONE);
            }
        }
        self.targets = targets;
    }

    /// The number of a position, or of the weakest that is as strong. `left` are the prover's moves that are left, where the
    /// goal limits them.
    pub fn find(&self, key: u64, left: Option<u32>) -> Option<u32> {
        let last = *self.index.get(&key)?;
        let Some(left) = left else { return Some(last) };
        let stronger_by = |known: u32| {
            let shown = self.limited[known as usize].left;
            let by = if self.more_is_stronger { shown.checked_sub(left) } else { left.checked_sub(shown) };
            by.map(|by| (by, known))
        };
        self.same(last).filter_map(stronger_by).min().map(|(_, known)| known)
    }

    /// Where a move of a position leads.
    pub fn target(&self, position: u32, mv: M) -> Option<Target> {
        let all = self.moves_of(position as usize);
        let place = self.moves[all.clone()].iter().position(|&other| other == mv)?;
        Some(match self.targets[all.start + place] {
            END => Target::End,
            NONE => Target::Unknown,
            target => Target::Position(target),
        })
    }

    /// The prover's moves that are left at a position, where the goal limits them.
    pub fn left(&self, position: u32) -> Option<u32> {
        self.limited.get(position as usize).map(|known| known.left)
    }

    /// For limited goals: for each position the strongest of those that are the same but for the moves left, among the
    /// admitted ones.
    pub fn strongest(&self, admits: impl Fn(u32) -> bool) -> Vec<u32> {
        let mut strongest: Vec<u32> = (0..self.limited.len() as u32).collect();
        for &last in self.index.values().filter(|_| !self.limited.is_empty()) {
            let left = |known: &u32| self.limited[*known as usize].left;
            let admitted = self.same(last).filter(|&known| admits(known));
            let best =
                if self.more_is_stronger { admitted.max_by_key(left) } else { admitted.min_by_key(left) };
            if let Some(best) = best {
                self.same(last).for_each(|known| strongest[known as usize] = best);
            }
        }
        strongest
    }

    /// A position, and those before it that are the same but for the moves left.
    fn same(&self, last: u32) -> impl Iterator<Item = u32> + '_ {
        let position = |known: u32| (known != NONE).then_some(known);
        std::iter::successors(position(last), move |&known| position(self.limited[known as usize].before))
    }

    fn moves_of(&self, position: usize) -> std::ops::Range<usize> {
        self.first[position]..self.first.get(position + 1).copied().unwrap_or(self.moves.len())
    }

    /// The positions to which the moves of a position lead, [`NONE`] among them.
    fn successors(&self, position: usize) -> impl Iterator<Item = u32> + '_ {
        self.targets[self.moves_of(position)].iter().copied().filter(|&target| target != END)
    }

    /// Whether a move of a position ends the game as the verdict says.
    fn ends(&self, position: usize) -> bool {
        self.targets[self.moves_of(position)].contains(&END)
    }

    /// Plies to the end of the longest line, for all positions: one move suffices for the chooser, the
    /// other side has all. `admit` may keep a position out when its turn comes.
    pub fn lengths(&self, admit: &mut dyn FnMut(u32) -> bool) -> Vec<u32> {
        let before = Predecessors::new(self);
        let mut waiting: Vec<usize> = (0..self.len()).map(|i| self.successors(i).count()).collect();
        let mut plies = vec![UNKNOWN; self.len()];
        let mut queue: Vec<u32> = Vec::with_capacity(self.len());
        for position in 0..self.len() {
            let is_last = self.ends(position) && (self.chooses[position] || waiting[position] == 0);
            if is_last && admit(position as u32) {
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
            let known = self.successors(position).filter(|&target| target != NONE).count();
            good[position] = known + usize::from(self.ends(position));
            let out = match self.chooses[position] {
                true => good[position] == 0,
                false => known < self.successors(position).count(),
            };
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
    fn new<M: Copy + Eq>(found: &Collection<M>) -> Predecessors {
        let count = found.len();
        let known = |position: usize| {
            found.successors(position).filter(|&target| target != NONE).map(|target| target as usize)
        };
        let mut begin = vec![0usize; count + 1];
        for position in 0..count {
            known(position).for_each(|successor| begin[successor + 1] += 1);
        }
        for i in 0..count {
            begin[i + 1] += begin[i];
        }
        let mut cursor = begin.clone();
        let mut all = vec![0u32; begin[count]];
        for position in 0..count {
            for successor in known(position) {
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
