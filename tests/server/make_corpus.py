"""Plays games of every kind on a server and keeps their logs: `python -m tests.server.make_corpus`.

Run it once for each new format of the log, or for new events in one: it writes the files that are
missing, and leaves the others alone, since what it has written must be read for ever.
"""

from __future__ import annotations

import asyncio
import json
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import select

from jaipur.server import schema
from jaipur.server.clock import Clock
from jaipur.server.commands import Cancel
from jaipur.server.event_log import LOG_FORMAT
from jaipur.server.events import encode, table, table_view
from jaipur.server.fold import fold
from jaipur.server.game_rows import game_of
from jaipur.server.store import Store
from tests.server.games import Person, Server, a_server, play_on, roomy, seated

CORPUS = Path(__file__).parent / "corpus"
RECORDS = Path(__file__).parents[1] / "golden" / "records"
Data = dict[str, Any]


def main() -> None:
    """Write the files of the current format that are missing."""
    for part, play in (
        ("", play_games),
        ("-shuffle", play_shuffles),
        ("-clocks", play_clocks),
        ("-people", play_among_people),
    ):
        path = CORPUS / f"{LOG_FORMAT.replace('/', '-')}{part}.jsonl"
        if not path.exists():
            write(path, play)


def write(path: Path, play: Callable[[Path], None]) -> None:
    """Play games, and write their logs."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder, "games.db")
        play(database)
        lines = [json.dumps(line, separators=(",", ":")) for line in asyncio.run(dump(database))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def play_games(database: Path) -> None:
    clock = [1_700_000_000_000]

    def now() -> int:
        clock[0] += 250
        return clock[0]

    rng = random.Random(1)
    with a_server(roomy(database, away_after=30), clock=Clock(now)) as server:
        for ruleset in ("standard", "box"):
            with seated(server, ruleset=ruleset) as (anna, bela, game):
                play_on((anna, bela), game, rng)
                anna.does(game, "rematch")
                bela.does(game, "rematch")
        with seated(server) as (anna, bela, game):
            play_on((anna, bela), game, rng, plies=9)
            bela.does(game, "resign")
        with seated(server, time=90) as (anna, bela, game):
            play_on((anna, bela), game, rng, plies=6)
            clock[0] += 100_000
            waiting = (anna, bela)[1 - anna.view(game)["turn"]]
            waiting.does(game, "claim", what="match")
        with seated(server) as (anna, bela, game):
            play_on((anna, bela), game, rng, plies=5)
            bela.view(game)
            clock[0] += 60_000
            anna.tries(game, "claim", what="level")
            bela.view(game)
            clock[0] += 150_000
            anna.does(game, "claim", what="level", level="kite")
        with Person(server, "Anna") as anna:
            anna.does(anna.opens("friend")["id"], "leave")
            with_take_backs(anna, rng)
            both = str(anna.opens("self", ruleset="box")["id"])
            anna.sits_down(both)
            anna.does(both, "leave")
            from_elsewhere(anna)


def play_shuffles(database: Path) -> None:
    """Games in which seats commit to their nonces: played, aborted, and not begun."""
    clock = [1_700_000_000_000]
    with (
        a_server(roomy(database), clock=Clock(lambda: clock[0])) as server,
        Person(server, "Anna") as anna,
        Person(server, "Bela") as bela,
    ):
        for number in range(3):
            opened = anna.opens("friend", time=90)
            anna.commits(opened["id"])
            clock[0] += 1000
            bela.accepts(opened["invitation"])
            clock[0] += 100_000 if number == 1 else 1000
            if number == 0:
                anna.reveals(opened["id"])
                play_on((anna, bela), opened["id"], random.Random(1), plies=9)
                bela.does(opened["id"], "resign")
            elif number == 1:
                bela.does(opened["id"], "claim", what="match")


def play_clocks(database: Path) -> None:
    """Matches with a clock: played to its end, claimed after a late move, and resigned."""
    clock, rng = [1_700_000_000_000], random.Random(1)

    def now() -> int:
        clock[0] += 250
        return clock[0]

    terms: Data = {"clock": {"initial": 300, "increment": 8}, "first": "me"}
    with a_server(roomy(database), clock=Clock(now)) as server:
        with seated(server, **terms) as (anna, bela, game):
            play_on((anna, bela), game, rng)
        with seated(server, **terms) as (anna, bela, game):
            play_on((anna, bela), game, rng, plies=4)
            clock[0] += 400_000
            anna.moves(game)
            clock[0] += 60_000
            bela.does(game, "claim", what="match")
        with seated(server, **terms) as (anna, bela, game):
            play_on((anna, bela), game, rng, plies=5)
            clock[0] += 20_000
            bela.does(game, "resign")


def play_among_people(database: Path) -> None:
    """Games in which players say something; one is cancelled by an admin."""
    clock, rng = [1_700_000_000_000], random.Random(1)

    def now() -> int:
        clock[0] += 250
        return clock[0]

    with a_server(roomy(database), clock=Clock(now)) as server:
        for ends in ("resigned", "cancelled"):
            with seated(server) as (anna, bela, game):
                anna.does(game, "say", phrase="hello")
                play_on((anna, bela), game, rng, plies=5)
                clock[0] += 20_000
                bela.does(game, "say", face="smile")
                if ends == "resigned":
                    bela.does(game, "resign")
                else:
                    cancels(server, game)


def cancels(server: Server, game: str) -> None:
    services = server.services

    async def cancel() -> None:
        live = await services.live_games.get(game)
        await live.submit(Cancel("a test"))

    asyncio.run_coroutine_threadsafe(cancel(), services.loop).result(timeout=60)


def with_take_backs(anna: Person, rng: random.Random) -> None:
    game = anna.plays_against("porter", first="me")
    for turn in range(12):
        view = anna.waits_for_turn(game)["view"]
        anna.does(game, "moves", move=rng.choice(view["moves"]), seq=view["seq"], key=f"k{turn}")
        if turn % 3 == 0:
            view = anna.waits_for_turn(game)["view"]
            anna.does(game, "take_back", seq=view["seq"])
    anna.does(game, "resign")


def from_elsewhere(anna: Person) -> None:
    for name in ("match_unfinished", "round_forfeited_by_1", "round_stopped_at_the_limit"):
        text = (RECORDS / f"{name}.jsonl").read_text(encoding="utf-8")
        brought = anna.http.post("/api/records", json=json.loads(text)).json()["id"]
    game = anna.opens(level="kite", begin={"game": brought, "seq": 9, "seat": 1})["id"]
    anna.sits_down(game)
    anna.moves(game, key="on") if anna.view(game)["turn"] == 1 else None
    anna.does(game, "resign")


async def dump(database: Path) -> list[Data]:
    store, lines = Store(str(database)), []
    for row in await store.rows(select(schema.games).order_by(schema.games.c.created_at)):
        events = await store.rows(
            select(schema.events)
            .where(schema.events.c.game == row["id"])
            .order_by(schema.events.c.seq)
        )
        game = fold(game_of(row), await store.entries(row["id"]))
        result = {
            "table": json.loads(encode(table(game))),
            "views": [json.loads(encode(table_view(game, seat))) for seat in (0, 1, None)],
            "record": None if game.match is None else game.record(),
        }
        lines.append({"row": row, "events": events, "result": result})
    store.close()
    return lines


if __name__ == "__main__":
    main()
