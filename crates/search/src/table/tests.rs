use std::collections::HashSet;
use std::sync::Arc;

use proptest::prelude::*;

use super::bounded::{effort_code, effort_of};
use super::buckets::mix;
use super::*;

/// Enough for one bucket of each kind.
const LEAST: usize = 2048;

fn bounded(bytes: usize) -> Arc<Bounded> {
    Arc::new(Bounded::new(bytes))
}

fn entry(effort: u32) -> Entry {
    Entry { proof: 3, disproof: 4, effort, best: NO_MOVE, ply: 5, twins: false }
}

fn solved(effort: u32) -> Entry {
    Entry { proof: 0, disproof: u32::MAX, ..entry(effort) }
}

fn twin(code: u64) -> Twin {
    Twin { code, proven: code.is_multiple_of(2), best: 7, depends_on_ply: 9 }
}

fn twins(table: &impl Table, key: u64) -> Vec<Twin> {
    let mut found = Vec::new();
    table.twins(key, &mut found);
    found
}

/// Keys as they come: good hashes, numbers, and numbers in the upper bits alone.
const KEYS: [fn(u64) -> u64; 4] =
    [|n| mix(n ^ 0x5555), |n| n, |n| n.wrapping_mul(1 << 32), |n| n.wrapping_mul(1 << 48)];

#[derive(Clone, Copy, Debug)]
enum Call {
    Put(Entry),
    PutTwin(Twin),
}

impl Call {
    fn apply(self, table: &mut impl Table, key: u64) {
        match self {
            Call::Put(entry) => table.put(key, entry),
            Call::PutTwin(twin) => table.put_twin(key, twin),
        }
    }

    /// What must be known of a position after the call, given what was.
    fn entry(self, known: Option<Entry>) -> Entry {
        let known = known.unwrap_or_default();
        match self {
            // Nothing overwrites a verdict.
            Call::Put(entry) if known.verdict().is_some() => {
                Entry { ply: entry.ply, ..rounded(entry.effort, known) }
            }
            Call::Put(entry) => rounded(entry.effort, Entry { twins: known.twins, ..entry }),
            Call::PutTwin(_) if known.verdict().is_some() => Entry { twins: true, ..known },
            Call::PutTwin(_) => Entry { proof: 0, disproof: 0, twins: true, ..known },
        }
    }

    /// Which verdicts on lines may be known after it.
    fn twins(self, mut known: Vec<Twin>) -> Vec<Twin> {
        if let Call::PutTwin(twin) = self {
            match known.iter_mut().find(|other| other.code == twin.code) {
                Some(other) => *other = twin,
                None => known.push(twin),
            }
        }
        known
    }
}

/// The same with an effort as it is after it was stored.
fn rounded(effort: u32, entry: Entry) -> Entry {
    Entry { effort: effort_of(effort_code(effort)), ..entry }
}

fn key() -> impl Strategy<Value = u64> {
    (0..KEYS.len(), 0..25u64).prop_map(|(kind, number)| KEYS[kind](number))
}

fn number() -> impl Strategy<Value = u32> {
    prop_oneof![Just(0), Just(u32::MAX), 0..5u32, any::<u32>()]
}

fn call() -> impl Strategy<Value = Call> {
    let entry = (number(), number(), number(), any::<u16>(), any::<u16>(), any::<bool>());
    let entry = entry.prop_map(|(proof, disproof, effort, best, ply, twins)| {
        Call::Put(Entry { proof, disproof, effort, best, ply, twins })
    });
    let ply = number().prop_map(|ply| if ply < 1 << 23 { ply } else { u32::MAX });
    let twin = (0..4u64, any::<bool>(), any::<u16>(), ply);
    let twin = twin.prop_map(|(code, proven, best, depends_on_ply)| {
        Call::PutTwin(Twin { code, proven, best, depends_on_ply })
    });
    prop_oneof![2 => entry, 1 => twin]
}

fn size() -> impl Strategy<Value = usize> {
    prop_oneof![Just(0), Just(LEAST), 0..10_000usize, Just(1 << 16)]
}

/// Whether all of `some` is in `all`, in the same order.
fn is_part(some: &[Twin], all: &[Twin]) -> bool {
    let mut all = all.iter();
    some.iter().all(|twin| all.any(|other| other == twin))
}

