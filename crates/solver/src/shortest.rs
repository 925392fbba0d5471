//! The shortest win: one search after the other, with ever fewer moves, that share what they know.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use pnyx_game::{Argument, Goal, InputError, MOST_MOVES};
use pnyx_search::pn::forced_win::{self, Shortest};
use pnyx_search::table::LengthTable;
use pnyx_search::{Budget, Limit, Limits};

use crate::answer::{ShortestAnswer, Verdict};
use crate::error::{Error, Result, bad_input};
use crate::host::{Host, Stop};
use crate::opened::{Opened, Playable};
use crate::prepared::Prepared;
use crate::proof_search::ProofSearch;
use crate::question::Question;
use crate::register::Algorithm;
use crate::shortest_search::Found;
use crate::watch::Watch;

/// Nodes for finding an answer again when its certificate is made.
const CERTIFICATE_NODES: u64 = 100_000;
/// Why nothing is known where a shorter win leads through positions of the history, or may do so.
const REPETITION: &str = "repetition";
/// How long that may take when somebody has said stop.
const CERTIFICATE_TIME: Duration = Duration::from_secs(1);

/// Questions about the length of a win.
pub trait ShortestWin {
    /// The shortest win: the answers that show it, with their goals, and what was spent on it.
    fn shortest(&self, host: &dyn Host, question: &Question, stop: &Stop) -> Result<ShortestAnswer>;
}

impl<G: Playable> ShortestWin for Opened<G> {
    fn shortest(&self, host: &dyn Host, question: &Question, stop: &Stop) -> Result<ShortestAnswer> {
        let prepared = self.prepare(question)?;
        let budget = self.limited(prepared.limits, stop);
        let _asked = self.asked(prepared.limits_beside());
        self.trusted(self.answer_shortest(host, prepared, &budget))
    }
}

