//! `alpha-beta`: iterative deepening with a depth-limited alpha-beta search, as a solver of yes-or-no questions.
//!
//! **Source.** What proof-number search was compared with: Breuker, *Memory versus Search in Games* (1998), Section 3.5
//! (the program DUCK), and Winands, Uiterwijk and van den Herik, "PDS-PN: a new proof-number search algorithm" (2003),
//! Section 3.4 (MIA). Neither prints its search; this is the textbook's in its fail-soft form.
//!
//! **Answers.** Whether the prover can force the goal, where repetitions are draws or impossible. A position in which
//! the goal is reached is worth [`WIN`], one in which it has failed [`LOSS`], and what lies beyond the horizon
//! something between the two, so a root worth [`WIN`] or [`LOSS`] is decided whatever the evaluator says. The search
//! ends there; the win need not be the shortest of those on the way.
//!
//! **The graph-history interaction.** A repetition that fails the prover makes the score of a line too low, never too
//! high: lower bounds, and so proofs, hold on all lines. An upper bound, and so a disproof, depends on the smallest ply
//! of an earlier position that was repeated: the minimum over the children where the prover is on move, the best
//! child's where the refuter is. It is put into the table only if it depends on nothing above its own node. Where a
//! repetition satisfies the prover, lower and upper change places. (Verdicts are exact. A score that is none may still
//! differ from what it would be on a line that has been through positions below it, which costs time and no more.)
//! Games in which repeating is illegal are refused: there no bound holds on all lines.
//!
//! **Deviations.** DUCK had extensions and an evaluation of its own, MIA ordered moves by a neural network; here there
//! are no extensions, the evaluator is the game's, and moves are ordered by the best move of the table, two killers a
//! ply, and the history heuristic. Beyond 32 plies the depth grows by more than one at a time, by a part in 32: so a
//! forced line takes time that grows with its length and not with the square of it.
//!
//! **A node** is a position that was played to, counted only in the first iteration that reaches its depth, as in both
//! papers, and the root. All visits are `generated`; a limit on nodes also ends a search with 100 times as many.
//!
//! What was decided is stored in a [`Memory`] for the certificate, which the search itself never examines.

use pnyx_game::{Evaluator, Init, InputError, Outcome, Repetition, RepetitionEffect, Valued};

use crate::algorithm::{AlgorithmSpec, ErasedResult, ProofAlgorithm, Run, SearchSupport, Searchable};
use crate::bounds::of_value;
use crate::options::{OptionKind, OptionSpec, ParsedOptions};
use crate::ordering::{Ordering, OrderingOptions, Placed};
use crate::path::{PATH_INDEPENDENT, Path};
use crate::pn::df_pn::DfPnOptions;
use crate::pn::df_pn::TableEvidence;
use crate::table::{
    Entry, Memory, NO_MOVE, Score, ScoreTableSize, Scores, Table, TableSize, Twin, table_key,
};
use crate::{Limit, Problem, SearchVerdict, Searched, Snapshot, Stats};

/// The goal is reached.
pub const WIN: i32 = 1 << 30;
/// The goal has failed.
pub const LOSS: i32 = -WIN;

/// How many visits a node may stand for before a limit on nodes counts them.
const VISITS_PER_NODE: u64 = 100;

/// The algorithm with its options.
pub struct AlphaBeta {
    ordering: OrderingOptions,
    evaluator: bool,
    table: ScoreTableSize,
}

