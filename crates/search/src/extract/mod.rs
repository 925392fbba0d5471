//! From what a search leaves behind to the graph of a certificate.
//!
//! A search may hold one node for each line, or none at all; the graph has one for each position.

use std::collections::HashSet;
use std::ops::ControlFlow;

use pnyx_game::{Game, RepetitionEffect, Rules};
use pnyx_proof::{GraphWriter, Verdict, cycles_allowed};

use crate::path::KeyState;
use crate::table::Memory;
use crate::tree::Tree;
use crate::{Problem, Searched};

mod collection;
mod illegal;
mod plan;

use collection::Collection;
use plan::Plan;

/// What a search leaves behind: enough to show its verdict.
pub trait Evidence<G: Game> {
    /// Visit positions on which the verdict rests, the root first; more do no harm, and final ones are not
    /// needed. Where the solution may have cycles the positions of one solution will do; without, more of them can make it shorter.
    /// `visit` says whether to go on below the position.
    fn positions(&mut self, solved: &Solved<'_, G>, visit: &mut Visit<'_, G>) -> Result<(), G::Error>;

    /// Search again what the verdict needs and [`positions`](Self::positions) did not visit; `undecided` says, by
    /// the repetition key, which of its positions cannot be shown yet. Returns whether anything was gained.
    fn mend(
        &mut self,
        _solved: &Solved<'_, G>,
        _undecided: &Undecided<'_>,
        _poll: Poll<'_>,
    ) -> Result<bool, G::Error> {
        Ok(false)
    }

    /// What another search may begin with.
    fn into_memory(self: Box<Self>) -> Option<Memory> {
        None
    }

    /// The lines of the solution, needed where repeating is illegal: `None` if they are not known. No line
    /// may be cut at a position that has to be `whole`.
    fn lines(
        &mut self,
        _solved: &Solved<'_, G>,
        _whole: &Whole<'_>,
        _poll: Poll<'_>,
    ) -> Result<Option<Lines<'_, G::Move>>, G::Error> {
        Ok(None)
    }
}

/// What a search returns, whatever it leaves behind: certificates are made by one piece of code for all searches.
pub type ErasedSearch<G> = Searched<Box<dyn Evidence<G>>>;

impl<E> Searched<E> {
    /// The same, without the type of the evidence.
    pub fn erased<G: Game>(self) -> ErasedSearch<G>
    where
        E: Evidence<G> + 'static,
    {
        let Searched { verdict, stats, evidence } = self;
        Searched { verdict, stats, evidence: Box::new(evidence) }
    }
}

/// A solution, line by line.
pub struct Lines<'a, M> {
    /// The nodes; those that agree with the verdict are in it.
    pub(crate) tree: &'a Tree<M>,
    /// Nodes without children whose position is decided without repetition, and stands in the tree elsewhere.
    pub(crate) cut: Option<&'a HashSet<u32>>,
}

impl<M> Lines<'_, M> {
    fn is_cut(&self, node: u32) -> bool {
        self.cut.is_some_and(|cut| cut.contains(&node))
    }
}

/// Whether lines through the position with this key must not be cut there.
pub type Whole<'a> = dyn Fn(u64) -> bool + 'a;

/// Whether the position with this repetition key cannot be shown yet.
pub type Undecided<'a> = dyn Fn(u64) -> bool + 'a;

/// Takes a position in; says whether to go on below it.
pub type Visit<'a, G> = dyn FnMut(&<G as Rules>::Position) -> Result<bool, <G as Rules>::Error> + 'a;

/// Called now and then; may break the work off.
pub type Poll<'a> = &'a mut dyn FnMut() -> ControlFlow<()>;

