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
        let game = solved.problem.game;
        let all = solved.tree.children(node);
        let chooses = self.chooses(node);
        let children: Vec<u32> =
            if chooses { all.filter(|&c| solved.agrees(c)).take(1).collect() } else { all.collect() };
        let mut edges = Vec::with_capacity(children.len());
        for child in children {
            let mv = solved.tree.node(child).mv.expect("a child has a move");
            let next = solved.after(position, mv)?;
            let key = solved.key(&next)?;
            let target = self.name(child);
            let edge =
                Edge { mv, place: 0, position: next, key, target, length: u32::from(target.is_some()) };
            edges.push((game.notation(position, mv)?, edge));
        }
        edges.sort_by(|a, b| a.0.cmp(&b.0));
        let mut edges: Vec<_> = edges.into_iter().map(|(_, edge)| edge).collect();
        if let Some(chosen) = edges.first_mut().filter(|_| chooses) {
            let mut by_notation = Vec::new();
            game.moves_by_notation(position, &mut by_notation)?;
            chosen.place = by_notation.iter().position(|&m| m == chosen.mv).unwrap_or(usize::MAX) as u32;
        }
        Ok(edges)
    }
}
