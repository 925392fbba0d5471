//! Restrictions of the side that must mate: the options `attack` and `exclude`.
//!
//! `attack` says what every move of that side must do, as `checks,replies<=3`; `exclude` says which moves it must not
//! begin with, as `d1h5,e2e4`. They bind one side, so they mean something only together with a goal that names it. A
//! side that has legal moves, but none that it is allowed, has not mated: that is a draw.
//!
//! Where moves are excluded the first position is marked, because the same board may be repeated later, with nothing
//! excluded. A FEN is that first position; every other one has the word `later` after it.

use pnyx_game::{Goal, InputError, Side, input_error, read_number};

use super::mate::is_mate;
use super::{ChessRules, Squares};

/// No limit of an attack is larger than this: no position has more moves.
const MOST: u16 = 500;
/// The most moves that can be excluded.
const MOST_EXCLUDED: usize = 64;

/// What every move of the side that must mate does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attack {
    /// It gives check.
    pub checks: bool,
    /// It leaves at most N legal replies.
    pub replies: Option<u16>,
    /// It leaves at most N legal moves of the king, castling among them.
    pub flights: Option<u16>,
}

impl Attack {
    /// Read words separated by commas; an empty text restricts nothing.
    pub fn read(text: &str) -> Result<Attack, InputError> {
        let mut attack = Attack::default();
        for word in text.split(',').map(str::trim).filter(|_| !text.trim().is_empty()) {
            let fresh = match word.split_once("<=") {
                None if word == "checks" => !std::mem::replace(&mut attack.checks, true),
                Some(("replies", most)) => attack.replies.replace(limit(text, most)?).is_none(),
                Some(("flights", most)) => attack.flights.replace(limit(text, most)?).is_none(),
                _ => return Err(bad_attack(text, word)),
            };
            if !fresh {
                return Err(bad_attack(text, word));
            }
        }
        Ok(attack)
    }

    /// The canonical text.
    #[must_use]
    pub fn text(self) -> String {
        let checks = self.checks.then(|| "checks".to_string());
        let replies = self.replies.map(|most| format!("replies<={most}"));
        let flights = self.flights.map(|most| format!("flights<={most}"));
        [checks, replies, flights].into_iter().flatten().collect::<Vec<_>>().join(",")
    }

    /// Whether a move is allowed after which there are this many replies, of which the king makes this many.
    pub(super) fn allows(self, gives_check: bool, replies: usize, flights: usize) -> bool {
        let within = |most: Option<u16>, count: usize| most.is_none_or(|most| count <= usize::from(most));
        (gives_check || !self.checks) && within(self.replies, replies) && within(self.flights, flights)
    }
}

fn limit(text: &str, number: &str) -> Result<u16, InputError> {
    read_number(number, 0, MOST).ok_or_else(|| {
        let (number, text) = (InputError::quote(number), InputError::quote(text));
        input_error!("a limit in option attack must be a number from 0 to {MOST}, not {number} in {text}")
    })
}

fn bad_attack(text: &str, word: &str) -> InputError {
    input_error!(
        "option attack must be some of checks, replies<=K and flights<=K, each once and separated by commas, not {} \
         ({} at column {})",
        InputError::quote(text),
        InputError::quote(word),
        InputError::column(text, word)
    )
}

/// Moves that the side that must mate does not begin with, sorted by their text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Excluded {
    moves: [Squares; MOST_EXCLUDED],
    count: usize,
}

impl Default for Excluded {
    fn default() -> Excluded {
        Excluded { moves: [Squares { from: 0, to: 0, promotion: None }; MOST_EXCLUDED], count: 0 }
    }
}

impl Excluded {
    /// Read moves in UCI, separated by commas; an empty text excludes nothing.
    pub fn read(text: &str) -> Result<Excluded, InputError> {
        let mut found = Vec::new();
        for word in text.split(',').map(str::trim).filter(|_| !text.trim().is_empty()) {
            found.push(Squares::read(word).ok_or_else(|| {
                input_error!(
                    "option exclude must be moves such as d1h5 or e7e8q, separated by commas, not {} ({} at column {})",
                    InputError::quote(text),
                    InputError::quote(word),
                    InputError::column(text, word)
                )
            })?);
        }
        found.sort_by_key(|mv| mv.uci_rank());
        found.dedup();
        if found.len() > MOST_EXCLUDED {
            return Err(input_error!(
                "option exclude takes at most {MOST_EXCLUDED} moves, not {}",
                found.len()
            ));
        }
        let mut excluded = Excluded { count: found.len(), ..Excluded::default() };
        excluded.moves[..found.len()].copy_from_slice(&found);
        Ok(excluded)
    }

    /// The canonical text.
    #[must_use]
    pub fn text(&self) -> String {
        self.moves().iter().map(|mv| mv.uci()).collect::<Vec<_>>().join(",")
    }

    /// Whether nothing is excluded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) fn moves(&self) -> &[Squares] {
        &self.moves[..self.count]
    }
}

impl ChessRules {
    /// Whether there are restrictions that bind the prover of this goal; an error if it is another goal than mate.
    pub(super) fn binds(&self, goal: &Goal) -> Result<bool, InputError> {
        if self.attack == Attack::default() && self.exclude.is_empty() {
            return Ok(false);
        }
        if !self.exclude.is_empty() && goal.side == Side::Other {
            return Err(input_error!(
                "option exclude is about the first move of the side that must mate, which is not to move for the goal {}",
                InputError::quote(&goal.to_string())
            ));
        }
        if is_mate(goal) {
            return Ok(true);
        }
        Err(input_error!(
            "options attack and exclude bind the side that must mate: they go with the goals mate, mate-in N, mated \
             and mated-in N, not with {}",
            InputError::quote(&goal.to_string())
        ))
    }

    /// Whether the first position of the game is marked.
    pub(super) fn marks_first(&self) -> bool {
        self.mating.is_some_and(|mating| mating.bound) && !self.exclude.is_empty()
    }

    /// The first excluded move that is none of these.
    pub(super) fn check_excluded(&self, legal: impl Fn(Squares) -> bool) -> Result<(), InputError> {
        let moves = if self.marks_first() { self.exclude.moves() } else { &[] };
        match moves.iter().find(|&&mv| !legal(mv)) {
            None => Ok(()),
            Some(mv) => Err(input_error!(
                "option exclude names {}, which is not a legal move of this position",
                InputError::quote(&mv.uci())
            )),
        }
    }

    /// Split the word `later` off a text, if there can be one: the rest, and whether this is the first position.
    pub(super) fn split_later<'a>(&self, text: &'a str) -> (&'a str, bool) {
        match text.trim_end().strip_suffix(" later").filter(|_| self.marks_first()) {
            Some(rest) => (rest, false),
            None => (text, self.marks_first()),
        }
    }

    /// The word after a FEN that says that this is not the first position.
    pub(super) fn later_text(&self, first: bool) -> &'static str {
        if first || !self.marks_first() { "" } else { " later" }
    }
}
