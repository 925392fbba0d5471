//! Checkpoints: a search that was stopped goes on with what it knew, and with nothing else.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use pnyx_game::BoxError;
use pnyx_solver::{Alone, Answer, Host, Question, Session, Verdict};
use tempfile::{TempDir, tempdir};

use crate::graphs::Case;
use crate::puzzles::{Puzzle, Wins};
use crate::{check, never, open, solve, try_solve, verdict};

/// Longer than any test: checkpoints are written at the end of a search.
const SELDOM: Duration = Duration::from_secs(3_600);

/// Checkpoints in a folder of their own.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempdir().expect("a folder"))
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("run.checkpoint")
    }

    /// The question with a limit of nodes, which leaves a checkpoint.
    fn stopped(&self, question: &Question, nodes: u64) -> Question {
        let mut question = Question { checkpoint: Some((self.file(), SELDOM)), ..question.clone() };
        question.limits.nodes = Some(nodes);
        question
    }

    /// The question that begins with the checkpoint.
    fn resumed(&self, question: &Question) -> Question {
        Question { resume: Some(self.file()), ..question.clone() }
    }

    /// Why the checkpoint is refused.
    fn refused(&self, session: &dyn Session, question: &Question) -> String {
        try_solve(session, &self.resumed(question)).expect_err("a refusal").to_string()
    }
}

/// Stop a search after each of some numbers of nodes, and let it go on.
fn stop_and_resume(session: &dyn Session, question: &Question, truth: Verdict, about: &str) -> u32 {
    let whole = solve(session, question);
    let settled = |answer: &Answer, about: &str| {
        if answer.verdict == Verdict::Unknown {
            // Where positions are repeated, forced-win alone may find no answer, on one way or another.
            assert_eq!(
                (whole.verdict, question.algorithm.as_str()),
                (Verdict::Unknown, "forced-win"),
                "{about}"
            );
            return assert_eq!(answer.reason.as_deref(), Some("numbers"), "{about}");
        }
        assert_eq!(answer.verdict, truth, "{about}");
        assert_eq!(check(session, answer).verdict, truth, "{about}");
    };
    settled(&whole, about);
    let (folder, mut stops) = (Folder::new(), 0);
    for nodes in [1, 4, 10, 40].into_iter().filter(|&nodes| nodes < whole.nodes) {
        let about = format!("{nodes} of {} nodes, {about}", whole.nodes);
        let stopped = solve(session, &folder.stopped(question, nodes));
        if stopped.reason.as_deref() != Some("nodes") {
            settled(&stopped, &about);
            continue;
        }
        assert_eq!((stopped.resumed_nodes, &stopped.checkpoint_error), (0, &None), "{about}");
        let resumed = solve(session, &folder.resumed(question));
        settled(&resumed, &about);
        assert!((1..=stopped.nodes).contains(&resumed.resumed_nodes), "{about}");
        stops += 1;
    }
    stops
}

#[test]
fn a_search_that_was_stopped_goes_on_to_the_same_verdict() {
    let mut stops = 0;
    for seed in 1..=25 {
        let wins = Wins::of(seed);
        for (goal, algorithm, threads) in
            [("mate", "auto", 1), ("mated", "auto", 2), ("mated", "forced-win", 1), ("mate-in 2", "auto", 1)]
        {
            let about = format!("{goal}, {algorithm}, {}", wins.about);
            let question = Question { threads, ..Question::new(goal, algorithm) };
            let (session, _) = Puzzle::random(seed);
            stops += stop_and_resume(session.as_ref(), &question, verdict(wins.reaches(goal)), &about);
        }
        let case = Case::after(seed, (seed % 3) as usize);
        let truth = verdict(case.truth(pnyx_game::Threshold::Win));
        let question = Question::new("win", "forced-win");
        stops += stop_and_resume(case.session().as_ref(), &question, truth, &case.text);
    }
    assert!(stops > 100, "{stops} searches were stopped");
}

const MATE: &str = "2R5/2R4p/5p1k/6n1/8/1P2QPPq/r7/6K1 w - - 0 1";

#[test]
fn what_was_done_before_is_not_done_again() {
    let (session, question, folder) = (open("chess", MATE), Question::new("mate", "auto"), Folder::new());
    let whole = solve(session.as_ref(), &question);
    let nodes = whole.nodes / 4;
    // Several stops, all in one file.
    let (mut before, mut stops) = (0, 0);
    let last = loop {
        let stopped = folder.stopped(&question, nodes);
        let answer = solve(session.as_ref(), &if stops == 0 { stopped } else { folder.resumed(&stopped) });
        assert_eq!(answer.resumed_nodes, before, "stop {stops}");
        if answer.verdict != Verdict::Unknown {
            break answer;
        }
        (before, stops) = (before + answer.nodes, stops + 1);
        assert!(stops < 20, "no end");
    };
    assert_eq!((whole.verdict, last.verdict), (Verdict::Proven, Verdict::Proven));
    assert!(
        stops >= 2 && before + last.nodes < 2 * whole.nodes,
        "{stops} stops, {before} nodes before the last"
    );
}

