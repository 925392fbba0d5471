//! What depth-first searches with a table have in common: the line they are on, verdicts that hold on all lines or on
//! one, limits. The [`children`](super::children) of a node, and what is known about them, have a file of their own;
//! [`ghi`](super::ghi) says what is done about verdicts that hold on one line.

use std::sync::atomic::Ordering::Relaxed;

use pnyx_game::{Estimator, Game, Outcome, RepetitionEffect};

use super::frame::{Child, Frame, Numbers};
use super::ghi::Ghi;
use super::second_level::SecondLevelResult;
use super::together::Tally;
use crate::algorithm::Run;
use crate::bounds::LARGEST;
use crate::path::{PATH_INDEPENDENT, Path};
use crate::table::{Entry, Marks, Memory, NO_MOVE, Table, Twin, table_key};
use crate::{Limit, Problem, SearchVerdict, Snapshot, Stats};

/// A depth-first search that is under way.
pub(crate) struct DepthFirstContext<'a, G: Game, E> {
    pub(super) problem: &'a Problem<'a, G>,
    /// The source of the first numbers of positions when they are generated. Without it that is delayed: they begin
    /// with 1 and 1, and whether they are terminal is tested when they are begun.
    pub(super) estimator: Option<&'a E>,
    pub(super) ghi: Ghi,
    /// Up to here numbers are added; beyond it only the largest counts, and 1 for each other.
    pub(super) sum: u32,
    /// With [`Ghi::Nagai`], the number from which a node counts as decided.
    pub(super) large: u32,
    /// The number by which the children of each node are shuffled, if there is one.
    pub(super) shuffle: Option<u64>,
    pub(super) effect: RepetitionEffect,
    pub memory: Memory,
    /// The line to the current node.
    pub(super) path: Path<G>,
    /// The nodes on it that are being searched.
    pub(super) frames: Vec<Frame<G::Move>>,
    /// The number of moves of all these nodes together.
    pub(super) open: usize,
    /// Frames to be used again.
    spare: Vec<Frame<G::Move>>,
    /// Bytes that a second level holds.
    pub(super) elsewhere: usize,
    pub stats: Stats,
    pub(super) moves: Vec<G::Move>,
    pub(super) scratch: Vec<G::Move>,
    pub(super) twins: Vec<Twin>,
    /// The number of positions at which simulations are stopped.
    pub(super) simulation_ends: u64,
    pub(super) limit: Option<Limit>,
    /// The number of nodes on the line that are assumed to be decided.
    pub(super) assumptions: u32,
    /// Positions whose verdicts rest on these assumptions.
    pub(super) assumed: Vec<u64>,
    /// The other searchers of the same question, if there are any.
    pub others: Option<Others<'a>>,
}

/// What a searcher has in common with others that use the same table.
pub(crate) struct Others<'a> {
    tally: &'a Tally,
    marks: &'a Marks,
    /// Nodes between two of its additions to the tally.
    batch: u64,
    /// What of its nodes and bytes the tally has.
    nodes: u64,
    bytes: usize,
    /// The number of nodes at which it looks for what others have decided.
    next_look: u64,
}

/// Nodes between two such looks.
const LOOK: u64 = 64;

impl<'a> Others<'a> {
    pub fn new(tally: &'a Tally, marks: &'a Marks, batch: u64) -> Others<'a> {
        Others { tally, marks, batch, nodes: 0, bytes: 0, next_look: LOOK }
    }

    /// How many are at work on a position, this one included.
    pub fn at(&self, key: u64) -> u32 {
        self.marks.count(key)
    }

    /// The nodes of all searchers, when this one has N, and the bytes of the others.
    fn add_up(&mut self, nodes: u64, bytes: usize) -> (u64, usize) {
        if nodes >= self.nodes + self.batch {
            self.tally.nodes.fetch_add(nodes - self.nodes, Relaxed);
            self.tally.bytes.fetch_add(bytes, Relaxed);
            self.tally.bytes.fetch_sub(self.bytes, Relaxed);
            (self.nodes, self.bytes) = (nodes, bytes);
        }
        let all = self.tally.nodes.load(Relaxed) + nodes - self.nodes;
        (all, self.tally.bytes.load(Relaxed).saturating_sub(self.bytes))
    }
}

impl<'a, G: Game, E: Estimator<G>> DepthFirstContext<'a, G, E> {
    /// What one more position on the line takes, its moves aside.
    const PLY_BYTES: usize =
        size_of::<Frame<G::Move>>() + size_of::<G::Position>() + size_of::<G::Move>() + 64;

