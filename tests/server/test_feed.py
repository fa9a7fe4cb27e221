"""The feed behind a secret link."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest

from tests.server.games import Person, Server, a_server, roomy

ATOM = "{http://www.w3.org/2005/Atom}"
THREE_DAYS = 3 * 24 * 3_600


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path = tmp_path_factory.mktemp("feed") / "g.db"
    with a_server(roomy(path, registration="open")) as running:
        yield running


def make(person: Person, language: str = "en") -> str:
    answer = person.http.post("/api/me/notices/feed", json={"language": language})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["link"])


def entries(link: str) -> list[dict[str, str]]:
    answer = httpx.get(link)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/atom+xml; charset=utf-8"
    root = ElementTree.fromstring(answer.content)
    return [
        {name: entry.findtext(ATOM + name) or "" for name in ("title", "id", "updated", "summary")}
        for entry in root.iter(f"{ATOM}entry")
    ]


def test_a_feed_tells_what_happened_the_newest_first(server: Server) -> None:
    with Person(server, "Anna") as anna, Person(server, "Bela") as bela:
        link = make(anna)
        assert entries(link) == []
        opened = anna.opens("friend", time=THREE_DAYS, first="other")
        anna.sits_down(opened["id"])
        bela.accepts(opened["invitation"])
        bela.moves(opened["id"], "+K")
        told = entries(link)
        assert [entry["title"] for entry in told] == [
            "Your move against Bela",
            "Bela has sat down at your table",
        ]
        assert told[0]["summary"] == "Bela took the camels."
        assert entries(link) == told
        assert len({entry["id"] for entry in told}) == 2
        assert entries(make(bela)) == []  # nothing from before there was a feed


def test_a_reader_that_has_the_feed_is_told_so(server: Server) -> None:
    with Person(server, "Anna") as anna:
        link = make(anna, "fr")
        answer = httpx.get(link)
        assert "vos parties" in answer.text
        assert answer.headers["cache-control"] == "private, no-cache"
        again = httpx.get(link, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_a_new_link_ends_the_old_one(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    with Person(server, "Anna") as anna:
        old = make(anna)
        new = make(anna)
        assert httpx.get(old).status_code == 404
        assert httpx.get(new).status_code == 200
        assert anna.http.get("/api/me/notices").json()["feed"] is True
        assert anna.http.delete("/api/me/notices/feed").status_code == 204
        assert httpx.get(new).status_code == 404
        assert anna.http.get("/api/me/notices").json()["feed"] is False
    secrets = [link.rsplit("/", 1)[1].removesuffix(".atom") for link in (old, new)]
    assert not any(secret in caplog.text for secret in secrets)


@pytest.mark.parametrize("name", ["x.atom", ".atom", "x", "%00.atom"])
def test_a_wrong_link_finds_nothing(name: str, server: Server) -> None:
    assert httpx.get(f"{server.url}/feeds/{name}").status_code == 404


def test_no_secret_is_stored(tmp_path: Path) -> None:
    path = tmp_path / "g.db"
    with a_server(roomy(path, registration="open")) as server, Person(server) as carl:
        secret = make(carl).rsplit("/", 1)[1].removesuffix(".atom")
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert secret.encode() not in stored
