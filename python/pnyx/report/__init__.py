"""What the experiments share: their arguments, results that are kept as they are found, tables and plots.

The experiments themselves are in the repository, in `experiments/`, and are run by `pnyx reproduce`.
"""

from __future__ import annotations

from pnyx.report.arguments import data_set, parser, sample
from pnyx.report.runs import Runs, open_runs
from pnyx.report.tables import grouped, text_table

__all__ = ["Runs", "data_set", "grouped", "open_runs", "parser", "sample", "text_table"]
