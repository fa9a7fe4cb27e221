"""Games with a clock on a real server whose time the test moves."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import jaipur
from jaipur.server.settings import Settings
from tests.server.games import Person, roomy, seated
from tests.server.test_absence import SECOND, FakeClock, timed

DAY = 24 * 3600
FIVE_EIGHT = {"initial": 300, "increment": 8}


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return roomy(tmp_path / "games.db", presence_interval=0.1)


def test_a_match_with_a_clock_shows_both_and_is_recorded_with_its_times(
    settings: Settings, clock: FakeClock
) -> None:
    with (
        timed(settings, clock) as server,
        seated(server, clock=FIVE_EIGHT, first="me", listed=True) as (anna, bela, game),
    ):
        assert anna.http.get(f"/api/games/{game}").json()["terms"]["clock"] == FIVE_EIGHT
        clock.goes(12.5)
        event = anna.moves(game)
        assert event["used"] == 12_500
        table = event["table"]
        assert table["clocks"] == {"left": [295_500, 300_000], "running": 1}
        assert table["deadline"] == clock.now() + 300 * SECOND
        mine = anna.http.get("/api/lobby").json()["mine"][0]
        assert (mine["clock"], mine["time"], mine["deadline"]) == (
            FIVE_EIGHT,
            None,
            table["deadline"],
        )
        clock.goes(301)
        bela.moves(game)  # too late, and Anna has not been looking
        clock.goes(5)
        assert anna.does(game, "claim", what="match")["ended"] == "claimed"
        record = anna.http.get(f"/api/games/{game}/record").json()
        assert record["clock"] == FIVE_EIGHT
        assert record["rounds"][0]["used"] == [12_500, 301_000]
        assert jaipur.replay(record).winner == 0


def test_clock_and_time_exclude_each_other(settings: Settings, clock: FakeClock) -> None:
    with timed(settings, clock) as server, Person(server) as anna:
        body = {"against": "friend", "clock": FIVE_EIGHT, "time": 90}
        answer = anna.http.post("/api/games", json=body)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
        assert answer.json()["errors"][0]["where"] == ["body", "clock"]
        odd = {"against": "friend", "clock": {"initial": 1, "increment": 0}}
        assert anna.http.post("/api/games", json=odd).status_code == 400
        for time in (90, DAY, 3 * DAY, 7 * DAY):
            assert anna.opens("friend", time=time)["terms"]["time"] == time


def test_time_in_which_the_server_was_down_is_on_nobodys_clock(
    settings: Settings, clock: FakeClock
) -> None:
    with timed(settings, clock) as server:
        anna, bela = Person(server, "Anna"), Person(server, "Bela")
        opened = anna.opens("friend", clock=FIVE_EIGHT, first="me")
        anna.sits_down(opened["id"])
        bela.accepts(opened["invitation"])
        clock.goes(30)
    clock.goes(3600)
    with timed(settings, clock) as server:
        for person in (anna, bela):
            person.http.base_url = server.url
        clock.goes(5)
        event = anna.moves(opened["id"])
        assert event["used"] == 35_000
        assert event["table"]["clocks"]["left"] == [273_000, 300_000]
    anna.http.close()
    bela.http.close()


def test_a_level_claims_when_the_time_of_its_opponent_is_up(
    settings: Settings, clock: FakeClock
) -> None:
    with timed(settings, clock) as server, Person(server) as anna:
        game = anna.plays_against(clock=FIVE_EIGHT, first="me")
        terms = anna.http.get(f"/api/games/{game}").json()["terms"]
        assert (terms["clock"], terms["take_backs"]) == (FIVE_EIGHT, False)
        clock.goes(301)
        over = anna.now(game)["table"]
        assert (over["ended"], over["by"], over["winner"]) == ("claimed", 0, 1)
        new = anna.does(game, "rematch")["rematch"]
        assert anna.http.get(f"/api/games/{new}").json()["terms"]["clock"] == FIVE_EIGHT


def test_a_match_that_both_have_left_is_settled_by_the_clean_up(
    settings: Settings, clock: FakeClock
) -> None:
    with (
        timed(settings, clock) as server,
        seated(server, time=DAY, first="me") as (_, _, game),
    ):
        clean_up = server.services.retention.clean_up
        for days, status in ((30, "playing"), (1.5, "over")):
            clock.goes(days * DAY)
            asyncio.run_coroutine_threadsafe(clean_up(), server.services.loop).result(30)
            found = server.services.live_games.cached()[game].game
            assert found.status == status
        assert (found.ended, found.by) == ("claimed", 0)
