//! How small a search could be: the minimal tree, the left-first minimal graph, and graphs that are smaller still.
//!
//! **Source.** Plaat, *Research Re: search & Re-search* (1996), Sections 5.2 and 5.3. First the value is found, and
//! with it the best move of every position on the way. Then the search is repeated with these moves and the window
//! around the value: without transpositions it visits the minimal tree, with them the left-first minimal graph.
//!
//! That graph is called left-first because a cut-off by the first move need not be the cheapest. Two ways to cheaper
//! ones: enhanced transposition cut-offs (ETC) in the last search; and, before it, looking among all moves of the last
//! plies for those whose trees are smallest (minimaxing, MM).
//!
//! **Deviations.** The thesis clears its table but for the best moves; here it is exact, so that nothing is lost to
//! collisions. In the minimaxed plies trees are measured without transpositions, as the thesis recommends.

use pnyx_game::Game;

use super::algorithm::ValueAlgorithm;
use super::alpha_beta::alpha_beta;
use super::aspiration::AspirationNegaScout;
use super::counts::{NodeCounts, OrderQuality, Watcher};
use super::node::{Begun, Child, Spot};
use super::options::ValueOptions;
use super::result::ValueProblem;
use super::search::search;
use super::search_context::SearchContext;
use super::value::{Halt, below};
use crate::ordering::OrderingOptions;
use crate::table::Scores;
use crate::{Budget, Limit};

/// What was measured. Nodes are those of one search to the full depth.
#[derive(Clone, Debug)]
pub struct Measures {
    /// The value of the position.
    pub value: i32,
    /// Whether the table may have hidden a draw by repetition that would change it.
    pub may_hide_repetition: bool,
    /// The last iteration of Aspiration NegaScout.
    pub searched: NodeCounts,
    /// How good its order of moves was.
    pub quality: OrderQuality,
    /// The minimal tree.
    pub tree: NodeCounts,
    /// The left-first minimal graph.
    pub graph: NodeCounts,
    /// The same with enhanced transposition cut-offs.
    pub graph_etc: NodeCounts,
    /// The graph after minimaxing the last plies, if that was asked for.
    pub cheap: Option<NodeCounts>,
    /// The same with enhanced transposition cut-offs.
    pub cheap_etc: Option<NodeCounts>,
}

/// Measure a search of this depth; `minimaxed` is how many of the last plies are looked through for cheap cut-offs.
pub fn measure<G: Game>(
    question: &ValueProblem<'_, G>,
    minimaxed: u32,
    budget: &mut Budget<'_>,
    watcher: &mut dyn Watcher,
) -> Result<Result<Measures, Limit>, G::Error> {
    let ordering = OrderingOptions { killers: false, history: true };
    let options =
        ValueOptions { best: true, leaves: true, deepening: 1, ordering, ..ValueOptions::default() };
    let found = search(
        question,
        &|run| AspirationNegaScout.iterate(run),
        &options,
        Scores::exact(),
        budget,
        watcher,
        false,
    )?;
    let (last, limit) = (found.iterations.last(), found.limit);
    let (Some(last), None) = (last, &limit) else { return Ok(Err(limit.unwrap_or(Limit::Stopped))) };
    let (value, searched, may_hide_repetition) = (last.value, last.counts, last.may_hide_repetition);
    let plain = ValueOptions { ordering: OrderingOptions { killers: false, history: false }, ..options };
    let mut measuring = Measuring { question, value, budget, watcher };
    let mut best = found.scores;
    best.forget_bounds();
    let measured = (|| {
        let alone = ValueOptions { only_best: true, ..plain };
        let (tree, best) = measuring.again(alone, best, 0)?;
        let (graph, best) = measuring.again(plain, best, 0)?;
        let etc = ValueOptions { etc: Some(0), ..plain };
        let (graph_etc, best) = measuring.again(etc, best, 0)?;
        let (mut cheap, mut cheap_etc) = (None, None);
        if minimaxed > 0 {
            let (_, best) = measuring.again(alone, best, minimaxed)?;
            let (counts, best) = measuring.again(plain, best, 0)?;
            cheap = Some(counts);
            cheap_etc = Some(measuring.again(etc, best, 0)?.0);
        }
        let quality = found.quality;
        Ok(Measures {
            value,
            may_hide_repetition,
            searched,
            quality,
            tree,
            graph,
            graph_etc,
            cheap,
            cheap_etc,
        })
    })();
    match measured {
        Ok(measures) => Ok(Ok(measures)),
        Err(Halt::Limit(limit)) => Ok(Err(limit)),
        Err(Halt::Error(error)) => Err(error),
    }
}

struct Measuring<'a, 'b, G: Game> {
    question: &'a ValueProblem<'a, G>,
    value: i32,
    budget: &'a mut Budget<'b>,
    watcher: &'a mut dyn Watcher,
}

impl<G: Game> Measuring<'_, '_, G> {
    /// Search again with the best moves known, or look for cheaper ones; returns the nodes, and the best moves.
    fn again(
        &mut self,
        options: ValueOptions,
        best: Scores,
        minimaxed: u32,
    ) -> Result<(NodeCounts, Scores), Halt<G::Error>> {
        let Measuring { question, value, .. } = *self;
        let mut context = SearchContext::new(question, &options, best, self.budget, self.watcher)?;
        let root = context.spot(question.root.clone())?;
        let (depth, window) = (context.depth, (value - 1, value + 1));
        if minimaxed == 0 {
            alpha_beta(&mut context, &root, depth, window)?;
        } else {
            cheapest(&mut context, &root, depth, window, minimaxed)?;
        }
        let counts = context.counts;
        let mut best = context.scores;
        best.forget_bounds();
        Ok((counts, best))
    }
}

/// Alpha-beta that goes on at cut nodes of the last plies, for the cut-off with the smallest tree, and keeps its move.
/// Returns the value and the size of the smallest tree.
fn cheapest<G: Game>(
    context: &mut SearchContext<'_, '_, G>,
    spot: &Spot<G::Position>,
    depth: u32,
    window: (i32, i32),
    minimaxed: u32,
) -> Result<(i32, u64), Halt<G::Error>> {
    let node = match context.begin(spot, depth, window, false)? {
        Begun::Answered(value) => return Ok((value.score, 1)),
        Begun::Open(node) => node,
    };
    let moves = node.moves.clone();
    let (mut alpha, mut beta) = window;
    let (mut g, mut best) = (node.g, moves[0]);
    let (mut all, mut smallest) = (1, None);
    for placed in moves {
        // After a cut-off the window is the whole one again: another move has to do the same.
        let asked = if smallest.is_some() { window } else { (alpha, beta) };
        let (score, size) = match context.play(&spot.position, placed.mv, asked)? {
            Child::Value(value) => (value.score, 1),
            Child::Position(child) => {
                let found = cheapest(context, &child, below(depth), asked, minimaxed)?;
                context.back();
                found
            }
        };
        if if node.is_max { score >= window.1 } else { score <= window.0 } {
            if smallest.is_none_or(|smallest| size < smallest) {
                (g, best, smallest) = (score, placed, Some(size));
            }
            if depth > minimaxed {
                break;
            }
        } else if smallest.is_none() {
            all += size;
            if if node.is_max { score > g } else { score < g } {
                (g, best) = (score, placed);
            }
            (alpha, beta) = if node.is_max { (alpha.max(g), beta) } else { (alpha, beta.min(g)) };
        }
    }
    context.keep_best(node, best);
    Ok((g, smallest.map_or(all, |smallest| 1 + smallest)))
}
