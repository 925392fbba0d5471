//! The checker: walks a certificate's graph by the rules of the game, with an explicit stack.

use std::collections::HashMap;
use std::ops::ControlFlow;

use pnyx_game::{Game, Outcome, RepetitionEffect, Rules, Within};

use crate::body::{Body, NoNumber, Numbers};
use crate::claim::{CheckError, Claim, Report};
use crate::listener::{Kind, Length, Listener, Uncounted};
use crate::parts::Parts;
use crate::{Verdict, cycles_allowed};

/// A hostile graph must not take all the memory there is.
const MOST_MEMORY: usize = 4 << 30;

/// A graph from a file may take less: this, and some bytes for each byte of the file. Long lines of like moves pack
/// well, so that a small file may need much, but not everything.
const MEMORY_OF_A_FILE: usize = 1 << 30;
const MEMORY_PER_BYTE: usize = 256;

/// Moves that may be examined: N for each byte of the body, and some more. A move that is not chosen, or
/// that the rule against repeating bars, costs no byte, and a file of some bytes could keep a reader for hours.
const MOVES_PER_BYTE: u64 = 1_000;
const MOVES_MORE: u64 = 100_000_000;

/// The first version of the format in which a new node may have another number of moves left than its edge arrives with.
const SHIFTED: u32 = 2;

/// Moves generated between two polls.
const WORK_BETWEEN_POLLS: usize = 1 << 14;

/// Where a node stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// In a graph of one part.
    Only,
    /// Where repeating is illegal: in the history part, whose nodes know their line.
    Line,
    /// Where repeating is illegal: in the free part, which holds after any line.
    Free,
}

/// A node whose record is being read.
struct Frame<G: Game> {
    position: G::Position,
    /// The moves whose edges are still to be read are `moves[next..]` of the walk, up to the next frame's.
    first: usize,
    next: usize,
    provers_turn: bool,
    part: Part,
    /// The place in the list of shared nodes.
    shared: Option<usize>,
    longest: Length,
}

/// A node that references point to, from the beginning of its record on.
struct Shared<P> {
    number: u32,
    position: P,
    /// Set when its record has ended.
    length: Option<Length>,
    used: bool,
}

struct Walk<'a, G: Game> {
    game: &'a G,
    listener: Option<&'a mut dyn Listener<G::Position>>,
    claim: &'a Claim<'a, G::Position, G::Move>,
    verdict: Verdict,
    cycles: bool,
    /// The prover's moves at the root, where the goal limits them.
    limit: Option<u32>,
    /// Whether a new node may have another number of them left than its edge arrives with.
    shifts: bool,
    history: HashMap<u64, Vec<usize>>,
    /// Where repeating is illegal.
    parts: Option<Parts<G>>,
    numbers: Numbers<'a>,
    /// The gaps between the numbers of shared nodes that have not begun, if there are any, and the first of those
    /// numbers.
    gaps: Option<Numbers<'a>>,
    next_shared: Option<u32>,
    gaps_left: u32,
    shared: Vec<Shared<G::Position>>,
    nodes: u32,
    /// The number of nodes that the header says.
    claimed: Option<u32>,
    most_memory: usize,
    stack: Vec<Frame<G>>,
    moves: Vec<G::Move>,
    /// The places of these among all moves of their position, if there is a listener.
    indices: Vec<u32>,
    scratch: Vec<G::Move>,
    /// Moves generated since the last poll, and still allowed.
    work: usize,
    allowed: u64,
}

type Checked<T, G> = Result<T, CheckError<<G as Rules>::Error>>;

/// Check a graph against the rules. `poll` is called now and then and may break the check off.
pub fn check<'a, G: Game>(
    game: &'a G,
    claim: &'a Claim<'a, G::Position, G::Move>,
    verdict: Verdict,
    body: impl Into<Body<'a>>,
    poll: &mut dyn FnMut() -> ControlFlow<()>,
) -> Checked<Report, G> {
    check_and_report(game, claim, verdict, body.into(), None, poll)
}

