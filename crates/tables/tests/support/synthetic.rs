//! Positions with nothing to them but their number, as many as it takes.

use std::convert::Infallible;

use pnyx_game::Player;
use pnyx_tables::{Expanded, Expander, Records};

use super::Random;

/// So many positions with records of 16 bytes; from each, moves to the next ones or to random ones.
pub struct Synthetic {
    pub positions: u64,
    /// Moves to the next position, then to positions behind.
    pub narrow: bool,
}

impl Synthetic {
    /// The position with this number.
    pub fn pack(number: u64) -> [u8; 16] {
        let mut bytes = [0xff; 16];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        bytes
    }
}

impl Expander for Synthetic {
    type Error = Infallible;

    fn expand(&self, batch: &Records<'_>, out: &mut Expanded) -> Result<(), Self::Error> {
        for record in batch.iter() {
            let number = u64::from_le_bytes(record[..8].try_into().unwrap());
            let mut random = Random(number);
            out.position(if random.chance(50) { Player::First } else { Player::Second }, None);
            let moves = 1 + random.below(3);
            for _ in 0..moves {
                let next = if self.narrow {
                    random.next() % (number + 2)
                } else {
                    (2 * number + 1 + random.next() % 2) % self.positions
                };
                out.successor(&Synthetic::pack(next % self.positions));
            }
            out.successor(&Synthetic::pack((number + 1) % self.positions));
        }
        Ok(())
    }
}
