//! Graphs for games in which repeating is illegal.
//!
//! The tree is right for its own lines, so it is the history part, as it stands. Where a position is decided
//! without any use of repetition, every line may end at it, and the rest is the free part. Which positions these
//! are is found backwards from the ends over **all** legal moves: lengths fall along its edges, so it is
//! acyclic. Of positions that the rule does not distinguish the free part takes one, and the line takes none of
//! them; where the tree cannot avoid that, they are kept out of the free part and the walk is done again.

use std::collections::{HashMap, HashSet};

use pnyx_game::Game;
use pnyx_proof::GraphWriter;

use super::collection::{Collection, UNKNOWN};
use super::{Evidence, Extraction, FORGOTTEN, Lines, Poll, Solved, depth_first};
use crate::tree::Tree;

/// Walks before the free part is abandoned. Each one keeps more positions out of it.
const WALKS: usize = 12;

pub(super) fn extract<G: Game>(
    solved: &Solved<'_, G>,
    evidence: &mut dyn Evidence<G>,
    poll: Poll<'_>,
) -> Result<Extraction<G::Move>, G::Error> {
    let mut kept_out = HashSet::new();
    for position in solved.problem.history {
        kept_out.insert(solved.problem.game.repetition_key(position)?);
    }
    if solved.problem.only_move.is_some() {
        kept_out.insert(solved.problem.game.repetition_key(solved.problem.root)?);
    }
    let mut whole = HashSet::new();
    for walks in 1.. {
        let uncut = |key: u64| walks > WALKS || whole.contains(&key);
        let Some(lines) = evidence.lines(solved, &uncut, poll)? else {
            return Ok(Extraction::failed(FORGOTTEN, poll));
        };
        let Some(mut free) = Free::collect(solved, lines.tree, poll)? else {
            return Ok(Extraction::Stopped);
        };
        if walks <= WALKS {
            free.settle(&kept_out);
        } else {
            free.give_up();
        }
        let mut walk = Walk::new(solved, &lines, &free);
        if !walk.run(poll)? {
            return Ok(Extraction::Stopped);
        }
        if walk.clashes.is_empty() && walk.lost.is_empty() {
            let line = walk.main_line()?;
            return Ok(Extraction::Done { body: walk.graph.finish(), line });
        }
        kept_out.extend(walk.clashes);
        whole.extend(walk.lost);
    }
    unreachable!("without a free part nothing clashes, and lines that are whole are not cut")
}

/// Positions decided whatever was played before.
struct Free<'a, G: Game> {
    solved: &'a Solved<'a, G>,
    found: Collection<G::Move>,
    /// The repetition key of each position.
    alike: Vec<u64>,
    /// Plies to the end of the longest line; unknown for positions that are not in the free part.
    plies: Vec<u32>,
    /// Repetition keys of the free part.
    keys: HashSet<u64>,
}

impl<'a, G: Game> Free<'a, G> {
    /// All positions that stand decided in the tree, with all their successors by the rules.
    fn collect(
        solved: &'a Solved<'a, G>,
        tree: &Tree<G::Move>,
        poll: Poll<'_>,
    ) -> Result<Option<Free<'a, G>>, G::Error> {
        let mut free = Free {
            solved,
            found: Collection::new(false),
            alike: Vec::new(),
            plies: Vec::new(),
            keys: HashSet::new(),
        };
        let root = Tree::<G::Move>::ROOT;
        let (mut seen, mut stopped) = (0u32, false);
        let children_below = |child: u32| {
            let node = tree.node(child);
            let goes_on = tree.agrees(child, solved.verdict) && node.expanded();
            goes_on.then(|| (node.mv.expect("a child has a move"), tree.children(child)))
        };
        depth_first(solved.problem, tree.children(root), children_below, &mut |position| {
            seen = seen.wrapping_add(1);
            stopped |= seen.is_multiple_of(1024) && poll().is_break();
            if !stopped && tree.node(root).expanded() {
                free.discover(position)?;
            }
            Ok(!stopped)
        })?;
        free.found.resolve();
        Ok((!stopped).then_some(free))
    }

    /// Take in a position, unless it is known.
    fn discover(&mut self, position: &G::Position) -> Result<(), G::Error> {
        let game = self.solved.problem.game;
        if self.solved.discover(&mut self.found, position, false, |position| game.key(position))? {
            self.alike.push(game.repetition_key(position)?);
        }
        Ok(())
    }

    /// Find the free part among the positions, without those that are alike a kept-out one.
    fn settle(&mut self, kept_out: &HashSet<u64>) {
        let mut keys = HashSet::new();
        self.plies = self.found.lengths(&mut |position| {
            let key = self.alike[position as usize];
            !kept_out.contains(&key) && keys.insert(key)
        });
        self.keys = keys;
    }

    /// Without a free part the tree is the whole graph, and nothing clashes.
    fn give_up(&mut self) {
        self.plies = vec![UNKNOWN; self.found.len()];
        self.keys.clear();
    }

    /// The number and the length of a position of the free part.
    fn find(&self, position: &G::Position) -> Result<Option<(u32, u32)>, G::Error> {
        let number = self.found.find(self.solved.problem.game.key(position)?, None);
        let settled = number.map(|number| (number, self.plies[number as usize]));
        Ok(settled.filter(|&(_, plies)| plies != UNKNOWN))
    }
}

