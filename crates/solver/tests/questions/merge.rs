//! Certificates of jobs and the moves between them, merged into one certificate of the root.

use pnyx_proof::{CertificateFile, LARGEST_BODY};
use pnyx_solver::jobs::Jobs;
use pnyx_solver::merge::{Piece, What};
use pnyx_solver::{Alone, Error, Question, Session, Verdict};

use crate::graphs::{Case, GOALS};
use crate::jobs::{job, jobs};
use crate::{open, solve, verdict};

/// A piece that can be put together more than once.
#[derive(Clone)]
struct Part {
    at: String,
    says: Says,
}

#[derive(Clone)]
enum Says {
    Shown(Vec<u8>),
    Plays(String),
    Answered,
}

/// Pieces of a proof.
struct Pieces<'a> {
    jobs: &'a dyn Jobs,
    proven: bool,
    /// The nodes of each job.
    nodes: Option<u64>,
    parts: Vec<Part>,
}

impl<'a> Pieces<'a> {
    fn new(jobs: &'a dyn Jobs, proven: bool) -> Pieces<'a> {
        Pieces { jobs, proven, nodes: None, parts: Vec::new() }
    }

    /// Look for pieces that settle a position, by jobs `plies` further on; whether there are enough of them.
    fn find(&mut self, at: &dyn Session, plies: u32) -> bool {
        let moves = at.moves().expect("moves");
        let says = if plies == 0 || moves.is_empty() {
            let answer = job(self.jobs, at, self.nodes);
            if answer.verdict != verdict(self.proven) {
                return false;
            }
            Says::Shown(answer.certificate.expect("a verdict comes with a certificate").0)
        } else {
            let chooses = (at.turn().expect("a player") == self.jobs.prover()) == self.proven;
            let mut after = |mv: &String| self.find(at.play(mv).expect("a legal move").as_ref(), plies - 1);
            if chooses {
                let Some(mv) = moves.iter().find(|mv| after(mv)) else { return false };
                Says::Plays(mv.clone())
            } else if moves.iter().all(after) {
                Says::Answered
            } else {
                return false;
            }
        };
        self.parts.push(Part { at: at.board().expect("a text"), says });
        true
    }
}

fn merge(root: &dyn Session, goal: &str, proven: bool, parts: &[Part]) -> Result<Vec<u8>, Error> {
    let mut parts = parts.iter();
    root.merge(&Alone, goal, proven, &mut || {
        let piece = |part: &Part| {
            let what = match part.says.clone() {
                Says::Shown(bytes) => What::Shown(Box::new(bytes)),
                Says::Plays(mv) => What::Plays(mv),
                Says::Answered => What::Answered,
            };
            Ok(Piece { at: root.at_text(&part.at)?, what })
        };
        parts.next().map(piece).transpose()
    })
}

/// The verdict of a certificate that is accepted.
fn checked(root: &dyn Session, bytes: &[u8], about: &str) -> Verdict {
    let file = CertificateFile::open(bytes, LARGEST_BODY).expect("a certificate that was just written");
    root.check(&Alone, &file).unwrap_or_else(|error| panic!("{error}: {about}")).verdict
}

/// A merge of pieces that may not be enough is refused, or else its certificate is accepted and says what is true.
fn refused(
    root: &dyn Session,
    (goal, proven): (&str, bool),
    parts: &[Part],
    truth: bool,
    about: &str,
) -> Option<String> {
    match merge(root, goal, proven, parts) {
        Ok(bytes) => {
            assert_eq!(checked(root, &bytes, about), verdict(truth), "{about}");
            assert_eq!(proven, truth, "{about}");
            None
        }
        Err(Error::Certificate(why)) => Some(why),
        Err(error) => panic!("{error}: {about}"),
    }
}

#[test]
fn merged_answers_are_those_of_the_question_asked_directly() {
    let (mut merged, mut missing, mut needed, mut from_nothing) = ([0; 2], 0, 0, 0);
    for seed in 1..=150 {
        let case = Case::random(seed);
        let root = case.session();
        for (threshold, goal) in GOALS {
            let truth = case.truth(threshold);
            let direct = solve(root.as_ref(), &Question::new(goal, "auto")).verdict;
            assert_eq!(direct, verdict(truth), "{goal}, graph {seed}: {}", case.text);
            for (plies, proven) in (0..4).flat_map(|plies| [(plies, true), (plies, false)]) {
                let about = format!("{goal}, {proven}, {plies} plies, graph {seed}: {}", case.text);
                let jobs = jobs(root.as_ref(), goal, "auto");
                let mut pieces = Pieces::new(jobs.as_ref(), proven);
                let enough = pieces.find(root.as_ref(), plies);
                assert_eq!(enough, proven == truth, "{about}");
                let parts = pieces.parts;
                if !enough {
                    assert!(
                        refused(root.as_ref(), (goal, proven), &parts, truth, &about).is_some(),
                        "{about}"
                    );
                    continue;
                }
                let bytes = merge(root.as_ref(), goal, proven, &parts)
                    .unwrap_or_else(|error| panic!("{error}: {about}"));
                assert_eq!(checked(root.as_ref(), &bytes, &about), direct, "{about}");
                merged[usize::from(proven)] += 1;
                // One piece fewer: another may answer for it, but nothing is made up.
                for i in 0..parts.len() {
                    let rest: Vec<_> = parts
                        .iter()
                        .enumerate()
                        .filter(|(j, _)| *j != i)
                        .map(|(_, part)| part.clone())
                        .collect();
                    missing += 1;
                    needed +=
                        u32::from(refused(root.as_ref(), (goal, proven), &rest, truth, &about).is_some());
                }
                // The opposite cannot be made from them. Nothing is enough where one side has all the moves.
                assert!(merge(root.as_ref(), goal, !proven, &parts).is_err(), "{about}");
                from_nothing +=
                    u32::from(refused(root.as_ref(), (goal, proven), &[], truth, &about).is_none());
            }
        }
    }
    assert!(merged.iter().all(|&count| count > 100), "{merged:?}");
    assert!(needed > missing / 4, "{needed} of {missing} pieces were needed");
    assert!(from_nothing < 100, "{from_nothing} from nothing");
}

#[test]
fn jobs_that_found_nothing_give_no_verdict() {
    let (mut unknown, mut found) = (0, 0);
    for seed in 1..=150 {
        let case = Case::random(seed);
        let root = case.session();
        for (threshold, goal) in GOALS {
            let truth = case.truth(threshold);
            let about = format!("{goal}, graph {seed}: {}", case.text);
            let jobs = jobs(root.as_ref(), goal, "pn");
            let mut pieces = Pieces { nodes: Some(3), ..Pieces::new(jobs.as_ref(), truth) };
            if pieces.find(root.as_ref(), 1) {
                assert!(
                    refused(root.as_ref(), (goal, truth), &pieces.parts, truth, &about).is_none(),
                    "{about}"
                );
                found += 1;
            } else {
                // All moves are said to be answered, and some are not.
                let part = Part { at: root.board().expect("a text"), says: Says::Answered };
                pieces.parts.push(part);
                assert!(
                    refused(root.as_ref(), (goal, truth), &pieces.parts, truth, &about).is_some(),
                    "{about}"
                );
                unknown += 1;
            }
        }
    }
    assert!(unknown > 50 && found > 50, "{unknown} unknown, {found} found");
}

#[test]
fn foreign_pieces_are_refused() {
    let root = open("tic-tac-toe", "xx./oo./... x");
    let jobs_of = |session: &dyn Session, goal: &str, plies, proven| {
        let jobs = jobs(session, goal, "auto");
        let mut pieces = Pieces::new(jobs.as_ref(), proven);
        assert!(pieces.find(session, plies), "{goal}");
        pieces.parts
    };
    let parts = jobs_of(root.as_ref(), "win", 1, true);
    let at = parts[0].at.clone();
    let refuse =
        |part: Part| refused(root.as_ref(), ("win", true), &[part], true, "one piece").expect("refused");
    let shown = |parts: &[Part]| {
        parts.iter().find(|part| matches!(part.says, Says::Shown(_))).expect("shown").clone()
    };
    // Of another game, about another goal, with another verdict, of another position.
    let graph = open("graph", "root a; a max: b; b = win");
    let other = Part { at: at.clone(), ..shown(&jobs_of(graph.as_ref(), "win", 0, true)) };
    assert!(refuse(other).contains("piece 1: expected a certificate of "));
    let other = Part { at: at.clone(), ..shown(&jobs_of(root.as_ref(), "draw-or-better", 1, true)) };
    assert!(refuse(other).contains("piece 1: expected a certificate of "));
    let other = open("tic-tac-toe", "x.x/o.o/... x");
    let other = Part { at: root.board().expect("a text"), ..shown(&jobs_of(other.as_ref(), "win", 0, true)) };
    assert!(refuse(other).contains("piece 1: "));
    // The wrong side chooses.
    let plays = Part { at: at.clone(), says: Says::Plays("c3".into()) };
    assert!(refuse(plays).contains("piece 1: "));
    let answered = Part { at: root.board().expect("a text"), says: Says::Answered };
    assert!(refuse(answered).contains("a move is to be chosen here"));
    // No such move, and a position of another game.
    let nowhere = Part { at: root.board().expect("a text"), says: Says::Plays("z9".into()) };
    let error = merge(root.as_ref(), "win", true, &[nowhere]).expect_err("no such move");
    assert!(error.to_string().contains("'z9' is not a legal move"), "{error}");
    let mut foreign = Some(Piece { at: open("graph", "root a; a max: b; b = win"), what: What::Answered });
    let error = root.merge(&Alone, "win", true, &mut || Ok(foreign.take())).expect_err("another game");
    assert!(error.to_string().contains("one of another game"), "{error}");
}

#[test]
fn damaged_pieces_are_refused() {
    let (mut tried, mut harmless) = (0, 0);
    for seed in [2, 5, 9, 13] {
        let case = Case::random(seed);
        let root = case.session();
        for (threshold, goal) in GOALS {
            let truth = case.truth(threshold);
            let jobs = jobs(root.as_ref(), goal, "auto");
            let mut pieces = Pieces::new(jobs.as_ref(), truth);
            assert!(pieces.find(root.as_ref(), 0), "{seed:?}, {threshold:?}, {goal:?}");
            let Says::Shown(bytes) = &pieces.parts[0].says else { panic!("a job of the root shows it") };
            let refuse = |bytes: Vec<u8>, about: &str| {
                let parts = [Part { says: Says::Shown(bytes), ..pieces.parts[0].clone() }];
                refused(root.as_ref(), (goal, truth), &parts, truth, about).is_some()
            };
            for i in 0..bytes.len() {
                let about = format!("byte {i}, {goal}, graph {seed}: {}", case.text);
                assert!(refuse(bytes[..i].to_vec(), &about), "shortened: {about}");
                let mut wrong = bytes.clone();
                wrong[i] ^= 1 << (i % 7);
                tried += 1;
                harmless += u32::from(!refuse(wrong, &about));
            }
        }
    }
    // A header's position is not read: the piece says where it stands.
    assert!(tried > 1_000 && harmless < tried / 100, "{harmless} of {tried} were accepted");
}
