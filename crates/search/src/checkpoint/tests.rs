//! A checkpoint is read as it was written or refused, and whatever moment a process is killed at, one is left.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use proptest::prelude::*;
use tempfile::TempDir;

use super::frames::{MAGIC, VERSION, prelude};
use super::*;
use crate::table::Known;

const KIB: usize = 1 << 10;

pub(super) fn question() -> RunDescription {
    RunDescription { text: "chess, mate, 8/8/8/8/8/5k2/6q1/7K b".into() }
}

pub(super) fn spent(nodes: u64) -> Spent {
    Spent { nodes, seconds: 2.5 }
}

/// What is known about a position in these tests.
fn of_key(key: u64) -> Known {
    let number = key as u32;
    Known { proof: number, disproof: !number, win: 900 + number % 100, no_win_within: 7, best: 3, effort: 1 }
}

/// A table that knows the positions with keys below.
pub(super) fn table(keys: u64) -> Shared {
    let table = Shared::new(64 * KIB);
    (0..keys).for_each(|key| table.put(key, of_key(key)));
    table
}

/// A folder of its own, and a file to be in it.
pub(super) fn place() -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("there is a place for temporary files");
    let path = folder.path().join("run.checkpoint");
    (folder, path)
}

fn put_down(path: &Path, keys: u64) {
    save(path, &question(), spent(keys), &table(keys)).expect("it can be written");
}

/// The bytes of a checkpoint with these keys.
pub(super) fn bytes_of(keys: u64) -> Vec<u8> {
    let (_folder, path) = place();
    put_down(&path, keys);
    fs::read(path).expect("just written")
}

pub(super) fn take_up(path: &Path) -> Result<Resumed, CheckpointError> {
    resume(path, &question(), 64 * KIB)
}

/// Fail unless the run knows just the positions with keys below.
#[track_caller]
pub(super) fn expect(resumed: &Resumed, keys: u64) {
    assert_eq!((resumed.spent, resumed.table.len() as u64), (spent(keys), keys));
    for key in 0..keys {
        assert_eq!(resumed.table.get(key), Some(of_key(key)));
    }
}

/// The error, as text.
#[track_caller]
fn refused(path: &Path) -> String {
    take_up(path).map(|_| ()).expect_err("it must be refused").to_string()
}

#[test]
fn what_is_read_was_written() {
    let (folder, path) = place();
    put_down(&path, 0);
    expect(&take_up(&path).expect("whole"), 0);
    put_down(&path, 300);
    let resumed = take_up(&path).expect("whole");
    expect(&resumed, 300);
    assert_eq!(resumed.fell_back, None);
    let mut names: Vec<_> =
        fs::read_dir(folder.path()).expect("there").map(|file| file.expect("there").file_name()).collect();
    names.sort();
    assert_eq!(names, ["run.checkpoint", "run.checkpoint.previous"]);
}

#[test]
fn a_checkpoint_of_many_blocks_is_read_as_it_was_written() {
    let (_folder, path) = place();
    let large = Shared::new(4096 * KIB);
    (0..50_000).for_each(|key| large.put(key, of_key(key)));
    save(&path, &question(), spent(1), &large).expect("it can be written");
    assert!(fs::metadata(&path).expect("just written").len() > 1_000_000);
    let resumed = resume(&path, &question(), 4096 * KIB).expect("whole");
    assert_eq!(resumed.table.len(), large.len());
    assert!((0..50_000).all(|key| resumed.table.get(key) == large.get(key)));
}

#[test]
fn a_table_of_another_size_takes_what_fits() {
    let (_folder, path) = place();
    let middle = Shared::new(512 * KIB);
    let keys = middle.capacity() as u64 / 2;
    for key in 0..keys {
        middle.put(key, Known { effort: if key % 8 == 0 { 10_000 } else { 1 }, ..of_key(key) });
    }
    save(&path, &question(), spent(1), &middle).expect("it can be written");

    let larger = resume(&path, &question(), 4096 * KIB).expect("whole").table;
    assert!(larger.capacity() > 7 * middle.capacity());
    assert_eq!(larger.len(), middle.len());
    assert!((0..keys).all(|key| larger.get(key) == middle.get(key)));

    let smaller = resume(&path, &question(), 128 * KIB).expect("whole").table;
    assert!(smaller.memory_bytes() <= 128 * KIB && smaller.len() * 2 > smaller.capacity());
    assert!((0..keys).all(|key| smaller.get(key).is_none_or(|known| Some(known) == middle.get(key))));
    let costly = (0..keys).step_by(8).filter(|&key| middle.get(key).is_some());
    let (kept, all) =
        costly.fold((0, 0), |(kept, all), key| (kept + u32::from(smaller.get(key).is_some()), all + 1));
    assert!(kept * 10 > all * 9, "{kept} of {all} that cost most are left");
}

