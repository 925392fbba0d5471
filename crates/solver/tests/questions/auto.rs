//! `auto`: what it begins with, what it changes to, and what it lets pass for an answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use pnyx_game::{BoxError, Erased, Objective, Place, Random, Rules};
use pnyx_games::BuiltIn;
use pnyx_proof::{Body, CheckError, Claim, Report};
use pnyx_solver::open::numbered;
use pnyx_solver::{Alone, Answer, Question, Recheck, Session, Verdict};

use crate::graphs::{Case, GOALS};
use crate::puzzles::{By, Puzzle, Wins};
use crate::{brute, check, open, small_limits, solve, verdict};

fn auto(goal: &str) -> Question {
    Question::new(goal, "auto")
}

/// What a search did, to be compared with another one.
fn work(answer: &Answer) -> (Verdict, u64, u64, u64, Option<Vec<u8>>) {
    let certificate = answer.certificate.as_ref().map(|bytes| bytes.0.clone());
    (answer.verdict, answer.nodes, answer.expansions, answer.generated, certificate)
}

#[test]
fn mates_are_those_of_brute_force_whatever_rule_and_limit() {
    let mut seen = [0; 2];
    for seed in 1..=400 {
        let wins = Wins::of(seed);
        for goal in ["mate", "mated", "mate-in 1", "mate-in 2", "mate-in 3", "mated-in 1", "mated-in 2"] {
            let about = format!("{goal}, {}", wins.about);
            let (session, _) = Puzzle::random(seed);
            let answer = solve(session.as_ref(), &auto(goal));
            assert_eq!(answer.verdict, verdict(wins.reaches(goal)), "{about}");
            assert_eq!(check(session.as_ref(), &answer).verdict, answer.verdict, "{about}");
            seen[usize::from(wins.reaches(goal))] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 500), "not reached and reached: {seen:?}");
}

#[test]
fn where_repeating_is_illegal_verdicts_are_those_of_lines_played_out() {
    let (mut seen, mut differs) = ([0; 2], 0);
    for seed in 1..=300 {
        let case = Case::illegal(seed);
        for (threshold, goal) in GOALS {
            let about = format!("graph {seed}, {goal}: {}", case.text);
            let session = case.session();
            let answer = solve(session.as_ref(), &auto(goal));
            let truth = case.truth(threshold);
            assert_eq!(answer.verdict, verdict(truth), "{about}");
            assert_eq!(check(session.as_ref(), &answer).verdict, answer.verdict, "{about}");
            seen[usize::from(truth)] += 1;
            differs += u32::from(truth != Case::random(seed).truth(threshold));
        }
    }
    assert!(seen.iter().all(|&count| count > 100) && differs > 20, "{seen:?}, {differs} because of the rule");
}

