"""A UCI engine for mates: what `pnyx uci` runs, for chess programs and for python-chess.

It sends `score mate K` only for proved mates: a certificate was checked, and python-chess has replayed the line, which
ends in mate after exactly K moves.

>>> from pnyx.uci import Engine
>>> said = []
>>> engine = Engine(said.append)
>>> for line in ("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "go mate 1"):
...     _ = engine.handle(line)
>>> engine.wait()
>>> said[-1]
'bestmove d1d8'
>>> [line.partition(" nodes")[0] for line in said if "score" in line][-1]
'info depth 1 seldepth 1 multipv 1 score mate 1'
"""

from __future__ import annotations

from pnyx.uci.engine import Engine
from pnyx.uci.serving import serve

__all__ = ["Engine", "serve"]
