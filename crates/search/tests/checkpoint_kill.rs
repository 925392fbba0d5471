//! Processes that write checkpoints until they are killed. The next one goes on from what is left.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, fs};

use pnyx_search::checkpoint::{CheckpointError, RunDescription, Spent, resume, save};
use pnyx_search::table::{Known, Shared};

const BYTES: usize = 1 << 20;
const FILE: &str = "PNYX_TEST_CHECKPOINT";

fn question() -> RunDescription {
    RunDescription { text: "how far it gets".into() }
}

fn of_key(key: u64) -> Known {
    Known { proof: key as u32, disproof: !key as u32, effort: 1, ..Known::NOTHING }
}

/// The table and the first key that was not yet stored; nothing if there is no whole checkpoint yet. A small table may
/// have replaced some keys before it was written, but what was written is all there.
fn left_behind(path: &Path) -> Option<(Shared, u64)> {
    let resumed = match resume(path, &question(), BYTES) {
        Ok(resumed) => resumed,
        Err(CheckpointError::Missing { .. }) => return None,
        Err(error) => panic!("{error}"),
    };
    let (written, keys) = (resumed.spent.nodes, resumed.spent.seconds as u64);
    let found: Vec<_> = (0..keys).filter_map(|key| Some((key, resumed.table.get(key)?))).collect();
    for &(key, known) in &found {
        assert_eq!(known, of_key(key), "key {key} of {keys}");
    }
    assert_eq!((found.len() as u64, resumed.table.len() as u64), (written, written), "of {keys} keys");
    assert!(written >= keys - keys / 50, "{written} of {keys} keys are too few");
    Some((resumed.table, keys))
}

/// Not a test by itself: what the processes below do.
#[test]
fn write_until_killed() {
    let Some(path) = env::var_os(FILE).map(PathBuf::from) else { return };
    let (table, mut keys) = left_behind(&path).unwrap_or_else(|| (Shared::new(BYTES), 0));
    loop {
        if keys < 10_000 {
            table.put(keys, of_key(keys));
            keys += 1;
        }
        let spent = Spent { nodes: table.len() as u64, seconds: keys as f64 };
        save(&path, &question(), spent, &table).expect("it can be written");
    }
}

#[test]
fn a_killed_process_loses_nothing_that_was_written() {
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let path = folder.path().join("run");
    let modified = |path: &Path| fs::metadata(path).and_then(|file| file.modified()).ok();
    let mut known = 0;
    for round in 0..30 {
        // A process that was killed between the two renamings has left `run.new`, which the next one only renames.
        let before = modified(&path).or_else(|| modified(&folder.path().join("run.new")));
        let mut process = Command::new(env::current_exe().expect("this is a program"))
            .args(["--exact", "write_until_killed"])
            .env(FILE, &path)
            .stdout(Stdio::null())
            .spawn()
            .expect("it starts");
        let begun = Instant::now();
        while modified(&path).is_none_or(|now| Some(now) == before) {
            assert!(begun.elapsed() < Duration::from_secs(60), "the process writes nothing: {round:?}");
            sleep(Duration::from_millis(1));
        }
        // At all moments of writing.
        sleep(Duration::from_micros(1_711 * round % 9_000));
        process.kill().expect("it runs until then");
        process.wait().expect("it ends");
        let (_, keys) = left_behind(&path).expect("something was written");
        assert!(keys > known || keys == 10_000, "round {round}: {keys} are left of {known}");
        known = keys;
    }
}
