//! The children of a node in a depth-first search: its moves, and what is known about the positions behind them.

use pnyx_game::{Estimate, Estimator, Game, Outcome, Repetition, RepetitionEffect};

use super::depth_first::DepthFirstContext;
use super::frame::{Child, Numbers};
use super::ghi::Ghi;
use crate::Limit;
use crate::path::PATH_INDEPENDENT;
use crate::table::{Entry, NO_MOVE, Table};

impl<G: Game, E: Estimator<G>> DepthFirstContext<'_, G, E> {
    /// Generate the moves of the last node, and look up where they lead, unless it turns out to be terminal.
    pub(super) fn expand(&mut self) -> Result<(), G::Error> {
        let game = self.problem.game;
        self.stats.nodes += 1;
        self.stats.expansions += 1;
        self.allow_simulation();
        self.stats.max_depth = self.stats.max_depth.max(self.path.len() as u32);
        let position = self.path.position().clone();
        if self.estimator.is_none()
            && let Some(outcome) = game.outcome(&position)?
        {
            let numbers = Numbers::verdict(self.problem.goal.reached(outcome));
            let frame = self.last_mut();
            (frame.numbers, frame.ended) = (numbers, true);
            return Ok(());
        }
        let mut moves = std::mem::take(&mut self.moves);
        self.problem.moves(&position, self.path.is_empty(), &mut moves)?;
        for (place, &mv) in moves.iter().enumerate() {
            let mut next = position.clone();
            game.play(&mut next, mv)?;
            self.stats.generated += 1;
            self.generate(place, mv, &next)?;
        }
        self.moves = moves;
        let (sum, shuffle) = (self.sum, self.shuffle);
        let frame = self.last_mut();
        if let Some(number) = shuffle {
            frame.shuffle(number);
        }
        frame.count(sum);
        self.open += self.last().children.len();
        Ok(())
    }

    /// Add a child to the last frame, with what is known about it.
    fn generate(&mut self, place: usize, mv: G::Move, next: &G::Position) -> Result<(), G::Error> {
        let game = self.problem.game;
        let repetition_key = game.repetition_key(next)?;
        let mut child = Child {
            mv,
            place: u16::try_from(place).unwrap_or(NO_MOVE),
            key: if game.repetition() == Repetition::Draw { repetition_key } else { game.key(next)? },
            code: self.path.code_after(repetition_key),
            numbers: Numbers::default(),
            depends_on_ply: PATH_INDEPENDENT,
            old: false,
            fresh: false,
        };
        let returns_to = self.path.returns_to(game, mv, repetition_key)?;
        if let (Some(ply), Repetition::Illegal) = (returns_to, game.repetition()) {
            let frame = self.last_mut();
            frame.barred = frame.barred.min(ply);
            return Ok(());
        }
        let entry = self.memory.get(child.key);
        if let Some(ply) = returns_to {
            self.repeat(&mut child, ply);
        } else if let Some(verdict) = entry.and_then(|entry| entry.verdict()) {
            child.numbers = Numbers::verdict(verdict);
        } else if !self.known_by_line(entry, &mut child)? {
            if let Some(entry) = entry.filter(|entry| !entry.blank()) {
                child.numbers = Numbers { proof: entry.proof, disproof: entry.disproof };
                child.old = u32::from(entry.ply) <= self.path.ply();
            } else {
                child.numbers = self.evaluate(next)?;
                child.fresh = true;
            }
        }
        self.last_mut().children.push(child);
        Ok(())
    }

    /// A child that repeats a position of the line, or of the history.
    fn repeat(&mut self, child: &mut Child<G::Move>, ply: u32) {
        if self.effect == RepetitionEffect::Impossible {
            self.limit = Some(Limit::Misdeclared);
        }
        let numbers = Numbers::verdict(self.problem.goal.reached(Outcome::Draw));
        if self.ghi == Ghi::Nagai {
            self.repeat_softly(child, numbers, ply);
        } else {
            child.settle(numbers, ply);
        }
    }

    /// A verdict for this very line, or for another one if it holds here too.
    fn known_by_line(&mut self, entry: Option<Entry>, child: &mut Child<G::Move>) -> Result<bool, G::Error> {
        if !entry.is_some_and(|entry| entry.twins) {
            return Ok(false);
        }
        if let Some(twin) = self.memory.twin(child.key, child.code) {
            child.settle(Numbers::verdict(twin.proven), twin.depends_on_ply);
            return Ok(true);
        }
        if matches!(self.ghi, Ghi::Sim | Ghi::Full)
            && let Some((proven, depends_on_ply)) = self.simulate(child.mv, child.key)?
        {
            child.settle(Numbers::verdict(proven), depends_on_ply);
            return Ok(true);
        }
        Ok(false)
    }

    /// The value of a position, or the first numbers of an unknown one.
    fn evaluate(&mut self, position: &G::Position) -> Result<Numbers, G::Error> {
        let game = self.problem.game;
        let Some(estimator) = self.estimator else { return Ok(Numbers::UNIT) };
        let (outcome, replies) = game.evaluate(position, &mut self.scratch)?;
        if let Some(outcome) = outcome {
            return Ok(Numbers::verdict(self.problem.goal.reached(outcome)));
        }
        let is_or = game.turn(position)? == self.problem.goal.prover;
        let Estimate { proof, disproof } = estimator.estimate(game, position, is_or, replies)?;
        Ok(Numbers { proof, disproof })
    }

    /// Look a child of the last node up again; returns whether something has changed.
    pub fn look_up_again(&mut self, child: usize) -> bool {
        let before = self.last().children[child].numbers;
        let Some((numbers, depends_on_ply)) = self.known_now(child) else { return false };
        let sum = self.sum;
        let frame = self.last_mut();
        frame.children[child].settle(numbers, depends_on_ply);
        frame.count(sum);
        numbers != before
    }

    /// Look all children of the last node up again that are not decided.
    pub(super) fn look_all_up_again(&mut self) {
        for child in 0..self.last().children.len() {
            if self.last().children[child].numbers.solved().is_none()
                && let Some((numbers, depends_on_ply)) = self.known_now(child)
            {
                self.last_mut().children[child].settle(numbers, depends_on_ply);
            }
        }
        let sum = self.sum;
        self.last_mut().count(sum);
    }

    /// What the table has on a child of the last node: its numbers, and what a verdict depends on.
    fn known_now(&self, child: usize) -> Option<(Numbers, u32)> {
        let Child { key, code, numbers, .. } = self.last().children[child];
        let entry = self.memory.get(key)?;
        let twin = if entry.twins { self.memory.twin(key, code) } else { None };
        match (entry.verdict(), twin) {
            (Some(verdict), _) => Some((Numbers::verdict(verdict), PATH_INDEPENDENT)),
            (None, Some(twin)) => Some((Numbers::verdict(twin.proven), twin.depends_on_ply)),
            _ if entry.blank() || self.too_large(numbers) => None,
            _ => Some((Numbers { proof: entry.proof, disproof: entry.disproof }, PATH_INDEPENDENT)),
        }
    }
}
