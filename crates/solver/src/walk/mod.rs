//! Walking through a proof: the shape of a checked graph, together with the rules, gives moves and positions back.

mod find;

use std::collections::HashMap;

use pnyx_game::{Game, InputError};
use pnyx_proof::{Edge, Kind, Report as Checked, Shape};

use crate::answer::{MoveRow, ProofPlace};
use crate::error::{Error, Result, bad_input};
use crate::host::{Host, Signals};
use crate::opened::{Opened, Playable};
use find::Looking;
pub use find::{Found, Search};

/// A proof that can be walked, behind one object for all games.
pub trait Walk: Send + Sync {
    /// The node at the end of a line.
    fn at(&self, line: &[String]) -> Result<ProofPlace>;
    /// The longest line from a node on, or the one through the largest records; at most N moves.
    fn main_line(&self, line: &[String], most: usize) -> Result<Vec<String>>;
    /// Lines to what is looked for, in the record of the node at the end of a line, and whether these are all.
    fn find(&self, host: &dyn Host, below: &[String], search: &Search<'_>) -> Result<Found>;
}

/// A checked graph and the game it is about.
pub(crate) struct Walked<G: Game> {
    aimed: Opened<G>,
    /// The game without the goal: in its texts the goal has left no mark.
    plain: G,
    shape: Shape,
    has_plies: bool,
    has_moves_to_win: bool,
}

/// The end of a line through the graph.
struct Cursor<G: Game> {
    position: G::Position,
    line: Vec<String>,
    node: u32,
    shared: bool,
    /// How many moves had been made when this node was met before.
    returns_to: Option<u32>,
    /// The nodes before this one, with the number of moves made, where lines can repeat positions.
    passed: HashMap<u32, u32>,
}

impl<G: Playable> Walked<G> {
    pub fn new(aimed: Opened<G>, plain: G, mut shape: Shape, report: &Checked) -> Walked<G> {
        shape.shrink();
        let (has_plies, has_moves_to_win) = (report.plies.is_some(), report.moves_to_win.is_some());
        Walked { aimed, plain, shape, has_plies, has_moves_to_win }
    }

    /// The end of a line; an error says which move leaves the proof.
    fn walk(&self, line: &[String]) -> Result<Cursor<G>> {
        let mut cursor = Cursor {
            position: self.aimed.root.clone(),
            line: Vec::new(),
            node: 0,
            shared: false,
            returns_to: None,
            passed: HashMap::new(),
        };
        for text in line {
            self.step(&mut cursor, text)?;
        }
        Ok(cursor)
    }

    /// A move at the end of a line, in the game's notation.
    fn name(&self, cursor: &Cursor<G>, mv: G::Move) -> Result<String> {
        Opened::<G>::say(self.aimed.game.notation(&cursor.position, mv))
    }

    fn step(&self, cursor: &mut Cursor<G>, text: &str) -> Result<()> {
        let mut read_so = Vec::new();
        for (edge, mv) in self.edges(cursor)? {
            let name = self.name(cursor, mv)?;
            if name == text {
                return self.follow(cursor, edge, mv, name);
            }
            if Opened::<G>::say(self.aimed.game.is_written(&cursor.position, mv, text))? {
                read_so.push((edge, mv, name));
            }
        }
        match <[_; 1]>::try_from(read_so) {
            Ok([(edge, mv, name)]) => self.follow(cursor, edge, mv, name),
            Err(_) => Err(self.leaves(cursor, text)?),
        }
    }

    fn follow(&self, cursor: &mut Cursor<G>, edge: Edge, mv: G::Move, name: String) -> Result<()> {
        let before = cursor.node;
        Opened::<G>::say(self.aimed.game.play(&mut cursor.position, mv))?;
        if !self.has_plies {
            cursor.passed.entry(before).or_insert(cursor.line.len() as u32);
        }
        cursor.line.push(name);
        (cursor.node, cursor.shared) = (edge.node, edge.shared);
        cursor.returns_to = cursor.passed.get(&edge.node).copied();
        Ok(())
    }

    /// The edges of the graph at the end of a line, with their moves; none where the line has repeated a position.
    fn edges(&self, cursor: &Cursor<G>) -> Result<Vec<(Edge, G::Move)>> {
        if cursor.returns_to.is_some() {
            return Ok(Vec::new());
        }
        let (mut moves, mut edges) = (Vec::new(), Vec::new());
        Opened::<G>::say(self.edges_of(cursor.node, &cursor.position, &mut moves, &mut edges))?;
        if edges.len() < self.shape.edges(cursor.node).len() {
            return Err(Error::Contract(
                "the game has other moves now than when its certificate was checked".into(),
            ));
        }
        Ok(edges)
    }

    /// Append the edges of a node whose position this is, with their moves.
    fn edges_of(
        &self,
        node: u32,
        position: &G::Position,
        scratch: &mut Vec<G::Move>,
        out: &mut Vec<(Edge, G::Move)>,
    ) -> Result<(), G::Error> {
        let edges = self.shape.edges(node);
        if edges.len() > 0 {
            self.aimed.game.moves_by_notation(position, scratch)?;
            let with_move = |edge: Edge| scratch.get(edge.index as usize).map(|&mv| (edge, mv));
            out.extend(edges.filter_map(with_move));
        }
        Ok(())
    }

