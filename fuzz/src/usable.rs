//! What must be true of a position that was accepted, and of the words for one that was not.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use pnyx_game::{Game, InputError};

/// Whatever a small text says, everything about it is done by then.
const LONGEST: Duration = Duration::from_secs(5);
/// Messages quote what was given, but not all of it.
const LONGEST_MESSAGE: usize = 2_000;

/// Do something that may not take long.
///
/// # Panics
///
/// If it does.
pub fn soon<T>(text: &str, work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let done = work();
    assert!(begun.elapsed() < LONGEST, "{:?} for {text:?}", begun.elapsed());
    done
}

/// The message of an error.
///
/// # Panics
///
/// If it is empty, or is not one clean line, or is too long.
#[must_use]
pub fn message(text: &str, error: &InputError) -> String {
    let message = error.to_string();
    let strange = |c: char| c.is_control() || ['\u{2028}', '\u{2029}'].contains(&c);
    assert!(!message.trim().is_empty(), "no message for {text:?}");
    assert!(!message.contains(strange), "not one line for {text:?}: {message:?}");
    assert!(message.chars().count() < LONGEST_MESSAGE, "a long message for {text:?}: {message}");
    message
}

/// What is written is read as the same, and everything a search asks can be asked.
///
/// # Panics
///
/// If not.
pub fn can_be_used<G: Game>(game: &G, root: &G::Position)
where
    G::Error: std::fmt::Debug,
{
    let text = game.text(root).unwrap();
    let again = game.parse(&text).unwrap_or_else(|e| panic!("{text} is not read: {e}"));
    assert!(again == *root, "{text} is not read as it was written");
    let mut keys: HashMap<u64, G::Position> = HashMap::from([(game.key(root).unwrap(), again)]);
    let mut check_key = |position: &G::Position| {
        let key = game.key(position).unwrap();
        let known = keys.entry(key).or_insert_with(|| position.clone());
        assert!(known == position, "{} shares its key with another", game.text(position).unwrap());
    };
    check_key(root);
    let (mut moves, mut names) = (Vec::new(), Vec::new());
    game.moves(root, &mut moves).unwrap();
    let (outcome, replies) = game.evaluate(root, &mut Vec::new()).unwrap();
    assert_eq!(outcome, game.outcome(root).unwrap());
    assert!(
        outcome.is_some() || (replies as usize == moves.len() && replies > 0),
        "{text}: {replies} replies"
    );
    if outcome.is_some() {
        return;
    }
    for mv in moves {
        names.push(game.notation(root, mv).unwrap());
        let mut next = root.clone();
        game.play(&mut next, mv).unwrap();
        game.evaluate(&next, &mut Vec::new()).unwrap();
        let written = game.text(&next).unwrap();
        let again = game.parse(&written).unwrap_or_else(|e| panic!("{text}, {}: {e}", names.last().unwrap()));
        assert!(again == next && game.key(&again).unwrap() == game.key(&next).unwrap(), "{written}");
        check_key(&next);
    }
    let mut sorted = Vec::new();
    game.moves_by_notation(root, &mut sorted).unwrap();
    let sorted: Vec<_> = sorted.iter().map(|&mv| game.notation(root, mv).unwrap()).collect();
    names.sort();
    assert_eq!(names, sorted, "{text}");
    names.dedup();
    assert_eq!(names.len(), sorted.len(), "{text}: two moves with one name");
}
