"""Several processes on one PostgreSQL: any of them serves any game, with Redis and without."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any

import httpx
import pytest

from jaipur import check_shuffle
from jaipur.coach.reviewed_move import ReviewedMove
from jaipur.coach.reviewer import Reviewer
from tests.server.games import Person, Server, a_server, roomy, wait_for
from tests.server.processes import Process, empty, postgresql, redis
from tests.server.reviewers import FEW_SAMPLES
from tests.server.test_absence import FakeClock, other_of, timed
from tests.server.test_streams import Listener

PROVEN = ("proof", "record")


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgresql() as address:
        yield address


@pytest.fixture(scope="module")
def hints() -> Iterator[str]:
    with redis() as address:
        yield address


@pytest.fixture(params=["poll", "redis"])
def pair(request: pytest.FixtureRequest, database: str) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database, as two workers are."""
    empty(database)
    how = {"redis": request.getfixturevalue("hints")} if request.param == "redis" else {}
    # With Redis the look at the database comes so seldom that only a hint can be in time.
    settings = roomy(database, poll_interval=1.0 if how else 0.05, heartbeat=30, **how)
    with a_server(settings) as one, a_server(settings) as two:
        yield one, two


@contextmanager
def across(pair: tuple[Server, Server]) -> Iterator[tuple[Person, Person, str]]:
    """A game of two people who are served by different processes."""
    with Person(pair[0], "Anna") as anna, Person(pair[1], "Bela") as bela:
        opened = anna.opens("friend", first="me")
        anna.sits_down(opened["id"])
        bela.accepts(opened["invitation"])
        yield anna, bela, opened["id"]


def elsewhere(person: Person, server: Server) -> Person:
    """The same person at another process."""
    other = object.__new__(Person)
    other.__dict__.update(person.__dict__)
    other.http = httpx.Client(base_url=server.url, headers=person.http.headers, timeout=30)
    return other


def test_two_processes_play_one_match(pair: tuple[Server, Server]) -> None:
    with across(pair) as (anna, bela, game):
        listeners = [Listener(anna, game), Listener(bela, game)]
        rng = random.Random(1)
        for ply in range(20):
            mover = (anna, bela)[ply % 2]
            view = mover.view(game)
            assert view["ply"] == ply
            start = time.monotonic()
            event = mover.does(game, "moves", move=rng.choice(view["moves"]), seq=view["seq"])
            for listener in listeners:
                listener.waits_for(event["seq"])
            assert time.monotonic() - start < 5
            if event["view"]["over"]:
                break
        last = anna.now(game)["seq"]
        for person, listener in zip((anna, bela), listeners, strict=True):
            assert (
                listener.messages[1:] == person.hears_bytes(game, 3)[: len(listener.messages) - 1]
            )
            assert b"id: %d-" % last in listener.body


def committed(anna: Person, bela: Person) -> str:
    """A game before the deal: Anna has committed to a nonce, and Bela has sent one."""
    opened = anna.opens("friend", first="me")
    anna.commits(opened["id"])
    bela.accepts(opened["invitation"])
    return str(opened["id"])


def check_deal(anna: Person, game: str) -> None:
    """The proof of the shuffle holds for the match that was dealt."""
    anna.does(game, "resign")
    proof, record = (anna.http.get(f"/api/games/{game}/{what}").json() for what in PROVEN)
    check_shuffle(proof, record)


def test_a_nonce_is_revealed_at_another_process(pair: tuple[Server, Server]) -> None:
    with Person(pair[0], "Anna") as anna, Person(pair[1], "Bela") as bela:
        game = committed(anna, bela)
        listeners = [Listener(anna, game), Listener(bela, game)]
        double = elsewhere(anna, pair[1])
        refused = double.tries(game, "reveal", nonce="33" * 16)
        assert refused.json()["code"] == "wrong_nonce"
        revealed = double.reveals(game)
        for listener in listeners:
            listener.waits_for(revealed["seq"] + 1)
        for person in (anna, double, bela):
            types = [event["type"] for event in person.hears(game, 0)]
            assert types == ["joined", "joined", "revealed", "dealt"]
        assert anna.view(game) == double.view(game)
        check_deal(anna, game)
        double.http.close()


def test_a_kill_between_commitment_and_reveal_loses_nothing(database: str) -> None:
    empty(database)
    with Process(database) as one, Process(database) as two, Person(two.url) as bela:
        with Person(one.url) as anna:
            game = committed(anna, bela)
        one.kill()
        with httpx.Client(base_url=two.url, headers=anna.http.headers, timeout=30) as http:
            anna.http = http
            revealed = anna.reveals(game)
            dealt = anna.view(game)
            two.kill()
            two.restart()
            # The answer may have been lost, so that the page reveals again: the deal stays.
            assert anna.reveals(game)["seq"] >= revealed["seq"]
            assert anna.view(game) == dealt
            check_deal(anna, game)


