//! The bare loop: play every move of a position and count the replies, two plies deep, on the 82 Win
//! at Chess positions. Whichever library is faster here carries the game of chess.

mod common;

use common::{Runner, chess, end_round, print_table, problems};
use cozy_chess::Board;
use pnyx_game::Rules;
use pnyx_games::chess::{Chess, Position};
use shakmaty::Position as _;

const PLIES: u32 = 2;
const ROUNDS: usize = 101;

/// Positions played and replies counted. The replies are the work; comparing them keeps it honest.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Count {
    positions: u64,
    replies: u64,
}

fn cozy(board: &Board, plies: u32, count: &mut Count) {
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            count.positions += 1;
            next.generate_moves(|moves| {
                count.replies += moves.len() as u64;
                false
            });
            if plies > 1 {
                cozy(&next, plies - 1, count);
            }
        }
        false
    });
}

/// The same through the seam, with what a search asks of a position: outcome and replies.
fn seam(game: &Chess, position: &Position, plies: u32, count: &mut Count) {
    let mut moves = Vec::new();
    let Ok(()) = game.moves(position, &mut moves);
    for mv in moves {
        let mut next = position.clone();
        let Ok(()) = game.play(&mut next, mv);
        let Ok((_, replies)) = game.evaluate(&next, &mut Vec::new());
        count.positions += 1;
        count.replies += u64::from(replies);
        if plies > 1 {
            seam(game, &next, plies - 1, count);
        }
    }
}

fn shakmaty(board: &shakmaty::Chess, plies: u32, count: &mut Count) {
    for mv in board.legal_moves() {
        let mut next = board.clone();
        next.play_unchecked(mv);
        count.positions += 1;
        count.replies += next.legal_moves().len() as u64;
        if plies > 1 {
            shakmaty(&next, plies - 1, count);
        }
    }
}

fn main() {
    let fens = || problems().into_iter().map(|(_, fen)| fen);
    let seam_boards: Vec<_> = fens().map(|fen| chess(fen, &[])).collect();
    let cozy_boards: Vec<_> = seam_boards.iter().map(|(_, position)| position.board().clone()).collect();
    let shakmaty_boards: Vec<shakmaty::Chess> = fens()
        .map(|fen| {
            let fen: shakmaty::fen::Fen = fen.parse().expect("a FEN");
            fen.into_position(shakmaty::CastlingMode::Standard).expect("a legal position")
        })
        .collect();
    let mut runners = ["cozy-chess", "cozy-chess through the seam", "shakmaty"].map(Runner::new);
    for _ in 0..ROUNDS {
        let mut counts = [Count::default(); 3];
        let [a, b, c] = &mut counts;
        runners[0].turn(|| {
            cozy_boards.iter().for_each(|board| cozy(board, PLIES, a));
            a.positions
        });
        runners[1].turn(|| {
            seam_boards.iter().for_each(|(game, position)| seam(game, position, PLIES, b));
            b.positions
        });
        runners[2].turn(|| {
            shakmaty_boards.iter().for_each(|board| shakmaty(board, PLIES, c));
            c.positions
        });
        assert!(counts.iter().all(|count| *count == counts[0]), "the libraries disagree: {counts:?}");
        end_round(&mut runners);
    }
    let title = format!("play_and_count: 82 positions, {PLIES} plies, {ROUNDS} rounds");
    print_table(&title, "positions", &runners);
}
