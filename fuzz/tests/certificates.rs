//! Hostile certificates.

use std::io::Write;

use bolero::TypeGenerator;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use pnyx_fuzz::{
    ByteEdit, Judged, LARGEST_BODY, Tally, TextEdit, assert_little_memory, edit_bytes, edit_text, few, fuzz,
    judge_file, wild_body,
};
use pnyx_game::RepetitionEffect;
use pnyx_proof::{Certificate, CertificateFile, Header, VERSION, Verdict};

/// Game, options, position and goal: small ones, so that wild bodies sometimes prove something.
const CLAIMS: &[[&str; 4]] = &[
    ["tic-tac-toe", "{}", "XX./OO./... x", "win"],
    ["tic-tac-toe", "{}", "XOX/OXO/O.. x", "draw-or-better"],
    ["tic-tac-toe", r#"{"k":"2"}"#, "X./.O x", "win"],
    ["tic-tac-toe", r#"{"k":"4"}"#, "..../..../..../.... x", "win"],
    ["graph", "{}", "root A; repetition draw; A max: A B; B min: A C; C = win", "win"],
    ["graph", "{}", "root A; repetition draw; A max: B C; B min: A D; C = loss; D = draw", "draw-or-better"],
    ["graph", "{}", "root A; repetition draw; A max: B; B min: A C; C max: B D; D = win moves B C", "win"],
    ["graph", "{}", "root A; repetition draw; A min: B C; B max: A; C = win moves B", "win"],
    ["graph", "{}", "root A; repetition draw; A min: B C; B max: A C; C = loss moves B", "draw-or-better"],
    ["graph", "{}", "root A; repetition impossible; A max: B C; B min: C D; C = 0; D = 7", "win"],
    ["chess", "{}", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "mate"],
    ["chess", "{}", "k7/2Q5/8/8/8/8/8/K7 b - - 0 1", "draw-or-better"],
    ["chess", "{}", "7k/5K2/8/6Q1/8/8/8/8 b - - 0 1 moves h8h7 g5g4", "mate"],
    ["chess", r#"{"fifty-move-rule":"on"}"#, "7k/8/5KQ1/8/8/8/8/8 w - - 99 80", "mate"],
    ["chess", "{}", "QQQQQQQQ/QQQQQQQQ/8/8/8/8/pp4K1/k7 w - - 0 1", "win"],
];

#[derive(Debug, TypeGenerator)]
enum Body {
    Bytes(Vec<u8>),
    Small(#[generator(bolero::produce::<Vec<_>>().with().values(0u8..4))] Vec<u8>),
    Fitting(Vec<u8>),
    Deep(#[generator(0..8192)] u16),
}

#[derive(Debug, TypeGenerator)]
enum File {
    Bytes(Vec<u8>),
    Begun(Vec<u8>),
    Fitting {
        claim: u8,
        proven: bool,
        choices: Vec<u8>,
    },
    WithHeader {
        claim: u8,
        proven: bool,
        changes: Option<TextEdit>,
        body: Body,
    },
    Damaged {
        claim: u8,
        proven: bool,
        body: Body,
        #[generator(few())]
        damage: Vec<ByteEdit>,
    },
}

fn certificate(claim: u8, proven: bool, body: &Body) -> Certificate {
    let [game, options, position, goal] = CLAIMS[usize::from(claim) % CLAIMS.len()];
    let header = Header {
        version: VERSION,
        game: game.into(),
        options: options.into(),
        position: position.into(),
        goal: goal.into(),
        prover: "anyone".into(),
        repetition: RepetitionEffect::Fails,
        verdict: if proven { Verdict::Proven } else { Verdict::Disproven },
        nodes: 1,
    };
    let body = match body {
        Body::Bytes(bytes) | Body::Small(bytes) => bytes.clone(),
        Body::Fitting(choices) => wild_body(&header, choices),
        Body::Deep(length) => vec![0; usize::from(*length)],
    };
    Certificate { header, body }
}

impl File {
    fn bytes(&self) -> Vec<u8> {
        match self {
            File::Bytes(bytes) => bytes.clone(),
            File::Begun(bytes) => [b"pnyx certificate 2\n", bytes.as_slice()].concat(),
            File::Fitting { claim, proven, choices } => {
                certificate(*claim, *proven, &Body::Fitting(choices.clone())).to_bytes()
            }
            File::WithHeader { claim, proven, changes, body } => {
                let mut certificate = certificate(*claim, *proven, body);
                let words = [" moves ", "A", "B", "max:", "min:", "= win", "x", "o", "/", "w", "b", "k", "K"];
                let position = edit_text(&certificate.header.position, changes.as_slice(), &words);
                certificate.header.position = position;
                certificate.to_bytes()
            }
            File::Damaged { claim, proven, body, damage } => {
                edit_bytes(&certificate(*claim, *proven, body).to_bytes(), damage)
            }
        }
    }
}

#[test]
fn any_bytes_are_a_certificate_or_refused() {
    static TALLY: Tally = Tally::new("any bytes are a certificate or refused");
    fuzz!().with_type::<File>().for_each(|file| {
        let bytes = file.bytes();
        let judged = CertificateFile::open(&bytes, LARGEST_BODY).ok().map(judge_file);
        TALLY.add(judged == Some(Judged::Accepted));
        assert_little_memory();
    });
    TALLY.finish();
}

#[derive(Debug, TypeGenerator)]
struct HeaderEdits {
    claim: u8,
    proven: bool,
    #[generator(few())]
    edits: Vec<TextEdit>,
    body: Vec<u8>,
}

impl HeaderEdits {
    /// A file whose checksum is right, whatever has become of its header.
    fn bytes(&self) -> Vec<u8> {
        let words = [
            "\n",
            ": ",
            "game: ",
            "options: ",
            "position: ",
            "goal: ",
            "prover: ",
            "repetition: ",
            "verdict: ",
            "nodes: ",
            "body: ",
            "checksum: ",
            "fails",
            "satisfies",
            "impossible",
            "illegal",
            "proven",
            "disproven",
            "0",
            "1",
            "+",
            "-",
            "4294967296",
            "\r",
            "\u{85}",
            "\u{2028}",
            "{}",
            "é",
        ];
        let written = certificate(self.claim, self.proven, &Body::Bytes(self.body.clone())).to_bytes();
        let end = written.windows(10).position(|part| part == b"checksum: ").expect("a checksum");
        let lines = edit_text(std::str::from_utf8(&written[..end]).expect("text"), &self.edits, &words);
        let mut crc = crc32fast::Hasher::new();
        crc.update(lines.as_bytes());
        crc.update(&self.body);
        let mut bytes = format!("{lines}checksum: {:08x}\n\n", crc.finalize()).into_bytes();
        let mut zlib = ZlibEncoder::new(&mut bytes, Compression::fast());
        zlib.write_all(&self.body).and_then(|()| zlib.finish().map(drop)).expect("a vector takes every byte");
        bytes
    }
}

#[test]
fn headers_are_read_or_refused() {
    static TALLY: Tally = Tally::new("headers are read or refused");
    fuzz!().with_type::<HeaderEdits>().for_each(|edits| {
        let bytes = edits.bytes();
        let read = CertificateFile::open(&bytes, LARGEST_BODY).and_then(CertificateFile::unpack);
        if let Ok(read) = &read {
            let again = read.to_bytes();
            let end = bytes.windows(2).position(|pair| pair == b"\n\n").expect("read");
            assert!(again.starts_with(&bytes[..end + 2]), "there is one way to write a header");
            assert_eq!(
                CertificateFile::open(&again, LARGEST_BODY).and_then(CertificateFile::unpack).as_ref(),
                Ok(read)
            );
            let _ = judge_file(CertificateFile::open(&bytes, LARGEST_BODY).expect("read before"));
        }
        TALLY.add(read.is_ok());
        assert_little_memory();
    });
    TALLY.finish();
}
