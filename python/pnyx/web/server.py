"""Running the explorer: a socket on this machine, uvicorn, a browser, and an end on Ctrl-C."""

from __future__ import annotations

import socket
import threading
import webbrowser
from collections.abc import Callable, Sequence
from types import FrameType

import uvicorn

from pnyx.errors import InputError
from pnyx.web.access import addresses, who
from pnyx.web.app import create_app
from pnyx.web.connections import bounded_protocol
from pnyx.web.explorer import Explorer
from pnyx.web.settings import Settings

_CONNECTIONS = 256


class _Server(uvicorn.Server):
    """A server that ends its streams and searches as soon as it is stopped."""

    def __init__(self, config: uvicorn.Config, explorer: Explorer, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._explorer = explorer
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # In a thread, for this interrupts whatever the main one is doing.
        threading.Thread(target=self._explorer.end, daemon=True).start()
        super().handle_exit(sig, frame)


def configured(explorer: Explorer, log_level: str = "warning") -> uvicorn.Config:
    """How an explorer is served."""
    settings = explorer.settings
    return uvicorn.Config(
        create_app(explorer),
        http=bounded_protocol(settings.head_seconds, settings.body_seconds),
        loop="asyncio",
        log_level=log_level,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        ws="none",
        limit_concurrency=_CONNECTIONS,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
    )


def serve(
    settings: Settings,
    games: Sequence[str] = (),
    tables: Sequence[str] = (),
    *,
    port: int = 0,
    browser: bool = True,
    report: Callable[[str], None] = print,
) -> None:
    """Serve until a signal ends it; `report` gets lines with the address and with who can use it, once they can."""
    explorer = Explorer(settings, games, tables)
    try:
        with _listen(settings.host, port) as listener:
            here, *elsewhere = addresses(settings.host, listener.getsockname()[1], settings.token)

            def ready() -> None:
                report(f"The explorer is at {here} (Ctrl-C stops it)")
                for address in elsewhere:
                    report(f"From other machines: {address}")
                users = who(settings.host, settings.token)
                if users is not None:
                    report(users)
                if browser:
                    page = here if settings.token is None else explorer.redirect_to(here)
                    threading.Thread(target=webbrowser.open, args=[page], daemon=True).start()

            _Server(configured(explorer), explorer, ready).run(sockets=[listener])
    finally:
        explorer.close()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_REUSEADDR"):
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot listen on {host} port {port}: {reason}; --port 0 takes any free port") from error
    return listener
