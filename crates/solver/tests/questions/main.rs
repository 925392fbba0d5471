//! Questions and answers, compared with the truth by brute force. The tests use what callers use: a session, a question, an
//! answer.

mod all_moves;
mod auto;
mod checkpoints;
mod graphs;
mod jobs;
mod memory;
mod merge;
mod puzzles;
mod scores;
mod searches;
mod shortest;
mod value;

#[path = "../../../../fuzz/src/brute.rs"]
mod brute;
#[allow(dead_code)] // not all of what the searches' own tests need
#[path = "../../../search/tests/maze/mod.rs"]
mod maze;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use pnyx_proof::{CertificateFile, LARGEST_BODY};
use pnyx_search::Limits;
use pnyx_solver::answer::CheckReport;
use pnyx_solver::{Alone, Answer, Error, Question, Session, Verdict};

/// A position of a built-in game.
fn open(game: &str, text: &str) -> Box<dyn Session> {
    pnyx_solver::open::open(game, Some(text), BTreeMap::new())
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn never() -> Arc<AtomicBool> {
    Arc::new(AtomicBool::new(false))
}

/// Limits that are soon hit, by their names.
fn small_limits() -> [(&'static str, Limits); 3] {
    let none = Limits::default();
    [
        ("nodes", Limits { nodes: Some(2_000), ..none }),
        ("seconds", Limits { time: Some(Duration::ZERO), ..none }),
        ("memory", Limits { memory: Some(1_000), ..none }),
    ]
}

fn try_solve(session: &dyn Session, question: &Question) -> Result<Answer, Error> {
    session.solve(&Alone, question, &never())
}

fn solve(session: &dyn Session, question: &Question) -> Answer {
    try_solve(session, question).unwrap_or_else(|error| panic!("{question:?}: {error}"))
}

/// Read the certificate of an answer as if it came from elsewhere.
fn check(session: &dyn Session, answer: &Answer) -> CheckReport {
    let bytes = &answer.certificate.as_ref().expect("a verdict comes with a certificate").0;
    let file = CertificateFile::open(bytes, LARGEST_BODY).expect("a certificate that was just written");
    session.check(&Alone, &file).unwrap_or_else(|error| panic!("the certificate is rejected: {error}"))
}

/// All positions that can be reached, without their histories.
fn reachable(root: &dyn Session) -> Vec<Box<dyn Session>> {
    let at = |text: &str| root.at_text(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut texts = vec![root.board().expect("a text")];
    let mut found = Vec::new();
    while let Some(text) = texts.get(found.len()) {
        let session = at(text);
        for mv in session.moves().expect("moves") {
            let next = session.play(&mv).and_then(|after| after.board()).expect("a legal move");
            if !texts.contains(&next) {
                texts.push(next);
            }
        }
        found.push(session);
    }
    found
}

fn verdict(is_true: bool) -> Verdict {
    if is_true { Verdict::Proven } else { Verdict::Disproven }
}
