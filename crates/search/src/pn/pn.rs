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
//! same nodes are selected as by a descent from the root. An ancestor's numbers are adjusted by what its one changed
//! child adds, which comes to Figure 3.3 over all children. Leaves begin with the numbers an
//! [`Estimator`] gives; Section 3.3.1 uses [`Mobility`](pnyx_game::Mobility), Figure 3.3 [`Unit`](pnyx_game::Unit).
//! With `recycle`, the parts of solved subtrees that a certificate does not need are given back, and with `stored`
//! the search ends as unknown once N nodes are stored. A repeated position in a game that declares this
//! impossible ends the search as unknown, too. The same loop is the [second level](super::second_level) of other
//! searches: then its root is the end of their line.
//!
//! **A node** is the root or a generated child, the whole last expansion included; nothing is
//! subtracted for recycled ones. The limit is tested before each expansion.

use pnyx_game::{Estimator, Game, Init, InputError, Outcome, Repetition};

use super::options::{INITS, init};
use super::path_dependence::PathDependence;
use crate::algorithm::{AlgorithmSpec, ErasedResult, ProofAlgorithm, Run, SearchSupport, Searchable};
use crate::bounds::{self, ProofNumbers};
use crate::options::{OptionKind, OptionSpec, ParsedOptions};
use crate::path::{HISTORY, Path};
use crate::tree::{Node, Tree};
use crate::{Limit, Problem, SearchVerdict, Searched, Snapshot, Stats};

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
pub struct PnOptions {
    /// When nodes are evaluated.
    pub evaluation: Evaluation,
    /// Give back what certificates do not need.
    pub recycle: bool,
    /// The number of nodes, those given back not counted, at which there is no room for more.
    pub stored: u64,
}

impl Default for PnOptions {
    fn default() -> PnOptions {
        Pn::with_defaults().options
    }
}

/// What stays below solved nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    Everything,
    /// What a certificate needs.
    Solution,
    Nothing,
}

#[derive(Debug)]
pub(crate) enum End {
    Solved,
    /// There are as many nodes as may be stored.
    Full,
    Limit(Limit),
}

/// The algorithm with its options.
pub struct Pn {
    options: PnOptions,
    init: Init,
}

impl ProofAlgorithm for Pn {
    const SPEC: &'static AlgorithmSpec = &AlgorithmSpec {
        name: "pn",
        description: "proof-number search: best first, the whole tree in memory",
        source: "Breuker, Allis and van den Herik 1994",
        parallel: false,
        options: &[
            OptionSpec::new(
                "evaluation",
                OptionKind::Choice(&["immediate", "delayed"]),
                "immediate",
                "when a position is evaluated: immediate (when generated) or delayed (when selected)",
            ),
            OptionSpec::new(
                "init",
                INITS,
                "mobility",
                "first numbers of a leaf: mobility (replies), unit (1 and 1) or custom (what the game's method estimate says); \
                 delayed evaluation takes unit",
            ),
            OptionSpec::new(
                "recycle",
                OptionKind::Switch,
                "off",
                "on: give back the parts of solved subtrees that the certificate does not need",
            ),
            OptionSpec::new(
                "stored",
                OptionKind::CountOr("memory"),
                "memory",
                "the most nodes held, those given back not counted; memory: as many as the memory limit allows",
            ),
        ],
    };

    fn read(options: &ParsedOptions<'_>) -> Result<Pn, InputError> {
        let delayed = options.choice("evaluation")? == "delayed";
        let init = if delayed && !options.has("init") { Init::Unit } else { init(options)? };
        if delayed && init != Init::Unit {
            let name = options.choice("init")?;
            return Err(InputError::new(format!(
                "evaluation=delayed works only with init=unit, because init={name} evaluates at once"
            )));
        }
        let evaluation = if delayed { Evaluation::Delayed } else { Evaluation::Immediate };
        let stored = options.count_or("stored")?.unwrap_or(u64::MAX);
        Ok(Pn { options: PnOptions { evaluation, recycle: options.switch("recycle")?, stored }, init })
    }

    fn init(&self) -> Init {
        self.init
    }

    fn search<G: Searchable>(&self, run: Run<'_, '_, G>, _: &mut dyn SearchSupport) -> ErasedResult<G> {
        Ok(search(self.options, &self.init, run)?.erased())
    }
}

