//! English checkers (draughts on 8x8).
//!
//! Men move and jump forward, kings in all four directions, one square at a time. Captures are compulsory, any
//! of them may be chosen, and a multi-jump is one move that goes on to its end. A man that reaches the last row
//! is crowned and stops there. Who has no move loses; a repetition is a draw.
//!
//! Notation: PDN FEN, `B:W21,22,K30:B1,5,K12`. Moves are `11-15`, and `15x22x31` with every square of the path,
//! so that two routes between the same squares are two moves.

mod evaluator;
mod notation;
mod packed;
#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::ops::Range;

use pnyx_game::{Evaluation, InputError, Notation, Outcome, Player, Repetition, Rules, plain_game};

pub use self::evaluator::CheckersEvaluator;
use crate::spec::{GameSpec, WIN_OR_DRAW, bits};

/// Checkers as the user sees it.
pub const SPEC: GameSpec = GameSpec {
    name: "checkers",
    description: "English checkers (draughts on 8x8), black moves first",
    start: "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
    goals: WIN_OR_DRAW,
    options: &[],
};

/// A set of squares. Square 1 is bit 0, and after every two rows of four one bit is left free:
///
/// ```text
///       0   1   2   3          Down the board is 4 (left) or 5 (right) bits up, from every row.
///     4   5   6   7            What leaves the board at a side falls on a free bit, what leaves
///       9  10  11  12          it at an end falls outside; no masks for borders are needed.
///    13  14  15  16
///      18  19  20  21
///    22  23  24  25
///      27  28  29  30
///    31  32  33  34
/// ```
type Squares = u64;

const BOARD: Squares = 0xff | 0xff << 9 | 0xff << 18 | 0xff << 27;
/// The rows on which the men of the two players are crowned.
const CROWNING: [Squares; 2] = [0xf << 31, 0xf];

/// Down left, down right, up right, up left: opposite directions differ by 2.
const DIRECTIONS: Range<usize> = 0..4;
/// The squares one step from these; some may lie outside the board.
#[inline]
fn step(squares: Squares, direction: usize) -> Squares {
    if direction < 2 { squares << (4 + direction) } else { squares >> (2 + direction) }
}

/// The squares from which one step leads to these; some may lie outside the board.
#[inline]
fn step_back(squares: Squares, direction: usize) -> Squares {
    step(squares, direction ^ 2)
}

/// The rules of English checkers.
#[derive(Clone, Copy, Debug)]
pub struct Checkers;

/// Pieces of the two players, which of them are kings, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pieces: [Squares; 2],
    kings: Squares,
    turn: Player,
}

impl Position {
    #[inline]
    fn view(&self) -> View {
        let own = self.pieces[self.turn.index()];
        let kings = own & self.kings;
        let (down, up) = if self.turn == Player::First { (own, kings) } else { (kings, own) };
        View {
            able: [down, down, up, up],
            other: self.pieces[self.turn.opponent().index()],
            empty: BOARD & !(self.pieces[0] | self.pieces[1]),
        }
    }
}

/// A position as its mover sees it.
struct View {
    /// The pieces that may go in each direction.
    able: [Squares; 4],
    /// The pieces of the opponent.
    other: Squares,
    empty: Squares,
}

impl View {
    /// The pieces that can step in this direction.
    #[inline]
    fn steppers(&self, direction: usize) -> Squares {
        self.able[direction] & step_back(self.empty, direction)
    }

    /// The pieces that can jump in this direction.
    #[inline]
    fn jumpers(&self, direction: usize) -> Squares {
        let over = self.other & step_back(self.empty, direction);
        self.able[direction] & step_back(over, direction)
    }

    /// Whether any piece can jump.
    #[inline]
    fn must_jump(&self) -> bool {
        DIRECTIONS.fold(0, |jumpers, direction| jumpers | self.jumpers(direction)) != 0
    }

    /// Visit every path of jumps.
    #[inline]
    fn captures(&self, mut visit: impl FnMut(Path)) {
        for direction in DIRECTIONS {
            for from in bits(self.jumpers(direction)) {
                let start = 1 << from;
                // The piece has been lifted: it may pass over the square it comes from.
                let jumper = Jumper { from, empty: self.empty | start };
                let over = step(start, direction);
                let (at, other, steps) = (step(over, direction), self.other ^ over, direction as u32);
                match (self.able[0] & start != 0, self.able[2] & start != 0) {
                    (true, true) => jumper.go_on::<0, 4>(at, other, steps, 1, &mut visit),
                    (true, false) => jumper.go_on::<0, 2>(at, other, steps, 1, &mut visit),
                    _ => jumper.go_on::<2, 4>(at, other, steps, 1, &mut visit),
                }
            }
        }
    }
}

/// A piece on its way: whence it came, and where it can land.
struct Jumper {
    from: u32,
    empty: Squares,
}

