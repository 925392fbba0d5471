//! Searches for scores to the end of the game: the games' own tests and the general search agree.

use pnyx_solver::{Alone, SearchQuestion};

use crate::{never, open};

#[test]
fn a_games_own_tests_find_what_the_general_search_finds() {
    let positions = [("connect-four", "..../..../XO../OX.. x"), ("othello", "-----OX--XO----- X")];
    for (game, text) in positions {
        let session = open(game, text);
        for driver in ["mtd-double", "mtd-f", "mtd-bi", "mt-sss", "mt-dual"] {
            let question = SearchQuestion::new(driver, None);
            let mut plain = question.clone();
            plain.options.insert("own".into(), "off".into());
            let own = session.search(&Alone, &question, &never()).expect("a score");
            let general = session.search(&Alone, &plain, &never()).expect("a score");
            let score = |answer: &pnyx_solver::answer::SearchAnswer| {
                answer.iterations.last().map(|row| (row.1, row.2))
            };
            assert_eq!(score(&own), score(&general), "{game}, {driver}");
            // The tests of the game count all their nodes as interior ones.
            assert_eq!((own.leaf_nodes, general.leaf_nodes > 0), (0, true), "{game}, {driver}");
        }
    }
}
