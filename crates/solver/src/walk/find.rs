//! Looking for positions and moves in a proof.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use pnyx_game::Game;
use pnyx_proof::Edge;

use super::{Cursor, Walked};
use crate::host::Signals;
use crate::opened::Playable;

/// Nodes between two checks of the clock.
const NODES_BETWEEN_POLLS: u32 = 64;

/// What is looked for: a part of a position's text, or a move. And for how long.
pub struct Search<'a> {
    /// What is looked for.
    pub text: &'a str,
    /// The most lines.
    pub most: usize,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Stops it too.
    pub stop: &'a AtomicBool,
}

/// Lines to what is looked for, and whether these are all.
pub type Found = (Vec<Vec<String>>, bool);

impl Search<'_> {
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// A node whose record is being looked through.
struct Frame<G: Game> {
    position: G::Position,
    /// Its edges are those from here on, up to the next frame's.
    first: usize,
    next: usize,
}

/// A walk through one record, every node of it once: references are not followed.
pub(super) struct Looking<'a, G: Game> {
    walked: &'a Walked<G>,
    search: &'a Search<'a>,
    start: Cursor<G>,
    stack: Vec<Frame<G>>,
    edges: Vec<(Edge, G::Move)>,
    scratch: Vec<G::Move>,
    pub found: Vec<Vec<String>>,
}

impl<'a, G: Playable> Looking<'a, G> {
    pub fn new(walked: &'a Walked<G>, start: Cursor<G>, search: &'a Search<'a>) -> Looking<'a, G> {
        let (stack, edges, scratch, found) = Default::default();
        Looking { walked, search, start, stack, edges, scratch, found }
    }

    /// Whether everything was examined, and everything that was found could be kept.
    pub fn run(&mut self, signals: &mut Signals<'_>) -> Result<bool, G::Error> {
        let (game, text) = (&self.walked.aimed.game, self.search.text);
        let (node, root) = (self.start.node, self.start.position.clone());
        if self.walked.plain.mentions(&root, text)? && !self.keep()? {
            return Ok(false);
        }
        self.enter(node, root)?;
        let mut nodes = 0u32;
        while let Some(frame) = self.stack.last_mut() {
            if frame.next == self.edges.len() {
                self.edges.truncate(frame.first);
                self.stack.pop();
                continue;
            }
            let (edge, mv) = self.edges[frame.next];
            frame.next += 1;
            let mut hit = game.is_written(&frame.position, mv, text)?;
            if edge.shared || self.start.passed.contains_key(&edge.node) {
                if hit && !self.keep()? {
                    return Ok(false);
                }
                continue;
            }
            let mut position = frame.position.clone();
            game.play(&mut position, mv)?;
            hit = hit || self.walked.plain.mentions(&position, text)?;
            if hit && !self.keep()? {
                return Ok(false);
            }
            self.enter(edge.node, position)?;
            nodes = nodes.wrapping_add(1);
            if nodes.is_multiple_of(NODES_BETWEEN_POLLS)
                && (self.search.is_over() || signals.poll() == ControlFlow::Break(()))
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn enter(&mut self, node: u32, position: G::Position) -> Result<(), G::Error> {
        let first = self.edges.len();
        self.walked.edges_of(node, &position, &mut self.scratch, &mut self.edges)?;
        self.stack.push(Frame { position, first, next: first });
        Ok(())
    }

    /// Keep the line that leads here; `false` if there are enough of them.
    fn keep(&mut self) -> Result<bool, G::Error> {
        if self.found.len() == self.search.most {
            return Ok(false);
        }
        let mut line = self.start.line.clone();
        for frame in &self.stack {
            line.push(self.walked.aimed.game.notation(&frame.position, self.edges[frame.next - 1].1)?);
        }
        self.found.push(line);
        Ok(true)
    }
}
