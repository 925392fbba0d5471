//! Hostile goals and options.

use std::collections::BTreeMap;
use std::fmt::Debug;

use bolero::TypeGenerator;
use pnyx_fuzz::{
    ROWS, Scrap, Tally, TextEdit, assert_little_memory, can_be_used, edit_text, few, fuzz, join, message,
    soon,
};
use pnyx_game::{Game, Goal, InputError, Outcome, Player};
use pnyx_games::{GameSpec, SPECS, for_built_in, open, options_from_json, options_to_json};

/// Longer games are not played to their end.
const MOST_PLIES: u32 = 300;

fn spec(game: &str) -> &'static GameSpec {
    SPECS.iter().find(|spec| spec.name == game).expect("a built-in game")
}

#[derive(Debug, TypeGenerator)]
struct GoalSeed {
    game: u8,
    sample: u8,
    /// Which of its goals, and the number in it.
    goal: u8,
    #[generator(-70..70)]
    number: i8,
    #[generator(few())]
    edits: Vec<TextEdit>,
    second: bool,
    choices: [u8; 8],
}

/// A game played to its end.
fn end<G: Game>(game: &G, root: &G::Position, choices: &[u8]) -> Option<G::Position>
where
    G::Error: Debug,
{
    let mut position = root.clone();
    let mut choices = choices.iter().cycle();
    for _ in 0..MOST_PLIES {
        if game.outcome(&position).unwrap().is_some() {
            return Some(position);
        }
        let mut moves = Vec::new();
        game.moves(&position, &mut moves).unwrap();
        let mv = moves[usize::from(*choices.next().unwrap()) % moves.len()];
        game.play(&mut position, mv).unwrap();
    }
    None
}

/// The game for the goal that a text names; `None` if it is judged as it is, or has no such goal.
fn aim<G: Game>(game: &G, goal: &Goal, prover: Player, text: &str) -> Option<G> {
    game.aim(goal, prover).unwrap_or_else(|error| {
        let message = message(text, &error);
        assert!(message.contains(&InputError::quote(text)), "{text:?}: {message}");
        None
    })
}

/// Whether a text names a goal. One that the game judges by itself is reached or not; a score that is reached includes all
/// lower ones.
fn judges_ends<G: Game>(game: &G, root: &G::Position, text: &str, prover: Player, choices: &[u8]) -> bool
where
    G::Error: Debug,
{
    let goal = match Goal::find(text, &game.goals()) {
        Err(error) => {
            let message = message(text, &error);
            assert!(
                message.contains("score") || message.contains(&InputError::quote(text)),
                "{text:?}: {message}"
            );
            return false;
        }
        Ok(None) => return false,
        Ok(Some(goal)) => goal,
    };
    assert_eq!(goal.to_string(), text, "a goal is written in one way");
    let Some(aimed) = aim(game, &goal, prover, text) else { return true };
    let Some(end) = end(&aimed, root, choices) else { return true };
    let outcome = aimed.outcome(&end).unwrap();
    // Who has no moves left for a mate has not lost.
    let missed = (goal.limit.is_some() || goal.opposite().is_some_and(|turned| !turned.negated))
        && outcome == Some(Outcome::Draw);
    let judged = missed || matches!(outcome, Some(Outcome::Win(_)));
    assert!(judged, "{text:?} is neither reached nor missed: {outcome:?}");
    if let Some(number) = goal.number {
        let lower = Goal::find(&format!("{} {}", goal.name, i64::from(number) - 1), &game.goals());
        if let Some(lower) = lower.ok().flatten().and_then(|lower| aim(game, &lower, prover, text)) {
            let reached = outcome == Some(Outcome::Win(prover));
            assert!(!reached || lower.outcome(&end).unwrap() == outcome, "{text:?}, but not one less");
        }
    }
    true
}

#[test]
fn any_text_is_a_goal_or_refused() {
    static TALLY: Tally = Tally::new("any text is a goal or refused");
    let words = ["score", " ", "-", "+", "0", "1", "64", "win", "mate", "2147483648", "N", "é", "\u{661}"];
    fuzz!().with_type::<GoalSeed>().for_each(|seed| {
        let row = &ROWS[usize::from(seed.game) % ROWS.len()];
        let goals = spec(row.game).goals;
        let name = goals[usize::from(seed.goal) % goals.len()].label().replace('N', &seed.number.to_string());
        let text = edit_text(&name, &seed.edits, &words);
        let (options, position) = row.sample(seed.sample);
        let opened = open(row.game, Some(position), options).expect("a sample");
        let prover = if seed.second { Player::Second } else { Player::First };
        let known = soon(&text, || {
            for_built_in!(opened, |game, root| judges_ends(&game, &root, &text, prover, &seed.choices))
        });
        TALLY.add(known);
        assert_little_memory();
    });
    TALLY.finish();
}

/// Names and values for options, some of them right.
#[derive(Debug, TypeGenerator)]
struct OptionsSeed {
    game: u8,
    sample: Option<u8>,
    #[generator(few())]
    given: Vec<(Option<u8>, Vec<Scrap>)>,
    #[generator(few())]
    json: Vec<TextEdit>,
}

#[test]
fn any_texts_are_options_or_refused() {
    static TALLY: Tally = Tally::new("any texts are options or refused");
    let words = [
        "on", "off", "true", "false", "0", "1", "3", "4", "6", "7", "8", "9", "10", "+", "-", "native",
        "papers", "legal", "always", "a1", "-h8", ",", " ", "\"", "\\", "{", "}", ":", "é", "\u{663}",
    ];
    fuzz!().with_type::<OptionsSeed>().for_each(|seed| {
        let row = &ROWS[usize::from(seed.game) % ROWS.len()];
        let known = spec(row.game).options;
        let mut given = BTreeMap::new();
        let mut text = None;
        if let Some(sample) = seed.sample {
            let (options, position) = row.sample(sample);
            (given, text) = (options, Some(position));
        }
        for (name, value) in &seed.given {
            let value = join(value, &words);
            let name = match name {
                Some(number) if !known.is_empty() => {
                    known[usize::from(*number) % known.len()].name.to_string()
                }
                _ => value.chars().rev().collect(),
            };
            given.insert(name, value);
        }
        // Through the form they have in certificates, which may be damaged as well.
        let written = options_to_json(&given);
        assert_eq!(options_from_json(&written).as_ref(), Ok(&given));
        let damaged = edit_text(&written, &seed.json, &words);
        let given = match options_from_json(&damaged) {
            Ok(given) => given,
            Err(error) => {
                drop(message(&damaged, &error));
                return;
            }
        };
        soon(&damaged, || {
            let opened = open(row.game, text, given.clone());
            TALLY.add(opened.is_ok());
            match opened {
                Ok(opened) => for_built_in!(opened, |game, root| can_be_used(&game, &root)),
                Err(error) => {
                    let message = message(&damaged, &error);
                    let named = known.iter().any(|option| message.contains(option.name));
                    let unknown = message.contains("option");
                    assert!(named || unknown, "{}, {damaged}: {message}", row.game);
                }
            }
        });
        assert_little_memory();
    });
    TALLY.finish();
}
