//! The work file beside a table that is being built, `FILE.part`: what the enumeration knew at the end of each ply.
//!
//! It begins with a line that names it and is then only appended to, in frames: a letter, a shard, the length and the CRC-32
//! of what follows. A ply is known when its last frame, the `p`, is there; whatever follows the last of these was being
//! written when the process was killed, and is cut off.

use std::fs;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use crate::Enumeration;
use crate::block::Mark;
use crate::cell::Cell;
use crate::edges::Range;
use crate::index::{Key, SHARDS};

/// The first line.
const MAGIC: &str = "pnyx table work 1\n";
/// Frames are at most this long, or one record.
const LONGEST: usize = 1 << 20;
/// Bytes that are written at once.
const BUFFERED: usize = 1 << 18;
/// A frame before its contents: kind, shard, length, checksum.
const HEAD: usize = 10;

/// The work file while it is written.
pub(crate) struct Journal<F: Write> {
    file: Buffered<F>,
    saved: Saved,
}

/// Bytes are written many at a time, and never again after a write has failed.
struct Buffered<F> {
    file: F,
    bytes: Vec<u8>,
}

impl<F: Write> Write for Buffered<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() >= BUFFERED {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let bytes = std::mem::take(&mut self.bytes);
        self.file.write_all(&bytes)?;
        self.file.flush()
    }
}

/// How much of an enumeration is in the file.
#[derive(Clone)]
struct Saved {
    /// Positions, expanded positions and edges by shard.
    shards: Vec<(u32, u32, Mark)>,
    flushes: usize,
    sizes: usize,
}

impl Saved {
    fn nothing() -> Saved {
        Saved { shards: vec![(0, 0, Mark::default()); SHARDS], flushes: 0, sizes: 0 }
    }
}

/// Why a work file cannot be taken up.
pub(crate) enum Refused {
    Io(io::Error),
    Foreign,
    OtherQuestion(String),
}

impl From<io::Error> for Refused {
    fn from(error: io::Error) -> Refused {
        Refused::Io(error)
    }
}

/// What a work file has.
pub(crate) struct Found {
    pub enumeration: Enumeration,
    /// The bytes up to the end of its last whole ply; 0 if there is none.
    pub length: u64,
}

impl<F: Write> Journal<F> {
    fn new(file: F) -> Journal<F> {
        Journal { file: Buffered { file, bytes: Vec::new() }, saved: Saved::nothing() }
    }

    /// Begin a work file about this question.
    pub fn begin(file: F, question: &str) -> io::Result<Journal<F>> {
        let mut journal = Journal::new(file);
        journal.file.write_all(MAGIC.as_bytes())?;
        journal.frame(b'q', 0, question.as_bytes())?;
        journal.file.flush()?;
        Ok(journal)
    }

    /// Go on after what was found.
    pub fn go_on(file: F, enumeration: &mut Enumeration) -> Journal<F> {
        let mut journal = Journal::new(file);
        journal.saved = journal.state(enumeration);
        journal
    }

    /// Append what is new, at the end of a ply.
    pub fn save(&mut self, enumeration: &mut Enumeration) -> io::Result<()> {
        enumeration.write_edges();
        for shard in 0..SHARDS {
            self.save_shard(enumeration, shard)?;
        }
        let now = self.state(enumeration);
        let flushes = enumeration.space.flushes.get_mut().expect("no panic");
        for ranges in &flushes[self.saved.flushes..] {
            let words = ranges.iter().flat_map(|range| [range.rank, range.id]);
            let bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
            write_frame(&mut self.file, b'f', 0, &bytes)?;
        }
        let sizes = &enumeration.sizes[self.saved.sizes..];
        let mut end: Vec<u8> = sizes.iter().flat_map(|size| size.to_le_bytes()).collect();
        end.extend(enumeration.space.edges.get_mut().to_le_bytes());
        self.frame(b'p', 0, &end)?;
        self.file.flush()?;
        self.saved = now;
        Ok(())
    }

    fn state(&self, enumeration: &mut Enumeration) -> Saved {
        let shards = enumeration.space.shards.iter_mut().map(|shard| {
            let shard = shard.get_mut().expect("no panic");
            (shard.len(), shard.expanded, shard.edges.end())
        });
        Saved {
            shards: shards.collect(),
            flushes: enumeration.space.flushes.get_mut().expect("no panic").len(),
            sizes: enumeration.sizes.len(),
        }
    }

    fn save_shard(&mut self, enumeration: &mut Enumeration, number: usize) -> io::Result<()> {
        let shard = enumeration.space.shards[number].get_mut().expect("no panic");
        let (positions, expanded, edges) = self.saved.shards[number];
        let mut bytes = Vec::new();
        let per_frame = (LONGEST / shard.width().max(1)).max(1);
        for from in (positions..shard.len()).step_by(per_frame) {
            bytes.clear();
            bytes.extend((shard.width() as u32).to_le_bytes());
            for at in from..shard.len().min(from.saturating_add(per_frame as u32)) {
                bytes.extend_from_slice(shard.record(at));
            }
            write_frame(&mut self.file, b'r', number, &bytes)?;
        }
        for from in (expanded..shard.expanded).step_by(LONGEST / 4) {
            let to = shard.expanded.min(from + (LONGEST / 4) as u32);
            bytes.clear();
            bytes.extend((from..to).flat_map(|at| shard.cell(at).0.to_le_bytes()));
            write_frame(&mut self.file, b'c', number, &bytes)?;
        }
        for run in shard.edges.from(edges) {
            write_frame(&mut self.file, b'e', number, run)?;
        }
        Ok(())
    }