proptest! {
    /// A call changes what it must of its own position; of the others it can only forget.
    #[test]
    fn what_is_found_was_put_there(bytes in size(), calls in prop::collection::vec((key(), call()), 1..150)) {
        let mut keys: Vec<u64> = calls.iter().map(|&(key, _)| key).collect();
        keys.sort_unstable();
        keys.dedup();
        let mut table = bounded(bytes);
        let state = |table: &Arc<Bounded>, key| (table.get(key), twins(table, key));
        for (key, call) in calls {
            let before: Vec<_> = keys.iter().map(|&key| state(&table, key)).collect();
            call.apply(&mut table, key);
            let (mut len, mut twins_len) = (0, 0);
            for (&other, (entry, lines)) in keys.iter().zip(before) {
                let (entry_now, lines_now) = state(&table, other);
                if other == key {
                    prop_assert_eq!(entry_now, Some(call.entry(entry)));
                    prop_assert!(is_part(&lines_now, &call.twins(lines)));
                    if let Call::PutTwin(twin) = call {
                        prop_assert_eq!(table.twin(key, twin.code), Some(twin));
                    }
                } else {
                    prop_assert!(entry_now.is_none() || entry_now == entry);
                    prop_assert!(is_part(&lines_now, &lines));
                }
                for code in 0..4 {
                    let listed = lines_now.iter().find(|twin| twin.code == code).copied();
                    prop_assert_eq!(table.twin(other, code), listed);
                }
                len += usize::from(entry_now.is_some());
                twins_len += lines_now.len();
            }
            prop_assert_eq!((table.len(), table.twins_len()), (len, twins_len));
            prop_assert!(table.len() <= table.capacity());
            prop_assert!(table.memory_bytes() <= bytes.max(LEAST));
        }
    }

    /// With room for everything, nothing distinguishes the tables.
    #[test]
    fn a_large_table_is_exact(calls in prop::collection::vec((key(), call()), 1..300)) {
        let mut exact = Memory::exact();
        let mut bounded = Memory::bounded(1 << 20);
        for &(key, call) in &calls {
            // Of two verdicts the exact table has the later one.
            if exact.get(key).is_some_and(|known| known.verdict().is_some())
                && matches!(call, Call::Put(entry) if entry.verdict().is_some())
            {
                continue;
            }
            call.apply(&mut exact, key);
            call.apply(&mut bounded, key);
        }
        for (key, _) in calls {
            let entry = exact.get(key).map(|entry| rounded(entry.effort, entry));
            prop_assert_eq!(bounded.get(key), entry);
            prop_assert_eq!(twins(&bounded, key), twins(&exact, key));
            for code in 0..4 {
                prop_assert_eq!(bounded.twin(key, code), exact.twin(key, code));
            }
        }
    }
}

#[test]
fn nothing_is_known_at_first_and_every_key_can_be_used() {
    for bytes in [0, LEAST, 1 << 20] {
        let mut table = bounded(bytes);
        for key in [0, 1, u64::MAX] {
            assert_eq!(
                (table.get(key), table.twin(key, 0), twins(&table, key)),
                (None, None, vec![]),
                "{bytes:?}, {key:?}"
            );
            table.put(key, Entry::default());
            assert_eq!(table.get(key), Some(Entry::default()), "{bytes:?}, {key:?}");
            let nothing = Twin { code: 0, proven: false, best: 0, depends_on_ply: 0 };
            table.put_twin(key, nothing);
            assert_eq!(table.twin(key, 0), Some(nothing), "{bytes:?}, {key:?}");
        }
        assert_eq!((table.len(), table.twins_len()), (3, 3), "{bytes:?}");
    }
}

#[test]
fn doubling_loses_only_what_a_full_bucket_gives_up() {
    let stored = |effort| rounded(effort, entry(effort));
    let begun = bounded(64 << 20).memory_bytes();
    for (order, keys) in KEYS.into_iter().enumerate() {
        let mut table = bounded(64 << 20);
        let count = 60_000;
        for n in 0..count {
            table.put(keys(n), entry(n as u32));
            assert_eq!(table.len() as u64 + table.replaced(), n + 1, "{order}: {n}");
        }
        let found = (0..count).filter(|&n| table.get(keys(n)).is_some_and(|found| found == stored(n as u32)));
        assert_eq!(found.count(), table.len(), "{order}");
        assert!(table.replaced() < count / 100, "{order}: {} of {count} replaced", table.replaced());
        assert!(
            table.memory_bytes() > 8 * begun && table.memory_bytes() < 16 << 20,
            "{order}: {}",
            table.memory_bytes()
        );
        assert_eq!(table.collections(), 0, "{order}");
    }
}

#[test]
fn doubling_keeps_twins_in_their_order() {
    let mut table = bounded(64 << 20);
    let count = 30_000;
    for code in 0..3 {
        (0..count).for_each(|key| table.put_twin(key, twin(code)));
    }
    let known: usize = (0..count)
        .map(|key| {
            let found = twins(&table, key);
            assert!(is_part(&found, &[twin(0), twin(1), twin(2)]), "{found:?}");
            found.len()
        })
        .sum();
    assert_eq!(known, table.twins_len());
    assert!(known as u64 > count * 3 / 100 * 99, "{known} of {}", count * 3);
}

