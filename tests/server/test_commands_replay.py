"""Games that replay a record, without a server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jaipur.rules.shuffle import NO_NONCE
from jaipur.server.consequences import seat_recorded_players
from jaipur.server.event_log import EventKind
from jaipur.server.game import FinishedGame, GameStatus
from jaipur.server.source_match import SourceMatch
from tests.server.game_builders import (
    Data,
    a_game,
    a_running_game,
    joined,
    logged,
    with_move,
    with_round_played,
)

RECORDS = Path(__file__).parents[1] / "golden" / "records"


def record_of(name: str) -> Data:
    return dict(json.loads((RECORDS / f"{name}.jsonl").read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_record_is_replayed_to_its_end(path: Path) -> None:
    record = record_of(path.stem)
    source = SourceMatch.from_record(record, (("Anna", None), ("", "kite")))
    game = a_game("record", source=source, ruleset=record["ruleset"], seals=record["seals"])
    game, entries = logged(game, seat_recorded_players(game))
    nonce = NO_NONCE.hex()
    assert entries[0].data == {"seat": 0, "level": None, "name": "Anna", "nonce": nonce}
    assert entries[1].data == {"seat": 1, "level": "kite", "name": "", "nonce": nonce}
    moves = [entry.data["move"] for entry in entries if entry.kind is EventKind.MOVED]
    assert moves == [move for line in record["rounds"] for move in line["moves"]]
    assert isinstance(game, FinishedGame)
    assert (game.ended, game.by) == (record["ended"], record["by"])
    assert game.winner == record["winner"]
    replayed = game.record()
    assert replayed["rounds"] == record["rounds"]
    assert seat_recorded_players(game) is None


@pytest.mark.parametrize(("name", "end", "by"), [("round_forfeited_by_1", "forfeit", 1)])
def test_an_early_end_of_a_round_is_logged(name: str, end: str, by: int) -> None:
    record = record_of(name)
    source = SourceMatch.from_record(record, (("", None), ("", None)))
    game = a_game("record", source=source, ruleset=record["ruleset"], seals=record["seals"])
    _, entries = logged(game, seat_recorded_players(game))
    ends = [entry.data for entry in entries if entry.kind is EventKind.ROUND_OVER]
    assert {"round": 1, "end": end, "by": by} in ends


def test_a_game_from_a_position_is_played_on_after_the_source() -> None:
    first = with_move(with_move(a_running_game("level")))
    assert first.match is not None
    source = SourceMatch.from_match(first.match)
    game = a_game("level", source=source, take_backs=True)
    game, entries = logged(game, joined(game))
    assert [entry.kind for entry in entries] == ["joined", "joined", "dealt", "moved", "moved"]
    assert [entry.data["seat"] for entry in entries[3:]] == [0, 1]
    assert game.round == first.round
    assert (game.status, game.take_back_to) == (GameStatus.PLAYING, None)
    game = with_move(game)
    assert game.take_back_to is not None
    # The source has no second round: it is dealt when it is confirmed, not at once.
    game, entries = with_round_played(game)
    assert [entry.kind for entry in entries] == ["moved", "round_over", "ready"]
    assert game.match is not None
    assert len(game.match.rounds) == 1
