//! `sss-star` and `dual-star`: best first, by a list of states.
//!
//! **Source.** Stockman (1979) with Campbell's correction, as printed in Plaat, *Research Re: search & Re-search*
//! (1996), Figure 2.17. A state is a node, whether it is live or solved, and its merit, an upper bound of the root's
//! value that goes through it. The state with the highest merit is taken from the list OPEN, and one of six operators
//! puts others there; among equals the leftmost comes first.
//!
//! `dual-star` is the same with the players exchanged.
//!
//! **Deviations.** The list is kept in parts, one for each merit. What the printed operators stack on top of the list
//! has the highest merit and is left of all others with it, so the order is the same. States are purged by a mark, and
//! are gone when their turn comes. There is no table, and no order of moves but the game's.
//!
//! **A node** of the tree is counted once: as a leaf when it is valued, as interior when its children are put on the
//! list.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, VecDeque};

use pnyx_game::{Game, Repetition};

use super::algorithm::{Iterated, ValueAlgorithm, ValueRun};
use super::counts::OpenRow;
use super::hidden_repetition::Doubt;
use super::options::{LIST, spec};
use super::search_context::SearchContext;
use super::value::{Bound, Found, Halt, INFINITY, below};
use crate::algorithm::AlgorithmSpec;

struct TreeNode<G: Game> {
    parent: usize,
    /// The moves to it, and the place of the last one among the game's.
    ply: u32,
    place: u32,
    /// Whether it is on the list, and solved there.
    on_list: Option<bool>,
    children: Vec<usize>,
    mv: Option<G::Move>,
    position: G::Position,
    depth: u32,
    is_max: bool,
    /// A position of the line was repeated: the game ends here.
    repeats: bool,
    moves: Vec<G::Move>,
}

struct Stockman<'s, 'a, 'b, G: Game> {
    context: &'s mut SearchContext<'a, 'b, G>,
    /// 1, or -1 with the players exchanged.
    sign: i32,
    tree: Vec<TreeNode<G>>,
    /// OPEN: nodes by merit, from left to right. Some are not on the list any more.
    open: BTreeMap<Reverse<i32>, VecDeque<usize>>,
    best: Option<G::Move>,
    /// The merit with which the last move of the root was put on the list.
    entered: i32,
    bytes: usize,
}

/// Max's list.
#[derive(Default)]
pub struct SssStar;

impl ValueAlgorithm for SssStar {
    const SPEC: &'static AlgorithmSpec =
        &spec("sss-star", "Stockman's best-first search with a list of states", LIST);

    fn iterate<G: Game>(&self, run: ValueRun<'_, '_, '_, G>) -> Iterated<G> {
        sss_star(run, 1)
    }
}

/// Min's.
#[derive(Default)]
pub struct DualStar;

impl ValueAlgorithm for DualStar {
    const SPEC: &'static AlgorithmSpec = &spec("dual-star", "sss-star with the players exchanged", LIST);

    fn iterate<G: Game>(&self, run: ValueRun<'_, '_, '_, G>) -> Iterated<G> {
        sss_star(run, -1)
    }
}

/// Search with OPEN. The best move is `root_best` of the context. `sign`: -1 exchanges the players.
fn sss_star<G: Game>(run: ValueRun<'_, '_, '_, G>, sign: i32) -> Iterated<G> {
    let ValueRun { context, root, depth, .. } = run;
    let mut search = Stockman {
        context,
        sign,
        tree: Vec::new(),
        open: BTreeMap::new(),
        best: None,
        entered: INFINITY,
        bytes: 0,
    };
    search.add(None, None, root.position.clone(), depth)?;
    search.put(0, false, INFINITY);
    let merit = search.run()?;
    search.context.root_best = search.best;
    Ok(Found { value: sign * merit, bound: Bound::Exact, passes: 1, doubt: Doubt::NONE })
}

