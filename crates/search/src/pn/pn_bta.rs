//! `pn-bta`: proof-number search on cyclic graphs, by the base-twin algorithm.
//!
//! **Source.** Breuker, van den Herik, Uiterwijk and Allis, "A solution to the GHI problem for best-first
//! search" (2001), Sections 4 and 5, Figures 11 to 17; the functions here have the figures' names.
//!
//! **Answers.** Whether the prover can force the goal, where a repetition is a draw. Exact on cyclic games. The
//! paper's attacker, whose moves are the OR nodes, is the side that a repetition fails: the prover who must win,
//! or the refuter of a draw, and then the answer is turned round at the end. Where positions cannot be repeated
//! nothing is ever marked, and this is a search with transpositions. Repetitions that are illegal
//! are refused: Lemma 3 needs them to be draws.
//!
//! **Errata.** Figure 12: only marked children enter the minimum, and all are unmarked. Figure 13: in the AND
//! branch a marked child also sets the best child to NULL. Figure 14: a twin starts with the numbers of an
//! unexpanded leaf, and `expanded` is set before the numbers of the base node. Figure 16 ("`UpdateO2Node`"):
//! SetProofAndDisproofNumbers uses the children of the base node. Figure 17: proof and disproof are exchanged.
//! Footnote 11: a node that has become a real draw is a marked child, of an AND node too; its mark goes.
//!
//! **Deviations.** The recursion of Figure 12 is a loop over the path. A base node knows the depth of its
//! position on the path, which is what Repetition and FindEqualAncestorNode look for. Moves are made only
//! when a node is expanded. A position of the history is a draw wherever it is generated, whatever the path.
//! One selection may walk through very many lines before it finds a node, so steps are limited too. A position that
//! is repeated in a game that declares this impossible ends the search as unknown.
//!
//! **A node** is a base node: the root, or a generated child whose position is new to the graph, the whole last
//! expansion included. The limit is tested before each selection. A step is a call of Figure 12; the number
//! of steps since the last expansion is tested at each.

use std::collections::HashSet;

use pnyx_game::{
    Estimate, Estimator, Game, Init, InputError, Objective, Outcome, Player, Repetition, RepetitionEffect,
};

use super::options::{INIT, init};
use super::twin_graph::TwinGraph;
use super::twin_path::TwinPath;
use crate::algorithm::{AlgorithmSpec, ErasedResult, ProofAlgorithm, Run, SearchSupport, Searchable};
use crate::bounds::{self, INFINITY, ProofNumbers};
use crate::options::{OptionKind, OptionSpec, ParsedOptions};
use crate::path::KeyState;
use crate::{Budget, Limit, Problem, SearchVerdict, Searched, Snapshot, Stats};

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct PnBtaOptions {
    /// The most steps of selection from one expansion to the next.
    pub selections: u64,
}

impl Default for PnBtaOptions {
    fn default() -> PnBtaOptions {
        PnBta::with_defaults().options
    }
}

/// The algorithm with its options.
pub struct PnBta {
    options: PnBtaOptions,
    init: Init,
}

impl ProofAlgorithm for PnBta {
    const SPEC: &'static AlgorithmSpec = &AlgorithmSpec {
        name: "pn-bta",
        description: "proof-number search on graphs with cycles, by base and twin nodes",
        source: "Breuker, van den Herik, Uiterwijk and Allis 2001",
        parallel: false,
        options: &[
            INIT,
            OptionSpec::new(
                "selections",
                OptionKind::Count(u64::MAX),
                "10000000",
                "the most steps of selection from one expansion to the next",
            ),
        ],
    };

    fn read(options: &ParsedOptions<'_>) -> Result<PnBta, InputError> {
        let selections = options.count("selections")?;
        Ok(PnBta { options: PnBtaOptions { selections }, init: init(options)? })
    }

    fn refuses(&self, rule: Repetition) -> Option<&'static str> {
        (rule == Repetition::Illegal).then_some(
            "pn-bta cannot search games in which repeating a position is illegal: it settles cycles \
             as draws; use pn",
        )
    }

    fn init(&self) -> Init {
        self.init
    }

    fn search<G: Searchable>(&self, run: Run<'_, '_, G>, _: &mut dyn SearchSupport) -> ErasedResult<G> {
        Ok(search(self.options, &self.init, run)?.erased())
    }
}

