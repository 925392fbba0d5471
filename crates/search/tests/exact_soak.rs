//! A whole game, for `make soak`.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use pnyx_game::{ExactMemory, Notation};
use pnyx_games::othello::Othello;
use pnyx_search::exact::{ExactOptions, search};
use pnyx_search::{Budget, Limits};

#[test]
#[ignore = "minutes, and 768 MB"]
fn othello_on_six_by_six_is_lost_by_four() {
    let game = Othello::new(6);
    let stop = AtomicBool::new(false);
    let mut budget = Budget::new(Limits::default(), &stop);
    let begun = Instant::now();
    let mut memory = ExactMemory::new(1 << 30);
    let found = search(&game, &game.start(), ExactOptions::default(), &mut memory, &mut budget, &mut ());
    let best: Vec<String> = found.best.iter().map(|&mv| game.notation(&game.start(), mv).unwrap()).collect();
    println!(
        "6x6 Othello: {:?} for the first player, {} nodes, {:.0} s, best {}; tests {:?}",
        found.score(),
        found.nodes,
        begun.elapsed().as_secs_f64(),
        best.join(" "),
        found.passes
    );
    assert_eq!(found.score(), Some(-4));
}
