//! An ordinary answer with its certificate, about any position of a table's file.

use std::sync::Arc;

use pnyx_search::{Limit, Limits, SearchVerdict};
use pnyx_tables::File;

use crate::answer::Answer;
use crate::either_player::Statement;
use crate::error::{Result, bad_input};
use crate::host::{Host, Stop};
use crate::opened::{Opened, Playable};
use crate::proof_search::ProofSearch;
use crate::question::Question;
use crate::tables::Tabulate;
use crate::watch::Watch;

/// Questions that a table answers.
pub trait AnswerByTable {
    /// Whether a goal is reached, as a table knows, with the certificate, which is checked by the rules.
    fn answer_by_table(
        &self,
        host: &dyn Host,
        table: &Arc<File>,
        goal: &str,
        limits: Limits,
        stop: &Stop,
    ) -> Result<Answer>;
}

impl<G: Playable> AnswerByTable for Opened<G> {
    fn answer_by_table(
        &self,
        host: &dyn Host,
        table: &Arc<File>,
        goal: &str,
        limits: Limits,
        stop: &Stop,
    ) -> Result<Answer> {
        self.expect_table(table)?;
        if !self.history.is_empty() {
            return Err(bad_input(
                "a table says nothing of a position with a history: leave the moves before it out",
            ));
        }
        let mut prepared = self.prepare(&Question { limits, ..Question::new(goal, "auto") })?;
        prepared.may_enumerate = false;
        let (aimed, goal) = self.aimed(&prepared.goal)?;
        let _asked = self.asked(limits);
        let budget = self.limited(limits, stop);
        let mut watch = Watch::new(host, &aimed.game, &aimed.root, &prepared.goal);
        let search = ProofSearch::new(&aimed, &prepared, goal, None);
        let file = Arc::clone(table);
        let entries = search.looking_up(move |bytes| file.get(bytes).ok().flatten());
        let answer = Self::say(self.run(host, || search.by_table(entries, None, &budget, &mut watch)))?;
        watch.signals.end()?;
        let refused = |why: &str| {
            let (path, asked) = (table.path().display(), prepared.goal);
            bad_input(format!("{path} does not show whether the goal '{asked}' is reached here: {why}"))
        };
        let answer = answer.ok_or_else(|| refused("the position is not in it"))?;
        if let SearchVerdict::Unknown(Limit::Certificate(why)) = &answer.verdict {
            return Err(refused(&format!("{why}; its entries are about the game's own ends: check it")));
        }
        let statement = Statement { goal: prepared.goal, asked: goal, negated: false, timeless: false };
        let answer = aimed.as_answer((&prepared, goal), &statement, answer)?;
        self.trusted(Ok(answer))
    }
}
