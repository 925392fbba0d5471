"""The guard before all requests: refuses those of foreign pages, those that are too large, and those without the token.

A server on one's own machine can be reached by every page that one's browser opens. So the `Host` must be one of this
machine's names (or a page could give its own name this machine's address), a request that a foreign page makes is
refused, and whatever changes something needs a content type that a foreign page cannot send without being asked. Where
others can reach the server, `access` asks for its token too.
"""

from __future__ import annotations

import re
import socket
import time
from typing import Final

import anyio
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pnyx.errors import quoted
from pnyx.web.access import Access, ip_address, is_everywhere
from pnyx.web.errors import ApiError, failure
from pnyx.web.settings import Settings

_LOCAL: Final = ("127.0.0.1", "localhost", "[::1]")
_SAFE: Final = ("GET", "HEAD")
_METHODS: Final = (*_SAFE, "POST", "DELETE")
_TYPES: Final = ("application/json", "application/octet-stream")

_POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._hosts = _Hosts(settings.host)
        self._access = Access(settings.token)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if self._access.in_address(scope):
                    headers.append("set-cookie", self._access.cookie(scope))
            await send(message)

        try:
            most = refusal(scope, self._hosts, self._settings)
        except ApiError as error:
            await failure(error.status, str(error))(scope, receive, answer)
            return
        if not self._access.admits(scope):
            await self._access.refused(scope)(scope, receive, answer)
            return
        try:
            await self._app(scope, _bounded(receive, most, self._settings.body_seconds), answer)
        except ApiError as error:  # of the bounded body
            await failure(error.status, str(error))(scope, receive, answer)


class _Hosts:
    """The names that this server answers to. If it listens everywhere these are this machine's name and all addresses
    in numbers: nobody can give a page such a name.
    """

    def __init__(self, host: str) -> None:
        self._everywhere = is_everywhere(host)
        self._names = {*_LOCAL, socket.gethostname().lower() if self._everywhere else _bracketed(host.lower())}

    def __contains__(self, name: str) -> bool:
        return name in self._names or (self._everywhere and ip_address(name.strip("[]")) is not None)

    def __str__(self) -> str:
        return ", ".join(sorted(self._names)) + (" and addresses in numbers" if self._everywhere else "")


def refusal(scope: Scope, hosts: _Hosts, settings: Settings) -> int:
    """The most bytes that the body may have, or an `ApiError` that says why the request is refused."""
    headers = Headers(scope=scope)
    if len(headers.getlist("host")) != 1 or _name(headers["host"]) not in hosts:
        raise ApiError(
            403,
            f"this server answers to {hosts}, not to {quoted(headers.get('host', ''))}: use one of these addresses, "
            "or start it with --host NAME",
        )
    if not _from_here(scope, headers):
        raise ApiError(403, "requests from other pages are refused: open this server's own page")
    method = scope["method"]
    if method not in _METHODS:
        raise ApiError(405, f"expected one of {', '.join(_METHODS)}, not {quoted(method)}")
    if method in _SAFE:
        return 0
    length = headers.get("content-length", "0")
    if method == "DELETE" and length == "0" and "transfer-encoding" not in headers:
        return 0  # it has no body, so no type; and browsers ask before they send it for a foreign page
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in _TYPES:
        raise ApiError(415, f"the content type must be {' or '.join(_TYPES)}, not {quoted(kind)}")
    most = settings.json_bytes if kind == _TYPES[0] else settings.upload_bytes
    if not re.fullmatch("[0-9]{1,18}", length) or int(length) > most:
        raise ApiError(413, _too_large(most))
    return most


def _from_here(scope: Scope, headers: Headers) -> bool:
    """Whether the request comes from this server's page, from an address that was typed, or from no browser at all."""
    origins = headers.getlist("origin")
    if origins and origins != [f"{scope.get('scheme', 'http')}://{headers['host']}"]:
        return False
    site = headers.get("sec-fetch-site", "none")
    if site in ("same-origin", "none"):
        return True
    # A link on another page may lead to ours, which shows a position and does nothing by itself.
    to_page = scope["method"] == "GET" and scope["path"] == "/"
    return to_page and headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"


def _name(host: str) -> str:
    """A `Host` without its port."""
    found = re.fullmatch(r"(\[[0-9a-fA-F:.]+\]|[^\[\]:]+)(:[0-9]{1,5})?", host)
    return found[1].lower() if found else ""


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def _bounded(receive: Receive, most: int, seconds: float) -> Receive:
    """A `receive` that refuses bodies that are too large or too slow."""
    received = 0
    until = time.monotonic() + seconds
    waiting = True

    async def bounded() -> Message:
        nonlocal received, waiting
        if not waiting:  # the body is complete: what is awaited now is the end of the connection
            return await receive()
        message: Message | None = None
        with anyio.move_on_after(max(0.0, until - time.monotonic())):
            message = await receive()
        if message is None:
            raise ApiError(408, f"the request was not complete after {seconds:g} seconds: send it again")
        received += len(message.get("body", b""))
        waiting = bool(message.get("more_body", False))
        if received > most:
            raise ApiError(413, _too_large(most))
        return message

    return bounded


def _too_large(most: int) -> str:
    return f"the request is larger than {most:,} bytes, the limit"
