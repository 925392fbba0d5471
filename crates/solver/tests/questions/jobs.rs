//! Jobs: the root's question, asked of other positions, with tables that are shared.

use pnyx_game::Wording;
use pnyx_search::Limits;
use pnyx_solver::jobs::Jobs;
use pnyx_solver::{Alone, Answer, Question, Session, Verdict};

use crate::graphs::{Case, GOALS};
use crate::maze::Maze;
use crate::puzzles::{Puzzle, lengths};
use crate::{check, never, open, reachable, verdict};

/// One job, within some nodes.
pub fn job(jobs: &dyn Jobs, at: &dyn Session, nodes: Option<u64>) -> Answer {
    jobs.solve(&Alone, at, Limits { nodes, ..Limits::default() }, &never()).expect("an answer")
}

pub fn jobs(session: &dyn Session, goal: &str, algorithm: &str) -> Box<dyn Jobs> {
    session.jobs(&Question::new(goal, algorithm)).unwrap_or_else(|error| panic!("{goal}: {error}"))
}

/// What a job says is true, and so is what its certificate says in the words of its position.
fn assert_true(jobs: &dyn Jobs, at: &dyn Session, answer: &Answer, truth: bool, about: &str) {
    if answer.verdict == Verdict::Unknown {
        assert!(answer.reason.is_some() && answer.certificate.is_none(), "{about}");
        return;
    }
    assert_eq!(answer.verdict, verdict(truth), "{about}");
    let Wording { goal, negated } = jobs.question(at).expect("a question").expect("words for it");
    let report = check(at, answer);
    assert_eq!((report.goal, report.verdict), (goal.to_string(), verdict(truth != negated)), "{about}");
}

