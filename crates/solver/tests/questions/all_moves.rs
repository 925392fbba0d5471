//! All first moves, each with its verdict.

use pnyx_solver::{Question, Verdict};

use crate::graphs::{Case, GOALS};
use crate::{open, solve, try_solve, verdict};

fn all_moves(goal: &str, algorithm: &str) -> Question {
    Question { all_moves: true, ..Question::new(goal, algorithm) }
}

#[test]
fn the_moves_that_reach_the_goal_are_those_of_brute_force() {
    let (mut several, mut only_some) = (0, 0);
    for seed in 1..=300 {
        let case = Case::after(seed, (seed % 4) as usize);
        for (threshold, goal) in GOALS {
            for algorithm in ["auto", "df-pn", "pn", "pn-bta"] {
                let about = format!("{algorithm}, graph {seed}, {goal}: {}", case.text);
                let answer = solve(case.session().as_ref(), &all_moves(goal, algorithm));
                let truth = case.truth_by_move(threshold);
                let expected: Vec<_> =
                    truth.iter().filter(|(_, reaches)| *reaches).map(|(name, _)| name.clone()).collect();
                assert_eq!(answer.winning_moves.as_deref(), Some(expected.as_slice()), "{about}");
                assert_eq!(answer.unsettled_moves.as_deref(), Some([].as_slice()), "{about}");
                assert_eq!(answer.verdict, verdict(!expected.is_empty()), "{about}");
                several += u32::from(expected.len() > 1);
                only_some += u32::from(!expected.is_empty() && expected.len() < truth.len());
            }
        }
    }
    assert!(several > 100 && only_some > 100, "{several} with several moves, {only_some} with some of them");
}

#[test]
fn a_move_that_returns_to_the_root_does_not_win() {
    // By c the opponent must go back to the root, which is a draw, although the root is won by b.
    let text = "root a; a max: b c; b = win; c min: a";
    let session = open("graph", text);
    let answer = solve(session.as_ref(), &all_moves("win", "auto"));
    assert_eq!(answer.winning_moves, Some(vec!["b".to_string()]));
    let answer = solve(session.as_ref(), &all_moves("draw-or-better", "auto"));
    assert_eq!(answer.winning_moves, Some(vec!["b".to_string(), "c".to_string()]));
}

#[test]
fn a_move_about_which_nothing_was_found_is_listed_as_unsettled() {
    // The start of tic-tac-toe: nothing is known after a few nodes, and no move counts as one that fails.
    let session = open("tic-tac-toe", ".../.../... x");
    let mut question = all_moves("draw-or-better", "df-pn");
    question.limits.nodes = Some(20);
    let answer = solve(session.as_ref(), &question);
    assert_eq!(answer.verdict, Verdict::Unknown);
    assert_eq!(answer.winning_moves, Some(vec![]));
    assert_eq!(answer.unsettled_moves.map(|moves| moves.len()), Some(9));
    // Without limits all nine hold the draw.
    let answer = solve(session.as_ref(), &all_moves("draw-or-better", "df-pn"));
    assert_eq!(answer.winning_moves.map(|moves| moves.len()), Some(9));
    assert!(answer.nodes_per_move.is_some_and(|nodes| nodes >= 1_000_000));
}

#[test]
fn moves_are_listed_for_the_prover_only() {
    let session = open("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    let error = try_solve(session.as_ref(), &all_moves("mated", "auto")).unwrap_err();
    assert!(error.to_string().contains("the other side is on move"), "{error}");
}
