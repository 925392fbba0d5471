//! Numbers of positions, and the hash that chooses their shard.

/// A position has a number: its shard and its place there.
pub(crate) type Id = u32;

/// Shards of every index.
pub(crate) const SHARDS: usize = 256;
const LOCAL_BITS: u32 = 24;

#[inline]
pub(crate) fn id(shard: usize, local: u32) -> Id {
    (shard as u32) << LOCAL_BITS | local
}

#[inline]
pub(crate) fn shard_of(id: Id) -> usize {
    (id >> LOCAL_BITS) as usize
}

#[inline]
pub(crate) fn local_of(id: Id) -> u32 {
    id & ((1 << LOCAL_BITS) - 1)
}

/// A position's bytes, ready to be compared and found: zeros at the end do not matter.
#[derive(Clone, Copy)]
pub(crate) struct Key<'a> {
    /// The first 16 bytes.
    pub head: u128,
    /// The others.
    pub tail: &'a [u8],
    pub hash: u64,
}

/// Bytes of the head.
pub(crate) const HEAD: usize = 16;

/// A key without its tail, and which of many positions it belongs to.
#[derive(Clone, Copy, Default)]
pub(crate) struct Wanted {
    pub head: u128,
    pub hash: u64,
    pub at: u32,
}

impl Wanted {
    /// The key of these bytes.
    #[inline]
    pub fn key(self, bytes: &[u8]) -> Key<'_> {
        let tail = if bytes.len() <= HEAD { &[] } else { trimmed(&bytes[HEAD..]) };
        Key { head: self.head, tail, hash: self.hash }
    }

    #[inline]
    pub fn shard(self) -> usize {
        self.hash as usize % SHARDS
    }
}

impl<'a> Key<'a> {
    /// The key of the position with this number among others.
    #[inline]
    pub fn wanted(&self, at: u32) -> Wanted {
        Wanted { head: self.head, hash: self.hash, at }
    }

    #[inline]
    pub fn new(bytes: &'a [u8]) -> Key<'a> {
        let (head, tail) = if bytes.len() <= HEAD {
            (read_short(bytes), &bytes[bytes.len()..])
        } else {
            let (head, tail) = bytes.split_at(HEAD);
            (read_short(head), trimmed(tail))
        };
        let mut hash = fold(head as u64 ^ 0x2d35_8dcc_aa6c_78a5, (head >> 64) as u64 ^ 0x8bb8_4b93_962e_acc9);
        for word in tail.chunks(8) {
            hash = fold(hash ^ read_short(word) as u64, 0x4b33_a62e_d433_d4a3);
        }
        Key { head, tail, hash: fold(hash ^ 0x9e37_79b9_7f4a_7c15, 0x2d35_8dcc_aa6c_78a5) }
    }

    #[inline]
    pub fn shard(&self) -> usize {
        self.hash as usize % SHARDS
    }
}

/// At most 16 bytes as a number, the first byte lowest.
#[inline]
fn read_short(bytes: &[u8]) -> u128 {
    let whole = |from: usize| u64::from_le_bytes(bytes[from..from + 8].try_into().expect("8 bytes"));
    let half = |from: usize| u32::from_le_bytes(bytes[from..from + 4].try_into().expect("4 bytes"));
    // Two reads that may overlap are faster than copying a number of bytes that is not known.
    match bytes.len() {
        HEAD => u128::from(whole(0)) | u128::from(whole(8)) << 64,
        length @ 8..HEAD => u128::from(whole(0)) | u128::from(whole(length - 8)) << (8 * (length - 8)),
        length @ 4..8 => u128::from(half(0)) | u128::from(half(length - 4)) << (8 * (length - 4)),
        _ => bytes.iter().rev().fold(0, |number, &byte| number << 8 | u128::from(byte)),
    }
}

/// Bytes without the zeros at the end.
pub(crate) fn trimmed(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    &bytes[..end]
}

#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// The first 16 bytes of a record as a number that is ordered as bytes are.
#[inline]
pub(crate) fn leading(record: &[u8]) -> u128 {
    if record.len() >= HEAD {
        return u128::from_be_bytes(record[..HEAD].try_into().expect("16 bytes"));
    }
    let mut head = [0; HEAD];
    head[..record.len()].copy_from_slice(record);
    u128::from_be_bytes(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_at_the_end_do_not_matter_and_everything_else_does() {
        for length in 1..40_u8 {
            let bytes: Vec<u8> = (1..=length).collect();
            let mut longer = bytes.clone();
            longer.extend([0; 9]);
            let (key, same) = (Key::new(&bytes), Key::new(&longer));
            assert_eq!((key.head, key.tail, key.hash), (same.head, same.tail, same.hash), "{length:?}");
            for at in 0..bytes.len() {
                let mut other = bytes.clone();
                other[at] ^= 0x80;
                let other = Key::new(&other);
                assert_ne!((key.head, key.tail), (other.head, other.tail), "{at:?}");
                assert_ne!(key.hash, other.hash, "{at:?}");
            }
        }
    }
}
