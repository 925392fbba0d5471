//! The shortest win, counted in the winner's own moves.

use pnyx_game::Repetition;
use pnyx_solver::answer::ShortestAnswer;
use pnyx_solver::{Alone, Question, Session, Stop, Verdict};

use crate::puzzles::{Puzzle, Wins};
use crate::{check, never, open, small_limits, verdict};

const GOALS: [&str; 2] = ["mate", "mated"];

fn shortest(session: &dyn Session, question: &Question) -> ShortestAnswer {
    session.shortest(&Alone, question, &never()).unwrap_or_else(|error| panic!("{question:?}: {error}"))
}

/// Nothing that was found is false, and each claim has an accepted certificate.
fn assert_true(session: &dyn Session, found: &ShortestAnswer, goal: &str, wins: &Wins, about: &str) {
    let truth = wins.length(goal);
    if let Some(length) = found.length {
        assert!(truth.is_some_and(|truth| truth <= length), "{about}");
    }
    assert!(truth.is_none_or(|truth| found.none_within < truth.max(1)), "{about}");
    for (asked, answer) in &found.questions {
        match answer.verdict {
            Verdict::Unknown => {
                assert!(answer.reason.is_some() && answer.certificate.is_none(), "{about}, {asked}")
            }
            known => {
                assert_eq!(known, verdict(wins.reaches(asked)), "{about}, {asked}");
                let report = check(session, answer);
                assert_eq!((&report.goal, report.verdict), (asked, known), "{about}, {asked}");
            }
        }
    }
}

#[test]
fn shortest_wins_are_as_long_as_brute_force_says() {
    let (mut long, mut none, mut repeated) = (0, 0, 0);
    for seed in 1..=600 {
        let wins = Wins::of(seed);
        for goal in GOALS {
            for (algorithm, threads) in [("auto", 1), ("auto", 3), ("forced-win", 1)] {
                let about = format!("{goal}, {algorithm}, {threads} threads, {}", wins.about);
                let (session, _) = Puzzle::random(seed);
                let question = Question { threads, ..Question::new(goal, algorithm) };
                let found = shortest(session.as_ref(), &question);
                assert_true(session.as_ref(), &found, goal, &wins, &about);
                assert_eq!(found.length, wins.length(goal), "{about}");
                if let Some(length) = found.length {
                    assert_eq!(
                        (found.none_within, &found.reason),
                        (length.saturating_sub(1), &None),
                        "{about}"
                    );
                    long += u32::from(length > 2);
                } else if found.reason.is_none() {
                    assert_eq!(found.questions[0].1.verdict, Verdict::Disproven, "{about}");
                    none += 1;
                } else {
                    // A search for wins cannot say that only a repetition prevents one.
                    assert_eq!(found.reason.as_deref(), Some("numbers"), "{about}");
                    assert_eq!(wins.rule, Repetition::Draw, "{about}");
                    assert!(
                        found.questions.iter().all(|(_, answer)| answer.verdict != Verdict::Proven),
                        "{about}"
                    );
                    repeated += 1;
                }
            }
        }
    }
    assert!(long > 100 && none > 100 && repeated > 100, "{long} long, {none} none, {repeated} by repetition");
}

#[test]
fn a_node_limit_leaves_what_was_found_so_far() {
    let (mut unknown, mut bounds) = (0, 0);
    for seed in 1..=80 {
        let wins = Wins::of(seed);
        for goal in GOALS {
            let (session, _) = Puzzle::random(seed);
            let mut question = Question::new(goal, "auto");
            let all = shortest(session.as_ref(), &question).nodes;
            for nodes in (0..all).step_by(3) {
                let about = format!("{goal}, {nodes} of {all} nodes, {}", wins.about);
                question.limits.nodes = Some(nodes);
                let found = shortest(session.as_ref(), &question);
                assert_true(session.as_ref(), &found, goal, &wins, &about);
                let settled = found.length.is_some_and(|length| found.none_within + 1 >= length)
                    || found.questions[0].1.verdict == Verdict::Disproven && found.questions[0].0 == goal;
                if !settled {
                    let reason = found.reason.as_deref();
                    assert!(matches!(reason, Some("nodes" | "numbers")), "{reason:?}: {about}");
                    unknown += 1;
                    bounds += u32::from(found.length.is_some());
                }
            }
        }
    }
    assert!(unknown > 500 && bounds > 10, "{unknown} unsettled, {bounds} of them with a win");
}

