//! What is found was put there, by one thread or by several, and worth decides what goes.

use std::collections::HashMap;
use std::thread;

use proptest::prelude::*;

use super::super::sealed::{FIRST, SECTIONS};
use super::record::tests::{any_known, rounded};
use super::*;
use crate::table::NO_MOVE;

const KIB: usize = 1 << 10;

fn numbers(effort: u32) -> Known {
    Known { proof: 3, disproof: 4, effort, ..Known::NOTHING }
}

/// One of the things that are put for a key, so that a record shows whose it is.
fn of_key(key: u64, version: u64) -> Known {
    let hash = mix(key ^ version << 32);
    Known { proof: mix(hash) as u32, disproof: hash as u32, best: (hash >> 32) as u16, ..numbers(1) }
}

fn count(table: &Shared, keys: std::ops::Range<u64>) -> usize {
    keys.filter(|&key| table.get(key).is_some()).count()
}

#[test]
fn nothing_is_found_before_it_was_put() {
    let table = Shared::<Known>::new(64 * KIB);
    assert!(table.is_empty());
    // Also not by the key that an empty record would give back.
    assert_eq!([0, 1, u64::MAX].map(|key| table.get(key)), [None; 3]);
    table.put(0, numbers(1));
    assert_eq!((table.get(0), table.get(1), table.len()), (Some(numbers(1)), None, 1));
}

#[test]
fn numbers_never_overwrite_a_verdict() {
    let table = Shared::<Known>::new(64 * KIB);
    table.put(9, Known { proof: 0, disproof: u32::MAX, win: 4, best: 6, ..numbers(100) });
    table.put(9, numbers(1));
    let found = table.get(9).expect("just put");
    assert_eq!((found.win, found.no_win_within, found.best), (4, 0, 6));
    assert_eq!((found.proof, found.disproof), (3, 4));
    table.put(9, Known { no_win_within: 2, best: NO_MOVE, ..numbers(1) });
    table.put(9, Known { win: 3, best: 1, ..numbers(1) });
    let found = table.get(9).expect("just put");
    assert_eq!((found.win, found.no_win_within, found.best, table.len()), (3, 2, 1, 1));
}

#[test]
fn what_cost_least_goes() {
    let table = Shared::<Known>::of_buckets(20);
    let mut keys = (0..).filter(|&key| table.array.index(mix(key), 0) == 3);
    let mut put = |known| {
        let key = keys.next().expect("there are always more");
        table.put(key, known);
        key
    };
    let efforts: Vec<u64> = (0..PLACES as u32 - 1).map(|n| put(numbers(100 + 100 * n))).collect();
    // A verdict counts twice.
    let verdict = put(Known { win: 1, ..numbers(90) });
    let small = put(numbers(1));
    assert_eq!((table.get(efforts[0]), table.get(verdict).is_some()), (None, true));
    let smaller = put(numbers(0));
    assert_eq!([small, smaller].map(|key| table.get(key).is_some()), [false, true]);
    put(numbers(160));
    put(numbers(150));
    assert_eq!([efforts[1], verdict].map(|key| table.get(key).is_some()), [true, true]);
    assert_eq!((table.len(), table.collections()), (PLACES, 0));
}

#[test]
fn a_full_table_drops_its_small_trees() {
    let table = Shared::<Known>::new(256 * KIB);
    let capacity = table.capacity() as u64;
    for key in 0..capacity * 4 {
        table.put(key, numbers(if key % 4 == 0 { 1000 } else { key as u32 % 8 }));
    }
    assert!(table.collections() > 0);
    assert!(table.len() as u64 * 2 > capacity && table.len() as u64 <= capacity);
    assert_eq!(
        count(&table, 0..capacity * 4),
        table.len(),
        "no position is there twice, and all are counted"
    );
    let large = (0..capacity * 4).step_by(4).filter(|&key| table.get(key).is_some()).count();
    assert!(large as u64 * 2 > capacity, "{large} large trees of {capacity} places");
}

