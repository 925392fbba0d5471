//! Syzygy tables: positions with few pieces are final, and have ended as best play would end them.
//!
//! With the option `tables=N` this holds for all positions with at most N pieces, kings included, and without castling
//! rights. What the rules are must not depend on which files somebody has, so that all tables for up to N pieces must
//! be there. The option says so in certificates; where the tables are (option `syzygy`) is not said there.
//!
//! # The fifty-move rule
//!
//! Where it is off, a win that the rule would spoil is a win. Where it is on, such a win is a draw, and only positions
//! whose clock is 0 are final, because it is these that the tables speak of.
//!
//! # Repetition
//!
//! The tables know no history, and need none: the first final position of a line has fewer pieces or castling rights
//! than every position before it, so that none of these can be repeated.
//!
//! # Errors
//!
//! ChessRules cannot fail. Where a table cannot be read, play goes on as it would without tables, so that nothing false
//! is said; but it is remembered and reported ([`Resources::io_error`](pnyx_game::Resources::io_error)).

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

use cozy_chess::Piece;
use pnyx_game::{DRAW_OR_BETTER, Goal, InputError, Outcome, Player, WIN, input_error};
use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, Color, Position as _, PositionError, Setup, Square,
};
use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};
use shakmaty_syzygy::{Tablebase, Wdl};

use super::mate::{MATE, MATED};
use super::setup::player;
use super::{Attack, ChessRules, SPEC};
use crate::spec::GameOptions;

/// The option that says how many pieces the tables decide.
pub(super) const OPTION: &str = "tables";
/// The option that says where the tables are.
pub(super) const PLACE: &str = "syzygy";
/// The environment variable that says so otherwise.
const VARIABLE: &str = "PNYX_SYZYGY";

/// The numbers of pieces there are tables for.
const FEWEST: usize = 3;
const MOST: usize = 7;

const ENDING: &str = "rtbw";

/// The tables that a game asks.
#[derive(Clone, Copy)]
pub struct Tables {
    most: usize,
    shelf: &'static Shelf,
}

/// Tables that stand together in some directories.
struct Shelf {
    tables: Tablebase<Chess>,
    /// Which there are, as `KQvKR`.
    names: HashSet<String>,
    /// What went wrong first.
    io_error: OnceLock<String>,
}

/// Directories, with the time of their last change.
type Directories = Vec<(PathBuf, SystemTime)>;

