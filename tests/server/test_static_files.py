"""The browser's files: what is sent, how small, and how long it is kept."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest

from jaipur.server.app import Application
from jaipur.server.middleware import SecurityMiddleware
from jaipur.server.settings import Settings
from jaipur.server.static_files import StaticFiles
from tests.server.games import Person, a_server, roomy

PAGE = b'<!doctype html><meta property="og:image" content="/preview.png"><title>table</title>'
SCRIPT = b"console.log('table');" * 50


@pytest.fixture
def client(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_bytes(PAGE)
    (tmp_path / "build.json").write_bytes(b'{"build":"a1"}')
    (tmp_path / "assets/table-a1.js").write_bytes(SCRIPT)
    (tmp_path / "assets/table-a1.js.gz").write_bytes(gzip.compress(SCRIPT))
    (tmp_path / "secret.txt").write_bytes(b"not a kind of file that a page needs")
    return tmp_path


def run(asking: Coroutine[Any, Any, httpx.Response]) -> httpx.Response:
    return asyncio.run(asking)


async def get(client: Path, path: str, **headers: str) -> httpx.Response:
    app = SecurityMiddleware(Application(StaticFiles(client)), settings=Settings())
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
        return await http.get(path, headers=headers)


@pytest.mark.parametrize("path", ["/", "/game/Ox", "/join/abc", "/rules"])
def test_every_address_is_the_one_page(client: Path, path: str) -> None:
    answer = run(get(client, path))
    whole = PAGE.replace(b"/preview.png", b"http://localhost/preview.png")
    assert (answer.status_code, answer.content) == (200, whole)
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    "path",
    [
        "/assets/none.js",
        "/assets/../index.html",
        "/assets/%2e%2e%2findex.html",
        "/secret.txt",
        "/none.png",
        "/api/none",
        "/assets/.hidden.js",
        "/index.html%00.png",
    ],
)
def test_nothing_else_is_sent(client: Path, path: str) -> None:
    answer = run(get(client, path))
    assert answer.status_code == 404 or answer.content == PAGE
    assert b"not a kind" not in answer.content


def test_a_file_with_a_hash_is_kept_for_ever(client: Path) -> None:
    answer = run(get(client, "/assets/table-a1.js"))
    assert "immutable" in answer.headers["cache-control"]
    assert answer.content == SCRIPT


def test_a_browser_that_can_read_it_gets_the_smaller_file(client: Path) -> None:
    small = run(get(client, "/assets/table-a1.js", **{"accept-encoding": "gzip, br;q=0.9"}))
    assert small.headers["content-encoding"] == "gzip"
    assert small.headers["content-type"].startswith("text/javascript")
    assert int(small.headers["content-length"]) < len(SCRIPT) / 5
    assert small.content == SCRIPT
    plain = run(get(client, "/assets/table-a1.js", **{"accept-encoding": "identity"}))
    assert "content-encoding" not in plain.headers
    assert small.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"


def test_what_a_browser_has_is_not_sent_again(client: Path) -> None:
    first = run(get(client, "/build.json"))
    again = run(get(client, "/build.json", **{"if-none-match": first.headers["etag"]}))
    assert (again.status_code, again.content) == (304, b"")
    (client / "build.json").write_bytes(b'{"build":"b22"}')
    changed = run(get(client, "/build.json", **{"if-none-match": first.headers["etag"]}))
    assert changed.json() == {"build": "b22"}


def test_a_page_that_was_not_built_says_so(tmp_path: Path) -> None:
    answer = run(get(tmp_path, "/"))
    assert "not built" in answer.text


def test_past_positions_are_sent_small_to_those_who_can_read_it(tmp_path: Path) -> None:
    with a_server(roomy(tmp_path / "games.db")) as server, Person(server) as anna:
        game = anna.http.post("/api/games", json={"against": "self"}).json()["id"]
        anna.http.post(f"/api/games/{game}/seat", json={})
        path = f"/api/games/{game}/positions"
        small = anna.http.get(path, headers={"accept-encoding": "gzip"})
        plain = anna.http.get(path, headers={"accept-encoding": "identity"})
        assert small.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert small.json() == plain.json()