/// Run the search.
///
/// # Panics
///
/// If repeating is illegal in the game.
pub fn search<G: Game, E: Estimator<G>>(
    options: PnBtaOptions,
    estimator: &E,
    mut run: Run<'_, '_, G>,
) -> Result<Searched<TwinGraph<G::Move>>, G::Error> {
    let problem = run.problem;
    let game = problem.game;
    assert!(game.repetition() != Repetition::Illegal, "pn-bta works only where repetition is a draw");
    let mut past = HashSet::default();
    if game.repetition() == Repetition::Draw {
        for position in problem.history {
            past.insert(game.repetition_key(position)?);
        }
    }
    let negated = problem.repetition_effect() == RepetitionEffect::Satisfies;
    let Objective { prover, .. } = problem.goal;
    let mut search = PnBtaSearch {
        problem,
        estimator,
        options,
        attacker: if negated { prover.opponent() } else { prover },
        negated,
        past,
        graph: TwinGraph::new(game.repetition_key(problem.root)?),
        path: TwinPath::new(),
        steps: 0,
        stats: Stats { nodes: 1, generated: 1, ..Stats::default() },
        scratch: Vec::new(),
    };
    let verdict = search.bta_proof_number_search(&mut run)?;
    search.resources_exhausted(run.budget);
    (search.stats.proof, search.stats.disproof) = search.root_numbers();
    Ok(Searched { verdict, stats: search.stats, evidence: search.graph })
}

struct PnBtaSearch<'a, G: Game, E> {
    problem: &'a Problem<'a, G>,
    estimator: &'a E,
    options: PnBtaOptions,
    /// The player on move at OR nodes.
    attacker: Player,
    /// Whether the attacker is the refuter.
    negated: bool,
    /// The positions before the root.
    past: HashSet<u64, KeyState>,
    graph: TwinGraph<G::Move>,
    /// The line from the root to the current node.
    path: TwinPath<G>,
    /// Since the last expansion.
    steps: u64,
    stats: Stats,
    scratch: Vec<G::Move>,
}

