//! The whole game as a member of `auto`: every position that the root leads to is enumerated, and if they come to an end, valued
//! backwards (retrograde analysis).
//!
//! Where positions can repeat, a proof-number search may take many times more nodes than there are positions. So a fifth of
//! the work goes into finding all of them ([`pnyx_tables::Enumeration`]). If the space closes, every question about the root
//! is answered at once, with the ordinary certificate: see `table_evidence`. The table is kept for the other questions
//! of the same call, such as the second one about a value.
//!
//! **The share.** The enumeration gets a quarter of the nodes that the other searches have taken; a node of its own is a
//! position whose moves were made. Where growth says that it lacks no more positions than a few times those nodes, it goes on
//! to the end. It is given up for good
//!
//! - when the growth of the plies [says](pnyx_tables::Enumeration::forecast) that limits or memory end it before the space
//!   closes, or its memory does;
//! - when the rules or the bytes of positions fail: positions that no search would ask about must not cost an answer;
//! - when what the table says is not accepted by the checker, because the bytes say less than the rules do.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use pnyx_game::{Game, Goal, Repetition, Threshold, Within};
use pnyx_proof::Verdict;
use pnyx_search::bounds::INFINITY;
use pnyx_search::{
    Budget, CheckedResult, Limit, Observer, Problem, SearchVerdict, Searched, Snapshot, Stats,
};
use pnyx_tables::{Ended, Entry, Enumeration, Limits, Moves, RulesExpander, Run};

use crate::enumerated::{Stage, WholeGame};
use crate::held::limits;
use crate::opened::Playable;
use crate::proof_search::ProofSearch;
use crate::rulebook::{Asked, Own, Rulebook};
use crate::table_evidence::{Entries, Packer, Plan, TableEvidence};
use crate::watch::Watch;

/// The others' nodes for one of the enumeration.
pub(crate) const SHARE: u64 = 4;
/// Nodes of the enumeration for one of the others, where its end is in sight.
const IN_SIGHT: u64 = 8;
/// No forecast counts before this number of positions: until then it is cheaper to go on.
const EARLIEST: u64 = 1000;
/// The same for the shortest win: there it takes a search much longer to exclude the last moves than to find a win.
const EARLIEST_IF_PATIENT: u64 = 1 << 14;
/// The enumeration is given up where it would take this many times what it may ever have.
const OUT_OF_REACH: f64 = 8.0;
/// Positions that are asked about between two checks of the clock.
const AT_ONCE: u64 = 256;
const AT_ONCE_IF_SLOW: u64 = 16;

/// What a turn took: the certificate is left out, and the bytes are those that are still in use.
#[derive(Default)]
pub(crate) struct Share {
    pub stats: Stats,
    pub time: Duration,
}

/// What came of a turn.
pub(crate) enum Turn<M> {
    /// The root is answered, or a limit was reached while the answer was shown.
    Answered(Box<CheckedResult<M>>),
    /// The space is not closed yet, and may lack this many positions.
    Open(Option<u64>),
    /// There will be no answer to this question.
    GivenUp,
}

/// How many nodes the enumeration may take at once beyond its share, because it lacks so few positions; 0 if it may not.
pub(crate) fn in_sight(missing: Option<u64>, others: u64, enumerated: u64) -> u64 {
    let most = others.saturating_mul(IN_SIGHT).saturating_sub(enumerated);
    missing.filter(|&missing| missing <= most).map_or(0, |missing| missing.max(EARLIEST).min(most))
}

