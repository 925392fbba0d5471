//! The loop of the searches that join transpositions: `pn-dag` and `pn-dcg`.
//!
//! It is the loop of `pn`, from the figures of the same names, with two changes: a child that is generated may turn
//! out to be a node that exists, and all parents of a node are updated instead of one. Which children are looked up, and
//! what becomes of one that is an ancestor, is what the two searches differ in.
//!
//! The update leaves the same numbers in every order, because the graph has no cycles. The next descent starts at the
//! first node of the line whose numbers were set again: above it no child has changed, so a descent from the root
//! would go the same way.

use pnyx_game::{Estimator, Game, Outcome, Repetition};

use super::graph::{Graph, Node};
use crate::bounds::LARGEST;
use crate::{Budget, Limit, Observer, Path, Problem, Snapshot, Stats, Verdict};

/// How transpositions are joined.
pub(super) trait Joining {
    /// Whether the position after a move may share its node with equal ones.
    fn looks_up<G: Game>(&self, game: &G, position: &G::Position, mv: G::Move) -> bool;

    /// Whether a child that is an ancestor becomes a leaf; if not, it cannot be one, and the rules are in error.
    fn cuts_off(&self, rule: Repetition) -> bool;
}

/// A search under way.
pub(super) struct Search<'a, G: Game, E, J> {
    problem: &'a Problem<'a, G>,
    estimator: &'a E,
    joining: J,
    pub graph: Graph<G::Move>,
    /// The positions from the root to the current node, and the nodes.
    path: Path<G>,
    line: Vec<u32>,
    pub stats: Stats,
    /// Edges to nodes that existed: they count towards the limit only.
    links: u64,
    moves: Vec<G::Move>,
    scratch: Vec<G::Move>,
}

impl<'a, G: Game, E: Estimator<G>, J: Joining> Search<'a, G, E, J> {
    const ROOT: u32 = Graph::<G::Move>::ROOT;

    /// A search that has looked at the root.
    pub fn new(problem: &'a Problem<'a, G>, estimator: &'a E, joining: J) -> Result<Self, G::Error> {
        let (game, root) = (problem.game, problem.root);
        let node = evaluate(problem, estimator, root, false, &mut Vec::new())?;
        let draw_reaches_goal = problem.goal.reached(Outcome::Draw);
        let mut graph = Graph::new(node, draw_reaches_goal);
        graph.store(identity(game, root)?, Self::ROOT);
        graph.set_on_line(Self::ROOT, true);
        Ok(Search {
            problem,
            estimator,
            joining,
            graph,
            path: Path::new(game, root, problem.history)?,
            line: vec![Self::ROOT],
            stats: Stats { nodes: 1, generated: 1, ..Stats::default() },
            links: 0,
            moves: Vec::new(),
            scratch: Vec::new(),
        })
    }

    /// Figure 3.2.
    pub fn proof_number_search(
        &mut self,
        budget: &mut Budget<'_>,
        observer: &mut dyn Observer<G>,
    ) -> Result<Verdict, G::Error> {
        let verdict = loop {
            let root = self.graph.node(Self::ROOT);
            if root.solved() {
                break if root.proof == 0 { Verdict::Proven } else { Verdict::Disproven };
            }
            if let Some(limit) = self.resources_exhausted(budget, observer) {
                break Verdict::Unknown(limit);
            }
            let (most_proving, new) = self.select_most_proving_node()?;
            if !new && self.problem.game.repetition() == Repetition::Impossible {
                break Verdict::Unknown(Limit::Misdeclared);
            }
            self.stats.max_depth = self.stats.max_depth.max(self.path.len() as u32);
            if let Some(limit) = self.expand_node(most_proving)? {
                break Verdict::Unknown(limit);
            }
            self.graph.update(most_proving);
            observer.iteration(&self.snapshot());
            self.go_back();
        };
        let root = self.graph.node(Self::ROOT);
        (self.stats.proof, self.stats.disproof) = (root.proof, root.disproof);
        Ok(verdict)
    }

    fn resources_exhausted(
        &mut self,
        budget: &mut Budget<'_>,
        observer: &mut dyn Observer<G>,
    ) -> Option<Limit> {
        let own = self.graph.memory_bytes();
        let memory = own + self.problem.game.memory_beside(own);
        self.stats.memory_bytes = self.stats.memory_bytes.max(memory);
        let root = self.graph.node(Self::ROOT);
        if root.proof == LARGEST || root.disproof == LARGEST {
            return Some(Limit::Numbers);
        }
        budget.exhausted(self.stats.nodes + self.links, memory, observer, || self.snapshot())
    }

