//! Side by side: machines are noisy, so candidates take turns in many short rounds, and what is
//! reported is the median over the rounds of their ratios.

// Each bench uses its part of this.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::time::{Duration, Instant};

use pnyx_game::Game;
use pnyx_games::chess::{Chess, Position};
use pnyx_games::{BuiltIn, open};

/// The 82 Win at Chess positions of `experiments/breuker-2001`: name and FEN.
pub fn problems() -> Vec<(&'static str, &'static str)> {
    let table = include_str!("../../../../experiments/breuker-2001/published.csv");
    let row = |line: &'static str| Some((line.split(',').next()?, line.split('"').nth(1)?));
    table.lines().skip(1).map(|line| row(line).expect("a name and a quoted FEN")).collect()
}

/// A chess position on the fast board, with the options given.
pub fn chess(fen: &str, options: &[(&str, &str)]) -> (Chess, Position) {
    let options = options.iter().map(|(name, value)| (name.to_string(), value.to_string()));
    match open("chess", Some(fen), BTreeMap::from_iter(options)) {
        Ok(BuiltIn::Chess(game, root)) => (game, root),
        _ => panic!("{fen} is not on the fast board"),
    }
}

/// How long some work took, and what it gave.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = Instant::now();
    let result = std::hint::black_box(work());
    (result, begun.elapsed())
}

/// The same by the time this thread was on a processor, where the system reports it: what others run meanwhile counts less.
pub fn timed_on_cpu<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = on_cpu();
    let (result, wall) = timed(work);
    let time = begun.and_then(|begun| on_cpu()?.checked_sub(begun)).filter(|time| !time.is_zero());
    (result, time.unwrap_or(wall))
}

fn on_cpu() -> Option<Duration> {
    let line = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    line.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// Play every move and ask what a search asks: outcome and number of replies. Returns the positions played.
pub fn play_and_count<G: Game>(game: &G, positions: &[G::Position]) -> u64
where
    G::Error: Debug,
{
    let (mut moves, mut scratch, mut played, mut replies) = (Vec::new(), Vec::new(), 0, 0);
    for position in positions {
        moves.clear();
        game.moves(position, &mut moves).unwrap();
        for &mv in &moves {
            let mut next = position.clone();
            game.play(&mut next, mv).unwrap();
            replies += u64::from(game.evaluate(&next, &mut scratch).unwrap().1);
            played += 1;
        }
    }
    std::hint::black_box(replies);
    played
}

/// Numbers of many rounds.
#[derive(Clone, Default)]
pub struct Samples(Vec<f64>);

impl Samples {
    /// One more.
    pub fn add(&mut self, sample: f64) {
        self.0.push(sample);
    }

    /// The number below which this share of the samples lies.
    pub fn quantile(&self, share: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        sorted[((sorted.len() - 1) as f64 * share).round() as usize]
    }

    /// The middle one.
    pub fn median(&self) -> f64 {
        self.quantile(0.5)
    }

    /// The median, with the tenth and the ninetieth percentile.
    pub fn spread(&self) -> String {
        format!("{:.2} ({:.2} to {:.2})", self.median(), self.quantile(0.1), self.quantile(0.9))
    }
}

/// A candidate's totals in one round, and its rates over all rounds.
pub struct Runner {
    name: &'static str,
    units: u64,
    time: Duration,
    rates: Samples,
    ratios: Samples,
}

impl Runner {
    /// A candidate that has not run yet.
    pub fn new(name: &'static str) -> Runner {
        Runner { name, units: 0, time: Duration::ZERO, rates: Samples::default(), ratios: Samples::default() }
    }

    /// Its turn: `work` returns the number of its units.
    pub fn turn(&mut self, work: impl FnOnce() -> u64) -> f64 {
        let (units, time) = timed(work);
        self.add(units, time)
    }

    /// Its turn, timed elsewhere. Returns the rate.
    pub fn add(&mut self, units: u64, time: Duration) -> f64 {
        self.units += units;
        self.time += time;
        units as f64 / time.as_secs_f64()
    }

    /// The overall ratio.
    pub fn ratios(&self) -> &Samples {
        &self.ratios
    }
}

/// The round has ended: each candidate's rate, and its ratio to the first.
pub fn end_round(runners: &mut [Runner]) {
    let mut first = None;
    for runner in runners {
        let rate = runner.units as f64 / runner.time.as_secs_f64();
        runner.rates.add(rate);
        runner.ratios.add(rate / *first.get_or_insert(rate));
        (runner.units, runner.time) = (0, Duration::ZERO);
    }
}

/// Print all candidates, with their ratios to the first.
pub fn print_table(title: &str, unit: &str, runners: &[Runner]) {
    println!("\n{title}");
    println!("  {:<44}{:>14}   ratio, median (10 % to 90 %)", "", format!("M {unit}/s"));
    for runner in runners {
        let rate = runner.rates.median() / 1e6;
        println!("  {:<44}{rate:>14.2}   {}", runner.name, runner.ratios.spread());
    }
}