#[test]
fn a_file_that_is_cut_off_anywhere_is_refused() {
    let (_folder, path) = place();
    let whole = bytes_of(20);
    for length in 0..whole.len() {
        fs::write(&path, &whole[..length]).expect("it can be written");
        let why = refused(&path);
        assert!(why.contains("run.checkpoint is damaged: it is cut off"), "{length}: {why}");
    }
    fs::write(&path, whole).expect("it can be written");
    expect(&take_up(&path).expect("whole"), 20);
}

#[test]
fn a_file_with_any_wrong_byte_is_refused() {
    let (_folder, path) = place();
    let whole = bytes_of(20);
    for place in 0..whole.len() {
        for flipped in [1, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[place] ^= flipped;
            fs::write(&path, bytes).expect("it can be written");
            let why = refused(&path);
            let said = if place < MAGIC.len() { "is not a checkpoint" } else { "is damaged: " };
            assert!(why.contains(said), "byte {place}: {why}");
        }
    }
}

#[test]
fn a_file_that_goes_on_after_its_end_is_refused() {
    let (_folder, path) = place();
    fs::write(&path, [bytes_of(5), vec![0]].concat()).expect("it can be written");
    assert!(refused(&path).contains("it goes on after its end"));
    fs::write(&path, [bytes_of(5), bytes_of(5)].concat()).expect("it can be written");
    assert!(refused(&path).contains("it goes on after its end"));
}

#[test]
fn a_missing_file_is_said_to_be_missing() {
    let (_folder, path) = place();
    assert!(refused(&path).contains("there is no file"));
    fs::create_dir(&path).expect("it can be made");
    assert!(refused(&path).contains("cannot be read") || cfg!(not(unix)));
}

/// What a process that is killed while it writes its third checkpoint leaves behind, step by step. Each time the next
/// process can read, and write again.
#[test]
fn a_process_killed_at_any_step_leaves_a_whole_checkpoint() {
    let third = bytes_of(30);
    let half = &third[..third.len() / 2];
    // FILE, FILE.new and FILE.previous, and what must be read then.
    let (first, second, third) = (Some(10), Some(20), Some(30));
    let steps: [(_, Option<&[u8]>, _, u64); 5] = [
        (second, None, first, 20),
        (second, Some(&[]), first, 20),
        (second, Some(half), first, 20),
        (None, Some(&bytes_of(30)), second, 30),
        (third, None, second, 30),
    ];
    for (step, (file, new, previous, known)) in steps.into_iter().enumerate() {
        let (_folder, path) = place();
        for (path, keys) in [(path.clone(), file), (beside(&path, "previous"), previous)] {
            if let Some(keys) = keys {
                fs::write(path, bytes_of(keys)).expect("it can be written");
            }
        }
        if let Some(bytes) = new {
            fs::write(beside(&path, "new"), bytes).expect("it can be written");
        }
        let resumed = take_up(&path).unwrap_or_else(|error| panic!("step {step}: {error}"));
        expect(&resumed, known);
        assert_eq!(resumed.fell_back.is_some(), file.is_none(), "{step:?}, {file:?}");
        put_down(&path, 40);
        let resumed = take_up(&path).expect("whole");
        expect(&resumed, 40);
        assert_eq!((resumed.fell_back, beside(&path, "new").exists()), (None, false), "{step:?}, {file:?}");
    }
}

#[test]
fn the_previous_checkpoint_takes_the_place_of_a_damaged_one_and_says_so() {
    let (_folder, path) = place();
    put_down(&path, 10);
    put_down(&path, 20);
    let whole = fs::read(&path).expect("just written");
    fs::write(&path, &whole[..100]).expect("it can be written");
    let resumed = take_up(&path).expect("the previous one is whole");
    expect(&resumed, 10);
    let said = resumed.fell_back.expect("it is not the file that was asked for");
    assert!(said.contains("run.checkpoint is damaged: it is cut off"), "{said}");
    assert!(said.contains("using") && said.ends_with("run.checkpoint.previous instead"), "{said}");

    fs::write(&path, "Shopping: bread").expect("it can be written");
    let resumed = take_up(&path).expect("the previous one is whole");
    expect(&resumed, 10);
    assert!(resumed.fell_back.expect("another file").contains("is not a checkpoint of Pnyx"));

    fs::write(beside(&path, "previous"), &whole[..50]).expect("it can be written");
    let why = refused(&path);
    assert!(why.contains("is not a checkpoint of Pnyx; ") && why.contains("previous is damaged"), "{why}");
}

