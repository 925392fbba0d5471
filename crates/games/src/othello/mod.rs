//! Othello on 8 by 8, 6 by 6 and 4 by 4 squares.
//!
//! Notation: the squares row by row from a1 at the top left (`X` black, `O` white, `-` empty), then the side
//! to move. Moves are squares, the letter of the column and the number of the row from the top, or `pass`,
//! which is the only move of a player who can place no disc while the opponent can. When neither can, the
//! game is over; more discs win.

use std::convert::Infallible;

use pnyx_game::{
    DRAW_OR_BETTER, Evaluation, Goal, GoalSpec, Goals, InputError, Notation, Outcome, Packed, Player,
    Repetition, Resources, Rules, Scored, WIN, WIN_IN, bad_bytes, input_error,
};

use crate::boards;
use crate::spec::{GameOptions, GameSpec, OptionSpec, PLAYERS, score_goal};

mod board;
mod evaluator;
mod exact;
mod notation;
#[cfg(test)]
mod tests;

pub use evaluator::OthelloEvaluator;

/// Othello as the user sees it.
pub const SPEC: GameSpec = GameSpec {
    name: "othello",
    description: "Othello on 8x8, 6x6 or 4x4 squares; empty squares score for the winner",
    start: "---------------------------OX------XO--------------------------- X",
    goals: &goals(64),
    options: &[OptionSpec::new("size", "8", "rows and columns of the board: 8, 6 or 4")],
};

/// The goals on a board with N squares.
const fn goals(squares: i32) -> [GoalSpec; 4] {
    let meaning =
        "the player on move has at least N discs more at the end; empty squares count for the winner";
    [WIN, DRAW_OR_BETTER, WIN_IN, score_goal(meaning, squares)]
}

/// The rules for one size of board.
#[derive(Clone, Copy, Debug)]
pub struct Othello {
    size: usize,
    /// Its squares, in the top left corner of 8 by 8.
    squares: u64,
    /// Who must reach which score, where that is the goal.
    aim: Option<(Player, i32)>,
}

/// The discs, and whose turn it is; bit `8 * row + column` on a board of any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The discs of the player on move.
    mover: u64,
    /// The discs of the opponent.
    other: u64,
    turn: Player,
}

/// The index of a square, or [`PASS`].
pub type Move = u8;

/// To place no disc.
pub const PASS: Move = 64;

impl Position {
    fn new([black, white]: [u64; 2], turn: Player) -> Position {
        match turn {
            Player::First => Position { mover: black, other: white, turn },
            Player::Second => Position { mover: white, other: black, turn },
        }
    }

    /// The discs of black and of white.
    fn discs(&self) -> [u64; 2] {
        match self.turn {
            Player::First => [self.mover, self.other],
            Player::Second => [self.other, self.mover],
        }
    }
}

impl Othello {
    /// The rules for a board of `size` rows and columns: 4, 6 or 8.
    #[must_use]
    pub fn new(size: usize) -> Othello {
        assert!([4, 6, 8].contains(&size), "no Othello board has {size} rows");
        Othello { size, squares: board::squares(size), aim: None }
    }

    /// The rules and the position that a text and some options describe.
    pub fn open(text: Option<&str>, options: &GameOptions) -> Result<(Othello, Position), InputError> {
        let size = match options.choice("size", &["8", "6", "4"])? {
            "4" => 4,
            "6" => 6,
            _ => 8,
        };
        let Some(text) = text else {
            let game = Othello::new(size);
            return Ok((game, game.start()));
        };
        let (seen, position) = notation::read(text)?;
        if options.get("size").is_some() && seen != size {
            return Err(input_error!(
                "option size is {size}, but the position has {seen} rows: leave the option out"
            ));
        }
        Ok((Othello::new(seen), position))
    }

    /// Four discs in the centre, black to move.
    #[must_use]
    pub fn start(&self) -> Position {
        let corner = 9 * (self.size / 2 - 1);
        Position::new([0b10 << corner | 1 << (corner + 8), 1 << corner | 0b10 << (corner + 8)], Player::First)
    }

    /// What a player has more than the opponent if the game ends here, empty squares counted for the winner.
    #[must_use]
    pub fn score(&self, position: &Position, player: Player) -> i32 {
        let [mover, other] = [position.mover, position.other].map(|discs| discs.count_ones() as i32);
        let empty = self.squares.count_ones() as i32 - mover - other;
        let margin = mover - other + (mover - other).signum() * empty;
        if player == position.turn { margin } else { -margin }
    }

    #[inline]
    fn mobility(&self, position: &Position) -> u64 {
        board::mobility(position.mover, position.other, self.squares)
    }

    /// Whether the opponent could move, if it were the opponent's turn.
    #[inline]
    fn opponent_can_move(&self, position: &Position) -> bool {
        board::mobility(position.other, position.mover, self.squares) != 0
    }

    /// How a game ends in which nobody can move.
    fn result(&self, position: &Position) -> Outcome {
        match self.aim {
            Some((prover, least)) => {
                let reached = self.score(position, prover) >= least;
                Outcome::Win(if reached { prover } else { prover.opponent() })
            }
            None => match self.score(position, Player::First) {
                0 => Outcome::Draw,
                1.. => Outcome::Win(Player::First),
                _ => Outcome::Win(Player::Second),
            },
        }
    }
}

