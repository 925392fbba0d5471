//! Restrictions of the side that must mate: the options `attack` and `exclude`.
//!
//! `attack` says what every move of that side must do, as `checks,replies<=3`; `exclude` says which moves it must not
//! begin with, as `d1h5,e2e4`. They bind one side, so they mean something only together with a goal that names it. A
//! side that has legal moves, but none that it is allowed, has not mated: that is a draw.
//!
//! Where moves are excluded the first position is marked, because the same board may come back later, with nothing
//! excluded. A FEN is that first position; every other one has the word `later` after it.

use pnyx_game::InputError;

use super::mate::is_of_the_mover;
use super::{Rules, SPEC, Squares};
use crate::spec::GOAL_MATE;

/// No limit of an attack is larger than this: no position has so many moves.
const MOST: u16 = 500;
/// The most moves that can be excluded.
const MOST_EXCLUDED: usize = 64;

/// What every move of the side that must mate does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attack {
    /// It gives check.
    pub checks: bool,
    /// It leaves at most so many legal replies.
    pub replies: Option<u16>,
    /// It leaves at most so many legal moves of the king, castling among them.
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

    /// Whether a move is allowed after which there are so many replies, of which the king makes so many.
    pub(super) fn allows(self, gives_check: bool, replies: usize, flights: usize) -> bool {
        let within = |most: Option<u16>, count: usize| most.is_none_or(|most| count <= usize::from(most));
        (gives_check || !self.checks) && within(self.replies, replies) && within(self.flights, flights)
    }
}

fn limit(text: &str, number: &str) -> Result<u16, InputError> {
    match number.parse::<u16>() {
        Ok(n) if n <= MOST && n.to_string() == number => Ok(n),
        _ => Err(InputError::new(format!(
            "a limit in option attack must be a number from 0 to {MOST}, not {} in {}",
            InputError::quote(number),
            InputError::quote(text)
        ))),
    }
}

fn bad_attack(text: &str, word: &str) -> InputError {
    InputError::new(format!(
        "option attack must be some of checks, replies<=K and flights<=K, each once and separated by commas, not {} \
         ({} at column {})",
        InputError::quote(text),
        InputError::quote(word),
        InputError::column(text, word)
    ))
}

/// Moves that the side that must mate does not begin with, sorted by their text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Excluded {
    moves: [Squares; MOST_EXCLUDED],
    count: usize,
}

impl Default for Excluded {
    fn default() -> Excluded {
        Excluded { moves: [Squares { from: 0, to: 0, promotion: None }; MOST_EXCLUDED], count: 0 }
    }
}

impl std::fmt::Debug for Excluded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text())
    }
}

impl Excluded {
    /// Read moves in UCI, separated by commas; an empty text excludes nothing.
    pub fn read(text: &str) -> Result<Excluded, InputError> {
        let mut found = Vec::new();
        for word in text.split(',').map(str::trim).filter(|_| !text.trim().is_empty()) {
            found.push(Squares::read(word).ok_or_else(|| {
                InputError::new(format!(
                    "option exclude must be moves such as d1h5 or e7e8q, separated by commas, not {} ({} at column {})",
                    InputError::quote(text),
                    InputError::quote(word),
                    InputError::column(text, word)
                ))
            })?);
        }
        found.sort_by_key(|mv| mv.uci_rank());
        found.dedup();
        if found.len() > MOST_EXCLUDED {
            return Err(InputError::new(format!(
                "option exclude takes at most {MOST_EXCLUDED} moves, not {}",
                found.len()
            )));
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

impl Rules {
    /// Whether there are restrictions that bind the prover of this goal; an error if it is another goal than mate.
    pub(super) fn binds(&self, goal: &str) -> Result<bool, InputError> {
        if self.attack == Attack::default() && self.exclude.is_empty() {
            return Ok(false);
        }
        if !self.exclude.is_empty() && is_of_the_mover(goal) {
            return Err(InputError::new(format!(
                "option exclude is about the first move of the side that must mate, which is not to move for the goal {}",
                InputError::quote(goal)
            )));
        }
        if goal == GOAL_MATE || goal.split(' ').next() == Some("mate-in") || is_of_the_mover(goal) {
            return Ok(true);
        }
        match SPEC.goals.contains(&goal) {
            true => Err(InputError::new(format!(
                "options attack and exclude bind the side that must mate: they go with the goals mate, mate-in N, mated \
                 and mated-in N, not with {}",
                InputError::quote(goal)
            ))),
            false => Ok(false),
        }
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
            Some(mv) => Err(InputError::new(format!(
                "option exclude names {}, which is not a legal move of this position",
                InputError::quote(&mv.uci())
            ))),
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
