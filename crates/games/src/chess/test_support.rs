//! What several tests of chess share.

use std::fmt::Debug;

use pnyx_game::Game;

/// Positions with all that the rules have: castling, promotion, pins, en passant.
pub(super) const STARTS: &[&str] = &[
    super::SPEC.start,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/1P1k4/8/8/8/8/3K1p2/8 w - - 0 1",
    "8/8/8/2k5/3pP3/8/8/4K3 b - e3 0 1",
];

/// The position after some moves.
pub(super) fn after<G: Game<Error: Debug>>(game: &G, fen: &str, line: &[&str]) -> G::Position {
    let mut position = game.parse(fen).unwrap();
    for text in line {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves).unwrap();
        let mv = moves.into_iter().find(|&mv| game.notation(&position, mv).unwrap() == *text);
        game.play(&mut position, mv.expect(text)).unwrap();
    }
    position
}
