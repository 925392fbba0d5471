//! From a solved tree to the graph of a certificate.
//!
//! The tree holds one node for each line, the graph should hold one for each position. Where the
//! graph must be acyclic, each position takes the tree node with the shortest longest line below it: lengths then fall
//! along every edge, so merging cannot make a cycle, and "wins in at most N" gets smaller, not larger.
//! Where cycles are allowed, each position takes the first node met, and a leaf that was solved by
//! repetition becomes an edge back to its position.

use std::collections::HashMap;
use std::ops::ControlFlow;

use pnyx_game::Game;
use pnyx_proof::{GraphWriter, Verdict, cycles_allowed};

use crate::Problem;
use crate::path::KeyState;
use crate::pn::Tree;

/// A certificate's graph, and what is told about it.
pub struct Extracted<M> {
    /// The uncompressed body.
    pub body: Vec<u8>,
    /// The number of nodes.
    pub nodes: u32,
    /// A line through the graph: the chooser's moves against the longest resistance.
    pub line: Vec<M>,
}

/// A position's place in the graph: the tree node that speaks for it, and its longest line in plies.
#[derive(Clone, Copy)]
struct Spokesman {
    node: u32,
    plies: u32,
}

struct Extraction<'a, G: Game> {
    problem: &'a Problem<'a, G>,
    tree: &'a Tree<G::Move>,
    verdict: Verdict,
    /// By repetition key; only for acyclic graphs.
    best: HashMap<u64, Spokesman, KeyState>,
    cycles: bool,
}

/// A tree node on the way, with the children still to be visited.
struct Frame<P> {
    position: P,
    node: u32,
    /// Children to visit, in the order of the certificate, from the last to the first.
    waiting: Vec<u32>,
    key: u64,
    plies: u32,
}