#[test]
fn endings_of_tic_tac_toe_are_those_of_brute_force() {
    let mut seen = [0; 2];
    for seed in 1..=60 {
        let mut session = open("tic-tac-toe", ".../.../... x");
        let random = &mut Random(seed * 0x9e37_79b9 + 1);
        for _ in 0..3 + seed % 3 {
            let moves = session.moves().expect("moves");
            if !moves.is_empty() {
                session = session.play(&moves[random.below(moves.len())]).expect("a legal move");
            }
        }
        let text = session.text().expect("a text");
        let Ok(BuiltIn::Together(game, root)) =
            pnyx_games::open("tic-tac-toe", Some(&text), Default::default())
        else {
            panic!("{text}")
        };
        for (threshold, goal) in GOALS {
            let Ok(prover) = game.turn(&root);
            let Ok(truth) = brute::truth(&game, &root, &[], Objective { prover, threshold });
            let truth = truth.expect("few positions").prover_forces;
            let answer = solve(session.as_ref(), &auto(goal));
            assert_eq!(answer.verdict, verdict(truth), "{text}, {goal}");
            assert_eq!(check(session.as_ref(), &answer).verdict, answer.verdict, "{text}, {goal}");
            seen[usize::from(truth)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

#[test]
fn a_goal_that_is_no_mate_is_left_to_df_pn() {
    let same = |session: &dyn Session, goal: &str, about: &str| {
        let [found, plain] =
            ["auto", "df-pn"].map(|algorithm| solve(session, &Question::new(goal, algorithm)));
        assert_eq!(work(&found), work(&plain), "{about}, {goal}");
    };
    for seed in 1..=100 {
        for case in [Case::random(seed), Case::illegal(seed)] {
            for (_, goal) in GOALS {
                same(case.session().as_ref(), goal, &case.text);
            }
        }
        // The same graph as one whose mates could be asked for.
        let (session, notes) = Puzzle::random(seed);
        same(session.as_ref(), "win", &Wins::of(seed).about);
        assert!(notes.lock().unwrap().turns.iter().all(|turn| turn.by == By::DfPn), "graph {seed}");
    }
    for (game, text) in [("tic-tac-toe", "xo./.../... x"), ("connect-four", "..../..../XO../OX.. x")] {
        same(open(game, text).as_ref(), "win", text);
    }
}

#[test]
fn df_pn_gets_a_question_about_a_mate_only_when_forced_win_is_at_its_end() {
    let (mut settled, mut left) = (0, 0);
    for seed in 1..=300 {
        let about = Wins::of(seed).about;
        let asked = |algorithm| {
            let (session, notes) = Puzzle::random(seed);
            let answer = solve(session.as_ref(), &Question::new("mate", algorithm));
            let turns: Vec<_> = notes.lock().unwrap().turns.iter().map(|turn| turn.by).collect();
            (answer, turns)
        };
        let (alone, _) = asked("forced-win");
        let (answer, turns) = asked("auto");
        if alone.verdict == Verdict::Unknown {
            assert_eq!(alone.reason.as_deref(), Some("numbers"), "{about}");
            assert_eq!(
                (answer.verdict, turns),
                (Verdict::Disproven, vec![By::ForcedWin, By::DfPn]),
                "{about}"
            );
            // What both did counts.
            let (plain, _) = asked("df-pn");
            assert!(answer.nodes > plain.generated, "{about}");
            // A limit of nodes is named also where forced-win is at its end: df-pn could go on.
            for nodes in 1..answer.nodes {
                let (session, _) = Puzzle::random(seed);
                let mut question = auto("mate");
                question.limits.nodes = Some(nodes);
                let limited = solve(session.as_ref(), &question);
                let expected = [(Verdict::Unknown, Some("nodes")), (Verdict::Disproven, None)];
                assert!(expected.contains(&(limited.verdict, limited.reason.as_deref())), "{nodes}, {about}");
            }
            left += 1;
        } else {
            assert_eq!((answer.verdict, turns), (alone.verdict, vec![By::ForcedWin]), "{about}");
            settled += 1;
        }
    }
    assert!(settled > 50 && left > 50, "{settled} settled, {left} left to df-pn");
}

#[test]
fn df_pn_has_all_the_rest_when_forced_win_is_at_its_end() {
    let (session, notes) = Puzzle::loops(8, 100);
    let answer = solve(session.as_ref(), &auto("mate"));
    assert_eq!(answer.verdict, Verdict::Disproven);
    let turns = notes.lock().unwrap().turns.clone();
    let by: Vec<_> = turns.iter().map(|turn| turn.by).collect();
    assert_eq!(by, [By::ForcedWin, By::DfPn], "{turns:?}");
    // More than its share of the first turn.
    let plain = solve(session.as_ref(), &Question::new("mate", "df-pn"));
    assert!(plain.nodes > 128, "{} nodes", plain.nodes);
}

#[test]
fn turns_grow_and_df_pn_has_a_small_share() {
    // Of each node that forced-win goes into it judges two more.
    const NODES_A_CALL: u64 = 3;
    for (limit, most) in [(1_000, 1), (16_383, 1), (20_000, 3), (80_000, 3), (400_000, 7)] {
        let (session, notes) = Puzzle::endless(false);
        let mut question = auto("mate");
        question.limits.nodes = Some(limit);
        let answer = solve(session.as_ref(), &question);
        assert_eq!((answer.verdict, answer.reason.as_deref()), (Verdict::Unknown, Some("nodes")), "{limit}");
        assert!((limit..limit + 200).contains(&answer.nodes), "{limit}: {}", answer.nodes);
        let turns = notes.lock().unwrap().turns.clone();
        let mut by = turns.iter().map(|turn| turn.by);
        assert!(
            (0..turns.len()).all(|i| by.next() == Some([By::ForcedWin, By::DfPn][i % 2])),
            "{limit}: {turns:?}"
        );
        let mut nodes = 1 << 14;
        for (i, pair) in turns.chunks(2).enumerate() {
            let full = i < turns.len() / 2;
            let range = nodes..nodes + nodes / 8;
            let forced_win = pair[0].calls * NODES_A_CALL;
            assert!(
                if full { range.contains(&forced_win) } else { forced_win < range.end },
                "{limit}: {turns:?}"
            );
            if let Some(df_pn) = pair.get(1) {
                assert!((nodes / 128..nodes / 32).contains(&df_pn.calls), "{limit}: {turns:?}");
            }
            nodes *= 4;
        }
        assert_eq!(turns.len(), most, "{limit}: {turns:?}");
    }
}

#[test]
fn limits_give_unknown_and_are_named() {
    for goal in ["mate", "mated", "mate-in 50", "win", "draw-or-better"] {
        let unknown = |answer: Answer, limit: &str| {
            assert_eq!((answer.verdict, answer.reason.as_deref()), (Verdict::Unknown, Some(limit)), "{goal}");
            assert!(answer.certificate.is_none() && answer.line.is_empty(), "{goal}, {limit}");
        };
        let (session, _) = Puzzle::endless(false);
        for (limit, limits) in small_limits() {
            unknown(solve(session.as_ref(), &Question { limits, ..auto(goal) }), limit);
        }
        let stop = Arc::new(AtomicBool::new(true));
        unknown(session.solve(&Alone, &auto(goal), &stop).expect("an answer"), "stopped");
    }
}

/// Checks certificates as always, but accepts none of the first few.
struct Refuses {
    first: usize,
    asked: AtomicUsize,
    why: fn(String) -> CheckError<BoxError>,
}

impl Recheck<Erased> for Refuses {
    fn check(
        &self,
        game: &Erased,
        claim: &Claim<'_, Place, u32>,
        verdict: pnyx_proof::Verdict,
        body: Body<'_>,
        poll: pnyx_search::Poll<'_>,
    ) -> Result<Report, CheckError<BoxError>> {
        if self.asked.fetch_add(1, Ordering::Relaxed) < self.first {
            return Err((self.why)("not this one".into()));
        }
        pnyx_proof::check(game, claim, verdict, body, poll)
    }
}

/// Ask where the first certificates are refused; how many were shown?
fn refused(
    case: &Case,
    question: &Question,
    first: usize,
    why: fn(String) -> CheckError<BoxError>,
) -> (Answer, usize) {
    let recheck = Arc::new(Refuses { first, asked: AtomicUsize::new(0), why });
    let about = case.session().about().clone();
    let session = numbered(about, Arc::clone(&case.game.0), case.root.clone(), recheck.clone(), None);
    let answer = solve(session.as_ref(), question);
    (answer, recheck.asked.load(Ordering::Relaxed))
}

#[test]
fn an_answer_whose_certificate_is_refused_is_unknown() {
    for seed in 1..=40 {
        let case = Case::random(seed);
        for spec in pnyx_solver::catalogue::algorithms() {
            for (_, goal) in GOALS {
                let about = format!("{}, {goal}, graph {seed}: {}", spec.name, case.text);
                let question = Question::new(goal, spec.name);
                if solve(case.session().as_ref(), &question).verdict == Verdict::Unknown {
                    continue;
                }
                for (why, reason) in [
                    (CheckError::Rejected as fn(String) -> _, "certificate failed: not this one"),
                    (CheckError::Rules as fn(String) -> _, "rules: not this one"),
                ] {
                    let (answer, shown) = refused(&case, &question, usize::MAX, why);
                    assert_eq!(
                        (answer.verdict, answer.reason.as_deref()),
                        (Verdict::Unknown, Some(reason)),
                        "{about}"
                    );
                    assert!(answer.certificate.is_none() && answer.certificate_nodes.is_none(), "{about}");
                    assert_eq!(shown, 1, "{about}");
                }
            }
        }
    }
}

#[test]
fn where_repeating_is_illegal_a_safer_search_has_one_more_try() {
    let mut unknown = 0;
    for seed in 1..=60 {
        let case = Case::illegal(seed);
        for (threshold, goal) in GOALS {
            let truth = verdict(case.truth(threshold));
            for (algorithm, ghi, has_safer) in [
                ("auto", None, true),
                ("df-pn", None, true),
                ("df-pn", Some("sim"), false),
                ("pn", None, false),
            ] {
                let about = format!("{algorithm}, {ghi:?}, {goal}, graph {seed}: {}", case.text);
                let mut question = Question::new(goal, algorithm);
                question.options.extend(ghi.map(|ghi| ("ghi".into(), ghi.into())));
                let ask = |question: &Question, first| refused(&case, question, first, CheckError::Rejected);
                let (plain, shown) = ask(&question, 0);
                assert_eq!((plain.verdict, shown), (truth, 1), "{about}");
                let (second, shown) = ask(&question, 1);
                let expected = if has_safer { (truth, 2) } else { (Verdict::Unknown, 1) };
                assert_eq!((second.verdict, shown), expected, "{about}");
                assert_eq!(second.nodes > plain.nodes, has_safer, "both searches count: {about}");
                let (third, shown) = ask(&question, 2);
                assert_eq!((third.verdict, shown), (Verdict::Unknown, expected.1), "{about}");
                assert_eq!(third.reason.as_deref(), Some("certificate failed: not this one"), "{about}");
                // The second search has what the first one left.
                question.limits.nodes = Some(plain.nodes);
                let (limited, _) = ask(&question, 1);
                assert!(limited.nodes <= plain.nodes + 1, "{about}");
                assert!([truth, Verdict::Unknown].contains(&limited.verdict), "{about}");
                unknown += u32::from(has_safer && limited.verdict == Verdict::Unknown);
            }
        }
    }
    assert!(unknown > 50, "{unknown} with nothing left for a second search");
}

#[test]
fn a_cycle_in_a_graph_that_says_it_has_none_is_reported() {
    let session = open("graph", "root a; repetition impossible; a max: b; b min: a c; c = win");
    for (_, goal) in GOALS {
        let answer = solve(session.as_ref(), &auto(goal));
        assert_eq!(
            (answer.verdict, answer.reason.as_deref()),
            (Verdict::Unknown, Some("misdeclared")),
            "{goal}"
        );
    }
}
