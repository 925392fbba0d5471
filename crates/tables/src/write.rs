//! A table is written: the bytes of an entry are chosen, then all goes to any writer, or to a file that is there whole or
//! not at all.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use pnyx_files::{Disk, TrueDisk, beside};

use crate::file::{BLOCK, SUM};
use crate::{Description, Entry, Header, Limit, Phase, Progress, Run, Table};

impl Table {
    /// The header of its file.
    #[must_use]
    pub fn header(&self, description: &Description) -> Header {
        let statistics = self.statistics();
        let longest = statistics.longest().unwrap_or(0);
        let most = Entry::won_by(pnyx_game::Player::Second, pnyx_game::Player::First, longest).code();
        let entry = match most {
            0..=0xff => 1,
            0x100..=0xffff => 2,
            _ => 4,
        };
        Header {
            description: description.clone(),
            positions: statistics.positions(),
            edges: self.edges(),
            plies: self.plies(),
            wins: statistics.wins(),
            draws: statistics.draws(),
            losses: statistics.losses(),
            longest,
            record: self.width(),
            entry,
        }
    }

    /// Write it.
    pub fn write(&self, description: &Description, out: &mut impl Write) -> io::Result<()> {
        write(&self.header(description), self, out, |_| true)
    }

    /// Write it to a file: under another name, `FILE.new`, and then renamed. Only the stop flag and the time are limits
    /// here; there is no file after one.
    pub fn save(
        &self,
        path: &Path,
        description: &Description,
        run: &mut Run<'_>,
    ) -> io::Result<Option<Limit>> {
        save_to(&mut TrueDisk, path, self, description, run)
    }
}

pub(crate) fn save_to<D: Disk>(
    disk: &mut D,
    path: &Path,
    table: &Table,
    description: &Description,
    run: &mut Run<'_>,
) -> io::Result<Option<Limit>> {
    let new = beside(path, "new");
    let (header, mut limit) = (table.header(description), None);
    let positions = header.positions;
    let progress = |done| Progress {
        phase: Phase::Writing,
        positions,
        done,
        ply: 0,
        frontier: 0,
        memory: table.memory_bytes(),
        seconds: 0.0,
        rate: 0.0,
    };
    let go_on = |done| {
        run.report(|| progress(done));
        limit = run.bounds.interrupted();
        limit.is_none()
    };
    let written = (|| {
        let mut out = BufWriter::with_capacity(1 << 18, disk.create(&new)?);
        write(&header, table, &mut out, go_on)?;
        disk.sync(out.into_inner().map_err(io::IntoInnerError::into_error)?)
    })();
    if written.is_err() || limit.is_some() {
        // What does not fit on the disk should not fill it either.
        let _ = disk.remove(&new);
        return if limit.is_some() { Ok(limit) } else { written.map(|()| None) };
    }
    disk.rename(&new, path)?;
    disk.sync_folder(path)?;
    Ok(None)
}

/// Write a table whose positions come in order. `go_on` is told after each block how many it has, and may end it.
pub(crate) fn write<'a>(
    header: &Header,
    positions: impl IntoIterator<Item = (&'a [u8], Entry)>,
    out: &mut impl Write,
    mut go_on: impl FnMut(u64) -> bool,
) -> io::Result<()> {
    out.write_all(&header.to_bytes())?;
    let blocks = header.positions.div_ceil(BLOCK) as usize;
    let mut directory = Vec::with_capacity(blocks * (header.record + SUM));
    let (mut block, mut entries) = (Vec::new(), Vec::new());
    let mut positions = positions.into_iter();
    let mut done = 0;
    loop {
        block.clear();
        entries.clear();
        for (record, entry) in positions.by_ref().take(BLOCK as usize) {
            block.extend_from_slice(record);
            entries.extend_from_slice(&entry.code().to_le_bytes()[..header.entry]);
            done += 1;
        }
        if block.is_empty() {
            break;
        }
        directory.extend_from_slice(&block[..header.record]);
        block.extend_from_slice(&entries);
        directory.extend_from_slice(&crc32fast::hash(&block).to_le_bytes());
        out.write_all(&block)?;
        if !go_on(done) {
            return Ok(());
        }
    }
    let sum = crc32fast::hash(&directory);
    out.write_all(&directory)?;
    out.write_all(&sum.to_le_bytes())?;
    out.flush()
}
