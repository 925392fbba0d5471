//! Chess: FEN in, UCI moves out. The fifty-move rule is off unless asked for, as problemists expect.
//!
//! Two boards do the work behind one set of rules. [`Chess`] stands on cozy-chess, which in a bare loop
//! that plays every move and counts the replies was 2.2 times as fast as shakmaty (8.6 against 3.9
//! million positions a second, side by side). It refuses some composed positions (more than sixteen
//! pieces a side, more than two checkers); [`Composed`] stands on shakmaty and takes those.
//!
//! # Two notions of the same position
//!
//! FIDE's: an en-passant square counts only if a capture on it is legal (`en-passant` = `legal`). The
//! proof-number papers': it counts after every double push (`always`). The second distinguishes more
//! positions apart but has the same truths: a line that repeats in its sense repeats in FIDE's
//! sense too, and a forced mate never needs a repetition. Certificates speak FIDE, and a
//! history goes with FIDE's notion only.
//!
//! # A region of the board
//!
//! Nobody may move outside (`region`): both squares of a move lie inside. A player who has no such move is
//! mated if in check, and stalemated if not.
//!
//! # The fifty-move rule
//!
//! When it is on, the clock is part of the position, so positions cannot repeat, and repetition is
//! declared impossible. This loses nothing: a side that can force its goal with a larger clock can
//! force it with a smaller one, so repeating the same board later never helps. For the same reason
//! nothing is lost where the moves left of `mate-in N` are part of the position.

mod attack;
mod composed;
mod evaluator;
mod fast;
mod lazy_moves;
mod mate;
mod men;
mod packed;
mod promotion;
mod region;
mod san;
mod setup;
mod tables;
#[cfg(test)]
mod test_support;
pub mod variants;

pub use attack::{Attack, Excluded};
pub use composed::{Composed, Position as ComposedPosition};
pub use evaluator::{Placement, Quiescence};
pub use fast::{Chess, Position, insufficient_material};
pub use mate::Mating;
pub use region::Region;
pub use tables::Tables;
pub use variants::{ChessVariant, Position as VariantPosition};

use std::collections::BTreeMap;

use pnyx_game::{DRAW_OR_BETTER, Goal, GoalSpec, InputError, Player, Repetition, WIN, WIN_IN};

use crate::either::Either;
use crate::spec::{GameOptions, GameSpec, OptionSpec};

/// Chess as the user sees it.
pub const SPEC: GameSpec = GameSpec {
    name: "chess",
    description: "orthodox chess from a FEN; composed positions welcome",
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    goals: GOALS,
    options: &[
        OptionSpec::new("fifty-move-rule", "off", "on: a hundred plies without capture or pawn move are a draw, and the clock is part of the position").in_certificates(),
        OptionSpec::new("order", "native", "order of moves: native, or papers (descending squares, h8 first)"),
        OptionSpec::new("en-passant", "legal", "when an en-passant square distinguishes positions: legal (a capture is legal) or always"),
        OptionSpec::new("region", "", "squares that all moves begin and end on, such as a4-e8 or a4,b4,c5-d8; by default the whole board").in_certificates(),
        OptionSpec::new(tables::OPTION, "", "Syzygy tables decide positions with at most N pieces (3 to 7); by default none").in_certificates(),
        OptionSpec::new(tables::PLACE, "", "directories with Syzygy tables, separated as in PATH; by default what PNYX_SYZYGY says"),
        OptionSpec::new("attack", "", "restricts the mating side's moves: checks, replies<=K, flights<=K, separated by commas").in_certificates(),
        OptionSpec::new("exclude", "", "first moves that the mating side may not play, such as d1h5,e2e4").in_certificates(),
    ],
};

/// The goals of chess.
const GOALS: &[GoalSpec] = &[
    mate::MATE,
    WIN,
    DRAW_OR_BETTER,
    promotion::PROMOTE,
    mate::MATE_IN,
    mate::MATED,
    mate::MATED_IN,
    WIN_IN,
];

/// The options of a game of chess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChessRules {
    /// The clock counts, and a hundred plies without progress are a draw.
    pub fifty_move_rule: bool,
    /// Moves in the order of the proof-number papers.
    pub papers_order: bool,
    /// Every double push makes a position of its own.
    pub en_passant_always: bool,
    /// Where moves begin and end. Pieces outside stand still, but guard and give check as ever.
    pub region: Region,
    /// The game is played for the goal `promote`, by this player.
    pub promote: Option<Player>,
    /// The game is played for a mate of limited length or by a restricted player.
    pub mating: Option<Mating>,
    /// What the side that must mate may play.
    pub attack: Attack,
    /// What it must not begin with.
    pub exclude: Excluded,
    /// What decides positions with few pieces.
    pub tables: Option<Tables>,
}

impl ChessRules {
    fn read(options: &GameOptions) -> Result<ChessRules, InputError> {
        Ok(ChessRules {
            fifty_move_rule: options.switch("fifty-move-rule")?,
            papers_order: options.choice("order", &["native", "papers"])? == "papers",
            en_passant_always: options.choice("en-passant", &["legal", "always"])? == "always",
            region: Region::read(options.get("region").unwrap_or(""))?,
            promote: None,
            mating: None,
            attack: Attack::read(options.get("attack").unwrap_or(""))?,
            exclude: Excluded::read(options.get("exclude").unwrap_or(""))?,
            tables: Tables::read(options)?,
        })
        .and_then(ChessRules::without_contradiction)
    }

