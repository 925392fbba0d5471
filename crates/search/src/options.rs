//! How options of algorithms are declared and read from texts; each algorithm declares its own in its file.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::str::FromStr;

use pnyx_game::InputError;

/// An option of an algorithm.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name.
    pub name: &'static str,
    /// What it may be.
    pub kind: OptionKind,
    /// What it is where nothing is given.
    pub default: &'static str,
    /// What it means, in one line.
    pub meaning: &'static str,
}

/// What an option may be.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// One of some words.
    Choice(&'static [&'static str]),
    /// On or off; true and false will do too.
    Switch,
    /// A whole number from 1 to N.
    Count(u64),
    /// The word, or a whole number from 1.
    CountOr(&'static str),
    /// One of some words, or a number of bytes.
    BytesOr(&'static [&'static str]),
    /// A number from 0 to 1,000,000.
    Share,
    /// A whole number from -N to N.
    Signed(i32),
    /// The word, or a whole number from -N to N.
    SignedOr(&'static str, i32),
}

impl OptionSpec {
    /// An option.
    #[must_use]
    pub const fn new(
        name: &'static str,
        kind: OptionKind,
        default: &'static str,
        meaning: &'static str,
    ) -> OptionSpec {
        OptionSpec { name, kind, default, meaning }
    }

    fn error(&self, allowed: &str, given: &str) -> InputError {
        InputError::new(format!("option {} must be {allowed}, not {}", self.name, InputError::quote(given)))
    }

    fn within<T>(&self, given: &str, range: RangeInclusive<T>, allowed: &str) -> Result<T, InputError>
    where
        T: FromStr + PartialOrd,
    {
        let number = given.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| self.error(allowed, given))
    }
}

/// The options of an algorithm, as the user gave them; all are known by name.
pub struct ParsedOptions<'a> {
    declared: &'static [OptionSpec],
    texts: &'a BTreeMap<String, String>,
}

/// No option is given.
static NOTHING: BTreeMap<String, String> = BTreeMap::new();

