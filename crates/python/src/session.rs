//! A game with a position of it, behind one object for all games.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pnyx_game::{Game, Init, InputError, Outcome, Place, Repetition, Valued, check_game, perft};
use pnyx_proof::CertificateFile;
use pnyx_search::pn::forced_win::Searchable;
use pnyx_search::{Budget, Limits};
use pyo3::prelude::*;

use crate::errors::{RulesError, bad_input, contract, read};
use crate::jobs::Desk;
use crate::leash;
use crate::merging::Pieces;
use crate::order::Order;
use crate::searching::{MeasureResult, SearchOrder, SearchResult};
use crate::shortest::ShortestResult;
use crate::solution::{Report, Solution};
use crate::walking::Walk;
use crate::watch::Signals;

/// The memory of what no limit is set for.
const BUSY: usize = 1 << 30;

/// The game's own facts, the same for all its positions.
#[derive(Clone)]
pub(crate) struct About {
    pub name: String,
    pub goals: Vec<&'static str>,
    /// Options that differ from their defaults.
    pub options: BTreeMap<String, String>,
    /// Those of them that change the rules.
    pub rules: BTreeMap<String, String>,
    /// The rules are Python's: the interpreter's lock is held throughout.
    pub python: bool,
}

/// A position with its game.
pub(crate) trait Session: Send + Sync {
    fn about(&self) -> &About;
    fn text(&self) -> PyResult<String>;
    fn board(&self) -> PyResult<String>;
    /// The text without what does not matter for the future, and without the history.
    fn identity(&self) -> PyResult<String>;
    fn has_history(&self) -> bool;
    fn turn(&self) -> PyResult<String>;
    fn players(&self) -> [String; 2];
    fn outcome(&self) -> PyResult<Option<String>>;
    fn moves(&self) -> PyResult<Vec<String>>;
    fn play(&self, mv: &str) -> PyResult<Box<dyn Session>>;
    fn history(&self, moves: &[&str]) -> PyResult<Box<dyn Session>>;
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64>;
    fn check_game(&self, py: Python<'_>, playouts: u32, plies: u32, seed: u64) -> PyResult<(u64, u64)>;
    fn solve(&self, py: Python<'_>, order: Order, stop: &Arc<AtomicBool>) -> PyResult<Solution>;
    /// The answers to the questions that the position's value takes, with their goals.
    fn value(
        &self,
        py: Python<'_>,
        order: Order,
        stop: &Arc<AtomicBool>,
    ) -> PyResult<Vec<(String, Solution)>>;
    /// The shortest win: the answers that show it, with their goals, and what was spent on it.
    fn shortest(&self, py: Python<'_>, order: Order, stop: &AtomicBool) -> PyResult<ShortestResult>;
    fn search(&self, py: Python<'_>, order: SearchOrder, stop: &Arc<AtomicBool>) -> PyResult<SearchResult>;
    /// What a search of this depth could be, and with cheap cut-offs in so many of the last plies; or the limit.
    fn measure(
        &self,
        py: Python<'_>,
        depths: (u32, u32),
        quiescence: bool,
        limits: Limits,
        stop: &Arc<AtomicBool>,
    ) -> PyResult<Result<MeasureResult, String>>;
    fn check(&self, py: Python<'_>, file: &CertificateFile<'_>) -> PyResult<Report>;
    /// Check a certificate, to walk through it.
    fn prove(&self, py: Python<'_>, file: &CertificateFile<'_>) -> PyResult<(Report, Box<dyn Walk>)>;
    /// The place of a Python game's position.
    fn python_number(&self) -> Option<Place>;
    /// The position of the same game that has this text.
    fn at_text(&self, text: &str) -> PyResult<Box<dyn Session>>;
    /// The position of the same Python game at this place.
    fn at_number(&self, place: Place) -> PyResult<Box<dyn Session>>;
    /// Where jobs are done: searches of positions of this game, about one goal.
    fn desk(&self, order: Order) -> PyResult<Box<dyn Desk>>;
    /// A certificate of this position from pieces about positions of the same game.
    fn merge(&self, py: Python<'_>, goal: &str, proven: bool, pieces: Pieces<'_>) -> PyResult<Vec<u8>>;
    fn as_any(&self) -> &dyn Any;
}

/// A game that can be played from Python, in any thread.
pub(crate) trait Playable:
    Game<Position: Send + Sync + Any, Move: Send + Sync + Any, Error: RulesError + Send>
    + Valued
    + Searchable
    + Clone
    + Send
    + Sync
    + 'static
{
}

impl<G> Playable for G where
    G: Game<Position: Send + Sync + Any, Move: Send + Sync + Any, Error: RulesError + Send>
        + Valued
        + Searchable
        + Clone
        + Send
        + Sync
        + 'static
{
}

/// A question that is being asked: meanwhile its game holds what it needs, within bounds.
pub(crate) struct Asked<G: Game>(G);

impl<G: Game> Drop for Asked<G> {
    fn drop(&mut self) {
        self.0.let_go();
    }
}

/// A position of a game of one type.
#[derive(Clone)]
pub(crate) struct Opened<G: Game> {
    pub about: About,
    pub game: G,
    pub root: G::Position,
    /// The position the history begins with, its moves, and the positions before the root.
    origin: Option<(String, Vec<String>)>,
    pub history: Vec<G::Position>,
}

impl<G: Playable> Opened<G> {
    pub fn new(about: About, game: G, root: G::Position) -> Opened<G> {
        Opened { about, game, root, origin: None, history: Vec::new() }
    }

    /// The position as it was given where any session will do.
    pub fn of(session: &dyn Session) -> PyResult<&Opened<G>> {
        session.as_any().downcast_ref().ok_or_else(|| bad_input("the position is one of another game"))
    }

    /// Another position of this game, without a history.
    pub fn at(&self, root: G::Position) -> Opened<G> {
        Opened::new(self.about.clone(), self.game.clone(), root)
    }

    /// This position as the first one of the game that judges the ends for a goal.
    pub fn enter(&self, game: G) -> PyResult<Opened<G>> {
        let root = read(game.enter(self.root.clone()))?;
        let mut entered = Opened { about: self.about.clone(), game, root, origin: None, history: Vec::new() };
        // Where the goal counts, what came before cannot come back.
        if entered.game.repetition() != Repetition::Impossible {
            entered.origin.clone_from(&self.origin);
            entered.history.clone_from(&self.history);
        }
        Ok(entered)
    }

    pub fn say<T>(result: Result<T, G::Error>) -> PyResult<T> {
        result.map_err(RulesError::into_py)
    }

    /// Run something long: without the interpreter's lock, unless the rules need it.
    pub fn run<T: Send>(&self, py: Python<'_>, work: impl FnOnce() -> T + Send) -> T {
        if self.about.python { work() } else { py.detach(work) }
    }

    /// What was found, if nothing went wrong outside the rules meanwhile.
    pub fn trusted<T>(&self, found: PyResult<T>) -> PyResult<T> {
        self.game.trouble().map_or(found, |trouble| Err(bad_input(trouble)))
    }

    /// The budget of an order, from now on; an error where its algorithm cannot search this game.
    fn budget<'a>(&self, order: &Order, stop: &'a AtomicBool) -> PyResult<Budget<'a>> {
        self.accept(order)?;
        Ok(self.limited(order.limits, stop))
    }

    /// An error where an order's algorithm cannot search this game.
    pub fn accept(&self, order: &Order) -> PyResult<()> {
        if let Some(why) = order.algorithm.refuses(self.game.repetition()) {
            return Err(bad_input(why));
        }
        if order.algorithm.init() == Init::Custom && !self.game.has_estimate() {
            return Err(bad_input(self.no_estimate()));
        }
        Ok(())
    }

    /// What an order asks begins.
    pub fn begin(&self, order: &mut Order) -> Asked<G> {
        order.python = self.about.python;
        self.asked(order.limits)
    }

    /// A question with these limits begins, and is asked until this is dropped.
    pub fn asked(&self, limits: Limits) -> Asked<G> {
        self.game.hold_within(limits.memory);
        Asked(self.game.clone())
    }

    /// Something that no limit is set for begins: what a game holds is for that alone.
    fn busy(&self) -> Asked<G> {
        self.asked(Limits { memory: Some(BUSY), ..Limits::default() })
    }

    /// A budget of these limits, from now on.
    pub fn limited<'a>(&self, limits: Limits, stop: &'a AtomicBool) -> Budget<'a> {
        let budget = Budget::new(limits, stop);
        if self.about.python { budget.vigilant() } else { budget }
    }

