"""Profiles over HTTP: what they show, and to whom."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.accounts_of_tests import Member
from tests.server.finished_games import run, store_match
from tests.server.games import Server, a_server, roomy


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("profiles")
    with a_server(roomy(folder / "profiles.db", registration="open")) as running:
        yield running


def test_a_profile_shows_ratings_rivals_and_matches(site: Server) -> None:
    with Member(site, "Dora") as dora, Member(site, "Emil") as emil:
        for number in range(3):
            store_match(site, dora.id, number, level=None, other=emil.id, time=90, rated=True)
        run(site, site.services.ratings.rate())
        seen = emil.asks("/api/players/Dora")
        assert [it["ruleset"] for it in seen["ratings"]] == ["standard"]
        assert (seen["you"], seen["friend"], seen["visibility"]) == (False, False, None)
        (rival,) = seen["rivals"]
        assert (rival["name"], rival["you"], rival["won"] + rival["lost"]) == ("Emil", True, 3)
        assert len(emil.asks("/api/players/Dora/ratings")["points"]) == 3
        assert dora.asks("/api/players/Dora")["visibility"] == "public"


def test_a_hidden_profile_is_not_told_from_a_missing_one(site: Server) -> None:
    with Member(site, "Fritz") as fritz, Member(site, "Gerda") as gerda:
        missing = gerda.http.get("/api/players/Nobody")
        for visibility in ("private", "friends"):
            answer = fritz.http.patch("/api/me/profile", json={"visibility": visibility})
            assert answer.status_code == 200
            hidden = gerda.http.get("/api/players/Fritz")
            assert (hidden.status_code, hidden.content) == (404, missing.content)
            assert gerda.http.get("/api/players/Fritz/ratings").content == missing.content
        assert fritz.asks("/api/players/Fritz")["visibility"] == "friends"
        marked = fritz.http.post("/api/me/friends", json={"name": "Gerda"})
        assert marked.json() == {"friends": ["Gerda"]}
        assert gerda.asks("/api/players/Fritz")["name"] == "Fritz"
        assert fritz.http.delete("/api/me/friends/Gerda").json() == {"friends": []}
        assert gerda.http.get("/api/players/Fritz").content == missing.content


def test_a_hidden_opponent_has_no_name_in_the_lists_of_others(site: Server) -> None:
    with Member(site, "Heidi") as heidi, Member(site, "Ivan") as ivan:
        store_match(site, heidi.id, 50, level=None, other=ivan.id, time=90, rated=True)
        run(site, site.services.ratings.rate())
        ivan.http.patch("/api/me/profile", json={"visibility": "private"})
        seen = heidi.http.get("/api/players/Heidi")
        assert "Ivan" not in seen.text
        (match,) = seen.json()["matches"]
        assert (match["name"], match["game"]) == (None, None)