impl Rules for Othello {
    type Position = Position;
    type Move = Move;
    type Error = Infallible;

    #[inline]
    fn turn(&self, position: &Position) -> Result<Player, Infallible> {
        Ok(position.turn)
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, Infallible> {
        let over = self.mobility(position) == 0 && !self.opponent_can_move(position);
        Ok(over.then(|| self.result(position)))
    }

    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) -> Result<(), Infallible> {
        let mut squares = self.mobility(position);
        if squares == 0 {
            out.push(PASS);
        }
        while squares != 0 {
            out.push(squares.trailing_zeros() as Move);
            squares &= squares - 1;
        }
        Ok(())
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) -> Result<(), Infallible> {
        let Position { mover, other, turn } = *position;
        let (to, flips) = match mv {
            PASS => (0, 0),
            square => (1 << square, board::flips(mover, other, 1 << square)),
        };
        *position = Position { mover: other & !flips, other: mover | flips | to, turn: turn.opponent() };
        Ok(())
    }

    #[inline]
    fn key(&self, position: &Position) -> Result<u64, Infallible> {
        // Both halves of a long product depend on all bits of its factors; xor brings them together.
        let mix = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let turn = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f][position.turn.index()];
        let key = mix(position.mover ^ turn, 0xd6e8_feb8_6659_fd93);
        Ok(mix(key ^ position.other, 0xa076_1d64_78bd_642f))
    }

    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }

    fn closing_plies(&self) -> u32 {
        2
    }

    #[inline]
    fn evaluate(&self, position: &Position, _scratch: &mut Vec<Move>) -> Result<Evaluation, Infallible> {
        Ok(match self.mobility(position) {
            0 if self.opponent_can_move(position) => (None, 1),
            0 => (Some(self.result(position)), 0),
            squares => (None, squares.count_ones()),
        })
    }
}

impl Notation for Othello {
    fn notation(&self, _position: &Position, mv: Move) -> Result<String, Infallible> {
        Ok(notation::square(mv))
    }

    fn text(&self, position: &Position) -> Result<String, Infallible> {
        Ok(notation::write(self.size, position))
    }

    fn parse(&self, text: &str) -> Result<Position, InputError> {
        let (size, position) = notation::read(text)?;
        if size != self.size {
            return Err(input_error!(
                "expected a board of {0} rows and columns, not {size}: {1}",
                self.size,
                InputError::quote(text)
            ));
        }
        Ok(position)
    }

    fn player_names(&self) -> [String; 2] {
        ["black".into(), "white".into()]
    }

    fn moves_by_notation(&self, position: &Position, out: &mut Vec<Move>) -> Result<(), Infallible> {
        out.clear();
        self.moves(position, out)?;
        // Columns come before rows in the notation; a pass is alone.
        out.sort_unstable_by_key(|mv| (mv % 8, mv / 8));
        Ok(())
    }
}

impl Packed for Othello {
    fn pack(&self, position: &Position, out: &mut Vec<u8>) -> Result<(), Infallible> {
        let cells = self.squares.count_ones();
        let [black, white] = position.discs().map(|discs| boards::gather(discs, self.size, self.size).into());
        let turn = (position.turn.index() as u128) << cells;
        boards::pack([black | turn, white], cells + 1, out);
        Ok(())
    }

    fn unpack(&self, bytes: &[u8]) -> Result<Position, InputError> {
        let cells = self.squares.count_ones();
        let [black, white] = boards::unpack(bytes, cells + 1)?;
        if white >> cells != 0 {
            return Err(bad_bytes("no side is to move", bytes));
        }
        let turn = PLAYERS[(black >> cells) as usize];
        let discs =
            [black & !(1 << cells), white].map(|discs| boards::spread(discs as u64, self.size, self.size));
        Ok(Position::new(discs, turn))
    }

    #[inline]
    fn canonical(&self, position: &Position) -> Result<Position, Infallible> {
        let [mover, other] = boards::canonical([position.mover, position.other], self.size, self.size);
        Ok(Position { mover, other, turn: position.turn })
    }

    fn has_symmetry(&self) -> bool {
        true
    }

    fn comes_in_sizes(&self) -> bool {
        true
    }
}

impl Scored for Othello {
    fn payoff(&self, position: &Position, outcome: Outcome) -> Result<i32, Infallible> {
        Ok(if self.aim.is_some() { outcome.points() } else { self.score(position, Player::First) })
    }

    fn largest_payoff(&self) -> i32 {
        self.squares.count_ones() as i32
    }
}

impl Goals for Othello {
    fn goals(&self) -> Vec<GoalSpec> {
        goals(self.squares.count_ones() as i32).to_vec()
    }

    fn aim(&self, goal: &Goal, prover: Player) -> Result<Option<Othello>, InputError> {
        Ok(goal.number.map(|least| Othello { aim: Some((prover, least)), ..*self }))
    }
}

impl Resources for Othello {}
