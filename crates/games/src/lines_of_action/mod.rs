//! Lines of Action: a stone moves along a line as many squares as there are stones on the line, and the player who
//! has all stones in one group wins.
//!
//! Own stones may be jumped over, the opponent's not; a stone that lands on one of the opponent's captures
//! it. A move that connects the stones of both draws. A player without a move passes.

mod evaluator;
mod notation;
mod tables;
#[cfg(test)]
mod tests;

use std::convert::Infallible;

use pnyx_game::{
    Evaluation, InputError, Notation, Outcome, Packed, Player, Repetition, Rules, bad_bytes, plain_game,
    spread,
};

pub use self::evaluator::Shape;
use self::tables::{BETWEEN, LINES, MoveCounts, RINGS, is_connected};
use crate::boards;
use crate::spec::{GameSpec, PLAYERS, WIN_OR_DRAW, bits};

/// Lines of Action as the user sees it.
pub const SPEC: GameSpec = GameSpec {
    name: "lines-of-action",
    description: "bring all your stones into one group",
    start: "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 b",
    goals: WIN_OR_DRAW,
    options: &[],
};

const SQUARES: u32 = 64;

/// The rules.
#[derive(Clone, Copy)]
pub struct LinesOfAction {
    counts: &'static MoveCounts,
}

/// Black's and White's stones, and who is on move. A square is a bit, file by file from a1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    stones: [u64; 2],
    turn: Player,
}

/// From where, whether it captures, and to where: as a number, in the order of its notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    /// The move of a player who has no other: from a1 to a1, which changes nothing.
    const PASS: Move = Move(0);

    fn new(from: u32, captures: bool, to: u32) -> Move {
        Move((from << 7 | u32::from(captures) << 6 | to) as u16)
    }

    fn from(self) -> u16 {
        self.0 >> 7
    }

    fn to(self) -> u16 {
        self.0 & 63
    }

    fn captures(self) -> bool {
        self.0 >> 6 & 1 == 1
    }
}

impl Default for LinesOfAction {
    fn default() -> LinesOfAction {
        LinesOfAction { counts: MoveCounts::get() }
    }
}

impl Position {
    fn own(&self) -> u64 {
        self.stones[self.turn.index()]
    }

    fn other(&self) -> u64 {
        self.stones[self.turn.opponent().index()]
    }

    /// Where the player on move can go from a square.
    fn targets(&self, from: u32) -> u64 {
        let (own, other) = (self.own(), self.other());
        let from = from as usize;
        let reached = |line: &u64| line & RINGS[from][(line & (own | other)).count_ones() as usize];
        let mut targets = LINES[from].iter().map(reached).fold(0, |all, squares| all | squares) & !own;
        for to in bits(targets) {
            if BETWEEN[from][to as usize] & other > 0 {
                targets ^= 1 << to;
            }
        }
        targets
    }
}

impl Rules for LinesOfAction {
    type Position = Position;
    type Move = Move;
    type Error = Infallible;

    fn turn(&self, position: &Position) -> Result<Player, Infallible> {
        Ok(position.turn)
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, Infallible> {
        Ok(match position.stones.map(is_connected) {
            [false, false] => None,
            [true, false] => Some(Outcome::Win(Player::First)),
            [false, true] => Some(Outcome::Win(Player::Second)),
            [true, true] => Some(Outcome::Draw),
        })
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) -> Result<(), Infallible> {
        let before = out.len();
        let other = position.other();
        for from in bits(position.own()) {
            let targets = position.targets(from);
            out.extend(bits(targets & !other).map(|to| Move::new(from, false, to)));
            out.extend(bits(targets & other).map(|to| Move::new(from, true, to)));
        }
        if out.len() == before {
            out.push(Move::PASS);
        }
        Ok(())
    }

    fn play(&self, position: &mut Position, mv: Move) -> Result<(), Infallible> {
        let other = position.turn.opponent();
        position.stones[position.turn.index()] ^= 1 << mv.from() ^ 1 << mv.to();
        position.stones[other.index()] ^= u64::from(mv.captures()) << mv.to();
        position.turn = other;
        Ok(())
    }

    fn key(&self, position: &Position) -> Result<u64, Infallible> {
        // Mixed well between the two words: a stone that changes its colour changes both. Keeping a key up to
        // date move by move would cost as much, and eight bytes in every position. The turn comes after that:
        // before, it would be one of the stones.
        let key = position.stones.iter().fold(0, |key, stones| spread(key ^ stones));
        Ok(if position.turn == Player::First { key } else { !key })
    }

    fn repetition(&self) -> Repetition {
        Repetition::Draw
    }

    fn evaluate(&self, position: &Position, _scratch: &mut Vec<Move>) -> Result<Evaluation, Infallible> {
        Ok(match self.outcome(position)? {
            Some(outcome) => (Some(outcome), 0),
            None => (None, self.counts.count(position.own(), position.other()).max(1)),
        })
    }

    fn is_irreversible(&self, _position: &Position, mv: Move) -> bool {
        mv.captures()
    }
}

impl Notation for LinesOfAction {
    fn notation(&self, _position: &Position, mv: Move) -> Result<String, Infallible> {
        Ok(notation::write_move(mv))
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

    fn moves_by_notation(&self, position: &Position, out: &mut Vec<Move>) -> Result<(), Infallible> {
        // Squares are numbered in the order of their names, and '-' comes before 'x'.
        out.clear();
        self.moves(position, out)
    }
}

impl Packed for LinesOfAction {
    fn pack(&self, position: &Position, out: &mut Vec<u8>) -> Result<(), Infallible> {
        let [black, white] = position.stones.map(u128::from);
        boards::pack([black | (position.turn.index() as u128) << SQUARES, white], SQUARES + 1, out);
        Ok(())
    }

    fn unpack(&self, bytes: &[u8]) -> Result<Position, InputError> {
        let [black, white] = boards::unpack(bytes, SQUARES + 1)?;
        if white >> SQUARES != 0 {
            return Err(bad_bytes("no side is to move", bytes));
        }
        let stones = [black as u64, white as u64];
        let reasons = notation::wrong_numbers(stones);
        if reasons.is_empty() {
            Ok(Position { stones, turn: PLAYERS[(black >> SQUARES) as usize] })
        } else {
            Err(bad_bytes(&reasons.join("; and "), bytes))
        }
    }

    #[inline]
    fn canonical(&self, position: &Position) -> Result<Position, Infallible> {
        Ok(Position { stones: boards::canonical(position.stones, 8, 8), turn: position.turn })
    }

    fn has_symmetry(&self) -> bool {
        true
    }
}

plain_game!(LinesOfAction, Shape, packed: own);
