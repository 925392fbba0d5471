//! The goals that the games declare.

use std::collections::BTreeMap;

use pnyx_game::{Argument, Forcing, Goal, GoalSpec, Goals, MOST_MOVES, Player, Threshold, Turned};
use pnyx_games::{GameSpec, SPECS, chess, connect_four, for_built_in, open};

const CHESS: &str = "mate, win, draw-or-better, promote, mate-in N, mated, mated-in N, win-in N";
const SCORES: &str = "win, draw-or-better, win-in N, score N";
const NO_DRAWS: &str = "win";
const OTHERS: &str = "win, draw-or-better, win-in N";

/// The goals of a game opened at its start.
fn goals(spec: &GameSpec) -> Vec<GoalSpec> {
    let opened = open(spec.name, Some(spec.start), BTreeMap::new()).unwrap();
    for_built_in!(opened, |game, _root| game.goals())
}

fn labels(goals: &[GoalSpec]) -> String {
    goals.iter().map(GoalSpec::label).collect::<Vec<_>>().join(", ")
}

/// Goals of every form, at both ends of their range.
fn all(goals: &[GoalSpec]) -> Vec<String> {
    let texts = goals.iter().flat_map(|spec| match spec.argument {
        Argument::None => vec![spec.label()],
        Argument::Moves => [1, 3, MOST_MOVES].map(|moves| format!("{}-in {moves}", spec.name)).to_vec(),
        Argument::Number(least, most) => {
            [least, 0, most].map(|number| format!("{} {number}", spec.name)).to_vec()
        }
    });
    texts.collect()
}

#[test]
fn what_can_be_asked_is_what_the_register_says() {
    for spec in SPECS {
        let expected = match spec.name {
            "chess" => CHESS,
            "othello" | "connect-four" => SCORES,
            "go-one-eye" => NO_DRAWS,
            _ => OTHERS,
        };
        assert_eq!(labels(spec.goals), expected, "{}", spec.name);
        assert_eq!(goals(spec), spec.goals, "{}", spec.name);
    }
}

#[test]
fn all_goals_round_trip() {
    for spec in SPECS {
        for text in all(spec.goals) {
            let goal = Goal::parse(&text, spec.name, spec.goals).unwrap();
            assert_eq!(goal.to_string(), text, "{}", spec.name);
            assert!(goal.is_among(spec.goals), "{}: {text}", spec.name);
        }
    }
}

#[test]
fn declarations_agree_with_each_other() {
    for spec in SPECS {
        for goal in spec.goals {
            let limited = Goal::from(*goal).within(2);
            if goal.argument == Argument::Moves {
                assert!(
                    limited.is_among(spec.goals) && Goal::from(*goal).is_among(spec.goals),
                    "{}: {limited}",
                    spec.name
                );
            }
            if matches!(goal.turned, Turned::Opposite(_)) && goal.argument == Argument::Moves {
                assert_eq!(limited.opposite(), None, "{}: by whose moves is it refuted?", spec.name);
            } else if let Turned::Same(_) | Turned::Opposite(_) = goal.turned {
                let asked = if goal.argument == Argument::Moves { limited } else { Goal::from(*goal) };
                let turned = asked.opposite().unwrap();
                assert!(turned.goal.is_among(spec.goals), "{}: {asked}", spec.name);
                assert_eq!(turned.goal.opposite().unwrap().goal, asked, "{}", spec.name);
            }
        }
        let win = Goal::of_value(Threshold::Win, spec.goals).unwrap();
        assert_eq!(win, Goal::from(spec.goals[0]), "{}", spec.name);
        let draw = Goal::of_value(Threshold::Draw, spec.goals).map(|goal| goal.to_string());
        assert_eq!(draw.is_some(), spec.name != "go-one-eye", "{}", spec.name);
    }
}

#[test]
fn scores_depend_on_the_board() {
    let small = open("othello", None, BTreeMap::from([("size".into(), "4".into())])).unwrap();
    let goals = for_built_in!(small, |game, _root| game.goals());
    assert_eq!(
        Goal::parse("score 17", "othello", &goals).unwrap_err().to_string(),
        "the goal score needs a whole number from -16 to 16 on this board, like 'score 1', not 'score 17'"
    );
    let lost = Goal::parse("score -16", "othello", &goals).unwrap();
    assert!(!lost.opposite().unwrap().goal.is_among(&goals), "nobody gets 17");
    assert_eq!(
        Goal::parse("score", "connect-four", connect_four::SPEC.goals).unwrap_err().to_string(),
        "the goal score needs a whole number from -21 to 21 on this board, like 'score 1', not 'score'"
    );
}

#[test]
fn bad_goals_are_refused_by_name() {
    let chess = chess::SPEC.goals;
    assert_eq!(
        Goal::parse("mates", "chess", chess).unwrap_err().to_string(),
        format!("chess has no goal 'mates' (it has: {CHESS})")
    );
    assert_eq!(
        Goal::parse("mated-in -1", "chess", chess).unwrap_err().to_string(),
        "the goal mated-in needs a number of moves from 1 to 1,000,000, like 'mated-in 3', not 'mated-in -1'"
    );
}

#[test]
fn forced_wins_are_looked_for_where_they_suit_the_goal() {
    let suits = |goal: &str| {
        let opened = open("chess", None, BTreeMap::new()).unwrap();
        let goal = Goal::parse(goal, "chess", chess::SPEC.goals).unwrap();
        for_built_in!(opened, |game, _root| {
            game.aim(&goal, Player::First).unwrap().unwrap_or(game).suits_forced_win()
        })
    };
    for goal in ["mate", "win", "draw-or-better", "mate-in 3", "mated", "mated-in 3"] {
        assert!(suits(goal), "{goal}");
    }
    assert!(!suits("promote"));
}