/// Check a graph and report it to a listener, if there is one.
///
/// The body is read once, from its beginning to its end, but for the list of shared nodes: that is read a second time,
/// number by number, as they begin. No more than two buffers of it are held. What else is held grows with the depth of
/// the line and the number of shared nodes (where repeating is illegal, of all nodes), and with what the listener
/// keeps.
pub fn check_and_report<'a, G: Game>(
    game: &'a G,
    claim: &'a Claim<'a, G::Position, G::Move>,
    verdict: Verdict,
    body: Body<'a>,
    listener: Option<&'a mut dyn Listener<G::Position>>,
    poll: &mut dyn FnMut() -> ControlFlow<()>,
) -> Checked<Report, G> {
    let effect = claim.goal.repetition_effect(game.repetition());
    if effect == RepetitionEffect::Impossible && !claim.history.is_empty() {
        return Err(CheckError::Rejected("a history has no meaning where positions cannot repeat".into()));
    }
    let Some(moves) = claim.within else { return walk_graph(game, claim, verdict, body, listener, poll) };
    if effect == RepetitionEffect::Illegal || game.turn(claim.root)? != claim.goal.prover {
        return Err(CheckError::Rejected(
            "moves are counted for the player on move at the root, and not where repeating is illegal".into(),
        ));
    }
    let counting = Within::new(game, claim.goal.prover, moves, claim.history);
    let root = counting.root(claim.root);
    let counted =
        Claim { root: &root, history: &[], goal: claim.goal, only_move: claim.only_move, within: None };
    let mut listener = listener.map(Uncounted);
    let listener = listener.as_mut().map(|listener| listener as &mut dyn Listener<_>);
    walk_graph(&counting, &counted, verdict, body, listener, poll)
}

/// Check a graph in which no moves are counted but by the game itself.
fn walk_graph<'a, G: Game>(
    game: &'a G,
    claim: &'a Claim<'a, G::Position, G::Move>,
    verdict: Verdict,
    body: Body<'a>,
    listener: Option<&'a mut dyn Listener<G::Position>>,
    poll: &mut dyn FnMut() -> ControlFlow<()>,
) -> Checked<Report, G> {
    let effect = claim.goal.repetition_effect(game.repetition());
    let limit = game.moves_left(claim.root);
    let mut walk = Walk {
        game,
        listener,
        claim,
        verdict,
        cycles: cycles_allowed(verdict, effect, limit.is_some()),
        limit,
        shifts: limit.is_some() && body.version() >= SHIFTED,
        history: HashMap::new(),
        parts: None,
        numbers: Numbers::new(body),
        gaps: None,
        next_shared: None,
        gaps_left: 0,
        shared: Vec::new(),
        nodes: 0,
        claimed: body.nodes(),
        most_memory: body.file_size().map_or(MOST_MEMORY, most_memory),
        stack: Vec::new(),
        moves: Vec::new(),
        indices: Vec::new(),
        scratch: Vec::new(),
        work: 0,
        allowed: MOVES_MORE + MOVES_PER_BYTE * body.length() as u64,
    };
    if effect == RepetitionEffect::Illegal {
        walk.parts = Some(Parts::new(game, claim.history)?);
    } else {
        for (i, position) in claim.history.iter().enumerate() {
            let key = game.repetition_key(position)?;
            walk.history.entry(key).or_default().push(i);
        }
    }
    // Every node but the root begins with a byte of an edge, and there is the length of the list.
    if let Some(nodes) = body.nodes().filter(|&nodes| nodes as usize > body.length()) {
        let length = body.length();
        return Err(CheckError::Rejected(format!("a body of {length} bytes cannot hold {nodes} nodes")));
    }
    walk.read_shared(body, poll)?;
    let length = walk.walk(poll)?;
    if !walk.numbers.at_end().map_err(|wrong| walk.wrong(wrong))? {
        return walk.reject("the body goes on after the record of the root");
    }
    let unused = walk.shared.iter().find(|node| !node.used).map(|node| node.number);
    if let Some(number) = unused.or(walk.next_shared) {
        return walk.reject(format!("node {number} is listed as shared, but nothing refers to it"));
    }
    if let Some(claimed) = walk.claimed.filter(|&claimed| claimed != walk.nodes) {
        return Err(CheckError::Rejected(format!("nodes should be {}, not '{claimed}'", walk.nodes)));
    }
    let acyclic = !walk.cycles;
    let tells_length = acyclic && verdict == Verdict::Proven && !game.ends_early();
    Ok(Report {
        nodes: walk.nodes,
        shared: walk.shared.len() as u32,
        plies: acyclic.then_some(length.plies),
        moves_to_win: tells_length.then_some(length.prover_moves),
    })
}

