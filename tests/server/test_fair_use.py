"""What many games and reviews of one user or address cost others: almost nothing."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from jaipur import Move, View
from jaipur.server import levels, reviews
from jaipur.server.clock import Clock
from jaipur.server.settings import Settings
from tests.server.games import Person, Server, a_server, roomy, seated, wait_for
from tests.server.processes import empty, postgresql
from tests.server.reviewers import CountingReviewers, quick_reviewer
from tests.server.test_absence import FakeClock


def behind_a_proxy(path: Path, **changes: Any) -> Settings:
    """Settings with which a header says where a request comes from."""
    return roomy(path / "g.db", trusted_proxies=("127.0.0.1",), **changes)


@contextmanager
def at(server: Server, address: str) -> Iterator[Person]:
    """Somebody at this address."""
    with Person(server) as person:
        person.http.headers["X-Forwarded-For"] = address
        yield person


def finished(person: Person, moves: int = 1) -> str:
    """The address of the review of a finished match with so many moves of this person."""
    game = person.plays_against(first="me")
    for _ in range(moves):
        view = person.waits_for_turn(game)["view"]
        person.does(game, "moves", move=view["moves"][0], seq=view["seq"])
    person.waits_for_turn(game)
    person.does(game, "resign")
    return f"/api/games/{game}/review"


# Levels


@pytest.mark.parametrize("address", ["203.0.113.1", "203.0.113.9"], ids=["elsewhere", "beside"])
def test_a_level_does_not_keep_a_player_waiting_for_the_games_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    gate, thoughts, choose = threading.Event(), list[str](), levels.choose

    def slow(level: str, view: View, seed: int) -> Move:
        thoughts.append(level)
        gate.wait(60)
        return choose(level, view, seed)

    monkeypatch.setattr(levels, "choose", slow)
    with (
        a_server(behind_a_proxy(tmp_path, level_threads=1)) as server,
        at(server, "203.0.113.9") as hog,
        at(server, address) as anna,
    ):
        for _ in range(20):
            hog.plays_against("porter", first="other")
        game = anna.plays_against("kite", first="other")
        gate.set()
        anna.waits_for_turn(game)
        assert thoughts.index("kite") <= 2


def test_the_queue_of_thoughts_is_bounded_and_its_length_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, choose = threading.Event(), levels.choose

    def slow(level: str, view: View, seed: int) -> Move:
        gate.wait(60)
        return choose(level, view, seed)

    monkeypatch.setattr(levels, "choose", slow)
    settings = roomy(tmp_path / "g.db", level_threads=1, thoughts_queued=2)
    with a_server(settings) as server, Person(server) as anna:
        games = [anna.plays_against("kite", first="other") for _ in range(3)]
        wait_for(lambda: server.services.level_runner.waiting == 2)
        refused = anna.http.post("/api/games", json={"against": "level", "level": "kite"})
        assert (refused.status_code, refused.json()["limit"]) == (429, "thoughts")
        assert (refused.json()["waiting"], refused.json()["burst"]) == (2, 2)
        assert anna.http.post("/api/games", json={"against": "friend"}).status_code == 201
        with anna.http.stream("GET", f"/api/games/{games[2]}/events") as stream:
            told = (json.loads(line[6:]) for line in stream.iter_lines() if line[:6] == "data: ")
            assert next(each for each in told if "waiting" in each)["waiting"] == 2
        gate.set()
        for game in games:  # none of them was lost
            anna.waits_for_turn(game)


def test_the_queue_of_questions_is_bounded_and_its_length_is_told(tmp_path: Path) -> None:
    gate = threading.Event()

    class Slow:
        def best(self, view: View, count: int) -> list[levels.MoveEstimate]:
            gate.wait(60)
            return []

    settings = roomy(tmp_path / "g.db", level_threads=1, thoughts_queued=1)
    with a_server(settings, analyst=Slow()) as server, Person(server) as anna:
        game = anna.plays_against("kite", first="me")
        with ThreadPoolExecutor(2) as threads:
            asked = [threads.submit(anna.tries, game, "hint")]
            wait_for(lambda: server.services.hints._threads._free == 0)
            asked.append(threads.submit(anna.tries, game, "hint"))
            wait_for(lambda: server.services.hints.waiting == 1)
            refused = anna.tries(game, "hint")
            gate.set()
            answers = [each.result(60).json() for each in asked]
        assert (refused.status_code, refused.json()["limit"]) == (429, "questions")
        assert refused.json()["waiting"] == 1
        assert [answer["waiting"] for answer in answers] == [0, 0]


def test_a_user_has_so_many_games_in_progress(tmp_path: Path) -> None:
    settings = roomy(tmp_path / "g.db", games_per_user=3)
    with a_server(settings) as server, Person(server) as anna, Person(server) as bela:
        body = {"against": "level", "level": "kite"}
        with ThreadPoolExecutor(12) as threads:
            answers = list(
                threads.map(
                    lambda key: anna.http.post("/api/games", json={**body, "key": str(key)}),
                    range(12),
                )
            )
        assert Counter(answer.status_code for answer in answers) == {201: 3, 409: 9}
        opened = [answer.json()["id"] for answer in answers if answer.status_code == 201]
        refused = anna.http.post("/api/games", json=body)
        assert {**refused.json(), "sentence": ""} == {
            "code": "too_many_games",
            "sentence": "",
            "per": "user",
            "most": 3,
        }
        # An answer that was lost can still be asked for again, and a match has its rematch.
        key = next(number for number in range(12) if answers[number].status_code == 201)
        again = anna.http.post("/api/games", json={**body, "key": str(key)})
        assert again.json()["id"] == answers[key].json()["id"]
        assert bela.http.post("/api/games", json=body).status_code == 201
        anna.sits_down(opened[0])
        anna.does(opened[0], "resign")
        assert anna.does(opened[0], "rematch")["rematch"] is not None
        assert anna.http.post("/api/games", json=body).status_code == 409
        anna.does(opened[1], "leave")
        assert anna.http.post("/api/games", json=body).status_code == 201


def test_an_address_has_so_many_games_in_progress(tmp_path: Path) -> None:
    with a_server(behind_a_proxy(tmp_path, games_per_address=4)) as server:
        body, games = {"against": "level", "level": "kite"}, []
        for _ in range(4):
            with at(server, "203.0.113.9") as guest:
                games.append((guest.token, guest.opens()["id"]))
        with at(server, "203.0.113.9") as guest, at(server, "203.0.113.1") as anna:
            refused = guest.http.post("/api/games", json=body)
            assert (refused.status_code, refused.json()["code"]) == (409, "too_many_games")
            assert (refused.json()["per"], refused.json()["most"]) == ("address", 4)
            assert anna.http.post("/api/games", json=body).status_code == 201
            token, game = games[0]
            headers = {"Authorization": f"Bearer {token}"}
            left = httpx.post(f"{server.url}/api/games/{game}/leave", headers=headers)
            assert left.status_code == 200
            assert guest.http.post("/api/games", json=body).status_code == 201


def test_a_refused_game_does_not_count_against_its_address(tmp_path: Path) -> None:
    settings = roomy(tmp_path / "g.db", games_per_user=1, games_per_address=2)
    with a_server(settings) as server, Person(server) as anna, Person(server) as bela:
        body = {"against": "level", "level": "kite"}
        answers = [anna.http.post("/api/games", json=body).status_code for _ in range(4)]
        assert answers == [201, 409, 409, 409]
        assert bela.http.post("/api/games", json=body).status_code == 201


def test_a_game_that_has_left_memory_counts_for_half_a_minute(tmp_path: Path) -> None:
    passed = 0
    clock = Clock(monotonic=lambda: passed)
    settings = roomy(tmp_path / "g.db", games_per_address=1)
    with a_server(settings, clock=clock) as server, Person(server) as anna:
        body = {"against": "friend"}
        game = anna.http.post("/api/games", json=body).json()["id"]
        server.services.live_games.evict(game)
        passed = 29_000
        assert anna.http.post("/api/games", json=body).status_code == 409
        passed = 31_000
        assert anna.http.post("/api/games", json=body).status_code == 201


# Reviews


def test_a_review_is_computed_once_however_many_ask_at_once(tmp_path: Path) -> None:
    reviewers = CountingReviewers()
    with a_server(roomy(tmp_path / "g.db"), reviewer=reviewers) as server, Person(server) as anna:
        address = finished(anna, moves=3)
        with ThreadPoolExecutor(16) as threads:
            answers = list(threads.map(lambda _: anna.http.get(address), range(32)))
        assert {answer.status_code for answer in answers} <= {200, 202}
        wait_for(lambda: anna.http.get(address).status_code == 200)
        assert set(reviewers.judged.values()) == {1}


def test_a_user_has_so_many_reviews_at_once(tmp_path: Path) -> None:
    reviewers = CountingReviewers(permits=0)
    settings = roomy(tmp_path / "g.db", reviews_per_user=2, reviews_per_address=3)
    with (
        a_server(settings, reviewer=reviewers) as server,
        Person(server) as anna,
        Person(server) as bela,
        Person(server) as carl,
    ):
        addresses = [finished(anna) for _ in range(3)]
        answers = [anna.http.get(address) for address in addresses]
        assert [answer.status_code for answer in answers] == [202, 202, 429]
        body = answers[2].json()
        assert (body["code"], body["limit"], body["per"]) == ("too_many", "reviews", "user")
        assert body["burst"] == 2
        assert answers[2].headers["retry-after"] == "10"
        assert anna.http.get(addresses[0]).status_code == 202  # the same ones are no more
        assert bela.http.get(addresses[2]).status_code == 202
        refused = carl.http.get(finished(carl))
        assert (refused.status_code, refused.json()["per"]) == (429, "address")
        reviewers.permits.release(1000)
        wait_for(lambda: anna.http.get(addresses[2]).status_code == 200)


def test_two_guests_do_not_keep_others_from_a_review(tmp_path: Path) -> None:
    reviewers = CountingReviewers(permits=0)
    with (
        a_server(behind_a_proxy(tmp_path), reviewer=reviewers) as server,
        at(server, "203.0.113.8") as hog,
        at(server, "203.0.113.9") as other,
        at(server, "203.0.113.1") as anna,
    ):
        for person in (hog, other):
            answers = [person.http.get(finished(person)) for _ in range(9)]
            assert [answer.status_code for answer in answers] == [202] * 2 + [429] * 7
        address = finished(anna)
        assert anna.http.get(address).status_code == 202
        reviewers.permits.release(1000)
        wait_for(lambda: anna.http.get(address).status_code == 200)


def test_a_review_that_nobody_asks_for_stops_and_goes_on_later(tmp_path: Path) -> None:
    from jaipur.server.clock import Clock

    clock, reviewers = FakeClock(), CountingReviewers(permits=0)
    with (
        a_server(
            roomy(tmp_path / "g.db"), clock=Clock(clock.now, clock.monotonic), reviewer=reviewers
        ) as server,
        Person(server) as anna,
    ):
        address = finished(anna, moves=4)
        assert anna.http.get(address).status_code == 202
        reviewers.permits.release(2)
        wait_for(lambda: anna.http.get(address).json()["done"] == 2)
        clock.goes(19)
        assert anna.http.get(address).json()["done"] == 2
        clock.goes(21)
        reviewers.permits.release(1)
        wait_for(lambda: not server.services.reviews._jobs)
        assert sum(reviewers.judged.values()) == 3
        reviewers.permits.release(1000)
        again = anna.http.get(address)
        assert (again.status_code, again.json()["done"]) == (202, 3)
        done = wait_for(lambda: (a := anna.http.get(address)).status_code == 200 and a)
        assert len(done.json()["moves"]) == sum(reviewers.judged.values())
        assert set(reviewers.judged.values()) == {1}


def test_a_match_with_too_many_moves_is_not_reviewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "MAX_MOVES", 1)
    with (
        a_server(roomy(tmp_path / "g.db"), reviewer=quick_reviewer) as server,
        Person(server) as anna,
    ):
        refused = anna.http.get(finished(anna, moves=2))
        assert (refused.status_code, refused.json()["code"]) == (413, "too_large")
        assert refused.json()["most_moves"] == 1


def test_two_workers_do_not_compute_the_same_review() -> None:
    reviewers = CountingReviewers()
    with postgresql() as database:
        empty(database)
        settings = roomy(database, poll_interval=0.05)
        with (
            a_server(settings, reviewer=reviewers) as one,
            a_server(settings, reviewer=reviewers) as two,
            Person(one) as anna,
        ):
            address = finished(anna, moves=3)
            urls = [f"{server.url}{address}" for server in (one, two)]
            with ThreadPoolExecutor(16) as threads:
                answers = list(threads.map(lambda n: httpx.get(urls[n % 2], timeout=60), range(32)))
            assert {answer.status_code for answer in answers} <= {200, 202}
            for url in urls:
                wait_for(lambda url=url: httpx.get(url).status_code == 200)  # type: ignore[misc]
            assert set(reviewers.judged.values()) == {1}


# Streams


@contextmanager
def listening(url: str, people: list[dict[str, str]]) -> Iterator[list[httpx.Response]]:
    """Streams with these headers, all open at the same time."""
    with ExitStack() as stack:
        http = stack.enter_context(httpx.Client(timeout=60, limits=httpx.Limits()))
        yield [stack.enter_context(http.stream("GET", url, headers=headers)) for headers in people]


def headers_of(person: Person) -> dict[str, str]:
    return {"Authorization": f"Bearer {person.token}"}


@pytest.mark.parametrize("crowd", ["visitors", "watchers", "players"])
def test_a_player_is_let_in_where_others_have_every_stream(tmp_path: Path, crowd: str) -> None:
    settings = roomy(tmp_path / "g.db", streams_per_address=6)
    with (
        a_server(settings) as server,
        seated(server, watchable=True) as (anna, bela, game),
        Person(server) as carl,
    ):
        who = {"visitors": {}, "watchers": headers_of(carl), "players": headers_of(bela)}[crowd]
        url = f"{server.url}/api/games/{game}/events"
        with listening(url, [who] * 6) as streams:
            assert [stream.status_code for stream in streams] == [200] * 6
            # One more of the crowd is refused; a player takes the place of the oldest.
            refused = httpx.get(url, headers=who)
            assert (refused.status_code, refused.json()["per"]) == (429, "address")
            with listening(url, [headers_of(anna)]) as mine:
                assert mine[0].status_code == 200
                assert "heartbeat" in "".join(streams[0].iter_text())  # it ends
                assert len(server.services.stream_limits) == 6
        wait_for(lambda: not len(server.services.stream_limits))


def test_a_class_behind_one_address_is_let_in_beyond_the_limit(tmp_path: Path) -> None:
    settings = roomy(tmp_path / "g.db", streams_per_address=2)
    with a_server(settings) as server, ExitStack() as stack:
        for _ in range(5):
            pupil = stack.enter_context(Person(server))
            url = f"{server.url}/api/games/{pupil.plays_against()}/events"
            mine = stack.enter_context(listening(url, [headers_of(pupil)]))
            assert mine[0].status_code == 200
        assert httpx.get(url, headers=headers_of(pupil)).status_code == 429  # a second one is not