#[test]
fn limits_are_named() {
    let (session, _) = Puzzle::endless(false);
    let limited = small_limits().map(|(limit, limits)| {
        (limit, shortest(session.as_ref(), &Question { limits, ..Question::new("mate", "auto") }))
    });
    let stop = Stop::new(true.into());
    let stopped = session.shortest(&Alone, &Question::new("mate", "auto"), &stop).expect("an answer");
    for (limit, found) in limited.into_iter().chain([("stopped", stopped)]) {
        assert_eq!((found.length, found.reason.as_deref()), (None, Some(limit)), "{limit}");
        assert_eq!(found.questions[0].1.verdict, Verdict::Unknown, "{limit}");
        assert_eq!(found.questions[0].1.reason.as_deref(), Some(limit), "{limit}");
    }
}

#[test]
fn a_game_that_is_over_has_a_win_without_moves_or_none() {
    for (text, goal, length) in
        [("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "mated", Some(0)), ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "mate", None)]
    {
        let session = open("chess", text);
        let found = shortest(session.as_ref(), &Question::new(goal, "auto"));
        assert_eq!((found.length, found.reason), (length, None), "{goal}");
        assert_eq!(found.questions[0].1.verdict, verdict(length.is_some()), "{goal}");
    }
}

#[test]
fn only_goals_with_a_length_and_searches_that_know_lengths() {
    let (session, _) = Puzzle::random(2);
    let refused = |goal, algorithm| {
        let asked = session.shortest(&Alone, &Question::new(goal, algorithm), &never());
        asked.map(|_| ()).expect_err(goal).to_string()
    };
    for goal in ["win", "draw-or-better", "mate-in 2"] {
        let why = format!("only the goals mate and mated have a shortest win, not '{goal}'");
        assert_eq!(refused(goal, "auto"), why, "{goal}");
    }
    assert!(refused("nothing", "auto").contains("has no goal 'nothing'"));
    let board = open("go-one-eye", "..../X..O rrrr/Crrs b b");
    let why = board.shortest(&Alone, &Question::new("win", "auto"), &never()).expect_err("no such goal");
    assert!(why.to_string().contains("go-one-eye has no goals within a number of moves"), "{why}");
    for algorithm in ["df-pn", "pn", "alpha-beta"] {
        assert!(refused("mate", algorithm).contains("found by algorithm auto or forced-win"), "{algorithm}");
    }
}

/// Games whose moves the solver counts, with and without repetitions, and a side that moves twice in a row.
#[test]
fn games_that_do_not_count_have_a_shortest_win() {
    let cases = [
        ("tic-tac-toe", "X.../O.../..../.... x", Some(3)),
        ("graph", "A max: B C; B max: W; C min: D; D min: W; W = win", Some(1)),
        ("graph", "A max: B C; B min: A D; C max: D; D min: E; E max: W A; W = win", Some(3)),
        ("graph", "A max: B C; B min: A; C min: B A", None),
    ];
    for (game, text, length) in cases {
        let session = open(game, text);
        let found = shortest(session.as_ref(), &Question::new("win", "auto"));
        assert_eq!((found.length, found.reason), (length, None), "{text}");
        let asked: Vec<_> =
            found.questions.iter().map(|(goal, answer)| (goal.as_str(), answer.verdict)).collect();
        let (at_most, sooner) = (format!("win-in {}", length.unwrap_or(0)), length.map(|length| length - 1));
        let sooner = sooner.filter(|&moves| moves > 0).map(|moves| format!("win-in {moves}"));
        let mut expected = match length {
            Some(_) => vec![(at_most.as_str(), Verdict::Proven)],
            None => vec![("win", Verdict::Disproven)],
        };
        expected.extend(sooner.as_deref().map(|goal| (goal, Verdict::Disproven)));
        assert_eq!(asked, expected, "{text}");
        for (goal, answer) in &found.questions {
            assert_eq!(check(session.as_ref(), answer).goal, *goal, "{text}");
        }
    }
}
