//! How large a table is to be, as options say it.

use pnyx_game::InputError;

use super::{Scores, TwoDeep};
use crate::options::{OptionKind, OptionSpec, ParsedOptions};

/// Which table a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableSize {
    /// As large as the memory allows; what matters least gives way.
    Bounded,
    /// Everything is kept.
    Exact,
    /// Of N bytes.
    Bytes(usize),
    /// For N positions, of which the largest and the latest stay.
    TwoBig(usize),
}

impl TableSize {
    /// What the option `table` says, and `stored` with `two-big`.
    pub fn read(options: &ParsedOptions<'_>) -> Result<TableSize, InputError> {
        if options.get("table").1 != "two-big" && options.has("stored") {
            return Err(InputError::new(
                "option stored is the size of table=two-big: leave it out, or ask for that table",
            ));
        }
        Ok(match options.bytes_or("table")? {
            Ok(bytes) => TableSize::Bytes(bytes),
            Err("exact") => TableSize::Exact,
            Err("two-big") => {
                TableSize::TwoBig(usize::try_from(options.count("stored")?).unwrap_or(usize::MAX))
            }
            Err(_) => TableSize::Bounded,
        })
    }
}

/// Which table of scores a search uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScoreTableSize {
    /// None.
    #[default]
    Off,
    /// Everything is kept.
    Exact,
    /// As large as the memory allows.
    TwoDeep,
    /// For N positions.
    Stored(usize),
}

impl ScoreTableSize {
    /// The kind of the option `table`.
    pub const TABLE: OptionKind = OptionKind::Choice(&["two-deep", "exact", "off"]);

    /// The option `stored`.
    pub const STORED: OptionSpec = OptionSpec::new(
        "stored",
        OptionKind::CountOr("memory"),
        "memory",
        "the most positions of a two-deep table; memory: as many as the memory limit allows",
    );

    /// What the options `table` and `stored` say.
    pub fn read(options: &ParsedOptions<'_>) -> Result<ScoreTableSize, InputError> {
        match (options.choice("table")?, options.count_or("stored")?) {
            ("two-deep", Some(positions)) => Ok(ScoreTableSize::Stored(positions.min(1 << 40) as usize)),
            ("two-deep", None) => Ok(ScoreTableSize::TwoDeep),
            (_, Some(_)) => Err(InputError::new("option stored is the size of table=two-deep: leave it out")),
            ("exact", None) => Ok(ScoreTableSize::Exact),
            _ => Ok(ScoreTableSize::Off),
        }
    }

    /// The table, in at most N bytes if that is limited.
    #[must_use]
    pub fn table(self, bytes: Option<usize>) -> Scores {
        match (self, bytes) {
            (ScoreTableSize::Off, _) => Scores::off(),
            (ScoreTableSize::Stored(positions), _) => {
                let fits = bytes.map_or(usize::MAX, |bytes| bytes / TwoDeep::RECORD);
                Scores::two_deep(TwoDeep::for_positions(positions.min(fits)))
            }
            (ScoreTableSize::TwoDeep, Some(bytes)) => Scores::two_deep(TwoDeep::new(bytes)),
            (ScoreTableSize::Exact | ScoreTableSize::TwoDeep, _) => Scores::exact(),
        }
    }
}
