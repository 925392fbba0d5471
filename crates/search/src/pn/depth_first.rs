//! What depth-first searches with a table have in common: the line they are on, verdicts that hold on all lines or on
//! one, limits. The [`children`](super::children) of a node, and what is known of them, have a file of their own.
//!
//! **The graph-history interaction.** A verdict that leans on the line, because a position on it came back (or
//! must not), is kept for that line alone, as a [`Twin`]. Each verdict carries the smallest ply of an earlier
//! position it leans on: the minimum over the children where all are needed, forbidden moves included, the best
//! child's where one is enough. Where a repetition is a draw, a verdict that leans on nothing above its own node is
//! true on all lines. Where it is illegal, only one that leans on nothing at all is, and even that one may fail on a
//! line that has been through a position of its solution: the root's verdict stays true, but certificates have to
//! end each line at the **first** position decided without repetition. That holds as long as the positions of a
//! solution are the ones whose return is forbidden. Where several positions count as one (in Go the same stones after a
//! pass), a line may have been at another one of them, and the root's verdict may be false: about one in 400 made-up
//! games with such keys. Its certificate then fails, and whoever wants the answer has to ask [`Ghi::Sim`].

use pnyx_game::{Estimator, Game, Outcome, Repetition, RepetitionEffect};

use super::df_pn;
use super::frame::{Child, Frame, NOTHING, Numbers};
use super::memory::Memory;
use super::second_level::Found;
use crate::bounds::LARGEST;
use crate::extract::Remembered;
use crate::table::{Entry, NO_MOVE, Table, Twin};
use crate::{Budget, Limit, Observer, Path, Problem, Searched, Snapshot, Stats, Verdict};

/// What is done about verdicts that hold on some lines only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ghi {
    /// Nothing: they count on all lines. Wrong.
    Ignore,
    /// Every verdict is kept for its line only.
    Dup,
    /// As `Dup`; on another line the moves of its solution are tried first.
    Sim,
    /// As `Sim`, and verdicts that lean on no line count on all.
    Full,
    /// None is kept; see [`nagai`](super::nagai).
    Nagai,
}

/// A depth-first search that is under way.
pub(crate) struct Ground<'a, G: Game, E> {
    pub(super) problem: &'a Problem<'a, G>,
    /// What gives positions their first numbers when they are generated. Without it that is delayed: they begin with 1
    /// and 1, and whether they are terminal is tested when they are begun.
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
    /// The number of positions at which simulations are given up.
    pub(super) simulation_ends: u64,
    pub(super) limit: Option<Limit>,
    /// The number of sealed nodes on the line.
    pub(super) seals: u32,
    /// Positions whose verdicts assume that sealed nodes are decided.
    pub(super) assumed: Vec<u64>,
}

