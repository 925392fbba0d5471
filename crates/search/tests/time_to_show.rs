//! An answer whose certificate takes too long is none.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use pnyx_game::{Objective, Rules, Threshold};
use pnyx_games::chess::Chess;
use pnyx_games::{BuiltIn, open};
use pnyx_search::{
    Budget, Evidence, Limit, Limits, Poll, Problem, SearchVerdict, Searched, Solved, Stats, Undecided, Visit,
    solve,
};

/// Shows nothing, and looks for more until it is asked to stop.
struct Endless;

impl Evidence<Chess> for Endless {
    fn positions(
        &mut self,
        solved: &Solved<'_, Chess>,
        visit: &mut Visit<'_, Chess>,
    ) -> Result<(), <Chess as Rules>::Error> {
        visit(solved.problem.root).map(|_| ())
    }

    fn mend(
        &mut self,
        _: &Solved<'_, Chess>,
        _: &Undecided<'_>,
        poll: Poll<'_>,
    ) -> Result<bool, <Chess as Rules>::Error> {
        while poll().is_continue() {}
        Ok(false)
    }
}

/// The verdict of a search that claims a proof at once; `polls` is how often it may go on.
fn verdict(time: Option<Duration>, mut polls: u64) -> SearchVerdict {
    let start = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1";
    let Ok(BuiltIn::Chess(game, root)) = open("chess", Some(start), BTreeMap::new()) else {
        panic!("{start}")
    };
    let Ok(prover) = game.turn(&root);
    let goal = Objective { prover, threshold: Threshold::Win };
    let problem = Problem { game: &game, root: &root, history: &[], goal, only_move: None };
    let stop = AtomicBool::new(false);
    let mut budget = Budget::new(Limits { time, ..Limits::default() }, &stop);
    let Ok(answer) = solve(
        &problem,
        &mut budget,
        |_| Ok(Searched { verdict: SearchVerdict::Proven, stats: Stats::default(), evidence: Endless }),
        &mut || {
            polls = polls.saturating_sub(1);
            if polls == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    answer.verdict
}

#[test]
fn it_is_unknown_for_want_of_time() {
    assert_eq!(verdict(Some(Duration::ZERO), u64::MAX), SearchVerdict::Unknown(Limit::Seconds));
}

#[test]
fn a_stop_is_the_reason_of_what_it_stops() {
    assert_eq!(verdict(None, 10), SearchVerdict::Unknown(Limit::Stopped));
}
