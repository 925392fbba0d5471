//! `df-pn`: depth-first proof-number search with a table, safe where play goes round.
//!
//! **Source.** Kishimoto and Müller, "A solution to the GHI problem for depth-first proof-number search",
//! Information Sciences 175 (2005) 296-314: Figure 2 (after Nagai 2002) and Section 3. The functions here have the
//! figure's names; its recursion is a stack of [frames](super::frame), because lines may be very long.
//!
//! **Answers.** Whether the prover can force the goal, for every repetition rule; with [`Ghi::Full`] exactly, but for
//! what is said below. [`Ghi::Ignore`] may be wrong both ways, and certificates then fail.
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
//!
//! **Errata.** Figure 2 has lost its subscripts: the child's thresholds are n.δ + φ_c - ΦSum(n) and
//! min(n.φ, δ_2 + 1), with δ_2 at first infinite. Its root test is inverted. The root's thresholds are
//! infinity - 1 (Section 3.5), and here nothing is stored on the way down: the path itself tells repetitions.
//!
//! **Deviations.** The figure looks all children up again after every search of one of them; here a node looks
//! them up when it is begun, and each again before it is searched, which saves a third of the time. Numbers are proof
//! and disproof numbers, not φ and δ, since movers need not alternate. Codes of lines chain a mixer over positions
//! (Section 3.2 adds up numbers of moves and plies). δ_2 may be stretched (1 + ε trick, Pawlewicz and Lew 2007).
//! Thresholds are raised at nodes with a child that a shorter line has reached (threshold control, Kishimoto 2010),
//! against endless turns without progress. Sums grow only up to a limit ([`Options::sum`]).
//! `ghi=nagai` is Section 2.2.4: a repetition gives a number too large to go on with, which no table keeps; a
//! node whose threshold is `large` and whose number is larger is searched again, counting as decided itself, unless
//! it was a repetition of a node above it that stopped it (or else a line of n forced moves takes 2^n searches).
//!
//! **A node** is a call of MID. Positions that were played to are counted apart, as often as they were.

use pnyx_game::{Estimate, Estimator, Game, Outcome, Repetition, RepetitionEffect};

use super::frame::{Child, Frame, NOTHING, Numbers};
use super::memory::Memory;
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
    /// None is kept; see above.
    Nagai,
}

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What is done about verdicts that hold on some lines only.
    pub ghi: Ghi,
    /// How far the threshold of the best child goes beyond the number of the second best: by this share of it.
    pub epsilon: f64,
    /// Raise thresholds where a shorter line has been.
    pub threshold_control: bool,
    /// Up to here numbers are added; beyond it only the largest counts, and 1 for each other.
    pub sum: u32,
    /// With [`Ghi::Nagai`], the root's threshold.
    pub large: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options { ghi: Ghi::Full, epsilon: 0.5, threshold_control: true, sum: 1 << 16, large: 1 << 20 }
    }
}

/// Run the search.
pub fn search<G: Game, E: Estimator<G> + Clone>(
    problem: &Problem<'_, G>,
    estimator: &E,
    options: Options,
    memory: Memory,
    budget: &mut Budget<'_>,
    observer: &mut dyn Observer<G>,
) -> Result<Searched<Remembered<G, E>>, G::Error> {
    let path = Path::new(problem.game, problem.root, problem.history)?;
    let mut search = Search::new(problem, estimator, options, memory, path);
    let verdict = search.df_pn(budget, observer)?;
    let stats = search.stats;
    let evidence = Remembered::new(search.memory, estimator.clone(), options, stats.nodes);
    Ok(Searched { verdict, stats, evidence })
}

/// A search that is under way.
pub(crate) struct Search<'a, G: Game, E> {
    pub(super) problem: &'a Problem<'a, G>,
    estimator: &'a E,
    pub(super) options: Options,
    pub(super) effect: RepetitionEffect,
    pub memory: Memory,
    /// The line to the current node.
    pub(super) path: Path<G>,
    /// The nodes on it that are being searched.
    frames: Vec<Frame<G::Move>>,
    /// The number of moves of all these nodes together.
    open: usize,
    /// Frames to be used again.
    spare: Vec<Frame<G::Move>>,
    pub stats: Stats,
    pub(super) moves: Vec<G::Move>,
    scratch: Vec<G::Move>,
    pub(super) twins: Vec<Twin>,
    /// The number of positions at which simulations are given up.
    pub(super) simulation_ends: u64,
    pub(super) limit: Option<Limit>,
    /// The number of sealed nodes on the line.
    seals: u32,
    /// Positions whose verdicts assume that sealed nodes are decided.
    assumed: Vec<u64>,
}

