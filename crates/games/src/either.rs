//! Two games with the same moves as one, so that searches are compiled once for both: where the rules take the time.
//!
//! So are composed positions and variants of chess, the small and large boards of one-eye problems, and the games that
//! `register.rs` joins to build faster.

use pnyx_game::{
    Estimate, Evaluation, Forcing, Goal, GoalSpec, Goals, InputError, Notation, Outcome, Packed, Player,
    Prospect, Repetition, Resources, Rules, Scored,
};

use Either::{First, Second};

/// One of two games, or a position of one of two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)] // a search has one of them
pub enum Either<A, B> {
    /// The first.
    First(A),
    /// The second.
    Second(B),
}

/// Methods that hand on to the rules, whichever they are; the first argument is the position, if there is one.
macro_rules! hand_on {
    () => {};
    ($name:ident() -> $gives:ty; $($rest:tt)*) => {
        fn $name(&self) -> $gives {
            match self {
                First(rules) => rules.$name(),
                Second(rules) => rules.$name(),
            }
        }
        hand_on! { $($rest)* }
    };
    ($name:ident($position:ident: $at:ty $(, $given:ident: $of:ty)*) -> $gives:ty; $($rest:tt)*) => {
        fn $name(&self, $position: $at $(, $given: $of)*) -> $gives {
            match (self, $position) {
                (First(rules), First(at)) => rules.$name(at $(, $given)*),
                (Second(rules), Second(at)) => rules.$name(at $(, $given)*),
                _ => unreachable!("a position of another game"),
            }
        }
        hand_on! { $($rest)* }
    };
}

impl<A: Rules, B: Rules<Move = A::Move, Error = A::Error>> Rules for Either<A, B> {
    type Position = Either<A::Position, B::Position>;
    type Move = A::Move;
    type Error = A::Error;

    hand_on! {
        turn(position: &Self::Position) -> Result<Player, A::Error>;
        outcome(position: &Self::Position) -> Result<Option<Outcome>, A::Error>;
        moves(position: &Self::Position, out: &mut Vec<A::Move>) -> Result<(), A::Error>;
        play(position: &mut Self::Position, mv: A::Move) -> Result<(), A::Error>;
        key(position: &Self::Position) -> Result<u64, A::Error>;
        repetition_key(position: &Self::Position) -> Result<u64, A::Error>;
        repetition() -> Repetition;
        evaluate(position: &Self::Position, scratch: &mut Vec<A::Move>) -> Result<Evaluation, A::Error>;
        history_key(position: &Self::Position, mv: A::Move) -> Result<A::Move, A::Error>;
        is_irreversible(position: &Self::Position, mv: A::Move) -> bool;
        may_repeat(position: &Self::Position, mv: A::Move) -> Result<bool, A::Error>;
        closing_plies() -> u32;
        ends_early() -> bool;
    }

    fn repeats(&self, a: &Self::Position, b: &Self::Position) -> Result<bool, A::Error> {
        match (self, a, b) {
            (First(rules), First(a), First(b)) => rules.repeats(a, b),
            (Second(rules), Second(a), Second(b)) => rules.repeats(a, b),
            _ => unreachable!("a position of another game"),
        }
    }
}

impl<A: Notation, B: Notation<Move = A::Move, Error = A::Error>> Notation for Either<A, B> {
    hand_on! {
        notation(position: &Self::Position, mv: A::Move) -> Result<String, A::Error>;
        text(position: &Self::Position) -> Result<String, A::Error>;
        identity(position: &Self::Position) -> Result<String, A::Error>;
        is_written(position: &Self::Position, mv: A::Move, text: &str) -> Result<bool, A::Error>;
        mentions(position: &Self::Position, text: &str) -> Result<bool, A::Error>;
        has_notation() -> bool;
        player_names() -> [String; 2];
        moves_by_notation(position: &Self::Position, out: &mut Vec<A::Move>) -> Result<(), A::Error>;
    }

