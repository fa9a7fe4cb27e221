"""A user's own mistakes over HTTP: they come from reviews, and back until they are found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select

from jaipur.server import schema
from tests.server.finished_games import run, store_match
from tests.server.games import Data, Person, Server, roomy
from tests.server.test_absence import FakeClock, timed
from tests.server.test_reviews import waits_for_review

DAY_MS = 86_400_000


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def server(tmp_path: Path, clock: FakeClock) -> Iterator[Server]:
    with timed(roomy(tmp_path / "g.db", review_samples=60), clock) as server:
        yield server


@pytest.fixture
def anna(server: Server) -> Iterator[Person]:
    with Person(server, "Anna") as person:
        yield person


def mistakes(person: Person) -> Data:
    answer = person.http.get("/api/me/mistakes")
    assert answer.status_code == 200, answer.text
    found: Data = answer.json()
    return found


def answers(person: Person, one: Data, move: str) -> httpx.Response:
    address = f"/api/me/mistakes/{one['game']}/{one['round']}/{one['ply']}"
    return person.http.post(address, json={"move": move})


def a_reviewed_match(server: Server, person: Person) -> Data:
    """The review of a match that the person has played as the weakest level does."""
    game = store_match(server, person.id, 1, like="kite", level="caravan")
    return waits_for_review(person, game)


def move_of(review: Data, one: Data) -> Data:
    return next(
        move
        for move in review["moves"]
        if (move["round"], move["ply"]) == (one["round"], one["ply"])
    )


def test_they_are_the_own_decisions_that_lost_the_costliest_first(
    server: Server, anna: Person
) -> None:
    assert mistakes(anna) == {"due": 0, "total": 0, "next_due_at": None, "mistakes": []}
    review = a_reviewed_match(server, anna)
    mine = [m for m in review["moves"] if m["seat"] == 0 and m["grade"] != "fine"]
    found = mistakes(anna)
    assert found["due"] == found["total"] == len(mine) > 0
    costs = [one["lost"] for one in found["mistakes"]]
    assert costs == sorted(costs, reverse=True)
    assert {(one["round"], one["ply"]) for one in found["mistakes"]} <= {
        (move["round"], move["ply"]) for move in mine
    }
    assert found["mistakes"][0]["opponent"]["level"] == "caravan"


def test_what_was_found_comes_back_later_each_time_and_a_miss_begins_anew(
    server: Server, anna: Person, clock: FakeClock
) -> None:
    review = a_reviewed_match(server, anna)
    one = mistakes(anna)["mistakes"][0]
    best, played = (move_of(review, one)[name]["move"] for name in ("best", "played"))
    for days in (1, 3, 7):
        now = server.services.clock.now()
        answer = answers(anna, one, best).json()
        assert (answer["tried"]["found"], answer["counted"]) == (True, True)
        assert answer["due_at"] == now + days * DAY_MS
        clock.goes(days * DAY_MS / 1000)
    answer = answers(anna, one, played).json()
    assert (answer["tried"]["found"], answer["right"]) == (False, 0)
    assert answer["due_at"] == server.services.clock.now() + DAY_MS


def test_only_an_answer_to_one_that_is_due_counts(server: Server, anna: Person) -> None:
    review = a_reviewed_match(server, anna)
    before = mistakes(anna)
    one = before["mistakes"][0]
    best = move_of(review, one)["best"]["move"]
    first, second = (answers(anna, one, best).json() for _ in range(2))
    assert (first["counted"], second["counted"]) == (True, False)
    assert second["due_at"] == first["due_at"]
    after = mistakes(anna)
    assert (after["due"], after["total"]) == (before["due"] - 1, before["total"])
    assert after["next_due_at"] == first["due_at"]


def test_nobody_else_has_them(server: Server, anna: Person) -> None:
    a_reviewed_match(server, anna)
    one = mistakes(anna)["mistakes"][0]
    with Person(server, "Ben") as ben:
        assert mistakes(ben)["total"] == 0
        assert answers(ben, one, "+K").json()["code"] == "not_found"


def test_a_move_that_may_not_be_played_is_refused_and_does_not_count(
    server: Server, anna: Person
) -> None:
    a_reviewed_match(server, anna)
    before = mistakes(anna)
    assert answers(anna, before["mistakes"][0], "$D7").json()["code"] == "not_in_hand"
    assert mistakes(anna) == before


def test_answers_go_with_the_user(server: Server, anna: Person) -> None:
    review = a_reviewed_match(server, anna)
    one = mistakes(anna)["mistakes"][0]
    answers(anna, one, move_of(review, one)["best"]["move"])
    stored = select(schema.mistake_answers)
    assert len(run(server, server.services.store.rows(stored))) == 1
    assert anna.http.delete("/api/me").status_code == 204
    assert run(server, server.services.store.rows(stored)) == []
