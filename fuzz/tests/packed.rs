//! Hostile bytes where packed positions are expected, as from the file of a table.

use bolero::TypeGenerator;
use pnyx_fuzz::{
    ByteEdit, ROWS, Row, Tally, assert_little_memory, can_be_used, edit_bytes, few, fuzz, message, soon,
};
use pnyx_game::Game;
use pnyx_games::{for_built_in, open};

/// Any bytes, or those of a position with changes.
#[derive(Clone, Debug, TypeGenerator)]
enum Bytes {
    Any(Vec<u8>),
    Edited {
        #[generator(bolero::produce::<Vec<u8>>().with().len(0usize..12))]
        moves: Vec<u8>,
        #[generator(few())]
        edits: Vec<ByteEdit>,
    },
}

impl Bytes {
    fn write<G: Game>(&self, game: &G, root: &G::Position) -> Vec<u8>
    where
        G::Error: std::fmt::Debug,
    {
        let (played, edits) = match self {
            Bytes::Any(bytes) => return bytes.clone(),
            Bytes::Edited { moves, edits } => (moves, edits),
        };
        let mut position = root.clone();
        for choice in played {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves).unwrap();
            if game.outcome(&position).unwrap().is_some() {
                break;
            }
            game.play(&mut position, moves[usize::from(*choice) % moves.len()]).unwrap();
        }
        let mut bytes = Vec::new();
        game.pack(&position, &mut bytes).unwrap();
        edit_bytes(&bytes, edits)
    }
}

/// Bytes are those of one position that can be used, perhaps with zeros behind them, or refused in one line.
fn read_or_refuse<G: Game>(game: &G, bytes: &[u8]) -> bool
where
    G::Error: std::fmt::Debug,
{
    let shown = format!("{bytes:?}");
    match game.unpack(bytes) {
        Err(error) => {
            drop(message(&shown, &error));
            false
        }
        Ok(position) => {
            let mut own = Vec::new();
            game.pack(&position, &mut own).unwrap();
            let is_own = bytes.starts_with(&own) && bytes[own.len()..].iter().all(|&byte| byte == 0);
            assert!(is_own, "{shown} are read as {own:?}");
            can_be_used(game, &position);
            game.canonical(&position).unwrap();
            true
        }
    }
}

#[test]
fn any_bytes_are_one_position_or_refused() {
    static TALLY: Tally = Tally::new("any bytes are one position or refused");
    fuzz!().with_type::<(u8, u8, Bytes)>().for_each(|(game, sample, bytes)| {
        let row: &Row = &ROWS[usize::from(*game) % ROWS.len()];
        let (options, text) = row.sample(*sample);
        soon(text, || {
            for_built_in!(open(row.game, Some(text), options).unwrap(), |game, root| {
                TALLY.add(read_or_refuse(&game, &bytes.write(&game, &root)));
            });
        });
        assert_little_memory();
    });
    TALLY.finish();
}
