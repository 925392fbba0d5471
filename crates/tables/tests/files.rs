//! Files: what is written is read, and what is damaged is refused.

mod support;

use std::fs;

use pnyx_game::Repetition;
use pnyx_tables::{Description, Ended, File, FileError, build_file};
use support::graph::{Graph, Shape};
use support::grid::Grid;
use support::{Random, description, table, unlimited};

#[test]
fn a_file_says_what_the_table_says() {
    let mut random = Random(11);
    for nodes in [4, 255, 256, 257, 3000] {
        let shape = Shape { nodes, alternates: false, acyclic: false, mirrored: false };
        let graph = Graph::random(&mut random, shape);
        let starts: Vec<Vec<u8>> = (0..nodes).map(|number| graph.pack(number)).collect();
        let table = table(&graph, &starts, Repetition::Draw, 2);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        unlimited(1, |run| table.save(&path, &description(Repetition::Draw), run)).unwrap();
        let file = File::open(&path).unwrap();
        assert_eq!(file.header(), &table.header(&description(Repetition::Draw)), "{nodes:?}");
        assert_eq!((file.len(), table.len()), (nodes as u64, nodes as u64), "{nodes:?}");
        for (number, (record, entry)) in table.iter().enumerate() {
            assert_eq!(file.get(record).unwrap(), Some(entry), "{number:?}");
            assert_eq!(file.position(number as u64).unwrap(), (record, entry), "{number:?}");
        }
        for start in &starts {
            assert_eq!(file.get(start).unwrap(), table.get(start), "{start:?}");
            let longer = [start.as_slice(), &[0; 50]].concat();
            assert_eq!(file.get(&longer).unwrap(), table.get(start), "{start:?}");
            let other = [start.as_slice(), &[1]].concat();
            assert_eq!((file.get(&other).unwrap(), table.get(&other)), (None, None), "{start:?}");
        }
        for bytes in [[].as_slice(), &[0], &[0xff; 40], b"x"] {
            assert_eq!((file.get(bytes).unwrap(), table.get(bytes)), (None, None), "{bytes:?}");
        }
        assert!(file.iter().map(Result::unwrap).eq(&table), "{nodes:?}");
        assert_eq!(file.statistics().unwrap(), table.statistics(), "{nodes:?}");
    }
}

/// Whether a file is refused when it is opened or read.
fn is_refused(path: &std::path::Path) -> bool {
    match File::open(path) {
        Ok(file) => file.iter().any(|position| position.is_err()),
        Err(FileError::Damaged(..) | FileError::Foreign(_) | FileError::Version(..)) => true,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn any_damage_is_found() {
    let game = Grid::new(2, 3, 3, false);
    let table = table(&game, &[game.start()], Repetition::Impossible, 1);
    let mut bytes = Vec::new();
    table.write(&description(Repetition::Impossible), &mut bytes).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    fs::write(&path, &bytes).unwrap();
    assert!(!is_refused(&path));
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(&path, &damaged).unwrap();
        assert!(is_refused(&path), "byte {at}");
        fs::write(&path, &bytes[..at]).unwrap();
        assert!(is_refused(&path), "cut to {at}");
    }
    for more in [b"\n".as_slice(), b"xyz"] {
        fs::write(&path, [&bytes, more].concat()).unwrap();
        assert!(is_refused(&path), "{more:?}");
    }
    fs::write(&path, bytes.replace_first(b"pnyx table 1", b"pnyx table 9")).unwrap();
    let error = File::open(&path).err().unwrap().to_string();
    assert!(error.contains("version 9") && error.contains("reads version 1"), "{error}");
    let error = File::open(folder.path().join("nothing")).err().unwrap().to_string();
    assert!(error.starts_with("there is no file"), "{error}");
}

trait ReplaceFirst {
    fn replace_first(&self, from: &[u8], to: &[u8]) -> Vec<u8>;
}

impl ReplaceFirst for Vec<u8> {
    fn replace_first(&self, from: &[u8], to: &[u8]) -> Vec<u8> {
        let at = self.windows(from.len()).position(|window| window == from).expect("it is there");
        [&self[..at], to, &self[at + from.len()..]].concat()
    }
}

#[test]
fn a_file_is_built_once_and_never_in_place_of_another() {
    let game = Grid::new(3, 3, 3, false);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let build = |about: &Description| {
        unlimited(2, |run| {
            build_file(&path, about, &game, [Ok(game.start())], run).map_err(|e| e.to_string())
        })
    };
    let about = description(Repetition::Impossible);
    for _ in 0..2 {
        let Ok(Ended::Complete(file)) = build(&about) else { panic!("not built") };
        assert_eq!(file.len(), 5478);
        assert!(!folder.path().join("table.part").exists() && !folder.path().join("table.new").exists());
    }
    let error = build(&Description { game: "another".into(), ..about }).err().unwrap();
    assert!(error.contains("is not this table"), "{error}");
}