    fn no_estimate(&self) -> String {
        let name = &self.about.name;
        if self.about.python {
            format!(
                "{name} has no method estimate(position, prover), which init=custom asks for first numbers: \
                 write one, or use init=mobility or init=unit"
            )
        } else {
            format!(
                "{name} has no first numbers of its own, as init=custom needs them: use init=mobility or init=unit"
            )
        }
    }

    pub fn find_move(&self, position: &G::Position, text: &str) -> PyResult<G::Move> {
        let mut moves = Vec::new();
        if Self::say(self.game.outcome(position))?.is_none() {
            Self::say(self.game.moves(position, &mut moves))?;
        }
        let mut names = Vec::with_capacity(moves.len());
        for mv in moves {
            let name = Self::say(self.game.notation(position, mv))?;
            if name == text {
                return Ok(mv);
            }
            names.push(name);
        }
        names.sort();
        let total = names.len();
        names.truncate(12);
        let more = if total > names.len() { " …" } else { "" };
        Err(bad_input(match total {
            0 => format!("{} is not a legal move: the game is over here", InputError::quote(text)),
            _ => format!(
                "{} is not a legal move here; legal moves, in the notation of {}: {}{more}",
                InputError::quote(text),
                self.about.name,
                names.join(" ")
            ),
        }))
    }
}

