//! Rules that can be asked again.

use pnyx_game::{BoxError, Outcome, Place, Player};

use crate::contents::Content;

/// Whose fault an error is.
pub enum Fault<E> {
    /// The game's: it breaks its contract, as this says.
    Contract(String),
    /// The game's: one of its methods failed.
    Exception {
        /// What kind of error it is.
        kind: String,
        /// What it says.
        message: String,
        /// The error.
        error: E,
    },
    /// Not the game's.
    Outside(E),
}

/// Rules that answer afresh each time, and remember beside that what they said of positions before. Their positions and moves are
/// objects that have [contents](crate::contents).
pub trait FreshRules {
    /// A position, a move or a key.
    type Object: Clone;
    /// What methods may fail with.
    type Error: Into<BoxError>;

    /// Who has won, if the game is over.
    fn outcome(&self, at: &Self::Object) -> Result<Option<Outcome>, Self::Error>;
    /// The player on move.
    fn turn(&self, at: &Self::Object) -> Result<Player, Self::Error>;
    /// The legal moves.
    fn moves(&self, at: &Self::Object) -> Result<Vec<Self::Object>, Self::Error>;
    /// The position after a move.
    fn play(&self, at: &Self::Object, mv: &Self::Object) -> Result<Self::Object, Self::Error>;
    /// A move in the game's notation.
    fn move_text(&self, at: &Self::Object, mv: &Self::Object) -> Result<String, Self::Error>;
    /// Whether the game says what the repetition rule compares.
    fn has_repetition_key(&self) -> bool;
    /// What the repetition rule compares: the position itself unless the game says otherwise.
    fn repetition_key(&self, at: &Self::Object) -> Result<Self::Object, Self::Error>;
    /// Whether the rule against repetition exempts a move.
    fn may_repeat(&self, at: &Self::Object, mv: &Self::Object) -> Result<bool, Self::Error>;

    /// What an object consists of, and whether that could change.
    fn content(&self, object: &Self::Object) -> Result<(Content, bool), Self::Error>;
    /// The same, with numbers by their value, as `==` takes them.
    fn content_by_value(&self, object: &Self::Object) -> Result<Content, Self::Error>;
    /// A copy of an object, if it can be copied.
    fn copy(&self, object: &Self::Object) -> Result<Option<Self::Object>, Self::Error>;
    /// Whether two objects are `==`.
    fn equal(&self, one: &Self::Object, other: &Self::Object) -> Result<bool, Self::Error>;
    /// Whether an object is `==` to no other one.
    fn equals_itself_only(&self, object: &Self::Object) -> Result<bool, Self::Error>;
    /// An object in a message.
    fn show(&self, object: &Self::Object) -> String;
    /// A position in a message.
    fn show_position(&self, at: &Self::Object) -> String;

    /// The position that is held at a place.
    fn held_position(&self, place: &Place) -> Self::Object;
    /// Its moves, which are remembered.
    fn held_moves(&self, place: &Place) -> Result<Vec<Self::Object>, Self::Error>;
    /// The player on move there, if that is remembered.
    fn held_turn(&self, place: &Place) -> Option<Player>;
    /// What the repetition rule compares there; if the game is over, only if that is remembered.
    fn held_repetition_key(&self, place: &Place, is_over: bool) -> Result<Option<Place>, Self::Error>;

    /// Whose fault an error is.
    fn fault(&self, error: Self::Error) -> Fault<Self::Error>;
}
