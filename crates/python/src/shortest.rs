//! The shortest win: one search after the other, with ever fewer moves, that share what they know.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use pnyx_game::InputError;
use pnyx_games::chess::MOST_MOVES;
use pnyx_search::pn::Notes;
use pnyx_search::pn::forced_win::{self, Shortest};
use pnyx_search::{Budget, Limit, Limits, Problem, Stats};
use pyo3::prelude::*;

use crate::errors::bad_input;
use crate::order::{Algorithm, Order};
use crate::session::{Opened, Playable};
use crate::solution::Solution;
use crate::watch::{Signals, Watch};

/// Nodes for finding an answer again when its certificate is made.
const CERTIFICATE_NODES: u64 = 100_000;
/// How long that may take when somebody has said stop.
const CERTIFICATE_TIME: Duration = Duration::from_secs(1);

/// What is known of the shortest win.
#[pyclass(module = "pnyx._core", frozen, get_all)]
pub(crate) struct ShortestResult {
    /// The winner's moves, of the shortest win found.
    pub length: Option<u32>,
    /// There is no win within so many moves; a question shows it, unless it is 0.
    pub none_within: u32,
    /// Why it is not known whether there is a shorter one.
    pub reason: Option<String>,
    pub nodes: u64,
    pub seconds: f64,
    pub memory_bytes: usize,
    /// Nodes before the checkpoint that was taken up.
    pub resumed_nodes: u64,
    /// Why the last checkpoint could not be written, if it could not.
    pub checkpoint_error: Option<String>,
    /// The questions whose answers show this, with certificates.
    pub questions: Vec<(String, Py<Solution>)>,
}

impl<G: Playable> Opened<G> {
    /// The shortest win of the goal's prover: a mate, or the mate of the side to move.
    pub fn answer_shortest(
        &self,
        py: Python<'_>,
        mut order: Order,
        budget: &Budget<'_>,
    ) -> PyResult<ShortestResult> {
        let options = match &order.algorithm {
            Algorithm::ForcedWin(options) => *options,
            Algorithm::Auto => forced_win::Options::default(),
            _ => return Err(bad_input("the shortest win is found by algorithm auto or forced-win")),
        };
        let options = forced_win::Options { threads: order.threads, ..options };
        if self.game.ends_early() {
            return Err(bad_input("how long a win takes cannot be told where tables decide: leave them out"));
        }
        let name = order.goal.clone();
        if self.aimed(&within(&name, 1)).is_err() {
            let what = InputError::quote(&name);
            return Err(bad_input(format!(
                "the shortest win is a matter of the goals mate and mated, not of {what}"
            )));
        }
        let (aimed, goal) = self.aimed(&name)?;
        let asked = std::mem::replace(&mut order.goal, format!("shortest {name}"));
        self.take_up(py, &mut order, goal)?;
        let mut keeper = self.keeper(&order);
        order.goal = asked;
        let notes = order.notes(goal.prover);
        let problem =
            Problem { game: &aimed.game, root: &aimed.root, history: &aimed.history, goal, only_move: None };
        let mut watch = Watch {
            signals: Signals::new(),
            trace: None,
            game: &aimed.game,
            root: &aimed.root,
            on_progress: order.on_progress.as_ref(),
            last_progress: Duration::ZERO,
            goal: &name,
            spent: 0,
            seen: Stats::default(),
        };
        let begun = budget.elapsed();
        let searched = self.run(py, || {
            let keep = &mut |notes: &Notes, nodes| keeper.keep(notes, nodes);
            let found = forced_win::shortest(&problem, options, &notes, budget, &mut watch, keep)?;
            keeper.write(&notes, found.1.nodes);
            Ok(found)
        });
        let (Shortest { win, hold, limit }, stats) = Self::say(searched)?;
        if let Some(error) = watch.signals.error.or(keeper.error) {
            return Err(error);
        }
        let checkpoint_error = std::mem::take(&mut order.checkpoints).trouble();
        let seconds = (budget.elapsed() - begun).as_secs_f64();
        let mut questions = Vec::new();
        let never = AtomicBool::new(false);
        // What was found is shown whatever the limits, and whoever said stop: it takes a node, as a rule.
        let mut budget = budget.with_nodes(Some(CERTIFICATE_NODES));
        if limit == Some(Limit::Stopped) {
            let limits =
                Limits { nodes: budget.nodes(), time: Some(CERTIFICATE_TIME), memory: budget.memory() };
            budget = Budget::new(limits, &never);
        }
        let mut show = |name: String, nodes: Option<u64>| {
            order.goal = name;
            let (aimed, goal) = self.aimed(&order.goal)?;
            let mut solution = aimed.answer(py, &order, goal, (budget.with_nodes(nodes), stats.nodes))?;
            if nodes == Some(0) && solution.verdict == "unknown" {
                solution.reason = limit.as_ref().map(ToString::to_string);
            }
            // The searches share what they know, so each answer is the work of all. The root was counted by them.
            solution.nodes = stats.nodes + solution.nodes.saturating_sub(1);
            solution.expansions = stats.expansions + solution.expansions.saturating_sub(1);
            solution.seconds += seconds;
            solution.memory_bytes = solution.memory_bytes.max(stats.memory_bytes);
            solution.max_depth = solution.max_depth.max(stats.max_depth);
            let verdict = solution.verdict;
            questions.push((order.goal.clone(), Py::new(py, solution)?));
            Ok::<_, PyErr>(verdict)
        };
        let enough = budget.nodes();
        let first = match win {
            Some(win @ 1..=MOST_MOVES) => show(within(&name, win), enough)?,
            None if limit.is_some() => show(name.clone(), Some(0))?,
            // A mate that stands already has no form with a length, nor has a longer one than can be asked for, nor that
            // there is none.
            _ => show(name.clone(), enough)?,
        };
        // A claim without a certificate is none.
        let hold = hold.min(MOST_MOVES);
        let holds = match win {
            _ if hold == 0 => false,
            None if limit.is_none() => first == "disproven",
            _ => show(within(&name, hold), enough)? == "disproven",
        };
        Ok(ShortestResult {
            length: win.filter(|_| first == "proven"),
            none_within: if holds { hold } else { 0 },
            reason: limit.map(|limit| limit.to_string()),
            nodes: stats.nodes,
            seconds,
            memory_bytes: stats.memory_bytes,
            resumed_nodes: order.resumed.nodes,
            checkpoint_error,
            questions,
        })
    }
}

/// The goal of the same win within so many moves.
fn within(goal: &str, moves: u32) -> String {
    format!("{goal}-in {moves}")
}
