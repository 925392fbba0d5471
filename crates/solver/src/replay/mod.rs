//! A certificate, replayed by rules that are asked again.
//!
//! A search and the check of its certificate ask slow rules once for each position and remember the answers, and two
//! positions that are `==` are one to them. So a game that breaks its contract could have a wrong answer checked.
//! Before an answer about such a game is shown, its certificate is walked from the root with the objects that `play`
//! returns now.
//!
//! **What is walked.** A node of the walk is a pair: a node of the certificate, and the [content](crate::contents) of
//! an object that the moves lead to there. Objects that are `==` but consist of different parts are two pairs, and both
//! are followed. At each pair `turn`, `outcome` and `moves` are asked, and compared with what was remembered for the
//! node; the chosen move, or each move of the other side, is played; and the pairs of [`SAMPLE`] nodes, chosen at
//! random, are asked [`TIMES`] times. Small certificates are asked more often, because a game of chance may be lucky a
//! few times.
//!
//! **Why it is enough.** Take the game whose positions are contents. The pairs are a strategy of the chooser in it:
//! where the chooser is on move one legal move is played, elsewhere every legal move, and each end suits the chooser.
//! Pairs lead to pairs as their nodes lead to nodes, so that a cycle of pairs lies over a cycle of nodes.
//!
//! - Where the certificate has no cycles, each line of the strategy ends, and suits the chooser. A content may stand on a line
//!   twice, under two nodes; but then the chooser can play there as at the later one at once. This holds whether a repetition
//!   is a draw or impossible.
//! - Where the prover's moves are counted, a node has its number of them left, and its pairs are asked whose turn it is. So the
//!   numbers along a line of pairs are those along the line of nodes below it.
//! - Where it may have cycles, a repetition suits the chooser. A line that does not end repeats a content, or never ends; either
//!   way the other side does not get what it wants. What `==` and `repetition_key` say of repetitions is not used.
//! - Where repeating is illegal, it does matter what is a repetition. There it is decided by the content of `repetition_key`, or
//!   of the whole position in a game without that method; numbers count by their value, as `==` takes them. A move that the
//!   checker left out as barred must be barred by the contents of the line, and a chosen move must not. In the free part the
//!   checker's conditions speak of which nodes are alike. They carry over, because all pairs of a node must have one key, and
//!   two nodes must have the same key exactly if the checker took them to be alike. So a game without `repetition_key`
//!   whose `==` passes over some part of its positions is found wanting, as soon as it matters.
//!
//! A position may be changed by the methods that get it: they may keep there what they have computed. So before each move the
//! object of a pair must have its content; otherwise it is made afresh, and moves must lead from both to the same contents.
//!
//! **What is not walked.** Positions may hold what their `==` rightly leaves out, such as the number of moves made or
//! the whole game so far. There may be very many of these, and nothing but following them all shows that they do not
//! matter. So there is a bound on the number of pairs ([`FOR_EACH`], [`MORE`]). Beyond it there is no answer where
//! lines end. Where they need not end, a number of moves unfolds forever. There the pairs are walked breadth first, so
//! that all nodes have their share and what is met first came there by few moves; pairs beyond the bound are asked for
//! their turn, outcome and moves, and only a few of each node are followed. That is the limit of what is checked.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::{Duration, Instant};

use pnyx_game::{BoxError, Erased, InputError, Objective, Outcome, Place, Player, Repetition, Rules};
use pnyx_proof::{Body, CheckError, Claim, Kind, Report, Shape, Verdict, check_and_report, cycles_allowed};
use pnyx_search::Poll;

use crate::contents::{Content, Mixer};

mod record;
mod rules;
#[cfg(test)]
mod tests;

use record::{NodeRecord, Recorder, address, sample};
pub use rules::{Fault, FreshRules};

/// The nodes whose pairs are asked several times, and how many times.
const SAMPLE: usize = 1_000;
const TIMES: usize = 3;
/// A small certificate is asked as many times as makes this many in all, while that takes no time to speak of.
const IN_ALL: usize = 100;
const MOST_TIMES: usize = 12;
const NO_TIME: Duration = Duration::from_millis(100);

