//! The value of a position: a win, a draw or a loss for the player on move, by yes-or-no questions.

use pnyx_game::Threshold;
use pnyx_search::Budget;
use pyo3::prelude::*;

use crate::order::Order;
use crate::session::{Opened, Playable};
use crate::solution::Solution;

impl<G: Playable> Opened<G> {
    /// Can the player on move win, and if that is not so: can it hold a draw? A game without a goal that a draw
    /// reaches has no draws, and one question settles it.
    ///
    /// An unknown first answer leaves the second to be asked, because whoever cannot hold a draw has lost. All of it
    /// is one call with one budget, the place where one search may leave its table to the next.
    pub fn answer_value(
        &self,
        py: Python<'_>,
        mut order: Order,
        budget: &Budget<'_>,
    ) -> PyResult<Vec<(String, Solution)>> {
        let wanted = [Threshold::Win, Threshold::Draw].into_iter();
        let goals = wanted.filter_map(|threshold| {
            self.about.goals.iter().find(|name| pnyx_games::goal(name) == Some(threshold))
        });
        // All of them first: one that cannot be asked leaves the value without a meaning.
        let asked = goals.map(|name| Ok((name, self.aimed(name)?))).collect::<PyResult<Vec<_>>>()?;
        let (mut answers, mut nodes) = (Vec::new(), 0);
        for (name, (aimed, goal)) in asked {
            order.goal = name.to_string();
            let solution = aimed.answer(py, &order, goal, (budget.share(nodes, 1), nodes))?;
            nodes += solution.nodes;
            let done = match solution.verdict {
                "proven" => true,
                "unknown" => budget.exceeded(nodes, 0).or_else(|| budget.overdue()).is_some(),
                _ => false,
            };
            answers.push((order.goal.clone(), solution));
            if done {
                break;
            }
        }
        Ok(answers)
    }
}
