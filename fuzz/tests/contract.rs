//! The contract of a game, from positions that hostile texts describe.

use std::ops::ControlFlow;

use pnyx_fuzz::{ROWS, Tally, Text, assert_little_memory, fuzz, soon};
use pnyx_game::check_game;
use pnyx_games::{for_built_in, open};

/// Random games from a position, and how far they go.
const GAMES: u32 = 2;
const PLIES: u32 = 24;

#[test]
fn accepted_positions_keep_the_contract() {
    static TALLY: Tally = Tally::new("accepted positions have consistent rules");
    fuzz!().with_type::<(u8, Text, u64)>().for_each(|(game, text, seed)| {
        let row = &ROWS[usize::from(*game) % ROWS.len()];
        let (options, text) = text.write(row);
        soon(&text, || {
            let opened = open(row.game, Some(&text), options);
            TALLY.add(opened.is_ok());
            if let Ok(opened) = opened {
                let go_on = &mut || ControlFlow::Continue(());
                for_built_in!(opened, |game, root| {
                    check_game(&game, &root, GAMES, PLIES, *seed, go_on)
                        .unwrap_or_else(|what| panic!("{}: {text:?}: {what}", row.game));
                });
            }
        });
        assert_little_memory();
    });
    TALLY.finish();
}