/// How many pairs are followed: some for each node, and some more. Where lines need not end, what does not matter, such
/// as the number of moves made, may unfold forever, so there are fewer.
const FOR_EACH: usize = 20;
const MORE: usize = 100_000;
const MORE_WITH_CYCLES: usize = 5_000;
/// The contents of each node that are followed in any case.
const FEWEST: u32 = 4;

/// Why the walk ends early.
enum Stop {
    /// The rules do not stand by their answers: how and where.
    Breach(String),
    /// Somebody said stop, or a limit was hit.
    Stopped,
    /// Not the game's fault, such as an interrupt, or a limit that was hit while moves were drawn.
    Raised(BoxError),
}

/// What the rules say of an object now.
struct Answers<O> {
    outcome: Option<Outcome>,
    turn: Option<Player>,
    moves: Option<(Vec<O>, Content)>,
}

/// A pair, and where it comes from.
struct Pair<O> {
    node: u32,
    at: O,
    content: Content,
    may_change: bool,
    /// What the object was made of: a position and a move, or a copy of the root.
    origin: (Option<O>, Option<O>),
}

/// A pair on the line that is walked.
struct Frame<O> {
    pair: Pair<O>,
    /// The move that was played last, and the content that it led to.
    last: Option<(O, Content)>,
    /// The object, as the rules have changed it: it must do as well.
    changed: Option<O>,
    said: Answers<O>,
    /// Its repetition key, where repeating is illegal.
    key: Option<Content>,
    /// The moves to follow, and the nodes they lead to.
    edges: Vec<(O, u32)>,
    next: usize,
    times: usize,
}

struct Walk<'a, R: FreshRules> {
    rules: &'a R,
    shape: &'a Shape,
    nodes: &'a [NodeRecord],
    goal: Objective,
    proven: bool,
    only_move: Option<u32>,
    illegal: bool,
    /// The prover's moves are counted: a node may be final because none is left.
    counts: bool,
    /// Whether lines need not end.
    cycles: bool,
    pairs: HashSet<(u32, Content)>,
    waiting: VecDeque<Pair<R::Object>>,
    /// How many pairs are followed.
    most: usize,
    root: Option<Content>,
    /// By node: the contents met, and whether its pairs are asked several times.
    met: Vec<(u32, bool)>,
    times: usize,
    begun: Instant,
    stack: Vec<Frame<R::Object>>,
    /// Where repeating is illegal: the keys on the line that is walked, and how classes and keys go together.
    line: HashMap<Content, u32>,
    keys: HashMap<usize, Content>,
    classes: HashMap<Content, usize>,
}

