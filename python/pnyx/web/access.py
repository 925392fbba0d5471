"""The token that users on other machines need: made, read, and compared with that of each request.

A server that listens on this machine alone needs no token. One that listens elsewhere always has one. It is a part of
the address that `pnyx web` prints. The page then keeps it as a cookie; other programs send it as a header.
"""

from __future__ import annotations

import ipaddress
import re
import secrets
import socket
from typing import Final
from urllib.parse import parse_qs

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response
from starlette.types import Scope

from pnyx.errors import InputError, quoted
from pnyx.web.errors import failure

_SHORTEST: Final = 16
_TOKEN: Final = re.compile(rf"[A-Za-z0-9_-]{{{_SHORTEST},200}}")


def is_loopback(host: str) -> bool:
    """Whether a host is an address that only this machine can reach.

    >>> [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "192.168.7.7", "")]
    [True, True, True, False, False, False]
    """
    address = ip_address(host)
    return host.lower() == "localhost" if address is None else address.is_loopback


def is_everywhere(host: str) -> bool:
    """Whether a host stands for all addresses of this machine.

    >>> [is_everywhere(host) for host in ("0.0.0.0", "::", "", "192.168.7.7")]
    [True, True, True, False]
    """
    address = ip_address(host)
    return not host if address is None else address.is_unspecified


def new_token() -> str:
    """A new random token.

    >>> len(new_token())
    32
    """
    return secrets.token_urlsafe(24)


def read_token(text: str) -> str:
    """A chosen token, if it is valid.

    >>> read_token("blue-whales-sing-at-night")
    'blue-whales-sing-at-night'
    """
    if not _TOKEN.fullmatch(text):
        raise InputError(
            f"--token must have {_SHORTEST} to 200 letters, digits, - or _, not {quoted(text)}: "
            "without it, a token is generated if one is needed"
        )
    return text


def addresses(host: str, port: int, token: str | None) -> list[str]:
    """Where the page is: for this machine, and then for others if that is another address.

    >>> addresses("127.0.0.1", 8281, None)
    ['http://127.0.0.1:8281/']
    >>> addresses("192.168.7.7", 8281, "blue-whales-sing-at-night")
    ['http://192.168.7.7:8281/?token=blue-whales-sing-at-night']
    """
    names = [host]
    if is_everywhere(host):
        names = ["::1" if ":" in host else "127.0.0.1", socket.gethostname()]
    query = "" if token is None else f"?token={token}"
    return [f"http://{f'[{name}]' if ':' in name else name}:{port}/{query}" for name in names]


def who(host: str, token: str | None) -> str | None:
    """Who can use the page, in a sentence, if not only the users of this machine.

    >>> who("127.0.0.1", None) is None
    True
    >>> who("192.168.7.7", "blue-whales-sing-at-night")  # doctest: +ELLIPSIS
    'Anyone who can reach 192.168.7.7 and has the token can use this page and start searches. ...'
    """
    if is_loopback(host):
        return None if token is None else "Anyone on this machine who has the token can use this page."
    place = "this machine" if is_everywhere(host) else host
    return (
        f"Anyone who can reach {place} and has the token can use this page and start searches. "
        "The connection is not encrypted."
    )


class Access:
    """Lets requests in that know the token."""

    def __init__(self, token: str | None) -> None:
        self._token = token

    def admits(self, scope: Scope) -> bool:
        """Whether a request may be answered."""
        if self._token is None:
            return True
        request = HTTPConnection(scope)
        kind, _, sent = request.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and self._is_right(sent.strip()):
            return True
        return self.in_address(scope) or self._is_right(request.cookies.get(_cookie(scope), ""))

    def in_address(self, scope: Scope) -> bool:
        """Whether the address has the token, as the page's has when it is opened for the first time."""
        return self._token is not None and any(map(self._is_right, _tokens(scope)))

    def cookie(self, scope: Scope) -> str:
        """The header with which the browser keeps the token."""
        return f"{_cookie(scope)}={self._token}; Path=/; HttpOnly; SameSite=Strict"

    def refused(self, scope: Scope) -> Response:
        """The answer to a request without the token."""
        wrong = bool(_tokens(scope))
        why = "the token in this address is wrong" if wrong else "this server needs a token"
        if scope["path"].startswith("/api/"):
            words = f"{why}: send the header 'Authorization: Bearer TOKEN', with the token that pnyx web printed"
            response: Response = failure(401, words)
        else:
            again = "/" if wrong else ""  # without the wrong one, or where it was
            response = HTMLResponse(_PAGE.format(why=why[0].upper() + why[1:], again=again), 401)
        response.headers["www-authenticate"] = "Bearer"
        return response

    def _is_right(self, given: str) -> bool:
        """Compares in the same time, wherever the first difference is."""
        return bool(self._token) and secrets.compare_digest(
            given.encode(errors="replace"), (self._token or "").encode()
        )


_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pnyx</title>
</head>
<body>
<h1>{why}</h1>
<p>Open the address that <code>pnyx web</code> printed when it was started: it ends in <code>?token=</code> and the
token. A restart may create a new token.</p>
<p>If this browser has opened that address before, <a href="{again}">try again</a>.</p>
<p>Other programs send the header <code>Authorization: Bearer TOKEN</code>.</p>
</body>
</html>
"""


def _tokens(scope: Scope) -> list[str]:
    """The tokens in the address; only the page's own has any."""
    if scope["path"] != "/" or scope["method"] not in ("GET", "HEAD"):
        return []
    return parse_qs(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True).get("token", [])


def _cookie(scope: Scope) -> str:
    """A name with the port in it, because browsers send cookies to every port of a host."""
    return f"pnyx-{(scope.get('server') or (None, None))[1]}"


def ip_address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """A host that is an address in numbers.

    >>> str(ip_address("::1")), ip_address("localhost")
    ('::1', None)
    """
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