impl<'a> ParsedOptions<'a> {
    /// Options that were given to an algorithm.
    pub fn new(
        algorithm: &str,
        declared: &'static [OptionSpec],
        texts: &'a BTreeMap<String, String>,
    ) -> Result<ParsedOptions<'a>, InputError> {
        if let Some(name) = texts.keys().find(|name| !declared.iter().any(|known| known.name == **name)) {
            let known: Vec<_> = declared.iter().map(|option| option.name).collect();
            return Err(InputError::new(format!(
                "{algorithm} has no option {} (it has: {})",
                InputError::quote(name),
                known.join(", ")
            )));
        }
        Ok(ParsedOptions { declared, texts })
    }

    /// Nothing was given: every option is its default.
    #[must_use]
    pub fn defaults(declared: &'static [OptionSpec]) -> ParsedOptions<'static> {
        ParsedOptions { declared, texts: &NOTHING }
    }

    /// Whether the algorithm has such an option.
    #[must_use]
    pub fn declares(&self, name: &str) -> bool {
        self.declared.iter().any(|option| option.name == name)
    }

    /// Whether something was given for an option.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.texts.contains_key(name)
    }

    /// An option, with what was given for it or else its default.
    ///
    /// # Panics
    ///
    /// If the algorithm does not declare it.
    #[must_use]
    pub fn get(&self, name: &str) -> (&'static OptionSpec, &'a str) {
        let declared = self.declared.iter().find(|option| option.name == name);
        let option = declared.unwrap_or_else(|| panic!("the option {name} is read and not declared"));
        (option, self.texts.get(name).map_or(option.default, String::as_str))
    }

    /// One of the words of a [`Choice`](OptionKind::Choice).
    pub fn choice(&self, name: &str) -> Result<&'static str, InputError> {
        let (option, given) = self.get(name);
        let OptionKind::Choice(words) = option.kind else { unreachable!("{name} is no choice") };
        words
            .iter()
            .copied()
            .find(|word| *word == given)
            .ok_or_else(|| option.error(&words.join(" or "), given))
    }

    /// A [`Switch`](OptionKind::Switch).
    pub fn switch(&self, name: &str) -> Result<bool, InputError> {
        match self.get(name) {
            (_, "off" | "false") => Ok(false),
            (_, "on" | "true") => Ok(true),
            (option, other) => Err(option.error("on or off", other)),
        }
    }

    /// A [`Count`](OptionKind::Count).
    pub fn count(&self, name: &str) -> Result<u64, InputError> {
        let (option, given) = self.get(name);
        let most = if let OptionKind::Count(most) = option.kind { most } else { u64::MAX };
        option.within(given, 1..=most, &format!("a whole number from 1 to {most}"))
    }

    /// A [`CountOr`](OptionKind::CountOr); `None` if it is the word.
    pub fn count_or(&self, name: &str) -> Result<Option<u64>, InputError> {
        match self.get(name) {
            (OptionSpec { kind: OptionKind::CountOr(word), .. }, given) if *word == given => Ok(None),
            _ => self.count(name).map(Some),
        }
    }

    /// A [`BytesOr`](OptionKind::BytesOr): the number of bytes, or one of the words.
    pub fn bytes_or(&self, name: &str) -> Result<Result<usize, &'static str>, InputError> {
        let (option, given) = self.get(name);
        let OptionKind::BytesOr(words) = option.kind else { unreachable!("{name} is no number of bytes") };
        if let Ok(bytes) = given.parse() {
            return Ok(Ok(bytes));
        }
        words.iter().copied().find(|word| *word == given).map(Err).ok_or_else(|| {
            option.error(&format!("{} or a number of bytes, like 1048576", words.join(", ")), given)
        })
    }

    /// A [`Share`](OptionKind::Share).
    pub fn share(&self, name: &str) -> Result<f64, InputError> {
        let (option, given) = self.get(name);
        option.within(given, 0.0..=1e6, "a number from 0 to 1000000, like 0.25")
    }

    /// A [`Signed`](OptionKind::Signed).
    pub fn signed(&self, name: &str) -> Result<i32, InputError> {
        let (option, given) = self.get(name);
        let (OptionKind::Signed(most) | OptionKind::SignedOr(_, most)) = option.kind else {
            unreachable!("{name} is no signed number")
        };
        option.within(given, -most..=most, &format!("a whole number from -{most} to {most}"))
    }

    /// A [`SignedOr`](OptionKind::SignedOr); `None` if it is the word.
    pub fn signed_or(&self, name: &str) -> Result<Option<i32>, InputError> {
        match self.get(name) {
            (OptionSpec { kind: OptionKind::SignedOr(word, _), .. }, given) if *word == given => Ok(None),
            _ => self.signed(name).map(Some),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DECLARED: &[OptionSpec] = &[
        OptionSpec::new("mode", OptionKind::Choice(&["fast", "safe"]), "fast", "how"),
        OptionSpec::new("tidy", OptionKind::Switch, "on", "whether"),
        OptionSpec::new("a", OptionKind::Count(9), "3", "how many"),
        OptionSpec::new("stored", OptionKind::CountOr("memory"), "memory", "how many"),
        OptionSpec::new("table", OptionKind::BytesOr(&["bounded", "exact"]), "bounded", "how large"),
        OptionSpec::new("epsilon", OptionKind::Share, "0.5", "how far"),
        OptionSpec::new("shift", OptionKind::Signed(5), "0", "by how much"),
        OptionSpec::new("window", OptionKind::SignedOr("auto", 5), "auto", "how wide"),
    ];

    fn read<T>(
        given: &[(&str, &str)],
        look: impl Fn(&ParsedOptions<'_>) -> Result<T, InputError>,
    ) -> Result<T, String> {
        let texts = given.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect();
        ParsedOptions::new("toy", DECLARED, &texts)
            .and_then(|options| look(&options))
            .map_err(|e| e.to_string())
    }

    #[test]
    fn defaults_are_read_where_nothing_is_given() {
        let options = ParsedOptions::defaults(DECLARED);
        assert_eq!(options.choice("mode"), Ok("fast"));
        assert_eq!(options.switch("tidy"), Ok(true));
        assert_eq!(options.count("a"), Ok(3));
        assert_eq!(options.count_or("stored"), Ok(None));
        assert_eq!(options.bytes_or("table"), Ok(Err("bounded")));
        assert_eq!(options.share("epsilon"), Ok(0.5));
        assert_eq!(options.signed("shift"), Ok(0));
        assert_eq!(options.signed_or("window"), Ok(None));
    }

    #[test]
    fn what_is_given_is_read() {
        assert_eq!(read(&[("mode", "safe")], |o| o.choice("mode")), Ok("safe"));
        assert_eq!(read(&[("tidy", "false")], |o| o.switch("tidy")), Ok(false));
        assert_eq!(read(&[("a", "9")], |o| o.count("a")), Ok(9));
        assert_eq!(read(&[("stored", "7")], |o| o.count_or("stored")), Ok(Some(7)));
        assert_eq!(read(&[("table", "4096")], |o| o.bytes_or("table")), Ok(Ok(4096)));
        assert_eq!(read(&[("table", "exact")], |o| o.bytes_or("table")), Ok(Err("exact")));
        assert_eq!(read(&[("epsilon", "2")], |o| o.share("epsilon")), Ok(2.0));
        assert_eq!(read(&[("shift", "-5")], |o| o.signed("shift")), Ok(-5));
        assert_eq!(read(&[("window", "4")], |o| o.signed_or("window")), Ok(Some(4)));
    }

    #[test]
    fn errors_say_what_is_allowed() {
        let error =
            |given, look: fn(&ParsedOptions<'_>) -> Result<(), InputError>| read(&[given], look).unwrap_err();
        assert_eq!(
            error(("moode", "x"), |_| Ok(())),
            "toy has no option 'moode' (it has: mode, tidy, a, stored, table, epsilon, shift, window)"
        );
        assert_eq!(
            error(("mode", "x"), |o| o.choice("mode").map(drop)),
            "option mode must be fast or safe, not 'x'"
        );
        assert_eq!(
            error(("tidy", "x"), |o| o.switch("tidy").map(drop)),
            "option tidy must be on or off, not 'x'"
        );
        assert_eq!(
            error(("a", "0"), |o| o.count("a").map(drop)),
            "option a must be a whole number from 1 to 9, not '0'"
        );
        assert_eq!(
            error(("table", "x"), |o| o.bytes_or("table").map(drop)),
            "option table must be bounded, exact or a number of bytes, like 1048576, not 'x'"
        );
        assert_eq!(
            error(("shift", "6"), |o| o.signed("shift").map(drop)),
            "option shift must be a whole number from -5 to 5, not '6'"
        );
    }
}
