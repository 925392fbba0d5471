use super::*;

/// The goals of a game with everything that a goal can have.
const GOALS: &[GoalSpec] = &[
    CATCH,
    GoalSpec { meaning: "the same within N moves", argument: Argument::Moves, ..CATCH },
    GoalSpec {
        side: Side::Other,
        turned: Turned::Same("catch"),
        ..GoalSpec::new("caught", "the player on move is caught", Threshold::Win)
    },
    WIN,
    DRAW_OR_BETTER,
    GoalSpec {
        argument: Argument::Number(-12, 12),
        turned: Turned::OppositeNumber,
        ..GoalSpec::new("points", "N points or more", Threshold::Win)
    },
    GoalSpec { needs_last_move: true, ..GoalSpec::new("crown", "the last move made a king", Threshold::Win) },
];

const CATCH: GoalSpec = GoalSpec {
    turned: Turned::Same("caught"),
    ..GoalSpec::new("catch", "the player on move catches", Threshold::Win)
};

fn read(text: &str) -> Goal {
    Goal::parse(text, "tag", GOALS).unwrap()
}

fn opposite(text: &str) -> Option<(String, bool)> {
    read(text).opposite().map(|wording| (wording.goal.to_string(), wording.negated))
}

#[test]
fn every_text_is_read_and_written_alike() {
    for text in ["catch", "catch-in 3", "caught", "win", "draw-or-better", "points -12", "points 0", "crown"]
    {
        assert_eq!(read(text).to_string(), text, "{text:?}");
        assert!(read(text).is_among(GOALS), "{text}");
    }
    let labels: Vec<_> = GOALS.iter().map(GoalSpec::label).collect();
    assert_eq!(labels, ["catch", "catch-in N", "caught", "win", "draw-or-better", "points N", "crown"]);
}

#[test]
fn arguments_have_one_spelling_and_a_range() {
    for text in
        ["points", "points ", "points N", "points +1", "points 01", "points -0", "points 13", "points  1"]
    {
        assert_eq!(
            Goal::find(text, GOALS).unwrap_err().to_string(),
            format!(
                "the goal points needs a whole number from -12 to 12 on this board, like 'points 1', not '{text}'"
            ),
            "{text:?}"
        );
    }
    for text in ["catch-in", "catch-in ", "catch-in 0", "catch-in 01", "catch-in 1000001", "catch-in 3 4"] {
        assert_eq!(
            Goal::find(text, GOALS).unwrap_err().to_string(),
            format!(
                "the goal catch-in needs a number of moves from 1 to 1,000,000, like 'catch-in 3', not '{text}'"
            ),
            "{text:?}"
        );
    }
    assert_eq!(read("catch-in 1000000").limit, Some(MOST_MOVES));
    assert_eq!(MOST_MOVES_TEXT.replace(',', ""), MOST_MOVES.to_string());
}

#[test]
fn other_texts_are_unknown() {
    for text in
        ["", " win", "win ", "win 3", "caught-in 3", "catch 3", "catch-in\t3", "points1", "crown-in 2"]
    {
        assert_eq!(Goal::find(text, GOALS), Ok(None), "{text}");
    }
    assert_eq!(
        Goal::parse("caught 3", "tag", GOALS).unwrap_err().to_string(),
        "tag has no goal 'caught 3' (it has: catch, catch-in N, caught, win, draw-or-better, points N, crown)"
    );
}

#[test]
fn limits_are_set() {
    assert_eq!(read("catch").within(3), read("catch-in 3"));
    assert!(!read("caught").within(3).is_among(GOALS), "this game has no such goal");
    assert!(!read("catch").within(0).is_among(GOALS));
    assert!(!read("catch").within(MOST_MOVES + 1).is_among(GOALS));
    assert!(!read("points 1").within(2).is_among(GOALS), "one argument at most");
    let not_draw = GoalSpec { threshold: Threshold::Draw, ..CATCH };
    assert!(!read("catch").is_among(&[not_draw]), "a goal of another game with the same name");
}

#[test]
fn who_must_reach_what() {
    let (me, you) = (Player::First, Player::Second);
    assert_eq!(read("win").objective(me), Objective { prover: me, threshold: Threshold::Win });
    assert_eq!(read("draw-or-better").objective(you), Objective { prover: you, threshold: Threshold::Draw });
    assert_eq!(read("caught").objective(me), Objective { prover: you, threshold: Threshold::Win });
    let win = read("win").objective(me);
    assert_eq!(win.opposite(), read("draw-or-better").objective(you));
    assert_eq!(win.opposite().opposite(), win);
}

#[test]
fn questions_turn_round() {
    let cases = [
        ("win", "draw-or-better", true),
        ("points 5", "points -4", true),
        ("points 0", "points 1", true),
        ("catch", "caught", false),
        ("catch-in 3", "caught-in 3", false),
    ];
    for (one, other, negated) in cases {
        assert_eq!(opposite(one), Some((other.to_string(), negated)), "{one}");
        let back = read(one).opposite().unwrap().goal.opposite().unwrap();
        assert_eq!((back.goal, back.negated), (read(one), negated), "{one}");
    }
    for text in ["win", "draw-or-better", "catch", "caught", "points 5"] {
        assert!(read(text).opposite().unwrap().goal.is_among(GOALS), "{text}");
    }
    assert!(!read("points -12").opposite().unwrap().goal.is_among(GOALS), "nobody gets 13");
    assert_eq!(opposite("crown"), None);
    assert_eq!(read("win").within(3).opposite(), None);
}

#[test]
fn the_words_for_a_position() {
    let asked = |text: &str, provers_turn| {
        read(text).asked_of(provers_turn).map(|wording| (wording.goal.to_string(), wording.negated))
    };
    for (goal, on_move, waiting, negated) in [
        ("win", "win", "draw-or-better", true),
        ("draw-or-better", "draw-or-better", "win", true),
        ("catch", "catch", "caught", false),
        ("caught", "catch", "caught", false),
    ] {
        assert_eq!(asked(goal, true), Some((on_move.to_string(), false)), "{goal}");
        assert_eq!(asked(goal, false), Some((waiting.to_string(), negated)), "{goal}");
    }
    assert_eq!(asked("crown", true), Some(("crown".to_string(), false)));
    assert_eq!(asked("crown", false), None);
}

#[test]
fn a_game_without_draws_has_one_question() {
    let goals = [GoalSpec { turned: Turned::Opposite("win"), ..WIN }];
    let win = Goal::parse("win", "go", &goals).unwrap();
    assert_eq!(win.opposite(), Some(Wording { goal: win, negated: true }));
}

#[test]
fn a_number_of_moves_is_refused_with_the_reason() {
    let limited = [WIN, DRAW_OR_BETTER, WIN_IN];
    let error = |text: &str, goals: &[GoalSpec]| Goal::find(text, goals).unwrap_err().to_string();
    assert_eq!(Goal::find("win-in 3", &limited).unwrap(), Some(Goal::from(WIN_IN).within(3)));
    assert!(
        error("win-in 0", &limited)
            .starts_with("the goal win-in needs a number of moves from 1 to 1,000,000")
    );
    assert!(
        error("draw-or-better-in 3", &limited).contains("because who does not lose need not come to an end")
    );
    assert!(
        error("win-in 3", &[WIN]).contains("where repeating is illegal, what a move is good for depends")
    );
    assert_eq!(Goal::find("crown-in 3", GOALS).unwrap(), None);
    assert_eq!(Goal::find("win-in\t3", &limited).unwrap(), None);
    assert_eq!(Goal::find("nothing-in 3", &limited).unwrap(), None);
}
