//! The second level on lines of random graphs, against all lines tried one by one.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use pnyx_game::{
    InputError, Mobility, Notation, Objective, Outcome, Player, Random, Rules, Threshold, plain_game,
};

use super::*;
use crate::path::PATH_INDEPENDENT;
use crate::{Budget, Limits, Silent};

const CASES: u64 = 4_000;

/// A graph of few nodes, in which the movers alternate and many moves go back.
struct Maze {
    moves: Vec<Vec<u8>>,
    outcomes: Vec<Option<Outcome>>,
    rule: Repetition,
}

impl Maze {
    fn random(random: &mut Random, rule: Repetition) -> Maze {
        let inner = 4 + random.below(6);
        let ends =
            [Some(Outcome::Win(Player::First)), Some(Outcome::Win(Player::Second)), Some(Outcome::Draw)];
        let mut moves: Vec<Vec<u8>> = Vec::new();
        for i in 0..inner {
            let mut all: Vec<u8> = (0..1 + random.below(3))
                .map(|_| random.below(inner) as u8)
                .filter(|&to| to as usize % 2 != i % 2)
                .collect();
            if all.is_empty() || random.below(4) == 0 {
                all.push((inner + random.below(3)) as u8);
            }
            all.dedup();
            moves.push(all);
        }
        moves.extend([const { Vec::new() }; 3]);
        let mut outcomes = vec![None; inner];
        outcomes.extend(ends);
        Maze { moves, outcomes, rule }
    }

    /// Whether the goal is reached from a position when others have been seen, one bit each.
    fn value(&self, goal: Objective, position: u8, seen: u32, known: &mut HashMap<(u8, u32), bool>) -> bool {
        if let Some(outcome) = self.outcomes[position as usize] {
            return goal.reached(outcome);
        }
        if let Some(&value) = known.get(&(position, seen)) {
            return value;
        }
        let Ok(turn) = self.turn(&position);
        let is_or = turn == goal.prover;
        let mut value = !is_or;
        for &next in &self.moves[position as usize] {
            let after = match (seen >> next & 1 == 1, self.rule) {
                (true, Repetition::Illegal) => continue,
                (true, _) => goal.reached(Outcome::Draw),
                (false, _) => self.value(goal, next, seen | 1 << next, known),
            };
            if after == is_or {
                value = is_or;
            }
        }
        known.insert((position, seen), value);
        value
    }

    /// The positions from which the goal is, or is not, reached whatever was played before: no use is made of the rule.
    fn forced(&self, goal: Objective, proven: bool) -> Vec<bool> {
        let mut forced: Vec<bool> =
            self.outcomes.iter().map(|&o| o.is_some_and(|outcome| goal.reached(outcome) == proven)).collect();
        for _ in 0..forced.len() {
            for position in (0..forced.len()).filter(|&i| self.outcomes[i].is_none()) {
                let Ok(turn) = self.turn(&(position as u8));
                let mut after = self.moves[position].iter().map(|&to| forced[to as usize]);
                forced[position] =
                    if (turn == goal.prover) == proven { after.any(|f| f) } else { after.all(|f| f) };
            }
        }
        forced
    }
}

impl Rules for Maze {
    type Position = u8;
    type Move = u8;
    type Error = Infallible;

    fn turn(&self, position: &u8) -> Result<Player, Infallible> {
        Ok(if position.is_multiple_of(2) { Player::First } else { Player::Second })
    }

    fn outcome(&self, position: &u8) -> Result<Option<Outcome>, Infallible> {
        Ok(self.outcomes[*position as usize])
    }

    fn moves(&self, position: &u8, out: &mut Vec<u8>) -> Result<(), Infallible> {
        out.extend(&self.moves[*position as usize]);
        Ok(())
    }

    fn play(&self, position: &mut u8, mv: u8) -> Result<(), Infallible> {
        *position = mv;
        Ok(())
    }

