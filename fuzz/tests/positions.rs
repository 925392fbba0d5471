//! Hostile texts where positions are expected: a target for every game.

use pnyx_fuzz::{ROWS, Row, Tally, Text, assert_little_memory, can_be_used, fuzz, message, soon};
use pnyx_games::{SPECS, for_built_in, open};

/// Any text is a position that can be used, or refused in one line.
fn read_or_refuse(game: &str) {
    let row = Row::of(game);
    let tally = Tally::of(game, "any text is a position or refused");
    fuzz!().with_type::<Text>().for_each(|text| {
        let (options, text) = text.write(row);
        soon(&text, || {
            let opened = open(game, Some(&text), options);
            tally.add(opened.is_ok());
            match opened {
                Ok(opened) => for_built_in!(opened, |game, root| can_be_used(&game, &root)),
                Err(error) => drop(message(&text, &error)),
            }
        });
        assert_little_memory();
    });
    tally.finish();
}

macro_rules! targets {
    ($($target:ident: $game:literal,)*) => {
        $(#[test]
        fn $target() {
            read_or_refuse($game);
        })*

        const TARGETS: &[&str] = &[$($game),*];
    };
}

targets! {
    tic_tac_toe: "tic-tac-toe",
    connect_four: "connect-four",
    othello: "othello",
    lines_of_action: "lines-of-action",
    checkers: "checkers",
    go_one_eye: "go-one-eye",
    chess: "chess",
    antichess: "antichess",
    atomic: "atomic",
    three_check: "three-check",
    king_of_the_hill: "king-of-the-hill",
    racing_kings: "racing-kings",
    horde: "horde",
    crazyhouse: "crazyhouse",
    graph: "graph",
}

#[test]
fn every_game_has_a_target() {
    for spec in SPECS {
        assert!(TARGETS.contains(&spec.name), "no target reads positions of {}", spec.name);
        let row = Row::of(spec.name);
        for number in 0..row.samples.len() {
            let (options, text) = row.sample(number as u8);
            let opened = open(spec.name, Some(text), options).unwrap_or_else(|e| panic!("{text}: {e}"));
            for_built_in!(opened, |game, root| can_be_used(&game, &root));
        }
    }
    assert_eq!(TARGETS.len(), ROWS.len());
}

/// Whether a message speaks of this column.
fn names_column(message: &str, column: usize) -> bool {
    let name = format!("column {column}");
    message
        .match_indices(&name)
        .any(|(at, _)| !message[at + name.len()..].starts_with(|c: char| c.is_ascii_digit()))
}

/// A text with one character too many, or in place of another: the message must lead to it.
fn assert_place_is_named(row: &Row, sample: u8, text: &[char], at: usize) {
    let (options, good) = row.sample(sample);
    let shown: String = text.iter().collect();
    let Err(error) = open(row.game, Some(&shown), options) else {
        assert!(good.contains('#') && text[..at].contains(&'#'), "{}: {shown:?} is accepted", row.game);
        return;
    };
    let message = message(&shown, &error);
    let line = text[..at].iter().rposition(|&c| c == '\n').map_or(0, |feed| feed + 1);
    let first_word = text.iter().skip_while(|c| c.is_whitespace()).take_while(|c| !c.is_whitespace()).count();
    let margin = text.iter().take_while(|c| c.is_whitespace()).count();
    let is_graph = row.game == "graph";
    // A board has a place for every character; otherwise it will do to name the place of some words and quote them.
    let on_board = !is_graph && at < margin + first_word;
    let quoted = |from: usize| {
        let words: String = text[from..=at].iter().map(|c| if c.is_control() { ' ' } else { *c }).collect();
        message.contains(&format!("'{words}"))
    };
    let named = names_column(&message, at - line + 1)
        || (!on_board && (line..at).any(|from| names_column(&message, from - line + 1) && quoted(from)));
    let number = text[..at].iter().filter(|&&c| c == '\n').count() + 1;
    let line_named = !is_graph || message.contains(&format!("line {number}, column"));
    // In JSON it may be part of a name.
    let json =
        is_graph && good.starts_with('{') && (message.contains("column") || message.contains(text[at]));
    assert!((named && line_named) || json, "{}: {shown:?} ({}): {message}", row.game, at + 1);
}

#[test]
fn a_foreign_character_is_named_with_its_column() {
    for row in ROWS {
        for number in 0..row.samples.len() as u8 {
            for margin in ["", " \t "] {
                let good: Vec<char> = margin.chars().chain(row.sample(number).1.chars()).collect();
                for at in margin.len()..=good.len() {
                    for foreign in ['?', '§', '\u{1b}', '\u{200b}', '😀'] {
                        let mut text = good.clone();
                        text.insert(at, foreign);
                        assert_place_is_named(row, number, &text, at);
                        if at < good.len() {
                            text.remove(at + 1);
                            assert_place_is_named(row, number, &text, at);
                        }
                    }
                }
            }
        }
    }
}