    /// Where sums begin to grow slowly: [`Frame::count`] says why they have to.
    pub const SUM: u32 = 1 << 16;

    /// A search of the whole problem with delayed evaluation.
    pub fn delayed(
        problem: &'a Problem<'a, G>,
        ghi: Ghi,
        memory: Memory,
    ) -> Result<DepthFirstContext<'a, G, E>, G::Error> {
        let path = Path::new(problem.game, problem.root, problem.history)?;
        Ok(DepthFirstContext::new(problem, None, ghi, memory, path))
    }

    /// A search that begins at the end of a path.
    pub fn new(
        problem: &'a Problem<'a, G>,
        estimator: Option<&'a E>,
        ghi: Ghi,
        memory: Memory,
        path: Path<G>,
    ) -> DepthFirstContext<'a, G, E> {
        DepthFirstContext {
            problem,
            estimator,
            ghi,
            sum: Self::SUM,
            large: LARGEST,
            shuffle: None,
            effect: problem.repetition_effect(),
            memory,
            path,
            frames: Vec::new(),
            open: 0,
            spare: Vec::new(),
            elsewhere: 0,
            stats: Stats { generated: 1, proof: 1, disproof: 1, ..Stats::default() },
            moves: Vec::new(),
            scratch: Vec::new(),
            twins: Vec::new(),
            simulation_ends: 0,
            limit: None,
            assumptions: 0,
            assumed: Vec::new(),
            others: None,
        }
    }

    /// What it leaves: the table, the path it began with, and the number of nodes.
    pub fn into_parts(mut self) -> (Memory, Path<G>, u64) {
        for _ in 1..self.frames.len() {
            self.path.pop();
        }
        (self.memory, self.path, self.stats.nodes)
    }

    /// The answer of a search whose root has these numbers.
    pub fn answer(&mut self, root: Numbers) -> SearchVerdict {
        (self.stats.proof, self.stats.disproof) = (root.proof, root.disproof);
        match (self.limit.take(), root.solved()) {
            (Some(limit), _) => SearchVerdict::Unknown(limit),
            (None, Some(true)) => SearchVerdict::Proven,
            (None, Some(false)) => SearchVerdict::Disproven,
            (None, None) => SearchVerdict::Unknown(Limit::Numbers),
        }
    }

    #[inline]
    pub fn last(&self) -> &Frame<G::Move> {
        self.frames.last().expect("the root is left last")
    }

    #[inline]
    pub fn last_mut(&mut self) -> &mut Frame<G::Move> {
        self.frames.last_mut().expect("the root is left last")
    }

    /// Whether no limit has been hit. The root's numbers are stored for the observer.
    #[inline]
    pub fn goes_on(&mut self) -> bool {
        let root = self.frames[0].numbers;
        (self.stats.proof, self.stats.disproof) = (root.proof, root.disproof);
        self.limit.is_none()
    }

    /// What the root has when a limit has been hit.
    pub fn broken_off(&mut self) -> Numbers {
        self.forget_assumed(0);
        self.frames[0].numbers
    }

    /// Begin a node, the position at the end of the path.
    pub fn enter(&mut self, key: u64, thresholds: Numbers) -> Result<(), G::Error> {
        let mut frame = self.spare.pop().unwrap_or_default();
        let is_or = self.problem.game.turn(self.path.position())? == self.problem.goal.prover;
        frame.begin(key, is_or, thresholds, self.stats.nodes);
        self.frames.push(frame);
        if let Some(others) = &self.others {
            others.marks.add(key);
        }
        self.expand()
    }

    /// Threshold control (Kishimoto 2010), at the beginning of the last node: if it is known, and the node above was
    /// controlled or a shorter line has reached a child, its thresholds are raised above its numbers.
    pub fn control_thresholds(&mut self, control: bool) {
        let known = self.memory.get(self.last().key).is_some_and(|entry| !entry.blank());
        let frame = self.last_mut();
        frame.control = known && (control || frame.children.iter().any(|child| child.old));
        if frame.control {
            frame.thresholds = frame.thresholds.raised_above(frame.numbers);
        }
    }

    /// Go to a child of the last node. Returns its key in tables.
    pub fn play(&mut self, child: usize) -> Result<u64, G::Error> {
        let frame = self.last_mut();
        frame.searched = child;
        let Child { mv, key, .. } = frame.children[child];
        self.path.push(self.problem.game, mv)?;
        Ok(key)
    }

    /// Take the last node from the line, which its position still ends.
    fn pop(&mut self) -> Frame<G::Move> {
        let frame = self.frames.pop().expect("the root is left last");
        self.open -= frame.children.len();
        if let Some(others) = &self.others {
            others.marks.remove(frame.key);
        }
        frame
    }

    /// End the last node: store what was found, and update the node above it, or return the root's numbers.
    pub fn leave(&mut self) -> Option<Numbers> {
        let frame = self.pop();
        let mut numbers = frame.numbers;
        let spent = (self.stats.nodes - frame.since + 1).min(u64::from(u32::MAX)) as u32;
        // With one of its moves alone, the root is another question than the position is.
        let part = self.path.is_empty() && self.problem.only_move.is_some();
        let depends_on_ply = match numbers.solved() {
            _ if part => PATH_INDEPENDENT,
            _ if let Some(depends_on_ply) = frame.settled_elsewhere => depends_on_ply,
            Some(proven) if frame.ended => {
                self.put_verdict(frame.key, proven, NO_MOVE, spent);
                PATH_INDEPENDENT
            }
            Some(proven) => {
                let (best, depends_on_ply) = frame.reason();
                self.settle(frame.key, proven, best, depends_on_ply, spent)
            }
            None if self.too_large(numbers) => {
                let depends_on_ply;
                (numbers, depends_on_ply) = self.cut_down(&frame);
                depends_on_ply
            }
            None => {
                self.put_numbers(frame.key, numbers, spent);
                PATH_INDEPENDENT
            }
        };
        if let Some(first) = frame.assumed_from {
            self.end_assumption(first, numbers.solved() == Some(self.problem.goal.reached(Outcome::Draw)));
        }
        self.spare.push(frame);
        if self.frames.is_empty() {
            return Some(numbers);
        }
        self.report(numbers, depends_on_ply);
        None
    }

    /// End a child of the last node that was searched in another way: store what was found, and update the node.
    pub fn leave_found(&mut self, key: u64, found: SecondLevelResult, spent: u32) {
        let SecondLevelResult { numbers, best, depends_on_ply } = found;
        let depends_on_ply = match numbers.solved() {
            Some(proven) => self.settle(key, proven, best, depends_on_ply, spent),
            None => {
                self.put_numbers(key, numbers, spent);
                PATH_INDEPENDENT
            }
        };
        self.report(numbers, depends_on_ply);
    }

    /// Go back to the last node, with what was found about the child that was searched.
    fn report(&mut self, numbers: Numbers, depends_on_ply: u32) {
        self.path.pop();
        let sum = self.sum;
        let frame = self.last_mut();
        frame.children[frame.searched].settle(numbers, depends_on_ply);
        frame.count(sum);
        if let Some(others) = &self.others
            && others.at(self.last().key) > 1
        {
            self.look_all_up_again();
        }
    }

    /// If another searcher has decided a position of the line since the last look, go back to it.
    pub fn notice_others(&mut self) {
        let Some(others) = self.others.as_mut().filter(|others| self.stats.nodes >= others.next_look) else {
            return;
        };
        // A long line is looked at less often.
        others.next_look = self.stats.nodes + LOOK.max(self.frames.len() as u64);
        let above = self.path.len() + 1 - self.frames.len();
        // With one of its moves alone, the root is another question than the position is.
        let first = usize::from(above == 0 && self.problem.only_move.is_some());
        let known = (first..self.frames.len()).find_map(|place| {
            let Frame { key, numbers, .. } = self.frames[place];
            let (verdict, depends_on_ply) = self.verdict_on(key, self.path.code_at(above + place))?;
            numbers.solved().is_none().then_some((place, verdict, depends_on_ply))
        });
        let Some((place, verdict, depends_on_ply)) = known else { return };
        while self.frames.len() > place + 1 {
            let frame = self.pop();
            if frame.numbers.solved().is_none() {
                let spent = (self.stats.nodes - frame.since + 1).min(u64::from(u32::MAX)) as u32;
                self.put_numbers(frame.key, frame.numbers, spent);
            }
            self.spare.push(frame);
            self.path.pop();
        }
        let frame = self.last_mut();
        (frame.numbers, frame.settled_elsewhere) = (Numbers::verdict(verdict), Some(depends_on_ply));
    }

    /// The verdict that the table has on a position at the end of a line with this code, and what it depends on.
    fn verdict_on(&self, key: u64, code: u64) -> Option<(bool, u32)> {
        let entry = self.memory.get(key)?;
        match entry.verdict() {
            Some(verdict) => Some((verdict, PATH_INDEPENDENT)),
            None if entry.twins => self.memory.twin(key, code).map(|twin| (twin.proven, twin.depends_on_ply)),
            None => None,
        }
    }

    /// Store a verdict on the position at the end of the path. Returns what it depends on, seen from above.
    pub(super) fn settle(
        &mut self,
        key: u64,
        proven: bool,
        best: u16,
        depends_on_ply: u32,
        spent: u32,
    ) -> u32 {
        let depends_on_ply = self.depends_above(depends_on_ply);
        let shared = match self.ghi {
            Ghi::Ignore | Ghi::Nagai => true,
            Ghi::Dup | Ghi::Sim => false,
            Ghi::Full => depends_on_ply == PATH_INDEPENDENT,
        };
        if shared {
            self.put_verdict(key, proven, best, spent);
            if self.ghi == Ghi::Ignore { PATH_INDEPENDENT } else { depends_on_ply }
        } else {
            self.memory.put_twin(key, Twin { code: self.path.code(), proven, best, depends_on_ply });
            depends_on_ply
        }
    }

    /// What a verdict on the last position, which depends on this, depends on for the nodes above it.
    pub(super) fn depends_above(&self, depends_on_ply: u32) -> u32 {
        let own = self.effect != RepetitionEffect::Illegal && depends_on_ply >= self.path.ply();
        if own { PATH_INDEPENDENT } else { depends_on_ply }
    }

    /// Store a verdict that counts on all lines.
    fn put_verdict(&mut self, key: u64, proven: bool, best: u16, spent: u32) {
        let Numbers { proof, disproof } = Numbers::verdict(proven);
        self.put(key, Entry { proof, disproof, best, ..Entry::default() }, spent);
    }

    fn put_numbers(&mut self, key: u64, numbers: Numbers, spent: u32) {
        let Numbers { proof, disproof } = numbers;
        self.put(key, Entry { proof, disproof, ..Entry::default() }, spent);
    }

    fn put(&mut self, key: u64, entry: Entry, spent: u32) {
        if self.assumptions > 0 && entry.verdict() == Some(self.problem.goal.reached(Outcome::Draw)) {
            self.assumed.push(key);
        }
        let known = self.memory.get(key);
        let ply = u16::try_from(self.path.ply()).unwrap_or(u16::MAX);
        self.memory.put(
            key,
            Entry {
                effort: known.map_or(0, |known| known.effort).saturating_add(spent),
                ply: known.filter(|known| !known.blank()).map_or(ply, |known| known.ply.min(ply)),
                ..entry
            },
        );
    }

    /// Whether a limit has been hit; if none has, the observer hears that the search goes down from here.
    pub fn resources_exhausted(&mut self, run: &mut Run<'_, '_, G>) -> bool {
        let hit = self.limit_hit(run);
        if !hit {
            run.observer.iteration(&self.snapshot(self.nodes_together()));
        }
        hit
    }

    /// Whether a limit has been hit, now or before.
    pub fn limit_hit(&mut self, run: &mut Run<'_, '_, G>) -> bool {
        let beside = self.beside_bytes();
        let own = beside + self.memory.memory_bytes();
        let mut together = (self.stats.nodes, 0);
        if let Some(others) = &mut self.others {
            together = others.add_up(self.stats.nodes, beside);
        }
        let (nodes, elsewhere) = together;
        let memory = self.stats.take_memory(self.problem.game, own + elsewhere);
        if self.limit.is_none() && self.others.as_ref().is_some_and(|others| others.tally.is_done()) {
            self.limit = Some(Limit::Stopped);
        }
        if self.limit.is_none() {
            self.limit = run.budget.exhausted(nodes, memory, run.observer, || self.snapshot(nodes));
        }
        self.limit.is_some()
    }

    /// Bytes in use, those of the game aside.
    #[inline]
    pub fn memory_bytes(&self) -> usize {
        self.beside_bytes() + self.memory.memory_bytes()
    }

    /// Those beside the table.
    #[inline]
    fn beside_bytes(&self) -> usize {
        self.path.len() * Self::PLY_BYTES + self.open * size_of::<Child<G::Move>>() + self.elsewhere
    }

    /// The nodes of all searchers.
    fn nodes_together(&self) -> u64 {
        let own = self.stats.nodes;
        self.others.as_ref().map_or(own, |others| others.tally.nodes.load(Relaxed) + own - others.nodes)
    }

    /// The search at this moment, when all searchers have N nodes.
    fn snapshot(&self, nodes: u64) -> Snapshot<'_, G> {
        let snapshot = self.stats.snapshot((self.stats.proof, self.stats.disproof), self.path.moves());
        Snapshot { nodes, ..snapshot }
    }

    pub(super) fn key(&self, position: &G::Position) -> Result<u64, G::Error> {
        table_key(self.problem.game, position)
    }
}