impl ProofAlgorithm for AlphaBeta {
    const SPEC: &'static AlgorithmSpec = &AlgorithmSpec {
        name: "alpha-beta",
        description: "iterative deepening with alpha-beta and a table: what proof-number search is compared with",
        source: "Breuker 1998; Winands, Uiterwijk and van den Herik 2003",
        parallel: false,
        options: &[
            OptionSpec::new(
                "table",
                ScoreTableSize::TABLE,
                "two-deep",
                "scores kept: two-deep (of each pair the deepest search and the newest), exact (all) or off",
            ),
            ScoreTableSize::STORED,
            OrderingOptions::KILLERS,
            OrderingOptions::HISTORY,
            OptionSpec::new(
                "evaluator",
                OptionKind::Switch,
                "on",
                "off: all positions at the horizon are worth the same",
            ),
        ],
    };

    fn read(options: &ParsedOptions<'_>) -> Result<AlphaBeta, InputError> {
        let ordering =
            OrderingOptions { killers: options.switch("killers")?, history: options.switch("history")? };
        let evaluator = options.switch("evaluator")?;
        let table = ScoreTableSize::read(options)?;
        Ok(AlphaBeta { ordering, evaluator, table })
    }

    fn refuses(&self, rule: Repetition) -> Option<&'static str> {
        (rule == Repetition::Illegal).then_some(
            "alpha-beta cannot search games in which repeating a position is illegal: whether a move is legal \
             depends on the way to it, and its table joins ways; use df-pn or pn",
        )
    }

    /// Scores, and verdicts for the certificate, have half of the memory each. Where scores are not forgotten nobody
    /// knows what they will take, so verdicts reserve nothing beside them.
    fn search<G: Searchable>(
        &self,
        mut run: Run<'_, '_, G>,
        support: &mut dyn SearchSupport,
    ) -> ErasedResult<G> {
        let problem = run.problem;
        let half = support.table_bytes().map(|bytes| bytes / 2);
        let verdicts = half.filter(|_| self.table != ScoreTableSize::Exact);
        let mut search = AlphaBetaSearch {
            problem,
            evaluator: self.evaluator.then(G::Evaluator::default),
            effect: problem.repetition_effect(),
            scores: self.table.table(half),
            memory: support.table(problem.goal, verdicts.map_or(TableSize::Exact, TableSize::Bytes)),
            path: Path::new(problem.game, problem.root, problem.history)?,
            frames: Vec::new(),
            spare: Vec::new(),
            open: 0,
            ordering: Ordering::new(self.ordering),
            moves: Vec::new(),
            reached: 0,
            stats: Stats { nodes: 1, generated: 1, proof: 1, disproof: 1, ..Stats::default() },
            limit: None,
        };
        let verdict = search.deepen(&mut run)?;
        let AlphaBetaSearch { memory, mut stats, .. } = search;
        if !matches!(verdict, SearchVerdict::Unknown(_)) {
            (stats.proof, stats.disproof) = of_value(verdict == SearchVerdict::Proven);
        }
        let evidence = TableEvidence::new(memory, Init::Mobility, DfPnOptions::default(), stats.generated);
        Ok(Searched { verdict, stats, evidence }.erased())
    }
}

/// A score, and what its bound depends on: the upper one where a repetition fails the prover, else the lower one.
#[derive(Clone, Copy)]
struct Value {
    score: i32,
    depends_on_ply: u32,
}

struct Frame<M> {
    key: u64,
    is_or: bool,
    /// Plies to the horizon.
    depth: u32,
    /// The window it was begun with.
    alpha: i32,
    beta: i32,
    value: Value,
    /// The best move, the one that gave the value.
    best: Option<Placed<M>>,
    moves: Vec<Placed<M>>,
    /// How many of them have been tried, or are being tried.
    tried: usize,
    /// The number of visits when it was begun.
    since: u64,
}

impl<M: Copy> Frame<M> {
    fn window(&self) -> (i32, i32) {
        if self.is_or {
            (self.alpha.max(self.value.score), self.beta)
        } else {
            (self.alpha, self.beta.min(self.value.score))
        }
    }

    /// Whether nothing that could still be found matters above the node.
    fn is_cut(&self) -> bool {
        let (alpha, beta) = self.window();
        alpha >= beta
    }

    /// Take the value of the child tried last. `needs_all`: the bound that may depend on the path needs all children.
    fn take(&mut self, child: Value, needs_all: bool) {
        let better = self.best.is_none()
            || if self.is_or { child.score > self.value.score } else { child.score < self.value.score };
        if better {
            self.best = Some(self.moves[self.tried - 1]);
            self.value.score = child.score;
        }
        if needs_all {
            self.value.depends_on_ply = self.value.depends_on_ply.min(child.depends_on_ply);
        } else if better {
            self.value.depends_on_ply = child.depends_on_ply;
        }
    }
}

struct AlphaBetaSearch<'a, G: Valued> {
    problem: &'a Problem<'a, G>,
    /// Without one all that lies beyond the horizon is worth the same.
    evaluator: Option<G::Evaluator>,
    effect: RepetitionEffect,
    scores: Scores,
    memory: Memory,
    /// The line to the current node.
    path: Path<G>,
    /// The nodes on it.
    frames: Vec<Frame<G::Move>>,
    /// Lists of moves to be used again.
    spare: Vec<Vec<Placed<G::Move>>>,
    /// The number of moves of all nodes on the line together.
    open: usize,
    ordering: Ordering<G::Move>,
    moves: Vec<G::Move>,
    /// The depth of the iteration before this one.
    reached: u32,
    stats: Stats,
    limit: Option<Limit>,
}

