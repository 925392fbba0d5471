//! `pn`: proof-number search on trees.
//!
//! **Source.** Breuker, Allis and van den Herik, "How to Mate: Applying Proof-Number Search" (1994), as
//! chapter 3 of Breuker's thesis, Figures 3.2 to 3.6; the functions here have the figures' names.
//!
//! **Answers.** Whether the prover can force the goal, for every repetition rule. Exact on cyclic games:
//! the tree holds each line apart. Where a repetition is a draw, a child that stands on its own line is a
//! leaf; where it is illegal, there is no such child, and a player left without moves has lost.
//!
//! **Errata.** Figure 3.3: in the OR branch only the minimum belongs to the `if`; the disproof numbers are
//! summed over all children.
//!
//! **Deviations.** Figure 3.6 goes on to the root; here the update ends at the first ancestor whose
//! numbers do not change, and the next descent starts there. Above it nothing has changed, so the
//! same nodes are selected as by a descent from the root. Leaves begin with the numbers an
//! [`Estimator`] gives; Section 3.3.1 uses [`Mobility`](pnyx_game::Mobility), Figure 3.3 [`Unit`](pnyx_game::Unit).
//! With `recycle`, the parts of solved subtrees that a certificate does not need are given back. A
//! position that comes back in a game that declares this impossible ends the search as unknown.
//!
//! **A node** is the root or a generated child, the whole last expansion included; nothing is
//! subtracted for recycled ones. The limit is tested before each expansion.

use pnyx_game::{Estimator, Game, Outcome, Repetition};

use super::Tree;
use crate::bounds::{self, INFINITY, LARGEST};
use crate::{Budget, Limit, Observer, Path, Problem, Searched, Snapshot, Stats, Verdict};

/// When a node is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// When it is generated.
    Immediate,
    /// When it is selected.
    Delayed,
}

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// When nodes are evaluated.
    pub evaluation: Evaluation,
    /// Give back what certificates do not need.
    pub recycle: bool,
}

/// Run the search.
pub fn search<G: Game, E: Estimator<G>>(
    problem: &Problem<'_, G>,
    estimator: &E,
    options: Options,
    budget: &mut Budget<'_>,
    observer: &mut dyn Observer<G>,
) -> Result<Searched<Tree<G::Move>>, G::Error> {
    let path = Path::new(problem.game, problem.root, problem.history)?;
    let mut search = Search {
        problem,
        estimator,
        options,
        tree: Tree::new(),
        path,
        stats: Stats { nodes: 1, generated: 1, ..Stats::default() },
        moves: Vec::new(),
        scratch: Vec::new(),
    };
    let verdict = search.proof_number_search(budget, observer)?;
    let root = search.tree.node(Tree::<G::Move>::ROOT);
    search.stats.proof = root.proof;
    search.stats.disproof = root.disproof;
    Ok(Searched { verdict, stats: search.stats, evidence: search.tree })
}

struct Search<'a, G: Game, E> {
    problem: &'a Problem<'a, G>,
    estimator: &'a E,
    options: Options,
    tree: Tree<G::Move>,
    /// The line from the root to the current node.
    path: Path<G>,
    stats: Stats,
    moves: Vec<G::Move>,
    scratch: Vec<G::Move>,
}