/// ChessRules are copied freely, so a shelf is never put away; but the same directories are opened only once.
static SHELVES: Mutex<Vec<(Directories, &'static Shelf)>> = Mutex::new(Vec::new());

impl Tables {
    /// The tables that some options ask for.
    pub(super) fn read(options: &GameOptions) -> Result<Option<Tables>, InputError> {
        let given = |name| options.get(name).filter(|text| !text.is_empty());
        if given(OPTION).is_none() && given(PLACE).is_none() {
            return Ok(None);
        }
        let most = if given(OPTION).is_some() { options.number(OPTION, FEWEST, MOST)? } else { None };
        Tables::open(most, given(PLACE)).map(Some)
    }

    /// The tables for up to N pieces, or for as many as there are all tables for, in these directories.
    pub fn open(most: Option<usize>, place: Option<&str>) -> Result<Tables, InputError> {
        let Some(place) = place.map(Into::into).or_else(|| std::env::var_os(VARIABLE)) else {
            return Err(input_error!(
                "Syzygy tables are needed: say where they are by option {PLACE}=DIRECTORY \
                 (pnyx check: --{PLACE} DIRECTORY) or in the environment variable {VARIABLE}"
            ));
        };
        let shown = InputError::quote(&place.to_string_lossy());
        let shelf = Shelf::open(std::env::split_paths(&place))?;
        let missing = |most| names(most).filter(|name| !shelf.names.contains(name)).collect::<Vec<_>>();
        let complete = (FEWEST..=MOST).take_while(|&most| missing(most).is_empty()).last();
        let wanted = most.or(complete).unwrap_or(FEWEST);
        let Some(first) = missing(wanted).into_iter().next() else {
            return Ok(Tables { most: wanted, shelf });
        };
        let remedy = match complete {
            Some(fewer) => format!("add them, or take {OPTION}={fewer}"),
            None => "add them, or name another directory".to_string(),
        };
        Err(input_error!(
            "{OPTION}={wanted} needs all Syzygy tables for up to {wanted} pieces; {} of them are not in {shown}, \
             such as {first}.{ENDING}: {remedy}",
            missing(wanted).len()
        ))
    }

    /// The options of a certificate, with the place of the tables that it depends on. Tables that are not there are no
    /// fault of the certificate, and an error here.
    pub fn find(
        game: &str,
        mut options: BTreeMap<String, String>,
        place: Option<&str>,
    ) -> Result<BTreeMap<String, String>, InputError> {
        let most = options.get(OPTION).filter(|_| game == SPEC.name).and_then(|most| most.parse().ok());
        if let Some(most) = most.filter(|most| (FEWEST..=MOST).contains(most)) {
            Tables::open(Some(most), place)?;
            options.extend(place.map(|place| (PLACE.to_string(), place.to_string())));
        }
        Ok(options)
    }

    /// The most pieces that the tables decide.
    #[must_use]
    pub fn most(self) -> usize {
        self.most
    }

    /// What went wrong with a table.
    pub(super) fn io_error(self) -> Option<String> {
        self.shelf.io_error.get().cloned()
    }

    /// How a position ends that has moves left and a clock of 0.
    pub(super) fn outcome(self, board: &Chess, fifty_move_rule: bool) -> Option<Outcome> {
        if board.board().occupied().count() > self.most || board.castles().any() {
            return None;
        }
        let value = match self.shelf.tables.probe_wdl_after_zeroing(board) {
            Ok(value) => value,
            Err(error) => {
                self.shelf.io_error.get_or_init(|| format!("the Syzygy tables cannot be used: {error}"));
                return None;
            }
        };
        Some(meaning(value, player(board.turn()), fifty_move_rule))
    }

    /// The same for the fast board.
    pub(super) fn outcome_on(self, board: &cozy_chess::Board, fifty_move_rule: bool) -> Option<Outcome> {
        if board.occupied().len() as usize > self.most {
            return None;
        }
        self.outcome(&converted(board)?, fifty_move_rule)
    }
}

impl ChessRules {
    /// These rules, if the tables speak of the same game.
    pub(super) fn without_contradiction(self) -> Result<ChessRules, InputError> {
        let unknown = [
            ("region", !self.region.is_everything()),
            ("attack", self.attack != Attack::default()),
            ("exclude", !self.exclude.is_empty()),
        ];
        match unknown.into_iter().find(|(_, given)| *given && self.tables.is_some()) {
            Some((name, _)) => Err(input_error!(
                "Syzygy tables know nothing of the option {name}: leave it out, or the tables"
            )),
            None => Ok(self),
        }
    }

    /// These rules, which are for a goal of chess's own, if they need no tables.
    pub(super) fn without_tables_for(self, goal: &Goal) -> Result<ChessRules, InputError> {
        match self.tables {
            Some(_) if *goal != Goal::from(MATED) => Err(input_error!(
                "Syzygy tables say who wins, and nothing about the goal {}: leave them out, or ask for {}, {}, {} or {}",
                InputError::quote(&goal.to_string()),
                MATE.name,
                MATED.name,
                WIN.name,
                DRAW_OR_BETTER.name
            )),
            _ => Ok(self),
        }
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tables({})", self.most)
    }
}

impl PartialEq for Tables {
    fn eq(&self, other: &Tables) -> bool {
        self.most == other.most && std::ptr::eq(self.shelf, other.shelf)
    }
}

impl Eq for Tables {}

impl Shelf {
    fn open(paths: impl Iterator<Item = PathBuf>) -> Result<&'static Shelf, InputError> {
        let mut directories = Vec::new();
        for path in paths {
            let changed = std::fs::metadata(&path).and_then(|about| about.modified());
            directories.push((path.clone(), changed.map_err(|error| unusable(&path, &error))?));
        }
        let mut shelves = SHELVES.lock().unwrap_or_else(PoisonError::into_inner);
        // A shelf with an error may have been put right.
        shelves.retain(|(_, shelf)| shelf.io_error.get().is_none());
        if let Some((_, shelf)) = shelves.iter().find(|(known, _)| *known == directories) {
            return Ok(shelf);
        }
        let mut shelf = Shelf {
            tables: Tablebase::with_filesystem(Arc::new(Files)),
            names: HashSet::new(),
            io_error: OnceLock::new(),
        };
        for (path, _) in &directories {
            shelf.fill(path)?;
        }
        let shelf: &'static Shelf = Box::leak(Box::new(shelf));
        shelves.push((directories, shelf));
        Ok(shelf)
    }

    /// Add the tables of a directory; other files in it do not matter.
    fn fill(&mut self, directory: &Path) -> Result<(), InputError> {
        let known: HashSet<String> = names(MOST).collect();
        for entry in std::fs::read_dir(directory).map_err(|error| unusable(directory, &error))? {
            let path = entry.map_err(|error| unusable(directory, &error))?.path();
            let name = path.file_stem().and_then(|stem| stem.to_str()).filter(|stem| known.contains(*stem));
            if let Some(name) = name.filter(|_| path.extension().is_some_and(|ending| ending == ENDING)) {
                self.tables.add_file(&path).map_err(|error| unusable(&path, &error))?;
                self.names.insert(name.to_string());
            }
        }
        Ok(())
    }
}

