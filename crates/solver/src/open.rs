//! From a text to a session: positions of built-in games with their histories, and positions that certificates speak of.

use std::sync::Arc;

use pnyx_game::{Erased, Goals, Numbered, Place, RepetitionEffect};
use pnyx_games::{SPECS, chess, for_built_in, graph};
use pnyx_proof::Header;

use crate::error::{Error, Result, bad_input, rejected};
use crate::opened::{About, GameFacts, Opened, Recheck};
use crate::question::Texts;
use crate::rulebook::Rulebook;
use crate::session::Session;

/// A game's facts, with the options that differ from their defaults.
fn about(name: &str, given: &Texts) -> About {
    let spec = SPECS.iter().find(|spec| spec.name == name).expect("opened by this name");
    let default = |key: &str| spec.options.iter().find(|o| o.name == key).map(|o| o.default);
    // Switches may be given as true and false; certificates know them as on and off.
    let plain = |value: &str| match value {
        "true" => "on".to_string(),
        "false" => "off".to_string(),
        other => other.to_string(),
    };
    let options: Texts = (given.iter().map(|(k, v)| (k.clone(), plain(v))))
        .filter(|(k, v)| default(k) != Some(v.as_str()))
        .collect();
    let named = |key: &str| spec.options.iter().any(|o| o.name == key && o.in_certificate);
    let rules = options.iter().filter(|(k, _)| named(k)).map(|(k, v)| (k.clone(), v.clone()));
    let facts = if name == "graph" {
        GameFacts {
            endless: " (for a graph without cycles, add: repetition impossible)",
            ..GameFacts::default()
        }
    } else {
        GameFacts::default()
    };
    About { name: name.to_string(), goals: spec.goals.to_vec(), rules: rules.collect(), options, facts }
}

/// A built-in game with a position that may have a history: `TEXT moves m1 m2 ...`; without a text, with its start.
pub fn open(game: &str, text: Option<&str>, options: Texts) -> Result<Box<dyn Session>> {
    // Comments may speak of moves.
    let plain = text.filter(|_| game == "graph").map(graph::without_comments);
    let (board, moves) = match plain.as_deref().or(text) {
        Some(text) => split_history(text)?,
        None => (None, Vec::new()),
    };
    let opened = pnyx_games::open(game, board, options.clone())?;
    let about = about(game, &opened.canonical(&options));
    let session = for_built_in!(opened, |g, p| {
        // On this board: the numbers in goals may depend on it.
        let about = About { goals: g.goals(), ..about };
        Box::new(Opened::new(about, g, p)) as Box<dyn Session>
    });
    if moves.is_empty() {
        return Ok(session);
    }
    if session.about().options.get("en-passant").is_some_and(|value| value == "always") {
        // The history would repeat by one notion of the same position and not by the other.
        return Err(bad_input(
            "en-passant=always does not support a history: leave out the moves or use en-passant=legal",
        ));
    }
    session.history(&moves)
}

/// A position of a game written outside, which checks certificates by more than the rules that the search has asked, and
/// may have other rules to ask when all its positions are looked for.
pub fn numbered(
    about: About,
    game: Arc<dyn Numbered>,
    root: Place,
    recheck: Arc<dyn Recheck<Erased>>,
    rulebook: Option<Arc<Rulebook<'static>>>,
) -> Box<dyn Session> {
    let mut opened = Opened::new(about, Erased(game), root);
    (opened.recheck, opened.rulebook) = (Some(recheck), rulebook);
    Box::new(opened)
}

/// Another position of the game behind a session that [`numbered`] made, without a history.
pub fn numbered_at(session: &dyn Session, root: Place) -> Result<Box<dyn Session>> {
    Ok(Box::new(Opened::<Erased>::of(session)?.at(root)))
}

fn split_history(text: &str) -> Result<(Option<&str>, Vec<&str>)> {
    let word = text.match_indices("moves").find(|(at, word)| {
        text[..*at].ends_with(char::is_whitespace)
            && text[at + word.len()..].chars().next().is_none_or(char::is_whitespace)
    });
    let Some((at, word)) = word else { return Ok((Some(text), Vec::new())) };
    let moves: Vec<&str> = text[at + word.len()..].split_whitespace().collect();
    if moves.is_empty() {
        return Err(bad_input("expected moves after the word 'moves', got none: leave the word out"));
    }
    Ok((Some(text[..at].trim_end()), moves))
}

/// The position of a built-in game that a certificate speaks of; `syzygy` says where tables of endings are.
pub fn subject(header: &Header, syzygy: Option<&str>) -> Result<Box<dyn Session>> {
    let refuse = |error: Error| rejected(error.to_string());
    let options = pnyx_games::options_from_json(&header.options).map_err(|error| refuse(error.into()))?;
    let Some(spec) = SPECS.iter().find(|spec| spec.name == header.game) else {
        return Err(rejected(format!(
            "the certificate is about '{}', which is not built in: a game written in Python must be given with it",
            header.game
        )));
    };
    // No file says which directories of ours to look into.
    if let Some(o) = spec.options.iter().find(|o| !o.in_certificate && options.contains_key(o.name)) {
        return Err(rejected(format!("options should not hold {}, which does not change the rules", o.name)));
    }
    let options = chess::Tables::find(spec.name, options, syzygy)?;
    let session = open(&header.game, Some(&header.position), options).map_err(refuse)?;
    if header.repetition == RepetitionEffect::Impossible && !split_history(&header.position)?.1.is_empty() {
        return Err(rejected("a history has no meaning where positions cannot repeat".into()));
    }
    Ok(session)
}