impl<G: Playable> ProofSearch<'_, G> {
    /// The game whose positions stand in the table.
    pub fn table_game(&self) -> &G {
        self.here.whole.uncounted.as_ref().unwrap_or(&self.here.game)
    }

    /// What the enumeration is about, if this question can have one.
    fn about_whole_game(&self) -> Option<(Vec<u8>, Option<Goal>)> {
        let (here, game) = (self.here, self.table_game());
        let counts = here.within.is_some() || here.game.moves_left(&here.root).is_some();
        let fits = self.prepared.may_enumerate
            && here.history.is_empty()
            && !here.game.has_root_rules()
            && game.repetition() == Repetition::Draw
            && game.refuses_table().is_none()
            && (!counts || here.whole.uncounted.is_some() && self.problem.goal.threshold == Threshold::Win);
        let mut bytes = Vec::new();
        let packed = fits && game.pack_canonical(&here.root, &mut bytes).is_ok();
        packed.then_some((bytes, here.whole.judged_for))
    }

    /// Begin with the enumeration, or take up that of an earlier question about the same root; `None` if it is given up, or
    /// cannot be.
    pub fn whole_game(&self) -> Option<WholeGame> {
        let about = self.about_whole_game()?;
        let known = self.prepared.whole_game.lock().ok()?.take().filter(|known| known.about == about);
        let whole = known.or_else(|| {
            let mut enumeration = Enumeration::new();
            let limit = enumeration.add_start(&about.0);
            limit.is_none().then(|| WholeGame { about, stage: Stage::Open(Box::new(enumeration)) })
        })?;
        if matches!(whole.stage, Stage::GivenUp) {
            self.keep_whole_game(whole);
            return None;
        }
        Some(whole)
    }

    /// Leave it to later questions.
    pub fn keep_whole_game(&self, whole: WholeGame) {
        if let Ok(mut kept) = self.prepared.whole_game.lock() {
            *kept = Some(whole);
        }
    }

    /// Expand at most N positions, and if there are no more, answer.
    pub fn by_whole_game(
        &self,
        whole: &mut WholeGame,
        nodes: u64,
        share: &mut Share,
        budget: &Budget<'_>,
        watch: &mut Watch<'_, G>,
    ) -> Result<Turn<G::Move>, G::Error> {
        let missing = self.advance(whole, nodes, share, budget, watch);
        let Some(entries) = self.entries(whole) else {
            return Ok(if whole.is_given_up() { Turn::GivenUp } else { Turn::Open(missing) });
        };
        let plan = self.plan(whole, &entries, budget, watch)?;
        match self.by_table(entries, plan, budget, watch)? {
            Some(CheckedResult {
                verdict: SearchVerdict::Unknown(Limit::Certificate(_) | Limit::Rules(_)),
                ..
            })
            | None => {
                // By one move alone a win may lead back to the root, of which the table knows all moves.
                if self.problem.only_move.is_none() {
                    whole.stage = Stage::GivenUp;
                }
                Ok(Turn::GivenUp)
            }
            Some(answer) => Ok(Turn::Answered(Box::new(answer))),
        }
    }

    /// Expand at most N positions, and if there are no more, value them. Returns how many the space may lack, if that can be
    /// told.
    pub fn advance(
        &self,
        whole: &mut WholeGame,
        nodes: u64,
        share: &mut Share,
        budget: &Budget<'_>,
        watch: &mut Watch<'_, G>,
    ) -> Option<u64> {
        let begun = budget.elapsed();
        whole.stage = match std::mem::replace(&mut whole.stage, Stage::GivenUp) {
            Stage::Open(enumeration) => self.enumerate(*enumeration, nodes, &mut share.stats, budget, watch),
            stage => stage,
        };
        share.time += budget.elapsed() - begun;
        let Stage::Open(enumeration) = &whole.stage else { return None };
        let missing = enumeration.forecast()? - enumeration.growth().expanded as f64;
        missing.is_finite().then_some(missing as u64)
    }

    /// What the table says, if there is one.
    pub fn entries(&self, whole: &WholeGame) -> Option<Entries<G>> {
        let Stage::Closed(table, _) = &whole.stage else { return None };
        let table = Arc::clone(table);
        Some(self.looking_up(move |bytes| table.get(bytes)))
    }

    /// What a table says of positions, by what it says of their bytes.
    pub fn looking_up(
        &self,
        by_bytes: impl Fn(&[u8]) -> Option<Entry> + Send + Sync + 'static,
    ) -> Entries<G> {
        let pack = self.packer();
        Arc::new(move |position| Ok(by_bytes(&pack(position)?)))
    }

    fn packer(&self) -> Packer<G> {
        let game = self.table_game().clone();
        Arc::new(move |position| {
            let mut bytes = Vec::new();
            game.pack_canonical(position, &mut bytes)?;
            Ok(bytes)
        })
    }

    /// A strategy of few positions that shows what the table says of the problem, if there is one.
    fn plan(
        &self,
        whole: &WholeGame,
        entries: &Entries<G>,
        budget: &Budget<'_>,
        watch: &mut Watch<'_, G>,
    ) -> Result<Option<Plan<G>>, G::Error> {
        let (problem, mut start) = (&self.problem, self.problem.root.clone());
        let Stage::Closed(table, Some(moves)) = &whole.stage else { return Ok(None) };
        let evidence = TableEvidence { entries: Arc::clone(entries), plan: None };
        let Some(verdict) = evidence.verdict(problem)? else { return Ok(None) };
        if let Some(mv) = problem.only_move {
            problem.game.play(&mut start, mv)?;
        }
        // A player with few moves left must hurry, which the table knows nothing of.
        let is_counted = self.here.within.is_some() || problem.game.moves_left(&start).is_some();
        if is_counted || problem.game.outcome(&start)?.is_some() {
            return Ok(None);
        }
        let pack = self.packer();
        let (root, bytes) = (pack(problem.root)?, pack(&start)?);
        // By one move alone, the root has no others when it is reached again.
        let without = problem.only_move.is_some().then_some(&*root);
        let proven = verdict == Verdict::Proven;
        let player = if proven { problem.goal.prover } else { problem.goal.prover.opponent() };
        let wins = (problem.goal.threshold == Threshold::Win) == proven;
        let memory = table.memory_bytes() + moves.memory_bytes();
        let mut stop = || self.is_over(0, memory, budget, watch);
        let strategy = moves.strategy(table, (player, wins), &bytes, without, &mut stop);
        let has_symmetry = self.table_game().has_symmetry();
        Ok(strategy.map(|strategy| Plan { strategy, pack, has_symmetry }))
    }

    /// Find positions, and value them if there are no more.
    fn enumerate(
        &self,
        mut enumeration: Enumeration,
        most: u64,
        stats: &mut Stats,
        budget: &Budget<'_>,
        watch: &mut Watch<'_, G>,
    ) -> Stage {
        let own = Own(RulesExpander(self.table_game()));
        let rules: &Rulebook<'_> = self.here.rulebook.as_deref().unwrap_or(&own);
        let at_once = if self.here.about.facts.slow { AT_ONCE_IF_SLOW } else { AT_ONCE };
        let most_bytes = self.prepared.whole_game_bytes();
        let before = enumeration.growth().expanded;
        let (taken, stage) = loop {
            let taken = enumeration.growth().expanded - before;
            let memory = enumeration.memory_bytes();
            stats.memory_bytes = memory;
            if memory > most_bytes || self.is_out_of_reach(&enumeration, most_bytes, budget) {
                break (taken, Stage::GivenUp);
            }
            if enumeration.is_closed() {
                break (taken, self.value(enumeration, most_bytes, budget, watch));
            }
            if taken >= most || self.is_over(taken, memory, budget, watch) {
                break (taken, Stage::Open(Box::new(enumeration)));
            }
            match enumeration.advance(&Asked(rules), at_once.min(most - taken)) {
                Ok(None) => {}
                Ok(Some(_)) => break (taken, Stage::GivenUp),
                Err(error) => {
                    // A limit that was reached inside the rules will be reached again.
                    limits::hit();
                    if watch.signals.host.is_interruption(&error) {
                        watch.signals.error = Some(error);
                    }
                    break (taken, Stage::GivenUp);
                }
            }
        };
        stats.nodes += taken;
        stats.expansions += taken;
        stage
    }

    /// Whether signals, the clock or the stop flag end the turn.
    fn is_over(
        &self,
        taken: u64,
        memory_bytes: usize,
        budget: &Budget<'_>,
        watch: &mut Watch<'_, G>,
    ) -> bool {
        let Stats { proof, disproof, .. } = watch.seen;
        let snapshot = Snapshot { nodes: taken, proof, disproof, memory_bytes, line: &[] };
        watch.tick(&snapshot, budget.elapsed()).is_break() || budget.overdue().is_some()
    }

    /// Whether the space closes too late, as far as growth can tell.
    fn is_out_of_reach(&self, enumeration: &Enumeration, most_bytes: usize, budget: &Budget<'_>) -> bool {
        let growth = enumeration.growth();
        if growth.expanded < if self.patient { EARLIEST_IF_PATIENT } else { EARLIEST } {
            return false;
        }
        let Some(forecast) = enumeration.forecast() else { return false };
        let by_memory = most_bytes as f64 / (growth.memory as f64 / growth.positions as f64);
        let by_nodes = budget.nodes().map_or(f64::INFINITY, |nodes| (nodes / (SHARE + 1)) as f64);
        forecast > OUT_OF_REACH * by_memory.min(by_nodes)
    }

    /// Value all positions.
    fn value(
        &self,
        enumeration: Enumeration,
        most_bytes: usize,
        budget: &Budget<'_>,
        watch: &mut Watch<'_, G>,
    ) -> Stage {
        let halt = AtomicBool::new(false);
        let mut tell = |now: &pnyx_tables::Progress| {
            if self.is_over(0, now.memory, budget, watch) {
                halt.store(true, Ordering::Relaxed);
            }
        };
        let limits = Limits { memory: Some(most_bytes), ..Limits::default() };
        let mut run = Run::new(1, limits, &halt, &mut tell);
        let growth = enumeration.growth();
        let keeps_moves =
            growth.memory.saturating_add(Moves::memory_of(growth.positions, growth.edges)) <= most_bytes;
        match enumeration.valued(self.table_game().repetition(), keeps_moves, &mut run) {
            Ended::Complete((table, moves)) => Stage::Closed(Arc::new(table), moves),
            Ended::Incomplete(..) => Stage::GivenUp,
        }
    }

    /// The answer by a table, checked; `None` if it lacks the root.
    pub fn by_table(
        &self,
        entries: Entries<G>,
        plan: Option<Plan<G>>,
        budget: &Budget<'_>,
        watch: &mut Watch<'_, G>,
    ) -> Result<Option<CheckedResult<G::Move>>, G::Error> {
        let Some(moves) = self.here.within else {
            return self.by_evidence(&self.problem, TableEvidence { entries, plan }, budget, watch);
        };
        let (counting, root) = self.counting(moves);
        let entries: Entries<Within<Arc<G>>> = Arc::new(move |at| entries(&at.position));
        let Problem { goal, only_move, .. } = self.problem;
        let counted = Problem { game: &counting, root: &root, history: &[], goal, only_move };
        self.by_evidence(&counted, TableEvidence { entries, plan: None }, budget, watch)
    }

    /// The answer to a problem: that of the search, or the same with its moves counted.
    fn by_evidence<H: Game<Move = G::Move, Error = G::Error>>(
        &self,
        problem: &Problem<'_, H>,
        evidence: TableEvidence<H>,
        budget: &Budget<'_>,
        watch: &mut Watch<'_, G>,
    ) -> Result<Option<CheckedResult<G::Move>>, G::Error>
    where
        TableEvidence<H>: 'static,
    {
        let Some(verdict) = evidence.verdict(problem)? else { return Ok(None) };
        let (verdict, (proof, disproof)) = match verdict {
            Verdict::Proven => (SearchVerdict::Proven, (0, INFINITY)),
            Verdict::Disproven => (SearchVerdict::Disproven, (INFINITY, 0)),
        };
        let stats = Stats { nodes: 1, proof, disproof, ..Stats::default() };
        let searched = Searched { verdict, stats, evidence }.erased();
        self.checked(problem, &mut budget.with_nodes(None), watch, |_, _| Ok(searched)).map(Some)
    }
}

#[cfg(test)]
#[path = "whole_game_tests.rs"]
mod tests;
