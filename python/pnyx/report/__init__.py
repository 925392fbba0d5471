"""What suites and the experiments of the repository share: rows that are kept, tables, plots, samples."""

from __future__ import annotations

from pnyx.report.data import data_set, sample
from pnyx.report.tables import text_table

__all__ = ["data_set", "sample", "text_table"]
