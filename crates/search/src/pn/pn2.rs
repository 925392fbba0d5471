//! `pn2`: proof-number search in two levels.
//!
//! **Source.** Allis's thesis (1994); as described by Winands, Uiterwijk and van den Herik, "PDS-PN: A New Proof-Number
//! Search Algorithm" (2003), Section 3.2, after Breuker, Uiterwijk and van den Herik (2001).
//!
//! **Answers.** Whether the prover can force the goal, for every repetition rule; exactly, as [`pn`](super::pn) does:
//! both levels keep each line apart, and the second knows the line above it.
//!
//! The first level is the search of `pn` with delayed evaluation: the leaf it selects is evaluated by a
//! [second level](super::second_level), of which the children of its root stay, with their numbers. The tree of the
//! second level may have y = min(x f(x), N - x) nodes, where x is the size of the first level's: see [`Growth`].
//!
//! **Deviations.** With `recycle`, solved subtrees are given back at both levels (the paper speaks of the second only);
//! x is the number of nodes held. A node that the second level solves keeps no children: a certificate searches
//! it again, which takes as many nodes as before, see [`TwoLevelEvidence`].
//!
//! **A node** is the root or a child generated at either level; those that move from the second level to the first
//! count once. The root of a second level is a leaf of the first, and is not counted again. N is the number of nodes
//! stored at both levels; at N the search ends as unknown for want of memory. A node takes at most 36 bytes; see
//! [`node_bytes`]. Where N is not given, it is what the limit of memory has room for, or else the paper's 1,000,000.

use std::ops::ControlFlow;

use pnyx_game::{Estimator, Game, Init, InputError, Repetition};

use super::growth::Growth;
use super::options::{INIT, init};
use super::pn::{End, Evaluation, Kept, PnSearch};
use super::second_level::{SecondLevel, SecondLevelLimits, node_bytes};
use crate::algorithm::{AlgorithmSpec, ErasedResult, ProofAlgorithm, Run, SearchSupport, Searchable};
use crate::bounds::ProofNumbers;
use crate::options::{OptionKind, OptionSpec, ParsedOptions};
use crate::path::Path;
use crate::pn::evidence::TwoLevelEvidence;
use crate::tree::Tree;
use crate::{Limit, Problem, Searched};

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Pn2Options {
    /// The size of the first level at which the second may be half as large.
    pub a: f64,
    /// How slowly the second level grows around it.
    pub b: f64,
    /// The number of nodes that both levels may hold; if not given, as many as there is memory for.
    pub stored: Option<u64>,
    /// Give solved subtrees back.
    pub recycle: bool,
}

impl Default for Pn2Options {
    fn default() -> Pn2Options {
        Pn2::with_defaults().options
    }
}

/// The number of nodes where nothing is said about memory.
const STORED: u64 = 1_000_000;

/// The algorithm with its options.
pub struct Pn2 {
    options: Pn2Options,
    init: Init,
}

impl ProofAlgorithm for Pn2 {
    const SPEC: &'static AlgorithmSpec = &AlgorithmSpec {
        name: "pn2",
        description: "proof-number search in two levels: each leaf is evaluated by a search of its own",
        source: "Allis 1994; Winands, Uiterwijk and van den Herik 2003",
        parallel: false,
        options: &[
            INIT,
            OptionSpec::new(
                "a",
                OptionKind::Count(u64::MAX),
                "1800000",
                "growth function, a: the first level's size at which the second level may be half as large",
            ),
            OptionSpec::new("b", OptionKind::Count(u64::MAX), "240000", "growth function, b: slope"),
            OptionSpec::new(
                "stored",
                OptionKind::CountOr("memory"),
                "memory",
                "the most nodes held at both levels; memory: as many as the memory limit allows, 1000000 without one",
            ),
            OptionSpec::new(
                "recycle",
                OptionKind::Switch,
                "on",
                "give back solved subtrees; they are searched again for the certificate",
            ),
        ],
    };

    fn read(options: &ParsedOptions<'_>) -> Result<Pn2, InputError> {
        let (a, b) = (options.count("a")? as f64, options.count("b")? as f64);
        let (stored, recycle) = (options.count_or("stored")?, options.switch("recycle")?);
        Ok(Pn2 { options: Pn2Options { a, b, stored, recycle }, init: init(options)? })
    }

    fn init(&self) -> Init {
        self.init
    }

    fn search<G: Searchable>(&self, run: Run<'_, '_, G>, _: &mut dyn SearchSupport) -> ErasedResult<G> {
        Ok(search(self.options, &self.init, run)?.erased())
    }
}

