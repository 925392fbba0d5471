//! `sss-star` and `dual-star`: best first, by a list of states.
//!
//! **Source.** Stockman (1979) with Campbell's correction, as printed in Plaat, *Research Re: search & Re-search*
//! (1996), Figure 2.17. A state is a node, whether it is live or solved, and its merit, an upper bound of the root's
//! value that goes through it. The state with the highest merit is taken from the list OPEN, and one of six operators
//! puts others there; among equals the leftmost comes first.
//!
//! `dual-star` is the same with the players exchanged.
//!
//! **Deviations.** The list is kept as an ordered map from merit and place in the tree, and another from the place, so
//! that states below a solved node are found at once. What the printed operators stack on top of the list has the
//! highest merit and is left of all others with it, so the order is the same. There is no table, and no order of moves
//! but the game's.
//!
//! **A node** of the tree is counted once: as a leaf when it is valued, as interior when its children are put on the list.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use pnyx_game::{Evaluator, Game, Repetition};

use super::ground::{Ground, Halt, INFINITY, below};

/// The operators, and the list after each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenRow<M> {
    /// Which of the six.
    pub operator: u8,
    /// The moves to the node it was applied to.
    pub line: Vec<M>,
    /// The list: moves to the node, whether it is solved, and its merit, seen from the player whose list it is.
    pub open: Vec<(Vec<M>, bool, i32)>,
}

/// The way to a node: the places of its moves among the game's.
type Way = Vec<u32>;

struct State {
    node: usize,
    is_solved: bool,
    merit: i32,
}

struct TreeNode<G: Game> {
    parent: usize,
    way: Way,
    mv: Option<G::Move>,
    position: G::Position,
    depth: u32,
    is_max: bool,
    /// A position of the line came back: the game ends here.
    repeats: bool,
    moves: Vec<G::Move>,
}

/// What came out: the value, and the best move.
pub(super) struct Solved<M> {
    pub value: i32,
    pub best: Option<M>,
}

/// A search under way.
struct Stockman<'s, 'a, 'b, G: Game, V> {
    ground: &'s mut Ground<'a, 'b, G, V>,
    /// 1, or -1 with the players exchanged.
    sign: i32,
    tree: Vec<TreeNode<G>>,
    open: BTreeMap<(Reverse<i32>, Way), State>,
    places: BTreeMap<Way, i32>,
    best: Option<G::Move>,
    /// The merit with which the last move of the root was put on the list.
    entered: i32,
    bytes: usize,
    rows: Option<&'s mut Vec<OpenRow<G::Move>>>,
}

/// Search with OPEN; `dual` exchanges the players.
pub(super) fn sss_star<G: Game, V: Evaluator<G>>(
    ground: &mut Ground<'_, '_, G, V>,
    root: &G::Position,
    depth: u32,
    dual: bool,
    rows: Option<&mut Vec<OpenRow<G::Move>>>,
) -> Result<Solved<G::Move>, Halt<G::Error>> {
    let sign = if dual { -1 } else { 1 };
    let mut search = Stockman {
        ground,
        sign,
        tree: Vec::new(),
        open: BTreeMap::new(),
        places: BTreeMap::new(),
        best: None,
        entered: INFINITY,
        bytes: 0,
        rows,
    };
    search.add(None, None, root.clone(), depth)?;
    search.put(0, false, INFINITY);
    let merit = search.run()?;
    Ok(Solved { value: sign * merit, best: search.best })
}