    /// A node's name for what it is; `returns` where the line has repeated it.
    fn kind(&self, node: u32, returns: bool) -> &'static str {
        match self.shape.kind(node) {
            _ if returns => "repetition",
            Kind::Choice => "choice",
            // Every move would repeat, and the player on move has lost.
            Kind::Replies if self.shape.edges(node).len() == 0 => "end",
            Kind::Replies => "replies",
            Kind::Final => "end",
            Kind::History => "repetition",
        }
    }

    /// Nodes in the record, then plies and moves to win. A reference back to the line counts as one node.
    fn extent(&self, node: u32, refers_back: bool) -> (u32, Option<u32>, Option<u32>) {
        let length = self.shape.length(node);
        (
            if refers_back { 1 } else { self.shape.size(node) },
            self.has_plies.then_some(length.plies),
            self.has_moves_to_win.then_some(length.prover_moves),
        )
    }

    /// Whether following an edge brings a line back to where it was.
    fn returns(&self, cursor: &Cursor<G>, edge: Edge) -> bool {
        !self.has_plies && (edge.node == cursor.node || cursor.passed.contains_key(&edge.node))
    }

    fn row(&self, cursor: &Cursor<G>, edge: Edge, mv: G::Move) -> Result<MoveRow> {
        let returns = self.returns(cursor, edge);
        let (size, plies, moves_to_win) = self.extent(edge.node, returns && edge.shared);
        let name = self.name(cursor, mv)?;
        Ok((name, size, plies, moves_to_win, edge.shared, self.kind(edge.node, returns)))
    }

    /// What to say of a move that is not in the proof.
    fn leaves(&self, cursor: &Cursor<G>, text: &str) -> Result<Error> {
        const SHOWN: usize = 12;
        let edges = self.edges(cursor)?;
        let names =
            edges.iter().take(SHOWN).map(|&(_, mv)| self.name(cursor, mv)).collect::<Result<Vec<_>>>()?;
        let more = if edges.len() > names.len() { " …" } else { "" };
        let there = match (self.kind(cursor.node, cursor.returns_to.is_some()), cursor.returns_to) {
            ("choice", _) => format!("the proof plays {} there", names.join(" ")),
            ("replies", _) => format!("the moves there are {}{more}", names.join(" ")),
            ("repetition", Some(ply)) => format!("the line ends there: it repeats the position of ply {ply}"),
            ("repetition", None) => "the line ends there: it repeats a position of the history".into(),
            _ => "the line ends there: the game is over".into(),
        };
        let number = cursor.line.len() + 1;
        Ok(bad_input(format!(
            "move {number} of the line, {}, leaves the proof: {there}",
            InputError::quote(text)
        )))
    }
}

impl<G: Playable> Walk for Walked<G> {
    fn at(&self, line: &[String]) -> Result<ProofPlace> {
        let cursor = self.walk(line)?;
        let returns = cursor.returns_to.is_some();
        let (size, plies, moves_to_win) = self.extent(cursor.node, returns && cursor.shared);
        let edges = self.edges(&cursor)?.into_iter();
        let moves = edges.map(|(edge, mv)| self.row(&cursor, edge, mv)).collect::<Result<_>>()?;
        Ok(ProofPlace {
            number: cursor.node,
            kind: self.kind(cursor.node, returns),
            size,
            plies,
            moves_to_win,
            shared: cursor.shared,
            returns_to: cursor.returns_to,
            moves,
            line: cursor.line,
        })
    }

    fn main_line(&self, line: &[String], most: usize) -> Result<Vec<String>> {
        let mut cursor = self.walk(line)?;
        let before = cursor.line.len();
        while cursor.line.len() < before + most {
            let weight = |edge: Edge| {
                let (size, plies, _) = self.extent(edge.node, edge.shared && self.returns(&cursor, edge));
                plies.unwrap_or(size)
            };
            // The first of those that weigh most.
            let heaviest = self.edges(&cursor)?.into_iter().rev().max_by_key(|&(edge, _)| weight(edge));
            let Some((edge, mv)) = heaviest else { break };
            let name = self.name(&cursor, mv)?;
            self.follow(&mut cursor, edge, mv, name)?;
        }
        Ok(cursor.line.split_off(before))
    }

    fn find(&self, host: &dyn Host, below: &[String], search: &Search<'_>) -> Result<Found> {
        let start = self.walk(below)?;
        if start.returns_to.is_some() {
            return Ok((Vec::new(), true));
        }
        let (mut looking, mut signals) = (Looking::new(self, start, search), Signals::new(host));
        let complete = Opened::<G>::say(self.aimed.run(host, || looking.run(&mut signals)))?;
        signals.end()?;
        Ok((looking.found, complete))
    }
}