/// Where an edge leads.
#[derive(Clone, Copy)]
enum Target {
    /// The game ends.
    End,
    /// A node of the tree, on its line.
    Line(u32),
    /// A position of the free part.
    Free(u32),
}

/// An edge, and how long the other side holds out behind it.
struct Edge<G: Game> {
    mv: G::Move,
    place: u32,
    position: G::Position,
    target: Target,
    length: u32,
}

/// A node whose edges are being written, the last one first.
struct Frame<G: Game> {
    target: Target,
    edges: Vec<Edge<G>>,
    length: u32,
}

struct Walk<'a, G: Game> {
    solved: &'a Solved<'a, G>,
    tree: &'a Tree<G::Move>,
    lines: &'a Lines<'a, G::Move>,
    free: &'a Free<'a, G>,
    graph: GraphWriter,
    /// Node numbers of the free part.
    numbers: HashMap<u32, u32>,
    /// How long the nodes of the line take, once they are written.
    lengths: HashMap<u32, u32>,
    /// Repetition keys that must be kept out of the free part.
    clashes: Vec<u64>,
    /// Keys of positions at which a line is cut that do not stand in the free part.
    lost: Vec<u64>,
    /// Repetition keys of ends that the chooser plays in the free part, and of the nodes on lines.
    ends: HashSet<u64>,
    line_keys: HashSet<u64>,
}