#[test]
fn a_search_with_a_history_goes_on_as_well() {
    let session = open("chess", &format!("{MATE} moves c7c6 a2a1"));
    // With a limit of moves nothing is repeated, so that the history has no meaning.
    for goal in ["mate", "mate-in 5"] {
        let (question, folder) = (Question::new(goal, "auto"), Folder::new());
        let stopped = solve(session.as_ref(), &folder.stopped(&question, 20));
        assert_eq!(stopped.reason.as_deref(), Some("nodes"), "{goal}");
        let resumed = solve(session.as_ref(), &folder.resumed(&folder.stopped(&question, 20)));
        assert_eq!(resumed.resumed_nodes, stopped.nodes, "{goal}");
    }
}

#[test]
fn auto_has_checkpoints_where_it_runs_forced_win() {
    let folder = Folder::new();
    for (text, goal, fits) in [
        (MATE, "mate", true),
        (MATE, "mate-in 3", true),
        (MATE, "draw-or-better", true),
        ("7k/P7/8/8/8/8/8/6K1 w - - 0 1", "promote", false),
    ] {
        let asked = folder.stopped(&Question::new(goal, "auto"), 10);
        let why = try_solve(open("chess", text).as_ref(), &asked).err().map(|error| error.to_string());
        assert_eq!(why.is_none(), fits, "{goal}: {why:?}");
        assert!(why.is_none_or(|why| why.contains("use the algorithm forced-win")), "{goal}");
        let _ = fs::remove_file(folder.file());
    }
}

#[test]
fn a_checkpoint_counts_the_nodes_of_all_turns() {
    // forced-win and df-pn take turns here, and forced-win leaves the checkpoint.
    for nodes in [1_000, 20_000, 80_000, 400_000] {
        let (session, _) = Puzzle::endless(false);
        let (question, folder) = (Question::new("mate", "auto"), Folder::new());
        let stopped = solve(session.as_ref(), &folder.stopped(&question, nodes));
        let resumed = solve(session.as_ref(), &folder.resumed(&folder.stopped(&question, 10)));
        assert_eq!(resumed.resumed_nodes, stopped.nodes, "{nodes} nodes");
    }
}

#[test]
fn a_shortest_win_goes_on_as_well() {
    let mut stops = 0;
    for seed in 1..=25 {
        let wins = Wins::of(seed);
        for goal in ["mate", "mated"] {
            let (session, _) = Puzzle::random(seed);
            let ask = |question: &Question| session.shortest(&Alone, question, &never()).expect("an answer");
            let (question, folder) = (Question::new(goal, "auto"), Folder::new());
            let whole = ask(&question);
            let stopped = ask(&folder.stopped(&question, whole.nodes / 2));
            let resumed = ask(&folder.resumed(&question));
            assert_eq!(resumed.length, wins.length(goal), "{goal}, {}", wins.about);
            assert_eq!(resumed.resumed_nodes, stopped.nodes, "{goal}, {}", wins.about);
            stops += u32::from(stopped.reason.as_deref() == Some("nodes"));
            // It is another question than whether there is a win.
            assert!(
                folder.refused(session.as_ref(), &question).contains("another question"),
                "{}",
                wins.about
            );
        }
    }
    assert!(stops > 20, "{stops} searches were stopped");
}

#[test]
fn a_checkpoint_of_something_else_is_refused() {
    let (session, question, folder) = (open("chess", MATE), Question::new("mate", "auto"), Folder::new());
    let missing = folder.refused(session.as_ref(), &question);
    assert!(missing.contains("there is no file"), "{missing}");
    solve(session.as_ref(), &folder.stopped(&question, 100));
    let bytes = fs::read(folder.file()).expect("a checkpoint");
    let after = session.play("c8h8").or_else(|_| session.play("Rxh7+")).expect("a legal move");
    let attack =
        pnyx_solver::open::open("chess", Some(MATE), [("attack".to_string(), "checks".to_string())].into());
    let questions: [(&str, &dyn Session, &str); 4] = [
        ("goal", session.as_ref(), "mate-in 20"),
        ("goal", session.as_ref(), "draw-or-better"),
        ("position", after.as_ref(), "mate"),
        ("options", attack.as_ref().expect("an option of chess").as_ref(), "mate"),
    ];
    for (what, session, goal) in questions {
        let question = Question::new(goal, "auto");
        let why = folder.refused(session, &question);
        assert!(
            why.contains("is a checkpoint of another question: it is about 'game: chess"),
            "{what}: {why}"
        );
        // Nor is it overwritten.
        let written = try_solve(session, &folder.stopped(&question, 100)).expect_err(what).to_string();
        assert!(written.contains("another question"), "{what}: {written}");
    }
    for spec in pnyx_solver::catalogue::algorithms() {
        let question = Question::new("mate", spec.name);
        if ["auto", "forced-win"].contains(&spec.name) {
            assert_eq!(
                solve(session.as_ref(), &folder.resumed(&question)).verdict,
                Verdict::Proven,
                "{}",
                spec.name
            );
        } else {
            let why = folder.refused(session.as_ref(), &question);
            assert!(why.contains("only auto and forced-win"), "{}: {why}", spec.name);
        }
    }
    assert_eq!(fs::read(folder.file()).expect("a checkpoint"), bytes);
    fs::write(folder.file(), "something else").expect("a file");
    for question in [folder.resumed(&question), folder.stopped(&question, 100)] {
        let why = try_solve(session.as_ref(), &question).expect_err("no checkpoint").to_string();
        assert!(why.contains("is not a checkpoint of Pnyx"), "{why}");
    }
}

