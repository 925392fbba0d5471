//! Memory: what a question is given is shared out among tables, lines and the positions that a game holds.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use pnyx_game::spread;
use pnyx_search::{Limit, Limits};
use pnyx_solver::held::limits::{Glances, Look, hit, hold, is_hit};
use pnyx_solver::held::{HeldPositions, Holdable};
use pnyx_solver::question::DEFAULT_MEMORY;
use pnyx_solver::{Alone, Answer, Question, Verdict};

use crate::graphs::{Case, GOALS};
use crate::jobs::job;
use crate::puzzles::{By, Notes, Puzzle};
use crate::{never, solve, verdict};

/// Searches whose tables are bounded; the others grow until the memory is used up.
const BOUNDED: [&str; 7] = ["df-pn", "pn-star", "pds", "pds-pn", "alpha-beta", "forced-win", "auto"];

/// Sizes that the tables of a short search fill.
const SIZES: [usize; 5] = [65_536, 100_001, 300_000, 777_777, 2_000_000];

/// The most bytes of its own with which a search went on.
fn own(notes: &Notes, by: By) -> usize {
    notes.turns.iter().filter(|turn| turn.by == by).map(|turn| turn.own).max().unwrap_or(0)
}

fn ask(
    algorithm: &str,
    memory: Option<usize>,
    threads: usize,
    holds: bool,
    look: impl FnOnce(Answer, &Notes),
) {
    let (session, notes) = Puzzle::endless(holds);
    let mut question = Question { threads, ..Question::new("mate", algorithm) };
    (question.limits.nodes, question.limits.memory) = (Some(100_000), memory);
    let answer = solve(session.as_ref(), &question);
    look(answer, &notes.lock().unwrap());
}

#[test]
fn no_search_goes_on_with_more_than_it_was_given() {
    for spec in pnyx_solver::catalogue::algorithms() {
        let threads = if spec.parallel { [1, 3].as_slice() } else { &[1] };
        let ways = threads.iter().flat_map(|&threads| [(threads, false), (threads, true)]);
        for (memory, (threads, holds)) in
            SIZES.iter().flat_map(|&size| ways.clone().map(move |way| (size, way)))
        {
            let about = format!("{}, {memory} bytes, {threads} threads, holds {holds}", spec.name);
            ask(spec.name, Some(memory), threads, holds, |answer, notes| {
                assert_eq!(answer.verdict, Verdict::Unknown, "{about}");
                let (forced_win, df_pn) = (own(notes, By::ForcedWin), own(notes, By::DfPn));
                assert!(forced_win + df_pn <= memory, "{forced_win} and {df_pn}: {about}");
                assert_eq!(
                    (notes.given.as_slice(), notes.answered),
                    ([Some(memory)].as_slice(), 1),
                    "{about}"
                );
                if BOUNDED.contains(&spec.name) {
                    // The half of a game that holds positions is not touched.
                    let most = if holds { memory / 2 } else { memory };
                    assert_eq!(answer.reason.as_deref(), Some("nodes"), "{about}");
                    assert!(
                        answer.memory_bytes <= most && forced_win + df_pn <= most,
                        "{} bytes: {about}",
                        answer.memory_bytes
                    );
                    // The memory is used, too.
                    assert!(
                        answer.memory_bytes > most / 4 || memory > 500_000,
                        "{} bytes: {about}",
                        answer.memory_bytes
                    );
                } else if memory < 500_000 {
                    assert_eq!(answer.reason.as_deref(), Some("memory"), "{about}");
                }
            });
        }
    }
}

#[test]
fn auto_leaves_df_pn_a_part_beside_forced_win() {
    for memory in SIZES {
        ask("auto", Some(memory), 1, false, |_, notes| {
            let (forced_win, df_pn) = (own(notes, By::ForcedWin), own(notes, By::DfPn));
            assert!(df_pn > 0 && df_pn < forced_win, "{df_pn} beside {forced_win} of {memory}");
            assert!(df_pn <= memory / 4, "{df_pn} beside {forced_win} of {memory}");
        });
    }
}

