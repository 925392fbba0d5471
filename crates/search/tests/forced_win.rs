//! `forced-win` on random graphs with cycles: verdicts, lengths, several threads, tables that hold next to nothing.

mod maze;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use maze::{Maze, answer, each_case};
use pnyx_game::{Outcome, Player, Repetition, Threshold};
use pnyx_search::pn::forced_win::{self, ForcedWinOptions};
use pnyx_search::table::LengthTable;
use pnyx_search::{Budget, Limit, Limits, Problem, SearchVerdict, Silent};

const ROOM: usize = 4 << 20;

/// The moves that a player needs to win, for each node, by counting backwards.
fn lengths(maze: &Maze, winner: Player) -> Vec<Option<u32>> {
    let won = |outcome: &Option<Outcome>| (*outcome == Some(Outcome::Win(winner))).then_some(0);
    let mut lengths: Vec<Option<u32>> = maze.outcomes.iter().map(won).collect();
    for _ in 0..lengths.len() {
        for i in 0..lengths.len() {
            if maze.outcomes[i].is_some() {
                continue;
            }
            let after = maze.moves[i].iter().map(|&to| lengths[to as usize]);
            lengths[i] = if maze.turns[i] == winner {
                after.flatten().min().map(|least| least + 1)
            } else {
                after.collect::<Option<Vec<_>>>().and_then(|all| all.into_iter().max())
            };
        }
    }
    lengths
}

fn keep_nothing(_: &LengthTable, _: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn verdict(problem: &Problem<'_, Maze>, options: ForcedWinOptions, bytes: usize) -> SearchVerdict {
    let length_table = Arc::new(LengthTable::new(bytes));
    answer(problem, |run| forced_win::search(options, &length_table, &mut keep_nothing, run)).verdict
}

#[test]
fn it_is_never_wrong_and_finds_what_is_forced() {
    let (mut open, mut missed) = (0, 0);
    each_case(|seed, problem, truth| {
        let found = verdict(problem, ForcedWinOptions::default(), ROOM);
        if matches!(found, SearchVerdict::Unknown(_)) {
            assert_eq!(found, SearchVerdict::Unknown(Limit::Numbers), "maze {seed}, {:?}", problem.goal);
            assert_eq!(problem.game.rule, Repetition::Draw, "maze {seed}: nothing repeats");
            open += 1;
            // What is forced: a win, or that the other side wins.
            let forced = if problem.goal.threshold == Threshold::Win {
                SearchVerdict::Proven
            } else {
                SearchVerdict::Disproven
            };
            missed += u32::from(truth == forced);
        } else {
            assert_eq!(found, truth, "maze {seed}, {:?}", problem.goal);
        }
    });
    println!("{open} open, of which {missed} are forced");
    assert_eq!(missed, 0);
}

#[test]
fn shortest_wins_are_the_shortest() {
    let mut proved = 0;
    each_case(|seed, problem, _| {
        if problem.goal.threshold == Threshold::Draw {
            return;
        }
        let truth = lengths(problem.game, problem.goal.prover)[0];
        let stop = AtomicBool::new(false);
        let budget = Budget::new(Limits { nodes: Some(1_000_000), ..Limits::default() }, &stop);
        let length_table = LengthTable::new(ROOM);
        let Ok((found, _)) = forced_win::shortest(
            problem,
            ForcedWinOptions::default(),
            &length_table,
            &budget,
            &mut Silent,
            &mut keep_nothing,
        );
        assert_eq!(found.win, truth, "maze {seed}");
        if let Some(length) = truth {
            assert_eq!((found.no_win_within + 1, found.limit), (length, None), "maze {seed}");
            proved += 1;
        }
    });
    assert!(proved > 500, "{proved} wins are too few to mean anything");
}

#[test]
fn threads_and_small_tables_never_contradict() {
    let mut decided = 0;
    each_case(|seed, problem, truth| {
        if seed % 4 != 0 {
            return;
        }
        let options = ForcedWinOptions { threads: 2 + seed as usize / 4 % 2, ..ForcedWinOptions::default() };
        for bytes in [0, ROOM] {
            let found = verdict(problem, options, bytes);
            if !matches!(found, SearchVerdict::Unknown(_)) {
                assert_eq!(found, truth, "maze {seed}, {:?}, {bytes} bytes", problem.goal);
                decided += 1;
            }
        }
    });
    assert!(decided > 1000, "{decided} answers are too few to mean anything");
}
