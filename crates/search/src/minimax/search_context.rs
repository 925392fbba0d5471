//! What the searches of this room stand on: values, the line, the table, the order of moves, and the counts.
//!
//! **Values** are seen from Max, the player on move at the root. A final position is worth its payoff, made larger
//! than any evaluation; a position at the horizon is worth that evaluation; a repetition is worth nothing.
//!
//! **Nodes.** A leaf is a position that was valued: final, at the horizon, or a repetition. A node that the table
//! answered is a transposition. All others that were visited are interior. Later passes and iterations count again.
//!
//! **The graph-history interaction.** A value depends on the earliest position of the line that was repeated below it.
//! It goes into the table only if that is not above its own node; so a draw by repetition never becomes the value of a
//! position on other lines. What remains is the opposite: a value found without a repetition is used on a line where
//! there would be one. It is rare, and [`super::hidden_repetition`] notices it.

use pnyx_game::{Evaluator, Game, Player, Repetition};

use super::counts::{NodeCounts, OpenRow, OrderQuality, Progress, Row, Watcher};
use super::hidden_repetition::{Doubt, HiddenRepetition, Shown};
use super::node::{Begun, Child, Node, Spot};
use super::options::ValueOptions;
use super::result::ValueProblem;
use super::value::{FULL, Halt, INFINITY, Value, below};
use crate::ordering::{Ordering, Placed};
use crate::path::PATH_INDEPENDENT;
use crate::table::{NO_MOVE, Score, Scores, table_key};
use crate::{Budget, Limit};

/// The most plies of a line: the searches call themselves, and the stack has an end.
pub const MOST_PLIES: usize = 50_000;

/// Bytes to remember which positions may be repeated, at most.
const SKETCH: usize = 8 << 20;

/// The place of a move, as the table has it.
fn place_of<M>(placed: Placed<M>) -> u16 {
    u16::try_from(placed.place).unwrap_or(NO_MOVE)
}

pub(super) struct SearchContext<'a, 'b, G: Game> {
    pub game: &'a G,
    pub evaluator: &'a dyn Evaluator<G>,
    pub root: G::Position,
    /// The depth that was asked for.
    pub depth: u32,
    /// The player on move at the root.
    pub max: Player,
    /// What lies beyond all evaluations.
    largest_estimate: i32,
    pub options: &'a ValueOptions,
    pub scores: Scores,
    /// Keep the better of each bound.
    pub two_bounds: bool,
    ordering: Ordering<G::Move>,
    /// The moves from the root.
    pub line: Vec<G::Move>,
    /// Repetition keys of the history, of the root and of the positions on the line.
    seen: Vec<u64>,
    /// For each of them, the first that can still be repeated.
    since: Vec<usize>,
    history: usize,
    /// Which answers of the table may hide a draw by repetition.
    pub hidden_repetition: HiddenRepetition,
    pub counts: NodeCounts,
    pub quality: OrderQuality,
    /// Positions that were valued by the evaluator.
    pub evaluations: u64,
    /// The root's best move so far.
    pub root_best: Option<G::Move>,
    /// Lists of moves to be used again.
    spare: Vec<Vec<Placed<G::Move>>>,
    moves: Vec<G::Move>,
    /// Steps, if they were asked for: those of most searches, and those of searches with a list.
    pub trace: Option<Vec<Row<G::Move>>>,
    pub open: Option<Vec<OpenRow<G::Move>>>,
    pub progress: Progress,
    /// The limits were hit; N nodes may still be visited, to show what was found before.
    pub grace: Option<u64>,
    pub budget: &'a mut Budget<'b>,
    watcher: &'a mut dyn Watcher,
}

