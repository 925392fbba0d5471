//! Built-in games: tables of what is known from elsewhere.

mod support;

use std::collections::BTreeMap;
use std::fmt::Debug;

use pnyx_game::{Game, Notation, Player, Repetition, Rules};
use pnyx_games::{BuiltIn, for_built_in, open};
use pnyx_tables::{Enumeration, File, Portion, RulesExpander, Table, Value, check, refusal};
use support::grid::Grid;
use support::{description, table, unlimited};

fn opened(name: &str, text: Option<&str>, options: &[(&str, &str)]) -> BuiltIn {
    let options: BTreeMap<_, _> =
        options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    open(name, text, options).unwrap()
}

/// The table from one position, written, read and checked.
fn from<G: Game<Error: Debug + Send> + Sync>(game: &G, root: &G::Position) -> Table {
    from_all(game, vec![RulesExpander(game).pack(root).unwrap()])
}

fn from_all<G: Game<Error: Debug + Send> + Sync>(game: &G, starts: Vec<Vec<u8>>) -> Table {
    assert_eq!(refusal(game), None);
    let expander = RulesExpander(game);
    let table = table(&expander, &starts, game.repetition(), 2);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    unlimited(1, |run| table.save(&path, &description(game.repetition()), run)).unwrap();
    let file = File::open(&path).unwrap();
    unlimited(2, |run| check(&file, &expander, starts, Portion::All, run)).unwrap();
    table
}

/// Positions up to symmetry: <https://oeis.org/A008907>.
#[test]
fn tic_tac_toe_has_765_positions_up_to_symmetry() {
    for_built_in!(opened("tic-tac-toe", None, &[]), |game, root| {
        assert_eq!(from(&game, &root).len(), 765);
        let expander = RulesExpander(&game);
        let mut enumeration = Enumeration::new();
        assert_eq!(enumeration.add_start(&expander.pack(&root).unwrap()), None);
        assert_eq!(enumeration.advance(&expander, 1000).unwrap(), None);
        assert!(enumeration.is_closed());
        assert_eq!(enumeration.growth().sizes, [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
    });
}

#[test]
fn the_header_in_the_documentation_is_a_real_one() {
    for_built_in!(opened("tic-tac-toe", None, &[]), |game, root| {
        let description = pnyx_tables::Description {
            game: "tic-tac-toe".into(),
            options: "{}".into(),
            starts: game.text(&root).unwrap(),
            repetition: Repetition::Impossible,
            symmetry: true,
        };
        let mut file = Vec::new();
        from(&game, &root).write(&description, &mut file).unwrap();
        let end = file.windows(2).position(|pair| pair == b"\n\n").unwrap();
        let lines = std::str::from_utf8(&file[..end]).unwrap().lines();
        let header: String = lines.map(|line| format!("    {line}\n")).collect();
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/table-format.md");
        assert!(std::fs::read_to_string(page).unwrap().contains(&header), "the page should have\n{header}");
    });
}

#[test]
fn connect_four_counts_as_other_rules_do() {
    let mut other = Grid::new(4, 4, 4, true);
    other.mirror = true;
    let expected = table(&other, &[other.start()], Repetition::Impossible, 1).statistics();
    for_built_in!(opened("connect-four", None, &[("rows", "4"), ("columns", "4")]), |game, root| {
        let statistics = from(&game, &root).statistics();
        for player in [Player::First, Player::Second] {
            let (own, other) = (statistics.of(player), expected.of(player));
            assert_eq!(
                (&own.wins, &own.losses, own.draws),
                (&other.wins, &other.losses, other.draws),
                "{player:?}"
            );
        }
    });
}

/// Longest mates in moves: 10 with a queen, 16 with a rook (any book of endings).
#[test]
fn endings_of_three_men_from_all_placements_take_10_and_16_moves() {
    for (piece, moves) in [('Q', 10), ('R', 16)] {
        let root = format!("8/8/8/3k4/8/8/8/K5{piece}1 w - - 0 1");
        let BuiltIn::Chess(game, _) = opened("chess", Some(&root), &[]) else { panic!("on another board") };
        let expander = RulesExpander(&game);
        let mut starts = Vec::new();
        for squares in 0..64 * 64 * 64 {
            let [king, other, third] = [squares % 64, squares / 64 % 64, squares / 4096];
            if king == other || king == third || other == third {
                continue;
            }
            let men = [(king, 'K'), (other, 'k'), (third, piece)];
            for turn in ["w", "b"] {
                let text = format!("{} {turn} - - 0 1", board(&men));
                if let Ok(position) = game.parse(&text) {
                    starts.push(expander.pack(&position).unwrap());
                }
            }
        }
        assert!(starts.len() > 350_000, "{piece:?}: {}", starts.len());
        assert_eq!(game.repetition(), Repetition::Draw, "{piece:?}");
        let table = from_all(&game, starts);
        let statistics = table.statistics();
        let white = statistics.of(Player::First);
        assert_eq!((white.wins.len(), white.losses.len()), (2 * moves, 0), "{piece}");
        assert_eq!(statistics.of(Player::Second).losses.len(), 2 * moves + 1, "{piece:?}");
        let longest = white.longest_win.as_ref().unwrap();
        assert_eq!(table.get(longest).unwrap().value, Value::Win(2 * moves as u32 - 1), "{piece:?}");
    }
}

/// The board of a FEN.
fn board(men: &[(usize, char)]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for square in 0..=64 {
        let man = men.iter().find(|(at, _)| *at == square).map(|(_, man)| *man);
        let ends_row = square > 0 && square % 8 == 0;
        if empty > 0 && (ends_row || man.is_some()) {
            text.push_str(&std::mem::take(&mut empty).to_string());
        }
        if ends_row && square < 64 {
            text.push('/');
        }
        match man {
            Some(man) => text.push(man),
            None => empty += 1,
        }
    }
    text
}
