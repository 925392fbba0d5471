//! From what a search leaves behind to the graph of a certificate.
//!
//! A search may hold one node for each line, or none at all; the graph has one for each position.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use pnyx_game::{Game, RepetitionEffect};
use pnyx_proof::{GraphWriter, Verdict, cycles_allowed};

use crate::Problem;
use crate::path::KeyState;
use crate::pn::Tree;

mod collection;
mod graph;
mod illegal;
mod plan;
mod tree;
mod twins;

use plan::Plan;

/// A certificate's graph, and what is told about it.
pub struct Extracted<M> {
    /// The uncompressed body.
    pub body: Vec<u8>,
    /// The number of nodes.
    pub nodes: u32,
    /// A line through the graph: the chooser's moves against the longest resistance.
    pub line: Vec<M>,
}

/// What a search leaves behind: enough to show its verdict.
pub trait Evidence<G: Game> {
    /// Visit positions on which the verdict rests, the root first; more do no harm, and final ones are not
    /// needed. With `cycles` the positions of one solution will do; without, more of them can make it shorter.
    /// `visit` says whether to go on below the position.
    fn positions(
        &self,
        problem: &Problem<'_, G>,
        verdict: Verdict,
        cycles: bool,
        visit: &mut Visit<'_, G>,
    ) -> Result<(), G::Error>;

    /// The tree of a search that keeps lines apart: needed where repeating is illegal.
    fn tree(&self) -> Option<&Tree<G::Move>> {
        None
    }
}

/// Takes a position in; says whether to go on below it.
pub type Visit<'a, G> = dyn FnMut(&<G as Game>::Position) -> Result<bool, <G as Game>::Error> + 'a;

/// Called now and then; may break the work off.
type Poll<'a> = &'a mut dyn FnMut() -> ControlFlow<()>;

/// Extract the graph of a solved problem; `None` if `poll` breaks it off.
pub fn extract<G: Game>(
    problem: &Problem<'_, G>,
    evidence: &impl Evidence<G>,
    verdict: Verdict,
    poll: Poll<'_>,
) -> Result<Option<Extracted<G::Move>>, G::Error> {
    let effect = problem.repetition_effect();
    let mut history = HashSet::default();
    for position in problem.history {
        history.insert(problem.game.repetition_key(position)?);
    }
    let solved = Solved { problem, verdict, cycles: cycles_allowed(verdict, effect), history };
    if effect == RepetitionEffect::Illegal {
        let tree =
            evidence.tree().expect("searches without a tree refuse games in which repeating is illegal");
        return illegal::extract(&solved, tree, poll);
    }
    let Some(plan) = Plan::new(&solved, evidence, poll)? else { return Ok(None) };
    let line = main_line(&solved, &plan)?;
    let Some(graph) = write(&solved, &plan, poll)? else { return Ok(None) };
    let nodes = graph.nodes();
    Ok(Some(Extracted { body: graph.finish(), nodes, line }))
}

/// A question with its answer.
struct Solved<'a, G: Game> {
    problem: &'a Problem<'a, G>,
    verdict: Verdict,
    /// Whether the graph may go round.
    cycles: bool,
    /// Repetition keys of the positions before the root.
    history: HashSet<u64, KeyState>,
}

impl<G: Game> Solved<'_, G> {
    /// Whether one move is chosen where the prover is, or is not, on move.
    fn chooses(&self, is_or: bool) -> bool {
        is_or == (self.verdict == Verdict::Proven)
    }

    fn after(&self, position: &G::Position, mv: G::Move) -> Result<G::Position, G::Error> {
        let mut next = position.clone();
        self.problem.game.play(&mut next, mv)?;
        Ok(next)
    }

    /// Whether the game ends here as the verdict says: by the rules, or by a repetition of the history.
    fn suits(&self, position: &G::Position) -> Result<bool, G::Error> {
        let proven = self.verdict == Verdict::Proven;
        Ok(match self.problem.game.outcome(position)? {
            Some(outcome) => self.problem.goal.reached(outcome) == proven,
            None => self.cycles && !self.history.is_empty() && self.history.contains(&self.key(position)?),
        })
    }

    fn key(&self, position: &G::Position) -> Result<u64, G::Error> {
        self.problem.game.repetition_key(position)
    }
}

/// An edge of the graph, to a position that has a record of its own or ends at once.
struct Edge<G: Game> {
    mv: G::Move,
    /// The place among the moves sorted by notation, of a chosen move.
    place: u32,
    position: G::Position,
    key: u64,
    /// What the plan knows the target by; `None` if nothing follows it.
    target: Option<u32>,
    /// How long the other side holds out there.
    length: u32,
}

/// Walk the graph depth first and write it down.
fn write<G: Game>(
    solved: &Solved<'_, G>,
    plan: &Plan<'_, G>,
    poll: Poll<'_>,
) -> Result<Option<GraphWriter>, G::Error> {
    let mut graph = GraphWriter::new();
    let mut numbers: HashMap<u64, u32, KeyState> = HashMap::default();
    // The edges still to be written of the nodes on the way, each node's last one first.
    let mut stack: Vec<Vec<Edge<G>>> = Vec::new();
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

/// The line in which the other side holds out longest, or until it goes round.
fn main_line<G: Game>(solved: &Solved<'_, G>, plan: &Plan<'_, G>) -> Result<Vec<G::Move>, G::Error> {
    let mut line = Vec::new();
    let mut seen = HashSet::new();
    let (mut position, mut name) = (solved.problem.root.clone(), plan.root());
    while let Some(here) = name.filter(|&here| seen.insert(here)) {
        let mut longest: Option<Edge<G>> = None;
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