/// All records are worth the same, so a collection must choose among them.
#[test]
fn a_collection_takes_a_quarter() {
    let table = Shared::<Known>::new(1024 * KIB);
    let capacity = table.capacity();
    let mut key = 0;
    while table.collections() == 0 {
        table.put(key, numbers(5));
        key += 1;
    }
    let left = table.len();
    assert!(left * 100 > capacity * 60 && left * 100 < capacity * 85, "{left} of {capacity} are left");
}

#[test]
fn sections_are_collected_one_by_one() {
    let table = Shared::<Known>::new(4096 * KIB);
    assert_eq!(table.array.sections.len(), 1 << SECTIONS);
    for key in 0..table.capacity() as u64 * 2 {
        table.put(key, numbers(key as u32 % 100));
    }
    assert!(table.array.sections.iter().all(|section| section.collections.load(Relaxed) > 0));
    assert_eq!(count(&table, 0..table.capacity() as u64 * 2), table.len());
}

#[test]
fn it_grows_to_its_size_and_no_further() {
    for bytes in [1_000, 10_000, 50_000, 400_000, 5 << 20, 77 << 20] {
        let table = Shared::<Known>::new(bytes);
        assert!(table.memory_bytes() <= 64 * KIB, "{bytes:?}");
        for key in 0..table.capacity() as u64 {
            table.put(key, numbers(1));
        }
        assert!(table.memory_bytes() <= bytes, "{} of {bytes}", table.memory_bytes());
        let wasted = bytes - table.memory_bytes();
        assert!(wasted <= 9 * KIB + bytes / FIRST, "{wasted} of {bytes} are not used");
    }
    assert!(Shared::<Known>::new(0).memory_bytes() < KIB);
}

#[test]
fn nothing_is_lost_by_growing() {
    let table = Shared::<Known>::new(4096 * KIB);
    let keys = table.capacity() as u64 / 3;
    let before = table.memory_bytes();
    for key in 0..keys {
        table.put(key, of_key(key, 0));
    }
    assert!(table.memory_bytes() > before * 32);
    let lost = (0..keys).filter(|&key| table.get(key) != Some(of_key(key, 0))).count();
    // A bucket may have overflowed before its time.
    assert!(lost as u64 * 200 < keys, "{lost} of {keys} are lost");
    assert_eq!(table.len(), keys as usize - lost);
}

#[test]
fn a_size_beyond_all_memory_gives_a_smaller_table() {
    let table = Shared::<Known>::new(usize::MAX / 4);
    table.put(1, numbers(1));
    assert_eq!(table.get(1), Some(numbers(1)));
}

#[test]
fn every_bucket_is_used() {
    let table = Shared::<Known>::new(256 * KIB);
    assert_eq!(table.array.most_doublings, 3);
    for key in 0..table.capacity() as u64 * 3 {
        table.put(key, numbers(1));
    }
    let empty = |index: &usize| (0..PLACES).all(|place| read(table.array.bucket(*index), place)[FACTS] == 0);
    assert_eq!((0..table.array.buckets()).find(empty), None);
    assert_eq!((table.array.index(0, 3), table.array.index(u64::MAX, 3)), (0, table.array.buckets() - 1));
}

/// Two threads that put the same position at once can leave it twice. The next thread that puts it puts that right.
#[test]
fn a_position_that_is_there_twice_becomes_one() {
    let table = Shared::<Known>::of_buckets(1);
    let (key, hash) = (5, mix(5));
    table.put(key, Known { win: 7, ..numbers(3) });
    let bucket = table.array.bucket(0);
    let home = places::<PLACES>(hash).next().expect("there are places");
    let other = home ^ 1;
    let second = seal(key, Known { no_win_within: 2, ..numbers(9) }.pack());
    assert!(table.array.write(hash, bucket, (other, 0), second));
    table.put(key, numbers(1));
    assert_eq!(table.get(key), Some(Known { win: 7, no_win_within: 2, ..numbers(9) }));
    assert_eq!((table.len(), bucket[FACTS][other].load(Relaxed)), (1, 0));
}

