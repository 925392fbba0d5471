//! The clauses of [`Packed`](crate::Packed): positions as bytes, and the representatives of symmetric positions.

use std::collections::BTreeMap;
use std::fmt::Display;

use super::{at, say};
use crate::Game;

/// Stands before the bytes of a position, which are to be appended.
const BEFORE: u8 = 0xa5;

/// The positions met, by their bytes.
pub(super) struct PackedBytes<P>(BTreeMap<Vec<u8>, P>);

impl<P> Default for PackedBytes<P> {
    fn default() -> PackedBytes<P> {
        PackedBytes(BTreeMap::new())
    }
}

impl<P: Clone + Eq> PackedBytes<P> {
    /// What is asked of the bytes of a position, and of those of two positions.
    pub(super) fn check<G>(&mut self, game: &G, position: &P) -> Result<(), String>
    where
        G: Game<Position = P, Error: Display>,
    {
        if !game.has_exact_bytes() {
            return Ok(());
        }
        let bytes = pack(game, position)?;
        check_unpack(game, position, &bytes)?;
        // They are those of no other position: unpack gave this one.
        if self.0.contains_key(&bytes) {
            return Ok(());
        }
        // Nothing here begins anything else, so what begins these bytes, or they begin, lies next to them.
        let before = self.0.range(..bytes.clone()).next_back();
        let after = self.0.range(bytes.clone()..).next();
        let shorter = before.filter(|(other, _)| bytes.starts_with(other));
        if let Some((_, other)) = shorter.or_else(|| after.filter(|(other, _)| other.starts_with(&bytes))) {
            let name = game.text(other).unwrap_or_default();
            return Err(at(
                game,
                position,
                &format!("the bytes of this position or of '{name}' begin the other's"),
            ));
        }
        self.0.insert(bytes, position.clone());
        Ok(())
    }
}

/// Two equal positions have the same bytes.
pub(super) fn check_equal<G>(game: &G, one: &G::Position, other: &G::Position) -> Result<(), String>
where
    G: Game<Error: Display>,
{
    if game.has_exact_bytes() && pack(game, one)? != pack(game, other)? {
        return Err(at(game, other, "equal positions have different bytes"));
    }
    Ok(())
}

/// The bytes are read back, with zeros behind them and without, and not if they are changed at the end.
fn check_unpack<G>(game: &G, position: &G::Position, bytes: &[u8]) -> Result<(), String>
where
    G: Game<Error: Display>,
{
    for zeros in [0, 9] {
        let mut padded = bytes.to_vec();
        padded.resize(bytes.len() + zeros, 0);
        let read = game.unpack(&padded);
        let read =
            read.map_err(|e| at(game, position, &format!("the game does not read its own bytes: {e}")))?;
        if read != *position {
            return Err(at(game, position, "unpack gives another position than pack was given"));
        }
        if pack(game, &read)? != bytes {
            return Err(at(
                game,
                position,
                "pack gives other bytes for the position that unpack has made of them",
            ));
        }
    }
    let mut extended = bytes.to_vec();
    extended.push(1);
    for (what, changed) in [("a part of", &bytes[..bytes.len() - 1]), ("more than", &extended)] {
        if game.unpack(changed).is_ok() {
            return Err(at(game, position, &format!("unpack reads {what} the bytes of a position")));
        }
    }
    Ok(())
}

fn pack<G>(game: &G, position: &G::Position) -> Result<Vec<u8>, String>
where
    G: Game<Error: Display>,
{
    appended(game, position, "pack", |out| say(game.pack(position, out)))
}

/// What is appended to some bytes, which are not changed.
fn appended<G: Game>(
    game: &G,
    position: &G::Position,
    method: &str,
    append: impl FnOnce(&mut Vec<u8>) -> Result<(), String>,
) -> Result<Vec<u8>, String> {
    let mut bytes = vec![BEFORE];
    append(&mut bytes)?;
    match bytes.split_first() {
        Some((&BEFORE, own)) if !own.is_empty() => Ok(own.to_vec()),
        _ => Err(at(game, position, &format!("{method} does not append bytes to what it is given"))),
    }
}

/// The representative is one, and play goes on from it as from the position.
pub(super) fn check_canonical<G>(game: &G, position: &G::Position, moves: &[G::Move]) -> Result<(), String>
where
    G: Game<Error: Display>,
{
    let canonical = say(game.canonical(position))?;
    let fail = |what: &str| {
        let name = game.text(&canonical).unwrap_or_default();
        Err::<(), _>(at(game, position, &format!("canonical gives '{name}', {what}")))
    };
    if game.has_exact_bytes() {
        let bytes =
            appended(game, position, "pack_canonical", |out| say(game.pack_canonical(position, out)))?;
        if bytes != pack(game, &canonical)? {
            return fail("but pack_canonical gives other bytes");
        }
    }
    if !game.has_symmetry() {
        return if canonical == *position { Ok(()) } else { fail("though has_symmetry says no") };
    }
    if say(game.canonical(&canonical))? != canonical {
        return fail("and another position for that");
    }
    if say(game.turn(&canonical))? != say(game.turn(position))? {
        return fail("where the other player is on move");
    }
    let outcome = say(game.outcome(&canonical))?;
    if outcome != say(game.outcome(position))? {
        return fail("where the outcome is another");
    }
    if outcome.is_some() {
        return Ok(());
    }
    let mut others = Vec::new();
    say(game.moves(&canonical, &mut others))?;
    let mut left = successors(game, &canonical, &others)?;
    for next in successors(game, position, moves)? {
        match left.iter().position(|other| *other == next) {
            Some(place) => drop(left.swap_remove(place)),
            None => {
                let name = game.text(&next).unwrap_or_default();
                return fail(&format!(
                    "but '{name}' stands for fewer of its successors than of the position's"
                ));
            }
        }
    }
    match left.first() {
        None => Ok(()),
        Some(next) => {
            let name = game.text(next).unwrap_or_default();
            fail(&format!("but '{name}' stands for more of its successors than of the position's"))
        }
    }
}

/// The representatives of the positions after these moves.
fn successors<G>(game: &G, position: &G::Position, moves: &[G::Move]) -> Result<Vec<G::Position>, String>
where
    G: Game<Error: Display>,
{
    let mut all = Vec::with_capacity(moves.len());
    for &mv in moves {
        let mut next = position.clone();
        say(game.play(&mut next, mv))?;
        all.push(say(game.canonical(&next))?);
    }
    Ok(all)
}
