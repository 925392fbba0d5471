//! Bodies that fit their game: every number in them means something, whether or not it proves anything.

use std::collections::BTreeMap;

use pnyx_game::Game;
use pnyx_games::{for_built_in, open, options_from_json};
use pnyx_proof::{GraphWriter, Header, Verdict};

use crate::judge::replay;

/// Graphs end after this many nodes, finished or not.
const MOST_NODES: u32 = 300;

/// A body for this header, following the rules, with every choice taken from `choices`, over and over.
#[must_use]
pub fn wild_body(header: &Header, choices: &[u8]) -> Vec<u8> {
    let choices = if choices.is_empty() { &[0] } else { choices };
    let options = options_from_json(&header.options).unwrap_or_default();
    let (board, moves) = header.position.split_once(" moves ").unwrap_or((&header.position, ""));
    let body = match open(&header.game, Some(board), options) {
        Err(_) => None,
        Ok(opened) => for_built_in!(opened, |game, root| walk(&game, root, moves, header.verdict, choices)),
    };
    body.unwrap_or_else(|| choices.to_vec())
}

fn walk<G: Game>(
    game: &G,
    root: G::Position,
    moves: &str,
    verdict: Verdict,
    choices: &[u8],
) -> Option<Vec<u8>>
where
    G::Error: std::fmt::Debug,
{
    let (root, history) = replay(game, root, moves)?;
    let mut choices = choices.iter().copied().cycle();
    let mut choose = move || choices.next().expect("they never end");
    let prover = game.turn(&root).unwrap();
    let mut graph = GraphWriter::new();
    let mut begun = BTreeMap::new();
    let mut stack = Vec::new();
    let mut entered = Some((root, 0));
    while graph.nodes() < MOST_NODES {
        if let Some((position, number)) = entered.take() {
            begun.insert(game.key(&position).unwrap(), number);
            let mut moves = Vec::new();
            let ended = game.outcome(&position).unwrap().is_some()
                || (number > 0 && history.iter().any(|before| game.repeats(before, &position).unwrap()));
            if !ended {
                game.moves_by_notation(&position, &mut moves).unwrap();
                let provers_turn = game.turn(&position).unwrap() == prover;
                if provers_turn == (verdict == Verdict::Proven) {
                    let index = usize::from(choose()) % moves.len();
                    graph.choose(index as u32);
                    moves = vec![moves[index]];
                }
            }
            moves.reverse();
            stack.push((position, moves));
        }
        let Some((position, moves)) = stack.last_mut() else { break };
        let Some(mv) = moves.pop() else {
            stack.pop();
            continue;
        };
        let mut next = position.clone();
        game.play(&mut next, mv).unwrap();
        let known = begun.get(&game.key(&next).unwrap());
        match choose() {
            // Now and then, to a node where it does not belong.
            0 => graph.link(begun.len() as u32 / 2),
            choice => match known {
                Some(&number) if choice < 200 => graph.link(number),
                _ => entered = Some((next, graph.new_node())),
            },
        }
    }
    Some(graph.finish())
}
