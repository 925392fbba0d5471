"""What the experiments share: arguments, stored results, differences from the papers, tables and figures."""

from __future__ import annotations

from pnyx.report import data_set, sample, text_table
from reporting.arguments import parser
from reporting.outcomes import (
    PROOF,
    Answer,
    Method,
    Problem,
    differences,
    draw_figure,
    grouped,
    proof_cells,
    require_figures,
    tell_differences,
)
from reporting.runs import FILE, Key, Runs, open_runs

__all__ = [
    "FILE",
    "PROOF",
    "Answer",
    "Key",
    "Method",
    "Problem",
    "Runs",
    "data_set",
    "differences",
    "draw_figure",
    "grouped",
    "open_runs",
    "parser",
    "proof_cells",
    "require_figures",
    "sample",
    "tell_differences",
    "text_table",
]
