//! The header of a table's file as text: written, read, and refused where it contradicts itself.

use std::fmt::Write;

use pnyx_game::Repetition;

/// The version of the format that is written and read.
pub const FORMAT_VERSION: u32 = 1;

pub(crate) const MAGIC: &str = "pnyx table ";
/// Bytes of a header at most.
pub(crate) const LARGEST_HEADER: usize = 1 << 20;

/// What a table is about, in whatever words, but always the same ones: single lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The game's name.
    pub game: String,
    /// Its options, as certificates have them.
    pub options: String,
    /// Where the enumeration began: positions, or the name of what generates them.
    pub starts: String,
    /// What a repetition means.
    pub repetition: Repetition,
    /// Whether the positions stand for those that are symmetric to them.
    pub symmetry: bool,
}

/// All that a file says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// What it is about.
    pub description: Description,
    /// Positions.
    pub positions: u64,
    /// Moves between them.
    pub edges: u64,
    /// Plies of the enumeration.
    pub plies: u64,
    /// Positions that the player on move wins.
    pub wins: u64,
    /// Positions that are drawn.
    pub draws: u64,
    /// Positions that the player on move loses.
    pub losses: u64,
    /// The largest distance, 0 if nothing is decided.
    pub longest: u32,
    /// Bytes of a record.
    pub record: usize,
    /// Bytes of an entry: 1, 2 or 4.
    pub entry: usize,
}

impl Description {
    /// The lines that say it.
    pub(crate) fn lines(&self) -> String {
        let Description { game, options, starts, repetition, symmetry } = self;
        let repetition = repetition.as_str();
        let symmetry = if *symmetry { "yes" } else { "no" };
        let one_line = |text: &str| text.replace(char::is_control, " ");
        format!(
            "{MAGIC}{FORMAT_VERSION}\ngame: {}\noptions: {}\nstarts: {}\nrepetition: {repetition}\n\
             symmetry: {symmetry}\n",
            one_line(game),
            one_line(options),
            one_line(starts),
        )
    }
}

impl Header {
    /// The header's bytes, its checksum and the empty line after it included.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let Header { positions, edges, plies, wins, draws, losses, longest, record, entry, .. } = self;
        let mut text = self.description.lines();
        let _ = write!(
            text,
            "positions: {positions}\nedges: {edges}\nplies: {plies}\nwins: {wins}\ndraws: {draws}\n\
             losses: {losses}\nlongest: {longest}\nrecord: {record}\nentry: {entry}\n"
        );
        let checksum = crc32fast::hash(text.as_bytes());
        let _ = write!(text, "checksum: {checksum:08x}\n\n");
        text.into_bytes()
    }

    /// Read a header from the beginning of a file, and find where it ends.
    pub(crate) fn read(bytes: &[u8]) -> Result<(Header, usize), String> {
        let head = &bytes[..bytes.len().min(LARGEST_HEADER)];
        let end = head.windows(2).position(|pair| pair == b"\n\n");
        let end = end.ok_or("its header does not end with an empty line")? + 2;
        let text = std::str::from_utf8(&head[..end]).map_err(|_| "its header is not UTF-8")?;
        let header = fields(text)?;
        if header.to_bytes() != head[..end] {
            return Err("its header is not written in its standard form, or its checksum is wrong".into());
        }
        Ok((header, end))
    }
}

/// The version that the first line names, if this is a table.
pub(crate) fn version(bytes: &[u8]) -> Option<u32> {
    let line = bytes.split(|&byte| byte == b'\n').next()?;
    std::str::from_utf8(line.get(..40).unwrap_or(line)).ok()?.strip_prefix(MAGIC)?.parse().ok()
}

fn fields(text: &str) -> Result<Header, String> {
    let mut lines = text.lines().skip(1);
    let mut field = |name: &str| -> Result<String, String> {
        let line = lines.next().and_then(|line| line.strip_prefix(name));
        let value = line.and_then(|line| line.strip_prefix(": "));
        value
            .map(str::to_owned)
            .ok_or_else(|| format!("its header has no line '{name}: ...' where it belongs"))
    };
    let (game, options, starts) = (field("game")?, field("options")?, field("starts")?);
    let repetition = match field("repetition")?.as_str() {
        "draw" => Repetition::Draw,
        "impossible" => Repetition::Impossible,
        _ => return Err("its repetition must be draw or impossible".into()),
    };
    let symmetry = field("symmetry")? == "yes";
    let mut number = |name: &str| -> Result<u64, String> {
        field(name)?.parse().map_err(|_| format!("the line '{name}' of its header has no number"))
    };
    let header = Header {
        description: Description { game, options, starts, repetition, symmetry },
        positions: number("positions")?,
        edges: number("edges")?,
        plies: number("plies")?,
        wins: number("wins")?,
        draws: number("draws")?,
        losses: number("losses")?,
        longest: number("longest")?.try_into().map_err(|_| "its longest distance is too long")?,
        record: number("record")?.try_into().map_err(|_| "its records are too long")?,
        entry: number("entry")?.try_into().map_err(|_| "its entries are too long")?,
    };
    if header.record == 0 || ![1, 2, 4].contains(&header.entry) {
        return Err("records have 1 or more bytes, and entries 1, 2 or 4".into());
    }
    Ok(header)
}
