//! A game of the tests' own: its wins can be asked for within N moves, and it notes which search asks it.
//!
//! Its board is a random graph, or a tree that no search comes to the end of.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use pnyx_game::{
    Argument, DRAW_OR_BETTER, Even, Forcing, Goal, GoalSpec, Goals, InputError, Notation, Outcome, Packed,
    Player, Prospect, Repetition, Resources, Rules, Scored, Side, Threshold, Turned, Valued, WIN,
    play_prospects, spread,
};
use pnyx_solver::{About, GameFacts, Opened, Session};

use crate::maze::Maze;

const MATE: GoalSpec = GoalSpec {
    turned: Turned::Same("mated"),
    ..GoalSpec::new("mate", "the player on move forces a win", Threshold::Win)
};
const MATED: GoalSpec = GoalSpec {
    side: Side::Other,
    turned: Turned::Same("mate"),
    ..GoalSpec::new("mated", "the other player forces a win", Threshold::Win)
};

const fn limited(goal: GoalSpec) -> GoalSpec {
    GoalSpec { argument: Argument::Moves, ..goal }
}

const GOALS: [GoalSpec; 6] = [WIN, DRAW_OR_BETTER, MATE, limited(MATE), MATED, limited(MATED)];

/// Lines of the tree end here, in draws.
const DEEPEST: u32 = 30;

enum Board {
    Maze(Maze),
    /// The root is 1, and after n come 2 n and 2 n + 1.
    Tree,
}

/// Who asks the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    ForcedWin,
    DfPn,
}

/// What one search asked before another one had its turn.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    pub by: By,
    pub calls: u64,
    /// The most bytes of its own that it spoke of.
    pub own: usize,
}

/// What a game was asked.
#[derive(Default)]
pub struct Notes {
    pub turns: Vec<Turn>,
    /// Bytes that a search spoke of since the last call.
    own: usize,
    /// What each question gave the game, and how many of them were answered.
    pub given: Vec<Option<usize>>,
    pub answered: usize,
}

impl Notes {
    fn call(&mut self, by: By) {
        let own = std::mem::take(&mut self.own);
        match self.turns.last_mut() {
            // Bytes that were spoken of between two calls of one search are its own.
            Some(turn) if turn.by == by => (turn.calls, turn.own) = (turn.calls + 1, turn.own.max(own)),
            _ => self.turns.push(Turn { by, calls: 1, own: 0 }),
        }
    }
}

#[derive(Clone)]
pub struct Puzzle {
    board: Arc<Board>,
    /// Whose win is looked for, and within how many moves.
    aim: Option<(Player, Option<u32>)>,
    notes: Arc<Mutex<Notes>>,
}

/// A node; the winner's moves left plus one, or 0 if any number will do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    place: u64,
    left: u32,
}

impl Puzzle {
    fn opened(
        board: Board,
        name: String,
        place: u64,
        facts: GameFacts,
    ) -> (Opened<Puzzle>, Arc<Mutex<Notes>>) {
        let notes = Arc::<Mutex<Notes>>::default();
        let game = Puzzle { board: Arc::new(board), aim: None, notes: Arc::clone(&notes) };
        let (goals, options, rules) = (GOALS.to_vec(), BTreeMap::new(), BTreeMap::new());
        let about = About { name, goals, options, rules, facts };
        (Opened::new(about, game, Spot { place, left: 0 }), notes)
    }

    /// A random graph, at its first node.
    pub fn random(seed: u64) -> (Box<dyn Session>, Arc<Mutex<Notes>>) {
        let board = Board::Maze(Maze::random(seed));
        let (opened, notes) = Puzzle::opened(board, format!("maze-{seed}"), 0, GameFacts::default());
        (Box::new(opened), notes)
    }

    /// A graph without wins, whose lines all come back to the first node, in `layers` of this `width`.
    pub fn loops(layers: usize, width: usize) -> (Box<dyn Session>, Arc<Mutex<Notes>>) {
        let count = layers * width;
        let after = |node: usize, step: usize| {
            let (layer, place) = (node / width, node % width);
            let to = (layer + 1) * width + (place * 3 + step) % width;
            if layer + 1 < layers { to as u32 } else { 0 }
        };
        let player =
            |node: usize| if (node / width).is_multiple_of(2) { Player::First } else { Player::Second };
        let maze = Maze {
            turns: (0..count).map(player).collect(),
            moves: (0..count).map(|node| vec![after(node, 0), after(node, 1), after(node, 2)]).collect(),
            outcomes: vec![None; count],
            reachable: Vec::new(),
            rule: Repetition::Draw,
        };
        let (opened, notes) = Puzzle::opened(Board::Maze(maze), "loops".into(), 0, GameFacts::default());
        (Box::new(opened), notes)
    }

