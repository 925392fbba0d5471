//! How many inputs came to what: a property that only ever sees refusals tests little.

use std::borrow::Cow;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

/// Inputs, and those of them that passed.
pub struct Tally {
    name: Cow<'static, str>,
    all: AtomicU64,
    accepted: AtomicU64,
}

impl Tally {
    /// Nothing counted yet.
    #[must_use]
    pub const fn new(name: &'static str) -> Tally {
        Tally { name: Cow::Borrowed(name), all: AtomicU64::new(0), accepted: AtomicU64::new(0) }
    }

    /// Nothing counted yet, for one of many games.
    #[must_use]
    pub fn of(game: &str, name: &str) -> Tally {
        Tally { name: Cow::Owned(format!("{game}: {name}")), ..Tally::new("") }
    }

    /// One more input.
    pub fn add(&self, accepted: bool) {
        self.all.fetch_add(1, Ordering::Relaxed);
        self.accepted.fetch_add(u64::from(accepted), Ordering::Relaxed);
    }

    /// Print the numbers; panics if of many inputs none was accepted.
    pub fn finish(&self) {
        println!("{self}");
        let few = self.all.load(Ordering::Relaxed) < 10_000;
        assert!(few || self.accepted.load(Ordering::Relaxed) > 0, "{self}: the inputs are too wild");
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [all, accepted] = [&self.all, &self.accepted].map(|n| n.load(Ordering::Relaxed));
        write!(f, "{}: {all} inputs, {accepted} accepted", self.name)
    }
}
