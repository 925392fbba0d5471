//! Unsigned LEB128 of numbers below 2^32, shortest form only.

/// Append a number.
pub(crate) fn write(out: &mut Vec<u8>, mut n: u32) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

/// Take a number off the front of `bytes`; an error says what is wrong.
pub(crate) fn read(bytes: &mut &[u8]) -> Result<u32, &'static str> {
    let mut n: u64 = 0;
    for (i, &byte) in bytes.iter().take(5).enumerate() {
        n |= u64::from(byte & 0x7f) << (7 * i);
        if byte & 0x80 == 0 {
            if byte == 0 && i > 0 {
                return Err("a number is not in its shortest form");
            }
            *bytes = &bytes[i + 1..];
            return u32::try_from(n).map_err(|_| "a number is too large");
        }
    }
    Err(if bytes.len() < 5 { "the body ends too early" } else { "a number is too large" })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn numbers_survive(n: u32, rest: Vec<u8>) {
            let mut bytes = Vec::new();
            write(&mut bytes, n);
            bytes.extend(&rest);
            let mut slice = bytes.as_slice();
            prop_assert_eq!(read(&mut slice), Ok(n));
            prop_assert_eq!(slice, rest.as_slice());
        }

        #[test]
        fn what_is_read_is_the_only_way_to_write_it(bytes: Vec<u8>) {
            let mut slice = bytes.as_slice();
            if let Ok(n) = read(&mut slice) {
                let mut again = Vec::new();
                write(&mut again, n);
                prop_assert_eq!(again.as_slice(), &bytes[..bytes.len() - slice.len()]);
            }
        }
    }
}
