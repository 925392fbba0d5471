//! A position with its game: what every question begins with. Only data, and what all questions do with it.

use std::any::Any;
use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pnyx_game::{BoxError, Game, Goal, GoalSpec, Objective, Repetition};
use pnyx_proof::{Body, CheckError, Report, check};
use pnyx_search::algorithm::Searchable;
use pnyx_search::{Budget, Limits, Poll};

use crate::error::{Error, Result, bad_input};
use crate::host::Host;
use crate::question::{DEFAULT_MEMORY, Texts};
use crate::rulebook::Rulebook;

/// A game's name, goals, options and facts, the same for all its positions.
#[derive(Clone)]
pub struct About {
    /// What users type.
    pub name: String,
    /// The goals that can be asked for, the default first.
    pub goals: Vec<GoalSpec>,
    /// Options that differ from their defaults.
    pub options: Texts,
    /// Those of them that change the rules.
    pub rules: Texts,
    /// What is special about the rules.
    pub facts: GameFacts,
}

/// What is special about the rules of a game.
#[derive(Clone, Copy, Default)]
pub struct GameFacts {
    /// The rules run under the host's lock: it is not released while they are asked.
    pub locked: bool,
    /// The rules are slow, and take their time unevenly: limits are checked after every node.
    pub slow: bool,
    /// The game holds positions for the search, and gets half of its memory for that.
    pub holds_positions: bool,
    /// What to do where the game has no first numbers of its own.
    pub no_estimate: Option<&'static str>,
    /// What to do where lines need not end, as an addition in brackets.
    pub endless: &'static str,
}

/// Checks a certificate by more than the rules that the search has asked: nothing less than
/// [`check`](pnyx_proof::check) does.
pub trait Recheck<G: Game>: Send + Sync {
    /// Check a graph.
    fn check(
        &self,
        game: &G,
        question: &pnyx_proof::Claim<'_, G::Position, G::Move>,
        verdict: pnyx_proof::Verdict,
        body: Body<'_>,
        poll: Poll<'_>,
    ) -> Result<Report, CheckError<G::Error>>;
}

/// A game that can be asked about in any thread.
pub trait Playable:
    Searchable<Position: Any, Move: Any, Error: Into<BoxError> + Display> + Clone + Send
{
}

impl<G> Playable for G where
    G: Searchable<Position: Any, Move: Any, Error: Into<BoxError> + Display> + Clone + Send
{
}

/// A position of any game; [`Opened::of`] finds its type again.
pub trait AnyPosition: Any + Send + Sync {}

impl<G: Playable> AnyPosition for Opened<G> {}

/// A question that is being asked: meanwhile its game holds what it needs, within bounds.
pub struct Asked<G: Game>(G);

impl<G: Game> Drop for Asked<G> {
    fn drop(&mut self) {
        self.0.let_go();
    }
}

/// A position of a game of one type.
#[derive(Clone)]
#[allow(missing_docs)]
pub struct Opened<G: Game> {
    pub about: About,
    pub game: G,
    pub root: G::Position,
    /// The position the history begins with, its moves, and the positions before the root.
    pub(crate) origin: Option<(String, Vec<String>)>,
    pub history: Vec<G::Position>,
    /// Checks certificates by more than the rules that the search has asked.
    pub recheck: Option<Arc<dyn Recheck<G>>>,
    /// The goal that it was aimed at limits the moves of the prover, and the game does not count them itself.
    pub(crate) within: Option<u32>,
    /// Asked instead of the game's own rules when all its positions are looked for.
    pub rulebook: Option<Arc<Rulebook<'static>>>,
    pub(crate) whole: TableGame<G>,
}

/// The game in which the positions of a question stand in a table of the whole game.
#[derive(Clone)]
pub(crate) struct TableGame<G> {
    /// The goal that its ends are judged for; `None` if they are judged as they are.
    pub judged_for: Option<Goal>,
    /// The game itself, where the question's own counts moves.
    pub uncounted: Option<G>,
}

impl<G> Default for TableGame<G> {
    fn default() -> TableGame<G> {
        TableGame { judged_for: None, uncounted: None }
    }
}

impl<G: Playable> Opened<G> {
    /// A position without a history.
    pub fn new(about: About, game: G, root: G::Position) -> Opened<G> {
        let (origin, history, whole) = (None, Vec::new(), TableGame::default());
        Opened { about, game, root, origin, history, recheck: None, within: None, rulebook: None, whole }
    }

    /// A position as one of this game.
    pub fn of(position: &dyn AnyPosition) -> Result<&Opened<G>> {
        let position: &dyn Any = position;
        position.downcast_ref().ok_or_else(|| bad_input("the position is one of another game"))
    }

