"""Pnyx settles positions of games, and proves its answers.

>>> import pnyx
>>> result = pnyx.solve("XX./OO./... x", goal="win")
>>> result.verdict
'proven'
>>> result.line
['c3']

Names are loaded when they are first used, so that `pnyx.reference`, which is pure Python, works without the native
module.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pnyx import testing as testing
    from pnyx._core import StopFlag as StopFlag
    from pnyx.catalogue import AlgorithmInfo as AlgorithmInfo
    from pnyx.catalogue import GameInfo as GameInfo
    from pnyx.catalogue import OptionInfo as OptionInfo
    from pnyx.catalogue import algorithms as algorithms
    from pnyx.catalogue import games as games
    from pnyx.catalogue import searches as searches
    from pnyx.convergence import Convergence as Convergence
    from pnyx.convergence import Sample as Sample
    from pnyx.errors import CertificateError as CertificateError
    from pnyx.errors import ContractError as ContractError
    from pnyx.errors import InputError as InputError
    from pnyx.errors import OtherQuestionError as OtherQuestionError
    from pnyx.errors import PnyxError as PnyxError
    from pnyx.errors import PnyxWarning as PnyxWarning
    from pnyx.game import DRAW as DRAW
    from pnyx.game import Game as Game
    from pnyx.mates import Variations as Variations
    from pnyx.mates import VariationsProgress as VariationsProgress
    from pnyx.mates import variations as variations
    from pnyx.measuring import Measures as Measures
    from pnyx.measuring import NodeCounts as NodeCounts
    from pnyx.measuring import measure as measure
    from pnyx.problem import Position as Position
    from pnyx.problem import perft as perft
    from pnyx.problem import position as position
    from pnyx.proof import CheckReport as CheckReport
    from pnyx.proof import check as check
    from pnyx.result import Certificate as Certificate
    from pnyx.result import Result as Result
    from pnyx.searching import Iteration as Iteration
    from pnyx.searching import SearchProgress as SearchProgress
    from pnyx.searching import SearchResult as SearchResult
    from pnyx.searching import search as search
    from pnyx.shortest_win import Shortest as Shortest
    from pnyx.shortest_win import shortest as shortest
    from pnyx.solving import Limit as Limit
    from pnyx.solving import Progress as Progress
    from pnyx.solving import solve as solve
    from pnyx.suites import SuiteResults as SuiteResults
    from pnyx.suites import suite as suite
    from pnyx.values import Value as Value
    from pnyx.values import value as value
    from pnyx.walking import Found as Found
    from pnyx.walking import Proof as Proof
    from pnyx.walking import ProofMove as ProofMove
    from pnyx.walking import ProofNode as ProofNode

    __version__: str

_HOMES = {
    "AlgorithmInfo": "catalogue",
    "Certificate": "result",
    "CertificateError": "errors",
    "CheckReport": "proof",
    "ContractError": "errors",
    "Convergence": "convergence",
    "DRAW": "game",
    "Found": "walking",
    "Game": "game",
    "GameInfo": "catalogue",
    "InputError": "errors",
    "Iteration": "searching",
    "Limit": "solving",
    "Measures": "measuring",
    "NodeCounts": "measuring",
    "OptionInfo": "catalogue",
    "OtherQuestionError": "errors",
    "PnyxError": "errors",
    "PnyxWarning": "errors",
    "Position": "problem",
    "Progress": "solving",
    "Proof": "walking",
    "ProofMove": "walking",
    "ProofNode": "walking",
    "Result": "result",
    "Sample": "convergence",
    "SearchProgress": "searching",
    "SearchResult": "searching",
    "Shortest": "shortest_win",
    "StopFlag": "_core",
    "SuiteResults": "suites",
    "Value": "values",
    "Variations": "mates",
    "VariationsProgress": "mates",
    "algorithms": "catalogue",
    "check": "proof",
    "games": "catalogue",
    "measure": "measuring",
    "perft": "problem",
    "position": "problem",
    "search": "searching",
    "searches": "catalogue",
    "shortest": "shortest_win",
    "solve": "solving",
    "suite": "suites",
    "value": "values",
    "variations": "mates",
}
"""The module each public name lives in."""

__all__ = [
    "DRAW",
    "AlgorithmInfo",
    "Certificate",
    "CertificateError",
    "CheckReport",
    "ContractError",
    "Convergence",
    "Found",
    "Game",
    "GameInfo",
    "InputError",
    "Iteration",
    "Limit",
    "Measures",
    "NodeCounts",
    "OptionInfo",
    "OtherQuestionError",
    "PnyxError",
    "PnyxWarning",
    "Position",
    "Progress",
    "Proof",
    "ProofMove",
    "ProofNode",
    "Result",
    "Sample",
    "SearchProgress",
    "SearchResult",
    "Shortest",
    "StopFlag",
    "SuiteResults",
    "Value",
    "Variations",
    "VariationsProgress",
    "algorithms",
    "check",
    "games",
    "measure",
    "perft",
    "position",
    "search",
    "searches",
    "shortest",
    "solve",
    "suite",
    "testing",
    "value",
    "variations",
]


if not TYPE_CHECKING:  # else a type checker would believe in any name

    def __getattr__(name: str) -> Any:
        if name in _HOMES:
            value = getattr(import_module(f"pnyx.{_HOMES[name]}"), name)
        elif name == "testing":
            value = import_module("pnyx.testing")
        elif name == "__version__":
            from importlib.metadata import PackageNotFoundError, version

            try:
                value = version("pnyx")
            except PackageNotFoundError:  # run from a source tree that was never installed
                value = "unknown"
        else:
            raise AttributeError(f"module 'pnyx' has no attribute {name!r}")
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"})