impl<G: Game, E: Estimator<G>> Search<'_, G, E> {
    const ROOT: u32 = Tree::<G::Move>::ROOT;

    /// Figure 3.2.
    fn proof_number_search(
        &mut self,
        budget: &mut Budget<'_>,
        observer: &mut dyn Observer<G>,
    ) -> Result<Verdict, G::Error> {
        self.evaluate(Self::ROOT, self.problem.root, false)?;
        let mut current = Self::ROOT;
        while !self.tree.node(Self::ROOT).solved() {
            if let Some(limit) = self.resources_exhausted(budget, observer) {
                return Ok(Verdict::Unknown(limit));
            }
            let (most_proving, new) = self.select_most_proving_node(current)?;
            if !new && self.problem.game.repetition() == Repetition::Impossible {
                return Ok(Verdict::Unknown(Limit::Misdeclared));
            }
            self.stats.max_depth = self.stats.max_depth.max(self.path.len() as u32);
            if !self.develop(most_proving, new)? {
                return Ok(Verdict::Unknown(Limit::Memory));
            }
            current = self.update_ancestors(most_proving, observer);
        }
        Ok(if self.tree.node(Self::ROOT).proof == 0 { Verdict::Proven } else { Verdict::Disproven })
    }

    fn resources_exhausted(
        &mut self,
        budget: &mut Budget<'_>,
        observer: &mut dyn Observer<G>,
    ) -> Option<Limit> {
        let memory = self.tree.memory_bytes() + self.problem.game.memory_bytes();
        self.stats.memory_bytes = self.stats.memory_bytes.max(memory);
        let root = self.tree.node(Self::ROOT);
        if root.proof == LARGEST || root.disproof == LARGEST {
            return Some(Limit::Numbers);
        }
        if let Some(limit) = budget.exceeded(self.stats.nodes, memory) {
            return Some(limit);
        }
        if budget.due() {
            if observer.tick(&self.snapshot(), budget.elapsed()).is_break() {
                return Some(Limit::Stopped);
            }
            return budget.overdue();
        }
        None
    }

    /// Figure 3.4, from the current node on; also tells whether the position there is new on its line.
    fn select_most_proving_node(&mut self, mut node: u32) -> Result<(u32, bool), G::Error> {
        let mut new = true;
        while self.tree.node(node).expanded() {
            let n = self.tree.node(node);
            let (is_or, proof, disproof) = (n.is_or, n.proof, n.disproof);
            let best = self
                .tree
                .child_nodes(node)
                .iter()
                .position(|c| if is_or { c.proof == proof } else { c.disproof == disproof })
                .expect("a node's minimum is one of its children's");
            node = self.tree.children(node).start + best as u32;
            let mv = self.tree.node(node).mv.expect("a child has a move");
            new &= self.path.push(self.problem.game, mv)?;
        }
        Ok((node, new))
    }

    /// Expand the selected leaf; with delayed evaluation, only if its value is still unknown then.
    /// `false` if there is no room for the children.
    fn develop(&mut self, node: u32, new: bool) -> Result<bool, G::Error> {
        if self.options.evaluation == Evaluation::Delayed && node != Self::ROOT {
            let position = self.path.position().clone();
            self.stats.generated += 1;
            self.evaluate(node, &position, !new)?;
            if self.tree.node(node).solved() {
                return Ok(true);
            }
        }
        self.expand_node(node)
    }

    /// Figure 3.5, with or without the evaluation of the children.
    fn expand_node(&mut self, node: u32) -> Result<bool, G::Error> {
        let game = self.problem.game;
        self.moves.clear();
        match self.problem.only_move {
            Some(only) if node == Self::ROOT => self.moves.push(only),
            _ => game.moves(self.path.position(), &mut self.moves)?,
        }
        if game.repetition() == Repetition::Illegal && !self.strike_barred_moves()? {
            let provers_loss = game.turn(self.path.position())? == self.problem.goal.prover;
            self.tree.node_mut(node).set_value(!provers_loss);
            self.stats.expansions += 1;
            return Ok(true);
        }
        let Some(children) = self.tree.add_children(node, &self.moves) else {
            return Ok(false);
        };
        self.stats.nodes += self.moves.len() as u64;
        self.stats.expansions += 1;
        if self.options.evaluation == Evaluation::Immediate {
            for (i, child) in children.enumerate() {
                let mv = self.moves[i];
                let mut position = self.path.position().clone();
                game.play(&mut position, mv)?;
                self.stats.generated += 1;
                let repeats = self.path.repeats(game, mv, &position)?;
                self.evaluate(child, &position, repeats)?;
            }
        }
        Ok(true)
    }

    /// Take out the moves that would bring a position back; gives whether any is left.
    fn strike_barred_moves(&mut self) -> Result<bool, G::Error> {
        let mut kept = 0;
        for i in 0..self.moves.len() {
            let mv = self.moves[i];
            if !self.path.bars(self.problem.game, mv)? {
                self.moves[kept] = mv;
                kept += 1;
            }
        }
        self.moves.truncate(kept);
        Ok(kept > 0)
    }

    /// The value of a position, or the first numbers of an unknown one.
    #[inline]
    fn evaluate(&mut self, node: u32, position: &G::Position, repeats: bool) -> Result<(), G::Error> {
        let game = self.problem.game;
        let (outcome, replies) = game.evaluate(position, &mut self.scratch)?;
        if outcome.is_some() || repeats {
            let n = self.tree.node_mut(node);
            n.set_value(self.problem.goal.reached(outcome.unwrap_or(Outcome::Draw)));
        } else {
            let is_or = game.turn(position)? == self.problem.goal.prover;
            let estimate = self.estimator.estimate(game, position, is_or, replies)?;
            let n = self.tree.node_mut(node);
            n.is_or = is_or;
            (n.proof, n.disproof) = (estimate.proof, estimate.disproof);
        }
        Ok(())
    }

    /// Figure 3.6. Gives the node from which the next descent starts; the path then ends there.
    fn update_ancestors(&mut self, mut node: u32, observer: &mut dyn Observer<G>) -> u32 {
        let mut climbed = 0;
        loop {
            let before = (self.tree.node(node).proof, self.tree.node(node).disproof);
            let changed = self.set_proof_and_disproof_numbers(node) != before;
            if self.options.recycle && self.tree.node(node).solved() {
                self.tree.recycle(node);
            }
            // A leaf that delayed evaluation has just solved had its numbers set before.
            if (!changed && self.tree.node(node).expanded()) || node == Self::ROOT {
                break;
            }
            node = self.tree.node(node).parent;
            climbed += 1;
        }
        observer.iteration(&self.snapshot());
        for _ in 0..climbed {
            self.path.pop();
        }
        node
    }

    /// Figure 3.3, for inner nodes; a leaf keeps the numbers of its evaluation.
    #[inline]
    fn set_proof_and_disproof_numbers(&mut self, node: u32) -> (u32, u32) {
        let n = self.tree.node(node);
        if !n.expanded() {
            return (n.proof, n.disproof);
        }
        let children = self.tree.child_nodes(node);
        let (proof, disproof) = if n.is_or {
            (minimum(children.iter().map(|c| c.proof)), bounds::sum(children.iter().map(|c| c.disproof)))
        } else {
            (bounds::sum(children.iter().map(|c| c.proof)), minimum(children.iter().map(|c| c.disproof)))
        };
        let n = self.tree.node_mut(node);
        (n.proof, n.disproof) = (proof, disproof);
        (proof, disproof)
    }

    fn snapshot(&self) -> Snapshot<'_, G> {
        let root = self.tree.node(Self::ROOT);
        Snapshot {
            nodes: self.stats.nodes,
            proof: root.proof,
            disproof: root.disproof,
            memory_bytes: self.stats.memory_bytes,
            line: self.path.moves(),
        }
    }
}

fn minimum(numbers: impl Iterator<Item = u32>) -> u32 {
    numbers.fold(INFINITY, u32::min)
}