impl<'a, 'b, G: Game> SearchContext<'a, 'b, G> {
    pub fn new(
        question: &ValueProblem<'a, G>,
        options: &'a ValueOptions,
        scores: Scores,
        budget: &'a mut Budget<'b>,
        watcher: &'a mut dyn Watcher,
    ) -> Result<SearchContext<'a, 'b, G>, G::Error> {
        let ValueProblem { game, root, history, depth, evaluator } = *question;
        let depth = depth.map_or(FULL, |depth| depth.min(FULL - 1));
        let may_return = game.repetition() == Repetition::Draw && !scores.is_off();
        let hidden_repetition =
            HiddenRepetition::new(may_return, budget.memory().map_or(SKETCH, |most| (most / 32).min(SKETCH)));
        let mut seen = Vec::with_capacity(history.len() + 1);
        for position in history.iter().chain([root]) {
            seen.push(game.repetition_key(position)?);
        }
        Ok(SearchContext {
            game,
            evaluator,
            root: root.clone(),
            depth,
            max: game.turn(root)?,
            largest_estimate: if depth == FULL { 0 } else { evaluator.largest(game) },
            options,
            scores,
            two_bounds: !options.one_bound,
            ordering: Ordering::new(options.ordering),
            line: Vec::new(),
            since: vec![0; seen.len()],
            hidden_repetition,
            seen,
            history: history.len(),
            counts: NodeCounts::default(),
            quality: OrderQuality::default(),
            evaluations: 0,
            root_best: None,
            spare: Vec::new(),
            moves: Vec::new(),
            trace: None,
            open: None,
            progress: Progress { nodes: 0, depth: None, value: None, memory_bytes: 0 },
            grace: None,
            budget,
            watcher,
        })
    }

    /// No value is larger than this, to either player.
    pub fn largest_value(&self) -> i32 {
        self.largest_estimate.saturating_add(self.game.largest_payoff())
    }

    pub fn spot(&self, position: G::Position) -> Result<Spot<G::Position>, G::Error> {
        let key = if self.scores.is_off() { 0 } else { table_key(self.game, &position)? };
        Ok(Spot { position, key })
    }

    /// Visit a position, to be searched to a depth with a window. `looked`: it has been looked up already.
    pub fn begin(
        &mut self,
        spot: &Spot<G::Position>,
        depth: u32,
        window: (i32, i32),
        looked: bool,
    ) -> Result<Begun<G::Move>, Halt<G::Error>> {
        self.check_limits(0)?;
        let (mut alpha, mut beta) = window;
        let mut doubt = Doubt::NONE;
        let known = self.scores.get(spot.key);
        let counts = |known: &Score| !self.options.only_best && known.depth == depth;
        if let Some(known) = known.filter(|known| counts(known) && (!looked || known.is_leaf())) {
            let answer = if known.lower >= beta || known.lower == known.upper {
                Some(known.lower)
            } else if known.upper <= alpha {
                Some(known.upper)
            } else {
                None
            };
            if let Some(score) = answer {
                let doubt = self.doubt(spot, &known, score, window)?;
                let value = self.transposition(score, window, doubt);
                return Ok(Begun::Answered(Value { is_leaf: known.is_leaf(), ..value }));
            }
            if known.lower > alpha {
                alpha = known.lower;
                doubt |= self.doubt(spot, &known, alpha, (alpha - 1, alpha))?;
            }
            if known.upper < beta {
                beta = known.upper;
                doubt |= self.doubt(spot, &known, beta, (beta, beta + 1))?;
            }
        }
        if let Some(score) = self.leaf(&spot.position, depth)? {
            self.trace_step(window.0, window.1, score);
            if self.options.leaves && !self.options.only_best {
                self.scores.put(spot.key, Score { lower: score, upper: score, depth, best: NO_MOVE, tag: 0 });
            }
            return Ok(Begun::Answered(Value::leaf(score, PATH_INDEPENDENT)));
        }
        let turn = self.game.turn(&spot.position)?;
        let is_max = turn == self.max;
        self.moves.clear();
        self.game.moves(&spot.position, &mut self.moves)?;
        let mut moves = self.spare.pop().unwrap_or_default();
        let best = known.filter(|_| self.options.best).map_or(NO_MOVE, |known| known.best);
        let history_key = |mv| self.game.history_key(&spot.position, mv);
        self.ordering.arrange(&self.moves, history_key, best, self.line.len(), turn, &mut moves)?;
        if self.options.etc.is_some_and(|least| depth > least)
            && let Some((score, found)) = self.enhanced_cut(spot, depth, (alpha, beta), is_max, &mut moves)?
        {
            self.spare.push(moves);
            return Ok(Begun::Answered(self.transposition(score, window, doubt | found)));
        }
        self.counts.interior += 1;
        let node = Node::new(spot.key, is_max, depth, (alpha, beta), moves, doubt);
        self.trace_step(alpha, beta, node.g);
        Ok(Begun::Open(node))
    }

