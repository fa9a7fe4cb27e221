"""Quick pairing: who is matched with whom, and what two seekers get from a server."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from jaipur.server.lobby.matching import PairingTerms, Ticket, pair_tickets, range_at
from tests.server.games import Data, Person, Server
from tests.server.lobby_people import a_site, an_account

TERMS = PairingTerms(ruleset="standard", time=90, clock=None, rated=False)


def ticket(user: str, rating: float = 1500, since: int = 0, **changes: Any) -> Ticket:
    made = Ticket(user=user, terms=TERMS, rating=rating, deviation=50, since=since)
    return replace(made, **changes)


def pairs(*tickets: Ticket, now: int = 0, blocked: frozenset[frozenset[str]] = frozenset()) -> Any:
    return [(one.user, other.user) for one, other in pair_tickets(tickets, blocked, now)]


def test_the_longest_waiting_gets_the_nearest_rating() -> None:
    found = pairs(ticket("c", 1560), ticket("b", 1490), ticket("a", since=-1))
    assert found == [("a", "b")]


def test_the_range_widens_until_anybody_will_do() -> None:
    far = ticket("a"), ticket("b", 2200)
    assert pairs(*far, now=0) == []
    assert pairs(*far, now=27_499) == []
    assert pairs(*far, now=27_500) == [("a", "b")]
    assert range_at(ticket("a"), 30_000) == float("inf")


def test_the_one_who_waits_longer_decides_how_far_it_may_be() -> None:
    assert pairs(ticket("a", since=0), ticket("b", 2200, since=29_000), now=30_000) == [("a", "b")]


def test_an_unsure_rating_is_paired_more_widely() -> None:
    assert pairs(ticket("a"), ticket("b", 1800)) == []
    assert pairs(ticket("a", deviation=350), ticket("b", 1800)) == [("a", "b")]


@pytest.mark.parametrize(
    "other", [{"ruleset": "box"}, {"time": None}, {"clock": (300, 8)}, {"rated": True}]
)
def test_both_want_the_same_terms(other: Data) -> None:
    assert pairs(ticket("a"), ticket("b", terms=replace(TERMS, **other)), now=60_000) == []


def test_who_has_blocked_the_other_is_not_paired() -> None:
    blocked = frozenset({frozenset({"a", "b"})})
    assert pairs(ticket("a"), ticket("b"), blocked=blocked, now=60_000) == []
    assert pairs(ticket("a"), ticket("b"), ticket("c", 1540), blocked=blocked) == [("a", "c")]


def test_two_hundred_of_one_moment_are_all_paired() -> None:
    found = pairs(*(ticket(f"u{n:03}", 1400 + n) for n in range(200)))
    assert len(found) == 100
    assert len({user for pair in found for user in pair}) == 200


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with a_site(tmp_path_factory.mktemp("site")) as server:
        yield server


def seek(person: Person, key: str = "k", **terms: Any) -> Data:
    answer = person.http.post("/api/pairing", json={"key": key, **terms})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_two_seekers_get_one_game_with_both_seats_reserved(site: Server) -> None:
    with Person(site) as anna, an_account(site, "Kavi") as kavi, ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(seek, anna, clock={"initial": 300, "increment": 8})
        found = seek(kavi, clock={"initial": 300, "increment": 8})["game"]
        assert found is not None
        assert waiting.result()["game"] == found
        assert seek(kavi, clock={"initial": 300, "increment": 8})["game"] == found  # said again
        anna.commits(found)
        kavi.commits(found, "22" * 16)
        anna.reveals(found)
        assert kavi.reveals(found, "22" * 16)["table"]["status"] == "shuffling"
        assert kavi.now(found)["table"]["status"] == "playing"
        mine = kavi.http.get("/api/lobby").json()["mine"]
        assert [(game["id"], game["challenge"]) for game in mine] == [(found, None)]


def test_who_ends_the_search_is_not_paired(site: Server) -> None:
    with Person(site) as anna, Person(site) as bela, ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(seek, anna, ruleset="box")
        assert anna.http.delete("/api/pairing").status_code == 204
        assert waiting.result()["game"] is None
        assert anna.http.delete("/api/pairing").status_code == 204
        assert seek(bela, ruleset="box")["game"] is None


def test_rated_games_are_for_accounts_in_a_browser(site: Server) -> None:
    with Person(site) as anna:
        body = {"key": "k", "time": 90, "rated": True}
        assert anna.http.post("/api/pairing", json=body).status_code == 403


def test_there_is_no_pairing_without_accounts(anna: Person) -> None:
    assert anna.http.post("/api/pairing", json={"key": "k"}).json()["code"] == "no_accounts"