    fn key(&self, position: &u8) -> Result<u64, Infallible> {
        Ok(u64::from(*position).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn repetition(&self) -> Repetition {
        self.rule
    }
}

impl Notation for Maze {
    fn notation(&self, _position: &u8, mv: u8) -> Result<String, Infallible> {
        Ok(mv.to_string())
    }

    fn text(&self, position: &u8) -> Result<String, Infallible> {
        Ok(position.to_string())
    }

    fn parse(&self, text: &str) -> Result<u8, InputError> {
        text.parse().map_err(|_| InputError::new("not a number"))
    }
}

plain_game!(Maze);

/// A line that nothing ends, with its positions.
fn walk(game: &Maze, random: &mut Random) -> (Path<Maze>, Vec<u8>) {
    let Ok(mut path) = Path::new(game, &0, &[]);
    let mut line = vec![0];
    for _ in 0..random.below(6) {
        let all = &game.moves[*path.position() as usize];
        let next = all[random.below(all.len())];
        if game.outcomes[next as usize].is_some() || line.contains(&next) {
            break;
        }
        let Ok(_) = path.push(game, next);
        line.push(next);
    }
    (path, line)
}

fn search(
    second: &mut SecondLevel<'_, Maze, Mobility>,
    path: &mut Path<Maze>,
    nodes: u64,
) -> (SecondLevelResult, Stats) {
    let stop = AtomicBool::new(false);
    let budget = &mut Budget::new(Limits::default(), &stop);
    let mut run = Run { problem: second.problem, budget, observer: &mut Silent };
    let mut stats = Stats::default();
    let room = SecondLevelLimits { nodes, elsewhere: 0 };
    match second.search(path, room, &mut stats, &mut run) {
        Ok(ControlFlow::Continue(found)) => (found, stats),
        Ok(ControlFlow::Break(limit)) => panic!("{limit}"),
    }
}

#[test]
fn verdicts_are_true_on_every_line_that_shares_what_they_lean_on() {
    let (mut dependent, mut free) = (0, 0);
    for seed in 1..=CASES {
        let random = &mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let rule = if seed % 2 == 0 { Repetition::Draw } else { Repetition::Illegal };
        let game = Maze::random(random, rule);
        let threshold = if seed % 4 < 2 { Threshold::Win } else { Threshold::Draw };
        let goal = Objective { prover: Player::First, threshold };
        let problem = Problem { game: &game, root: &0, history: &[], goal, only_move: None };
        let mut second = SecondLevel::new(&problem, &Mobility, seed % 3 > 0);
        for _ in 0..4 {
            let (mut path, line) = walk(&game, random);
            let (found, _) = search(&mut second, &mut path, 1_000_000);
            assert_eq!(path.moves(), &line[1..], "the path is left as it was: {seed:?}");
            let about = format!("maze {seed}, line {line:?}, {goal:?}, {found:?}");
            let proven = found.numbers.solved().expect("there is room for the whole tree");
            let ply = line.len() as u32;
            let position = line[line.len() - 1];
            let bits = |plies: &[u8]| plies.iter().fold(0, |set, &position| set | 1 << position);
            let mut known = HashMap::new();
            assert_eq!(game.value(goal, position, bits(&line), &mut known), proven, "{about}");
            // Positions are at plies from 1 on; whatever subset of the earlier ones is taken away.
            let first =
                if found.depends_on_ply == PATH_INDEPENDENT { ply } else { found.depends_on_ply } as usize;
            assert!(
                found.depends_on_ply == PATH_INDEPENDENT
                    || rule == Repetition::Illegal
                    || found.depends_on_ply < ply,
                "{about}"
            );
            assert!(found.depends_on_ply >= 1, "{about}");
            let own = bits(&line[(first - 1).min(line.len() - 1)..]);
            for taken in 0..1u32 << line.len() {
                let seen = own | (bits(&line) & spread(taken, &line));
                assert_eq!(game.value(goal, position, seen, &mut known), proven, "{about}, seen {seen:b}");
            }
            if rule == Repetition::Illegal && found.depends_on_ply == PATH_INDEPENDENT {
                assert!(game.forced(goal, proven)[position as usize], "{about}");
            }
            let Ok(turn) = game.turn(&position);
            let ends = |&to: &u8| game.outcomes[to as usize].is_some_and(|end| goal.reached(end) == proven);
            if (turn == goal.prover) == proven && game.moves[position as usize].iter().any(ends) {
                assert_eq!(
                    found.depends_on_ply, PATH_INDEPENDENT,
                    "{about}: what depends least on the path decides"
                );
            }
            if found.best != NO_MOVE {
                let mv = game.moves[position as usize][found.best as usize];
                assert!(!line.contains(&mv) || rule == Repetition::Draw, "{about}");
                let seen = bits(&line);
                let reached = if seen >> mv & 1 == 1 {
                    goal.reached(Outcome::Draw)
                } else {
                    game.value(goal, mv, seen | 1 << mv, &mut known)
                };
                assert_eq!(reached, proven, "{about}");
            }
            if found.depends_on_ply < ply { dependent += 1 } else { free += 1 }
        }
    }
    assert!(
        dependent > CASES / 10 && free > CASES / 10,
        "{dependent} verdicts depend on the path, {free} do not"
    );
}

/// The positions of a line that a number chooses, one bit each.
fn spread(chosen: u32, line: &[u8]) -> u32 {
    line.iter()
        .enumerate()
        .filter(|(i, _)| chosen >> i & 1 == 1)
        .fold(0, |set, (_, &position)| set | 1 << position)
}

#[test]
fn it_stops_once_it_stores_more_than_it_may() {
    let (mut stopped, mut longer) = (0, 0);
    for seed in 1..=CASES {
        let random = &mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let game = Maze::random(random, Repetition::Draw);
        let goal = Objective { prover: Player::First, threshold: Threshold::Win };
        let problem = Problem { game: &game, root: &0, history: &[], goal, only_move: None };
        let count = |recycle: bool, nodes: u64| {
            let mut second = SecondLevel::new(&problem, &Mobility, recycle);
            let Ok(mut path) = Path::new(&game, &0, &[]);
            let (found, stats) = search(&mut second, &mut path, nodes);
            let numbers: Vec<_> = second.children().iter().map(|c| (c.proof, c.disproof)).collect();
            (found, stats.nodes, stats.expansions, numbers)
        };
        assert_eq!(count(true, 0).2, 1, "one expansion, always: {seed:?}");
        let room = 1 + random.below(12) as u64;
        let (kept, given_back) = (count(false, room), count(true, room));
        if kept.0.numbers.solved().is_none() {
            assert!(kept.1 > room, "maze {seed}: it had room");
            stopped += 1;
        }
        assert!(given_back.1 >= kept.1, "maze {seed}");
        longer += u32::from(given_back.1 > kept.1);
        let (all, all_kept) = (count(true, 1_000_000), count(false, 1_000_000));
        assert_eq!(all, all_kept, "maze {seed}: giving back changes nothing else");
    }
    assert!(
        stopped > 100 && longer > 50,
        "{stopped} stopped, {longer} went on because of what was given back"
    );
}