impl<G: Playable> Session for Opened<G> {
    fn about(&self) -> &About {
        &self.about
    }

    fn text(&self) -> PyResult<String> {
        match &self.origin {
            Some((start, moves)) => Ok(format!("{start} moves {}", moves.join(" "))),
            None => self.board(),
        }
    }

    fn board(&self) -> PyResult<String> {
        Self::say(self.game.text(&self.root))
    }

    fn identity(&self) -> PyResult<String> {
        Self::say(self.game.identity(&self.root))
    }

    fn has_history(&self) -> bool {
        self.origin.is_some()
    }

    fn turn(&self) -> PyResult<String> {
        let turn = Self::say(self.game.turn(&self.root))?;
        Ok(self.players()[turn.index()].clone())
    }

    fn players(&self) -> [String; 2] {
        self.game.player_names()
    }

    fn outcome(&self) -> PyResult<Option<String>> {
        let outcome = self.trusted(Self::say(self.game.outcome(&self.root)))?;
        Ok(outcome.map(|outcome| match outcome {
            Outcome::Draw => "draw".to_string(),
            Outcome::Win(player) => self.players()[player.index()].clone(),
        }))
    }

    fn moves(&self) -> PyResult<Vec<String>> {
        let mut moves = Vec::new();
        if Self::say(self.game.outcome(&self.root))?.is_none() {
            Self::say(self.game.moves(&self.root, &mut moves))?;
        }
        moves.into_iter().map(|mv| Self::say(self.game.notation(&self.root, mv))).collect()
    }

    fn play(&self, mv: &str) -> PyResult<Box<dyn Session>> {
        let mv = self.find_move(&self.root, mv)?;
        let mut root = self.root.clone();
        Self::say(self.game.play(&mut root, mv))?;
        Ok(Box::new(Opened::new(self.about.clone(), self.game.clone(), root)))
    }

