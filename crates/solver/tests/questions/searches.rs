//! Searches for values: what they find is what brute minimax finds, limits are named, and what cannot be is refused.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use pnyx_game::{Place, Player, Repetition, Rules, Scored};
use pnyx_games::BuiltIn;
use pnyx_search::Limits;
use pnyx_solver::answer::SearchAnswer;
use pnyx_solver::catalogue::searches;
use pnyx_solver::{Alone, Error, MeasureQuestion, SearchQuestion, Session};

use crate::graphs::{Case, text};
use crate::{never, open};

/// A random graph with numbers at its ends.
fn numbered(seed: u64) -> Case {
    let statements = text(seed);
    let statements = statements.split("; ").enumerate().map(|(place, statement)| {
        let points = 1 + (place as u64 * 5 + seed) % 7;
        statement.replace("= win", &format!("= {points}")).replace("= loss", &format!("= -{points}"))
    });
    let text = statements.collect::<Vec<_>>().join("; ");
    let Ok(BuiltIn::Graph(game, root)) = pnyx_games::open("graph", Some(&text), BTreeMap::new()) else {
        panic!("{text}")
    };
    Case { text, game, root, history: Vec::new() }
}

/// The first player's value of the end of a line, by trying everything; at the horizon all positions are worth nothing.
/// Also whether a line reaches the horizon.
fn brute(case: &Case, line: &mut Vec<Place>, depth: Option<u32>) -> (i32, bool) {
    let (place, before) = line.split_last().expect("a line has an end");
    if case.game.repetition() == Repetition::Draw && before.contains(place) {
        return (0, false);
    }
    if let Some(outcome) = case.game.outcome(place).expect("graphs do not fail") {
        return (case.game.payoff(place, outcome).expect("graphs do not fail"), false);
    }
    if depth == Some(0) {
        return (0, true);
    }
    let (place, mut moves) = (place.clone(), Vec::new());
    case.game.moves(&place, &mut moves).expect("graphs do not fail");
    let after = moves.into_iter().map(|mv| {
        let mut next = place.clone();
        case.game.play(&mut next, mv).expect("graphs do not fail");
        line.push(next);
        let found = brute(case, line, depth.map(|depth| depth - 1));
        line.pop();
        found
    });
    let found: Vec<_> = after.collect();
    let values = found.iter().map(|(value, _)| *value);
    let best = if case.turn(&place) == Player::First { values.max() } else { values.min() };
    (best.expect("a position that is not over has moves"), found.iter().any(|(_, reaches)| *reaches))
}

/// The value for the player on move, the moves that reach it, and whether a line reaches the horizon.
fn truth(case: &Case, depth: Option<u32>) -> (i32, Vec<String>, bool) {
    let sign = if case.turn(&case.root) == Player::First { 1 } else { -1 };
    let (value, reaches) = brute(case, &mut vec![case.root.clone()], depth);
    let best = case.moves().into_iter().filter(|(_, to)| {
        let below = depth.map(|depth| depth.saturating_sub(1));
        depth != Some(0) && brute(case, &mut vec![case.root.clone(), to.clone()], below).0 == value
    });
    (sign * value, best.map(|(name, _)| name).collect(), reaches)
}

fn try_search(session: &dyn Session, question: &SearchQuestion) -> Result<SearchAnswer, Error> {
    session.search(&Alone, question, &never())
}

fn search(session: &dyn Session, question: &SearchQuestion) -> SearchAnswer {
    try_search(session, question).unwrap_or_else(|error| panic!("{question:?}: {error}"))
}

fn with(mut question: SearchQuestion, options: &[(&str, &str)]) -> SearchQuestion {
    question.options.extend(options.iter().map(|(name, text)| (name.to_string(), text.to_string())));
    question
}

