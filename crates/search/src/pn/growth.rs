//! How large the trees of a second level may become.

/// The logistic growth function of Breuker, Uiterwijk and van den Herik (2001).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// The size of the first level at which the second may be half as large.
    pub a: f64,
    /// How slowly the share grows around it.
    pub b: f64,
    /// The number of nodes that both levels may hold together.
    pub stored: u64,
}

impl Growth {
    /// The nodes that a second level may hold when the first has `x`.
    pub(crate) fn second_level(&self, x: u64) -> u64 {
        let share = 1.0 / (1.0 + ((self.a - x as f64) / self.b).exp());
        ((x as f64 * share) as u64).min(self.stored.saturating_sub(x))
    }

    /// The same for at most N nodes, in proportion.
    pub(crate) fn shrunk_to(self, stored: u64) -> Growth {
        if stored >= self.stored {
            return self;
        }
        let share = stored as f64 / self.stored as f64;
        Growth { a: self.a * share, b: self.b * share, stored }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_level_grows_with_the_first_until_they_share_the_room() {
        let growth = Growth { a: 1_800_000.0, b: 240_000.0, stored: 1_000_000 };
        assert_eq!(growth.second_level(0), 0);
        assert_eq!(growth.second_level(1_000), 0);
        assert_eq!(growth.second_level(2_000), 1);
        assert_eq!(growth.second_level(600_000), 4_015);
        assert_eq!(growth.second_level(999_990), 10);
        assert_eq!(growth.second_level(2_000_000), 0);
        let half = Growth { stored: u64::MAX, ..growth };
        assert_eq!(half.second_level(1_800_000), 900_000);
        let tenth = growth.shrunk_to(100_000);
        assert_eq!(tenth, Growth { a: 180_000.0, b: 24_000.0, stored: 100_000 });
        assert_eq!(tenth.second_level(60_000), 401);
        assert_eq!(growth.shrunk_to(2_000_000), growth);
    }
}
