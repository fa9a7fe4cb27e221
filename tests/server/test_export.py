"""The finished matches of a server, exported as records."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from jaipur import Match, read_records
from jaipur.cli import app
from jaipur.server.export import exported_records
from jaipur.server.offline import UnusableDatabase
from tests.server.games import a_server, play_on, roomy, seated


def matches(file: Path) -> list[Match]:
    return [Match.from_record(record) for record in read_records(file)]


def test_finished_matches_are_exported_without_names(database: str, tmp_path: Path) -> None:
    run, plain, named = CliRunner(), tmp_path / "plain.jsonl", tmp_path / "named.jsonl"
    with a_server(roomy(database)) as server, seated(server) as (anna, bela, game):
        play_on((anna, bela), game, random.Random(1))
        record = anna.http.get(f"/api/games/{game}/record").json()
        anna.http.post("/api/records", json=record)  # imported: not played here
        anna.plays_against("kite")  # not over
        resigned = bela.plays_against("kite")
        bela.does(resigned, "resign")
        made = run.invoke(app, ["export", str(plain), "--database", database])
        assert (made.exit_code, made.stdout) == (0, f"{plain}: 2 matches\n")
        run.invoke(app, ["export", str(named), "--database", database, "--names"])
    match, short = matches(plain)
    assert (match.players, short.players) == (("Guest", "Guest"), ("Guest", "kite"))
    assert [list(round.history) for round in match.rounds] == [
        list(round.history) for round in matches(named)[0].rounds
    ]
    assert [match.players for match in matches(named)] == [("Anna", "Bela"), ("Bela", "kite")]
    assert match.winner == record["winner"]
    assert short.ended == "resigned"


def test_a_missing_database_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(UnusableDatabase, match="There is no database"):
        exported_records(str(tmp_path / "games.db"))
    answer = CliRunner().invoke(
        app, ["export", str(tmp_path / "x.jsonl"), "--database", str(tmp_path / "games.db")]
    )
    assert answer.exit_code == 2
    assert not list(tmp_path.iterdir())
