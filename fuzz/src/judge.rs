//! From a certificate's bytes to a verdict: opens the game the header names and asks the checker.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pnyx_game::{Game, Goal};
use pnyx_games::{for_built_in, open, options_from_json};
use pnyx_proof::{Body, Certificate, CertificateFile, CheckError, Claim, Header, Shape, check_and_report};

use crate::truth;

/// A small certificate is checked at once, whatever is in it.
const LONGEST: Duration = Duration::from_secs(5);

/// What became of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// It does not name a game, a position, a goal.
    Unreadable,
    /// The checker does not accept it.
    Rejected,
    /// The checker accepts it, and brute force agrees where it can decide.
    Accepted,
}

/// Judge a certificate; panics if something false is accepted, or if it takes too long.
#[must_use]
pub fn judge(certificate: &Certificate) -> Judged {
    judge_body(&certificate.header, (&certificate.body).into())
}

/// Judge a certificate's file, whatever number of nodes it claims: read as it is unpacked it must be judged as it is in
/// memory.
#[must_use]
pub fn judge_file(file: CertificateFile<'_>) -> Judged {
    let judged = judge_body(&file.header, Body::from(&file).claiming(None));
    // With its claim it may be rejected, and not accepted instead.
    let claimed = judge_body(&file.header, (&file).into());
    assert!(claimed == judged || claimed == Judged::Rejected, "{judged:?} becomes {claimed:?}");
    // A long body is found damaged only when it is read.
    match file.unpack() {
        Ok(unpacked) => assert_eq!(judged, judge(&unpacked), "the file and its body differ"),
        Err(_) => assert_ne!(judged, Judged::Accepted, "a damaged file was accepted"),
    }
    judged
}

fn judge_body(header: &Header, body: Body<'_>) -> Judged {
    let (board, moves) = header.position.split_once(" moves ").unwrap_or((&header.position, ""));
    let opened =
        options_from_json(&header.options).and_then(|options| open(&header.game, Some(board), options));
    match opened {
        Err(_) => Judged::Unreadable,
        Ok(opened) => for_built_in!(opened, |game, root| decide(&game, root, moves, (header, body))),
    }
}

fn decide<G: Game>(game: &G, root: G::Position, moves: &str, (header, body): (&Header, Body<'_>)) -> Judged
where
    G::Error: std::fmt::Debug,
{
    let Some((root, history)) = replay(game, root, moves) else { return Judged::Unreadable };
    // Goals that change how ends are judged are left out: the truth is found by the game as it is.
    let asked = Goal::parse(&header.goal, &header.game, &game.goals());
    let Ok(asked) = asked else { return Judged::Unreadable };
    let goal = asked.objective(game.turn(&root).unwrap());
    let Ok(None) = game.aim(&asked, goal.prover) else { return Judged::Unreadable };
    let question = Claim { root: &root, history: &history, goal, only_move: None, within: None };
    let verdict = header.verdict;
    let begun = Instant::now();
    let mut shape = Shape::default();
    let checked = check_and_report(game, &question, verdict, body, Some(&mut shape), &mut || {
        if begun.elapsed() > LONGEST { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match checked {
        Err(CheckError::Rejected(why)) => {
            assert!(!why.is_empty(), "a rejection says why");
            Judged::Rejected
        }
        Err(error) => panic!("no verdict after {:?}: {error:?}", begun.elapsed()),
        Ok(report) => {
            let effect = goal.repetition_effect(game.repetition());
            let truth = truth(game, &root, &history, goal).unwrap();
            let holds = truth.is_none_or(|truth| truth.allows(verdict, effect));
            assert!(holds, "accepted as {verdict:?} with {report:?}, but brute force says {truth:?}");
            assert_whole(&shape, report.nodes);
            Judged::Accepted
        }
    }
}

/// Every node but the root is new exactly once, within the record of the node that leads to it.
fn assert_whole(shape: &Shape, nodes: u32) {
    assert_eq!((shape.nodes(), shape.size(0)), (nodes, nodes));
    for node in 0..nodes {
        let new: Vec<_> = shape.edges(node).filter(|edge| !edge.shared).collect();
        assert_eq!(1 + new.iter().map(|edge| shape.size(edge.node)).sum::<u32>(), shape.size(node));
        assert!(shape.edges(node).all(|edge| edge.node < node + shape.size(node)));
    }
}

/// The position after some moves, and those before it; `None` if a move is not legal.
pub(crate) fn replay<G: Game>(
    game: &G,
    root: G::Position,
    moves: &str,
) -> Option<(G::Position, Vec<G::Position>)>
where
    G::Error: std::fmt::Debug,
{
    let (mut position, mut history) = (root, Vec::new());
    for name in moves.split_whitespace() {
        let mut legal = Vec::new();
        if game.outcome(&position).unwrap().is_none() {
            game.moves(&position, &mut legal).unwrap();
        }
        let mv = legal.into_iter().find(|&mv| game.notation(&position, mv).unwrap() == name)?;
        history.push(position.clone());
        game.play(&mut position, mv).unwrap();
    }
    Some((position, history))
}
