use std::io::Write;
use std::ops::ControlFlow;

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use pnyx_game::{Objective, Player, Threshold};
use pnyx_games::graph;
use proptest::prelude::*;

use super::*;
use crate::{Claim, check};

/// Neither side ever has to stop.
const ENDLESS: &str = "root A; repetition draw; A max: B; B min: A";

fn sample(body: Vec<u8>) -> Certificate {
    Certificate {
        header: Header {
            version: VERSION,
            game: "graph".into(),
            options: "{}".into(),
            position: ENDLESS.into(),
            goal: "win".into(),
            prover: "max".into(),
            repetition: RepetitionEffect::Fails,
            verdict: Verdict::Proven,
            nodes: 1,
        },
        body,
    }
}

fn claiming(nodes: u32, body: Vec<u8>) -> Vec<u8> {
    let mut certificate = sample(body);
    certificate.header.nodes = nodes;
    certificate.to_bytes()
}

/// A file, whole.
fn read(bytes: &[u8], largest_body: usize) -> Result<Certificate, FormatError> {
    CertificateFile::open(bytes, largest_body)?.unpack()
}

/// The header of a file, with the empty line.
fn head(bytes: &[u8]) -> &[u8] {
    let end = bytes.windows(2).position(|pair| pair == b"\n\n").unwrap();
    &bytes[..end + 2]
}

/// What the reader, or else the checker, says against a file.
fn objection(bytes: &[u8]) -> String {
    let file = match CertificateFile::open(bytes, LARGEST_BODY) {
        Ok(file) => file,
        Err(error) => return error.to_string(),
    };
    let (game, root) = graph::open(ENDLESS).unwrap();
    let goal = Objective { prover: Player::First, threshold: Threshold::Win };
    let claim = Claim { root: &root, history: &[], goal, only_move: None, within: None };
    let poll = &mut || ControlFlow::Continue(());
    check(&game, &claim, file.header.verdict, &file, poll).unwrap_err().to_string()
}

proptest! {
    #[test]
    fn written_is_read(body: Vec<u8>) {
        let certificate = sample(body);
        prop_assert_eq!(read(&certificate.to_bytes(), 1 << 20), Ok(certificate));
    }

    #[test]
    fn damage_is_noticed_or_harmless(body: Vec<u8>, at: prop::sample::Index, bit in 0..8u8, cut: prop::sample::Index, more in 1..9usize) {
        let certificate = sample(body);
        let bytes = certificate.to_bytes();
        let mut flipped = bytes.clone();
        flipped[at.index(bytes.len())] ^= 1 << bit;
        // A few bits of a zlib stream mean nothing (its level, the padding of its last byte).
        if let Ok(read) = read(&flipped, 1 << 20) {
            prop_assert_eq!(read, certificate);
        }
        prop_assert!(read(&bytes[..cut.index(bytes.len())], 1 << 20).is_err());
        let longer = [bytes, vec![0; more]].concat();
        prop_assert!(read(&longer, 1 << 20).is_err());
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
        let _ = read(&bytes, 1 << 20);
        let _ = read(&[b"pnyx certificate 2\n".to_vec(), bytes].concat(), 1 << 20);
    }
}

#[test]
fn a_bomb_is_not_unpacked() {
    let bomb = sample(vec![0; 10 << 20]).to_bytes();
    assert!(bomb.len() < 20_000);
    let error = read(&bomb, 1 << 20).unwrap_err().to_string();
    assert!(error.contains("at most"), "{error}");
    let lying = String::from_utf8_lossy(&bomb).find("body: ").unwrap();
    let mut bytes = bomb.clone();
    bytes.splice(lying + 6..lying + 14, b"5".iter().copied());
    assert!(read(&bytes, 1 << 20).unwrap_err().to_string().contains("5 bytes"));
}

#[test]
fn buffers_stay_small() {
    let bytes = claiming(100, vec![0; LOOKED_THROUGH]);
    let file = CertificateFile::open(&bytes, LARGEST_BODY).unwrap();
    let (mut unpacking, mut buffer, mut length) = (Unpacking::new(&file), Vec::new(), 0);
    while unpacking.append(&mut buffer).unwrap() {
        assert!(buffer.len() <= CHUNK && buffer.capacity() <= 2 * CHUNK);
        length += buffer.len();
        buffer.clear();
    }
    assert_eq!(length, LOOKED_THROUGH);
}

#[test]
fn a_long_body_is_left_alone_after_the_first_node_too_many() {
    let mut bytes = claiming(100, vec![0; LOOKED_THROUGH + 1]);
    assert!(objection(&bytes).starts_with("the graph has more nodes than the header says"));
    // Nobody has come as far as the end, where the damage is.
    *bytes.last_mut().unwrap() ^= 1;
    assert!(objection(&bytes).starts_with("the graph has more nodes than the header says"));
}

#[test]
fn a_short_body_is_looked_through_first() {
    let mut bytes = claiming(100, vec![0; LOOKED_THROUGH]);
    assert!(objection(&bytes).starts_with("the graph has more nodes than the header says"));
    *bytes.last_mut().unwrap() ^= 1;
    assert!(objection(&bytes).contains("damaged"));
}

#[test]
fn a_long_body_is_checked_to_its_end() {
    // A is repeated as a reference: a disproof of two nodes, were there not more of the body.
    let body = [vec![1, 0, 0, 0, 1], vec![0; LOOKED_THROUGH]].concat();
    let mut certificate = sample(body);
    certificate.header.verdict = Verdict::Disproven;
    certificate.header.nodes = 2;
    assert!(objection(&certificate.to_bytes()).contains("goes on"));
}

#[test]
fn claims_that_cannot_be_true_are_refused_at_once() {
    assert!(objection(&claiming(u32::MAX, vec![0; 100])).contains("cannot hold 4294967295 nodes"));
    assert!(objection(&claiming(100, vec![0; 99])).contains("cannot hold 100 nodes"));
    // A list of shared nodes that is longer than the graph.
    let mut list = vec![0xff, 0xff, 0xff, 0x7f, 0];
    list.resize(LOOKED_THROUGH + 1, 1);
    assert!(objection(&claiming(100, list)).starts_with("node 100 is listed as shared"));
}

#[test]
fn the_body_is_one_zlib_stream() {
    let bytes = sample(vec![0; 1_000]).to_bytes();
    let zlib = |body: &[u8]| {
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::new(6));
        zlib.write_all(body).unwrap();
        zlib.finish().unwrap()
    };
    let gzip = || {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::new(6));
        gzip.write_all(&[0; 1_000]).unwrap();
        gzip.finish().unwrap()
    };
    for (packed, reason) in [
        ([zlib(&[0; 1_000]), zlib(&[])].concat(), "something follows"),
        ([zlib(&[0; 500]), zlib(&[0; 500])].concat(), "does not have the 1000 bytes"),
        (zlib(&[0; 1_001]), "does not have the 1000 bytes"),
        (zlib(&[1; 1_000]), "checksum"),
        (gzip(), "cannot be unpacked"),
        // A stream that needs a dictionary.
        (vec![0x78, 0xbb, 0, 0, 0, 1, 3, 0], "cannot be unpacked"),
        (Vec::new(), "cannot be unpacked"),
    ] {
        let error = objection(&[head(&bytes), &packed].concat());
        assert!(error.contains(reason), "{error}");
    }
}