#[test]
fn jobs_of_all_positions_are_answered_as_brute_force_does() {
    let mut seen = [0; 2];
    for seed in 1..=60 {
        let case = Case::random(seed);
        let session = case.session();
        let mut places = reachable(session.as_ref());
        if seed % 2 == 0 {
            places.reverse();
        }
        for (threshold, goal) in GOALS {
            for algorithm in ["auto", "df-pn", "pn", "pn-bta", "alpha-beta", "forced-win"] {
                let jobs = jobs(session.as_ref(), goal, algorithm);
                assert_eq!(
                    jobs.prover(),
                    session.turn().expect("a player"),
                    "{seed:?}, {threshold:?}, {goal:?}, {algorithm:?}"
                );
                for at in &places {
                    let place = case.place(at.as_ref());
                    let about = format!("{algorithm}, {goal}, place {place:?}, graph {seed}: {}", case.text);
                    let truth = case.forces(&place, &[], case.objective(threshold));
                    let answer = job(jobs.as_ref(), at.as_ref(), None);
                    assert_true(jobs.as_ref(), at.as_ref(), &answer, truth, &about);
                    assert!(answer.verdict != Verdict::Unknown || algorithm == "forced-win", "{about}");
                    seen[usize::from(truth)] += 1;
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 500), "{seen:?}");
}

#[test]
fn jobs_about_mates_are_asked_in_the_words_of_either_side() {
    for seed in 1..=60 {
        let maze = Maze::random(seed);
        let (session, _) = Puzzle::random(seed);
        for (goal, winner) in [("mate", maze.turns[0]), ("mated", maze.turns[0].opponent())] {
            let truth = lengths(&maze, winner);
            let jobs = jobs(session.as_ref(), goal, "auto");
            for at in reachable(session.as_ref()) {
                let place = Puzzle::place(at.as_ref());
                let about = format!("{goal}, maze {seed}, place {place}");
                let asked = jobs.question(at.as_ref()).expect("a question");
                let words = if maze.turns[place] == winner { "mate" } else { "mated" };
                let asked = asked.map(|wording| (wording.goal.to_string(), wording.negated));
                assert_eq!(asked, Some((words.to_string(), false)), "{about}");
                let answer = job(jobs.as_ref(), at.as_ref(), None);
                assert_true(jobs.as_ref(), at.as_ref(), &answer, truth[place].is_some(), &about);
                assert_ne!(answer.verdict, Verdict::Unknown, "{about}");
            }
        }
    }
}

#[test]
fn a_job_that_was_broken_off_says_what_it_knows_of_the_moves() {
    let (mut open_moves, mut decided) = (0, 0);
    for seed in 1..=150 {
        let case = Case::random(seed);
        let session = case.session();
        for (threshold, goal) in GOALS {
            let goal_of_root = case.objective(threshold);
            for nodes in [1, 3, 6] {
                let about = format!("{goal}, {nodes} nodes, graph {seed}: {}", case.text);
                let jobs = jobs(session.as_ref(), goal, "df-pn");
                for at in reachable(session.as_ref()) {
                    let answer = job(jobs.as_ref(), at.as_ref(), Some(nodes));
                    let truth = case.forces(&case.place(at.as_ref()), &[], goal_of_root);
                    assert_true(jobs.as_ref(), at.as_ref(), &answer, truth, &about);
                    let Some(children) = answer.children else {
                        assert_ne!(answer.verdict, Verdict::Unknown, "{about}");
                        continue;
                    };
                    assert_eq!(answer.reason.as_deref(), Some("nodes"), "{about}");
                    let names: Vec<_> = children.iter().map(|(name, ..)| name.clone()).collect();
                    assert_eq!(names, at.moves().expect("moves"), "{about}");
                    for (name, proof, disproof) in children {
                        let after = at.play(&name).expect("a legal move");
                        let truth = case.forces(&case.place(after.as_ref()), &[], goal_of_root);
                        assert!(proof != 0 || truth, "{name}: {about}");
                        assert!(disproof != 0 || !truth, "{name}: {about}");
                        *(if proof == 0 || disproof == 0 { &mut decided } else { &mut open_moves }) += 1;
                    }
                }
            }
        }
    }
    assert!(open_moves > 500 && decided > 50, "{open_moves} open moves, {decided} decided ones");
}

#[test]
fn what_one_job_has_found_helps_the_next() {
    let root = open("connect-four", "..../..../XO../OX.. x");
    for algorithm in ["auto", "df-pn"] {
        let jobs = jobs(root.as_ref(), "win", algorithm);
        let [first, again] = [(); 2].map(|()| job(jobs.as_ref(), root.as_ref(), None));
        assert_eq!(first.verdict, again.verdict, "{algorithm}");
        assert!(first.nodes > 100 && again.nodes <= 2, "{algorithm}: {}, then {}", first.nodes, again.nodes);
    }
}

#[test]
fn questions_that_cannot_be_settled_in_pieces_are_refused() {
    let refused = |session: &dyn Session, goal: &str| {
        session.jobs(&Question::new(goal, "auto")).map(|_| ()).expect_err(goal).to_string()
    };
    let text = "root a; a max: b c; b min: a c; c = win";
    let after = open("graph", &format!("{text} moves b"));
    assert!(refused(after.as_ref(), "win").contains("the root has a history"));
    let illegal = open("graph", &format!("repetition illegal; {text}"));
    assert!(refused(illegal.as_ref(), "win").contains("repeating a position is illegal"));
    let (puzzle, _) = Puzzle::random(1);
    assert!(refused(puzzle.as_ref(), "mate-in 3").contains("counts moves from the root"));
    assert!(refused(puzzle.as_ref(), "nothing").contains("has no goal 'nothing'"));
    // A position of another game.
    let (graph, board) = (open("graph", text), open("tic-tac-toe", ".../.../... x"));
    let foreign =
        jobs(graph.as_ref(), "win", "auto").solve(&Alone, board.as_ref(), Limits::default(), &never());
    assert!(foreign.expect_err("another game").to_string().contains("one of another game"));
}