pub enum Extraction<M> {
    /// A certificate's graph, and a line through it: the chooser's moves against the longest resistance.
    Done { body: Vec<u8>, line: Vec<M> },
    /// `poll` broke it off.
    Stopped,
    /// The evidence does not show the verdict, for this reason.
    Failed(&'static str),
}

impl<M> Extraction<M> {
    /// Failed, unless that was because of being stopped.
    fn failed(why: &'static str, poll: Poll<'_>) -> Extraction<M> {
        if poll().is_break() { Extraction::Stopped } else { Extraction::Failed(why) }
    }
}

/// What the search believed does not make a solution.
const FORGOTTEN: &str = "the positions remembered do not make a solution, and no other was found";

pub fn extract<G: Game>(
    problem: &Problem<'_, G>,
    evidence: &mut dyn Evidence<G>,
    verdict: Verdict,
    poll: Poll<'_>,
) -> Result<Extraction<G::Move>, G::Error> {
    let effect = problem.repetition_effect();
    let mut history = HashSet::default();
    for position in problem.history {
        history.insert(problem.game.repetition_key(position)?);
    }
    let limited = problem.game.moves_left(problem.root).is_some();
    let solved =
        Solved { problem, verdict, cycles: cycles_allowed(verdict, effect, limited), limited, history };
    if effect == RepetitionEffect::Illegal {
        return illegal::extract(&solved, evidence, poll);
    }
    let Some(plan) = Plan::new(&solved, evidence, poll)? else { return Ok(Extraction::Stopped) };
    if !plan.shows_root() {
        return Ok(Extraction::failed(FORGOTTEN, poll));
    }
    let line = main_line(&solved, &plan)?;
    let Some(graph) = write(&solved, &plan, poll)? else { return Ok(Extraction::Stopped) };
    Ok(Extraction::Done { body: graph.finish(), line })
}

/// A question with its answer.
pub struct Solved<'a, G: Game> {
    /// The question.
    pub problem: &'a Problem<'a, G>,
    /// The answer.
    pub verdict: Verdict,
    /// Whether the graph may have cycles.
    pub cycles: bool,
    /// Whether the goal limits the prover's moves.
    pub limited: bool,
    /// Repetition keys of the positions before the root.
    history: HashSet<u64, KeyState>,
}

impl<G: Game> Solved<'_, G> {
    /// Whether one move is chosen where the prover is, or is not, on move.
    pub(crate) fn chooses(&self, is_or: bool) -> bool {
        is_or == (self.verdict == Verdict::Proven)
    }

    pub(crate) fn after(&self, position: &G::Position, mv: G::Move) -> Result<G::Position, G::Error> {
        let mut next = position.clone();
        self.problem.game.play(&mut next, mv)?;
        Ok(next)
    }

    /// Take in a position with its successors, by their keys; `false` if it is known.
    fn discover(
        &self,
        found: &mut Collection<G::Move>,
        position: &G::Position,
        is_root: bool,
        key: impl Fn(&G::Position) -> Result<u64, G::Error>,
    ) -> Result<bool, G::Error> {
        let name = key(position)?;
        let provers_turn = self.problem.game.turn(position)? == self.problem.goal.prover;
        let left = self.problem.game.moves_left(position);
        if !found.add(name, left.map(|left| (left, left.saturating_sub(u32::from(provers_turn))))) {
            return Ok(false);
        }
        if is_root && self.limited && self.problem.only_move.is_some() {
            // The same position later has all its moves.
            found.hide(name);
        }
        let mut moves = Vec::new();
        self.problem.moves(position, is_root, &mut moves)?;
        for mv in moves {
            let next = self.after(position, mv)?;
            let successor = if self.suits(&next)? { None } else { Some(key(&next)?) };
            found.lead_to(mv, successor);
        }
        found.chooses.push(self.chooses(provers_turn));
        Ok(true)
    }

    /// Whether the game ends here as the verdict says: by the rules, or by a repetition of the history.
    fn suits(&self, position: &G::Position) -> Result<bool, G::Error> {
        let proven = self.verdict == Verdict::Proven;
        Ok(match self.problem.game.outcome(position)? {
            Some(outcome) => self.problem.goal.reached(outcome) == proven,
            None => self.cycles && !self.history.is_empty() && self.history.contains(&self.key(position)?),
        })
    }

    /// What the repetition rule compares, but for the moves that are left.
    fn key(&self, position: &G::Position) -> Result<u64, G::Error> {
        let game = self.problem.game;
        if self.limited {
            return game.repetition_key(&game.with_moves_left(position, 0));
        }
        game.repetition_key(position)
    }
}