/// Words of different records beside each other are no record.
#[test]
fn a_torn_record_is_not_found() {
    let table = Shared::<Known>::of_buckets(1);
    table.put(5, numbers(3));
    let bucket = table.array.bucket(0);
    let home = places::<PLACES>(mix(5)).next().expect("there are places");
    for (place, row) in bucket.iter().enumerate() {
        let right = row[home].load(Relaxed);
        for bit in 0..u64::BITS {
            row[home].store(right ^ 1 << bit, Relaxed);
            assert_eq!(table.get(5), None, "row {place}, bit {bit}");
        }
        row[home].store(right, Relaxed);
        assert_eq!(table.get(5), Some(numbers(3)), "row {place}");
    }
}

/// Threads that fight for a single place: a record that is found must be one that a thread put for this key.
#[test]
fn threads_find_only_what_a_thread_put() {
    const KEYS: u64 = 6;
    const VERSIONS: u64 = 3;
    const ROUNDS: u64 = 300_000;
    let table = Shared::<Known>::of_buckets(3);
    let bucket = |key: &u64| table.array.index(mix(*key), 0) == 0;
    // All other places of the bucket are taken by what is worth more.
    for key in (0..).filter(bucket).take(PLACES - 1) {
        table.put(key, numbers(1000));
    }
    // The same tag and the same first place too, so that nothing but the checksum can distinguish them.
    let rivals: Vec<u64> =
        (0..).filter(|key| bucket(key) && mix(*key) >> 29 & 0x7fff == 0x123).take(KEYS as usize).collect();
    let work = |thread: u64| {
        let (mut found, mut state) = (0, mix(thread + 1));
        for _ in 0..ROUNDS {
            state = mix(state.wrapping_add(thread));
            let key = rivals[(state % KEYS) as usize];
            table.put(key, of_key(key, (state >> 32) % VERSIONS));
            let key = rivals[((state >> 40) % KEYS) as usize];
            if let Some(known) = table.get(key) {
                found += 1;
                let put = (0..VERSIONS).any(|version| known == of_key(key, version));
                assert!(put, "{known:?} was never put for {key}");
            }
        }
        found
    };
    for threads in 2..=4 {
        let found: u64 = thread::scope(|scope| {
            let running: Vec<_> = (0..threads)
                .map(|thread| {
                    scope.spawn({
                        let work = &work;
                        move || work(thread)
                    })
                })
                .collect();
            running.into_iter().map(|thread| thread.join().expect("no thread panics")).sum()
        });
        assert!(found > ROUNDS / 20, "only {found} looks found something");
    }
    assert_eq!((table.len(), table.collections()), (PLACES, 0));
}

/// Collections while others put and get.
#[test]
fn threads_share_a_table_that_overflows() {
    let table = Shared::<Known>::new(64 * KIB);
    let capacity = table.capacity() as u64;
    thread::scope(|scope| {
        for thread in 0..3 {
            let table = &table;
            scope.spawn(move || {
                for n in 0..capacity * 8 {
                    let key = mix(n * 3 + thread) % (capacity * 2);
                    table.put(key, of_key(key, 0));
                    let key = mix(n * 5 + thread) % (capacity * 2);
                    assert!(table.get(key).is_none_or(|known| known == of_key(key, 0)), "{thread:?}, {n:?}");
                }
            });
        }
    });
    assert!(table.collections() > 0);
    let found = count(&table, 0..capacity * 2);
    assert!(found.abs_diff(table.len()) * 20 < capacity as usize, "{found} found, {} counted", table.len());
}