#[test]
fn the_whole_size_can_be_used() {
    for bytes in [10_000, 1_000_000, 3_000_000, (4 << 20) - 1, 4 << 20] {
        let mut table = bounded(bytes);
        // Three places in a hundred is more than what is left over by doublings and whole buckets.
        assert!(table.capacity() * 24 > (bytes - LEAST) / 8 * 7 / 100 * 97, "{bytes}: {}", table.capacity());
        for n in 0..table.capacity() as u64 * 2 {
            table.put(mix(n), entry(n as u32));
            table.put_twin(mix(n), twin(0));
            table.put_twin(mix(n), twin(1));
            assert!(table.memory_bytes() <= bytes, "{bytes:?}, {n:?}");
        }
        assert!(table.memory_bytes() > (bytes - LEAST) / 100 * 97, "{bytes}: {}", table.memory_bytes());
    }
}

#[test]
fn a_size_beyond_all_memory_gives_a_smaller_table() {
    let mut table = bounded(usize::MAX);
    table.put(1, entry(1));
    assert_eq!(table.get(1), Some(entry(1)));
    assert!(table.capacity() > 1 << 20);
}

#[test]
fn efforts_are_exact_when_small_and_rounded_down_by_little() {
    for effort in (0..100_000).chain([1 << 20, (1 << 31) - 1, 1 << 31, u32::MAX - 1, u32::MAX]) {
        let kept = effort_of(effort_code(effort));
        assert!(kept <= effort && u64::from(effort - kept) << 13 <= u64::from(effort), "{effort}: {kept}");
        assert!(effort >= 1 << 13 || kept == effort, "{effort}");
        assert!(effort == 0 || effort_code(effort - 1) <= effort_code(effort), "{effort}");
        assert!(effort_code(effort) < 1 << 18, "{effort}");
    }
}

/// A verdict that depends on something never looks as if it depended on nothing.
#[test]
fn a_ply_too_large_for_its_bits_becomes_smaller() {
    let mut table = bounded(0);
    for (given, kept) in [
        (7, 7),
        ((1 << 24) - 2, (1 << 24) - 2),
        ((1 << 24) - 1, (1 << 24) - 2),
        (u32::MAX - 1, (1 << 24) - 2),
        (u32::MAX, u32::MAX),
    ] {
        table.put_twin(1, Twin { depends_on_ply: given, ..twin(3) });
        assert_eq!(table.twin(1, 3).map(|twin| twin.depends_on_ply), Some(kept), "{given}");
    }
}

/// Keys that share a bucket of a table that has not doubled.
fn neighbours(table: &Bounded, count: usize) -> Vec<u64> {
    let mut buckets = table.capacity() as u64 / 8;
    while buckets > 255 {
        buckets /= 2;
    }
    assert!(buckets > 10);
    (0..).filter(|&key| ((mix(key) >> 32) * buckets) >> 32 == 0).take(count).collect()
}

#[test]
fn one_full_bucket_is_no_reason_to_double() {
    let mut table = bounded(64 << 20);
    let begun = table.memory_bytes();
    for key in neighbours(&table, 20) {
        table.put(key, entry(1));
        (0..3).for_each(|code| table.put_twin(key, twin(code)));
    }
    assert_eq!((table.len(), table.replaced(), table.memory_bytes()), (8, 12, begun));
}

#[test]
fn the_least_worth_goes() {
    let put_nine = |entries: [Entry; 9]| -> Vec<usize> {
        let mut table = bounded(10_000);
        let keys = neighbours(&table, 9);
        keys.iter().zip(entries).for_each(|(&key, entry)| table.put(key, entry));
        assert_eq!((table.len(), table.replaced(), table.collections()), (8, 1, 0));
        (0..9).filter(|&n| table.get(keys[n]).is_none()).collect()
    };
    let large = |n: u32| entry(100 + n);
    let with = |place: usize, value: Entry, last: Entry| {
        let mut entries: [Entry; 9] = std::array::from_fn(|n| large(n as u32));
        entries[place] = value;
        entries[8] = last;
        entries
    };
    assert_eq!(put_nine(with(3, entry(50), entry(1000))), [3]);
    // A new position gets its place, however small.
    assert_eq!(put_nine(with(5, entry(50), entry(0))), [5]);
    // Solved: twice the worth.
    assert_eq!(put_nine(with(6, solved(50), entry(1))), [0]);
    assert_eq!(put_nine(with(6, solved(49), entry(1))), [6]);
    let lost = Entry { proof: u32::MAX, disproof: 0, ..entry(60) };
    assert_eq!(put_nine(with(6, lost, entry(1))), [0]);
    let blank = Entry { proof: 0, disproof: 0, ..entry(60) };
    assert_eq!(put_nine(with(6, blank, entry(1))), [6]);
}

