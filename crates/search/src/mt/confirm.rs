//! Bounds of the table, shown once more on the present line.
//!
//! An answer that may hide a draw by repetition ([`super::returns`]) is tested against the rules: at a node where one
//! move is enough, the table's best move first; at the others all moves. Answers beyond doubt are taken from the table
//! again. Nothing of it is counted, stored or learnt from: the search goes on as if nobody had asked.

use pnyx_game::{Evaluator, Game};

use super::ground::{Advance, Ground, Halt, INFINITY, below};
use super::node::Spot;
use super::returns::{Doubt, Shown};
use crate::table::Score;

/// A bound that a value is to keep.
#[derive(Clone, Copy)]
enum Bound {
    AtLeast(i32),
    AtMost(i32),
}

impl Bound {
    fn holds(self, value: i32) -> bool {
        match self {
            Bound::AtLeast(bound) => value >= bound,
            Bound::AtMost(bound) => value <= bound,
        }
    }

    /// Whether it follows from others.
    fn is_within(self, lower: i32, upper: i32) -> bool {
        match self {
            Bound::AtLeast(bound) => lower >= bound,
            Bound::AtMost(bound) => upper <= bound,
        }
    }

    /// It was shown on this line.
    fn shown(self, doubt: Doubt) -> Shown {
        match self {
            Bound::AtLeast(lower) => Shown { lower, upper: INFINITY, doubt },
            Bound::AtMost(upper) => Shown { lower: -INFINITY, upper, doubt },
        }
    }

    /// Whether one move is enough for it.
    fn needs_one(self, is_max: bool) -> bool {
        is_max == matches!(self, Bound::AtLeast(_))
    }
}

impl<G: Game, V: Evaluator<G>> Ground<'_, '_, G, V> {
    /// What is doubtful about the answer `score` to a question with a window, which an entry gave for the position at
    /// the end of the line.
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
        let doubt = self.returns.doubt(known.note);
        if !doubt.hides() {
            return Ok(doubt);
        }
        let is_max = self.game.turn(&spot.position)? == self.max;
        let bounds = [Bound::AtLeast(score), Bound::AtMost(score)];
        // Of a node that has only leaves below it, a bound for which all moves are needed is the value, and NegaScout
        // takes it for that.
        let is_value = |bound: Bound| known.depth == 1 && !bound.needs_one(is_max);
        let asked = [score > alpha, score < beta];
        let both = (asked[0] && is_value(bounds[0])) || (asked[1] && is_value(bounds[1]));
        let (opinions, mut below) = (self.opinions, Doubt::NONE);
        let mut holds = Ok(true);
        for (bound, asked) in bounds.into_iter().zip(asked) {
            if (asked || both) && matches!(holds, Ok(true)) {
                holds = self.confirm(spot, known.depth, bound, &mut below);
            }
        }
        self.opinions = opinions;
        Ok(if holds? { below } else { doubt })
    }

    /// Whether a bound holds on the present line, shown by `depth` plies of play; adds what is doubtful about that.
    /// `false` also where it would take too long.
    fn confirm(
        &mut self,
        spot: &Spot<G::Position>,
        depth: u32,
        bound: Bound,
        doubt: &mut Doubt,
    ) -> Result<bool, Halt<G::Error>> {
        if let Some(shown) =
            self.returns.shown(depth).filter(|shown| bound.is_within(shown.lower, shown.upper))
        {
            *doubt |= shown.doubt;
            return Ok(true);
        }
        if self.grace.is_some() {
            return Ok(false);
        }
        if !self.returns.spend(self.counts.total()) {
            if self.returns.asks_for_returns() && self.rules_out_returns()? {
                self.returns.turn_off();
            }
            return Ok(self.returns.is_off());
        }
        self.check_limits(0)?;
        if let Some(value) = self.leaf_value(&spot.position, depth)? {
            return Ok(bound.holds(value));
        }
        let known = self.scores.get(spot.key).filter(|known| known.depth == depth);
        if let Some(known) = known.filter(|known| bound.is_within(known.lower, known.upper)) {
            let found = self.returns.doubt(known.note);
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
                Advance::Repeats(_) => bound.holds(0),
                Advance::To(child) => {
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
            self.returns.show(depth, bound.shown(below_doubt));
            *doubt |= below_doubt;
        }
        Ok(found)
    }

    /// The same as [`Ground::doubt`] for the position that a move leads to, where one bound is asked for.
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
        let doubt = self.returns.doubt_next(known.note, self.game.is_irreversible(&spot.position, mv));
        if !doubt.hides() {
            return Ok(doubt);
        }
        match self.advance(&spot.position, mv)? {
            Advance::Repeats(_) => Ok(doubt),
            Advance::To(child) => {
                let found = self.doubt(&child, known, score, window);
                self.back();
                found
            }
        }
    }
}