impl<G: Game, E: Estimator<G>> PnBtaSearch<'_, G, E> {
    const ROOT: u32 = TwinGraph::<G::Move>::ROOT;

    /// Figure 11.
    fn bta_proof_number_search(&mut self, run: &mut Run<'_, '_, G>) -> Result<SearchVerdict, G::Error> {
        self.evaluate(Self::ROOT, self.problem.root, false)?;
        while !self.graph.node(Self::ROOT).solved() {
            if let Some(limit) = self.resources_exhausted(run.budget) {
                return Ok(SearchVerdict::Unknown(limit));
            }
            let most_proving = match self.select_most_proving_node(run) {
                Ok(node) => node,
                Err(limit) => return Ok(SearchVerdict::Unknown(limit)),
            };
            self.stats.max_depth = self.stats.max_depth.max(self.path.end().1);
            if let Some(limit) = self.expand_node(most_proving, run.budget)? {
                return Ok(SearchVerdict::Unknown(limit));
            }
            self.update_ancestors();
            run.observer.iteration(&self.snapshot());
        }
        let proved = self.graph.node(Self::ROOT).proof == 0;
        Ok(if proved != self.negated { SearchVerdict::Proven } else { SearchVerdict::Disproven })
    }

    fn resources_exhausted(&mut self, budget: &Budget<'_>) -> Option<Limit> {
        let memory = self.stats.take_memory(self.problem.game, self.graph.memory_bytes());
        if self.graph.node(Self::ROOT).too_large() {
            return Some(Limit::Numbers);
        }
        budget.exceeded(self.stats.nodes, memory)
    }

    /// What is tested at each step of a selection.
    fn impatient(&mut self, run: &mut Run<'_, '_, G>) -> Option<Limit> {
        self.steps += 1;
        if self.steps > self.options.selections {
            return Some(Limit::Selections);
        }
        run.budget.impatient(run.observer, || self.snapshot())
    }

    /// Figure 12. The path then ends with the selected node.
    fn select_most_proving_node(&mut self, run: &mut Run<'_, '_, G>) -> Result<u32, Limit> {
        self.path.restart(&mut self.graph);
        loop {
            if let Some(limit) = self.impatient(run) {
                return Err(limit);
            }
            let (node, depth) = self.path.end();
            let base = self.graph.base(node);
            let n = self.graph.node(base);
            if n.solved() {
                return Ok(node);
            } else if let Some(ancestor) = n.depth().filter(|&ancestor| ancestor < depth) {
                if self.problem.game.repetition() == Repetition::Impossible {
                    return Err(Limit::Misdeclared);
                }
                self.graph.node_mut(node).mark_as_possible_draw(ancestor);
                self.path.ascend(&mut self.graph);
            } else if !n.expanded() {
                return Ok(node);
            } else {
                match self.select_best_child(base) {
                    (Some(best_child), _) => self.path.descend(&mut self.graph, best_child),
                    (None, true) => {
                        let ancestor = self.collect_possible_draws(base);
                        self.graph.node_mut(node).mark_as_possible_draw(ancestor);
                        if ancestor == depth {
                            return Ok(node);
                        }
                        self.path.ascend(&mut self.graph);
                    }
                    (None, false) => {
                        // All children were solved elsewhere, through their twins.
                        let proved = self.graph.child_nodes(base)[0].proof == 0;
                        self.graph.node_mut(base).set_value(proved);
                        return Ok(node);
                    }
                }
            }
        }
    }

    /// Unmark the children of a base node; returns the smallest possible-draw depth among them.
    fn collect_possible_draws(&mut self, base: u32) -> u32 {
        let mut smallest = INFINITY;
        for child in self.graph.child_nodes_mut(base) {
            smallest = smallest.min(child.possible_draw().unwrap_or(INFINITY));
            child.unmark_as_possible_draw();
        }
        smallest
    }

    /// Figure 13; also returns whether a child is marked.
    fn select_best_child(&self, base: u32) -> (Option<u32>, bool) {
        let (mut best_child, mut best_value, mut pd_present) = (None, INFINITY, false);
        let is_or = self.graph.node(base).is_or;
        for (child, c) in self.graph.children(base).zip(self.graph.child_nodes(base)) {
            if c.possible_draw().is_some() {
                pd_present = true;
                if !is_or {
                    best_child = None;
                    break;
                }
                continue;
            }
            let value = if is_or { c.proof } else { c.disproof };
            if value < best_value {
                (best_child, best_value) = (Some(child), value);
            }
        }
        (best_child, pd_present)
    }

    /// Figure 14. Returns the limit that is hit, if there is no room for the children.
    fn expand_node(&mut self, node: u32, budget: &Budget<'_>) -> Result<Option<Limit>, G::Error> {
        let base = self.graph.base(node);
        if self.graph.node(base).solved() {
            self.copy_numbers(base, node);
        } else if self.graph.node(node).possible_draw().is_some() {
            self.graph.node_mut(node).unmark_as_possible_draw();
            self.graph.node_mut(node).set_value(false);
            self.graph.node_mut(base).set_value(false);
        } else {
            if let Some(limit) = self.generate_all_children(base, budget)? {
                return Ok(Some(limit));
            }
            self.set_proof_and_disproof_numbers(base, base);
            self.copy_numbers(base, node);
        }
        Ok(None)
    }

    /// Generate and evaluate the children of a base node, whose position ends the path.
    fn generate_all_children(&mut self, base: u32, budget: &Budget<'_>) -> Result<Option<Limit>, G::Error> {
        let game = self.problem.game;
        let position = self.path.position(self.problem, &self.graph)?.clone();
        let mut moves = Vec::new();
        self.problem.moves(&position, base == Self::ROOT, &mut moves)?;
        let own = self.graph.memory_bytes_with(moves.len());
        if budget.exceeded(0, own + game.memory_beside(own)).is_some() {
            return Ok(Some(Limit::Memory));
        }
        let mut next = Vec::with_capacity(moves.len());
        for &mv in &moves {
            let mut after = position.clone();
            game.play(&mut after, mv)?;
            self.stats.generated += 1;
            next.push((game.repetition_key(&after)?, after));
        }
        let keyed = moves.iter().zip(&next).map(|(&mv, &(key, _))| (mv, key));
        let Some(new) = self.graph.add_children(base, keyed) else { return Ok(Some(Limit::Memory)) };
        self.stats.nodes += new;
        self.stats.expansions += 1;
        self.steps = 0;
        for (child, (key, after)) in self.graph.children(base).zip(&next) {
            let repeats = self.past.contains(key);
            self.evaluate(child, after, repeats)?;
        }
        Ok(None)
    }

    /// The value of a position, or the first numbers of an unknown one.
    fn evaluate(&mut self, node: u32, position: &G::Position, repeats: bool) -> Result<(), G::Error> {
        let game = self.problem.game;
        let (outcome, replies) = game.evaluate(position, &mut self.scratch)?;
        if outcome.is_some() || repeats {
            let reached = self.problem.goal.reached(outcome.unwrap_or(Outcome::Draw));
            self.graph.node_mut(node).set_value(reached != self.negated);
        } else {
            let is_or = game.turn(position)? == self.attacker;
            let Estimate { proof, disproof } =
                self.estimator.estimate(game, position, is_or != self.negated, replies)?;
            let n = self.graph.node_mut(node);
            n.is_or = is_or;
            (n.proof, n.disproof) = if self.negated { (disproof, proof) } else { (proof, disproof) };
        }
        Ok(())
    }

    /// Figure 15.
    fn update_ancestors(&mut self) {
        for depth in (0..self.path.end().1).rev() {
            let node = self.path.nodes[depth as usize];
            let base = self.graph.base(node);
            if self.graph.node(base).is_or {
                self.update_or_node(node, base);
            } else {
                self.set_proof_and_disproof_numbers(node, base);
            }
            if self.graph.node(node).solved() {
                self.copy_numbers(node, base);
            }
        }
    }

    /// Figure 16, up to its last `if`.
    fn update_or_node(&mut self, node: u32, base: u32) {
        let (mut min, mut sum, mut pd_present) = (INFINITY, 0, false);
        for child in self.graph.child_nodes_mut(base) {
            if child.possible_draw().is_some() {
                pd_present = true;
                child.unmark_as_possible_draw();
            } else {
                min = min.min(child.proof);
                sum = bounds::sum([sum, child.disproof].into_iter());
            }
        }
        if min == INFINITY && pd_present {
            self.set_proof_and_disproof_numbers(node, base);
        } else {
            self.graph.node_mut(node).set_numbers((min, sum));
        }
    }

    /// Figure 3.3 of the tree search, from the children of the base node. For AND nodes, whose children are not marked
    /// any more, this is Figure 17 up to its last `if`.
    fn set_proof_and_disproof_numbers(&mut self, node: u32, base: u32) {
        let is_or = self.graph.node(base).is_or;
        let children = self.graph.child_nodes(base).iter().map(|c| bounds::turned(is_or, c.numbers()));
        let numbers = bounds::turned(is_or, bounds::least_and_sum(children));
        self.graph.node_mut(node).set_numbers(numbers);
    }

    fn copy_numbers(&mut self, from: u32, to: u32) {
        let numbers = self.graph.node(from).numbers();
        self.graph.node_mut(to).set_numbers(numbers);
    }

    /// The root's numbers as the prover sees them.
    fn root_numbers(&self) -> (u32, u32) {
        bounds::turned(!self.negated, self.graph.node(Self::ROOT).numbers())
    }

    fn snapshot(&self) -> Snapshot<'_, G> {
        self.stats.snapshot(self.root_numbers(), &self.path.moves)
    }
}