/// The middle of a doubling, as other threads see it: nothing has moved yet.
#[test]
fn a_position_is_found_and_moves_along_while_the_array_doubles() {
    let table = Shared::<Known>::new(256 * KIB);
    for key in 0..200 {
        table.put(key, Known { win: 5, ..of_key(key, 0) });
    }
    table.array.state.store(1, Relaxed);
    for key in 0..200 {
        assert_eq!(table.get(key), Some(Known { win: 5, ..of_key(key, 0) }), "{key:?}");
    }
    for key in 0..300 {
        table.put(key, of_key(key, 1));
    }
    assert_eq!(table.len(), 300);
    table.array.state.store(2, Relaxed);
    for key in 0..300 {
        let before = if key < 200 { Known { win: 5, ..of_key(key, 0) } } else { of_key(key, 1) };
        assert_eq!(table.get(key), Some(of_key(key, 1).and(before)), "{key:?}");
    }
}

/// While the array doubles, a position that it holds can be found all the time, in one bucket or the other.
#[test]
fn threads_hardly_notice_that_it_grows() {
    let table = Shared::<Known>::new(8192 * KIB);
    let (most, threads) = (table.capacity() as u64 / 3, 3);
    let lost: u64 = thread::scope(|scope| {
        let work = |thread| {
            let table = &table;
            move || {
                let mut lost = 0;
                for key in (thread..most).step_by(threads) {
                    table.put(key, of_key(key, 0));
                    let earlier = (mix(key) % (key / 3 + 1)) * 3 + thread;
                    let found = table.get(earlier.min(key));
                    assert!(found.is_none_or(|known| known == of_key(earlier.min(key), 0)), "{key:?}");
                    lost += u64::from(found.is_none());
                }
                lost
            }
        };
        let running: Vec<_> = (0..threads as u64).map(|thread| scope.spawn(work(thread))).collect();
        running.into_iter().map(|thread| thread.join().expect("no thread panics")).sum()
    });
    assert!(table.array.state.load(Relaxed) >= 10 && table.array.state.load(Relaxed).is_multiple_of(2));
    let found = count(&table, 0..most) as u64;
    assert!(lost * 50 < most && found * 50 > most * 49, "{lost} not found, {found} of {most} in the end");
}

proptest! {
    /// A table that forgets nothing, because there is room, is a map.
    #[test]
    fn it_is_a_map_as_long_as_there_is_room(
        calls in prop::collection::vec((0..40u64, any_known()), 1..200),
    ) {
        let (table, mut map) = (Shared::<Known>::new(64 * KIB), HashMap::new());
        for (key, known) in calls {
            let before = map.get(&key).copied().unwrap_or(known);
            let both = Known { win: known.win.min(before.win), no_win_within: known.no_win_within.max(before.no_win_within), ..known };
            // Two verdicts of one position that contradict each other never come.
            if !both.consistent() {
                continue;
            }
            table.put(key, known);
            map.insert(key, rounded(known.and(before)));
            prop_assert_eq!(table.get(key), map.get(&key).copied());
        }
        for key in 0..50 {
            prop_assert_eq!(table.get(key), map.get(&key).copied());
        }
        prop_assert_eq!(table.len(), map.len());
    }

    /// A table that forgets still never finds anything but what was put last.
    #[test]
    fn a_small_table_finds_what_was_put_last_or_nothing(
        buckets in 1..4usize,
        calls in prop::collection::vec((0..60u64, 0..50u32), 1..300),
    ) {
        let (table, mut map) = (Shared::<Known>::of_buckets(buckets), HashMap::new());
        for (key, effort) in calls {
            let known = Known { best: effort as u16, ..numbers(effort) };
            let effort = table.get(key).map_or(effort, |before| before.effort.max(effort));
            table.put(key, known);
            map.insert(key, rounded(Known { effort, ..known }));
            prop_assert_eq!(table.get(key), map.get(&key).copied());
            let found = (0..60).filter(|key| table.get(*key).is_some()).count();
            prop_assert_eq!(found, table.len());
        }
        for key in 0..60 {
            prop_assert!(table.get(key).is_none_or(|known| Some(&known) == map.get(&key)));
        }
    }
}
