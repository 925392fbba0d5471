//! How a game presents itself: its name, its goals and its options.

use std::collections::BTreeMap;

use pnyx_game::{
    Argument, DRAW_OR_BETTER, GoalSpec, InputError, Player, Threshold, Turned, WIN, WIN_IN, input_error,
    read_number,
};

/// The goals of games that have no others.
pub(crate) const WIN_OR_DRAW: &[GoalSpec] = &[WIN, DRAW_OR_BETTER, WIN_IN];

/// A goal `score N` of the player on move, with these scores.
pub(crate) const fn score_goal(meaning: &'static str, most: i32) -> GoalSpec {
    let (argument, turned) = (Argument::Number(-most, most), Turned::OppositeNumber);
    GoalSpec { argument, turned, ..GoalSpec::new("score", meaning, Threshold::Win) }
}

/// An option of a game.
#[derive(Debug)]
pub struct OptionSpec {
    /// What the user types.
    pub name: &'static str,
    /// The value it has otherwise.
    pub default: &'static str,
    /// One line of explanation.
    pub meaning: &'static str,
    /// Whether certificates name it: it changes the rules, and the position's text does not show it.
    pub in_certificate: bool,
}

impl OptionSpec {
    /// An option that certificates do not name.
    pub(crate) const fn new(name: &'static str, default: &'static str, meaning: &'static str) -> OptionSpec {
        OptionSpec { name, default, meaning, in_certificate: false }
    }

    /// The same option, named in certificates.
    pub(crate) const fn in_certificates(self) -> OptionSpec {
        OptionSpec { in_certificate: true, ..self }
    }
}

/// A built-in game as the user sees it.
#[derive(Debug)]
pub struct GameSpec {
    /// What the user types.
    pub name: &'static str,
    /// One line of explanation.
    pub description: &'static str,
    /// The position a game begins with.
    pub start: &'static str,
    /// The goals, the default first; the numbers of some depend on the board, and these are for the usual one.
    pub goals: &'static [GoalSpec],
    /// The options.
    pub options: &'static [OptionSpec],
}

/// Options as the user gave them: names are known, values are not checked yet.
#[derive(Clone, Debug, Default)]
pub struct GameOptions(BTreeMap<String, String>);

impl GameOptions {
    /// Take what the user gave, if the game knows all the names.
    pub fn new(spec: &GameSpec, given: BTreeMap<String, String>) -> Result<GameOptions, InputError> {
        for name in given.keys() {
            if !spec.options.iter().any(|o| o.name == name) {
                let known: Vec<_> = spec.options.iter().map(|o| o.name).collect();
                let known = if known.is_empty() { "none".to_string() } else { known.join(", ") };
                return Err(input_error!(
                    "{} has no option {} (it has: {known})",
                    spec.name,
                    InputError::quote(name)
                ));
            }
        }
        Ok(GameOptions(given))
    }

    /// The value the user gave.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// A number between two bounds.
    pub fn number(&self, name: &str, least: usize, most: usize) -> Result<Option<usize>, InputError> {
        let Some(text) = self.get(name) else { return Ok(None) };
        match read_number(text, least, most) {
            Some(number) => Ok(Some(number)),
            None => Err(input_error!(
                "option {name} must be a number from {least} to {most}, not {}",
                InputError::quote(text)
            )),
        }
    }

    /// On or off, off by default; true and false will do too.
    pub fn switch(&self, name: &str) -> Result<bool, InputError> {
        Ok(["on", "true"].contains(&self.choice(name, &["off", "on", "true", "false"])?))
    }

    /// One of some words; the first is the default.
    pub fn choice(&self, name: &str, words: &[&'static str]) -> Result<&'static str, InputError> {
        let Some(text) = self.get(name) else { return Ok(words[0]) };
        words.iter().copied().find(|word| *word == text).ok_or_else(|| {
            input_error!("option {name} must be one of {}, not {}", words.join(", "), InputError::quote(text))
        })
    }
}

/// Read options from the JSON object in a certificate.
pub fn options_from_json(text: &str) -> Result<BTreeMap<String, String>, InputError> {
    serde_json::from_str(text)
        .map_err(|_| input_error!("options must be a JSON object of texts, not {}", InputError::quote(text)))
}

/// Write options as the JSON object for a certificate: keys sorted, no spaces.
#[must_use]
pub fn options_to_json(options: &BTreeMap<String, String>) -> String {
    serde_json::to_string(options).expect("texts can be written")
}

/// The game for the goal of this text; `None` if it has no such goal, or needs nothing for it.
#[cfg(test)]
pub(crate) fn aim<G: pnyx_game::Game>(game: &G, goal: &str, prover: Player) -> Result<Option<G>, InputError> {
    match pnyx_game::Goal::find(goal, &game.goals())? {
        Some(goal) => game.aim(&goal, prover),
        None => Ok(None),
    }
}

/// The player whom a letter stands for, `x` or `o` or whatever they are, small or capital.
pub(crate) fn player_of(letters: [&str; 2], text: &str) -> Option<Player> {
    PLAYERS.into_iter().find(|player| letters[player.index()].eq_ignore_ascii_case(text))
}

/// Why there cannot be these numbers of X and O with this player to move, if there cannot.
pub(crate) fn wrong_numbers([x, o]: [u32; 2], turn: Player) -> Option<String> {
    let (mover, expected, need) = match turn {
        Player::First => ("x", o, "as many X as O"),
        Player::Second => ("o", o + 1, "one X more than O"),
    };
    (x != expected).then(|| format!("with {mover} to move there must be {need}, not {x} X and {o} O"))
}

/// The first or second player by index, for tables of two.
pub(crate) const PLAYERS: [Player; 2] = [Player::First, Player::Second];

/// The numbers of the bits of a word, from the lowest.
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = (word != 0).then(|| word.trailing_zeros());
        word &= word.wrapping_sub(1);
        lowest
    })
}
