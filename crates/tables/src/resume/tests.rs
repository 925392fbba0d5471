//! A disk that fails and a process that is killed at any step: the next call goes on, and gives the same file.

use std::fs;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use pnyx_files::failing::{Failing, Fault};
use pnyx_game::Repetition;

use super::*;
use crate::support::graph::{Graph, Shape};
use crate::support::{Random, description, unlimited};
use crate::{Expanded, Limits, Packs, Records};

/// A game that counts what it is asked.
struct Counting(Graph, AtomicU64);

impl Expander for Counting {
    type Error = std::convert::Infallible;

    fn expand(&self, batch: &Records<'_>, out: &mut Expanded) -> Result<(), Self::Error> {
        self.1.fetch_add(batch.len() as u64, Relaxed);
        self.0.expand(batch, out)
    }

    fn represent(&self, batch: &Records<'_>, out: &mut Packs) -> Result<(), Self::Error> {
        self.0.represent(batch, out)
    }

    fn batch(&self) -> usize {
        50
    }
}

/// A game of some hundred positions in a dozen plies.
fn game() -> Counting {
    let shape = Shape { nodes: 700, alternates: true, acyclic: false, mirrored: false };
    Counting(Graph::random(&mut Random(2), shape), AtomicU64::new(0))
}

fn starts<E>(game: &Counting) -> Vec<Result<Vec<u8>, E>> {
    (0..3).map(|node| Ok(game.0.pack(node))).collect()
}

/// Build, writing at the end of every ply, whether it takes long or not.
fn build<D: Disk>(
    disk: &mut D,
    path: &Path,
    game: &Counting,
    threads: usize,
) -> Result<Ended<File>, BuildError<std::convert::Infallible>> {
    let description = description(Repetition::Draw);
    let build = Build { path, description: &description, soon: Duration::ZERO };
    unlimited(threads, |run| build.run(disk, game, starts(game), run))
}

/// The file that an undisturbed build gives.
fn undisturbed(game: &Counting, path: &Path) -> Vec<u8> {
    assert!(matches!(build(&mut TrueDisk, path, game, 1), Ok(Ended::Complete(_))));
    fs::read(path).unwrap()
}

#[test]
fn a_build_goes_on_after_any_failure_and_gives_the_same_file() {
    let game = game();
    let folder = tempfile::tempdir().unwrap();
    let expected = undisturbed(&game, &folder.path().join("undisturbed"));
    let all = game.1.swap(0, Relaxed);
    assert!(all > 300, "{all}");
    for fault in [Fault::Once, Fault::Onwards, Fault::Killed] {
        for steps in 0.. {
            let path = folder.path().join(format!("{fault:?}-{steps}"));
            let mut disk = Failing::after(steps, fault);
            let ended = build(&mut disk, &path, &game, 1);
            let (in_vain, failed) = (game.1.swap(0, Relaxed), disk.has_failed());
            if !failed {
                assert!(steps > 15 && matches!(ended, Ok(Ended::Complete(_))), "{steps:?}");
                break;
            }
            if fault != Fault::Killed {
                assert!(!beside(&path, "new").exists() || ended.is_err(), "{fault:?} after {steps}");
            }
            let ended = build(&mut TrueDisk, &path, &game, 2);
            assert!(matches!(ended, Ok(Ended::Complete(_))), "{fault:?} after {steps}: {:?}", ended.err());
            assert!(fs::read(&path).unwrap() == expected, "{fault:?} after {steps}");
            assert!(!beside(&path, "part").exists(), "{steps:?}");
            // No ply has more than half of all positions: most of the work is not done twice.
            let again = game.1.swap(0, Relaxed);
            assert!(
                in_vain + again <= all + all / 2,
                "{fault:?} after {steps}: {in_vain}, then {again} of {all}"
            );
        }
    }
}

