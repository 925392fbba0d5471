//! Plain records that cross into Python.

use std::collections::BTreeMap;

use pyo3::prelude::*;

/// One iteration: the line to the selected node, the root's numbers, nodes.
pub(crate) type TraceRow = (Vec<String>, u32, u32, u64);

#[pyclass(module = "pnyx._core", frozen, get_all)]
pub(crate) struct Solution {
    pub prover: String,
    pub verdict: &'static str,
    pub reason: Option<String>,
    pub nodes: u64,
    /// Nodes before the checkpoint that was taken up.
    pub resumed_nodes: u64,
    /// Why the last checkpoint could not be written, if it could not.
    pub checkpoint_error: Option<String>,
    pub seconds: f64,
    pub memory_bytes: usize,
    pub proof: u32,
    pub disproof: u32,
    pub expansions: u64,
    pub generated: u64,
    pub simulation_calls: u64,
    pub simulation_failed: u64,
    pub simulation_nodes: u64,
    pub max_depth: u32,
    pub line: Vec<String>,
    pub moves_to_win: Option<u32>,
    pub plies: Option<u32>,
    pub certificate: Option<Py<pyo3::types::PyBytes>>,
    pub certificate_nodes: Option<u32>,
    pub winning_moves: Option<Vec<String>>,
    pub unsettled_moves: Option<Vec<String>>,
    /// The nodes that each of the other first moves could take, where nobody set a limit.
    pub nodes_per_move: Option<u64>,
    /// Of an unanswered job: its moves, with the proof and the disproof number of the positions after them.
    pub children: Option<Vec<(String, u32, u32)>>,
    pub trace: Option<Vec<TraceRow>>,
}

#[pyclass(module = "pnyx._core", frozen, get_all)]
pub(crate) struct Report {
    pub game: String,
    pub options: BTreeMap<String, String>,
    pub position: String,
    pub goal: String,
    pub prover: String,
    pub repetition: &'static str,
    pub verdict: &'static str,
    pub nodes: u32,
    pub shared: u32,
    pub moves_to_win: Option<u32>,
    pub plies: Option<u32>,
}