    fn history(&self, moves: &[&str]) -> PyResult<Box<dyn Session>> {
        let mut opened = Opened::new(self.about.clone(), self.game.clone(), self.root.clone());
        let (mut start, mut kept) = (Self::say(self.game.text(&self.root))?, Vec::new());
        for (i, text) in moves.iter().enumerate() {
            let mv = self.find_move(&opened.root, text).map_err(|error| {
                let what = Python::attach(|py| error.value(py).to_string());
                bad_input(format!("move {} of the history: {what}", i + 1))
            })?;
            let forgets = self.game.repetition() == Repetition::Impossible
                || self.game.is_irreversible(&opened.root, mv);
            let exempt = Self::say(self.game.may_repeat(&opened.root, mv))?;
            opened.history.push(opened.root.clone());
            kept.push((*text).to_string());
            Self::say(self.game.play(&mut opened.root, mv))?;
            if self.game.repetition() == Repetition::Illegal && !exempt {
                for before in &opened.history {
                    if Self::say(self.game.repeats(before, &opened.root))? {
                        let text = InputError::quote(text);
                        let what =
                            format!("{text} brings a position back, which is illegal in {}", self.about.name);
                        return Err(bad_input(format!("move {} of the history: {what}", i + 1)));
                    }
                }
            }
            if forgets {
                start = Self::say(self.game.text(&opened.root))?;
                opened.history.clear();
                kept.clear();
            }
        }
        if !kept.is_empty() {
            opened.origin = Some((start, kept));
        }
        Ok(Box::new(opened))
    }

    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let _busy = self.busy();
        let mut signals = Signals::new();
        let count = self.run(py, || perft(&self.game, &self.root, depth, &mut || signals.poll()));
        match (self.trusted(Self::say(count))?, signals.error) {
            (Some(count), None) => Ok(count),
            (_, Some(error)) => Err(error),
            (None, None) => Err(bad_input("the count was broken off")),
        }
    }

    fn check_game(&self, py: Python<'_>, playouts: u32, plies: u32, seed: u64) -> PyResult<(u64, u64)> {
        let _busy = self.busy();
        let mut signals = Signals::new();
        let report = self
            .run(py, || check_game(&self.game, &self.root, playouts, plies, seed, &mut || signals.poll()));
        match signals.error {
            Some(error) => Err(error),
            None => report.map(|report| (report.plies, report.comparisons)).map_err(contract),
        }
    }

    fn solve(&self, py: Python<'_>, mut order: Order, stop: &Arc<AtomicBool>) -> PyResult<Solution> {
        let budget = self.budget(&order, stop)?;
        let _asked = self.begin(&mut order);
        let _held = leash::hold(order.limits, stop);
        let (aimed, goal) = self.aimed(&order.goal)?;
        self.take_up(py, &mut order, goal)?;
        if order.all_moves && Self::say(aimed.game.turn(&aimed.root))? != goal.prover {
            return Err(bad_input(format!(
                "all moves that reach the goal {} cannot be listed: the other side is on move",
                InputError::quote(&order.goal)
            )));
        }
        self.trusted(aimed.answer(py, &order, goal, (budget, 0)))
    }

    fn value(
        &self,
        py: Python<'_>,
        mut order: Order,
        stop: &Arc<AtomicBool>,
    ) -> PyResult<Vec<(String, Solution)>> {
        let budget = self.budget(&order, stop)?;
        let _asked = self.begin(&mut order);
        let _held = leash::hold(order.limits, stop);
        self.trusted(self.answer_value(py, order, &budget))
    }

    fn shortest(&self, py: Python<'_>, mut order: Order, stop: &AtomicBool) -> PyResult<ShortestResult> {
        let budget = self.budget(&order, stop)?;
        let _asked = self.begin(&mut order);
        self.trusted(self.answer_shortest(py, order, &budget))
    }

    fn search(&self, py: Python<'_>, order: SearchOrder, stop: &Arc<AtomicBool>) -> PyResult<SearchResult> {
        let _asked = self.asked(order.limits);
        self.trusted(self.answer_search(py, &order, stop))
    }

    fn measure(
        &self,
        py: Python<'_>,
        depths: (u32, u32),
        quiescence: bool,
        limits: Limits,
        stop: &Arc<AtomicBool>,
    ) -> PyResult<Result<MeasureResult, String>> {
        let _asked = self.asked(limits);
        self.trusted(self.answer_measure(py, depths, quiescence, limits, stop))
    }

    fn check(&self, py: Python<'_>, file: &CertificateFile<'_>) -> PyResult<Report> {
        let _busy = self.busy();
        self.trusted(self.check_certificate(py, file))
    }

    fn prove(&self, py: Python<'_>, file: &CertificateFile<'_>) -> PyResult<(Report, Box<dyn Walk>)> {
        let _busy = self.busy();
        self.trusted(self.walk_certificate(py, file))
    }

    fn python_number(&self) -> Option<Place> {
        let place = (&self.root as &dyn Any).downcast_ref::<Place>().cloned();
        place.filter(|_| self.about.python)
    }

    fn at_text(&self, text: &str) -> PyResult<Box<dyn Session>> {
        Ok(Box::new(self.at(read(self.game.parse(text))?)))
    }

    fn at_number(&self, place: Place) -> PyResult<Box<dyn Session>> {
        match (&place as &dyn Any).downcast_ref::<G::Position>() {
            Some(root) => Ok(Box::new(self.at(root.clone()))),
            None => Err(bad_input("positions of this game have no numbers")),
        }
    }

    fn desk(&self, order: Order) -> PyResult<Box<dyn Desk>> {
        self.open_desk(order)
    }

    fn merge(&self, py: Python<'_>, goal: &str, proven: bool, pieces: Pieces<'_>) -> PyResult<Vec<u8>> {
        let _busy = self.busy();
        self.trusted(self.merge_pieces(py, goal, proven, pieces))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
