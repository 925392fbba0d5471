//! The names, defaults and help texts of options that several proof-number searches share; those of a single one stand in
//! its file.

use pnyx_game::{Init, InputError};

use super::ghi::Ghi;
use crate::options::{OptionKind, OptionSpec, ParsedOptions};
use crate::table::TableSize;

/// What the option `init` may be.
pub(crate) const INITS: OptionKind = OptionKind::Choice(&["mobility", "unit", "custom"]);

/// Where the first numbers of leaves come from.
pub(crate) const INIT: OptionSpec = OptionSpec::new(
    "init",
    INITS,
    "mobility",
    "first numbers of a leaf: mobility (replies), unit (1 and 1) or custom (what the game's method estimate says)",
);

/// What `pds` and its relatives can do about path-dependent verdicts.
pub(crate) const GHI: OptionSpec = OptionSpec::new(
    "ghi",
    OptionKind::Choice(&["full", "sim", "dup", "ignore"]),
    "full",
    "path-dependent verdicts: full, sim, dup (kept by line), ignore (wrong)",
);

/// The tables that they can use.
const TABLE: OptionSpec = OptionSpec::new(
    "table",
    OptionKind::BytesOr(&["bounded", "exact", "two-big"]),
    "bounded",
    "bounded: as large as the memory limit; exact: forgets nothing; two-big: of two levels; or a number of bytes",
);

/// Positions in a table of two levels.
const STORED: OptionSpec = OptionSpec::new(
    "stored",
    OptionKind::Count(u64::MAX),
    "1000000",
    "with table=two-big, the number of positions it has room for",
);

/// The options of the searches that evaluate a position when they go into it: `pds` and `pn-star`.
#[derive(Clone, Copy)]
pub(crate) struct DelayedOptions {
    pub ghi: Ghi,
    pub table: TableSize,
}

impl DelayedOptions {
    pub const SPECS: &'static [OptionSpec] = &[GHI, TABLE, STORED];

    pub fn read(options: &ParsedOptions<'_>) -> Result<DelayedOptions, InputError> {
        Ok(DelayedOptions { ghi: ghi(options)?, table: TableSize::read(options)? })
    }

    pub fn safer(self) -> Option<DelayedOptions> {
        Some(DelayedOptions { ghi: self.ghi.safer()?, ..self })
    }
}

pub(crate) fn init(options: &ParsedOptions<'_>) -> Result<Init, InputError> {
    Ok(match options.choice("init")? {
        "unit" => Init::Unit,
        "custom" => Init::Custom,
        _ => Init::Mobility,
    })
}

pub(crate) fn ghi(options: &ParsedOptions<'_>) -> Result<Ghi, InputError> {
    Ok(match options.choice("ghi")? {
        "sim" => Ghi::Sim,
        "dup" => Ghi::Dup,
        "ignore" => Ghi::Ignore,
        "nagai" => Ghi::Nagai,
        _ => Ghi::Full,
    })
}