#[test]
fn values_and_best_moves_are_those_of_brute_minimax() {
    let (mut compared, mut exact, mut bounds) = (0, 0, 0);
    for seed in 0..120 {
        let case = numbered(seed);
        let session = case.session();
        let to_the_end = (case.game.repetition() == Repetition::Impossible).then_some(None);
        for depth in [0, 1, 2, 3, 5, 8].map(Some).into_iter().chain(to_the_end) {
            let (value, best, _) = truth(&case, depth);
            for spec in searches() {
                let about = format!("{}, depth {depth:?}: {}", spec.name, case.text);
                let question = SearchQuestion { all_best: true, ..SearchQuestion::new(spec.name, depth) };
                let answer = search(session.as_ref(), &question);
                let row = answer.iterations.last().unwrap_or_else(|| panic!("no iteration: {about}"));
                assert_eq!((row.0, &answer.reason), (depth, &None), "{about}");
                if answer.may_hide_repetition {
                    continue;
                }
                compared += 1;
                match row.2 {
                    "exact" => {
                        assert_eq!((row.1, &answer.best_moves), (value, &best), "{about}");
                        assert!(
                            answer.line.first().is_none_or(|mv| best.contains(mv)),
                            "{:?}: {about}",
                            answer.line
                        );
                        exact += 1;
                    }
                    "lower" => assert!(row.1 <= value, "{} is not at most {value}: {about}", row.1),
                    _ => assert!(row.1 >= value, "{} is not at least {value}: {about}", row.1),
                }
                if row.2 != "exact" {
                    bounds += 1;
                    assert!(["mt", "mtd-best", "alpha-bounding"].contains(&spec.name), "{about}");
                    // A test shows a move that reaches the bound, the others the best one.
                    let known = spec.name == "mt" || answer.best_moves.iter().all(|mv| best.contains(mv));
                    assert!(known, "{:?}, not {best:?}: {about}", answer.best_moves);
                }
            }
        }
    }
    assert!(compared > 10_000 && exact > 9_000 && bounds > 500, "{compared}, {exact}, {bounds}");
}

#[test]
fn one_test_tells_which_side_of_its_bound_the_value_is_on() {
    for seed in 0..60 {
        let case = numbered(seed);
        let (value, ..) = truth(&case, Some(4));
        for bound in -8..=8 {
            let about = format!("bound {bound}: {}", case.text);
            let question = with(SearchQuestion::new("mt", Some(4)), &[("bound", &bound.to_string())]);
            let answer = search(case.session().as_ref(), &question);
            let row = &answer.iterations[0];
            assert!(answer.may_hide_repetition || (row.1 >= bound) == (value >= bound), "{row:?}: {about}");
        }
    }
}

#[test]
fn until_end_stops_when_no_line_reaches_the_horizon() {
    // Where nothing can be repeated. Minimax looks at all lines; the others may be done earlier.
    for seed in (0..240).step_by(8) {
        let case = numbered(seed);
        let (value, best, _) = truth(&case, None);
        let longest = (0..).find(|&depth| !truth(&case, Some(depth)).2).expect("lines end");
        for spec in searches().into_iter().filter(|spec| spec.name != "mt") {
            let about = format!("{}: {}", spec.name, case.text);
            let mut question = with(SearchQuestion::new(spec.name, Some(40)), &[("deepening", "1")]);
            question.until_end = true;
            let answer = search(case.session().as_ref(), &question);
            let row = answer.iterations.last().unwrap_or_else(|| panic!("no iteration: {about}"));
            let depth = row.0.unwrap_or_else(|| panic!("no depth: {about}"));
            assert_eq!(answer.reason, None, "{about}");
            if row.2 == "exact" {
                assert_eq!(row.1, value, "{about}");
            }
            assert!(answer.best_moves.iter().all(|mv| best.contains(mv)), "{:?}: {about}", answer.best_moves);
            // The first iteration looks one ply ahead.
            let last = longest.max(1);
            assert!(if spec.name == "minimax" { depth == last } else { depth <= last }, "{depth}: {about}");
        }
    }
}

#[test]
fn a_limit_that_is_hit_is_named() {
    let board = open("connect-four", "......./......./......./......./......./....... x");
    let none = Limits::default();
    let limits = [
        ("nodes", Limits { nodes: Some(2_000), ..none }),
        ("seconds", Limits { time: Some(Duration::ZERO), ..none }),
    ];
    let (stop, stopped) = (Arc::new(AtomicBool::new(true)), Limits { nodes: Some(1_000_000), ..none });
    for spec in searches() {
        let question = SearchQuestion::new(spec.name, Some(30));
        for (reason, limits) in limits {
            let answer = search(board.as_ref(), &SearchQuestion { limits, ..question.clone() });
            assert_eq!(answer.reason.as_deref(), Some(reason), "{}", spec.name);
            let nodes = answer.leaf_nodes + answer.interior_nodes + answer.transposition_nodes;
            // What the table answers about the moves of one position is counted without a look at the limits.
            assert!(nodes <= 2_007 || reason != "nodes", "{}: {nodes} nodes", spec.name);
        }
        let question = SearchQuestion { limits: stopped, ..question };
        let answer = board.search(&Alone, &question, &stop).expect("an answer");
        assert_eq!(answer.reason.as_deref(), Some("stopped"), "{}", spec.name);
    }
    // What grows: the list, and a table that forgets nothing.
    let memory = Limits { memory: Some(1_000_000), nodes: Some(10_000_000), ..none };
    for (algorithm, options) in [("sss-star", &[][..]), ("alpha-beta-tt", &[("table", "exact")])] {
        let question = with(SearchQuestion::new(algorithm, Some(30)), options);
        let answer = search(board.as_ref(), &SearchQuestion { limits: memory, ..question });
        assert_eq!(answer.reason.as_deref(), Some("memory"), "{algorithm}");
    }
}