impl<'a, G: Game> Walk<'a, G> {
    /// Skip the list of shared nodes, which is read again, number by number, as they begin: a file may
    /// promise more of them than memory holds.
    fn read_shared(&mut self, body: Body<'a>, poll: &mut dyn FnMut() -> ControlFlow<()>) -> Checked<(), G> {
        let count = self.number()?;
        if count == 0 {
            return Ok(());
        }
        let mut number = 0u64;
        for i in 0..count {
            let gap = self.number()?;
            if gap == 0 && i > 0 {
                return self.reject("the list of shared nodes does not ascend");
            }
            number += u64::from(gap);
            if self.claimed.is_some_and(|nodes| number >= u64::from(nodes)) {
                return self.reject(format!(
                    "node {number} is listed as shared, and the header says fewer nodes than that"
                ));
            }
            if (i as usize + 1).is_multiple_of(WORK_BETWEEN_POLLS) && poll().is_break() {
                return Err(CheckError::Stopped);
            }
        }
        let mut gaps = Numbers::new(body);
        gaps.read().map_err(|wrong| self.wrong(wrong))?;
        (self.gaps, self.gaps_left) = (Some(gaps), count);
        self.next_shared = Some(0);
        self.advance_shared()
    }

    fn advance_shared(&mut self) -> Checked<(), G> {
        let last = self.next_shared.take();
        if let Some(gaps) = self.gaps.as_mut().filter(|_| self.gaps_left > 0) {
            self.gaps_left -= 1;
            let gap = gaps.read().map_err(|wrong| self.wrong(wrong))?;
            self.next_shared = last.and_then(|last| last.checked_add(gap));
            if self.next_shared.is_none() {
                return self.reject("the list of shared nodes goes too far");
            }
        }
        Ok(())
    }

    fn walk(&mut self, poll: &mut dyn FnMut() -> ControlFlow<()>) -> Checked<Length, G> {
        let root = self.claim.root.clone();
        let part = match self.parts {
            None => Part::Only,
            Some(_) => match self.number()? {
                0 => Part::Line,
                1 => Part::Free,
                _ => return self.reject("the root refers to a node that has not begun"),
            },
        };
        let mut ended = self.begin(root, part, false)?;
        loop {
            if self.work >= WORK_BETWEEN_POLLS {
                self.work = 0;
                if poll().is_break() {
                    return Err(CheckError::Stopped);
                }
            }
            let Some(frame) = self.stack.last_mut() else {
                return Ok(ended.unwrap_or_default());
            };
            if let Some(child) = ended.take() {
                let step = u32::from(frame.provers_turn);
                frame.longest.plies = frame.longest.plies.max(child.plies + 1);
                frame.longest.prover_moves = frame.longest.prover_moves.max(child.prover_moves + step);
            }
            if frame.next == self.moves.len() {
                let frame = self.stack.pop().expect("checked above");
                self.moves.truncate(frame.first);
                self.indices.truncate(frame.first);
                if let Some(parts) = self.parts.as_mut().filter(|_| frame.part == Part::Line) {
                    parts.leave_line(self.game, &frame.position)?;
                }
                self.end(frame.shared, frame.longest);
                ended = Some(frame.longest);
                continue;
            }
            let mv = self.moves[frame.next];
            if let Some(listener) = &mut self.listener {
                listener.follow(self.indices[frame.next]);
            }
            frame.next += 1;
            let mut position = frame.position.clone();
            self.game.play(&mut position, mv)?;
            let part = frame.part;
            let choosers_turn = frame.provers_turn == (self.verdict == Verdict::Proven);
            let chosen = part == Part::Free && choosers_turn && !self.game.may_repeat(&frame.position, mv)?;
            ended = match (self.number()?, part) {
                (0, _) => self.begin(position, part, chosen)?,
                (1, Part::Line) => self.begin(position, Part::Free, false)?,
                (1, _) if self.shifts => {
                    let shifted = self.shift(&position)?;
                    self.begin(shifted, part, chosen)?
                }
                (place, _) if part == Part::Line || self.shifts => {
                    Some(self.refer(place as usize - 2, &position)?)
                }
                (place, _) => Some(self.refer(place as usize - 1, &position)?),
            };
        }
    }

