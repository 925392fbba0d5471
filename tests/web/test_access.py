"""Who may use the explorer where others can reach it: those who have its token, and nobody else."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator

import httpx
import pytest
from typer.testing import CliRunner

from pnyx.cli import app
from pnyx.errors import InputError
from pnyx.web.access import Access, addresses, is_loopback, new_token, read_token, who
from pnyx.web.settings import Settings
from support.web_client import explorer, started

TOKEN = "blue-whales-sing-at-night"
BEARER = {"authorization": f"Bearer {TOKEN}"}
WRONG = (TOKEN[:-1], TOKEN + "s", TOKEN.upper(), "x", "\u00e9" * 30)


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with explorer(host="192.168.7.7", token=TOKEN) as client:
        yield client


@pytest.fixture(autouse=True)
def no_cookies(client: httpx.Client) -> None:
    client.cookies.clear()


class TestWithout:
    @pytest.mark.parametrize("path", ["/", "/js/main.js", "/css/layout.css", "/icon.svg", "/nothing", "/?game=chess"])
    def test_a_plain_page_says_what_to_do(self, client: httpx.Client, path: str) -> None:
        answer = client.get(path)
        assert answer.status_code == 401
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.headers["www-authenticate"] == "Bearer"
        assert "<h1>This server needs a token</h1>" in answer.text
        assert "Open the address that <code>pnyx web</code> printed" in answer.text
        assert TOKEN not in answer.text
        assert "set-cookie" not in answer.headers
        assert "default-src 'self'" in answer.headers["content-security-policy"]

    @pytest.mark.parametrize("path", ["/api/about", "/api/alive", "/api/jobs/1", "/api/svg?game=chess", "/api/nothing"])
    def test_programs_are_told_of_the_header(self, client: httpx.Client, path: str) -> None:
        answer = client.get(path)
        assert answer.status_code == 401
        assert "Authorization: Bearer TOKEN" in answer.json()["error"]

    def test_nothing_is_changed(self, client: httpx.Client) -> None:
        for path in ("position", "play", "edit", "jobs", "jobs/1/stop", "proofs/1/why"):
            assert client.post(f"/api/{path}", json={"game": "tic-tac-toe"}).status_code == 401, path
        assert client.delete("/api/jobs/1").status_code == 401
        body = {"content-type": "application/octet-stream"}
        assert client.post("/api/proofs", content=b"x", headers=body).status_code == 401


class TestHeader:
    def test_it_lets_programs_in(self, client: httpx.Client) -> None:
        assert client.get("/api/about", headers=BEARER).status_code == 200
        assert client.post("/api/position", json={"game": "tic-tac-toe"}, headers=BEARER).status_code == 200
        assert client.get("/api/about", headers={"authorization": f"bearer  {TOKEN}"}).status_code == 200
        assert "set-cookie" not in client.get("/", headers=BEARER).headers

    @pytest.mark.parametrize("token", WRONG)
    def test_others_do_not(self, client: httpx.Client, token: str) -> None:
        assert client.get("/api/about", headers={b"authorization": f"Bearer {token}".encode()}).status_code == 401

    @pytest.mark.parametrize("kind", [f"Basic {TOKEN}", TOKEN, f"Bearer{TOKEN}"])
    def test_another_kind_does_not(self, client: httpx.Client, kind: str) -> None:
        assert client.get("/api/about", headers={"authorization": kind}).status_code == 401


class TestAddress:
    def test_the_page_is_opened_and_the_token_kept(self, client: httpx.Client) -> None:
        answer = client.get(f"/?game=chess&token={TOKEN}")
        assert answer.status_code == 200
        assert "<title>Pnyx</title>" in answer.text
        kept = answer.headers["set-cookie"]
        name = f"pnyx-{client.base_url.port}"
        assert kept == f"{name}={TOKEN}; Path=/; HttpOnly; SameSite=Strict"
        for path in ("/", "/js/main.js", "/api/about"):
            assert client.get(path).status_code == 200, path
        client.cookies.clear()
        assert client.get("/api/about").status_code == 401
        for other in ("pnyx-1", "pnyx", "token"):
            assert client.get("/api/about", headers={"cookie": f"{other}={TOKEN}"}).status_code == 401, other
        assert client.get("/api/about", headers={"cookie": f"a=b; {name}={TOKEN}"}).status_code == 200

    @pytest.mark.parametrize("token", WRONG)
    def test_a_wrong_one_is_told_so(self, client: httpx.Client, token: str) -> None:
        answer = client.get("/", params={"token": token})
        assert answer.status_code == 401
        assert "The token in this address is wrong" in answer.text
        assert "set-cookie" not in answer.headers
        name = f"pnyx-{client.base_url.port}"
        assert client.get("/api/about", headers={b"cookie": f"{name}={token}".encode()}).status_code == 401

    def test_only_the_page_takes_it_in_its_address(self, client: httpx.Client) -> None:
        for path in ("/api/about", "/js/main.js", "/api/alive"):
            answer = client.get(path, params={"token": TOKEN})
            assert answer.status_code == 401, path
            assert "set-cookie" not in answer.headers, path
        assert client.post("/api/position", params={"token": TOKEN}, json={"game": "chess"}).status_code == 401


class TestOtherChecks:
    def test_hosts_and_origins_count_all_the_same(self, client: httpx.Client) -> None:
        for headers in ({"host": "example.org"}, {"origin": "http://example.org"}, {"sec-fetch-site": "cross-site"}):
            assert client.get("/api/about", headers={**BEARER, **headers}).status_code == 403, headers
        answer = client.get(f"/?token={TOKEN}", headers={"host": "example.org"})
        assert answer.status_code == 403

    def test_a_server_that_listens_everywhere_answers_to_numbers_and_its_name(self) -> None:
        with explorer(host="0.0.0.0", token=TOKEN) as client:
            for host in ("192.168.7.7:8281", "10.1.2.3", "[fe80::1]:8281", socket.gethostname(), "localhost"):
                assert client.get("/api/about", headers={**BEARER, "host": host}).status_code == 200, host
                assert client.get("/api/about", headers={"host": host}).status_code == 401, host
            for host in ("example.org", "10.1.2.3.example.org", "1.2.3", "[fe80::1", "fe80::1"):
                assert client.get("/api/about", headers={**BEARER, "host": host}).status_code == 403, host


class TestSettings:
    def test_this_machine_needs_none_and_others_always_do(self) -> None:
        for host in ("127.0.0.1", "localhost", "::1", "127.0.0.2"):
            assert is_loopback(host), host
            assert Settings(host=host).token is None, host
        made = {Settings(host=host).token for host in ("0.0.0.0", "::", "", "192.168.7.7", "example.org", "127.1")}
        assert len(made) == 6
        assert None not in made
        assert Settings(token=TOKEN).token == TOKEN

    def test_it_is_long_and_not_shown_by_accident(self) -> None:
        assert len({new_token() for _ in range(100)}) == 100
        assert read_token(new_token())
        assert TOKEN not in repr(Settings(token=TOKEN))

    @pytest.mark.parametrize(
        "token", ["", "short", "fifteen-letters", "a token with spaces", "x" * 201, "naïve-naïve-naïve"]
    )
    def test_a_bad_one_is_refused(self, token: str) -> None:
        with pytest.raises(InputError, match="--token must have 16 to 200 letters, digits, - or _, not "):
            read_token(token)

    def test_addresses_and_words(self) -> None:
        assert addresses("::1", 80, None) == ["http://[::1]:80/"]
        here, elsewhere = addresses("0.0.0.0", 80, TOKEN)
        assert here == f"http://127.0.0.1:80/?token={TOKEN}"
        assert elsewhere == f"http://{socket.gethostname()}:80/?token={TOKEN}"
        assert "Anyone on this machine who has the token" in (who("127.0.0.1", TOKEN) or "")
        assert (who("0.0.0.0", TOKEN) or "").startswith("Anyone who can reach this machine and has the token can")


def test_the_command_prints_the_address_with_the_token_and_who_can_use_it() -> None:
    with started("--host", "0.0.0.0") as (process, line):
        assert process.stdout is not None
        found = re.fullmatch(
            r"The explorer is at (http://127.0.0.1:(\d+)/)\?token=([\w-]{32}) \(Ctrl-C stops it\)\n", line
        )
        assert found, line
        address, port, token = found.groups()
        other, users = process.stdout.readline(), process.stdout.readline()
        assert other == f"From other machines: http://{socket.gethostname()}:{port}/?token={token}\n"
        assert users.startswith("Anyone who can reach this machine and has the token can use this page")
        with httpx.Client(base_url=address) as client:
            assert client.get("/api/about").status_code == 401
            assert client.get(f"/?token={token}").status_code == 200
            assert client.get("/api/about").status_code == 200


def test_a_token_can_be_chosen_here_too() -> None:
    with started("--token", TOKEN) as (process, line):
        assert process.stdout is not None
        address = line.split()[4]
        assert address.endswith(f"/?token={TOKEN}")
        assert process.stdout.readline() == "Anyone on this machine who has the token can use this page.\n"
        assert httpx.get(httpx.URL(address).join("/api/about")).status_code == 401
        assert httpx.get(httpx.URL(address).join("/api/about"), headers=BEARER).status_code == 200


def test_a_bad_token_is_bad_input() -> None:
    found = CliRunner().invoke(app, ["web", "--no-browser", "--token", "short"], prog_name="pnyx")
    assert (found.exit_code, found.stderr.count("\n")) == (2, 1)
    assert "--token must have 16 to 200 letters, digits, - or _, not 'short'" in found.stderr


def test_an_empty_token_is_none() -> None:
    assert Settings(host="0.0.0.0", token="").token
    assert not Access("")._is_right("")
