//! `forced-win` on random graphs with cycles: verdicts, lengths, several threads, tables that hold next to nothing.

mod maze;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use maze::{Maze, answer, each_case};
use pnyx_game::{Outcome, Player, Repetition, Threshold};
use pnyx_search::pn::Notes;
use pnyx_search::pn::forced_win::{self, Options};
use pnyx_search::{Budget, Limit, Limits, Problem, Silent, Verdict};

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

fn verdict(problem: &Problem<'_, Maze>, options: Options, bytes: usize) -> Verdict {
    let notes = Arc::new(Notes::new(bytes));
    answer(problem, |budget| {
        forced_win::search(problem, options, &notes, budget, &mut Silent, &mut forced_win::keep_nothing)
    })
    .verdict
}

#[test]
fn it_is_never_wrong_and_finds_what_is_forced() {
    let (mut open, mut missed) = (0, 0);
    each_case(|seed, problem, truth| {
        let found = verdict(problem, Options::default(), ROOM);
        if matches!(found, Verdict::Unknown(_)) {
            assert_eq!(found, Verdict::Unknown(Limit::Numbers), "maze {seed}, {:?}", problem.goal);
            assert_eq!(problem.game.rule, Repetition::Draw, "maze {seed}: nothing goes round");
            open += 1;
            // What is forced: a win, or that the other side wins.
            let forced =
                if problem.goal.threshold == Threshold::Win { Verdict::Proven } else { Verdict::Disproven };
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
        let notes = Notes::new(ROOM);
        let Ok((found, _)) = forced_win::shortest(
            problem,
            Options::default(),
            &notes,
            &budget,
            &mut Silent,
            &mut forced_win::keep_nothing,
        );
        assert_eq!(found.win, truth, "maze {seed}");
        if let Some(length) = truth {
            assert_eq!((found.hold + 1, found.limit), (length, None), "maze {seed}");
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
        let options = Options { threads: 2 + seed as usize / 4 % 2, ..Options::default() };
        for bytes in [0, ROOM] {
            let found = verdict(problem, options, bytes);
            if !matches!(found, Verdict::Unknown(_)) {
                assert_eq!(found, truth, "maze {seed}, {:?}, {bytes} bytes", problem.goal);
                decided += 1;
            }
        }
    });
    assert!(decided > 1000, "{decided} answers are too few to mean anything");
}
