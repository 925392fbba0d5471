//! Questions: what enters the solver, together with a position.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use pnyx_search::Limits;

use crate::error::{Result, bad_input};

/// The memory that a search or a check may use when no limit says otherwise: 1 GiB.
pub const DEFAULT_MEMORY: usize = 1 << 30;

/// Options by their names, as texts.
pub type Texts = BTreeMap<String, String>;

/// A question about a position. Asked for a value or for the shortest win, some fields have no meaning.
#[derive(Clone, Debug)]
pub struct Question {
    /// What must be reached, as text; a value asks for several goals, and for none by this.
    pub goal: String,
    /// The algorithm's name.
    pub algorithm: String,
    /// Its options.
    pub options: Texts,
    /// Nodes, time and memory.
    pub limits: Limits,
    /// Threads, for algorithms that have a parallel form.
    pub threads: usize,
    /// Find all first moves that reach the goal.
    pub all_moves: bool,
    /// Write down every iteration.
    pub trace: bool,
    /// Where checkpoints are written, and how often.
    pub checkpoint: Option<(PathBuf, Duration)>,
    /// The checkpoint to begin with.
    pub resume: Option<PathBuf>,
}

impl Question {
    /// A question without limits, to one thread.
    #[must_use]
    pub fn new(goal: &str, algorithm: &str) -> Question {
        Question {
            goal: goal.into(),
            algorithm: algorithm.into(),
            options: Texts::new(),
            limits: Limits::default(),
            threads: 1,
            all_moves: false,
            trace: false,
            checkpoint: None,
            resume: None,
        }
    }
}

/// A question about the value of a position, to a search that looks some plies ahead or to the end.
#[derive(Clone, Debug)]
pub struct SearchQuestion {
    /// The algorithm's name.
    pub algorithm: String,
    /// Its options.
    pub options: Texts,
    /// How many plies to look ahead; to the end of the game if there is no depth.
    pub depth: Option<u32>,
    /// End with the first iteration that asks the evaluator nothing.
    pub until_end: bool,
    /// Find all moves as good as the best.
    pub all_best: bool,
    /// Nodes, time and memory.
    pub limits: Limits,
    /// Write down every step.
    pub trace: bool,
}

impl SearchQuestion {
    /// A question without limits.
    #[must_use]
    pub fn new(algorithm: &str, depth: Option<u32>) -> SearchQuestion {
        SearchQuestion {
            algorithm: algorithm.into(),
            options: Texts::new(),
            depth,
            until_end: false,
            all_best: false,
            limits: Limits::default(),
            trace: false,
        }
    }
}

/// A question about how small a search could be.
#[derive(Clone, Copy, Debug)]
pub struct MeasureQuestion {
    /// The depth of the search.
    pub depth: u32,
    /// The number of last plies in which cheaper cut-offs are looked for.
    pub minimaxed: u32,
    /// Evaluate quiet positions only.
    pub quiescence: bool,
    /// Nodes, time and memory.
    pub limits: Limits,
}

/// A time in seconds, as users give it.
pub fn duration(seconds: f64, what: &str) -> Result<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| bad_input(format!("{seconds} seconds is not a valid {what}")))
}

/// Limits, as users give them.
pub fn limits(nodes: Option<u64>, seconds: Option<f64>, memory: Option<usize>) -> Result<Limits> {
    let time = seconds.map(|seconds| duration(seconds, "time limit")).transpose()?;
    Ok(Limits { nodes, time, memory })
}