    /// The position of a new node that shows more than its edge needs: with more moves left in a disproof, with fewer in a
    /// proof.
    fn shift(&mut self, position: &G::Position) -> Checked<G::Position, G> {
        let by = self.number()?;
        let left = self.game.moves_left(position).unwrap_or_default();
        let shifted = match self.verdict {
            Verdict::Disproven => left.checked_add(by).filter(|&more| Some(more) <= self.limit),
            Verdict::Proven => left.checked_sub(by),
        };
        match shifted.filter(|_| by > 0) {
            Some(shifted) => Ok(self.game.with_moves_left(position, shifted)),
            None => self.reject(format!("a new node where {left} moves are left is shifted by {by}")),
        }
    }

    /// Begin the record of a new node; returns its length if it has ended at once. `chosen` is a move of
    /// the chooser that the rule against repeating applies to.
    fn begin(&mut self, position: G::Position, part: Part, chosen: bool) -> Checked<Option<Length>, G> {
        let number = self.nodes;
        if self.claimed.is_some_and(|nodes| number >= nodes) {
            return self.reject("the graph has more nodes than the header says");
        }
        self.nodes =
            self.nodes.checked_add(1).ok_or_else(|| CheckError::Rejected("too many nodes".into()))?;
        let shared = (self.next_shared == Some(number)).then_some(self.shared.len());
        if shared.is_some() {
            if part == Part::Line {
                return self
                    .reject(format!("node {number} belongs to the history part and is listed as shared"));
            }
            self.shared.push(Shared { number, position: position.clone(), length: None, used: false });
            self.advance_shared()?;
        }
        self.bound_memory()?;
        if let Some(outcome) = self.game.outcome(&position)? {
            let suits = self.claim.goal.reached(outcome) == (self.verdict == Verdict::Proven);
            if !suits {
                return self.reject(format!(
                    "node {number} ends in {}, which does not fit the verdict",
                    match outcome {
                        Outcome::Draw => "a draw".to_string(),
                        Outcome::Win(player) =>
                            format!("a win of {}", self.game.player_names()[player.index()]),
                    }
                ));
            }
            if part == Part::Free {
                self.end_in_free_part(number, &position, chosen, shared.is_some())?;
            }
            return self.end_at_once(&position, shared, Kind::Final).map(Some);
        }
        self.enter(number, &position, part)?;
        if number > 0 && self.in_history(&position)? {
            if !self.cycles {
                return self.reject(format!("node {number} repeats a position of the history"));
            }
            return self.end_at_once(&position, shared, Kind::History).map(Some);
        }
        let mut moves = std::mem::take(&mut self.scratch);
        self.game.moves_by_notation(&position, &mut moves)?;
        let provers_turn = self.game.turn(&position)? == self.claim.goal.prover;
        let choosers_turn = provers_turn == (self.verdict == Verdict::Proven);
        let first = self.moves.len();
        self.work += moves.len() + 1;
        let Some(allowed) = self.allowed.checked_sub(moves.len() as u64) else {
            return self.reject("this graph has far more moves to examine than its size explains");
        };
        self.allowed = allowed;
        if moves.is_empty() {
            return self
                .reject(format!("node {number} has no outcome and no moves: the game breaks its contract"));
        }
        if choosers_turn {
            let index = self.number()? as usize;
            let Some(&chosen) = moves.get(index) else {
                return self.reject(format!("node {number} chooses move {index} of only {}", moves.len()));
            };
            if number == 0 && self.claim.only_move.is_some_and(|only| only != chosen) {
                return self.reject("another move is chosen than the one in question");
            }
            if self.barred(&position, chosen, part)? {
                return self.reject(format!(
                    "node {number} chooses move {index}, which repeats a position of its line"
                ));
            }
            self.report(&position, Kind::Choice)?;
            self.follow_later(chosen, index);
        } else {
            self.report(&position, Kind::Replies)?;
            let only = self.claim.only_move.filter(|_| number == 0);
            for (index, &mv) in moves.iter().enumerate() {
                if only.is_none_or(|only| only == mv) && !self.barred(&position, mv, part)? {
                    self.follow_later(mv, index);
                }
            }
        }
        self.scratch = moves;
        self.stack.push(Frame {
            position,
            first,
            next: first,
            provers_turn,
            part,
            shared,
            longest: Length::default(),
        });
        Ok(None)
    }