impl<'a, G: Game, E: Estimator<G>> Ground<'a, G, E> {
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
    ) -> Result<Ground<'a, G, E>, G::Error> {
        let path = Path::new(problem.game, problem.root, problem.history)?;
        Ok(Ground::new(problem, None, ghi, memory, path))
    }

    /// A search that begins at the end of a path.
    pub fn new(
        problem: &'a Problem<'a, G>,
        estimator: Option<&'a E>,
        ghi: Ghi,
        memory: Memory,
        path: Path<G>,
    ) -> Ground<'a, G, E> {
        Ground {
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
            seals: 0,
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
    pub fn answer(&mut self, root: Numbers) -> Verdict {
        (self.stats.proof, self.stats.disproof) = (root.proof, root.disproof);
        match (self.limit.take(), root.solved()) {
            (Some(limit), _) => Verdict::Unknown(limit),
            (None, Some(true)) => Verdict::Proven,
            (None, Some(false)) => Verdict::Disproven,
            (None, None) => Verdict::Unknown(Limit::Numbers),
        }
    }

    /// What a search of the whole problem leaves. What its table forgets is searched again by df-pn.
    pub fn searched(self, verdict: Verdict, estimator: &E) -> Searched<Remembered<G, E>>
    where
        E: Clone,
    {
        let Ground { ghi, memory, stats, .. } = self;
        let options = df_pn::Options { ghi, ..df_pn::Options::default() };
        Searched {
            verdict,
            stats,
            evidence: Remembered::new(memory, estimator.clone(), options, stats.nodes),
        }
    }

    /// The last node of the line.
    #[inline]
    pub fn last(&self) -> &Frame<G::Move> {
        self.frames.last().expect("the root is left last")
    }

    /// The same, to change it.
    #[inline]
    pub fn last_mut(&mut self) -> &mut Frame<G::Move> {
        self.frames.last_mut().expect("the root is left last")
    }

    /// Whether no limit has been hit. The root's numbers are put down for whoever watches.
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

    /// Threshold control (Kishimoto 2010), at the beginning of the last node: its thresholds are raised above its numbers
    /// if it is known, and so is a child that a shorter line has reached; or if the node above it has been controlled.
    pub fn control_thresholds(&mut self, control: bool) {
        let known = self.memory.get(self.last().key).is_some_and(|entry| !entry.blank());
        let frame = self.last_mut();
        frame.control = known && (control || frame.children.iter().any(|child| child.old));
        if frame.control {
            frame.thresholds = frame.thresholds.raised_above(frame.numbers);
        }
    }

    /// Go to a child of the last node. Gives what the tables know it by.
    pub fn play(&mut self, child: usize) -> Result<u64, G::Error> {
        let frame = self.last_mut();
        frame.searched = child;
        let Child { mv, key, .. } = frame.children[child];
        self.path.push(self.problem.game, mv)?;
        Ok(key)
    }

    /// End the last node: put down what was found, and tell the node above it. Gives the numbers of the root if it
    /// was that.
    pub fn leave(&mut self) -> Option<Numbers> {
        let frame = self.frames.pop().expect("the root is left last");
        let mut numbers = frame.numbers;
        let spent = (self.stats.nodes - frame.since + 1).min(u64::from(u32::MAX)) as u32;
        // With one of its moves alone, the root is another question than the position is.
        let part = self.path.is_empty() && self.problem.only_move.is_some();
        let leans_on = match numbers.solved() {
            _ if part => NOTHING,
            Some(proven) if frame.ended => {
                self.put_verdict(frame.key, proven, NO_MOVE, spent);
                NOTHING
            }
            Some(proven) => {
                let (best, leans_on) = frame.reason();
                self.settle(frame.key, proven, best, leans_on, spent)
            }
            None if self.too_large(numbers) => {
                let leans_on;
                (numbers, leans_on) = self.cut_down(&frame);
                leans_on
            }
            None => {
                self.put_numbers(frame.key, numbers, spent);
                NOTHING
            }
        };
        if let Some(first) = frame.sealed {
            self.unseal(first, numbers.solved() == Some(self.problem.goal.reached(Outcome::Draw)));
        }
        self.open -= frame.children.len();
        self.spare.push(frame);
        if self.frames.is_empty() {
            return Some(numbers);
        }
        self.tell(numbers, leans_on);
        None
    }

    /// End a child of the last node that was searched in another way: put down what was found, and tell the node.
    pub fn leave_found(&mut self, key: u64, found: Found, spent: u32) {
        let Found { numbers, best, leans_on } = found;
        let leans_on = match numbers.solved() {
            Some(proven) => self.settle(key, proven, best, leans_on, spent),
            None => {
                self.put_numbers(key, numbers, spent);
                NOTHING
            }
        };
        self.tell(numbers, leans_on);
    }

    /// Go back to the last node, with what was found about the child that was searched.
    fn tell(&mut self, numbers: Numbers, leans_on: u32) {
        self.path.pop();
        let sum = self.sum;
        let frame = self.last_mut();
        frame.children[frame.searched].settle(numbers, leans_on);
        frame.count(sum);
    }

    /// Put down a verdict on the position at the end of the path. Gives what it leans on, seen from above.
    pub(super) fn settle(&mut self, key: u64, proven: bool, best: u16, leans_on: u32, spent: u32) -> u32 {
        let leans_on = self.leans_above(leans_on);
        let shared = match self.ghi {
            Ghi::Ignore | Ghi::Nagai => true,
            Ghi::Dup | Ghi::Sim => false,
            Ghi::Full => leans_on == NOTHING,
        };
        if shared {
            self.put_verdict(key, proven, best, spent);
            if self.ghi == Ghi::Ignore { NOTHING } else { leans_on }
        } else {
            self.memory.put_twin(key, Twin { code: self.path.code(), proven, best, leans_on });
            leans_on
        }
    }

    /// What a verdict on the last position, which leans on this, leans on for the nodes above it.
    pub(super) fn leans_above(&self, leans_on: u32) -> u32 {
        let own = self.effect != RepetitionEffect::Illegal && leans_on >= self.path.ply();
        if own { NOTHING } else { leans_on }
    }

    /// Put down a verdict that counts on all lines.
    fn put_verdict(&mut self, key: u64, proven: bool, best: u16, spent: u32) {
        let Numbers { proof, disproof } = Numbers::verdict(proven);
        self.put(key, Entry { proof, disproof, best, ..Entry::default() }, spent);
    }

    fn put_numbers(&mut self, key: u64, numbers: Numbers, spent: u32) {
        let Numbers { proof, disproof } = numbers;
        self.put(key, Entry { proof, disproof, ..Entry::default() }, spent);
    }

    fn put(&mut self, key: u64, entry: Entry, spent: u32) {
        if self.seals > 0 && entry.verdict() == Some(self.problem.goal.reached(Outcome::Draw)) {
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

    /// Whether a limit has been hit; if none has, whoever watches is told that search goes down from here.
    pub fn resources_exhausted(&mut self, budget: &mut Budget<'_>, observer: &mut dyn Observer<G>) -> bool {
        let hit = self.limit_hit(budget, observer);
        if !hit {
            observer.iteration(&self.snapshot());
        }
        hit
    }

    /// Whether a limit has been hit, now or before.
    pub fn limit_hit(&mut self, budget: &mut Budget<'_>, observer: &mut dyn Observer<G>) -> bool {
        let own = self.memory_bytes();
        let memory = own + self.problem.game.memory_beside(own);
        self.stats.memory_bytes = self.stats.memory_bytes.max(memory);
        if self.limit.is_none() {
            self.limit = budget.exhausted(self.stats.nodes, memory, observer, || self.snapshot());
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
        Snapshot {
            nodes: self.stats.nodes,
            proof: self.stats.proof,
            disproof: self.stats.disproof,
            memory_bytes: self.stats.memory_bytes,
            line: self.path.moves(),
        }
    }

    /// What the tables know a position by.
    pub(super) fn key(&self, position: &G::Position) -> Result<u64, G::Error> {
        identity(self.problem.game, position)
    }
}

/// What tables know a position by. Where a repetition is a draw, positions that the rule does not tell apart have the
/// same future.
pub(crate) fn identity<G: Game>(game: &G, position: &G::Position) -> Result<u64, G::Error> {
    if game.repetition() == Repetition::Draw { game.repetition_key(position) } else { game.key(position) }
}
