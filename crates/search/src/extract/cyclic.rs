//! Graphs that may go round: each position takes the first tree node met, and a leaf that was solved
//! by repetition becomes an edge back to its position, which stands above it.

use pnyx_game::Game;

use super::{Edge, Solved};

/// The tree itself is the plan; positions are known by their first node.
pub(super) struct Plan<'a, G: Game> {
    pub solved: &'a Solved<'a, G>,
}

impl<G: Game> Plan<'_, G> {
    fn name(&self, node: u32) -> Option<u32> {
        self.solved.tree.node(node).expanded().then_some(node)
    }
}

impl<G: Game> super::Plan<G> for Plan<'_, G> {
    type Name = u32;

    fn root(&self) -> Option<u32> {
        self.name(Solved::<G>::ROOT)
    }

    fn chooses(&self, node: u32) -> bool {
        self.solved.chooses(self.solved.tree.node(node).is_or)
    }

    fn edges(&self, node: u32, position: &G::Position) -> Result<Vec<Edge<G, u32>>, G::Error> {
        let solved = self.solved;
        let mut by_notation = Vec::new();
        solved.problem.game.moves_by_notation(position, &mut by_notation)?;
        let all = solved.tree.children(node);
        let children: Vec<u32> = if self.chooses(node) {
            all.filter(|&c| solved.agrees(c)).take(1).collect()
        } else {
            all.collect()
        };
        let mut edges = Vec::with_capacity(children.len());
        for child in children {
            let mv = solved.tree.node(child).mv.expect("a child has a move");
            let place = by_notation.iter().position(|&m| m == mv).unwrap_or(usize::MAX) as u32;
            let next = solved.after(position, mv)?;
            let key = solved.key(&next)?;
            let target = self.name(child);
            edges.push(Edge { mv, place, position: next, key, target, length: u32::from(target.is_some()) });
        }
        edges.sort_unstable_by_key(|edge| edge.place);
        Ok(edges)
    }
}
