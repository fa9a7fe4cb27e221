"""Leaving, absence, deadlines and server outages: all of it in the log."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from jaipur.server.clock import Clock
from jaipur.server.settings import Settings
from tests.server.games import Data, Person, Server, a_server, roomy, seated

SECOND = 1000
DAY = 24 * 3600 * SECOND


class FakeClock:
    """A wall clock and a monotonic one that move only when a test moves them."""

    def __init__(self) -> None:
        self.monotonic_ms = 5_000
        self.offset_ms = 1_700_000_000_000

    def monotonic(self) -> int:
        return self.monotonic_ms

    def now(self) -> int:
        """The wall clock's time."""
        return self.monotonic_ms + self.offset_ms

    def goes(self, seconds: float) -> None:
        """Time passes."""
        self.monotonic_ms += int(seconds * SECOND)

    def steps(self, seconds: float) -> None:
        """Somebody sets the wall clock."""
        self.offset_ms += int(seconds * SECOND)


@contextmanager
def timed(settings: Settings, clock: FakeClock) -> Iterator[Server]:
    with a_server(settings, clock=Clock(clock.now, clock.monotonic)) as server:
        yield server


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    # The clock stands still, but heartbeats and presence go by real time.
    return roomy(tmp_path / "games.db", presence_interval=0.1)


def other_of(anna: Person, bela: Person, game: str) -> tuple[Person, Person]:
    """Who is to move, and who waits."""
    return (anna, bela) if anna.view(game)["turn"] == 0 else (bela, anna)


def test_without_time_there_is_no_deadline_and_nothing_to_claim(
    settings: Settings, clock: FakeClock
) -> None:
    with timed(settings, clock) as server, seated(server) as (anna, bela, game):
        assert anna.now(game)["table"]["deadline"] is None
        late, waiting = other_of(anna, bela, game)
        clock.goes(100_000)
        late.view(game)  # it is there; it only thinks
        for what in ("match", "level"):
            answer = waiting.tries(game, "claim", what=what)
            assert (answer.status_code, answer.json()["code"]) == (409, "too_early")


def test_a_get_request_that_only_reads_writes_nothing(settings: Settings, clock: FakeClock) -> None:
    with timed(settings, clock) as server, seated(server) as (anna, bela, game):
        clock.goes(31)
        with bela.http.stream("GET", f"/api/games/{game}/events") as stream:
            heard = (json.loads(line[6:]) for line in stream.iter_lines() if line[:6] == "data: ")
            away = next(each for each in heard if each.get("type") == "away")
        for path in ("", "/view", "/positions", f"/positions/{away['seq']}"):
            answer = anna.http.get(f"/api/games/{game}{path}")
            assert answer.status_code == 200, answer.text
        assert bela.now(game)["seq"] == away["seq"]
        assert anna.now(game)["seq"] == away["seq"] + 1  # who asks for events is back


def test_a_user_who_was_not_seen_for_two_minutes_can_be_replaced_by_a_level(
    settings: Settings, clock: FakeClock
) -> None:
    with timed(settings, clock) as server, seated(server) as (anna, bela, game):
        late, waiting = other_of(anna, bela, game)
        late.view(game)
        since = clock.now()
        clock.goes(60)
        seat = waiting.view(game)["opponent"] and 1 - waiting.view(game)["seat"]
        refused = waiting.tries(game, "claim", what="level", level="porter")
        assert refused.json()["claim_at"] == since + 120 * SECOND  # it was looked for, and is away
        player = waiting.now(game)["table"]["players"][seat]
        assert (player["away"], player["claim_at"]) == (since, since + 120 * SECOND)
        clock.goes(61)
        assert waiting.tries(game, "claim", what="match").json()["code"] == "too_early"
        event = waiting.does(game, "claim", what="level", level="porter")
        assert (event["type"], event["seat"], event["level"]) == ("joined", seat, "porter")
        waiting.waits_for(game, lambda s: s["table"]["waits_for"] == [1 - seat])
        # Who comes back too late may look on, as everybody does, but not play.
        assert late.now(game)["view"]["seat"] is None
        assert late.tries(game, "moves", move="+K", seq=1).json()["code"] == "not_seated"
        # A rematch is with the level, whichever seat it was.
        waiting.does(game, "resign")
        new = waiting.does(game, "rematch")["rematch"]
        waiting.sits_down(new)
        assert waiting.waits_for_turn(new)["table"]["players"][1]["level"] == "porter"


def test_an_absent_user_who_returns_is_back(settings: Settings, clock: FakeClock) -> None:
    with timed(settings, clock) as server, seated(server) as (anna, bela, game):
        late, waiting = other_of(anna, bela, game)
        late.view(game)
        clock.goes(90)
        waiting.tries(game, "claim", what="level")
        late.now(game)
        kinds = [event["type"] for event in waiting.hears(game, 0)]
        assert kinds[-2:] == ["away", "back"]
        position = waiting.view(game)["seq"]
        assert late.view(game)["seq"] == position  # neither made the position stale
        clock.goes(60)
        assert waiting.tries(game, "claim", what="level").json()["code"] == "too_early"


