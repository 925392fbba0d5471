"""Suites: files of positions, searched one after the other or in parallel, and compared with the answers in the file.

`pnyx.suite` is the call, `pnyx suite` the command. The package is not called `suite`, because a package and a function
of one name hide each other.
"""

from __future__ import annotations

from pnyx.suites.entries import BadLine, Entry, Expected, Suite
from pnyx.suites.outcomes import Outcome
from pnyx.suites.reading import read_suite
from pnyx.suites.report import SuiteResults
from pnyx.suites.running import suite
from pnyx.suites.summary import Comparison, Summary

__all__ = [
    "BadLine",
    "Comparison",
    "Entry",
    "Expected",
    "Outcome",
    "Suite",
    "SuiteResults",
    "Summary",
    "read_suite",
    "suite",
]
