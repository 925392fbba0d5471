//! Simulation: whether a verdict that was reached on one line holds on another.
//!
//! **Source.** Kishimoto and Müller 2005, Section 3.3, after Kawano 1996: the moves of the known solution are played on
//! the new line, all replies to them are examined, and everything must end as the verdict says. Both verdicts are tried
//! in the same way, with the players' parts exchanged.

use pnyx_game::{Estimator, Game, Outcome, Repetition};

use super::depth_first::DepthFirstContext;
use crate::path::PATH_INDEPENDENT;
use crate::table::{NO_MOVE, Table, Twin};

/// A position of the solution that is being played.
struct Step<M> {
    /// The chosen move, or all of them, those still to come last.
    moves: Vec<M>,
    next: usize,
    /// Whether the solution has the move here.
    chooses: bool,
    depends_on_ply: u32,
}

/// Positions that simulations may examine for one node of the search, and, over all nodes, for each.
const MOST_AT_ONCE: u64 = 1_000;
const MOST_EACH: u64 = 10;

impl<G: Game, E: Estimator<G>> DepthFirstContext<'_, G, E> {
    /// How far simulations may go at the node that is being begun.
    pub(super) fn allow_simulation(&mut self) {
        let spent = self.stats.simulation.nodes;
        let left = (MOST_EACH * self.stats.nodes + MOST_AT_ONCE).saturating_sub(spent);
        self.simulation_ends = spent + left.min(MOST_AT_ONCE);
    }

    /// Try the verdicts other lines have for the position after a move, the latest first; a success is stored.
    /// Returns whether the goal is reached, and what that depends on.
    pub(super) fn simulate(&mut self, mv: G::Move, key: u64) -> Result<Option<(bool, u32)>, G::Error> {
        let mut twins = std::mem::take(&mut self.twins);
        twins.clear();
        self.memory.twins(key, &mut twins);
        self.path.push(self.problem.game, mv)?;
        let mut found = None;
        let mut tried: Vec<(bool, u16)> = Vec::new();
        for &Twin { proven, best, .. } in twins.iter().rev() {
            // Solutions that begin alike are seldom different.
            if tried.contains(&(proven, best)) || self.stats.simulation.nodes >= self.simulation_ends {
                continue;
            }
            tried.push((proven, best));
            self.stats.simulation.calls += 1;
            if let Some(depends_on_ply) = self.holds(proven, best)? {
                found = Some((proven, self.settle(key, proven, best, depends_on_ply, 1)));
                break;
            }
            self.stats.simulation.failed += 1;
        }
        self.path.pop();
        self.twins = twins;
        Ok(found)
    }

    /// Play a solution of the last position, which begins with its `best` move where the solution has the move.
    fn holds(&mut self, proven: bool, best: u16) -> Result<Option<u32>, G::Error> {
        let start = self.path.len();
        let mut steps = Vec::new();
        let mut sound = self.step(proven, best, &mut steps)?;
        while sound && let Some(step) = steps.last_mut() {
            let Some(&mv) = step.moves.get(step.next) else {
                let depends_on_ply = self.depends_above(step.depends_on_ply);
                steps.pop();
                let Some(above) = steps.last_mut() else { return Ok(Some(depends_on_ply)) };
                above.depends_on_ply = above.depends_on_ply.min(depends_on_ply);
                self.path.pop();
                continue;
            };
            step.next += 1;
            match self.look(proven, mv)? {
                Look::Holds(depends_on_ply) => step.depends_on_ply = step.depends_on_ply.min(depends_on_ply),
                Look::Forbidden(ply) if !step.chooses => step.depends_on_ply = step.depends_on_ply.min(ply),
                Look::Further(best) if self.stats.simulation.nodes < self.simulation_ends => {
                    self.path.push(self.problem.game, mv)?;
                    sound = self.step(proven, best, &mut steps)?;
                }
                _ => sound = false,
            }
        }
        while self.path.len() > start {
            self.path.pop();
        }
        Ok(None)
    }

    /// Go into the last position; `false` if the solution's move is not known.
    fn step(&mut self, proven: bool, best: u16, steps: &mut Vec<Step<G::Move>>) -> Result<bool, G::Error> {
        let game = self.problem.game;
        self.stats.simulation.nodes += 1;
        let mut moves = Vec::new();
        game.moves(self.path.position(), &mut moves)?;
        let is_or = game.turn(self.path.position())? == self.problem.goal.prover;
        let chooses = is_or == proven;
        if chooses {
            let Some(&mv) = moves.get(best as usize).filter(|_| best != NO_MOVE) else { return Ok(false) };
            moves.clear();
            moves.push(mv);
        }
        steps.push(Step { moves, next: 0, chooses, depends_on_ply: PATH_INDEPENDENT });
        Ok(true)
    }

    /// What is known about the position after a move, for this verdict.
    fn look(&mut self, proven: bool, mv: G::Move) -> Result<Look, G::Error> {
        let (game, goal) = (self.problem.game, self.problem.goal);
        let mut next = self.path.position().clone();
        game.play(&mut next, mv)?;
        let repetition_key = game.repetition_key(&next)?;
        if let Some(ply) = self.path.returns_to(game, mv, repetition_key)? {
            return Ok(match game.repetition() {
                Repetition::Illegal => Look::Forbidden(ply),
                _ if goal.reached(Outcome::Draw) == proven => Look::Holds(ply),
                _ => Look::Fails,
            });
        }
        let holds = |verdict: bool, depends_on_ply| {
            if verdict == proven { Look::Holds(depends_on_ply) } else { Look::Fails }
        };
        if let Some(outcome) = game.outcome(&next)? {
            return Ok(holds(goal.reached(outcome), PATH_INDEPENDENT));
        }
        let key = self.key(&next)?;
        let Some(entry) = self.memory.get(key) else { return Ok(Look::Fails) };
        if let Some(verdict) = entry.verdict() {
            return Ok(holds(verdict, PATH_INDEPENDENT));
        }
        if !entry.twins {
            return Ok(Look::Fails);
        }
        if let Some(twin) = self.memory.twin(key, self.path.code_after(repetition_key)) {
            return Ok(holds(twin.proven, twin.depends_on_ply));
        }
        let mut twins = Vec::new();
        self.memory.twins(key, &mut twins);
        let known = twins.iter().rev().find(|twin| twin.proven == proven);
        Ok(known.map_or(Look::Fails, |twin| Look::Further(twin.best)))
    }
}

/// What is known about a position during a simulation.
enum Look {
    /// It is decided as the verdict says, depending on this.
    Holds(u32),
    /// The move to it is forbidden, because it would repeat the position of this ply.
    Forbidden(u32),
    /// Another line has the verdict, with this move.
    Further(u16),
    /// It is not decided, or the other way.
    Fails,
}
