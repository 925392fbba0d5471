//! Speed and memory of a build: positions a second, and bytes beside 24 a position and 5 an edge.
//!
//!     cargo bench -p pnyx-tables -- THREADS GAME [OPTION=VALUE ...] [START ...]
//!
//! By default this is Connect Four on 5 rows and 4 columns, with two threads. The game `16-bytes` is synthetic: three
//! million positions with records of 16 bytes and about two moves.

#[path = "../tests/support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::time::Instant;

use pnyx_game::{Game, Repetition};
use pnyx_games::for_built_in;
use pnyx_tables::{Ended, Enumeration, Expander, File, Portion, RulesExpander, check, refusal};
use support::synthetic::Synthetic;
use support::{description, unlimited};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let threads: usize = words.first().map_or(2, |word| word.parse().expect("a number of threads"));
    let name = words.get(1).map_or("connect-four", String::as_str);
    if name == "16-bytes" {
        let game = Synthetic { positions: 3_000_000, narrow: false };
        return measure(&game, &[Synthetic::pack(0).to_vec()], Repetition::Draw, threads);
    }
    let mut options = BTreeMap::new();
    let mut starts = Vec::new();
    for word in words.iter().skip(2) {
        match word.split_once('=') {
            Some((name, value)) => _ = options.insert(name.to_owned(), value.to_owned()),
            None => starts.push(word.as_str()),
        }
    }
    if words.len() < 2 {
        options = BTreeMap::from([("rows".into(), "5".into()), ("columns".into(), "4".into())]);
    }
    let opened = pnyx_games::open(name, starts.first().copied(), options).expect("a game");
    for_built_in!(opened, |game, root| built_in(&game, root, &starts, threads));
}

fn built_in<G: Game<Error: Debug + Send> + Sync>(
    game: &G,
    root: G::Position,
    starts: &[&str],
    threads: usize,
) {
    assert_eq!(refusal(game), None);
    let expander = RulesExpander(game);
    let others = starts.iter().skip(1).map(|text| game.parse(text).expect("a position"));
    let starts: Vec<Vec<u8>> =
        [root].into_iter().chain(others).map(|start| expander.pack(&start).expect("packed")).collect();
    measure(&expander, &starts, game.repetition(), threads);
}

fn measure<X: Expander<Error: Debug>>(game: &X, starts: &[Vec<u8>], repetition: Repetition, threads: usize) {
    unlimited(threads, |run| {
        let (began, worked) = (Instant::now(), processor_seconds());
        let mut enumeration = Enumeration::new();
        let limit = enumeration.add_starts(starts.iter().map(Ok::<_, X::Error>), run);
        assert_eq!(limit.expect("starts that do not fail"), None);
        assert_eq!(enumeration.run(game, run).expect("rules that do not fail"), None);
        let growth = enumeration.growth();
        let bound = (24 * growth.positions + 5 * growth.edges) as f64;
        println!("{} positions, {} edges, {} plies", growth.positions, growth.edges, growth.sizes.len());
        let enumerated = began.elapsed().as_secs_f64();
        println!(
            "enumerated {enumerated:.2} s (of processors {:.2} s), {} bytes, {:.3} of 24 a position and 5 an edge; {}",
            processor_seconds() - worked,
            growth.memory,
            growth.memory as f64 / bound,
            resident(),
        );
        let Ended::Complete(table) = enumeration.value(repetition, run) else { panic!("not valued") };
        let seconds = began.elapsed().as_secs_f64();
        println!(
            "valued in {seconds:.2} s (of processors {:.2} s): {:.0} positions/s; at most {} bytes, {:.3}; {}",
            processor_seconds() - worked,
            growth.positions as f64 / seconds,
            table.peak_memory(),
            table.peak_memory() as f64 / bound,
            resident(),
        );
        let statistics = table.statistics();
        println!(
            "{} wins, {} draws, {} losses, longest {:?}, records of {} bytes",
            statistics.wins(),
            statistics.draws(),
            statistics.losses(),
            statistics.longest(),
            table.width(),
        );
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table");
        let began = Instant::now();
        table.save(&path, &description(repetition), run).expect("written");
        println!("written {:.2} s", began.elapsed().as_secs_f64());
        let file = File::open(&path).expect("a table");
        let probes: Vec<&[u8]> = table.iter().step_by(97).map(|(record, _)| record).collect();
        for _ in 0..2 {
            let began = Instant::now();
            for at in 0..probes.len() {
                // Not in order.
                assert!(file.get(probes[at * 7919 % probes.len()]).expect("whole").is_some());
            }
            println!("a probe {:.2} us", began.elapsed().as_secs_f64() * 1e6 / probes.len() as f64);
        }
        let began = Instant::now();
        check(&file, game, starts, Portion::All, run).expect("right");
        println!("checked {:.2} s", began.elapsed().as_secs_f64());
    });
}

/// The memory that the system counts now, and the most it ever did.
fn resident() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let found = status.lines().filter(|line| line.starts_with("VmRSS") || line.starts_with("VmHWM"));
    found.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join(", ")
}

/// Seconds that all threads have worked, where the system says so.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    fields.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}