#[test]
fn without_a_limit_a_search_has_what_it_needs() {
    for (algorithm, threads) in [("auto", 1), ("auto", 3), ("df-pn", 1), ("pn", 1)] {
        ask(algorithm, None, threads, false, |answer, notes| {
            assert_eq!(answer.reason.as_deref(), Some("nodes"), "{algorithm}");
            assert!(answer.memory_bytes > 1_000_000, "{algorithm}: {}", answer.memory_bytes);
            assert_eq!((notes.given.as_slice(), notes.answered), ([None].as_slice(), 1), "{algorithm}");
        });
    }
}

#[test]
fn a_tiny_memory_gives_the_truth_or_unknown() {
    let (mut known, mut unknown) = (0, 0);
    for spec in pnyx_solver::catalogue::algorithms() {
        for seed in 1..=15 {
            let case = Case::after(seed, (seed % 2) as usize);
            for (threshold, goal) in GOALS {
                for memory in [0, 1, 100, 1_000, 3_000, 25_000, 100_000] {
                    let about = format!("{}, {goal}, {memory} bytes, graph {seed}: {}", spec.name, case.text);
                    let mut question = Question { all_moves: seed == 3, ..Question::new(goal, spec.name) };
                    question.limits.memory = Some(memory);
                    let answer = solve(case.session().as_ref(), &question);
                    if answer.verdict == Verdict::Unknown {
                        let reason = answer.reason.as_deref().unwrap_or_default();
                        assert!(
                            reason == "memory"
                                || ["numbers", "unsafe: disproven", "unsafe: proven"].contains(&reason),
                            "{reason}: {about}"
                        );
                        unknown += u32::from(reason == "memory");
                    } else {
                        assert_eq!(answer.verdict, verdict(case.truth(threshold)), "{about}");
                        known += 1;
                    }
                }
            }
        }
    }
    assert!(known > 300 && unknown > 300, "{known} known, {unknown} unknown");
}

#[test]
fn a_table_that_is_larger_than_the_memory_gives_unknown() {
    let (session, _) = Puzzle::endless(false);
    let mut question = Question::new("win", "df-pn");
    question.options.insert("table".into(), "4000000".into());
    question.limits.memory = Some(300_000);
    let answer = solve(session.as_ref(), &question);
    assert_eq!((answer.verdict, answer.reason.as_deref()), (Verdict::Unknown, Some("memory")));
}

#[test]
fn a_game_holds_positions_as_long_as_a_question_is_asked() {
    let (session, notes) = Puzzle::random(7);
    let counts = || {
        let notes = notes.lock().unwrap();
        (notes.given.len(), notes.answered)
    };
    let mut question = Question::new("mate", "auto");
    question.limits.memory = Some(1 << 20);
    session.solve(&Alone, &question, &never()).expect("an answer");
    session.shortest(&Alone, &question, &never()).expect("an answer");
    session.value(&Alone, &question, &never()).expect("answers");
    assert_eq!(counts(), (3, 3));
    // Also where it is refused.
    session.solve(&Alone, &Question::new("nothing", "auto"), &never()).expect_err("no such goal");
    assert_eq!(counts().0, counts().1);
    // All jobs are one question.
    let before = counts().1;
    let jobs = session.jobs(&question).expect("jobs");
    for _ in 0..3 {
        job(jobs.as_ref(), session.as_ref(), None);
    }
    assert_eq!(counts(), (before + 1, before));
    drop(jobs);
    assert_eq!(counts(), (before + 1, before + 1));
    assert_eq!(notes.lock().unwrap().given.last(), Some(&Some(1 << 20)));
}

/// Numbers as positions, of this many bytes each.
struct NumbersOf(usize);

impl Holdable for NumbersOf {
    type Object = u64;
    type Moves = Vec<u64>;
    type Error = Infallible;