def test_a_listener_hears_that_the_other_is_away(settings: Settings, clock: FakeClock) -> None:
    from tests.server.test_streams import Listener

    with timed(settings, clock) as server, seated(server) as (anna, bela, game):
        late, waiting = other_of(anna, bela, game)
        late.view(game)
        listener = Listener(waiting, game)
        clock.goes(40)
        waiting.waits_for(game, lambda s: any(p["away"] for p in s["table"]["players"]))
        listener.waits_for(waiting.now(game)["seq"])
        # The listener itself is there as long as it listens.
        mine = waiting.view(game)["seat"]
        assert waiting.now(game)["table"]["players"][mine]["away"] is None


@pytest.mark.parametrize(("time", "length"), [(90, 90 * SECOND), (259200, 3 * DAY)])
def test_after_the_deadline_the_other_may_claim_the_match(
    settings: Settings, clock: FakeClock, time: int, length: int
) -> None:
    with timed(settings, clock) as server, seated(server, time=time) as (anna, bela, game):
        late, waiting = other_of(anna, bela, game)
        deadline = waiting.now(game)["table"]["deadline"]
        assert deadline == clock.now() + length
        clock.goes(time - 1)
        assert waiting.tries(game, "claim", what="match").json()["claim_at"] == deadline
        clock.goes(2)
        assert late.tries(game, "claim", what="match").json()["code"] == "too_early"
        event = waiting.does(game, "claim", what="match")
        assert (event["type"], event["ended"]) == ("match_over", "claimed")
        assert event["winner"] == waiting.view(game)["seat"]


def test_a_late_move_that_nobody_claims_against_counts(
    settings: Settings, clock: FakeClock
) -> None:
    with timed(settings, clock) as server, seated(server, time=90) as (anna, bela, game):
        late, waiting = other_of(anna, bela, game)
        clock.goes(1000)
        late.moves(game)
        assert waiting.now(game)["table"]["deadline"] == clock.now() + 90 * SECOND
        waiting.moves(game)
        assert waiting.tries(game, "claim", what="match").json()["code"] == "too_early"


def test_who_was_away_when_the_time_ran_out_may_still_claim_after_the_late_move(
    settings: Settings, clock: FakeClock
) -> None:
    with timed(settings, clock) as server, seated(server, time=90) as (anna, bela, game):
        late, waiting = other_of(anna, bela, game)
        deadline = clock.now() + 90 * SECOND
        seat = waiting.view(game)["seat"]
        clock.goes(1000)
        late.moves(game)
        clock.goes(60)
        assert waiting.now(game)["table"]["players"][1 - seat]["claim_at"] == deadline
        event = waiting.does(game, "claim", what="match")
        assert (event["ended"], event["winner"]) == ("claimed", seat)


def test_the_time_in_which_the_server_was_down_is_given_back(
    settings: Settings, clock: FakeClock
) -> None:
    with timed(settings, clock) as server:
        anna, bela = Person(server, "Anna"), Person(server, "Bela")
        opened = anna.opens("friend", time=90)
        anna.sits_down(opened["id"])
        bela.accepts(opened["invitation"])
        game = opened["id"]
        before: Data = anna.now(game)
        clock.goes(30)
    clock.goes(600)  # nobody serves
    with timed(settings, clock) as server:
        for person in (anna, bela):
            person.http.base_url = server.url
        after = anna.now(game)
        assert after["table"]["deadline"] == before["table"]["deadline"] + 600 * SECOND
        last = anna.hears(game, before["seq"])[-1]
        assert (last["type"], last["seat"]) == ("back", None)
        assert last["until"] - last["since"] == 600 * SECOND
        assert after["view"] == before["view"]
        # And only once.
        assert anna.now(game)["seq"] == after["seq"]
    clock.goes(60)
    with timed(settings, clock) as server:
        anna.http.base_url = server.url
        final = anna.now(game)["table"]["deadline"]
        assert final == after["table"]["deadline"] + 60 * SECOND
    anna.http.close()
    bela.http.close()


def test_games_against_levels_know_no_absence(settings: Settings, clock: FakeClock) -> None:
    with timed(settings, clock) as server, Person(server) as anna:
        game = anna.plays_against()
        clock.goes(3600)
        anna.waits_for_turn(game)
        assert not {"away", "back"} & {event["type"] for event in anna.hears(game, 0)}


@pytest.mark.parametrize("time", [None, 90])
def test_who_has_just_joined_cannot_be_replaced_by_a_level(
    settings: Settings, clock: FakeClock, time: int | None
) -> None:
    with timed(settings, clock) as server:
        clock.goes(3600)  # the server has been running for a while
        with seated(server, time=time) as (anna, bela, game):
            for waiting in (anna, bela):
                refused = waiting.tries(game, "claim", what="level")
                assert (refused.status_code, refused.json()["code"]) == (409, "too_early")
            assert "away" not in {event["type"] for event in anna.hears(game, 0)}


