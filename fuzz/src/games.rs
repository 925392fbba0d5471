//! What the targets know about each game: good positions to spoil, and the words its texts are made of.
//! A game without a row here fails `every_game_has_a_target`.

use std::collections::BTreeMap;

use pnyx_games::options_from_json;

/// A game's row.
#[derive(Debug)]
pub struct Row {
    /// Its name.
    pub game: &'static str,
    /// Good positions, each after its options.
    pub samples: &'static [(&'static str, &'static str)],
    /// Parts of texts.
    pub words: &'static [&'static str],
}

impl Row {
    /// The row of a game.
    ///
    /// # Panics
    ///
    /// If there is none.
    #[must_use]
    pub fn of(game: &str) -> &'static Row {
        ROWS.iter().find(|row| row.game == game).unwrap_or_else(|| panic!("{game} has no row"))
    }

    /// A sample with its options; numbers count modulo how many there are.
    ///
    /// # Panics
    ///
    /// If the options of the sample cannot be read.
    #[must_use]
    pub fn sample(&self, number: u8) -> (BTreeMap<String, String>, &'static str) {
        let (options, text) = self.samples[usize::from(number) % self.samples.len()];
        (options_from_json(options).expect("options of a sample"), text)
    }
}

const FEN_WORDS: &[&str] = &[
    " ", "/", "8", "p", "P", "n", "N", "b", "B", "r", "R", "q", "Q", "k", "K", "w", "-", "KQkq", "e3", "e6",
    "a6", "0", "1", "100", "65536", "9", "é", "[", "]", "~", "3+3", "+0+1", "9999",
];

const LONG: &str = "k6r/8/8/8/8/8/8/K7 b - - 9999 9999";