def test_racing_moves_of_one_seat_have_one_winner(pair: tuple[Server, Server]) -> None:
    with across(pair) as (anna, bela, game), ThreadPoolExecutor(4) as threads:
        people = (anna, bela)
        doubles = (elsewhere(anna, pair[1]), elsewhere(bela, pair[0]))
        rng = random.Random(2)
        for _ in range(12):
            seat = anna.view(game)["turn"]
            if seat is None:
                break
            view = people[seat].view(game)
            moves = [rng.choice(view["moves"]) for _ in range(2)]
            tries = [
                threads.submit(person.tries, game, "moves", move=move, seq=view["seq"])
                for person, move in zip((people[seat], doubles[seat]), moves, strict=True)
            ]
            answers = sorted((t.result() for t in tries), key=lambda answer: answer.status_code)
            assert [answer.status_code for answer in answers] == [200, 409]
            assert answers[1].json()["code"] == "stale"
            current = answers[1].json()["current"]
            assert current["view"]["last"] == answers[0].json()["move"]
            assert people[seat].now(game)["view"] == current["view"]
        for double in doubles:
            double.http.close()


def test_one_key_at_two_processes_is_one_move(pair: tuple[Server, Server]) -> None:
    with across(pair) as (anna, _, game), ThreadPoolExecutor(4) as threads:
        double = elsewhere(anna, pair[1])
        body: dict[str, Any] = {"move": "+K", "seq": anna.view(game)["seq"], "key": "k"}
        tries = [threads.submit(who.tries, game, "moves", **body) for who in (anna, double) * 4]
        answers = {t.result().content for t in tries}
        assert len(answers) == 1
        assert [event["type"] for event in anna.hears(game, 0)].count("moved") == 1
        double.http.close()


def test_a_seat_that_was_given_away_elsewhere_is_not_played_here(database: str) -> None:
    empty(database)
    clock, settings = FakeClock(), roomy(database, poll_interval=60, heartbeat=30)
    with (
        timed(settings, clock) as one,
        timed(settings, clock) as two,
        across((one, two)) as (anna, bela, game),
    ):
        late, waiting = other_of(anna, bela, game)
        view = late.view(game)
        clock.goes(200)
        waiting.does(game, "claim", what="level", level="kite")
        body = {"move": view["moves"][0], "seq": view["seq"]}
        assert late.tries(game, "moves", **body).json()["code"] == "not_seated"


def test_levels_move_whichever_process_is_asked(pair: tuple[Server, Server]) -> None:
    with Person(pair[0]) as anna:
        double = elsewhere(anna, pair[1])
        game = anna.plays_against("porter")
        for turn in range(10):
            who = (anna, double)[turn % 2]
            snapshot = who.waits_for_turn(game)
            if snapshot["table"]["status"] != "playing":
                break
            who.does(game, "moves", move=snapshot["view"]["moves"][0], seq=snapshot["view"]["seq"])
        plies = [e["view"]["ply"] for e in anna.hears(game, 0) if e["type"] == "moved"]
        assert plies == list(range(1, len(plies) + 1))
        double.http.close()


def test_a_level_whose_process_has_died_moves_in_another(database: str) -> None:
    empty(database)
    settings = roomy(database, level_takeover_after=0.5, poll_interval=0.05)
    with a_server(settings) as one, a_server(settings) as two, Person(one) as anna:
        one.services.level_runner.start = lambda live: None  # type: ignore[method-assign]
        one.services.live_games.on_append.clear()  # its levels never move, as if it had died
        game = anna.plays_against("kite", first="other")
        double = elsewhere(anna, two)
        Listener(double, game)
        double.waits_for_turn(game)
        double.http.close()


def test_a_review_is_worked_out_by_one_process(database: str) -> None:
    empty(database)
    gate = threading.Event()

    class Slow(Reviewer):
        def judge(self, number: int) -> ReviewedMove:
            gate.wait(60)
            return super().judge(number)

    class Never(Reviewer):
        def judge(self, number: int) -> ReviewedMove:
            raise AssertionError("it was begun already")

    settings = roomy(database)
    with (
        a_server(settings, reviewer=partial(Slow, samples=FEW_SAMPLES)) as one,
        a_server(settings, reviewer=partial(Never, samples=FEW_SAMPLES)) as two,
        Person(one) as anna,
    ):
        game = anna.plays_against(first="me")
        anna.moves(game)
        anna.does(game, "resign")
        double = elsewhere(anna, two)
        address = f"/api/games/{game}/review"
        for who in (anna, double, anna, double):
            answer = who.http.get(address)
            assert (answer.status_code, answer.json()["status"]) == (202, "working")
            assert answer.json()["of"] >= 1
        gate.set()
        done = wait_for(lambda: (a := double.http.get(address)).status_code == 200 and a)
        assert done.json() == anna.http.get(address).json()
        double.http.close()


