//! What depth-first searches with a table have in common: the line they are on, verdicts that hold on all lines or on
//! one, limits. The [`children`](super::children) of a node, and what is known about them, have a file of their own;
//! [`ghi`](super::ghi) says what is done about verdicts that hold on one line.

use pnyx_game::{Estimator, Game, Outcome, RepetitionEffect};

use super::frame::{Child, Frame, Numbers};
use super::ghi::Ghi;
use super::second_level::SecondLevelResult;
use crate::algorithm::Run;
use crate::bounds::LARGEST;
use crate::path::{PATH_INDEPENDENT, Path};
use crate::table::{Entry, Memory, NO_MOVE, Table, Twin, table_key};
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

    /// End the last node: store what was found, and update the node above it, or return the root's numbers.
    pub fn leave(&mut self) -> Option<Numbers> {
        let frame = self.frames.pop().expect("the root is left last");
        let mut numbers = frame.numbers;
        let spent = (self.stats.nodes - frame.since + 1).min(u64::from(u32::MAX)) as u32;
        // With one of its moves alone, the root is another question than the position is.
        let part = self.path.is_empty() && self.problem.only_move.is_some();
        let depends_on_ply = match numbers.solved() {
            _ if part => PATH_INDEPENDENT,
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
        self.open -= frame.children.len();
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
            run.observer.iteration(&self.snapshot());
        }
        hit
    }

    /// Whether a limit has been hit, now or before.
    pub fn limit_hit(&mut self, run: &mut Run<'_, '_, G>) -> bool {
        let own = self.memory_bytes();
        let memory = self.stats.take_memory(self.problem.game, own);
        if self.limit.is_none() {
            self.limit = run.budget.exhausted(self.stats.nodes, memory, run.observer, || self.snapshot());
        }
        self.limit.is_some()
    }

    /// Bytes in use, those of the game aside.
    #[inline]
    pub fn memory_bytes(&self) -> usize {
        let line = self.path.len() * Self::PLY_BYTES + self.open * size_of::<Child<G::Move>>();
        self.memory.memory_bytes() + line + self.elsewhere
    }

    fn snapshot(&self) -> Snapshot<'_, G> {
        self.stats.snapshot((self.stats.proof, self.stats.disproof), self.path.moves())
    }

    pub(super) fn key(&self, position: &G::Position) -> Result<u64, G::Error> {
        table_key(self.problem.game, position)
    }
}