def test_a_stream_that_was_opened_before_sitting_down_counts_as_presence(
    settings: Settings, clock: FakeClock
) -> None:
    from tests.server.test_streams import Listener

    with timed(settings, clock) as server, Person(server) as anna, Person(server) as bela:
        opened = anna.opens("friend")
        game = opened["id"]
        listener = Listener(anna, game)
        anna.sits_down(game)
        bela.accepts(opened["invitation"])
        clock.goes(300)
        refused = bela.tries(game, "claim", what="level")
        assert (refused.status_code, refused.json()["claim_at"]) == (409, None)
        listener.waits_for(bela.now(game)["seq"])
        # And the stream shows the hand of the seat that its user has by now.
        assert json.loads(listener.messages[-1])["view"] == anna.view(game)


def given_to_a_level(clock: FakeClock, anna: Person, bela: Person, game: str) -> None:
    """Bela was away for long, and Anna has let a level play on."""
    bela.view(game)
    clock.goes(121)
    anna.does(game, "claim", what="level", level="kite")


def test_the_owner_of_a_seat_that_was_given_to_a_level_can_take_it_back(
    settings: Settings, clock: FakeClock
) -> None:
    with timed(settings, clock) as server, seated(server, watchable=True) as (anna, bela, game):
        hand = bela.view(game)["you"]["hand"]
        if anna.view(game)["turn"] == 1:
            bela.moves(game)
            hand = bela.view(game)["you"]["hand"]
        given_to_a_level(clock, anna, bela, game)
        assert bela.now(game)["view"]["seat"] is None
        given_at = clock.now()
        clock.goes(600)
        lost = {"seat": 1, "until": given_at + 600_000}
        assert bela.http.get(f"/api/games/{game}").json()["lost_seat"] == lost
        assert anna.http.get(f"/api/games/{game}").json()["lost_seat"] is None
        with Person(server) as carl:
            assert carl.tries(game, "seat").json()["code"] == "seat_taken"
            assert carl.http.get(f"/api/games/{game}").json()["lost_seat"] is None
        event = bela.does(game, "seat", key="back")
        assert (event["type"], event["seat"], event["name"], event["level"]) == (
            "joined",
            1,
            "Bela",
            None,
        )
        assert event["nonce"] == "22" * 16
        assert event["view"]["you"]["hand"] == hand
        assert bela.does(game, "seat", key="back") == event
        assert bela.tries(game, "seat").json()["code"] == "seat_taken"
        # It was seen just now, and plays on.
        assert anna.tries(game, "claim", what="level").json()["code"] == "too_early"
        anna.moves(game)
        assert bela.moves(game)["type"] == "moved"
        found = bela.http.get(f"/api/games/{game}").json()
        assert (found["seats"], found["lost_seat"]) == ([1], None)


def test_after_ten_minutes_the_seat_stays_with_the_level(
    settings: Settings, clock: FakeClock
) -> None:
    with timed(settings, clock) as server, seated(server) as (anna, bela, game):
        given_to_a_level(clock, anna, bela, game)
        clock.goes(600.001)
        assert bela.http.get(f"/api/games/{game}").json()["lost_seat"] is None
        assert bela.tries(game, "seat").json()["code"] == "seat_taken"


def test_a_seat_is_not_taken_back_after_the_match(settings: Settings, clock: FakeClock) -> None:
    with timed(settings, clock) as server, seated(server) as (anna, bela, game):
        given_to_a_level(clock, anna, bela, game)
        anna.does(game, "resign")
        assert bela.tries(game, "seat").json()["code"] == "seat_taken"


def test_a_stream_does_not_show_the_hand_of_the_level_that_has_replaced_its_user(
    settings: Settings, clock: FakeClock
) -> None:
    from tests.server.test_streams import Listener

    with timed(settings, clock) as server, seated(server, time=90) as (anna, bela, game):
        late, waiting = other_of(anna, bela, game)
        seat = late.view(game)["seat"]
        whole, chosen = Listener(late, game), Listener(late, game, seat=str(seat))
        clock.goes(91)
        given = waiting.does(game, "claim", what="level", level="kite")["seq"]
        moved = waiting.waits_for_turn(game)["seq"]
        whole.waits_for(moved)
        after = [m for m in map(json.loads, whole.messages) if m["seq"] >= given]
        assert {message["view"]["seat"] for message in after} == {None}
        chosen.join(timeout=10)  # it was for this seat only
        assert not chosen.is_alive()
        assert all(json.loads(message)["seq"] < given for message in chosen.messages)
        # Back on the seat, the same stream shows its hand again.
        late.does(game, "seat")
        back = waiting.now(game)["seq"]
        whole.waits_for(back)
        assert json.loads(whole.messages[-1])["view"] == late.view(game)


def test_seats_are_not_remembered_once_the_match_is_over(settings: Settings) -> None:
    with a_server(settings) as server, seated(server) as (anna, bela, game):
        seen = server.services.presence._seen
        anna.now(game)
        assert {game for game, _ in seen} == {game}
        anna.does(game, "resign")
        for person in (anna, bela):
            person.now(game)  # with a stream, which is closed
        assert not seen