impl<R: FreshRules> Walk<'_, R> {
    fn walk(&mut self, root: R::Object, poll: Poll<'_>) -> Result<(), Stop> {
        let (content, may_change) = self.content(&root)?;
        self.root = Some(content);
        let copy = if may_change { self.read(self.rules.copy(&root))? } else { None };
        self.meet(Pair { node: 0, at: root, content, may_change, origin: (copy, None) })?;
        loop {
            if poll().is_break() {
                return Err(Stop::Stopped);
            }
            let Some(frame) = self.stack.last_mut() else {
                match self.waiting.pop_front() {
                    Some(pair) => self.begin(pair)?,
                    None => return Ok(()),
                }
                continue;
            };
            let Some((mv, target)) = frame.edges.get(frame.next).cloned() else {
                self.end()?;
                continue;
            };
            frame.next += 1;
            self.follow(&mv, target)?;
        }
    }

    /// Play a move of the last pair of the line.
    fn follow(&mut self, mv: &R::Object, target: u32) -> Result<(), Stop> {
        let Some(mut frame) = self.stack.pop() else { return Ok(()) };
        self.restore(&mut frame)?;
        let (at, times) = (frame.pair.at.clone(), frame.times);
        let after = self.play(&at, mv)?;
        let (content, may_change) = self.content(&after)?;
        if let Some(changed) = &frame.changed {
            self.plays_alike(changed, mv, content)?;
        }
        let mut others = Vec::new();
        for _ in 1..times {
            self.restore(&mut frame)?;
            let again = self.play(&frame.pair.at, mv)?;
            let (other, may_change) = self.content(&again)?;
            if other == content {
                continue;
            }
            // One that equals only itself is never the same.
            let is_same = self.read(self.rules.equals_itself_only(&after))?
                || self.read(self.rules.equal(&after, &again))?;
            if !is_same || self.illegal && self.value_key(&after)? != self.value_key(&again)? {
                let (mv, place) = (self.rules.show(mv), self.rules.show_position(&at));
                return breach(format!(
                    "play() returned another position for the move {mv} when asked again at {place}"
                ));
            }
            others.push((again, other, may_change));
        }
        frame.last = (times == 1 || others.is_empty()).then(|| (mv.clone(), content));
        let origin = (Some(frame.pair.at.clone()), Some(mv.clone()));
        self.stack.push(frame);
        // Where no two objects have the same content, what asking again adds would multiply from ply to ply.
        for (at, content, may_change) in others {
            if self.met[target as usize].0 < FEWEST {
                self.meet(Pair { node: target, at, content, may_change, origin: origin.clone() })?;
            }
        }
        self.meet(Pair { node: target, at: after, content, may_change, origin })
    }

    /// See to it that the object of a pair has its content. Rules may keep in a position what they have computed; then they
    /// must play alike from the changed object, and from one that is made afresh.
    fn restore(&self, frame: &mut Frame<R::Object>) -> Result<(), Stop> {
        if !frame.pair.may_change || self.content(&frame.pair.at)?.0 == frame.pair.content {
            return Ok(());
        }
        let changed = frame.pair.at.clone();
        if let Some((mv, content)) = &frame.last {
            self.plays_alike(&changed, mv, *content)?;
        }
        let afresh = match &frame.pair.origin {
            (Some(before), Some(mv)) => Some(self.play(before, mv)?),
            (Some(copy), None) => self.read(self.rules.copy(copy))?,
            _ => None,
        };
        match afresh {
            Some(afresh) if self.content(&afresh)?.0 == frame.pair.content => frame.pair.at = afresh,
            _ => return self.changes(&changed),
        }
        frame.changed = Some(changed);
        Ok(())
    }

    fn plays_alike(&self, changed: &R::Object, mv: &R::Object, content: Content) -> Result<(), Stop> {
        let is_alike = self.content(&self.play(changed, mv)?)?.0 == content;
        if is_alike { Ok(()) } else { self.changes(changed) }
    }

    fn changes(&self, at: &R::Object) -> Result<(), Stop> {
        let place = self.rules.show_position(at);
        breach(format!("play() or another method changed the position that it was given, {place}"))
    }

    fn content(&self, object: &R::Object) -> Result<(Content, bool), Stop> {
        self.read(self.rules.content(object))
    }

    /// What reading an object has returned.
    fn read<T>(&self, result: Result<T, R::Error>) -> Result<T, Stop> {
        result.map_err(|error| match self.rules.fault(error) {
            Fault::Contract(why) => Stop::Breach(why),
            Fault::Exception { error, .. } | Fault::Outside(error) => Stop::Raised(error.into()),
        })
    }

    /// A pair, if it is a new one, is walked at once, or waits where lines need not end.
    fn meet(&mut self, pair: Pair<R::Object>) -> Result<(), Stop> {
        if !self.pairs.insert((pair.node, pair.content)) {
            return Ok(());
        }
        if !self.cycles {
            return self.begin(pair);
        }
        self.waiting.push_back(pair);
        Ok(())
    }

    fn begin(&mut self, pair: Pair<R::Object>) -> Result<(), Stop> {
        let (node, at) = (pair.node, &pair.at);
        let (met, sampled) = &mut self.met[node as usize];
        *met += 1;
        let follows = *met <= FEWEST || self.most > 0;
        self.most = self.most.saturating_sub(1);
        if !follows && !self.cycles {
            return breach(format!(
                "equal positions were met with too many different contents, the last at {}: give positions an __eq__ that \
                 compares all that matters, and leave out of them what does not",
                self.rules.show_position(at)
            ));
        }
        let times = match *sampled {
            false => 1,
            true if self.begun.elapsed() < NO_TIME => self.times,
            true => TIMES,
        };
        let said = self.ask(at)?;
        self.compare(node, at, &said)?;
        let key = self.key(node, at)?;
        if let Some(key) = key {
            *self.line.entry(key).or_default() += 1;
        }
        let mut frame =
            Frame { pair, last: None, changed: None, said, key, edges: Vec::new(), next: 0, times };
        if follows {
            frame.edges = self.edges(&frame)?;
        }
        self.stack.push(frame);
        Ok(())
    }

    /// The last pair of the line ends: it is asked again what it was asked, after its moves were played.
    fn end(&mut self) -> Result<(), Stop> {
        let Some(mut frame) = self.stack.pop() else { return Ok(()) };
        if let Some(times) = frame.key.and_then(|key| self.line.get_mut(&key)) {
            *times -= 1;
        }
        let at = frame.pair.at.clone();
        if frame.last.is_some() {
            self.restore(&mut frame)?;
        }
        let mut times = frame.times;
        if times == 1 && frame.pair.may_change && self.content(&at)?.0 != frame.pair.content {
            times = 2;
        }
        for at in [Some(at), frame.changed].into_iter().flatten() {
            for _ in 1..times {
                let again = self.ask(&at)?;
                let Some(method) = self.differing(&frame.said, &again)? else { continue };
                return breach(format!("{method} when asked again at {}", self.rules.show_position(&at)));
            }
        }
        Ok(())
    }

    /// What the rules say now. Nobody need be on move where the game is over.
    fn ask(&self, at: &R::Object) -> Result<Answers<R::Object>, Stop> {
        let outcome = self.said(at, "outcome", self.rules.outcome(at))?;
        if outcome.is_some() {
            return Ok(Answers { outcome, turn: None, moves: None });
        }
        let turn = self.said(at, "turn", self.rules.turn(at))?;
        let moves = self.said(at, "moves", self.rules.moves(at))?;
        let content = self.read(content_of_all(self.rules, &moves))?;
        Ok(Answers { outcome, turn: Some(turn), moves: Some((moves, content)) })
    }

    fn play(&self, at: &R::Object, mv: &R::Object) -> Result<R::Object, Stop> {
        self.said(at, "play", self.rules.play(at, mv))
    }

    /// What a method returned; what it raised is a breach, because it did not raise it before.
    fn said<T>(&self, at: &R::Object, method: &str, result: Result<T, R::Error>) -> Result<T, Stop> {
        result.map_err(|error| match self.rules.fault(error) {
            Fault::Contract(why) => Stop::Breach(why),
            Fault::Outside(error) => Stop::Raised(error.into()),
            Fault::Exception { kind, message, .. } => {
                let place = self.rules.show_position(at);
                Stop::Breach(format!("{method}() raised {kind} ({message}) when asked again at {place}"))
            }
        })
    }

    /// What is said now must be what was remembered, and must suit the chooser.
    fn compare(&self, node: u32, at: &R::Object, said: &Answers<R::Object>) -> Result<(), Stop> {
        let remembered = &self.nodes[node as usize];
        let chooser = if self.proven { self.goal.prover } else { self.goal.prover.opponent() };
        let suits = match self.shape.kind(node) {
            Kind::Final if self.is_spent(node) => !self.proven && said.turn == Some(self.goal.prover),
            Kind::Final => said.outcome.is_some_and(|outcome| self.goal.reached(outcome) == self.proven),
            Kind::Choice => said.turn == Some(chooser),
            Kind::Replies => said.turn == Some(chooser.opponent()),
            // Positions of these games have no history.
            Kind::History => false,
        };
        if said.outcome != remembered.outcome {
            return self.differs(node, at, "outcome() returned another answer");
        }
        if said.turn != remembered.turn || !suits {
            return self.differs(node, at, "turn() returned another answer");
        }
        if node == 0 && said.turn.is_none() {
            // The question is about the player on move, even where the game is over.
            let turn = self.said(at, "turn", self.rules.turn(at))?;
            let before = remembered.position.as_ref().and_then(|position| self.rules.held_turn(position));
            if before.is_some_and(|before| before != turn) {
                return self.differs(node, at, "turn() returned another answer");
            }
        }
        if let Some((moves, content)) = &said.moves
            && remembered.moves != Some(*content)
            && let Some(position) = &remembered.position
        {
            let before = self.said(at, "moves", self.rules.held_moves(position))?;
            if !self.all_equal(moves, &before)? {
                return self.differs(node, at, "moves() returned other moves");
            }
        }
        Ok(())
    }

    /// Whether play ends at a node because the prover has no moves left.
    fn is_spent(&self, node: u32) -> bool {
        self.counts && self.shape.kind(node) == Kind::Final && self.nodes[node as usize].outcome.is_none()
    }

    /// What is said of an object is not what was remembered of the position of its node.
    fn differs<T>(&self, node: u32, at: &R::Object, what: &str) -> Result<T, Stop> {
        let place = self.rules.show_position(at);
        let Some(before) = &self.nodes[node as usize].position else {
            return breach(format!("{what} when asked again at {place}, or at one that is equal to it"));
        };
        let before = self.rules.held_position(before);
        if self.content(&before)?.0 == self.content(at)?.0 {
            return breach(format!("{what} when asked again at {place}"));
        }
        let before = self.rules.show_position(&before);
        breach(format!("{what} at {place} than at {before}, which counts as the same position"))
    }

    /// The moves to follow from a pair, and the nodes they lead to.
    fn edges(&self, frame: &Frame<R::Object>) -> Result<Vec<(R::Object, u32)>, Stop> {
        let Some((moves, _)) = &frame.said.moves else { return Ok(Vec::new()) };
        let (node, at) = (frame.pair.node, &frame.pair.at);
        if self.is_spent(node) {
            return Ok(Vec::new());
        }
        let mut named = Vec::with_capacity(moves.len());
        for (place, mv) in moves.iter().cloned().enumerate() {
            named.push((self.said(at, "move_text", self.rules.move_text(at, &mv))?, place as u32, mv));
        }
        named.sort_by(|a, b| a.0.cmp(&b.0));
        let only = self.only_move.filter(|_| node == 0);
        let chosen = self.shape.kind(node) == Kind::Choice;
        if let Some(two) = named.windows(2).find(|two| two[0].0 == two[1].0) {
            let (one, other, text) =
                (self.rules.show(&two[0].2), self.rules.show(&two[1].2), InputError::quote(&two[0].0));
            return breach(format!(
                "the moves {one} and {other} have the same text, {text}, at {}: give each move a text of its own",
                self.rules.show_position(at)
            ));
        }
        if only.is_some() && !chosen && self.root != Some(frame.pair.content) {
            return breach(format!(
                "{} counts as the position that was asked about, and is made of something else",
                self.rules.show_position(at)
            ));
        }
        let mut followed = Vec::with_capacity(self.shape.edges(node).len());
        let mut edges = self.shape.edges(node).peekable();
        for (index, (name, place, mv)) in named.into_iter().enumerate() {
            let edge = edges.next_if(|edge| edge.index as usize == index);
            let (asked, mut fits) = (only.is_none_or(|only| only == place), true);
            if edge.is_some() {
                fits = asked && !(chosen && self.illegal && self.is_barred(at, &mv)?);
            } else if !chosen && asked {
                fits = self.illegal && self.is_barred(at, &mv)?;
            }
            if !fits {
                let place = self.rules.show_position(at);
                return breach(match (self.illegal, self.rules.has_repetition_key()) {
                    (true, false) => left_out(&place),
                    (true, true) => format!(
                        "repetition_key() returned another key after the move {name} when asked again at {place}"
                    ),
                    _ => format!("move_text() returned another order of moves when asked again at {place}"),
                });
            }
            followed.extend(edge.map(|edge| (mv, edge.node)));
        }
        if edges.next().is_some() {
            return self.differs(node, at, "moves() returned other moves");
        }
        Ok(followed)
    }

    /// Whether the rule against repeating bars a move on the line that is walked.
    fn is_barred(&self, at: &R::Object, mv: &R::Object) -> Result<bool, Stop> {
        if self.said(at, "may_repeat", self.rules.may_repeat(at, mv))? {
            return Ok(false);
        }
        let after = self.play(at, mv)?;
        Ok(self.line.get(&self.value_key(&after)?).is_some_and(|&times| times > 0))
    }

    /// What the repetition rule compares of an object.
    fn value_key(&self, at: &R::Object) -> Result<Content, Stop> {
        let key = self.said(at, "repetition_key", self.rules.repetition_key(at))?;
        self.read(self.rules.content_by_value(&key))
    }

    /// What the repetition rule knows a pair by, where repeating is illegal: alike for the pairs of nodes that were taken to
    /// be alike, and for no others.
    fn key(&mut self, node: u32, at: &R::Object) -> Result<Option<Content>, Stop> {
        let Some(class) = &self.nodes[node as usize].repetition_key else { return Ok(None) };
        let class = address(class);
        let key = self.value_key(at)?;
        let fits = *self.keys.entry(class).or_insert(key) == key
            && *self.classes.entry(key).or_insert(class) == class;
        if fits {
            return Ok(Some(key));
        }
        let place = self.rules.show_position(at);
        breach(match self.rules.has_repetition_key() {
            true => format!("repetition_key() returned another key when asked again at {place}"),
            false => left_out(&place),
        })
    }

    /// Which answer differs between two times.
    fn differing(
        &self,
        one: &Answers<R::Object>,
        other: &Answers<R::Object>,
    ) -> Result<Option<&'static str>, Stop> {
        if one.outcome != other.outcome {
            return Ok(Some("outcome() returned another answer"));
        }
        if one.turn != other.turn {
            return Ok(Some("turn() returned another answer"));
        }
        if let (Some((moves, content)), Some((again, now))) = (&one.moves, &other.moves)
            && content != now
            && !self.all_equal(moves, again)?
        {
            return Ok(Some("moves() returned other moves"));
        }
        Ok(None)
    }

    fn all_equal(&self, ones: &[R::Object], others: &[R::Object]) -> Result<bool, Stop> {
        if ones.len() != others.len() {
            return Ok(false);
        }
        for (one, other) in ones.iter().zip(others) {
            if !self.read(self.rules.equal(one, other))? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn breach<T>(why: String) -> Result<T, Stop> {
    Err(Stop::Breach(why))
}

/// What several objects consist of, in their order.
fn content_of_all<R: FreshRules>(rules: &R, objects: &[R::Object]) -> Result<Content, R::Error> {
    let contents = objects.iter().map(|object| Ok(rules.content(object)?.0));
    Ok(Mixer::all(b'm', contents.collect::<Result<Vec<_>, _>>()?))
}

/// What is wrong where repeating is illegal and equal positions differ.
fn left_out(place: &str) -> String {
    format!(
        "__eq__ leaves out what a position is made of, at {place}: where repeating is illegal, repetition_key() must \
         say what counts"
    )
}

/// Check a graph, and replay it by rules that are asked again.
pub fn replay<R: FreshRules>(
    rules: &R,
    game: &Erased,
    question: &Claim<'_, Place, u32>,
    verdict: Verdict,
    body: Body<'_>,
    poll: Poll<'_>,
) -> Result<Report, CheckError<BoxError>> {
    let illegal = game.repetition() == Repetition::Illegal;
    let mut recorder =
        Recorder { game, rules, illegal, shape: Shape::default(), nodes: Vec::new(), error: None };
    let checked = check_and_report(game, question, verdict, body, Some(&mut recorder), poll);
    if let Some(error) = recorder.error {
        return Err(CheckError::Game(error));
    }
    let report = checked?;
    let nodes = recorder.nodes.len();
    let counts = question.within.is_some();
    let cycles = cycles_allowed(verdict, question.goal.repetition_effect(game.repetition()), counts);
    let mut walk = Walk {
        rules,
        shape: &recorder.shape,
        nodes: &recorder.nodes,
        goal: question.goal,
        proven: verdict == Verdict::Proven,
        only_move: question.only_move,
        illegal,
        counts,
        cycles,
        pairs: HashSet::new(),
        waiting: VecDeque::new(),
        most: FOR_EACH * nodes + if cycles { MORE_WITH_CYCLES } else { MORE },
        root: None,
        met: sample(nodes, SAMPLE),
        times: (IN_ALL / nodes).clamp(TIMES, MOST_TIMES),
        begun: Instant::now(),
        stack: Vec::new(),
        line: HashMap::new(),
        keys: HashMap::new(),
        classes: HashMap::new(),
    };
    match walk.walk(rules.held_position(question.root), poll) {
        Ok(()) => Ok(report),
        Err(Stop::Breach(why)) => Err(CheckError::Rules(why)),
        Err(Stop::Stopped) => Err(CheckError::Stopped),
        Err(Stop::Raised(error)) => Err(CheckError::Game(error)),
    }
}
