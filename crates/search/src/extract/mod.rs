//! From a solved tree to the graph of a certificate.
//!
//! The tree holds one node for each line, the graph one for each position.

use std::collections::HashMap;
use std::ops::ControlFlow;

use pnyx_game::{Game, RepetitionEffect};
use pnyx_proof::{GraphWriter, Verdict, cycles_allowed};

use crate::Problem;
use crate::path::KeyState;
use crate::pn::Tree;

mod acyclic;
mod cyclic;
mod illegal;
mod lengths;

/// A certificate's graph, and what is told about it.
pub struct Extracted<M> {
    /// The uncompressed body.
    pub body: Vec<u8>,
    /// The number of nodes.
    pub nodes: u32,
    /// A line through the graph: the chooser's moves against the longest resistance.
    pub line: Vec<M>,
}

/// Called now and then; may break the work off.
type Poll<'a> = &'a mut dyn FnMut() -> ControlFlow<()>;

/// Extract the graph of a tree whose root is solved; `None` if `poll` breaks it off.
pub fn extract<G: Game>(
    problem: &Problem<'_, G>,
    tree: &Tree<G::Move>,
    verdict: Verdict,
    poll: Poll<'_>,
) -> Result<Option<Extracted<G::Move>>, G::Error> {
    let solved = Solved { problem, tree, verdict };
    if problem.repetition_effect() == RepetitionEffect::Illegal {
        illegal::extract(&solved, poll)
    } else if cycles_allowed(verdict, problem.repetition_effect()) {
        let plan = cyclic::Plan { solved: &solved };
        finish(&solved, &plan, poll)
    } else {
        match acyclic::Plan::new(&solved, poll)? {
            Some(plan) => finish(&solved, &plan, poll),
            None => Ok(None),
        }
    }
}

fn finish<G: Game, P: Plan<G>>(
    solved: &Solved<'_, G>,
    plan: &P,
    poll: Poll<'_>,
) -> Result<Option<Extracted<G::Move>>, G::Error> {
    let line = main_line(solved, plan)?;
    let Some(graph) = write(solved, plan, poll)? else { return Ok(None) };
    let nodes = graph.nodes();
    Ok(Some(Extracted { body: graph.finish(), nodes, line }))
}

/// A solved tree and the question it answers.
struct Solved<'a, G: Game> {
    problem: &'a Problem<'a, G>,
    tree: &'a Tree<G::Move>,
    verdict: Verdict,
}

impl<G: Game> Solved<'_, G> {
    const ROOT: u32 = Tree::<G::Move>::ROOT;

    /// Whether this node's value is the verdict's.
    fn agrees(&self, node: u32) -> bool {
        let n = self.tree.node(node);
        if self.verdict == Verdict::Proven { n.proof == 0 } else { n.disproof == 0 }
    }

    /// Whether one move is chosen where the prover is, or is not, on move.
    fn chooses(&self, is_or: bool) -> bool {
        is_or == (self.verdict == Verdict::Proven)
    }

    fn after(&self, position: &G::Position, mv: G::Move) -> Result<G::Position, G::Error> {
        let mut next = position.clone();
        self.problem.game.play(&mut next, mv)?;
        Ok(next)
    }

    /// Whether the game ends here as the verdict says.
    fn suits(&self, position: &G::Position) -> Result<bool, G::Error> {
        let outcome = self.problem.game.outcome(position)?;
        let proven = self.verdict == Verdict::Proven;
        Ok(outcome.is_some_and(|outcome| self.problem.goal.reached(outcome) == proven))
    }

    fn key(&self, position: &G::Position) -> Result<u64, G::Error> {
        self.problem.game.repetition_key(position)
    }
}

/// An edge of the graph, to a position that has a record of its own or ends at once.
struct Edge<G: Game, N> {
    mv: G::Move,
    /// The place among the moves sorted by notation, of a chosen move.
    place: u32,
    position: G::Position,
    key: u64,
    /// What the plan knows the target by; `None` if nothing follows it.
    target: Option<N>,
    /// How long the other side holds out there.
    length: u32,
}

/// Which moves the graph has.
trait Plan<G: Game> {
    /// What the plan knows a position by.
    type Name: Copy;

    fn root(&self) -> Option<Self::Name>;

    /// Whether a move is chosen here.
    fn chooses(&self, name: Self::Name) -> bool;

    /// The chosen edge, or all of them, sorted by notation.
    fn edges(&self, name: Self::Name, position: &G::Position) -> Result<Vec<Edge<G, Self::Name>>, G::Error>;
}

/// Walk the graph depth first and write it down.
fn write<G: Game, P: Plan<G>>(
    solved: &Solved<'_, G>,
    plan: &P,
    poll: Poll<'_>,
) -> Result<Option<GraphWriter>, G::Error> {
    let mut graph = GraphWriter::new();
    let mut numbers: HashMap<u64, u32, KeyState> = HashMap::default();
    // The edges still to be written of the nodes on the way, each node's last one first.
    let mut stack: Vec<Vec<Edge<G, P::Name>>> = Vec::new();
    let mut next = Some((plan.root(), solved.problem.root.clone(), solved.key(solved.problem.root)?, 0));
    loop {
        if let Some((Some(name), position, key, number)) = next.take() {
            numbers.insert(key, number);
            let mut edges = plan.edges(name, &position)?;
            if plan.chooses(name) {
                graph.choose(edges.first().map_or(u32::MAX, |edge| edge.place));
            }
            edges.reverse();
            stack.push(edges);
        }
        let Some(edges) = stack.last_mut() else { return Ok(Some(graph)) };
        let Some(edge) = edges.pop() else {
            stack.pop();
            continue;
        };
        if graph.nodes().is_multiple_of(1024) && poll().is_break() {
            return Ok(None);
        }
        match numbers.get(&edge.key) {
            Some(&number) => graph.link(number),
            None => next = Some((edge.target, edge.position, edge.key, graph.new_node())),
        }
    }
}

/// The line in which the other side holds out longest.
fn main_line<G: Game, P: Plan<G>>(solved: &Solved<'_, G>, plan: &P) -> Result<Vec<G::Move>, G::Error> {
    let mut line = Vec::new();
    let (mut position, mut name) = (solved.problem.root.clone(), plan.root());
    while let Some(here) = name {
        let mut longest: Option<Edge<G, P::Name>> = None;
        for edge in plan.edges(here, &position)? {
            if longest.as_ref().is_none_or(|most| edge.length > most.length) {
                longest = Some(edge);
            }
        }
        let Some(edge) = longest else { break };
        line.push(edge.mv);
        (position, name) = (edge.position, edge.target);
    }
    Ok(line)
}