impl<G: Playable> Opened<G> {
    /// The shortest win of the goal's prover.
    fn answer_shortest(
        &self,
        host: &dyn Host,
        mut prepared: Prepared,
        budget: &Budget<'_>,
    ) -> Result<ShortestAnswer> {
        let options = match &prepared.algorithm {
            Some(Algorithm::ForcedWin(forced_win)) => forced_win.options,
            None => forced_win::ForcedWinOptions::default(),
            _ => return Err(bad_input("the shortest win is found by algorithm auto or forced-win")),
        };
        let options = forced_win::ForcedWinOptions { threads: prepared.threads, ..options };
        if self.game.ends_early() {
            return Err(bad_input(
                "with endgame tables the length of a win is unknown: leave out the option tables",
            ));
        }
        let plain = prepared.goal;
        if plain.limit.is_some() || !plain.within(1).is_among(&self.game.goals()) {
            return Err(self.no_shortest(&plain));
        }
        let (aimed, goal) = self.aimed(&plain)?;
        let asked = format!("shortest {plain}");
        aimed.take_up(host, &mut prepared, (&asked, goal))?;
        let mut keeper = aimed.keeper(host, (&prepared.checkpoints, &asked), prepared.resumed);
        let lengths = prepared.length_table(goal.prover);
        let search = ProofSearch { patient: true, ..ProofSearch::new(&aimed, &prepared, goal, None) };
        let mut watch = Watch::new(host, &aimed.game, &aimed.root, &plain);
        let begun = budget.elapsed();
        let searched = self.run(host, || {
            let keep = &mut |lengths: &LengthTable, nodes| keeper.keep(lengths, nodes);
            let found = search.shortest(options, &lengths, budget, &mut watch, keep)?;
            keeper.write(&lengths, found.stats.nodes);
            Ok(found)
        });
        let Found { shortest: Shortest { win, mut no_win_within, mut limit }, stats, by_table } =
            Self::say(searched)?;
        if let Some(error) = watch.signals.error.or(keeper.error) {
            return Err(Error::Interrupted(error));
        }
        let checkpoint_error = std::mem::take(&mut prepared.checkpoints).io_error();
        let seconds = (budget.elapsed() - begun).as_secs_f64();
        let mut questions = Vec::new();
        let never = AtomicBool::new(false);
        let rest = budget.nodes().map(|nodes| nodes.saturating_sub(stats.nodes));
        let given = budget;
        // What was found is shown whatever the limits and the stop flag say: it takes a node, as a rule.
        let mut budget = budget.with_nodes(Some(CERTIFICATE_NODES));
        if limit == Some(Limit::Stopped) {
            let limits =
                Limits { nodes: budget.nodes(), time: Some(CERTIFICATE_TIME), memory: budget.memory() };
            budget = Budget::new(limits, &never);
        }
        // What repeats hides from this search that there is no win. Others see it, and need the memory.
        let automatic = prepared.algorithm.is_none() && !aimed.game.suits_forced_win();
        let repeats = win.is_none() && limit == Some(Limit::Numbers) && automatic;
        drop(lengths);
        if repeats {
            prepared.forget();
        }
        // Where goals with a limit know of no history, it may hide a win that they find. Then nothing that was learnt with it is
        // of use for showing that there is none.
        let hides = !aimed.history.is_empty() && self.aimed(&plain.within(1))?.0.history.is_empty();
        let hit = limit.as_ref().map(ToString::to_string);
        let mut reason = hit.clone();
        let mut show = |asked: Goal, nodes: Option<u64>| {
            if hides && asked.limit.is_some() && asked.limit != win {
                prepared.forget();
            }
            prepared.goal = asked;
            let (aimed, goal) = self.aimed(&asked)?;
            let mut solution =
                aimed.answer(host, &prepared, goal, (budget.with_nodes(nodes), stats.nodes))?;
            if nodes == Some(0) && solution.verdict == Verdict::Unknown {
                solution.reason.clone_from(&hit);
            }
            // The searches share what they know, so each answer is the work of all. The root was counted by them.
            solution.nodes = stats.nodes + solution.nodes.saturating_sub(1);
            solution.expansions = stats.expansions + solution.expansions.saturating_sub(1);
            solution.seconds += seconds;
            solution.memory_bytes = solution.memory_bytes.max(stats.memory_bytes);
            solution.max_depth = solution.max_depth.max(stats.max_depth);
            let (verdict, why) = (solution.verdict, solution.reason.clone());
            questions.push((asked.to_string(), solution));
            Ok::<_, Error>((verdict, why))
        };
        let enough = budget.nodes();
        let first = match win {
            Some(win @ 1..=MOST_MOVES) => show(plain.within(win), enough)?.0,
            None if repeats => {
                let (verdict, why) = show(plain, rest)?;
                reason = why;
                verdict
            }
            None if limit.is_some() => show(plain, Some(0))?.0,
            // A win that stands already has no form with a length, nor has a longer one than can be asked for, nor
            // that there is none.
            _ => show(plain, enough)?.0,
        };
        if repeats && first == Verdict::Disproven {
            (limit, no_win_within) = (None, MOST_MOVES);
        }
        // A claim without a certificate is none.
        let no_win_within = no_win_within.min(MOST_MOVES);
        let holds = match win {
            _ if no_win_within == 0 => false,
            None if limit.is_none() => first == Verdict::Disproven,
            _ => {
                let nodes = if hides { rest } else { enough };
                let verdict = show(plain.within(no_win_within), nodes)?.0;
                if hides && verdict == Verdict::Proven {
                    questions.pop();
                    reason = Some(REPETITION.into());
                }
                verdict == Verdict::Disproven
            }
        };
        if by_table && (win.is_some() != (first == Verdict::Proven) || no_win_within > 0 && !holds) {
            // The table was misled, or players do not take turns.
            (prepared.goal, prepared.may_enumerate) = (plain, false);
            return self.answer_shortest(host, prepared, given);
        }
        Ok(ShortestAnswer {
            length: win.filter(|_| first == Verdict::Proven),
            none_within: if holds { no_win_within } else { 0 },
            reason,
            nodes: stats.nodes,
            seconds,
            memory_bytes: stats.memory_bytes,
            resumed_nodes: prepared.resumed.nodes,
            checkpoint_error,
            questions,
        })
    }

    /// The error of a goal whose shortest win cannot be asked for.
    fn no_shortest(&self, goal: &Goal) -> Error {
        let (game, text) = (&self.about.name, InputError::quote(&goal.to_string()));
        let goals = self.game.goals();
        let limited: Vec<_> =
            goals.iter().filter(|spec| spec.argument == Argument::Moves).map(|spec| spec.name).collect();
        bad_input(match limited.as_slice() {
            [] => format!("{game} has no goals within a number of moves, so there is no shortest win"),
            [name] => format!("only the goal {name} has a shortest win, not {text}"),
            names => format!("only the goals {} have a shortest win, not {text}", names.join(" and ")),
        })
    }
}
