"""What the experiments share: arguments, stored results, tables and plots.

The experiments themselves are in the repository, in `experiments/`, and are run by `pnyx reproduce`.
"""

from __future__ import annotations

from pnyx.report.arguments import data_set, parser, sample
from pnyx.report.outcomes import PROOF, differences, proof_cells, tell_differences
from pnyx.report.runs import Runs, open_runs
from pnyx.report.tables import grouped, text_table

__all__ = [
    "PROOF",
    "Runs",
    "data_set",
    "differences",
    "grouped",
    "open_runs",
    "parser",
    "proof_cells",
    "sample",
    "tell_differences",
    "text_table",
]
