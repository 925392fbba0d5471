//! Bytes that belong to the system again as soon as they are freed.
//!
//! A build frees much of what it took while it takes something else. The allocator would keep the holes, and bytes that
//! nobody uses would count. So large blocks are mapped: they take memory page by page as they are written to, and give all of
//! it back.

use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

use crate::meter::HEAP_BLOCK;

/// Blocks of this size and larger ones are mapped.
const MAPPED: usize = 1 << 13;
const PAGE: usize = 1 << 12;

/// Zeros, to begin with.
pub(crate) enum Block {
    Heap(Box<[u8]>),
    Mapped(MmapMut),
}

impl Block {
    pub fn new(bytes: usize) -> Block {
        if bytes >= MAPPED
            && let Ok(map) = MmapMut::map_anon(bytes)
        {
            return Block::Mapped(map);
        }
        Block::Heap(vec![0; bytes].into())
    }

    /// Bytes of memory that it takes if this number of them was written to, from the beginning.
    pub fn memory(&self, written: usize) -> usize {
        match self {
            Block::Heap(bytes) if bytes.is_empty() => 0,
            Block::Heap(bytes) => bytes.len() + HEAP_BLOCK,
            Block::Mapped(_) => written.next_multiple_of(PAGE),
        }
    }
}

impl Default for Block {
    fn default() -> Block {
        Block::Heap(Box::default())
    }
}

impl Deref for Block {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Block::Heap(bytes) => bytes,
            Block::Mapped(map) => map,
        }
    }
}

impl DerefMut for Block {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u8] {
        match self {
            Block::Heap(bytes) => bytes,
            Block::Mapped(map) => map,
        }
    }
}

/// An array of records of one width that grows and never moves: pieces of 16 records, 16, 32, 64 and so on.
#[derive(Default)]
pub(crate) struct Pieces {
    pieces: Vec<Block>,
    width: usize,
    length: u32,
}

/// Records of the first piece.
const FIRST: u32 = 16;

/// Which piece has the record with this number, and where.
#[inline]
fn spot(number: u32) -> (usize, usize) {
    let piece = u32::BITS - (number / FIRST).leading_zeros();
    (piece as usize, (number - first_of(piece)) as usize)
}

/// The number of a piece's first record.
#[inline]
fn first_of(piece: u32) -> u32 {
    (FIRST << piece >> 1) & !(FIRST - 1)
}

fn records_of(piece: usize) -> usize {
    (FIRST as usize) << piece.saturating_sub(1)
}

impl Pieces {
    pub fn new(width: usize) -> Pieces {
        Pieces { pieces: Vec::new(), width, length: 0 }
    }

    pub fn len(&self) -> u32 {
        self.length
    }

    pub fn width(&self) -> usize {
        self.width
    }

    /// Append a record, which zeros may have to follow.
    pub fn push(&mut self, record: &[u8]) {
        let (piece, at) = spot(self.length);
        if piece == self.pieces.len() {
            self.pieces.push(Block::new(records_of(piece) * self.width + SPARE));
        }
        self.pieces[piece][at * self.width..][..record.len()].copy_from_slice(record);
        self.length += 1;
    }

    #[inline]
    pub fn get(&self, number: u32) -> &[u8] {
        let (piece, at) = spot(number);
        &self.pieces[piece][at * self.width..][..self.width]
    }

    /// So many bytes of a record and what follows it: at most [`SPARE`] more than a record has.
    #[inline]
    pub fn get_long(&self, number: u32, bytes: usize) -> &[u8] {
        let (piece, at) = spot(number);
        &self.pieces[piece][at * self.width..][..bytes]
    }

    #[inline]
    pub fn get_mut(&mut self, number: u32) -> &mut [u8] {
        let (piece, at) = spot(number);
        &mut self.pieces[piece][at * self.width..][..self.width]
    }

    /// The same records, with zeros after them.
    pub fn widened(&self, width: usize) -> Pieces {
        let mut wide = Pieces::new(width);
        for number in 0..self.length {
            wide.push(self.get(number));
        }
        wide
    }

