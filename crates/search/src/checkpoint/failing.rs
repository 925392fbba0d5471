//! A disk that fails at one step, whichever: an earlier checkpoint can be read, and the next try succeeds.

use pnyx_files::failing::{Failing, Fault};

use super::tests::{bytes_of, expect, place, question, spent, table, take_up};
use super::*;

/// What may lie there before: the keys of `FILE`, `FILE.new` and `FILE.previous`, and those that a run would take up.
const BEFORE: [([Option<u64>; 3], Option<u64>); 5] = [
    ([None, None, None], None),
    ([Some(10), None, None], Some(10)),
    ([Some(20), None, Some(10)], Some(20)),
    // A process was killed between the two renamings, of its first checkpoint or a later one.
    ([None, Some(20), None], Some(20)),
    ([None, Some(30), Some(20)], Some(30)),
];

#[test]
fn a_disk_that_fails_at_any_step_leaves_a_whole_checkpoint() {
    let mut failures = 0;
    for (before, known) in BEFORE {
        for fault in [Fault::Once, Fault::Onwards, Fault::Killed] {
            for steps in 0.. {
                let (_folder, path) = place();
                for (name, keys) in
                    [path.clone(), beside(&path, "new"), beside(&path, "previous")].iter().zip(before)
                {
                    if let Some(keys) = keys {
                        fs::write(name, bytes_of(keys)).expect("it can be written");
                    }
                }
                let mut disk = Failing::after(steps, fault);
                let saved = save_to(
                    &mut disk,
                    &path,
                    &Contents { question: &question(), spent: spent(40), table: &table(40) },
                );
                if !disk.has_failed() {
                    assert!(saved.is_ok() && steps > 5, "{steps} steps");
                    break;
                }
                failures += 1;
                assert!(saved.is_err(), "{before:?}, {fault:?} at step {steps}: it said that it had saved");
                match (take_up(&path), known) {
                    (Ok(resumed), Some(keys)) => {
                        // The last step but one makes the new checkpoint the one that is read.
                        let keys = if resumed.spent.nodes == 40 { 40 } else { keys };
                        expect(&resumed, keys);
                    }
                    (Ok(resumed), None) => expect(&resumed, 40),
                    (Err(_), None) => {}
                    (Err(error), Some(_)) => panic!("{before:?}, {fault:?} at step {steps}: {error}"),
                }
                save(&path, &question(), spent(50), &table(50)).expect("the disk works again");
                let resumed = take_up(&path).expect("whole");
                expect(&resumed, 50);
                assert_eq!(
                    (resumed.fell_back, beside(&path, "new").exists()),
                    (None, false),
                    "{before:?}, {fault:?}, {steps:?}"
                );
            }
        }
    }
    assert!(failures > 100, "{failures} failures");
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_never_replaced() {
    let (folder, path) = place();
    let refused = |path: &Path| may_save(path, &question()).expect_err("it must be refused").to_string();
    std::os::unix::fs::symlink("/dev/null", &path).expect("it can be made");
    assert!(refused(&path).contains("run.checkpoint is not a file"));
    fs::remove_file(&path).expect("it is there");
    for ending in ["new", "previous"] {
        let name = beside(&path, ending);
        fs::create_dir(&name).expect("it can be made");
        assert!(refused(&path).contains(&format!("run.checkpoint.{ending} is not a file")), "{ending:?}");
        fs::remove_dir(&name).expect("it is there");
    }
    assert!(refused(folder.path()).contains("is not a file"));
    may_save(&path, &question()).expect("nothing is there");
}
