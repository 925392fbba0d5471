//! The one-eye problem in Go: can one colour make an eye in a region of the board?
//!
//! Players put stones into the region or pass, under ordinary captures, without suicide, and under
//! situational super-ko: a stone may not bring back an earlier position of the whole board with the same
//! player to move. Black is the first player.
//!
//! # Notation
//!
//! `STONES MASK MOVER EYE`, as in `...O/XXXO/OOOO rrrs/CCCs/ssss b b`. Both drawings are rows from the top
//! with `/` between; stones are `X` black, `O` white and `.`; `MOVER` and `EYE`, the colour that wants the
//! eye, are `b` or `w`. The word `pass` follows for each pass just made. The mask has
//!
//! | | in the region | outside |
//! |---|---|---|
//! | nothing special | `r` | `.` |
//! | crucial stone | `C` | `c` |
//! | crucial stone that was captured | `L` | `l` |
//! | safe stone | | `s` |
//!
//! Moves are points as Go players write them, `a1` at the bottom left and no column `i`, or `pass`. They come
//! row by row from `a1` on, the pass last.
//!
//! # How the rules are read
//!
//! - **Outside the region** nobody plays. Its empty points are liberties nobody can take away. Stones there
//!   that are not safe are captured like others, and leave their points empty for good.
//! - **Safe** is a stone of the colour against the eye that stands outside the region, and with it its block.
//!   In the region a stone that only touches an outside stone of the eye's colour is not safe: a stone
//!   thrown into the eye would never die. `s` says what follows from the drawing anyhow; `.` will do.
//! - **Crucial** is a stone of the eye's colour on a marked point, also one put there after a capture. With
//!   several, the eye has failed when all are gone, and one of them in the block of the eye is enough.
//! - **"Cannot capture at once"** examines the board alone: super-ko may forbid the capture, but then the
//!   opponent does something else, and the eye is there in the next position. So an eye counts unless it is
//!   the last liberty of its block with the opponent to move.
//! - **An eye needs a neighbour**: on a board of one point there is none.
//! - **Passes** are always legal, also when they bring a position back. Two in a row end the game.
//!
//! # How it is done
//!
//! Only a window of the board is kept in bits: the points that can change and their neighbours. A problem in
//! the corner of a large board is as fast as one on a small board. Blocks are found by flood fill when asked for;
//! in windows of one word that is a few shifts, and nothing has to be kept up to date.

mod bits;
mod notation;
#[cfg(test)]
mod tests;

use std::convert::Infallible;

use pnyx_game::{
    Evaluation, GoalSpec, Goals, InputError, Notation, Outcome, Packed, Player, Repetition, Resources, Rules,
    Scored, Turned, WIN, input_error, spread,
};

use crate::either::Either;
use crate::spec::{GameSpec, PLAYERS};
use bits::Bits;
use notation::{Diagram, LARGEST};

/// One-eye problems as the user sees them.
pub const SPEC: GameSpec = GameSpec {
    name: "go-one-eye",
    description: "Go: make one eye in a region of the board, under situational super-ko",
    start: "....O/.XXOO/.XOO./OOO.. rrrrs/rCCss/rCss./sss.. b b",
    goals: GOALS,
    options: &[],
};

/// There are no draws: who does not win loses.
const GOALS: &[GoalSpec] = &[GoalSpec { turned: Turned::Opposite(WIN.name), ..WIN }];

/// Words for windows of up to 64 points, with the empty column that separates rows.
pub const SMALL: usize = 1;
/// Words for the largest board.
pub const LARGE: usize = (LARGEST * (LARGEST + 1)).div_ceil(64);

/// A point of the window, or [`PASS`].
pub type Move = u32;

/// The move that puts no stone.
pub const PASS: Move = Move::MAX;

/// One problem: everything that does not change while it is played.
#[derive(Clone, Debug)]
pub struct OneEye<const W: usize> {
    /// The problem as it was opened.
    opened: Diagram,
    /// The bottom left corner of the window: row and column.
    corner: (usize, usize),
    width: usize,
    /// The points of the window.
    board: Bits<W>,
    region: Bits<W>,
    crucial: Bits<W>,
    safe: Bits<W>,
    /// The points of the region by their notation; those after `pass` begin at `after_pass`.
    by_notation: Vec<Move>,
    after_pass: usize,
}

