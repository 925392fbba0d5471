//! Random graphs with cycles, of which some moves are declared irreversible.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use pnyx_game::{
    InputError, Notation, Objective, Outcome, Player, Random, Repetition, Rules, Threshold, plain_game,
};
use pnyx_search::algorithm::Run;
use pnyx_search::{Budget, CheckedResult, Evidence, Limits, Problem, SearchVerdict, Searched, Silent, solve};

const CASES: u64 = 5_000;

/// A graph with at most 32 nodes; a node without moves has an outcome.
pub struct Maze {
    pub turns: Vec<Player>,
    pub moves: Vec<Vec<u32>>,
    pub outcomes: Vec<Option<Outcome>>,
    /// What each node leads to, one bit a node.
    pub reachable: Vec<u32>,
    pub rule: Repetition,
}

impl Maze {
    /// Alternating movers, few ends, and moves that go back as often as forward: but only between blocks that
    /// follow each other, so that some cannot be undone.
    pub fn random(seed: u64) -> Maze {
        let random = &mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let inner = 3 + random.below(14);
        let ends = 1 + random.below(3);
        let count = inner + ends;
        let acyclic = seed.is_multiple_of(8);
        let (first, block) = (random.below(2), 2 + random.below(inner));
        let player = |i: usize| if (i + first).is_multiple_of(2) { Player::First } else { Player::Second };
        let mut moves = vec![Vec::new(); count];
        for i in 0..inner {
            for _ in 0..1 + random.below(3) {
                let to = random.below(inner);
                let back = to <= i;
                if to % 2 != i % 2 && !(back && (acyclic || to / block < i / block)) {
                    moves[i].push(to as u32);
                }
            }
            // The next one can always be reached from somewhere before it.
            if i + 1 < inner {
                let before = i - random.below(i / 2 + 1) * 2;
                moves[before].push(i as u32 + 1);
            }
            if moves[i].is_empty() || random.below(6) == 0 {
                moves[i].push((inner + random.below(ends)) as u32);
            }
        }
        let mut outcomes = vec![None; inner];
        for _ in 0..ends {
            let values = [Outcome::Win(Player::First), Outcome::Win(Player::Second), Outcome::Draw];
            outcomes.push(Some(values[random.below(5) % 3]));
        }
        let mut reachable: Vec<u32> =
            moves.iter().map(|all| all.iter().fold(0, |set, to| set | 1 << to)).collect();
        for via in 0..count {
            for i in 0..count {
                if reachable[i] >> via & 1 == 1 {
                    reachable[i] |= reachable[via];
                }
            }
        }
        let rule = if acyclic { Repetition::Impossible } else { Repetition::Draw };
        Maze { turns: (0..count).map(player).collect(), moves, outcomes, reachable, rule }
    }

    /// Whether the goal can be forced: wins of the side that a repetition does not help, counted backwards.
    pub fn truth(&self, goal: Objective) -> bool {
        let presses = if goal.threshold == Threshold::Win { goal.prover } else { goal.prover.opponent() };
        let mut won: Vec<bool> = self.outcomes.iter().map(|&o| o == Some(Outcome::Win(presses))).collect();
        for _ in 0..won.len() {
            for i in 0..won.len() {
                let mut after = self.moves[i].iter().map(|&to| won[to as usize]);
                won[i] |= self.outcomes[i].is_none()
                    && if self.turns[i] == presses { after.any(|w| w) } else { after.all(|w| w) };
            }
        }
        won[0] == (presses == goal.prover)
    }
}

impl Rules for Maze {
    type Position = u32;
    type Move = u32;
    type Error = Infallible;

    fn turn(&self, position: &u32) -> Result<Player, Infallible> {
        Ok(self.turns[*position as usize])
    }

    fn outcome(&self, position: &u32) -> Result<Option<Outcome>, Infallible> {
        Ok(self.outcomes[*position as usize])
    }

    fn moves(&self, position: &u32, out: &mut Vec<u32>) -> Result<(), Infallible> {
        let all = &self.moves[*position as usize];
        out.extend((0..all.len()).filter(|&i| !all[..i].contains(&all[i])).map(|i| all[i]));
        Ok(())
    }

    fn play(&self, position: &mut u32, mv: u32) -> Result<(), Infallible> {
        *position = mv;
        Ok(())
    }

    fn key(&self, position: &u32) -> Result<u64, Infallible> {
        Ok(u64::from(*position).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn repetition(&self) -> Repetition {
        self.rule
    }

    fn is_irreversible(&self, position: &u32, mv: u32) -> bool {
        self.reachable[mv as usize] >> position & 1 == 0
    }
}

impl Notation for Maze {
    fn notation(&self, _position: &u32, mv: u32) -> Result<String, Infallible> {
        Ok(format!("{mv:02}"))
    }

    fn text(&self, position: &u32) -> Result<String, Infallible> {
        Ok(position.to_string())
    }

    fn parse(&self, text: &str) -> Result<u32, InputError> {
        text.parse().map_err(|_| InputError::new("not a number"))
    }
}

plain_game!(Maze);

pub fn answer<E: Evidence<Maze> + 'static>(
    problem: &Problem<'_, Maze>,
    search: impl FnOnce(Run<'_, '_, Maze>) -> Result<Searched<E>, Infallible>,
) -> CheckedResult<u32> {
    let stop = AtomicBool::new(false);
    let mut budget = Budget::new(Limits { nodes: Some(1_000_000), ..Limits::default() }, &stop);
    let search = |budget: &mut Budget<'_>| search(Run { problem, budget, observer: &mut Silent });
    solve(problem, &mut budget, search, &mut || ControlFlow::Continue(())).unwrap()
}

pub fn each_case(mut look: impl FnMut(u64, &Problem<'_, Maze>, SearchVerdict)) {
    for seed in 1..=CASES {
        let maze = Maze::random(seed);
        for threshold in [Threshold::Win, Threshold::Draw] {
            let goal = Objective { prover: maze.turns[0], threshold };
            let problem = Problem { game: &maze, root: &0, history: &[], goal, only_move: None };
            look(
                seed,
                &problem,
                if maze.truth(goal) { SearchVerdict::Proven } else { SearchVerdict::Disproven },
            );
        }
    }
}