impl<'a, G: Game, E: Estimator<G>> Search<'a, G, E> {
    /// What one more position on the line takes, its moves aside.
    const PLY_BYTES: usize =
        size_of::<Frame<G::Move>>() + size_of::<G::Position>() + size_of::<G::Move>() + 64;

    /// A search that begins at the end of a path.
    pub fn new(
        problem: &'a Problem<'a, G>,
        estimator: &'a E,
        options: Options,
        memory: Memory,
        path: Path<G>,
    ) -> Search<'a, G, E> {
        Search {
            problem,
            estimator,
            options,
            effect: problem.repetition_effect(),
            memory,
            path,
            frames: Vec::new(),
            open: 0,
            spare: Vec::new(),
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

    /// Figure 2, Df-pn: the verdict on the position at the end of the path.
    pub fn df_pn(
        &mut self,
        budget: &mut Budget<'_>,
        observer: &mut dyn Observer<G>,
    ) -> Result<Verdict, G::Error> {
        let root = self.path.position().clone();
        let numbers = match self.problem.game.outcome(&root)? {
            Some(outcome) => Numbers::verdict(self.problem.goal.reached(outcome)),
            None => self.mid(budget, observer)?,
        };
        (self.stats.proof, self.stats.disproof) = (numbers.proof, numbers.disproof);
        self.stats.expansions = self.stats.nodes;
        Ok(match (self.limit.take(), numbers.solved()) {
            (Some(limit), _) => Verdict::Unknown(limit),
            (None, Some(true)) => Verdict::Proven,
            (None, Some(false)) => Verdict::Disproven,
            (None, None) => Verdict::Unknown(Limit::Numbers),
        })
    }

    /// Figure 2, MID, for the position at the end of the path and everything below it.
    fn mid(&mut self, budget: &mut Budget<'_>, observer: &mut dyn Observer<G>) -> Result<Numbers, G::Error> {
        let key = self.key(self.path.position())?;
        let thresholds = Numbers { proof: LARGEST, disproof: LARGEST };
        let thresholds = match self.options.ghi {
            Ghi::Nagai => self.with_large(thresholds, self.options.large),
            _ => thresholds,
        };
        self.enter(key, thresholds, false)?;
        loop {
            let root = self.frames[0].numbers;
            (self.stats.proof, self.stats.disproof) = (root.proof, root.disproof);
            if self.limit.is_some() {
                self.forget_assumed(0);
                return Ok(root);
            }
            let frame = last(&mut self.frames);
            if frame.numbers.below(frame.thresholds) {
                self.limit = self.resources_exhausted(budget, observer);
                if self.limit.is_some() {
                    continue;
                }
                observer.iteration(&self.snapshot());
                self.descend()?;
            } else if !self.seal()? {
                let (numbers, leans_on) = self.leave();
                let Some(frame) = self.frames.last_mut() else { return Ok(numbers) };
                self.path.pop();
                frame.children[frame.searched].settle(numbers, leans_on);
                frame.count(self.options.sum);
            }
        }
    }

    /// Go on with the most promising child, unless more is known of it by now.
    fn descend(&mut self) -> Result<(), G::Error> {
        let (child, thresholds) = self.select_child();
        if self.look_up_again(child) {
            return Ok(());
        }
        let frame = last(&mut self.frames);
        frame.searched = child;
        let control = std::mem::take(&mut frame.control);
        let Child { mv, key, .. } = frame.children[child];
        self.path.push(self.problem.game, mv)?;
        self.enter(key, thresholds, control)
    }

    /// Begin a node, the position at the end of the path. With `control`, thresholds may have to rise.
    fn enter(&mut self, key: u64, thresholds: Numbers, control: bool) -> Result<(), G::Error> {
        let mut frame = self.spare.pop().unwrap_or_default();
        let is_or = self.problem.game.turn(self.path.position())? == self.problem.goal.prover;
        frame.begin(key, is_or, thresholds, self.stats.nodes);
        self.frames.push(frame);
        self.expand()?;
        if !self.options.threshold_control {
            return Ok(());
        }
        let known = self.memory.get(key).is_some_and(|entry| !entry.blank());
        let frame = last(&mut self.frames);
        frame.control = known && (control || frame.children.iter().any(|child| child.old));
        if frame.control {
            frame.thresholds = frame.thresholds.raised_above(frame.numbers);
        }
        Ok(())
    }

    /// Generate the moves of the last node, and look up where they lead.
    fn expand(&mut self) -> Result<(), G::Error> {
        let game = self.problem.game;
        self.stats.nodes += 1;
        self.allow_simulation();
        self.stats.max_depth = self.stats.max_depth.max(self.path.len() as u32);
        let position = self.path.position().clone();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        match self.problem.only_move {
            Some(only) if self.path.is_empty() => moves.push(only),
            _ => game.moves(&position, &mut moves)?,
        }
        for (place, &mv) in moves.iter().enumerate() {
            let mut next = position.clone();
            game.play(&mut next, mv)?;
            self.stats.generated += 1;
            self.generate(place, mv, &next)?;
        }
        self.moves = moves;
        let frame = last(&mut self.frames);
        frame.count(self.options.sum);
        self.open += frame.children.len();
        Ok(())
    }

    /// Add a child to the last frame, with what is known about it.
    fn generate(&mut self, place: usize, mv: G::Move, next: &G::Position) -> Result<(), G::Error> {
        let game = self.problem.game;
        let repetition_key = game.repetition_key(next)?;
        let mut child = Child {
            mv,
            place: u16::try_from(place).unwrap_or(NO_MOVE),
            key: if game.repetition() == Repetition::Draw { repetition_key } else { game.key(next)? },
            code: self.path.code_after(repetition_key),
            numbers: Numbers::default(),
            leans_on: NOTHING,
            old: false,
        };
        let returns_to = self.path.returns_to(game, mv, repetition_key)?;
        if let (Some(ply), Repetition::Illegal) = (returns_to, game.repetition()) {
            let frame = last(&mut self.frames);
            frame.barred = frame.barred.min(ply);
            return Ok(());
        }
        let entry = self.memory.get(child.key);
        if let Some(ply) = returns_to {
            self.repeat(&mut child, ply);
        } else if let Some(verdict) = entry.and_then(|entry| entry.verdict()) {
            child.numbers = Numbers::verdict(verdict);
        } else if !self.known_by_line(entry, &mut child)? {
            if let Some(entry) = entry.filter(|entry| !entry.blank()) {
                child.numbers = Numbers { proof: entry.proof, disproof: entry.disproof };
                child.old = u32::from(entry.ply) <= self.path.ply();
            } else {
                child.numbers = self.evaluate(next)?;
            }
        }
        last(&mut self.frames).children.push(child);
        Ok(())
    }

    /// A child that repeats a position of the line, or of the history.
    fn repeat(&mut self, child: &mut Child<G::Move>, ply: u32) {
        if self.effect == RepetitionEffect::Impossible {
            self.limit = Some(Limit::Misdeclared);
        }
        let reached = self.problem.goal.reached(Outcome::Draw);
        let frame = ply.checked_sub(self.path.ply() + 1 - self.frames.len() as u32);
        match frame.and_then(|place| self.frames.get(place as usize)) {
            Some(frame) if self.options.ghi == Ghi::Nagai && frame.sealed.is_none() => {
                child.settle(Numbers::verdict(reached).softened(), ply);
            }
            _ => {
                child.numbers = Numbers::verdict(reached);
                child.leans_on = if self.options.ghi == Ghi::Nagai { NOTHING } else { ply };
            }
        }
    }

    /// A verdict for this very line, or for another one if it holds here too.
    fn known_by_line(&mut self, entry: Option<Entry>, child: &mut Child<G::Move>) -> Result<bool, G::Error> {
        if !entry.is_some_and(|entry| entry.twins) {
            return Ok(false);
        }
        if let Some(twin) = self.memory.twin(child.key, child.code) {
            child.settle(Numbers::verdict(twin.proven), twin.leans_on);
            return Ok(true);
        }
        if matches!(self.options.ghi, Ghi::Sim | Ghi::Full)
            && let Some((proven, leans_on)) = self.simulate(child.mv, child.key)?
        {
            child.settle(Numbers::verdict(proven), leans_on);
            return Ok(true);
        }
        Ok(false)
    }

    /// Look a child of the last node up again; gives whether something has changed.
    fn look_up_again(&mut self, child: usize) -> bool {
        let Child { key, code, numbers: before, .. } = self.frames[self.frames.len() - 1].children[child];
        let Some(entry) = self.memory.get(key) else { return false };
        let twin = if entry.twins { self.memory.twin(key, code) } else { None };
        let (numbers, leans_on) = match (entry.verdict(), twin) {
            (Some(verdict), _) => (Numbers::verdict(verdict), NOTHING),
            (None, Some(twin)) => (Numbers::verdict(twin.proven), twin.leans_on),
            _ if entry.blank() || self.too_large(before) => return false,
            _ => (Numbers { proof: entry.proof, disproof: entry.disproof }, NOTHING),
        };
        let frame = last(&mut self.frames);
        frame.children[child].settle(numbers, leans_on);
        frame.count(self.options.sum);
        numbers != before
    }

    /// Figure 2, SelectChild: the most promising child, and its thresholds.
    fn select_child(&self) -> (usize, Numbers) {
        let frame = self.frames.last().expect("the root is left last");
        let (best, second) = frame.best_and_second();
        let (most, most_rest) = frame.thresholds.seen_by(frame.is_or);
        let stretched = (f64::from(second) * (1.0 + self.options.epsilon)) as u32;
        let cost = stretched.max(second.saturating_add(1)).min(most);
        (best, Numbers::from_view(frame.is_or, cost, frame.room(best, most_rest, self.options.sum)))
    }

    /// End the last node: put down what was found. Gives it, with what it leans on above the node.
    fn leave(&mut self) -> (Numbers, u32) {
        let frame = self.frames.pop().expect("the root is left last");
        let mut numbers = frame.numbers;
        let spent = (self.stats.nodes - frame.since + 1).min(u64::from(u32::MAX)) as u32;
        // With one of its moves alone, the root is another question than the position is.
        let part = self.path.is_empty() && self.problem.only_move.is_some();
        let leans_on = match numbers.solved() {
            _ if part => NOTHING,
            Some(proven) => {
                let (best, leans_on) = frame.reason();
                self.settle(frame.key, proven, best, leans_on, spent)
            }
            None if self.too_large(numbers) => {
                // It rests on a repetition, so it is true on this line only. Sealed, the node may be tried again.
                let stopped_by = self.leans_above(self.stopped_by(&frame));
                let again = frame.sealed.is_none() && stopped_by == NOTHING;
                numbers = self.with_large(numbers, if again { self.options.large } else { LARGEST });
                stopped_by
            }
            None => {
                let entry = Entry { proof: numbers.proof, disproof: numbers.disproof, ..Entry::default() };
                self.put(frame.key, entry, spent);
                NOTHING
            }
        };
        if let Some(first) = frame.sealed {
            self.unseal(first, numbers.solved() == Some(self.problem.goal.reached(Outcome::Draw)));
        }
        self.open -= frame.children.len();
        self.spare.push(frame);
        (numbers, leans_on)
    }

    /// Put down a verdict on the position at the end of the path. Gives what it leans on, seen from above.
    pub(super) fn settle(&mut self, key: u64, proven: bool, best: u16, leans_on: u32, spent: u32) -> u32 {
        let leans_on = self.leans_above(leans_on);
        let shared = match self.options.ghi {
            Ghi::Ignore | Ghi::Nagai => true,
            Ghi::Dup | Ghi::Sim => false,
            Ghi::Full => leans_on == NOTHING,
        };
        if shared {
            let Numbers { proof, disproof } = Numbers::verdict(proven);
            self.put(key, Entry { proof, disproof, best, ..Entry::default() }, spent);
            if self.options.ghi == Ghi::Ignore { NOTHING } else { leans_on }
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

    /// Section 2.2.4: a node whose number has become too large is searched again, as if it were decided.
    fn seal(&mut self) -> Result<bool, G::Error> {
        let frame = self.frames.last().expect("the root is left last");
        if frame.sealed.is_some()
            || frame.numbers.solved().is_some()
            || !self.too_large(frame.numbers)
            || !self.too_large(frame.thresholds)
            || self.stopped_by(frame) < self.path.ply()
        {
            return Ok(false);
        }
        let frame = last(&mut self.frames);
        frame.sealed = Some(self.assumed.len());
        self.seals += 1;
        frame.thresholds = Numbers { proof: LARGEST, disproof: LARGEST };
        self.open -= frame.children.len();
        frame.children.clear();
        self.expand()?;
        Ok(true)
    }

    /// The smallest ply of the repetitions that have made a node's number too large; where one child is enough for that,
    /// of the child that goes back least. To seal a node helps only against repetitions of itself.
    fn stopped_by(&self, frame: &Frame<G::Move>) -> u32 {
        let plies =
            frame.children.iter().filter(|child| self.too_large(child.numbers)).map(|child| child.leans_on);
        let all = frame.is_or != self.problem.goal.reached(Outcome::Draw);
        if all { plies.min() } else { plies.max() }.unwrap_or(NOTHING)
    }

    /// Whether the number that a repetition makes infinite is too large to go on with.
    fn too_large(&self, numbers: Numbers) -> bool {
        let reached = self.problem.goal.reached(Outcome::Draw);
        self.options.ghi == Ghi::Nagai && numbers.against(reached) >= self.options.large
    }

    /// The same with another value for that number. The other one may be large and honest.
    fn with_large(&self, numbers: Numbers, value: u32) -> Numbers {
        let reached = self.problem.goal.reached(Outcome::Draw);
        if reached { Numbers { disproof: value, ..numbers } } else { Numbers { proof: value, ..numbers } }
    }

    fn forget_assumed(&mut self, first: usize) {
        for key in self.assumed.drain(first..) {
            self.memory.put(key, Entry::default());
        }
    }

    /// End of a sealed node: what was found below it counts if it is what was assumed.
    fn unseal(&mut self, first: usize, right: bool) {
        self.seals -= 1;
        if !right {
            self.forget_assumed(first);
        } else if self.seals == 0 {
            self.assumed.clear();
        }
    }

    fn resources_exhausted(
        &mut self,
        budget: &mut Budget<'_>,
        observer: &mut dyn Observer<G>,
    ) -> Option<Limit> {
        let line = self.path.len() * Self::PLY_BYTES + self.open * size_of::<Child<G::Move>>();
        let memory = self.memory.memory_bytes() + line + self.problem.game.memory_bytes();
        self.stats.memory_bytes = self.stats.memory_bytes.max(memory);
        if let Some(limit) = budget.exceeded(self.stats.nodes, memory) {
            return Some(limit);
        }
        if budget.due() {
            if observer.tick(&self.snapshot(), budget.elapsed()).is_break() {
                return Some(Limit::Stopped);
            }
            return budget.overdue();
        }
        None
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

    /// The value of a position, or the first numbers of an unknown one.
    fn evaluate(&mut self, position: &G::Position) -> Result<Numbers, G::Error> {
        let game = self.problem.game;
        let (outcome, replies) = game.evaluate(position, &mut self.scratch)?;
        if let Some(outcome) = outcome {
            return Ok(Numbers::verdict(self.problem.goal.reached(outcome)));
        }
        let is_or = game.turn(position)? == self.problem.goal.prover;
        let Estimate { proof, disproof } = self.estimator.estimate(game, position, is_or, replies)?;
        Ok(Numbers { proof, disproof })
    }
}

/// What tables know a position by. Where a repetition is a draw, positions that the rule does not tell apart have the
/// same future.
pub(crate) fn identity<G: Game>(game: &G, position: &G::Position) -> Result<u64, G::Error> {
    if game.repetition() == Repetition::Draw { game.repetition_key(position) } else { game.key(position) }
}

fn last<M>(frames: &mut [Frame<M>]) -> &mut Frame<M> {
    frames.last_mut().expect("the root is left last")
}
