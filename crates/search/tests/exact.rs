//! Exact scores, on positions whose scores others have found.

mod shared_data;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use pnyx_game::{Exact, ExactMemory, Notation, Rules};
use pnyx_games::connect_four::ConnectFour;
use pnyx_games::othello::{Othello, PASS};
use pnyx_search::exact::{Best, ExactOptions, ExactResult, search};
use pnyx_search::{Budget, Driver, Limit, Limits};
use shared_data::{endings, pons};

const MEMORY: usize = 64 << 20;

fn limited<G: Exact>(
    game: &G,
    root: &G::Position,
    options: ExactOptions,
    limits: Limits,
) -> ExactResult<G::Move> {
    let stop = AtomicBool::new(false);
    search(game, root, options, &mut ExactMemory::new(MEMORY), &mut Budget::new(limits, &stop), &mut ())
}

fn find<G: Exact>(game: &G, root: &G::Position, options: ExactOptions) -> ExactResult<G::Move> {
    limited(game, root, options, Limits::default())
}

#[test]
fn positions_of_connect_four() {
    let game = ConnectFour::new(6, 7);
    for (set, count) in [("Test_L3_R1", 300), ("Test_L2_R1", 50), ("Test_L1_R1", 3)] {
        let Some(positions) = pons(&game, set) else { return };
        for (position, score) in &positions[..count] {
            let found = find(&game, position, ExactOptions::default());
            assert_eq!(found.score(), Some(*score), "{:?}", game.text(position));
            let [mv] = found.best[..] else { panic!("{:?}", found.best) };
            let mut child = *position;
            let Ok(()) = game.play(&mut child, mv);
            let options = ExactOptions { best: Best::None, ..ExactOptions::default() };
            assert_eq!(find(&game, &child, options).score(), Some(-score), "{:?}", game.text(&child));
        }
    }
}

#[test]
fn all_drivers_find_the_same() {
    let game = ConnectFour::new(6, 7);
    let Some(positions) = pons(&game, "Test_L3_R1") else { return };
    for (position, score) in &positions[..60] {
        for driver in Driver::ALL {
            for guess in [-100, -3, 0, 5, 100] {
                let found = find(
                    &game,
                    position,
                    ExactOptions { driver, guess, best: Best::None, ..ExactOptions::default() },
                );
                assert_eq!(found.score(), Some(*score), "{driver:?} from {guess}: {:?}", game.text(position));
                let (mut lower, mut upper) = game.score_range(position);
                for pass in &found.passes {
                    assert!(
                        lower < pass.bound && pass.bound <= upper,
                        "{driver:?} from {guess} tests what it knows: {:?}",
                        game.text(position)
                    );
                    *(if pass.result < pass.bound { &mut upper } else { &mut lower }) = pass.result;
                }
                let case = format!("{driver:?} from {guess}: {:?}", game.text(position));
                assert_eq!((lower, upper), (*score, *score), "{case}");
                assert_eq!(found.passes.iter().map(|pass| pass.nodes).sum::<u64>(), found.nodes, "{case}");
            }
        }
    }
}

#[test]
fn endings_of_othello() {
    let game = Othello::new(8);
    let Some(endings) = endings(&game) else { return };
    for ending in endings.into_iter().filter(|ending| ending.number <= 30) {
        let found =
            find(&game, &ending.position, ExactOptions { best: Best::All, ..ExactOptions::default() });
        assert_eq!(found.score(), Some(ending.score), "problem {}", ending.number);
        let best: Vec<String> = found
            .best
            .iter()
            .map(|&mv| game.notation(&ending.position, mv).unwrap().to_uppercase())
            .collect();
        assert!(ending.best.iter().all(|mv| best.contains(mv)), "problem {}: {best:?}", ending.number);
        let one = find(&game, &ending.position, ExactOptions::default());
        assert!(one.best.len() == 1 && found.best.contains(&one.best[0]), "problem {}", ending.number);
    }
}

#[test]
fn all_best_moves_are_found() {
    // On 4 by 4 squares all first moves are the same but for the side they are seen from.
    let game = Othello::new(4);
    let found = find(&game, &game.start(), ExactOptions { best: Best::All, ..ExactOptions::default() });
    let names: Vec<String> = found.best.iter().map(|&mv| game.notation(&game.start(), mv).unwrap()).collect();
    assert_eq!((found.score(), names.join(" ").as_str()), (Some(-10), "b1 a2 d3 c4"));
    let passing = game.parse("-OXXXXXXXXXXXXXX O").unwrap();
    assert_eq!(find(&game, &passing, ExactOptions::default()).best, [PASS]);
    let over = game.parse("XXXXXXXXXXXXXXXX O").unwrap();
    let found = find(&game, &over, ExactOptions::default());
    assert_eq!((found.score(), found.best.len(), found.passes.len()), (Some(-16), 0, 0));
}

#[test]
fn a_limit_leaves_what_is_known() {
    let game = Othello::new(6);
    let nodes = Limits { nodes: Some(200_000), ..Limits::default() };
    let time = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
    for (limits, limit) in [(nodes, Limit::Nodes), (time, Limit::Seconds)] {
        let found = limited(&game, &game.start(), ExactOptions::default(), limits);
        assert_eq!(
            (found.limit, (found.lower + found.upper) / 2, found.best.len()),
            (Some(limit), 0, 0),
            "{limits:?}"
        );
        assert!(found.lower < found.upper, "{limits:?}");
    }
    let stop = AtomicBool::new(true);
    let mut budget = Budget::new(Limits::default(), &stop);
    let found =
        search(&game, &game.start(), ExactOptions::default(), &mut ExactMemory::new(0), &mut budget, &mut ());
    assert_eq!(found.limit, Some(Limit::Stopped));
}