/// Run the search.
pub fn search<G: Game, E: Estimator<G> + Clone>(
    options: Pn2Options,
    estimator: &E,
    mut run: Run<'_, '_, G>,
) -> Result<Searched<TwoLevelEvidence<G, E>>, G::Error> {
    let problem = run.problem;
    let Pn2Options { a, b, stored, recycle } = options;
    let stored = stored.unwrap_or_else(|| match run.budget.memory() {
        Some(bytes) => (bytes / node_bytes::<G>()) as u64,
        None => STORED,
    });
    let kept = if recycle { Kept::Solution } else { Kept::Everything };
    let path = Path::new(problem.game, problem.root, problem.history)?;
    let mut search = Pn2Search {
        problem,
        growth: Growth { a, b, stored },
        first: PnSearch::new(problem, estimator, Evaluation::Delayed, kept, path),
        second: SecondLevel::new(problem, estimator, recycle),
    };
    let end = search.pn2(&mut run)?;
    let verdict = search.first.verdict(end);
    let stats = search.first.stats;
    let evidence = TwoLevelEvidence::new(search.first.tree, estimator.clone(), stats.nodes);
    Ok(Searched { verdict, stats, evidence })
}

struct Pn2Search<'a, G: Game, E> {
    problem: &'a Problem<'a, G>,
    growth: Growth,
    first: PnSearch<'a, G, E>,
    second: SecondLevel<'a, G, E>,
}

impl<G: Game, E: Estimator<G>> Pn2Search<'_, G, E> {
    const ROOT: u32 = Tree::<G::Move>::ROOT;

    /// The first level.
    fn pn2(&mut self, run: &mut Run<'_, '_, G>) -> Result<End, G::Error> {
        self.first.evaluate(Self::ROOT, self.problem.root, None)?;
        let mut current = Self::ROOT;
        loop {
            let root = self.first.tree.node(Self::ROOT);
            (self.first.stats.proof, self.first.stats.disproof) = (root.proof, root.disproof);
            if root.solved() {
                return Ok(End::Solved);
            }
            if self.first.tree.stored() >= self.growth.stored {
                return Ok(End::Full);
            }
            self.first.elsewhere = self.second.memory_bytes();
            if let Some(limit) = self.first.resources_exhausted(run) {
                return Ok(End::Limit(limit));
            }
            let (most_proving, new) = self.first.select_most_proving_node(current)?;
            if !new && self.problem.game.repetition() == Repetition::Impossible {
                return Ok(End::Limit(Limit::Misdeclared));
            }
            let before = self.first.tree.node(most_proving).numbers();
            if let ControlFlow::Break(limit) = self.evaluate(most_proving, run)? {
                return Ok(End::Limit(limit));
            }
            current = self.first.update_ancestors(most_proving, before, run);
        }
    }

    /// Evaluate a leaf by a search of its own, and keep what that found out about its children.
    fn evaluate(&mut self, leaf: u32, run: &mut Run<'_, '_, G>) -> Result<ControlFlow<Limit>, G::Error> {
        let PnSearch { tree, path, stats, .. } = &mut self.first;
        let room = SecondLevelLimits {
            nodes: self.growth.second_level(tree.stored()),
            elsewhere: tree.memory_bytes(),
        };
        let found = match self.second.search(path, room, stats, run)? {
            ControlFlow::Continue(found) => found,
            ControlFlow::Break(limit) => return Ok(ControlFlow::Break(limit)),
        };
        if let Some(proven) = found.numbers.solved() {
            tree.node_mut(leaf).set_value(proven);
        } else if tree.adopt(leaf, self.second.children()).is_none() {
            return Ok(ControlFlow::Break(Limit::Memory));
        }
        Ok(ControlFlow::Continue(()))
    }
}
