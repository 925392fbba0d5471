//! The path of a selection: its nodes, its moves, and, when they are needed, its positions.

use pnyx_game::Game;

use super::twin_graph::TwinGraph;
use crate::Problem;

pub(super) struct TwinPath<G: Game> {
    pub nodes: Vec<u32>,
    pub moves: Vec<G::Move>,
    /// The last path whose positions were asked for.
    line: Vec<(u32, G::Position)>,
}

impl<G: Game> TwinPath<G> {
    /// No path yet: it has to be [restarted](Self::restart).
    pub fn new() -> TwinPath<G> {
        TwinPath { nodes: Vec::new(), moves: Vec::new(), line: Vec::new() }
    }

    /// The last node, and its depth.
    #[inline]
    pub fn end(&self) -> (u32, u32) {
        let depth = self.nodes.len() - 1;
        (self.nodes[depth], depth as u32)
    }

    /// Go down to a child. A position that is on the path already keeps its first depth.
    pub fn descend(&mut self, graph: &mut TwinGraph<G::Move>, child: u32) {
        let depth = self.nodes.len() as u32;
        self.nodes.push(child);
        self.moves.extend(graph.node(child).mv);
        let base = graph.node_mut(graph.base(child));
        if base.depth().is_none() {
            base.set_depth(Some(depth));
        }
    }

    pub fn ascend(&mut self, graph: &mut TwinGraph<G::Move>) {
        let Some(node) = self.nodes.pop() else { return };
        self.moves.pop();
        let base = graph.node_mut(graph.base(node));
        if base.depth() == Some(self.nodes.len() as u32) {
            base.set_depth(None);
        }
    }

    pub fn restart(&mut self, graph: &mut TwinGraph<G::Move>) {
        while !self.nodes.is_empty() {
            self.ascend(graph);
        }
        self.descend(graph, TwinGraph::<G::Move>::ROOT);
    }

    /// The last position. What the path shares with the one of the last call is not played again.
    pub fn position(
        &mut self,
        problem: &Problem<'_, G>,
        graph: &TwinGraph<G::Move>,
    ) -> Result<&G::Position, G::Error> {
        let shared = self.nodes.iter().zip(&self.line).take_while(|(a, (b, _))| *a == b).count();
        self.line.truncate(shared);
        for &node in &self.nodes[shared..] {
            let mut position = self.line.last().map_or(problem.root, |(_, above)| above).clone();
            if let Some(mv) = graph.node(node).mv {
                problem.game.play(&mut position, mv)?;
            }
            self.line.push((node, position));
        }
        Ok(&self.line[self.line.len() - 1].1)
    }
}