impl<G: Game, V: Evaluator<G>> Stockman<'_, '_, '_, G, V> {
    fn run(&mut self) -> Result<i32, Halt<G::Error>> {
        loop {
            let Some((_, State { node, is_solved, merit })) = self.open.pop_first() else {
                unreachable!("the list has a state for every move of a solution tree")
            };
            self.places.remove(&self.tree[node].way);
            self.ground.check_limits(self.bytes)?;
            if is_solved && node == 0 {
                return Ok(merit);
            }
            let operator = if is_solved { self.solved(node, merit)? } else { self.live(node, merit)? };
            self.note(operator, node);
        }
    }

    /// Operators 1, 2 and 3.
    fn solved(&mut self, node: usize, merit: i32) -> Result<u8, Halt<G::Error>> {
        if self.tree[node].parent == 0 && !self.tree[0].is_max && merit < self.entered {
            self.best = self.tree[node].mv;
        }
        let (parent, place) = (self.tree[node].parent, self.tree[node].way[self.tree[node].way.len() - 1]);
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
        self.ground.counts.interior += 1;
        let mut moves = Vec::new();
        self.ground.game.moves(&self.tree[node].position, &mut moves)?;
        self.bytes += moves.capacity() * size_of::<G::Move>();
        self.tree[node].moves = moves.clone();
        if self.tree[node].is_max {
            for (mv, place) in moves.into_iter().zip(0..) {
                let child = self.child(node, place, mv)?;
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
            self.ground.counts.leaf += 1;
            return Ok(Some(0));
        }
        let value = self.ground.leaf(&self.tree[node].position, depth)?;
        Ok(value.map(|value| self.sign * value))
    }

    fn child(&mut self, parent: usize, place: u32, mv: G::Move) -> Result<usize, Halt<G::Error>> {
        let mut position = self.tree[parent].position.clone();
        self.ground.game.play(&mut position, mv)?;
        self.add(Some((parent, place)), Some(mv), position, below(self.tree[parent].depth))
    }

    fn add(
        &mut self,
        above: Option<(usize, u32)>,
        mv: Option<G::Move>,
        position: G::Position,
        depth: u32,
    ) -> Result<usize, Halt<G::Error>> {
        let game = self.ground.game;
        let mut way = Way::new();
        let mut repeats = false;
        if let Some((parent, place)) = above {
            way.clone_from(&self.tree[parent].way);
            way.push(place);
            repeats = game.repetition() != Repetition::Impossible && self.repeats(parent, &position)?;
        }
        let parent = above.map_or(0, |(parent, _)| parent);
        let is_max = (game.turn(&position)? == self.ground.max) == (self.sign == 1);
        self.bytes += size_of::<TreeNode<G>>() + way.capacity() * size_of::<u32>();
        self.tree.push(TreeNode { parent, way, mv, position, depth, is_max, repeats, moves: Vec::new() });
        Ok(self.tree.len() - 1)
    }

    /// Whether a position below a node is on the way there, or before the root.
    fn repeats(&self, mut node: usize, position: &G::Position) -> Result<bool, G::Error> {
        let game = self.ground.game;
        let key = game.repetition_key(position)?;
        if self.ground.was_before(key) {
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

    fn put(&mut self, node: usize, is_solved: bool, merit: i32) {
        if self.tree[node].way.len() == 1 && !is_solved {
            self.entered = merit;
        }
        let way = self.tree[node].way.clone();
        self.places.insert(way.clone(), merit);
        self.open.insert((Reverse(merit), way), State { node, is_solved, merit });
    }

    /// Take all states below a node from the list.
    fn purge(&mut self, node: usize) {
        let way = self.tree[node].way.clone();
        let below: Vec<(Way, i32)> = self
            .places
            .range(way.clone()..)
            .take_while(|(other, _)| other.starts_with(&way))
            .map(|(other, &merit)| (other.clone(), merit))
            .collect();
        for (way, merit) in below {
            self.places.remove(&way);
            self.open.remove(&(Reverse(merit), way));
        }
    }

    /// The moves to a node.
    fn line(&self, mut node: usize) -> Vec<G::Move> {
        let mut line = Vec::new();
        while let Some(mv) = self.tree[node].mv {
            line.push(mv);
            node = self.tree[node].parent;
        }
        line.reverse();
        line
    }

    fn note(&mut self, operator: u8, node: usize) {
        if self.rows.is_none() {
            return;
        }
        let open = self.open.values().map(|s| (self.line(s.node), s.is_solved, s.merit)).collect();
        let row = OpenRow { operator, line: self.line(node), open };
        if let Some(rows) = &mut self.rows {
            rows.push(row);
        }
    }
}
