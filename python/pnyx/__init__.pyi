"""The public names, listed once: `__init__.py` reads them here."""

from pnyx._core import StopFlag as StopFlag
from pnyx.api.catalogue import algorithms as algorithms
from pnyx.api.catalogue import games as games
from pnyx.api.check import CheckReport as CheckReport
from pnyx.api.check import check as check
from pnyx.api.goal import Goal as Goal
from pnyx.api.measure import measure as measure
from pnyx.api.moves import moves as moves
from pnyx.api.position import Position as Position
from pnyx.api.position import perft as perft
from pnyx.api.position import position as position
from pnyx.api.proof import Proof as Proof
from pnyx.api.proof import ProofMove as ProofMove
from pnyx.api.proof import ProofNode as ProofNode
from pnyx.api.result import Certificate as Certificate
from pnyx.api.result import Result as Result
from pnyx.api.search import SearchResult as SearchResult
from pnyx.api.search import search as search
from pnyx.api.shortest import Shortest as Shortest
from pnyx.api.shortest import shortest as shortest
from pnyx.api.size import size as size
from pnyx.api.solve import Limit as Limit
from pnyx.api.solve import Progress as Progress
from pnyx.api.solve import solve as solve
from pnyx.api.table import Table as Table
from pnyx.api.tabulate import tabulate as tabulate
from pnyx.api.value import Value as Value
from pnyx.api.value import value as value
from pnyx.errors import CertificateError as CertificateError
from pnyx.errors import ContractError as ContractError
from pnyx.errors import InputError as InputError
from pnyx.errors import PnyxError as PnyxError
from pnyx.game import DRAW as DRAW
from pnyx.game import Game as Game
from pnyx.game import testing as testing
from pnyx.mates import Variations as Variations
from pnyx.mates import variations as variations
from pnyx.suites import SuiteResults as SuiteResults
from pnyx.suites import suite as suite

__all__: list[str]
__version__: str
