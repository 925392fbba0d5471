//! A game with a position of it, behind one object for all games.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use pnyx_game::{
    Game, Goal, InputError, Mobility, Outcome, Repetition, RepetitionEffect, Threshold, Unit, check_game,
    perft,
};
use pnyx_proof::{Certificate, CheckError, Header, Question};
use pnyx_search::pn::{self, Evaluation};
use pnyx_search::{Answer, Budget, Limits, Problem, Stats, Trace, Verdict, solve};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{RulesError, bad_input, contract, input, rejected};
use crate::solution::{Report, Solution};
use crate::watch::{Signals, Watch, notations};

/// What a user asks a search to do.
pub(crate) struct Order {
    pub goal: String,
    pub pn: pn::Options,
    pub unit: bool,
    pub limits: Limits,
    pub all_moves: bool,
    pub trace: bool,
    pub on_progress: Option<Py<PyAny>>,
}

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
    fn turn(&self) -> PyResult<String>;
    fn players(&self) -> [String; 2];
    fn outcome(&self) -> PyResult<Option<String>>;
    fn moves(&self) -> PyResult<Vec<String>>;
    fn play(&self, mv: &str) -> PyResult<Box<dyn Session>>;
    fn history(&self, moves: &[&str]) -> PyResult<Box<dyn Session>>;
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64>;
    fn check_game(&self, py: Python<'_>, playouts: u32, plies: u32, seed: u64) -> PyResult<(u64, u64)>;
    fn solve(&self, py: Python<'_>, order: Order, stop: &AtomicBool) -> PyResult<Solution>;
    fn check(&self, py: Python<'_>, certificate: &Certificate) -> PyResult<Report>;
    /// The number of a Python game's position.
    fn python_number(&self) -> Option<u32>;
}

/// A position of a game of one type.
#[derive(Clone)]
pub(crate) struct Opened<G: Game> {
    pub about: About,
    pub game: G,
    pub root: G::Position,
    /// The position the history begins with, its moves, and the positions before the root.
    origin: Option<(String, Vec<String>)>,
    history: Vec<G::Position>,
}

impl<G> Opened<G>
where
    G: Game + Clone + Send + Sync + 'static,
    G::Position: Send + Sync + std::any::Any,
    G::Move: Send + Sync,
    G::Error: RulesError + Send,
{
    pub fn new(about: About, game: G, root: G::Position) -> Opened<G> {
        Opened { about, game, root, origin: None, history: Vec::new() }
    }

    fn say<T>(result: Result<T, G::Error>) -> PyResult<T> {
        result.map_err(RulesError::into_py)
    }

    /// Run something long: without the interpreter's lock, unless the rules need it.
    fn run<T: Send>(&self, py: Python<'_>, work: impl FnOnce() -> T + Send) -> T {
        if self.about.python { work() } else { py.detach(work) }
    }

    fn find_move(&self, position: &G::Position, text: &str) -> PyResult<G::Move> {
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

    /// The goal of this name, and the game that judges its ends.
    fn goal(&self, name: &str) -> PyResult<(G, Goal)> {
        let prover = Self::say(self.game.turn(&self.root))?;
        if self.about.goals.contains(&name)
            && let Some(threshold) = pnyx_games::goal(name)
        {
            return Ok((self.game.clone(), Goal { prover, threshold }));
        }
        match read(self.game.aim(name, prover))? {
            Some(game) => Ok((game, Goal { prover, threshold: Threshold::Win })),
            None => Err(bad_input(format!(
                "{} has no goal {} (it has: {})",
                self.about.name,
                InputError::quote(name),
                self.about.goals.join(", ")
            ))),
        }
    }

    /// This position in the game that judges the ends for a goal.
    fn aimed(&self, name: &str) -> PyResult<(Opened<G>, Goal)> {
        let (game, goal) = self.goal(name)?;
        Ok((Opened { game, ..self.clone() }, goal))
    }

    fn prover(&self, goal: Goal) -> String {
        self.game.player_names()[goal.prover.index()].clone()
    }

    fn certificate(
        &self,
        order: &Order,
        goal: Goal,
        verdict: &Verdict,
        nodes: u32,
        body: Vec<u8>,
    ) -> PyResult<Vec<u8>> {
        let header = Header {
            game: self.about.name.clone(),
            options: pnyx_games::options_to_json(&self.about.rules),
            position: self.text()?,
            goal: order.goal.clone(),
            prover: self.prover(goal),
            repetition: goal.repetition_effect(self.game.repetition()),
            verdict: match verdict {
                Verdict::Proven => pnyx_proof::Verdict::Proven,
                _ => pnyx_proof::Verdict::Disproven,
            },
            nodes,
        };
        Ok(Certificate { header, body }.to_bytes())
    }

    /// One search, with its check.
    fn search(
        &self,
        order: &Order,
        problem: &Problem<'_, G>,
        budget: &mut Budget<'_>,
        watch: &mut Watch<'_, G>,
    ) -> Result<Answer<G::Move>, G::Error> {
        let mut signals = Signals::new();
        let stop = budget.stop_flag();
        let answer = solve(
            problem,
            budget,
            |budget| match order.unit {
                true => pn::search(problem, &Unit, order.pn, budget, watch),
                false => pn::search(problem, &Mobility, order.pn, budget, watch),
            },
            &mut || if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { signals.poll() },
        );
        if let Some(error) = signals.error {
            watch.signals.error = Some(error);
        }
        answer
    }

    /// Which moves at the root win, and which could not be settled. `proved` is known to win.
    fn winning_moves(
        &self,
        order: &Order,
        goal: Goal,
        budget: &Budget<'_>,
        (stats, proved): (&mut Stats, Option<G::Move>),
        watch: &mut Watch<'_, G>,
    ) -> Result<(Vec<String>, Vec<String>), G::Error> {
        let (mut winning, mut unsettled, mut moves) = (Vec::new(), Vec::new(), Vec::new());
        if self.game.outcome(&self.root)?.is_none() {
            self.game.moves(&self.root, &mut moves)?;
        }
        let mut searches = moves.iter().filter(|&&mv| proved != Some(mv)).count() as u32;
        for mv in moves {
            let name = self.game.notation(&self.root, mv)?;
            if proved == Some(mv) {
                winning.push(name);
                continue;
            }
            let problem = Problem {
                game: &self.game,
                root: &self.root,
                history: &self.history,
                goal,
                only_move: Some(mv),
            };
            let answer = self.search(order, &problem, &mut budget.share(stats.nodes, searches), watch)?;
            searches -= 1;
            stats.nodes += answer.stats.nodes;
            stats.expansions += answer.stats.expansions;
            stats.memory_bytes = stats.memory_bytes.max(answer.stats.memory_bytes);
            match answer.verdict {
                Verdict::Proven => winning.push(name),
                Verdict::Unknown(_) => unsettled.push(name),
                Verdict::Disproven => {}
            }
        }
        Ok((winning, unsettled))
    }

    fn solution(
        &self,
        py: Python<'_>,
        order: &Order,
        goal: Goal,
        answer: Answer<G::Move>,
        (winning_moves, unsettled_moves): (Option<Vec<String>>, Option<Vec<String>>),
        (seconds, trace): (f64, Option<Trace<G::Move>>),
    ) -> PyResult<Solution> {
        let (verdict, reason) = match &answer.verdict {
            Verdict::Proven => ("proven", None),
            Verdict::Disproven => ("disproven", None),
            Verdict::Unknown(limit) => ("unknown", Some(limit.to_string())),
        };
        let mut solution = Solution {
            verdict,
            reason,
            nodes: answer.stats.nodes,
            seconds,
            memory_bytes: answer.stats.memory_bytes,
            proof: answer.stats.proof,
            disproof: answer.stats.disproof,
            expansions: answer.stats.expansions,
            max_depth: answer.stats.max_depth,
            line: Vec::new(),
            moves_to_win: None,
            plies: None,
            certificate: None,
            certificate_nodes: None,
            winning_moves,
            unsettled_moves,
            trace: None,
        };
        if let Some(found) = answer.found {
            let nodes = found.report.nodes;
            solution.line = Self::say(notations(&self.game, &self.root, &found.line))?;
            solution.moves_to_win = found.report.moves_to_win;
            solution.plies = found.report.plies;
            solution.certificate_nodes = Some(nodes);
            let bytes = self.certificate(order, goal, &answer.verdict, nodes, found.body)?;
            solution.certificate = Some(PyBytes::new(py, &bytes).unbind());
        }
        if let Some(Trace(entries)) = trace {
            let rows = entries.into_iter().map(|entry| {
                let line = Self::say(notations(&self.game, &self.root, &entry.line))?;
                Ok((line, entry.proof, entry.disproof, entry.nodes))
            });
            solution.trace = Some(rows.collect::<PyResult<_>>()?);
        }
        Ok(solution)
    }
}

impl<G> Session for Opened<G>
where
    G: Game + Clone + Send + Sync + 'static,
    G::Position: Send + Sync + std::any::Any,
    G::Move: Send + Sync,
    G::Error: RulesError + Send,
{
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

    fn turn(&self) -> PyResult<String> {
        let turn = Self::say(self.game.turn(&self.root))?;
        Ok(self.players()[turn.index()].clone())
    }

    fn players(&self) -> [String; 2] {
        self.game.player_names()
    }

    fn outcome(&self) -> PyResult<Option<String>> {
        Ok(Self::say(self.game.outcome(&self.root))?.map(|outcome| match outcome {
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
            opened.history.push(opened.root.clone());
            kept.push((*text).to_string());
            Self::say(self.game.play(&mut opened.root, mv))?;
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
        let mut signals = Signals::new();
        let count = self.run(py, || perft(&self.game, &self.root, depth, &mut || signals.poll()));
        match (Self::say(count)?, signals.error) {
            (Some(count), None) => Ok(count),
            (_, Some(error)) => Err(error),
            (None, None) => Err(bad_input("the count was broken off")),
        }
    }

    fn check_game(&self, py: Python<'_>, playouts: u32, plies: u32, seed: u64) -> PyResult<(u64, u64)> {
        let mut signals = Signals::new();
        let report = self
            .run(py, || check_game(&self.game, &self.root, playouts, plies, seed, &mut || signals.poll()));
        match signals.error {
            Some(error) => Err(error),
            None => report.map(|report| (report.plies, report.comparisons)).map_err(contract),
        }
    }

    fn solve(&self, py: Python<'_>, mut order: Order, stop: &AtomicBool) -> PyResult<Solution> {
        let (aimed, goal) = self.aimed(&order.goal)?;
        let mut watch = Watch {
            signals: Signals::new(),
            trace: order.trace.then(|| Trace(Vec::new())),
            game: &aimed.game,
            root: &aimed.root,
            on_progress: order.on_progress.take(),
            last_progress: Duration::ZERO,
        };
        let problem =
            Problem { game: &aimed.game, root: &aimed.root, history: &aimed.history, goal, only_move: None };
        let order = &order;
        let searched = aimed.run(py, || {
            let mut budget = Budget::new(order.limits, stop);
            if aimed.about.python {
                budget = budget.vigilant();
            }
            let mut answer = aimed.search(order, &problem, &mut budget, &mut watch)?;
            let trace = watch.trace.take();
            let mut moves = (None, None);
            let mut seconds = answer.time.as_secs_f64();
            if order.all_moves && answer.verdict == Verdict::Disproven {
                moves = (Some(Vec::new()), Some(Vec::new()));
            } else if order.all_moves && watch.signals.error.is_none() {
                let mut stats = answer.stats;
                let found = answer.found.as_ref().filter(|_| answer.verdict == Verdict::Proven);
                let proved = found.and_then(|found| found.line.first().copied());
                let (winning, unsettled) =
                    aimed.winning_moves(order, goal, &budget, (&mut stats, proved), &mut watch)?;
                answer.stats = stats;
                moves = (Some(winning), Some(unsettled));
                seconds = budget.elapsed().as_secs_f64();
            }
            Ok((answer, moves, seconds, trace))
        });
        let (answer, moves, seconds, trace) = Self::say(searched)?;
        match watch.signals.error {
            Some(error) => Err(error),
            None => aimed.solution(py, order, goal, answer, moves, (seconds, trace)),
        }
    }

    fn check(&self, py: Python<'_>, certificate: &Certificate) -> PyResult<Report> {
        let header = &certificate.header;
        let (aimed, goal) =
            self.aimed(&header.goal).map_err(|error| rejected(error.value(py).to_string()))?;
        let effect = goal.repetition_effect(aimed.game.repetition());
        let expect = |line: &str, expected: &str, given: &str| match expected == given {
            true => Ok(()),
            false => Err(rejected(format!("{line} should be {expected}, not {}", InputError::quote(given)))),
        };
        expect("prover", &aimed.prover(goal), &header.prover)?;
        expect("options", &pnyx_games::options_to_json(&aimed.about.rules), &header.options)?;
        expect("repetition", effect_name(effect), effect_name(header.repetition))?;
        let question = Question { root: &aimed.root, history: &aimed.history, goal, only_move: None };
        let mut signals = Signals::new();
        let checked = aimed.run(py, || {
            pnyx_proof::check(&aimed.game, &question, header.verdict, &certificate.body, &mut || {
                signals.poll()
            })
        });
        let report = match checked {
            Ok(report) => report,
            Err(CheckError::Rejected(why)) => return Err(rejected(why)),
            Err(CheckError::Game(error)) => return Err(error.into_py()),
            Err(CheckError::Stopped) => {
                return Err(signals.error.unwrap_or_else(|| bad_input("the check was broken off")));
            }
        };
        expect("nodes", &report.nodes.to_string(), &header.nodes.to_string())?;
        Ok(Report {
            game: header.game.clone(),
            options: aimed.about.rules.clone(),
            position: header.position.clone(),
            goal: header.goal.clone(),
            prover: header.prover.clone(),
            repetition: effect_name(effect),
            verdict: match header.verdict {
                pnyx_proof::Verdict::Proven => "proven",
                pnyx_proof::Verdict::Disproven => "disproven",
            },
            nodes: report.nodes,
            shared: report.shared,
            moves_to_win: report.moves_to_win,
            plies: report.plies,
        })
    }

    fn python_number(&self) -> Option<u32> {
        let number = (&self.root as &dyn std::any::Any).downcast_ref::<u32>().copied();
        number.filter(|_| self.about.python)
    }
}

fn effect_name(effect: RepetitionEffect) -> &'static str {
    match effect {
        RepetitionEffect::Impossible => "impossible",
        RepetitionEffect::Fails => "fails",
        RepetitionEffect::Satisfies => "satisfies",
        RepetitionEffect::Illegal => "illegal",
    }
}

/// The options of `pn` from their texts.
pub(crate) fn pn_options(options: &BTreeMap<String, String>) -> PyResult<(pn::Options, bool)> {
    let spec = crate::catalogue::algorithm("pn")?;
    for name in options.keys() {
        if !spec.options.iter().any(|(known, ..)| known == name) {
            let known: Vec<_> = spec.options.iter().map(|(name, ..)| *name).collect();
            return Err(bad_input(format!(
                "pn has no option {} (it has: {})",
                InputError::quote(name),
                known.join(", ")
            )));
        }
    }
    let choice = |name: &str, words: [&'static str; 2], default: &'static str| -> PyResult<&'static str> {
        let Some(given) = options.get(name) else { return Ok(default) };
        words.into_iter().find(|word| word == given).ok_or_else(|| {
            bad_input(format!(
                "option {name} must be {} or {}, not {}",
                words[0],
                words[1],
                InputError::quote(given)
            ))
        })
    };
    let delayed = choice("evaluation", ["immediate", "delayed"], "immediate")? == "delayed";
    let unit = choice("init", ["mobility", "unit"], if delayed { "unit" } else { "mobility" })? == "unit";
    if delayed && !unit {
        return Err(bad_input(
            "delayed evaluation needs init=unit: mobility counts the moves of positions, which delaying avoids",
        ));
    }
    let recycle = match options.get("recycle").map(String::as_str) {
        None | Some("off" | "false") => false,
        Some("on" | "true") => true,
        Some(other) => {
            return Err(bad_input(format!(
                "option recycle must be on or off, not {}",
                InputError::quote(other)
            )));
        }
    };
    let evaluation = if delayed { Evaluation::Delayed } else { Evaluation::Immediate };
    Ok((pn::Options { evaluation, recycle }, unit))
}

/// What is wrong with text, as an exception.
pub(crate) fn read<T>(result: Result<T, InputError>) -> PyResult<T> {
    result.map_err(input)
}
