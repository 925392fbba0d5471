//! The loop of the searches that join transpositions: `pn-dag` and `pn-dcg`.
//!
//! It is the loop of `pn`, from the figures of the same names, with two changes: a child that is generated may turn
//! out to be a node that exists, and all parents of a node are updated instead of one. Which children are looked up,
//! and what is done with one that is an ancestor, is what the two searches differ in.
//!
//! The update leaves the same numbers in every order, because the graph has no cycles. The next descent starts at the
//! first node of the line whose numbers were set again: above it no child has changed, so a descent from the root
//! would go the same way.

use pnyx_game::{Estimator, Game, Outcome, Repetition};

use super::graph::{Graph, Node};
use crate::algorithm::Run;
use crate::bounds::ProofNumbers;
use crate::path::Path;
use crate::table::table_key;
use crate::{Limit, Problem, SearchVerdict, Snapshot, Stats};

/// Why searches that join transpositions cannot search games with this repetition rule, if they cannot.
pub(super) fn refuses(rule: Repetition) -> Option<&'static str> {
    (rule == Repetition::Illegal).then_some(
        "pn-dag and pn-dcg cannot search games in which repeating a position is illegal: whether a move is \
         legal depends on the way to it, and they join ways; use pn",
    )
}

/// Which positions share their node with equal ones.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Joining {
    /// Those that an irreversible move has just led to. None can be an ancestor, or else the rules are in error.
    Irreversible,
    /// All. Where a repetition is a draw, a child that is an ancestor becomes a leaf.
    All,
}

pub(super) struct GraphSearch<'a, G: Game, E> {
    problem: &'a Problem<'a, G>,
    estimator: &'a E,
    joining: Joining,
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

impl<'a, G: Game, E: Estimator<G>> GraphSearch<'a, G, E> {
    const ROOT: u32 = Graph::<G::Move>::ROOT;

    /// A search that has examined the root.
    pub fn new(problem: &'a Problem<'a, G>, estimator: &'a E, joining: Joining) -> Result<Self, G::Error> {
        let (game, root) = (problem.game, problem.root);
        let node = evaluate(problem, estimator, root, false, &mut Vec::new())?;
        let draw_reaches_goal = problem.goal.reached(Outcome::Draw);
        let mut graph = Graph::new(node, draw_reaches_goal);
        graph.store(table_key(game, root)?, Self::ROOT);
        graph.node_mut(Self::ROOT).on_line = true;
        Ok(GraphSearch {
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
    pub fn proof_number_search(&mut self, run: &mut Run<'_, '_, G>) -> Result<SearchVerdict, G::Error> {
        let verdict = loop {
            let root = self.graph.node(Self::ROOT);
            if root.solved() {
                break if root.proof == 0 { SearchVerdict::Proven } else { SearchVerdict::Disproven };
            }
            if let Some(limit) = self.resources_exhausted(run) {
                break SearchVerdict::Unknown(limit);
            }
            let (most_proving, new) = self.select_most_proving_node()?;
            if !new && self.problem.game.repetition() == Repetition::Impossible {
                break SearchVerdict::Unknown(Limit::Misdeclared);
            }
            self.stats.max_depth = self.stats.max_depth.max(self.path.len() as u32);
            if let Some(limit) = self.expand_node(most_proving)? {
                break SearchVerdict::Unknown(limit);
            }
            self.graph.update(most_proving);
            run.observer.iteration(&self.snapshot());
            self.go_back();
        };
        (self.stats.proof, self.stats.disproof) = self.graph.node(Self::ROOT).numbers();
        Ok(verdict)
    }

    fn resources_exhausted(&mut self, run: &mut Run<'_, '_, G>) -> Option<Limit> {
        let memory = self.stats.take_memory(self.problem.game, self.graph.memory_bytes());
        if self.graph.node(Self::ROOT).too_large() {
            return Some(Limit::Numbers);
        }
        run.budget.exhausted(self.stats.nodes + self.links, memory, run.observer, || self.snapshot())
    }

    /// Figure 3.4, from the end of the line on; also returns whether the position there is new on its line.
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
            self.graph.node_mut(node).on_line = true;
        }
        Ok((node, new))
    }

    /// Figure 3.5, with transpositions; returns what prevents it.
    fn expand_node(&mut self, node: u32) -> Result<Option<Limit>, G::Error> {
        self.problem.moves(self.path.position(), node == Self::ROOT, &mut self.moves)?;
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
        let shared = self.joining == Joining::All
            || game.repetition() == Repetition::Impossible
            || game.is_irreversible(self.path.position(), mv);
        let mut position = self.path.position().clone();
        game.play(&mut position, mv)?;
        self.stats.generated += 1;
        let key = if shared { Some(table_key(game, &position)?) } else { None };
        match key.and_then(|key| self.graph.find(key)) {
            Some(known) if self.graph.is_above(known, node) => {
                if self.joining != Joining::All || game.repetition() != Repetition::Draw {
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
            self.graph.node_mut(node).on_line = false;
            self.path.pop();
        }
    }

    fn snapshot(&self) -> Snapshot<'_, G> {
        self.stats.snapshot(self.graph.node(Self::ROOT).numbers(), self.path.moves())
    }
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
