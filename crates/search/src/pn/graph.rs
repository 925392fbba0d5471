//! A search graph without cycles, in flat vectors: nodes may have several parents.
//!
//! A node has 32 bytes. The edges of a node lie side by side, in the order of the game's moves, and hold the
//! moves. Parents are linked lists, all in one vector.
//!
//! Each node has a level, greater than those of its parents. An update goes from the deepest level upwards, so it sets
//! the numbers of a node once, however many ways lead up to it; and a node can be above another only if its level is
//! smaller, so looking for ancestors ends early.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use crate::bounds::{self, ProofNumbers, has_proof_numbers};
use crate::path::KeyState;

/// No link, at the end of a list.
const NONE: u32 = u32::MAX;

/// Roughly what a hash table takes for each entry it has room for: key, number, a byte of its own, and free places.
const BYTES_PER_ENTRY: usize = 20;

#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub proof: u32,
    pub disproof: u32,
    first_edge: u32,
    edges: u32,
    /// Where the list of its parents begins.
    parents: u32,
    /// Where the list of the nodes with a cut-off edge to it begins.
    cut_offs: u32,
    level: u32,
    /// Whether the prover is on move.
    pub is_or: bool,
    /// Whether it stands on the line the search is following.
    pub on_line: bool,
    queued: bool,
    marked: bool,
}

impl Node {
    pub fn leaf(is_or: bool, proof: u32, disproof: u32) -> Node {
        const { assert!(size_of::<Node>() == 32) };
        Node {
            proof,
            disproof,
            first_edge: 0,
            edges: 0,
            parents: NONE,
            cut_offs: NONE,
            level: 0,
            is_or,
            on_line: false,
            queued: false,
            marked: false,
        }
    }

    /// A leaf whose value is known.
    pub fn settled(proved: bool) -> Node {
        let (proof, disproof) = bounds::of_value(proved);
        Node::leaf(false, proof, disproof)
    }

    #[inline]
    pub fn expanded(&self) -> bool {
        self.edges > 0
    }
}

has_proof_numbers!(Node);

/// A move from one node to another.
#[derive(Clone, Copy, Debug)]
pub struct Edge<M> {
    /// The node it leads to.
    pub child: u32,
    pub mv: M,
    /// The child is an ancestor: the edge counts as a repetition, until the ancestor's own value says better.
    pub cut_off: bool,
}

#[derive(Clone, Copy)]
struct Link {
    node: u32,
    next: u32,
}

/// The graph, with the nodes that positions can find again.
pub struct Graph<M> {
    nodes: Vec<Node>,
    edges: Vec<Edge<M>>,
    links: Vec<Link>,
    table: HashMap<u64, u32, KeyState>,
    /// Whether a repetition proves the node it occurs at.
    repetition_proves: bool,
    /// How many edges were cut off.
    pub cut_offs: u64,
    waiting: BinaryHeap<(u32, u32)>,
    /// The nodes whose numbers the last update has set.
    touched: Vec<u32>,
}

impl<M: Copy> Graph<M> {
    pub const ROOT: u32 = 0;

    pub fn new(root: Node, repetition_proves: bool) -> Graph<M> {
        Graph {
            nodes: vec![root],
            edges: Vec::new(),
            links: Vec::new(),
            table: HashMap::default(),
            repetition_proves,
            cut_offs: 0,
            waiting: BinaryHeap::new(),
            touched: Vec::new(),
        }
    }

    #[inline]
    pub fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    #[inline]
    pub fn node_mut(&mut self, node: u32) -> &mut Node {
        &mut self.nodes[node as usize]
    }

    #[inline]
    pub fn edges(&self, node: u32) -> &[Edge<M>] {
        let n = self.node(node);
        &self.edges[n.first_edge as usize..(n.first_edge + n.edges) as usize]
    }

    /// Proof and disproof number of what an edge leads to.
    #[inline]
    pub fn numbers(&self, edge: &Edge<M>) -> (u32, u32) {
        let child = self.node(edge.child);
        if !edge.cut_off {
            (child.proof, child.disproof)
        } else if self.repetition_proves {
            bounds::of_value(child.disproof != 0)
        } else {
            bounds::of_value(child.proof == 0)
        }
    }

    /// Bytes in use. The table's next growth, which for a moment needs the old and the new one, is counted when near.
    #[inline]
    pub fn memory_bytes(&self) -> usize {
        let room = self.table.capacity();
        let entries = if room - self.table.len() < 1024 { room * 3 } else { room };
        self.nodes.len() * size_of::<Node>()
            + self.edges.len() * size_of::<Edge<M>>()
            + self.links.len() * size_of::<Link>()
            + entries * BYTES_PER_ENTRY
    }

    #[inline]
    pub fn find(&self, key: u64) -> Option<u32> {
        self.table.get(&key).copied()
    }

    pub fn store(&mut self, key: u64, node: u32) {
        self.table.insert(key, node);
    }

    /// Whether there is room for this many more nodes and edges.
    pub fn has_room(&self, more: usize) -> bool {
        let most = self.nodes.len().max(self.edges.len()).max(self.links.len());
        most.checked_add(more).is_some_and(|sum| sum < NONE as usize)
    }

    /// Begin to expand a leaf: the edges added from now on are its own.
    pub fn begin(&mut self, node: u32) {
        self.node_mut(node).first_edge = self.edges.len() as u32;
    }