#[test]
fn among_equals_places_differ() {
    let mut gone: HashSet<u64> = HashSet::new();
    for skip in 0..20 {
        let mut table = bounded(10_000);
        let keys = neighbours(&table, 30);
        keys[..8].iter().for_each(|&key| table.put(key, entry(1)));
        table.put(keys[8 + skip], entry(1));
        gone.extend(keys[..8].iter().filter(|&&key| table.get(key).is_none()));
    }
    assert!(gone.len() >= 4, "{gone:?}");
}

#[test]
fn the_oldest_twin_goes() {
    let mut table = bounded(1 << 20);
    (0..20).for_each(|code| table.put_twin(1, twin(code)));
    assert_eq!(twins(&table, 1), (4..20).map(twin).collect::<Vec<_>>());
    assert_eq!((table.twins_len(), table.len()), (16, 1));
    // Stored again, it keeps its place.
    let other = Twin { depends_on_ply: 1, ..twin(5) };
    table.put_twin(1, other);
    assert_eq!((twins(&table, 1)[1], twins(&table, 1).len()), (other, 16));
}

/// Bytes of a table that is collected as a whole.
const ONE_SECTION: usize = 50_000;

/// Fill a table until the first collection.
fn filled(bytes: usize, value: impl Fn(u64) -> Entry) -> (Arc<Bounded>, Vec<u64>) {
    let mut table = bounded(bytes);
    let keys = (0..10 * table.capacity() as u64).take_while(|&n| {
        table.put(mix(n), value(n));
        table.collections() == 0
    });
    let keys = keys.map(mix).collect();
    (table, keys)
}

#[test]
fn a_collection_drops_a_quarter_and_keeps_large_trees() {
    let is_large = |n: u64| n.is_multiple_of(10);
    let value = |n: u64| entry(if is_large(n) { 1000 } else { (n % 64) as u32 });
    let (table, keys) = filled(ONE_SECTION, value);
    let left = table.len() as f64 / table.capacity() as f64;
    assert!((left - 7.0 / 8.0 * 3.0 / 4.0).abs() < 0.01, "{left} left");
    for (n, &key) in (0..).zip(&keys) {
        let found = table.get(key).is_some();
        assert!(found || !is_large(n), "{n} is large and gone");
        // By powers of two: smaller trees than these do not make up a quarter.
        assert!(!found || n % 64 >= 15 || is_large(n), "{n} is small and there");
    }
}

#[test]
fn a_collection_of_equals_drops_a_quarter() {
    for effort in [0, 1, 1000, u32::MAX] {
        let (table, _) = filled(ONE_SECTION, |_| entry(effort));
        let left = table.len() as f64 / table.capacity() as f64;
        assert!((left - 7.0 / 8.0 * 3.0 / 4.0).abs() < 0.01, "{left} left");
    }
}

#[test]
fn collections_do_not_spare_the_same_positions_again() {
    let (mut table, keys) = filled(ONE_SECTION, |_| entry(1));
    let spared: Vec<u64> = keys.into_iter().filter(|&key| table.get(key).is_some()).collect();
    let mut more = (1 << 32..).map(mix);
    while table.collections() == 1 {
        table.put(more.next().expect("there are more"), entry(1));
    }
    // Replacement takes some before; of the rest a quarter goes.
    let left = spared.iter().filter(|&&key| table.get(key).is_some()).count() as f64 / spared.len() as f64;
    assert!((0.6..0.8).contains(&left), "{left} left");
}

#[test]
fn a_collection_keeps_solved_positions_longer() {
    // So few that no bucket is full of them.
    let is_solved = |n: u64| n.is_multiple_of(8);
    let (table, keys) = filled(ONE_SECTION, |n| if is_solved(n) { solved(10) } else { entry(10) });
    let (mut unsolved, mut found) = (0, 0);
    for (n, &key) in (0..).zip(&keys) {
        if is_solved(n) {
            assert_eq!(table.get(key), Some(solved(10)), "{n:?}, {key:?}");
        } else {
            unsolved += 1;
            found += usize::from(table.get(key).is_some());
        }
    }
    assert!(found * 100 < unsolved * 75, "{found} of {unsolved}");
}

#[test]
fn collections_recur_and_the_same_calls_leave_the_same_table() {
    let run = || {
        let mut table = bounded(100_000);
        for n in 0..100_000u64 {
            let key = mix(n) % 20_000;
            table.put(key, entry((mix(n + 1) % 1000) as u32));
            if n % 5 == 0 {
                table.put_twin(key, twin(n % 7));
            }
        }
        let all: Vec<_> = (0..20_000).map(|key| (table.get(key), twins(&table, key))).collect();
        (all, table.collections(), table.replaced(), table.len(), table.twins_len())
    };
    let first = run();
    assert!(first.1 > 10, "{} collections", first.1);
    assert!(first == run());
}