#[test]
fn a_games_own_tests_name_the_limit_that_they_hit() {
    let board = open("othello", "--------------OX----XO-------------- X");
    let none = Limits::default();
    for spec in searches().into_iter().filter(|spec| spec.options.iter().any(|o| o.name == "own")) {
        for (reason, limits) in [
            ("nodes", Limits { nodes: Some(50_000), ..none }),
            ("seconds", Limits { time: Some(Duration::from_millis(5)), ..none }),
        ] {
            let question = SearchQuestion { limits, ..SearchQuestion::new(spec.name, None) };
            let answer = search(board.as_ref(), &question);
            let found = (answer.reason.as_deref(), answer.iterations.len(), answer.leaf_nodes);
            assert_eq!(found, (Some(reason), 0, 0), "{}", spec.name);
        }
    }
}

#[test]
fn strides_are_8_points_in_a_games_own_tests_and_1_where_nothing_is_evaluated() {
    let board = open("othello", "-----OX--XO----- X");
    let passes = |depth, options: &[(&str, &str)]| {
        let question = with(SearchQuestion::new("mtd-double", depth), options);
        let answer = search(board.as_ref(), &question);
        let row = answer.iterations.last().expect("an iteration");
        (row.4, row.5, row.6)
    };
    let far = ("shift", "-16");
    for (depth, options, stride) in [
        (None, &[far][..], "8"),
        (None, &[far, ("own", "off")], "1"),
        (Some(20), &[far, ("evaluator", "off"), ("deepening", "off")], "1"),
    ] {
        let given = |stride| passes(depth, &[options, &[("stride", stride)]].concat());
        let about = format!("depth {depth:?}, {options:?}");
        assert_eq!(passes(depth, options), given(stride), "{about}");
        assert_ne!(given("1"), given("8"), "the stride does not matter: {about}");
    }
}

#[test]
fn measures_are_about_the_same_value_and_graphs_are_no_larger_than_trees() {
    for seed in 0..40 {
        let case = numbered(seed);
        let question =
            MeasureQuestion { depth: 5, minimaxed: 2, quiescence: false, limits: Limits::default() };
        let found = case.session().measure(&Alone, &question, &never()).expect("an answer");
        let found = found.unwrap_or_else(|limit| panic!("{limit}: {}", case.text));
        assert!(found.may_hide_repetition || found.value == truth(&case, Some(5)).0, "{}", case.text);
        let total = |(leaf, interior, transposition): (u64, u64, u64)| leaf + interior + transposition;
        assert!(total(found.graph) <= total(found.tree), "{}", case.text);
    }
}

#[test]
fn what_cannot_be_searched_is_refused() {
    let refused = |text: &str, question: SearchQuestion| {
        let answer = try_search(open("graph", text).as_ref(), &question);
        answer.map(|_| ()).expect_err(text).to_string()
    };
    let (ends, cyclic) = ("A max: B C; B = 3; C = -2", "A max: B; B min: A C; C = win");
    for spec in searches() {
        let ask = |text: &str, depth| refused(text, SearchQuestion::new(spec.name, depth));
        let illegal = ask(&format!("repetition illegal; {cyclic}"), Some(3));
        assert!(illegal.contains("repeating a position is illegal there"), "{}: {illegal}", spec.name);
        let endless = ask(&format!("repetition draw; {cyclic}"), None);
        assert!(endless.contains("give a depth"), "{}: {endless}", spec.name);
        let large = ask("A max: B C; B = 1073741824; C = 1", Some(3));
        assert_eq!(large, "values must be less than 1073741824 here", "{}", spec.name);
        let unknown = refused(ends, with(SearchQuestion::new(spec.name, Some(3)), &[("deep", "1")]));
        let names: Vec<_> = spec.options.iter().map(|option| option.name).collect();
        let expected = format!("{} has no option 'deep' (it has: {})", spec.name, names.join(", "));
        assert_eq!(unknown, expected, "{}", spec.name);
        for option in spec.options {
            let question = with(SearchQuestion::new(spec.name, Some(3)), &[(option.name, "so-so")]);
            let wrong = refused(ends, question);
            assert!(wrong.starts_with(&format!("option {} must be ", option.name)), "{}: {wrong}", spec.name);
        }
    }
    let unknown = refused(ends, SearchQuestion::new("df-pn", Some(3)));
    assert!(unknown.starts_with("there is no algorithm 'df-pn' (there are: minimax, "), "{unknown}");
    let both = with(SearchQuestion::new("mtd-f", Some(3)), &[("table", "exact"), ("stored", "5")]);
    assert_eq!(refused(ends, both), "option stored is the size of table=two-deep: leave it out");
}
