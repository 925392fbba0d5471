//! Every clause of [`Packed`] finds the mistake that it is about.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::check_game;
use crate::{
    Goals, InputError, Notation, Outcome, Packed, Player, Repetition, Resources, Rules, Scored, packed_within,
};

/// Where each node leads. Second is on move at those that lead somewhere but for the first; 4 and 5 are won by First,
/// 6 is drawn. 2 is the mirror image of 1, and 5 of 4.
const MOVES: [&[u8]; 8] = [&[1, 2, 3, 7], &[4, 6, 6], &[5, 6, 6], &[4, 5, 6], &[], &[], &[], &[4]];

/// A node, and something that `==` does not see: whether play came from node 1.
#[derive(Clone, Copy, Debug)]
struct Spot {
    node: u8,
    route: bool,
}

impl PartialEq for Spot {
    fn eq(&self, other: &Spot) -> bool {
        self.node == other.node
    }
}

impl Eq for Spot {}

/// What the game says of bytes and mirror images; mistakes are made in one of these.
#[derive(Clone, Copy)]
struct Toy {
    pack: fn(Spot, &mut Vec<u8>),
    unpack: fn(&[u8]) -> Option<Spot>,
    canonical: fn(u8) -> u8,
    has_symmetry: bool,
    packs_canonical: bool,
}

const RIGHT: Toy = Toy {
    pack: |spot, out| out.extend([9, spot.node]),
    unpack: |bytes| match packed_within(bytes, 2).ok()? {
        &[9, node] if node < 8 => Some(Spot { node, route: false }),
        _ => None,
    },
    canonical: |node| match node {
        2 => 1,
        5 => 4,
        other => other,
    },
    has_symmetry: true,
    packs_canonical: true,
};

impl Rules for Toy {
    type Position = Spot;
    type Move = usize;
    type Error = Infallible;

    fn turn(&self, spot: &Spot) -> Result<Player, Infallible> {
        Ok(if [1, 2, 3, 7].contains(&spot.node) { Player::Second } else { Player::First })
    }

    fn outcome(&self, spot: &Spot) -> Result<Option<Outcome>, Infallible> {
        Ok(match spot.node {
            4 | 5 => Some(Outcome::Win(Player::First)),
            6 => Some(Outcome::Draw),
            _ => None,
        })
    }

    fn moves(&self, spot: &Spot, out: &mut Vec<usize>) -> Result<(), Infallible> {
        out.extend(0..MOVES[usize::from(spot.node)].len());
        Ok(())
    }

    fn play(&self, spot: &mut Spot, mv: usize) -> Result<(), Infallible> {
        *spot = Spot { node: MOVES[usize::from(spot.node)][mv], route: spot.node == 1 };
        Ok(())
    }

    fn key(&self, spot: &Spot) -> Result<u64, Infallible> {
        Ok(spot.node.into())
    }

    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }
}

impl Notation for Toy {
    fn notation(&self, _spot: &Spot, mv: usize) -> Result<String, Infallible> {
        Ok(mv.to_string())
    }

    fn text(&self, spot: &Spot) -> Result<String, Infallible> {
        Ok(spot.node.to_string())
    }

    fn parse(&self, text: &str) -> Result<Spot, InputError> {
        let node = text.parse().map_err(|_| InputError::new("no node"))?;
        Ok(Spot { node, route: false })
    }
}

impl Packed for Toy {
    fn pack(&self, spot: &Spot, out: &mut Vec<u8>) -> Result<(), Infallible> {
        (self.pack)(*spot, out);
        Ok(())
    }

    fn unpack(&self, bytes: &[u8]) -> Result<Spot, InputError> {
        (self.unpack)(bytes).ok_or_else(|| InputError::new("no node has these bytes"))
    }

    fn canonical(&self, spot: &Spot) -> Result<Spot, Infallible> {
        Ok(Spot { node: (self.canonical)(spot.node), ..*spot })
    }

    fn pack_canonical(&self, spot: &Spot, out: &mut Vec<u8>) -> Result<(), Infallible> {
        self.pack(&if self.packs_canonical { self.canonical(spot)? } else { *spot }, out)
    }

    fn has_symmetry(&self) -> bool {
        self.has_symmetry
    }
}

impl Scored for Toy {}
impl Goals for Toy {}
impl Resources for Toy {}

fn check(toy: Toy) -> Result<(), String> {
    let start = Spot { node: 0, route: false };
    check_game(&toy, &start, 60, 5, 1, &mut || ControlFlow::Continue(())).map(|_| ())
}

fn assert_found(toy: Toy, message: &str) {
    let found = check(toy).expect_err(message);
    assert!(found.contains(message), "{found}, not {message}");
}