impl<G: Game> Stockman<'_, '_, '_, G> {
    fn run(&mut self) -> Result<i32, Halt<G::Error>> {
        loop {
            let (node, is_solved, merit) = self.pop();
            self.context.check_limits(self.bytes)?;
            if is_solved && node == 0 {
                return Ok(merit);
            }
            let operator = if is_solved { self.solved(node, merit)? } else { self.live(node, merit)? };
            self.trace_step(operator, node);
        }
    }

    /// Take the first state from the list.
    fn pop(&mut self) -> (usize, bool, i32) {
        loop {
            let mut part = self.open.first_entry().expect("the list holds the leaves of a solution tree");
            let merit = part.key().0;
            let node = part.get_mut().pop_front();
            if part.get().is_empty() {
                part.remove();
            }
            if let Some(node) = node
                && let Some(is_solved) = self.tree[node].on_list.take()
            {
                return (node, is_solved, merit);
            }
        }
    }

    /// Operators 1, 2 and 3.
    fn solved(&mut self, node: usize, merit: i32) -> Result<u8, Halt<G::Error>> {
        if self.tree[node].parent == 0 && !self.tree[0].is_max && merit < self.entered {
            self.best = self.tree[node].mv;
        }
        let TreeNode { parent, place, .. } = self.tree[node];
        // Which operator it is goes by the parent's type, where the players need not take turns.
        if self.tree[parent].is_max {
            if parent == 0 {
                self.best = self.tree[node].mv;
            }
            self.purge(parent);
            self.put(parent, true, merit);
            Ok(1)
        } else if let Some(&mv) = self.tree[parent].moves.get(place as usize + 1) {
            let next = self.child(parent, place + 1, mv)?;
            self.put(next, false, merit);
            Ok(2)
        } else {
            self.put(parent, true, merit);
            Ok(3)
        }
    }

    /// Operators 4, 5 and 6.
    fn live(&mut self, node: usize, merit: i32) -> Result<u8, Halt<G::Error>> {
        if let Some(value) = self.leaf(node)? {
            self.put(node, true, merit.min(value));
            return Ok(4);
        }
        self.context.counts.interior += 1;
        let mut moves = Vec::new();
        self.context.game.moves(&self.tree[node].position, &mut moves)?;
        self.bytes += moves.capacity() * size_of::<G::Move>();
        self.tree[node].moves = moves.clone();
        if self.tree[node].is_max {
            for (mv, place) in moves.into_iter().zip(0..) {
                self.child(node, place, mv)?;
            }
            for child in self.tree[node].children.clone().into_iter().rev() {
                self.put(child, false, merit);
            }
            Ok(6)
        } else {
            let child = self.child(node, 0, moves[0])?;
            self.put(child, false, merit);
            Ok(5)
        }
    }

    /// The value of a leaf, seen from the player whose merits these are.
    fn leaf(&mut self, node: usize) -> Result<Option<i32>, Halt<G::Error>> {
        let TreeNode { repeats, depth, .. } = self.tree[node];
        if repeats {
            self.context.counts.leaf += 1;
            return Ok(Some(0));
        }
        let value = self.context.leaf(&self.tree[node].position, depth)?;
        Ok(value.map(|value| self.sign * value))
    }

    fn child(&mut self, parent: usize, place: u32, mv: G::Move) -> Result<usize, Halt<G::Error>> {
        let mut position = self.tree[parent].position.clone();
        self.context.game.play(&mut position, mv)?;
        self.add(Some((parent, place)), Some(mv), position, below(self.tree[parent].depth))
    }

    fn add(
        &mut self,
        above: Option<(usize, u32)>,
        mv: Option<G::Move>,
        position: G::Position,
        depth: u32,
    ) -> Result<usize, Halt<G::Error>> {
        let game = self.context.game;
        let node = self.tree.len();
        let (mut parent, mut place, mut ply, mut repeats) = (0, 0, 0, false);
        if let Some(above) = above {
            (parent, place) = above;
            ply = self.tree[parent].ply + 1;
            repeats = game.repetition() != Repetition::Impossible && self.repeats(parent, &position)?;
            self.tree[parent].children.push(node);
        }
        let is_max = (game.turn(&position)? == self.context.max) == (self.sign == 1);
        self.bytes += size_of::<TreeNode<G>>() + 2 * size_of::<usize>();
        self.tree.push(TreeNode {
            parent,
            ply,
            place,
            on_list: None,
            children: Vec::new(),
            mv,
            position,
            depth,
            is_max,
            repeats,
            moves: Vec::new(),
        });
        Ok(node)
    }

    /// Whether a position below a node is on the way there, or before the root.
    fn repeats(&self, mut node: usize, position: &G::Position) -> Result<bool, G::Error> {
        let game = self.context.game;
        let key = game.repetition_key(position)?;
        if self.context.was_before(key) {
            return Ok(true);
        }
        loop {
            if game.repetition_key(&self.tree[node].position)? == key {
                return Ok(true);
            }
            if node == 0 {
                return Ok(false);
            }
            node = self.tree[node].parent;
        }
    }

    /// Put a node on the list, in front of all with less merit and of those to its right with as much.
    fn put(&mut self, node: usize, is_solved: bool, merit: i32) {
        if self.tree[node].ply == 1 && !is_solved {
            self.entered = merit;
        }
        self.tree[node].on_list = Some(is_solved);
        let tree = &self.tree;
        let part = self.open.entry(Reverse(merit)).or_default();
        let place = part.partition_point(|&other| order(tree, other, node) == Ordering::Less);
        part.insert(place, node);
    }

    /// Take all states below a node from the list.
    fn purge(&mut self, node: usize) {
        let mut below = self.tree[node].children.clone();
        while let Some(node) = below.pop() {
            if self.tree[node].on_list.take().is_none() {
                below.extend_from_slice(&self.tree[node].children);
            }
        }
    }

    fn line(&self, mut node: usize) -> Vec<G::Move> {
        let mut line = Vec::new();
        while let Some(mv) = self.tree[node].mv {
            line.push(mv);
            node = self.tree[node].parent;
        }
        line.reverse();
        line
    }

    fn trace_step(&mut self, operator: u8, node: usize) {
        if self.context.open.is_none() {
            return;
        }
        let states = self.open.iter().flat_map(|(merit, part)| part.iter().map(|&node| (node, merit.0)));
        let open = states
            .filter_map(|(node, merit)| {
                self.tree[node].on_list.map(|is_solved| (self.line(node), is_solved, merit))
            })
            .collect();
        let row = OpenRow { operator, line: self.line(node), open };
        if let Some(rows) = &mut self.context.open {
            rows.push(row);
        }
    }
}

/// Which of two nodes is to the left of the other; one of them may be above the other, and is left of it then.
fn order<G: Game>(tree: &[TreeNode<G>], mut a: usize, mut b: usize) -> Ordering {
    let deeper = tree[a].ply.cmp(&tree[b].ply);
    while tree[a].ply > tree[b].ply {
        a = tree[a].parent;
    }
    while tree[b].ply > tree[a].ply {
        b = tree[b].parent;
    }
    if a == b {
        return deeper;
    }
    while tree[a].parent != tree[b].parent {
        (a, b) = (tree[a].parent, tree[b].parent);
    }
    tree[a].place.cmp(&tree[b].place)
}