    fn share(&self, object: &u64) -> u64 {
        *object
    }
    fn is(&self, one: &u64, other: &u64) -> bool {
        one == other
    }
    fn hash(&self, object: &u64) -> Result<isize, Infallible> {
        Ok(spread(*object) as isize)
    }
    fn equal(&self, one: &u64, other: &u64) -> Result<bool, Infallible> {
        Ok(one == other)
    }
    fn key(&self, object: &u64) -> Result<Option<u64>, Infallible> {
        Ok(Some(spread(*object)))
    }
    fn weigh(&self, _object: &u64) -> Result<usize, Infallible> {
        Ok(self.0)
    }
    fn weigh_moves(&self, moves: &Vec<u64>) -> Result<usize, Infallible> {
        Ok(size_of_val(moves.as_slice()))
    }
    fn count(&self, moves: &Vec<u64>) -> u32 {
        moves.len() as u32
    }
    fn history_key(&self, _mv: &u64) -> Result<Option<u32>, Infallible> {
        Ok(None)
    }
    fn add_history_key(&self, _mv: &u64, number: u32) -> Result<u32, Infallible> {
        Ok(number)
    }
    fn clear_history_keys(&self) {}
}

#[test]
fn held_positions_and_the_search_stay_within_what_was_given() {
    for memory in [100_000, 1_000_000, 3_333_333, 20_000_000] {
        for share in [0, 1, 4, 8, 12, 14] {
            let (held, own) = (HeldPositions::new(NumbersOf(1_000)), memory / 16 * share);
            held.begin_question(Some(memory));
            let Ok(kept) = held.position(&0);
            let mut most = 0;
            for number in 1..30_000 {
                let Ok(position) = held.position(&number);
                let Ok(()) = held.store_moves(&position, vec![number; 4], |_| ());
                drop(position);
                if number % 16 == 0 {
                    let bytes = held.memory_beside(own);
                    assert!(bytes + own <= memory, "{bytes} beside {own} of {memory}");
                    assert!(bytes <= memory / 2, "{bytes} of {memory}");
                    most = most.max(bytes);
                }
            }
            assert!(most > memory / 32, "{most} beside {own} of {memory}");
            // A position in which somebody has a share is not made again.
            let Ok(again) = held.position(&0);
            assert!(Arc::ptr_eq(&kept, &again), "{own} of {memory}");
            held.end_question();
        }
    }
}

#[test]
fn without_a_limit_positions_are_held_until_the_question_is_answered() {
    let held = HeldPositions::new(NumbersOf(1_000));
    held.begin_question(None);
    held.begin_question(None);
    for number in 0..10_000 {
        let Ok(_) = held.position(&number);
    }
    assert!(held.memory_beside(0) > 10_000_000, "{}", held.bytes());
    held.end_question();
    assert!(held.bytes() > 10_000_000, "another question is being asked: {}", held.bytes());
    held.end_question();
    assert_eq!(held.bytes(), 0);
}

#[test]
fn one_call_of_a_game_is_broken_off_by_the_limit_that_it_hits() {
    let fine = || Ok::<_, Infallible>(());
    let look = |bytes| {
        let mut glances = Glances::default();
        std::thread::sleep(Duration::from_millis(6));
        let Ok(look) = glances.look(bytes, fine);
        (look, hit())
    };
    // Nobody has set a limit.
    assert_eq!(look(DEFAULT_MEMORY - 1), (Look::Fine, None));
    assert_eq!(look(DEFAULT_MEMORY), (Look::TooMuch, None));
    let limits = |memory, time| Limits { nodes: None, memory, time };
    let stop = never();
    {
        let _held = hold(limits(Some(1_000), None), &stop);
        assert_eq!(look(999), (Look::Fine, None));
        assert_eq!(look(1_000), (Look::Hit(Limit::Memory), Some(Limit::Memory)));
        let _inner = hold(limits(None, Some(Duration::ZERO)), &stop);
        assert_eq!(look(1_000), (Look::Hit(Limit::Seconds), Some(Limit::Seconds)));
    }
    let _held = hold(limits(None, None), &Arc::new(AtomicBool::new(true)));
    assert_eq!(look(1_000), (Look::Hit(Limit::Stopped), Some(Limit::Stopped)));
    assert!(!is_hit(), "it is told once");
}