    /// Enhanced transposition cut-offs: whether the table knows a move that is enough. With the option, a move that
    /// was enough at another depth comes first.
    fn enhanced_cut(
        &mut self,
        spot: &Spot<G::Position>,
        depth: u32,
        (alpha, beta): (i32, i32),
        is_max: bool,
        moves: &mut [Placed<G::Move>],
    ) -> Result<Option<(i32, Doubt)>, Halt<G::Error>> {
        let mut promising = None;
        for (i, placed) in moves.iter().enumerate() {
            let mut next = spot.position.clone();
            self.game.play(&mut next, placed.mv)?;
            if self.repeats(&spot.position, placed.mv, &next)?.is_some() {
                continue;
            }
            let Some(known) = self.scores.get(table_key(self.game, &next)?) else { continue };
            let enough = if is_max { known.lower >= beta } else { known.upper <= alpha };
            if enough && known.depth == below(depth) {
                if self.line.is_empty() {
                    self.root_best = Some(placed.mv);
                }
                let (score, window) = if is_max {
                    (known.lower, (known.lower - 1, known.lower))
                } else {
                    (known.upper, (known.upper, known.upper + 1))
                };
                return Ok(Some((score, self.doubt_next(spot, placed.mv, &known, score, window)?)));
            }
            promising = promising.or(enough.then_some(i));
        }
        if let Some(i) = promising.filter(|_| self.options.etc_first) {
            moves[..=i].rotate_right(1);
        }
        Ok(None)
    }

    /// What the table answers about a position that is to be tested against a bound.
    pub fn known(
        &mut self,
        spot: &Spot<G::Position>,
        depth: u32,
        gamma: i32,
    ) -> Result<Option<Value>, Halt<G::Error>> {
        let known = self.scores.get(spot.key).filter(|known| known.depth == depth);
        let Some(known) = known else { return Ok(None) };
        let score = if known.upper < gamma {
            known.upper
        } else if known.lower >= gamma {
            known.lower
        } else {
            return Ok(None);
        };
        let window = (gamma - 1, gamma);
        let doubt = self.doubt(spot, &known, score, window)?;
        Ok(Some(self.transposition(score, window, doubt)))
    }

    fn transposition(&mut self, score: i32, (alpha, beta): (i32, i32), doubt: Doubt) -> Value {
        self.counts.transposition += 1;
        self.trace_step(alpha, beta, score);
        Value { score, depends_on_ply: PATH_INDEPENDENT, is_leaf: false, doubt }
    }

    /// Visit a position whose moves are not searched, if it is one: its value.
    pub fn leaf(&mut self, position: &G::Position, depth: u32) -> Result<Option<i32>, Halt<G::Error>> {
        let value = self.leaf_value(position, depth)?;
        self.counts.leaf += u64::from(value.is_some());
        Ok(value)
    }

    /// The value of a position whose moves are not searched.
    pub fn leaf_value(&mut self, position: &G::Position, depth: u32) -> Result<Option<i32>, Halt<G::Error>> {
        let value = if let Some(outcome) = self.game.outcome(position)? {
            let payoff = self.game.payoff(position, outcome)?;
            payoff + payoff.signum() * self.largest_estimate
        } else if depth == 0 {
            self.evaluations += 1;
            self.evaluator.value(self.game, position)?
        } else if self.line.len() >= MOST_PLIES {
            return Err(Halt::Limit(Limit::Plies));
        } else {
            return Ok(None);
        };
        Ok(Some(if self.max == Player::First { value } else { -value }))
    }

