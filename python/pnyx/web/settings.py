"""The limits of the explorer."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from pnyx.web.access import is_loopback, new_token


@dataclass(frozen=True)
class Settings:
    """Limits of the explorer; those of jobs are for each of them.

    >>> Settings(jobs=1).to_json()["jobs"]
    1
    >>> Settings().token is None, Settings(host="192.168.7.7").token is None
    (True, False)
    """

    host: str = "127.0.0.1"
    token: str | None = field(default=None, repr=False)
    """What requests must know. If others than this machine can ask there always is one: it is made if it is not given.
    """
    jobs: int = 2
    """Searches that run at once."""
    queued: int = 8
    """Searches that wait for those."""
    seconds: float = 600.0
    memory_mib: int = 1024
    threads: int = os.cpu_count() or 1
    json_bytes: int = 1 << 20
    upload_bytes: int = 64 << 20
    uploads: int = 2
    """Certificates that are read and checked at once."""
    check_seconds: float = 20.0
    """What each checker may take for a certificate from outside."""
    second_nodes: int = 2_000
    """Certificates from outside that are larger are checked by the Rust checker alone, until the page asks again."""
    proofs: int = 32
    """Proofs that are kept; the oldest are forgotten."""
    proof_nodes: int = 10_000_000
    """Nodes of all proofs that are kept."""
    streams: int = 32
    """Watchers of running searches."""
    grace: float = 30.0
    """Seconds that a search may take beyond its limit to write and check its certificate."""
    body_seconds: float = 60.0
    """Seconds in which the body of a request must have come."""
    head_seconds: float = 20.0
    """Seconds in which the head of a request must have come, from the connection or from its first byte."""

    def __post_init__(self) -> None:
        if not self.token and not is_loopback(self.host):
            object.__setattr__(self, "token", new_token())

    def to_json(self) -> dict[str, float]:
        """The limits that a page should know."""
        return {name: getattr(self, name) for name in ("jobs", "seconds", "memory_mib", "upload_bytes", "threads")}
