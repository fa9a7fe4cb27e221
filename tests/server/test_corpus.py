"""Stored games of every format replay to their recorded result, for ever."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

import jaipur
from jaipur.server import schema
from jaipur.server.event_log import LOG_FORMAT, EventKind
from jaipur.server.events import encode, table, table_view
from jaipur.server.fold import fold
from jaipur.server.game_rows import game_of
from jaipur.server.migrate import migrate
from jaipur.server.store import Store
from tests.server.games import Data
from tests.server.make_corpus import CORPUS

FILES = sorted(CORPUS.glob("*.jsonl"))


def read(path: Path) -> list[Data]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_the_format_of_today_is_in_the_corpus() -> None:
    assert CORPUS / f"{LOG_FORMAT.replace('/', '-')}.jsonl" in FILES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_stored_games_replay_to_their_result(path: Path, tmp_path: Path) -> None:
    games = read(path)
    database = str(tmp_path / "games.db")
    migrate(database)
    asyncio.run(compare(database, games))


async def compare(database: str, games: list[Data]) -> None:
    store = Store(database)
    for stored in games:
        await store.add(schema.games, stored["row"])
        for event in stored["events"]:
            await store.add(schema.events, event)
        opened = await store.game(stored["row"]["id"])
        assert opened is not None
        game = fold(opened, await store.entries(stored["row"]["id"]))
        found = json.loads(encode(table(game)))
        assert found == stored["result"]["table"]
        views = [table_view(game, seat) for seat in (0, 1, None)]
        assert [json.loads(encode(view)) for view in views] == stored["result"]["views"]
        if game.match is not None:
            assert game.record() == stored["result"]["record"]
            assert jaipur.replay(game.record()).winner == game.winner
    store.close()


def test_the_corpus_has_every_kind_of_event_and_of_end() -> None:
    games = [game for path in FILES for game in read(path)]
    kinds = {event["kind"] for game in games for event in game["events"]}
    assert kinds == {kind.value for kind in EventKind}
    ends = {game["result"]["table"]["ended"] for game in games}
    assert ends >= {"seals", "resigned", "abandoned", "aborted", "withdrawn"}
    assert ends >= {"unfinished", "claimed", "cancelled"}
    assert any(game["result"]["table"]["taken_back"] for game in games)
    terms = [json.loads(game["row"]["terms"]) for game in games]
    assert {term["against"] for term in terms} == {"level", "friend", "self", "record"}
    assert any(term.get("begin") for term in terms)


def test_a_format_from_the_future_is_not_guessed_at() -> None:
    row = read(FILES[-1])[0]["row"]
    with pytest.raises(ValueError, match="jaipur-log/99"):
        game_of({**row, "format": "jaipur-log/99"})