/// The largest file that is held in memory, in bytes: all tables for up to four pieces are smaller.
const SMALL: u64 = 1 << 20;

/// The files of the system. Small ones are held in memory, where a look-up takes less than half the time.
struct Files;

impl Filesystem for Files {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        OsFilesystem::new().regular_file_size(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        OsFilesystem::new().read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        if self.regular_file_size(path)? > SMALL {
            return OsFilesystem::new().open(path);
        }
        Ok(Box::new(Held(std::fs::read(path)?)))
    }
}

/// A file in memory.
struct Held(Vec<u8>);

impl RandomAccessFile for Held {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let rest = usize::try_from(offset).ok().and_then(|offset| self.0.get(offset..)).unwrap_or(&[]);
        let read = rest.len().min(buffer.len());
        buffer[..read].copy_from_slice(&rest[..read]);
        Ok(read)
    }
}

/// What a table's entry means.
fn meaning(value: Wdl, mover: Player, fifty_move_rule: bool) -> Outcome {
    match value {
        Wdl::Draw => Outcome::Draw,
        Wdl::CursedWin | Wdl::BlessedLoss if fifty_move_rule => Outcome::Draw,
        Wdl::Win | Wdl::CursedWin => Outcome::Win(mover),
        Wdl::Loss | Wdl::BlessedLoss => Outcome::Win(mover.opponent()),
    }
}

fn unusable(path: &Path, error: &io::Error) -> InputError {
    let shown = InputError::quote(&path.to_string_lossy());
    input_error!("the Syzygy tables in {shown} cannot be used: {error}")
}

/// The names of all tables for up to N pieces.
fn names(most: usize) -> impl Iterator<Item = String> {
    (1..=most - 2).flat_map(|pieces| {
        (0..=pieces / 2).flat_map(move |weaker| {
            let (strong, weak) = (sides(pieces - weaker), sides(weaker));
            let as_many = pieces == 2 * weaker;
            let pairs = strong.into_iter().enumerate().flat_map(move |(i, one)| {
                let others = weak[if as_many { i } else { 0 }..].to_vec();
                others.into_iter().map(move |other| format!("{one}v{other}"))
            });
            pairs.collect::<Vec<_>>()
        })
    })
}

/// What a side can have beside its king, the strongest first.
fn sides(pieces: usize) -> Vec<String> {
    const PIECES: &str = "QRBNP";
    let mut sides = vec!["K".to_string()];
    for _ in 0..pieces {
        let longer = sides.iter().flat_map(|side| {
            let last = PIECES.find(&side[side.len() - 1..]).unwrap_or(0);
            PIECES[last..].chars().map(move |piece| format!("{side}{piece}"))
        });
        sides = longer.collect();
    }
    sides
}

/// A position without castling rights on the board that the tables are asked with; nothing for one with them.
fn converted(board: &cozy_chess::Board) -> Option<Chess> {
    let has_rights = |color| {
        let rights = board.castle_rights(color);
        rights.short.is_some() || rights.long.is_some()
    };
    if cozy_chess::Color::ALL.into_iter().any(has_rights) {
        return None;
    }
    // Both begin with the pawn and end with the king, but roles are counted from 1.
    let by_role = ByRole::new_with(|role| Bitboard(board.pieces(Piece::ALL[usize::from(role) - 1]).0));
    let by_color = ByColor {
        white: Bitboard(board.colors(cozy_chess::Color::White).0),
        black: Bitboard(board.colors(cozy_chess::Color::Black).0),
    };
    let mut setup = Setup::empty();
    setup.board = Board::try_from_bitboards(by_role, by_color).ok()?;
    setup.turn = Color::from_white(board.side_to_move() == cozy_chess::Color::White);
    setup.ep_square = board.en_passant().map(|file| {
        let rank = cozy_chess::Rank::Sixth.relative_to(board.side_to_move());
        Square::new(cozy_chess::Square::new(file, rank) as u32)
    });
    setup.position(CastlingMode::Standard).or_else(PositionError::ignore_impossible_check).ok()
}

#[cfg(test)]
#[path = "tables_tests.rs"]
mod tests;
