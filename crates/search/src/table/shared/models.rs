//! Small scenes of threads, played in all orders of events that relaxed operations allow (with up to three changes from
//! a thread to another before its time): what a thread finds is what a thread put. `make loom` runs them.
//!
//! Buckets have 2 places here, and a table begins with 1 bucket.

use loom::model::Builder;
use loom::sync::Arc;
use loom::thread::{self, JoinHandle};

use super::*;
use crate::table::Entry;

/// What is put for a key the nth time.
fn of_key(key: u64, version: u32) -> Known {
    let number = 10 * key as u32 + version;
    Known { proof: 1000 + number, disproof: 2000 + number, best: number as u16, ..Known::NOTHING }
}

/// Keys that nothing but the checksum can distinguish: of one bucket, one first place and one tag.
fn rivals<const N: usize>() -> [u64; N] {
    let alike = |key: &u64| mix(*key) >> 29 & 0x7fff == 0x123 && mix(*key) & 1 == 0;
    let keys: Vec<u64> = (0..).filter(alike).take(N).collect();
    keys.try_into().expect("there are always more")
}

/// Play a scene on a table of N buckets.
fn play(buckets: usize, scene: impl Fn(Arc<Shared<Known>>) + Sync + Send + 'static) {
    let mut builder = Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(move || scene(Arc::new(Shared::<Known>::of_buckets(buckets))));
}

fn put(table: &Arc<Shared<Known>>, key: u64, known: Known) -> JoinHandle<()> {
    let table = table.clone();
    thread::spawn(move || table.put(key, known))
}

/// Whatever is found for the key must be one of these.
fn expect(table: &Shared<Known>, key: u64, put: &[Known]) {
    let found = table.get(key);
    assert!(found.is_none_or(|known| put.contains(&known)), "{found:?} was never put for {key}");
}

#[test]
fn two_threads_put_one_position() {
    play(1, |table| {
        let both = [of_key(5, 1), of_key(5, 2)];
        let first = put(&table, 5, both[0]);
        let second = put(&table, 5, both[1]);
        expect(&table, 5, &both);
        first.join().expect("it ends");
        second.join().expect("it ends");
        expect(&table, 5, &both);
    });
}

#[test]
fn two_threads_put_two_positions_in_one_place() {
    play(1, |table| {
        let keys: [u64; 2] = rivals();
        let first = put(&table, keys[0], of_key(keys[0], 1));
        let second = put(&table, keys[1], of_key(keys[1], 1));
        expect(&table, keys[0], &[of_key(keys[0], 1)]);
        first.join().expect("it ends");
        second.join().expect("it ends");
        expect(&table, keys[0], &[of_key(keys[0], 1)]);
        expect(&table, keys[1], &[of_key(keys[1], 1)]);
    });
}

/// The checksum of the first with the numbers of the second and the facts of the third: where the words are just added
/// up, the differences cancel out. Both threads have looked already, and write.
#[test]
fn three_records_of_one_position_are_not_mixed() {
    play(1, |table| {
        let old = of_key(5, 0);
        let all = [old, Known { proof: old.proof ^ 3 << 28, ..old }, Known { best: old.best ^ 3, ..old }];
        table.put(5, old);
        let place = candidates(table.array.bucket(0), mix(5)).next().expect("just put");
        let writers = [all[1], all[2]].map(|known| {
            let table = table.clone();
            thread::spawn(move || {
                let facts = table.array.bucket(0)[FACTS][place].load(Relaxed);
                table.array.write(mix(5), table.array.bucket(0), (place, facts), seal(5, known.pack()));
            })
        });
        expect(&table, 5, &all);
        for writer in writers {
            writer.join().expect("it ends");
        }
        expect(&table, 5, &all);
    });
}

/// A thread that has read numbers does not write its own over a verdict that came meanwhile.
#[test]
fn numbers_meet_a_verdict() {
    let mut builder = Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(|| {
        let table = Arc::new(Shared::<Entry>::of_buckets(1));
        let numbers = |proof| Entry { proof, disproof: 4, ..Entry::default() };
        let verdict = Entry { proof: 0, disproof: u32::MAX, best: 6, ..Entry::default() };
        table.put(5, numbers(1));
        let threads = [numbers(2), verdict].map(|entry| {
            let table = table.clone();
            thread::spawn(move || table.put(5, entry))
        });
        for thread in threads {
            thread.join().expect("it ends");
        }
        // If they did not see each other, the position is there twice, until it is stored again.
        table.put(5, numbers(3));
        assert_eq!(table.get(5), Some(verdict));
    });
}

/// A win within some number of moves is found, and that fewer are not enough.
fn a_win_and_a_hold_meet(moves: [u32; 2]) {
    play(1, move |table| {
        let win = Known { win: moves[0], proof: 0, disproof: u32::MAX, ..of_key(5, 1) };
        let no_win_within = Known { no_win_within: moves[1], proof: 0, disproof: u32::MAX, ..of_key(5, 2) };
        let first = put(&table, 5, win);
        let second = put(&table, 5, no_win_within);
        first.join().expect("it ends");
        second.join().expect("it ends");
        expect(&table, 5, &[win, no_win_within, win.and(no_win_within), no_win_within.and(win)]);
    });
}

#[test]
fn a_win_and_a_hold_that_are_short_meet() {
    a_win_and_a_hold_meet([4, 2]);
}

/// Records of long lengths have another form.
#[test]
fn a_win_and_a_hold_that_are_long_meet() {
    a_win_and_a_hold_meet([50_000, 20_000]);
}

/// The bucket is full, so a thread doubles the array while another looks and puts.
#[test]
fn a_thread_works_while_another_doubles() {
    play(2, |table| {
        let keys: [u64; 3] = rivals();
        table.put(keys[0], of_key(keys[0], 0));
        // This one must move.
        let moves = (0..).find(|key| mix(*key) & 1 == 1).expect("there is one");
        table.put(moves, of_key(moves, 0));
        let third = put(&table, keys[2], of_key(keys[2], 0));
        expect(&table, moves, &[of_key(moves, 0)]);
        table.put(moves, of_key(moves, 1));
        third.join().expect("it ends");
        assert_eq!(table.array.state.load(Relaxed), 2);
        expect(&table, moves, &[of_key(moves, 0), of_key(moves, 1)]);
        expect(&table, keys[0], &[of_key(keys[0], 0)]);
        expect(&table, keys[2], &[of_key(keys[2], 0)]);
    });
}

/// The bucket is full and the array cannot double, so a thread collects while another looks and puts.
#[test]
fn a_thread_works_while_another_collects() {
    play(1, |table| {
        let keys: [u64; 3] = rivals();
        table.put(keys[0], of_key(keys[0], 0));
        table.put(keys[1], of_key(keys[1], 0));
        let third = put(&table, keys[2], of_key(keys[2], 0));
        expect(&table, keys[0], &[of_key(keys[0], 0)]);
        table.put(keys[0], of_key(keys[0], 1));
        third.join().expect("it ends");
        assert_ne!(table.collections(), 0);
        for key in keys {
            expect(&table, key, &[of_key(key, 0), of_key(key, 1)]);
        }
    });
}