    /// A move of the node that begins.
    fn follow_later(&mut self, mv: G::Move, index: usize) {
        self.moves.push(mv);
        if self.listener.is_some() {
            self.indices.push(index as u32);
        }
    }

    /// A node that is not final takes its place in its part.
    fn enter(&mut self, number: u32, position: &G::Position, part: Part) -> Checked<(), G> {
        let Some(parts) = &mut self.parts else { return Ok(()) };
        let wrong = match part {
            Part::Line => {
                let entered = parts.enter_line(self.game, position)?;
                (!entered).then_some("belongs to the history part and is alike a position of the free part")
            }
            _ => parts.enter_free(self.game, position)?,
        };
        wrong.map_or(Ok(()), |wrong| self.reject(format!("node {number} {wrong}")))
    }

    /// A final position in the free part.
    fn end_in_free_part(
        &mut self,
        number: u32,
        position: &G::Position,
        chosen: bool,
        shared: bool,
    ) -> Checked<(), G> {
        let entered_from_line = self.stack.last().is_none_or(|frame| frame.part == Part::Line);
        if entered_from_line || shared {
            let what = if shared { "is shared" } else { "begins a free part" };
            return self.reject(format!("node {number} {what} and is final"));
        }
        let parts = self.parts.as_mut().expect("there is a free part");
        if chosen && !parts.enter_end(self.game, position)? {
            return self
                .reject(format!("node {number} is final and alike a position that may stand before it"));
        }
        Ok(())
    }

    /// Whether the rule against repeating bars a move here.
    fn barred(&self, position: &G::Position, mv: G::Move, part: Part) -> Checked<bool, G> {
        match &self.parts {
            Some(parts) if part == Part::Line => Ok(parts.bars(self.game, position, mv)?),
            _ => Ok(false),
        }
    }

    /// The record of a node has ended.
    fn end(&mut self, shared: Option<usize>, length: Length) {
        if let Some(listener) = &mut self.listener {
            listener.end(length);
        }
        if let Some(place) = shared {
            self.shared[place].length = Some(length);
        }
    }

    /// The record of a node has begun and ended.
    fn end_at_once(
        &mut self,
        position: &G::Position,
        shared: Option<usize>,
        kind: Kind,
    ) -> Checked<Length, G> {
        self.report(position, kind)?;
        self.end(shared, Length::default());
        Ok(Length::default())
    }

    fn report(&mut self, position: &G::Position, kind: Kind) -> Checked<(), G> {
        let told = self.listener.as_mut().map_or(Ok(()), |listener| listener.begin(position, kind));
        told.or_else(|why| self.reject(why))
    }