    /// The same rules for a goal of chess's own, if this is one.
    fn aimed(self, goal: &Goal, prover: Player) -> Result<Option<ChessRules>, InputError> {
        let mating = Mating { prover, moves: goal.limit, bound: self.binds(goal)? };
        let aimed = if goal.name == promotion::PROMOTE.name {
            Some(ChessRules { promote: Some(prover), ..self })
        } else if mating.moves.is_some() || mating.bound {
            Some(ChessRules { mating: Some(mating), ..self })
        } else {
            (goal.name == mate::MATED.name).then_some(self)
        };
        aimed.map(|rules| rules.without_tables_for(goal)).transpose()
    }

    /// Whether a win always comes with a move of the winner. By the tables one may also lose by one's own move.
    fn wins_on_own_move(&self) -> bool {
        self.tables.is_none()
    }

    /// Clocks that only run forward are part of the position.
    fn repetition(&self) -> Repetition {
        let counted = self.fifty_move_rule || self.all_left() > 0;
        if counted { Repetition::Impossible } else { Repetition::Draw }
    }

    /// Options as they were given, but in the form that certificates use.
    #[must_use]
    pub fn canonical(&self, given: &BTreeMap<String, String>) -> BTreeMap<String, String> {
        let mut options = given.clone();
        let texts = [
            ("region", self.region.text()),
            ("attack", self.attack.text()),
            ("exclude", self.exclude.text()),
        ];
        for (name, text) in texts {
            options.entry(name.to_string()).and_modify(|value| *value = text);
        }
        if let Some(tables) = self.tables {
            options.insert(tables::OPTION.to_string(), tables.most().to_string());
        }
        options
    }

    /// Whether a castling move stays inside: all squares that king and rook leave and enter must.
    fn may_castle(&self, king: u8, rook: u8) -> bool {
        let (first, kingside) = (king & !7, rook > king);
        let (king_to, rook_to) = if kingside { (first + 6, first + 5) } else { (first + 2, first + 3) };
        self.region.has(&[king, rook, king_to, rook_to])
    }
}

/// Chess for composed positions, and the variants: rules on shakmaty's boards.
pub type OnShakmaty = Either<Composed, ChessVariant>;

/// A position on the fast board, or else a composed one, with the rules.
type EitherBoard = Either<(Chess, Position), (Composed, ComposedPosition)>;

/// Open a chess position on the board that can hold it.
pub(crate) fn open(text: &str, options: &GameOptions) -> Result<EitherBoard, InputError> {
    let rules = ChessRules::read(options)?;
    let setup = setup::read(text)?;
    Ok(match Chess::position(rules, &setup) {
        Some(position) => Either::First((Chess(rules), position)),
        None => Either::Second((Composed(rules), Composed::position(rules, setup))),
    })
}

/// A move as squares (a1 = 0, h8 = 63) and a promotion letter, for the orders that need no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Squares {
    from: u8,
    to: u8,
    promotion: Option<u8>,
}

impl Squares {
    /// The place in the papers' order: descending squares, then queen, rook, bishop, knight.
    fn papers_rank(self) -> u32 {
        let promotion = self.promotion.map_or(0, |p| b"qrbn".iter().position(|x| *x == p).unwrap_or(0));
        (63 - u32::from(self.from)) << 16 | (63 - u32::from(self.to)) << 8 | promotion as u32
    }

    /// The place in the order of UCI texts: `a1a2` before `a1b1` before `a2a3`.
    fn uci_rank(self) -> u32 {
        let text = |square: u8| u32::from(square % 8) << 3 | u32::from(square / 8);
        text(self.from) << 16 | text(self.to) << 8 | u32::from(self.promotion.unwrap_or(0))
    }

    /// Read a move in UCI.
    fn read(text: &str) -> Option<Squares> {
        let promotion = match *text.as_bytes().get(4..)? {
            [] => None,
            [promotion @ (b'n' | b'b' | b'r' | b'q')] => Some(promotion),
            _ => return None,
        };
        Some(Squares { from: read_square(text.get(..2)?)?, to: read_square(text.get(2..4)?)?, promotion })
    }

    /// The move in UCI.
    fn uci(self) -> String {
        let mut text = String::with_capacity(5);
        text.extend([self.from, self.to].into_iter().flat_map(square_name));
        text.extend(self.promotion.map(char::from));
        text
    }
}

/// A square (a1 = 0) by its name.
fn read_square(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some((rank - b'1') * 8 + (file - b'a')),
        _ => None,
    }
}

/// The letter and the digit of a square.
fn square_name(square: u8) -> [char; 2] {
    [b'a' + square % 8, b'1' + square / 8].map(char::from)
}

#[cfg(test)]
mod attack_tests;
#[cfg(test)]
mod goal_tests;
#[cfg(test)]
mod mate_tests;