/// Stones, side to move and passes just made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<const W: usize> {
    stones: [Bits<W>; 2],
    /// Exclusive or of the numbers of all stones.
    stones_key: u64,
    turn: Player,
    passes: u8,
}

/// Problems that fit into one word, and those of any size.
pub type AnyOneEye = Either<OneEye<SMALL>, OneEye<LARGE>>;

/// The problem that a text describes, on a board of as few words as it needs.
pub(crate) fn open(text: &str) -> Result<(AnyOneEye, <AnyOneEye as Rules>::Position), InputError> {
    let diagram = Diagram::read(text)?;
    let ((_, _), (height, width)) = window(&diagram);
    if height * (width + 1) <= 64 * SMALL {
        let (game, position) = OneEye::new(diagram);
        Ok((Either::First(game), Either::First(position)))
    } else {
        let (game, position) = OneEye::new(diagram);
        Ok((Either::Second(game), Either::Second(position)))
    }
}

/// The window that holds all points that can change, and their neighbours: corner and size.
fn window(diagram: &Diagram) -> ((usize, usize), (usize, usize)) {
    let changes =
        |&at: &usize| diagram.region[at] || diagram.crucial[at] || diagram.stones[at] == Some(diagram.eye);
    let (mut least, mut most) = ((LARGEST, LARGEST), (0, 0));
    for at in (0..diagram.stones.len()).filter(changes) {
        for near in diagram.neighbours(at).chain([at]) {
            let (row, column) = (near / diagram.columns, near % diagram.columns);
            least = (least.0.min(row), least.1.min(column));
            most = (most.0.max(row), most.1.max(column));
        }
    }
    (least, (most.0 + 1 - least.0, most.1 + 1 - least.1))
}