    /// The node that a session is at.
    pub fn place(at: &dyn Session) -> usize {
        Opened::<Puzzle>::of(at).expect("a puzzle").root.place as usize
    }

    /// A tree that no search comes to the end of.
    pub fn endless(holds_positions: bool) -> (Box<dyn Session>, Arc<Mutex<Notes>>) {
        let facts = GameFacts { holds_positions, ..GameFacts::default() };
        let (opened, notes) = Puzzle::opened(Board::Tree, "tree".into(), 1, facts);
        (Box::new(opened), notes)
    }

    fn note<T>(&self, note: impl FnOnce(&mut Notes) -> T) -> T {
        note(&mut self.notes.lock().expect("no test fails while it notes"))
    }

    /// What is left of the moves at the first position.
    fn all_left(&self) -> u32 {
        self.aim.and_then(|(_, moves)| moves).map_or(0, |moves| moves + 1)
    }

    fn limited_prover(&self) -> Option<Player> {
        self.aim.and_then(|(prover, moves)| moves.map(|_| prover))
    }
}

/// The winner's own moves that a win takes from each node, by counting back from the ends; none if there is no win.
/// A shortest win repeats nothing, so that the repetition rule does not matter.
pub fn lengths(maze: &Maze, winner: Player) -> Vec<Option<u32>> {
    let mut lengths: Vec<_> =
        maze.outcomes.iter().map(|&end| (end == Some(Outcome::Win(winner))).then_some(0)).collect();
    for _ in 0..maze.moves.len() {
        let before = lengths.clone();
        for (node, moves) in maze.moves.iter().enumerate().filter(|(node, _)| maze.outcomes[*node].is_none())
        {
            let after = moves.iter().map(|&to| before[to as usize]);
            lengths[node] = if maze.turns[node] == winner {
                after.flatten().min().map(|least| least + 1)
            } else {
                after.collect::<Option<Vec<_>>>().and_then(|all| all.into_iter().max())
            };
        }
    }
    lengths
}

/// The truth about the wins at the first node of a random graph.
pub struct Wins {
    /// The graph, for messages.
    pub about: String,
    pub rule: Repetition,
    /// The length of a win of the player on move, and of the other one.
    pub mate: Option<u32>,
    pub mated: Option<u32>,
}

impl Wins {
    pub fn of(seed: u64) -> Wins {
        let maze = Maze::random(seed);
        let length = |winner| lengths(&maze, winner)[0];
        Wins {
            about: format!("maze {seed}: {}", crate::graphs::text_of(&maze, &maze.turns)),
            rule: maze.rule,
            mate: length(maze.turns[0]),
            mated: length(maze.turns[0].opponent()),
        }
    }

    /// The length of the win that a goal of this name is about.
    pub fn length(&self, goal: &str) -> Option<u32> {
        if goal.starts_with("mated") { self.mated } else { self.mate }
    }

    /// Whether a goal is reached, with its limit of moves or without one.
    pub fn reaches(&self, goal: &str) -> bool {
        let limit = goal.split_once(' ').map_or(u32::MAX, |(_, moves)| moves.parse().expect("a number"));
        self.length(goal).is_some_and(|length| length <= limit)
    }
}

impl Rules for Puzzle {
    type Position = Spot;
    type Move = u32;
    type Error = Infallible;

    fn turn(&self, spot: &Spot) -> Result<Player, Infallible> {
        Ok(match &*self.board {
            Board::Maze(maze) => maze.turns[spot.place as usize],
            Board::Tree if spot.place.ilog2().is_multiple_of(2) => Player::First,
            Board::Tree => Player::Second,
        })
    }

    fn outcome(&self, spot: &Spot) -> Result<Option<Outcome>, Infallible> {
        let end = match &*self.board {
            Board::Maze(maze) => maze.outcomes[spot.place as usize],
            Board::Tree => (spot.place.ilog2() == DEEPEST).then_some(Outcome::Draw),
        };
        let spent = spot.left == 1 && self.limited_prover() == Some(self.turn(spot)?);
        Ok(end.or(spent.then_some(Outcome::Draw)))
    }

