//! Test sets of other people's: below `PNYX_DATA`, or below `shared/data` beside the checkout, or nowhere.

// Each test uses its part of this.
#![allow(dead_code)]

use std::path::PathBuf;

use pnyx_game::Notation;
use pnyx_games::connect_four::{self, ConnectFour};
use pnyx_games::othello::{self, Othello};

/// The text of a file, or nothing and a message.
fn read(file: &str) -> Option<String> {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data"));
    let folder = std::env::var_os("PNYX_DATA").map_or_else(beside, PathBuf::from);
    let text = std::fs::read_to_string(folder.join(file)).ok();
    if text.is_none() {
        println!("skipped: {file} is not here; PNYX_DATA can say where it is");
    }
    text
}

/// One of Pascal Pons' test sets: positions and their scores.
pub fn pons(game: &ConnectFour, set: &str) -> Option<Vec<(connect_four::Position, i32)>> {
    let row = |line: &str| {
        let (columns, score) = line.split_once(' ')?;
        Some((game.parse(columns).ok()?, score.trim().parse().ok()?))
    };
    let text = read(&format!("connect_four/{set}"))?;
    Some(text.lines().map(|line| row(line).unwrap_or_else(|| panic!("{line} is not of {set}"))).collect())
}

/// A problem of the Fédération Française d'Othello.
pub struct Ending {
    pub number: u32,
    pub position: othello::Position,
    pub score: i32,
    /// The best moves, in capitals.
    pub best: Vec<String>,
}

/// The problems of the Fédération Française d'Othello.
pub fn endings(game: &Othello) -> Option<Vec<Ending>> {
    let row = |line: &str| {
        let [number, board, turn, _, score, best] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        Some(Ending {
            number: number.parse().ok()?,
            position: game.parse(&format!("{board} {turn}")).ok()?,
            score: score.parse().ok()?,
            best: best.split(',').map(str::to_string).collect(),
        })
    };
    let text = read("othello/ffo_1-49.tsv")?;
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    Some(rows.map(|line| row(line).unwrap_or_else(|| panic!("{line} is no problem"))).collect())
}