/// A number for a stone, by the finalizer of splitmix64.
fn stone_key(owner: Player, point: Move) -> u64 {
    spread((u64::from(point) * 2 + owner.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

const TURN_KEYS: [u64; 2] = [0, 0x6a09_e667_f3bc_c908];
const PASS_KEYS: [u64; 3] = [0, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b];

impl<const W: usize> OneEye<W> {
    fn new(opened: Diagram) -> (OneEye<W>, Position<W>) {
        let (corner, (height, width)) = window(&opened);
        let mut game = OneEye {
            corner,
            width,
            board: Bits::EMPTY,
            region: Bits::EMPTY,
            crucial: Bits::EMPTY,
            safe: Bits::EMPTY,
            by_notation: Vec::new(),
            after_pass: 0,
            opened,
        };
        for point in 0..(height * (width + 1)) as Move {
            if point as usize % (width + 1) == width {
                continue; // the empty column, in which steps to the left and right end
            }
            let at = game.place(point);
            game.board.insert(point);
            if game.opened.region[at] {
                game.region.insert(point);
            }
            if game.opened.crucial[at] {
                game.crucial.insert(point);
            }
            if game.opened.is_safe(at) {
                game.safe.insert(point);
            }
        }
        let mut points = Vec::from_iter(game.region.points());
        points.sort_by_key(|&point| game.name(point));
        game.after_pass = points.partition_point(|&point| game.name(point) < game.name(PASS));
        game.by_notation = points;
        let position = game.position(&game.opened);
        (game, position)
    }

    /// The place of a window's point on the whole board.
    fn place(&self, point: Move) -> usize {
        let point = point as usize;
        let (row, column) = (point / (self.width + 1), point % (self.width + 1));
        (self.corner.0 + row) * self.opened.columns + self.corner.1 + column
    }

    fn name(&self, mv: Move) -> String {
        if mv == PASS { "pass".to_string() } else { self.opened.name(self.place(mv)) }
    }

    /// The position of a diagram that differs from the opened one only where it may.
    fn position(&self, diagram: &Diagram) -> Position<W> {
        let mut position =
            Position { stones: [Bits::EMPTY; 2], stones_key: 0, turn: diagram.turn, passes: diagram.passes };
        for point in self.board.points() {
            if let Some(owner) = diagram.stones[self.place(point)] {
                position.stones[owner.index()].insert(point);
                position.stones_key ^= stone_key(owner, point);
            }
        }
        position
    }

    /// The points next to some points.
    #[inline]
    fn neighbours(&self, points: Bits<W>) -> Bits<W> {
        let stride = self.width as u32 + 1;
        (points.up(1) | points.down(1) | points.up(stride) | points.down(stride)) & self.board
    }

    /// All points that are connected with some points within a set that holds them.
    #[inline]
    fn flood(&self, start: Bits<W>, within: Bits<W>) -> Bits<W> {
        let mut reached = start;
        loop {
            let more = (reached | self.neighbours(reached)) & within;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    fn empty(&self, position: &Position<W>) -> Bits<W> {
        self.board & !(position.stones[0] | position.stones[1])
    }

    /// Whether a stone in the middle of stones may be put there: it captures, or its block keeps a liberty.
    fn is_legal_among_stones(&self, position: &Position<W>, empty: Bits<W>, point: Bits<W>) -> bool {
        let [own, other] = self.own_and_other(position);
        let near = self.neighbours(point);
        let block = self.flood(near & own, own);
        if block.meets(self.safe) || (self.neighbours(block) & empty).meets(!point) {
            return true;
        }
        let mut near = near & other;
        while !near.is_empty() {
            let block = self.flood(near.first(), other);
            if self.neighbours(block) & empty == point && !block.meets(self.safe) {
                return true;
            }
            near &= !block;
        }
        false
    }

    fn own_and_other(&self, position: &Position<W>) -> [Bits<W>; 2] {
        [position.stones[position.turn.index()], position.stones[position.turn.opponent().index()]]
    }

    /// Where the player on move may put a stone.
    fn legal_points(&self, position: &Position<W>) -> Bits<W> {
        let empty = self.empty(position);
        let open = self.region & empty;
        // Beside an empty point every stone has a liberty.
        let mut legal = open & self.neighbours(empty);
        for point in (open & !legal).points() {
            if self.is_legal_among_stones(position, empty, Bits::point(point)) {
                legal.insert(point);
            }
        }
        legal
    }

    /// Whether the eye is there, by the stones and the side to move.
    fn has_eye(&self, position: &Position<W>) -> bool {
        let own = position.stones[self.opened.eye.index()];
        let empty = self.empty(position);
        let surrounded = self.region & empty & self.neighbours(own) & !self.neighbours(self.board & !own);
        surrounded.points().any(|point| {
            let near = self.neighbours(Bits::point(point));
            let block = self.flood(near.first(), own);
            let last_liberty = || self.neighbours(block) & empty == Bits::point(point);
            (near & !block).is_empty()
                && (self.crucial.is_empty() || block.meets(self.crucial))
                && (position.turn == self.opened.eye || !last_liberty())
        })
    }

    /// Why a diagram is not one of this problem, if it is not.
    fn mismatch(&self, diagram: &Diagram) -> Option<String> {
        let opened = &self.opened;
        let size = |d: &Diagram| format!("{} rows of {}", d.rows, d.columns);
        if (diagram.rows, diagram.columns) != (opened.rows, opened.columns) {
            return Some(format!("it has {}, not {}", size(diagram), size(opened)));
        }
        if diagram.eye != opened.eye {
            return Some("the other colour wants the eye".to_string());
        }
        for at in 0..opened.stones.len() {
            let (stone, first) = (diagram.stones[at], opened.stones[at]);
            let same_stone = stone == first || stone.is_none() && first == Some(opened.eye);
            if (diagram.region[at], diagram.crucial[at]) != (opened.region[at], opened.crucial[at]) {
                return Some(format!("the mask differs at {}", opened.name(at)));
            }
            if !opened.region[at] && !same_stone {
                return Some(format!("{} outside the region has another stone", opened.name(at)));
            }
        }
        None
    }
}

impl<const W: usize> Rules for OneEye<W> {
    type Position = Position<W>;
    type Move = Move;
    type Error = Infallible;

    fn turn(&self, position: &Position<W>) -> Result<Player, Infallible> {
        Ok(position.turn)
    }

    fn outcome(&self, position: &Position<W>) -> Result<Option<Outcome>, Infallible> {
        let eye = self.opened.eye;
        let lost = !self.crucial.is_empty() && !position.stones[eye.index()].meets(self.crucial);
        Ok(if lost {
            Some(Outcome::Win(eye.opponent()))
        } else if self.has_eye(position) {
            Some(Outcome::Win(eye))
        } else {
            (position.passes == 2).then_some(Outcome::Win(eye.opponent()))
        })
    }

    fn moves(&self, position: &Position<W>, out: &mut Vec<Move>) -> Result<(), Infallible> {
        out.extend(self.legal_points(position).points());
        out.push(PASS);
        Ok(())
    }

    fn play(&self, position: &mut Position<W>, mv: Move) -> Result<(), Infallible> {
        let (own, other) = (position.turn, position.turn.opponent());
        position.turn = other;
        if mv == PASS {
            position.passes = (position.passes + 1).min(2);
            return Ok(());
        }
        position.passes = 0;
        position.stones[own.index()].insert(mv);
        position.stones_key ^= stone_key(own, mv);
        let empty = self.empty(position);
        let mut near = self.neighbours(Bits::point(mv)) & position.stones[other.index()];
        while !near.is_empty() {
            let block = self.flood(near.first(), position.stones[other.index()]);
            near &= !block;
            if !self.neighbours(block).meets(empty) && !block.meets(self.safe) {
                position.stones[other.index()] &= !block;
                for captured in block.points() {
                    position.stones_key ^= stone_key(other, captured);
                }
            }
        }
        Ok(())
    }

    fn key(&self, position: &Position<W>) -> Result<u64, Infallible> {
        Ok(self.repetition_key(position)? ^ PASS_KEYS[usize::from(position.passes)])
    }

    fn repetition_key(&self, position: &Position<W>) -> Result<u64, Infallible> {
        Ok(position.stones_key ^ TURN_KEYS[position.turn.index()])
    }

    fn repetition(&self) -> Repetition {
        Repetition::Illegal
    }

    fn may_repeat(&self, _position: &Position<W>, mv: Move) -> Result<bool, Infallible> {
        Ok(mv == PASS)
    }

    fn repeats(&self, a: &Position<W>, b: &Position<W>) -> Result<bool, Infallible> {
        Ok(a.stones == b.stones && a.turn == b.turn)
    }

    fn evaluate(&self, position: &Position<W>, _scratch: &mut Vec<Move>) -> Result<Evaluation, Infallible> {
        Ok(match self.outcome(position)? {
            Some(outcome) => (Some(outcome), 0),
            None => (None, self.legal_points(position).len() + 1),
        })
    }
}

impl<const W: usize> Notation for OneEye<W> {
    fn notation(&self, _position: &Position<W>, mv: Move) -> Result<String, Infallible> {
        Ok(self.name(mv))
    }

    fn text(&self, position: &Position<W>) -> Result<String, Infallible> {
        let mut diagram = Diagram { turn: position.turn, passes: position.passes, ..self.opened.clone() };
        for point in self.board.points() {
            let owner = PLAYERS.into_iter().find(|p| position.stones[p.index()].contains(point));
            diagram.stones[self.place(point)] = owner;
        }
        Ok(diagram.write())
    }

    fn parse(&self, text: &str) -> Result<Position<W>, InputError> {
        let diagram = Diagram::read(text)?;
        match self.mismatch(&diagram) {
            None => Ok(self.position(&diagram)),
            Some(why) => Err(input_error!(
                "{} is not a position of this problem: {why}; open it as a problem of its own",
                InputError::quote(text)
            )),
        }
    }

    fn player_names(&self) -> [String; 2] {
        ["black".into(), "white".into()]
    }

    fn moves_by_notation(&self, position: &Position<W>, out: &mut Vec<Move>) -> Result<(), Infallible> {
        let legal = self.legal_points(position);
        let (before, after) = self.by_notation.split_at(self.after_pass);
        out.clear();
        out.extend(before.iter().filter(|&&point| legal.contains(point)));
        out.push(PASS);
        out.extend(after.iter().filter(|&&point| legal.contains(point)));
        Ok(())
    }
}

impl<const W: usize> Goals for OneEye<W> {
    fn goals(&self) -> Vec<GoalSpec> {
        GOALS.to_vec()
    }
}

impl<const W: usize> Packed for OneEye<W> {}
impl<const W: usize> Scored for OneEye<W> {}
impl<const W: usize> Resources for OneEye<W> {}