    /// Play the next move of a node, if there is one.
    pub fn next(
        &mut self,
        node: &mut Node<G::Move>,
        position: &G::Position,
        window: (i32, i32),
    ) -> Result<Child<G::Position>, Halt<G::Error>> {
        let mv = node.moves[node.tried].mv;
        node.tried += 1;
        self.play(position, mv, window)
    }

    /// Play a move, to be searched with a window.
    pub fn play(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        (alpha, beta): (i32, i32),
    ) -> Result<Child<G::Position>, Halt<G::Error>> {
        let child = self.advance(position, mv)?;
        if let Child::Value(_) = child {
            self.counts.leaf += 1;
            self.line.push(mv);
            self.trace_step(alpha, beta, 0);
            self.line.pop();
        }
        Ok(child)
    }

    /// Play a move without counting anything.
    pub fn advance(&mut self, position: &G::Position, mv: G::Move) -> Result<Child<G::Position>, G::Error> {
        let mut next = position.clone();
        self.game.play(&mut next, mv)?;
        if let Some(ply) = self.repeats(position, mv, &next)? {
            self.hidden_repetition.meet_repetition();
            return Ok(Child::Value(Value::leaf(0, ply)));
        }
        if self.game.repetition() != Repetition::Impossible {
            let key = self.game.repetition_key(&next)?;
            let forgets = self.game.is_irreversible(position, mv);
            let last = self.since[self.since.len() - 1];
            self.seen.push(key);
            self.since.push(if forgets { self.seen.len() - 1 } else { last });
            self.hidden_repetition.push(key, forgets);
        }
        self.line.push(mv);
        Ok(Child::Position(self.spot(next)?))
    }

    /// Take the last move of the line back.
    pub fn back(&mut self) {
        self.line.pop();
        if self.game.repetition() != Repetition::Impossible {
            self.seen.pop();
            self.since.pop();
            self.hidden_repetition.pop();
        }
    }

    /// Take all moves back: a search that was broken off leaves its line behind.
    pub fn return_to_root(&mut self) {
        while !self.line.is_empty() {
            self.back();
        }
    }

    /// The ply of the position that a move repeats.
    fn repeats(
        &self,
        position: &G::Position,
        mv: G::Move,
        next: &G::Position,
    ) -> Result<Option<u32>, G::Error> {
        if self.game.repetition() == Repetition::Impossible || self.game.is_irreversible(position, mv) {
            return Ok(None);
        }
        let key = self.game.repetition_key(next)?;
        let since = self.since[self.since.len() - 1];
        let found = self.seen[since..].iter().position(|&seen| seen == key);
        Ok(found.map(|place| (since + place + 1).saturating_sub(self.history) as u32))
    }

    /// The ply of the end of the line: 1 at the root, 0 for what was before it.
    fn ply(&self) -> u32 {
        self.line.len() as u32 + 1
    }

    /// Leave a node: store what was found.
    pub fn finish(
        &mut self,
        position: &G::Position,
        mut node: Node<G::Move>,
    ) -> Result<Value, Halt<G::Error>> {
        let Node { g, alpha, beta, depth, is_max, .. } = node;
        let doubt = node.doubt();
        let free = node.depends_on_ply >= self.ply();
        let best = node.best.expect("a node has a move");
        if if is_max { g > alpha } else { g < beta } {
            let player = if is_max { self.max } else { self.max.opponent() };
            let weight = if depth == FULL { 1 } else { depth };
            let history_key = || self.game.history_key(position, best.mv);
            self.ordering.reward(history_key, self.line.len(), player, weight, node.is_cut())?;
        }
        if self.line.is_empty() && (g > alpha || self.root_best.is_none()) {
            self.root_best = Some(best.mv);
        }
        if node.is_cut() {
            self.count_cut(node.tried == 1);
        }
        if free {
            let (lower, upper) = (if g > alpha { g } else { -INFINITY }, if g < beta { g } else { INFINITY });
            self.store(node.key, depth, (lower, upper), best, doubt);
        }
        self.spare.push(std::mem::take(&mut node.moves));
        Ok(Value {
            score: g,
            depends_on_ply: if free { PATH_INDEPENDENT } else { node.depends_on_ply },
            is_leaf: false,
            doubt,
        })
    }