impl<G: Valued> AlphaBetaSearch<'_, G> {
    /// What one more position on the line takes, its moves aside.
    const PLY_BYTES: usize =
        size_of::<Frame<G::Move>>() + size_of::<G::Position>() + size_of::<G::Move>() + 64;

    /// Search deeper and deeper, until the root is decided.
    fn deepen(&mut self, run: &mut Run<'_, '_, G>) -> Result<SearchVerdict, G::Error> {
        if let Some(outcome) = self.problem.game.outcome(self.problem.root)? {
            let reached = self.problem.goal.reached(outcome);
            return Ok(if reached { SearchVerdict::Proven } else { SearchVerdict::Disproven });
        }
        let mut depth = 1;
        loop {
            let score = self.alpha_beta(depth, run)?;
            match (self.limit.take(), score) {
                (Some(limit), _) => return Ok(SearchVerdict::Unknown(limit)),
                (None, WIN) => return Ok(SearchVerdict::Proven),
                (None, LOSS) => return Ok(SearchVerdict::Disproven),
                (None, _) => (self.reached, depth) = (depth, depth + 1 + depth / 32),
            }
        }
    }

    /// The score of the root, searched to a depth.
    fn alpha_beta(&mut self, depth: u32, run: &mut Run<'_, '_, G>) -> Result<i32, G::Error> {
        self.enter(table_key(self.problem.game, self.problem.root)?, depth, (LOSS, WIN), run)?;
        loop {
            let frame = self.frames.last_mut().expect("the root is left last");
            let value = if frame.tried < frame.moves.len() && !frame.is_cut() {
                self.limit = self.limit.take().or_else(|| self.resources_exhausted(run));
                if self.limit.is_some() {
                    return Ok(0);
                }
                self.visit(run)?
            } else {
                let value = self.leave()?;
                if self.frames.is_empty() {
                    return Ok(value.score);
                }
                self.path.pop();
                Some(value)
            };
            if let Some(value) = value {
                let frame = self.frames.last_mut().expect("the root is left last");
                let needs_all = frame.is_or == (self.effect == RepetitionEffect::Fails);
                frame.take(value, needs_all);
            }
        }
    }

    /// Play the next move of the last node: returns the value behind it, or begins a node there.
    fn visit(&mut self, run: &mut Run<'_, '_, G>) -> Result<Option<Value>, G::Error> {
        let game = self.problem.game;
        let frame = self.frames.last_mut().expect("the root is left last");
        let mv = frame.moves[frame.tried].mv;
        let (depth, window) = (frame.depth - 1, frame.window());
        frame.tried += 1;
        let mut next = self.path.position().clone();
        game.play(&mut next, mv)?;
        let ply = self.path.len() as u32 + 1;
        self.stats.generated += 1;
        self.stats.nodes += u64::from(ply > self.reached);
        self.stats.max_depth = self.stats.max_depth.max(ply);

        let repetition_key = game.repetition_key(&next)?;
        if let Some(ply) = self.path.returns_to(game, mv, repetition_key)? {
            if self.effect == RepetitionEffect::Impossible {
                self.limit = Some(Limit::Misdeclared);
            }
            let score = if self.problem.goal.reached(Outcome::Draw) { WIN } else { LOSS };
            return Ok(Some(Value { score, depends_on_ply: ply }));
        }
        let key = table_key(game, &next)?;
        let score = if let Some(known) = self.known(key, depth, window) {
            known
        } else if let Some(outcome) = game.outcome(&next)? {
            if self.problem.goal.reached(outcome) { WIN } else { LOSS }
        } else if depth == 0 {
            self.evaluate(&next)?
        } else {
            self.path.push_played(mv, next, repetition_key);
            self.enter(key, depth, window, run)?;
            return Ok(None);
        };
        Ok(Some(Value { score, depends_on_ply: PATH_INDEPENDENT }))
    }

    /// The score of a position, as far as the table knows it and it matters for the window.
    fn known(&self, key: u64, depth: u32, (alpha, beta): (i32, i32)) -> Option<i32> {
        let Score { lower, upper, depth: searched, .. } = self.scores.get(key)?;
        let deep = searched >= depth;
        if upper == LOSS || (deep && upper <= alpha) {
            Some(upper)
        } else if lower == WIN || (deep && (lower >= beta || lower == upper)) {
            Some(lower)
        } else {
            None
        }
    }

    /// What the evaluator says, seen from the prover. No evaluation is a verdict.
    fn evaluate(&self, position: &G::Position) -> Result<i32, G::Error> {
        let Some(evaluator) = &self.evaluator else { return Ok(0) };
        let value = evaluator.value(self.problem.game, position)?.clamp(LOSS + 1, WIN - 1);
        Ok(if self.problem.goal.prover.index() == 0 { value } else { -value })
    }

    /// Begin a node, the position at the end of the path.
    fn enter(
        &mut self,
        key: u64,
        depth: u32,
        (alpha, beta): (i32, i32),
        run: &mut Run<'_, '_, G>,
    ) -> Result<(), G::Error> {
        let (game, position) = (self.problem.game, self.path.position());
        let turn = game.turn(position)?;
        self.problem.moves(position, self.path.is_empty(), &mut self.moves)?;
        let best = self.scores.get(key).map_or(NO_MOVE, |known| known.best);
        let mut moves = self.spare.pop().unwrap_or_default();
        let history_key = |mv| game.history_key(position, mv);
        self.ordering.arrange(&self.moves, history_key, best, self.path.len(), turn, &mut moves)?;
        self.open += moves.len();
        self.stats.expansions += 1;
        run.observer.iteration(&self.snapshot());
        let is_or = turn == self.problem.goal.prover;
        self.frames.push(Frame {
            key,
            is_or,
            depth,
            alpha,
            beta,
            value: Value { score: if is_or { LOSS } else { WIN }, depends_on_ply: PATH_INDEPENDENT },
            best: None,
            moves,
            tried: 0,
            since: self.stats.generated,
        });
        Ok(())
    }

    /// End the last node: store what was found. Returns it, with what it depends on above the node.
    fn leave(&mut self) -> Result<Value, G::Error> {
        let frame = self.frames.pop().expect("the root is left last");
        let Value { score, depends_on_ply } = frame.value;
        let fails = self.effect == RepetitionEffect::Fails;
        // Proofs depend on nothing where a repetition fails the prover, and disproofs where it does not.
        let free = depends_on_ply >= self.path.ply() || score == if fails { WIN } else { LOSS };
        let better = if frame.is_or { score > frame.alpha } else { score < frame.beta };
        if let Some(best) = frame.best.filter(|_| better) {
            let prover = self.problem.goal.prover;
            let player = if frame.is_or { prover } else { prover.opponent() };
            let history_key = || self.problem.game.history_key(self.path.position(), best.mv);
            self.ordering.reward(history_key, self.path.len(), player, frame.depth, frame.is_cut())?;
        }
        let best = frame.best.map_or(NO_MOVE, |best| u16::try_from(best.place).unwrap_or(NO_MOVE));
        let depends_on_ply = if free { PATH_INDEPENDENT } else { depends_on_ply };
        // With one of its moves alone, the root is another question than the position is.
        if !(self.path.is_empty() && self.problem.only_move.is_some()) {
            let lower = if score > frame.alpha && (free || fails) { score } else { LOSS };
            let upper = if score < frame.beta && (free || !fails) { score } else { WIN };
            self.scores.put(frame.key, Score { lower, upper, depth: frame.depth, best, tag: 0 });
            if score == WIN || score == LOSS {
                self.put_down(&frame, score == WIN, best, depends_on_ply);
            }
        }
        self.open -= frame.moves.len();
        self.spare.push(frame.moves);
        Ok(Value { score, depends_on_ply })
    }

    /// Store a verdict for the certificate.
    fn put_down(&mut self, frame: &Frame<G::Move>, proven: bool, best: u16, depends_on_ply: u32) {
        if depends_on_ply == PATH_INDEPENDENT {
            let (proof, disproof) = of_value(proven);
            let effort = u32::try_from(self.stats.generated - frame.since).unwrap_or(u32::MAX);
            let ply = u16::try_from(self.path.ply()).unwrap_or(u16::MAX);
            self.memory.put(frame.key, Entry { proof, disproof, effort, best, ply, twins: false });
        } else {
            let code = self.path.code();
            self.memory.put_twin(frame.key, Twin { code, proven, best, depends_on_ply });
        }
    }

    fn resources_exhausted(&mut self, run: &mut Run<'_, '_, G>) -> Option<Limit> {
        let line = self.path.len() * Self::PLY_BYTES + self.open * size_of::<Placed<G::Move>>();
        let tables = self.scores.memory_bytes() + self.memory.memory_bytes() + self.ordering.memory_bytes();
        let memory = self.stats.take_memory(self.problem.game, tables + line);
        let nodes = self.stats.nodes.max(self.stats.generated / VISITS_PER_NODE);
        run.budget.exhausted(nodes, memory, run.observer, || self.snapshot())
    }

    fn snapshot(&self) -> Snapshot<'_, G> {
        self.stats.snapshot((self.stats.proof, self.stats.disproof), self.path.moves())
    }
}