    fn parse(&self, text: &str) -> Result<Self::Position, InputError> {
        Ok(match self {
            First(rules) => First(rules.parse(text)?),
            Second(rules) => Second(rules.parse(text)?),
        })
    }
}

impl<A: Packed, B: Packed<Move = A::Move, Error = A::Error>> Packed for Either<A, B> {
    hand_on! {
        pack(position: &Self::Position, out: &mut Vec<u8>) -> Result<(), A::Error>;
        pack_canonical(position: &Self::Position, out: &mut Vec<u8>) -> Result<(), A::Error>;
        has_symmetry() -> bool;
        has_exact_bytes() -> bool;
        comes_in_sizes() -> bool;
        refuses_table() -> Option<String>;
    }

    fn unpack(&self, bytes: &[u8]) -> Result<Self::Position, InputError> {
        Ok(match self {
            First(rules) => First(rules.unpack(bytes)?),
            Second(rules) => Second(rules.unpack(bytes)?),
        })
    }

    fn canonical(&self, position: &Self::Position) -> Result<Self::Position, A::Error> {
        Ok(match (self, position) {
            (First(rules), First(at)) => First(rules.canonical(at)?),
            (Second(rules), Second(at)) => Second(rules.canonical(at)?),
            _ => unreachable!("a position of another game"),
        })
    }
}

impl<A: Scored, B: Scored<Move = A::Move, Error = A::Error>> Scored for Either<A, B> {
    hand_on! {
        has_estimate() -> bool;
        estimate(position: &Self::Position, prover: Player) -> Result<Estimate, A::Error>;
        payoff(position: &Self::Position, outcome: Outcome) -> Result<i32, A::Error>;
        largest_payoff() -> i32;
    }
}

impl<A: Goals, B: Goals<Move = A::Move, Error = A::Error>> Goals for Either<A, B> {
    hand_on! {
        goals() -> Vec<GoalSpec>;
        moves_left(position: &Self::Position) -> Option<u32>;
        has_root_rules() -> bool;
    }

    fn with_moves_left(&self, position: &Self::Position, left: u32) -> Self::Position {
        match (self, position) {
            (First(rules), First(at)) => First(rules.with_moves_left(at, left)),
            (Second(rules), Second(at)) => Second(rules.with_moves_left(at, left)),
            _ => unreachable!("a position of another game"),
        }
    }

    fn aim(&self, goal: &Goal, prover: Player) -> Result<Option<Either<A, B>>, InputError> {
        Ok(match self {
            First(rules) => rules.aim(goal, prover)?.map(First),
            Second(rules) => rules.aim(goal, prover)?.map(Second),
        })
    }

    fn enter(&self, position: Self::Position) -> Result<Self::Position, InputError> {
        Ok(match (self, position) {
            (First(rules), First(at)) => First(rules.enter(at)?),
            (Second(rules), Second(at)) => Second(rules.enter(at)?),
            _ => unreachable!("a position of another game"),
        })
    }
}

impl<A: Forcing, B: Forcing<Move = A::Move, Error = A::Error>> Forcing for Either<A, B> {
    hand_on! {
        board_key(position: &Self::Position) -> Result<u64, A::Error>;
        wins_on_own_move() -> bool;
        suits_forced_win() -> bool;
        judges_unplayed() -> bool;
        prospects(position: &Self::Position, key: u64, prover: Player, out: &mut Vec<Prospect<A::Move>>)
            -> Result<Option<Outcome>, A::Error>;
    }
}

impl<A: Resources, B: Resources> Resources for Either<A, B> {
    hand_on! {
        io_error() -> Option<String>;
        let_go() -> ();
    }

    fn hold_within(&self, memory: Option<usize>) {
        match self {
            First(rules) => rules.hold_within(memory),
            Second(rules) => rules.hold_within(memory),
        }
    }

    fn memory_beside(&self, own: usize) -> usize {
        match self {
            First(rules) => rules.memory_beside(own),
            Second(rules) => rules.memory_beside(own),
        }
    }
}
