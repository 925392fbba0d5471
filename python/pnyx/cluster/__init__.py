"""Job-level search: one coordinator keeps a first level of positions, and many workers search them in jobs.

    question -> tree -> jobs -> workers -> reports, judged -> store -> tree -> certificate

Workers are processes on Ray (`pip install 'pnyx[cluster]'`), on this machine or on many. The web page and suites have
their questions answered by other means, the process runner (`_util/process.py`) and the answerer
(`api/answering.py`); a cluster does not. Only Ray starts processes on other machines. And a worker here is asked many
small jobs of one question, and keeps its table from job to job, which makes the next job near it cheaper; the answerer
begins each question with nothing.

>>> from pnyx import cluster
>>> cluster.solve("tic-tac-toe", "XX./OO./... x", goal="win").verdict
'proven'
"""

from pnyx.cluster.coordinator import ClusterLimit
from pnyx.cluster.game_value import ClusterValue, value
from pnyx.cluster.outcome import ClusterProgress, ClusterResult, Spent
from pnyx.cluster.sizes import JobSizes
from pnyx.cluster.solving import solve

__all__ = [
    "ClusterLimit",
    "ClusterProgress",
    "ClusterResult",
    "ClusterValue",
    "JobSizes",
    "Spent",
    "solve",
    "value",
]
