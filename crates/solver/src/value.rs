//! The value of a position: whether it is a win, a draw or a loss for the player on move, by one or two yes-or-no
//! questions.

use pnyx_game::{Goal, Threshold};

use crate::answer::{Answer, Verdict};
use crate::error::Result;
use crate::held::limits;
use crate::host::{Host, Stop};
use crate::opened::{Opened, Playable};
use crate::question::Question;

/// Questions about the value of a position.
pub trait FindValue {
    /// The answers to the questions that the position's value takes, with their goals: can the player on move win, and if
    /// that is not so, can it hold a draw? A game without a goal that a draw reaches has no draws, and one question settles
    /// it.
    ///
    /// An unknown first answer leaves the second to be asked, because who cannot hold a draw has lost. All of it is one call
    /// with one budget, the place where one search may leave its table to the next.
    fn value(&self, host: &dyn Host, question: &Question, stop: &Stop) -> Result<Vec<(String, Answer)>>;
}

impl<G: Playable> FindValue for Opened<G> {
    fn value(&self, host: &dyn Host, question: &Question, stop: &Stop) -> Result<Vec<(String, Answer)>> {
        let wanted = [Threshold::Win, Threshold::Draw].into_iter();
        let goals = wanted.filter_map(|threshold| Goal::of_value(threshold, &self.about.goals));
        let goals: Vec<_> = goals.collect();
        let Some(&first) = goals.first() else { return Ok(Vec::new()) };
        let mut prepared = self.prepare_for(question, first)?;
        let budget = self.limited(prepared.limits, stop);
        self.asking(prepared.limits_beside(), || {
            let _held = limits::hold(prepared.limits, stop);
            // All of them first: one that cannot be asked leaves the value without a meaning.
            let asked =
                goals.iter().map(|goal| Ok((*goal, self.aimed(goal)?))).collect::<Result<Vec<_>>>()?;
            let (mut answers, mut nodes) = (Vec::new(), 0);
            for (asked, (aimed, goal)) in asked {
                prepared.goal = asked;
                let answer = aimed.answer(host, &prepared, goal, (budget.share(nodes, 1), nodes))?;
                nodes += answer.nodes;
                let done = match answer.verdict {
                    Verdict::Proven => true,
                    Verdict::Unknown => budget.exceeded(nodes, 0).or_else(|| budget.overdue()).is_some(),
                    Verdict::Disproven => false,
                };
                answers.push((asked.to_string(), answer));
                if done {
                    break;
                }
            }
            Ok(answers)
        })
    }
}
