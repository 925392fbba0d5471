//! Random graphs with cycles as positions of the game `graph`, and the truth about them by brute force.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use pnyx_game::{Erased, Notation, Objective, Outcome, Place, Player, Repetition, Rules, Threshold};
use pnyx_games::BuiltIn;
use pnyx_proof::Verdict;
use pnyx_solver::Session;

use crate::brute;
use crate::maze::Maze;

/// A graph, at one of its nodes, after some moves.
pub struct Case {
    pub text: String,
    pub game: Erased,
    pub root: Place,
    pub history: Vec<Place>,
}

/// The text of a random graph; in some of them the same player moves several times.
pub fn text(seed: u64) -> String {
    let maze = Maze::random(seed);
    let turn = |(node, turn): (usize, &Player)| {
        let again = seed % 4 == 1 && (node as u64 * 7 + seed).is_multiple_of(3);
        if again { turn.opponent() } else { *turn }
    };
    let turns: Vec<_> = maze.turns.iter().enumerate().map(turn).collect();
    text_of(&maze, &turns)
}

/// A graph as a text, with these players on move.
pub fn text_of(maze: &Maze, turns: &[Player]) -> String {
    let mut text = format!("root n00; repetition {}", maze.rule.as_str());
    for (node, outcome) in maze.outcomes.iter().enumerate() {
        let _ = match outcome {
            Some(Outcome::Win(Player::First)) => write!(text, "; n{node:02} = win"),
            Some(Outcome::Win(Player::Second)) => write!(text, "; n{node:02} = loss"),
            Some(Outcome::Draw) => write!(text, "; n{node:02} = draw"),
            None => {
                let mut moves = Vec::new();
                let Ok(()) = maze.moves(&(node as u32), &mut moves);
                let turn = if turns[node] == Player::First { "max" } else { "min" };
                let _ = write!(text, "; n{node:02} {turn}:");
                moves.iter().try_for_each(|to| write!(text, " n{to:02}"))
            }
        };
    }
    text
}

impl Case {
    /// A random graph.
    pub fn random(seed: u64) -> Case {
        Case::of(text(seed))
    }

    /// A random graph in which repeating a position is illegal.
    pub fn illegal(seed: u64) -> Case {
        let text = text(seed).replace("repetition draw", "repetition illegal");
        Case::of(text.replace("repetition impossible", "repetition illegal"))
    }

    fn of(text: String) -> Case {
        let Ok(BuiltIn::Graph(game, root)) = pnyx_games::open("graph", Some(&text), BTreeMap::new()) else {
            panic!("{text}")
        };
        Case { text, game, root, history: Vec::new() }
    }

    /// A random graph after up to this many moves, always the first one.
    pub fn after(seed: u64, moves: usize) -> Case {
        let mut case = Case::random(seed);
        let mut names = Vec::new();
        for _ in 0..moves {
            let Some((name, to)) = case.moves().into_iter().next() else { break };
            // A repetition has ended the game.
            if case.history.contains(&to) || to == case.root || case.outcome(&to).is_some() {
                break;
            }
            names.push(name);
            case.history.push(std::mem::replace(&mut case.root, to));
        }
        if !names.is_empty() && case.game.repetition() == Repetition::Draw {
            let _ = write!(case.text, " moves {}", names.join(" "));
        } else {
            return Case::random(seed);
        }
        case
    }

    pub fn session(&self) -> Box<dyn Session> {
        crate::open("graph", &self.text)
    }

    /// The node that a session of this graph is at.
    pub fn place(&self, at: &dyn Session) -> Place {
        self.game.parse(&at.board().expect("a text")).expect("a text of its own")
    }

    /// What a goal asked of the root means.
    pub fn objective(&self, threshold: Threshold) -> Objective {
        Objective { prover: self.turn(&self.root), threshold }
    }

    pub fn turn(&self, place: &Place) -> Player {
        self.game.turn(place).expect("graphs do not fail")
    }

    fn outcome(&self, place: &Place) -> Option<Outcome> {
        self.game.outcome(place).expect("graphs do not fail")
    }

    /// The moves, with the nodes they lead to.
    pub fn moves(&self) -> Vec<(String, Place)> {
        let mut moves = Vec::new();
        if self.outcome(&self.root).is_none() {
            self.game.moves(&self.root, &mut moves).expect("graphs do not fail");
        }
        let after = |mv| {
            let mut place = self.root.clone();
            self.game.play(&mut place, mv).expect("graphs do not fail");
            (self.game.notation(&self.root, mv).expect("graphs do not fail"), place)
        };
        moves.into_iter().map(after).collect()
    }

    /// Whether the player on move at the root reaches a threshold.
    pub fn truth(&self, threshold: Threshold) -> bool {
        self.forces(&self.root, &self.history, self.objective(threshold))
    }

    /// The same for each first move.
    pub fn truth_by_move(&self, threshold: Threshold) -> Vec<(String, bool)> {
        let goal = self.objective(threshold);
        let mut line = self.history.clone();
        line.push(self.root.clone());
        let judge = |(name, to): (String, Place)| {
            let reached =
                if line.contains(&to) { goal.reached(Outcome::Draw) } else { self.forces(&to, &line, goal) };
            (name, reached)
        };
        self.moves().into_iter().map(judge).collect()
    }

    /// Whether a goal is reached from a place, after these places.
    pub fn forces(&self, root: &Place, history: &[Place], goal: Objective) -> bool {
        if self.game.repetition() == Repetition::Illegal {
            let seen = history.iter().fold(0, |seen, place| seen | 1 << place.number());
            return self.plays_out(root, seen, goal, &mut HashMap::new());
        }
        let truth = brute::truth(&self.game, root, history, goal).expect("graphs do not fail");
        let effect = goal.repetition_effect(self.game.repetition());
        truth.expect("a small graph").allows(Verdict::Proven, effect)
    }

    /// The same where repeating is illegal: every line is played out, and a player without a legal move loses. What was
    /// seen is one bit a place.
    fn plays_out(
        &self,
        place: &Place,
        seen: u32,
        goal: Objective,
        known: &mut HashMap<(u32, u32), bool>,
    ) -> bool {
        if let Some(outcome) = self.outcome(place) {
            return goal.reached(outcome);
        }
        let seen = seen | 1 << place.number();
        if let Some(&reached) = known.get(&(place.number(), seen)) {
            return reached;
        }
        let mut moves = Vec::new();
        self.game.moves(place, &mut moves).expect("graphs do not fail");
        // A move of a graph is the node that it leads to.
        moves.retain(|to| seen >> to & 1 == 0);
        let turn = self.turn(place);
        let mut after = moves.into_iter().map(|to| self.plays_out(&to.into(), seen, goal, known));
        let reached =
            if turn == goal.prover { after.any(|reached| reached) } else { after.all(|reached| reached) };
        known.insert((place.number(), seen), reached);
        reached
    }
}

/// What is asked for each threshold.
pub const GOALS: [(Threshold, &str); 2] = [(Threshold::Win, "win"), (Threshold::Draw, "draw-or-better")];
