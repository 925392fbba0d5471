//! Bounds of the table, shown once more on the present line.
//!
//! An answer that may hide a draw by repetition ([`super::hidden_repetition`]) is tested against the rules: at a node
//! where one move is enough, the table's best move first; at the others all moves. Answers beyond doubt are taken from
//! the table again. Nothing of it is counted, stored or learnt from: the search goes on as if nothing had been asked.

use pnyx_game::Game;

use super::hidden_repetition::{Doubt, Shown};
use super::node::{Child, Spot};
use super::search_context::SearchContext;
use super::value::{Halt, INFINITY, below};
use crate::table::Score;

/// A bound that a value is to keep.
#[derive(Clone, Copy)]
enum OneSided {
    AtLeast(i32),
    AtMost(i32),
}

impl OneSided {
    fn holds(self, value: i32) -> bool {
        match self {
            OneSided::AtLeast(bound) => value >= bound,
            OneSided::AtMost(bound) => value <= bound,
        }
    }

    /// Whether it follows from others.
    fn is_within(self, lower: i32, upper: i32) -> bool {
        match self {
            OneSided::AtLeast(bound) => lower >= bound,
            OneSided::AtMost(bound) => upper <= bound,
        }
    }

    fn shown(self, doubt: Doubt) -> Shown {
        match self {
            OneSided::AtLeast(lower) => Shown { lower, upper: INFINITY, doubt },
            OneSided::AtMost(upper) => Shown { lower: -INFINITY, upper, doubt },
        }
    }

    /// Whether one move is enough for it.
    fn needs_one(self, is_max: bool) -> bool {
        is_max == matches!(self, OneSided::AtLeast(_))
    }
}

impl<G: Game> SearchContext<'_, '_, G> {
    /// What is doubtful about the answer `score` of an entry, with a window, for the position at the end of the line.
    pub(super) fn doubt(
        &mut self,
        spot: &Spot<G::Position>,
        known: &Score,
        score: i32,
        (alpha, beta): (i32, i32),
    ) -> Result<Doubt, Halt<G::Error>> {
        if known.is_leaf() {
            return Ok(Doubt::NONE);
        }
        let doubt = self.hidden_repetition.doubt(known.tag);
        if !doubt.hides() {
            return Ok(doubt);
        }
        let is_max = self.game.turn(&spot.position)? == self.max;
        let bounds = [OneSided::AtLeast(score), OneSided::AtMost(score)];
        // Where all below are leaves, a bound for which all moves are needed is the value, as NegaScout takes it.
        let is_value = |bound: OneSided| known.depth == 1 && !bound.needs_one(is_max);
        let asked = [score > alpha, score < beta];
        let both = (asked[0] && is_value(bounds[0])) || (asked[1] && is_value(bounds[1]));
        let (evaluations, mut below) = (self.evaluations, Doubt::NONE);
        let mut holds = Ok(true);
        for (bound, asked) in bounds.into_iter().zip(asked) {
            if (asked || both) && matches!(holds, Ok(true)) {
                holds = self.confirm(spot, known.depth, bound, &mut below);
            }
        }
        self.evaluations = evaluations;
        Ok(if holds? { below } else { doubt })
    }

    /// Whether a bound holds on the present line, shown by `depth` plies of play; adds what is doubtful about that.
    /// `false` also where it would take too long.
    fn confirm(
        &mut self,
        spot: &Spot<G::Position>,
        depth: u32,
        bound: OneSided,
        doubt: &mut Doubt,
    ) -> Result<bool, Halt<G::Error>> {
        if let Some(shown) =
            self.hidden_repetition.shown(depth).filter(|shown| bound.is_within(shown.lower, shown.upper))
        {
            *doubt |= shown.doubt;
            return Ok(true);
        }
        if self.grace.is_some() {
            return Ok(false);
        }
        if !self.hidden_repetition.spend(self.counts.total()) {
            if self.hidden_repetition.asks_for_returns() && self.rules_out_cycles()? {
                self.hidden_repetition.turn_off();
            }
            return Ok(self.hidden_repetition.is_off());
        }
        self.check_limits(0)?;
        if let Some(value) = self.leaf_value(&spot.position, depth)? {
            return Ok(bound.holds(value));
        }
        let known = self.scores.get(spot.key).filter(|known| known.depth == depth);
        if let Some(known) = known.filter(|known| bound.is_within(known.lower, known.upper)) {
            let found = self.hidden_repetition.doubt(known.tag);
            if !found.hides() {
                *doubt |= found;
                return Ok(true);
            }
        }
        let is_max = self.game.turn(&spot.position)? == self.max;
        let needs_one = bound.needs_one(is_max);
        let mut moves = Vec::new();
        self.game.moves(&spot.position, &mut moves)?;
        if let Some(best) = known.map(|known| usize::from(known.best)).filter(|&best| best < moves.len()) {
            moves[..=best].rotate_right(1);
        }
        let mut below_doubt = Doubt::NONE;
        let mut found = !needs_one;
        for mv in moves {
            let holds = match self.advance(&spot.position, mv)? {
                Child::Value(_) => bound.holds(0),
                Child::Position(child) => {
                    let holds = self.confirm(&child, below(depth), bound, &mut below_doubt);
                    self.back();
                    holds?
                }
            };
            if holds == needs_one {
                found = needs_one;
                break;
            }
        }
        if found {
            self.hidden_repetition.show(depth, bound.shown(below_doubt));
            *doubt |= below_doubt;
        }
        Ok(found)
    }

    /// The same as [`SearchContext::doubt`] for the position that a move leads to, where one bound is asked for.
    pub(super) fn doubt_next(
        &mut self,
        spot: &Spot<G::Position>,
        mv: G::Move,
        known: &Score,
        score: i32,
        window: (i32, i32),
    ) -> Result<Doubt, Halt<G::Error>> {
        if known.is_leaf() {
            return Ok(Doubt::NONE);
        }
        let doubt =
            self.hidden_repetition.doubt_next(known.tag, self.game.is_irreversible(&spot.position, mv));
        if !doubt.hides() {
            return Ok(doubt);
        }
        match self.advance(&spot.position, mv)? {
            Child::Value(_) => Ok(doubt),
            Child::Position(child) => {
                let found = self.doubt(&child, known, score, window);
                self.back();
                found
            }
        }
    }
}
