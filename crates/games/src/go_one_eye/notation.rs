//! One-eye problems as text: what is written, and what is refused.

use pnyx_game::{InputError, Player, input_error};

use super::SPEC;
use crate::spec::player_of;

/// The most rows or columns a board has.
pub(super) const LARGEST: usize = 19;
/// The letters of the columns: `i` is left out, as Go players do.
const COLUMNS: &[u8] = b"abcdefghjklmnopqrst";
/// The most reasons that a message lists.
const REASONS_SHOWN: usize = 6;

/// What a text says, point by point: row by row from the bottom, so `a1` comes first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Diagram {
    pub rows: usize,
    pub columns: usize,
    pub stones: Vec<Option<Player>>,
    /// Where play is allowed.
    pub region: Vec<bool>,
    /// Where the crucial stones stand, or stood.
    pub crucial: Vec<bool>,
    pub turn: Player,
    /// The colour that wants the eye.
    pub eye: Player,
    /// Passes just made, at most two.
    pub passes: u8,
}

impl Diagram {
    /// Read a text. What is wrong with its form is reported first; what is wrong with its meaning after that.
    pub fn read(text: &str) -> Result<Diagram, InputError> {
        let bad = |reasons: Vec<String>| {
            let more = reasons.len().saturating_sub(REASONS_SHOWN);
            let mut message = reasons[..reasons.len() - more].join("; and ");
            if more > 0 {
                message += &format!("; and {more} more");
            }
            input_error!("{message} in {}; a position looks like '{}'", InputError::quote(text), SPEC.start)
        };
        let mut fields = fields(text);
        let mut reasons = Vec::new();
        if fields.len() < 4 {
            let what = "expected stones, mask, side to move and colour that wants the eye";
            reasons.push(format!("{what}, got {} fields", fields.len()));
            // The missing ones are empty: what is wrong with the others may be why they are missing.
            fields.resize(4, (text.chars().count() + 1, ""));
        }
        let &[stones, mask, turn, eye, ref passes @ ..] = fields.as_slice() else {
            unreachable!("four fields")
        };
        let columns = stones.1.split('/').next().map_or(0, |row| row.chars().count());
        let rows = stones.1.split('/').count();
        for (what, count) in [("rows", rows), ("columns", columns)] {
            if !(1..=LARGEST).contains(&count) {
                reasons.push(format!("a board has 1 to {LARGEST} {what}, not {count}"));
            }
        }
        layer(stones, "stones", "X O .", "XxOo.", (rows, columns), &mut reasons);
        layer(mask, "mask", ". r s c C l L", ".rscClL", (rows, columns), &mut reasons);
        let turn = colour(turn, "the side to move", &mut reasons);
        let eye = colour(eye, "the colour that wants the eye", &mut reasons);
        for (column, word) in passes.iter().filter(|(_, word)| *word != "pass") {
            let word = InputError::quote(word);
            reasons.push(format!("only 'pass' may follow the colours, not {word} (column {column})"));
        }
        if passes.len() > 2 {
            reasons.push(format!("two passes end the game, {} are given", passes.len()));
        }
        let (Some(turn), Some(eye), true) = (turn, eye, reasons.is_empty()) else {
            return Err(bad(reasons));
        };

        let from_bottom = |layer: &str| -> Vec<char> {
            let rows: Vec<&str> = layer.split('/').collect();
            rows.iter().rev().flat_map(|row| row.chars()).collect()
        };
        let stones = from_bottom(stones.1);
        let marks = from_bottom(mask.1);
        let diagram = Diagram {
            rows,
            columns,
            stones: stones.iter().map(|c| player_of(["x", "o"], &c.to_string())).collect(),
            region: marks.iter().map(|mark| matches!(mark, 'r' | 'C' | 'L')).collect(),
            crucial: marks.iter().map(|mark| matches!(mark, 'c' | 'C' | 'l' | 'L')).collect(),
            turn,
            eye,
            passes: passes.len() as u8,
        };
        let reasons = diagram.contradictions(&marks);
        if reasons.is_empty() { Ok(diagram) } else { Err(bad(reasons)) }
    }

    /// Every reason why these marks do not fit these stones.
    fn contradictions(&self, marks: &[char]) -> Vec<String> {
        let mut reasons = Vec::new();
        if !self.region.contains(&true) {
            reasons.push("the region is empty: mark its points with r".to_string());
        }
        for (at, mark) in marks.iter().enumerate() {
            let name = self.name(at);
            let (wants, other) =
                (self.stones[at] == Some(self.eye), self.stones[at] == Some(self.eye.opponent()));
            match mark {
                'c' | 'C' if !wants => reasons.push(format!(
                    "{mark} marks a crucial stone at {name}, but there is none of the colour that wants the eye \
                     (if it was captured, write {})",
                    if *mark == 'c' { 'l' } else { 'L' }
                )),
                'l' | 'L' if wants => reasons.push(format!(
                    "{mark} marks a lost crucial stone at {name}, but there is one: write {}",
                    if *mark == 'l' { 'c' } else { 'C' }
                )),
                's' if !other => reasons.push(format!(
                    "s marks a safe stone at {name}, but there is none of the colour against the eye"
                )),
                _ => {}
            }
        }
        let mut seen = vec![false; self.stones.len()];
        for at in 0..self.stones.len() {
            if let Some(name) = self.without_liberty(at, &mut seen).map(|least| self.name(least)) {
                reasons.push(format!("the block at {name} has no liberty"));
            }
        }
        reasons
    }

