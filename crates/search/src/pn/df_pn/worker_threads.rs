//! Several searchers of `df-pn` on one table: threads, and searchers that take turns in one thread.
//!
//! **Source.** Kaneko, "Parallel depth first proof number search" (AAAI 2010) for virtual proof and disproof numbers;
//! Pawlewicz and Hayward, "Scalable parallel DFPN search" (CG 2013).
//!
//! **Deviations.** Every searcher runs the whole of `df-pn` from the root with its own line. It shares with the others the
//! table, and marks of the positions on all lines. Virtual numbers are made from the marks where a child is selected, and
//! nowhere else: they are never stored, never summed up, and never infinite.
//!
//! **Why sharing is safe.** A verdict in the table that holds on all lines is a fact about its position, and one for a
//! single line a fact about that line, known by its code. Neither depends on which searcher found it. The table stores no
//! assumptions ([`Ghi::Nagai`](super::Ghi::Nagai) makes some, so it refuses threads), numbers do not overwrite verdicts
//! there, and a record is found as a whole or not at all. Certificates are made when all threads have ended.
//!
//! **In turns**, each searcher has one node at a time. That is exact and repeatable, so that the counts of parallel searches
//! can be compared, and the additional work of many threads measured without as many processors.

use pnyx_game::{Estimator, Game};

use super::{DfPnOptions, DfPnSearch, TableEvidence};
use crate::algorithm::{Run, Threaded};
use crate::path::Path;
use crate::pn::depth_first::Others;
use crate::pn::together::{BATCH, FirstAnswer, Tally, run_threads};
use crate::table::{Marks, Memory};
use crate::{Budget, Limit, Limits, SearchVerdict, Searched, Silent, Stats};

/// Run the search in several threads. The first answer of any of them counts.
pub(super) fn search<G: Threaded, E: Estimator<G> + Clone + Sync>(
    threads: usize,
    options: DfPnOptions,
    estimator: &E,
    memory: Memory,
    mut run: Run<'_, '_, G>,
) -> Result<Searched<TableEvidence<G, E>>, G::Error> {
    let problem = run.problem;
    let (tally, marks, found) = (Tally::default(), Marks::new(), FirstAnswer::none());
    let begin = || -> Result<DfPnSearch<'_, G, E>, G::Error> {
        let path = Path::new(problem.game, problem.root, problem.history)?;
        let mut search = DfPnSearch::new(problem, estimator, options, memory.shared(), path);
        search.context.others = Some(Others::new(&tally, &marks, BATCH));
        Ok(search)
    };
    // The thread that leads minds the other limits. It may not have a processor at every moment.
    let limits = Limits { nodes: run.budget.nodes(), ..Limits::default() };
    let help = || {
        let budget = &mut Budget::new(limits, tally.stop_flag());
        let mut run = Run { problem, budget, observer: &mut Silent };
        let mut stats = Stats::default();
        let answer = begin().and_then(|mut search| {
            let verdict = search.df_pn(&mut run);
            stats = search.context.stats;
            verdict
        });
        match answer {
            // Who was stopped, or has found nothing, leaves it to the others.
            Ok(SearchVerdict::Unknown(Limit::Stopped | Limit::Nodes | Limit::Numbers)) => {}
            answer => found.report(answer.map(|verdict| (verdict, stats)), &tally),
        }
        stats
    };
    let lead = || {
        let mut search = begin()?;
        let verdict = search.df_pn(&mut run)?;
        Ok((verdict, search.context.stats))
    };
    let (led, theirs) = run_threads(threads, &tally, lead, help);
    let (mut verdict, own) = led?;
    let mut stats = theirs.and_then(own);
    if matches!(verdict, SearchVerdict::Unknown(_))
        && let Some(answer) = found.into_inner()
    {
        let at_the_end;
        (verdict, at_the_end) = answer?;
        (stats.proof, stats.disproof) = (at_the_end.proof, at_the_end.disproof);
    }
    let evidence = TableEvidence::new(memory, estimator.clone(), options, stats.nodes);
    Ok(Searched { verdict, stats, evidence })
}

/// Run the search with searchers that take turns of one node each in this thread.
pub(super) fn in_turns<G: Game, E: Estimator<G>>(
    options: DfPnOptions,
    estimator: &E,
    memory: Memory,
    run: &mut Run<'_, '_, G>,
) -> Result<(SearchVerdict, Stats, Memory), G::Error> {
    let problem = run.problem;
    let (tally, marks) = (Tally::default(), Marks::new());
    let mut searches = Vec::new();
    let mut root = None;
    for _ in 0..options.searchers {
        let path = Path::new(problem.game, problem.root, problem.history)?;
        let mut search = DfPnSearch::new(problem, estimator, options, memory.shared(), path);
        search.context.others = Some(Others::new(&tally, &marks, 1));
        root = search.begin()?;
        searches.push(search);
    }
    let mut turn = 0;
    let numbers = loop {
        if let Some(numbers) = root {
            break numbers;
        }
        turn = (turn + 1) % searches.len();
        let search = &mut searches[turn];
        let before = search.context.stats.nodes;
        while root.is_none() && search.context.stats.nodes == before {
            root = search.step(run)?;
        }
    };
    let mut last = searches.swap_remove(turn);
    let verdict = last.context.answer(numbers);
    let others = searches.iter().map(|search| search.context.stats).fold(Stats::default(), Stats::and_then);
    Ok((verdict, others.and_then(last.context.stats), memory))
}