/// Run the search.
pub fn search<G: Game, E: Estimator<G>>(
    options: PnOptions,
    estimator: &E,
    mut run: Run<'_, '_, G>,
) -> Result<Searched<Tree<G::Move>>, G::Error> {
    let problem = run.problem;
    let path = Path::new(problem.game, problem.root, problem.history)?;
    let kept = if options.recycle { Kept::Solution } else { Kept::Everything };
    let mut search = PnSearch::new(problem, estimator, options.evaluation, kept, path);
    search.evaluate(Tree::<G::Move>::ROOT, problem.root, None)?;
    let end = search.proof_number_search(options.stored, &mut run)?;
    (search.stats.proof, search.stats.disproof) = search.tree.node(search.root).numbers();
    Ok(Searched { verdict: search.verdict(end), stats: search.stats, evidence: search.tree })
}

pub(crate) struct PnSearch<'a, G: Game, E> {
    problem: &'a Problem<'a, G>,
    estimator: &'a E,
    evaluation: Evaluation,
    kept: Kept,
    pub tree: Tree<G::Move>,
    /// The node whose value is asked for.
    pub root: u32,
    /// The line to the current node.
    pub path: Path<G>,
    pub stats: Stats,
    /// Bytes that others hold who share the memory.
    pub elsewhere: usize,
    /// What verdicts depend on, where they are needed.
    pub path_dependence: Option<PathDependence>,
    moves: Vec<G::Move>,
    scratch: Vec<G::Move>,
}

