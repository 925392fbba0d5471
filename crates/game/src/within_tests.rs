use std::collections::HashSet;
use std::convert::Infallible;

use super::*;

/// Positions are numbers up to a goal, which the first player has won. Who is on move may subtract 0, or add 1 or 2; the
/// first player moves at numbers below `turn_at`.
#[derive(Clone)]
struct Count {
    goal: u8,
    turn_at: u8,
    repetition: Repetition,
}

impl Rules for Count {
    type Position = u8;
    type Move = u8;
    type Error = Infallible;

    fn turn(&self, at: &u8) -> Result<Player, Infallible> {
        Ok(if *at < self.turn_at { Player::First } else { Player::Second })
    }

    fn outcome(&self, at: &u8) -> Result<Option<Outcome>, Infallible> {
        Ok((*at >= self.goal).then_some(Outcome::Win(Player::First)))
    }

    fn moves(&self, at: &u8, out: &mut Vec<u8>) -> Result<(), Infallible> {
        out.extend(if self.turn(at)? == Player::First { [1, 2] } else { [0, 1] });
        Ok(())
    }

    fn play(&self, at: &mut u8, mv: u8) -> Result<(), Infallible> {
        *at += mv;
        Ok(())
    }

    fn key(&self, at: &u8) -> Result<u64, Infallible> {
        Ok(spread(u64::from(*at)))
    }

    fn repetition(&self) -> Repetition {
        self.repetition
    }
}

impl Notation for Count {
    fn notation(&self, _: &u8, mv: u8) -> Result<String, Infallible> {
        Ok(mv.to_string())
    }

    fn text(&self, at: &u8) -> Result<String, Infallible> {
        Ok(at.to_string())
    }

    fn parse(&self, text: &str) -> Result<u8, InputError> {
        text.parse().map_err(|_| InputError::new("expected a number"))
    }
}

crate::plain_game!(Count);

const GAME: Count = Count { goal: 9, turn_at: 4, repetition: Repetition::Draw };

fn within(moves: u32, history: &[u8]) -> Within<&'static Count> {
    Within::new(&GAME, Player::First, moves, history)
}

fn played(game: &Within<&'static Count>, root: u8, moves: &[u8]) -> Counted<u8> {
    let mut at = game.root(&root);
    for &mv in moves {
        game.play(&mut at, mv).unwrap();
    }
    at
}

#[test]
fn own_moves_count_and_others_do_not() {
    let game = within(2, &[]);
    // The first player moves twice in a row, then the other one.
    for (moves, position, left) in [(&[1][..], 1, 1), (&[1, 1], 2, 0), (&[2, 2], 4, 0), (&[2, 2, 1, 1], 6, 0)]
    {
        assert_eq!(played(&game, 0, moves), Counted { position, left }, "{moves:?}");
    }
}

#[test]
fn it_is_over_where_the_prover_has_to_move_and_cannot() {
    let game = within(2, &[]);
    let outcome = |moves: &[u8]| game.outcome(&played(&game, 0, moves)).unwrap();
    assert_eq!(outcome(&[1]), None);
    assert_eq!(outcome(&[1, 1]), Some(Outcome::Draw));
    // The other side is on move, and may still lose by its own moves.
    assert_eq!(outcome(&[2, 2]), None);
    assert_eq!(outcome(&[2, 2, 1, 1, 1, 1]), None);
    assert_eq!(outcome(&[2, 2, 1, 1, 1, 1, 1]), Some(Outcome::Win(Player::First)));
}

#[test]
fn a_position_of_the_history_is_a_draw_after_the_root() {
    let game = within(3, &[0, 2]);
    assert_eq!(game.outcome(&game.root(&0)).unwrap(), None);
    assert_eq!(game.outcome(&played(&game, 0, &[1])).unwrap(), None);
    assert_eq!(game.outcome(&played(&game, 0, &[2])).unwrap(), Some(Outcome::Draw));
    // Where nothing can be repeated, nothing came before.
    let forward = Count { repetition: Repetition::Impossible, ..GAME };
    let game = Within::new(&forward, Player::First, 3, &[2]);
    let mut at = game.root(&0);
    game.play(&mut at, 2).unwrap();
    assert_eq!(game.outcome(&at).unwrap(), None);
}

#[test]
fn moves_left_are_part_of_the_position_but_not_of_the_board() {
    let game = within(5, &[]);
    let at = |left| Counted { position: 3, left };
    let all = (0..100).flat_map(|position| (0..100).map(move |left| Counted { position, left }));
    let keys: HashSet<_> = all.map(|at| game.key(&at).unwrap()).collect();
    assert_eq!(keys.len(), 10_000);
    let boards: HashSet<_> = (0..100).map(|left| game.board_key(&at(left)).unwrap()).collect();
    assert_eq!(boards.len(), 1);
    assert!(game.repeats(&at(1), &at(1)).unwrap() && !game.repeats(&at(1), &at(2)).unwrap());
    assert_ne!(game.repetition_key(&at(1)).unwrap(), game.repetition_key(&at(2)).unwrap());
    assert_eq!(game.moves_left(&at(2)), Some(2));
}

#[test]
fn prospects_are_those_of_the_game_until_it_is_over() {
    let (game, mut out) = (within(1, &[2]), Vec::new());
    let root = game.root(&0);
    assert_eq!(game.prospects(&root, 0, Player::First, &mut out).unwrap(), None);
    assert_eq!(
        out.iter().map(|prospect| (prospect.mv, prospect.key)).collect::<Vec<_>>(),
        [(1, spread(1)), (2, spread(2))]
    );
    for (position, left) in [(1, 0), (2, 0), (9, 1)] {
        let over = game.prospects(&Counted { position, left }, 0, Player::First, &mut out).unwrap();
        assert!(over.is_some() && out.is_empty(), "{position}, {left} left");
    }
}
