//! Where repeating is illegal: which positions stand in which part of the graph.

use std::collections::HashMap;

use pnyx_game::{Game, Rules};

/// Positions by repetition key, with how often each is on the line now. Keys only find candidates;
/// [`repeats`](Rules::repeats) decides.
type Table<G> = HashMap<u64, Vec<(<G as Rules>::Position, u32)>>;

/// What stands where.
pub(crate) struct Parts<G: Game> {
    /// Nodes of the history part and the positions before the root.
    line: Table<G>,
    /// Nodes of the free part that are not final.
    free: Table<G>,
    /// Final positions to which the chooser moves inside the free part.
    ends: Table<G>,
    positions: usize,
}

impl<G: Game> Parts<G> {
    /// The positions before the root are on every line.
    pub fn new(game: &G, history: &[G::Position]) -> Result<Parts<G>, G::Error> {
        let mut parts =
            Parts { line: HashMap::new(), free: HashMap::new(), ends: HashMap::new(), positions: 0 };
        for position in history {
            parts.enter_line(game, position)?;
        }
        Ok(parts)
    }

    /// A position of the history part is on the line now; `false` if it is alike one of the free part.
    pub fn enter_line(&mut self, game: &G, position: &G::Position) -> Result<bool, G::Error> {
        let key = game.repetition_key(position)?;
        if has(game, &self.free, key, position, 0)? || has(game, &self.ends, key, position, 0)? {
            return Ok(false);
        }
        let candidates = self.line.entry(key).or_default();
        for (other, times) in candidates.iter_mut() {
            if game.repeats(other, position)? {
                *times += 1;
                return Ok(true);
            }
        }
        candidates.push((position.clone(), 1));
        self.positions += 1;
        Ok(true)
    }

    /// The line goes back before this position.
    pub fn leave_line(&mut self, game: &G, position: &G::Position) -> Result<(), G::Error> {
        let key = game.repetition_key(position)?;
        for (other, times) in self.line.get_mut(&key).into_iter().flatten() {
            if game.repeats(other, position)? {
                *times -= 1;
                break;
            }
        }
        Ok(())
    }

    /// Whether the rule bars this move on the line.
    pub fn bars(&self, game: &G, position: &G::Position, mv: G::Move) -> Result<bool, G::Error> {
        if game.may_repeat(position, mv)? {
            return Ok(false);
        }
        let mut next = position.clone();
        game.play(&mut next, mv)?;
        has(game, &self.line, game.repetition_key(&next)?, &next, 1)
    }

    /// A new node of the free part, not final; what it is alike, if it must not be there.
    pub fn enter_free(&mut self, game: &G, position: &G::Position) -> Result<Option<&'static str>, G::Error> {
        let key = game.repetition_key(position)?;
        if has(game, &self.free, key, position, 0)? {
            return Ok(Some("is alike another node of the free part"));
        }
        if has(game, &self.ends, key, position, 0)? {
            return Ok(Some("is alike a final position of the free part"));
        }
        if has(game, &self.line, key, position, 0)? {
            return Ok(Some("belongs to the free part and is alike a position of the history part"));
        }
        self.free.entry(key).or_default().push((position.clone(), 0));
        self.positions += 1;
        Ok(None)
    }

    /// The chooser ends the game inside the free part; `false` if the rule might bar that.
    pub fn enter_end(&mut self, game: &G, position: &G::Position) -> Result<bool, G::Error> {
        let key = game.repetition_key(position)?;
        if has(game, &self.ends, key, position, 0)? {
            return Ok(true);
        }
        if has(game, &self.free, key, position, 0)? || has(game, &self.line, key, position, 0)? {
            return Ok(false);
        }
        self.ends.entry(key).or_default().push((position.clone(), 0));
        self.positions += 1;
        Ok(true)
    }

    /// About how much memory this takes: a position, and its place in a table.
    pub fn memory_bytes(&self) -> usize {
        self.positions * (size_of::<(G::Position, u32)>() + 64)
    }
}

/// Whether a position is alike one in the table, one that is on the line now at least so often.
fn has<G: Game>(
    game: &G,
    table: &Table<G>,
    key: u64,
    position: &G::Position,
    least: u32,
) -> Result<bool, G::Error> {
    for (other, times) in table.get(&key).into_iter().flatten() {
        if *times >= least && game.repeats(other, position)? {
            return Ok(true);
        }
    }
    Ok(false)
}