    /// Give the node that is being expanded a child of its own.
    pub fn add_child(&mut self, parent: u32, mv: M, mut child: Node) -> u32 {
        child.level = self.node(parent).level + 1;
        let number = self.nodes.len() as u32;
        self.nodes.push(child);
        self.add_edge(parent, Edge { child: number, mv, cut_off: false });
        number
    }

    /// Give the node that is being expanded a child that exists and is not above it.
    pub fn link(&mut self, parent: u32, mv: M, child: u32) {
        self.lower(child, self.node(parent).level);
        self.add_edge(parent, Edge { child, mv, cut_off: false });
    }

    /// Give the node that is being expanded an edge that only points up to an ancestor, or to itself.
    pub fn cut_off(&mut self, parent: u32, mv: M, ancestor: u32) {
        self.cut_offs += 1;
        self.add_edge(parent, Edge { child: ancestor, mv, cut_off: true });
    }

    fn add_edge(&mut self, parent: u32, edge: Edge<M>) {
        let number = self.links.len() as u32;
        let child = self.node_mut(edge.child);
        let list = if edge.cut_off { &mut child.cut_offs } else { &mut child.parents };
        let next = std::mem::replace(list, number);
        self.links.push(Link { node: parent, next });
        self.edges.push(edge);
        self.node_mut(parent).edges += 1;
    }

    /// Move a node, and what hangs on it, below a level.
    fn lower(&mut self, node: u32, below: u32) {
        if self.node(node).level > below {
            return;
        }
        // In the order of the old levels, all that pulls at a node has been moved before it.
        let mut waiting = BinaryHeap::from([Reverse((self.node(node).level, node))]);
        self.node_mut(node).level = below + 1;
        while let Some(Reverse((_, node))) = waiting.pop() {
            let n = *self.node(node);
            self.node_mut(node).queued = false;
            for i in n.first_edge..n.first_edge + n.edges {
                let edge = self.edges[i as usize];
                let child = &mut self.nodes[edge.child as usize];
                if edge.cut_off || child.level > n.level {
                    continue;
                }
                if !child.queued {
                    child.queued = true;
                    waiting.push(Reverse((child.level, edge.child)));
                }
                child.level = n.level + 1;
            }
        }
    }

    /// Whether a node is another one, or is above it, by whatever chain of parents.
    pub fn is_above(&mut self, node: u32, other: u32) -> bool {
        let level = self.node(node).level;
        if node == other || level >= self.node(other).level {
            return node == other;
        }
        let mut seen = vec![other];
        let mut done = 0;
        let mut found = false;
        while !found && done < seen.len() {
            let mut link = self.node(seen[done]).parents;
            done += 1;
            while link != NONE {
                let Link { node: parent, next } = self.links[link as usize];
                link = next;
                found |= parent == node;
                let p = self.node_mut(parent);
                if p.level > level && !p.marked {
                    p.marked = true;
                    seen.push(parent);
                }
            }
        }
        for node in seen {
            self.node_mut(node).marked = false;
        }
        found
    }

    /// Set the numbers of a node from its children, and those of all nodes above it, as far as they change.
    pub fn update(&mut self, node: u32) {
        self.touched.clear();
        self.queue(node);
        while let Some((_, node)) = self.waiting.pop() {
            let n = *self.node(node);
            self.node_mut(node).queued = false;
            self.touched.push(node);
            let (proof, disproof) = self.set_proof_and_disproof_numbers(node);
            if (proof, disproof) == (n.proof, n.disproof) {
                continue;
            }
            self.queue_list(n.parents);
            if (proof == 0, disproof == 0) != (n.proof == 0, n.disproof == 0) {
                self.queue_list(n.cut_offs);
            }
        }
    }

    fn queue(&mut self, node: u32) {
        let n = &mut self.nodes[node as usize];
        if !n.queued {
            n.queued = true;
            self.waiting.push((n.level, node));
        }
    }

    fn queue_list(&mut self, mut link: u32) {
        while link != NONE {
            let Link { node, next } = self.links[link as usize];
            self.queue(node);
            link = next;
        }
    }

    /// Figure 3.3, for inner nodes.
    fn set_proof_and_disproof_numbers(&mut self, node: u32) -> (u32, u32) {
        let is_or = self.node(node).is_or;
        let children = self.edges(node).iter().map(|edge| bounds::turned(is_or, self.numbers(edge)));
        let numbers = bounds::turned(is_or, bounds::least_and_sum(children));
        self.node_mut(node).set_numbers(numbers);
        numbers
    }

    /// How many nodes to take off the end of a line, so that it ends at the first node that the last update has
    /// touched: above it nothing has changed.
    pub fn stale(&mut self, line: &[u32]) -> usize {
        let mut left = 0;
        for i in 0..self.touched.len() {
            let n = &mut self.nodes[self.touched[i] as usize];
            // A node can be touched twice.
            if n.on_line && !n.marked {
                n.marked = true;
                left += 1;
            }
        }
        let mut stale = 0;
        for &node in line.iter().rev() {
            let marked = std::mem::replace(&mut self.node_mut(node).marked, false);
            left -= usize::from(marked);
            if left == 0 {
                break;
            }
            stale += 1;
        }
        stale
    }
}