    /// Follow a reference to a node that must hold this position.
    fn refer(&mut self, place: usize, position: &G::Position) -> Checked<Length, G> {
        let Some(node) = self.shared.get_mut(place) else {
            return self.reject("a reference points to a shared node that has not begun or does not exist");
        };
        let number = node.number;
        node.used = true;
        // Positions that are alike under super-ko may still differ in their future.
        let same = match (&self.parts, self.game.moves_left(&node.position), self.game.moves_left(position)) {
            (Some(_), ..) => node.position == *position,
            (None, Some(shown), Some(needed)) if shown != needed => {
                let suffices = if self.verdict == Verdict::Proven { shown < needed } else { shown > needed };
                if !suffices {
                    return self.reject(format!(
                        "a reference points to node {number}, which has {shown} moves left, not {needed}"
                    ));
                }
                self.game.repeats(&node.position, &self.game.with_moves_left(position, shown))?
            }
            _ => self.game.repeats(&node.position, position)?,
        };
        if !same {
            return self.reject(format!("a reference points to node {number}, which is another position"));
        }
        if number == 0 && self.limit.is_some() && self.claim.only_move.is_some() {
            return self.reject("a reference points to the root, of which only one move is examined");
        }
        if let Some(listener) = &mut self.listener {
            listener.refer(number);
            self.bound_memory()?;
        }
        match self.shared[place].length {
            Some(length) => Ok(length),
            None if self.cycles => Ok(Length::default()),
            None => {
                self.reject(format!("the line returns to node {number}: this graph must not have cycles"))
            }
        }
    }

    fn bound_memory(&self) -> Checked<(), G> {
        let taken = self.shared.len() * size_of::<Shared<G::Position>>()
            + self.stack.len() * size_of::<Frame<G>>()
            + self.moves.len() * size_of::<G::Move>()
            + self.indices.len() * size_of::<u32>()
            + self.parts.as_ref().map_or(0, Parts::memory_bytes)
            + self.listener.as_ref().map_or(0, |listener| listener.memory_bytes());
        if taken > self.most_memory {
            let most = self.most_memory >> 20;
            return self.reject(format!(
                "reading this graph takes more than the {most} MiB of memory allowed for it"
            ));
        }
        Ok(())
    }

    fn in_history(&self, position: &G::Position) -> Checked<bool, G> {
        if self.history.is_empty() {
            return Ok(false);
        }
        let key = self.game.repetition_key(position)?;
        for &i in self.history.get(&key).into_iter().flatten() {
            if self.game.repeats(&self.claim.history[i], position)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn number(&mut self) -> Checked<u32, G> {
        self.numbers.read().map_err(|wrong| self.wrong(wrong))
    }

    /// What is wrong with the body: with the file it comes from, or with its numbers here.
    #[cold]
    fn wrong(&self, wrong: NoNumber) -> CheckError<G::Error> {
        match wrong {
            NoNumber::File(error) => CheckError::Rejected(error.to_string()),
            NoNumber::Bytes(what) => self.rejection(what.into()),
        }
    }

    fn reject<T>(&self, what: impl Into<String>) -> Checked<T, G> {
        Err(self.rejection(what.into()))
    }

    /// A rejection that says where: the moves that lead to the node being read.
    #[cold]
    fn rejection(&self, what: String) -> CheckError<G::Error> {
        const SHOWN: usize = 20;
        let mut line = Vec::new();
        let hidden = self.stack.len().saturating_sub(SHOWN);
        for frame in &self.stack[hidden..] {
            let made = frame.next.checked_sub(1).filter(|&i| i >= frame.first).map(|i| self.moves[i]);
            if let Some(name) = made.and_then(|mv| self.game.notation(&frame.position, mv).ok()) {
                line.push(name);
            }
        }
        CheckError::Rejected(if line.is_empty() {
            format!("{what} (at the root)")
        } else {
            let dots = if hidden > 0 { "… " } else { "" };
            format!("{what} (after {dots}{})", line.join(" "))
        })
    }
}

/// The memory that the graph of a file of this size may take.
fn most_memory(size: usize) -> usize {
    size.saturating_mul(MEMORY_PER_BYTE).saturating_add(MEMORY_OF_A_FILE).min(MOST_MEMORY)
}

#[cfg(test)]
#[path = "check_tests.rs"]
mod tests;