#[test]
fn what_is_right_is_accepted() {
    assert_eq!(check(RIGHT), Ok(()));
    assert_eq!(check(Toy { canonical: |node| node, has_symmetry: false, ..RIGHT }), Ok(()));
}

#[test]
fn mistakes_in_bytes_are_found() {
    let pack = |pack| Toy { pack, ..RIGHT };
    let unpack = |unpack| Toy { unpack, ..RIGHT };
    assert_found(
        pack(|spot, out| {
            out.clear();
            out.extend([9, spot.node]);
        }),
        "pack does not append bytes to what it is given, at '0'",
    );
    assert_found(pack(|_, _| {}), "pack does not append bytes");
    assert_found(unpack(|_| None), "the game does not read its own bytes: no node has these bytes, at '0'");
    assert_found(
        unpack(|bytes| (RIGHT.unpack)(bytes).filter(|_| bytes.len() == 2)),
        "the game does not read its own bytes",
    );
    assert_found(
        unpack(|bytes| (RIGHT.unpack)(bytes).map(|spot| Spot { node: spot.node.min(6), ..spot })),
        "unpack gives another position than pack was given, at '7'",
    );
    assert_found(
        pack(|spot, out| out.extend([9, spot.node / 2])),
        "unpack gives another position than pack was given",
    );
    assert_found(
        unpack(|bytes| match bytes {
            [9] => Some(Spot { node: 0, route: false }),
            _ => (RIGHT.unpack)(bytes),
        }),
        "unpack reads a part of the bytes of a position",
    );
    assert_found(
        unpack(|bytes| (RIGHT.unpack)(bytes.get(..2)?)),
        "unpack reads more than the bytes of a position",
    );
}

#[test]
fn bytes_that_tell_equal_positions_apart_are_found() {
    let apart = Toy { pack: |spot, out| out.extend([9 + u8::from(spot.route), spot.node]), ..RIGHT };
    let forgets = Toy {
        unpack: |bytes| match packed_within(bytes, 2).ok()? {
            &[9 | 10, node] if node < 8 => Some(Spot { node, route: false }),
            _ => None,
        },
        ..apart
    };
    assert_found(forgets, "pack gives other bytes for the position that unpack has made of them");
    let keeps = Toy {
        unpack: |bytes| match packed_within(bytes, 2).ok()? {
            &[way @ (9 | 10), node] if node < 8 => Some(Spot { node, route: way == 10 }),
            _ => None,
        },
        ..apart
    };
    assert_found(keeps, "equal positions have different bytes");
}

#[test]
fn bytes_that_begin_others_are_found() {
    // Node 7 has those of node 3 and two more. It may be met first or last.
    let begins = Toy {
        pack: |spot, out| match spot.node {
            7 => out.extend([9, 3, 5, 5]),
            node => out.extend([9, node]),
        },
        unpack: |bytes| match packed_within(bytes, 4) {
            Ok([9, 3, 5, 5]) => Some(Spot { node: 7, route: false }),
            _ => (RIGHT.unpack)(bytes),
        },
        ..RIGHT
    };
    for seed in 0..8 {
        let start = Spot { node: 0, route: false };
        let checked = check_game(&begins, &start, 60, 5, seed, &mut || ControlFlow::Continue(()));
        let found = checked.expect_err("bytes begin others");
        assert!(found.contains("begin the other's") && found.contains('3') && found.contains('7'), "{found}");
    }
}

#[test]
fn mistakes_in_representatives_are_found() {
    let canonical = |canonical| Toy { canonical, ..RIGHT };
    let swapped = |node| match node {
        1 => 2,
        2 => 1,
        other => other,
    };
    assert_found(canonical(swapped), "and another position for that, at '");
    assert_found(
        canonical(|node| if node == 0 { 1 } else { (RIGHT.canonical)(node) }),
        "canonical gives '1', where the other player is on move, at '0'",
    );
    assert_found(
        canonical(|node| if node == 6 { 4 } else { (RIGHT.canonical)(node) }),
        "canonical gives '4', where the outcome is another, at '6'",
    );
    // The same successors, but one of them twice.
    assert_found(
        canonical(|node| if node == 3 { 1 } else { (RIGHT.canonical)(node) }),
        "canonical gives '1', but '4' stands for fewer of its successors than of the position's, at '3'",
    );
    assert_found(
        canonical(|node| if node == 7 { 1 } else { (RIGHT.canonical)(node) }),
        "canonical gives '1', but '6' stands for more of its successors than of the position's, at '7'",
    );
    // A successor that is not mapped.
    assert_found(
        canonical(|node| if node == 5 { 5 } else { (RIGHT.canonical)(node) }),
        "stands for fewer of its successors",
    );
    assert_found(Toy { has_symmetry: false, ..RIGHT }, "though has_symmetry says no");
    assert_found(Toy { packs_canonical: false, ..RIGHT }, "but pack_canonical gives other bytes");
}
