//! Answers: what leaves the solver.

use std::collections::BTreeMap;
use std::fmt;

use crate::record::Bytes;

/// The answer to a yes-or-no question. Running out is an answer of its own and never looks like a no.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// The prover reaches the goal.
    Proven,
    /// The other side prevents it.
    Disproven,
    /// Nobody knows: a limit was hit first.
    #[default]
    Unknown,
}

impl Verdict {
    /// As certificates and users say it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::Proven => "proven",
            Verdict::Disproven => "disproven",
            Verdict::Unknown => "unknown",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<pnyx_proof::Verdict> for Verdict {
    fn from(verdict: pnyx_proof::Verdict) -> Verdict {
        match verdict {
            pnyx_proof::Verdict::Proven => Verdict::Proven,
            pnyx_proof::Verdict::Disproven => Verdict::Disproven,
        }
    }
}

/// One iteration: the line to the selected node, the root's proof and disproof numbers, nodes.
pub type TraceRow = (Vec<String>, u32, u32, u64);

record! { ($) answer_fields =>
    /// The answer to a yes-or-no question.
    pub struct Answer {
        /// The player who must reach the goal.
        pub prover: String,
        /// proven, disproven or unknown.
        pub verdict: Verdict,
        /// Why the verdict is unknown.
        pub reason: Option<String>,
        /// Nodes, as the algorithm counts them.
        pub nodes: u64,
        /// Nodes before the checkpoint that was resumed.
        pub resumed_nodes: u64,
        /// Why the last checkpoint could not be written, if it could not.
        pub checkpoint_error: Option<String>,
        /// Seconds of the search, certificate and check aside.
        pub seconds: f64,
        /// The most bytes the search's own data took.
        pub memory_bytes: usize,
        /// The root's proof number at the end.
        pub proof: u32,
        /// The root's disproof number at the end.
        pub disproof: u32,
        /// Nodes that were expanded.
        pub expansions: u64,
        /// Positions that were played to, as often as they were.
        pub generated: u64,
        /// Tries whether the verdict of one line holds on another.
        pub simulation_calls: u64,
        /// Such tries without success.
        pub simulation_failed: u64,
        /// Positions whose moves such tries examined.
        pub simulation_nodes: u64,
        /// The longest line examined, in plies.
        pub max_depth: u32,
        /// The main line.
        pub line: Vec<String>,
        /// Moves of the prover in the longest line of the certificate, of a proof without cycles.
        pub moves_to_win: Option<u32>,
        /// Plies in the longest line of the certificate, if it has no cycles.
        pub plies: Option<u32>,
        /// The certificate's file.
        pub certificate: Option<Bytes>,
        /// Nodes in the certificate.
        pub certificate_nodes: Option<u32>,
        /// First moves that reach the goal, if all moves were asked for.
        pub winning_moves: Option<Vec<String>>,
        /// First moves about which nothing was found.
        pub unsettled_moves: Option<Vec<String>>,
        /// The nodes that each of the other first moves could take, where no limit was set.
        pub nodes_per_move: Option<u64>,
        /// Of an unanswered job: its moves, with the proof and the disproof number of the positions after them.
        pub children: Option<Vec<(String, u32, u32)>>,
        /// Every iteration: the line, the root's proof and disproof numbers, nodes.
        pub trace: Option<Vec<TraceRow>>,
    }
}

record! { ($) check_report_fields =>
    /// What the checker has established about a certificate.
    pub struct CheckReport {
        /// The game.
        pub game: String,
        /// Its options that change the rules.
        pub options: BTreeMap<String, String>,
        /// The position.
        pub position: String,
        /// What was asked.
        pub goal: String,
        /// The player who must reach the goal.
        pub prover: String,
        /// What a repetition means for the prover: impossible, fails, satisfies or illegal.
        pub repetition: &'static str,
        /// proven or disproven.
        pub verdict: Verdict,
        /// Nodes in the certificate.
        pub nodes: u32,
        /// References to nodes that stand elsewhere in it.
        pub shared: u32,
        /// Moves of the prover in the longest line, of a proof without cycles.
        pub moves_to_win: Option<u32>,
        /// Plies in the longest line, if there are no cycles.
        pub plies: Option<u32>,
    }
}

record! { ($) shortest_fields =>
    /// What is known about the shortest win.
    pub struct ShortestAnswer {
        /// The winner's moves, of the shortest win found.
        pub length: Option<u32>,
        /// There is no win within N moves; an answer shows it, unless it is 0.
        pub none_within: u32,
        /// Why it is not known whether there is a shorter one.
        pub reason: Option<String>,
        /// Nodes of all searches.
        pub nodes: u64,
        /// Seconds of all searches.
        pub seconds: f64,
        /// The most bytes the searches' own data took.
        pub memory_bytes: usize,
        /// Nodes before the checkpoint that was resumed.
        pub resumed_nodes: u64,
        /// Why the last checkpoint could not be written, if it could not.
        pub checkpoint_error: Option<String>,
        /// The goals whose answers show this, with the answers.
        pub questions: Vec<(String, Answer)>,
    }
}

/// One iteration: depth, value, bound, best move, passes, leaf, interior and transposition nodes, seconds, and whether
/// a draw by repetition may be hidden.
pub type IterationRow = (Option<u32>, i32, &'static str, Option<String>, u32, u64, u64, u64, f64, bool);

/// A step of a search for a value: the line, the window, the value so far.
pub type WindowRow = (Vec<String>, i32, i32, i32);

/// A step of a search with a list: operator, node, and the list, each state a line, whether it is solved, its merit.
pub type OpenRow = (u8, Vec<String>, Vec<(Vec<String>, bool, i32)>);

record! { ($) search_fields =>
    /// What a search for a value found; values are seen from the player on move.
    pub struct SearchAnswer {
        /// Why it ended before everything was found.
        pub reason: Option<String>,
        /// The best moves: one, or all if they were asked for.
        pub best_moves: Vec<String>,
        /// The main line.
        pub line: Vec<String>,
        /// Whether a draw by repetition may be hidden: the table joins lines with different histories.
        pub may_hide_repetition: bool,
        /// Leaves.
        pub leaf_nodes: u64,
        /// Interior nodes.
        pub interior_nodes: u64,
        /// Nodes that the table settled.
        pub transposition_nodes: u64,
        /// Each iteration: depth, value, bound, best move, passes, node counts by kind, seconds, whether a draw may be hidden.
        pub iterations: Vec<IterationRow>,
        /// By ply: interior nodes with a cut-off, and those of them whose first move made it.
        pub cuts: Vec<(u64, u64)>,
        /// Seconds.
        pub seconds: f64,
        /// The most bytes the search's own data took.
        pub memory_bytes: usize,
        /// Values beyond this are wins and losses.
        pub largest_estimate: i32,
        /// Every step: the line, the window, the value so far.
        pub trace: Option<Vec<WindowRow>>,
        /// Every step of a search with a list: operator, node, and the list.
        pub open: Option<Vec<OpenRow>>,
    }
}

/// Leaf, interior and transposition nodes.
pub type CountsRow = (u64, u64, u64);

record! { ($) measure_fields =>
    /// How small a search could be: leaf, interior and transposition nodes of each tree or graph.
    pub struct MeasureAnswer {
        /// The value of the position.
        pub value: i32,
        /// Whether a draw by repetition may be hidden.
        pub may_hide_repetition: bool,
        /// The search that was made.
        pub searched: CountsRow,
        /// By ply: interior nodes with a cut-off, and those of them whose first move made it.
        pub cuts: Vec<(u64, u64)>,
        /// The minimal tree.
        pub tree: CountsRow,
        /// The minimal graph.
        pub graph: CountsRow,
        /// The minimal graph with enhanced transposition cut-offs.
        pub graph_etc: CountsRow,
        /// With cheap cut-offs in the last plies.
        pub cheap: Option<CountsRow>,
        /// The same with enhanced transposition cut-offs.
        pub cheap_etc: Option<CountsRow>,
    }
}

/// What is said of a node to which a move leads: the move, size, plies, moves to win, whether the record stands
/// elsewhere, and the kind.
pub type MoveRow = (String, u32, Option<u32>, Option<u32>, bool, &'static str);

record! { ($) place_fields =>
    /// A node of a proof, as it is met at the end of a line.
    pub struct ProofPlace {
        /// The moves from the root.
        pub line: Vec<String>,
        /// The number of the node.
        pub number: u32,
        /// choice, replies, end or repetition.
        pub kind: &'static str,
        /// Nodes in its record.
        pub size: u32,
        /// Plies in the longest line from here on, if there are no cycles.
        pub plies: Option<u32>,
        /// Moves of the prover in the longest line from here on, of a proof without cycles.
        pub moves_to_win: Option<u32>,
        /// Whether the record stands elsewhere.
        pub shared: bool,
        /// The ply at which the line was at this node before.
        pub returns_to: Option<u32>,
        /// The moves of the proof here: move, size, plies, moves to win, whether the record stands elsewhere, kind.
        pub moves: Vec<MoveRow>,
    }
}