    /// The point itself, if a block not seen before stands there that has no liberty and is not safe.
    fn without_liberty(&self, at: usize, seen: &mut [bool]) -> Option<usize> {
        let owner = self.stones[at].filter(|_| !seen[at])?;
        let (mut todo, mut lives) = (vec![at], false);
        seen[at] = true;
        while let Some(point) = todo.pop() {
            lives |= self.is_safe(point);
            for next in self.neighbours(point) {
                lives |= self.stones[next].is_none();
                if self.stones[next] == Some(owner) && !seen[next] {
                    seen[next] = true;
                    todo.push(next);
                }
            }
        }
        (!lives).then_some(at)
    }

    /// The points next to a point.
    pub fn neighbours(&self, at: usize) -> impl Iterator<Item = usize> {
        let (row, column) = (at / self.columns, at % self.columns);
        let steps = [
            (column > 0).then(|| at - 1),
            (column + 1 < self.columns).then(|| at + 1),
            (row > 0).then(|| at - self.columns),
            (row + 1 < self.rows).then(|| at + self.columns),
        ];
        steps.into_iter().flatten()
    }

    /// Whether a stone stands there that is never captured.
    pub fn is_safe(&self, at: usize) -> bool {
        !self.region[at] && self.stones[at] == Some(self.eye.opponent())
    }

    /// A point as Go players write it.
    pub fn name(&self, at: usize) -> String {
        format!("{}{}", COLUMNS[at % self.columns] as char, at / self.columns + 1)
    }

    /// The text, always in the same form.
    pub fn write(&self) -> String {
        let mark = |at: usize| match (self.region[at], self.crucial[at], self.stones[at] == Some(self.eye)) {
            (true, true, true) => 'C',
            (false, true, true) => 'c',
            (true, true, false) => 'L',
            (false, true, false) => 'l',
            (true, false, _) => 'r',
            (false, false, _) if self.is_safe(at) => 's',
            (false, false, _) => '.',
        };
        let stone = |at: usize| self.stones[at].map_or('.', |owner| ['X', 'O'][owner.index()]);
        let colour = |player: Player| ['b', 'w'][player.index()];
        format!(
            "{} {} {} {}{}",
            self.layer(stone),
            self.layer(mark),
            colour(self.turn),
            colour(self.eye),
            " pass".repeat(usize::from(self.passes))
        )
    }

    fn layer(&self, symbol: impl Fn(usize) -> char) -> String {
        let row = |row: usize| (0..self.columns).map(|column| symbol(row * self.columns + column)).collect();
        (0..self.rows).rev().map(row).collect::<Vec<String>>().join("/")
    }
}

/// The words of a text, each with the column it begins at.
fn fields(text: &str) -> Vec<(usize, &str)> {
    let mut column = 1;
    let mut found = Vec::new();
    for word in text.split(|c: char| c.is_ascii_whitespace()) {
        if !word.is_empty() {
            found.push((column, word));
        }
        column += word.chars().count() + 1;
    }
    found
}

/// Look for wrong characters and wrong rows in one of the two drawings.
fn layer(
    (start, text): (usize, &str),
    what: &str,
    expected: &str,
    known: &str,
    (rows, columns): (usize, usize),
    reasons: &mut Vec<String>,
) {
    for (at, symbol) in
        text.chars().enumerate().filter(|(_, symbol)| !known.contains(*symbol) && *symbol != '/')
    {
        reasons.push(format!(
            "{} (column {}) is not one of {expected}",
            InputError::quote(&symbol.to_string()),
            start + at
        ));
    }
    let seen = text.split('/').count();
    if seen != rows {
        reasons.push(format!("the {what} has {seen} rows, the stones have {rows}"));
    }
    let mut column = start;
    for (at, row) in text.split('/').enumerate() {
        let length = row.chars().count();
        if length != columns {
            let row = at + 1;
            reasons.push(format!(
                "row {row} of the {what} (column {column}) has {length} points, not {columns}"
            ));
        }
        column += length + 1;
    }
}

fn colour((column, word): (usize, &str), what: &str, reasons: &mut Vec<String>) -> Option<Player> {
    let player = player_of(["b", "w"], word);
    if player.is_none() {
        reasons.push(format!("{what} must be b or w, not {} (column {column})", InputError::quote(word)));
    }
    player
}