/// Visit the root and what is below it, depth first. `below` returns the move to a child, and the child's own
/// children; `None` where there is nothing to visit.
pub(crate) fn depth_first<G: Game, Children: Iterator>(
    problem: &Problem<'_, G>,
    children: Children,
    mut below: impl FnMut(Children::Item) -> Option<(G::Move, Children)>,
    visit: &mut Visit<'_, G>,
) -> Result<(), G::Error> {
    let mut stack = Vec::new();
    if visit(problem.root)? {
        stack.push((problem.root.clone(), children));
    }
    while let Some((position, waiting)) = stack.last_mut() {
        let Some(child) = waiting.next() else {
            stack.pop();
            continue;
        };
        if let Some((mv, children)) = below(child) {
            let mut next = position.clone();
            problem.game.play(&mut next, mv)?;
            if visit(&next)? {
                stack.push((next, children));
            }
        }
    }
    Ok(())
}

/// An edge of the graph, to a position that has a record of its own or ends at once.
struct Edge<G: Game> {
    mv: G::Move,
    /// The place among the moves sorted by notation.
    place: u32,
    /// The target's number in the plan; `None` if nothing follows it.
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
    let mut graph = GraphWriter::new().limited(solved.limited);
    // The numbers of the nodes, by their names.
    let mut numbers: Vec<Option<u32>> = vec![None; plan.len()];
    // The nodes on the way, with the edges still to be written, the last one first.
    let mut stack: Vec<(G::Position, Vec<Edge<G>>)> = Vec::new();
    let mut next = plan.root().map(|name| (name, solved.problem.root.clone(), 0));
    loop {
        if let Some((name, position, number)) = next.take() {
            numbers[name as usize] = Some(number);
            let mut edges = plan.edges(name, &position)?;
            if plan.chooses(name) {
                graph.choose(edges.first().map_or(u32::MAX, |edge| edge.place));
            }
            edges.reverse();
            stack.push((position, edges));
        }
        let Some((position, edges)) = stack.last_mut() else { return Ok(Some(graph)) };
        let Some(edge) = edges.pop() else {
            stack.pop();
            continue;
        };
        if graph.nodes().is_multiple_of(1024) && poll().is_break() {
            return Ok(None);
        }
        if let Some(number) = edge.target.and_then(|name| numbers[name as usize]) {
            graph.link(number);
            continue;
        }
        let reached = solved.after(position, edge.mv)?;
        if let Some(name) = edge.target {
            let (position, by) = plan.shifted(name, reached);
            next = Some((name, position, graph.shifted_node(by)));
            continue;
        }
        // A position that was there before the root may be the root itself.
        let is_root =
            !solved.history.is_empty() && solved.key(&reached)? == solved.key(solved.problem.root)?;
        if is_root {
            graph.link(0);
        } else {
            graph.new_node();
        }
    }
}

/// The line in which the other side holds out longest, or until it repeats a position.
fn main_line<G: Game>(solved: &Solved<'_, G>, plan: &Plan<'_, G>) -> Result<Vec<G::Move>, G::Error> {
    let game = solved.problem.game;
    let mut line = Vec::new();
    let mut seen = HashSet::new();
    let (mut position, mut name) = (solved.problem.root.clone(), plan.root());
    while let Some(here) = name.filter(|&here| seen.insert((here, game.moves_left(&position)))) {
        let shown = plan.shifted(here, position.clone()).0;
        let edges = plan.edges(here, &shown)?.into_iter();
        let longest = edges.reduce(|most, edge| if edge.length > most.length { edge } else { most });
        let Some(edge) = longest else { break };
        line.push(edge.mv);
        // The moves that are left are those of the line, of which a node may have others.
        game.play(&mut position, edge.mv)?;
        name = if solved.limited && game.outcome(&position)?.is_some() { None } else { edge.target };
    }
    Ok(line)
}
