//! One thread's search.

use std::collections::HashSet;

use pnyx_game::{Forcing, Prospect};

use super::frame::{Child, Frame, State};
use super::{DOUBTFUL, Finding, ForcedWinOptions, HOPELESS, UNLIMITED, history_keys};
use crate::bounds::INFINITY;
use crate::path::KeyState;
use crate::table::{Known, LengthTable, NEVER, NO_MOVE};
use crate::{Limit, Problem, Snapshot, Stats};

/// Nodes between two checks of what other threads have decided.
const GLANCE: u64 = 64;

/// Expansions between two checks of the memory.
const WEIGHED: u64 = 256;

/// Asked before every step; returns the limit that ends the search.
pub(crate) type Pause<'a, G> = &'a mut dyn FnMut(&Snapshot<'_, G>) -> Option<Limit>;

pub(crate) struct ForcedWinSearch<'a, G: Forcing> {
    pub problem: &'a Problem<'a, G>,
    options: ForcedWinOptions,
    pub length_table: &'a LengthTable,
    /// Board keys of the positions before the root, which must not be repeated.
    history: HashSet<u64, KeyState>,
    frames: Vec<Frame<G::Position, G::Move>>,
    /// Keys of the frames, where there is no limit.
    on_line: HashSet<u64, KeyState>,
    /// The moves to the last frame.
    line: Vec<G::Move>,
    spare: Vec<Vec<Child<G::Move>>>,
    prospects: Vec<Prospect<G::Move>>,
    next_glance: u64,
    next_weighing: u64,
    /// See [`Forcing::wins_on_own_move`].
    wins_on_own_move: bool,
    /// A win was met that takes longer than can be stored.
    too_long: bool,
    pub stats: Stats,
}

impl<'a, G: Forcing> ForcedWinSearch<'a, G> {
    pub fn new(
        problem: &'a Problem<'a, G>,
        options: ForcedWinOptions,
        length_table: &'a LengthTable,
    ) -> Result<Self, G::Error> {
        Ok(ForcedWinSearch {
            problem,
            options,
            length_table,
            history: history_keys(problem)?,
            frames: Vec::new(),
            on_line: HashSet::default(),
            line: Vec::new(),
            spare: Vec::new(),
            prospects: Vec::new(),
            next_glance: 0,
            next_weighing: WEIGHED,
            wins_on_own_move: problem.game.wins_on_own_move(),
            too_long: false,
            stats: Stats::default(),
        })
    }

    /// Search a position, with N of the prover's moves left. `pause` is asked before every step and may end it.
    pub fn run(&mut self, root: &G::Position, left: u32, pause: Pause<'_, G>) -> Result<Finding, G::Error> {
        let key = self.problem.game.board_key(root)?;
        self.enter(root.clone(), key, left, (HOPELESS, HOPELESS))?;
        loop {
            if self.options.threads > 1 && self.stats.nodes >= self.next_glance {
                self.next_glance = self.stats.nodes + GLANCE;
                self.notice_others();
            }
            if self.stats.expansions >= self.next_weighing {
                self.next_weighing = (self.stats.expansions / WEIGHED + 1) * WEIGHED;
                self.stats.memory_bytes = self.stats.memory_bytes.max(self.memory_bytes());
            }
            let root = self.frames[0].state;
            (self.stats.proof, self.stats.disproof) = (root.proof, root.disproof);
            if self.last().goes_on() {
                let snapshot = Snapshot {
                    nodes: self.stats.nodes,
                    proof: root.proof,
                    disproof: root.disproof,
                    memory_bytes: self.stats.memory_bytes,
                    line: &self.line,
                };
                if let Some(limit) = pause(&snapshot) {
                    while !self.frames.is_empty() {
                        let frame = self.pop();
                        self.put(&frame);
                    }
                    return Ok(Finding::Nothing(limit));
                }
                self.descend()?;
            } else if let Some(root) = self.leave() {
                return Ok(match root {
                    State { proof: 0, win, .. } => Finding::Win(win),
                    State { disproof: 0, no_win_within, .. } => Finding::NoWin(no_win_within),
                    _ if self.too_long => Finding::Nothing(Limit::Plies),
                    _ => Finding::Nothing(Limit::Numbers),
                });
            }
        }
    }

    fn last(&self) -> &Frame<G::Position, G::Move> {
        self.frames.last().expect("the root is left last")
    }

