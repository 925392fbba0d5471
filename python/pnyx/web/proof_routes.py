"""Addresses about proofs."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pnyx.api.check import CHECKERS
from pnyx.errors import CertificateError
from pnyx.web.checking import Check
from pnyx.web.errors import ApiError
from pnyx.web.explorer import Explorer
from pnyx.web.fields import moves, text
from pnyx.web.nodes import found, node
from pnyx.web.pgn import proof_pgn
from pnyx.web.proofs import Kept
from pnyx.web.requests import Handler, attachment, content_type, read_body


def proof_routes(explorer: Explorer) -> list[Route]:
    """Loading, walking, searching, asking further, saving."""

    def of_proof(work: Callable[[Kept, Request], Any]) -> Handler:
        """A handler that looks the proof up, and works in a thread."""

        async def handle(request: Request) -> Response:
            kept = explorer.proofs.get(request.path_params["proof"])
            answer = await run_in_threadpool(work, kept, request)
            return answer if isinstance(answer, Response) else JSONResponse(answer)

        return handle

    async def load(request: Request) -> Response:
        if content_type(request) != "application/octet-stream":
            raise ApiError(415, "a certificate is sent as application/octet-stream")
        with explorer.upload_folder() as folder:
            file = folder / "certificate.pnyx"
            with open(file, "wb") as written:
                async for chunk in request.stream():
                    written.write(chunk)
            kept = await run_in_threadpool(explorer.take, file)
        return JSONResponse(await run_in_threadpool(kept.to_json), 201)

    async def why(request: Request) -> Response:
        kept = explorer.proofs.get(request.path_params["proof"])
        body = await read_body(request)
        job = await run_in_threadpool(explorer.ask_why, kept, moves(body, "line"), text(body, "move"), body)
        return JSONResponse(job.to_json(), 201)

    def check(kept: Kept, request: Request) -> dict[str, Any]:
        """Verify a proof that a search has found with the second checker."""
        with explorer.upload_folder() as folder:
            file = folder / "certificate.pnyx"
            file.write_bytes(kept.data)
            game = kept.game if explorer.games.python_game(kept.game) is not None else None
            outcome = Check(CHECKERS[1], file, game, explorer.settings, explorer.workers).outcome()
        if isinstance(outcome, CertificateError):
            raise ApiError(422, f"the checkers disagree: the Python one rejects it: {outcome}", rejected=True)
        if outcome is not None:
            kept.checkers = CHECKERS
        return kept.to_json()

    def walked(kept: Kept, request: Request) -> dict[str, Any]:
        return node(explorer.games, kept, _line(request, "line"))

    def searched(kept: Kept, request: Request) -> dict[str, Any]:
        wanted = request.query_params.get("text", "").strip()
        if not wanted:
            raise ApiError(422, "expected a text to find: a move, or part of a position's text")
        return found(kept, wanted, _line(request, "below"))

    def pgn(kept: Kept, request: Request) -> Response:
        written = proof_pgn(kept.proof, kept.sentence, _line(request, "line"))
        return attachment(written.encode(), "proof.pgn", "application/x-chess-pgn")

    return [
        Route("/api/proofs", load, methods=["POST"]),
        Route("/api/proofs/{proof}", of_proof(lambda kept, request: kept.to_json())),
        Route("/api/proofs/{proof}/node", of_proof(walked)),
        Route("/api/proofs/{proof}/find", of_proof(searched)),
        Route("/api/proofs/{proof}/why", why, methods=["POST"]),
        Route("/api/proofs/{proof}/check", of_proof(check), methods=["POST"]),
        Route(
            "/api/proofs/{proof}/certificate",
            of_proof(lambda kept, request: attachment(kept.data, "proof.pnyx", "application/octet-stream")),
        ),
        Route("/api/proofs/{proof}/pgn", of_proof(pgn)),
    ]


def _line(request: Request, name: str) -> list[str]:
    """A line in an address: moves with commas between, or a JSON list of them."""
    written = request.query_params.get(name, "")
    if written.startswith("["):
        try:
            return moves({name: json.loads(written)}, name)
        except (ValueError, RecursionError):
            pass  # an InputError too: then it is a move that begins so
    return moves({name: written.split(",")}, name) if written else []