    /// Another position of this game, without a history.
    pub fn at(&self, root: G::Position) -> Opened<G> {
        Opened { root, origin: None, history: Vec::new(), ..self.clone() }
    }

    /// This position as the first one of the game that judges the ends for a goal.
    pub(crate) fn enter(&self, game: G) -> Result<Opened<G>> {
        let root = game.enter(self.root.clone())?;
        let mut entered = Opened { game, ..self.at(root) };
        // Where the goal counts, what came before cannot be repeated.
        if entered.game.repetition() != Repetition::Impossible {
            entered.origin.clone_from(&self.origin);
            entered.history.clone_from(&self.history);
        }
        Ok(entered)
    }

    /// An error of the rules as one of ours.
    pub(crate) fn say<T>(result: Result<T, G::Error>) -> Result<T> {
        result.map_err(|error| Error::Rules(error.into()))
    }

    /// Run something long: without the host's lock, unless the rules need it.
    pub(crate) fn run<T: Send>(&self, host: &dyn Host, work: impl FnOnce() -> T + Send) -> T {
        if self.about.facts.locked { work() } else { host.unlocked(work) }
    }

    /// Check a graph about this position, in every way there is.
    pub(crate) fn check_afresh(
        &self,
        (goal, only_move): (Objective, Option<G::Move>),
        verdict: pnyx_proof::Verdict,
        body: Body<'_>,
        poll: Poll<'_>,
    ) -> Result<Report, CheckError<G::Error>> {
        let question = pnyx_proof::Claim {
            root: &self.root,
            history: &self.history,
            goal,
            only_move,
            within: self.within,
        };
        match &self.recheck {
            Some(recheck) => recheck.check(&self.game, &question, verdict, body, poll),
            None => check(&self.game, &question, verdict, body, poll),
        }
    }

    /// What was found, if nothing went wrong outside the rules meanwhile.
    pub(crate) fn trusted<T>(&self, found: Result<T>) -> Result<T> {
        self.game.io_error().map_or(found, |error| Err(bad_input(error)))
    }

    /// A question with these limits begins, and is asked until this is dropped.
    pub(crate) fn asked(&self, limits: Limits) -> Asked<G> {
        self.game.hold_within(limits.memory);
        Asked(self.game.clone())
    }

    /// Something that no limit is set for begins: what a game holds is for that alone.
    pub(crate) fn busy(&self) -> Asked<G> {
        self.asked(Limits { memory: Some(DEFAULT_MEMORY), ..Limits::default() })
    }

    /// Answer a question with these limits, by `work`.
    pub(crate) fn asking<T>(&self, limits: Limits, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let _asked = self.asked(limits);
        self.trusted(work())
    }

    /// A budget of these limits, from now on.
    pub(crate) fn limited<'a>(&self, limits: Limits, stop: &'a AtomicBool) -> Budget<'a> {
        let budget = Budget::new(limits, stop);
        if self.about.facts.slow { budget.vigilant() } else { budget }
    }

    /// The goal that a text names.
    pub(crate) fn goal(&self, text: &str) -> Result<Goal> {
        Ok(Goal::parse(text, &self.about.name, &self.game.goals())?)
    }

    /// This position in the game that judges the ends for a goal.
    pub(crate) fn aimed(&self, goal: &Goal) -> Result<(Opened<G>, Objective)> {
        let goals = self.game.goals();
        if !goal.is_among(&goals) {
            return Err(Goal::unknown(&goal.to_string(), &self.about.name, &goals).into());
        }
        let objective = goal.objective(Self::say(self.game.turn(&self.root))?);
        let aim = |goal: &Goal| self.game.aim(goal, objective.prover);
        let own = || self.game.clone();
        let mut plain = *goal;
        plain.limit = None;
        let whole = aim(&plain)?;
        let judged_for = whole.is_some().then_some(plain);
        let (game, uncounted) = match goal.limit {
            None => (whole.unwrap_or_else(own), None),
            Some(_) => (aim(goal)?.unwrap_or_else(own), Some(whole.unwrap_or_else(own))),
        };
        let mut aimed = self.enter(game)?;
        aimed.whole = TableGame { judged_for, uncounted };
        aimed.within = goal.limit.filter(|_| aimed.game.moves_left(&aimed.root).is_none());
        Ok((aimed, objective))
    }

    pub(crate) fn prover(&self, goal: Objective) -> String {
        self.game.player_names()[goal.prover.index()].clone()
    }
}