    /// Figure 3.4, from the end of the line on; also tells whether the position there is new on its line.
    fn select_most_proving_node(&mut self) -> Result<(u32, bool), G::Error> {
        let mut node = *self.line.last().expect("a line has a root");
        let mut new = true;
        while self.graph.node(node).expanded() {
            let n = self.graph.node(node);
            let (is_or, wanted) = (n.is_or, if n.is_or { n.proof } else { n.disproof });
            let edges = self.graph.edges(node).iter();
            let best = edges.copied().find(|edge| {
                let (proof, disproof) = self.graph.numbers(edge);
                wanted == if is_or { proof } else { disproof }
            });
            let edge = best.expect("a node's minimum is one of its children's");
            new &= self.path.push(self.problem.game, edge.mv)?;
            node = edge.child;
            self.line.push(node);
            self.graph.set_on_line(node, true);
        }
        Ok((node, new))
    }

    /// Figure 3.5, with transpositions; gives what prevents it.
    fn expand_node(&mut self, node: u32) -> Result<Option<Limit>, G::Error> {
        let game = self.problem.game;
        self.moves.clear();
        match self.problem.only_move {
            Some(only) if node == Self::ROOT => self.moves.push(only),
            _ => game.moves(self.path.position(), &mut self.moves)?,
        }
        if !self.graph.has_room(self.moves.len()) {
            return Ok(Some(Limit::Memory));
        }
        self.graph.begin(node);
        for i in 0..self.moves.len() {
            if !self.generate_child(node, self.moves[i])? {
                return Ok(Some(Limit::Misdeclared));
            }
        }
        self.stats.expansions += 1;
        Ok(None)
    }

    /// A new node, a link, or a cut-off leaf; `false` if the child is an ancestor and cannot be one.
    fn generate_child(&mut self, node: u32, mv: G::Move) -> Result<bool, G::Error> {
        let game = self.problem.game;
        let shared = self.joining.looks_up(game, self.path.position(), mv);
        let mut position = self.path.position().clone();
        game.play(&mut position, mv)?;
        self.stats.generated += 1;
        let key = if shared { Some(identity(game, &position)?) } else { None };
        match key.and_then(|key| self.graph.find(key)) {
            Some(known) if self.graph.is_above(known, node) => {
                if !self.joining.cuts_off(game.repetition()) {
                    return Ok(false);
                }
                self.graph.cut_off(node, mv, known);
                self.stats.nodes += 1;
            }
            Some(known) => {
                self.graph.link(node, mv, known);
                self.links += 1;
            }
            None => {
                let repeats = self.path.repeats(game, mv, &position)?.is_some();
                let child = evaluate(self.problem, self.estimator, &position, repeats, &mut self.scratch)?;
                let child = self.graph.add_child(node, mv, child);
                if let Some(key) = key {
                    self.graph.store(key, child);
                }
                self.stats.nodes += 1;
            }
        }
        Ok(true)
    }

    /// Take the line back to where the next descent starts.
    fn go_back(&mut self) {
        for _ in 0..self.graph.stale(&self.line) {
            let node = self.line.pop().expect("the root stays");
            self.graph.set_on_line(node, false);
            self.path.pop();
        }
    }

    fn snapshot(&self) -> Snapshot<'_, G> {
        let root = self.graph.node(Self::ROOT);
        Snapshot {
            nodes: self.stats.nodes,
            proof: root.proof,
            disproof: root.disproof,
            memory_bytes: self.stats.memory_bytes,
            line: self.path.moves(),
        }
    }
}

/// What makes two positions one node: what the repetition rule compares, or all of it where there is no such rule.
fn identity<G: Game>(game: &G, position: &G::Position) -> Result<u64, G::Error> {
    if game.repetition() == Repetition::Draw { game.repetition_key(position) } else { game.key(position) }
}

/// A leaf: its value, or the first numbers of an unknown one.
fn evaluate<G: Game>(
    problem: &Problem<'_, G>,
    estimator: &impl Estimator<G>,
    position: &G::Position,
    repeats: bool,
    scratch: &mut Vec<G::Move>,
) -> Result<Node, G::Error> {
    let (outcome, replies) = problem.game.evaluate(position, scratch)?;
    if outcome.is_some() || repeats {
        return Ok(Node::settled(problem.goal.reached(outcome.unwrap_or(Outcome::Draw))));
    }
    let is_or = problem.game.turn(position)? == problem.goal.prover;
    let estimate = estimator.estimate(problem.game, position, is_or, replies)?;
    Ok(Node::leaf(is_or, estimate.proof, estimate.disproof))
}