    fn store(
        &mut self,
        key: u64,
        depth: u32,
        (mut lower, mut upper): (i32, i32),
        best: Placed<G::Move>,
        doubt: Doubt,
    ) {
        if self.scores.is_off() {
            return;
        }
        let mut tag = doubt.tag(self.line.len());
        if !doubt.hides() && self.hidden_repetition.doubt(tag).hides() {
            // On this line nothing is hidden.
            self.hidden_repetition.show(depth, Shown { lower, upper, doubt });
        }
        if self.options.only_best {
            return self.scores.put(key, Score::best_only(place_of(best)));
        }
        if self.two_bounds
            && let Some(before) = self.scores.get(key).filter(|before| before.depth == depth)
        {
            // Bounds contradict each other only where values depend on the line.
            if lower == -INFINITY && before.lower <= upper {
                lower = before.lower;
                tag = Doubt::joined(tag, before.tag);
            }
            if upper == INFINITY && before.upper >= lower {
                upper = before.upper;
                tag = Doubt::joined(tag, before.tag);
            }
        }
        self.scores.put(key, Score { lower, upper, depth, best: place_of(best), tag });
    }

    /// Leave a node: only its best move is stored.
    pub fn keep_best(&mut self, mut node: Node<G::Move>, best: Placed<G::Move>) {
        self.scores.put(node.key, Score::best_only(place_of(best)));
        self.spare.push(std::mem::take(&mut node.moves));
    }

    fn count_cut(&mut self, by_first: bool) {
        let ply = self.line.len();
        let cuts = &mut self.quality.cuts;
        if cuts.len() <= ply {
            cuts.resize(ply + 1, (0, 0));
        }
        cuts[ply].0 += 1;
        cuts[ply].1 += u64::from(by_first);
    }

    /// Whether a position with this repetition key was before the root.
    pub fn was_before(&self, key: u64) -> bool {
        self.seen[..self.history].contains(&key)
    }

    /// Leave the root after its moves were tested one by one: the bounds of its value, and what they depend on.
    pub fn finish_root(
        &mut self,
        mut node: Node<G::Move>,
        best: Placed<G::Move>,
        bounds: (i32, i32),
        (depends_on_ply, doubt): (u32, Doubt),
    ) {
        self.root_best = Some(best.mv);
        if depends_on_ply >= self.ply() {
            self.store(node.key, node.depth, bounds, best, doubt);
        }
        self.spare.push(std::mem::take(&mut node.moves));
    }

    /// Write a step down, if a trace was asked for.
    pub fn trace_step(&mut self, alpha: i32, beta: i32, g: i32) {
        if let Some(rows) = &mut self.trace {
            rows.push(Row { line: self.line.clone(), alpha, beta, g });
        }
    }

    /// The limit that is hit, if one is; `other` bytes are the search's beside the table.
    pub fn check_limits(&mut self, other: usize) -> Result<(), Halt<G::Error>> {
        let nodes = self.counts.total();
        let tables =
            self.scores.memory_bytes() + self.ordering.memory_bytes() + self.hidden_repetition.memory_bytes();
        let own = tables + other;
        let memory = own + self.game.memory_beside(own);
        self.progress.nodes = nodes;
        self.progress.memory_bytes = self.progress.memory_bytes.max(memory);
        let exceeded = match &mut self.grace {
            None => self.budget.exceeded(nodes, memory),
            Some(0) => Some(Limit::Nodes),
            Some(left) => {
                *left -= 1;
                None
            }
        };
        if let Some(limit) = exceeded {
            return Err(Halt::Limit(limit));
        }
        if self.budget.due() {
            if self.watcher.tick(&self.progress, self.budget.elapsed()).is_break() {
                return Err(Halt::Limit(Limit::Stopped));
            }
            let overdue =
                self.budget.overdue().filter(|limit| self.grace.is_none() || *limit == Limit::Stopped);
            if let Some(limit) = overdue {
                return Err(Halt::Limit(limit));
            }
        }
        Ok(())
    }
}
