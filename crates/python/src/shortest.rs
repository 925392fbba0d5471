//! The shortest win: one search after the other, with ever fewer moves, that share what they know.

use std::time::Duration;

use pnyx_game::InputError;
use pnyx_search::pn::Notes;
use pnyx_search::pn::forced_win::{self, Shortest};
use pnyx_search::{Budget, Problem};
use pyo3::prelude::*;

use crate::errors::bad_input;
use crate::keeping::Checkpoints;
use crate::order::{Algorithm, Order};
use crate::session::{Opened, Playable};
use crate::solution::Solution;
use crate::watch::{Signals, Watch};

/// Nodes for finding an answer again when its certificate is made.
const CERTIFICATE_NODES: u64 = 100_000;

/// What is known of the shortest win.
#[pyclass(module = "pnyx._core", frozen, get_all)]
pub(crate) struct ShortestResult {
    /// The winner's moves, of the shortest win found.
    pub length: Option<u16>,
    /// There is no win within so many moves.
    pub none_within: u16,
    /// Why it is not known whether there is a shorter one.
    pub reason: Option<String>,
    pub nodes: u64,
    pub seconds: f64,
    pub memory_bytes: usize,
    /// Nodes before the checkpoint that was taken up.
    pub resumed_nodes: u64,
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
        order.checkpoints = Checkpoints::default();
        let seconds = (budget.elapsed() - begun).as_secs_f64();
        // What was found is shown whatever the limits: it takes a node, as a rule.
        let mut questions = Vec::new();
        let mut show = |name: String| {
            order.goal = name;
            let (aimed, goal) = self.aimed(&order.goal)?;
            let budget = budget.with_nodes(Some(CERTIFICATE_NODES));
            let solution = aimed.answer(py, &order, goal, (budget, stats.nodes))?;
            questions.push((order.goal.clone(), Py::new(py, solution)?));
            Ok::<(), PyErr>(())
        };
        match win {
            // A mate that stands already has no form with a length.
            None | Some(0) => show(name)?,
            Some(win) => {
                show(within(&name, win))?;
                if win > 1 && hold + 1 >= win {
                    show(within(&name, win - 1))?;
                }
            }
        }
        Ok(ShortestResult {
            length: win,
            none_within: hold,
            reason: limit.map(|limit| limit.to_string()),
            nodes: stats.nodes,
            seconds,
            memory_bytes: stats.memory_bytes,
            resumed_nodes: order.resumed.nodes,
            questions,
        })
    }
}

/// The goal of the same win within so many moves.
fn within(goal: &str, moves: u16) -> String {
    format!("{goal}-in {moves}")
}