#[test]
fn a_checkpoint_of_another_question_is_refused_with_both() {
    let (_folder, path) = place();
    put_down(&path, 10);
    put_down(&path, 20);
    let other = RunDescription { text: "chess, win, 8/8/8/8/8/5k2/6q1/7K b".into() };
    // Also if the previous one would fit.
    save(&path, &other, spent(1), &table(1)).expect("it can be written");
    let why = refused(&path);
    assert!(why.contains(&other.text) && why.contains(&question().text), "{why}");
    // But not one of another question, if the file is damaged.
    fs::write(&path, b"").expect("it can be written");
    fs::rename(beside(&path, "previous"), beside(&path, "kept")).expect("it is there");
    save(&path, &other, spent(1), &table(1)).expect("it can be written");
    save(&path, &question(), spent(1), &table(1)).expect("it can be written");
    fs::write(&path, b"").expect("it can be written");
    let why = refused(&path);
    assert!(why.contains("is damaged") && why.contains(&other.text), "{why}");
}

#[test]
fn a_later_version_is_refused_although_the_previous_file_would_do() {
    let (_folder, path) = place();
    put_down(&path, 10);
    put_down(&path, 20);
    let mut bytes = fs::read(&path).expect("just written");
    bytes[..16].copy_from_slice(&prelude(VERSION + 1));
    fs::write(&path, bytes).expect("it can be written");
    let why = refused(&path);
    assert!(why.contains("version 2, and this Pnyx reads version 1"), "{why}");
}

#[test]
fn a_run_does_not_overwrite_what_is_not_its_own() {
    let (_folder, path) = place();
    let may = |text: &str| {
        may_save(&path, &RunDescription { text: text.into() }).map_err(|error| error.to_string())
    };
    assert_eq!(may("a question"), Ok(()));
    for foreign in ["Dear diary", "P"] {
        fs::write(&path, foreign).expect("it can be written");
        assert_eq!(may("a question").is_ok(), foreign == "P", "{foreign:?}");
    }
    save(&path, &question(), spent(1), &table(1)).expect("it can be written");
    assert_eq!(may(&question().text), Ok(()));
    assert!(may("a question").expect_err("another question").contains("another question"));
    // Interrupted between its two renamings, a run leaves its checkpoint under this name alone.
    fs::rename(&path, beside(&path, "new")).expect("it is there");
    assert_eq!(may(&question().text), Ok(()));
    assert!(may("a question").expect_err("another question").contains("another question"));
}

#[test]
fn a_folder_that_is_not_there_is_an_error_and_nothing_is_left() {
    let (folder, path) = place();
    let nowhere = folder.path().join("nowhere").join("run.checkpoint");
    assert!(save(&nowhere, &question(), spent(1), &table(1)).is_err());
    let long = RunDescription { text: "?".repeat(LONGEST as usize + 1) };
    assert_eq!(
        save(&path, &long, spent(1), &table(1)).map_err(|error| error.kind()),
        Err(ErrorKind::InvalidInput)
    );
    assert_eq!(fs::read_dir(folder.path()).expect("there").count(), 0);
}

/// Threads go on while checkpoints are written, and the table doubles and overflows.
#[test]
fn a_table_in_use_can_be_written() {
    let (_folder, path) = place();
    let busy = Shared::new(256 * KIB);
    let capacity = busy.capacity() as u64;
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        for thread in 0..2 {
            let (busy, done) = (&busy, &done);
            scope.spawn(move || {
                let mut key = thread;
                while !done.load(Ordering::Relaxed) {
                    busy.put(key, of_key(key));
                    key = (key + 7) % (capacity * 2);
                }
            });
        }
        for _ in 0..20 {
            save(&path, &question(), spent(1), &busy).expect("it can be written");
            let resumed = take_up(&path).expect("whole");
            let keys = (0..capacity * 2).filter(|&key| resumed.table.get(key).is_some());
            assert!(keys.clone().all(|key| resumed.table.get(key) == Some(of_key(key))));
            assert_eq!(keys.count(), resumed.table.len(), "no record is about anything else");
        }
        done.store(true, Ordering::Relaxed);
    });
}

proptest! {
    #[test]
    fn no_bytes_make_it_fail_in_another_way(bytes: Vec<u8>, begins: bool) {
        let (_folder, path) = place();
        let bytes = if begins { [&prelude(VERSION)[..], &bytes].concat() } else { bytes };
        fs::write(&path, bytes).expect("it can be written");
        prop_assert!(take_up(&path).is_err());
    }

    #[test]
    fn records_that_cannot_be_are_refused(words: Vec<[u64; 3]>, rest in 0..24usize) {
        let mut bytes = words.len().to_le_bytes().to_vec();
        bytes.extend(words.iter().flatten().flat_map(|word| word.to_le_bytes()));
        bytes.extend(vec![0; rest]);
        let loaded = Shared::load(64 * KIB, &mut &bytes[..]);
        prop_assert_eq!(loaded.is_ok(), words.is_empty() && rest == 0);
    }
}