#[test]
fn a_damaged_work_file_is_taken_up_as_far_as_it_is_whole_or_refused() {
    let game = game();
    let folder = tempfile::tempdir().unwrap();
    let expected = undisturbed(&game, &folder.path().join("undisturbed"));
    let path = folder.path().join("table");
    let part = beside(&path, "part");
    // Killed when the table was about to be written: all plies are in the work file.
    let mut steps = 0;
    let work = loop {
        let mut disk = Failing::after(steps, Fault::Killed);
        let _ = build(&mut disk, &path, &game, 1);
        if beside(&path, "new").exists() {
            break fs::read(&part).unwrap();
        }
        fs::remove_file(&part).ok();
        steps += 1;
    };
    fs::remove_file(beside(&path, "new")).unwrap();
    let mut random = Random(1);
    let (mut refused, mut taken) = (0, 0);
    for number in 0..300 {
        let mut damaged = work.clone();
        let at = if number < 60 { number } else { random.below(work.len()) };
        if number % 2 == 0 {
            damaged.truncate(at);
        } else {
            damaged[at] ^= 1 << (number % 8);
        }
        fs::write(&part, &damaged).unwrap();
        match build(&mut TrueDisk, &path, &game, 1) {
            Ok(Ended::Complete(_)) => {
                taken += 1;
                assert!(fs::read(&path).unwrap() == expected, "damage {number} at {at}");
                fs::remove_file(&path).unwrap();
            }
            Ok(ended) => panic!("damage {number} at {at}: {:?}", matches!(ended, Ended::Incomplete(..))),
            Err(BuildError::Foreign(_) | BuildError::OtherQuestion { .. }) => refused += 1,
            Err(error) => panic!("damage {number} at {at}: {error}"),
        }
        assert!(!beside(&path, "new").exists(), "{number:?}");
    }
    assert!(taken > 200 && refused > 5, "{taken} taken up, {refused} refused");
}

#[test]
fn a_work_file_of_another_question_is_refused() {
    let game = game();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let _ = build(&mut Failing::after(6, Fault::Killed), &path, &game, 1);
    assert!(beside(&path, "part").exists());
    let other = Description { starts: "other starts".into(), ..description(Repetition::Draw) };
    let error = unlimited(1, |run| build_file(&path, &other, &game, starts(&game), run)).err().unwrap();
    let text = error.to_string();
    assert!(matches!(error, BuildError::OtherQuestion { .. }), "{text}");
    assert!(text.contains("other starts") && text.contains("its start"), "{text}");
    fs::write(beside(&path, "part"), "something else\n").unwrap();
    let error = build(&mut TrueDisk, &path, &game, 1).err().unwrap().to_string();
    assert!(error.contains("no work file"), "{error}");
}

#[test]
fn two_builds_of_one_file_at_a_time_are_one_too_many() {
    let game = game();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let first = TrueDisk.create(&beside(&path, "part")).unwrap();
    let error = build(&mut TrueDisk, &path, &game, 1).err().unwrap().to_string();
    assert!(error.ends_with("table.part: another process is writing it"), "{error}");
    drop(first);
    assert!(matches!(build(&mut TrueDisk, &path, &game, 1), Ok(Ended::Complete(_))));
}

#[test]
fn after_a_limit_a_build_goes_on() {
    let game = game();
    let folder = tempfile::tempdir().unwrap();
    let expected = undisturbed(&game, &folder.path().join("undisturbed"));
    let all = game.1.swap(0, Relaxed);
    let (path, description) = (folder.path().join("table"), description(Repetition::Draw));
    let build = Build { path: &path, description: &description, soon: Duration::ZERO };
    let mut asked = 0;
    for positions in (0..).step_by(100) {
        let (stop, mut ignore) = (std::sync::atomic::AtomicBool::new(false), |_: &_| {});
        let limits = Limits { positions: Some(positions), ..Limits::default() };
        let mut run = Run::new(1, limits, &stop, &mut ignore);
        let ended = build.run(&mut TrueDisk, &game, starts(&game), &mut run);
        asked += game.1.swap(0, Relaxed);
        match ended {
            Ok(Ended::Complete(_)) => break,
            Ok(Ended::Incomplete(limit, _)) => assert_eq!(limit, crate::Limit::Positions, "{positions:?}"),
            Err(error) => panic!("{error}"),
        }
    }
    assert!(fs::read(&path).unwrap() == expected);
    assert!(asked < 3 * all, "{asked} of {all}");
}

/// A game whose rules fail with a text.
struct Failable(Graph);

impl Expander for Failable {
    type Error = String;

    fn expand(&self, batch: &Records<'_>, out: &mut Expanded) -> Result<(), String> {
        self.0.expand(batch, out).map_err(|never| match never {})
    }

    fn represent(&self, batch: &Records<'_>, out: &mut Packs) -> Result<(), String> {
        self.0.represent(batch, out).map_err(|never| match never {})
    }
}

#[test]
fn starts_that_fail_leave_nothing_to_go_on_from() {
    let game = Failable(game().0);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let description = description(Repetition::Draw);
    // More than are put in at once.
    for good in [0, 5, 10_000] {
        let starts = (0..good).map(|node| Ok(game.0.pack(node % 3))).chain([Err("broken".to_string())]);
        let build = Build { path: &path, description: &description, soon: Duration::ZERO };
        let error = unlimited(1, |run| build.run(&mut TrueDisk, &game, starts, run)).err().unwrap();
        assert_eq!(error.to_string(), "broken", "after {good}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "after {good}");
    }
}