/// Every game.
pub const ROWS: &[Row] = &[
    Row {
        game: "tic-tac-toe",
        samples: &[
            ("{}", ".../.../... x"),
            ("{}", "X.O/.X./..O x"),
            (r#"{"k":"8"}"#, "......../........ x"),
            (r#"{"k":"1"}"#, "X o"),
            (r#"{"rows":"3"}"#, "XO/OX/.. x"),
        ],
        words: &[
            "X", "O", ".", "/", " ", "x", "o", "-", "...", "XO.", "........", " x", " o", "é", "\n", "0",
        ],
    },
    Row {
        game: "connect-four",
        samples: &[
            ("{}", "......./......./......./......./......./....... x"),
            ("{}", "......./......./......./...X.../...OX../...XO.. o"),
            ("{}", "..../..../.X../OX.. o"),
            ("{}", "44455"),
            (r#"{"rows":"4","columns":"5"}"#, "1122334"),
            (r#"{"columns":"9"}"#, "........./XO....... x"),
            ("{}", "XXXOOO./OOOXXX./XXXOOO./OOOXXX./XXXOOO./OOOXXX. x"),
        ],
        words: &[
            "X", "O", ".", "/", " ", "x", "o", "-", "....", ".......", " x", " o", "1", "4", "7", "9", "0",
            "44", "é", "\n",
        ],
    },
    Row {
        game: "othello",
        samples: &[
            ("{}", "---------------------------OX------XO--------------------------- X"),
            (r#"{"size":"6"}"#, "--------------OX----XO-------------- X"),
            ("{}", "-----OX--XO----- X"),
            (r#"{"size":"4"}"#, "OX-------------- X"),
            ("{}", "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"),
        ],
        words: &["X", "O", "-", ".", " ", "x", "o", "XO", "OX", "----", " X", " O", "é", "\n", "/", "0"],
    },
    Row {
        game: "lines-of-action",
        samples: &[
            ("{}", "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 b"),
            ("{}", "2x3o1/8/1o2x3/4o3/x5x1/3o4/1x3o2/8 w"),
            ("{}", "x......./8/8/8/8/8/8/7o w"),
            ("{}", "8/8/3xxx2/3xox2/3xxx2/8/8/8 w"),
        ],
        words: &[
            "x", "o", "X", "O", ".", "/", " ", "1", "2", "7", "8", "9", "0", "b", "w", " b", " w", "xx",
            "oo", "é", "\n",
        ],
    },
    Row {
        game: "checkers",
        samples: &[
            ("{}", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"),
            ("{}", "W:W9,18,K3,K31:B20,27,K12,K29"),
            ("{}", "B:W6,7,14,15:BK2"),
            ("{}", "W:B1-3,K30:W20, 21."),
            ("{}", "b:w6,7,8,14,15,16,22,23,24:bk2"),
        ],
        words: &[
            "B", "W", ":", ",", "K", "b", "w", "k", "-", ".", " ", "1", "2", "3", "10", "32", "33", "K1",
            ":W", ":B", "1-12", "999", "é", "\n",
        ],
    },
    Row {
        game: "go-one-eye",
        samples: &[
            ("{}", "...O/XXXO/OOOO rrrs/CCCs/ssss b b"),
            ("{}", "..O/.XO/XXO/OO. rrs/rCs/CCs/ss. w b pass"),
            ("{}", ".O.XO/.XXO./.XOO./OX... rrrCs/rCCs./rCss./sc... b b"),
            ("{}", "XXX/OOX/..X sss/CCs/rrs w w pass pass"),
            ("{}", "..../OXXO rrrr/rCCL w b"),
            ("{}", ".................../X.................. rrrrrrrrrrrrrrrrrrr/c.................. b b"),
        ],
        words: &[
            "X", "O", ".", "/", " ", "r", "s", "c", "C", "l", "L", "b", "w", " pass", "x", "o", "rr", "....",
            " b", " w", "é", "\n", "0",
        ],
    },
    Row {
        game: "chess",
        samples: &[
            ("{}", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            ("{}", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
            (r#"{"order":"papers"}"#, "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1"),
            (r#"{"en-passant":"always"}"#, "rnbqkbnr/pppp1ppp/8/8/4Pp2/8/PPPP2PP/RNBQKBNR b KQkq e3 0 3"),
            (r#"{"fifty-move-rule":"on"}"#, "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"),
            ("{}", "QQQQQQQQ/QQQQQQQQ/8/8/8/8/pp4K1/k7 w - - 0 1"),
            ("{}", "k7/8/8/8/3pP3/8/8/K7 b - e3 99 6553"),
            (r#"{"region":"a4-e8"}"#, "8/P5k1/8/3pP3/2p5/1K6/6p1/8 w - d6 0 1"),
            (r#"{"region":"a4-b4,c5","fifty-move-rule":"on"}"#, "k7/8/8/2q5/1Q6/8/8/K7 w - - 98 1"),
            ("{}", LONG),
            ("{}", "QQQQQQQQ/QQQQQQQQ/8/8/8/8/pp4K1/k7 w - - 9999 9999"),
            ("{}", "7k/5Q2/6K1/8/8/8/8/8 w"),
        ],
        words: FEN_WORDS,
    },
    Row {
        game: "antichess",
        samples: &[
            ("{}", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"),
            ("{}", "8/8/8/3pP3/8/8/8/kK2KK2 w - d6 0 1"),
            ("{}", "8/p7/P7/8/8/8/8/8 b - - 0 1"),
            ("{}", LONG),
        ],
        words: FEN_WORDS,
    },
    Row {
        game: "atomic",
        samples: &[
            ("{}", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            ("{}", "r3k2r/8/8/3Nn3/8/8/8/R3K2R w KQkq - 0 1"),
            ("{}", "8/8/8/8/8/8/kK6/q7 w - - 0 1"),
            ("{}", LONG),
        ],
        words: FEN_WORDS,
    },
    Row {
        game: "three-check",
        samples: &[
            ("{}", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"),
            ("{}", "4k3/8/8/8/8/8/8/4K2R w - - 1+3"),
            ("{}", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 +2+0"),
            ("{}", "k6r/8/8/8/8/8/8/K7 w - - 1+2 9999 9999"),
        ],
        words: FEN_WORDS,
    },
    Row {
        game: "king-of-the-hill",
        samples: &[
            ("{}", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            ("{}", "8/8/8/k7/8/4K3/8/8 w - - 0 1"),
            ("{}", "8/8/8/8/3K4/8/k7/8 b - - 0 1"),
            ("{}", LONG),
        ],
        words: FEN_WORDS,
    },
    Row {
        game: "racing-kings",
        samples: &[
            ("{}", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"),
            ("{}", "6K1/k7/8/8/8/8/8/1N6 b - - 0 1"),
            ("{}", "8/1k4K1/8/8/8/8/8/2b2B2 w - - 9999 9999"),
        ],
        words: FEN_WORDS,
    },
    Row {
        game: "horde",
        samples: &[
            ("{}", "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"),
            ("{}", "4k3/8/8/8/8/8/P7/P7 w - - 0 1"),
            ("{}", "4k3/7P/8/8/3Pp3/8/8/8 b - d3 9999 9999"),
        ],
        words: FEN_WORDS,
    },
    Row {
        game: "crazyhouse",
        samples: &[
            ("{}", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"),
            ("{}", "r3k2r/8/8/3pP3/8/2Q~5/8/R3K2R[QNPrp] w KQkq d6 0 1"),
            ("{}", "4k3/8/8/8/8/8/8/4K3/Pp b - - 0 1"),
            ("{}", "k6r/8/8/8/8/8/8/K7[PPPPnn] b - - 9999 9999"),
        ],
        words: FEN_WORDS,
    },
    Row {
        game: "graph",
        samples: &[
            ("{}", "root A; repetition draw; A max: B C; B min: A D; C min: D E; D = win; E = draw"),
            ("{}", "A max: B\nB = 1 # a comment"),
            ("{}", "repetition illegal\nroot n.1\nn.1 min: B n.1\nB max: n.1 C\nC = -7"),
            (
                "{}",
                r#"{"root": "A", "repetition": "impossible", "nodes": {"A": {"turn": "max", "moves": ["B"]}, "B": {"value": 3}}}"#,
            ),
        ],
        words: &[
            " ",
            ";",
            "\n",
            "A",
            "B",
            "C",
            " max:",
            " min:",
            " = ",
            "win",
            "loss",
            "draw",
            "-7",
            "0",
            "root ",
            "repetition ",
            "impossible",
            "moves",
            "#",
            "{",
            "}",
            "[",
            "]",
            "\"",
            ":",
            ",",
            "\"nodes\"",
            "\"turn\"",
            "\"moves\"",
            "\"value\"",
            "\"max\"",
            "\"A\"",
            "1e9",
            "99999999999",
            "é",
            "\u{a0}",
            "\r",
        ],
    },
];
