//! What can be said of a position without a search: its texts, its moves, its history, and what play-outs find.

use pnyx_game::{InputError, Outcome, Repetition, check_game, perft};

use crate::error::{Error, Result, bad_input};
use crate::host::{Host, Signals};
use crate::opened::{Opened, Playable};

/// What a position says of itself.
pub trait Describe {
    /// The position in the game's notation, with its history.
    fn text(&self) -> Result<String>;
    /// The position alone, without its history.
    fn board(&self) -> Result<String>;
    /// The text without what does not matter for the future, and without the history.
    fn identity(&self) -> Result<String>;
    fn has_history(&self) -> bool;
    fn repetition(&self) -> Repetition;
    /// The name of the player on move.
    fn turn(&self) -> Result<String>;
    fn players(&self) -> [String; 2];
    /// The winner's name or `draw`, if the game is over.
    fn outcome(&self) -> Result<Option<String>>;
    fn moves(&self) -> Result<Vec<String>>;
    /// The number of move sequences of this length.
    fn perft(&self, host: &dyn Host, depth: u32) -> Result<u64>;
    /// Test the game's contract by random play-outs: plies played, positions compared.
    fn check_game(&self, host: &dyn Host, playouts: u32, plies: u32, seed: u64) -> Result<(u64, u64)>;
}

impl<G: Playable> Describe for Opened<G> {
    fn text(&self) -> Result<String> {
        match &self.origin {
            Some((start, moves)) => Ok(format!("{start} moves {}", moves.join(" "))),
            None => self.board(),
        }
    }

    fn board(&self) -> Result<String> {
        Self::say(self.game.text(&self.root))
    }

    fn identity(&self) -> Result<String> {
        Self::say(self.game.identity(&self.root))
    }

    fn has_history(&self) -> bool {
        self.origin.is_some()
    }

    fn repetition(&self) -> Repetition {
        self.game.repetition()
    }

    fn turn(&self) -> Result<String> {
        let turn = Self::say(self.game.turn(&self.root))?;
        Ok(self.players()[turn.index()].clone())
    }

    fn players(&self) -> [String; 2] {
        self.game.player_names()
    }

    fn outcome(&self) -> Result<Option<String>> {
        let outcome = self.trusted(Self::say(self.game.outcome(&self.root)))?;
        Ok(outcome.map(|outcome| match outcome {
            Outcome::Draw => "draw".to_string(),
            Outcome::Win(player) => self.players()[player.index()].clone(),
        }))
    }

    fn moves(&self) -> Result<Vec<String>> {
        let mut moves = Vec::new();
        if Self::say(self.game.outcome(&self.root))?.is_none() {
            Self::say(self.game.moves(&self.root, &mut moves))?;
        }
        moves.into_iter().map(|mv| Self::say(self.game.notation(&self.root, mv))).collect()
    }

    fn perft(&self, host: &dyn Host, depth: u32) -> Result<u64> {
        let _busy = self.busy();
        let mut signals = Signals::new(host);
        let count = self.run(host, || perft(&self.game, &self.root, depth, &mut || signals.poll()));
        let count = self.trusted(Self::say(count))?;
        signals.end()?;
        count.ok_or_else(|| bad_input("the count was broken off"))
    }

    fn check_game(&self, host: &dyn Host, playouts: u32, plies: u32, seed: u64) -> Result<(u64, u64)> {
        let _busy = self.busy();
        let mut signals = Signals::new(host);
        let report = self
            .run(host, || check_game(&self.game, &self.root, playouts, plies, seed, &mut || signals.poll()));
        signals.end()?;
        report.map(|report| (report.plies, report.comparisons)).map_err(Error::Contract)
    }
}

impl<G: Playable> Opened<G> {
    /// The position after moves, with them as its history.
    pub(crate) fn with_history(&self, moves: &[&str]) -> Result<Opened<G>> {
        let mut opened = self.at(self.root.clone());
        let (mut start, mut kept) = (Self::say(self.game.text(&self.root))?, Vec::new());
        for (i, text) in moves.iter().enumerate() {
            let mv = self
                .find_move(&opened.root, text)
                .map_err(|error| bad_input(format!("move {} of the history: {error}", i + 1)))?;
            let forgets = self.game.repetition() == Repetition::Impossible
                || self.game.is_irreversible(&opened.root, mv);
            let exempt = Self::say(self.game.may_repeat(&opened.root, mv))?;
            opened.history.push(opened.root.clone());
            kept.push((*text).to_string());
            Self::say(self.game.play(&mut opened.root, mv))?;
            if self.game.repetition() == Repetition::Illegal && !exempt {
                for before in &opened.history {
                    if Self::say(self.game.repeats(before, &opened.root))? {
                        let text = InputError::quote(text);
                        let what = format!(
                            "{text} repeats an earlier position, which is illegal in {}",
                            self.about.name
                        );
                        return Err(bad_input(format!("move {} of the history: {what}", i + 1)));
                    }
                }
            }
            if forgets {
                start = Self::say(self.game.text(&opened.root))?;
                opened.history.clear();
                kept.clear();
            }
        }
        if !kept.is_empty() {
            opened.origin = Some((start, kept));
        }
        Ok(opened)
    }

    pub(crate) fn find_move(&self, position: &G::Position, text: &str) -> Result<G::Move> {
        let mut moves = Vec::new();
        if Self::say(self.game.outcome(position))?.is_none() {
            Self::say(self.game.moves(position, &mut moves))?;
        }
        let mut names = Vec::with_capacity(moves.len());
        for mv in moves {
            let name = Self::say(self.game.notation(position, mv))?;
            if name == text {
                return Ok(mv);
            }
            names.push(name);
        }
        Err(not_legal(&self.about.name, text, names))
    }
}

/// What is said of a move that is not among those of a position.
#[cold]
fn not_legal(game: &str, text: &str, mut names: Vec<String>) -> Error {
    names.sort();
    let total = names.len();
    names.truncate(12);
    let more = if total > names.len() { " …" } else { "" };
    bad_input(match total {
        0 => format!("{} is not a legal move: the game is over here", InputError::quote(text)),
        _ => format!(
            "{} is not a legal move here; legal moves, in the notation of {}: {}{more}",
            InputError::quote(text),
            game,
            names.join(" ")
        ),
    })
}
