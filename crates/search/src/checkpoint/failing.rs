//! A disk that fails at one step, whichever: an earlier checkpoint can be read, and the next try succeeds.

use std::cell::Cell;
use std::rc::Rc;

use super::tests::{bytes_of, expect, place, question, spent, table, take_up};
use super::*;

/// How a disk fails.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    /// At one step; the next ones succeed.
    Once,
    /// From that step on, as a disk that is full stays full. Files can be removed.
    Onwards,
    /// The process is killed there: nothing more is done, and nothing is cleaned up.
    Killed,
}

/// A disk that fails after N steps.
#[derive(Clone)]
struct Failing {
    left: Rc<Cell<u32>>,
    fault: Fault,
}

impl Failing {
    fn after(steps: u32, fault: Fault) -> Failing {
        Failing { left: Rc::new(Cell::new(steps)), fault }
    }

    /// An error if it is time for one.
    fn step(&self) -> io::Result<()> {
        match (self.left.get(), self.fault) {
            (u32::MAX, Fault::Once) => Ok(()),
            (0, _) | (u32::MAX, _) => {
                self.left.set(u32::MAX);
                Err(io::Error::from(ErrorKind::StorageFull))
            }
            (left, _) => {
                self.left.set(left - 1);
                Ok(())
            }
        }
    }

    /// Whether it has failed.
    fn has_failed(&self) -> bool {
        self.left.get() == u32::MAX
    }
}

/// A file on such a disk: a write that fails has written half of its bytes.
struct FailingFile(File, Failing);

impl Write for FailingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let failed = self.1.has_failed();
        self.1.step().inspect_err(|_| {
            if !failed {
                self.0.write_all(&bytes[..bytes.len() / 2]).expect("the true disk has room");
            }
        })?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Disk for Failing {
    type File = FailingFile;

    fn create(&mut self, path: &Path) -> io::Result<FailingFile> {
        self.step()?;
        Ok(FailingFile(TrueDisk.create(path)?, self.clone()))
    }

    fn sync(&mut self, file: FailingFile) -> io::Result<()> {
        self.step()?;
        TrueDisk.sync(file.0)
    }

    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        self.step()?;
        TrueDisk.rename(from, to)
    }

    fn remove(&mut self, path: &Path) -> io::Result<()> {
        if self.fault == Fault::Killed { Ok(()) } else { TrueDisk.remove(path) }
    }

    fn sync_folder(&mut self, path: &Path) -> io::Result<()> {
        self.step()?;
        TrueDisk.sync_folder(path)
    }
}

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