/// Extract the graph of a tree whose root is solved; `None` if `poll` breaks it off.
pub fn extract<G: Game>(
    problem: &Problem<'_, G>,
    tree: &Tree<G::Move>,
    verdict: Verdict,
    poll: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Option<Extracted<G::Move>>, G::Error> {
    let cycles = cycles_allowed(verdict, problem.repetition_effect());
    let mut extraction = Extraction { problem, tree, verdict, best: HashMap::default(), cycles };
    if !cycles && extraction.measure(poll)?.is_break() {
        return Ok(None);
    }
    let line = extraction.line()?;
    let Some(graph) = extraction.write(poll)? else { return Ok(None) };
    let nodes = graph.nodes();
    Ok(Some(Extracted { body: graph.finish(), nodes, line }))
}

impl<G: Game> Extraction<'_, G> {
    fn solved(&self, node: u32) -> bool {
        let n = self.tree.node(node);
        if self.verdict == Verdict::Proven { n.proof == 0 } else { n.disproof == 0 }
    }

    /// Whether one move is chosen at this node.
    fn chooses(&self, node: u32) -> bool {
        self.tree.node(node).is_or == (self.verdict == Verdict::Proven)
    }

    fn child_position(&self, position: &G::Position, child: u32) -> Result<G::Position, G::Error> {
        let mut next = position.clone();
        self.problem.game.play(&mut next, self.move_to(child))?;
        Ok(next)
    }

    fn move_to(&self, child: u32) -> G::Move {
        self.tree.node(child).mv.expect("a child has a move")
    }

    fn key(&self, position: &G::Position) -> Result<u64, G::Error> {
        self.problem.game.repetition_key(position)
    }

    fn frame(
        &self,
        position: G::Position,
        node: u32,
        waiting: Vec<u32>,
    ) -> Result<Frame<G::Position>, G::Error> {
        let key = self.key(&position)?;
        Ok(Frame { position, node, waiting, key, plies: 0 })
    }

    /// Find each position's spokesman, from the leaves up.
    fn measure(&mut self, poll: &mut dyn FnMut() -> ControlFlow<()>) -> Result<ControlFlow<()>, G::Error> {
        let solved_children = |this: &Self, node: u32| {
            this.tree.children(node).filter(|&c| this.solved(c)).collect::<Vec<u32>>()
        };
        let root = Tree::<G::Move>::ROOT;
        let mut stack = vec![self.frame(self.problem.root.clone(), root, solved_children(self, root))?];
        while let Some(frame) = stack.last_mut() {
            if let Some(child) = frame.waiting.pop() {
                let position = self.child_position(&frame.position, child)?;
                let next = self.frame(position, child, solved_children(self, child))?;
                stack.push(next);
                continue;
            }
            let ended = stack.pop().expect("looked at above");
            if self.best.len().is_multiple_of(1024) && poll().is_break() {
                return Ok(ControlFlow::Break(()));
            }
            let spokesman = Spokesman { node: ended.node, plies: ended.plies };
            let best = self.best.entry(ended.key).or_insert(spokesman);
            if ended.plies < best.plies {
                *best = spokesman;
            }
            let plies = best.plies + 1;
            if let Some(parent) = stack.last_mut() {
                let shorter = parent.plies == 0 || plies < parent.plies;
                let chooses = self.chooses(parent.node);
                if (chooses && shorter) || (!chooses && plies > parent.plies) {
                    parent.plies = plies;
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The children whose edges the graph has at this node: the chosen one, or all.
    fn edges(&self, position: &G::Position, node: u32) -> Result<Vec<u32>, G::Error> {
        if !self.chooses(node) {
            return Ok(self.tree.children(node).collect());
        }
        let mut chosen: Option<(u32, u32)> = None;
        for child in self.tree.children(node).filter(|&c| self.solved(c)) {
            let plies = if self.cycles {
                0
            } else {
                let key = self.key(&self.child_position(position, child)?)?;
                self.best[&key].plies
            };
            if chosen.is_none_or(|(least, _)| plies < least) {
                chosen = Some((plies, child));
            }
        }
        Ok(chosen.map(|(_, child)| child).into_iter().collect())
    }

    /// Walk the graph depth first and write it down.
    fn write(&self, poll: &mut dyn FnMut() -> ControlFlow<()>) -> Result<Option<GraphWriter>, G::Error> {
        let mut graph = GraphWriter::new();
        let mut numbers: HashMap<u64, u32, KeyState> = HashMap::default();
        let mut stack = Vec::new();
        self.enter(
            &mut graph,
            &mut numbers,
            &mut stack,
            self.problem.root.clone(),
            Tree::<G::Move>::ROOT,
            0,
        )?;
        while let Some(frame) = stack.last_mut() {
            if graph.nodes().is_multiple_of(1024) && poll().is_break() {
                return Ok(None);
            }
            let Some(child) = frame.waiting.pop() else {
                stack.pop();
                continue;
            };
            let position = self.child_position(&frame.position, child)?;
            let n = self.tree.node(child);
            // Final positions have no record; repeating them is cheaper than sharing them.
            let may_link = n.expanded() || n.by_repetition;
            match numbers.get(&self.key(&position)?) {
                Some(&number) if may_link => graph.link(number),
                _ => {
                    let number = graph.new_node();
                    self.enter(&mut graph, &mut numbers, &mut stack, position, child, number)?;
                }
            }
        }
        Ok(Some(graph))
    }

    /// Begin the record of a new node of the graph.
    fn enter(
        &self,
        graph: &mut GraphWriter,
        numbers: &mut HashMap<u64, u32, KeyState>,
        stack: &mut Vec<Frame<G::Position>>,
        position: G::Position,
        node: u32,
        number: u32,
    ) -> Result<(), G::Error> {
        let key = self.key(&position)?;
        let node = self.best.get(&key).map_or(node, |best| best.node);
        if !self.tree.node(node).expanded() {
            return Ok(());
        }
        numbers.insert(key, number);
        let mut by_notation = Vec::new();
        self.problem.game.moves_by_notation(&position, &mut by_notation)?;
        let place = |child: u32| {
            let mv = self.move_to(child);
            by_notation.iter().position(|&m| m == mv).unwrap_or(usize::MAX) as u32
        };
        let mut edges = self.edges(&position, node)?;
        if self.chooses(node) {
            graph.choose(edges.first().map_or(u32::MAX, |&child| place(child)));
        } else {
            edges.sort_by_cached_key(|&child| std::cmp::Reverse(place(child)));
        }
        stack.push(Frame { position, node, waiting: edges, key, plies: 0 });
        Ok(())
    }

    /// The line in which the other side holds out longest.
    fn line(&self) -> Result<Vec<G::Move>, G::Error> {
        let mut line = Vec::new();
        let mut position = self.problem.root.clone();
        let mut node = Tree::<G::Move>::ROOT;
        loop {
            node = match self.best.get(&self.key(&position)?) {
                Some(best) => best.node,
                None => node,
            };
            let mut longest: Option<(u32, u32)> = None;
            for child in self.edges(&position, node)? {
                let plies = if self.cycles {
                    u32::from(self.tree.node(child).expanded())
                } else {
                    self.best[&self.key(&self.child_position(&position, child)?)?].plies
                };
                if longest.is_none_or(|(most, _)| plies > most) {
                    longest = Some((plies, child));
                }
            }
            let Some((_, child)) = longest else { return Ok(line) };
            line.push(self.move_to(child));
            position = self.child_position(&position, child)?;
            node = child;
        }
    }
}
