//! The truth, by brute force: every position that can be reached, then the sets from which one side forces
//! its ends, grown until they do not grow any more. Slow, and nothing in it is shared with searches
//! or checkers.

use std::collections::HashMap;

use pnyx_game::{Game, Objective, Outcome, RepetitionEffect};
use pnyx_proof::Verdict;

/// More positions than this are not examined.
const MOST_POSITIONS: usize = 3_000;

/// What the two sides can force, apart from cycles.
#[derive(Clone, Copy, Debug)]
pub struct Truth {
    /// The prover forces an end that reaches the goal.
    pub prover_forces: bool,
    /// The refuter forces an end that does not.
    pub refuter_forces: bool,
}

impl Truth {
    /// Whether a verdict is true, where a repetition has this effect.
    #[must_use]
    pub fn allows(self, verdict: Verdict, repetition: RepetitionEffect) -> bool {
        match (verdict, repetition) {
            (Verdict::Proven, RepetitionEffect::Satisfies) => !self.refuter_forces,
            (Verdict::Disproven, RepetitionEffect::Fails) => !self.prover_forces,
            (Verdict::Proven, _) => self.prover_forces,
            (Verdict::Disproven, _) => self.refuter_forces,
        }
    }
}

enum Node {
    End { reached: bool },
    Inner { provers_turn: bool, children: Vec<usize> },
}

/// The truth about a position, unless there are too many to examine. The positions of the history are draws.
pub fn truth<G: Game>(
    game: &G,
    root: &G::Position,
    history: &[G::Position],
    goal: Objective,
) -> Result<Option<Truth>, G::Error> {
    let mut seen_before = Vec::new();
    for position in history {
        seen_before.push(game.repetition_key(position)?);
    }
    // Repeating the root is different from starting there: node 0 has no number by key.
    let mut numbers: HashMap<u64, usize> = HashMap::new();
    let mut nodes: Vec<Node> = Vec::new();
    let mut positions = vec![root.clone()];
    while nodes.len() < positions.len() {
        if positions.len() > MOST_POSITIONS {
            return Ok(None);
        }
        let number = nodes.len();
        let position = positions[number].clone();
        let repeats = number > 0 && seen_before.contains(&game.repetition_key(&position)?);
        let outcome = game.outcome(&position)?.or(repeats.then_some(Outcome::Draw));
        if let Some(outcome) = outcome {
            nodes.push(Node::End { reached: goal.reached(outcome) });
            continue;
        }
        let (mut moves, mut children) = (Vec::new(), Vec::new());
        game.moves(&position, &mut moves)?;
        for mv in moves {
            let mut next = position.clone();
            game.play(&mut next, mv)?;
            children.push(*numbers.entry(game.key(&next)?).or_insert_with(|| {
                positions.push(next);
                positions.len() - 1
            }));
        }
        nodes.push(Node::Inner { provers_turn: game.turn(&position)? == goal.prover, children });
    }
    Ok(Some(Truth { prover_forces: forces(&nodes, true), refuter_forces: forces(&nodes, false) }))
}

/// Whether one side forces, from node 0, an end that suits it.
fn forces(nodes: &[Node], prover: bool) -> bool {
    let mut won = vec![false; nodes.len()];
    loop {
        let mut grown = false;
        for (number, node) in nodes.iter().enumerate() {
            let wins = match node {
                Node::End { reached } => *reached == prover,
                Node::Inner { provers_turn, children } if *provers_turn == prover => {
                    children.iter().any(|&child| won[child])
                }
                Node::Inner { children, .. } => children.iter().all(|&child| won[child]),
            };
            grown |= wins && !won[number];
            won[number] |= wins;
        }
        if !grown {
            return won[0];
        }
    }
}
