"""Ratings are a function of the logs: incremental, recomputed, after a crash and out of order."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from jaipur.players.rated_rounds import rated_rounds
from jaipur.rules.shuffle import SHUFFLE_VERSION
from jaipur.server import schema
from jaipur.server.commands import ClaimMatch, Join, Leave, Play, Ready, Resign
from jaipur.server.event_log import LogEntry
from jaipur.server.game import Game, GameStatus, OpenGame
from jaipur.server.game_rows import new_game_row
from jaipur.server.game_terms import GameTerms
from jaipur.server.ratings.recompute import recompute
from tests.server.finished_games import START_MS, run
from tests.server.game_builders import drafted, logged
from tests.server.games import Server, a_server, roomy

DAY_MS = 24 * 3_600_000
TABLES = (schema.rated_matches, schema.rating_changes, schema.ratings)


def a_rated_game(number: int, at: int, users: tuple[str, str | None], ruleset: str) -> Game:
    level = "porter" if users[1] is None else None
    terms = GameTerms(
        against="level" if level else "friend",
        level=level,
        ruleset=ruleset,
        time=90,
        rated=True,
        reserved=(users[0], None),
        shuffle=SHUFFLE_VERSION,
    )
    return OpenGame(
        id=f"rated{number:04}",
        maker=users[0],
        terms=terms,
        secret=number.to_bytes(32, "big"),
        updated_at=at,
    )


def joining(game: Game, user: str, seat: int) -> Any:
    """The event of a user who sits down."""
    nonce = {"nonce": f"{seat + 1:02x}" * 16}
    join = Join(name=user.title(), contribution=nonce, invited=seat == 1, at=START_MS)
    return drafted(game, join, user)


def played(
    game: Game, users: tuple[str, str | None], at: int, seed: int
) -> tuple[Game, list[LogEntry]]:
    """A rated game that is played at random for a while and then ends in one of the ways."""
    rng, entries = random.Random(seed), list[LogEntry]()

    def does(draft: Any) -> None:
        nonlocal game
        game, new = logged(game, draft, at)
        entries.extend(new)

    for seat, user in enumerate(users):
        if user is not None:
            does(joining(game, user, seat))
    for _ in range(rng.choice([0, 5, 60, 400])):
        if game.status is GameStatus.OVER:
            return game, entries
        if game.status is GameStatus.BETWEEN:
            does(drafted(game, Ready(game.waits_for[0])))
            continue
        assert game.round is not None
        assert game.turn is not None
        move = str(rng.choice(list(game.round.legal_moves())))
        does(drafted(game, Play(game.turn, move, game.position_seq)))
    if game.status is not GameStatus.OVER:
        does(drafted(game, Resign(seed % 2) if seed % 3 else Leave(), users[0]))
    return game, entries


def store_game(server: Server, number: int, *, at: int | None = None, pairs: int = 6) -> str:
    """A finished rated game of two of some users, or of one against a level."""
    rng = random.Random(number)
    names = [f"user{n}" for n in range(pairs)]
    one, other = rng.sample(names, 2)
    users = (one, None if number % 4 == 0 else other)
    ended_at = START_MS + number * DAY_MS // 2 if at is None else at
    ruleset = "box" if number % 5 == 0 else "standard"
    opened = a_rated_game(number, ended_at, users, ruleset)
    game, entries = played(opened, users, ended_at, number)
    store = server.services.store

    async def write() -> None:
        await store.add(schema.games, new_game_row(opened, now=ended_at, invitation=None, key=None))
        await store.append(opened, entries, game)

    run(server, write())
    return opened.id


def rate(server: Server, *games: str) -> None:
    run(server, server.services.ratings.rate(list(games) or None))


def with_luck(server: Server) -> None:
    """Wait until the luck of every match is worked out."""

    async def work() -> None:
        while await server.services.ratings.work_out_luck():
            pass

    run(server, work())


def contents(server: Server) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of the tables of ratings, in one order."""

    def read(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
        return {
            table.name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
            for table in TABLES
        }

    return run(server, server.services.store.read(read))


def recomputed(server: Server) -> dict[str, list[tuple[Any, ...]]]:
    run(server, server.services.store.write(recompute))
    return contents(server)


def test_the_tables_are_those_of_a_recomputation(database: str) -> None:
    with a_server(roomy(database)) as server:
        for number in range(40):
            rate(server, store_game(server, number))
        with_luck(server)
        found = contents(server)
        assert len(found["rating_changes"]) > 100
        assert recomputed(server) == found


def test_a_crash_between_the_end_and_the_rating_loses_nothing(tmp_path: Path) -> None:
    settings = roomy(tmp_path / "crash.db")
    with a_server(settings) as server:
        for number in range(6):
            rate(server, store_game(server, number))
        store_game(server, 6)  # it has ended, and the process dies
        before = contents(server)
    with a_server(settings) as server:
        rate(server)
        with_luck(server)
        after = contents(server)
        assert len(after["rated_matches"]) == len(before["rated_matches"]) + 1
        assert recomputed(server) == after


def test_a_match_that_comes_late_is_rated_in_its_place(tmp_path: Path) -> None:
    with a_server(roomy(tmp_path / "late.db")) as server:
        order = list(range(20))
        random.Random(3).shuffle(order)
        for number in order:
            rate(server, store_game(server, number))
        with_luck(server)
        late = contents(server)
        assert recomputed(server) == late


def test_matches_that_end_at_the_same_time_have_an_order(tmp_path: Path) -> None:
    with a_server(roomy(tmp_path / "one.db")) as server:
        for number in (7, 3, 9, 1):
            rate(server, store_game(server, number, at=START_MS, pairs=2))
        with_luck(server)
        found = contents(server)
        assert recomputed(server) == found


def test_to_rate_twice_changes_nothing(tmp_path: Path) -> None:
    with a_server(roomy(tmp_path / "twice.db")) as server:
        games = [store_game(server, number) for number in range(4)]
        rate(server)
        once = contents(server)["ratings"]
        rate(server, *games)
        rate(server)
        assert [row for row in contents(server)["ratings"] if row in once] == once


@pytest.mark.parametrize("ended", ["withdrawn", "aborted"])
def test_what_was_not_played_does_not_count(tmp_path: Path, ended: str) -> None:
    with a_server(roomy(tmp_path / "none.db")) as server:
        opened = a_rated_game(1, START_MS, ("user0", "user1"), "standard")
        game, entries = logged(opened, joining(opened, "user0", 0))
        draft = drafted(game, Leave(), "user0")
        draft = draft._replace(data={**draft.data, "ended": ended})
        over, more = logged(game, draft)
        row = new_game_row(opened, now=START_MS, invitation=None, key=None)
        run(server, server.services.store.add(schema.games, row))
        run(server, server.services.store.append(opened, [*entries, *more], over))
        rate(server)
        found = contents(server)
        assert (len(found["rated_matches"]), found["ratings"]) == (1, [])


def test_a_claim_loses_what_the_other_still_needed() -> None:
    opened = a_rated_game(1, START_MS, ("user0", "user1"), "standard")
    game, _ = logged(opened, joining(opened, "user0", 0))
    game, _ = logged(game, joining(game, "user1", 1))
    late = game.turn
    assert late is not None
    assert game.deadline is not None
    over, _ = logged(game, drafted(game, ClaimMatch(1 - late, game.deadline)))
    assert over.match is not None
    assert [it.score for it in rated_rounds(over.match)] == 2 * [float(late == 1)]
