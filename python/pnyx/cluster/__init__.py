"""Beyond one process: a first level of positions kept by one coordinator, searched in jobs by many workers.

    question -> tree -> jobs -> workers -> reports, judged -> store -> tree -> certificate

Workers are processes on Ray (`pip install 'pnyx[cluster]'`), on this machine or on many.

>>> from pnyx import cluster
>>> cluster.solve("tic-tac-toe", "XX./OO./... x", goal="win").verdict
'proven'
"""

from pnyx.cluster.coordinator import ClusterLimit
from pnyx.cluster.outcome import ClusterProgress, ClusterResult, Spent
from pnyx.cluster.sizes import JobSizes
from pnyx.cluster.solving import solve

__all__ = ["ClusterLimit", "ClusterProgress", "ClusterResult", "JobSizes", "Spent", "solve"]
