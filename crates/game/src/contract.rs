//! Tests of the contract in the docs of [`Rules`](crate::Rules) and [`Packed`](crate::Packed), by random play-outs.

use std::collections::HashMap;
use std::fmt::Display;
use std::ops::ControlFlow;

use crate::{Estimate, Game, Player, Repetition};

mod packed;
#[cfg(test)]
mod tests;

use packed::PackedBytes;

/// What [`check_game`] examined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContractReport {
    /// Moves played.
    pub plies: u64,
    /// Pairs of positions compared with each other.
    pub comparisons: u64,
}

/// Play `playouts` random games of at most `max_plies` moves from `start` and test the contract of
/// [`Game`] at every position. The error says which clause was broken and where.
/// `poll` is called at every position and may break the test off.
pub fn check_game<G: Game<Error: Display>>(
    game: &G,
    start: &G::Position,
    playouts: u32,
    max_plies: u32,
    seed: u64,
    poll: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<ContractReport, String> {
    let mut random = Random(seed | 1);
    let mut report = ContractReport::default();
    // Positions met, by repetition key: the same key must mean the same thing.
    let mut met: HashMap<u64, Vec<G::Position>> = HashMap::new();
    let mut packed = PackedBytes::default();
    for _ in 0..playouts {
        let mut position = start.clone();
        for _ in 0..=max_plies {
            if poll().is_break() {
                return Err("stopped".into());
            }
            let moves = check_position(game, &position)?;
            packed.check(game, &position)?;
            packed::check_canonical(game, &position, &moves)?;
            let repetition_key = say(game.repetition_key(&position))?;
            let class = met.entry(repetition_key).or_default();
            if let Some(twin) = class.iter().find(|p| **p == position) {
                if say(game.key(twin))? != say(game.key(&position))? {
                    return Err(at(game, &position, "equal positions have different keys"));
                }
                packed::check_equal(game, twin, &position)?;
                report.comparisons += 1;
            } else {
                for other in class.iter().take(8) {
                    compare(game, other, &position)?;
                    report.comparisons += 1;
                }
                class.push(position.clone());
            }
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len())];
            let mut next = position.clone();
            say(game.play(&mut next, mv))?;
            let mut again = position.clone();
            say(game.play(&mut again, mv))?;
            if next != again {
                return Err(at(game, &position, "the same move gave two different positions"));
            }
            position = next;
            report.plies += 1;
        }
    }
    Ok(report)
}

/// The clauses that speak of one position; its moves, none if it has an outcome.
fn check_position<G: Game<Error: Display>>(game: &G, position: &G::Position) -> Result<Vec<G::Move>, String> {
    if game.has_notation() {
        let text = say(game.text(position))?;
        let read = game
            .parse(&text)
            .map_err(|e| format!("the game does not read its own notation '{text}': {e}"))?;
        if read != *position {
            let back = say(game.text(&read))?;
            return Err(format!("'{text}' is read as another position, '{back}'"));
        }
    }
    let outcome = say(game.outcome(position))?;
    let (evaluated, replies) = say(game.evaluate(position, &mut Vec::new()))?;
    if evaluated != outcome {
        return Err(at(game, position, "evaluate and outcome disagree"));
    }
    if let Some(outcome) = outcome {
        let payoff = say(game.payoff(position, outcome))?;
        if payoff.signum() != outcome.points() || payoff.saturating_abs() > game.largest_payoff() {
            return Err(at(game, position, "the payoff is not the winner's, or larger than the largest"));
        }
        return Ok(Vec::new());
    }
    if say(game.turn(position))? != say(game.turn(position))? {
        return Err(at(game, position, "turn differs when asked twice"));
    }
    let (mut moves, mut again) = (Vec::new(), Vec::new());
    say(game.moves(position, &mut moves))?;
    say(game.moves(position, &mut again))?;
    if moves != again {
        return Err(at(game, position, "moves differ when asked twice"));
    }
    if moves.is_empty() {
        return Err(at(game, position, "no outcome and no move"));
    }
    if moves.len() != replies as usize {
        return Err(at(game, position, "evaluate counts another number of moves than there are"));
    }
    if game.has_estimate() {
        check_estimate(game, position)?;
    }
    let mut names = names(game, position, &moves)?;
    names.sort();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(at(game, position, &format!("two moves are both written '{}'", pair[0])));
    }
    let mut sorted = Vec::new();
    say(game.moves_by_notation(position, &mut sorted))?;
    if self::names(game, position, &sorted)? != names {
        return Err(at(game, position, "moves_by_notation is not sorted by notation"));
    }
    Ok(moves)
}

/// The game's own numbers for questions of either player.
fn check_estimate<G: Game<Error: Display>>(game: &G, position: &G::Position) -> Result<(), String> {
    for prover in [Player::First, Player::Second] {
        let estimate = say(game.estimate(position, prover))?;
        if ![estimate.proof, estimate.disproof].iter().all(|number| (1..=Estimate::MOST).contains(number)) {
            let what = format!("estimate returns a number that is not from 1 to {}", Estimate::MOST);
            return Err(at(game, position, &what));
        }
        if say(game.estimate(position, prover))? != estimate {
            return Err(at(game, position, "estimate differs when asked twice"));
        }
    }
    Ok(())
}

/// Two different positions with the same repetition key must look alike, one move deep. Where repeating is
/// illegal, it is enough that tables can distinguish them.
fn compare<G: Game<Error: Display>>(game: &G, a: &G::Position, b: &G::Position) -> Result<(), String> {
    if game.repetition() == Repetition::Illegal {
        let what = match (say(game.repeats(a, b))?, say(game.key(a))? != say(game.key(b))?) {
            (true, true) => return Ok(()),
            (true, false) => "are different, but have the same key",
            (false, _) => "have the same repetition key, but do not repeat each other",
        };
        return Err(format!("'{}' and '{}' {what}", say(game.text(a))?, say(game.text(b))?));
    }
    let outcome = say(game.outcome(a))?;
    let same = say(game.repeats(a, b))?
        && outcome == say(game.outcome(b))?
        && (outcome.is_some() || say(game.turn(a))? == say(game.turn(b))?);
    let all_names = |p: &G::Position| {
        let mut moves = Vec::new();
        if say(game.outcome(p))?.is_none() {
            say(game.moves(p, &mut moves))?;
        }
        names(game, p, &moves)
    };
    if same && all_names(a)? == all_names(b)? {
        return Ok(());
    }
    let (a, b) = (say(game.text(a))?, say(game.text(b))?);
    Err(format!("'{a}' and '{b}' have the same repetition key, but not the same future"))
}

fn names<G: Game<Error: Display>>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
) -> Result<Vec<String>, String> {
    moves.iter().map(|&mv| say(game.notation(position, mv))).collect()
}

fn say<T, E: Display>(result: Result<T, E>) -> Result<T, String> {
    result.map_err(|e| e.to_string())
}

#[cold]
fn at<G: Game>(game: &G, position: &G::Position, what: &str) -> String {
    match game.text(position) {
        Ok(text) => format!("{what}, at '{text}'"),
        Err(_) => what.to_string(),
    }
}

/// xorshift64*: enough for choosing moves, and no dependency. The seed must not be 0.
pub struct Random(pub u64);

impl Random {
    /// The next number, from 0 to `n` - 1.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let x = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d);
        ((u128::from(x) * n as u128) >> 64) as usize
    }
}