    fn frame(&mut self, kind: u8, shard: usize, contents: &[u8]) -> io::Result<()> {
        write_frame(&mut self.file, kind, shard, contents)
    }
}

fn write_frame(out: &mut impl Write, kind: u8, shard: usize, contents: &[u8]) -> io::Result<()> {
    let mut head = [kind, shard as u8, 0, 0, 0, 0, 0, 0, 0, 0];
    head[2..6].copy_from_slice(&(contents.len() as u32).to_le_bytes());
    let mut sum = crc32fast::Hasher::new();
    sum.update(&head[..6]);
    sum.update(contents);
    head[6..].copy_from_slice(&sum.finalize().to_le_bytes());
    out.write_all(&head)?;
    out.write_all(contents)
}

/// The frames of a work file, up to the first that is not whole.
struct Frames {
    from: BufReader<fs::File>,
    contents: Vec<u8>,
    /// Bytes read so far.
    length: u64,
    /// Bytes of the whole file: no frame can be longer.
    all: u64,
}

impl Frames {
    fn open(path: &Path) -> Result<Frames, Refused> {
        let file = fs::File::open(path)?;
        let all = file.metadata()?.len();
        let mut from = BufReader::with_capacity(1 << 18, file);
        let mut magic = [0; MAGIC.len()];
        match from.read_exact(&mut magic) {
            Ok(()) if magic == *MAGIC.as_bytes() => {}
            // What was begun when the process was killed, or the disk was full.
            Err(_) if MAGIC.as_bytes().starts_with(&fs::read(path)?) => {}
            _ => return Err(Refused::Foreign),
        }
        Ok(Frames { from, contents: Vec::new(), length: MAGIC.len() as u64, all })
    }

    fn next(&mut self) -> io::Result<Option<(u8, usize)>> {
        let mut head = [0; HEAD];
        match self.from.read_exact(&mut head) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            read => read?,
        }
        let length = u32::from_le_bytes([head[2], head[3], head[4], head[5]]) as usize;
        if self.length + (HEAD + length) as u64 > self.all {
            return Ok(None);
        }
        self.contents.resize(length, 0);
        self.from.read_exact(&mut self.contents)?;
        let mut sum = crc32fast::Hasher::new();
        sum.update(&head[..6]);
        sum.update(&self.contents);
        if sum.finalize().to_le_bytes() != head[6..] {
            return Ok(None);
        }
        self.length += (HEAD + length) as u64;
        Ok(Some((head[0], head[1] as usize)))
    }
}

/// Read a work file about this question.
pub(crate) fn read(path: &Path, question: &str) -> Result<Found, Refused> {
    let mut frames = Frames::open(path)?;
    let nothing = Found { enumeration: Enumeration::new(), length: 0 };
    match frames.next()? {
        None => return Ok(nothing),
        Some((b'q', _)) if frames.contents == question.as_bytes() => {}
        Some((b'q', _)) => {
            return Err(Refused::OtherQuestion(String::from_utf8_lossy(&frames.contents).into_owned()));
        }
        Some(_) => return Err(Refused::Foreign),
    }
    // First see how far it can be believed: what follows the last end of a ply is of no use.
    let mut length = 0;
    while let Some((kind, _)) = frames.next()? {
        if kind == b'p' {
            length = frames.length;
        }
    }
    if length == 0 {
        return Ok(nothing);
    }
    let (mut frames, mut enumeration) = (Frames::open(path)?, Enumeration::new());
    while frames.length < length {
        let Some((kind, shard)) = frames.next()? else { return Err(Refused::Foreign) };
        take(&mut enumeration, kind, shard, &frames.contents).ok_or(Refused::Foreign)?;
    }
    enumeration.recount();
    Ok(Found { enumeration, length })
}

/// Put a frame's contents into the enumeration; `None` if this is not possible.
fn take(enumeration: &mut Enumeration, kind: u8, number: usize, contents: &[u8]) -> Option<()> {
    let space = &mut enumeration.space;
    let shard = space.shards[number].get_mut().expect("no panic");
    let before = shard.memory();
    let words = || contents.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("4 bytes")));
    match kind {
        b'q' => {}
        b'r' => {
            let width = words().next()? as usize;
            for record in contents.get(4..)?.chunks_exact((width > 0).then_some(width)?) {
                let number = shard.len();
                (shard.find_or_insert(record, &Key::new(record))? == number).then_some(())?;
            }
            space.width.fetch_max(shard.width(), Relaxed);
        }
        b'c' => {
            for cell in words() {
                if shard.expanded == shard.len() {
                    return None;
                }
                shard.set_cell(shard.expanded, Cell(cell));
                shard.expanded += 1;
            }
        }
        b'e' => shard.edges.push(contents),
        b'f' => {
            let words: Vec<u32> = words().collect();
            let ranges = words.chunks_exact(2).map(|pair| Range { rank: pair[0], id: pair[1] });
            space.flushes.get_mut().expect("no panic").push(ranges.collect());
        }
        b'p' => {
            let mut sizes: Vec<u64> = contents
                .chunks_exact(8)
                .map(|word| u64::from_le_bytes(word.try_into().expect("8 bytes")))
                .collect();
            *space.edges.get_mut() = sizes.pop()?;
            enumeration.sizes.append(&mut sizes);
            return Some(());
        }
        _ => return None,
    }
    space.meter.change(before, shard.memory());
    Some(())
}