impl Jumper {
    /// Jump on from `at` in the directions from `FIRST` to `END`, until there is nothing left to jump. A man
    /// stops on the last row because forward leads nowhere. A piece leaves `other` when it is jumped; nobody
    /// could land on its square in the same move anyway.
    fn go_on<const FIRST: usize, const END: usize>(
        &self,
        at: Squares,
        other: Squares,
        steps: u32,
        jumps: u32,
        visit: &mut impl FnMut(Path),
    ) {
        let mut ended = true;
        for direction in FIRST..END {
            let over = step(at, direction) & other;
            let to = step(over, direction) & self.empty;
            if to != 0 {
                ended = false;
                let steps = steps | (direction as u32) << (2 * jumps);
                self.go_on::<FIRST, END>(to, other ^ over, steps, jumps + 1, visit);
            }
        }
        if ended {
            visit(Path::new(self.from, true, steps, jumps));
        }
    }
}

/// A [`Path`], as searches know it.
pub type Move = u32;

/// A path, from the lowest bit up: 6 bits for the square it begins at, 1 for captures, 2 for the direction
/// of each step, and a one that marks the end. A piece is jumped at most once, and there are at most 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Path(Move);

impl Path {
    #[inline]
    fn new(from: u32, capture: bool, steps: u32, length: u32) -> Path {
        let steps = steps | 1 << (2 * length);
        Path(steps << 7 | u32::from(capture) << 6 | from)
    }

    fn from(self) -> Squares {
        1 << (self.0 & 63)
    }

    fn is_capture(self) -> bool {
        self.0 >> 6 & 1 == 1
    }

    /// The directions of the steps.
    fn directions(self) -> impl Iterator<Item = usize> {
        let mut steps = self.0 >> 7;
        std::iter::from_fn(move || {
            let direction = (steps > 1).then_some((steps & 3) as usize);
            steps >>= 2;
            direction
        })
    }
}

impl Rules for Checkers {
    type Position = Position;
    type Move = Move;
    type Error = Infallible;

    #[inline]
    fn turn(&self, position: &Position) -> Result<Player, Infallible> {
        Ok(position.turn)
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, Infallible> {
        let view = position.view();
        let movers = DIRECTIONS.fold(0, |movers, d| movers | view.steppers(d) | view.jumpers(d));
        Ok((movers == 0).then_some(Outcome::Win(position.turn.opponent())))
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) -> Result<(), Infallible> {
        let view = position.view();
        if view.must_jump() {
            view.captures(|path| out.push(path.0));
            return Ok(());
        }
        out.reserve(16); // nearly always enough
        for direction in DIRECTIONS {
            for from in bits(view.steppers(direction)) {
                out.push(Path::new(from, false, direction as u32, 1).0);
            }
        }
        Ok(())
    }

    fn play(&self, position: &mut Position, mv: Move) -> Result<(), Infallible> {
        let (own, other) = (position.turn.index(), position.turn.opponent().index());
        let path = Path(mv);
        let from = path.from();
        let mut to = from;
        for direction in path.directions() {
            to = step(to, direction);
            if path.is_capture() {
                position.pieces[other] &= !to;
                to = step(to, direction);
            }
        }
        let king = position.kings & from != 0 || to & CROWNING[own] != 0;
        // A king may end where it began, so the square it leaves is emptied first.
        position.pieces[own] = position.pieces[own] & !from | to;
        position.kings = position.kings & !from & (position.pieces[0] | position.pieces[1]);
        if king {
            position.kings |= to;
        }
        position.turn = position.turn.opponent();
        Ok(())
    }

    fn key(&self, position: &Position) -> Result<u64, Infallible> {
        // A round of multiply and fold for each word; the turn sits above the kings.
        let mut key = 0x9e37_79b9_7f4a_7c15;
        let kings = position.kings | (position.turn.index() as u64) << 63;
        for word in [position.pieces[0], position.pieces[1], kings] {
            key = (key ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
            key ^= key >> 32;
        }
        Ok(key)
    }

    fn repetition(&self) -> Repetition {
        Repetition::Draw
    }

    fn evaluate(&self, position: &Position, _scratch: &mut Vec<Move>) -> Result<Evaluation, Infallible> {
        let view = position.view();
        let mut replies = 0;
        if view.must_jump() {
            view.captures(|_| replies += 1);
        } else {
            replies = DIRECTIONS.map(|direction| view.steppers(direction).count_ones()).sum();
        }
        Ok(((replies == 0).then_some(Outcome::Win(position.turn.opponent())), replies))
    }

    fn is_irreversible(&self, position: &Position, mv: Move) -> bool {
        Path(mv).is_capture() || position.kings & Path(mv).from() == 0
    }
}

impl Notation for Checkers {
    fn notation(&self, _position: &Position, mv: Move) -> Result<String, Infallible> {
        Ok(notation::move_text(Path(mv)))
    }

    fn moves_by_notation(&self, position: &Position, out: &mut Vec<Move>) -> Result<(), Infallible> {
        out.clear();
        self.moves(position, out)?;
        out.sort_by_cached_key(|&mv| notation::letters(Path(mv)));
        Ok(())
    }

    fn text(&self, position: &Position) -> Result<String, Infallible> {
        Ok(notation::write(position))
    }

    fn parse(&self, text: &str) -> Result<Position, InputError> {
        notation::read(text)
    }

    fn player_names(&self) -> [String; 2] {
        ["black".into(), "white".into()]
    }
}

plain_game!(Checkers, CheckersEvaluator, packed: own);