    fn moves(&self, spot: &Spot, out: &mut Vec<u32>) -> Result<(), Infallible> {
        match &*self.board {
            Board::Maze(maze) => maze.moves(&(spot.place as u32), out),
            Board::Tree => {
                out.extend([0, 1]);
                Ok(())
            }
        }
    }

    fn play(&self, spot: &mut Spot, mv: u32) -> Result<(), Infallible> {
        if spot.left > 1 && self.limited_prover() == Some(self.turn(spot)?) {
            spot.left -= 1;
        }
        spot.place = match &*self.board {
            Board::Maze(_) => u64::from(mv),
            Board::Tree => 2 * spot.place + u64::from(mv),
        };
        Ok(())
    }

    fn key(&self, spot: &Spot) -> Result<u64, Infallible> {
        Ok(spread(spot.place | u64::from(spot.left) << 32))
    }

    fn repetition(&self) -> Repetition {
        match &*self.board {
            Board::Maze(maze) if self.limited_prover().is_none() => maze.rule,
            _ => Repetition::Impossible,
        }
    }

    /// Asked by `df-pn` of every position that it makes; `forced-win` asks for prospects.
    fn evaluate(&self, spot: &Spot, scratch: &mut Vec<u32>) -> Result<(Option<Outcome>, u32), Infallible> {
        self.note(|notes| notes.call(By::DfPn));
        scratch.clear();
        self.moves(spot, scratch)?;
        Ok((self.outcome(spot)?, scratch.len() as u32))
    }
}

impl Notation for Puzzle {
    fn notation(&self, _spot: &Spot, mv: u32) -> Result<String, Infallible> {
        Ok(format!("{mv:02}"))
    }

    /// The node, and the moves left if some have been made, as in chess.
    fn text(&self, Spot { place, left }: &Spot) -> Result<String, Infallible> {
        Ok(if *left == self.all_left() { place.to_string() } else { format!("{place} {left}") })
    }

    fn parse(&self, text: &str) -> Result<Spot, InputError> {
        let number = |text: &str| text.parse::<u64>().map_err(|_| InputError::new("a number was expected"));
        let (place, left) = text.split_once(' ').unwrap_or((text, ""));
        let left = if left.is_empty() { self.all_left() } else { number(left)? as u32 };
        Ok(Spot { place: number(place)?, left })
    }
}

impl Packed for Puzzle {}
impl Scored for Puzzle {}

impl Goals for Puzzle {
    fn goals(&self) -> Vec<GoalSpec> {
        GOALS.to_vec()
    }

    fn aim(&self, goal: &Goal, prover: Player) -> Result<Option<Puzzle>, InputError> {
        let mates = [MATE.name, MATED.name].contains(&goal.name);
        Ok(mates.then(|| Puzzle { aim: Some((prover, goal.limit)), ..self.clone() }))
    }

    fn moves_left(&self, spot: &Spot) -> Option<u32> {
        spot.left.checked_sub(1)
    }

    fn with_moves_left(&self, spot: &Spot, left: u32) -> Spot {
        Spot { left: left + 1, ..*spot }
    }

    fn enter(&self, spot: Spot) -> Result<Spot, InputError> {
        Ok(Spot { left: self.all_left(), ..spot })
    }
}

impl Resources for Puzzle {
    fn hold_within(&self, memory: Option<usize>) {
        self.note(|notes| notes.given.push(memory));
    }

    fn let_go(&self) {
        self.note(|notes| notes.answered += 1);
    }

    fn memory_beside(&self, own: usize) -> usize {
        self.note(|notes| notes.own = notes.own.max(own));
        0
    }
}

impl Forcing for Puzzle {
    fn board_key(&self, spot: &Spot) -> Result<u64, Infallible> {
        Ok(spread(spot.place))
    }

    fn suits_forced_win(&self) -> bool {
        self.aim.is_some()
    }

    fn prospects(
        &self,
        spot: &Spot,
        _key: u64,
        _prover: Player,
        out: &mut Vec<Prospect<u32>>,
    ) -> Result<Option<Outcome>, Infallible> {
        self.note(|notes| notes.call(By::ForcedWin));
        play_prospects(self, spot, out)
    }
}

impl Valued for Puzzle {
    type Evaluator = Even;
    type Quiet = Even;
}
