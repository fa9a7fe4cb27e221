"""A wall clock that is set, by minutes or hours, takes time from nobody and gives it to nobody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from jaipur.server.clock import Clock
from jaipur.server.database_status import unavailable
from jaipur.server.settings import RateLimit, Settings
from tests.server.games import NO_LIMITS, Person, Server, roomy, seated, wait_for
from tests.server.processes import empty, postgresql
from tests.server.test_absence import SECOND, FakeClock, given_to_a_level, other_of, timed

HOUR = 3600
STEPS = pytest.mark.parametrize("step", [600, HOUR, -600, -HOUR], ids=lambda s: f"{s:+d}s")


class ClockAhead(FakeClock):
    """The clock of another process: the same time passes, and its wall clock is ahead."""

    def __init__(self, clock: FakeClock, seconds: int) -> None:
        super().__init__()
        self._clock = clock
        self.steps(seconds)

    def monotonic(self) -> int:
        return self._clock.monotonic()

    def now(self) -> int:
        return self._clock.monotonic() + self.offset_ms


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return roomy(tmp_path / "games.db", presence_interval=0.05)


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgresql() as address:
        yield address


def steps(clock: FakeClock, seconds: float, *servers: Server) -> None:
    """Set the wall clock, and wait until the servers have noticed."""
    clock.steps(seconds)
    notice(*servers)


def notice(*servers: Server) -> None:
    """Wait until each server has compared its clock twice: once it has begun after this call."""
    for _ in range(2):
        for server in servers:
            commits = server.services.store.commits
            wait_for(lambda s=server, c=commits: s.services.store.commits > c)  # type: ignore[misc]


@pytest.mark.parametrize("nth", range(6))
def test_a_process_that_stalls_while_it_reads_its_clocks_counts_the_time_once(nth: int) -> None:
    passed = iter([0] * (2 + nth))  # the first two readings are those of the start

    def milliseconds() -> int:
        return next(passed, 7_000)

    clock = Clock(wall=lambda: 1_000_000 + milliseconds(), monotonic=milliseconds)
    clock.skip(0)
    list(passed)
    assert clock.now() == 1_007_000


@STEPS
def test_nobody_is_refused_because_the_clock_was_set(
    tmp_path: Path, clock: FakeClock, step: int
) -> None:
    limits = {**NO_LIMITS, "reads": RateLimit(burst=5, rate=1)}
    settings = roomy(tmp_path / "g.db", limits=limits, presence_interval=0.05)
    with timed(settings, clock) as server, Person(server) as anna:
        for _ in range(5):
            assert anna.http.get("/api/me").status_code == 200
        assert anna.http.get("/api/me").status_code == 429
        steps(clock, step, server)
        assert anna.http.get("/api/me").status_code == 429  # and nobody is let off either
        clock.goes(1)
        assert anna.http.get("/api/me").status_code == 200
        assert anna.http.get("/api/me").status_code == 429


@STEPS
def test_a_deadline_is_as_far_away_as_before(
    settings: Settings, clock: FakeClock, step: int
) -> None:
    with timed(settings, clock) as server, seated(server, time=90) as (anna, bela, game):
        _, waiting = other_of(anna, bela, game)
        clock.goes(30)
        steps(clock, step, server)
        clock.goes(59)
        refused = waiting.tries(game, "claim", what="match")
        assert (refused.status_code, refused.json()["code"]) == (409, "too_early")
        clock.goes(5)  # 5 % more after a step back
        assert waiting.does(game, "claim", what="match")["ended"] == "claimed"


@STEPS
def test_a_deadline_that_begins_after_the_step_is_no_longer_than_others(
    settings: Settings, clock: FakeClock, step: int
) -> None:
    with timed(settings, clock) as server, seated(server, time=90) as (anna, bela, game):
        late, waiting = other_of(anna, bela, game)
        steps(clock, step, server)
        late.moves(game)
        late, waiting = waiting, late
        clock.goes(89)
        assert waiting.tries(game, "claim", what="match").status_code == 409
        clock.goes(6)
        assert waiting.does(game, "claim", what="match")["ended"] == "claimed"


@STEPS
def test_nobody_is_away_because_the_clock_was_set(
    settings: Settings, clock: FakeClock, step: int
) -> None:
    with timed(settings, clock) as server, seated(server) as (anna, _, game):
        steps(clock, step, server)
        assert anna.tries(game, "claim", what="level").json()["claim_at"] is None
        clock.goes(60)
        refused = anna.tries(game, "claim", what="level")
        assert refused.status_code == 409
        assert refused.json()["claim_at"] is not None  # away for a minute by now
        steps(clock, step, server)
        assert anna.tries(game, "claim", what="level").status_code == 409
        clock.goes(70)
        assert anna.does(game, "claim", what="level")["type"] == "joined"


@STEPS
def test_the_time_to_take_a_seat_back_is_as_long_as_before(
    settings: Settings, clock: FakeClock, step: int
) -> None:
    with timed(settings, clock) as server, seated(server) as (anna, bela, game):
        given_to_a_level(clock, anna, bela, game)
        clock.goes(300)
        steps(clock, step, server)
        clock.goes(299)
        assert bela.does(game, "seat")["type"] == "joined"


@STEPS
def test_the_time_to_take_a_seat_back_ends_as_before(
    settings: Settings, clock: FakeClock, step: int
) -> None:
    with timed(settings, clock) as server, seated(server) as (anna, bela, game):
        given_to_a_level(clock, anna, bela, game)
        steps(clock, step, server)
        clock.goes(640)  # 5 % more after a step back
        assert bela.tries(game, "seat").json()["code"] == "seat_taken"


def test_the_time_to_take_a_seat_back_does_not_run_while_the_server_is_down(
    settings: Settings, clock: FakeClock
) -> None:
    with timed(settings, clock) as server:
        anna, bela = Person(server, "Anna"), Person(server, "Bela")
        opened = anna.opens("friend")
        anna.sits_down(opened["id"])
        bela.accepts(opened["invitation"])
        given_to_a_level(clock, anna, bela, opened["id"])
        clock.goes(300)
    clock.goes(HOUR)
    with timed(settings, clock) as server:
        bela.http.base_url = server.url
        clock.goes(299)
        assert bela.does(opened["id"], "seat")["type"] == "joined"
    anna.http.close()
    bela.http.close()


@STEPS
def test_a_clock_that_was_set_while_the_server_was_down_changes_nothing(
    settings: Settings, clock: FakeClock, step: int
) -> None:
    with timed(settings, clock) as server:
        anna, bela = Person(server, "Anna"), Person(server, "Bela")
        opened = anna.opens("friend", time=90)
        anna.sits_down(opened["id"])
        bela.accepts(opened["invitation"])
        _, waiting = other_of(anna, bela, opened["id"])
        clock.goes(30)
    clock.goes(20)
    clock.steps(step)
    with timed(settings, clock) as server:
        waiting.http.base_url = server.url
        clock.goes(59)
        assert waiting.tries(opened["id"], "claim", what="match").status_code == 409
        clock.goes(5)
        assert waiting.does(opened["id"], "claim", what="match")["ended"] == "claimed"
    anna.http.close()
    bela.http.close()


def test_shown_times_follow_a_clock_that_was_set(settings: Settings, clock: FakeClock) -> None:
    with timed(settings, clock) as server, seated(server) as (anna, bela, game):
        steps(clock, HOUR, server)
        late, waiting = other_of(anna, bela, game)
        assert late.moves(game)["at"] == clock.now()
        steps(clock, -HOUR, server)
        before = waiting.moves(game)["at"]
        assert before == clock.now() + HOUR * SECOND  # the log does not go back
        clock.goes(21 * HOUR)  # slower by 5 %, it has been caught up with
        notice(server)
        assert abs(late.moves(game)["at"] - clock.now()) <= 200 * SECOND


def test_time_in_which_nothing_can_be_written_is_given_back(
    settings: Settings, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with timed(settings, clock) as server, seated(server, time=90) as (anna, bela, game):
        _, waiting = other_of(anna, bela, game)
        notice(server)
        tried: list[None] = []

        async def refuse(*_: object, **__: object) -> None:
            tried.append(None)
            raise unavailable()

        with monkeypatch.context() as patch:
            patch.setattr(server.services.store, "write", refuse)
            clock.goes(100)
            wait_for(lambda: len(tried) > 1)
        notice(server)
        clock.goes(89)
        assert waiting.tries(game, "claim", what="match").status_code == 409
        clock.goes(2)
        assert waiting.does(game, "claim", what="match")["ended"] == "claimed"


@STEPS
def test_workers_whose_clocks_differ_agree_on_a_deadline(
    database: str, clock: FakeClock, step: int
) -> None:
    empty(database)
    settings = roomy(database, presence_interval=0.05, poll_interval=0.05)
    with (
        timed(settings, clock) as one,
        timed(settings, ClockAhead(clock, step)) as two,
        Person(one, "Anna") as anna,
        Person(two, "Bela") as bela,
    ):
        opened = anna.opens("friend", time=90)
        anna.sits_down(opened["id"])
        bela.accepts(opened["invitation"])
        game = opened["id"]
        notice(one, two)
        _, waiting = other_of(anna, bela, game)
        clock.goes(89)
        refused = waiting.tries(game, "claim", what="match")
        assert (refused.status_code, refused.json()["code"]) == (409, "too_early")
        clock.goes(7)
        notice(one, two)
        assert waiting.does(game, "claim", what="match")["ended"] == "claimed"


def test_two_workers_agree_on_the_clocks_of_a_match(database: str, clock: FakeClock) -> None:
    empty(database)
    settings = roomy(database, presence_interval=0.05, poll_interval=0.05)
    with (
        timed(settings, clock) as one,
        timed(settings, clock) as two,
        Person(one, "Anna") as anna,
        Person(two, "Bela") as bela,
    ):
        opened = anna.opens("friend", clock={"initial": 300, "increment": 8}, first="me")
        anna.sits_down(opened["id"])
        bela.accepts(opened["invitation"])
        game = opened["id"]
        for mover, seconds in ((anna, 30), (bela, 4), (anna, 10)):
            clock.goes(seconds)
            mover.moves(game)
        tables = [person.now(game)["table"] for person in (anna, bela)]
        assert tables[0] == tables[1]
        assert tables[0]["clocks"] == {"left": [276_000, 304_000], "running": 1}
        clock.goes(303)
        assert anna.tries(game, "claim", what="match").json()["code"] == "too_early"
        clock.goes(2)
        assert anna.does(game, "claim", what="match")["winner"] == 0
