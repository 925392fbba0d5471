//! `dfs`: depth-first search of the tree, to a depth.
//!
//! **Source.** None: it is what "can force" means, written as a function that calls itself.
//!
//! **Answers.** Whether the prover can force the goal in lines of at most `depth` plies, where repetitions are draws or
//! impossible. Each line is searched apart, and a position that is repeated on its line is a draw, so verdicts are
//! exact. Where lines are cut off and nothing else decides, the answer is unknown, for the reason `plies`.
//!
//! **Errata.** None.
//!
//! **Deviations.** None.
//!
//! **A node** is the root or a position that is played to, as often as it is. The limit is tested before each move.

use pnyx_game::{InputError, Outcome, Repetition};

use super::algorithm::{AlgorithmSpec, ErasedResult, ProofAlgorithm, Run, SearchSupport, Searchable};
use super::bounds::ProofNumbers;
use super::options::{OptionKind, OptionSpec, ParsedOptions};
use super::{Limit, Path, SearchVerdict, Searched, Stats, Tree};

/// The algorithm with its options.
pub struct Dfs {
    depth: usize,
}

impl ProofAlgorithm for Dfs {
    const SPEC: &'static AlgorithmSpec = &AlgorithmSpec {
        name: "dfs",
        description: "depth-first search of the tree, to a depth",
        source: "textbooks",
        parallel: false,
        options: &[OptionSpec::new("depth", OptionKind::Count(500), "100", "the most plies of a line")],
    };

    fn read(options: &ParsedOptions<'_>) -> Result<Dfs, InputError> {
        Ok(Dfs { depth: options.count("depth")? as usize })
    }

    fn refuses(&self, rule: Repetition) -> Option<&'static str> {
        (rule == Repetition::Illegal)
            .then_some("dfs cannot search games in which repeating a position is illegal; use pn")
    }

    fn search<G: Searchable>(&self, run: Run<'_, '_, G>, _: &mut dyn SearchSupport) -> ErasedResult<G> {
        let mut search = DfsSearch {
            path: Path::new(run.problem.game, run.problem.root, run.problem.history)?,
            run,
            depth: self.depth,
            tree: Tree::new(),
            stats: Stats { nodes: 1, generated: 1, ..Stats::default() },
            limit: None,
        };
        let root = Tree::<G::Move>::ROOT;
        let verdict = match search.dfs(root, true)? {
            Some(true) => SearchVerdict::Proven,
            Some(false) => SearchVerdict::Disproven,
            None => SearchVerdict::Unknown(search.limit.unwrap_or(Limit::Plies)),
        };
        (search.stats.proof, search.stats.disproof) = search.tree.node(root).numbers();
        Ok(Searched { verdict, stats: search.stats, evidence: search.tree }.erased())
    }
}

/// A search that is under way.
struct DfsSearch<'r, 'b, G: Searchable> {
    run: Run<'r, 'b, G>,
    depth: usize,
    /// The line to the current node.
    path: Path<G>,
    /// What was searched; the certificate is made from it.
    tree: Tree<G::Move>,
    stats: Stats,
    limit: Option<Limit>,
}

impl<G: Searchable> DfsSearch<'_, '_, G> {
    /// Whether the goal can be forced from the end of the path, which is `new` there; `None` if that is not known.
    fn dfs(&mut self, node: u32, new: bool) -> Result<Option<bool>, G::Error> {
        let (game, goal) = (self.run.problem.game, self.run.problem.goal);
        let value = match game.outcome(self.path.position())? {
            Some(outcome) => Some(goal.reached(outcome)),
            None if new => self.expand(node)?,
            None if game.repetition() == Repetition::Draw => Some(goal.reached(Outcome::Draw)),
            None => {
                self.limit = Some(Limit::Misdeclared);
                None
            }
        };
        if let Some(reached) = value {
            self.tree.node_mut(node).set_value(reached);
        }
        Ok(value)
    }

    /// The same for a position that has moves: one child is enough, or all are needed.
    fn expand(&mut self, node: u32) -> Result<Option<bool>, G::Error> {
        let problem = self.run.problem;
        if self.path.len() == self.depth {
            return Ok(None);
        }
        let is_or = problem.game.turn(self.path.position())? == problem.goal.prover;
        let mut moves = Vec::new();
        match problem.only_move {
            Some(only) if self.path.is_empty() => moves.push(only),
            _ => problem.game.moves(self.path.position(), &mut moves)?,
        }
        let Some(children) = self.tree.add_children(node, &moves) else {
            self.limit = Some(Limit::Memory);
            return Ok(None);
        };
        self.tree.node_mut(node).is_or = is_or;
        self.stats.expansions += 1;
        let mut value = Some(!is_or);
        for (child, mv) in children.zip(moves) {
            self.limit = self.resources_exhausted();
            if self.limit.is_some() {
                return Ok(None);
            }
            let new = self.path.push(problem.game, mv)?;
            let found = self.dfs(child, new)?;
            self.path.pop();
            if found == Some(is_or) || self.limit.is_some() {
                return Ok(found);
            }
            value = value.and(found);
        }
        Ok(value)
    }

    /// Count one more node, unless a limit has been hit. The observer sees where the search is.
    fn resources_exhausted(&mut self) -> Option<Limit> {
        let Run { problem, budget, observer } = &mut self.run;
        let memory = self.stats.take_memory(problem.game, self.tree.memory_bytes());
        let snapshot = || self.stats.snapshot((1, 1), self.path.moves());
        observer.iteration(&snapshot());
        let limit = budget.exhausted(self.stats.nodes, memory, *observer, snapshot);
        if limit.is_none() {
            self.stats.nodes += 1;
            self.stats.generated += 1;
            self.stats.max_depth = self.stats.max_depth.max(self.path.ply());
        }
        limit
    }
}