@pytest.mark.parametrize("how", ["poll", "redis"])
def test_two_workers_of_one_server(how: str, database: str, hints: str) -> None:
    empty(database)
    options = ["--workers", "2", *(["--redis", hints] if how == "redis" else [])]
    with ExitStack() as stack:
        server = stack.enter_context(Process(database, *options, poll_interval=0.1, heartbeat=5))
        people = [stack.enter_context(Person(server.url)) for _ in range(8)]
        for person in people:  # every call is a new connection, to either worker
            person.http.headers["Connection"] = "close"
        games = []
        for number in range(0, 8, 2):
            opened = people[number].opens("friend")
            people[number].sits_down(opened["id"])
            people[number + 1].accepts(opened["invitation"])
            games.append(opened["id"])
        listeners = [Listener(person, games[n // 2]) for n, person in enumerate(people)]
        for _ in range(5):
            for number, game in enumerate(games):
                people[2 * number + people[2 * number].view(game)["turn"]].moves(game)
        for number, listener in enumerate(listeners):
            listener.waits_for(people[number].now(games[number // 2])["seq"])
        # One of them dies; the parent starts another, and nothing is lost.
        workers = wait_for(server.worker_ids)
        server.kill_worker(workers[0])
        wait_for(lambda: set(server.worker_ids()) - set(workers), seconds=60)
        for number, game in enumerate(games):
            assert people[2 * number].now(game)["view"]["ply"] == 5
        assert server.stop() < 3


@pytest.mark.parametrize("id", ["a%00b", "%00", "%ed%a0%80", "%ff"])
def test_an_id_that_the_database_cannot_store_is_not_found(database: str, id: str) -> None:
    empty(database)
    with a_server(roomy(database)) as server, Person(server) as anna:
        answers = [
            anna.http.get(f"/api/games/{id}"),
            anna.http.get(f"/api/games/{id}/events"),
            anna.http.get(f"/api/invitations/{id}"),
            anna.http.post(f"/api/invitations/{id}", json={}),
            anna.http.post(f"/api/games/{id}/resign", json={}),
        ]
        assert [answer.status_code for answer in answers] == [404] * 5
        assert {answer.json()["code"] for answer in answers} == {"not_found"}


@pytest.mark.parametrize("id", [r"a\u0000b", r"\ud800"])
def test_a_beginning_that_the_database_cannot_store_is_refused(database: str, id: str) -> None:
    empty(database)
    body = f'{{"against": "level", "level": "kite", "begin": {{"game": "{id}", "seq": 1}}}}'
    headers = {"Content-Type": "application/json"}
    with a_server(roomy(database)) as server, Person(server) as anna:
        answer = anna.http.post("/api/games", content=body, headers=headers)
        assert answer.status_code in (400, 404), answer.text


def test_signing_out_at_one_worker_ends_the_streams_at_the_other(database: str) -> None:
    empty(database)
    clock, settings = FakeClock(), roomy(database)
    with timed(settings, clock) as one, timed(settings, clock) as two, Person(one) as anna:
        game = anna.plays_against()
        listener = Listener(elsewhere(anna, two), game)
        assert anna.http.delete("/api/session").status_code == 204
        clock.goes(6)  # past a heartbeat, which looks the session up
        listener.join(timeout=10)
        assert not listener.is_alive()


def test_who_has_just_joined_at_one_worker_is_present_at_the_other(database: str) -> None:
    empty(database)
    clock, settings = FakeClock(), roomy(database)
    with timed(settings, clock) as one, timed(settings, clock) as two:
        clock.goes(3600)
        with across((one, two)) as (anna, _, game):
            refused = anna.tries(game, "claim", what="level")
            assert (refused.status_code, refused.json()["claim_at"]) == (409, None)


def test_a_session_that_was_ended_at_one_worker_is_ended_at_the_other(database: str) -> None:
    empty(database)
    settings = roomy(database)
    with a_server(settings) as one, a_server(settings) as two, Person(one) as anna:
        double = elsewhere(anna, two)
        assert double.http.get("/api/me").status_code == 200
        assert anna.http.delete("/api/session").status_code == 204
        assert double.http.get("/api/me").status_code == 401
        double.http.close()


def test_a_rematch_is_offered_at_a_worker_that_has_not_heard_of_the_end(database: str) -> None:
    empty(database)
    settings = roomy(database, poll_interval=60, heartbeat=30)
    with (
        a_server(settings) as one,
        a_server(settings) as two,
        across((one, two)) as (anna, bela, game),
    ):
        bela.view(game)  # it is in the other worker's memory, where it goes on
        anna.does(game, "resign")
        assert bela.does(game, "rematch")["type"] == "offered"