impl<'a, G: Game, E: Estimator<G>> PnSearch<'a, G, E> {
    /// A search for the position at the end of a path, with a tree of one node.
    pub fn new(
        problem: &'a Problem<'a, G>,
        estimator: &'a E,
        evaluation: Evaluation,
        kept: Kept,
        path: Path<G>,
    ) -> PnSearch<'a, G, E> {
        PnSearch {
            problem,
            estimator,
            evaluation,
            kept,
            tree: Tree::new(),
            root: Tree::<G::Move>::ROOT,
            path,
            stats: Stats { nodes: 1, generated: 1, ..Stats::default() },
            elsewhere: 0,
            path_dependence: None,
            moves: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// Begin anew, with room for N nodes.
    pub fn clear(&mut self, most: u64) {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        self.tree.clear(most);
        if let Some(path_dependence) = &mut self.path_dependence {
            path_dependence.clear(most);
        }
    }

    /// The verdict of a search that has ended.
    pub fn verdict(&self, end: End) -> SearchVerdict {
        match end {
            End::Limit(limit) => SearchVerdict::Unknown(limit),
            End::Full => SearchVerdict::Unknown(Limit::Memory),
            End::Solved if self.tree.node(self.root).proof == 0 => SearchVerdict::Proven,
            End::Solved => SearchVerdict::Disproven,
        }
    }

    /// Figure 3.2, for the root at the end of the path, until the tree has `most` nodes. The path then ends below it.
    pub fn proof_number_search(&mut self, most: u64, run: &mut Run<'_, '_, G>) -> Result<End, G::Error> {
        let mut current = self.root;
        while !self.tree.node(self.root).solved() {
            if self.tree.stored() >= most {
                return Ok(End::Full);
            }
            if let Some(limit) = self.resources_exhausted(run) {
                return Ok(End::Limit(limit));
            }
            let (most_proving, new) = self.select_most_proving_node(current)?;
            if !new && self.problem.game.repetition() == Repetition::Impossible {
                return Ok(End::Limit(Limit::Misdeclared));
            }
            self.stats.max_depth = self.stats.max_depth.max(self.path.len() as u32);
            let before = self.tree.node(most_proving).numbers();
            if !self.develop(most_proving, new)? {
                return Ok(End::Limit(Limit::Memory));
            }
            current = self.update_ancestors(most_proving, before, run);
        }
        Ok(End::Solved)
    }

    #[inline]
    pub fn memory_bytes(&self) -> usize {
        self.tree.memory_bytes() + self.path_dependence.as_ref().map_or(0, PathDependence::memory_bytes)
    }

    pub fn resources_exhausted(&mut self, run: &mut Run<'_, '_, G>) -> Option<Limit> {
        let own = self.memory_bytes() + self.elsewhere;
        let memory = self.stats.take_memory(self.problem.game, own);
        if self.tree.node(self.root).too_large() {
            return Some(Limit::Numbers);
        }
        run.budget.exhausted(self.stats.nodes, memory, run.observer, || self.snapshot())
    }

    /// Figure 3.4, from the current node on; also returns whether the position there is new on its line.
    pub fn select_most_proving_node(&mut self, mut node: u32) -> Result<(u32, bool), G::Error> {
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
        if self.evaluation == Evaluation::Delayed && node != self.root {
            let position = self.path.position().clone();
            self.stats.generated += 1;
            // A repetition depends on some position; with delayed evaluation it does not matter which.
            self.evaluate(node, &position, (!new).then_some(HISTORY))?;
            if self.tree.node(node).solved() {
                return Ok(true);
            }
        }
        self.expand_node(node)
    }

    /// Figure 3.5, with or without the evaluation of the children.
    fn expand_node(&mut self, node: u32) -> Result<bool, G::Error> {
        let game = self.problem.game;
        self.problem.moves(self.path.position(), self.path.is_empty(), &mut self.moves)?;
        if game.repetition() == Repetition::Illegal {
            self.strike_barred_moves(node)?;
            if self.moves.is_empty() {
                let provers_loss = game.turn(self.path.position())? == self.problem.goal.prover;
                self.tree.node_mut(node).set_value(!provers_loss);
                self.stats.expansions += 1;
                return Ok(true);
            }
        }
        let Some(children) = self.tree.add_children(node, &self.moves) else {
            return Ok(false);
        };
        if let Some(path_dependence) = &mut self.path_dependence {
            path_dependence.begin(children.clone());
        }
        if self.evaluation == Evaluation::Immediate {
            for (child, &mv) in children.zip(&self.moves) {
                let mut position = self.path.position().clone();
                game.play(&mut position, mv)?;
                let repeats = self.path.repeats(game, mv, &position)?;
                let leaf = self.tree.node_mut(child);
                let depends_on_ply =
                    evaluate(self.problem, self.estimator, &mut self.scratch, leaf, &position, repeats)?;
                if let (Some(ply), Some(path_dependence)) = (depends_on_ply, &mut self.path_dependence) {
                    path_dependence.add(child, ply);
                }
            }
        }
        let count = self.moves.len() as u64;
        self.stats.nodes += count;
        self.stats.generated += if self.evaluation == Evaluation::Immediate { count } else { 0 };
        self.stats.expansions += 1;
        Ok(true)
    }

    /// Take out the moves of a node that would repeat a position.
    fn strike_barred_moves(&mut self, node: u32) -> Result<(), G::Error> {
        let mut kept = 0;
        for i in 0..self.moves.len() {
            let mv = self.moves[i];
            if let Some(ply) = self.path.bars(self.problem.game, mv)? {
                if let Some(path_dependence) = &mut self.path_dependence {
                    path_dependence.add(node, ply);
                }
            } else {
                self.moves[kept] = mv;
                kept += 1;
            }
        }
        self.moves.truncate(kept);
        Ok(())
    }

    /// The value of a node's position, or its first numbers. It may repeat the position of a ply.
    pub fn evaluate(
        &mut self,
        node: u32,
        position: &G::Position,
        repeats: Option<u32>,
    ) -> Result<(), G::Error> {
        let n = self.tree.node_mut(node);
        let depends_on_ply = evaluate(self.problem, self.estimator, &mut self.scratch, n, position, repeats)?;
        if let (Some(ply), Some(path_dependence)) = (depends_on_ply, &mut self.path_dependence) {
            path_dependence.add(node, ply);
        }
        Ok(())
    }

    /// Figure 3.6, for a node that had other numbers before it was developed. Returns the node from which the next
    /// descent starts; the path then ends there.
    pub fn update_ancestors(
        &mut self,
        mut node: u32,
        mut before: (u32, u32),
        run: &mut Run<'_, '_, G>,
    ) -> u32 {
        let mut climbed = 0;
        self.set_proof_and_disproof_numbers(node);
        loop {
            if self.tree.node(node).solved() {
                self.settle(node, self.path.ply() - climbed);
            }
            if self.tree.node(node).numbers() == before || node == self.root {
                break;
            }
            let parent = self.tree.node(node).parent;
            before = self.adjust_proof_and_disproof_numbers(parent, node, before);
            node = parent;
            climbed += 1;
        }
        run.observer.iteration(&self.snapshot());
        for _ in 0..climbed {
            self.path.pop();
        }
        node
    }

    /// Store what the verdict on a node depends on, and give back what need not stay below it.
    fn settle(&mut self, node: u32, ply: u32) {
        if let Some(path_dependence) = &mut self.path_dependence {
            path_dependence.settle(&self.tree, node, ply);
        }
        match self.kept {
            Kept::Everything => {}
            Kept::Solution => self.tree.recycle(node),
            Kept::Nothing if node == self.root => {}
            Kept::Nothing => self.tree.forget(node),
        }
    }

    /// Figure 3.3, for inner nodes; a leaf keeps the numbers of its evaluation.
    #[inline]
    fn set_proof_and_disproof_numbers(&mut self, node: u32) {
        let n = self.tree.node(node);
        if !n.expanded() {
            return;
        }
        let is_or = n.is_or;
        let children = self.tree.child_nodes(node).iter();
        let numbers = bounds::least_and_sum(children.map(|c| bounds::turned(is_or, c.numbers())));
        self.tree.node_mut(node).set_numbers(bounds::turned(is_or, numbers));
    }

    /// The same where one child has changed, without the others where that will do. Returns the numbers before.
    #[inline]
    fn adjust_proof_and_disproof_numbers(&mut self, node: u32, child: u32, was: (u32, u32)) -> (u32, u32) {
        let before = self.tree.node(node).numbers();
        let is_or = self.tree.node(node).is_or;
        let turned = |numbers| bounds::turned(is_or, numbers);
        match bounds::adjusted(turned(before), turned(was), turned(self.tree.node(child).numbers())) {
            Some(numbers) => self.tree.node_mut(node).set_numbers(turned(numbers)),
            None => self.set_proof_and_disproof_numbers(node),
        }
        before
    }

    fn snapshot(&self) -> Snapshot<'_, G> {
        self.stats.snapshot(self.tree.node(self.root).numbers(), self.path.moves())
    }
}

/// Give a leaf the value of its position, or the first numbers of an unknown one. It may repeat the position of a ply;
/// returns that ply if the value depends on it.
#[inline(always)]
fn evaluate<G: Game, E: Estimator<G>>(
    problem: &Problem<'_, G>,
    estimator: &E,
    scratch: &mut Vec<G::Move>,
    leaf: &mut Node<G::Move>,
    position: &G::Position,
    repeats: Option<u32>,
) -> Result<Option<u32>, G::Error> {
    let (outcome, replies) = problem.game.evaluate(position, scratch)?;
    if let Some(outcome) = outcome {
        leaf.set_value(problem.goal.reached(outcome));
        return Ok(None);
    }
    if repeats.is_some() {
        leaf.set_value(problem.goal.reached(Outcome::Draw));
        return Ok(repeats);
    }
    leaf.is_or = problem.game.turn(position)? == problem.goal.prover;
    let estimate = estimator.estimate(problem.game, position, leaf.is_or, replies)?;
    (leaf.proof, leaf.disproof) = (estimate.proof, estimate.disproof);
    Ok(None)
}