    fn last_mut(&mut self) -> &mut Frame<G::Position, G::Move> {
        self.frames.last_mut().expect("the root is left last")
    }

    /// Go on with the most promising child, unless more is known of it by now.
    fn descend(&mut self) -> Result<(), G::Error> {
        let (length_table, options) = (self.length_table, self.options);
        let own = self.wins_on_own_move;
        let frame = self.frames.last_mut().expect("the root is left last");
        let left = frame.left_after();
        let (best, thresholds) = if options.threads > 1 {
            frame.select(&options, |child| length_table.marked(child.key, left))
        } else {
            frame.select(&options, |_| 0)
        };
        frame.searched = best;
        let Child { mv, key, state } = frame.children[best];
        if let Some(known) = look_up(length_table, key, left, state, own)
            && known != state
        {
            frame.children[best].state = known;
            frame.count(&options);
            return Ok(());
        }
        let mut position = frame.position.clone();
        self.problem.game.play(&mut position, mv)?;
        self.line.push(mv);
        self.enter(position, key, left, thresholds)
    }

    /// Begin a node: list its moves, and look up what is known about them.
    fn enter(
        &mut self,
        position: G::Position,
        key: u64,
        left: u32,
        thresholds: (u32, u32),
    ) -> Result<(), G::Error> {
        let (game, goal) = (self.problem.game, self.problem.goal);
        let mut prospects = std::mem::take(&mut self.prospects);
        let outcome = game.prospects(&position, key, goal.prover, &mut prospects)?;
        let since = self.stats.nodes;
        self.stats.nodes += 1 + if game.judges_unplayed() { 0 } else { prospects.len() as u64 };
        self.stats.expansions += 1;
        self.stats.max_depth = self.stats.max_depth.max(self.line.len() as u32);
        if self.frames.is_empty()
            && let Some(only) = self.problem.only_move
        {
            prospects.retain(|prospect| prospect.mv == only);
        }
        let mut children = self.spare.pop().unwrap_or_default();
        children.clear();
        let is_or = game.turn(&position)? == goal.prover;
        let state = match outcome {
            Some(outcome) if goal.reached(outcome) => State::won(0),
            // When the moves are used up, nothing is said about more of them.
            Some(_) if left == 0 => State::no_win(0),
            Some(_) => State::no_win(NEVER),
            None if left == 0 && (is_or || self.wins_on_own_move) => State::no_win(0),
            None => State::open(1, 1),
        };
        let decided = state.is_decided();
        let mut frame = Frame {
            position,
            key,
            left,
            is_or,
            thresholds,
            children,
            searched: 0,
            state,
            best: NO_MOVE,
            since,
        };
        if !decided {
            let left = frame.left_after();
            for prospect in &prospects {
                self.length_table.prefetch(prospect.key);
            }
            for prospect in &prospects {
                let state = self.first_state(prospect, key, left, is_or);
                frame.children.push(Child { mv: prospect.mv, key: prospect.key, state });
            }
            frame.count(&self.options);
        }
        self.prospects = prospects;
        if self.options.threads > 1 {
            self.length_table.mark(key, left);
        }
        if left == UNLIMITED {
            self.on_line.insert(key);
        }
        self.frames.push(frame);
        Ok(())
    }

    /// What is known about the position after a move from the position with this key.
    fn first_state(&self, prospect: &Prospect<G::Move>, key: u64, left: u32, is_or: bool) -> State {
        let fresh = State::open(prospect.proof, prospect.disproof);
        if left == 0 && is_or && self.wins_on_own_move && !prospect.may_end {
            State::no_win(0)
        } else if self.history.contains(&prospect.key) {
            State::no_win(NEVER)
        } else if left == UNLIMITED && (prospect.key == key || self.on_line.contains(&prospect.key)) {
            State::open(HOPELESS, 1)
        } else if left != UNLIMITED && !is_or && self.makes_cycle(prospect.key, key) {
            State::no_win(left)
        } else {
            look_up(self.length_table, prospect.key, left, fresh, self.wins_on_own_move).unwrap_or(fresh)
        }
    }

    /// Whether a move of the other side repeats a position since the prover's last move. These moves alone may
    /// repeat positions forever, so that is no win, whatever is left.
    fn makes_cycle(&self, after: u64, key: u64) -> bool {
        let others = self.frames.iter().rev().take_while(|frame| !frame.is_or);
        after == key || others.map(|frame| frame.key).any(|before| before == after)
    }

