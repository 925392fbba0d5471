//! The trait [`Packed`]: positions as a few bytes, and one position for all that are symmetric, for tables of whole games.

use crate::{InputError, Notation};

/// How a table of a whole game holds positions.
///
/// # Contract
///
/// - [`unpack`](Packed::unpack) gives back the position that [`pack`](Packed::pack) was given.
/// - Equal positions have equal bytes, different ones different bytes. No position's bytes begin another's, so that
///   zeros may follow them in records of one width.
/// - [`canonical`](Packed::canonical) gives one of the positions that are symmetric to the given one, the same for all of
///   them. It has the same turn and outcome and is its own representative, and the representatives of its successors are
///   those of the given position's successors, each as often.
/// - Symmetry is a matter of rules alone: no search, goal, history or certificate knows of it.
///
/// [`check_game`](crate::check_game) tests all of this by random play.
pub trait Packed: Notation {
    /// Append the position's bytes to `out`. By default the [`identity`](Notation::identity) and a zero.
    fn pack(&self, position: &Self::Position, out: &mut Vec<u8>) -> Result<(), Self::Error> {
        pack_text(&self.identity(position)?, out);
        Ok(())
    }

    /// The position with these bytes, which zeros may follow. The bytes come from files: there may be no such position.
    fn unpack(&self, bytes: &[u8]) -> Result<Self::Position, InputError> {
        unpack_text(bytes, |text| self.parse(text), |position, own| self.pack(position, own))
    }

    /// The representative of the positions that are symmetric to this one; by default the position itself.
    fn canonical(&self, position: &Self::Position) -> Result<Self::Position, Self::Error> {
        Ok(position.clone())
    }

    /// Append the bytes of the representative: what is asked of every move that a table is made of. Games whose positions
    /// take long to make get there without one.
    fn pack_canonical(&self, position: &Self::Position, out: &mut Vec<u8>) -> Result<(), Self::Error> {
        if self.has_symmetry() {
            self.pack(&self.canonical(position)?, out)
        } else {
            self.pack(position, out)
        }
    }

    /// Whether [`canonical`](Packed::canonical) may be another position. Saying `true` is always right.
    fn has_symmetry(&self) -> bool {
        false
    }

    /// Whether equal positions have equal bytes in every case. Games whose positions are made elsewhere may know several
    /// forms of one; a table then has each of them.
    fn has_exact_bytes(&self) -> bool {
        self.has_notation()
    }

    /// Whether the board's size is neither in the options nor in the bytes: then who reads a table of the game must see by
    /// the text of a start that it is of this size.
    fn comes_in_sizes(&self) -> bool {
        false
    }

    /// Why there is no table of this game, if there is none for another reason than its rule of repetition: what it
    /// counts, for instance.
    fn refuses_table(&self) -> Option<String> {
        None
    }
}

/// Append a text and the zero that ends it: what [`Packed::pack`] does unless a game knows better.
pub fn pack_text(text: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(text.as_bytes());
    out.push(0);
}

/// The position whose text [`pack_text`] packed: what [`Packed::unpack`] does unless a game knows better.
pub(crate) fn unpack_text<P, E>(
    bytes: &[u8],
    parse: impl FnOnce(&str) -> Result<P, InputError>,
    pack: impl FnOnce(&P, &mut Vec<u8>) -> Result<(), E>,
) -> Result<P, InputError> {
    let position = parse(packed_text(bytes)?)?;
    // Many texts may be read as one position, but one of them is its own.
    let mut own = Vec::new();
    match pack(&position, &mut own) {
        Ok(()) if bytes.starts_with(&own) => Ok(position),
        _ => Err(bad_bytes("the position has another text", bytes)),
    }
}

/// The text that [`pack_text`] packed.
pub fn packed_text(bytes: &[u8]) -> Result<&str, InputError> {
    let end = bytes.iter().position(|&byte| byte == 0);
    let end = end.ok_or_else(|| bad_bytes("no zero ends the text", bytes))?;
    packed_within(bytes, end + 1)?;
    std::str::from_utf8(&bytes[..end]).map_err(|_| bad_bytes("the text is not UTF-8", bytes))
}

/// The first `length` bytes, if only zeros follow them.
pub fn packed_within(bytes: &[u8], length: usize) -> Result<&[u8], InputError> {
    let (own, rest) =
        bytes.split_at_checked(length).ok_or_else(|| bad_bytes(&format!("{length} are needed"), bytes))?;
    if rest.iter().any(|&byte| byte != 0) {
        return Err(bad_bytes(&format!("something other than zeros follows the first {length}"), bytes));
    }
    Ok(own)
}

/// The error for bytes that are no packed position.
#[cold]
#[must_use]
pub fn bad_bytes(why: &str, bytes: &[u8]) -> InputError {
    const SHOWN: usize = 40;
    let mut digits: String = bytes.iter().take(SHOWN).map(|byte| format!("{byte:02x}")).collect();
    if bytes.len() > SHOWN {
        digits.push('…');
    }
    InputError::new(format!("these {} bytes are no packed position: {why}: {digits}", bytes.len()))
}