    /// Bytes of memory.
    pub fn memory(&self) -> usize {
        let Some(last) = self.pieces.last() else { return 0 };
        let before = self.pieces.len() - 1;
        let first = first_of(before as u32) as usize;
        let written = (self.length as usize - first) * self.width;
        first * self.width + before * (SPARE + HEAP_BLOCK) + last.memory(written)
    }
}

/// Bytes that may be read after the last record of a piece.
pub(crate) const SPARE: usize = 16;

/// Byte strings that are appended and read in the same order.
#[derive(Default)]
pub(crate) struct Log {
    blocks: Vec<(Block, usize)>,
    memory: usize,
    bytes: usize,
}

/// A place between two strings of a [`Log`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mark {
    block: usize,
    at: usize,
}

/// Bytes of a length.
const LENGTH: usize = 3;
const SMALLEST: usize = 1 << 10;

impl Log {
    pub fn push(&mut self, string: &[u8]) {
        let needed = string.len() + LENGTH;
        assert!(string.len() < 1 << (8 * LENGTH));
        if self.blocks.last().is_none_or(|(block, used)| block.len() - used < needed) {
            let block = Block::new(needed.max(self.bytes).max(SMALLEST));
            self.memory += block.memory(0);
            self.blocks.push((block, 0));
        }
        let (block, used) = self.blocks.last_mut().expect("there is one now");
        self.memory -= block.memory(*used);
        block[*used..][..LENGTH].copy_from_slice(&(string.len() as u32).to_le_bytes()[..LENGTH]);
        block[*used + LENGTH..][..string.len()].copy_from_slice(string);
        *used += needed;
        self.memory += block.memory(*used);
        self.bytes += needed;
    }

    /// Where the next string will be.
    pub fn end(&self) -> Mark {
        match self.blocks.last() {
            Some(&(_, used)) => Mark { block: self.blocks.len() - 1, at: used },
            None => Mark::default(),
        }
    }

    /// All strings from there on.
    pub fn from(&self, mark: Mark) -> impl Iterator<Item = &[u8]> {
        let mut at = mark.at;
        self.blocks.iter().skip(mark.block).flat_map(move |(block, used)| {
            let mut rest = &block[std::mem::take(&mut at)..*used];
            std::iter::from_fn(move || {
                let (length, after) = rest.split_at_checked(LENGTH)?;
                let length = u32::from_le_bytes([length[0], length[1], length[2], 0]);
                let (string, after) = after.split_at(length as usize);
                rest = after;
                Some(string)
            })
        })
    }

    /// Bytes of memory.
    pub fn memory(&self) -> usize {
        self.memory
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_follow_each_other_without_gaps() {
        let (mut piece, mut at) = (0, 0);
        for number in 0..200_000 {
            if at == records_of(piece) {
                (piece, at) = (piece + 1, 0);
            }
            assert_eq!(spot(number), (piece, at), "{number:?}");
            at += 1;
        }
    }

    #[test]
    fn records_are_where_they_were_put() {
        let mut pieces = Pieces::new(3);
        for number in 0..10_000_u32 {
            pieces.push(&number.to_le_bytes()[..3]);
            // Nothing is counted twice or forgotten: a page and some blocks may be more than is needed.
            let (memory, needed) = (pieces.memory(), 3 * pieces.len() as usize);
            assert!(
                (needed..2 * needed + 4500 + pieces.pieces.len() * 32).contains(&memory),
                "{number}: {memory}"
            );
        }
        let wide = pieces.widened(5);
        for number in 0..10_000_u32 {
            assert_eq!(pieces.get(number), &number.to_le_bytes()[..3], "{number:?}");
            assert_eq!(wide.get(number)[..4], number.to_le_bytes(), "{number:?}");
        }
    }

    #[test]
    fn a_log_gives_back_its_strings_from_any_mark() {
        let (mut log, mut marks, mut strings) = (Log::default(), Vec::new(), Vec::new());
        for number in 0..500_usize {
            marks.push(log.end());
            strings.push(vec![number as u8; number * 7 % 1500]);
            log.push(strings.last().unwrap());
        }
        for (number, &mark) in marks.iter().enumerate() {
            assert!(log.from(mark).eq(strings[number..].iter().map(Vec::as_slice)), "from {number}");
        }
        assert_eq!(log.from(log.end()).count(), 0);
    }
}
