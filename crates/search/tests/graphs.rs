//! `pn-dag` and `pn-dcg` on random graphs with cycles, of which some moves are declared irreversible.

mod maze;

use maze::{Maze, answer, each_case};
use pnyx_game::{Init, Repetition, Threshold};
use pnyx_search::pn::{self, pn_dag, pn_dcg};
use pnyx_search::{Limit, Problem, SearchVerdict};

#[test]
fn dag_is_always_right_and_smaller_than_the_tree() {
    let (mut graph, mut tree) = (0, 0);
    each_case(|seed, problem, truth| {
        let init = if seed % 3 == 0 { Init::Unit } else { Init::Mobility };
        let found = answer(problem, |run| pn_dag::search(&init, run));
        assert_eq!(found.verdict, truth, "maze {seed}, {:?}", problem.goal);
        let options = pn::PnOptions::default();
        let plain = answer(problem, |run| pn::search(options, &init, run));
        assert_eq!(plain.verdict, truth, "maze {seed}, {:?}", problem.goal);
        graph += found.stats.nodes;
        tree += plain.stats.nodes;
    });
    assert!(graph * 10 < tree * 9, "{graph} nodes, and {tree} in the tree: nothing was joined");
}

#[test]
fn dcg_is_right_or_says_that_it_may_be_wrong() {
    let (mut sure, mut doubtful, mut wrong, mut saved) = (0, 0, 0, 0);
    each_case(|seed, problem, truth| {
        let about = format!("maze {seed}, {:?}", problem.goal);
        let init = if seed % 3 == 0 { Init::Unit } else { Init::Mobility };
        let careful = pn_dcg::PnDcgOptions { unsafe_verdicts: false };
        let bold = pn_dcg::PnDcgOptions { unsafe_verdicts: true };
        let found = answer(problem, |run| pn_dcg::search(careful, &init, run));
        let SearchVerdict::Unknown(limit) = found.verdict else {
            assert_eq!(found.verdict, truth, "{about}");
            sure += 1;
            return;
        };
        let fails = problem.goal.threshold == Threshold::Win;
        let (claim, claimed) =
            if fails { ("disproven", SearchVerdict::Disproven) } else { ("proven", SearchVerdict::Proven) };
        assert_eq!(limit, Limit::Unsafe(claim), "{about}");
        assert_eq!(problem.game.rule, Repetition::Draw, "{about}");
        let tried = answer(problem, |run| pn_dcg::search(bold, &init, run));
        assert_eq!(tried.stats.nodes, found.stats.nodes, "{about}");
        doubtful += 1;
        if claimed != truth {
            assert!(matches!(tried.verdict, SearchVerdict::Unknown(Limit::Certificate(_))), "{about}");
            wrong += 1;
        } else if tried.verdict == truth {
            saved += 1;
        } else {
            assert!(matches!(tried.verdict, SearchVerdict::Unknown(Limit::Certificate(_))), "{about}");
        }
    });
    println!("{sure} sure, {doubtful} doubtful: {wrong} wrong, {saved} with a certificate");
    assert!(wrong > 0, "the cases do not show what is wrong with this search");
    assert!(
        saved * 10 > (doubtful - wrong) * 9,
        "{saved} of {} right claims have a certificate",
        doubtful - wrong
    );
}

#[test]
fn a_cycle_that_cannot_be_is_noticed() {
    each_case(|seed, problem, _| {
        let maze = Maze { rule: Repetition::Impossible, ..Maze::random(seed) };
        let problem = &Problem { game: &maze, ..*problem };
        let careful = pn_dcg::PnDcgOptions { unsafe_verdicts: false };
        let by_dag = answer(problem, |run| pn_dag::search(&Init::Mobility, run));
        let by_dcg = answer(problem, |run| pn_dcg::search(careful, &Init::Mobility, run));
        let cyclic = (0..maze.moves.len()).any(|i| maze.reachable[i] >> i & 1 == 1);
        assert!(cyclic || !matches!(by_dag.verdict, SearchVerdict::Unknown(_)), "maze {seed}");
        assert_eq!((by_dag.verdict, by_dag.stats), (by_dcg.verdict, by_dcg.stats), "maze {seed}");
    });
}
