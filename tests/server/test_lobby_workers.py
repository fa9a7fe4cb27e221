"""The lobby of two processes on one PostgreSQL: each shows what happens at the other."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from jaipur.server.lobby import people_here
from tests.server.games import Data, Person, Server, a_server, roomy
from tests.server.lobby_people import Follower, Somebody, names
from tests.server.processes import Process, empty, postgresql, redis

FIVE = {"initial": 300, "increment": 8}


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgresql() as address:
        yield address


@pytest.fixture(scope="module")
def notifications() -> Iterator[str]:
    with redis() as address:
        yield address


@pytest.fixture(params=["poll", "redis"])
def pair(
    request: pytest.FixtureRequest, database: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database, as two workers are."""
    monkeypatch.setattr(people_here, "_STAYS_SECONDS", 0.3)
    empty(database)
    how: dict[str, Any] = {}
    if request.param == "redis":
        # The database is polled so seldom that only a notification can be in time.
        how = {"redis": request.getfixturevalue("notifications"), "poll_interval": 100.0}
        how["presence_interval"] = 100.0
    settings = roomy(
        database, **{"poll_interval": 0.1, "registration": "open", "heartbeat": 60, **how}
    )
    with a_server(settings) as one, a_server(settings) as two:
        yield one, two


def test_each_process_shows_what_happens_at_the_other(pair: tuple[Server, Server]) -> None:
    with (
        Somebody(pair[0], "Zoya", account=True) as zoya,
        Somebody(pair[1], "Arun", account=True) as arun,
        Somebody(pair[1], "Passer-by") as guest,
        Follower(zoya) as hers,
        Follower(guest),
    ):
        hers.sees(lambda lobby: lobby["here"]["guests"] == 1)
        with Follower(arun) as his:
            hers.sees(lambda lobby: names(lobby) == ["Arun", "Zoya"])
            his.sees(lambda lobby: names(lobby) == ["Arun", "Zoya"])
            opened = arun.opens("friend", listed=True)
            arun.commits(opened["id"])
            (game,) = hers.sees(lambda lobby: lobby["invitations"])["invitations"]
            assert game["id"] == opened["id"]
            arun.does(opened["id"], "leave")
            hers.sees(lambda lobby: not lobby["invitations"])
            challenge = arun.opens("friend", opponent="Zoya")["id"]
            hers.sees(lambda lobby: [g["challenge"] for g in lobby["mine"]] == ["received"])
            zoya.does(challenge, "leave")
            his.sees(lambda lobby: [g["challenge"] for g in lobby["mine"]] == ["declined"])
        hers.sees(lambda lobby: names(lobby) == ["Zoya"])


def test_an_own_game_waits_after_a_move_at_the_other(pair: tuple[Server, Server]) -> None:
    with Somebody(pair[0], "Zoya") as zoya, Somebody(pair[1], "Arun") as arun:
        opened = zoya.opens("friend", first="me", watchable=True)
        zoya.sits_down(opened["id"])
        with Follower(arun) as his, Somebody(pair[1]) as visitor, Follower(visitor) as theirs:
            arun.accepts(opened["invitation"])
            theirs.sees(lambda lobby: [g["id"] for g in lobby["watch"]] == [opened["id"]])
            zoya.moves(opened["id"])
            his.sees(lambda lobby: [g["your_turn"] for g in lobby["mine"]] == [True])


@pytest.mark.parametrize("pair", ["redis"], indirect=True)
def test_another_name_is_known_at_the_other(pair: tuple[Server, Server]) -> None:
    with (
        Somebody(pair[0], "Zoya", account=True) as zoya,
        Somebody(pair[1], "Arun", account=True) as arun,
    ):
        zoya.opens("friend", opponent="Arun")
        with Follower(zoya) as hers:
            assert arun.http.patch("/api/me", json={"name": "Arjun"}).status_code == 200
            hers.sees(lambda lobby: lobby["mine"][0]["names"] == ["Zoya", "Arjun"], 15)


def test_a_process_that_was_killed_takes_its_people_along(database: str) -> None:
    empty(database)
    quick: dict[str, Any] = {"presence_interval": 0.5, "poll_interval": 0.1, "registration": "open"}
    with (
        Process(database, **quick) as process,
        a_server(roomy(database, **quick)) as server,
        Somebody(server) as visitor,
        Follower(visitor) as theirs,
        Somebody(process.url, "Passer-by") as guest,
        Follower(guest),
    ):
        theirs.sees(lambda lobby: lobby["here"]["guests"] == 2)
        process.kill()
        theirs.sees(lambda lobby: lobby["here"]["guests"] == 1)


def seek(person: Person, key: str) -> Data:
    """Look for an opponent until there is one."""
    for _ in range(10):
        answer = person.http.post("/api/pairing", json={"key": key, "clock": FIVE})
        assert answer.status_code == 200, answer.text
        if answer.json()["game"] is not None:
            return dict(answer.json())
    raise AssertionError("nobody was found")


def test_seekers_at_two_real_processes_are_paired(database: str, notifications: str) -> None:
    """Each is in one game, of two, and sits down there at the process that it talks to."""
    empty(database)
    options: dict[str, Any] = {"registration": "open", "redis": notifications}
    with Process(database, **options) as one, Process(database, **options) as two:
        people = [Somebody((one, two)[n % 2].url, f"Seeker {n}") for n in range(12)]
        with Follower(people[0]) as first, ThreadPoolExecutor(12) as threads:
            found = list(threads.map(lambda n: seek(people[n], f"key-{n}")["game"], range(12)))
            assert sorted(found.count(game) for game in set(found)) == [2] * 6
            first.sees(lambda lobby: [g["id"] for g in lobby["mine"]] == [found[0]])
        assert len({games_of(person)[0] for person in people}) == 6
        partner = next(n for n in range(1, 12) if found[n] == found[0])
        for n in (0, partner):
            people[n].commits(found[0])
        for n in (0, partner):
            people[n].reveals(found[0])
        assert people[partner].now(found[0])["table"]["status"] == "playing"
        for person in people:
            person.http.close()


def games_of(person: Person) -> list[str]:
    """The ids of the games of a user, of which there is one."""
    games = [game["id"] for game in person.http.get("/api/lobby").json()["mine"]]
    assert len(games) == 1
    return games