    /// End the last node: store what was found, and update the node above it, or return what the root has come to.
    fn leave(&mut self) -> Option<State> {
        let frame = self.pop();
        let mut state = frame.state;
        self.too_long |= frame.is_too_long();
        self.put(&frame);
        self.spare.push(frame.children);
        let options = self.options;
        let Some(above) = self.frames.last_mut() else { return Some(state) };
        let child = &mut above.children[above.searched].state;
        (state.win, state.no_win_within) =
            (state.win.min(child.win), state.no_win_within.max(child.no_win_within));
        *child = state;
        above.count(&options);
        None
    }

    fn pop(&mut self) -> Frame<G::Position, G::Move> {
        let frame = self.frames.pop().expect("the root is left last");
        if frame.left == UNLIMITED {
            self.on_line.remove(&frame.key);
        }
        self.line.pop();
        if self.options.threads > 1 {
            self.length_table.unmark(frame.key, frame.left);
        }
        frame
    }

    /// Store what was found at a node.
    fn put(&self, frame: &Frame<G::Position, G::Move>) {
        // With one of its moves alone, the root is another question than the position is.
        if self.frames.is_empty() && self.problem.only_move.is_some() {
            return;
        }
        let State { proof, disproof, win, no_win_within } = frame.state;
        let effort = (self.stats.nodes - frame.since).min(u64::from(u32::MAX)) as u32;
        let known = Known { proof, disproof, win, no_win_within, best: frame.best, effort };
        if !frame.state.is_decided() {
            let hopeless = proof >= HOPELESS || disproof >= HOPELESS;
            let known = if hopeless { Known { proof: DOUBTFUL, disproof: 1, ..known } } else { known };
            self.length_table.put_numbers(frame.key, frame.left, known);
        } else if frame.left == UNLIMITED {
            self.length_table.put(frame.key, known);
        } else {
            // The numbers that a search without a limit has stored there stay.
            let before =
                self.length_table.get(frame.key).map_or((0, 0), |before| (before.proof, before.disproof));
            self.length_table.put(frame.key, Known { proof: before.0, disproof: before.1, ..known });
        }
    }

    /// If another thread has decided a position of the line, go back to it.
    fn notice_others(&mut self) {
        let only = usize::from(self.problem.only_move.is_some());
        let decided = self.frames.iter().enumerate().skip(only).find_map(|(place, frame)| {
            let state =
                State::from_lengths(self.length_table.get(frame.key)?, frame.left, self.wins_on_own_move)?;
            (!frame.state.is_decided()).then_some((place, state))
        });
        if let Some((place, state)) = decided {
            while self.frames.len() > place + 1 {
                let frame = self.pop();
                self.put(&frame);
                self.spare.push(frame.children);
            }
            self.last_mut().state = state;
        }
    }

    fn memory_bytes(&self) -> usize {
        let children: usize = self.frames.iter().map(|frame| frame.children.capacity()).sum();
        let spare: usize = self.spare.iter().map(Vec::capacity).sum();
        let frame = size_of::<Frame<G::Position, G::Move>>() + size_of::<G::Move>() + 2 * size_of::<u64>();
        let own = self.length_table.memory_bytes()
            + (children + spare) * size_of::<Child<G::Move>>()
            + self.frames.capacity() * frame;
        own + self.problem.game.memory_beside(own)
    }
}

/// What the length table has for a position with N moves left, if more than its first state.
pub(super) fn look_up(
    length_table: &LengthTable,
    key: u64,
    left: u32,
    fresh: State,
    seen: bool,
) -> Option<State> {
    let known = length_table.get(key);
    if let Some(state) = known.and_then(|known| State::from_lengths(known, left, seen)) {
        return Some(state);
    }
    let (win, no_win_within) = known.map_or((NEVER, 0), |known| (known.win, known.no_win_within));
    // The numbers for this limit; those of the search without one are better than none.
    let numbers = if left == UNLIMITED { known } else { length_table.numbers(key, left).or(known) };
    let numbers = numbers.filter(|known| {
        known.proof != 0 && known.disproof != 0 && known.proof != INFINITY && known.disproof != INFINITY
    });
    let (proof, disproof) =
        numbers.map_or((fresh.proof, fresh.disproof), |known| (known.proof, known.disproof));
    (numbers.is_some() || known.is_some()).then_some(State { proof, disproof, win, no_win_within })
}