impl<'a, G: Game> Walk<'a, G> {
    fn new(solved: &'a Solved<'a, G>, lines: &'a Lines<'a, G::Move>, free: &'a Free<'a, G>) -> Walk<'a, G> {
        Walk {
            solved,
            tree: lines.tree,
            lines,
            free,
            graph: GraphWriter::new(),
            numbers: HashMap::new(),
            lengths: HashMap::new(),
            clashes: Vec::new(),
            lost: Vec::new(),
            ends: HashSet::new(),
            line_keys: HashSet::new(),
        }
    }

    /// Write the graph depth first; `false` if `poll` breaks it off.
    fn run(&mut self, poll: Poll<'_>) -> Result<bool, G::Error> {
        let root = self.root()?;
        self.graph.root(matches!(root, Target::Free(_)));
        let mut stack = Vec::new();
        if let Target::Free(position) = root {
            self.numbers.insert(position, 0);
        }
        self.begin(&mut stack, root, self.solved.problem.root)?;
        while let Some(frame) = stack.last_mut() {
            let Some(edge) = frame.edges.pop() else {
                let done = stack.pop().expect("checked above");
                if let Target::Line(node) = done.target {
                    self.lengths.insert(node, done.length);
                }
                if let Some(above) = stack.last_mut() {
                    above.length = above.length.max(done.length + 1);
                }
                continue;
            };
            frame.length = frame.length.max(edge.length + 1);
            if self.graph.nodes().is_multiple_of(1024) && poll().is_break() {
                return Ok(false);
            }
            let on_line = matches!(frame.target, Target::Line(_));
            match edge.target {
                Target::Free(position) => {
                    if let Some(&number) = self.numbers.get(&position) {
                        if on_line {
                            self.graph.step_link(number)
                        } else {
                            self.graph.link(number)
                        }
                        continue;
                    }
                    let number = if on_line { self.graph.step(true) } else { self.graph.new_node() };
                    self.numbers.insert(position, number);
                }
                Target::Line(_) | Target::End => {
                    self.graph.new_node();
                }
            }
            self.begin(&mut stack, edge.target, &edge.position)?;
        }
        if !self.ends.is_disjoint(&self.line_keys) || !self.ends.is_disjoint(&self.free.keys) {
            self.clashes.extend(&self.free.keys);
        }
        Ok(true)
    }

    fn root(&self) -> Result<Target, G::Error> {
        let (node, position) = (Tree::<G::Move>::ROOT, self.solved.problem.root);
        Ok(if self.solved.problem.game.outcome(position)?.is_some() {
            Target::End
        } else {
            self.free.find(position)?.map_or(Target::Line(node), |(number, _)| Target::Free(number))
        })
    }

    /// Go into a node, unless the game ends there.
    fn begin(
        &mut self,
        stack: &mut Vec<Frame<G>>,
        target: Target,
        position: &G::Position,
    ) -> Result<(), G::Error> {
        let game = self.solved.problem.game;
        match target {
            Target::End => return Ok(()),
            Target::Line(node) => {
                let key = game.repetition_key(position)?;
                self.line_keys.insert(key);
                if self.free.keys.contains(&key) {
                    self.clashes.push(key);
                }
                if self.lines.is_cut(node) {
                    self.lost.push(game.key(position)?);
                }
            }
            Target::Free(_) => {}
        }
        let mut edges = self.edges(target, position)?;
        if self.chooses(target) {
            self.graph.choose(edges.first().map_or(u32::MAX, |edge| edge.place));
            for edge in &edges {
                if let (Target::Free(_), Target::End) = (target, edge.target)
                    && !game.may_repeat(position, edge.mv)?
                {
                    self.ends.insert(game.repetition_key(&edge.position)?);
                }
            }
        }
        edges.reverse();
        stack.push(Frame { target, edges, length: 0 });
        Ok(())
    }

    fn chooses(&self, target: Target) -> bool {
        match target {
            Target::End => false,
            Target::Line(node) => self.solved.chooses(self.tree.node(node).is_or),
            Target::Free(number) => self.free.found.chooses[number as usize],
        }
    }

    fn edges(&self, target: Target, position: &G::Position) -> Result<Vec<Edge<G>>, G::Error> {
        match target {
            Target::End => Ok(Vec::new()),
            Target::Line(node) => self.line_edges(node, position),
            Target::Free(number) => self.free_edges(number, position),
        }
    }

    /// The chosen move of a tree node, the shortest way into the free part if any; or all moves, sorted by notation.
    fn line_edges(&self, node: u32, position: &G::Position) -> Result<Vec<Edge<G>>, G::Error> {
        let (solved, game) = (self.solved, self.solved.problem.game);
        let mut by_notation = Vec::new();
        game.moves_by_notation(position, &mut by_notation)?;
        let chooses = self.chooses(Target::Line(node));
        let mut edges: Vec<Edge<G>> = Vec::new();
        for child in
            self.tree.children(node).filter(|&child| !chooses || self.tree.agrees(child, solved.verdict))
        {
            let mv = self.tree.node(child).mv.expect("a child has a move");
            let place = by_notation.iter().position(|&m| m == mv).unwrap_or(usize::MAX) as u32;
            let position = solved.after(position, mv)?;
            let (target, length) = if game.outcome(&position)?.is_some() {
                (Target::End, 0)
            } else if let Some((number, plies)) = self.free.find(&position)? {
                (Target::Free(number), plies)
            } else {
                (Target::Line(child), self.lengths.get(&child).copied().unwrap_or(0))
            };
            edges.push(Edge { mv, place, position, target, length });
        }
        if chooses {
            let cost = |edge: &Edge<G>| match edge.target {
                Target::Line(_) => u32::MAX,
                _ => edge.length,
            };
            let best = edges.into_iter().min_by_key(cost);
            return Ok(best.into_iter().collect());
        }
        edges.sort_by_key(|edge| edge.place);
        Ok(edges)
    }

    /// The chosen move of a position of the free part, or all moves.
    fn free_edges(&self, number: u32, position: &G::Position) -> Result<Vec<Edge<G>>, G::Error> {
        let chooses = self.chooses(Target::Free(number));
        let plies = self.free.plies[number as usize];
        let mut by_notation = Vec::new();
        self.solved.problem.game.moves_by_notation(position, &mut by_notation)?;
        let mut edges = Vec::new();
        for (place, mv) in by_notation.into_iter().enumerate() {
            let next = self.solved.after(position, mv)?;
            let (target, length) = match self.free.find(&next)? {
                Some((number, length)) => (Target::Free(number), length),
                None => (Target::End, 0),
            };
            let right = matches!(target, Target::Free(_)) || self.solved.suits(&next)?;
            let edge = Edge { mv, place: place as u32, position: next, target, length };
            if !chooses {
                edges.push(edge);
            } else if right && length + 1 == plies {
                return Ok(vec![edge]);
            }
        }
        Ok(edges)
    }

    /// The line in which the other side holds out longest.
    fn main_line(&self) -> Result<Vec<G::Move>, G::Error> {
        let mut line = Vec::new();
        let (mut target, mut position) = (self.root()?, self.solved.problem.root.clone());
        loop {
            let edges = self.edges(target, &position)?.into_iter();
            let longest = edges.reduce(|most, edge| if edge.length > most.length { edge } else { most });
            let Some(edge) = longest else { return Ok(line) };
            line.push(edge.mv);
            (position, target) = (edge.position, edge.target);
        }
    }
}