#[test]
fn a_damaged_checkpoint_is_refused_whatever_byte_it_is() {
    let (session, _) = Puzzle::random(26);
    let (question, folder) = (Question::new("mate", "auto"), Folder::new());
    solve(session.as_ref(), &folder.stopped(&question, 100));
    let bytes = fs::read(folder.file()).expect("a checkpoint");
    assert!(bytes.len() > 100, "{} bytes", bytes.len());
    for i in 0..bytes.len() {
        let mut wrong = bytes.clone();
        wrong[i] ^= 1 << (i % 8);
        for (what, damaged) in [("changed", wrong.as_slice()), ("cut off", &bytes[..i])] {
            fs::write(folder.file(), damaged).expect("a file");
            let why = folder.refused(session.as_ref(), &question);
            let plain =
                ["is damaged", "is not a checkpoint", "of version"].iter().any(|word| why.contains(word));
            assert!(plain, "byte {i} {what}: {why}");
        }
    }
    fs::write(folder.file(), &bytes).expect("a file");
    assert_eq!(solve(session.as_ref(), &folder.resumed(&question)).verdict, Verdict::Disproven);
}

/// Keeps what it is warned of, and takes a folder away as soon as a search has begun.
#[derive(Default)]
struct Warned {
    warnings: Mutex<Vec<String>>,
    removes: Option<PathBuf>,
}

impl Host for Warned {
    fn warn(&self, message: &str) -> Result<(), BoxError> {
        self.warnings.lock().unwrap().push(message.to_string());
        Ok(())
    }

    fn detached(&self, work: &mut (dyn FnMut() + Send)) {
        if let Some(folder) = self.removes.as_ref().filter(|folder| Path::exists(folder)) {
            fs::remove_dir_all(folder).expect("a folder");
        }
        work();
    }
}

#[test]
fn the_checkpoint_before_takes_the_place_of_a_damaged_one() {
    let (session, question, folder) = (open("chess", MATE), Question::new("mate", "auto"), Folder::new());
    let first = solve(session.as_ref(), &folder.stopped(&question, 300));
    solve(session.as_ref(), &folder.resumed(&folder.stopped(&question, 300)));
    let mut bytes = fs::read(folder.file()).expect("a checkpoint");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(folder.file(), bytes).expect("a file");
    let host = Warned::default();
    let answer = session.solve(&host, &folder.resumed(&question), &never()).expect("an answer");
    assert_eq!((answer.verdict, answer.resumed_nodes), (Verdict::Proven, first.nodes));
    let warnings = host.warnings.into_inner().unwrap();
    assert!(warnings.len() == 1 && warnings[0].contains("is damaged"), "{warnings:?}");
}

#[test]
fn a_checkpoint_that_cannot_be_written_costs_no_answer() {
    let (session, question, folder) = (open("chess", MATE), Question::new("mate", "auto"), Folder::new());
    let host = Warned { removes: Some(folder.0.path().into()), ..Warned::default() };
    let asked = Question { checkpoint: Some((folder.file(), Duration::ZERO)), ..question.clone() };
    let answer = session.solve(&host, &asked, &never()).expect("an answer");
    assert_eq!(answer.verdict, Verdict::Proven);
    assert!(answer.checkpoint_error.is_some_and(|why| why.contains("could not be written")));
    let warnings = host.warnings.into_inner().unwrap();
    assert!(warnings.len() == 1 && warnings[0].contains("the search goes on"), "{warnings:?}");
    // What is not a file is refused before the search.
    let folder = Folder::new();
    let asked = Question { checkpoint: Some((folder.0.path().into(), SELDOM)), ..question };
    let why = try_solve(session.as_ref(), &asked).expect_err("a folder").to_string();
    assert!(why.contains("is not a file"), "{why}");
}
